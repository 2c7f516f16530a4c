"""Positions that are set up: held against the game so far, the match around them, and what follows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from functools import reduce
from itertools import islice
from typing import Any

from kotra_notation.board import Memory, Position, on_board
from kotra_notation.board.text import infer_unlocked
from kotra_notation.findings import N_, Finding, finding, impossible_position, phrase
from kotra_notation.model import Beaver, Double, Drop, Event, Reached, SetPosition, Take, Turn
from kotra_notation.replay.frames import COLOURS
from kotra_notation.replay.wins import course_of_position
from kotra_notation.rules import cube, marks, outcome
from kotra_notation.rules.ruleset import OFFERS, Setting, State

SIDE_LOOK = N_("Write the turn for the other side, or swap the names: player 1 of an XGID is Black.")
SWAPPED_LOOK = N_("Player 1 of an XGID is Black. Swap the score, or the names of the players.")
Following = Turn | Double | Take | Drop | Beaver


def following(events: Sequence[Event], place: int) -> tuple[Following | None, bool]:
    """The first throw or cube action behind a position, before the next one that is set up.

    And whether its side throws again behind it, so that it is itself the one out of turn.
    """
    then = list(islice(_behind_it(events, place), 2))
    twice = len(then) > 1 and all(isinstance(event, Turn) for event in then) and then[0].seat == then[1].seat
    return (then[0] if then else None), twice


def _behind_it(events: Sequence[Event], place: int) -> Iterator[Following]:
    for index in range(place + 1, len(events)):
        event = events[index]
        if isinstance(event, SetPosition):
            return
        if isinstance(event, Following):
            yield event


def state_of(event: SetPosition, state: State, then: Following | None) -> State:
    """The state in which a position stands, `then` being what is done next in the game.

    A cube that somebody owns was offered; one in the middle was turned for equal dice alone (MOD-OPT-3).
    """
    position = event.position
    offered = position.cube.owner is not None or position.offer in OFFERS
    stakes = replace(state.stakes, cube=position.cube, offer=None, resigned=None, doubled=offered)
    if position.offer and isinstance(then, Take | Drop | Beaver):
        stakes = cube.double(stakes, 1 - then.seat)
    return State(
        points=position.seen_by(0),
        seat=None,
        turns=max(state.turns, 1),
        marks=marks.marks_of(position.memory, 0),
        course=course_of_position(position, state),
        stakes=stakes,
        setting=replace(state.setting, men=position.men),
    )


def differences(event: SetPosition, state: State, then: Following | None) -> list[str]:
    """In what a position set up within a game differs from where the game has come.

    A side to throw that the record goes on against is a contradiction of its own.
    """
    position, stakes = event.position, state.stakes
    turning = state.setting.ruleset.facts.turning
    said: list[str] = []
    if position.seen_by(0) != state.seen_by(0) or (position.men, position.turning) != (
        state.setting.men,
        turning,
    ):
        said.append(phrase("the board"))
    thrower = then.seat if isinstance(then, Turn | Double) else position.seat
    if thrower not in (state.seat, 1 - position.seat):
        said.append(phrase("the side to {roll}"))
    if position.cube != stakes.cube or bool(position.offer) != bool(stakes.offer):
        said.append(phrase("the cube"))
    if any(getattr(state.memory, name) != value for name, value in _memory_said(position)):
        said.append(phrase("the history that some rules depend on"))
    return said


def _memory_said(position: Position) -> Iterator[tuple[str, object]]:
    """Yield what a position says of the old game's memory: what is not as it is where nothing is said."""
    memory = position.memory
    if memory is None:
        return
    sides = position.seen_by(0), position.seen_by(1)
    usual = replace(Memory(), unlocked=infer_unlocked(sides, position.men, memory.stack))
    for field in fields(Memory):
        if (value := getattr(memory, field.name)) != getattr(usual, field.name):
            yield field.name, value


def contradictions(
    event: SetPosition, setting: Setting, then: Following | None, *, twice: bool
) -> Iterator[Finding]:
    """Yield what a position says and the record contradicts: the match around it, and who throws what next.

    Where that side throws `twice` it is out of turn itself, which is said there.
    """
    position = event.position
    behind = [] if twice else _behind(position, then)
    contradictions = [*_men(position, setting), *_around(position, setting), *behind]
    other_side = isinstance(then, Turn | Double) and then.seat != position.seat
    swapped = setting.score_said and position.standing.score == setting.score[::-1] != setting.score
    looks = {SWAPPED_LOOK: swapped, SIDE_LOOK: behind and other_side}
    facts: dict[str, Any] = next(({"look": look} for look, fits in looks.items() if fits), {})
    for written, derived in contradictions:
        yield finding("set-up-contradicted", span=event.span, written=written, derived=derived, **facts)
    if not contradictions and (fault := impossible_position(event)):
        yield fault


