"""Reading FIBS oldmoves: a pass over the lines, each read for itself; the games are joined to matches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace

from kotra_notation import model
from kotra_notation.board import OFF
from kotra_notation.findings import Finding, Severity, finding, phrase
from kotra_notation.formats.acts import Act, Did, Threw, event
from kotra_notation.formats.oldmoves import lines
from kotra_notation.formats.oldmoves.lines import Score
from kotra_notation.formats.recorder import SHOWN, GameDraft, MatchDraft, Recorder
from kotra_notation.values import dataclass

LINE = "oldmoves:line"
SIZES = (1, 2, 3)


@dataclass(slots=True)
class ListedGame:
    """A game as it is listed, X as seat 0."""

    span: model.Span
    score: Score | None = None
    names: tuple[str, str] | None = None
    events: list[model.Event] = field(default_factory=list)
    cube: int = 1
    offered: bool = False  # a double that waits for its answer
    resigning: int | None = None  # where the resignation stands that waits for its answer
    accepted: int | None = None  # where the resignation stands that was taken

    @property
    def result(self) -> model.ResultClaim | None:
        """The result that is written."""
        return next((event for event in reversed(self.events) if isinstance(event, model.ResultClaim)), None)


class Reader:
    """The state of reading one file."""

    def __init__(self) -> None:
        self.recorder = Recorder("oldmoves")
        self.games: list[ListedGame] = []

    def read(self, text_lines: list[str]) -> list[model.Match]:
        """The matches of all lines."""
        for line in self.recorder.lines(text_lines):
            self._line(line.strip())
        joined: list[JoinedGames] = []
        for game in self.games:
            if not joined or not joined[-1].add(game):
                joined.append(JoinedGames(game))
        for games in joined:
            self.recorder.match = games.draft()
            self.recorder.close(*games.findings())
        return self.recorder.matches

    def _line(self, text: str) -> None:
        span = self.recorder.span
        if side := lines.SIDE.match(text):
            words = text[side.end() :]
            if act := lines.act(words):
                self._act("XO".index(side[1]), act, words)
                return
        elif score := lines.score(text):
            self.games.append(ListedGame(span, score))
            return
        elif names := lines.NAMES.match(text):
            self._names(names[1], names[2])
            return
        found = finding("unreadable-line", span=span, written=text[:SHOWN])
        self.recorder.findings.append(found.at(game=len(self.games) or None))
        if self.games:
            self.games[-1].events.append(model.Extra(key=LINE, value=text, span=span))

    def _names(self, first: str, second: str) -> None:
        if not self.games or self.games[-1].names or self.games[-1].events:
            self.games.append(ListedGame(self.recorder.span))
        self.games[-1].names = (first, second)

    def _act(self, seat: int, act: Act, text: str) -> None:
        span = self.recorder.span
        if not self.games:
            self.games.append(ListedGame(span))
        game = self.games[-1]
        match act:
            case Did(verb="double"):
                game.events.append(model.Double(seat=seat, value=2 * game.cube, span=span))
                game.offered, game.resigning = True, None
            case Did(verb="accepts" | "rejects" as verb):
                self._answer(game, seat, span, accepted=verb == "accepts")
            case _:
                if isinstance(act, Threw):
                    game.resigning = None
                elif isinstance(act, Did):
                    game.resigning = len(game.events)
                game.events.append(event(act, seat, text, span))

    @staticmethod
    def _answer(game: ListedGame, seat: int, span: model.Span, *, accepted: bool) -> None:
        """Take in an answer to the resignation or the double that waits for one."""
        if game.resigning is not None:
            game.events.append(model.ResignationAnswer(seat=seat, accepted=accepted, span=span))
            game.accepted, game.resigning = game.resigning if accepted else None, None
            return
        game.events.append((model.Take if accepted else model.Drop)(seat=seat, span=span))
        if accepted and game.offered and game.cube < 2**30:
            game.cube *= 2
        game.offered = False


@dataclass(slots=True)
class Placed:
    """A game in its match: the seat of X, the score by seat, and whether its line has the other order."""

    listed: ListedGame
    x: int
    score: tuple[int, int] | None
    turned: bool = False


class JoinedGames:
    """The games of one match; X of the first of them is seat 0."""

    def __init__(self, first: ListedGame) -> None:
        self.names = first.names
        self.length = first.score.length if first.score else None
        self.games = [Placed(first, 0, first.score.score if first.score else None)]

    def add(self, game: ListedGame) -> bool:
        """Take in the next game; False where it begins another match."""
        names, stated = game.names, game.score
        if names and self.names and set(names) != set(self.names):
            return False
        if stated and stated.length != self.length:
            return False
        x = int(bool(names and self.names and names != self.names))
        score = self._score(stated.score, x) if stated else None
        if score and not self._goes_on(score):
            return False
        self.names = self.names or names
        turned = bool(stated and score and score[x] != stated.score[0])
        self.games.append(Placed(game, x, score, turned))
        return True

    def _score(self, written: tuple[int, int], x: int) -> tuple[int, int]:
        """The score by seat: X's first, unless only the other order fits what came before."""
        score = (written[x], written[1 - x])
        other = (score[1], score[0])
        return other if not self._fits(score) and self._fits(other) else score

    def _fits(self, score: tuple[int, int]) -> bool:
        """Return whether a score is what the last game led to, as far as that one says it."""
        before, after = self.games[-1].score, self._after()
        if after is not None:
            return score == after
        return before is None or gained(before, score) is not None

    def _goes_on(self, score: tuple[int, int]) -> bool:
        """Return whether a game with this score may follow: it has grown, or nothing has been won."""
        before = self.games[-1].score
        grown = sum(score) - sum(before) if before else 1
        return grown > 0 or (grown == 0 and self._after() is None)

    def _after(self) -> tuple[int, int] | None:
        """The score as the last game leaves it; None where that is not said."""
        last = self.games[-1]
        result = last.listed.result
        if last.score is None or result is None:
            return None
        first, second = last.score
        points = int(result.points or 0)
        return (first, second + points) if result.seat ^ last.x else (first + points, second)

    def findings(self) -> Iterator[Finding]:
        """Yield what is missing from the head of the match, and what is wrong in it."""
        if self.names is None:
            yield finding("names-missing", span=self.games[0].listed.span)
        for number, placed in enumerate(self.games, 1):
            if placed.turned and placed.score:
                yield _turned_score(placed, placed.score).at(game=number)

    def draft(self) -> MatchDraft:
        """The match."""
        behind = [placed.score for placed in self.games[1:]]
        return MatchDraft(
            self.games[0].listed.span,
            players=[model.Player(name=name) for name in self.names or ("", "")],
            length=self.length,
            games=[
                _draft(placed, number, after)
                for number, (placed, after) in enumerate(zip(self.games, [*behind, None], strict=True), 1)
            ],
        )


