"""The rows of turns, made for thousands of them together, and what their boards tell of the games."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import cache, partial
from itertools import chain
from struct import Struct

import numpy as np
import pyarrow as pa

from kotra_notation.archive.build.logged import NO_OWNER, Array, columns_of, text_of
from kotra_notation.archive.rows import MOST_LOOSE, WIDTH, Boards, TableRows
from kotra_notation.board import text
from kotra_notation.board.points import Turning
from kotra_notation.fast.proof import Log
from kotra_notation.model import Clock, Event, NotRecorded, Play, Turn, Unread
from kotra_notation.replay import Passage
from kotra_notation.rules import Ruleset
from kotra_notation.rules.spelling import hop_text

# What is known of the board after such a deed is not known by it.
UNKNOWN = NotRecorded | Unread
# What a row of a game is told by its boards.
FROM_BOARDS = ("hits0", "hits1", "dances0", "dances1", "off0", "off1", "hit_bearing_off", "off_then")
# What waits of a turn, each with the type of an array: its boards have many numbers, all else one.
BOARDS = ("before", "after")
WAITING = {
    **dict.fromkeys(("turn", "line", "play", "cube"), "i"),
    **dict.fromkeys(("seat", "die1", "die2", "owner", "certain", "known", *BOARDS), "b"),
}
# The numbers that stand for none.
NO_LINE, NO_PLAY = 0, -1
GameRow = dict[str, object]
_BOARD = Struct(f"{WIDTH}b")


def lost_plays(events: Sequence[Event], track: Sequence[Passage]) -> int:
    """Return how many plays are lost: unreadable, not recorded, or on a board that is not certain."""
    turns = sum(isinstance(event, Turn) for event in events)
    known = 0
    for passage in track:
        turn = events[passage.place]
        known += passage.certain and isinstance(turn, Turn) and not isinstance(turn.deed, UNKNOWN)
    return turns - known


class _Numbers(dict[str, int]):
    """Texts with numbers, in the order in which they came."""

    def __missing__(self, text: str) -> int:
        number = self[text] = len(self)
        return number


class TurnRows:
    """The turns of games on one kind of board, and the rows of these games, which wait for them."""

    def __init__(self, rows: TableRows, ruleset: Ruleset) -> None:
        self._rows = rows
        self._turning = ruleset.facts.turning
        self._men = ruleset.facts.men
        # How hops of each seat are written; they repeat, and there are not many.
        self._texts = [cache(partial(hop_text, ruleset.facts, seat=seat)) for seat in (0, 1)]
        self._begin()

    def _begin(self) -> None:
        self._games: list[GameRow] = []
        self._lengths: list[int] = []
        self._waiting = {name: array(code) for name, code in WAITING.items()}
        self._plays = plays = _Numbers()
        # The numbers of plays by those they have in the log of a proof.
        self._logged = cache(lambda play: plays[text_of(play)] if play else NO_PLAY)
        self._logs: list[Log] = []
        self._places: list[range] = []
        self._findings: dict[int, str] = {}
        self._seconds: dict[int, float] = {}

    def add(
        self, row: GameRow, events: Sequence[Event], track: Sequence[Passage], faults: Mapping[int, str]
    ) -> None:
        """Take in a game; `faults` are the codes of what is wrong with its turns, by their numbers."""
        waiting, first = self._waiting, len(self._waiting["seat"])
        self._games.append(row)
        self._lengths.append(len(track))
        turns = [turn for passage in track if isinstance(turn := events[passage.place], Turn)]
        waiting["turn"].extend([passage.turn for passage in track])
        waiting["seat"].extend([turn.seat for turn in turns])
        waiting["line"].extend([turn.span.line if turn.span else NO_LINE for turn in turns])
        waiting["die1"].extend([turn.dice[0] for turn in turns])
        waiting["die2"].extend([turn.dice[1] for turn in turns])
        waiting["play"].extend([self._play(turn) for turn in turns])
        cubes = [passage.stakes.cube for passage in track]
        waiting["cube"].extend([cube.value for cube in cubes])
        waiting["owner"].extend([NO_OWNER if cube.owner is None else cube.owner for cube in cubes])
        waiting["before"].frombytes(b"".join([_BOARD.pack(*passage.before) for passage in track]))
        waiting["after"].frombytes(b"".join([_BOARD.pack(*passage.after) for passage in track]))
        certain = [passage.certain for passage in track]
        known = [
            sure and not isinstance(turn.deed, UNKNOWN) for turn, sure in zip(turns, certain, strict=True)
        ]
        waiting["certain"].extend(certain)
        waiting["known"].extend(map(all, zip([True, *certain], known, strict=False)))
        seconds = _seconds(events)
        for at, passage in enumerate(track, first) if faults or seconds else ():
            if passage.turn in faults:
                self._findings[at] = faults[passage.turn]
            if passage.place in seconds:
                self._seconds[at] = seconds[passage.place]
        self._pack_many()

    def add_proved(self, rows: Sequence[GameRow], log: Log) -> None:
        """Take in the games of a match that is proved sound."""
        first = len(self._waiting["seat"])
        self._games += rows
        for game in log.games:
            self._lengths.append(len(game.rows.plays))
            self._waiting["play"].extend(map(self._logged, game.rows.plays))
        last = len(self._waiting["play"])
        for name, values in self._waiting.items():
            if name != "play":
                values.frombytes(bytes((last - first) * values.itemsize * (WIDTH if name in BOARDS else 1)))
        self._logs.append(log)
        self._places.append(range(first, last))
        self._pack_many()

    def _play(self, turn: Turn) -> int:
        if not isinstance(turn.deed, Play):
            return NO_PLAY
        return self._plays[" ".join(map(self._texts[turn.seat], turn.deed.hops))]

    def _pack_many(self) -> None:
        if len(self._waiting["seat"]) >= MOST_LOOSE:
            self.pack()

    def pack(self) -> None:
        """Put what has been taken in into the rows."""
        lengths = np.array(self._lengths, np.int64)
        column = self._columns()
        before, after = (Boards(column[name], self._turning) for name in BOARDS)
        seats, known = column["seat"], column["known"].astype(bool)
        hits = np.where(known, before.points[:, 0] - after.points[:, 0], 0).astype(np.int8)
        dances = known & (before.points == after.points).all(axis=1)
        place = np.repeat(np.arange(len(lengths)), lengths)
        if len(place):
            here = {
                "match": np.repeat([int(str(row["match"])) for row in self._games], lengths),
                "game": np.repeat([int(str(row["game"])) for row in self._games], lengths),
                "turn": column["turn"],
                "seat": seats,
                "line": pa.array(column["line"], mask=column["line"] == NO_LINE),
            }
            ids = self._ids(before, seats)
            faulty = np.isin(np.arange(len(place)), list(self._findings))
            plays = pa.array(column["play"], pa.int32(), mask=column["play"] == NO_PLAY)
            texts = pa.array(list(self._plays), pa.string())
            self._rows.add_batch(
                "turns",
                {
                    **here,
                    "die1": column["die1"],
                    "die2": column["die2"],
                    "play": pa.DictionaryArray.from_arrays(plays, texts),
                    "before": ids,
                    "after": self._ids_after(ids, before, after, seats),
                    "cube": column["cube"],
                    "owner": pa.array(column["owner"], mask=column["owner"] == NO_OWNER),
                    "legal": pa.array(~faulty, mask=~(known | faulty)),
                    "finding": _spread(self._findings, len(place)),
                    "certain": column["certain"].astype(bool),
                    "hits": pa.array(hits, mask=~known),
                    "dance": pa.array(dances, mask=~known),
                    "pips": before.pips(),
                    "other_pips": before.from_other_side().pips(),
                    "on_bar": np.maximum(before.points[:, -1], 0),
                    "off": self._off(after),
                    "phase": before.phases(),
                    "seconds": _spread(self._seconds, len(place)),
                },
            )
            self._rows.add_batch("positions", {**here, "key": before.keys()})
        self._count(place, lengths, seats, hits, dances, before, after)
        for row in self._games:
            self._rows.add("games", *row.values())
        self._begin()

    def _columns(self) -> dict[str, Array]:
        """Return what waits, with what is in the logs put into its places."""
        column = {name: np.frombuffer(values, values.typecode) for name, values in self._waiting.items()}
        column |= {name: column[name].reshape(-1, WIDTH) for name in BOARDS}
        if self._logs:
            places = np.fromiter(chain.from_iterable(self._places), np.int64)
            for name, values in columns_of(self._logs).items():
                column[name][places] = values
        return column

    def _count(
        self,
        place: Array,
        lengths: Array,
        seats: Array,
        hits: Array,
        dances: Array,
        before: Boards,
        after: Boards,
    ) -> None:
        """Put into the row of each game what its boards tell."""
        ends = lengths.cumsum() - 1
        own, others = self._off(after), self._off(after.from_other_side())
        counts = {
            f"{name}{seat}": np.bincount(place, weights=what * (seats == seat), minlength=len(lengths))
            .astype(int)
            .tolist()
            for name, what in (("hits", hits), ("dances", dances))
            for seat in (0, 1)
        }
        for at, row in enumerate(self._games):
            row.update({name: values[at] for name, values in counts.items()})
            if lengths[at]:
                end = ends[at]
                row[f"off{seats[end]}"], row[f"off{1 - seats[end]}"] = int(own[end]), int(others[end])
        borne = self._off(before.from_other_side())
        for at in np.flatnonzero((hits > 0) & (borne > 0))[::-1]:
            row = self._games[place[at]]
            row["hit_bearing_off"], row["off_then"] = int(1 - seats[at]), int(borne[at])

    def _off(self, boards: Boards) -> Array:
        return np.maximum(self._men - boards.on_board(), 0)

    def _ids_after(self, ids: pa.Array, before: Boards, after: Boards, seats: Array) -> pa.Array:
        """The positions behind the turns; most are those before the next ones, whose `ids` are there."""
        after = after.from_other_side()
        other = np.ones(len(seats), bool)
        other[:-1] = (after.points[:-1] != before.points[1:]).any(axis=1)
        other[:-1] |= seats[:-1] == seats[1:]
        made = self._ids(Boards(after.points[other], self._turning), 1 - seats[other])
        place = np.arange(1, len(seats) + 1)
        place[other] = len(seats) + np.arange(len(made))
        return pa.concat_arrays([ids, made]).take(pa.array(place))

    def _ids(self, boards: Boards, seats: Array) -> pa.Array:
        """The positions as texts, each seen by the seat on roll."""
        if self._turning is Turning.MIRRORED:
            return boards.gnubg_ids()
        others = boards.from_other_side().points.tolist()
        spelled = []
        for seat, mine, theirs in zip(seats.tolist(), boards.points.tolist(), others, strict=True):
            sides = (tuple(theirs), tuple(mine)) if seat else (tuple(mine), tuple(theirs))
            men = (self._men, self._men)
            spelled.append(text.spell_position(sides=sides, men=men, turning=self._turning, memory=None))
        return pa.array(spelled, pa.string())


def _spread(values: Mapping[int, object], count: int) -> list[object]:
    """Return a column of so many rows with values in a few."""
    column: list[object] = [None] * count
    for at, value in values.items():
        column[at] = value
    return column


def seconds_used(events: Sequence[Event]) -> dict[str, float | None]:
    """Return the time each seat used, where every roll of that seat has it."""
    used = _seconds(events)
    sums: dict[str, float | None] = {}
    for seat in (0, 1):
        turns = [
            place for place, event in enumerate(events) if isinstance(event, Turn) and event.seat == seat
        ]
        whole = bool(used) and all(place in used for place in turns)
        sums[f"seconds{seat}"] = sum(used[place] for place in turns) if whole else None
    return sums


def _seconds(events: Sequence[Event]) -> dict[int, float]:
    """Return the time used for the turns, by their places."""
    used: dict[int, float] = {}
    last: dict[int, int] = {}
    for place, event in enumerate(events):
        if isinstance(event, Turn):
            last[event.seat] = place
        elif isinstance(event, Clock) and event.used is not None and event.seat in last:
            used[last[event.seat]] = event.used
    return used
