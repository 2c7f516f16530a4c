"""The result of a folded game, held against what the record claims of it."""

from __future__ import annotations

from dataclasses import replace

from kotra_notation.findings import N_, Finding, Severity, finding, phrase
from kotra_notation.model import ResultClaim
from kotra_notation.replay import offers
from kotra_notation.replay.awards import (
    missed_award,
    mor_reason,
    unearned_reason,
    unnoted_awards,
    with_reason,
)
from kotra_notation.replay.game import GameFold
from kotra_notation.replay.game_so_far import Score, plus
from kotra_notation.replay.win_words import word_faults
from kotra_notation.rules import outcome
from kotra_notation.rules.modern import WINS
from kotra_notation.rules.old_icelandic import award_named, award_title
from kotra_notation.rules.ruleset import Award, Ending, Setting
from kotra_notation.values import dataclass

# What to look at where points are wrong in the game without a cube.
OLD_LOOK = N_("Check the last position.")

UNFINISHED = Ending(winner=None, kind="unfinished", points=0)


# A side, and what it has won.
Gain = tuple[int, float]


@dataclass(frozen=True, slots=True)
class Claimed:
    """All result claims of a game taken together."""

    winner: int
    points: float | None
    claim: ResultClaim


@dataclass(frozen=True, slots=True)
class GameResult:
    """The ending by the rules, what the score goes on with by seat, and what is wrong with the claims."""

    ending: Ending
    scored: Score
    awards: tuple[Award, ...]
    findings: tuple[Finding, ...] = ()
    said: Claimed | None = None
    miscounted: Score = (0, 0)

    @property
    def ways(self) -> list[Score]:
        """The scores to go on with: as counted, by the rules, as claimed, and with false awards."""
        ways = [self.scored]
        if self.ending.winner is not None:
            ways.append(to_seat(self.ending.winner, self.ending.points))
        if self.said is not None:
            points = self.scored[self.said.winner] if self.said.points is None else self.said.points
            ways.append(to_seat(self.said.winner, points))
        return [*ways, *(plus(way, self.miscounted) for way in ways if any(self.miscounted))]


def to_seat(winner: int | None, points: float) -> Score:
    """Points by seat."""
    return (0 if winner != 0 else points, 0 if winner != 1 else points)


def combine_claims(claims: list[ResultClaim]) -> tuple[Claimed | None, list[Finding]]:
    """Return what the record says of the result, and a finding where it says two different things."""
    together: Claimed | None = None
    findings: list[Finding] = []
    for claim in claims:
        winner = claim.winner
        if together is None:
            together = Claimed(winner, claim.points, claim)
        elif together.winner != winner or len({claim.points, together.points} - {None}) > 1:
            twice = finding("result-twice", span=claim.span, seat=claim.seat)
            findings.append(twice.at(facts={"winner": winner, "claimed": claim.points}))
        elif together.points is None or claim.match:
            together = Claimed(winner, together.points if claim.points is None else claim.points, claim)
    return together, findings


def result(fold: GameFold, *, expected: bool, told: Gain | None) -> GameResult:
    """The result of a game, and what is wrong with the record's word on it: its points, winner, name.

    `expected`: the record must say how it ended; `told`: what the score of the next game says.
    """
    made = _result(fold, expected=expected, told=told)
    if fold.claims.drawn and fold.board.certain and fold.board.lawful and made.ending.winner is not None:
        unsaid = ("result-missing", "award-missed")
        others = [fault for fault in made.findings if fault.kind.name not in unsaid]
        no_draw = finding("draw-wrong", span=fold.claims.drawn.span, winner=made.ending.winner)
        made = replace(made, findings=(*others, no_draw))
    if any(fault.kind.name in ("points-wrong", "winner-wrong") for fault in made.findings):
        made = replace(
            made, findings=tuple(fault for fault in made.findings if not _right(fault, made.ending))
        )
    if any(
        fault.kind.name in ("points-wrong", "winner-wrong", "award-not-earned") for fault in made.findings
    ):
        return made
    return replace(made, findings=(*made.findings, *word_faults(fold, made.ending)))


