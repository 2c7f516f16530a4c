"""The score as a record states it, at the head of a game and wherever else, held against what was won."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from itertools import takewhile

from kotra_notation.findings import Finding, finding
from kotra_notation.model import Action, AutomaticDouble, Game, ScoreClaim, SetPosition, Span
from kotra_notation.replay.game import GameFold
from kotra_notation.replay.game_so_far import Score, StatedScore, plus
from kotra_notation.replay.results import Gain, GameResult, to_seat
from kotra_notation.rules import outcome
from kotra_notation.values import dataclass

NOUGHT: Score = (0, 0)

# What is said of a result that the score does not go on with.
FALSE = ("points-wrong", "winner-wrong", "result-twice")


@dataclass(slots=True)
class Scores:
    """The score of a match as its games go by: the record's, which Crawford follows, and what the rules make.

    `allowed` is all that the last game may have led to; `doubted`: it holds a claim that was found false.
    `uncounted` is what it would have led to without its automatic doubles; `told`: that was found before.
    `known`: the record is no fragment, of which nobody knows at what score it begins. `beyond`: a score at
    the start that the match cannot have: games are judged from nought, and later heads are held against both.
    `unknown`: a game was settled or forfeited for points it cannot have brought, so any score may follow.
    """

    score: Score = NOUGHT
    derived: Score = NOUGHT
    after: Score = NOUGHT
    allowed: set[Score] = field(default_factory=set)
    uncounted: Score | None = None
    doubted: bool = False
    told: bool = False
    known: bool = True
    beyond: Score = NOUGHT
    unknown: bool = False

    def begin(self, game: Game, *, first: bool, length: int) -> Finding | None:
        """Begin a game at the score stated at its head, or at what the games before it have led to."""
        claim = score_at_head(game)
        if first and claim is not None and outcome.match_over(length, claim.score):
            self.beyond = claim.score
            written, span = score_text(claim.score), claim.span or game.span
            return finding("start-beyond-length", span=span, written=written, length=length)
        stated = None if claim is None else self._since_start(claim.score)
        if first and claim is None and not begins_match(game, length):
            stated = _score_set_up(game, length)
        self.score = self.derived if stated is None else stated
        if first:
            self.known = claim is not None or game.number in (None, 1)
            self.derived = self.score
        elif claim is not None and stated not in self.allowed:
            return self._wrong_head(claim, claim.span or game.span)
        elif stated is not None and stated not in (self.after, self.derived) and not self.doubted:
            self.derived = stated
        self._keep_open(length)
        return None

    def over(self, length: int) -> bool:
        """Return whether the match was over before the game that begins, whatever its games have brought."""
        return not self.unknown and outcome.match_over(length, self.derived)

    def _keep_open(self, length: int) -> None:
        """Go on with the record's own count, where the match is not over by that and goes on."""
        counts = sorted(score for score in self.allowed if not outcome.match_over(length, score))
        if self.doubted and counts and outcome.match_over(length, self.derived):
            self.derived = self.score if self.score in counts else counts[0]
            self.score = self.derived

    def _since_start(self, score: Score) -> Score:
        """A stated score, less the impossible one at the beginning where that makes it fit."""
        since = (score[0] - self.beyond[0], score[1] - self.beyond[1])
        return since if since in self.allowed else score

    def _wrong_head(self, claim: ScoreClaim, span: Span | None) -> Finding | None:
        """Return what is wrong with the score at the head of a game; uncounted automatic doubles once."""
        if claim.score != self.uncounted:
            return _wrong(claim.score, self.derived, span, head=True)
        self.derived, told, self.told = claim.score, self.told, True
        return (
            None
            if told
            else _wrong(claim.score, self.after, span, head=True, name="automatic-double-uncounted")
        )

    def go_on(
        self, game: Game, fold: GameFold, made: GameResult, following: Game | None
    ) -> Iterator[Finding]:
        """Go on behind a game; what is wrong with the scores stated in it and behind it."""
        before = {self.score, self.derived}
        begun = self.derived
        self.after = plus(self.score, made.scored)
        doubles = sum(isinstance(event, AutomaticDouble) for event in game.events)
        first, second = made.scored
        self.uncounted = plus(self.score, (first / 2**doubles, second / 2**doubles)) if doubles else None
        self.doubted = any(fault.kind.name in FALSE for fault in made.findings) or any(made.miscounted)
        self.unknown |= any(fault.kind.name == "points-impossible" for fault in fold.findings)
        self.derived = plus(self.derived, made.scored)
        agreed = [to_seat(made.ending.winner, fold.claims.agreed)] if fold.claims.agreed else []
        self.allowed = {plus(start, way) for start in before for way in (*made.ways, *agreed)}
        unended = made.ending.winner is None and made.ending.kind == "unfinished"
        if unended and following is not None and (claim := score_at_head(following)) is not None:
            self._take(claim.score)
        head, last = score_at_head(game), _last(game) if unended else set()
        for stated_score in fold.claims.scores:
            if stated_score.claim is not head:
                behind = not stated_score.over and id(stated_score.claim) in last
                fault = self._fault(stated_score, before, begun, behind=behind)
                yield from [fault] if fault else []

    def _fault(
        self, stated_score: StatedScore, before: set[Score], begun: Score, *, behind: bool
    ) -> Finding | None:
        """Return what is wrong with a score in a game or behind it; `behind` one that has no result."""
        claim = stated_score.claim
        if stated_score.over and not self.known and any(_within(way, claim.score) for way in self.allowed):
            self.known, self.derived, self.after, self.allowed = True, claim.score, claim.score, {claim.score}
        if behind and self._take(claim.score):
            self.derived = claim.score
        right = (
            set()
            if stated_score.over
            else {plus(start, way) for start in before for way in stated_score.ways}
        )
        right |= self.allowed if stated_score.over or stated_score.won or behind else set()
        if claim.score in right:
            return None
        self.allowed.add(claim.score)
        self.doubted = True
        return _wrong(
            claim.score, self.derived if stated_score.over else plus(begun, stated_score.ways[0]), claim.span
        )

    def _take(self, score: Score) -> bool:
        """Allow a score behind a game without a result, where it gives points to one side."""
        if one_sided := gain(self.after, score) is not None:
            self.allowed.add(score)
        return one_sided


