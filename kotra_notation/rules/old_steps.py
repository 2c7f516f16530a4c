"""The rules of the old game for a step and for the end of a play, and what it remembers of them.

Every rule stands beside the option values under which it is in force.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from kotra_notation.board import BAR, OFF
from kotra_notation.rules import marks
from kotra_notation.rules.modern import bar_first, man_there
from kotra_notation.rules.old_icelandic import HALF, QUARTER, SEVENTH, START_POINT, TWELFTH
from kotra_notation.rules.ruleset import Breach, Node, Options, PlayRule, StepRule, Throw, always

FIVE, MEN, BLOCK = 5, 15, 6
WATCHED = marks.STACK | marks.OTHER_STACK | marks.FRESH
SIXES = (6, 6)
THEIR_SEVENTH: Final = 6  # the other side's seventh point as the mover sees it
FIRST_SIXES = "four-to-7th"


def first_throw_double(throw: Throw) -> bool:
    """Return whether this is the mover's first throw of the game, and a double."""
    return bool(throw.start.marks & marks.FRESH) and len(throw.numbers) == 4


def with_one_man(node: Node, source: int, target: int, die: int, throw: Throw) -> str | None:
    """One man makes all steps of a first double other than 6-6 (FORN-FIRST-1)."""
    if throw.dice == SIXES or not first_throw_double(throw):
        return None
    runner = marks.runner(node.marks)
    return "first-double-parted" if runner and source != runner else None


def _is_first_sixes(throw: Throw) -> bool:
    """Return whether this is a first 6-6 that moves four men (FORN-FIRST-2)."""
    return (
        throw.dice == SIXES
        and first_throw_double(throw)
        and throw.options["first_throw.six_six"] == FIRST_SIXES
    )


def four_to_seventh(node: Node, source: int, target: int, die: int, throw: Throw) -> str | None:
    """A first 6-6 takes four men from the start to the seventh point (FORN-FIRST-2)."""
    return "first-sixes-elsewhere" if _is_first_sixes(throw) and source != START_POINT else None


def point_open(node: Node, source: int, target: int, die: int, throw: Throw) -> str | None:
    """Two or more enemy men close a point, but for an unmoved 6-6 stack (FORN-MOVE-1, FORN-FIRST-3)."""
    if node.points[target] > -2 or target == OFF:
        return None
    if target == THEIR_SEVENTH and node.marks & marks.OTHER_STACK:
        return None
    return "point-held"


def point_open_or_blocked(node: Node, source: int, target: int, die: int, throw: Throw) -> str | None:
    """A point is open as above, or of a block of six taken from behind (FORN-PRIME-2, FORN-PRIME-4)."""
    objection = point_open(node, source, target, die, throw)
    if objection is None or source == BAR or block(node, target) < BLOCK:
        return objection
    in_need_only = throw.options["prime_break.when"] == "no-other-play"
    return "block-broken-needlessly" if in_need_only and not throw.stuck else None


def block(node: Node, point: int) -> int:
    """Return how many made points of the enemy stand in a row around a point, along the mover's path."""

    def is_made(index: int) -> bool:
        vulnerable = index == THEIR_SEVENTH and node.marks & marks.OTHER_STACK
        return node.points[index] < -1 and not vulnerable

    low = high = point
    while low > 1 and is_made(low - 1):
        low -= 1
    while high < START_POINT and is_made(high + 1):
        high += 1
    return high - low + 1


def entry_empty(node: Node, source: int, target: int, die: int, throw: Throw) -> str | None:
    """A dead man enters on empty points only (FORN-ENTER-2)."""
    return "entry-on-enemy" if source == BAR and node.points[target] < 0 else None


def entry_not_on_own(node: Node, source: int, target: int, die: int, throw: Throw) -> str | None:
    """A dead man does not enter on own men (FORN-ENTER-3)."""
    return "entry-on-own" if source == BAR and node.points[target] > 0 else None


def entry_not_on_own_but_start(node: Node, source: int, target: int, die: int, throw: Throw) -> str | None:
    """A dead man enters on own men on the start point only (FORN-ENTER-3)."""
    return None if target == START_POINT else entry_not_on_own(node, source, target, die, throw)


def stay_on_far_side(node: Node, source: int, target: int, die: int, throw: Throw) -> str | None:
    """No man leaves the far side until five have left the start (FORN-FIVE-1, `leave-far`)."""
    crosses = source > HALF >= target
    return "crossed-too-early" if crosses and off_start(node, throw) < FIVE else None


def stay_below_twelfth(node: Node, source: int, target: int, die: int, throw: Throw) -> str | None:
    """No man passes the eleventh point until five have left the start (FORN-FIVE-1, `pass-11`)."""
    passes = source > TWELFTH >= target
    return "crossed-too-early" if passes and off_start(node, throw) < FIVE else None


def off_start(node: Node, throw: Throw) -> int:
    """Return how many men count as having left the start (FORN-FIVE-2)."""
    dead = node.points[BAR] if throw.options["five_off.count"] == "never-dead" else 0
    return MEN - node.points[START_POINT] - dead


def land_alone(node: Node, source: int, target: int, die: int, throw: Throw) -> str | None:
    """No step lands where two may not stand, not even on the way (FORN-STACK-5, `each-step`)."""
    if target in (OFF, START_POINT) or node.points[target] < 1:
        return None
    if node.points[target] + 1 <= throw.start.points[target]:
        return None
    board = list(node.points)
    board[source] -= 1
    board[target] += 1
    after = Node(board, remember(node, source, target, throw))
    if may_double(after, target, throw) or _is_excused(after, target, throw):
        return None
    return "point-doubled"


