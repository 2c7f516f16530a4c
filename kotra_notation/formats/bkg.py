"""Hans Berliner's BKG, `.bkg`: games of the first program to beat a world champion; read, not written.

A line is a side (`Black` is seat 0, `White` seat 1) and what it did: two dice and the points of its steps,
from and to, in pairs; a double with its answer; a win. All points are Black's: White's are turned about, so
that White enters from 0 and bears off to 25. A record is one of money games, has no names and no scores.

Leniencies of the reader:

- Columns stand anywhere; dice with a blank, another sign or nothing between them; any signs between points.
- `bar` and `off` for the mover's own. Any letter case.
- A double that no word answers is dropped, as in this notation; `Accepted`, `Takes` take it.
- `wins a gammon`, `wins gammon`, `wins a game`, `wins 2 points`; a win whose worth is not said has no points.
- A line after a win begins the next game. Other lines are comments.

Settled by what GNU Backgammon read before it dropped the notation: columns, colours, and that no play behind
the dice is none that was possible.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kotra_notation import model
from kotra_notation.board import BAR, OFF
from kotra_notation.findings import Finding, finding
from kotra_notation.formats.acts import Threw
from kotra_notation.formats.format import Format, Reading, Source, line_span, lines_of
from kotra_notation.formats.parsers import parser
from kotra_notation.formats.plays import LONGEST, MOST, REMEMBERED

if TYPE_CHECKING:
    from lark import Token, Tree

LOOKED_AT = 8192
SHOWN = 80
SIDES = ("Black", "White")
CALLED = ("single", "gammon", "backgammon")

# A throw in the columns of the notation, by which it is known.
THROW = re.compile(r"(?:Black|White)[ \t]{2}[1-6][ \t,-][1-6](?![0-9:])")
LINE = re.compile(r"[ \t]*(Black|White)(?![A-Za-z0-9])[ \t]*", re.I)
DICE = re.compile(r"([1-6])[^0-9A-Za-z]?([1-6])(?![0-9])")


@dataclass(frozen=True, slots=True)
class Doubled:
    """A double and whether it was taken."""

    taken: bool


@dataclass(frozen=True, slots=True)
class Won:
    """A win: what it is called, what it is worth."""

    kind: str | None
    points: int | None


def looks_like(source: Source) -> bool:
    """Whether a line near the beginning is a roll in the columns of this notation."""
    return any(THROW.match(line) for line in lines_of(source.text[:LOOKED_AT]))


def read(source: Source) -> Reading:
    """The games of a record, as one session for money."""
    reader = Reader()
    for number, line in enumerate(source.lines, 1):
        if line.strip():
            reader.line(line, number)
    games = tuple(
        model.Game(number=number, events=tuple(events), span=span)
        for number, (span, events) in enumerate(reader.games, 1)
    )
    if not games:
        return Reading(findings=(finding("empty-record"),))
    players = (model.Player(name=SIDES[0]), model.Player(name=SIDES[1]))
    match = model.Match(
        players=players, length=0, remarks=tuple(reader.remarks), games=games, span=games[0].span
    )
    return Reading(matches=(match,), findings=tuple(reader.findings))


@dataclass(slots=True)
class Reader:
    """The state of reading one file."""

    games: list[tuple[model.Span, list[model.Event]]] = field(default_factory=list)
    remarks: list[model.Comment] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    over: bool = True  # whether the next line of a side begins a game

    def line(self, line: str, number: int) -> None:
        """Read a line."""
        text = line.strip()
        span = line_span(number, line)
        side = LINE.match(line)
        if side is None:
            self._comment(model.Comment(text=text, span=span))
            return
        if self.over:
            self.games.append((span, []))
            self.over = False
        seat = SIDES.index(side[1].capitalize())
        self._act(seat, line[side.end() :].strip(), text, span)

    def _comment(self, comment: model.Comment) -> None:
        if self.games:
            self.games[-1][1].append(comment)
        else:
            self.remarks.append(comment)

    def _act(self, seat: int, text: str, whole: str, span: model.Span) -> None:
        events = self.games[-1][1]
        match said(text, seat):
            case Threw(dice=dice, deed=deed):
                events.append(model.Turn(seat=seat, dice=dice, deed=deed, text=text, span=span))
                if isinstance(deed, model.Unread):
                    self._say("unreadable-cell", span, text, seat=seat, near="")
            case Doubled(taken=taken):
                events.append(model.Double(seat=seat, span=span))
                events.append(
                    model.Take(seat=1 - seat, span=span) if taken else model.Drop(seat=1 - seat, span=span)
                )
            case Won(kind=kind, points=points):
                events.append(model.ResultClaim(seat=seat, points=points, kind=kind, span=span))
                self.over = True
            case _:
                self._say("unreadable-line", span, whole)
                events.append(model.Extra(key="bkg:line", value=whole, span=span))

    def _say(self, kind: str, span: model.Span, written: str, **facts: Any) -> None:
        found = finding(kind, span=span, written=written[:SHOWN], **facts)
        self.findings.append(found.at(match=1, game=len(self.games)))


@lru_cache(maxsize=REMEMBERED)
def said(text: str, seat: int) -> Threw | Doubled | Won | None:
    """What stands behind the name of a side, None where it says nothing known."""
    from lark import UnexpectedInput

    tree = None
    if len(text) <= LONGEST:
        try:
            tree = parser("bkg").parse(text)
        except UnexpectedInput:
            tree = None
    if tree is None:
        dice = DICE.match(text)
        return (
            Threw((int(dice[1]), int(dice[2])), model.Unread(text=text[dice.end() :].strip()))
            if dice
            else None
        )
    return _meant(tree, text, seat)


def _meant(tree: Tree[Token], text: str, seat: int) -> Threw | Doubled | Won:
    tokens = [part for part in tree.children if isinstance(part, str)]
    match tree.data:
        case "turn":
            dice = (int(tokens[0]), int(tokens[1]))
            return Threw(dice, _deed(tokens[2:], seat) or model.Unread(text=text))
        case "double":
            return Doubled(bool(tokens))
        case _:
            held = {getattr(token, "type", ""): str(token) for token in tokens}
            kind = " ".join(held.get("KIND", "").lower().split()).removesuffix(" game")
            points = held.get("POINTS")
            return Won(kind if kind in CALLED else None, int(points) if points else None)


def _deed(tokens: Sequence[str], seat: int) -> model.Deed | None:
    """The steps of a play in the mover's own numbers, None where they are none."""
    if not tokens:
        return model.CannotMove()
    points = [_point(token, seat) for token in tokens]
    if len(points) % 2 or len(points) > 2 * MOST or not all(OFF <= point <= BAR for point in points):
        return None
    return model.Play(hops=tuple(model.Hop(*pair) for pair in zip(points[::2], points[1::2], strict=True)))


def _point(token: str, seat: int) -> int:
    if not token.isdigit():
        return BAR if token.lower() == "bar" else OFF
    return 25 - int(token) if seat else int(token)


FORMAT = Format(
    title="Hans Berliner's BKG, .bkg",
    suffixes=(".bkg",),
    looks_like=looks_like,
    read=read,
)
