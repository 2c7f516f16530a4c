"""A sound `.mat` text in GNU Backgammon's dialect as cells, so that a fault can be put into one of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kotra_notation.model import Blank, Double, Drop, Match, Play, ResultClaim, Take, Turn
from referees.games import spelled

ROW = re.compile(r" *(\d+)\) ?")
CELL = re.compile(r"\d\d:(?: \d+/\d+\*?)*|Doubles => \d+|Takes|Drops|Wins \d+ points?(?: and the match)?")
SCORE = re.compile(r" (.+?) : (\d+) +(.+?) : (\d+)$")
RIGHT = 25  # a cell that begins at this column or later is the right-hand player's


@dataclass
class Cell:
    """What one seat did, as written; a result is a cell too."""

    seat: int
    text: str

    @property
    def rolled(self) -> bool:
        """Whether it holds dice."""
        return self.text[2:3] == ":"

    @property
    def dice(self) -> str:
        """The two digits of the dice."""
        return self.text[:2]

    @property
    def hops(self) -> list[str]:
        """The hops as written."""
        return self.text[3:].split() if self.rolled else []

    def with_hops(self, hops: list[str]) -> Cell:
        """The same dice and other hops."""
        return Cell(self.seat, " ".join([f"{self.dice}:", *hops]))


@dataclass
class Round:
    """One game: its number, its names and scores, and its cells in order; the last may be the result."""

    number: int
    names: tuple[str, str]
    score: list[int]
    cells: list[Cell] = field(default_factory=list)


@dataclass
class Sheet:
    """A whole record: the lines before the first game, and the games."""

    head: list[str]
    rounds: list[Round]

    def text(self) -> str:
        """The record in the layout of the program that wrote it."""
        lines = list(self.head)
        for game in self.rounds:
            lines += [
                f" Game {game.number}",
                "{:<31} {} : {}".format(*left_and_right(game)),
                *rows(game.cells),
                "",
            ]
        return "\n".join(lines) + "\n"


def left_and_right(game: Round) -> tuple[str, str, int]:
    """The names and scores of a game as the layout needs them."""
    return f" {game.names[0]} : {game.score[0]}", game.names[1], game.score[1]


def rows(cells: list[Cell]) -> list[str]:
    """The rows of a game: the left seat begins a row, the right one ends it; the result has its own line."""
    lines: list[str] = []
    left: str | None = None
    number = 0
    for cell in cells:
        text = cell.text if cell.rolled else f" {cell.text}"
        if cell.text.startswith("Wins") and (cell.seat == 0 or left != " Drops"):
            if left is not None:
                lines.append(f"{number:3}) {left}")
            lines.append(" " * (5 if cell.seat == 0 else 33) + text)
            left = None
        elif cell.seat == 0:
            if left is not None:
                lines.append(f"{number:3}) {left}")
            number += 1
            left = text
        else:
            number += left is None
            lines.append(f"{number:3}) {left or '':<27} {text}".rstrip())
            left = None
    return [*lines, f"{number:3}) {left}"] if left is not None else lines


def sheet(text: str) -> Sheet:
    """The record as rows of cells."""
    found = Sheet([], [])
    for line in text.splitlines():
        if game := re.fullmatch(r" Game (\d+) *", line):
            found.rounds.append(Round(int(game[1]), ("", ""), [0, 0]))
        elif not found.rounds:
            found.head.append(line)
        elif score := SCORE.fullmatch(line):
            found.rounds[-1].names = score[1], score[3]
            found.rounds[-1].score = [int(score[2]), int(score[4])]
        else:
            numbered = ROW.match(line)
            for cell in CELL.finditer(line, numbered.end() if numbered else 0):
                found.rounds[-1].cells.append(Cell(int(cell.start() >= RIGHT), cell[0]))
    return found


def written(match: Match) -> str:
    """A generated match in GNU Backgammon's dialect."""
    names = match.players[0].name, match.players[1].name
    rounds = []
    for game in match.games:
        score = game.score.score if game.score else (0, 0)
        found = Round(game.number or 0, names, [int(score[0]), int(score[1])])
        for event in game.events:
            match event:
                case Turn(deed=Play() | Blank() as deed):
                    hops = spelled(deed.hops) if isinstance(deed, Play) else ""
                    text = f"{event.dice[0]}{event.dice[1]}: {hops}".rstrip()
                case Double():
                    text = f"Doubles => {event.value}"
                case Take():
                    text = "Takes"
                case Drop():
                    text = "Drops"
                case ResultClaim():
                    text = f"Wins {event.points:g} point" + "s" * (event.points != 1)
                case _:
                    raise ValueError(event)
            found.cells.append(Cell(event.seat, text))
        rounds.append(found)
    return Sheet([f" {match.length} point match", ""], rounds).text()
