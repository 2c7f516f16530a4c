"""Evidence beside what follows: a roll in either order, the order of dice, what may be overlooked."""

from __future__ import annotations

from kotra_notation.model import Turn
from kotra_notation.repair import Proposal
from kotra_notation.repair.effort import Effort
from kotra_notation.repair.slips import elsewhere
from kotra_notation.replay import replay
from tests.test_repair import GAME, match_of, only, proposed, said


def rolls(proposal: Proposal) -> list[tuple[int, int]]:
    """The dice of each choice."""
    turns = [choice.edit.new[0] for choice in proposal.choices]
    return [turn.dice for turn in turns if isinstance(turn, Turn)]


def test_a_roll_is_one_reading_in_either_order() -> None:
    proposal = only(GAME.replace("W 63: bar/22 13/7", "W 33: bar/22 13/7"))
    assert proposal.edit.kind == "die"
    assert sorted(map(sorted, rolls(proposal))).count([3, 6]) == 1


def test_where_the_higher_die_stands_first_a_roll_that_keeps_to_that_is_likelier() -> None:
    proposal = only(GAME.replace("B 42: 13/11 6/2", "B 45: 13/11 6/2"))
    assert said(GAME, proposal.edit)[1] == "42: 13/11 6/2"
    assert rolls(proposal)[0] == (4, 2)


def test_a_play_that_another_roll_allows_seldom_stood() -> None:
    proposal = only(GAME.replace("B 52: 13/8 18/16", "B 51: 13/8 18/16"))
    stood = [choice.share for choice in proposal.choices if not choice.edit.changes]
    assert (proposal.edit.kind, proposal.confidence) == ("die", "likely")
    assert sum(stood) < 0.12


def test_another_man_is_looked_for_in_the_whole_game_before_a_fault() -> None:
    text = GAME.replace("W 52: 8/3 8/6", "W 52: 13/8 8/6")
    match = match_of(text)
    game = match.games[0]
    frames = replay(match).games[0].frames
    at = next(
        place for place, frame in enumerate(frames) if any(f.code.startswith("P") for f in frame.findings)
    )
    fault = game.events[at]
    assert isinstance(fault, Turn)
    states = [frame.before for frame in frames[:at]]
    found = list(elsewhere(game.events, states, fault, frames[at].before, Effort(), hits_marked=True))
    truth = match_of(GAME).games[0].events
    assert any(one.turn.deed == truth[at].deed for at, one in found if isinstance(truth[at], Turn))  # type: ignore[union-attr]


def test_what_is_dearer_than_what_may_be_overlooked_is_never_sure() -> None:
    (proposal,) = proposed(GAME.replace("W 63: bar/22 13/7", "W 63: 20/2 9/4"))
    assert (proposal.edit.kind, proposal.confidence) == ("other-play", "likely")
