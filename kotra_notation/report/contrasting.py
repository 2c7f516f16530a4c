"""Two records that were compared, side by side: the rows around every difference, in words and on boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from kotra_notation.compare import Comparison, Derived, Difference, DifferenceKind
from kotra_notation.compare.difference import REMARKS
from kotra_notation.compare.paths import Pair
from kotra_notation.model import AwardClaim, ResultClaim, SetPosition
from kotra_notation.replay import Frame
from kotra_notation.report.cleaning import bare, isolated
from kotra_notation.report.contrast import (
    Contrast,
    ContrastCell,
    ContrastNote,
    ContrastRow,
    Count,
    GameContrast,
    Stretch,
)
from kotra_notation.report.found import diagram
from kotra_notation.report.page import HEADERS, SIDES, player_names
from kotra_notation.report.sayings import happened, label, saying_words
from kotra_notation.report.view import Diagram
from kotra_notation.words.lines import width
from kotra_notation.words.tongues import N_, Tongue

NAME = 10  # columns of a name in a row
CONTEXT = 2  # rows that are shown around a difference
DRAWN = 60  # rows of a page that have their boards

REMARKED = frozenset(REMARKS.values())
WHATS = {"length": N_("Length"), "rules": N_("Rules"), "rating": N_("Rating"), **HEADERS}


class Contrasting:
    """The making of one view, `boards` being how many rows may still have theirs."""

    def __init__(self, comparison: Comparison, tongue: Tongue, context: int, boards: int) -> None:
        self.comparison, self.tongue, self.context, self.boards = comparison, tongue, context, boards
        self.undrawn = False
        self.names = player_names(comparison.a.match, tongue), player_names(comparison.b.match, tongue)
        self.short = [short_names(names, tongue) for names in self.names]
        self.last: list[Frame | None] = [None, None]  # of each record in the stretch at hand

    def games(self) -> Iterator[GameContrast]:
        """The games in which something differs."""
        placed = (difference for difference in self.comparison.differences if difference.pair is not None)
        for pair, differences in groupby(placed, key=lambda difference: difference.pair):
            yield self.game(pair or 0, list(differences))

    def game(self, place: int, differences: Sequence[Difference]) -> GameContrast:
        """One game: what is said of the whole of it, and the rows that differ with those around them."""
        pair = self.comparison.alignment.games[place]
        numbers = [None if at is None else at + 1 for at in (pair.a, pair.b)]
        by_row: dict[int, list[Difference]] = {}
        for difference in differences:
            if difference.row is not None:
                by_row.setdefault(difference.row, []).append(difference)
        return GameContrast(
            anchor=f"g{place + 1}",
            title=self.title(numbers[0], numbers[1]),
            only="b" if pair.a is None else "a" if pair.b is None else "",
            notes=tuple(self.note(difference) for difference in differences if difference.row is None),
            stretches=tuple(self.stretches(place, by_row)),
        )

    def title(self, a: int | None, b: int | None) -> str:
        """The heading of a game."""
        say = self.tongue.say
        if b is None:
            return say(N_("Game {number}, only in A"), number=a)
        if a is None:
            return say(N_("Game {number}, only in B"), number=b)
        if a == b:
            return say(N_("Game {number}"), number=a)
        return say(N_("Game {number}, in B game {other}"), number=a, other=b)

    def stretches(self, place: int, by_row: Mapping[int, list[Difference]]) -> Iterator[Stretch]:
        """The rows that differ, with those around them."""
        pair = self.comparison.alignment.games[place]
        shown = self.rows_around(pair.pairs, by_row)
        sides = (self.comparison.a, pair.a or 0), (self.comparison.b, pair.b or 0)
        frames = [
            side.frames(game, [pair.pairs[row][number] for row in shown])
            for number, (side, game) in enumerate(sides)
        ]
        numbers = [side.turns(game) for side, game in sides] if shown else [[], []]
        rows: list[ContrastRow] = []
        self.last = [None, None]
        last = None
        for row in shown:
            if rows and last != row - 1:
                yield Stretch(rows=tuple(rows))
                rows, self.last = [], [None, None]
            rows.append(self.row(pair.pairs[row], by_row.get(row, []), frames, numbers))
            last = row
        if rows:
            yield Stretch(rows=tuple(rows))

    def rows_around(self, pairs: Sequence[Pair], by_row: Mapping[int, list[Difference]]) -> list[int]:
        """The rows that are shown; one that only one record has and that says nothing new is passed over."""
        near = {at for row in by_row for at in range(row - self.context, row + self.context + 1)}
        return [
            row for row in sorted(near) if 0 <= row < len(pairs) and (row in by_row or None not in pairs[row])
        ]

    def row(
        self,
        places: Pair,
        differences: Sequence[Difference],
        frames: Sequence[Mapping[int, Frame]],
        numbers: Sequence[Sequence[int]],
    ) -> ContrastRow:
        """One row, with boards where something that happens differs."""
        differing = [difference for difference in differences if difference.kind not in REMARKED]
        drawn = bool(differing) and self.boards > 0
        self.undrawn = self.undrawn or (bool(differing) and not drawn)
        self.boards -= drawn
        here = [None if place is None else frames[side][place] for side, place in enumerate(places)]
        boards = [self.board(side, frame) if drawn else None for side, frame in enumerate(here)]
        cells = [
            self.cell(side, frame, numbers[side][place]) if frame and place is not None else None
            for side, (frame, place) in enumerate(zip(here, places, strict=True))
        ]
        self.last = [frame or before for frame, before in zip(here, self.last, strict=True)]
        for difference in differing:
            for side, saying in enumerate((difference.a, difference.b)):
                if cells[side] is None and isinstance(saying, Derived):
                    cells[side] = self.derived(saying, difference.kind, side)
        mark = (
            "same" if not differing else "b" if cells[0] is None else "a" if cells[1] is None else "changed"
        )
        return ContrastRow(
            mark=mark if differing else "same",
            labels=tuple(dict.fromkeys(label(difference.kind, self.tongue) for difference in differing)),
            a=cells[0],
            b=cells[1],
            notes=tuple(self.note(difference) for difference in differences if difference.kind in REMARKED),
            boards=(boards[0], boards[1]),
        )

    def board(self, side: int, frame: Frame | None) -> Diagram | None:
        """The board on which something happened, with what was played; else as it stands, if known."""
        before = self.last[side]
        if frame is None:
            stands = before.after.position if before and before.certain else None
            return Diagram(position=stands) if stands else None
        if isinstance(frame.event, SetPosition):
            return Diagram(position=frame.after.position)
        return diagram(frame)

    def cell(self, side: int, frame: Frame, number: int) -> ContrastCell:
        """Return what one record has in a row."""
        event = frame.event
        dice, text = happened(frame, self.names[side], self.tongue)
        named = not isinstance(event, ResultClaim | AwardClaim)
        seat = getattr(event, "seat", None) if named else None
        return ContrastCell(
            turn=number if dice else None,
            seat=seat,
            name="" if seat is None else self.short[side][seat],
            dice=dice,
            text=text,
            line=event.span.line if event.span else None,
            certain=frame.certain,
        )

    def derived(self, saying: Derived, kind: DifferenceKind, side: int) -> ContrastCell:
        """Return what a record does not say itself."""
        text = saying_words(saying, kind, self.names[side], self.tongue)
        return ContrastCell(turn=None, seat=None, name="", dice="", text=text)

    def note(self, difference: Difference) -> ContrastNote:
        """A difference in words."""
        say = self.tongue.say
        name = (
            say(WHATS[difference.what])
            if difference.what in WHATS
            else difference.what or label(difference.kind, self.tongue)
        )
        if difference.seat is not None and difference.kind is DifferenceKind.NAMES:
            name = say(SIDES[difference.seat])
        elif difference.seat is not None and difference.kind is DifferenceKind.HEADERS:
            name = say(N_("{what} ({name})"), what=name, name=self.names[0][difference.seat])
        a, b = (
            saying_words(saying, difference.kind, names, self.tongue)
            for saying, names in zip((difference.a, difference.b), self.names, strict=True)
        )
        return ContrastNote(kind=difference.kind.value, label=name, a=a, b=b)


def contrast(
    comparison: Comparison,
    labels: tuple[str, str],
    tongue: Tongue,
    *,
    number: int | None = None,
    context: int = CONTEXT,
    boards: int = 0,
) -> Contrast:
    """The view of two records.

    `labels` are the names of their files, `number` that of the match where these hold several, `boards` how
    many rows have their boards at most.
    """
    making = Contrasting(comparison, tongue, context, boards)
    games = tuple(making.games())
    counts = Counter(difference.kind for difference in comparison.differences)
    first, second = making.names[0]
    return Contrast(
        language=tongue.language,
        title=tongue.say(N_("Match {number}: {one} – {other}"), number=number, one=first, other=second)
        if number
        else tongue.say(N_("{one} – {other}, two records"), one=first, other=second),
        labels=labels,
        players=making.names,
        summary=summary(len(comparison.differences), tongue),
        remarks=tuple(remarks(comparison, tongue)),
        counts=tuple(
            Count(kind=kind.value, label=label(kind, tongue), number=counts[kind])
            for kind in DifferenceKind
            if counts[kind]
        ),
        notes=tuple(
            making.note(difference) for difference in comparison.differences if difference.pair is None
        ),
        games=games,
        view=str(comparison.a.ruleset.options.get("view.direction", "towards")),
        undrawn=making.undrawn,
    )


def summary(number: int, tongue: Tongue) -> str:
    """Return how many differences there are."""
    if not number:
        return tongue.say(N_("The two records say the same."))
    return tongue.count("{number} difference", "{number} differences", number)


def remarks(comparison: Comparison, tongue: Tongue) -> Iterator[str]:
    """What a reader has to know beforehand: sides that are exchanged, records with nothing in common."""
    alignment = comparison.alignment
    if alignment.swapped:
        yield tongue.say(N_("B has the sides the other way round; it is shown with those of A."))
    both = any(game.a is not None and game.b is not None for game in alignment.games)
    if alignment.games and not both and all(side.match.games for side in (comparison.a, comparison.b)):
        yield tongue.say(N_("No game of A is one of B: these are two different matches."))


def short_names(names: tuple[str, str], tongue: Tongue) -> tuple[str, str]:
    """Names that fit into a row: the first word of each, cut; where these are the same, the colours."""
    one, other = (_cut(bare(name).split(" ")[0]) for name in names)
    return (one, other) if one != other else (tongue.say(SIDES[0]), tongue.say(SIDES[1]))


def _cut(name: str) -> str:
    kept = name
    while width(kept) > NAME:
        kept = kept[:-1]
    return isolated(name if kept == name else f"{kept[:-1]}…")
