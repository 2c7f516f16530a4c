"""The results of a replay: a frame for each event, a summary for each game, and the whole."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import field, replace
from typing import NamedTuple, Protocol

from kotra_notation.board import BAR, OFF, Cube
from kotra_notation.board.figure import table
from kotra_notation.board.points import spell_figures
from kotra_notation.errors import KotraError
from kotra_notation.findings import Finding, phrase
from kotra_notation.implied import GameOrder
from kotra_notation.model import Action, Event, Game, Match, Turn
from kotra_notation.rules import Ruleset, Step
from kotra_notation.rules.ruleset import Award, Ending, Stakes, State
from kotra_notation.rules.spelling import play_text
from kotra_notation.values import dataclass

# What players are called that the record does not name.
COLOURS = (phrase("White"), phrase("Black"))


@dataclass(frozen=True, slots=True, repr=False)
class Frame:
    """An event with the state before and after it, and its findings.

    `steps` are the play, one checker and one die each. `certain`: the board is known after it.
    """

    event: Event
    before: State
    after: State
    findings: tuple[Finding, ...] = ()
    certain: bool = True
    steps: tuple[Step, ...] = ()

    @property
    def hits(self) -> tuple[int, ...]:
        """Return the mover's points on which this turn hit a checker."""
        if not isinstance(self.event, Turn):
            return ()
        before, after = self.before.seen_by(self.event.seat), self.after.seen_by(self.event.seat)
        return tuple(point for point in range(BAR - 1, OFF, -1) if before[point] < min(after[point], 0))

    def __repr__(self) -> str:
        event = self.event
        what = event.text if isinstance(event, Turn) else ""
        codes = "".join(f" {finding.code}" for finding in self.findings)
        return f"<Frame {type(event).__name__}{f' {what!r}' if what else ''}{codes}>"


class Passage(NamedTuple):
    """A turn with its place, its number, and the boards around it; `certain` if the last is known."""

    place: int
    turn: int
    before: Sequence[int]
    after: Sequence[int]
    stakes: Stakes
    certain: bool = True

    @classmethod
    def between(cls, place: int, seat: int, before: State, after: State, *, certain: bool) -> Passage:
        """The turn of a seat at a place, from the states around it."""
        return cls(place, after.turns, before.seen_by(seat), after.seen_by(seat), after.stakes, certain)


