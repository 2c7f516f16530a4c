"""Games of two players against each other, many side by side: nets against nets, nets against GNU Backgammon.

Games come in pairs with the same dice, the players on each other's side, without a cube: a pair is one datum.
"""

from __future__ import annotations

import re
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kotra_notation.engine.evaluator import CUBELESS, Evaluator
from kotra_notation.engine.lockstep import DICE, dice
from kotra_notation.engine.many_plays import THROWS, WEIGHTS, plays
from tools.measured_corpus import Measured

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from kotra_notation.engine.evaluator import GameArrays, Valued
    from kotra_notation.engine.many_plays import Boards, Numbers

    Dice = NDArray[np.integer]

# The boards behind what a player plays of each throw, still seen by him.
Player = Callable[["Boards", "Dice"], "Boards"]

PAIRS_AT_A_TIME = 500
BOARDS_AT_ONCE = 256
# How a first throw falls that is no double.
WITHOUT_DOUBLES = np.array([one != two for one, two in THROWS]) / 15
GNUBG = "/usr/games/gnubg"
SETTINGS = (
    "set evaluation chequerplay evaluation plies 0",
    "set evaluation chequerplay evaluation cubeful off",
    "set jacoby off",
)
MEN = 15
NAMED = {"bar": 25, "off": 0}
STEP = re.compile(r"(\w+)((?:/\w+\*?)+)(?:\((\d)\))?")


class Contest(NamedTuple):
    """The points of the first of two players game by game, and his luck in them where a judge was asked.

    Luck is nought on average whatever the judge knows, so that points less luck have the same mean.
    """

    points: NDArray[np.float64]
    lucks: NDArray[np.float64]


class Board(NamedTuple):
    """What is played: a game, the position it begins with, and what it is for."""

    game: GameArrays
    start: Boards
    stake: Valued


def net_player(evaluator: Evaluator, stake: Valued = CUBELESS) -> Player:
    """The play that is best by the nets alone, without a cube."""

    def play(boards: Boards, thrown: Dice) -> Boards:
        parts = []
        for begin in range(0, len(boards), BOARDS_AT_ONCE):
            part = slice(begin, begin + BOARDS_AT_ONCE)
            of = np.zeros(len(boards[part]), np.intp)
            best = evaluator.evaluate_plays(boards[part], thrown[part], [stake], of).first_of_each()
            parts.append(best.boards)
        return np.concatenate(parts)

    return play


def duel(
    board: Board, one: Player, other: Player, pairs: int, seed: int, seconds: float = float("inf")
) -> Measured:
    """The points a game of the first player, with the standard error, by pairs of games with the same dice.

    No new games begin when the seconds are over.
    """
    found: list[float] = []
    until = time.monotonic() + seconds
    while len(found) < pairs and (not found or time.monotonic() < until):
        count = min(PAIRS_AT_A_TIME, pairs - len(found))
        begun, second = (
            games_between(board, one, other, count, (seed, len(found)), begins).points
            for begins in (True, False)
        )
        found += ((begun + second) / 2).tolist()
    return Measured.of(found)


def games_between(
    board: Board,
    one: Player,
    other: Player,
    games: int,
    seed: tuple[int, int],
    begins: bool,
    judge: Evaluator | None = None,
) -> Contest:
    """Games of two players from the start, which the first begins or the other."""
    game = board.game
    throws = opened(dice(games, seed)) if game.opening_throw else dice(games, seed)
    usual = WITHOUT_DOUBLES if game.opening_throw else WEIGHTS
    boards, live = np.tile(board.start, (games, 1)), np.arange(games)
    found, is_one = Contest(np.zeros(games), np.zeros(games)), np.full(games, begins)
    while len(live):
        places = next(throws)[live]
        if judge is not None:
            found.lucks[live] += np.where(is_one, 1, -1) * lucks(judge, board.stake, boards, places, usual)
            usual = WEIGHTS
        after = np.empty_like(boards)
        for player, whose in ((one, is_one), (other, ~is_one)):
            if whose.any():
                after[whose] = player(boards[whose], DICE[places[whose]])
        won = game.outcomes_won(after)
        at = won.any(axis=1)
        found.points[live[at]] += np.where(is_one[at], 1, -1) * game.flat(won[at])
        on = ~game.is_over(after)
        after = after[on]
        boards, live = game.for_next_throw(after), live[on]
        is_one = is_one[on] == game.throws_again(after)
    return found


