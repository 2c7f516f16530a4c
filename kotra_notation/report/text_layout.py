"""Text in lines of a fixed width: paragraphs, cells side by side, and games as passages of turns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import zip_longest

from markupsafe import Markup

from kotra_notation.board.diagram import NAME_WIDTH
from kotra_notation.board.themes import MARKS, PARTS, find_theme
from kotra_notation.board.wording import Wording, translate_wording
from kotra_notation.report.cleaning import ISOLATE, bare, isolate
from kotra_notation.report.view import (
    DecisionStudy,
    Diagram,
    Event,
    GameView,
    Page,
    PageBoard,
    PageFinding,
    Remark,
    Stop,
)
from kotra_notation.values import dataclass
from kotra_notation.words.lines import sign_width, width
from kotra_notation.words.tongues import N_, Tongue

LINE = 78
GAP = "  "
SIDES = (38, 38)
HANGING = 4  # how far the second line of a turn stands in
UNSURE = N_("uncertain")


@dataclass(frozen=True, slots=True)
class PassageRow:
    """A line of two columns: a turn of one side, the next of the other, or what is nobody's turn."""

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
    """The evaluation of a decision that it calls a blunder."""

    kind: str = "studies"
    stop: Stop
    studies: tuple[DecisionStudy, ...]


def passages(game: GameView) -> Iterator[Turns | Studies | PageFinding | Remark | PageBoard]:
    """Yield the passages of a game in order; evaluations are told of blunders only."""
    together: list[Stop | Event] = []
    for item in game.items:
        if isinstance(item, Stop | Event):
            together.append(item)
            if not (isinstance(item, Stop) and item.grade == "blunder" and item.studies):
                continue
        if together:
            yield Turns(items=tuple(together))
            together.clear()
        if isinstance(item, Stop):
            yield Studies(stop=item, studies=item.studies)
        elif not isinstance(item, Event):
            yield item
    if together:
        yield Turns(items=tuple(together))


def wrap_text(text: str, room: int = LINE, *, first: str = "", rest: str = "") -> list[str]:
    """Return a text in lines of so many columns, begun with `first` and `rest`; too long words are cut."""
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
    return [(rest if place else first) + isolate(line) for place, line in enumerate(lines)]


def _cut(word: str, first: int, rest: int) -> list[str]:
    """Return a long word in parts that have room."""
    parts, begun, used, room = [], "", 0, first
    for sign in word:
        columns = sign_width(sign)
        if used + columns > room:
            parts.append(begun)
            begun, used, room = "", 0, rest
        begun, used = begun + sign, used + columns
    return [*parts, begun]


def fit_widths(widths: Sequence[int], room: int) -> list[int]:
    """Return the widths of columns as they fit into a line: what is too much is taken from the widest."""
    fit = list(widths)
    while sum(fit) + len(GAP) * (len(fit) - 1) > room:
        fit[fit.index(max(fit))] -= 1
    return fit


def side_by_side(rows: Iterable[Sequence[str]], widths: Sequence[int], hanging: int = 0) -> str:
    """Return rows of cells in columns of their widths; long cells go on in the next line."""
    lines = []
    for cells in rows:
        columns = []
        for cell, room in zip(cells, widths, strict=True):
            indent = cell[: len(cell) - len(cell.lstrip(" "))]
            columns.append(wrap_text(cell, room, first=indent, rest=" " * hanging))
        for parts in zip_longest(*columns, fillvalue=""):
            padded = (part + " " * (room - width(part)) for part, room in zip(parts, widths, strict=True))
            lines.append(GAP.join(padded).rstrip() + "\n")
    return "".join(lines)


