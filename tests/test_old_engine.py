"""The old game as the engine plays it: what plays win, game by game, is what the rules say."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

np = pytest.importorskip("numpy")

from kotra_notation.board import Points  # noqa: E402
from kotra_notation.engine import old_rows  # noqa: E402
from kotra_notation.engine.old_rows import MARKED, OldRows, for_next_throw, outcomes_won  # noqa: E402
from kotra_notation.engine.results import FORM_NAMES, OUTCOMES, OWN_OUTCOMES  # noqa: E402
from kotra_notation.rules import Node, Ruleset, named  # noqa: E402
from kotra_notation.rules.engine import end_turn  # noqa: E402
from kotra_notation.rules.ruleset import Award, Course, Made, Setting, Stakes, State  # noqa: E402
from referees.old_boards import near_the_end  # noqa: E402
from referees.seeds import some  # noqa: E402
from tools.old_training import start  # noqa: E402

DIALECTS = ("forn-1977", "forn-de", "davidsson")
# Option values that change what is won, and some that change the boards on which it is.
VALUES: dict[str, tuple[str, ...]] = {
    "after": ("on", "off"),
    "after.claim": ("best", "first", "all"),
    "bearoff.zone": ("quarter", "half"),
    "deadlock": ("draw", "off"),
    "forms.end_game": ("on", "off"),
    "forms.litil": ("on", "off"),
    "half.forms": ("none", "stutti+langi", "meistari+rasslangur+litil+langi"),
    "half.value": ("half", "3.5"),
    "jan.count": ("enterable", "empty"),
    "jan.enemy_points": ("open", "closed"),
    "jan.stor_label": ("on", "off"),
    "jan.test": ("step", "turn"),
    "last_throw": ("on", "off"),
    "mor.condition": ("dead-man", "hit-in-throw", "off"),
    "mor.on_jan": ("on", "off"),
    "prime_break": ("off", "six"),
    "stack.rule": ("zone", "twelfth", "none"),
}
LONGEST = 400


def name_of(award: Award, ruleset: Ruleset) -> str:
    """The outcome that an award is, for seat 0."""
    name = award.kind
    if name in FORM_NAMES and award.points != ruleset.options[f"points.{name}"]:
        name = f"half_{name}"
    return name if award.seat == 0 else f"-{name}"


def game(random: Random, ruleset: Ruleset, points: Points | None) -> str:
    """What the rows and the rules say differently of a game at random, whose sides like to win and to hit."""
    rows, row = OldRows(ruleset.options), start(ruleset)[None]
    setting = Setting(ruleset=ruleset)
    state = State(
        points=ruleset.facts.start,
        seat=0,
        turns=0,
        stakes=Stakes(),
        setting=setting,
        marks=ruleset.facts.marks,
        course=Course(began=0),
    )
    if points:
        state = replace(state, points=points, marks=12)
        row[0, :26], row[0, MARKED] = points, 12
    total = np.zeros(len(OUTCOMES))
    for _ in range(LONGEST):
        after, half = chosen(random, rows, row)
        seat = state.seat or 0
        reached = Node(tuple(after[0, :26].tolist()), int(after[0, MARKED]))
        made = Made(seat=seat, before=Node(state.points, state.marks), after=reached, half=half)
        state = ruleset.outcome(end_turn(state, seat, reached), made)
        gained = outcomes_won(after)
        total += (gained if seat == 0 else old_rows.other_side(gained))[0]
        if bool(after[0, old_rows.OVER]) != (state.ending is not None):
            return f"{after} {state}"
        if state.ending:
            got = Counter(
                {name: count for name, count in zip(OUTCOMES, total.tolist(), strict=True) if count}
            )
            want = Counter(name_of(one, ruleset) for one in state.course.all_awards if one.kind != "draw")
            want["draw"] = int(state.ending.kind == "draw")
            return "" if +got == +want else f"{got} {want} {state.ending}"
        row = for_next_throw(after)
        if tuple(row[0, :26].tolist()) != tuple(state.points) or row[0, MARKED] != state.marks:
            return f"{row} {state}"
    return ""


def chosen(random: Random, rows: OldRows, row: Any) -> tuple[Any, bool]:
    """The row behind a play, and whether half a win is declared."""
    found = rows.plays(row, np.array([[random.randint(1, 6), random.randint(1, 6)]])).boards
    at = int(random.random() * len(found))
    if random.random() < 0.7:
        own = outcomes_won(found)[:, : len(OWN_OUTCOMES)] @ np.arange(1, len(OWN_OUTCOMES) + 1)
        at = int(np.argmax(own - 0.3 * found[:, 0] * (random.random() < 0.5)))
    return found[at : at + 1], bool(found[at, old_rows.DECLARED])


@pytest.mark.parametrize("seed", some(range(30), 8))
def test_what_is_won_is_what_the_rules_say(seed: int) -> None:
    random = Random(seed)
    for number in range(20):
        changes = [f"{name}={random.choice(some)}" for name, some in VALUES.items() if random.random() < 0.25]
        rules = ",".join([random.choice(DIALECTS), *changes])
        points = near_the_end(random) if number % 2 else None
        assert game(random, named(rules).ruleset, points) == "", rules


@pytest.mark.parametrize("dialect", DIALECTS)
def test_points_are_those_of_the_rules(dialect: str) -> None:
    ruleset = named(dialect).ruleset
    points = dict(zip(OUTCOMES, OldRows(ruleset.options).points.tolist(), strict=True))
    assert points["jan"] == points["stor_jan"] == 15
    assert points["-meistari"] == -13
    assert points["half_stutti"] == 3.5
    assert points["draw"] == 0
    assert sum(points.values()) == 0
