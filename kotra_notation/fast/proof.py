"""Proof at once that a match text is sound in every respect; no answer for any other.

What is not proved is read and replayed as everything is, with all its findings. A record that is proved gives
the same results there and no finding, not even a note; `tools.proofs` and the tests hold it to that.
`KOTRA_DOOR=shut` in the environment lets nothing be proved.
"""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from kotra_notation.fast import rows
from kotra_notation.fast.rows import DOUBLED, DROPPED, TAKEN, WON, KernelGame
from kotra_notation.fast.throw_texts import PADDING
from kotra_notation.rules.worth import WINS, is_crawford, win_size
from kotra_notation.signs import HEADER, Signs

SETTING, SHUT = "KOTRA_DOOR", "shut"
MARK = b"\xef\xbb\xbf"
# Tags that say nothing of how a match is judged, those that say what is supposed, the length, blank lines.
HEAD = re.compile(
    rb"(?:; \[(?:"
    rb"(?:Event|Round|Site|Place|Annotator|Transcriber|Match ID|Player [12]|Player [12] Elo|EventTime|Unrated"
    rb'|ClockType|TimeControl) "[^"\x00-\x1f\x7f\[\]]*"'
    rb'|EventDate "(?:[12][0-9]{3}\.(?:(?:0[1-9]|1[0-2])\.(?:0[1-9]|1[0-9]|2[0-8])'
    rb'|(?:0[13-9]|1[0-2])\.(?:29|30)|(?:0[13578]|1[02])\.31))?"'
    rb'|Variation "Backgammon"|Crawford "On"|CubeLimit "1024"'
    rb")\] *\n|[ ]*\n)*+"
    rb" ?(0|[1-9][0-9]?) point match *\n(?:[ ]*\n)*+"
)
TAG = re.compile(rb'; \[([^"]+) "')
# Not `)*+`: before Python 3.11.5 a possessive group with a repeat inside may match wrongly (gh-106052).
NAME = rb"([A-Za-z_\x80-\xff][A-Za-z0-9_.'\x80-\xff-]*+(?: [A-Za-z0-9_.'\x80-\xff-]++){0,9})(,[0-9]+(?:\.[0-9]+)?)?"  # noqa: E501
GAME = re.compile(
    rb" ?Game ([1-9][0-9]{0,5}) *\n ?"
    + NAME
    + rb" {1,2}: ([0-9]{1,6}) {2,}"
    + NAME
    + rb" {1,2}: ([0-9]{1,6}) *\n"
)
# Blank lines between games, and a number behind the last row.
GAP = re.compile(rb"(?: *(?:[0-9]{1,3}\) *)?\n)*+")
# What is done beside throws, as a log has it.
ACTS = {DOUBLED: "double", TAKEN: "take", DROPPED: "drop", WON: "wins"}
PLAIN = (rows.__file__ or "").endswith(".py")  # not compiled


class ProvedGame(NamedTuple):
    """The result of one game, whose head stands in this line."""

    line: int
    winner: int
    points: int
    kind: str
    turns: int
    crawford: bool


class Proof(NamedTuple):
    """The outcome of a match that is sound; `rated`: ratings stand behind its names."""

    players: tuple[str, str]
    length: int
    games: tuple[ProvedGame, ...]
    score: tuple[int, int]
    rated: bool

    @property
    def winner(self) -> int | None:
        """Return the seat that leads at the end; None in a tie."""
        first, second = self.score
        return None if first == second else int(first < second)


class SoundRecord(NamedTuple):
    """A file that is sound: how it is written, and what comes of its match."""

    format: str
    dialect: str
    encoding: str
    proof: Proof


class CubeOrResult(NamedTuple):
    """A cell that is no throw, behind so many throws of its game; `value` is a cube or points."""

    turns: int
    seat: int
    word: str
    value: int = 0


class LoggedGame(NamedTuple):
    """One game: where it begins, its throws, what else was done, and the cube at its end."""

    at: int
    rows: KernelGame
    acts: list[CubeOrResult]
    cube: int


class Log:
    """All that is in a proved match, in places of `data`; `head` ends behind the names of the first game."""

    def __init__(self) -> None:
        self.data = b""
        self.head = 0
        self.games: list[LoggedGame] = []

    def add(self, at: int, game: KernelGame) -> None:
        """Take in a game that begins there."""
        acts = [
            CubeOrResult(turns, seat, ACTS[what], value)
            for turns, seat, what, value in zip(*[iter(game.acts)] * 4, strict=True)
        ]
        self.games.append(LoggedGame(at, game, acts, game.cube))


