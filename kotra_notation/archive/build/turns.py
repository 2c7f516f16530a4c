"""The rows of turns, made for thousands of them together, and what their boards tell of the games."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from kotra_notation.archive.boards import Boards
from kotra_notation.archive.rows import MOST_LOOSE, TableRows
from kotra_notation.board import text
from kotra_notation.board.points import Turning
from kotra_notation.model import Clock, Event, Hop, NotRecorded, Play, Turn, Unread
from kotra_notation.replay import GameReplay, Passage
from kotra_notation.rules import Ruleset
from kotra_notation.rules.spelling import hop_text

# What is known of the board after such a deed is not known by it.
UNKNOWN = NotRecorded | Unread

# What a row of a game is told by its boards.
FROM_BOARDS = ("hits0", "hits1", "dances0", "dances1", "off0", "off1", "hit_bearing_off", "off_then")

# What a row of a turn is told by its event and its place in the track.
TOLD = (
    *("turn", "seat", "line", "die1", "die2", "play", "cube", "owner"),
    *("finding", "certain", "seconds"),
)

# What numpy makes of arrays says less than their names.
Array = Any
GameRow = dict[str, object]


def lost(events: Sequence[Event], track: Sequence[Passage]) -> int:
    """Plays that are lost: which could not be read or are not recorded, or whose board is not certain."""
    turns = sum(isinstance(event, Turn) for event in events)
    known = 0
    for passage in track:
        turn = events[passage.place]
        known += passage.certain and isinstance(turn, Turn) and not isinstance(turn.deed, UNKNOWN)
    return turns - known


class _HopTexts(dict[Hop, str]):
    """How hops of a seat are written; they repeat, and there are not many."""

    def __init__(self, ruleset: Ruleset, seat: int) -> None:
        self._ruleset = ruleset
        self._seat = seat

    def __missing__(self, hop: Hop) -> str:
        text = self[hop] = hop_text(self._ruleset.facts, hop, self._seat)
        return text


class TurnRows:
    """The turns of games on one kind of board, and the rows of these games, which wait for them."""

    def __init__(self, rows: TableRows, ruleset: Ruleset) -> None:
        self._rows = rows
        self._turning = ruleset.facts.turning
        self._men = ruleset.facts.men
        self._texts = _HopTexts(ruleset, 0), _HopTexts(ruleset, 1)
        self._begin()

    def _begin(self) -> None:
        self._games: list[GameRow] = []
        self._lengths: list[int] = []
        self._before, self._after = array("b"), array("b")
        self._columns: dict[str, list[Any]] = {name: [] for name in TOLD}
        self._known: list[bool] = []

    def add(
        self,
        row: GameRow,
        game: GameReplay,
        events: Sequence[Event],
        track: Sequence[Passage],
        faults: Mapping[int, str],
    ) -> None:
        """Take in a game; `faults` are the codes of what is wrong with its turns, by their numbers."""
        self._games.append(row)
        self._lengths.append(len(track))
        seconds = _seconds(events)
        columns = self._columns
        turn_number, seat, line = (columns[name].append for name in ("turn", "seat", "line"))
        die1, die2 = (columns[name].append for name in ("die1", "die2"))
        play, cube, owner = (columns[name].append for name in ("play", "cube", "owner"))
        standing = True
        for place, number, before, after, stakes, certain in track:
            turn = events[place]
            assert isinstance(turn, Turn)
            deed = turn.deed
            self._before.extend(before)
            self._after.extend(after)
            turn_number(number)
            seat(turn.seat)
            line(turn.span.line if turn.span else None)
            die1(turn.dice[0])
            die2(turn.dice[1])
            hops = self._texts[turn.seat]
            play(" ".join([hops[hop] for hop in deed.hops]) if isinstance(deed, Play) else None)
            cube(stakes.cube.value)
            owner(stakes.cube.owner)
            self._known.append(standing and certain and not isinstance(deed, UNKNOWN))
            standing = certain
        columns["certain"] += [passage.certain for passage in track]
        columns["finding"] += [faults.get(passage.turn) for passage in track]
        columns["seconds"] += [seconds.get(passage.place) for passage in track]
        if len(columns["seat"]) >= MOST_LOOSE:
            self.pack()

    def pack(self) -> None:
        """Put what has been taken in into the rows."""
        lengths = np.array(self._lengths, np.int64)
        before = Boards.of(self._before.tobytes(), self._turning)
        after = Boards.of(self._after.tobytes(), self._turning)
        columns = self._columns
        seats = np.array(columns["seat"], np.int8)
        known = np.array(self._known, bool)
        hits = np.where(known, before.points[:, 0] - after.points[:, 0], 0).astype(np.int8)
        dances = known & (before.points == after.points).all(axis=1)
        place = np.repeat(np.arange(len(lengths)), lengths)
        here = {
            "match": np.repeat([int(str(row["match"])) for row in self._games], lengths),
            "game": np.repeat([int(str(row["game"])) for row in self._games], lengths),
            "turn": columns["turn"],
        }
        if len(place):
            self._rows.add_batch(
                "turns",
                {
                    **columns,
                    **here,
                    "before": self._ids(before, seats),
                    "after": self._ids(after.turned(), 1 - seats),
                    "legal": pa.array(
                        [code is None for code in columns["finding"]], mask=~_judged(known, columns)
                    ),
                    "hits": pa.array(hits, mask=~known),
                    "dance": pa.array(dances, mask=~known),
                    "pips": before.pips(),
                    "other_pips": before.turned().pips(),
                    "on_bar": np.maximum(before.points[:, -1], 0),
                    "off": self._off(after),
                    "phase": before.phases(),
                },
            )
            self._rows.add_batch(
                "positions", {**here, "key": before.keys(), "seat": seats, "line": columns["line"]}
            )
        self._count(place, lengths, seats, hits, dances, before, after)
        for row in self._games:
            self._rows.add("games", *row.values())
        self._begin()

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
        """What the boards tell of each game, put into its row."""
        ends = lengths.cumsum() - 1
        own, others = self._off(after), self._off(after.turned())
        counts = {
            f"{name}{seat}": np.bincount(place, weights=what * (seats == seat), minlength=len(lengths))
            for name, what in (("hits", hits), ("dances", dances))
            for seat in (0, 1)
        }
        for at, row in enumerate(self._games):
            row.update({name: int(values[at]) for name, values in counts.items()})
            if lengths[at]:
                end = ends[at]
                row[f"off{seats[end]}"], row[f"off{1 - seats[end]}"] = int(own[end]), int(others[end])
        borne = self._off(before.turned())
        for at in np.flatnonzero((hits > 0) & (borne > 0))[::-1]:
            row = self._games[place[at]]
            row["hit_bearing_off"], row["off_then"] = int(1 - seats[at]), int(borne[at])

    def _off(self, boards: Boards) -> Array:
        return np.maximum(self._men - boards.on_board(), 0)

    def _ids(self, boards: Boards, seats: Array) -> pa.Array:
        """The positions as texts, each seen by the seat on roll."""
        if self._turning is Turning.MIRRORED:
            return boards.gnubg_ids()
        others = boards.turned().points.tolist()
        spelled = []
        for seat, mine, theirs in zip(seats.tolist(), boards.points.tolist(), others, strict=True):
            first, second = (theirs, mine) if seat else (mine, theirs)
            spelled.append(
                text.spelled(
                    sides=(tuple(first), tuple(second)),
                    men=(self._men, self._men),
                    turning=self._turning,
                    memory=None,
                )
            )
        return pa.array(spelled, pa.string())


def _judged(known: Array, columns: Mapping[str, list[Any]]) -> Array:
    """Where it can be told whether a play is allowed: where the board was known, or something was found."""
    return known | np.array([code is not None for code in columns["finding"]], bool)


def seconds_used(events: Sequence[Event]) -> dict[str, float | None]:
    """The time each seat used, where every throw of his has it."""
    used = _seconds(events)
    sums: dict[str, float | None] = {}
    for seat in (0, 1):
        turns = [place for place, one in enumerate(events) if isinstance(one, Turn) and one.seat == seat]
        whole = bool(used) and all(place in used for place in turns)
        sums[f"seconds{seat}"] = sum(used[place] for place in turns) if whole else None
    return sums


def _seconds(events: Sequence[Event]) -> dict[int, float]:
    """The time used for the turns, by their places."""
    used: dict[int, float] = {}
    last: dict[int, int] = {}
    for place, event in enumerate(events):
        if isinstance(event, Turn):
            last[event.seat] = place
        elif isinstance(event, Clock) and event.used is not None and event.seat in last:
            used[last[event.seat]] = event.used
    return used
