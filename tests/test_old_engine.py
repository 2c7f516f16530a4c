"""The old game as the engine plays it: wins by the rules, and a throw ahead as the mean of best replies."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import kotra_notation as kn

np = pytest.importorskip("numpy")

from kotra_notation.board import Points, Turning  # noqa: E402
from kotra_notation.board.points import TURNS  # noqa: E402
from kotra_notation.engine import old_arrays, old_rows  # noqa: E402
from kotra_notation.engine.evaluator import Evaluator  # noqa: E402
from kotra_notation.engine.lockstep import Lockstep, even_dice  # noqa: E402
from kotra_notation.engine.nets import shipped_nets  # noqa: E402
from kotra_notation.engine.old_arrays import OldArrays, row_of  # noqa: E402
from kotra_notation.engine.old_rows import MARKED, OldRows, for_next_throw, outcomes_won  # noqa: E402
from kotra_notation.engine.results import FORM_NAMES, OUTCOMES, OWN_OUTCOMES, WeighedPlay  # noqa: E402
from kotra_notation.engine.weighing import NORMAL, Weigher  # noqa: E402
from kotra_notation.fast.judges import legal_plays  # noqa: E402
from kotra_notation.rules import Node, Ruleset, marks, named, throw_of  # noqa: E402
from kotra_notation.rules.engine import end_turn  # noqa: E402
from kotra_notation.rules.named import dialect  # noqa: E402
from kotra_notation.rules.old_outcome import half_wins  # noqa: E402
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


if TYPE_CHECKING:
    from kotra_notation.engine.many_plays import Boards


TWELVE = TURNS[Turning.TWELVE]
# Men by points, own and the other side's as that sees them: one to bear off against almost a form, a form
# that may be made or declared by half, two that race for the last throw, a jan that threatens both.
NEAR = (
    ({1: 1}, {1: 5, 2: 4, 3: 5, 4: 1}),
    ({1: 5, 2: 4, 3: 5, 5: 1}, {1: 5, 2: 4, 3: 5, 4: 1}),
    ({1: 2}, {1: 2}),
    ({24: 6, 17: 1, 16: 1, 6: 5, 25: 2}, {24: 7, 23: 1, 21: 1, 20: 1, 19: 1, 3: 3, 25: 1}),
)
RULES = ("forn-1977", "forn-1977,after=on,last_throw=on", "forn-de", "forn-de,last_throw=on", "davidsson")


def arrays(ruleset: Ruleset) -> OldArrays:
    return OldArrays(ruleset.options, shipped_nets(old_arrays.kind(dialect(ruleset))))


def begun(ruleset: Ruleset, points: Points | None = None) -> State:
    """A game that begins, from the start or with these men."""
    return State(
        points=points or ruleset.facts.start,
        seat=0,
        turns=0,
        stakes=Stakes(),
        setting=Setting(ruleset=ruleset),
        marks=marks.UNLOCKED * 3 if points else ruleset.facts.marks,
        course=Course(began=0),
    )


def replies(state: State, dice: tuple[int, int]) -> list[tuple[State, bool]]:
    """The states behind all plays of a throw, and whether half a win is declared by them."""
    ruleset, seat = state.setting.ruleset, state.viewer
    before = Node(state.points, state.marks)
    throw = throw_of(ruleset, before, dice)
    plays = [(one, False) for one in legal_plays(ruleset, throw)]
    plays += [(one, True) for one in half_wins(ruleset, throw)]
    made = [Made(seat=seat, before=before, after=after, half=half) for after, half in plays]
    return [(ruleset.outcome(end_turn(state, seat, one.after), one), one.half) for one in made]


def paid(state: State, seat: int) -> float:
    """What a seat has won more than the other; what waits for the throws behind an úttekt is not won yet."""
    course, options = state.course, state.setting.ruleset.options
    awards = course.awards
    if state.ending is None and course.phase == "last":
        return 0
    if state.ending is not None or options["after.claim"] != "best":
        awards = course.all_awards
    return sum(one.points if one.seat == seat else -one.points for one in awards)


def row(state: State) -> object:
    """The row of a state, with the best form that its after-throws have made so far."""
    found = row_of(state.position)
    found[old_rows.LATE] = max((FORM_NAMES.index(one.kind) + 1 for one in state.course.late), default=0)
    return found


def looked(game: OldArrays, state: State) -> float:
    """What is still to be won from a state, a throw ahead: by the rules, one play after the other."""
    seat, best = state.viewer, []
    for one in range(1, 7):
        for two in range(1, 7):
            behind = [reply for reply, _ in replies(state, (max(one, two), min(one, two)))]
            on = [reply for reply in behind if reply.ending is None]
            said = game.flat(game.chances(np.array([row(reply) for reply in on] or [row(state)], np.int8)))
            signs = [1 if reply.viewer == seat else -1 for reply in on]
            worths = [sign * worth for sign, worth in zip(signs, said.tolist()[: len(on)], strict=True)]
            gains = [paid(reply, seat) - paid(state, seat) for reply in on]
            ended = [paid(reply, seat) - paid(state, seat) for reply in behind if reply.ending is not None]
            best.append(max([*ended, *(gain + worth for gain, worth in zip(gains, worths, strict=True))]))
    return float(np.mean(best))


def near(own: dict[int, int], other: dict[int, int]) -> Points:
    return tuple([own.get(point, 0) - other.get(TWELVE[point], 0) for point in range(26)])


def states(ruleset: Ruleset, random: Random) -> list[State]:
    """States near the end, those behind them where the game goes on, and a few of games at random."""
    found = [begun(ruleset, near(*one)) for one in NEAR]
    for state in found[:3]:
        for _ in range(2):
            state, _ = replies(state, (1, 1))[0]
            if state.ending is not None:
                break
            found.append(state)
    while len(found) < 12:
        state = begun(ruleset)
        for _ in range(random.randint(0, 20)):
            state, _ = random.choice(replies(state, (random.randint(1, 6), random.randint(1, 6))))
            if state.ending is not None:
                break
        else:
            found.append(state)
    return found


@pytest.mark.parametrize("rules", RULES)
def test_a_throw_ahead_is_the_mean_of_the_best_replies(rules: str) -> None:
    ruleset = named(rules).ruleset
    game, some = arrays(ruleset), states(ruleset, Random(rules))
    rows = np.array([row(one) for one in some], np.int8)
    said = Evaluator(game).chances(rows, [game.stake], np.zeros(len(rows), np.intp), plies=1)
    assert game.flat(said).tolist() == pytest.approx([looked(game, one) for one in some], abs=1e-4)


@pytest.mark.parametrize("rules", RULES)
def test_a_play_is_the_mean_of_both_looks(rules: str) -> None:
    ruleset = named(rules).ruleset
    game, some = arrays(ruleset), states(ruleset, Random(rules))[:9]
    thrown = [replace(one.position, dice=(2, 1)) for one in some]
    weighed = Weigher(Evaluator(game), NORMAL).throws(thrown, [None] * len(some))
    for state, throw in zip(some, weighed, strict=True):
        for play in (one for one in throw.plays if one.plies):
            assert play.equity == pytest.approx(worth(game, state, behind(play, state)), abs=1e-4)


def worth(game: OldArrays, state: State, reached: State) -> float:
    """What a play is worth: what it wins, and the mean of what is said at once and a throw ahead."""
    gain = paid(reached, state.viewer) - paid(state, state.viewer)
    if reached.ending is not None:
        return gain
    at_once = float(game.flat(game.chances(np.array([row(reached)], np.int8)))[0])
    sign = 1 if reached.viewer == state.viewer else -1
    return gain + sign * (at_once + looked(game, reached)) / 2


def behind(play: WeighedPlay, state: State) -> State:
    """The state behind a play of the engine."""
    return next(
        reached
        for reached, half in replies(state, (2, 1))
        if (tuple(reached.seen_by(state.viewer)), half) == (play.points, play.half)
    )


@pytest.mark.parametrize("turns", [0, 1])
def test_games_that_are_stopped_end_with_what_the_net_says(turns: int) -> None:
    ruleset = named("forn-de,last_throw=on").ruleset
    game, some = arrays(ruleset), states(ruleset, Random(7))
    evaluator = Evaluator(game)
    rows = np.array([row(one) for one in some], np.int8)
    many = np.repeat(rows, 36, axis=0)
    games = Lockstep(evaluator, many, [game.stake], np.zeros(len(many), np.intp))
    for _ in islice(games.run(np.tile(one, len(some)) for one in even_dice(0, 36, 1)), turns):
        pass
    games.stop()
    said = evaluator.chances(rows, [game.stake], np.zeros(len(rows), np.intp), plies=turns)
    assert np.allclose(games.endings.without_luck, np.repeat(said, 36, axis=0), atol=1e-4)
    assert not len(games.games)


def late_bear_offs(men: int) -> Boards:
    """Rows in which both sides have so many men at most, all in their exit quarters."""
    chance = np.random.default_rng(3)
    rows: Boards = np.zeros((40, old_rows.WIDTH), np.int8)
    for row in rows:
        for sign, points in ((1, range(1, 7)), (-1, range(13, 19))):
            count = chance.integers(1, men + 1)
            row[points] += sign * chance.multinomial(count, chance.dirichlet(np.ones(6)))
        row[old_rows.MARKED] = marks.UNLOCKED * 3
    return rows


@pytest.mark.parametrize("rules", ["forn-1977", "forn-de", "davidsson"])
@pytest.mark.parametrize(("men", "apart"), [(6, 1e-6), (14, 0.002)])
def test_a_late_uttekt_is_worth_what_its_plays_are_worth(rules: str, men: int, apart: float) -> None:
    game = arrays(named(rules).ruleset)
    rows = late_bear_offs(men)
    of = np.zeros(len(rows), np.intp)
    said, ahead = (Evaluator(game).chances(rows, [game.stake], of, plies) for plies in (0, 1))
    assert np.abs(said - ahead).max() < apart
    assert np.allclose(said[:, 0] + said[:, game.mirrored_columns[0]], 1)


@pytest.mark.parametrize("rules", ["forn-1977,last_throw=on", "forn-1977,bearoff.zone=half"])
def test_an_uttekt_under_other_rules_is_left_to_the_net(rules: str) -> None:
    game = arrays(named(rules).ruleset)
    rows = late_bear_offs(6)
    assert (game.chances(rows) == game.nets["play"].chances(game.inputs(rows)) * game.rows.comes).all()


def test_of_two_plays_that_lead_to_one_board_the_better_is_listed() -> None:
    # By s one of the four men there goes on, and they can no longer be killed together; by n they stay.
    position = "W: a12 e2 l1; B: m11 s4; v66 B; began W; main W; B to play"
    assert [play.text for play in kn.legal(position, 61, rules="forn-de")] == ["m/t", "m/t"]
    (play,) = kn.best(position, 61, rules="forn-de").plays
    assert play.text == "m/t"
