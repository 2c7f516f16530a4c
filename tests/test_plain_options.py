"""What is plainly lawful is lawful by the rules themselves, whatever option has whatever value."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from kotra_notation.board import BAR, OFF
from kotra_notation.fast.judges import plain_boards
from kotra_notation.findings import Severity
from kotra_notation.model import Blank, Hop, Play, Turn
from kotra_notation.replay.objections import wrong_marks
from kotra_notation.replay.turns import judge_turn
from kotra_notation.rules import OPTIONS, RULESETS, Node, Ruleset, from_other_side, marks, named, numbers
from kotra_notation.rules.old_icelandic import FORMS
from kotra_notation.rules.old_options import OLD
from kotra_notation.rules.options import MODERN, Option, option_text
from kotra_notation.rules.ruleset import Course, Made, Setting, Stakes, State
from referees.seeds import SEED
from referees.without_kernel import without_kernel

MARKS = (0, 0, 0, marks.UNLOCKED, marks.UNLOCKED, marks.FRESH, marks.OTHER_STACK)
BOARDS, TRIES = 25, 5


def values(option: Option) -> list[str]:
    """What may be written for an option: each word, some numbers, one or two of its members."""
    words = [word for word in option.values if word != "number"]
    words += ["0", "1", "5"] * ("number" in option.values)
    words += ["+".join(some) for count in (1, 2) for some in combinations(option.members, count)]
    return [*words, *(f"{key}:1" for key in option.keys)]


def dialects(name: str) -> list[Ruleset]:
    """A game under each value of each of its options, and under several at once."""
    random, found = Random(f"{SEED} {name}"), []
    for changes in [
        *([(option, value)] for option in OPTIONS[name].values() for value in values(option)),
        *(
            [(one, random.choice(values(one))) for one in random.sample([*OPTIONS[name].values()], 6)]
            for _ in range(20)
        ),
    ]:
        one = named(",".join([name, *(f"{option.name}={value}" for option, value in changes)]))
        assert not any(wrong.severity is Severity.ERROR for wrong in one.findings), one.findings
        found.append(one.ruleset)
    return found


def board(random: Random, ruleset: Ruleset) -> Node:
    """Men anywhere, some on the bar, now and then near a form or most on the start; something to remember."""
    old, men, points = ruleset.facts.forms, ruleset.facts.men, [0] * 26
    if old and random.random() < 0.2:
        for point, count in random.choice([*FORMS.values()]).men.items():
            points[point] = count
        for _ in range(random.randrange(3)):
            source = random.choice([point for point in range(BAR) if points[point] > 0])
            points[source] -= 1
            points[min(source + random.randint(1, 6), BAR - 1)] += 1
    else:
        first, last = random.choice(((1, 6), (1, 12), (1, 24), (7, 24), (7, 12), (13, 24)))
        points[BAR - 1] = random.choice((0, 0, 2, 11)) if men > 11 else 0
        for _ in range(random.randint(1, men - points[BAR - 1])):
            points[random.randint(first, last)] += 1
    points[BAR] = random.choice((0, 0, 0, 1, 2))
    for _ in range(random.randint(1, men)):
        point = random.choice((0, random.randint(1, BAR - 1), random.randint(1, BAR - 1)))
        points[point] -= points[point] <= 0
    return Node(tuple(points), random.choice(MARKS) if old else 0)


def hops(random: Random, node: Node, dice: tuple[int, int]) -> tuple[Hop, ...]:
    """Steps of any men by the numbers of a throw, in any order; some are joined, go on, or are left out."""
    points, found, target = list(node.points), list[Hop](), OFF
    left = random.sample(numbers(dice), len(numbers(dice)))
    while left:
        far = left.pop() + (left.pop() if left and random.random() < 0.1 else 0)
        source = random.choice([point for point in range(1, BAR + 1) if points[point] > 0] or [1])
        source = BAR if points[BAR] > 0 and random.random() < 0.9 else source
        source = target if target and random.random() < 0.3 else source
        target = max(source - far, OFF)
        found.append(Hop(source, target, int(points[target] < 0) if target else 0))
        points[source] -= 1
        points[target] = max(points[target], 0) + 1
    return tuple(found[: len(found) - (random.random() < 0.1)])


def wins_nothing(ruleset: Ruleset, before: Node, after: Node) -> bool:
    """Whether a game of the old kind goes on behind a turn, with nothing won by it."""
    seen = from_other_side(ruleset, after)
    state = State(
        points=tuple(seen.points),
        seat=1,
        turns=9,
        stakes=Stakes(),
        setting=Setting(ruleset=ruleset),
        marks=seen.marks,
    )
    behind = ruleset.outcome(state, Made(seat=0, before=before, after=after))
    return behind.ending is None and behind.course == Course()


@pytest.mark.parametrize("name", RULESETS)
def test_no_option_is_passed_by(name: str) -> None:
    random, plain = Random(f"{SEED} {name} boards"), 0
    for ruleset in dialects(name):
        full = without_kernel(ruleset)
        if plain_boards(ruleset, Node(ruleset.facts.start), 0) is None:
            continue
        for _ in range(BOARDS):
            node = board(random, ruleset)
            dice = random.randint(1, 6), random.randint(1, 6)
            about = f"{name} {[option_text(value) for value in ruleset.options.values()]} {node} {dice}"
            if (boards := plain_boards(ruleset, node, 0)) and boards.dance(0, dice):
                assert judge_turn(full, node, Turn(seat=0, dice=dice, deed=Blank())).lawful, about
            for written in [hops(random, node, dice) for _ in range(TRIES)]:
                boards = plain_boards(ruleset, node, 0)
                if boards is None or not boards.play(0, dice, written):
                    continue
                plain += 1
                turn = Turn(seat=0, dice=dice, deed=Play(hops=written))
                verdict = judge_turn(full, node, turn)
                other = Node(tuple(boards.seen_by(1)), boards.marks)
                reached = from_other_side(ruleset, other)
                assert (verdict.lawful, verdict.node) == (True, reached), f"{about} {written}"
                assert tuple(boards.seen_by(0)) == reached.points
                assert sorted(boards.astray) == sorted(wrong_marks(turn, verdict.hits))
                assert not ruleset.facts.forms or wins_nothing(ruleset, node, reached), f"{about} {written}"
    assert plain > 100


@pytest.mark.parametrize(("options", "game"), [(MODERN, "MOD-"), (OLD, "FORN-")])
def test_an_option_cites_a_rule_of_its_own_game(options: dict[str, Option], game: str) -> None:
    assert [one.name for one in options.values() if not one.rule.startswith(game)] == []
