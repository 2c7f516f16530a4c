"""The kernel says yes only where the step rules do, and wherever they do; its lists are theirs.

That of the old game lists the plays of the rules, in all dialects and under options of none.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from kotra_notation.board import BAR, OFF, Points, flip_points
from kotra_notation.fast import kernel
from kotra_notation.fast.judges import legal_plays, plain_boards
from kotra_notation.fast.old_kernel import OldThrows
from kotra_notation.fast.old_kernel_plays import HALF
from kotra_notation.model import Hop
from kotra_notation.replay.turns import judge_hops
from kotra_notation.rules import (
    RULESETS,
    Node,
    Ruleset,
    Step,
    complete,
    from_other_side,
    marks,
    named,
    refusal,
    throw_of,
)
from kotra_notation.rules.engine import breach, make_step, steps
from kotra_notation.rules.old_outcome import half_wins, jan
from referees.games import positions_of_a_game
from referees.old_boards import behind, near_the_end
from referees.oracle import to_points
from referees.seeds import SEED
from referees.without_kernel import without_kernel
from tests.records import rows
from tests.test_rules_walking import hops, the_board
from tools.old_agreement import VALUES

MODERN = RULESETS["modern"]
BY_THE_RULES = without_kernel(MODERN)


def any_board(chance: Random) -> Points:
    """A board of no game: few men or many, on the bar, far from home or all in it."""
    points = [0] * 26
    far = chance.choice((6, 12, BAR, BAR))
    for _ in range(chance.choice((1, 2, 3, 5, 15))):
        points[chance.randint(1, far)] += 1
    if chance.random() < 0.3:
        points[BAR] += chance.randint(1, 3)
    for _ in range(chance.choice((0, 1, 5, 15, 15))):
        point = chance.randint(0, chance.choice((6, 12, 24)))
        for there in (point, point + 1):
            points[there] -= points[there] <= 0
    points[BAR] = max(points[BAR], 0)
    return tuple(points)


def boards(chance: Random, count: int) -> list[Points]:
    """As many boards of games, and as many of none."""
    played: list[Points] = []
    while len(played) < count:
        played += [to_points(board) for board, _ in positions_of_a_game(chance.randrange(10**6))]
    return [*chance.sample(played, count), *(any_board(chance) for _ in range(count))]


def dice_of(chance: Random) -> tuple[int, int]:
    return chance.randint(1, 6), chance.randint(1, 6)


def judged(points: Points, dice: tuple[int, int], play: list[tuple[int, int, int]]) -> Points | None:
    """The board behind a play that the kernel finds sound; where it does not, nothing has moved."""
    made = kernel.boards(points, 0)
    sound = made.lawful(0, dice, tuple(play))
    assert tuple(made.seen_by(0)) == points
    assert sound == bool(play and kernel.boards(points, 0).play(0, dice, tuple(play)))
    if made.play(0, dice, tuple(play)) if play else made.dance(0, dice):
        assert tuple(made.seen_by(1)) == flip_points(tuple(made.seen_by(0)))
        assert made.over == (max(made.seen_by(0)) <= 0)
        return tuple(made.seen_by(0))
    assert tuple(made.seen_by(0)) == points
    assert sum(made.first) == sum(men for men in points if men > 0)
    return None


@rows
def test_where_hit_marks_are_wrong(
    position: str, dice: tuple[int, int], play: str, astray: tuple[int, ...] | bool
) -> None:
    made = kernel.boards(the_board(position), 0)
    assert (tuple(made.astray) if made.play(0, dice, tuple(hops(play))) else False) == astray


@rows
def test_what_nothing_can_be_played_of(position: str, dice: tuple[int, int], dances: bool) -> None:
    assert kernel.boards(the_board(position), 0).dance(0, dice) == dances


def test_lists_are_those_of_the_rules() -> None:
    chance = Random(f"lists {SEED}")
    for points in boards(chance, 60):
        throw = throw_of(BY_THE_RULES, Node(points), dice_of(chance))
        by_the_rules = legal_plays(BY_THE_RULES, throw)
        assert list(legal_plays(MODERN, throw).items()) == list(by_the_rules.items()), (points, throw.dice)


@pytest.mark.parametrize("options", ["dice.max_use=off", "dice.higher_die=off"])
def test_options_that_free_a_player_keep_the_kernel_to_plays_of_every_number(options: str) -> None:
    chance = Random(f"{options} {SEED}")
    ruleset = named(f"modern,{options}").ruleset
    for points in boards(chance, 40):
        throw = throw_of(ruleset, Node(points), dice_of(chance))
        for play in legal_plays(ruleset, throw).values():
            made = plain_boards(ruleset, Node(points), 0)
            assert made is not None
            if not play.steps:
                continue
            way = tuple(Hop(step.source, step.target, 0) for step in play.steps)
            over = max(play.node.points) <= 0
            assert made.play(0, (throw.dice[0], throw.dice[1]), way) == (
                over or len(way) == len(throw.numbers)
            )


def test_it_says_yes_to_every_way_of_the_rules_and_to_no_other() -> None:
    """Every order of steps, complete and broken off, and hops of no number at all."""
    chance = Random(f"ways {SEED}")
    yes = no = 0
    for points in boards(chance, 60):
        dice = dice_of(chance)
        throw = throw_of(MODERN, Node(points), dice)
        lawful = {tuple(node.points) for node in legal_plays(BY_THE_RULES, throw)}
        for _ in range(12):
            way, node, left = [], Node(points), list(throw.numbers)
            chance.shuffle(left)
            while left and chance.random() < 0.9:
                if not (some := list(steps(MODERN, node, left[-1], throw))):
                    break
                step = chance.choice(some)
                left.pop()
                way.append(step)
                node = make_step(MODERN, node, step.source, step.target, throw)
                if MODERN.over(node, throw):
                    break
            written = [(step.source, step.target, 0) for step in way]
            over = bool(way) and MODERN.over(node, throw)
            whole = over or complete(MODERN, throw, way) or (not left and bool(way))
            result = judged(points, dice, written)
            assert (result is not None) == whole, (points, dice, written)
            assert result is None or result == tuple(node.points)
            if chance.random() < 0.5 and written:
                source, target, _ = written[-1]
                target = min(max(target + chance.choice((-2, -1, 1, 2)), OFF), source - 1)
                written[-1] = (source, target, 0)
                result = judged(points, dice, written)
                assert result is None or result in lawful, (points, dice, written)
            yes += whole
            no += not whole
    assert yes > 100
    assert no > 100


def test_a_joined_hop_that_hits_nobody_on_the_way_is_sound() -> None:
    chance = Random(f"joined {SEED}")
    sound = 0
    for points in boards(chance, 60):
        dice = dice_of(chance)
        throw = throw_of(MODERN, Node(points), dice)
        orders = {tuple(throw.numbers), tuple(reversed(throw.numbers))}
        for source in range(BAR, 1, -1):
            for count in range(2, len(throw.numbers) + 1):
                target = source - sum(throw.numbers[:count])
                if points[source] <= 0 or target < 1:
                    continue
                quiet = []
                for order in orders:
                    node, at, hit = Node(points), source, False
                    for number in order[:count]:
                        if refusal(MODERN, node, at, at - number, number, throw):
                            break
                        hit = hit or (at - number != target and node.points[at - number] < 0)
                        node = make_step(MODERN, node, at, at - number, throw)
                        at -= number
                    if at == target and not hit and breach(MODERN, node, throw) is None:
                        quiet.append(tuple(node.points))
                result = judged(points, dice, [(source, target, 0)])
                if count == len(throw.numbers):
                    assert result == (quiet[0] if quiet else None), (points, dice, source, target)
                    sound += result is not None
                assert result is None or result in quiet
    assert sound > 20


def joined(chance: Random, steps: Sequence[Step]) -> list[Hop]:
    """Steps as somebody may write them: some of one man as one hop, in any order."""
    hops: list[Hop] = []
    for step in steps:
        same = [at for at, hop in enumerate(hops) if hop.target == step.source]
        if same and chance.random() < 0.7:
            hops[same[0]] = Hop(hops[same[0]].source, step.target, 0)
        else:
            hops.append(Hop(step.source, step.target, 0))
    if chance.random() < 0.5:
        chance.shuffle(hops)
    return hops


def test_whole_plays_with_joined_hops_in_any_order_are_judged_as_by_the_rules() -> None:
    chance = Random(f"whole {SEED}")
    yes = off = equal = 0
    for points in boards(chance, 60):
        for dice in (dice_of(chance), (chance.randint(1, 6),) * 2):
            throw = throw_of(MODERN, Node(points), dice)
            plays = [play for play in legal_plays(MODERN, throw).values() if play.steps]
            for play in chance.sample(plays, min(len(plays), 8)):
                hops = joined(chance, play.steps)
                made = kernel.boards(points, 0)
                if made.play(0, dice, tuple(hops)):
                    verdict = judge_hops(BY_THE_RULES, throw, hops)
                    assert verdict.lawful
                    assert verdict.landings_fit
                    assert verdict.node is not None
                    assert tuple(made.seen_by(0)) == tuple(verdict.node.points), (points, dice, hops)
                    yes += 1
                    off += any(hop.target == OFF and hop.source > max(dice) for hop in hops)
                    equal += dice[0] == dice[1] and len(hops) < len(play.steps)
                else:
                    assert tuple(made.seen_by(0)) == points
    assert yes > 200
    assert off > 0
    assert equal > 50


def test_hops_of_no_board_are_no_play() -> None:
    for hop in ((26, 20, 0), (0, 0, 0), (-1, -7, 0), (6, 7, 0), (6, 6, 0), (6, -1, 0), (8, 5, 2)):
        assert judged(MODERN.facts.start, (6, 1), [hop]) is None
    assert judged(MODERN.facts.start, (6, 1), [(24, 23, 0)] * 17) is None
    assert judged(MODERN.facts.start, (0, 0), [(24, 23, 0)]) is None
    assert judged(MODERN.facts.start, (7, 1), [(24, 23, 0)]) is None


DIALECTS = ("forn-1977", "forn-de", "davidsson")
LONGEST = 160


def difference(old: OldThrows, ruleset: Ruleset, node: Node, dice: tuple[int, int]) -> str:
    """What the kernel and the rules say differently of a throw; a die of 0 is not thrown."""
    throw = throw_of(ruleset, node, [die for die in dice if die], singly=not dice[1])
    old.plays.clear()
    old.add(node.points, node.marks, *dice)
    whole = [behind(node.points, play) for play in old.plays if not play & HALF]
    half = [behind(node.points, play) for play in old.plays if play & HALF]
    for got, plays in ((whole, legal_plays(ruleset, throw)), (half, half_wins(ruleset, throw))):
        want = set(plays)
        if set(got) != want or len(got) != len(want):
            return f"{node} {dice}: {set(got) ^ want}"
    return ""


def game(random: Random, ruleset: Ruleset, points: Points | None = None) -> str:
    """The first difference in a game at random, whose sides like to hit; nothing where there is none."""
    old = OldThrows(ruleset.options)
    node = Node(points or ruleset.facts.start, ruleset.facts.marks if points is None else marks.UNLOCKED)
    for _ in range(LONGEST):
        second = random.randint(1, 6) if random.random() < 0.95 else 0
        dice = (random.randint(1, 6), second)
        if found := difference(old, ruleset, node, dice):
            return found
        places = sorted(behind(node.points, play) for play in old.plays if not play & HALF)
        reached = random.choice(places)
        if random.random() < 0.5:
            reached = min(places, key=lambda place: place.points[0] + random.random())
        if max(reached.points) <= 0 or (
            reached.points != node.points and jan(reached.points, ruleset.options)
        ):
            break
        node = from_other_side(ruleset, reached)
    return ""


@pytest.mark.parametrize("dialect", DIALECTS)
def test_plays_of_a_dialect(dialect: str) -> None:
    random = Random(dialect)
    ruleset = named(dialect).ruleset
    assert [found for _ in range(20) if (found := game(random, ruleset))] == []


@pytest.mark.parametrize("seed", range(40))
def test_plays_under_options_at_random(seed: int) -> None:
    random = Random(seed)
    often = random.choice((0.1, 0.3))
    changes = [f"{name}={random.choice(some)}" for name, some in VALUES.items() if random.random() < often]
    rules = ",".join([random.choice(DIALECTS), *changes])
    ruleset = named(rules).ruleset
    assert game(random, ruleset) == "", rules
    assert game(random, ruleset, near_the_end(random)) == "", rules


def test_all_throws_are_those_of_one_after_the_other() -> None:
    ruleset = named("forn-de").ruleset
    together, singly = OldThrows(ruleset.options), OldThrows(ruleset.options)
    together.add_all(ruleset.facts.start, ruleset.facts.marks)
    for one in range(1, 7):
        for two in range(1, one + 1):
            singly.add(ruleset.facts.start, ruleset.facts.marks, one, two)
    assert (together.plays, together.counts) == (singly.plays, singly.counts)
    assert together.playable(ruleset.facts.start, ruleset.facts.marks)
    assert (together.plays, together.counts) == (singly.plays, singly.counts)


@pytest.mark.parametrize(
    ("men", "dice"),
    [({12: 2, 10: 1, 9: 1, 8: 1, 7: 1, 24: 9}, (6, 1)), ({12: 2, 10: 2, 8: 2, 24: 9}, (1, 1))],
)
def test_a_step_may_close_two_points_to_dead_men(men: dict[int, int], dice: tuple[int, int]) -> None:
    ruleset = named("davidsson,jan.enemy_points=open").ruleset
    points = (-1, *(men.get(point, 0) for point in range(1, 26)))
    assert difference(OldThrows(ruleset.options), ruleset, Node(points, marks.UNLOCKED * 3), dice) == ""
