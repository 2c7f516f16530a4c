"""Counts of a match that need no engine: dice, pips, hits, dances, cube actions, times, awards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from enum import Enum

from kotra_notation.board import BAR, OFF, Points
from kotra_notation.fast.judges import legal_plays, plain_boards
from kotra_notation.model import Beaver, CannotMove, Clock, Double, Drop, Play, Reached, Take, Turn
from kotra_notation.replay import Frame, GameReplay, Replay
from kotra_notation.rules import Node, numbers, throw_of
from kotra_notation.rules.ruleset import Award
from kotra_notation.values import dataclass

DOUBLET = 1 / 6
PIPS_A_THROW = 49 / 6
PIPS_OF_UNLIKE_DICE = 7.0
PIPS_A_DIE = 3.5
ROLLS = 21
HELD = 2  # men that hold a point
CUBE_ACTIONS = {Double: "doubles", Beaver: "beavers", Take: "takes", Drop: "drops"}

Frames = Sequence[tuple[Frame, ...]]


def roll_index(high: int, low: int) -> int:
    """Return the place of a throw among all: 11, 21, 22, 31 and so on to 66."""
    return high * (high - 1) // 2 + low - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Dice:
    """The dice of one side.

    `faces` counts the dice that show 1 to 6. `throws` are the throws of two dice, `unlike` those of them that
    open a game and cannot be a doublet, `lone` the dice that were thrown alone. `pips` counts a doublet
    as the rules do. `rolls` are the throws of two dice, each kind of them at its `roll_index`.
    """

    faces: tuple[int, int, int, int, int, int] = (0, 0, 0, 0, 0, 0)
    throws: int = 0
    unlike: int = 0
    lone: int = 0
    doublets: int = 0
    pips: int = 0
    rolls: tuple[int, ...] = (0,) * ROLLS

    @property
    def expected_doublets(self) -> float:
        """Return how many doublets so many throws bring on average."""
        return (self.throws - self.unlike) * DOUBLET

    @property
    def expected_rolls(self) -> tuple[float, float]:
        """Return how often each doublet comes on average in so many throws, and each roll of unlike dice."""
        free = self.throws - self.unlike
        return free / 36, free / 18 + self.unlike / 15

    @property
    def expected_pips(self) -> float:
        """Return how many pips so many throws bring on average."""
        free = self.throws - self.unlike
        return free * PIPS_A_THROW + self.unlike * PIPS_OF_UNLIKE_DICE + self.lone * PIPS_A_DIE


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatCounts:
    """The counts of one seat.

    `unknown` are the turns of which the play or the board is not certain: they count among `turns` and
    `dice` and nowhere else. Of the others `pips_played` + `pips_lost_dancing` + `pips_lost_otherwise` +
    `pips_over` are all that was thrown: what was played, what was thrown where no number could be, what
    else was not played, and what was more than needed in bearing off or left over when the game was won.

    `hits` and `entered` count men. `dances` are turns in which nothing could be played, `dances_on_bar`
    those of them with a man on the bar. `longest_prime` is the greatest number of points in a row, along the
    path of the other side, held by two men or more. `blots` are men left alone at the end of a turn where
    an enemy man may still come.
    """

    turns: int = 0
    unknown: int = 0
    dice: Dice = Dice()
    hits: int = 0
    entered: int = 0
    dances: int = 0
    dances_on_bar: int = 0
    pips_played: int = 0
    pips_lost_dancing: int = 0
    pips_lost_otherwise: int = 0
    pips_over: int = 0
    longest_prime: int = 0
    blots: int = 0
    doubles: int = 0
    beavers: int = 0
    takes: int = 0
    drops: int = 0
    timed: int = 0
    seconds: float = 0.0
    longest_seconds: float | None = None
    awards: tuple[Award, ...] = ()
    games_won: int = 0

    @property
    def known_turns(self) -> int:
        """The turns of which everything is known."""
        return self.turns - self.unknown

    @property
    def pips_lost(self) -> int:
        """The pips that could not be played."""
        return self.pips_lost_dancing + self.pips_lost_otherwise

    @property
    def blots_left(self) -> float | None:
        """The men left alone at the end of a turn, on average; None where no turn is known."""
        return self.blots / self.known_turns if self.known_turns else None

    @property
    def average_seconds(self) -> float | None:
        """The thinking time for a turn; None where no clock was read."""
        return self.seconds / self.timed if self.timed else None

    def count_awards(self, kind: str) -> int:
        """Return how often the side was awarded something: a form, jan, mor."""
        return sum(award.kind == kind for award in self.awards)


ADDED_OF_DICE = [field.name for field in fields(Dice) if field.name not in ("faces", "rolls")]
APART = ("dice", "awards", "longest_prime", "longest_seconds")
ADDED = [field.name for field in fields(SeatCounts) if field.name not in APART]


def add_counts(sides: Sequence[SeatCounts]) -> SeatCounts:
    """Return the counts of several games as one."""
    dice = [side.dice for side in sides]
    ones, twos, threes, fours, fives, sixes = (sum(die.faces[face] for die in dice) for face in range(6))
    return SeatCounts(
        dice=Dice(
            faces=(ones, twos, threes, fours, fives, sixes),
            rolls=tuple(sum(die.rolls[roll] for die in dice) for roll in range(ROLLS)),
            **{name: sum(getattr(die, name) for die in dice) for name in ADDED_OF_DICE},
        ),
        awards=tuple(award for side in sides for award in side.awards),
        longest_prime=max((side.longest_prime for side in sides), default=0),
        longest_seconds=max(
            (side.longest_seconds for side in sides if side.longest_seconds is not None), default=None
        ),
        **{name: sum(getattr(side, name) for side in sides) for name in ADDED},
    )


def frames_of(replay: Replay) -> tuple[tuple[Frame, ...], ...]:
    """Return the frames of all games, made once: give them to whatever asks for frames."""
    return tuple(game.frames for game in replay.games)


def statistics(replay: Replay, frames: Frames | None = None) -> tuple[SeatCounts, SeatCounts]:
    """Return what can be counted of either side; `frames` are those of all games, where they are at hand."""
    frames = frames_of(replay) if frames is None else frames
    games = [game_counts(game, shown) for game, shown in zip(replay.games, frames, strict=True)]
    first, second = (add_counts([game[seat] for game in games]) for seat in (0, 1))
    return first, second


def game_counts(game: GameReplay, frames: Sequence[Frame]) -> tuple[SeatCounts, SeatCounts]:
    """Return what can be counted of either side in a game."""
    tallies = _Tally(0), _Tally(1)
    certain = True
    for frame in frames:
        match frame.event:
            case Turn(seat=seat) as turn:
                if frame.after.turns > frame.before.turns:
                    offer = frame.before.stakes.offer
                    if offer is not None and offer.level == 0 and frame.after.stakes.offer is None:
                        # A double that was answered by playing on was taken.
                        tallies[1 - offer.seat].counts["takes"] += 1
                    tallies[seat].turn(frame, turn, certain=certain)
            case Double() | Beaver() | Take() | Drop() as action:
                if frame.after is not frame.before:
                    tallies[action.seat].counts[CUBE_ACTIONS[type(action)]] += 1
            case Clock(seat=seat, used=used):
                if used is not None:
                    tallies[seat].seconds.append(used)
            case _:
                pass
        certain = frame.certain
    first, second = (tally.result(game) for tally in tallies)
    return first, second


class _Tally:
    """Counts one seat in a game; `counts` and `dice` go by the names of fields."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.counts: Counter[str] = Counter()
        self.dice: Counter[str] = Counter()
        self.faces = [0] * 7
        self.rolls = [0] * ROLLS
        self.longest_prime = 0
        self.seconds: list[float] = []

    def turn(self, frame: Frame, turn: Turn, *, certain: bool) -> None:
        """Count a turn; `certain`: the board is known on which it was played."""
        self.counts["turns"] += 1
        thrown = self._throw(frame, turn)
        mine, theirs = frame.before.seen_by(self.seat), frame.after.seen_by(1 - self.seat)
        idleness = None if frame.steps else idle(frame, turn, mine)
        if not certain or not frame.certain or idleness is Idleness.UNKNOWN:
            self.counts["unknown"] += 1
            return
        if idleness is None:
            self._play(frame, thrown)
            self.counts["hits"] += mine[OFF] + theirs[BAR]
        elif idleness is Idleness.CHOSEN:
            self.counts["pips_lost_otherwise"] += thrown
        else:
            self.counts["dances"] += 1
            self.counts["dances_on_bar"] += mine[BAR] > 0
            self.counts["pips_lost_dancing"] += thrown
        self._board(theirs)

    def _throw(self, frame: Frame, turn: Turn) -> int:
        """Count the dice of a turn; return the pips they are worth."""
        thrown = numbers(turn.dice, singly=turn.singly)
        for die in turn.dice:
            if 1 <= die <= 6:
                self.faces[die] += 1
        if turn.singly:
            self.dice["lone"] += len(thrown)
        else:
            setting = frame.before.setting
            self.dice["throws"] += 1
            self.dice["doublets"] += turn.dice[0] == turn.dice[1]
            # The unlike dice with which it was settled who begins.
            self.dice["unlike"] += (
                frame.before.turns == 0
                and setting.starter is None
                and setting.ruleset.options["opening.dice"] == "keep"
            )
            if turn.has_possible_dice:
                self.rolls[roll_index(max(turn.dice), min(turn.dice))] += 1
        self.dice["pips"] += sum(thrown)
        return sum(thrown)

    def _play(self, frame: Frame, thrown: int) -> None:
        """Count the pips that were played, and those that were not."""
        used = sum(die for _, _, die in frame.steps)
        moved = sum(source - target for source, target, _ in frame.steps)
        self.counts["entered"] += sum(source == BAR for source, _, _ in frame.steps)
        self.counts["pips_played"] += moved
        self.counts["pips_over"] += used - moved
        playing_on = frame.after.ending is None and frame.after.course.won is None
        self.counts["pips_lost_otherwise" if playing_on else "pips_over"] += thrown - used

    def _board(self, theirs: Points) -> None:
        """Count the prime and the blots on a board seen by the other side."""
        run = 0
        met = theirs[BAR] > 0
        for count in theirs[24:0:-1]:
            if count <= -HELD:
                run += 1
                self.longest_prime = max(self.longest_prime, run)
                continue
            run = 0
            if count > 0:
                met = True
            elif count == -1 and met:
                self.counts["blots"] += 1

    def result(self, game: GameReplay) -> SeatCounts:
        """Return all counts of the game."""
        ones, twos, threes, fours, fives, sixes = self.faces[1:]
        return SeatCounts(
            dice=Dice(faces=(ones, twos, threes, fours, fives, sixes), rolls=tuple(self.rolls), **self.dice),
            longest_prime=self.longest_prime,
            timed=len(self.seconds),
            seconds=sum(self.seconds),
            longest_seconds=max(self.seconds, default=None),
            awards=tuple(award for award in game.awards if award.seat == self.seat),
            games_won=int(game.winner == self.seat),
            **self.counts,
        )


class Idleness(Enum):
    """The reason why nothing was played: nothing could be, the rules left it open, or it is not known."""

    DANCE = "dance"
    CHOSEN = "chosen"
    UNKNOWN = "unknown"


def idle(frame: Frame, turn: Turn, mine: Points) -> Idleness:
    """Return why no step is told of a turn."""
    if isinstance(turn.deed, Reached) or mine != frame.after.seen_by(turn.seat):
        return Idleness.UNKNOWN
    ruleset = frame.before.setting.ruleset
    boards = None if turn.singly else plain_boards(ruleset, Node(mine), turn.seat)
    if boards and boards.dance(turn.seat, turn.dice):
        return Idleness.DANCE
    if not turn.has_possible_dice:
        return Idleness.UNKNOWN
    throw = throw_of(ruleset, frame.before.node(turn.seat), turn.dice, singly=turn.singly)
    if not any(play.steps for play in legal_plays(ruleset, throw).values()):
        return Idleness.DANCE
    known = isinstance(turn.deed, CannotMove | Play)
    return Idleness.CHOSEN if known and not ruleset.obliged(throw) else Idleness.UNKNOWN
