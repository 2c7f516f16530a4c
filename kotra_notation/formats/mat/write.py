"""Writing match text in the layout of a dialect; what it cannot hold is said, nothing is computed.

A resignation that was accepted, and the throws for the opening, are said by the result and the first turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from kotra_notation import model
from kotra_notation.formats.format import Writing
from kotra_notation.formats.found_again import checked
from kotra_notation.formats.holding import options, several
from kotra_notation.formats.losses import clean
from kotra_notation.formats.mat import headers, rulings, spelling
from kotra_notation.formats.mat.dialects import LAYOUTS, MatLayout
from kotra_notation.formats.mat.read import Reader
from kotra_notation.implied import implied
from kotra_notation.signs import Signs

MOST_LENGTH = 10**6
GAP = 2  # blanks at the least between two names: other readers part them there


def write(matches: Iterable[model.Match], dialect: str | None = None) -> Writing:
    """Matches one after the other in a dialect."""
    layout = LAYOUTS[dialect or "gnubg"]
    left, ledger = several(matches, layout.holds)
    texts = (Writer(match, layout).text() for match in left)
    writing = checked(left, texts, _read, ledger, index=layout.mark if left else "", between="")
    return replace(writing, content=str(writing.content).replace("\n", layout.line_end))


def _read(text_lines: list[str]) -> list[model.Match]:
    return Reader(Signs("\n".join(text_lines))).read(text_lines)


class Writer:
    """One match as text."""

    def __init__(self, match: model.Match, layout: MatLayout) -> None:
        self.match = match
        self.layout = layout
        self.names = (clean(match.players[0].name), clean(match.players[1].name))

    def text(self) -> str:
        """The whole text."""
        head = [*self._tags(), *self._remarks(), *self._rulings()]
        written = [*head, ""] if head else []
        behind_length, behind_game = self.layout.empty_lines
        length = self.match.length
        length = length if length is not None and spelling.in_figures(length, MOST_LENGTH) else 0
        written += [self.layout.length.format(length=length), *[""] * behind_length]
        for number, game in enumerate(self.match.games, 1):
            written += [f" Game {_number(number, game)}", self._names(game.score)]
            written += [*rows_of(game, self.layout, self.names), *[""] * behind_game]
        return "\n".join(written) + "\n"

    # the head

    def _tags(self) -> Iterator[str]:
        stated: dict[str, str] = {}
        for key, value in self.match.info:
            if line := headers.line(key, value):
                stated[key.removeprefix(headers.PREFIX)] = value
                yield line
        for option in options(self.match.rules):
            tag = headers.rule_tag(option)
            if tag and option not in self._read_rules(stated):
                with_tag = {**stated, tag[0]: tag[1]}
                if option in self._read_rules(with_tag):
                    stated = with_tag
                    yield f'; [{tag[0]} "{tag[1]}"]'

    def _read_rules(self, tags: dict[str, str]) -> list[str]:
        return headers.read_rules(tags, self.match.length)

    def _remarks(self) -> Iterator[str]:
        for remark in self.match.remarks:
            assert isinstance(remark, model.Comment)
            for text in remark.text.splitlines() or [""]:
                line = f"; {clean(text)}".rstrip()
                if not headers.HEADER.fullmatch(line):
                    yield line

    def _rulings(self) -> Iterator[str]:
        """The plays that stood against the rules, where no remark kept in the head declares them."""
        numbers = set[int]()
        for place, game in enumerate(self.match.games, 1):
            number = _number(place, game)
            before = None
            for turn, row, ruling in ruled(game, self.layout, self.names):
                twice, before = turn is not None and turn is before, turn
                if turn is None or ruling.outcome != "stood" or twice or number in numbers:
                    continue
                if not any(rulings.declares(remark, number, turn) for remark in self.match.remarks):
                    yield f"; {rulings.spelled(number, row, self.names[turn.seat], turn)}"
            numbers.add(number)

    # games

    def _names(self, score: model.ScoreClaim | None) -> str:
        first, second = score.score if score else (0, 0)
        if not (spelling.in_figures(first) and spelling.in_figures(second)):
            first, second = 0, 0
        left, right = (self._rated(seat) for seat in (0, 1))
        colon = self.layout.colon
        left = padded(f"{left}{colon}{first:.0f}", self.layout.name - GAP)
        return f" {left}{' ' * GAP}{right}{colon}{second:.0f}"

    def _rated(self, seat: int) -> str:
        """A name, with the rating where the dialect has a place for it."""
        rating = self.match.players[seat].rating
        return f"{self.names[seat]},{clean(rating)}" if rating and self.layout.rated else self.names[seat]


def _number(place: int, game: model.Game) -> int:
    """The number of a game: its own, or its place where a reader would find none."""
    stated = game.number
    return stated if stated is not None and spelling.in_figures(stated) else place


def rows_of(game: model.Game, layout: MatLayout, names: tuple[str, str]) -> Iterator[str]:
    """The rows of a game, result and all."""
    rows = RowFiller(layout)
    for index, event in enumerate(game.events):
        match event:
            case model.Turn() | model.Double() | model.Beaver() | model.Take() | model.Drop():
                if left := spelling.writable(event, names):
                    yield from rows.add(event.seat, spelling.cell(left, layout, names))
            case model.ResultClaim() if not implied(game.events, index):
                yield from rows.result(event)
    yield from rows.flush()


def ruled(
    game: model.Game, layout: MatLayout, names: tuple[str, str]
) -> Iterator[tuple[model.Turn | None, int, model.Ruling]]:
    """The rulings of a game, each with the turn it is about as it will be written, and that turn's row."""
    rows, last = RowFiller(layout), None
    for event in game.events:
        match event:
            case model.Turn() | model.Double() | model.Beaver() | model.Take() | model.Drop():
                last = None
                if (left := spelling.writable(event, names)) is not None:
                    any(rows.add(event.seat, " "))
                    cell = spelling.cell(left, layout, names).strip()
                    last = replace(left, text=cell) if isinstance(left, model.Turn) else None
            case model.Ruling():
                yield last, rows.number + 1, event


class RowFiller:
    """The rows of a game, and the cells that wait for theirs to be full."""

    def __init__(self, layout: MatLayout) -> None:
        self.layout = layout
        self.number = 0
        self.waiting = ["", ""]

    def add(self, seat: int, cell: str) -> Iterator[str]:
        """Put a cell into the row, or the row out and the cell into the next."""
        if self.waiting[1] or self.waiting[seat]:
            yield from self.flush()
        self.waiting[seat] = cell

    def result(self, claim: model.ResultClaim) -> Iterator[str]:
        """Put out the row and a result, which a left-hand drop has beside it."""
        winner = claim.winner
        if not spelling.whole(claim):
            return
        written = spelling.result(claim, self.layout)
        shared = winner == 1 and not self.waiting[1] and self.waiting[0].endswith(self.layout.beside)
        if shared or self.layout.result_numbered:
            yield from self.add(winner, f" {written} ")
            yield from self.flush()
        else:
            yield from self.flush()
            yield " " * self.layout.result[winner] + written

    def flush(self) -> Iterator[str]:
        """Put out the row that waits."""
        left, right = self.waiting
        if left or right:
            self.number += 1
            number = self.layout.number.format(number=self.number)
            filled = padded(left, self.layout.left) + " " + padded(right, self.layout.right)
            yield number + (filled if right or self.layout.right or left[:1].isdigit() else left)
            self.waiting = ["", ""]


def padded(text: str, width: int) -> str:
    """The text filled up with blanks to a width in bytes."""
    return text + " " * max(width - len(text.encode()), 0)
