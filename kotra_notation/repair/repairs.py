"""The games of a match in which something is wrong, and what each of them may have been."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import exp

from kotra_notation.board.points import pips
from kotra_notation.findings import Finding
from kotra_notation.model import Game, Match, ResultClaim, ScoreClaim
from kotra_notation.repair.edits import HEAD, Edit, apply_edits, cost_of, costs
from kotra_notation.repair.effort import Effort, Purse
from kotra_notation.repair.game import Account, accounts, also, unread
from kotra_notation.repair.meant import turning_of
from kotra_notation.repair.missing import JUMP, TELLING, row_jumps
from kotra_notation.repair.slips import columns_swapped
from kotra_notation.repair.stakes import likely_size
from kotra_notation.replay import GameReplay, Replay, replay
from kotra_notation.replay.folding import goal, marks_hits
from kotra_notation.rules import Ruleset
from kotra_notation.rules.ruleset import State
from kotra_notation.rules.worth import match_over
from kotra_notation.values import dataclass

# What is found where the last result does not end a match.
UNENDED = frozenset({"match-unfinished", "match-not-over"})
# What may be found of scores and the cube, but is no sign that a match began at another score.
USELESS = "double-without-use"
NO_SIGN = frozenset({"score-from-before", "match-unfinished"})


@dataclass(frozen=True, slots=True)
class Misstated:
    """A game by its place, what is misstated in it, and the share of that among all that would explain it."""

    place: int
    edit: Edit
    share: float


def misstated_score(replayed: Replay) -> Misstated | None:
    """Return the likeliest slip that mends the scores, where nothing in the game before does."""
    wrong_heads = (
        finding
        for finding in replayed.findings
        if finding.kind.name == "score-wrong" and finding.facts["head"]
    )
    first = next((replayed.find_game(head.game or 1).place for head in wrong_heads), None)
    if first is None or any(finding.severity == "error" for finding in replayed.games[first - 1].findings):
        return None
    around = slice(max(first - 2, 0), first + 2)
    wrong = _errors(replayed.match, around, replayed.ruleset)
    fitting = [
        (edit, place)
        for place, edit in _candidates(replayed, first)
        if _errors(with_edit(replayed.match, place, edit), around, replayed.ruleset) < wrong
    ]
    if not fitting:
        return None
    edit, place = min(fitting, key=lambda pair: pair[0].cost)
    whole = sum(exp(-other.cost) for other, _ in fitting) + exp(-costs().left["error"])
    return Misstated(place, edit, exp(-edit.cost) / whole)


def misstated_start(replayed: Replay) -> Misstated | None:
    """Return the slip in the first score, where more than that says that a match begins at 0 to 0."""
    games = replayed.match.games
    stated = games[0].score if games else None
    if stated is None or not any(stated.score):
        return None
    edit = _begins(games[0])
    gain = _signs(replayed) - _signs(replay(with_edit(replayed.match, 0, edit), replayed.ruleset))
    if gain <= edit.cost:
        return None
    return Misstated(0, edit, exp(-edit.cost) / (exp(-edit.cost) + exp(-gain)))


def _begins(game: Game) -> Edit:
    """Return the score at the head of a first game taken for nothing to nothing, as most are."""
    edit = _head(game, (0, 0))
    return replace(edit, cost=edit.cost + costs().more["begins"])


def _signs(replayed: Replay) -> float:
    """Return how much is odd in the cube and the score of a match; nobody doubles who has no use for it."""
    odd = [found for found in replayed.findings if found.code[0] in "CS" and found.kind.name not in NO_SIGN]
    useless = costs().left["warning"]
    return sum(
        max(costs().left[finding.severity], useless * (finding.kind.name == USELESS)) for finding in odd
    )


def misstated_end(replayed: Replay) -> Misstated | None:
    """Return the likeliest slip in the last result, where the match would be over without it."""
    unended = [finding for finding in replayed.findings if finding.kind.name in UNENDED]
    last = replayed.games[-1] if replayed.games else None
    if not unended or last is None or last.kind != "resign":
        return None
    if any(finding.severity == "error" and finding.kind.name not in UNENDED for finding in last.findings):
        return None
    place, game = len(replayed.games) - 1, replayed.match.games[-1]
    results = [at for at, event in enumerate(game.events) if isinstance(event, ResultClaim)]
    if not results:
        return None
    at = results[-1]
    state = last.frames_at([at])[0].before
    fitting = [edit for edit in _last_results(game, at, state) if _ends(replayed, edit)]
    left = sum(costs().left[finding.severity] for finding in unended) + _odd(state, last.ending.winner)
    best = min(fitting, key=lambda edit: edit.cost, default=None)
    if best is None or best.cost >= left:
        return None
    whole = sum(exp(-edit.cost) for edit in fitting) + exp(-left)
    return Misstated(place, best, exp(-best.cost) / whole)


def with_edit(match: Match, place: int, edit: Edit) -> Match:
    """Return the match with one of its games edited."""
    games = list(match.games)
    games[place] = apply_edits(games[place], (edit,))
    return replace(match, games=tuple(games))


def _errors(match: Match, around: slice, ruleset: Ruleset) -> int:
    """Return how many errors there are in a few games of a match, the others left out."""
    replayed = replay(replace(match, games=match.games[around]), ruleset)
    return sum(finding.severity == "error" for finding in replayed.findings)


def _candidates(replayed: Replay, place: int) -> Iterator[tuple[int, Edit]]:
    """Yield what may be misstated where the score of a game does not follow from the game before it."""
    match = replayed.match
    stated, before = match.games[place].score, match.games[place - 1].score
    derived = replayed.games[place - 1].score_after
    if stated is None:
        return
    yield place, _head(match.games[place], derived)
    if before is not None:
        shift = stated.score[0] - derived[0], stated.score[1] - derived[1]
        score = before.score[0] + shift[0], before.score[1] + shift[1]
        if place == 1 and not any(score):
            yield 0, _begins(match.games[0])
        elif min(score) >= 0:
            yield place - 1, _head(match.games[place - 1], score)
        yield from _results(match.games[place - 1], place - 1, before.score, stated.score)
        for exchange in columns_swapped(match.games[place - 1].events, 0, turning_of(replayed.ruleset)):
            kind, old, new = exchange.kind, exchange.old, exchange.new
            yield place - 1, Edit(kind=kind, place=0, old=old, new=new, cost=cost_of(kind))


def _head(game: Game, score: tuple[float, float]) -> Edit:
    assert game.score is not None
    new = replace(game.score, score=score)
    numbers = sum(before != after for before, after in zip(game.score.score, score, strict=True))
    return Edit(kind="score", place=HEAD, old=(game.score,), new=(new,), cost=cost_of("score") * numbers)


def _results(
    game: Game, place: int, before: tuple[float, float], after: tuple[float, float]
) -> Iterator[tuple[int, Edit]]:
    """Yield the result of a game as the score behind it has it."""
    won = after[0] - before[0], after[1] - before[1]
    for at, claim in enumerate(game.events):
        if isinstance(claim, ResultClaim):
            yield place, _claim("winner", at, claim, replace(claim, seat=1 - claim.seat))
            points = max(won)
            if points > 0 and points != claim.points:
                yield place, _claim("points", at, claim, replace(claim, points=points))


def _claim(kind: str, at: int, old: ResultClaim, new: ResultClaim) -> Edit:
    return Edit(kind=kind, place=at, old=(old,), new=(new,), cost=cost_of(kind))


def _last_results(game: Game, at: int, state: State) -> Iterator[Edit]:
    """Yield what the last result may have been, where the state before it is that of a game given up."""
    claim = game.events[at]
    assert isinstance(claim, ResultClaim)
    winner = claim.winner
    turned = _claim("winner", at, claim, replace(claim, seat=1 - claim.seat))
    yield replace(turned, cost=turned.cost + _odd(state, 1 - winner))
    for size in (1, 2, 3):
        points = size * state.stakes.cube.value
        if claim.points not in (None, points):
            other = _claim("points", at, claim, replace(claim, points=points))
            unlikely = costs().more["odd-size"] * (size != likely_size(state, winner))
            yield replace(other, cost=other.cost + unlikely + _odd(state, winner))


def _odd(state: State, winner: int | None) -> float:
    """Return what it costs to believe that a game was given up to a side, which seldom is behind."""
    if winner is None or pips(state.seen_by(winner)) <= pips(state.seen_by(1 - winner)):
        return 0
    return costs().more["odd-winner"]


def _ends(replayed: Replay, edit: Edit) -> bool:
    """Return whether the match is over with an edit of its last game, and nothing is wrong in that then."""
    again = replayed.games[-1].again(apply_edits(replayed.match.games[-1], (edit,)))
    wrong = any(finding.severity == "error" for finding in again.findings)
    return not wrong and match_over(goal(replayed.match, replayed.ruleset), again.score_after)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRepair:
    """A game with findings, and its accounts, the likeliest first."""

    number: int
    readings: tuple[Account, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Repairs:
    """The repairs of a match, by game.

    Games in `hurried` were searched briefly, those in `passed_over` not at all, because too much is wrong.
    `found` has the findings of the reader.
    """

    replayed: Replay
    games: tuple[GameRepair, ...]
    hurried: tuple[int, ...] = ()
    passed_over: tuple[int, ...] = ()
    found: tuple[Finding, ...] = ()


def repair(
    match: Match,
    rules: str | Ruleset | None = None,
    effort: Callable[[], Effort] | None = None,
    found: Iterable[Finding] = (),
) -> Repairs:
    """Return the probable plays of every faulty game; a `Purse` serves one file, `found` is evidence."""
    return repairs(replay(match, rules), effort or Purse.of([match]), found)


def repairs(
    written: Replay, effort: Callable[[], Effort] = Effort, findings: Iterable[Finding] = ()
) -> Repairs:
    """Return the repairs of a replayed match, with so much effort for each game, or none left for it."""
    findings = tuple(findings)
    games: list[GameRepair] = []
    hurried: list[int] = []
    passed_over: list[int] = []
    for wrong in wrong_games(written, findings):
        left = effort()
        if left.spent:
            passed_over.append(wrong.number)
            continue
        if not left.full:
            hurried.append(wrong.number)
        games.append(wrong.repair(left))
    return Repairs(
        replayed=written,
        games=tuple(games),
        hurried=tuple(hurried),
        passed_over=tuple(passed_over),
        found=findings,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongGame:
    """A game in which something is wrong, as it is looked at: with the scores mended that are `misstated`.

    `numbers` was found of the numbers of its rows, `here` is what is misstated in the game itself.
    """

    number: int
    game: Game
    replay: GameReplay
    following: ScoreClaim | None
    hits_marked: bool
    numbers: tuple[Finding, ...]
    misstated: bool
    here: Misstated | None

    def repair(self, effort: Effort) -> GameRepair:
        """Return what it may have been."""
        jumps = tuple(row_jumps(self.game, self.numbers))
        readings = accounts(
            self.game, self.replay, self.following, hits_marked=self.hits_marked, effort=effort, jumps=jumps
        )
        if self.here:
            readings = [also(account, self.here.edit, self.here.share) for account in readings]
        return GameRepair(number=self.number, readings=tuple(readings))


def wrong_games(written: Replay, findings: Iterable[Finding] = ()) -> Iterator[WrongGame]:
    """Yield the games that something was found in, in the order they were played, numbered as they stand."""
    played = written.reordered.replay if written.reordered else written
    places = written.reordered.order.places if written.reordered else range(len(written.games))
    match = played.match
    wrong = misstated_score(played) or misstated_start(played) or misstated_end(played)
    mended_match = with_edit(match, wrong.place, wrong.edit) if wrong else match
    stated = replay(mended_match, played.ruleset) if wrong else played
    hits_marked = marks_hits(match)
    numbered = [
        finding for finding in findings if finding.kind.name == JUMP and finding.facts["slip"] in TELLING
    ]
    for at, (game, made) in enumerate(zip(mended_match.games, stated.games, strict=True)):
        here = wrong if wrong and wrong.place == at else None
        numbers = tuple([finding for finding in numbered if finding.game == written.games[places[at]].number])
        if here or played.games[at].findings or unread(game) or numbers:
            yield WrongGame(
                number=written.games[places[at]].number,
                game=game,
                replay=made,
                following=mended_match.games[at + 1].score if at + 1 < len(match.games) else None,
                hits_marked=hits_marked,
                numbers=numbers,
                misstated=wrong is not None,
                here=here,
            )
