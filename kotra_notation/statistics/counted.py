"""The race: the pips of both sides before each throw, through the whole match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kotra_notation.board.points import race
from kotra_notation.model import Beaver, Clock, Double, Drop, Take, Turn
from kotra_notation.replay import Frame, GameReplay, Replay
from kotra_notation.statistics.counts import SeatCounts, SeatTally, together


@dataclass(frozen=True, slots=True, kw_only=True)
class Instant:
    """The moment before a throw of `seat`, the `number`th of the match and the `turn`th of its game.

    `game` is the place of the game in the match and `place` that of the event in the game, both from 0.
    `pips` are those of both seats, None where the board is not certain.
    """

    number: int
    game: int
    place: int
    turn: int
    seat: int
    pips: tuple[int, int] | None


def instants(games: Sequence[Sequence[Frame]]) -> tuple[Instant, ...]:
    """The moments before all throws that count."""
    made: list[Instant] = []
    for game, frames in enumerate(games):
        certain = True
        for place, frame in enumerate(frames):
            event = frame.event
            if isinstance(event, Turn) and frame.after.turns > frame.before.turns:
                before = frame.before
                own, other = race(before.points, before.setting.ruleset.facts.turning)
                both = (other, own) if before.viewer else (own, other)
                made.append(
                    Instant(
                        number=len(made) + 1,
                        game=game,
                        place=place,
                        turn=frame.after.turns,
                        seat=event.seat,
                        pips=both if certain else None,
                    )
                )
            certain = frame.certain
    return tuple(made)


Frames = Sequence[tuple[Frame, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStatistics:
    """What is counted of a game, by seat; `cube` is the highest value, None where the game knows no cube."""

    number: int
    sides: tuple[SeatCounts, SeatCounts]
    cube: int | None
    score_after: tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """What is counted of a match, by seat, of its games, and the moments before all throws."""

    sides: tuple[SeatCounts, SeatCounts]
    games: tuple[GameStatistics, ...]
    instants: tuple[Instant, ...]

    @property
    def cube(self) -> int | None:
        """The highest value of the cube, None where the game knows none."""
        return max((game.cube for game in self.games if game.cube is not None), default=None)


def frames_of(replay: Replay) -> tuple[tuple[Frame, ...], ...]:
    """The frames of all games, made once: give them to whatever asks for frames."""
    return tuple(game.frames for game in replay.games)


def statistics(replay: Replay, frames: Frames | None = None) -> Statistics:
    """Return what can be counted of a match; `frames` are those of all its games, where they are at hand."""
    made = frames_of(replay) if frames is None else frames
    games = _by_game(replay, made)
    return Statistics(sides=_sides(games), games=games, instants=instants(made))


def counted(replay: Replay, frames: Frames) -> tuple[SeatCounts, SeatCounts]:
    """Return what is counted of either side in the whole match."""
    return _sides(_by_game(replay, frames))


def _by_game(replay: Replay, frames: Frames) -> tuple[GameStatistics, ...]:
    return tuple([_counted(game, its) for game, its in zip(replay.games, frames, strict=True)])


def _sides(games: Sequence[GameStatistics]) -> tuple[SeatCounts, SeatCounts]:
    first, second = (together([game.sides[seat] for game in games]) for seat in (0, 1))
    return first, second


def _counted(game: GameReplay, frames: Sequence[Frame]) -> GameStatistics:
    tallies = SeatTally(0), SeatTally(1)
    certain = True
    cube = 0
    for frame in frames:
        event = frame.event
        match event:
            case Turn():
                if frame.after.turns > frame.before.turns:
                    _answered_by_play(frame, tallies)
                    tallies[event.seat].turn(frame, event, certain=certain)
            case Double() | Beaver() | Take() | Drop():
                if frame.after is not frame.before:
                    _cube_action(event, tallies[event.seat])
            case Clock(seat=seat, used=used):
                if used is not None:
                    tallies[seat].seconds.append(used)
            case _:
                pass
        certain = frame.certain
        cube = max(cube, frame.after.stakes.cube.value)
    first, second = (
        tally.side(
            tuple(award for award in game.awards if award.seat == tally.seat), won=game.winner == tally.seat
        )
        for tally in tallies
    )
    has_cube = bool(frames) and frames[0].before.setting.ruleset.facts.cube
    return GameStatistics(
        number=game.number,
        sides=(first, second),
        cube=cube if has_cube else None,
        score_after=game.score_after,
    )


def _cube_action(event: Double | Beaver | Take | Drop, tally: SeatTally) -> None:
    match event:
        case Double():
            tally.doubles += 1
        case Beaver():
            tally.beavers += 1
        case Take():
            tally.takes += 1
        case Drop():
            tally.drops += 1


def _answered_by_play(frame: Frame, tallies: tuple[SeatTally, SeatTally]) -> None:
    """A double that was answered by playing on was taken."""
    offer = frame.before.stakes.offer
    if offer is not None and offer.level == 0 and frame.after.stakes.offer is None:
        tallies[1 - offer.seat].takes += 1
