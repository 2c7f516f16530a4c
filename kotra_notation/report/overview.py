"""The overview of a whole match as plain data: the summary, highlights, charts and tables."""

from __future__ import annotations

from kotra_notation.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryCount:
    """The number of marks of a kind one side has; `only` is the CSS selector of their rows in the list."""

    number: int
    word: str
    kind: str
    only: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryCell:
    """A number of one side, a word on it, and how many marks there are."""

    text: str
    note: str = ""
    counts: tuple[SummaryCount, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryRow:
    """A line of the summary: what it tells, and the cell of either side."""

    label: str
    cells: tuple[SummaryCell, SummaryCell]


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The head of an analysed match; `notes` say why a number is missing.

    `games` are what either side lost in each game, `parts` in all and in each phase, behind their names.
    """

    engine: str
    rows: tuple[SummaryRow, ...]
    notes: tuple[str, ...] = ()
    games: tuple[tuple[str, str], ...] = ()
    parts: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Highlight:
    """A key moment: an error with what was right, a lucky roll, or a turn of the race.

    `loss` and `mwc` are what it cost or brought: in equity, and in chances to win the match or in points for
    money. `why` is the reason in a sentence, `error` names an error. A turn of the race has no grade.
    """

    anchor: str
    seat: int | None
    grade: str = ""
    grade_word: str = ""
    cube: bool = False
    loss: str = ""
    mwc: str = ""
    place: str
    text: str
    right: str = ""
    why: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RollCell:
    """The number of times one roll came; `shade` goes from 0, far too seldom, over 3 to 6, far too often."""

    count: int
    shade: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RollTable:
    """The rolls of one side: a row for each higher die from 1, a cell for each lower one."""

    seat: int
    rows: tuple[tuple[RollCell, ...], ...]
    expected: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningLine:
    """The opening of a game, and what is usually played with such a roll."""

    game: int
    anchor: str
    seat: int
    dice: str
    text: str
    usual: tuple[str, ...]
    held: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartMarks:
    """Marks of one kind on a chart: where they are, as SVG writes them, lines without a length."""

    kind: str
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartLine:
    """A line of a chart, its way as SVG writes it in the units of the chart."""

    seat: int
    label: str
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Border:
    """The beginning of a game in a chart."""

    x: int
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A chart over all rolls, one unit of width each; `middle` is even, `summary` is for screen readers."""

    name: str
    title: str
    width: int
    height: int
    lines: tuple[ChartLine, ...]
    borders: tuple[Border, ...]
    top: str
    bottom: str
    zero: int | None = None
    middle: int | None = None
    marks: tuple[ChartMarks, ...] = ()
    summary: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberTable:
    """A table of numbers: rows of a label and one value for each side.

    `whole` is the whole of a table that shows only where it differs from the one before.
    """

    name: str
    title: str
    rows: tuple[tuple[str, str, str], ...]
    notes: tuple[str, ...] = ()
    whole: NumberTable | None = None