def all_in_quarter(node: Node, source: int, target: int, die: int, throw: Throw) -> str | None:
    """Men are borne off once all are in the exit quarter, or half (FORN-OFF-1)."""
    if target != OFF:
        return None
    zone = HALF if throw.options["bearoff.zone"] == "half" else QUARTER
    return "not-all-home" if max(node.points[zone + 1 :]) > 0 else None


def exact_or_hindmost(node: Node, source: int, target: int, die: int, throw: Throw) -> str | None:
    """A number larger than needed bears off the hindmost man only (FORN-OFF-3)."""
    return "higher-man-first" if die > source and max(node.points[source + 1 :]) > 0 else None


def not_doubled(node: Node, throw: Throw) -> Breach | None:
    """No point has become doubled where two men may not stand (FORN-STACK-1 to 6)."""
    start = throw.start.points
    doubled = [index for index, count in enumerate(node.points) if count > 1 and count > start[index]]
    for index in doubled:
        exempt = index >= START_POINT
        if not exempt and not may_double(node, index, throw) and not _is_excused(node, index, throw):
            return Breach("point-doubled", index)
    return None


def may_double(node: Node, point: int, throw: Throw) -> bool:
    """Return whether two men may stand on a point other than the start (FORN-STACK-2, FORN-STACK-3)."""
    options = throw.options
    if point <= TWELFTH and _asks_five("stack", options) and off_start(node, throw) < FIVE:
        return False
    if options["stack.rule"] == "zone":
        return point <= TWELFTH
    standing = node.points[TWELFTH] > 0
    return standing or (options["stack.latch"] == "once" and bool(throw.start.marks & marks.UNLOCKED))


def _is_excused(node: Node, point: int, throw: Throw) -> bool:
    """Return whether a point may hold what it holds because men entered there, or because of a first 6-6."""
    entered = marks.count_entered(node.marks, point)
    if entered and node.points[point] <= max(throw.start.points[point], 0) + entered:
        return True
    return point == SEVENTH and _is_first_sixes(throw)


def remember(node: Node, source: int, target: int, throw: Throw) -> int:
    """The marks after a step."""
    after = node.marks
    if not after & WATCHED and source != BAR:
        return after
    if source == SEVENTH and after & marks.STACK:
        after |= marks.BROKEN
    if target == THEIR_SEVENTH and after & marks.OTHER_STACK and node.points[target] < 0:
        after &= ~marks.OTHER_STACK
    if after & marks.FRESH and len(throw.numbers) == 4:
        after = marks.running(after, target)
    if source == BAR and throw.options["entry.own"] == "always":
        after = marks.entering(after, target)
    return after


def settle(node: Node, throw: Throw) -> int:
    """The marks at the end of a turn: the first throw is past, the 12th point unlocks, a stack breaks."""
    after = node.marks & marks.LASTING
    if node.marks & marks.BROKEN:
        after &= ~marks.STACK
    elif _is_first_sixes(throw) and node.points[SEVENTH] - throw.start.points[SEVENTH] == 4:
        after |= marks.STACK
    if node.points[TWELFTH] > 0:
        after |= marks.UNLOCKED
    return after & ~marks.FRESH


def _asks_five(what: str, options: Options) -> bool:
    asked = options["five_off.rule"]
    return isinstance(asked, frozenset) and what in asked


STEP_RULES: tuple[tuple[StepRule, Callable[[Options], bool]], ...] = (
    (man_there, always),
    (bar_first, always),
    (with_one_man, lambda options: options["first_throw.double"] == "one-man"),
    (four_to_seventh, lambda options: options["first_throw.six_six"] == FIRST_SIXES),
    (point_open, lambda options: options["prime_break"] != "six"),
    (point_open_or_blocked, lambda options: options["prime_break"] == "six"),
    (entry_empty, lambda options: options["entry.onto"] == "empty"),
    (entry_not_on_own, lambda options: options["entry.own"] == "never"),
    (entry_not_on_own_but_start, lambda options: options["entry.own"] == "start"),
    (stay_on_far_side, partial(_asks_five, "leave-far")),
    (stay_below_twelfth, partial(_asks_five, "pass-11")),
    (land_alone, lambda options: options["stack.check"] == "each-step" and options["stack.rule"] is not None),
    (all_in_quarter, always),
    (exact_or_hindmost, always),
)
PLAY_RULES: tuple[tuple[PlayRule, Callable[[Options], bool]], ...] = (
    (not_doubled, lambda options: options["stack.rule"] is not None),
)


def must_play_most(throw: Throw) -> bool:
    """Return whether as much of the throw as possible must be played (FORN-USE-1); first doubles always."""
    one_man = throw.options["first_throw.double"] == "one-man" and throw.dice != SIXES
    forced = first_throw_double(throw) and (one_man or _is_first_sixes(throw))
    return bool(throw.options["dice.max_use"]) or forced


def last_resort(options: Options) -> bool:
    """Return whether some steps are allowed only where nothing else can be played (FORN-PRIME-3)."""
    return options["prime_break"] == "six" and options["prime_break.when"] == "no-other-play"
