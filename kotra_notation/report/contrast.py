"""The view model of two records side by side: what a page or a terminal shows of their differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from kotra_notation.compare import Comparison
from kotra_notation.compare.difference import REMARK_KINDS, Derived, Difference, DifferenceKind
from kotra_notation.compare.paths import Pair
from kotra_notation.model import AwardClaim, ResultClaim
from kotra_notation.replay import Frame
from kotra_notation.report.cleaning import bare, isolate
from kotra_notation.report.event_words import LABELS, event_parts, saying_words
from kotra_notation.report.page import HEADERS, SIDES, player_names
from kotra_notation.report.page_findings import diagram
from kotra_notation.report.templating import render
from kotra_notation.report.view import Diagram
from kotra_notation.values import dataclass
from kotra_notation.words.lines import width
from kotra_notation.words.tongues import N_, Tongue


@dataclass(frozen=True, slots=True, kw_only=True)
class ContrastNote:
    """A difference in words: what it is, and what each record says, nothing where it says nothing."""

    kind: str
    label: str
    a: str
    b: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContrastCell:
    """The cell of one record: the number of the throw, who did it and what, and its line."""

    turn: int | None
    seat: int | None
    name: str
    dice: str
    text: str
    line: int | None = None
    certain: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ContrastRow:
    """An event of both records or of one of them.

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
    """The number of differences of a kind."""

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


NAME = 10  # columns of a name in a row
CONTEXT = 2  # rows that are shown around a difference
DRAWN = 60  # rows of a page that have their boards

REMARKED = frozenset(REMARK_KINDS.values())
WHATS = {"length": N_("Length"), "rules": N_("Rules"), "rating": N_("Rating"), **HEADERS}


class _Games:
    """Makes the games of one view; `boards` is how many rows may still have theirs."""

    def __init__(self, comparison: Comparison, tongue: Tongue, context: int, boards: int) -> None:
        self.comparison, self.tongue, self.context, self.boards = comparison, tongue, context, boards
        self.undrawn = False
        self.names = player_names(comparison.a.match, tongue), player_names(comparison.b.match, tongue)
        self.short = [_short_names(names, tongue) for names in self.names]
        self.last: list[Frame | None] = [None, None]  # of each record in the stretch at hand

    def game(self, index: int, differences: Sequence[Difference]) -> GameContrast:
        """Return one game: notes on the whole of it, and the rows that differ with those around them."""
        pair = self.comparison.alignment.games[index]
        by_row: dict[int, list[Difference]] = {}
        for difference in differences:
            if difference.row is not None:
                by_row.setdefault(difference.row, []).append(difference)
        return GameContrast(
            anchor=f"g{index + 1}",
            title=self._title(self.comparison.a.number(pair.a), self.comparison.b.number(pair.b)),
            only="b" if pair.a is None else "a" if pair.b is None else "",
            notes=tuple(self.note(difference) for difference in differences if difference.row is None),
            stretches=tuple(self._stretches(index, by_row)),
        )

    def _title(self, a: int | None, b: int | None) -> str:
        say = self.tongue.say
        if b is None:
            return say(N_("Game {number}, only in A"), number=a)
        if a is None:
            return say(N_("Game {number}, only in B"), number=b)
        if a == b:
            return say(N_("Game {number}"), number=a)
        return say(N_("Game {number}, in B game {other}"), number=a, other=b)

    def _stretches(self, index: int, by_row: Mapping[int, list[Difference]]) -> Iterator[Stretch]:
        """Yield the rows that differ, with those around them.

        A row that only one record has and that says nothing new is left out.
        """
        pair = self.comparison.alignment.games[index]
        near = {row + offset for row in by_row for offset in range(-self.context, self.context + 1)}
        shown = [
            row
            for row in sorted(near)
            if 0 <= row < len(pair.pairs) and (row in by_row or None not in pair.pairs[row])
        ]
        sides = (self.comparison.a, pair.a or 0), (self.comparison.b, pair.b or 0)
        frames = [
            side.frames(game, [pair.pairs[row][number] for row in shown])
            for number, (side, game) in enumerate(sides)
        ]
        numbers = [side.turns(game) for side, game in sides] if shown else [[], []]
        rows: list[ContrastRow] = []
        self.last = [None, None]
        for before, row in zip([None, *shown], shown, strict=False):
            if rows and before != row - 1:
                yield Stretch(rows=tuple(rows))
                rows, self.last = [], [None, None]
            rows.append(self._row(pair.pairs[row], by_row.get(row, []), frames, numbers))
        if rows:
            yield Stretch(rows=tuple(rows))

    def _row(
        self,
        places: Pair,
        differences: Sequence[Difference],
        frames: Sequence[Mapping[int, Frame]],
        numbers: Sequence[Sequence[int]],
    ) -> ContrastRow:
        """Return one row, with boards where something that happens differs."""
        differing = [difference for difference in differences if difference.kind not in REMARKED]
        drawn = bool(differing) and self.boards > 0
        self.undrawn = self.undrawn or (bool(differing) and not drawn)
        self.boards -= drawn
        here = [None if place is None else frames[side][place] for side, place in enumerate(places)]
        first, second = (self._board(side, frame) if drawn else None for side, frame in enumerate(here))
        cells = [
            self._cell(side, frame, numbers[side][place]) if frame and place is not None else None
            for side, (frame, place) in enumerate(zip(here, places, strict=True))
        ]
        self.last = [frame or before for frame, before in zip(here, self.last, strict=True)]
        for difference in differing:
            for side, saying in enumerate((difference.a, difference.b)):
                if cells[side] is None and isinstance(saying, Derived):
                    text = saying_words(saying, difference.kind, self.names[side], self.tongue)
                    cells[side] = ContrastCell(turn=None, seat=None, name="", dice="", text=text)
        mark = "b" if cells[0] is None else "a" if cells[1] is None else "changed"
        labels = dict.fromkeys(self.tongue.say(LABELS[difference.kind]) for difference in differing)
        return ContrastRow(
            mark=mark if differing else "same",
            labels=tuple(labels),
            a=cells[0],
            b=cells[1],
            notes=tuple(self.note(difference) for difference in differences if difference.kind in REMARKED),
            boards=(first, second),
        )

    def _board(self, side: int, frame: Frame | None) -> Diagram | None:
        """Return the board on which something happened, with what was played; else as it stands, if known."""
        before = self.last[side]
        if frame is None:
            stands = before.after.position if before and before.certain else None
            return Diagram(position=stands) if stands else None
        return diagram(frame)

    def _cell(self, side: int, frame: Frame, number: int) -> ContrastCell:
        """Return what one record has in a row."""
        event = frame.event
        dice, text = event_parts(frame, self.names[side], self.tongue)
        seat = None if isinstance(event, ResultClaim | AwardClaim) else getattr(event, "seat", None)
        return ContrastCell(
            turn=number if dice else None,
            seat=seat,
            name="" if seat is None else self.short[side][seat],
            dice=dice,
            text=text,
            line=event.span.line if event.span else None,
            certain=frame.certain,
        )

    def note(self, difference: Difference) -> ContrastNote:
        """Return a difference in words."""
        say, kind, seat = self.tongue.say, difference.kind, difference.seat
        if seat is not None and kind is DifferenceKind.NAMES:
            label = say(SIDES[seat])
        elif difference.what in WHATS:
            label = say(WHATS[difference.what])
        else:
            label = difference.what or say(LABELS[kind])
        if seat is not None and kind is DifferenceKind.HEADERS:
            label = say(N_("{what} ({name})"), what=label, name=self.names[0][seat])
        a, b = (
            saying_words(saying, kind, names, self.tongue)
            for saying, names in zip((difference.a, difference.b), self.names, strict=True)
        )
        return ContrastNote(kind=kind.value, label=label, a=a, b=b)