def _right(found: Finding, ending: Ending) -> bool:
    """Return whether the second of two results is the right one: then only the first is wrong."""
    if found.kind.name != "result-twice" or found.facts["winner"] != ending.winner:
        return False
    return found.facts["claimed"] in (None, ending.points)


def _result(fold: GameFold, *, expected: bool, told: Gain | None) -> GameResult:
    """The result by the rules where the board is certain, else by the record's word."""
    said, findings = combine_claims(fold.claims.results)
    ending = _ending(fold, findings)
    if fold.state.turns == 0 and fold.claims.forfeit is None and not fold.findings and (said or ending):
        seat, span = (said.winner, said.claim.span) if said else (ending.winner if ending else None, None)
        findings.append(finding("game-without-throws", span=span, seat=seat))
    noted = fold.state.course.all_awards
    unsaid = set(unnoted_awards(noted, fold.claims.awards, fold.claims.results) if noted else ())
    findings += [
        missed_award(award, last=turn == fold.state.turns).at(span=span, turn=turn)
        for award, span, turn in fold.claims.won.at
        if award in unsaid and award not in fold.claims.misnamed and not _is_counted(award, ending, said)
    ]

    def result_with(ending: Ending, points: float | None = None) -> GameResult:
        """The result with an ending, the score going on with other points where the record counts them."""
        awards = noted or award_of(ending)
        scored = to_seat(ending.winner, ending.points if points is None else points)
        if noted:
            scored = (fold.state.course.total(0), fold.state.course.total(1))
            if ending.winner is not None and ending.kind == "resign":
                awards = (*noted, *(award for award in award_of(ending) if award.points))
                scored = plus(scored, to_seat(ending.winner, ending.points))
        miscounted = (fold.claims.miscounted[0], fold.claims.miscounted[1])
        return GameResult(ending, scored, awards, tuple(findings), said, miscounted)

    if ending is None and said and fold.cube.refused and said.winner == fold.cube.refused.seat:
        what, rule = phrase("This result"), "MOD-MATCH-4"
        why = phrase("the resignation was refused, and nothing happened after that")
        span, seat = said.claim.span, said.winner
        findings.append(finding("out-of-place", rule=rule, span=span, seat=seat, what=what, why=why))
    if ending is None:
        if said is None and not (fold.written.end_unread or fold.written.show_only):
            unended = finding("game-unfinished", severity=None if expected else Severity.NOTE)
            if told is not None:
                unended = finding("end-unrecorded", seat=told[0], games=phrase("this game"))
            findings.append(unended)
        return result_with(UNFINISHED if said is None else _by_claim(fold, said, findings))
    if said is None:
        drawn = fold.claims.drawn and ending.winner is None
        if not drawn and fold.claims.forfeit is None and fold.claims.agreed is None:
            name = "result-missing" if ending.winner is not None else "draw-unsaid"
            findings.append(finding(name, seat=ending.winner, points=ending.points, kind=ending.kind))
        return result_with(ending)
    if ending.winner is None and fold.claims.agreed == 0 == said.points:
        return result_with(ending)
    if said.winner != ending.winner:
        if (fold.board.certain and fold.board.lawful) or fold.claims.forfeit is not None:
            findings.append(_wrong_winner(said, ending))
        elif not fold.board.certain:
            ending = _as_claimed(fold, said)
        return result_with(ending)
    if ending.kind == "resign" and said.points is not None and fold.state.setting.ruleset.facts.forms:
        return result_with(_beyond_awards(fold, replace(ending, points=said.points)))
    if said.points is None or said.points in (ending.points, *_parts(fold, ending), fold.claims.agreed):
        return result_with(ending)
    if not (fold.cube.certain and fold.board.certain and fold.board.lawful) and _can_be(fold, said.points):
        believed = Ending(winner=said.winner, kind=ending.kind, points=said.points)
        return result_with(believed, said.points)
    if note := _as_needed(fold.state.setting, said, [ending.points], ending.kind):
        findings.append(note)
        return result_with(ending, said.points)
    findings.append(_wrong_points(fold, said, ending))
    return result_with(ending)


def _is_counted(award: Award, ending: Ending | None, said: Claimed | None) -> bool:
    """Return whether an award ends the game and the record counts a result: what is wrong is said of that."""
    ends = ending is not None and (award.kind, award.seat) == (ending.kind, ending.winner)
    return ends and said is not None and said.points is not None


