"""Finding throws by the board before them: by an index of positions, or by what is asked of a board."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from itertools import groupby, islice, repeat
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from kotra_notation.archive.rows import Boards, look_up
from kotra_notation.archive.store import ArchiveError, Store
from kotra_notation.board import Position
from kotra_notation.board.points import BAR, Turning
from kotra_notation.errors import KotraError
from kotra_notation.values import dataclass

# A position id of GNU Backgammon; the board of another game is a text with spaces in it.
ID = "^[A-Za-z0-9+/]{14}$"
# Beyond so many men there are more neighbours of a position than positions in most archives.
FARTHEST = 2
# The dice and the play of a throw by its match, game and number.
Throws = dict[tuple[int, int, int], tuple[int, int, str | None]]
_PLACE = ("match", "game", "turn", "seat", "line")


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowPlace:
    """A throw before which the board was as asked: in which part of the archive, and where in the match.

    `distance` is how many checkers differ, `pips` by how much the pip counts do.
    """

    part: str
    match: int
    game: int
    turn: int
    seat: int
    line: int | None
    distance: int = 0
    pips: int = 0

    @property
    def throw(self) -> tuple[int, int, int]:
        """Return the match, game and number of the throw."""
        return self.match, self.game, self.turn


@dataclass(frozen=True, slots=True)
class FoundThrow:
    """A place with the first file it is in, the players, the throw, and how the game ended."""

    place: ThrowPlace
    path: str
    number: int
    players: tuple[str, str]
    date: str
    dice: tuple[int, int]
    play: str
    kind: str
    winner: int | None
    points: float | None

    @property
    def order(self) -> tuple[int, int, str, int, int, int]:
        """Return what throws are put in order by."""
        return self.place.distance, self.place.pips, self.path, self.number, self.place.game, self.place.turn


def at_position(store: Store, position: Position) -> Iterator[ThrowPlace]:
    """Yield where a position was reached by the side on roll."""
    _needs(store, "positions")
    keys = Boards(np.array([position.points], np.int8), position.turning).keys()
    for part in store.manifest.parts:
        hits = look_up(store.part(part, "positions"), keys)
        if hits is not None:
            yield from _places(part, hits)


def nearest(
    store: Store, position: Position, within: int, limit: int, dice: tuple[int, int] | None = None
) -> list[ThrowPlace]:
    """Return where a position was reached from which at most `within` checkers differ, the most alike first.

    Of two positions from which as many differ, the one with the nearer pip counts is more alike.
    """
    board = Boards(np.array([position.points], np.int8), position.turning)
    modern = board.turning is Turning.MIRRORED
    if within < 0 or (within > FARTHEST and not modern):
        raise ArchiveError("In old kotra 0, 1 or 2 checkers may differ, in the modern game any number.")
    _needs(store, "turns")
    if within <= FARTHEST:
        _needs(store, "positions")
    keys = np.sort(board.near_keys(within)) if within <= FARTHEST else None
    places: list[ThrowPlace] = []
    for part in store.manifest.parts:
        turns = _turns_near(store, part, keys, dice)
        if turns is not None and modern:
            turns = turns.filter(pc.match_substring_regex(turns["before"], ID))
        if turns is None or not turns.num_rows:
            continue
        apart = np.full(turns.num_rows, within)
        pips = np.zeros(turns.num_rows, int)
        if modern:
            boards = Boards.of_gnubg_ids(turns["before"])
            apart, pips = boards.distances(board), boards.pip_distances(board)
        order = np.lexsort((pips, apart))
        order = order[apart[order] <= within][:limit]
        places += _places(part, turns.take(pa.array(order)), apart[order].tolist(), pips[order].tolist())
        places = sorted(places, key=lambda place: (place.distance, place.pips))[:limit]
    return sorted(places, key=lambda place: place.part)


def _turns_near(store: Store, part: str, keys: Array | None, dice: tuple[int, int] | None) -> pa.Table | None:
    """Return the turns of a part with these dice: those whose boards have one of the keys, or all."""
    columns = ["before", "die1", "die2", *_PLACE]
    hits = None if keys is None else look_up(store.part(part, "positions"), keys)
    if keys is not None and hits is None:
        return None
    turns = pq.read_table(store.part(part, "turns"), columns=columns)
    if hits is not None:
        turns = _of(turns, pc.unique(hits["match"]))
        turns = hits.select(["match", "game", "turn"]).join(
            turns, ["match", "game", "turn"], join_type="inner"
        )
    if dice:
        both = turns["die1"], turns["die2"]
        low, high = pc.min_element_wise(*both), pc.max_element_wise(*both)
        turns = turns.filter(pc.and_(pc.equal(low, min(dice)), pc.equal(high, max(dice))))
    return turns


def of_pattern(store: Store, clauses: tuple[Clause, ...]) -> Iterator[ThrowPlace]:
    """Yield where a board of today's game met all clauses."""
    _needs(store, "turns")
    for part in store.manifest.parts:
        path = store.part(part, "turns")
        for batch in pq.ParquetFile(path).iter_batches(columns=["before", *_PLACE]):
            table = pa.Table.from_batches([batch])
            table = table.filter(pc.match_substring_regex(table["before"], ID))
            if not table.num_rows:
                continue
            boards = Boards.of_gnubg_ids(table["before"])
            met = matching_boards(boards, table["seat"].to_numpy(), clauses)
            yield from _places(part, table.filter(pa.array(met)))


