"""A match with an evaluation of each of its throws and cubes, in the places where records have them.

What the board does not tell for certain is not weighed, nor a play that the rules do not allow; the rest of
the game is. What other engines said in the record stays where it stands; what this one said before is
replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, get_args

from kotra_notation import model
from kotra_notation.board import Position
from kotra_notation.engine.results import HEADER, MOST_MEN, NAME, WeighedCube, WeighedThrow, knows
from kotra_notation.equity.match_table import stake_of
from kotra_notation.statistics.cubes import NO_DOUBLE, PASS, TAKE
from kotra_notation.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotra_notation.engine.evaluator import PlayKey
    from kotra_notation.engine.weighing import Weigher
    from kotra_notation.replay import Frame, Replay
    from kotra_notation.rules.ruleset import State


ANNOTATIONS = get_args(model.Annotation)
# How many plays are kept, the best ones, beside the one that was made; and how many digits of a number.
KEPT = 5
DIGITS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown:
    """A throw of a game: the place of its event, the position with the dice, and what is told of the play.

    `made` (the board behind it, in the old game also whether half a win was declared) is None where no play
    of it is known that the rules allow.
    """

    place: int
    position: Position
    made: PlayKey | None
    first: bool


@dataclass(frozen=True, slots=True)
class Questions:
    """What of a game can be weighed: throws, and cubes by the place of the event that they stand behind."""

    throws: list[Thrown] = field(default_factory=list)
    cubes: list[tuple[int, Position]] = field(default_factory=list)


class AnalysedGame(NamedTuple):
    """A game with evaluations, its throws, how many plays were weighed, and `warnings` of another program."""

    game: model.Game
    throws: int
    weighed: int
    warnings: tuple[str, ...] = ()


def analyse_games(
    replayed: Replay, weigher: Weigher, which: Iterable[int], *, every: bool = False
) -> Iterator[AnalysedGame]:
    """Some games of a match one by one, with what the engine says of them; `every` play, if asked."""
    for at in which:
        game, its = replayed.match.games[at], replayed.games[at]
        evaluations = _evaluate(questions(its.frames), weigher.knowing(replayed.ruleset), every)
        said = [evaluation for some in evaluations.values() for evaluation in some]
        weighed = sum(evaluation.aspect == "luck" for evaluation in said)
        done = with_evaluations(game, evaluations, lambda _, event: _is_by(event, NAME))
        yield AnalysedGame(done, its.turns, weighed)


def with_header(
    match: model.Match, settings: str, games: Sequence[model.Game], name: str = NAME
) -> model.Match:
    """The match with its first games replaced, and the settings of their analysis by this engine."""
    info = [(key, value) for key, value in match.info if key != HEADER or not value.startswith(f"{name} ")]
    rest = tuple(islice(match.games, len(games), None))
    return replace(match, info=(*info, (HEADER, settings)), games=(*games, *rest))


def without_own(game: model.Game, name: str = NAME) -> model.Game:
    """The game without what the engine of that name said of it before, in whatever version."""
    kept = [event for event in game.events if not _is_by(event, name)]
    return game if len(kept) == len(game.events) else replace(game, events=tuple(kept))


def questions(frames: Sequence[Frame]) -> Questions:
    """Return what of a game can be weighed."""
    found = Questions()
    certain, doubled = True, False
    for place, frame in enumerate(frames):
        event = frame.event
        if isinstance(event, model.SetPosition):
            certain, doubled = frame.certain, False
            continue
        if certain and isinstance(event, model.Double) and _may_be_weighed(frame.before):
            found.cubes.append((place, _position_of(frame.before, event.seat, None)))
            doubled = True
        elif certain and isinstance(event, model.Turn) and _may_be_weighed(frame.before):
            position = _position_of(frame.before, event.seat, event.dice)
            turnable = frame.before.setting.ruleset.facts.cube and position.cube.owner in (None, event.seat)
            if frame.before.turns and not doubled and turnable:
                found.cubes.append((place, position))
            if all(1 <= die <= 6 for die in event.dice):
                first = not frame.before.turns
                made = _play_key(frame)
                found.throws.append(Thrown(place=place, position=position, made=made, first=first))
            doubled = False
        certain = frame.certain
    return found


def _position_of(state: State, seat: int, dice: tuple[int, int] | None) -> Position:
    """The position of a state as the side sees it that is to decide."""
    position = state.thrown(dice)
    return replace(position, points=state.seen_by(seat), seat=seat, offer=None)


def _may_be_weighed(state: State) -> bool:
    """Return whether the engine knows this game, and men are there to play with."""
    ruleset = state.setting.ruleset
    counts = [sum(men for men in state.seen_by(seat) if men > 0) for seat in (0, 1)]
    won = ruleset.facts.forms and state.course.phase != "play"
    return knows(ruleset) and max(counts) <= MOST_MEN and (won or min(counts) > 0)


def _play_key(frame: Frame) -> PlayKey | None:
    """Return what is told of a play, None where it is not known or not certain."""
    event = frame.event
    if not isinstance(event, model.Turn) or isinstance(event.deed, model.NotRecorded | model.Unread):
        return None
    if not frame.certain:
        return None
    board = frame.after.seen_by(event.seat)
    if not frame.after.setting.ruleset.facts.forms:
        return board
    return *board, int(isinstance(event.deed, model.Play) and event.deed.half)


def _evaluate(asked: Questions, weigher: Weigher, every: bool) -> dict[int, list[model.Evaluation]]:
    """The evaluations of a game by the place of the event that they stand behind."""
    source = weigher.source
    found: dict[int, list[model.Evaluation]] = {}
    for (place, position), cube in zip(
        asked.cubes, weigher.cubes([one for _, one in asked.cubes]), strict=True
    ):
        if cube.equities.may_double:
            found.setdefault(place, []).append(_of_cube(cube, position, source))
    positions = [one.position for one in asked.throws]
    weighed = weigher.throws(
        positions,
        [one.made for one in asked.throws],
        [one.first for one in asked.throws],
        None if every else KEPT,
    )
    for thrown, throw in zip(asked.throws, weighed, strict=True):
        at = found.setdefault(thrown.place, [])
        if any(play.key == thrown.made and play.steps for play in throw.plays):
            at.append(_of_plays(throw, thrown.made, source))
        assert throw.luck is not None
        at.append(model.Evaluation(aspect="luck", luck=round(throw.luck, DIGITS), source=source))
    return found


def _of_plays(throw: WeighedThrow, made: PlayKey | None, source: str) -> model.Evaluation:
    """The plays, of which one was made."""
    candidates = [
        model.Candidate(
            choice=play.text,
            equity=round(play.equity, DIGITS),
            chances=() if play.tells_outcomes else _round_chances(play.chances),
            outcomes=play.outcomes,
            level=f"{play.plies}-ply",
            extras={"played": "yes"} if play.key == made else {},
        )
        for play in throw.plays
    ]
    return model.Evaluation(aspect="play", candidates=tuple(candidates), source=source)


def _of_cube(cube: WeighedCube, position: Position, source: str) -> model.Evaluation:
    """The three ways of a cube, with what SGF wants beside: its worth if dead, match winning chances."""
    equities, stake = cube.equities, stake_of(position.standing, position.cube, position.seat)
    cubeless = {"cubeless": f"{cube.cubeless:.6f}"}
    worths = ((NO_DOUBLE, equities.no_double), (TAKE, equities.double_take), (PASS, equities.double_pass))
    candidates = [
        model.Candidate(
            choice=choice,
            equity=round(equity, DIGITS),
            chances=() if choice == PASS else _round_chances(cube.chances),
            level=f"{cube.plies}-ply",
            extras=({} if choice == PASS else cubeless)
            | ({"mwc": f"{stake.mwc(equity):.6f}"} if stake.away else {}),
        )
        for choice, equity in worths
    ]
    return model.Evaluation(aspect="cube", candidates=tuple(candidates), source=source)


def _round_chances(chances: tuple[float, ...]) -> tuple[float, ...]:
    return tuple([round(chance, DIGITS) for chance in chances])


def _is_by(event: model.Event, name: str) -> bool:
    return isinstance(event, model.Evaluation) and event.source.startswith(f"{name} ")


def with_evaluations(
    game: model.Game,
    found: Mapping[int, Sequence[model.Evaluation]],
    replaced: Callable[[int, model.Evaluation], bool],
) -> model.Game:
    """The game with evaluations behind the events they are about; `replaced` tells which old ones go."""
    events: list[model.Event] = []
    waiting: list[model.Evaluation] = []
    last = -1
    for place, event in enumerate(game.events):
        if not isinstance(event, ANNOTATIONS):
            events += waiting
            waiting = []
            last = place
        if not isinstance(event, model.Evaluation) or not replaced(last, event):
            events.append(event)
        waiting += found.get(place, ())
    return replace(game, events=(*events, *waiting))


def losses(frames: Sequence[Frame], weigher: Weigher) -> list[tuple[float, ...] | None]:
    """Of each turn what plays of its throw lose, first the one that was made; None where it is unlawful."""
    asked = {at: found for at, frame in enumerate(frames) for found in questions([frame]).throws}
    throws = weigher.throws([one.position for one in asked.values()], [one.made for one in asked.values()])
    found: list[tuple[float, ...] | None] = [None] * len(frames)
    for (at, one), throw in zip(asked.items(), throws, strict=True):
        equities = {play.key: play.equity for play in throw.plays}
        if one.made in equities:
            made = equities.pop(one.made)
            found[at] = tuple([throw.plays[0].equity - worth for worth in (made, *equities.values())])
    return found