def contrast(
    comparison: Comparison,
    labels: tuple[str, str],
    tongue: Tongue,
    *,
    number: int | None = None,
    context: int = CONTEXT,
    boards: int = 0,
) -> Contrast:
    """Return the view of two records: file `labels`, match `number`, at most so many rows with `boards`."""
    making, differences = _Games(comparison, tongue, context, boards), comparison.differences
    placed = [difference for difference in differences if difference.pair is not None]
    games = tuple(
        making.game(pair or 0, list(group))
        for pair, group in groupby(placed, key=lambda difference: difference.pair)
    )
    counts = Counter(difference.kind for difference in differences)
    first, second = making.names[0]
    return Contrast(
        language=tongue.language,
        title=tongue.say(N_("Match {number}: {one} – {other}"), number=number, one=first, other=second)
        if number
        else tongue.say(N_("{one} – {other}, two records"), one=first, other=second),
        labels=labels,
        players=making.names,
        summary=tongue.count("{number} difference", "{number} differences", len(differences))
        if differences
        else tongue.say(N_("The two records agree.")),
        remarks=tuple(_remarks(comparison, tongue)),
        counts=tuple(
            Count(kind=kind.value, label=tongue.say(LABELS[kind]), number=counts[kind])
            for kind in DifferenceKind
            if counts[kind]
        ),
        notes=tuple(making.note(difference) for difference in differences if difference.pair is None),
        games=games,
        view=str(comparison.a.ruleset.options.get("view.direction", "towards")),
        undrawn=making.undrawn,
    )


def _remarks(comparison: Comparison, tongue: Tongue) -> Iterator[str]:
    """Yield what a reader has to know beforehand: exchanged sides, records with nothing in common."""
    alignment = comparison.alignment
    if alignment.swapped:
        yield tongue.say(N_("B has the sides swapped; it is shown with A's sides."))
    both = any(game.a is not None and game.b is not None for game in alignment.games)
    if alignment.games and not both and all(side.match.games for side in (comparison.a, comparison.b)):
        yield tongue.say(N_("No game of A is in B: these are two different matches."))


def _short_names(names: tuple[str, str], tongue: Tongue) -> tuple[str, str]:
    """Return names that fit into a row: the first word of each, cut; the colours if these are the same."""
    first, second = (_cut(bare(name).split(" ")[0]) for name in names)
    return (first, second) if first != second else (tongue.say(SIDES[0]), tongue.say(SIDES[1]))


def _cut(name: str) -> str:
    short = name
    while width(short) > NAME:
        short = short[:-1]
    return isolate(name if short == name else f"{short[:-1]}…")


def html(views: Sequence[Contrast], alone: Sequence[str], tongue: Tongue) -> str:
    """Return the page of some pairs of matches; `alone` are sentences on those that only one file has."""
    title = views[0].title if views else tongue.say(N_("Two records"))
    return render("diff.html.j2", tongue, theme="paper", views=views, alone=alone, title=title)
