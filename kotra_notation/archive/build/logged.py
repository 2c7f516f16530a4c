"""The columns of turns that are proved sound, made of the logs of many proofs together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Any

import numpy as np

from kotra_notation.archive.rows import WIDTH, Boards
from kotra_notation.board.points import OFF, Turning
from kotra_notation.fast.proof import Log, LoggedGame
from kotra_notation.fast.rows import HOP_BITS
from kotra_notation.fast.throw_texts import NEWLINE
from kotra_notation.model import Hop
from kotra_notation.rules.modern import START, VARIANTS
from kotra_notation.rules.spelling import hop_text

# What numpy makes of arrays says less than their names.
Array = Any
# No owner of the cube.
NO_OWNER = -1
# So many plays are remembered.
REMEMBERED = 65_536
# By the byte that is kept of a throw: whose it is, and its dice.
SEATS = bytes([thrown >> 6 & 1 for thrown in range(256)])
DICE = [divmod(thrown & 63, 7) for thrown in range(256)]
# The hops by the number that is kept of them.
HOPS = [Hop(hop >> 7, hop >> 2 & 31, hop >> 1 & 1) for hop in range(1 << HOP_BITS)]


@lru_cache(REMEMBERED)
def hops_of(play: int) -> tuple[Hop, ...]:
    """The hops of a play by the number that is kept of it."""
    hops = []
    while play:
        hops.append(HOPS[play % len(HOPS)])
        play >>= HOP_BITS
    return tuple(hops[::-1])


@lru_cache(REMEMBERED)
def text_of(play: int) -> str:
    """A play as written by the number that is kept of it; both seats call the points the same."""
    return " ".join([_hop_text(hop) for hop in hops_of(play)])


@cache
def _hop_text(hop: Hop) -> str:
    return hop_text(VARIANTS["backgammon"], hop)


def columns_of(logs: Sequence[Log]) -> dict[str, Array]:
    """Return what is known of every turn but the text of its play, as `TurnRows` keeps it."""
    games = [game for log in logs for game in log.games]
    lengths = [len(game.rows.plays) for game in games]
    begins = np.cumsum([0, *lengths[:-1]])
    thrown = np.frombuffer(b"".join([game.rows.thrown for game in games]), np.uint8)
    seats = np.frombuffer(SEATS, np.int8)[thrown]
    dice = np.array(DICE, np.int8)[thrown]
    cube, owner = _cubes(games, lengths)
    before, after = _boards(_all(game.rows.plays for game in games), seats, begins, lengths)
    return {
        "turn": np.arange(1, len(seats) + 1) - np.repeat(begins, lengths),
        "seat": seats,
        "line": _lines(logs),
        "die1": dice[:, 0],
        "die2": dice[:, 1],
        "cube": cube,
        "owner": owner,
        "certain": np.ones(len(seats), np.int8),
        "known": np.ones(len(seats), np.int8),
        "before": before,
        "after": after,
    }


def _all(numbers: Iterable[list[int]]) -> Array:
    return np.array(list(chain.from_iterable(numbers)), np.int64)


def _lines(logs: Sequence[Log]) -> Array:
    newlines = np.flatnonzero(np.frombuffer(b"".join([log.data for log in logs]), np.uint8) == NEWLINE)
    begins = np.cumsum([0, *[len(log.data) for log in logs[:-1]]])
    turns = [sum([len(game.rows.places) for game in log.games]) for log in logs]
    places = _all(game.rows.places for log in logs for game in log.games) + np.repeat(begins, turns)
    return np.searchsorted(newlines, places) - np.repeat(np.searchsorted(newlines, begins), turns) + 1


def _cubes(games: Sequence[LoggedGame], lengths: Sequence[int]) -> tuple[Array, Array]:
    cube, owner = np.ones(sum(lengths), np.int32), np.full(sum(lengths), NO_OWNER, np.int8)
    first = 0
    for game, length in zip(games, lengths, strict=True):
        value = 1
        for act in game.acts:
            if act.word == "double":
                value = act.value
            elif act.word == "take":
                here = slice(first + act.turns, first + length)
                cube[here], owner[here] = value, act.seat
        first += length
    return cube, owner


def _boards(plays: Array, seats: Array, begins: Array, lengths: Sequence[int]) -> tuple[Array, Array]:
    moved = _switch_views(_board_changes(plays), seats)
    after = np.zeros((len(seats) + 1, WIDTH), np.int8)
    np.cumsum(moved, axis=0, dtype=np.int8, out=after[1:])
    after = after[1:] + np.repeat(np.array(START, np.int8) - after[begins], lengths, axis=0)
    return _switch_views(after - moved, seats), _switch_views(after, seats)


def _board_changes(plays: Array) -> Array:
    """Return what each play changes on the board as who plays sees it."""
    moved = np.zeros((len(plays), WIDTH), np.int8)
    while plays.any():
        there = np.flatnonzero(plays)
        hops = plays[there]
        source, target = hops >> 7 & 31, hops >> 2 & 31
        moved[there, source] -= 1
        on = target != OFF
        moved[there[on], target[on]] += 1
        hit = hops & 1 == 1
        moved[there[hit], target[hit]] += 1
        moved[there[hit], OFF] -= 1
        plays = plays >> HOP_BITS
    return moved


def _switch_views(boards: Array, seats: Array) -> Array:
    """Boards as seat 0 sees them as the seat of each turn does, or the other way round."""
    return np.where(seats[:, None] == 0, boards, Boards(boards, Turning.MIRRORED).from_other_side().points)