def prove_record(data: bytes) -> SoundRecord | None:
    """Prove a file that is alone sound, and tell how it is written; None also where that is not clear."""
    proof = prove(data)
    dialect = proof and _dialect(data.decode("utf-8-sig"), rated=proof.rated)
    if proof is None or not dialect:
        return None
    return SoundRecord("mat", dialect, "utf-8-sig" if data.startswith(MARK) else "utf-8", proof)


def _dialect(text: str, *, rated: bool) -> str:
    """The dialect of a match text by its body and the lines before its first game; empty where unknown."""
    signs = Signs(text)
    signs.rated = rated
    for line in text[: text.find("Game 1") + len("Game 1")].split("\n"):
        words = line.strip()
        if words.startswith("Game "):
            return signs.dialect
        if header := HEADER.fullmatch(line):
            signs.tag(header[1], header[2])
        elif words.endswith(" point match"):
            signs.indented_length = line.startswith(" ")
        elif words:
            return ""
    return ""


def prove(data: bytes, log: Log | None = None) -> Proof | None:
    """Return what comes of a match text if it is sound in every respect, and fill a log of it; else None.

    Where a log is wanted, None also for throws that were not played and for a loss that is told.
    """
    if os.environ.get(SETTING) == SHUT:
        return None
    data = data.removeprefix(MARK)
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n")
    head = HEAD.match(data)
    if head is None or not _is_text(head[0]):
        return None
    tags = TAG.findall(head[0])
    if len(set(tags)) < len(tags):
        return None
    length, at, size = int(head[1]), head.end(), len(data)
    data += PADDING
    score = before = (0, 0)
    games: list[ProvedGame] = []
    players: tuple[bytes, bytes] | None = None
    bare = marked = 0
    match = rated = False
    line, counted = 1, 0
    while at < size:
        named = GAME.match(data, at)
        if named is None or (length and max(score) >= length):
            return None
        line, counted = line + data.count(b"\n", counted, named.start()), named.start()
        number, first, rating, points, second, other_rating, other_points = named.groups()
        rated = rated or rating is not None or other_rating is not None
        if int(number) != len(games) + 1 or (int(points), int(other_points)) != score:
            return None
        if players is None and first != second and _is_text(first) and _is_text(second):
            players = first, second
        if (first, second) != players:
            return None
        begins = named.start(5)
        game = KernelGame(data, begins - data.rfind(b"\n", 0, begins) - 1, PLAIN)
        game.crawford = crawford = length - 1 in score and bool(is_crawford(length, score, before))
        if length:
            game.need_1, game.need_2 = length - score[0], length - score[1]
        game.logged = log is not None
        at = game.read(named.end(), size)
        kind = _kind(game) if at >= 0 else ""
        if not kind:
            return None
        bare, marked = bare | game.hits_bare, marked | game.hits_marked
        winner, won = game.winner, game.points
        games.append(ProvedGame(line, winner, won, kind, game.turns, crawford))
        if log is not None:
            if game.untold or game.loser >= 0:
                return None
            log.data, log.head = data, log.head or named.end()
            log.add(named.start(), game)
        before = score
        score = (score[0], score[1] + won) if winner else (score[0] + won, score[1])
        if (match := game.match) and not (length and score[winner] >= length):
            return None
        at = GAP.match(data, at).end()  # type: ignore[union-attr]
    if players is None or (length and max(score) < length) or (bare and marked):
        return None
    if length and length % 2 == 0 and len(games) == 1 and not match:
        return None  # Galaxy writes a money game so
    one, two = (name.decode() for name in players)
    return Proof((one, two), length, tuple(games), score, rated)


def _is_text(data: bytes) -> bool:
    """Return whether bytes are UTF-8, with no sign that is not seen but blanks and ends of lines."""
    try:
        return data.isascii() or data.decode().replace("\n", "").isprintable()
    except ValueError:
        return False


def _kind(game: KernelGame) -> str:
    """Return how a game ended, if what is written of it is what it has come to; else nothing."""
    winner, points, cube = game.winner, game.points, game.cube
    if game.dropped:
        return "drop" if (winner, points) == (game.owner, cube) else ""
    if game.over:
        loser = game.first if winner else game.second
        size = win_size(tuple(loser), loser[0])
        return WINS[size - 1] if (winner, points) == (game.seat, size * cube) else ""
    return "resign" if game.turns and points in (cube, 2 * cube, 3 * cube) else ""
