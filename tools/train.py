"""`python -m tools.train --seed 1 --hours 2`: nets from random weights, by play against themselves.

Some hundred games are played side by side. Each play is the one that the nets like best, and what they say of
the position behind it is what they are taught about the position before. In the second half the target is no
longer one throw but the mean over all 21, each with its best play: thirty times as dear, and almost without
noise. Three nets are taught at once: one for positions with contact, one for races, and a small one that
ranks plays so that the others need to look at a few of them only; at last it learns from them alone.

What happens is the same for the same seed on one machine: hours are turned into a number of positions. It
writes a checkpoint now and then and goes on from it.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from kotra_notation.engine import bearoff
from kotra_notation.engine.evaluator import CUBELESS, Evaluator
from kotra_notation.engine.lockstep import Lockstep, dice
from kotra_notation.engine.many_plays import HOME, plays, turned
from kotra_notation.engine.modern_arrays import ModernArrays
from kotra_notation.engine.nets import (
    CHANCES,
    MEN,
    Net,
    inputs,
    inputs_in_contact,
    is_over,
    is_race,
    logistic,
    nested,
    other_side,
    rectified,
)
from kotra_notation.engine.weights import MODERN, Nets, read
from tools.judged_plays import Decision, loss_of, read_decisions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotra_notation.engine.evaluator import Weighed
    from kotra_notation.engine.many_plays import Boards, Numbers
    from kotra_notation.engine.nets import Floats

START = np.zeros(26, np.int8)
for point, count in ((24, 2), (13, 5), (8, 3), (6, 5)):
    START[point] += count
    START[25 - point] -= count


@dataclass(frozen=True)
class Stage:
    """A part of the training: its share of the time, the sizes of the hidden layers and how it learns."""

    name: str
    share: float
    sizes: tuple[int, ...]
    rates: tuple[float, float]  # of learning, at the beginning and at the end
    games: int
    looked_at: int  # how many plays the large net looks at, the best by the small one
    exact: bool = False
    passes: int = 1  # how often each position is learned from
    races: bool = False  # whole races of all kinds, of whose ends only the net for them learns
    ranks: bool = False  # only the small net learns, from what the large ones say of all plays


STAGES = (
    Stage("small", 0.08, (128, 128), (1e-3, 7e-4), 256, 6),
    Stage("grown", 0.48, (256, 256, 128), (6e-4, 2e-4), 512, 5),
    Stage("settled", 0.20, (256, 256, 128), (2e-4, 1e-5), 1024, 4),
    Stage("exact", 0.12, (256, 256, 128), (5e-5, 2e-6), 256, 3, exact=True, passes=8),
    Stage("races", 0.08, (256, 256, 128), (3e-4, 3e-6), 512, 4, exact=True, passes=8, races=True),
    Stage("ranks", 0.04, (256, 256, 128), (4e-3, 1e-5), 512, 4, ranks=True),
)
BEGINS = tuple(stage.name for stage in STAGES[1:])
RACE = (96, 48)
RANKING = (64,)
# Positions an hour, of one throw and exact ones: a schedule is a number of positions and not of seconds.
PACE = {False: 50_000_000, True: 6_000_000}
# How many of the last positions are learned from again and again, and how many at a time: to find what they
# are worth takes longer than to learn it.
REMEMBERED = 300_000
LESSON = 512
# Of games that are begun anew, how many have turns at random among their first ones, up to how many, and how
# likely each is: what nets never play into they do not learn, and people do.
ODD = 0.5
ODD_TURNS = 40
ODDLY = 0.6
# Of games that are begun anew, how many begin where one side bears off against men that it has caught:
# from the start few games come so far, and what such positions are worth is known to players.
CAUGHT = 0.1
# How often the play that is made is not the best but the next, so that the nets learn to tell the two apart.
NEXT_BEST = 0.15
# How many plays the small net learns from at a time, and how much of what it is wrong about all plays of a
# throw alike it need not learn: it is to tell them apart.
PLAYS = 1024
ALIKE = np.float32(0.9)
# The arrays of a checkpoint beside the nets.
KEPT = ("boards", "odd", "first", "lessons", "targets")
BETA_1, BETA_2, TINY = 0.9, 0.999, 1e-8


def races(count: int, chance: np.random.Generator) -> Boards:
    """Positions at random in which all men have passed each other, of any length."""
    found = np.zeros((count, 26), np.int8)
    for board, border in zip(found, chance.integers(HOME, 25 - HOME, count), strict=True):
        for sign, points in ((1, np.arange(1, border + 1)), (-1, np.arange(24, border, -1))):
            few = chance.integers(1, MEN + 1) if len(points) == HOME and chance.random() < 0.5 else MEN
            likely = chance.dirichlet(np.full(len(points), 0.7))
            board[points] += (sign * chance.multinomial(few, likely)).astype(np.int8)
    return found


def caught(count: int, chance: np.random.Generator) -> Boards:
    """Positions at random in which one side bears off, the other with men on the bar or in its way."""
    found = np.zeros((count, 26), np.int8)
    home = slice(1, HOME + 1)
    for board in found:
        board[home] = chance.multinomial(MEN - chance.integers(0, 13), chance.dirichlet(np.ones(HOME)))
        held = chance.integers(1, 4)
        places = np.append(np.flatnonzero(board[home] == 0) + 1, [0, 0])
        np.subtract.at(board, chance.choice(places, held), 1)
        begin, fewer = (19, chance.integers(0, 11)) if chance.random() < 0.5 else (7, 0)
        others = np.arange(begin, 25)
        board[others] -= chance.multinomial(MEN - held - fewer, chance.dirichlet(np.ones(len(others))))
    turns = chance.random(count) < 0.5
    found[turns] = turned(found[turns])
    return found


class Learner:
    """A net, and what Adam remembers of its gradients."""

    def __init__(self, arrays: list[Floats], moments: list[Floats] | None = None, steps: int = 0) -> None:
        self.arrays = arrays
        self.moments = moments or [np.zeros_like(one) for one in arrays * 2]
        self.steps = steps

    @classmethod
    def new(
        cls, seen: int, sizes: tuple[int, ...], chance: np.random.Generator, outcomes: int = CHANCES
    ) -> Learner:
        """A net of random weights that sees so many inputs and tells so many chances."""
        arrays: list[Floats] = []
        for above, below in zip((seen, *sizes), (*sizes, outcomes), strict=True):
            arrays.append(chance.normal(0, (2 / above) ** 0.5, (above, below)).astype(np.float32))
            arrays.append(np.zeros(below, np.float32))
        arrays[-2] *= 0.1
        return cls(arrays)

    @property
    def net(self) -> Net:
        """The net as it stands."""
        return Net(list(zip(self.arrays[::2], self.arrays[1::2], strict=True)))

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(len(one) for one in self.arrays[1:-1:2])

    def grown(self, sizes: tuple[int, ...], chance: np.random.Generator) -> Learner:
        """A larger net that says the same: units are doubled and halve what they give, new layers hand on."""
        weights, biases = [*self.arrays[::2]], [*self.arrays[1::2]]
        for depth, size in enumerate(sizes):
            if depth == len(weights) - 1:
                width = len(biases[depth - 1])
                weights.insert(depth, np.eye(width, dtype=np.float32))
                biases.insert(depth, np.zeros(width, np.float32))
            have = len(biases[depth])
            if size > have:
                copied = np.concatenate([np.arange(have), chance.integers(0, have, size - have)])
                times = np.bincount(copied, minlength=have)
                noise = chance.normal(0, 0.01, (len(weights[depth]), size)).astype(np.float32)
                weights[depth] = weights[depth][:, copied] + noise
                biases[depth] = biases[depth][copied]
                weights[depth + 1] = weights[depth + 1][copied] / times[copied, None].astype(np.float32)
            elif size < have:
                weights[depth], biases[depth] = weights[depth][:, :size], biases[depth][:size]
                weights[depth + 1] = weights[depth + 1][:size]
        return Learner([one for pair in zip(weights, biases, strict=True) for one in pair])

    def learn(self, seen: Floats, targets: Floats, rate: float, throws: Numbers | None = None) -> float:
        """One step towards the targets; the mean squared error of the chances before it.

        With the throws that rows in order are plays of, it counts most how rows of one throw differ.
        """
        if len(seen) == 0:
            return 0.0
        values = [seen]
        for weights, biases in zip(self.arrays[:-2:2], self.arrays[1:-2:2], strict=True):
            values.append(rectified(values[-1] @ weights + biases))
        said = logistic(values[-1] @ self.arrays[-2] + self.arrays[-1])
        wrong = said - targets
        if throws is not None:
            begins = np.flatnonzero(np.diff(throws, prepend=-1))
            sizes = np.diff(begins, append=len(throws))
            wrong -= ALIKE * np.repeat(np.add.reduceat(wrong, begins) / sizes[:, None], sizes, axis=0)
        gradients: list[Floats] = []
        slope = wrong * np.float32(1 / len(seen))
        for depth in range(len(values) - 1, -1, -1):
            gradients += [slope.sum(axis=0), values[depth].T @ slope]
            if depth:
                slope = (slope @ self.arrays[2 * depth].T) * (values[depth] > 0)
        self._step(gradients[::-1], rate)
        return float((wrong * wrong).mean())

    def _step(self, gradients: list[Floats], rate: float) -> None:
        self.steps += 1
        scale = np.float32(rate * (1 - BETA_2**self.steps) ** 0.5 / (1 - BETA_1**self.steps))
        half = len(self.arrays)
        for array, first, second, gradient in zip(
            self.arrays, self.moments[:half], self.moments[half:], gradients, strict=True
        ):
            first *= BETA_1
            first += (1 - BETA_1) * gradient
            second *= BETA_2
            second += (1 - BETA_2) * gradient * gradient
            array -= scale * first / (np.sqrt(second) + TINY)


class Training:
    """The nets, the games they play and where chance stands."""

    def __init__(self, seed: int) -> None:
        self.chance = np.random.default_rng(seed)
        sizes = {"contact": STAGES[0].sizes, "race": RACE, "ranking": RANKING}
        self.learners = {
            name: Learner.new(MODERN.seen[name], sizes[name], self.chance) for name in MODERN.seen
        }
        self.boards = np.empty((0, 26), np.int8)
        self.odd = np.empty(0, np.int8)  # how many turns at random are still to come in each game
        self.first = np.empty(0, bool)
        self.lessons = np.empty((0, 26), np.int8)
        self.targets = np.empty((0, CHANCES), np.float32)
        self.oldest = 0
        self.due = 0.0  # how many positions are still to be learned from
        self.about: dict[str, Any] = {}
        self.positions = 0
        self.games = 0
        self.stage = 0
        self.done = 0  # positions of this stage

    def begin(self, stage: Stage) -> None:
        """As many games as a stage wants, and of its kind."""
        for name, sizes in (("contact", stage.sizes), ("ranking", RANKING)):
            if self.learners[name].sizes != sizes:
                self.learners[name] = self.learners[name].grown(sizes, self.chance)
        if stage.races and not self.done:
            self.lessons, self.targets, self.oldest = self.lessons[:0], self.targets[:0], 0
        self._resize(stage.games)

    def _resize(self, games: int) -> None:
        more = games - len(self.boards)
        if more > 0:
            self.boards = np.concatenate([self.boards, START[None].repeat(more, axis=0)])
            self.odd = np.concatenate([self.odd, self._oddly(more)])
            self.first = np.concatenate([self.first, np.ones(more, bool)])
        self.boards, self.odd, self.first = self.boards[:games], self.odd[:games], self.first[:games]

    def _oddly(self, count: int) -> NDArray[np.int8]:
        turns = self.chance.integers(1, ODD_TURNS, count)
        odd = self.chance.random(count) < ODD
        return np.where(odd, turns, 0).astype(np.int8)

    @property
    def evaluator(self) -> Evaluator:
        """The nets as they stand, to be asked."""
        nets = Nets({name: learner.net for name, learner in self.learners.items()})
        return Evaluator(ModernArrays(nets))

    def step(self, stage: Stage, rate: float) -> None:
        """What a stage does over and over."""
        if stage.races:
            self._races(stage, rate)
        elif stage.ranks:
            self._ranks(rate)
        else:
            self._turn(stage, rate)

    def _turn(self, stage: Stage, rate: float) -> None:
        """One turn of all games: the best plays are made, and the nets learn what was to be expected."""
        boards, asked = self.boards, self.evaluator
        of = np.zeros(len(boards), np.intp)
        weighed = asked.weighed(boards, self._dice(), [CUBELESS], of, looked_at=stage.looked_at)
        best = weighed.first_of_each()
        targets = asked.chances(boards, [CUBELESS], of, plies=1) if stage.exact else best.chances
        self._remember(boards, targets)
        self._study(stage, rate, len(boards))
        self._go_on(self._made(weighed))

    def _races(self, stage: Stage, rate: float) -> None:
        """Whole races, each without its luck: a net that learns from itself keeps what it gets wrong."""
        of = np.zeros(stage.games, np.intp)
        games = Lockstep(self.evaluator, races(stage.games, self.chance), [CUBELESS], of)
        turns = list(games.run(dice(stage.games, [int(self.chance.integers(1 << 32))])))
        worth = games.endings.results
        for turn in reversed(turns):
            worth[turn.games] -= games.of_first(turn.best, turn.first) - games.of_first(turn.mean, turn.first)
            self._remember(turn.boards, games.of_first(worth[turn.games], turn.first).clip(0, 1))
        count = sum(len(turn.games) for turn in turns)
        self._study(stage, rate, count)
        self.positions += count
        self.done += count
        self.games += stage.games

    def _study(self, stage: Stage, rate: float, count: int) -> None:
        """Learn from what is remembered, as often as so many new positions ask for."""
        self.due += stage.passes * count * len(self.lessons) / REMEMBERED
        while self.due >= LESSON:
            self.due -= LESSON
            which = self.chance.integers(0, len(self.lessons), LESSON)
            self._learn(self.lessons[which], self.targets[which], rate, races=stage.races)

    def _made(self, weighed: Weighed) -> Boards:
        """The boards behind the plays that are made: mostly the best of each throw, sometimes the next."""
        begins = np.flatnonzero(np.diff(weighed.throws, prepend=-1))
        several = np.diff(begins, append=len(weighed.throws)) > 1
        return weighed.boards[begins + (several & (self.chance.random(len(begins)) < NEXT_BEST))]

    def _learn(self, boards: Boards, targets: Floats, rate: float, *, races: bool) -> None:
        """One step of all nets, or of that for races, towards what boards are worth."""
        seen, race = inputs(boards), is_race(boards)
        asked = race & ~bearoff.covers(boards)
        self.learners["race"].learn(seen[asked], targets[asked], rate)
        if not races:
            self.learners["contact"].learn(inputs_in_contact(boards[~race]), targets[~race], rate)
            self.learners["ranking"].learn(seen, targets, rate)

    def _ranks(self, rate: float) -> None:
        """One turn of all games: the small net learns what the large ones say of every play."""
        weighed = self.evaluator.weighed(
            self.boards, self._dice(), [CUBELESS], np.zeros(len(self.boards), np.intp)
        )
        going = np.flatnonzero(~is_over(weighed.boards))
        for begin in range(0, len(going), PLAYS):
            some = weighed.rows(going[begin : begin + PLAYS])
            seen, targets = inputs(turned(some.boards)), other_side(some.chances)
            self.learners["ranking"].learn(seen, targets, rate, some.throws)
        self._go_on(self._made(weighed))

    def _remember(self, boards: Boards, targets: Floats) -> None:
        """The last positions and what they are worth; new ones take the places of the oldest."""
        if len(self.lessons) < REMEMBERED:
            self.lessons = np.concatenate([self.lessons, boards])[:REMEMBERED]
            self.targets = np.concatenate([self.targets, targets])[:REMEMBERED]
            return
        places = (self.oldest + np.arange(len(boards))) % REMEMBERED
        self.lessons[places], self.targets[places] = boards, targets
        self.oldest = int(places[-1] + 1) % REMEMBERED

    def _dice(self) -> NDArray[np.int64]:
        dice = self.chance.integers(1, 7, (len(self.boards), 2))
        while (again := self.first & (dice[:, 0] == dice[:, 1])).any():
            dice[again] = self.chance.integers(1, 7, (int(again.sum()), 2))
        return dice

    def _go_on(self, reached: Boards) -> None:
        """The plays are made, some at random, and games that are over begin anew."""
        odd = np.flatnonzero((self.odd > 0) & (self.chance.random(len(self.odd)) < ODDLY))
        self.odd -= self.odd > 0
        if len(odd):
            any_play, throws = plays(self.boards[odd], self.chance.integers(1, 7, (len(odd), 2)))
            counts = np.bincount(throws)
            begins = np.cumsum(counts) - counts
            reached[odd] = any_play[begins + (self.chance.random(len(odd)) * counts).astype(np.intp)]
        over = is_over(reached)
        self.boards = turned(reached)
        self.boards[over] = START
        self.odd[over] = self._oddly(int(over.sum()))
        late = np.flatnonzero(over & (self.chance.random(len(over)) < CAUGHT))
        self.boards[late], self.odd[late] = caught(len(late), self.chance), 0
        self.first = over
        self.first[late] = False
        self.positions += len(over)
        self.done += len(over)
        self.games += int(over.sum())

    def state(self) -> dict[str, Any]:
        """All that is needed to go on."""
        found: dict[str, Any] = {name: getattr(self, name) for name in KEPT}
        for name, learner in self.learners.items():
            for at, array in enumerate([*learner.arrays, *learner.moments]):
                found[f"{name} {at}"] = array
        counts = {name: learner.steps for name, learner in self.learners.items()}
        found["head"] = json.dumps(
            {
                "chance": self.chance.bit_generator.state,
                "steps": counts,
                "positions": self.positions,
                "games": self.games,
                "stage": self.stage,
                "done": self.done,
                "due": self.due,
                "oldest": self.oldest,
                "about": self.about,
            }
        )
        return found

    def shipped(self, seed: int, hours: float, decisions: list[Decision]) -> Nets:
        """The nets with what is known of them: how they were made, and what they lose."""
        about = {
            "seed": seed,
            "hours": hours,
            "games": self.games,
            "positions": self.positions,
            "commit": commit(),
            "loss": losses(self.evaluator, decisions),
        }
        return Nets(self.evaluator.game.nets.nets, {**self.about, **about})

    @classmethod
    def with_nets(cls, nets: Nets, seed: int, stage: str = BEGINS[0]) -> Training:
        """A training that begins with nets that are there already, at a stage of that name."""
        self = cls(seed)
        for name in MODERN.seen:
            self.learners[name] = Learner([one for layer in nets[name].layers for one in layer])
        self.stage = [one.name for one in STAGES].index(stage)
        self.about = {"from": nets.about.get("digest", nets.digest)}
        return self

    @classmethod
    def gone_on(cls, path: Path) -> Training:
        """The training of a checkpoint."""
        self = cls(0)
        with np.load(path) as kept:
            head = json.loads(str(kept["head"]))
            for name in KEPT:
                setattr(self, name, kept[name])
            for name in MODERN.seen:
                arrays = [
                    kept[f"{name} {at}"] for at in range(sum(key.startswith(f"{name} ") for key in kept))
                ]
                third = len(arrays) // 3
                self.learners[name] = Learner(arrays[:third], arrays[third:], head["steps"][name])
        self.chance.bit_generator.state = head["chance"]
        self.positions, self.games = head["positions"], head["games"]
        self.stage, self.done, self.about = head["stage"], head["done"], head["about"]
        self.due, self.oldest = head["due"], head["oldest"]
        return self


def main() -> int:
    """Train for so many hours' worth of positions, going on from the last checkpoint."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hours", type=float, default=2)
    parser.add_argument("--folder", type=Path, default=Path("training"), help="for checkpoints and the log")
    parser.add_argument("--from", dest="begin", type=Path, help="begin with the nets of this file")
    parser.add_argument("--stage", choices=BEGINS, default=BEGINS[0], help="where --from begins")
    options = parser.parse_args()
    options.folder.mkdir(exist_ok=True)
    checkpoint = options.folder / "checkpoint.npz"
    if checkpoint.exists():
        training = Training.gone_on(checkpoint)
    elif options.begin:
        training = Training.with_nets(read(options.begin.read_bytes()), options.seed, options.stage)
    else:
        training = Training(options.seed)
    decisions = read_decisions()
    begun = last = time.monotonic()
    for number, stage in enumerate(STAGES):
        if number < training.stage:
            continue
        training.stage = number
        training.begin(stage)
        whole = stage.share * options.hours * PACE[stage.exact]
        while training.done < whole:
            share = training.done / whole
            training.step(stage, stage.rates[0] * (stage.rates[1] / stage.rates[0]) ** share)
            if time.monotonic() - last > 120:
                last = time.monotonic()
                report(training, stage, decisions, last - begun, options.folder)
        training.stage, training.done = number + 1, 0
        report(training, stage, decisions, time.monotonic() - begun, options.folder)
    (options.folder / MODERN.file).write_bytes(
        training.shipped(options.seed, options.hours, decisions).as_bytes()
    )
    return 0


def losses(asked: Evaluator, decisions: list[Decision]) -> dict[str, float]:
    """What the large nets lose on decisions of the corpus; nothing where it is absent."""
    return loss_of(
        lambda boards: asked.chances(boards, [CUBELESS], np.zeros(len(boards), np.intp)), decisions
    )


def commit() -> str:
    """The commit that the program stands at."""
    found = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    return found.stdout.strip()


def report(training: Training, stage: Stage, decisions: list[Decision], seconds: float, folder: Path) -> None:
    """A line of the log and a checkpoint."""
    asked = training.evaluator
    ranked = loss_of(lambda boards: nested(asked.game.nets["ranking"].chances(inputs(boards))), decisions)
    line = {
        "seconds": round(seconds),
        "stage": stage.name,
        "positions": training.positions,
        "games": training.games,
        "loss": losses(asked, decisions),
        "ranking": ranked.get("all"),
    }
    with (folder / "log").open("a") as log:
        print(json.dumps(line), file=log)
    print(json.dumps(line), flush=True)
    new = folder / "new.npz"
    np.savez(new, **training.state())
    new.replace(folder / "checkpoint.npz")


if __name__ == "__main__":
    sys.exit(main())