def award_of(ending: Ending) -> tuple[Award, ...]:
    """Return what the winner of a game is awarded."""
    if ending.winner is None:
        return ()
    return (Award(seat=ending.winner, kind=ending.kind, points=ending.points),)


def _parts(fold: GameFold, ending: Ending) -> list[float]:
    """Return what may count as the win itself: without earlier forms, and without mor noted for itself."""
    awards = [award for award in fold.state.course.awards if award.seat == ending.winner]
    wins = [award for award in awards if award.kind in (ending.kind, f"stor_{ending.kind}")]
    apart = [award.points for award in wins] if fold.claims.mor_apart else []
    return [*apart, *(award.points + fold.claims.won.mor(award) for award in wins)]


def _ending(fold: GameFold, findings: list[Finding]) -> Ending | None:
    """Return how the game ended by what was done, None where only the record's word can tell."""
    if fold.state.ending or fold.state.course.won:
        return fold.state.ending or fold.state.course.won
    stakes = fold.state.stakes
    said, _ = combine_claims(fold.claims.results)
    if stakes.resigned:
        seat, size = stakes.resigned
        unsized = 1 if said is not None and said.winner == seat else None
        return offers.given_up(fold.state, (seat, size or unsized))
    if fold.claims.forfeit is not None:
        return _forfeit_ending(fold, fold.claims.forfeit.seat, said)
    if stakes.offer and said:
        unanswered = offers.unanswered_double(fold.state)
        if fold.cube.certain:
            findings.append(unanswered.at(span=fold.cube.offered.span if fold.cube.offered else None))
        if said.winner == stakes.offer.seat and said.points in (None, stakes.cube.value):
            return Ending(winner=stakes.offer.seat, kind="drop", points=stakes.cube.value)
    return None


def _by_claim(fold: GameFold, said: Claimed, findings: list[Finding]) -> Ending:
    """The result of a resignation that states no size; without a recorded turn the cube is unknown too."""
    ending = _as_claimed(fold, said)
    given_up = fold.state.stakes.resigned
    if given_up and given_up[0] == said.winner:
        ending = replace(ending, winner=1 - said.winner)
        findings.append(_wrong_winner(said, ending))
        return ending
    if fold.state.setting.ruleset.facts.forms:
        findings += _claimed_win(fold, said)
        return _beyond_awards(fold, ending)
    if said.points is None:
        return ending
    any_cube = _can_be(fold, said.points)
    if fold.board.certain and fold.cube.certain and (fold.state.turns or not any_cube):
        return _resignation_ending(fold, said, ending, findings)
    if not any_cube:
        least = outcome.worth(fold.state.setting, fold.state.stakes, 1)
        findings.append(_points(said, [least], "points-wrong", "resign"))
        return replace(ending, points=least)
    return ending


def _resignation_ending(fold: GameFold, said: Claimed, ending: Ending, findings: list[Finding]) -> Ending:
    """A resignation, for what one can bring with the cube as it stands: the nearest to what is claimed."""
    possible = outcome.resignations(fold.state.setting, fold.state.stakes)
    if said.points in possible:
        return ending
    if note := _as_needed(fold.state.setting, said, possible, "resign", undecided=True):
        findings.append(note)
        return ending
    findings.append(_points(said, possible, "points-wrong", "resign"))
    claimed = said.points or 0
    return replace(ending, points=min(possible, key=lambda points: (abs(points - claimed), points)))


def _can_be(fold: GameFold, points: float) -> bool:
    """Return whether any win brings such points with any cube: where the cube or the board is in doubt."""
    ruleset = fold.state.setting.ruleset
    if ruleset.facts.forms or ruleset.options["points.cap"] or fold.claims.forfeit is not None:
        return points > 0
    return any(points == size << power for size in (1, 3) for power in range(20))


def _forfeit_ending(fold: GameFold, loser: int, said: Claimed | None) -> Ending:
    """The end of a game that is forfeited without points: as claimed, if that is not too much."""
    winner, setting = 1 - loser, fold.state.setting
    points = outcome.worth(setting, fold.state.stakes, 1)
    if said is not None and said.winner == winner and said.points is not None:
        allowed = offers.impossible(setting, winner, said.points) is None
        points = said.points if allowed else points
    return Ending(winner=winner, kind="resign", points=points)


