"""Writing match text, in the layout of GNU Backgammon; what it cannot hold is said, nothing is computed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kotra_notation.findings import Finding, finding
from kotra_notation.formats import snowie
from kotra_notation.formats.format import Writing
from kotra_notation.formats.mat import headers
from kotra_notation.formats.mat.dialects import LAYOUTS, MatLayout
from kotra_notation.model import (
    AutomaticDouble,
    Beaver,
    Blank,
    CannotMove,
    Clock,
    Comment,
    Double,
    Drop,
    Evaluation,
    Event,
    Extra,
    Game,
    Hop,
    Mark,
    Match,
    NotRecorded,
    Opening,
    Play,
    Reached,
    Resignation,
    ResignationAnswer,
    ResultClaim,
    Take,
    Turn,
    Unread,
    Video,
)

USUAL_RULES = "modern"
OLD_GAME = ("forn", "davidsson")


def write(matches: Iterable[Match], dialect: str | None = None) -> Writing:
    """Matches one after the other in a dialect."""
    layout = LAYOUTS[dialect or "gnubg"]
    texts: list[str] = []
    lost: list[Finding] = []
    for number, match in enumerate(matches, 1):
        sheet = Sheet(match, layout)
        texts.append(sheet.text())
        lost += [one.at(match=number) for one in sheet.lost]
    return Writing(content="\n".join(texts), findings=tuple(lost))


class Sheet:
    """One match as text, and what of it was lost."""

    def __init__(self, match: Match, layout: MatLayout) -> None:
        self.match = match
        self.layout = layout
        self.lost: list[Finding] = []
        self.number = 0
        names = [self._one_line(player.name) for player in match.players]
        self.names = (names[0], names[1])

    def text(self) -> str:
        """The whole text."""
        if self.match.rules and self.match.rules.startswith(OLD_GAME):
            self._lose("game-not-expressible", self.match.rules)
            return ""
        head = [*self._tags(), *self._remarks()]
        lines = [*head, ""] if head else []
        lines.append(self.layout.length.format(length=self.match.length or 0))
        for place, game in enumerate(self.match.games, 1):
            lines += ["", *self._game(place, game)]
        return "\n".join(lines) + "\n"

    def _lose(self, name: str, written: str, event: Event | None = None) -> None:
        span = event.span if event else None
        self.lost.append(finding(name, span=span, written=self._one_line(written)[:80]))

    @staticmethod
    def _one_line(text: str) -> str:
        return " ".join(text.split())

    # the head

    def _tags(self) -> Iterator[str]:
        for key, value in self.match.info:
            tag = headers.tag(key)
            if tag is None or '"' in value or self._one_line(value) != value:
                self._lose("header-lost", f"{key}: {value}")
            else:
                yield f'; [{tag} "{value}"]'
        tags = {headers.tag(key) or "": value for key, value in self.match.info}
        written = headers.rules(tags, self.match.length)
        if self.match.rules not in (None, USUAL_RULES, written):
            self._lose("rules-lost", self.match.rules)
        for player in self.match.players:
            if player.rating or player.extras:
                self._lose("header-lost", f"{player.name}: {player.rating or dict(player.extras)}")

    def _remarks(self) -> Iterator[str]:
        for remark in self.match.remarks:
            if isinstance(remark, Comment) and not remark.author and not remark.language:
                for line in remark.text.splitlines():
                    yield f"; {line}"
            else:
                self._lose("annotation-lost", type(remark).__name__, remark)

    # games

    def _game(self, place: int, game: Game) -> Iterator[str]:
        yield f" Game {game.number or place}"
        scores = game.score.score if game.score else (0, 0)
        first, second = (f"{name} : {score:g}" for name, score in zip(self.names, scores, strict=True))
        yield f" {_padded(first, self.layout.name)}{second}"
        self.number = 0
        waiting = ["", ""]
        for event in game.events:
            if isinstance(event, ResultClaim):
                yield from self._row(waiting)
                yield self._result(event)
            elif cell := self._cell(event):
                seat: int = getattr(event, "seat", 0)
                if waiting[1] or waiting[seat]:
                    yield from self._row(waiting)
                waiting[seat] = cell
        yield from self._row(waiting)

    def _row(self, waiting: list[str]) -> Iterator[str]:
        if not any(waiting):
            return
        self.number += 1
        left, right = waiting
        number = f"{self.number:>{self.layout.number}}) "
        yield number + (_padded(left, self.layout.left) + " " + right if right else left)
        waiting[:] = ["", ""]

    def _result(self, claim: ResultClaim) -> str:
        if claim.kind:
            self._lose("claim-lost", claim.kind, claim)
        points = claim.points
        if points is None or points % 1:
            self._lose("claim-lost", "half a point" if points else "a result without points", claim)
        shown = int(points or 0)
        verb = "Losses" if claim.lost else "Wins"
        tail = " and the match" if claim.match else ""
        return " " * self.layout.result[claim.seat] + f"{verb} {shown} point{'s' * (shown != 1)}{tail}"

    def _cell(self, event: Event) -> str:
        """What an event is written as; empty, and said, where it cannot be."""
        match event:
            case Turn():
                return self._turn(event)
            case Double(value=value):
                return f" Doubles => {value}" if value else " Doubles"
            case Beaver(value=value):
                return f" Beavers => {value}" if value else " Beavers"
            case Take():
                return " Takes"
            case Drop():
                return " Drops"
            case Resignation(size=None):
                return " Concedes"
            case Comment(text=text):
                self._lose("comment-lost", text, event)
            case Mark() | Evaluation() | Clock() | Video() | Extra():
                self._lose("annotation-lost", _named(event), event)
            case Opening() | AutomaticDouble() | Resignation() | ResignationAnswer():
                self._lose("event-lost", _named(event), event)
            case _:
                self._lose("event-lost", _named(event), event)
        return ""

    def _turn(self, turn: Turn) -> str:
        dice = f"{turn.dice[0]}{turn.dice[1]}: "
        if turn.singly:
            self._lose("event-lost", "dice thrown one after the other", turn)
        match turn.deed:
            case Play(hops=hops, half=half):
                if half:
                    self._lose("event-lost", "half", turn)
                steps = [self._hop(hop) for hop in hops]
                return dice + " ".join(steps) + " " * (len(steps) < 4)
            case CannotMove():
                return dice + (self.layout.cannot_move or "Cannot Move")
            case Blank():
                return dice
            case NotRecorded():
                return dice + "????"
            case Reached(position=position):
                return f"{dice}Illegal play ({snowie.spelled(position, self.names)})"
            case Unread(text=text):
                self._lose("event-lost", text, turn)
                return dice + "????"

    def _hop(self, hop: Hop) -> str:
        source = self.layout.bar if hop.source == 25 else str(hop.source)
        target = self.layout.off if hop.target == 0 else str(hop.target)
        return f"{source}/{target}{self.layout.hit if hop.taken else ''}"


def _named(event: Event) -> str:
    name = type(event).__name__
    return getattr(event, "sign", "") or getattr(event, "value", "") or name


def _padded(text: str, width: int) -> str:
    """The text filled up with blanks to a width in bytes."""
    return text + " " * max(width - len(text.encode()), 0)
