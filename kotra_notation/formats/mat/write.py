"""Writing match text in the layout of a dialect; what it cannot hold is said, nothing is computed.

A resignation that was accepted, and the throws for the opening, are said by the result and the first turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from kotra_notation import model
from kotra_notation.board import Position
from kotra_notation.board.points import ILLEGIBLE, spell_figures
from kotra_notation.formats import snowie
from kotra_notation.formats.format import Writing
from kotra_notation.formats.found_again import check_written
from kotra_notation.formats.holding import clean, options, reduce_matches
from kotra_notation.formats.mat import headers
from kotra_notation.formats.mat.lines import LAYOUTS, MatLayout
from kotra_notation.formats.mat.read import Reader
from kotra_notation.formats.plays import gather, spell_joined, spell_play
from kotra_notation.formats.recorder import UNKNOWN_DICE
from kotra_notation.implied import is_implied
from kotra_notation.signs import Signs

MOST_LENGTH = 10**6
GAP = 2  # blanks at the least between two names: other readers part them there


def write(matches: Iterable[model.Match], dialect: str | None = None) -> Writing:
    """Write matches one after the other in a dialect."""
    layout = LAYOUTS[dialect or "gnubg"]
    left, ledger = reduce_matches(matches, layout.holds)
    texts = (Writer(match, layout).text() for match in left)
    writing = check_written(left, texts, _read, ledger, index=layout.mark if left else "", between="")
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
        length = length if length is not None and is_in_figures(length, MOST_LENGTH) else 0
        written += [self.layout.length.format(length=length), *[""] * behind_length]
        for number, game in enumerate(self.match.games, 1):
            written += [f" Game {_number(number, game)}", self._names(game.score)]
            written += [*rows_of(game, self.layout, self.names), *[""] * behind_game]
        return "\n".join(written) + "\n"

    def _tags(self) -> Iterator[str]:
        stated: dict[str, str] = {}
        for key, value in self.match.info:
            if line := headers.line(key, value):
                stated[key.removeprefix(headers.PREFIX)] = value
                yield line
        for option in options(self.match.rules):
            tag = headers.rule_tag(option)
            if tag and option not in headers.read_rules(stated, self.match.length):
                with_tag = {**stated, tag[0]: tag[1]}
                if option in headers.read_rules(with_tag, self.match.length):
                    stated = with_tag
                    yield f'; [{tag[0]} "{tag[1]}"]'

    def _remarks(self) -> Iterator[str]:
        for remark in self.match.remarks:
            assert isinstance(remark, model.Comment)
            for text in remark.text.splitlines() or [""]:
                line = f"; {clean(text)}".rstrip()
                if not headers.HEADER.fullmatch(line):
                    yield line

    def _rulings(self) -> Iterator[str]:
        """Yield remarks on illegal plays that stood, if no remark in the head declares them."""
        numbers = set[int]()
        for index, game in enumerate(self.match.games, 1):
            number = _number(index, game)
            before = None
            for turn, row, ruling in rulings_of(game, self.layout, self.names):
                twice, before = turn is not None and turn is before, turn
                if turn is None or ruling.outcome != "stood" or twice or number in numbers:
                    continue
                if not any(headers.declares_ruling(remark, number, turn) for remark in self.match.remarks):
                    yield f"; {headers.spell_ruling(number, row, self.names[turn.seat], turn)}"
            numbers.add(number)

    def _names(self, score: model.ScoreClaim | None) -> str:
        first, second = score.score if score else (0, 0)
        if not (is_in_figures(first) and is_in_figures(second)):
            first, second = 0, 0
        left, right = (self._name_with_rating(seat) for seat in (0, 1))
        colon = self.layout.colon
        left = pad(f"{left}{colon}{first:.0f}", self.layout.name - GAP)
        return f" {left}{' ' * GAP}{right}{colon}{second:.0f}"

    def _name_with_rating(self, seat: int) -> str:
        rating = self.match.players[seat].rating
        return f"{self.names[seat]},{clean(rating)}" if rating and self.layout.rated else self.names[seat]


def _number(index: int, game: model.Game) -> int:
    """Return the number of a game: its own, or its place where a reader would find none."""
    stated = game.number
    return stated if stated is not None and is_in_figures(stated) else index


def rows_of(game: model.Game, layout: MatLayout, names: tuple[str, str]) -> Iterator[str]:
    """The rows of a game, result and all."""
    rows = RowFiller(layout)
    for index, event in enumerate(game.events):
        match event:
            case model.Turn() | model.Double() | model.Beaver() | model.Take() | model.Drop():
                if left := as_read_back(event, names):
                    yield from rows.add(event.seat, spell_cell(left, layout, names))
            case model.ResultClaim() if not is_implied(game.events, index):
                yield from rows.result(event)
    yield from rows.flush()


def rulings_of(
    game: model.Game, layout: MatLayout, names: tuple[str, str]
) -> Iterator[tuple[model.Turn | None, int, model.Ruling]]:
    """The rulings of a game, each with the turn it is about as it will be written, and that turn's row."""
    rows, last = RowFiller(layout), None
    for event in game.events:
        match event:
            case model.Turn() | model.Double() | model.Beaver() | model.Take() | model.Drop():
                last = None
                if (left := as_read_back(event, names)) is not None:
                    any(rows.add(event.seat, " "))
                    cell = spell_cell(left, layout, names).strip()
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
        if not is_whole(claim):
            return
        written = spell_result(claim, self.layout)
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
            filled = pad(left, self.layout.left) + " " + pad(right, self.layout.right)
            yield number + (filled if right or self.layout.right or left[:1].isdigit() else left)
            self.waiting = ["", ""]