class Refolding(Protocol):
    """A game that can be folded again, to show what is not kept of it."""

    @property
    def first_state(self) -> State:
        """The state before the first event."""

    @property
    def frames(self) -> tuple[Frame, ...]:
        """A frame for each event."""

    def frames_at(self, places: Collection[int]) -> tuple[Frame, ...]:
        """The frames of a few events."""

    def track(self) -> tuple[Passage, ...]:
        """Every turn with the boards around it."""

    def again(self, other: Game) -> GameReplay:
        """Another record of the same game replayed."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class GameReplay:
    """A replayed game: frames, ending, awards, and the score before and after it.

    `number` is what the record calls the game if its numbers rise, `place` its index in the match. `turns`
    counts the rolls of both sides, `events` everything recorded. `line` is where the game begins in the file.
    `certain`: the board is known to the end.
    """

    number: int
    place: int
    line: int | None
    turns: int
    crawford: bool
    ending: Ending
    cube: Cube
    score_before: tuple[float, float]
    score_after: tuple[float, float]
    awards: tuple[Award, ...]
    findings: tuple[Finding, ...]
    certain: bool
    events: int
    refolding: Refolding = field(compare=False)

    @property
    def begun(self) -> State:
        """Return the state before the first event."""
        return self.refolding.first_state

    @property
    def frames(self) -> tuple[Frame, ...]:
        """Return a frame for each event; computed on first use."""
        return self.refolding.frames

    def frames_at(self, places: Collection[int]) -> tuple[Frame, ...]:
        """Return the frames of a few events by index; cheaper than all frames."""
        return self.refolding.frames_at(places)

    @property
    def track(self) -> tuple[Passage, ...]:
        """Return every turn with the boards around it; computed on first use, cheaper than frames."""
        return self.refolding.track()

    def again(self, other: Game) -> GameReplay:
        """Replay another record of the same game from the same score and rules."""
        return self.refolding.again(other)

    def __repr__(self) -> str:
        score = "–".join(f"{points:g}" for points in self.score_after)
        return (
            f"<GameReplay {self.number}: {self.kind}, {self.turns} turns, {score}, {_count(self.findings)}>"
        )

    def _repr_html_(self) -> str:
        frames = self.frames
        rows = [_row(frame) for frame in frames if isinstance(frame.event, Action)]
        board = frames[-1].after.position.svg() if frames else ""
        return board + table(("roll", "side", "action", "findings"), rows, repr(self)[1:-1])

    @property
    def winner(self) -> int | None:
        """Return the seat that won, None for a drawn or unfinished game."""
        return self.ending.winner

    @property
    def points(self) -> float:
        """Return the points of the winner with all awards; in a draw, the points of each side."""
        mine = [award.points for award in self.awards if award.seat == self.winner]
        return sum(mine) if mine else self.ending.points

    @property
    def counted(self) -> float:
        """Return the points that count for the score, which a match may cap."""
        seat = self.winner or 0
        return self.score_after[seat] - self.score_before[seat]

    @property
    def kind(self) -> str:
        """Return how the game ended, such as `gammon`."""
        return self.ending.kind


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ReorderedGames:
    """The order in which games were played, and the replay in that order; `sure` if nothing else fits."""

    order: GameOrder
    replay: Replay
    sure: bool


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Replay:
    """A replayed match: games, findings in record order, final score, winner.

    `complete`: the match was decided, or the last game of a session ended. `reordered` is set if the games
    were played in another order.
    """

    match: Match
    ruleset: Ruleset
    games: tuple[GameReplay, ...]
    findings: tuple[Finding, ...]
    score: tuple[float, float]
    winner: int | None
    complete: bool
    reordered: ReorderedGames | None = None

    def find_game(self, number: int) -> GameReplay:
        """Return the game of this number; KotraError where there is none."""
        for game in self.games:
            if game.number == number:
                return game
        raise KotraError("There is no game {number}.", number=number)

    def outline(self) -> Replay:
        """Return the outcome of the match and its games, without what was played."""
        # Nobody asks these games what was played in them.
        games = tuple([replace(game, refolding=None, findings=()) for game in self.games])  # type: ignore[arg-type]
        match = replace(self.match, games=())
        return replace(self, match=match, games=games, findings=(), reordered=None)

    def __repr__(self) -> str:
        names = " – ".join(player.name or COLOURS[seat] for seat, player in enumerate(self.match.players))
        score = "–".join(f"{points:g}" for points in self.score)
        games = f"{len(self.games)} game{'s' * (len(self.games) != 1)}"
        return f"<Replay {names}: {games}, {score}, {_count(self.findings)}>"

    def _repr_html_(self) -> str:
        rows = [
            (
                game.number,
                "" if game.winner is None else self.match.players[game.winner].name or COLOURS[game.winner],
                game.kind,
                f"{game.points:g}",
                game.turns,
                "–".join(f"{points:g}" for points in game.score_after),
                len(game.findings),
            )
            for game in self.games
        ]
        heads = ("game", "winner", "ending", "points", "rolls", "score", "findings")
        return table(heads, rows, repr(self)[1:-1])


def _row(frame: Frame) -> tuple[object, ...]:
    """Return an action as notebooks show it: its roll, its side, what was done, and the codes of findings."""
    event = frame.event
    seat = getattr(event, "seat", None)
    done = type(event).__name__
    if isinstance(event, Turn):
        facts, before = frame.before.setting.ruleset.facts, frame.before.seen_by(event.seat)
        sound = frame.steps and not frame.findings
        play = play_text(facts, before, frame.steps, event.seat) if sound else event.text
        done = f"{spell_figures(event.dice)}: {play.rpartition(':')[2].strip()}"
    codes = " ".join(finding.code for finding in frame.findings)
    return frame.after.turns, "" if seat is None else COLOURS[seat], done, codes


def _count(findings: Collection[Finding]) -> str:
    return f"{len(findings)} finding{'s' * (len(findings) != 1)}" if findings else "no finding"


def plain_steps(turn: Turn, points: Sequence[int]) -> tuple[Step, ...]:
    """A plain play die by die, on the board that it met; what goes on two dice passes no enemy man."""
    one, two = turn.dice
    left = [one] * 4 if one == two else [one, two]
    steps: list[Step] = []
    for source, target, _ in turn.hops:
        way = source - target
        if way in left:
            left.remove(way)
            steps.append(Step(source, target, way))
            continue
        if target == OFF:
            dice = [max(left)]
        elif one == two:
            dice = [one] * (way // one)
        else:
            dice = [one, two] if points[source - one] >= 0 else [two, one]
        for die in dice:
            left.remove(die)
            steps.append(Step(source, max(source - die, OFF), die))
            source -= die
    return tuple(steps)
