"""Gathering what an engine said of a match from the evaluations in its frames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kotra_notation import model
from kotra_notation.findings import Severity
from kotra_notation.replay import Frame, Replay
from kotra_notation.statistics import cubes, scales
from kotra_notation.statistics.chances import expected, winning
from kotra_notation.statistics.choices import cube_choices, play_choices, play_made
from kotra_notation.statistics.conventions import Convention, points_custom, unit_of
from kotra_notation.statistics.counted import Frames, frames_of
from kotra_notation.statistics.decisions import Fortune, Prospect, WeighedDecision
from kotra_notation.statistics.phases import phase
from kotra_notation.statistics.tally import Idleness, idle
from kotra_notation.statistics.worth import after, gain

CHANCES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """Everything an engine said of a match to `length` in a `variant` of the game, 0 for money.

    `turns` are those of each game by seat in which something was played or could not be, 0 for a game of
    which nothing is said. `engines` are the programs
    named, in the order in which they appear, `levels` how deeply they looked. `gains` are what seat 0 has won
    by each game, in chances to win the match or in points, None for a game not ended; `ends` its chances to
    win the match behind each, None for money. `cube` tells whether
    the cube can be turned. `unit` is by how much an error is dearer in the old game than in modern kotra,
    None in the latter; all numbers of the old game are points, and it has no `length`. By seat, `thrown` are
    the turns of all games, `weighed` those of which an engine spoke or in which nothing could be played.
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

    def custom(self, asked: Convention) -> Convention:
        """The custom by which this is counted: that which is `asked` for, of the old game its own."""
        return asked if self.unit is None else points_custom(self.unit)

    def __bool__(self) -> bool:
        """Return whether the record says anything of quality or luck."""
        return bool(self.decisions or self.fortunes or self.prospects)


def analysis(replay: Replay, frames: Frames | None = None, by: str | None = None) -> Analysis:
    """Return what an engine said of a match; `frames` are those of all its games, where they are at hand.

    `by` is the name of the one engine to listen to.
    """
    made = frames_of(replay) if frames is None else frames
    gatherings = [_Gathering(game, its, by) for game, its in enumerate(made)]
    for gathering in gatherings:
        gathering.gather()
    engines = [name for gathering in gatherings for name in gathering.engines if name]
    decisions, fortunes, prospects = scales.worked_out(
        [decision for gathering in gatherings for decision in gathering.decisions],
        [fortune for gathering in gatherings for fortune in gathering.fortunes],
        [prospect for gathering in gatherings for prospect in gathering.prospects()],
        made,
    )
    options, facts = replay.ruleset.options, replay.ruleset.facts
    return Analysis(
        decisions=decisions,
        fortunes=fortunes,
        prospects=prospects,
        turns=tuple(gathering.turns if gathering.engines else (0, 0) for gathering in gatherings),
        engines=tuple(dict.fromkeys(engines)),
        levels=tuple(dict.fromkeys(decision.level for decision in decisions if decision.level)),
        thrown=_both(gathering.turns for gathering in gatherings),
        weighed=_both(gathering.weighed for gathering in gatherings),
        gains=tuple(
            gain(game, its[0].before.setting) if its else None
            for game, its in zip(replay.games, made, strict=True)
        ),
        ends=tuple(
            after(game, its[0].before.setting) if its else None
            for game, its in zip(replay.games, made, strict=True)
        ),
        length=(replay.match.length or 0) if facts.cube else 0,
        unit=unit_of(replay.ruleset),
        cube=facts.cube and replay.match.length != 1,
        variant=str(options.get("variant", "")),
    )


def _both(counts: Iterable[tuple[int, int]]) -> tuple[int, int]:
    found = list(counts)
    return sum(one[0] for one in found), sum(one[1] for one in found)


