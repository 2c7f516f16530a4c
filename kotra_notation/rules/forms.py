"""The forms of the old game: which one stands, which may be declared half, which may still be reached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kotra_notation.board import BAR
from kotra_notation.rules.engine import CompletePlay, unfinished_plays
from kotra_notation.rules.old_icelandic import FORMS, START_POINT, Formation
from kotra_notation.rules.ruleset import Node, OptionValue, Ruleset, Throw

# The other side's entry points 1 to 6 as the mover sees them.
THEIR_ENTRY = range(7, 13)
THEIR_START = 12


def jan(points: Sequence[int], options: Mapping[str, OptionValue]) -> str | None:
    """Return what the side that is not seen here is: `jan`, `stor_jan`, or neither (FORN-JAN-1 to 3)."""
    dead = -points[0]
    if dead <= 0:
        return None
    held = 0
    free = 0
    for index in THEIR_ENTRY:
        count = points[index]
        held += count > 1
        free += enterable(count, index, options)
    if dead <= free:
        return None
    stor = options["jan.stor_label"] and free == 0 and held
    return "stor_jan" if stor else "jan"


def is_stor_jan(points: Sequence[int], options: Mapping[str, OptionValue]) -> bool:
    """Check that a jan leaves no point to enter on, whether or not the rules name that (FORN-JAN-3)."""
    return jan(points, {**options, "jan.stor_label": True}) == "stor_jan"


def enterable(count: int, index: int, options: Mapping[str, OptionValue]) -> bool:
    """Return whether a dead man may come in on a point with so many enemy (above 0) or own men (below)."""
    if count == 0:
        return True
    if options["jan.count"] == "empty":
        return False
    if count < 0:
        own = options["entry.own"]
        return own in ("touch", "always") or (own == "start" and index == THEIR_START)
    if count == 1:
        return options["entry.onto"] == "free"
    return options["jan.enemy_points"] == "open"


def over(node: Node, throw: Throw) -> bool:
    """Return whether a step has ended the game: the other side is jan, or all men are off (FORN-USE-5)."""
    points = node.points
    if points[0] < 0 and throw.options["jan.test"] == "step" and jan(points, throw.options):
        return True
    return points[START_POINT] <= 0 and max(points) <= 0


MEN = 15
LITIL = "litil"
THROW = 24  # pips that one throw can bring


def form(points: Sequence[int], options: Mapping[str, OptionValue]) -> str | None:
    """The form in which all men of the mover stand, if any (FORN-FORM-1)."""
    if points[1] < 3 and points[2] != 3:
        return None
    for formation in FORMS.values():
        if all(points[index] == men for index, men in formation.men.items()):
            return formation.name if formation.name != LITIL or options["forms.litil"] else None
    return None


def forms_counted(options: Mapping[str, OptionValue]) -> list[Formation]:
    """The forms that count."""
    return [formation for formation in FORMS.values() if formation.name != LITIL or options["forms.litil"]]


def value(kind: str, options: Mapping[str, OptionValue]) -> float:
    """The points of an award (FORN-SCORE-1)."""
    points = options[f"points.{kind}"]
    assert isinstance(points, int | float)
    return points


def half_value(name: str, options: Mapping[str, OptionValue], *, lone: bool) -> float:
    """The points of a half win (FORN-HALF-2, FORN-HALF-3)."""
    if options["half.value"] == "3.5" and not lone and name in ("stutti", "langi"):
        return 3.5
    return value(name, options) / 2


def half_wins(ruleset: Ruleset, throw: Throw) -> dict[Node, CompletePlay]:
    """The plays of a part of the throw after which a half win may be declared (FORN-HALF-1)."""
    chosen = ruleset.options["half.forms"]
    assert isinstance(chosen, frozenset)
    if not chosen or len(throw.numbers) == 1:
        return {}
    return {
        node: play
        for node, play in unfinished_plays(ruleset, throw).items()
        if form(node.points, ruleset.options) in chosen
    }


def reachable(points: Sequence[int], name: str, throws: int) -> bool:
    """Return whether a form may still be reached with so many throws (FORN-AFTER-3)."""
    need = FORMS[name].men
    places = sorted((index for index, men in need.items() for _ in range(men)), reverse=True)
    stand = sorted((i for i in range(1, BAR + 1) for _ in range(max(points[i], 0))), reverse=True)
    if len(stand) < MEN or any(here < there for here, there in zip(stand, places, strict=True)):
        return False
    return sum(stand) - sum(places) <= THROW * throws