def turn_lines(part: Turns, tongue: Tongue, names: Sequence[str] = (), room: int = LINE) -> str:
    """Return the turns of both sides in two columns, below their names; what is nobody's across both."""
    indent, sides = " " * HANGING, fit_widths(SIDES, room)
    lines = [side_by_side([[f"{indent}{name}" for name in names]], sides)] if names else []
    for row in part.rows:
        if row.across:
            words = _words(row.across, tongue)
            lines += (f"{line}\n" for line in wrap_text(words, room, first=indent, rest=indent))
        else:
            cells = [
                f"{side.turn or '':>{HANGING - 1}} {_words(side, tongue)}" if side else ""
                for side in row.sides
            ]
            lines.append(side_by_side([cells], sides, HANGING))
    return "".join(lines)


def _words(item: Stop | Event, tongue: Tongue) -> str:
    """Return what was done on one line: dice, play, and the marks of what is wrong with it."""
    if isinstance(item, Event):
        return item.text
    parts = (
        f"{item.dice}:" if item.dice else "",
        item.text,
        item.sign,
        f"[{item.severity_word} {' '.join(item.codes)}]" if item.codes else "",
        f"[{item.grade_word} {item.loss}]" if item.loss else "",
        "" if item.certain else f"[{tongue.say(UNSURE)}]",
    )
    return " ".join(filter(None, parts))


# What a picture has for programs that know no style sheet, and what it needs where it stands alone.
_ALONE = re.compile(r' (?:(?:fill|stroke)="#[0-9a-f]+"|xmlns="[^"]*"|font-family="[^"]*")')
_TAG, _PLAIN_VALUE = re.compile("<[^<>]*>"), re.compile(r'="([\w.-]+)"(/?)')


@cache
def wording(tongue: Tongue) -> Wording:
    """Return the sentences of a drawn board in a language."""
    return translate_wording(tongue.say)


def board_svg(
    diagram: Diagram,
    tongue: Tongue,
    *,
    names: tuple[str, str] | None = None,
    view: str = "towards",
    bottom: int = 0,
    small: bool = False,
    paths: bool = False,
) -> Markup:
    """Return a diagram styled by the page, seen from `bottom` if it has `names`, else from who rolls."""
    picture = diagram.position.svg(
        names=names,
        bottom=bottom if names else None,
        view=view,
        wording=wording(tongue),
        arrows=diagram.arrows,
        marked=diagram.marked,
        style=False,
        labels=not small,
        paths=paths,
    )
    return without_style(picture)


def without_style(picture: str) -> Markup:
    """Return a picture for HTML, without quotes and what it has for programs that know no style sheet."""
    bare = _ALONE.sub("", picture)
    return Markup(_TAG.sub(lambda tag: _PLAIN_VALUE.sub(_unquote, tag[0]), bare))


def _unquote(value: re.Match[str]) -> str:
    return f"={value[1]} /" if value[2] else f"={value[1]}"


def board_text(diagram: Diagram, tongue: Tongue, page: Page, room: int = LINE) -> str:
    """Return the diagram in letters and lines that every fixed font has, and what programs know it by."""
    first, second = (isolate(bare(name)[: NAME_WIDTH - len(ISOLATE.format(""))]) for name in page.players)
    drawn = diagram.position.diagram(
        ascii_only=True,
        room=room,
        names=(first, second),
        view=page.view,
        wording=wording(tongue),
        arrows=diagram.arrows,
        paths=page.paths,
    )
    texts = diagram.position.spellings()
    identifier = wrap_text(texts["xgid"] or texts["text"] or "", room, first=" ", rest=" ")
    return "\n".join([drawn, *identifier, ""])


def colours(name: str, *, marks: bool = True) -> str:
    """Return the style rules of a theme, each for both schemes; ValueError for one there is not.

    Without `marks` no points are outlined.
    """
    theme = find_theme(name)
    values = {
        part: light if light == dark else f"light-dark({light},{dark})"
        for part, (light, dark) in theme.colours.items()
        if theme.shows(part) and (marks or not part.startswith("mark"))
    }
    used = {part: (PARTS[part], value) for part, value in values.items()}
    used |= {part: ("fill", values[source]) for part, source in MARKS.items()}
    return "".join(f".kotra-{part}{{{property}:{value}}}" for part, (property, value) in used.items())