class _Gathering:
    """What is said of one game, as far as it has been read."""

    def __init__(self, game: int, frames: Sequence[Frame], by: str | None) -> None:
        self.game = game
        self.frames = frames
        self.by = by
        self.decisions: list[WeighedDecision] = []
        self.fortunes: list[Fortune] = []
        self.engines: list[str] = []
        self._weighed: set[int] = set()
        self._prospects: dict[int, Prospect] = {}
        self._seen: set[tuple[int, str]] = set()
        self._answers: dict[int, bool | None] = {}
        self._turn: int | None = None
        self._double: int | None = None
        self._unthrown = False  # whether nobody has thrown since the double
        self._position: int | None = None

    def gather(self) -> None:
        """Read all frames."""
        for place, frame in enumerate(self.frames):
            match frame.event:
                case model.Turn(seat=seat):
                    if not self._unthrown or self._double is None or self._seat(self._double) != seat:
                        self._double = None
                    self._turn, self._unthrown = place, False
                case model.Double():
                    self._double, self._unthrown = place, True
                case model.SetPosition():
                    self._position, self._turn, self._double = place, None, None
                case model.Evaluation(source=source) as evaluation if self.by in (None, source):
                    self._take(evaluation)
                case _:
                    pass

    @property
    def turns(self) -> tuple[int, int]:
        """The turns that count, by seat."""
        return self._turns(range(len(self.frames)))

    @property
    def weighed(self) -> tuple[int, int]:
        """Those of which the engine spoke, and those in which nothing could be played, by seat."""
        if not self.engines:
            return 0, 0
        idle = {
            place
            for place, frame in enumerate(self.frames)
            if isinstance(frame.event, model.Turn)
            and isinstance(frame.event.deed, model.CannotMove | model.Blank)
        }
        return self._turns(sorted(self._weighed | idle))

    def _turns(self, places: Iterable[int]) -> tuple[int, int]:
        frames = [self.frames[place] for place in places]
        thrown = [
            frame.event.seat
            for frame in frames
            if isinstance(frame.event, model.Turn)
            and frame.after.turns > frame.before.turns
            and not _unplayed(frame)
        ]
        return thrown.count(0), thrown.count(1)

    def prospects(self) -> list[Prospect]:
        """The chances in the order of the game."""
        return [prospect for _, prospect in sorted(self._prospects.items())]

    def _take(self, evaluation: model.Evaluation) -> None:
        place = self._turn if self._turn is not None else self._position
        if evaluation.aspect == "cube" and self._double is not None:
            place = self._double
        if place is None:
            return
        if evaluation.source not in self.engines:
            self.engines.append(evaluation.source)
        evaluation = _believed(evaluation)
        if evaluation.aspect == "luck" or evaluation.luck is not None:
            self._luck(place, evaluation)
        if evaluation.candidates and evaluation.aspect == "play":
            self._play(place, evaluation)
        elif evaluation.candidates and evaluation.aspect == "cube":
            self._cube(place, evaluation)

    def _number(self, place: int) -> int:
        frame = self.frames[place]
        return frame.before.turns + isinstance(frame.event, model.Turn | model.Double)

    def _seat(self, place: int) -> int:
        event = self.frames[place].event
        if isinstance(event, model.Turn | model.Double):
            return event.seat
        return event.position.seat if isinstance(event, model.SetPosition) else 0

    def _phase(self, place: int, seat: int) -> str | None:
        frame = self.frames[place]
        state = frame.after if isinstance(frame.event, model.SetPosition) else frame.before
        return phase(state.seen_by(seat), state.setting.ruleset.facts.turning)

    def _luck(self, place: int, evaluation: model.Evaluation) -> None:
        if (place, "luck") in self._seen:
            return
        self._seen.add((place, "luck"))
        self.fortunes.append(
            Fortune(
                game=self.game,
                place=place,
                turn=self._number(place),
                seat=self._seat(place),
                luck=evaluation.luck,
                mwc=cubes.number(evaluation.extras.get("mwc")),
                played=not _unplayed(self.frames[place]),
                engine=evaluation.source,
            )
        )

    def _again(self, place: int, aspect: str) -> bool:
        """Return whether a decision has been weighed before; it is noted."""
        seen = (place, aspect) in self._seen
        self._seen.add((place, aspect))
        return seen

    def _play(self, place: int, evaluation: model.Evaluation) -> None:
        frame = self.frames[place]
        turn = frame if isinstance(frame.event, model.Turn) else None
        made = play_made(evaluation.candidates, turn)
        again, seat = self._again(place, "play"), self._seat(place)
        self._weighed.add(place)
        self._foresee(place, seat, evaluation.candidates[made or 0])
        if len(evaluation.candidates) == 1:
            return
        choices = play_choices(evaluation.candidates, made)
        played = next((choice for choice in choices if choice.played), None)
        self.decisions.append(
            WeighedDecision(
                game=self.game,
                place=place,
                turn=self._number(place),
                seat=seat,
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
                phase=self._phase(place, seat),
            )
        )

    def _cube(self, place: int, evaluation: model.Evaluation) -> None:
        event = self.frames[place].event
        doubled = None if isinstance(event, model.SetPosition) else isinstance(event, model.Double)
        if doubled and place not in self._answers:
            self._answers[place] = self._answer(place)
        taken = self._answers.get(place)
        told, lost, lost_mwc = cubes.verdict(evaluation.candidates, doubled, taken)
        seat = self._seat(place)
        choices = cube_choices(evaluation.candidates, told)
        if place not in self._prospects:
            self._foresee(place, seat, evaluation.candidates[0], _cubeful(evaluation.candidates, told))
        self.decisions.append(
            WeighedDecision(
                game=self.game,
                place=place,
                turn=self._number(place),
                seat=seat,
                aspect="cube",
                choices=choices,
                loss=lost.doubler,
                mwc_loss=lost_mwc.doubler,
                cube=told,
                engine=evaluation.source,
                level=choices[0].level,
                again=self._again(place, "cube"),
                phase=self._phase(place, seat),
            )
        )

    def _answer(self, place: int) -> bool | None:
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

    def _foresee(
        self, place: int, seat: int, candidate: model.Candidate, made: model.Candidate | None = None
    ) -> None:
        """Note the chances behind a decision; `made` is what was done at a cube."""
        before = self.frames[place].before
        if before.setting.ruleset.facts.forms:
            if not candidate.outcomes or candidate.equity is None:
                return
            won = winning(candidate.outcomes, before.setting.ruleset)
            points = expected(before, seat, candidate.equity)
            self._prospects[place] = Prospect(
                game=self.game,
                place=place,
                turn=self._number(place),
                chance=1 - won if seat else won,
                equity=-points if seat else points,
            )
        elif len(candidate.chances) == CHANCES:
            win, worth = candidate.chances[0], made or candidate
            equity, mwc = worth.equity, cubes.mwc(worth)
            self._prospects[place] = Prospect(
                game=self.game,
                place=place,
                turn=self._number(place),
                chance=1 - win if seat else win,
                equity=-equity if seat and equity is not None else equity,
                mwc=1 - mwc if seat and mwc is not None else mwc,
            )


