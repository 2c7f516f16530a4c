"""Writing match text in the layout of a dialect; what it cannot hold is said, nothing is computed.

A resignation that was accepted, and the throws for the opening, are said by the result and the first turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from kotra_notation.findings import Finding, finding
from kotra_notation.formats.format import Writing
from kotra_notation.formats.mat import headers, lines, spelling
from kotra_notation.formats.mat.dialects import LAYOUTS, MatLayout
from kotra_notation.model import (
    Beaver,
    Comment,
    Double,
    Drop,
    Event,
    Game,
    Match,
    Opening,
    Player,
    Resignation,
    ResignationAnswer,
    ResultClaim,
    ScoreClaim,
    Take,
    Turn,
)

OLD_GAME = ("forn", "davidsson")
_SPACE = re.compile(r"[\x00-\x20\x7f\x85\u2028\u2029]+")


def write(matches: Iterable[Match], dialect: str | None = None) -> Writing:
    """Matches one after the other in a dialect."""
    layout = LAYOUTS[dialect or "gnubg"]
    texts: list[str] = []
    lost: list[Finding] = []
    for number, match in enumerate(matches, 1):
        sheet = Sheet(match, layout)
        texts.append(sheet.text())
        lost += [one.at(match=number) for one in sheet.lost]
    return Writing(content="".join(texts), findings=tuple(lost))


class Sheet:
    """One match as text, and what of it was lost."""

    def __init__(self, match: Match, layout: MatLayout) -> None:
        self.match = match
        self.layout = layout
        self.lost: list[Finding] = []
        self.game: int | None = None
        self.names = (self._clean(match.players[0].name), self._clean(match.players[1].name))

    def text(self) -> str:
        """The whole text; empty, and said, for the old game."""
        if (self.match.rules or "").startswith(OLD_GAME):
            self._lose("game-not-expressible", self.match.rules or "")
            return ""
        head = [*self._tags(), *self._remarks()]
        written = [*head, ""] if head else []
        if self.match.length is None:
            self._lose("header-lost", "no length stated")
        written += [self.layout.length.format(length=self.match.length or 0), ""]
        for place, game in enumerate(self.match.games, 1):
            self.game = place
            written += [*self._game(place, game), ""]
        return "\n".join(written) + "\n"

    def _lose(self, name: str, written: str, event: Event | None = None) -> None:
        found = finding(name, span=event.span if event else None, written=self._clean(written)[:80])
        self.lost.append(found.at(game=self.game))

    @staticmethod
    def _clean(text: str) -> str:
        """The text in one line, of characters that can be written."""
        return _SPACE.sub(" ", text).strip().encode("utf-8", "replace").decode()

    # the head

    def _tags(self) -> Iterator[str]:
        stated: dict[str, str] = {}
        for key, value in self.match.info:
            if line := headers.line(key, value):
                stated[key.removeprefix(headers.PREFIX)] = value
                yield line
            else:
                self._lose("header-lost", f"{key}: {value}")
        for option in _options(self.match.rules):
            if option in self._read_rules(stated):
                continue
            tag = headers.rule_tag(option)
            if tag and option in self._read_rules({**stated, tag[0]: tag[1]}):
                stated[tag[0]] = tag[1]
                yield f'; [{tag[0]} "{tag[1]}"]'
            else:
                self._lose("rules-lost", option)
        for player in self.match.players:
            if player.rating or player.extras:
                self._lose("header-lost", f"{player.name}: {player.rating or dict(player.extras)}")

    def _read_rules(self, tags: dict[str, str]) -> list[str]:
        return _options(headers.rules(tags, self.match.length))

    def _remarks(self) -> Iterator[str]:
        for remark in self.match.remarks:
            if not isinstance(remark, Comment):
                self._lose("annotation-lost", (spelling.loss(remark) or ("", ""))[1], remark)
                continue
            if remark.author or remark.language:
                self._lose("annotation-lost", f"whose words: {remark.author or remark.language}", remark)
            for text in remark.text.splitlines() or [""]:
                line = f"; {self._clean(text)}".rstrip()
                if headers.HEADER.fullmatch(line):
                    self._lose("comment-lost", text, remark)
                else:
                    yield line

    # games

    def _game(self, place: int, game: Game) -> Iterator[str]:
        yield f" Game {place if game.number is None else game.number}"
        yield self._names(game.score)
        rows = Rows(self.layout, game)
        for index, event in enumerate(game.events):
            if not _implied(game.events, index) and (lost := spelling.loss(event)):
                self._lose(*lost, event)
            match event:
                case Turn() | Double() | Beaver() | Take() | Drop():
                    yield from rows.add(event.seat, spelling.cell(event, self.layout, self.names))
                case ResultClaim() if not _implied(game.events, index):
                    yield from rows.result(event)
        yield from rows.flush()

    def _names(self, score: ScoreClaim | None) -> str:
        first, second = score.score if score else (0, 0)
        if first % 1 or second % 1:
            self._lose("claim-lost", f"the score {first:g} to {second:g}", score)
        left, right = self.names
        line = f" {_padded(f'{left} : {first:.0f}', self.layout.name)}{right} : {second:.0f}"
        names = tuple(Player(name=player.name) for player in self.match.players)
        if self.game == 1 and self._read_names(line) != names:
            self._lose("header-lost", f"the names {left} and {right}, which would be read otherwise")
        return line

    @staticmethod
    def _read_names(line: str) -> tuple[Player, ...]:
        """The players that a reader would find in a line."""
        read = None if line.lstrip().startswith((";", "#")) else lines.names(line)
        return tuple(Player(name=name) for name in read.names if lines.rated(name)[1] is None) if read else ()


class Rows:
    """The rows of a game, and the cells that wait for theirs to be full."""

    def __init__(self, layout: MatLayout, game: Game) -> None:
        self.layout = layout
        self.game = game
        self.number = 0
        self.waiting = ["", ""]

    def add(self, seat: int, cell: str) -> Iterator[str]:
        """Put a cell into the row, or the row out and the cell into the next."""
        if self.waiting[1] or self.waiting[seat]:
            yield from self.flush()
        self.waiting[seat] = cell

    def result(self, claim: ResultClaim) -> Iterator[str]:
        """Put out the row and a result, which a left-hand drop has beside it."""
        winner = 1 - claim.seat if claim.lost else claim.seat
        said = spelling.result(claim, self.layout)
        if not said:
            return
        if self.layout.result_behind_drop and winner == 1 and self.waiting == [" Drops", ""]:
            self.waiting[1] = f" {said} "
            yield from self.flush()
        else:
            yield from self.flush()
            yield " " * self.layout.result[winner] + said

    def flush(self) -> Iterator[str]:
        """Put out the row that waits."""
        left, right = self.waiting
        if left or right:
            self.number += 1
            number = f"{self.number:>{self.layout.number}}) "
            padded = _padded(left, self.layout.left) + " "
            yield number + (padded + right if right or left[:1].isdigit() else left)
            self.waiting = ["", ""]


def _implied(events: tuple[Event, ...], index: int) -> bool:
    """Whether what is written says an event that has no cell of its own."""
    event = events[index]
    behind = islice(events, index + 1, None)
    match event:
        case Opening(dice=(first, second)):
            turn = next((one for one in behind if isinstance(one, Turn | Double)), None)
            if first == second or not isinstance(turn, Turn):
                return False
            return turn.seat == int(second > first) and sorted(turn.dice) == sorted((first, second))
        case Resignation():
            answer = next(behind, None)
            refused = isinstance(answer, ResignationAnswer) and not answer.accepted
            return not refused and any(isinstance(one, ResultClaim) for one in (answer, *behind))
        case ResignationAnswer(accepted=accepted):
            return accepted and any(isinstance(one, ResultClaim) for one in behind)
        case ResultClaim(lost=True, seat=seat, points=points):
            return any(
                isinstance(one, ResultClaim) and (one.seat, one.points, one.lost) == (1 - seat, points, False)
                for one in events
            )
        case _:
            return False


def _options(rules: str | None) -> list[str]:
    return [option.strip() for option in (rules or "").split(",")[1:] if option.strip()]


def _padded(text: str, width: int) -> str:
    """The text filled up with blanks to a width in bytes."""
    return text + " " * max(width - len(text.encode()), 0)
