"""The plain way of the old game: only where the rules say yes, play by play."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kotra_notation.fast.judges import legal_plays, plain_boards
from kotra_notation.model import Event, Hop, Play, Turn
from kotra_notation.replay.folding import marks_hits
from kotra_notation.replay.game import GameFold
from kotra_notation.rules import Node, Ruleset, from_other_side, marks, named, throw_of
from kotra_notation.rules.old_outcome import turn_awards
from kotra_notation.rules.ruleset import Made, Setting, Stakes, State
from referees.games import random_match
from referees.old_boards import node, node_of, rules, specified
from referees.old_games import DIALECTS, random_old_match
from referees.without_kernel import without_kernel
from tests.records import rows
from tests.test_examples_old import hops
from tools.old_agreement import positions

pytestmark = pytest.mark.middle


@settings(max_examples=25)
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
            seen = (fold.board.certain, fold.board.lawful, fold.claims.results, fold.claims.won.at)
            folds.append((fold.state, fold.findings, *seen))
        assert folds[0] == folds[1] == folds[2]


@settings(max_examples=25)
@given(st.integers(0, 100_000))
@example(238)
def test_frames_made_at_speed_are_those_that_the_rules_make(seed: int) -> None:
    chance = random.Random(seed)
    match = random_old_match(seed) if seed % 3 == 0 else random_match(seed)
    ruleset = named(match.rules or "modern").ruleset
    for whole in match.games:
        events = [joined(event, chance) for event in whole.events]
        if seed % 2:
            del events[chance.randrange(len(events))]
        game = replace(whole, events=tuple(events))
        made = []
        for judged_by in (ruleset, without_kernel(ruleset)):
            fold = GameFold(
                game, Setting(ruleset=judged_by), Stakes(), hits_marked=True, framed=range(len(events))
            )
            fold.run()
            made.append((fold.frames, fold.findings, fold.state))
        assert made[0] == made[1]


def joined(event: Event, chance: random.Random) -> Event:
    """A turn in which some men go on in one hop that went on in two; any other event as it is."""
    if not (isinstance(event, Turn) and isinstance(event.deed, Play)):
        return event
    hops: list[Hop] = []
    for hop in event.hops:
        if hops and hops[-1].target == hop.source and chance.random() < 0.7:
            hops[-1] = Hop(hops[-1].source, hop.target, hop.taken)
        else:
            hops.append(hop)
    return replace(event, deed=replace(event.deed, hops=tuple(hops)))


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("changed", [False, True])
def test_the_plain_way_of_the_old_game_keeps_to_its_rules(dialect: str, changed: bool) -> None:
    chance = random.Random(f"{dialect}{changed}")
    plain = 0
    for asked in [one for _ in range(4) for one in positions(chance, dialect, changed=changed)]:
        ruleset, _ = specified(*asked.rules)
        if plain_boards(ruleset, Node(ruleset.facts.start), 0) is None:
            continue
        node = node_of(asked.place)
        plays = legal_plays(ruleset, throw_of(ruleset, node, asked.dice))
        for play in plays.values():
            hops = [(step.source, step.target, 0) for step in play.steps]
            if chance.random() < 0.3 and hops:
                hops[-1] = (hops[-1][0], max(hops[-1][1] + chance.choice((-1, 1)), 0), 0)
            boards = plain_boards(ruleset, node, 0)
            assert boards is not None
            if not boards.play(0, asked.dice, tuple(Hop(*hop) for hop in hops)):
                continue
            plain += 1
            reached = from_other_side(ruleset, Node(tuple(boards.seen_by(1)), boards.marks))
            assert reached in plays
            assert tuple(boards.seen_by(0)) == reached.points
            made = Made(seat=0, before=node, after=reached)
            assert turn_awards(state(ruleset, reached), made) == []
    assert plain > 100


def state(ruleset: Ruleset, node: Node) -> State:
    """A state in which nothing has happened yet but a play that led to this board."""
    return State(
        points=tuple(node.points), seat=0, turns=2, stakes=Stakes(), setting=Setting(ruleset=ruleset)
    )


def plain(
    specification: str, place: str, dice: tuple[int, int], play: str, seat: int = 0
) -> list[int] | None:
    """Where the hit marks of a play are wrong; None where it is not plain."""
    ruleset = rules(specification)
    before = node(place, seat)
    boards = plain_boards(ruleset, before, seat)
    assert boards is not None
    plain = boards.lawful(seat, dice, tuple(hops(play, seat)))
    assert boards.play(seat, dice, tuple(hops(play, seat))) == plain
    if not plain:
        return None
    reached = Node(tuple(boards.seen_by(seat)), marks.from_other_side(boards.marks))
    assert reached in legal_plays(ruleset, throw_of(ruleset, before, dice))
    assert tuple(boards.seen_by(1 - seat)) == from_other_side(ruleset, reached).points
    return boards.astray


@rows
def test_the_plain_way(
    specification: str, place: str, dice: tuple[int, int], play: str, astray: tuple[int, ...] | bool
) -> None:
    assert plain(specification, place, dice, play) == (list(astray) if isinstance(astray, tuple) else None)


@pytest.mark.parametrize("hop", [(26, 24, 0), (2, -1, 0)])
def test_a_point_that_no_board_has_is_not_plain(hop: tuple[int, int, int]) -> None:
    ruleset = rules("forn-1977")
    boards = plain_boards(ruleset, node("W: w15; B: m15"), 0)
    assert boards is not None
    assert not boards.play(0, (hop[0] - hop[1], 1), (Hop(*hop),))


@pytest.mark.parametrize(
    "custom", ["stack.check=each-step", "entry.own=touch", "five_off.rule=leave-far+pass-11"]
)
def test_there_is_no_plain_way_under_rare_customs(custom: str) -> None:
    assert plain_boards(rules(f"forn-1977,{custom}"), node("W: w15; B: m15"), 0) is None
