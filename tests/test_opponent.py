"""The engine as a player: whole matches that it writes are sound, and its hints are what it would do."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import kotra_notation as kn
from kotra_notation.findings import TAKEN_AS_WRITTEN
from kotra_notation.record import opponent
from kotra_notation.record.draft import begin, enter, standing
from referees.seeds import SESSIONS, some
from tests.records import rows

pytest.importorskip("numpy")

MODERN = (
    ("modern", 1),
    ("modern", 3),
    ("modern", 5),
    ("modern,texas=on,beavers=on,raccoons=on,auto_doubles=2", 0),
    ("modern,cube.limit=1", 2),
)
OLD = (
    ("forn-1977", None),
    ("forn-1977,after=on,last_throw=on", None),
    ("forn-de", None),
    ("forn-de,last_throw=on,after.claim=all", None),
    ("davidsson,match.target=20", None),
)


def played(rules: str, length: int | None, seed: int, games: int) -> str:
    """A match, or so many games, of the engine against itself."""
    random = Random(seed)
    text = begin(("Anna", "Björn"), length, rules)
    while True:
        here = standing(text)
        enough = here.wants == "game" and here.game >= games and not here.length
        if here.wants == "nothing" or enough:
            return text
        if here.wants == "game":
            text = enter(text, "g")
        before = text
        for seat in (0, 1):
            text = opponent.answer(text, seat, "quick", random)
        assert text != before


MATCHES = [(*one, seed) for seed in range(-(-SESSIONS // 100)) for one in (*MODERN, *OLD)]


@pytest.mark.middle
@pytest.mark.parametrize("case", some(MATCHES, 2), ids=str)
def test_a_match_of_the_engine_against_itself_is_sound(case: tuple[str, int | None, int]) -> None:
    found = kn.check(played(*case, games=2)).findings
    assert [one.message for one in found if one.kind.name not in TAKEN_AS_WRITTEN] == []


def test_it_stops_where_the_other_side_is_on() -> None:
    dice: Iterator[tuple[int, int]] = iter([(3, 3), (2, 5), (6, 1)])
    text = opponent.answer(begin(("Anna", "Björn"), 3), 1, "quick", lambda: next(dice))
    here = standing(text)
    assert (here.wants, here.seat) == ("dice", 0)
    assert [one.dice or one.action for one in here.turns] == ["opening 3-3", "opening 2-5", "52"]


def test_plays_are_ranked_by_their_worth() -> None:
    text = enter(begin(("Anna", "Björn"), 3), "31")
    best, *others = opponent.rank_plays(text)
    assert best.way.text == "8/5 6/5"
    assert best.loss == 0
    assert len(others) + 1 == len(standing(text).plays)
    assert [one.loss for one in others] == sorted(one.loss for one in others)
    assert opponent.hint(text).deed == "8/5 6/5"


def test_what_costs_too_much_is_dropped_and_what_is_given_up_accepted() -> None:
    position = "setup W: 6x2 5x2 4x2 off9; B: 24x2 23x2 bar1 6x10; W to play"
    text = begin(("Anna", "Björn"), 5)
    for entry in ("game 1 0-0", position, "d"):
        text = enter(text, entry)
    assert opponent.hint(text).deed == "p"
    assert standing(opponent.answer(text, 1, "quick", Random(1))).wants == "game"
    text = begin(("Anna", "Björn"), 5)
    for entry in ("game 1 0-0", "setup W: 1x2 off13; B: 6x5 off10; B to play", "r1"):
        text = enter(text, entry)
    assert opponent.hint(text).deed == "y"
    text = begin(("Anna", "Björn"), 5)
    for entry in ("31", "8/5 6/5", "W resigns single"):
        text = enter(text, entry)
    assert opponent.hint(text).deed in ("y", "n")


def test_rules_that_the_engine_does_not_know_are_refused_with_a_sentence() -> None:
    text = begin(("Anna", "Björn"), 3, "modern,variant=hypergammon")
    text = enter(text, "31")
    with pytest.raises(ValueError, match="checkers a side"):
        opponent.rank_plays(text)
    with pytest.raises(ValueError, match="no seat 2"):
        opponent.answer(text, 2, "quick", Random(1))


@rows
def test_what_is_lost_is_resigned_once(rules: str, position: str, dice: str, resigned: str) -> None:
    text = begin(("Anna", "Björn"), 5, rules)
    for entry in ("game 1 0-0", f"setup {position}; W to play", f"{dice}: 1/off(2)"):
        text = enter(text, entry)
    text = opponent.answer(text, 1, "quick", Random(1))
    assert ("resigns" in text) == bool(resigned)
    if resigned:
        assert text.endswith(f"{resigned}\n")
        assert opponent.answer(enter(text, "n"), 1, "quick", Random(1)).count("resigns") == 1


def test_a_beginner_plays_by_chance_and_the_same_for_the_same_record() -> None:
    texts = [enter(begin((f"Anna {number}", "Björn"), 3), "31") for number in range(60)]
    chosen = [opponent.answer(text, 0, opponent.BEGINNER, Random(1)) for text in texts]
    assert chosen == [opponent.answer(text, 0, opponent.BEGINNER, Random(2)) for text in texts]
    plays = [text.splitlines()[-1] for text in chosen]
    assert len(set(plays)) > 3
    assert plays.count("W 31: 8/5 6/5") == max(map(plays.count, plays))


@rows
def test_the_loss_of_an_entry_is_known(entries: tuple[str, ...], costly: str, best: str) -> None:
    text = begin(("Anna", "Björn"), 5)
    for entry in ("game 1 0-0", *entries):
        text = enter(text, entry)
    assert opponent.loss_of(text, costly) > 0.05
    assert opponent.loss_of(text, best) == 0
