"""The forms of the old game, the wins of a turn, the throws behind a win, and who begins the next game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from kotra_notation.board import BAR, on_board
from kotra_notation.rules.engine import CompletePlay, from_other_side, legal_plays, throw_of, unfinished_plays
from kotra_notation.rules.old_icelandic import FORMS, START_POINT, Formation
from kotra_notation.rules.ruleset import Award, Course, Ending, Made, Node, OptionValue, Ruleset, State, Throw

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


MAIN = ("uttekt", "jan", "stor_jan")
THROWS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]


def after_turn(state: State, made: Made) -> State:
    """The state behind a turn, with what it has won and the phase it leads to."""
    if state.course.phase == "after":
        return _after_throw(state, made)
    if state.course.phase == "last":
        return _after_last_throw(state, made)
    if wins := turn_awards(state, made):
        state = _with_awards(state, made, wins)
        if state.ending is not None:
            return _what_follows(state)
    idle = 0 if made.has_moved else state.course.idle + 1
    if idle != state.course.idle:
        state = replace(state, course=replace(state.course, idle=idle))
    if idle >= 2 and state.setting.ruleset.options["deadlock"] and is_deadlock(state):
        return replace(state, ending=Ending(winner=None, kind="draw", points=0))
    return state


def turn_awards(state: State, made: Made) -> list[Award]:
    """Everything a turn of this game wins in play, but a jan that was overlooked before."""
    course = state.course
    return find_awards(
        made,
        state.setting.ruleset.options,
        course.scored[made.seat],
        overlooked=made.seat in course.overlooked,
    )


def find_awards(
    made: Made, options: Mapping[str, OptionValue], scored: frozenset[str], *, overlooked: bool = False
) -> list[Award]:
    """Everything one turn wins, beyond the forms `scored` before (FORN-SCORE-1, FORN-SCORE-3)."""
    seat, points = made.seat, made.after.points
    early = _won_by_first(made, options, scored)
    if early and options["forms.end_game"]:
        return early
    scored |= {win.kind for win in early}
    wins = []
    kind = jan(points, options) if made.has_moved and not overlooked else None
    if kind:
        wins.append(Award(seat=seat, kind=kind, points=value("jan", options)))
    elif max(points) <= 0:
        wins.append(Award(seat=seat, kind="uttekt", points=value("uttekt", options)))
    if (name := _new_form(made, options)) and name not in scored:
        wins.append(Award(seat=seat, kind=name, points=_form_value(name, made, options)))
    if not wins:
        return early
    if options["forms.end_game"]:
        wins = sorted(wins, key=lambda win: -win.points)[:1]
    return [*early, *wins, *_mor(wins, made, options)]


def _won_by_first(made: Made, options: Mapping[str, OptionValue], scored: frozenset[str]) -> list[Award]:
    """The half win of the first of two dice; nothing played afterwards takes it away (FORN-HALF-3)."""
    if made.first is None:
        return []
    alone = replace(made, after=made.first, first=None, lone=True)
    name = _new_form(alone, options)
    if name is None or name in scored:
        return []
    win = Award(seat=made.seat, kind=name, points=_form_value(name, alone, options))
    return [win, *_mor([win], alone, options)]


def first_ends(course: Course, options: Mapping[str, OptionValue]) -> bool:
    """Return whether a form by the first of two dice leaves no second to be thrown (FORN-HALF-3)."""
    return options["after.claim"] == "first" if course.phase == "after" else bool(options["forms.end_game"])


def _new_form(made: Made, options: Mapping[str, OptionValue]) -> str | None:
    """The form this turn has reached by a lawful play (FORN-FORM-2, FORN-FORM-3)."""
    name = form(made.after.points, options) if made.whole else None
    return name if name != form(made.before.points, options) else None


def _form_value(name: str, made: Made, options: Mapping[str, OptionValue]) -> float:
    if made.half or made.lone:
        return half_value(name, options, lone=made.lone)
    return value(name, options)


def _mor(wins: list[Award], made: Made, options: Mapping[str, OptionValue]) -> list[Award]:
    """Two points for each win over a side with a dead man, or won with a hit (FORN-MOR-1 to 3)."""
    if options["mor.condition"] == "dead-man":
        due = made.after.points[0] < 0
    else:
        due = (made.after.points[0] < made.before.points[0]) and options["mor.condition"] == "hit-in-throw"
    raised = [win for win in wins if options["mor.on_jan"] or not win.kind.endswith("jan")]
    return [Award(seat=made.seat, kind="mor", points=value("mor", options)) for _ in raised] if due else []


def _with_awards(state: State, made: Made, wins: list[Award]) -> State:
    """The state with the wins of a turn in it; ended where one of them ends the game."""
    options, course, seat = state.setting.ruleset.options, state.course, made.seat
    forms = frozenset(win.kind for win in wins if win.kind not in (*MAIN, "mor"))
    course = scoring(replace(course, awards=(*course.awards, *wins)), seat, forms)
    main = next((win.kind for win in wins if win.kind in MAIN), None)
    kind = "jan" if main == "stor_jan" else main
    if main:
        course = replace(course, main=seat)
    state = replace(state, course=course)
    if kind is None and (options["forms.end_game"] or made.half):
        kind = wins[0].kind
    if kind is None:
        return state
    return replace(state, ending=Ending(winner=seat, kind=kind, points=course.total(seat)))


def scoring(course: Course, seat: int, forms: frozenset[str]) -> Course:
    """The course with forms a seat has been paid for."""
    white, black = course.scored
    return replace(course, scored=(white | forms, black) if seat == 0 else (white, black | forms))


def is_deadlock(state: State) -> bool:
    """Return whether neither side can play any throw (FORN-END-3)."""
    ruleset, node = state.setting.ruleset, state.node(state.viewer)
    return not any(
        play.steps
        for board in (node, from_other_side(ruleset, node))
        for dice in THROWS
        for play in legal_plays(ruleset, throw_of(ruleset, board, dice)).values()
    )


# What may follow an úttekt


def _what_follows(state: State) -> State:
    """The state with its win put off where throws follow it: the last throw, then the after-throws."""
    ending = state.ending
    if ending is None or ending.kind != "uttekt" or ending.winner is None:
        return state
    options, course = state.setting.ruleset.options, state.course
    if options["last_throw"] and course.phase == "play" and course.began == ending.winner:
        return in_phase(state, "last", ending)
    if not options["after"] or state.off(1 - ending.winner):
        return state
    after = in_phase(state, "after", ending)
    if _in_reach(after, after.points, 1 - ending.winner):
        return after
    return replace(after, ending=ending)


def in_phase(state: State, phase: str, won: Ending) -> State:
    """The state in which only the loser throws."""
    assert won.winner is not None
    loser = 1 - won.winner
    node = state.node(loser)
    course = replace(state.course, phase=phase, phase_seat=loser, throws=0, won=won)
    return replace(state, points=tuple(node.points), marks=node.marks, seat=loser, ending=None, course=course)


def _after_last_throw(state: State, made: Made) -> State:
    """The state behind the last throw: a draw if it bore off the last man (FORN-LAST-1 to 3)."""
    course, options = state.course, state.setting.ruleset.options
    assert course.won is not None
    if max(made.after.points) > 0:
        return _what_follows(replace(state, ending=course.won))
    points = options["last_throw.draw_points"]
    assert isinstance(points, int | float)
    draws = [Award(seat=seat, kind="draw", points=points) for seat in (0, 1) if points]
    before = takewhile(lambda award: award.kind != "uttekt", course.awards)
    return replace(
        state,
        ending=Ending(winner=None, kind="draw", points=points),
        course=replace(course, awards=(*before, *draws), main=state.setting.main, won=None),
    )


def _after_throw(state: State, made: Made) -> State:
    """The state behind an after-throw; the phase ends when nothing more can be won (FORN-AFTER-2 to 5)."""
    options, course, seat = state.setting.ruleset.options, state.course, made.seat
    assert course.won is not None
    throws = course.throws + 1
    turns = [made]
    if made.first is not None:
        turns.insert(0, replace(made, after=made.first, first=None, lone=True))
    course = replace(course, throws=throws)
    claimed = False
    for turn in turns:
        name = _new_form(turn, options)
        if claimed or not name or throws > limit(name, options) or name in course.scored[seat]:
            continue
        late = (*course.late, Award(seat=seat, kind=name, points=_form_value(name, turn, options)))
        if options["after.claim"] == "best":
            late = (max(late, key=lambda award: award.points),)
        course = scoring(replace(course, late=late), seat, frozenset({name}))
        claimed = made.half or options["after.claim"] == "first"
    state = replace(state, course=course)
    if claimed or not _in_reach(state, made.after.points, seat):
        return replace(state, ending=course.won)
    node = state.node(seat)
    return replace(state, points=tuple(node.points), marks=node.marks, seat=seat)


def _in_reach(state: State, points: Sequence[int], seat: int) -> bool:
    """Return whether any form can still be reached with the after-throws that are left."""
    options, course = state.setting.ruleset.options, state.course
    return on_board(tuple(points)) == MEN and any(
        reachable(points, formation.name, limit(formation.name, options) - course.throws)
        for formation in forms_counted(options)
        if formation.name not in course.scored[seat]
    )


def limit(name: str, options: Mapping[str, OptionValue]) -> int:
    """The last after-throw with which a form still counts; 0 where it never does (FORN-AFTER-2)."""
    limits = options["after.limits"]
    if isinstance(limits, int):
        return limits
    assert isinstance(limits, tuple)
    return dict(limits).get(name, 0)