def _beyond_awards(fold: GameFold, ending: Ending) -> Ending:
    """A win agreed on, without what its winner had been awarded, where the record counts that in."""
    assert ending.winner is not None
    awarded = fold.state.course.total(ending.winner)
    rest = ending.points - awarded
    counted_in = awarded > 0 and rest in (0, outcome.worth(fold.state.setting, fold.state.stakes, 1))
    return replace(ending, points=rest) if counted_in else ending


def _claimed_win(fold: GameFold, said: Claimed) -> list[Finding]:
    """A win by something that the board does not show; any other result is one the players agreed on."""
    kind = said.claim.kind
    if kind is None or award_named(kind) is None or not (fold.board.sure and fold.claims.hold):
        return []
    fault = finding(
        "award-not-earned",
        span=said.claim.span,
        seat=said.winner,
        written=_words(said),
        award=award_title(kind),
    )
    return [with_reason(fault, unearned_reason(award_named(kind), said.winner, fold.state, ended=True))]


def _as_claimed(fold: GameFold, said: Claimed) -> Ending:
    """The ending the record claims, its kind told by the points where the board can not."""
    cube = fold.state.stakes.cube.value
    points = said.points
    if points is None:
        points = outcome.worth(fold.state.setting, fold.state.stakes, 1)
    kind = "resign"
    forms = fold.state.setting.ruleset.facts.forms
    finished = fold.board.last is not None and fold.board.last.seat == said.winner
    if not fold.board.certain and finished and not forms and points / cube in (1, 2, 3):
        kind = WINS[int(points / cube) - 1]
    return Ending(winner=said.winner, kind=kind, points=points)


def _as_needed(
    setting: Setting, said: Claimed, possible: list[float], kind: str, *, undecided: bool = False
) -> Finding | None:
    """A note where a record counts what its winner still needed, and no win is worth that (MOD-MATCH-1).

    Of a win worth more it counts no more than the match, or than was needed of it. Where the game is
    `undecided`, more than the cube can bring, and the match with it, is what a loser pays who left it.
    """
    length, points = setting.length, said.points
    needed = length - setting.score[said.winner]
    if not length or points is None:
        return None
    if worth := [one for one in possible if one > points]:
        return _points(said, worth[:1], "points-capped", kind) if points in (length, needed) else None
    if not undecided or points != needed or not said.claim.match:
        return None
    note = _points(said, possible, "points-capped", kind)
    return note.at(facts={**note.facts, "fate": "left"})


def _wrong_winner(said: Claimed, ending: Ending) -> Finding:
    return finding(
        "winner-wrong",
        span=said.claim.span,
        seat=said.winner,
        written=_words(said),
        winner=phrase("Nobody") if ending.winner is None else ending.winner,
        kind=ending.kind,
        derived=ending.points,
        claimed=said.points,
    )


def _points(said: Claimed, worth: list[float], name: str, kind: str) -> Finding:
    return finding(
        name,
        span=said.claim.span,
        seat=said.winner,
        written=_words(said),
        expected=[f"{points:g}" for points in worth],
        claimed=said.points,
        derived=tuple(worth),
        kind=kind,
    )


def _wrong_points(fold: GameFold, said: Claimed, ending: Ending) -> Finding:
    """The points of a win are wrong; of the old game perhaps by the mor that was added or not."""
    fault = _points(said, [ending.points], "points-wrong", ending.kind)
    ruleset = fold.state.setting.ruleset
    if not ruleset.facts.forms:
        return fault
    fault = fault.at(facts={**fault.facts, "look": OLD_LOOK})
    added = sum(award.points for award in fold.claims.won.by(fold.state.turns) if award.kind == "mor")
    return with_reason(fault, mor_reason(said.points, ending.points, added, ruleset.options, ending.kind))


def _words(said: Claimed) -> str:
    verb = "Losses" if said.claim.lost else "Wins"
    return verb if said.points is None else f"{verb} {said.points:g} point{'s' * (said.points != 1)}"
