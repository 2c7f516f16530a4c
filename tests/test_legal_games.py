"""What holds of every lawful game, whatever happens in it."""

from __future__ import annotations

import pytest

from kotra_notation.findings import Severity
from kotra_notation.model import Match, ResultClaim
from kotra_notation.replay import replay
from referees.games import random_match
from referees.referee import judge
from referees.seeds import fresh

pytestmark = pytest.mark.middle


def claims(match: Match) -> list[tuple[int, float | None]]:
    """Winner and points of each game, as the maker of the match wrote them down."""
    return [
        (event.seat, event.points)
        for game in match.games
        for event in game.events
        if isinstance(event, ResultClaim)
    ]


@pytest.mark.parametrize("said", [False, True])
@pytest.mark.parametrize("seed", fresh(6))
def test_a_lawful_match_has_no_finding_but_notes(seed: int, said: bool) -> None:
    found = replay(random_match(seed, said=said)).findings
    assert [one.kind.name for one in found if one.severity is not Severity.NOTE] == []


@pytest.mark.parametrize("said", [False, True])
@pytest.mark.parametrize("seed", fresh(6))
def test_a_lawful_match_is_won_as_it_was_made(seed: int, said: bool) -> None:
    match = random_match(seed, said=said)
    assert [(game.winner, game.points) for game in replay(match).games] == claims(match)


@pytest.mark.parametrize("seed", fresh(6))
def test_the_maker_and_the_slow_referee_agree(seed: int) -> None:
    match = random_match(seed)
    assert judge(match) is None
    assert random_match(seed) == match