def score_at_head(game: Game) -> ScoreClaim | None:
    """The score at which a game says that it begins: at its head, or on a line before anything is done."""
    if game.score is not None:
        return game.score
    for index, event in enumerate(game.events):
        if isinstance(event, ScoreClaim):
            return event if any(isinstance(later, Action) for later in game.events[index:]) else None
        if isinstance(event, Action):
            return None
    return None


def begins_match(game: Game, length: int) -> bool:
    """Return whether a game is the first of a match by its number: then the score is 0-0 without a word."""
    return game.number == 1 and length > 0


def _score_set_up(game: Game, length: int) -> Score | None:
    """The score of the position that a game begins with, where the match can have come to it."""
    first = next((event for event in game.events if isinstance(event, Action)), None)
    standing = first.position.standing if isinstance(first, SetPosition) else None
    if standing is None or (length and standing.length not in (0, length)):
        return None
    return None if outcome.match_over(length, standing.score) else standing.score


def _last(game: Game) -> set[int]:
    """Return what stands in a game behind everything that is done in it, by identity."""
    return {id(event) for event in takewhile(lambda one: not isinstance(one, Action), reversed(game.events))}


def _within(won: Score, score: Score) -> bool:
    """Return whether a score may hold what was won in a game of a match that began before the record."""
    return won[0] <= score[0] and won[1] <= score[1]


def gain(before: Score, after: Score) -> Gain | None:
    """Return what one side alone has won from one score to another, None where that is not so."""
    first, second = after[0] - before[0], after[1] - before[1]
    if min(first, second) != 0 or first == second:
        return None
    return (0, first) if first else (1, second)


def score_text(score: Score) -> str:
    """A score as it is written."""
    return f"{score[0]:g}-{score[1]:g}"


def _wrong(
    claimed: Score, derived: Score, span: Span | None, *, head: bool = False, name: str = "score-wrong"
) -> Finding:
    return finding(
        name,
        span=span,
        written=score_text(claimed),
        claimed=score_text(claimed),
        derived=score_text(derived),
        expected=[score_text(derived)],
        head=head,
    )
