"""Faults in what a sitting of the old game claims: awards, results, scores, phases, and who begins."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from kotra_notation import model as m
from kotra_notation.fast.judges import legal_plays
from kotra_notation.model import Hop, Play, Turn
from kotra_notation.rules import Ruleset, throw_of
from kotra_notation.rules.old_icelandic import FORMS
from referees.old_games import hops
from referees.old_play_changes import Spot


def points_wrong(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    claim = spot.events[spot.at]
    assert isinstance(claim, m.AwardClaim | m.ResultClaim)
    spot.events[spot.at] = replace(claim, points=(claim.points or 0) + random.choice((0.5, 1, 2, 5, 13)))
    return True


def claim_to_other(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    claim = spot.events[spot.at]
    assert isinstance(claim, m.AwardClaim | m.ResultClaim)
    spot.events[spot.at] = replace(claim, seat=1 - claim.seat)
    return True


def award_invented(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    kind = random.choice(("langi", "stutti", "meistari", "rasslangur", "jan"))
    claim = m.AwardClaim(seat=spot.turn.seat, kind=kind, points=float(random.choice((3, 5, 7, 13))))
    spot.events.insert(spot.at + 1, claim)
    return True


def win_missed(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    """Nobody notices jan or the form that ends the game: the other side plays on, and then gives up."""
    claim = spot.events[spot.at]
    assert isinstance(claim, m.ResultClaim)
    frames = spot.game.frames
    ending = frames[spot.at].before.ending
    last_of_all = spot.game.number == spot.games
    if not last_of_all or ending is None or ending.kind in ("uttekt", "draw", "resign"):
        return False
    last = frames[spot.at].before
    seat = last.viewer
    dice = (random.randint(1, 6), random.randint(1, 6))
    play = max(
        legal_plays(ruleset, throw_of(ruleset, last.node(seat), dice)).values(), key=lambda one: one.steps
    )
    deed: m.Deed = Play(hops=hops(last.node(seat), play)) if play.steps else m.CannotMove()
    spot.events[spot.at :] = [Turn(seat=seat, dice=dice, deed=deed), m.ResultClaim(seat=claim.seat, points=2)]
    return True


def late_throw(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    """The loser throws on after the end."""
    claim = spot.events[spot.at]
    assert isinstance(claim, m.ResultClaim)
    if spot.game.ending.winner is None or spot.game.ending.kind == "resign":
        return False
    loser = 1 - spot.game.ending.winner
    spot.events.append(Turn(seat=loser, dice=(2, 1), deed=Play(hops=(Hop(3, 1), Hop(2, 1)))))
    return True


def phase_invented(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    spot.events.insert(
        spot.at, m.PhaseStart(phase=random.choice(("after", "last")), seat=random.randrange(2))
    )
    return True


def opening_turned(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    opening = spot.events[spot.at]
    assert isinstance(opening, m.Opening)
    spot.events[spot.at] = replace(opening, dice=opening.dice[::-1])
    return True


def is_award(event: m.Event) -> bool:
    return isinstance(event, m.AwardClaim)


def is_result(event: m.Event) -> bool:
    return isinstance(event, m.ResultClaim)


def win_renamed(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    """The result calls the win another than the board shows it to be."""
    claim = spot.events[spot.at]
    assert isinstance(claim, m.ResultClaim)
    ended = spot.game.ending
    if ended.winner is None or ended.kind in ("resign", "unfinished"):
        return False
    won = {award.kind.removeprefix("stor_") for award in spot.game.awards}
    other = random.choice([kind for kind in ("uttekt", "jan", *FORMS) if kind not in won])
    spot.events[spot.at] = replace(claim, kind=other)
    return True


def score_added(spot: Spot, random: Random, score: tuple[float, float], at: int) -> None:
    wrong = list(score)
    wrong[random.randrange(2)] += random.choice((-2, 1, 2, 5))
    spot.events.insert(at, m.ScoreClaim(score=(max(wrong[0], 0), max(wrong[1], 0))))


def last_score_wrong(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    """A score behind the last game that is not the one it led to."""
    if spot.game.number != spot.games:
        return False
    score_added(spot, random, spot.game.score_after, len(spot.events))
    return True


def score_between_wrong(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    """A false score behind a game that another follows."""
    if spot.game.number == spot.games:
        return False
    score_added(spot, random, spot.game.score_after, len(spot.events))
    return True


def score_in_game_wrong(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    """A false score while play goes on."""
    score_added(spot, random, spot.game.score_before, spot.at)
    return True


def score_at_head_wrong(game: m.Game, random: Random) -> m.Game | None:
    """Another score at the head of a game that is not the first."""
    if game.score is None or game.number == 1:
        return None
    wrong = list(game.score.score)
    wrong[random.randrange(2)] += random.choice((-2, 1, 2, 5))
    return replace(game, score=replace(game.score, score=(max(wrong[0], 0), max(wrong[1], 0))))


def form_without_mor(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    """The points of a form leave out its mor."""
    claim = spot.events[spot.at]
    assert isinstance(claim, m.AwardClaim)
    behind = spot.events[spot.at + 1 : spot.at + 2]
    if behind and isinstance(behind[0], m.AwardClaim) and behind[0].kind == "mor":
        del spot.events[spot.at + 1]
        return True
    return less_mor(spot, claim, claim.points)


def win_without_mor(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    """The points of the win leave out its mor."""
    claim = spot.events[spot.at]
    assert isinstance(claim, m.ResultClaim)
    return less_mor(spot, claim, claim.points)


def less_mor(spot: Spot, claim: m.AwardClaim | m.ResultClaim, points: float | None) -> bool:
    mor = [award.points for award in spot.game.awards if award.kind == "mor" and award.seat == claim.seat]
    if not mor or points is None or points <= mor[0]:
        return False
    spot.events[spot.at] = replace(claim, points=points - mor[0])
    return True


def award_renamed(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    """Another form than the one that stands on the board."""
    claim = spot.events[spot.at]
    assert isinstance(claim, m.AwardClaim)
    if claim.kind not in FORMS:
        return False
    other = random.choice([kind for kind in FORMS if kind != claim.kind])
    spot.events[spot.at] = replace(claim, kind=other)
    return True


def award_left_out(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    """Nothing is said of a form, in the last game, so that no score tells it either."""
    claim = spot.events[spot.at]
    assert isinstance(claim, m.AwardClaim)
    if spot.game.number != spot.games or claim.kind not in FORMS:
        return False
    del spot.events[spot.at]
    return True


def result_twice(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    """A second result that says something else."""
    claim = spot.events[spot.at]
    assert isinstance(claim, m.ResultClaim)
    points = (claim.points or 0) + random.choice((1, 3, 13))
    other = replace(claim, points=points) if random.random() < 0.5 else replace(claim, seat=1 - claim.seat)
    spot.events.insert(spot.at + 1, other)
    return True


def draw_claimed(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    """A win is called a draw."""
    if spot.game.number != spot.games or spot.game.ending.kind == "resign":
        return False
    spot.events[spot.at] = m.Draw()
    return True


def another_begins(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    """The last game is begun by the side that has no right to: all its events change sides."""
    shown = any(isinstance(event, m.SetPosition | m.Opening) for event in spot.events)
    first = next((at for at, event in enumerate(spot.events) if isinstance(event, Turn)), None)
    if shown or spot.at != first or spot.game.number != spot.games:
        return False
    spot.events[:] = [
        replace(event, seat=1 - event.seat)
        if isinstance(event, Turn | m.AwardClaim | m.ResultClaim | m.PhaseStart)
        else event
        for event in spot.events
    ]
    return True
