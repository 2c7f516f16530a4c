"""Legal plays of modern kotra: published counts, another program's complete lists, and the slow referee."""

from __future__ import annotations

from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kotra_notation.board import Points, flip_points
from kotra_notation.fast.judges import legal_plays
from kotra_notation.rules import RULESETS, Node, throw_of
from kotra_notation.rules.engine import can_use_more
from referees import oracle
from referees.games import positions_of_a_game
from referees.oracle import OFF, START, Board, from_points, to_points
from referees.positions import from_gnubg

pytestmark = pytest.mark.middle


MODERN = RULESETS["modern"]
THROWS = [(high, low) for low, high in combinations_with_replacement(range(1, 7), 2)]


def rows(name: str) -> list[list[str]]:
    """The lines of a count file, split at blanks, comments left out."""
    lines = (Path(__file__).parent / "perft" / name).read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if not line.startswith("#")]


def throw(text: str) -> tuple[int, int]:
    return int(text[0]), int(text[1])


def legal_results(points: Points, dice: tuple[int, int]) -> set[Points]:
    """The boards that legal plays lead to, seen by the mover."""
    return {tuple(node.points) for node in legal_plays(MODERN, throw_of(MODERN, Node(points), dice))}


def engine(position: Board, dice: tuple[int, int]) -> set[Board]:
    return {from_points(points) for points in legal_results(to_points(position), dice)}


def counted(position: Board, dice: tuple[int, int]) -> int:
    """How many different boards the plays lead to, 0 where no man can move."""
    results = engine(position, dice)
    return 0 if results == {position} else len(results)


def test_positions_have_their_known_plays_and_numbers_of_results() -> None:
    expected = {dice: int(count) for dice, count in rows("modern.perft") if dice.isdigit()}
    assert {dice: counted(START, throw(dice)) for dice in expected} == expected
    wrong = [
        f"{name} {dice}: {count}, not {found}"
        for name, dice, count in rows("published.perft")
        if (found := counted(from_gnubg(name), throw(dice))) != int(count)
    ]
    assert not wrong
    wrong = []
    for name, dice, *plays in rows("gnubg.perft"):
        position = from_gnubg(name)
        if engine(position, throw(dice)) != ({from_gnubg(after).passed() for after in plays} or {position}):
            wrong.append(f"{name} {dice}")
    assert not wrong


def test_two_throws_from_the_start_have_their_known_number_of_results() -> None:
    counts: dict[Points, int] = {}
    parts: dict[str, int] = {}
    for dice in THROWS:
        parts[f"{dice[0]}{dice[1]}"] = 0
        for after in legal_results(to_points(START), dice):
            if after not in counts:
                counts[after] = sum(len(legal_results(flip_points(after), second)) for second in THROWS)
            parts[f"{dice[0]}{dice[1]}"] += counts[after]
    assert [["depth-2", str(sum(parts.values()))]] == [
        row for row in rows("modern.perft") if row[0] == "depth-2"
    ], parts


def test_the_step_that_bears_off_the_last_man_ends_the_game_as_it_stands() -> None:
    position = oracle.board("W: 4x1 off14; B: 23x1 24x1 off13")
    over_at_once = oracle.board("W: off15; B: 23x1 24x1 off13")
    hit_on_the_way = oracle.board("W: off15; B: bar1 24x1 off13")
    assert engine(position, (6, 2)) == {over_at_once, hit_on_the_way}


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Any position of fifteen men a side, often crowded at home, on the bar or nearly off."""
    points = st.sampled_from(draw(st.sampled_from([range(26), range(7), (*range(7), 24, 25), range(18, 26)])))
    mine, theirs = [0] * 26, [0] * 26
    for counts, others in ((mine, theirs), (theirs, mine)):
        for point in draw(st.lists(points, min_size=15, max_size=15)):
            held = 1 <= point <= 24 and others[25 - point]
            counts[OFF if held else point] += 1
    return Board(tuple(mine), tuple(theirs))


@settings(max_examples=400)
@given(boards(), st.sampled_from(THROWS))
def test_any_position_has_the_plays_that_the_slow_referee_finds(
    position: Board, dice: tuple[int, int]
) -> None:
    if position.mine[OFF] < 15:
        assert engine(position, dice) == oracle.legal_results(position, dice)


@settings(max_examples=8)
@given(st.integers(0, 10_000))
def test_positions_of_games_have_the_plays_that_the_slow_referee_finds(seed: int) -> None:
    for position, dice in positions_of_a_game(seed):
        assert engine(position, dice) == oracle.legal_results(position, dice)


@settings(max_examples=15)
@given(st.integers(0, 10_000), st.tuples(st.integers(1, 6), st.integers(1, 6)))
def test_more_numbers_can_be_used_until_as_many_are_as_can_be(seed: int, dice: tuple[int, int]) -> None:
    for board, _ in list(positions_of_a_game(seed))[::7]:
        throw = throw_of(MODERN, Node(to_points(board)), dice)
        most = max(len(play.steps) for play in legal_plays(MODERN, throw).values())
        assert [can_use_more(MODERN, throw, count) for count in range(5)] == [
            count < most for count in range(5)
        ]
