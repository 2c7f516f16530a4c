"""Gathering what an engine said of a match from the evaluations in its frames."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from kotra_notation import model
from kotra_notation.findings import Severity
from kotra_notation.replay import Frame, Replay
from kotra_notation.statistics import cubes, scales
from kotra_notation.statistics.conventions import Convention, points_custom, unit_of
from kotra_notation.statistics.counts import Frames, Idleness, frames_of, idle
from kotra_notation.statistics.decisions import (
    Fortune,
    Prospect,
    WeighedDecision,
    cube_choices,
    phase,
    play_choices,
    play_made,
)
from kotra_notation.values import dataclass

CHANCES = 5
# What the engines are called for short.
SHORT = {"gnubg": "gnu backgammon", "gnu": "gnu backgammon", "xg": "extreme gammon"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """Everything an engine said of a match to `length` in a `variant` of the game, 0 for money.

    `turns` are those of each game by seat in which something was played or could not be, 0 for a game of
    which nothing is said. `engines` are the programs named, in the order in which they appear, `levels` how
    deeply they looked. `gains` are what seat 0 has won by each game, in chances to win the match or points,
    None for a game not ended; `ends` its chances to win the match behind each, None for money. `cube` tells
    whether the cube can be turned. `unit` is by how much an error is dearer in the old game than in modern
    kotra, None in the latter; all numbers of the old game are points, and it has no `length`. By seat,
    `thrown` are the turns of all games, `weighed` those of which an engine spoke or in which nothing could be
    played. `numbers` are those of the games.
    """

    decisions: tuple[WeighedDecision, ...] = ()
    fortunes: tuple[Fortune, ...] = ()
    prospects: tuple[Prospect, ...] = ()
    turns: tuple[tuple[int, int], ...] = ()
    engines: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    gains: tuple[float | None, ...] = ()
    thrown: tuple[int, int] = (0, 0)
    weighed: tuple[int, int] = (0, 0)
    ends: tuple[float | None, ...] = ()
    length: int = 0
    cube: bool = True
    variant: str = ""
    unit: float | None = None
    numbers: tuple[int, ...] = ()

    def custom(self, asked: Convention) -> Convention:
        """Return the custom that is asked for; of the old game its own."""
        return asked if self.unit is None else points_custom(self.unit)

    def __bool__(self) -> bool:
        """Return whether the record says anything of quality or luck."""
        return bool(self.decisions or self.fortunes or self.prospects)


def analysis(replay: Replay, frames: Frames | None = None, by: str | None = None) -> Analysis:
    """Return what engines said of a match, or the one engine `by`; `frames` are those of all its games."""
    frames = frames_of(replay) if frames is None else frames
    readers = [_GameReader(game, game_frames, by) for game, game_frames in enumerate(frames)]
    decisions, fortunes, prospects = scales.in_all_units(
        [decision for reader in readers for decision in reader.decisions],
        [fortune for reader in readers for fortune in reader.fortunes],
        [prospect for reader in readers for _, prospect in sorted(reader.prospects.items())],
        frames,
    )
    turns = [reader.turns(range(len(reader.frames))) for reader in readers]
    weighed = [reader.evaluated_turns() for reader in readers]
    settings = [game_frames[0].before.setting if game_frames else None for game_frames in frames]
    ended = list(zip(replay.games, settings, strict=True))
    facts = replay.ruleset.facts
    return Analysis(
        decisions=decisions,
        fortunes=fortunes,
        prospects=prospects,
        turns=tuple(pair if reader.engines else (0, 0) for pair, reader in zip(turns, readers, strict=True)),
        engines=tuple(dict.fromkeys(name for reader in readers for name in reader.engines if name)),
        levels=tuple(dict.fromkeys(decision.level for decision in decisions if decision.level)),
        thrown=(sum(pair[0] for pair in turns), sum(pair[1] for pair in turns)),
        weighed=(sum(pair[0] for pair in weighed), sum(pair[1] for pair in weighed)),
        gains=tuple(scales.gain(game, setting) if setting else None for game, setting in ended),
        ends=tuple(scales.chance_after(game, setting) if setting else None for game, setting in ended),
        length=(replay.match.length or 0) if facts.cube else 0,
        unit=unit_of(replay.ruleset),
        cube=facts.cube and replay.match.length != 1,
        variant=str(replay.ruleset.options.get("variant", "")),
        numbers=tuple(game.number for game in replay.games),
    )


class _GameReader:
    """Reads the evaluations in the frames of one game."""

    def __init__(self, game: int, frames: Sequence[Frame], by: str | None) -> None:
        self.game = game
        self.frames = frames
        self.decisions: list[WeighedDecision] = []
        self.fortunes: list[Fortune] = []
        self.prospects: dict[int, Prospect] = {}
        self.engines: list[str] = []
        self._weighed: set[int] = set()
        self._seen: set[tuple[int, str]] = set()
        turn: int | None = None  # the last turn, or the last position that was set up
        double: int | None = None
        unthrown = False  # whether nobody has thrown since the double
        for place, frame in enumerate(frames):
            match frame.event:
                case model.Turn(seat=seat):
                    if not unthrown or double is None or self._seat(double) != seat:
                        double = None
                    turn, unthrown = place, False
                case model.Double():
                    double, unthrown = place, True
                case model.SetPosition():
                    turn, double = place, None
                case model.Evaluation(source=source) as evaluation if by in (None, source):
                    on_double = evaluation.aspect == "cube" and double is not None
                    self._read(double if on_double else turn, evaluation)
                case _:
                    pass

    def turns(self, places: Iterable[int]) -> tuple[int, int]:
        """Count the turns at some places that count, by seat."""
        seats = [
            frame.event.seat
            for frame in (self.frames[place] for place in places)
            if isinstance(frame.event, model.Turn)
            and frame.after.turns > frame.before.turns
            and not _is_unplayed(frame)
        ]
        return seats.count(0), seats.count(1)

    def evaluated_turns(self) -> tuple[int, int]:
        """Count the turns of which the engine spoke, and those in which nothing could be played, by seat."""
        if not self.engines:
            return 0, 0
        forced = {
            place
            for place, frame in enumerate(self.frames)
            if isinstance(frame.event, model.Turn)
            and isinstance(frame.event.deed, model.CannotMove | model.Blank)
        }
        return self.turns(self._weighed | forced)

    def _read(self, place: int | None, evaluation: model.Evaluation) -> None:
        if place is None:
            return
        if evaluation.source not in self.engines:
            self.engines.append(evaluation.source)
        evaluation = _drop_unbelievable(evaluation)
        if evaluation.aspect == "luck" or evaluation.luck is not None:
            self._luck(place, evaluation)
        if evaluation.candidates and evaluation.aspect == "play":
            self._play(place, evaluation)
        elif evaluation.candidates and evaluation.aspect == "cube":
            self._cube(place, evaluation)

    def _turn(self, place: int) -> int:
        frame = self.frames[place]
        return frame.before.turns + isinstance(frame.event, model.Turn | model.Double)

    def _seat(self, place: int) -> int:
        event = self.frames[place].event
        if isinstance(event, model.Turn | model.Double):
            return event.seat
        return event.position.seat if isinstance(event, model.SetPosition) else 0

    def _phase(self, place: int) -> str | None:
        frame = self.frames[place]
        state = frame.after if isinstance(frame.event, model.SetPosition) else frame.before
        return phase(state.seen_by(self._seat(place)), state.setting.ruleset.facts.turning)

    def _again(self, place: int, aspect: str) -> bool:
        """Return whether an aspect of an event has been evaluated before; it is noted."""
        again = (place, aspect) in self._seen
        self._seen.add((place, aspect))
        return again

    def _luck(self, place: int, evaluation: model.Evaluation) -> None:
        if self._again(place, "luck"):
            return
        self.fortunes.append(
            Fortune(
                game=self.game,
                place=place,
                turn=self._turn(place),
                seat=self._seat(place),
                luck=evaluation.luck,
                mwc=cubes.number(evaluation.extras.get("mwc")),
                played=not _is_unplayed(self.frames[place]),
                engine=evaluation.source,
            )
        )

    def _play(self, place: int, evaluation: model.Evaluation) -> None:
        frame = self.frames[place]
        made = play_made(evaluation.candidates, frame if isinstance(frame.event, model.Turn) else None)
        again = self._again(place, "play")
        self._weighed.add(place)
        self._foresee(place, evaluation.candidates[made or 0])
        if len(evaluation.candidates) == 1:
            return
        choices = play_choices(evaluation.candidates, made)
        played = next((choice for choice in choices if choice.played), None)
        self.decisions.append(
            WeighedDecision(
                game=self.game,
                place=place,
                turn=self._turn(place),
                seat=self._seat(place),
                aspect="play",
                choices=choices,
                loss=played.loss if played else None,
                mwc_loss=played.mwc_loss if played else None,
                engine=evaluation.source,
                level=choices[0].level,
                lawful=not any(
                    finding.code[0] == "P" and finding.severity != Severity.NOTE for finding in frame.findings
                ),
                again=again,
                phase=self._phase(place),
            )
        )

    def _cube(self, place: int, evaluation: model.Evaluation) -> None:
        event, candidates = self.frames[place].event, evaluation.candidates
        doubled = None if isinstance(event, model.SetPosition) else isinstance(event, model.Double)
        verdict, lost, lost_mwc = cubes.verdict(
            candidates, doubled, self._was_taken(place) if doubled else None
        )
        choices = cube_choices(candidates, verdict)
        if place not in self.prospects:
            self._foresee(place, candidates[0], _cube_made(candidates, verdict))
        self.decisions.append(
            WeighedDecision(
                game=self.game,
                place=place,
                turn=self._turn(place),
                seat=self._seat(place),
                aspect="cube",
                choices=choices,
                loss=lost.doubler,
                mwc_loss=lost_mwc.doubler,
                cube=verdict,
                engine=evaluation.source,
                level=choices[0].level,
                again=self._again(place, "cube"),
                phase=self._phase(place),
            )
        )

    def _was_taken(self, place: int) -> bool | None:
        """Return whether a double was taken, None where nobody answered; playing on takes."""
        for frame in self.frames[place + 1 :]:
            match frame.event:
                case model.Take() | model.Beaver() | model.Turn():
                    return True
                case model.Drop():
                    return False
                case model.Double() | model.SetPosition():
                    return None
                case _:
                    pass
        return None

    def _foresee(self, place: int, candidate: model.Candidate, made: model.Candidate | None = None) -> None:
        """Note the chances behind a decision; `made` is what was done at a cube."""
        before, seat = self.frames[place].before, self._seat(place)
        mwc: float | None = None
        if before.setting.ruleset.facts.forms:
            if not candidate.outcomes or candidate.equity is None:
                return
            win = scales.winning(candidate.outcomes, before.setting.ruleset)
            course = before.course
            equity: float | None = course.total(seat) - course.total(1 - seat) + candidate.equity
        elif len(candidate.chances) == CHANCES:
            win, equity, mwc = candidate.chances[0], (made or candidate).equity, cubes.mwc(made or candidate)
        else:
            return
        self.prospects[place] = Prospect(
            game=self.game,
            place=place,
            turn=self._turn(place),
            chance=1 - win if seat else win,
            equity=-equity if seat and equity is not None else equity,
            mwc=1 - mwc if seat and mwc is not None else mwc,
        )


def _cube_made(candidates: Sequence[model.Candidate], verdict: cubes.CubeVerdict) -> model.Candidate | None:
    """Return what was done at a cube, None where it was not weighed."""
    actions: tuple[str, ...] = (cubes.NO_DOUBLE,)
    if verdict.doubled:
        actions = (cubes.PASS,) if verdict.taken is False else (cubes.BEAVER, cubes.TAKE)
    return next((candidate for candidate in candidates if candidate.choice in actions), None)


def _is_unplayed(frame: Frame) -> bool:
    """Return whether nothing was done with a throw, as far as the record goes."""
    turn = frame.event
    if not isinstance(turn, model.Turn):
        return False
    if isinstance(turn.deed, model.Blank):
        return idle(frame, turn, frame.before.seen_by(turn.seat)) is Idleness.UNKNOWN
    return isinstance(turn.deed, model.NotRecorded)


def _drop_unbelievable(evaluation: model.Evaluation) -> model.Evaluation:
    """Return an evaluation without the numbers that a damaged or hostile file has put there."""
    candidates, luck = evaluation.candidates, evaluation.luck
    numbers = (number for candidate in candidates for number in (candidate.equity, *candidate.chances))
    if all(number is None or cubes.believable(number) for number in (luck, *numbers)):
        return evaluation

    def believable_or_none(number: float | None) -> float | None:
        return number if number is not None and cubes.believable(number) else None

    return replace(
        evaluation,
        luck=believable_or_none(luck),
        candidates=tuple(
            replace(
                candidate,
                equity=believable_or_none(candidate.equity),
                chances=candidate.chances if all(map(cubes.believable, candidate.chances)) else (),
            )
            for candidate in candidates
        ),
    )


def by_engine(analysed: Analysis, replay: Replay, frames: Frames, name: str | None = None) -> Analysis | None:
    """Return the analysis by the engine that is meant by a name, None where it does not speak in the record.

    Without a name it is the engine that weighed most. `analysed` is what all of them said; what nobody is
    named for is taken for the word of the only engine that is.
    """
    decided = [decision.engine for decision in analysed.decisions]
    decided += [fortune.engine for fortune in analysed.fortunes]
    if name is None:
        counts = Counter(decided)
        chosen = max(analysed.engines, key=lambda engine: counts[engine], default="")
    elif (named := engine_named(name, analysed.engines)) is None:
        return None
    else:
        chosen = named
    return analysed if set(decided) <= {chosen, ""} else analysis(replay, frames, chosen)


def engine_named(name: str, engines: Sequence[str]) -> str | None:
    """Return the engine that is meant by a name or a part of it, in any case; None where none is."""
    asked = name.strip().casefold()
    asked = SHORT.get(asked, asked)
    known = {engine.casefold(): engine for engine in engines}
    return known.get(asked) or next((known[low] for low in known if asked and asked in low), None)