def found_throws(
    store: Store, places: Iterator[ThrowPlace], limit: int, dice: tuple[int, int] | None = None
) -> list[FoundThrow]:
    """Return the first places, with what names them; with `dice` only those at which these were rolled."""
    found: list[FoundThrow] = []
    parts = _first(store, places, limit, dice)
    matches: dict[str, dict[int, dict[str, Any]]] = {}
    for part, hits in parts.items():
        numbers = pa.array(sorted({place.match for place in hits}), pa.int64())
        rows = _rows(store, part, "matches", "match file number player0 player1 date", numbers)
        matches[part] = {row["match"]: row for row in rows}
    paths = _paths(store, {row["file"] for rows in matches.values() for row in rows.values()})
    for part, hits in parts.items():
        numbers = pa.array(sorted(matches[part]), pa.int64())
        throws = _throws(store, part, numbers)
        games = _rows(store, part, "games", "match game kind winner points", numbers)
        ends = {(row["match"], row["game"]): row for row in games}
        for place in hits:
            row = matches[part][place.match]
            die1, die2, play = throws[place.throw]
            end = ends.get((place.match, place.game), {})
            players = row["player0"] or "", row["player1"] or ""
            match = paths.get(row["file"], ""), row["number"], players, row["date"] or ""
            ended = end.get("kind") or "", end.get("winner"), end.get("points")
            found.append(FoundThrow(place, *match, (die1, die2), play or "", *ended))
    return sorted(found, key=lambda throw: throw.order)


def _first(
    store: Store, places: Iterator[ThrowPlace], limit: int, dice: tuple[int, int] | None
) -> dict[str, list[ThrowPlace]]:
    """Return the first places by the part that each is in."""
    parts: dict[str, list[ThrowPlace]] = {}
    for part, group in groupby(places, lambda place: place.part):
        if dice:
            all_places = list(group)
            throws = _throws(store, part, pa.array(sorted({place.match for place in all_places}), pa.int64()))
            group = (place for place in all_places if sorted(throws[place.throw][:2]) == sorted(dice))
        if first := list(islice(group, limit)):
            parts[part] = first
            limit -= len(first)
        if not limit:
            break
    return parts


def _needs(store: Store, table: str) -> None:
    if table not in store.manifest.tables:
        raise ArchiveError(
            "{folder}: the archive was built without {table}; build another archive that includes it.",
            folder=store.folder,
            table=table,
        )


def _places(
    part: str, table: pa.Table, distances: Iterable[int] = repeat(0), pips: Iterable[int] = repeat(0)
) -> Iterator[ThrowPlace]:
    rows = table.select(list(_PLACE)).to_pylist()
    for row, distance, pip_distance in zip(rows, distances, pips, strict=False):
        yield ThrowPlace(part=part, distance=distance, pips=pip_distance, **row)


def _rows(store: Store, part: str, table: str, columns: str, matches: pa.Array) -> list[dict[str, Any]]:
    """Return these columns of the rows about some matches; none where the archive has no such table."""
    path = store.part(part, table)
    if not path.is_file():
        return []
    rows: list[dict[str, Any]] = _of(pq.read_table(path, columns=columns.split()), matches).to_pylist()
    return rows


def _of(table: pa.Table, matches: pa.Array) -> pa.Table:
    return table.filter(pc.is_in(table["match"], matches))


def _throws(store: Store, part: str, matches: pa.Array) -> Throws:
    rows = _rows(store, part, "turns", "match game turn die1 die2 play", matches)
    return {(row["match"], row["game"], row["turn"]): (row["die1"], row["die2"], row["play"]) for row in rows}


def _paths(store: Store, files: Collection[str]) -> dict[str, str]:
    paths: dict[str, str] = {}
    wanted = pa.array(sorted(files), pa.string())
    for part in store.manifest.parts if files else ():
        table = pq.read_table(store.part(part, "files"), columns=["file", "path"])
        for row in table.filter(pc.is_in(table["file"], wanted)).to_pylist():
            paths[row["file"]] = min(row["path"], paths.get(row["file"], row["path"]))
    return paths