def _men(position: Position, setting: Setting) -> Iterator[tuple[str, str]]:
    """Yield what no board of this game and no cube shows."""
    if position.turning is not setting.ruleset.facts.turning:
        yield phrase("a board of another game"), phrase("the rules of this game")
    for seat, side in enumerate(COLOURS):
        count = on_board(position.seen_by(seat))
        if not 0 <= count <= position.men[seat]:
            men = phrase("{count} {checkers} of {side}", count=position.men[seat], side=side)
            yield phrase("{count} {checkers} of {side}", count=count, side=side), men
    value = position.cube.value
    if value < 1 or value & (value - 1):
        yield phrase("a cube at {value}", value=value), phrase("a cube that shows only powers of two")


def _around(position: Position, setting: Setting) -> Iterator[tuple[str, str]]:
    standing, options = position.standing, setting.ruleset.options
    score = "{:g}-{:g}".format(*setting.score)
    if setting.score_said and (standing.length or any(standing.score)) and standing.score != setting.score:
        yield phrase("the score {score}", score="{}-{}".format(*standing.score)), score
    # No game at this score is the Crawford game (MOD-MATCH-2).
    no_crawford = setting.length and setting.score_said and max(setting.score) != setting.length - 1
    at = standing.score if standing.length else setting.score
    impossible = outcome.is_crawford(standing.length or setting.length, at, None) is False
    if setting.length_said and standing.length and standing.length != setting.length:
        said = phrase("a {length}-point match", length=setting.length)
        yield (
            phrase("a {length}-point match", length=standing.length),
            said if setting.length else phrase("a money session"),
        )
    elif (standing.crawford and impossible) or (
        standing.length and standing.crawford != setting.crawford and (setting.crawford or no_crawford)
    ):
        game, other = phrase("the Crawford game"), phrase("no Crawford game")
        yield (game, other) if standing.crawford else (other, game)
    for said_so, name in ((standing.jacoby, "texas"), (standing.beavers, "beavers")):
        if said_so and not options.get(name, True):
            yield f"{name}=on", f"{name}=off"
    limit = options.get("cube.limit", standing.cube_limit)
    if standing.cube_limit is not None and standing.cube_limit != limit:
        yield f"cube.limit={standing.cube_limit}", f"cube.limit={limit or phrase('off')}"


def _behind(position: Position, then: Following | None) -> Iterator[tuple[str, str]]:
    if isinstance(then, Turn | Double) and then.seat != position.seat:
        yield (
            phrase("{side} to {roll}", side=COLOURS[position.seat]),
            phrase("{side} to {roll}", side=COLOURS[then.seat]),
        )
    elif position.dice and isinstance(then, Turn) and sorted(then.dice) != sorted(position.dice):
        yield (
            phrase("the {roll} {first}{second}", first=position.dice[0], second=position.dice[1]),
            phrase("the {roll} {first}{second}", first=then.dice[0], second=then.dice[1]),
        )
    if position.offer and isinstance(then, Turn | Double):
        yield phrase("an offered double"), phrase("no answer to it")


def reached_faults(turn: Turn, deed: Reached) -> Iterator[Finding]:
    """Yield what is wrong with a lawful turn of which the position it led to is written, and not the play."""
    if deed.illegal:
        yield finding("lawful-play-disputed", seat=turn.seat, written=turn.text)
    if deed.position.seat == turn.seat:
        sides = [phrase("{side} to {roll}", side=COLOURS[seat]) for seat in (turn.seat, 1 - turn.seat)]
        yield finding("set-up-contradicted", written=sides[0], derived=sides[1])


def set_up_finding(event: SetPosition, differs: Sequence[str]) -> Finding:
    """That what led to a position is not judged, or that the game so far leads elsewhere."""
    if not differs:
        return finding("position-set-up", span=event.span)
    what = reduce(lambda some, last: phrase("{some} and {last}", some=some, last=last), differs)
    return finding("set-up-differs", span=event.span, what=what)
