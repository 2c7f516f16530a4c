"""The seeded slips that `kotra fix` is measured on are what they are said to be."""

from __future__ import annotations

from collections import Counter

import pytest

from kotra_notation.replay import replay
from referees import slips, stood
from referees.alike import alike, apart, rules_of
from referees.seeds import some
from referees.sheet import Cell
from referees.slip_changes import gap_left, moved_on, moved_up
from referees.slips import KINDS, Kind, Slip
from referees.sound import modern_records, old_records, read
from referees.stood import WAYS, Stood
from referees.transcripts import wrong
from tests.records import rows

GAMES: tuple[Kind, ...] = ("modern", "old")
NOTATIONS = {"modern": "mat", "old": "kotra"}


@pytest.fixture(scope="module", params=some(GAMES, 1))
def game(request: pytest.FixtureRequest) -> Kind:
    return "old" if request.param == "old" else "modern"


@pytest.fixture(scope="module")
def made(game: Kind) -> list[Slip]:
    return list(slips.slips(2 * len(KINDS[game]), 3, game=game, every=12))


@pytest.fixture(scope="module")
def in_pairs(game: Kind) -> list[Slip]:
    return list(slips.slips(12, 3, game=game, every=12, two=True))


@pytest.fixture(scope="module")
def stands(game: Kind) -> list[Stood]:
    return list(stood.stood(len(WAYS), 3, game=game))


@pytest.mark.middle
def test_every_kind_of_slip_is_made(game: Kind, made: list[Slip]) -> None:
    assert Counter(slip.kind for slip in made) == dict.fromkeys(KINDS[game], 2)


@pytest.mark.middle
def test_the_record_was_sound_before(made: list[Slip]) -> None:
    codes = {one.code for slip in made for one in wrong(replay(slip.truth))}
    assert codes <= {"S407", "S413", "S416", "D505", "C311"}


@pytest.mark.middle
def test_a_slip_is_in_the_game_it_is_said_to_be_in_and_in_no_other(made: list[Slip]) -> None:
    for slip in made:
        pairs = zip(slip.match.games, slip.truth.games, strict=True)
        different = [number for number, (one, two) in enumerate(pairs, start=1) if one != two]
        assert different in ([slip.game], []), slip.text


@pytest.mark.middle
def test_most_slips_are_seen(made: list[Slip]) -> None:
    assert sum(slip.undecided for slip in made) <= len(made) / 4


@pytest.mark.middle
def test_the_match_of_a_slip_is_what_its_text_says(game: Kind, made: list[Slip]) -> None:
    assert all(read(slip.text, NOTATIONS[game]).matches == (slip.match,) for slip in made)


@pytest.mark.middle
def test_two_slips_stand_in_one_game(in_pairs: list[Slip]) -> None:
    assert len(in_pairs) == 12
    assert all([part.game for part in slip.parts] == [slip.game] * 2 for slip in in_pairs)
    assert all(slip.match != part.match for slip in in_pairs for part in slip.parts)


@pytest.mark.middle
def test_of_two_slips_neither_may_be_one_that_nothing_tells(in_pairs: list[Slip]) -> None:
    for slip in in_pairs:
        assert slip.undecided >= any(part.undecided for part in slip.parts)


@pytest.mark.middle
def test_every_way_of_playing_unlawfully_is_made(stands: list[Stood]) -> None:
    assert [one.kind for one in stands] == list(WAYS)


@pytest.mark.middle
def test_a_play_that_stood_is_the_one_thing_wrong_with_its_match(stands: list[Stood]) -> None:
    for one in stands:
        wrong = [found for found in one.found if found.severity == "error"]
        assert [found.game for found in wrong] == [one.game], one.text


@pytest.mark.middle
def test_the_same_seed_makes_the_same(game: Kind, stands: list[Stood]) -> None:
    twice = [[slip.text for slip in slips.slips(4, 5, game=game, every=30)] for _ in range(2)]
    assert twice[0] == twice[1]
    assert stood.seeded(WAYS[4], 3, game) == stood.seeded(WAYS[4], 3, game)


@pytest.mark.middle
def test_records_are_written_as_they_were_read(game: Kind) -> None:
    records = modern_records(every=12) if game == "modern" else old_records(6, 1)
    assert all(one.text(one.rounds) == one.written for one in records)


def game_of(*lines: str) -> str:
    return "\n".join(["kotra 1", "length: 0", "rules: modern", "game 1 0-0", *lines, ""])


@rows
def test_the_same_play_may_be_written_in_another_order(lines: tuple[str, ...], same: bool) -> None:
    (one,) = read(game_of("W 31: 8/5 6/5", "B 64: 24/14"), "kotra").matches
    (other,) = read(game_of(*lines), "kotra").matches
    assert alike(one, other, [0]) is same


def test_how_far_two_games_are_apart_is_counted_in_characters() -> None:
    (one,) = read(game_of("W 31: 8/5 6/5", "B 64: 24/14"), "kotra").matches
    (other,) = read(game_of("W 32: 8/5 6/4*", "B 64: 24/14"), "kotra").matches
    assert apart(one.games[0], other.games[0], rules_of(one)) == 3


ROWS = [Cell(0, "53:"), Cell(1, "42:"), Cell(0, "31:"), Cell(1, "64:"), Cell(0, "22:")]


def test_a_lost_turn_may_leave_its_cell_empty() -> None:
    assert gap_left(ROWS) == [Cell(1, "42:"), Cell(0, "31:"), Cell(1, "64:"), Cell(0, "22:")]


def test_behind_a_lost_turn_the_column_may_move_up() -> None:
    assert moved_up(ROWS) == [Cell(0, "31:"), Cell(1, "42:"), Cell(0, "22:"), Cell(1, "64:")]


def test_behind_a_lost_turn_every_cell_may_move_on() -> None:
    assert moved_on(ROWS) == [Cell(0, "42:"), Cell(1, "31:"), Cell(0, "64:"), Cell(1, "22:")]