def _cubeful(candidates: Sequence[model.Candidate], told: cubes.CubeVerdict) -> model.Candidate | None:
    """Return what was done at a cube, None where it was not weighed."""
    wanted: tuple[str, ...] = (cubes.NO_DOUBLE,)
    if told.doubled:
        wanted = (cubes.PASS,) if told.taken is False else (cubes.BEAVER, cubes.TAKE)
    return next((candidate for candidate in candidates if candidate.choice in wanted), None)


def _unplayed(frame: Frame) -> bool:
    """Return whether nothing was done with a throw, as far as the record goes."""
    turn = frame.event
    if not isinstance(turn, model.Turn):
        return False
    if isinstance(turn.deed, model.Blank):
        return idle(frame, turn, frame.before.seen_by(turn.seat)) is Idleness.UNKNOWN
    return isinstance(turn.deed, model.NotRecorded)


def _believed(evaluation: model.Evaluation) -> model.Evaluation:
    """An evaluation without the numbers that a damaged or hostile file has put there."""
    if all(map(cubes.believable, _numbers(evaluation))):
        return evaluation
    candidates = [
        replace(
            candidate,
            equity=None
            if candidate.equity is None or not cubes.believable(candidate.equity)
            else candidate.equity,
            chances=candidate.chances if all(map(cubes.believable, candidate.chances)) else (),
        )
        for candidate in evaluation.candidates
    ]
    luck = None if evaluation.luck is None or not cubes.believable(evaluation.luck) else evaluation.luck
    return replace(evaluation, luck=luck, candidates=tuple(candidates))


def _numbers(evaluation: model.Evaluation) -> Iterator[float]:
    yield evaluation.luck or 0
    for candidate in evaluation.candidates:
        yield candidate.equity or 0
        yield from candidate.chances
