"""Legal plays of both games: slow referees, published counts, complete lists; lawful sittings are silent."""

from __future__ import annotations

from itertools import combinations_with_replacement
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kotra_notation.board import Points, flip_points
from kotra_notation.fast.judges import legal_plays
from kotra_notation.findings import Severity
from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Source
from kotra_notation.implied import Spelling
from kotra_notation.model import Hop, Play, Turn
from kotra_notation.replay import complete_match, replay
from kotra_notation.replay.turns import judge_turn, plays_of, put_men
from kotra_notation.rules import RULESETS, Node, complete, may_lead, settle_turn, throw_of
from kotra_notation.rules.engine import breach, can_use_more, make_step, steps
from kotra_notation.rules.engine import legal_plays as complete_plays
from referees import oracle
from referees.games import positions_of_a_game
from referees.old_boards import node_of, specified
from referees.old_games import DIALECTS, random_old_match
from referees.oracle import OFF, START, Board, from_points, to_points
from referees.positions import from_gnubg
from referees.seeds import ALL, fresh
from tools.old_agreement import disagreement, outcomes, positions

pytestmark = pytest.mark.middle


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("changed", [False, True])
def test_engine_and_referee_agree_on_every_legal_result(dialect: str, changed: bool) -> None:
    random = Random(f"{dialect}{changed}")
    asked = [one for _ in range(4 if ALL else 1) for one in positions(random, dialect, changed=changed)]
    assert [text for text in map(disagreement, asked) if text] == []


@pytest.mark.parametrize("dialect", DIALECTS)
def test_more_numbers_can_be_used_until_as_many_are_as_can_be(dialect: str) -> None:
    random = Random(dialect)
    for rules, place, dice in [
        one for _ in range(3 if ALL else 1) for one in positions(random, dialect, changed=False)
    ]:
        ruleset, _ = specified(*rules)
        throw = throw_of(ruleset, node_of(place), dice)
        plays = legal_plays(ruleset, throw).values()
        if not any(ruleset.over(play.node, throw) for play in plays):
            most = max(len(play.steps) for play in plays)
            assert [can_use_more(ruleset, throw, count) for count in (most - 1, most)] == [most > 0, False]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("changed", [False, True])
def test_where_a_legal_play_leads_is_never_thought_out_of_reach(dialect: str, changed: bool) -> None:
    random = Random(f"{dialect}{changed}")
    for rules, place, dice in [
        one for _ in range(3 if ALL else 1) for one in positions(random, dialect, changed=changed)
    ]:
        ruleset, _ = specified(*rules)
        throw = throw_of(ruleset, node_of(place), dice)
        for node in legal_plays(ruleset, throw):
            assert may_lead(ruleset, throw, tuple(node.points))


@pytest.mark.parametrize("dialect", [*DIALECTS, "modern"])
def test_a_lone_step_that_is_called_a_whole_play_is_legal(dialect: str) -> None:
    random = Random(dialect)
    old = "forn-1977" if dialect == "modern" else dialect
    for rules, place, dice in [
        one for _ in range(6 if ALL else 1) for one in positions(random, old, changed=False)
    ]:
        ruleset = RULESETS["modern"] if dialect == "modern" else specified(*rules)[0]
        throw = throw_of(ruleset, node_of(place), dice)
        for die in set(throw.numbers):
            for step in steps(ruleset, throw.start, die, throw):
                after = make_step(ruleset, throw.start, step.source, step.target, throw)
                if breach(ruleset, after, throw) is None and complete(ruleset, throw, [step]):
                    assert settle_turn(ruleset, after, throw) in legal_plays(ruleset, throw)


@pytest.mark.parametrize("seed", fresh(12))
def test_replay_and_referee_agree_on_the_result_of_every_game(seed: int) -> None:
    match = random_old_match(seed)
    assert list(outcomes(match, replay(match))) == []


@pytest.mark.parametrize("seed", fresh(12))
def test_a_lawful_sitting_has_no_finding_but_notes(seed: int) -> None:
    found = replay(random_old_match(seed)).findings
    wrong = [one for one in found if one.severity is not Severity.NOTE]
    # Customs drawn together may leave one another nothing to decide.
    assert [one.kind.name for one in wrong if one.kind.name != "option-without-effect"] == []


@pytest.mark.parametrize("seed", fresh(12))
def test_what_is_written_is_read_back(seed: int) -> None:
    match = random_old_match(seed)
    for one in (
        match,
        complete_match(replay(match)),
        complete_match(replay(match), Spelling(single_steps=True)),
    ):
        written = write_matches([one], "kotra")
        assert written.findings == ()
        reading = read_source(Source(str(written.content).encode()), "kotra")
        assert reading.findings == ()
        assert reading.matches == (one,)


@pytest.mark.parametrize("seed", fresh(6))
def test_a_play_changed_at_random_is_refused_where_its_result_is_not_legal(seed: int) -> None:
    random = Random(seed)
    replayed = replay(random_old_match(seed))
    for game in replayed.games:
        for frame in game.frames[::3]:
            turn = frame.event
            if not isinstance(turn, Turn) or not isinstance(turn.deed, Play) or turn.deed.half or turn.singly:
                continue
            hops = list(turn.deed.hops)
            place = random.randrange(len(hops))
            moved = hops[place].source, max(hops[place].target + random.choice((-1, 1, 2)), 0)
            hops[place] = Hop(*(moved if random.random() < 0.7 else moved[::-1]))
            if hops[place].source == hops[place].target:
                continue  # no hop, and refused as such even where nothing need be played
            changed = Turn(seat=turn.seat, dice=turn.dice, deed=Play(hops=tuple(hops)))
            node = frame.before.node(turn.seat)
            ruleset = frame.before.setting.ruleset
            reached = put_men(node, changed.deed.hops) if isinstance(changed.deed, Play) else None
            legal = {after.points for after in plays_of(ruleset, node, changed)}
            verdict = judge_turn(ruleset, node, changed)
            if verdict.lawful:
                assert verdict.node is not None
                assert verdict.node.points in legal
            else:
                assert reached is None or reached.points not in legal


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
def test_more_numbers_of_modern_kotra_can_be_used_until_as_many_are_as_can_be(
    seed: int, dice: tuple[int, int]
) -> None:
    for board, _ in list(positions_of_a_game(seed))[::7]:
        throw = throw_of(MODERN, Node(to_points(board)), dice)
        most = max(len(play.steps) for play in legal_plays(MODERN, throw).values())
        assert [can_use_more(MODERN, throw, count) for count in range(5)] == [
            count < most for count in range(5)
        ]


@pytest.mark.parametrize("men", [60, 61, 64, 65, 123, 128, 256, 70_000])
@pytest.mark.parametrize("dice", [(3, 1), (2, 2), (6, 6)])
def test_a_hand_made_position_may_have_any_number_of_men_on_a_point(dice: tuple[int, int], men: int) -> None:
    """A test with any match at all found that 65 of the others' men on one point stopped the kernel."""
    for points in ((0, -men, *[0] * 18, -1, -men, men, 3, 0, 0), (-men, *[0] * 12, men, *[0] * 11, 1)):
        throw = throw_of(RULESETS["modern"], Node(points), dice)
        assert legal_plays(RULESETS["modern"], throw) == (complete_plays(RULESETS["modern"], throw))
