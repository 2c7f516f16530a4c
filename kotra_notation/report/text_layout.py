"""A game as texts tell it: turns that follow on one another together, and what is said between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from kotra_notation.report.cleaning import bare, isolated
from kotra_notation.report.view import DecisionStudy, Event, GameView, PageBoard, PageFinding, Remark, Stop
from kotra_notation.words.lines import sign_width, width
from kotra_notation.words.tongues import N_, Tongue


@dataclass(frozen=True, slots=True)
class PassageRow:
    """A line of two columns: what one side did, what the other did then, or what is nobody's turn."""

    sides: tuple[Stop | None, Stop | None] = (None, None)
    across: Stop | Event | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Turns:
    """Turns and events with nothing between them."""

    kind: str = "turns"
    items: tuple[Stop | Event, ...]

    @property
    def rows(self) -> Iterator[PassageRow]:
        """The lines of two columns; a side that acts again begins a new one."""
        left: Stop | None = None
        for item in self.items:
            seat = item.seat if isinstance(item, Stop) else None
            if isinstance(item, Stop) and seat == 1:
                yield PassageRow((left, item))
                left = None
                continue
            if left:
                yield PassageRow((left, None))
            left = item if isinstance(item, Stop) and seat == 0 else None
            if left is None:
                yield PassageRow(across=item)
        if left:
            yield PassageRow((left, None))


@dataclass(frozen=True, slots=True, kw_only=True)
class Studies:
    """What an evaluation says of a decision that it calls a blunder."""

    kind: str = "studies"
    stop: Stop
    studies: tuple[DecisionStudy, ...]


Passage = Turns | Studies | PageFinding | Remark | PageBoard


def passages(game: GameView) -> Iterator[Passage]:
    """The passages of a game in order; evaluations are told of blunders only."""
    together: list[Stop | Event] = []
    for item in game.items:
        blunder = isinstance(item, Stop) and item.grade == "blunder" and bool(item.studies)
        if isinstance(item, Stop | Event):
            together.append(item)
        if together and (blunder or not isinstance(item, Stop | Event)):
            yield Turns(items=tuple(together))
            together.clear()
        if not isinstance(item, Stop | Event):
            yield item
        elif blunder and isinstance(item, Stop):
            yield Studies(stop=item, studies=item.studies)
    if together:
        yield Turns(items=tuple(together))


LINE = 78
GAP = "  "
SIDES = (38, 38)
HANGING = 4  # how far the second line of a turn stands in
UNSURE = N_("uncertain")


def wrapped(text: str, room: int = LINE, *, first: str = "", rest: str = "") -> list[str]:
    """A text in lines of so many columns, with what stands before the first line and before the others.

    A word that has no room on a line of its own is cut.
    """
    lines: list[str] = []
    begun: list[str] = []
    used, free = 0, room - width(first)
    for word in bare(text).split():
        columns = width(word)
        if begun and used + 1 + columns > free:
            lines.append(" ".join(begun))
            begun, used, free = [], 0, room - width(rest)
        if columns > free:
            *cut, word = _cut(word, free, room - width(rest))
            lines += cut
            columns, free = width(word), room - width(rest)
        used += columns + bool(begun)
        begun.append(word)
    lines.append(" ".join(begun))
    return [(rest if place else first) + isolated(line) for place, line in enumerate(lines)]


def _cut(word: str, first: int, rest: int) -> list[str]:
    """A long word in parts that have room."""
    parts, begun, used, room = [], "", 0, first
    for sign in word:
        columns = sign_width(sign)
        if used + columns > room:
            parts.append(begun)
            begun, used, room = "", 0, rest
        begun, used = begun + sign, used + columns
    return [*parts, begun]


def fitted(widths: Sequence[int], room: int) -> list[int]:
    """The widths of columns as they fit into a line: what is too much is taken from the widest."""
    fit = list(widths)
    while sum(fit) + len(GAP) * (len(fit) - 1) > room:
        fit[fit.index(max(fit))] -= 1
    return fit


def side_by_side(rows: Iterable[Sequence[str]], widths: Sequence[int], hanging: int = 0) -> str:
    """Rows of cells, each in a column of its width; what is too long for a line goes on in the next."""
    return "".join(_row(cells, widths, hanging) for cells in rows)


def _row(cells: Sequence[str], widths: Sequence[int], hanging: int) -> str:
    columns = [_cell(cell, room, hanging) for cell, room in zip(cells, widths, strict=True)]
    return "".join(
        GAP.join(_padded(line, room) for line, room in zip(lines, widths, strict=True)).rstrip() + "\n"
        for lines in zip_longest(*columns, fillvalue="")
    )


def _cell(text: str, room: int, hanging: int) -> list[str]:
    """The lines of a cell; blanks at its beginning are kept."""
    indent = text[: len(text) - len(text.lstrip(" "))]
    return wrapped(text, room, first=indent, rest=" " * hanging)


def _padded(line: str, room: int) -> str:
    return line + " " * (room - width(line))


def turns(part: Turns, tongue: Tongue, names: Sequence[str] = (), room: int = LINE) -> str:
    """The turns of both sides in two columns, below their names; what is nobody's across both."""
    indent, sides = " " * HANGING, fitted(SIDES, room)
    lines = [side_by_side([[f"{indent}{name}" for name in names]], sides)] if names else []
    for row in part.rows:
        if row.across:
            words = act_words(row.across, tongue)
            lines += (f"{line}\n" for line in wrapped(words, room, first=indent, rest=indent))
        else:
            cells = [
                f"{side.turn or '':>{HANGING - 1}} {act_words(side, tongue)}" if side else ""
                for side in row.sides
            ]
            lines.append(side_by_side([cells], sides, HANGING))
    return "".join(lines)


def act_words(item: Stop | Event, tongue: Tongue) -> str:
    """Return what was done on one line: dice, play, and the marks of what is wrong with it."""
    return " ".join(filter(None, _parts(item, tongue))) if isinstance(item, Stop) else item.text


def _parts(stop: Stop, tongue: Tongue) -> Iterator[str]:
    yield f"{stop.dice}:" if stop.dice else ""
    yield stop.text
    yield stop.sign
    if stop.codes:
        yield f"[{stop.severity_word} {' '.join(stop.codes)}]"
    if stop.loss:
        yield f"[{stop.grade_word} {stop.loss}]"
    if not stop.certain:
        yield f"[{tongue.say(UNSURE)}]"
