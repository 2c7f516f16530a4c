"""Writing match text in the layout of a dialect; what it cannot hold is said, nothing is computed.

A resignation that was accepted, and the throws for the opening, are said by the result and the first turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from kotra_notation import model
from kotra_notation.formats.format import Writing
from kotra_notation.formats.holding import options, several
from kotra_notation.formats.losses import Ledger, clean, lose_names, said, stated_length, stated_number
from kotra_notation.formats.mat import headers, lines, rulings, spelling
from kotra_notation.formats.mat.dialects import LAYOUTS, MatLayout
from kotra_notation.implied import implied

MOST_LENGTH = 10**6


def write(matches: Iterable[model.Match], dialect: str | None = None) -> Writing:
    """Matches one after the other in a dialect."""
    layout = LAYOUTS[dialect or "gnubg"]
    left, ledger = several(matches, layout.holds)
    texts: list[str] = []
    for ledger.match, match in enumerate(left, 1):
        texts.append(Sheet(match, layout, ledger).text())
    text = layout.mark + "".join(texts) if texts else ""
    return Writing(content=text.replace("\n", layout.line_end), findings=tuple(ledger.findings))


class Sheet:
    """One match as text; what of it is lost is noted."""

    def __init__(self, match: model.Match, layout: MatLayout, ledger: Ledger) -> None:
        self.match = match
        self.layout = layout
        self.ledger = ledger
        self.names = (clean(match.players[0].name), clean(match.players[1].name))
        self.names_said = False  # whether the names that would be read otherwise have been said

    def text(self) -> str:
        """The whole text."""
        self.ledger.game = None
        head = [*self._tags(), *self._remarks(), *self._rulings()]
        written = [*head, ""] if head else []
        behind_length, behind_game = self.layout.empty_lines
        written += [self.layout.length.format(length=self._length()), *[""] * behind_length]
        if not self.match.games:
            lose_names(self.match, self.ledger)
        for number, game in enumerate(self.match.games, 1):
            self.ledger.game = number
            written += [*self._game(number, game), *[""] * behind_game]
        return "\n".join(written) + "\n"

    # the head

    def _length(self) -> int:
        length = self.match.length
        if length is not None and spelling.in_figures(length, MOST_LENGTH):
            return length
        if length is not None or self.match.games:
            self.ledger.lose("header-lost", stated_length(length))
        return 0

    def _tags(self) -> Iterator[str]:
        stated: dict[str, str] = {}
        for key, value in self.match.info:
            if line := headers.line(key, value):
                stated[key.removeprefix(headers.PREFIX)] = value
                yield line
            else:
                self.ledger.lose("header-lost", f"{key}: {value}")
        for option in options(self.match.rules):
            if option in self._read_rules(stated):
                continue
            tag = headers.rule_tag(option)
            if tag and option in self._read_rules({**stated, tag[0]: tag[1]}):
                stated[tag[0]] = tag[1]
                yield f'; [{tag[0]} "{tag[1]}"]'
            else:
                self.ledger.lose("rules-lost", option)
        for player in self.match.players:
            if player.rating and not (self.layout.rated and self.match.games):
                self.ledger.lose("header-lost", f"{player.name}: {player.rating}")
            for key, value in player.extras.items():
                self.ledger.lose("header-lost", f"{player.name}: {key} {value}")

    def _read_rules(self, tags: dict[str, str]) -> list[str]:
        return options(headers.rules(tags, self.match.length))

    def _remarks(self) -> Iterator[str]:
        for remark in self.match.remarks:
            assert isinstance(remark, model.Comment)
            for text in remark.text.splitlines() or [""]:
                line = f"; {clean(text)}".rstrip()
                if headers.HEADER.fullmatch(line):
                    self.ledger.lose("comment-lost", text, remark)
                else:
                    yield line

    def _rulings(self) -> Iterator[str]:
        """The plays that stood against the rules, where no remark kept in the head declares them."""
        numbers = set[int]()
        for place, game in enumerate(self.match.games, 1):
            self.ledger.game = place
            number = self._number(place, game)
            before = None
            for turn, row, ruling in ruled(game, self.layout, self.names):
                twice, before = turn is not None and turn is before, turn
                if turn is None or ruling.outcome != "stood" or twice or number in numbers:
                    self.ledger.lose("event-lost", said(ruling), ruling)
                elif not any(rulings.declares(remark, number, turn) for remark in self.match.remarks):
                    yield f"; {rulings.spelled(number, row, self.names[turn.seat], turn)}"
            numbers.add(number)
        self.ledger.game = None

    # games

    def _game(self, place: int, game: model.Game) -> Iterator[str]:
        number = self._number(place, game)
        if game.number not in (None, number):
            self.ledger.lose("header-lost", stated_number(game.number))
        yield f" Game {number}"
        yield self._names(game.score)
        yield from rows_of(game, self.layout, self.names, self.ledger)

    @staticmethod
    def _number(place: int, game: model.Game) -> int:
        """The number of a game: its own, or its place where a reader would find none."""
        stated = game.number
        return stated if stated is not None and spelling.in_figures(stated) else place

    def _names(self, score: model.ScoreClaim | None) -> str:
        first, second = score.score if score else (0, 0)
        if score and not (spelling.in_figures(first) and spelling.in_figures(second)):
            self.ledger.lose("claim-lost", said(score), score)
            first, second = 0, 0
        left, right = (self._rated(seat) for seat in (0, 1))
        line = f" {padded(f'{left} : {first:.0f}', self.layout.name)}{right} : {second:.0f}"
        if not self.names_said:
            self._lose_names(line)
        return line

    def _lose_names(self, line: str) -> None:
        """Note the names and ratings that a reader would not find in a line."""
        self.names_said, self.ledger.game, game = True, None, self.ledger.game
        read = self._read_names(line) or [("", None)] * 2
        for player, (name, rating) in zip(self.match.players, read, strict=True):
            if name != player.name:
                self.ledger.lose("header-lost", player.name)
            if self.layout.rated and player.rating and rating != player.rating:
                self.ledger.lose("header-lost", f"{player.name}: {player.rating}")
        self.ledger.game = game

    def _rated(self, seat: int) -> str:
        """A name, with the rating where the dialect has a place for it."""
        rating = self.match.players[seat].rating
        return f"{self.names[seat]},{clean(rating)}" if rating and self.layout.rated else self.names[seat]

    @staticmethod
    def _read_names(line: str) -> list[tuple[str, str | None]]:
        """The names and ratings that a reader would find in a line."""
        read = None if line.lstrip().startswith((";", "#")) else lines.names(line)
        return [lines.rated(name) for name in read.names] if read else []


def rows_of(game: model.Game, layout: MatLayout, names: tuple[str, str], ledger: Ledger) -> Iterator[str]:
    """The rows of a game, result and all; what of it is lost is noted."""
    rows = Rows(layout)
    for index, event in enumerate(game.events):
        match event:
            case model.Turn() | model.Double() | model.Beaver() | model.Take() | model.Drop():
                left = spelling.writable(event, names)
                if left is not event:
                    ledger.lose("event-lost", said(event), event)
                if left is not None:
                    yield from rows.add(event.seat, spelling.cell(left, layout, names))
            case model.ResultClaim() if not implied(game.events, index):
                if not spelling.whole(event) or event.kind:
                    ledger.lose("claim-lost", said(event), event)
                yield from rows.result(event)
    yield from rows.flush()


def ruled(
    game: model.Game, layout: MatLayout, names: tuple[str, str]
) -> Iterator[tuple[model.Turn | None, int, model.Ruling]]:
    """The rulings of a game, each with the turn it is about as it will be written, and that turn's row."""
    rows, last = Rows(layout), None
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


class Rows:
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
        winner = 1 - claim.seat if claim.lost else claim.seat
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
