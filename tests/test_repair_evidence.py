"""Evidence beside what follows: a roll in either order, the order of dice, what may be overlooked."""

from __future__ import annotations

from kotra_notation.model import Turn
from kotra_notation.repair.effort import Effort
from kotra_notation.repair.slips import elsewhere
from kotra_notation.replay import replay
from tests.test_repair import GAME, match_of


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