def gained(before: tuple[int, int], after: tuple[int, int]) -> tuple[int, int] | None:
    """The seat that alone won points between two scores, and how many; None where there is no such seat."""
    first, second = after[0] - before[0], after[1] - before[1]
    if min(first, second) or max(first, second) <= 0:
        return None
    return (0, first) if first else (1, second)


def _draft(placed: Placed, number: int, behind: tuple[int, int] | None) -> GameDraft:
    """The game by seats; who gave it up, and what it cost, is told by its result or by the next score."""
    listed, score = placed.listed, placed.score
    events = [_turned(event) for event in listed.events] if placed.x else list(listed.events)
    claim = next((event for event in reversed(events) if isinstance(event, model.ResultClaim)), None)
    won = gained(score, behind) if score and behind and claim is None and given_up(events) else None
    if won:
        claim = model.ResultClaim(seat=won[0], points=won[1], derived=True, span=listed.span)
        events.append(claim)
    at = listed.resigning if listed.accepted is None else listed.accepted
    if at is not None and claim is not None:
        size = (claim.points or 0) / listed.cube
        resignation = events[at]
        if isinstance(resignation, model.Resignation) and claim.seat != resignation.seat and size in SIZES:
            events[at] = replace(resignation, size=int(size))
    head = model.ScoreClaim(score=score, span=listed.span) if score else None
    return GameDraft(number, listed.span, head, events)


def given_up(events: list[model.Event]) -> bool:
    """Return whether a game ended neither by bearing off nor by a drop."""
    last = next((event for event in reversed(events) if not isinstance(event, model.Extra)), None)
    if isinstance(last, model.Turn) and isinstance(last.deed, model.Play):
        return not any(hop.target == OFF for hop in last.deed.hops)
    return last is not None and not isinstance(last, model.Drop)


def _turned_score(placed: Placed, score: tuple[int, int]) -> Finding:
    first, second = (score[placed.x], score[1 - placed.x])
    return finding(
        "witness-disagrees",
        span=placed.listed.span,
        severity=Severity.NOTE,
        written=f"{second}-{first}",
        one=phrase("the score of X and O is written {second}-{first}", second=second, first=first),
        other=phrase("the game before makes it {first}-{second}", first=first, second=second),
    )


def _turned(event: model.Event) -> model.Event:
    """The event with the other seat as the one who acts."""
    if isinstance(
        event,
        model.Turn
        | model.Double
        | model.Take
        | model.Drop
        | model.Resignation
        | model.ResignationAnswer
        | model.ResultClaim,
    ):
        return replace(event, seat=1 - event.seat)
    return event