Array = Any
Test = Callable[[Array], Array]
MEN = 15
HELD = 2

# Clauses with a number in them, which goes without saying where it is 1, and what they ask of the men.
_CLAUSES: tuple[tuple[str, Callable[..., Array]], ...] = (
    (r"holds (\d+) points?", lambda men, count: (men[:, 1:BAR] >= HELD).sum(axis=1) >= count),
    (
        r"(?:prime |(?:holds )?(?:an? )?(?=\d+-prime))(\d+)(?:-prime)?",
        lambda men, count: _longest(men[:, 1:BAR] >= HELD) >= count,
    ),
    (r"(?:(\d+) )?on (?:the )?bar", lambda men, count: men[:, BAR] >= count),
    (r"off (\d+)", lambda men, count: MEN - men.sum(axis=1) >= count),
)
_HOLDS = re.compile(r"holds ((?:\d+(?:-\d+)?)(?:(?: and | )\d+(?:-\d+)?)*)")
_HAS = re.compile(r"has (\d+) on (\d+)")
_SIDE = re.compile(r"(W|B|roll|other)\s+(.+)", re.I)


@dataclass(frozen=True, slots=True)
class Clause:
    """One demand on the men of a side, who is a seat, or `roll` or `other`."""

    side: str
    test: Test

    def holds(self, mine: Array, theirs: Array, seats: Array) -> Array:
        """Return on which boards it is met; the men of each side, on roll or not, are seen by that side."""
        if self.side in ("roll", "other"):
            return self.test(mine if self.side == "roll" else theirs)
        own = (seats == (self.side == "b"))[:, None]
        return self.test(np.where(own, mine, theirs))


def pattern(text: str) -> tuple[Clause, ...]:
    """Return the clauses of a text, all of which must hold; ValueError with one that cannot be understood.

        W | B | roll | other          whose men: of seat 0, of seat 1, of the side on roll, of the other
        holds 4 5 6 | holds 4-6       two men or more on each of these own points
        holds 5 points                two men or more on at least so many points
        prime 5                       so many held points in a row, or more
        has 3 on 6                    at least so many men on a point; `has 0 on 6`: none
        on bar | 2 on bar             at least one man, or so many, on the bar
        off 3                         at least so many men borne off

    Points are the own ones of the side, 24 to 1. Clauses are parted by commas: `W holds 5 6 7, B on bar`.
    """
    return tuple([_clause(part.strip()) for part in text.split(",")])


def matching_boards(boards: Boards, seats: Array, clauses: tuple[Clause, ...]) -> Array:
    """Return the boards on which all clauses are met."""
    mine = np.clip(boards.points, 0, None)
    theirs = np.clip(boards.from_other_side().points, 0, None)
    met = np.ones(len(boards.points), bool)
    for clause in clauses:
        met &= clause.holds(mine, theirs, seats)
    return met


def _clause(text: str) -> Clause:
    side = _SIDE.fullmatch(text)
    test = _test(" ".join(side[2].lower().split())) if side else None
    if side is None or test is None:
        raise KotraError(
            "Cannot read the pattern {clause}. Whose: {sides}; what: {words}. Example: {example}",
            clause=repr(text),
            sides="W, B, roll, other",
            words="holds 4-6, holds 5 points, prime 5, has 3 on 6, 2 on bar, off 3",
            example="W holds 5 points, B on bar",
        )
    return Clause(side[1].lower(), test)


def _test(words: str) -> Test | None:
    for shape, test in _CLAUSES:
        if found := re.fullmatch(shape, words):
            return partial(test, count=int(found[1] or 1))
    if found := _HAS.fullmatch(words):
        count, point = int(found[1]), int(found[2])
        if not 1 <= point < BAR:
            return None
        return (lambda men: men[:, point] >= count) if count else (lambda men: men[:, point] == 0)
    if found := _HOLDS.fullmatch(words):
        points = _numbers(found[1])
        if points and all(1 <= point < BAR for point in points):
            return lambda men: (men[:, points] >= HELD).all(axis=1)
    return None


def _numbers(text: str) -> list[int]:
    """Return the points of a list such as `4-6 13`."""
    numbers: list[int] = []
    for part in text.replace(" and ", " ").split():
        first, _, last = part.partition("-")
        ends = sorted((int(first), int(last or first)))
        numbers += range(ends[0], min(ends[1], BAR) + 1)
    return numbers


def _longest(held: Array) -> Array:
    run = np.zeros(len(held), np.int16)
    longest = run.copy()
    for column in held.T:
        run = np.where(column, run + 1, 0)
        longest = np.maximum(longest, run)
    return longest
