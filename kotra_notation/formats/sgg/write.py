"""Writing a GamesGrid record as GNU Backgammon reads it; what it cannot hold is said.

How much is resigned, and that it was accepted, the result says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from kotra_notation.formats.format import Source, Writing
from kotra_notation.formats.holding import Ledger, Thing, clean, implied, options, said, several
from kotra_notation.formats.plays import spelled
from kotra_notation.formats.sgg import headers, lines
from kotra_notation.formats.sgg.lines import Did, Threw
from kotra_notation.formats.sgg.read import CRAWFORD, UNREADABLE
from kotra_notation.model import (
    AutomaticDouble,
    Beaver,
    Blank,
    CannotMove,
    Comment,
    Double,
    Drop,
    Event,
    Extra,
    Game,
    Match,
    Opening,
    Play,
    Resignation,
    ResignationAnswer,
    ResultClaim,
    ScoreClaim,
    Take,
    Turn,
)

HOLDS = frozenset(
    {
        Thing.HITS,
        Thing.OPENINGS,
        Thing.CUBE,
        Thing.BEAVERS,
        Thing.AUTOMATIC,
        Thing.RESIGNATIONS,
        Thing.RESULTS,
        Thing.SCORES,
        Thing.COMMENTS,
        Thing.EXTRAS,
    }
)
INDENT = " " * 20
NO_DICE = " -"
TABS = ("\t", "\t\t")
MOST = 10**6


def write(matches: Iterable[Match], dialect: str | None = None) -> Writing:
    """Matches one after the other."""
    left, ledger = several(matches, HOLDS)
    texts: list[str] = []
    for ledger.match, match in enumerate(left, 1):
        texts.append("\n".join([*Sheet(match, ledger).lines(), ""]))
    return Writing(content="\n".join(texts), findings=tuple(ledger.findings))


class Sheet:
    """One match as lines; what of it is lost is noted."""

    def __init__(self, match: Match, ledger: Ledger) -> None:
        self.match = match
        self.ledger = ledger
        self.names = (clean(match.players[0].name), clean(match.players[1].name))
        self.read_names = ("", "")
        self.length = match.length or 0

    def lines(self) -> Iterator[str]:
        """All lines of the match."""
        self.ledger.game = None
        if self.match.length is None or not 0 <= self.length < MOST:
            length = f"length {self.length}" if self.length else "no length stated"
            self.ledger.lose("header-lost", length)
            self.length = 0
        yield self._versus()
        yield from self._head()
        games = self.match.games
        scores = [game.score.score if game.score else (0.0, 0.0) for game in games]
        stars = headers.starred(scores, self.length)
        for number, (game, star) in enumerate(zip(games, stars, strict=True), 1):
            self.ledger.game = number
            yield self._game(number, game, star)
            yield ""
            yield from Rows(game.events, self.names, self.read_names, self.ledger).lines()
            yield ""

    # the head

    def _versus(self) -> str:
        line = f"{INDENT}{self.names[0]}{lines.VERSUS}{self.names[1]}"
        self.read_names = lines.versus(line) or ("", "")
        if self.read_names != (self.match.players[0].name, self.match.players[1].name):
            self.ledger.lose(
                "header-lost", f"the names {' and '.join(self.names)}, which would be read otherwise"
            )
        return line

    def _head(self) -> Iterator[str]:
        taken: set[str] = set()
        for key, value in self.match.info:
            line = headers.line(key, value)
            name = key.removeprefix(headers.PREFIX)
            if line is None or not lasting(line) or not self._free(key, name, value, taken):
                self.ledger.lose("header-lost", f"{key}: {value}")
                continue
            taken.add(name)
            yield line
        yield from self._ratings(taken)
        yield from self._rules(taken)
        if headers.LENGTH not in taken:
            yield f"{headers.LENGTH}: {self.length}"

    def _free(self, key: str, name: str, value: str, taken: set[str]) -> bool:
        """Whether a header would be read as itself beside those written and those still to be written."""
        if key in ("place", headers.LINE):
            return not lines.GAME.match(value) and ("place" in taken) == (key == headers.LINE)
        if name == headers.LENGTH:
            return not value.isdigit()
        if name in headers.RULES:
            return name not in taken and headers.stated(name, value, self.length, 0) is None
        return name != headers.ELO or headers.ratings(value) is None

    def _ratings(self, taken: set[str]) -> Iterator[str]:
        line = headers.rating_line(self.match.players)
        for player in self.match.players:
            rating, games = headers.rating_of(player)
            extras = {headers.EXPERIENCE: games} if games else {}
            if (player.rating or "", dict(player.extras)) != (rating, extras):
                self.ledger.lose("header-lost", f"{player.name}: {player.rating or dict(player.extras)}")
        if line and headers.ELO not in taken:
            yield line

    def _rules(self, taken: set[str]) -> Iterator[str]:
        stated = options(self.match.rules)
        written = headers.rule_lines(stated, self.length, taken)
        automatic = max(
            (sum(isinstance(event, AutomaticDouble) for event in game.events) for game in self.match.games),
            default=0,
        )
        read = headers.read_rules(written, self.length, automatic)
        for option in stated:
            if option not in read:
                self.ledger.lose("rules-lost", option)
        for key, value in written.items():
            yield f"{key}: {value}"

    # games

    def _game(self, place: int, game: Game, star: bool) -> str:
        number = place if game.number is None else game.number
        if not 0 <= number < MOST:
            self.ledger.lose("header-lost", f"game {number}")
            number = place
        marks = [extra.value for extra in game.events if isinstance(extra, Extra) and extra.key == CRAWFORD]
        star = bool(marks[0]) if marks else star
        first, second = self._score(game.score)
        ahead = first >= second
        tail = f"/{self.length}" if self.length else ""
        return f"Game {number}.{first}{'*' * (star and ahead)}-{second}{'*' * (star and not ahead)}{tail}"

    def _score(self, score: ScoreClaim | None) -> tuple[int, int]:
        if score is None:
            return 0, 0
        if all(0 <= points < MOST and not points % 1 for points in score.score):
            return int(score.score[0]), int(score.score[1])
        self.ledger.lose("claim-lost", said(score), score)
        return 0, 0


@dataclass(slots=True)
class Rows:
    """The lines of a game and their numbers: a number for what the first and then the second side did."""

    events: Sequence[Event]
    names: tuple[str, str]
    read_names: tuple[str, str]
    ledger: Ledger
    number: int = 0
    filled: list[bool] = field(default_factory=lambda: [True, True])

    def lines(self) -> Iterator[str]:
        """All lines of the game."""
        for index, event in enumerate(self.events):
            match event:
                case Turn():
                    yield from self._turn(event, index)
                case Double() | Beaver() | Take() | Drop():
                    yield from self._cube(event)
                case Resignation() | ResignationAnswer():
                    yield from self._resigned(event, index)
                case Opening():
                    if not self._tied(index) and not implied(self.events, index):
                        self._lose(event)
                case AutomaticDouble():
                    yield from self._automatic(event, index)
                case ResultClaim():
                    yield from self._result(event, index)
                case Comment():
                    yield from self._comment(event, index)
                case Extra():
                    yield from self._extra(event, index)

    def _lose(self, event: Event, kind: str = "event-lost") -> None:
        self.ledger.lose(kind, said(event), event)

    def _row(self, seat: int, text: str, *, again: bool = False) -> str:
        """A line of a side, with the next number unless that side may still write under the last."""
        if not again and (self.filled[seat] or self.filled[1]):
            self.number += 1
            self.filled = [False, False]
        self.filled[seat] = True
        return f"{self.number}{TABS[seat]}{text}"

    # turns

    def _turn(self, turn: Turn, index: int) -> Iterator[str]:
        dice = f"{turn.dice[0]}{turn.dice[1]}:"
        match turn.deed:
            case CannotMove() if turn.dice == lines.NO_DICE:
                yield self._row(turn.seat, f"{NO_DICE}: O-O")
            case _ if not all(0 <= die <= 9 for die in turn.dice):
                self._lose(turn)
            case CannotMove():
                yield self._row(turn.seat, f"{dice} O-O")
            case Play(hops=hops):
                play = spelled(hops, bar="25", off="0").replace(" ", ", ")
                yield self._row(turn.seat, dice)
                if lines.said(f"{dice} {play}") == Threw(turn.dice, turn.deed):
                    yield self._row(turn.seat, f"{dice} {play}", again=True)
                else:
                    self._lose(turn)
            case _ if self._resigns(turn, index + 1):
                yield self._row(turn.seat, f"{dice} Resign")
            case _:
                yield self._row(turn.seat, dice)

    def _resigns(self, turn: Turn, index: int) -> bool:
        """Whether behind a throw the game is given up, which one line says."""
        behind = self.events[index] if index < len(self.events) else None
        resigned = isinstance(behind, Resignation) and behind.seat == turn.seat
        return resigned and not self._refused(index) and isinstance(turn.deed, Blank)

    def _refused(self, index: int) -> bool:
        answer = self.events[index + 1] if index + 1 < len(self.events) else None
        return isinstance(answer, ResignationAnswer) and not answer.accepted

    def _resigned(self, event: Resignation | ResignationAnswer, index: int) -> Iterator[str]:
        if isinstance(event, ResignationAnswer) or self._refused(index):
            if not implied(self.events, index):
                self._lose(event)
            return
        if event.size is not None and not implied(self.events, index):
            self._lose(event)
        before = self.events[index - 1] if index else None
        if not (isinstance(before, Turn) and self._resigns(before, index)):
            yield self._row(event.seat, "Resign")

    # the cube

    def _cube(self, event: Double | Beaver | Take | Drop) -> Iterator[str]:
        value = event.value if isinstance(event, Double | Beaver) else None
        to = "" if value is None else f" to {value}"
        match event:
            case Double():
                verb, meant = "Double", "double"
            case Beaver(level=1):
                verb, meant = "Beaver", "beaver"
            case Beaver():
                verb, meant = "Raccoon", "raccoon"
            case Take():
                verb, meant = "Accept", "take"
            case Drop():
                verb, meant = "Pass", "drop"
        if lines.said(verb + to) != Did(meant, value) or (
            isinstance(event, Beaver) and event.level not in (1, 2)
        ):
            self._lose(event)
        else:
            yield self._row(event.seat, verb + to)

    def _tied(self, index: int) -> bool:
        """Whether an opening throw of equal dice turns the cube, which one line says."""
        event = self.events[index] if 0 <= index < len(self.events) - 1 else None
        return (
            isinstance(event, Opening)
            and event.dice[0] == event.dice[1]
            and 1 <= event.dice[0] <= 9
            and isinstance(self.events[index + 1], AutomaticDouble)
        )

    def _automatic(self, event: AutomaticDouble, index: int) -> Iterator[str]:
        before = self.events[index - 1] if self._tied(index - 1) else None
        dice = before.dice if isinstance(before, Opening) else lines.NO_DICE
        to = "" if event.value is None else f" to {event.value}"
        line = f"{dice[0]}{dice[1]}: Automatic double{to}"
        if lines.said(line) == lines.Tied(dice, event.value):
            yield line
        else:
            self._lose(event)

    # what is neither

    def _result(self, claim: ResultClaim, index: int) -> Iterator[str]:
        if implied(self.events, index):
            return
        winner = 1 - claim.seat if claim.lost else claim.seat
        points = claim.points
        if points is not None and not points % 1 and 0 <= points < MOST:
            tail = " and the match" if claim.match else ""
            line = f"{self.names[winner]} wins {points:.0f} point{'s' * (points != 1)}{tail}."
            won = lines.winner(line, self.read_names)
            if won and won[0] == winner and not claim.kind and not lines.GAME.match(line):
                yield line
                return
        self._lose(claim, "claim-lost")

    def _comment(self, comment: Comment, index: int) -> Iterator[str]:
        """The lines of a comment, behind an empty one where a comment stands above."""
        said_lines = comment.text.split("\n")
        kept = [line for line in said_lines if self._is_talk(line)]
        if kept != said_lines:
            self.ledger.lose("comment-lost", comment.text, comment)
        if comment.author or comment.language:
            self.ledger.lose("annotation-lost", f"whose words: {comment.author or comment.language}", comment)
        if kept and index and isinstance(self.events[index - 1], Comment):
            yield ""
        yield from kept

    def _is_talk(self, line: str) -> bool:
        """Whether a line would be read as a line of a comment."""
        return (
            line != ""
            and line == line.strip()
            and lasting(line)
            and not lines.GAME.match(line)
            and not lines.AUTOMATIC.match(line)
            and lines.winner(line, self.read_names) is None
            and not is_row(line)
        )

    def _extra(self, extra: Extra, index: int) -> Iterator[str]:
        if extra.key == UNREADABLE and extra.value == extra.value.strip() and lasting(extra.value):
            row = lines.ROW.match(extra.value)
            if row and "\t" in row[2] and lines.said(extra.value[row.end() :]) is None:
                yield extra.value
                return
        if extra.key != CRAWFORD or index or extra.value not in ("", "*"):
            self._lose(extra, "annotation-lost")


def is_row(line: str) -> bool:
    """Whether a line is one with a number that says something."""
    row = lines.ROW.match(line)
    return row is not None and ("\t" in row[2] or lines.said(line[row.end() :].rstrip()) is not None)


def lasting(line: str) -> bool:
    """Whether a line comes back from a file as it is."""
    return Source(line.encode("utf-8", "replace")).lines == [line]
