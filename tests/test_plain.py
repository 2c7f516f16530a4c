"""The plain way says yes only where the rules do, and gives the same board."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kotra_notation.board import Points, turned
from kotra_notation.replay.folding import marks_hits
from kotra_notation.replay.game import GameFold
from kotra_notation.rules import RULESETS, Node, Ruleset, legal_plays, named, passed, throw_of
from kotra_notation.rules.old_outcome import won
from kotra_notation.rules.plain import plainly, plainly_dances
from kotra_notation.rules.ruleset import Made, Setting, Stakes, State
from kotra_notation.rules.walking import walks
from referees.games import positions_of_a_game, random_match
from referees.old_boards import node_of, specified
from referees.old_games import DIALECTS, random_old_match
from referees.oracle import to_points
from tools.old_agreement import positions

pytestmark = pytest.mark.middle


MODERN = RULESETS["modern"]
DICE = st.tuples(st.integers(0, 7), st.integers(0, 7))
HOPS = st.lists(st.tuples(st.integers(0, 25), st.integers(0, 25), st.integers(0, 1)), max_size=4)


def boards(seed: int) -> list[Points]:
    return [to_points(board) for board, _ in positions_of_a_game(seed)]


def legal(points: Points, dice: tuple[int, int]) -> dict[Points, int]:
    plays = legal_plays(MODERN, throw_of(MODERN, Node(points), dice))
    return {tuple(node.points): len(play.steps) for node, play in plays.items()}


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), DICE, HOPS)
def test_what_is_plainly_lawful_is_lawful(
    seed: int, dice: tuple[int, int], hops: list[tuple[int, int, int]]
) -> None:
    for points in boards(seed)[::5]:
        done = plainly(list(points), list(turned(points)), 0, dice, hops)
        if done is not None:
            assert tuple(done.mine) in legal(points, dice)
            assert tuple(done.theirs) == turned(tuple(done.mine))


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.tuples(st.integers(1, 6), st.integers(1, 6)))
def test_a_legal_play_that_uses_every_number_is_plain_and_one_that_does_not_is_not(
    seed: int, dice: tuple[int, int]
) -> None:
    numbers = 4 if dice[0] == dice[1] else 2
    for points in boards(seed)[::7]:
        for node, play in legal_plays(MODERN, throw_of(MODERN, Node(points), dice)).items():
            hops = [(step.source, step.target, 0) for step in play.steps]
            done = plainly(list(points), list(turned(points)), 0, dice, hops)
            assert (done is not None) == (len(play.steps) == numbers)
            assert done is None or tuple(done.mine) == tuple(node.points)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.tuples(st.integers(1, 6), st.integers(1, 6)))
def test_a_joined_hop_that_hits_nobody_on_the_way_is_plain(seed: int, dice: tuple[int, int]) -> None:
    for points in boards(seed)[::5]:
        for source in range(25, 0, -1):
            for distance in {sum(dice), dice[0] * 2, dice[0] * 3, dice[0] * 4}:
                hop = (source, source - distance, 0)
                if points[source] <= 0 or hop[1] < 1:
                    continue
                done = plainly(list(points), list(turned(points)), 0, dice, [hop])
                rest = walks(MODERN, throw_of(MODERN, Node(points), dice), [hop])
                quiet = [way for way in rest if not way.left and set(way.hits) <= {hop[1]}]
                assert (tuple(done.mine) if done else None) == (quiet[0].node.points if quiet else None)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), DICE)
def test_a_plain_dance_is_a_dance(seed: int, dice: tuple[int, int]) -> None:
    for points in boards(seed):
        if plainly_dances(list(points), dice):
            assert legal(points, dice) == {points: 0}


def test_the_marks_that_are_wrong_are_told() -> None:
    points = list(MODERN.facts.start)
    done = plainly(points, list(turned(tuple(points))), 0, (3, 1), [(8, 5, 1), (6, 5, 0)])
    assert done is not None
    assert done.astray == [5]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 100_000))
def test_frames_and_speed_say_the_same(seed: int) -> None:
    match = random_old_match(seed) if seed % 3 == 0 else random_match(seed)
    ruleset = named(match.rules or "modern").ruleset
    for whole in match.games:
        events = list(whole.events)
        if seed % 2:
            del events[random.Random(seed).randrange(len(events))]
        game = replace(whole, events=tuple(events))
        folds = []
        some = random.Random(seed).sample(range(len(events)), len(events) // 3)
        for framed in ((), some, range(len(events))):
            fold = GameFold(
                game, Setting(ruleset=ruleset), Stakes(), hits_marked=marks_hits(match), framed=framed
            )
            fold.run()
            folds.append((fold.state, fold.findings, fold.certain, fold.lawful, fold.claims, fold.won.at))
        assert folds[0] == folds[1] == folds[2]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("changed", [False, True])
def test_the_plain_way_of_the_old_game_keeps_to_its_rules(dialect: str, changed: bool) -> None:
    chance = random.Random(f"{dialect}{changed}")
    plain = 0
    for asked in [one for _ in range(4) for one in positions(chance, dialect, changed=changed)]:
        ruleset, _ = specified(*asked.rules)
        if ruleset.plain_play is None:
            continue
        node = node_of(asked.place)
        other = passed(ruleset, node)
        plays = legal_plays(ruleset, throw_of(ruleset, node, asked.dice))
        for play in plays.values():
            hops = [(step.source, step.target, 0) for step in play.steps]
            if chance.random() < 0.3 and hops:
                hops[-1] = (hops[-1][0], max(hops[-1][1] + chance.choice((-1, 1)), 0), 0)
            done = ruleset.plain_play(list(node.points), list(other.points), node.marks, asked.dice, hops)
            if done is None:
                continue
            plain += 1
            reached = Node(tuple(done.mine), done.marks)
            assert reached in plays
            assert tuple(done.theirs) == passed(ruleset, reached).points
            made = Made(seat=0, before=node, after=reached)
            assert won(state(ruleset, reached), made) == []
    assert plain > 100


def state(ruleset: Ruleset, node: Node) -> State:
    """A state in which nothing has happened yet but a play that led to this board."""
    return State(
        points=tuple(node.points), seat=0, turns=2, stakes=Stakes(), setting=Setting(ruleset=ruleset)
    )
