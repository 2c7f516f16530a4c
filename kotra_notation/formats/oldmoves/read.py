"""Reading FIBS oldmoves: a pass over the lines, each read for itself; the games are joined to matches."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kotra_notation import model
from kotra_notation.board import OFF
from kotra_notation.findings import Finding, Severity, finding, phrase
from kotra_notation.formats.acts import Threw
from kotra_notation.formats.format import line_span
from kotra_notation.formats.oldmoves import lines
from kotra_notation.formats.oldmoves.lines import Did, Said, Score, Won

LINE = "oldmoves:line"
SIZES = (1, 2, 3)


@dataclass(slots=True)
class GameDraft:
    """A game being read, X as seat 0."""

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
        self.games: list[GameDraft] = []
        self.findings: list[Finding] = []
        self.span = model.Span(1)

    def read(self, text_lines: list[str]) -> tuple[model.Match, ...]:
        """The matches of all lines."""
        for number, line in enumerate(text_lines, 1):
            text = line.strip()
            if text:
                self.span = line_span(number, line)
                self._line(text)
        return self._matches()

    def _line(self, text: str) -> None:
        if side := lines.SIDE.match(text):
            words = text[side.end() :]
            if said := lines.deed(words):
                self._deed("XO".index(side[1]), said, words)
                return
        elif score := lines.score(text):
            self.games.append(GameDraft(self.span, score))
            return
        elif names := lines.NAMES.match(text):
            self._names(names[1], names[2])
            return
        self._say(finding("unreadable-line", span=self.span, written=text[:80]))
        if self.games:
            self.games[-1].events.append(model.Extra(key=LINE, value=text, span=self.span))

    def _names(self, first: str, second: str) -> None:
        if not self.games or self.games[-1].names or self.games[-1].events:
            self.games.append(GameDraft(self.span))
        self.games[-1].names = (first, second)

    def _deed(self, seat: int, said: Said, text: str) -> None:
        if not self.games:
            self.games.append(GameDraft(self.span))
        game = self.games[-1]
        events = game.events
        match said:
            case Threw(dice=dice, deed=deed):
                game.resigning = None
                events.append(model.Turn(seat=seat, dice=dice, deed=deed, text=text, span=self.span))
            case Won(points=points, match=match):
                events.append(model.ResultClaim(seat=seat, points=points, match=match, span=self.span))
            case Did(verb="doubles"):
                events.append(model.Double(seat=seat, value=2 * game.cube, span=self.span))
                game.offered, game.resigning = True, None
            case Did(verb="resigns"):
                game.resigning = len(events)
                events.append(model.Resignation(seat=seat, span=self.span))
            case Did(verb=verb):
                self._answer(game, seat, accepted=verb == "accepts")

    def _answer(self, game: GameDraft, seat: int, *, accepted: bool) -> None:
        """Take in an answer to the resignation or the double that waits for one."""
        if game.resigning is not None:
            game.events.append(model.ResignationAnswer(seat=seat, accepted=accepted, span=self.span))
            game.accepted, game.resigning = game.resigning if accepted else None, None
            return
        game.events.append((model.Take if accepted else model.Drop)(seat=seat, span=self.span))
        if accepted and game.offered and game.cube < 2**30:
            game.cube *= 2
        game.offered = False

    def _say(self, found: Finding) -> None:
        self.findings.append(found.at(game=len(self.games) or None))

    # games to matches

    def _matches(self) -> tuple[model.Match, ...]:
        drafts: list[MatchDraft] = []
        for game in self.games:
            if not drafts or not drafts[-1].add(game):
                drafts.append(MatchDraft(game))
        for number, draft in enumerate(drafts, 1):
            self.findings += [found.at(match=number) for found in draft.findings()]
        return tuple(draft.finished() for draft in drafts)


@dataclass(slots=True)
class Placed:
    """A game in its match: the seat of X, the score by seat, and whether its line has the other order."""

    draft: GameDraft
    x: int
    score: tuple[int, int] | None
    turned: bool = False


class MatchDraft:
    """The games of one match; X of the first of them is seat 0."""

    def __init__(self, first: GameDraft) -> None:
        self.names = first.names
        self.length = first.score.length if first.score else None
        self.games = [Placed(first, 0, first.score.score if first.score else None)]

    def add(self, game: GameDraft) -> bool:
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
        """Whether a score is what the last game led to, as far as that one says it."""
        before, after = self.games[-1].score, self._after()
        if after is not None:
            return score == after
        return before is None or gained(before, score) is not None

    def _goes_on(self, score: tuple[int, int]) -> bool:
        """Whether a game with this score may follow: it has grown, or nothing has been won."""
        before = self.games[-1].score
        grown = sum(score) - sum(before) if before else 1
        return grown > 0 or (grown == 0 and self._after() is None)

    def _after(self) -> tuple[int, int] | None:
        """The score as the last game leaves it; None where that is not said."""
        last = self.games[-1]
        result = last.draft.result
        if last.score is None or result is None:
            return None
        first, second = last.score
        points = int(result.points or 0)
        return (first, second + points) if result.seat ^ last.x else (first + points, second)

    def findings(self) -> list[Finding]:
        """What is missing from the head of the match."""
        found = []
        if self.length is None:
            found.append(finding("length-missing", span=self.games[0].draft.span))
        if self.names is None:
            found.append(finding("names-missing", span=self.games[0].draft.span))
        for number, placed in enumerate(self.games, 1):
            if placed.turned and placed.score:
                found.append(_turned_score(placed, placed.score).at(game=number))
        return found

    def finished(self) -> model.Match:
        """The match."""
        names = self.names or ("", "")
        games = []
        for number, placed in enumerate(self.games, 1):
            behind = self.games[number].score if number < len(self.games) else None
            games.append(_finished(placed, number, behind))
        return model.Match(
            players=(model.Player(name=names[0]), model.Player(name=names[1])),
            length=self.length,
            games=tuple(games),
            span=self.games[0].draft.span,
        )


def gained(before: tuple[int, int], after: tuple[int, int]) -> tuple[int, int] | None:
    """The seat that alone won points between two scores, and how many; None where there is no such seat."""
    first, second = after[0] - before[0], after[1] - before[1]
    if min(first, second) or max(first, second) <= 0:
        return None
    return (0, first) if first else (1, second)


def _finished(placed: Placed, number: int, behind: tuple[int, int] | None) -> model.Game:
    """The game by seats; who gave it up, and what it cost, is told by its result or by the next score."""
    draft, score = placed.draft, placed.score
    events = [_turned(event) for event in draft.events] if placed.x else list(draft.events)
    claim = next((event for event in reversed(events) if isinstance(event, model.ResultClaim)), None)
    won = gained(score, behind) if score and behind and claim is None and given_up(events) else None
    if won:
        claim = model.ResultClaim(seat=won[0], points=won[1], derived=True, span=draft.span)
        events.append(claim)
    at = draft.resigning if draft.accepted is None else draft.accepted
    if at is not None and claim is not None:
        size = (claim.points or 0) / draft.cube
        resignation = events[at]
        if isinstance(resignation, model.Resignation) and claim.seat != resignation.seat and size in SIZES:
            events[at] = replace(resignation, size=int(size))
    head = model.ScoreClaim(score=score, span=draft.span) if score else None
    return model.Game(number=number, score=head, events=tuple(events), span=draft.span)


def given_up(events: list[model.Event]) -> bool:
    """Whether a game ended neither by bearing off nor by a drop."""
    last = next((event for event in reversed(events) if not isinstance(event, model.Extra)), None)
    if isinstance(last, model.Turn) and isinstance(last.deed, model.Play):
        return not any(hop.target == OFF for hop in last.deed.hops)
    return last is not None and not isinstance(last, model.Drop)


def _turned_score(placed: Placed, score: tuple[int, int]) -> Finding:
    first, second = (score[placed.x], score[1 - placed.x])
    return finding(
        "witness-disagrees",
        span=placed.draft.span,
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
