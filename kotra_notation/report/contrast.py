"""The view model of two records side by side: what a page or a terminal shows of their differences."""

from __future__ import annotations

from dataclasses import dataclass

from kotra_notation.report.view import Diagram


@dataclass(frozen=True, slots=True, kw_only=True)
class ContrastNote:
    """A difference in words: what it is, and what each record says, nothing where it says nothing."""

    kind: str
    label: str
    a: str
    b: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContrastCell:
    """What one record has in a row: the number of the throw, who did it and what, and where it stands."""

    turn: int | None
    seat: int | None
    name: str
    dice: str
    text: str
    line: int | None = None
    certain: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ContrastRow:
    """What happened in both records or in one of them.

    `mark` is same, changed, a or b, the last two for what only one record has; `labels` say what differs;
    `notes` are the differences in what is said of it. `boards` are those on which it happened, and of a
    record that does not have it the board as it stands there.
    """

    mark: str
    labels: tuple[str, ...] = ()
    a: ContrastCell | None = None
    b: ContrastCell | None = None
    notes: tuple[ContrastNote, ...] = ()
    boards: tuple[Diagram | None, Diagram | None] = (None, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Rows that follow on one another, of which at least one differs."""

    rows: tuple[ContrastRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameContrast:
    """The differences of one game; `only` is a or b for one that the other record lacks."""

    anchor: str
    title: str
    only: str = ""
    notes: tuple[ContrastNote, ...] = ()
    stretches: tuple[Stretch, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """How many differences of a kind there are."""

    kind: str
    label: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """All that is shown of two records; `labels` are their files, `players` the names in each."""

    language: str
    title: str
    labels: tuple[str, str]
    players: tuple[tuple[str, str], tuple[str, str]]
    summary: str
    remarks: tuple[str, ...]
    counts: tuple[Count, ...]
    notes: tuple[ContrastNote, ...]
    games: tuple[GameContrast, ...]
    view: str
    undrawn: bool = False