def pad(text: str, width: int) -> str:
    """The text filled up with blanks to a width in bytes."""
    return text + " " * max(width - len(text.encode()), 0)


Names = tuple[str, str]
Acted = model.Turn | model.Double | model.Beaver | model.Take | model.Drop
FULL = 4  # behind so many hops no blank follows
MOST = 10**9  # numbers are read as long as they have nine figures


def spell_cell(event: Acted, layout: MatLayout, names: Names) -> str:
    """Return the cell of an event."""
    match event:
        case model.Turn():
            return f"{spell_figures(event.dice)}: {_spell_deed(event, layout, names)}"
        case model.Double(value=value):
            return " Doubles" if value is None else f" Doubles => {value}"
        case model.Beaver(value=value):
            return " Beavers" if value is None else f" Beavers => {value}"
        case model.Take() | model.Drop():
            return " Takes" if isinstance(event, model.Take) else " Drops"
        case _:
            assert_never(event)


def _spell_deed(turn: model.Turn, layout: MatLayout, names: Names) -> str:
    match turn.deed:
        case model.Play(hops=hops):
            return _spell_play(hops, turn.dice, layout) + (layout.behind_play if len(hops) < FULL else "")
        case model.CannotMove():
            return layout.cannot_move
        case model.Blank():
            return ""
        case model.NotRecorded() | model.Unread():
            return layout.not_recorded
        case model.Reached(position=position):
            return f"Illegal play ({snowie.spell_position(position, names)})"
        case _:
            assert_never(turn.deed)


def _spell_play(hops: tuple[model.Hop, ...], dice: tuple[int, int], layout: MatLayout) -> str:
    """Spell a play; steps that no die allows are not joined, for the whole way might be legal."""
    joined = layout.joined and all(_steps_by(way, dice) for way, _ in gather(hops))
    spell = spell_joined if joined else spell_play
    return spell(hops, bar=layout.bar, off=layout.off, hit=layout.hit)


def _steps_by(way: Sequence[model.Hop], dice: tuple[int, int]) -> bool:
    lengths = {die * times for die in dice for times in range(1, 5 if dice[0] == dice[1] else 2)}
    return dice == UNKNOWN_DICE or all(hop.source - hop.target in lengths for hop in way[:-1])


def is_whole(claim: model.ResultClaim) -> bool:
    """Return whether a result can be written: its points are said, and whole."""
    return claim.points is not None and is_in_figures(claim.points)


def is_in_figures(number: float, most: int = MOST) -> bool:
    """Return whether a number would be read where it is written in figures."""
    return 0 <= number < most and not number % 1


def as_read_back(event: Acted, names: Names) -> Acted | None:
    """The event as a reader finds it: None with dice that are none, else without what it could not read."""
    match event:
        case model.Double(value=int(value)) | model.Beaver(value=int(value)) if not is_in_figures(value):
            return replace(event, value=None)
        case model.Turn(dice=(first, second)) if not (ILLEGIBLE <= first <= 9 and ILLEGIBLE <= second <= 9):
            return None
        case model.Turn(deed=model.Reached() as deed, seat=seat) if not _is_read(deed.position, names, seat):
            return replace(event, deed=model.NotRecorded())

        case _:
            return event


def _is_read(position: Position, names: Names, seat: int) -> bool:
    try:
        back = snowie.position(snowie.spell_position(position, names), names, 1 - seat)
    except ValueError:
        return False
    return back.seen_by(seat) == position.seen_by(seat)


def spell_result(claim: model.ResultClaim, layout: MatLayout) -> str:
    """Return a result of whole points in words."""
    tail = " and the match" if claim.match else ""
    return f"Wins {claim.points:.0f} {'point' if claim.points == 1 else layout.points}{tail}"