def lucks(
    judge: Evaluator, stake: Valued, boards: Boards, places: Numbers, usual: NDArray[np.floating]
) -> NDArray[np.float64]:
    """By how much each throw is better than throws usually are, each with its best play by the nets alone."""
    found = []
    for begin in range(0, len(boards), BOARDS_AT_ONCE):
        some = slice(begin, begin + BOARDS_AT_ONCE)
        of = np.zeros(len(boards[some]), np.intp)
        worths = judge.best_of_all_throws(boards[some], [stake], of).worths.reshape(-1, len(THROWS))
        found.append(worths[np.arange(len(of)), places[some]] - worths @ usual)
    return np.concatenate(found)


def opened(throws: Iterator[Numbers]) -> Iterator[Numbers]:
    """The throws of games from the start: the first is no double."""
    first = next(throws)
    doubles = DICE[:, 0] == DICE[:, 1]
    while (again := doubles[first]).any():
        first = np.where(again, next(throws), first)
    yield first
    yield from throws


class GnuBackgammon:
    """GNU Backgammon at 0-ply, asked through its external player."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.answers = connection.makefile("r")

    def __call__(self, boards: Boards, thrown: Dice) -> Boards:
        """The boards behind its plays; a throw that can be played in one way is not asked about."""
        after, throws = plays(boards, thrown)
        begins = np.searchsorted(throws, np.arange(len(boards) + 1))
        found = after[begins[:-1]]
        for at in np.flatnonzero(np.diff(begins) > 1).tolist():
            made = played(boards[at], self.asked(boards[at], thrown[at]))
            if not (after[begins[at] : begins[at + 1]] == made).all(axis=1).any():
                raise ValueError(f"no lawful play: {boards[at].tolist()} {thrown[at]} {made.tolist()}")
            found[at] = made
        return found

    def asked(self, board: Boards, thrown: Dice) -> str:
        """What it plays, as it writes it."""
        self.connection.sendall(fibs_line(board, thrown).encode())
        return self.answers.readline().strip()


def fibs_line(board: Boards, thrown: Dice) -> str:
    """A position as FIBS sends it, of a side that moves down to 0."""
    counts = board.tolist()
    own, other = (MEN - sum(max(sign * men, 0) for men in counts) for sign in (1, -1))
    one, two = thrown.tolist()
    fields: list[Any] = ["board", "You", "other", 0, 0, 0, *counts, 1, one, two, one, two, 1, 1, 1, 0]
    fields += [1, -1, 0, 25, own, other, max(counts[25], 0), max(-counts[0], 0), 2, 0, 0, 0]
    return ":".join(map(str, fields)) + "\r\n"


def played(board: Boards, text: str) -> Boards:
    """The board behind a play as it is written, such as `24/18 13/11*` or `bar/20 6/4(2)`."""
    found = board.copy()
    for first, ways, times in STEP.findall(text):
        stops = [_point(stop) for stop in (first, *ways.replace("*", "").strip("/").split("/"))]
        for begin, end in [*pairwise(stops)] * int(times or 1):
            found[begin] -= 1
            if end and found[end] == -1:
                found[end] = 0
                found[0] -= 1
            found[end] += end > 0
    return found


def _point(text: str) -> int:
    return NAMED[text] if text in NAMED else int(text)


@contextmanager
def gnu_backgammon(port: int = 14321) -> Iterator[GnuBackgammon]:
    """An own process of it that listens on a port of this machine."""
    commands = "\n".join((*SETTINGS, f"external localhost:{port}", ""))
    with subprocess.Popen(
        [GNUBG, "-t", "-q", "-r"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdin
        process.stdin.write(commands)
        process.stdin.flush()
        try:
            with _connected(port) as connection:
                yield GnuBackgammon(connection)
        finally:
            process.kill()


def _connected(port: int) -> socket.socket:
    """A connection, as soon as it listens."""
    for _ in range(100):
        try:
            return socket.create_connection(("127.0.0.1", port))
        except OSError:
            time.sleep(0.1)
    raise OSError("GNU Backgammon does not listen")
