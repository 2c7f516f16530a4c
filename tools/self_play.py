"""Games that nets play against themselves to learn, many side by side; what was to be expected is remembered.

Each play is the one that the nets like best, and what they say of the position behind it is what they are
taught about the position before. In `exact` stages the target is no longer one throw but the mean over all
21, each with its best play: thirty times as dear, and almost without noise.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from kotra_notation.engine.evaluator import Evaluator
from kotra_notation.engine.nets import NetKind, Nets
from tools.learning import Learner

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from kotra_notation.engine.evaluator import GameArrays, Valued, Weighed
    from kotra_notation.engine.many_plays import Boards
    from kotra_notation.engine.nets import Floats

LESSON = 512
# Of games that are begun anew, how many have turns at random among their first ones, up to how many, and how
# likely each is: what nets never play into they do not learn, and people do.
ODD = 0.5
ODD_TURNS = 40
ODDLY = 0.6
# How often the play that is made is not the best but the next, so that the nets learn to tell the two apart.
NEXT_BEST = 0.15
# The arrays of a checkpoint beside the nets.


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
    races: bool = False  # only the net for races learns
    ranks: bool = False  # only the small net learns, from what the large ones say of all plays
    traces: tuple[float, ...] = ()  # whole games without luck, λ falling through these values

    def rate(self, share: float) -> float:
        """Return the rate of learning when so much of the stage is done."""
        first, last = self.rates
        return float(first * (last / first) ** share)

    def trace(self, share: float) -> float:
        """Return λ when so much of the stage is done."""
        return self.traces[min(int(share * len(self.traces)), len(self.traces) - 1)]


class SelfPlay:
    """Nets, the games they play and where chance stands."""

    stages: Sequence[Stage]
    # Positions an hour, of one throw and exact ones: a schedule is a number of positions and not of seconds.
    pace: Mapping[bool, int]
    # How many of the last positions are learned from again and again: to find what they are worth takes
    # longer than to learn it.
    remembered: int
    # The net that takes the sizes of a stage.
    main: str
    # What a checkpoint holds beside the nets.
    kept: tuple[str, ...] = ("boards", "odd", "first", "lessons", "targets")

    def __init__(self, kind: NetKind, start: Boards, seed: int, sizes: Mapping[str, tuple[int, ...]]) -> None:
        self.kind = kind
        self.start = start
        self.chance = np.random.default_rng(seed)
        self.learners = {
            name: Learner.new(kind.widths[name][0], hidden, self.chance, kind.widths[name][1])
            for name, hidden in sizes.items()
        }
        self.boards = np.empty((0, len(start)), np.int8)
        self.odd = np.empty(0, np.int8)  # how many turns at random are still to come in each game
        self.first = np.empty(0, bool)
        self.lessons = np.empty((0, len(start)), np.int8)
        self.targets = np.empty((0, kind.widths[self.main][1]), np.float32)
        self.oldest = 0
        self.due = 0.0  # how many positions are still to be learned from
        self.about: dict[str, Any] = {}
        self.positions = 0
        self.games = 0
        self.stage = 0
        self.done = 0  # positions of this stage
        self.workers = 0  # processes that play whole games beside this one

    @property
    def nets(self) -> Nets:
        """The nets as they stand."""
        return Nets({name: learner.net for name, learner in self.learners.items()})

    def averaged(self) -> Nets:
        """Return the nets to ship."""
        return self.nets

    def arrays(self) -> GameArrays:
        """The game, with the nets as they stand."""
        raise NotImplementedError

    @property
    def stake(self) -> Valued:
        """What is played for."""
        raise NotImplementedError

    def measured(self) -> dict[str, Any]:
        """What the log tells of the nets as they stand."""
        raise NotImplementedError

    def learn(self, boards: Boards, targets: Floats, stage: Stage, rate: float) -> None:
        """One step towards what boards are worth."""
        raise NotImplementedError

    def begin(self, stage: Stage) -> None:
        """As many games as a stage wants, and nets of its sizes."""
        if self.learners[self.main].sizes != stage.sizes:
            self.learners[self.main] = self.learners[self.main].grown(stage.sizes, self.chance)
        more = stage.games - len(self.boards)
        if more > 0:
            self.boards = np.concatenate([self.boards, self.start[None].repeat(more, axis=0)])
            self.odd = np.concatenate([self.odd, self._oddly(more)])
            self.first = np.concatenate([self.first, np.ones(more, bool)])
        self.boards, self.odd, self.first = (
            one[: stage.games] for one in (self.boards, self.odd, self.first)
        )

    def step(self, stage: Stage, share: float) -> None:
        """One turn of all games: the best plays are made, and the nets learn what was to be expected.

        `share` is how much of the stage is done.
        """
        game = self.arrays()
        boards, asked = self.boards, Evaluator(game)
        of, stakes = np.zeros(len(boards), np.intp), [self.stake]
        weighed = asked.evaluate_plays(boards, self._dice(game), stakes, of, looked_at=stage.looked_at)
        best = weighed.first_of_each()
        targets = asked.chances(boards, stakes, of, plies=1) if stage.exact else best.chances
        self._remember(boards, targets)
        self._study(stage, stage.rate(share), len(boards))
        self._go_on(game, self._made(weighed))

    def _study(self, stage: Stage, rate: float, count: int) -> None:
        """Learn from what is remembered, as often as so many new positions ask for."""
        self.due += stage.passes * count * len(self.lessons) / self.remembered
        while self.due >= LESSON:
            self.due -= LESSON
            which = self.chance.integers(0, len(self.lessons), LESSON)
            self.learn(self.lessons[which], self.targets[which], stage, rate)

    def _made(self, weighed: Weighed) -> Boards:
        """The boards behind the plays that are made: mostly the best of each throw, sometimes the next."""
        begins = np.flatnonzero(np.diff(weighed.throws, prepend=-1))
        several = np.diff(begins, append=len(weighed.throws)) > 1
        return weighed.boards[begins + (several & (self.chance.random(len(begins)) < NEXT_BEST))]

    def _remember(self, boards: Boards, targets: Floats) -> None:
        """The last positions and what they are worth; new ones take the places of the oldest."""
        if len(self.lessons) < self.remembered:
            self.lessons = np.concatenate([self.lessons, boards])[: self.remembered]
            self.targets = np.concatenate([self.targets, targets])[: self.remembered]
            return
        places = (self.oldest + np.arange(len(boards))) % self.remembered
        self.lessons[places], self.targets[places] = boards, targets
        self.oldest = int(places[-1] + 1) % self.remembered

    def _dice(self, game: GameArrays) -> NDArray[np.int64]:
        """A throw for each game; no double where a throw of one die each decides who begins."""
        dice = self.chance.integers(1, 7, (len(self.boards), 2))
        while game.opening_throw and (again := self.first & (dice[:, 0] == dice[:, 1])).any():
            dice[again] = self.chance.integers(1, 7, (int(again.sum()), 2))
        return dice

    def _oddly(self, count: int) -> NDArray[np.int8]:
        turns = self.chance.integers(1, ODD_TURNS, count)
        odd = self.chance.random(count) < ODD
        return np.where(odd, turns, 0).astype(np.int8)

    def _go_on(self, game: GameArrays, reached: Boards) -> None:
        """The plays are made, some at random, and games that are over begin anew."""
        odd = np.flatnonzero((self.odd > 0) & (self.chance.random(len(self.odd)) < ODDLY))
        self.odd -= self.odd > 0
        if len(odd):
            any_play, throws = game.plays(self.boards[odd], self.chance.integers(1, 7, (len(odd), 2)))
            counts = np.bincount(throws)
            begins = np.cumsum(counts) - counts
            reached[odd] = any_play[begins + (self.chance.random(len(odd)) * counts).astype(np.intp)]
        over = game.is_over(reached)
        self.boards = game.for_next_throw(reached)
        self.boards[over] = self.start
        self.odd[over] = self._oddly(int(over.sum()))
        self.first = over
        self.positions += len(over)
        self.done += len(over)
        self.games += int(over.sum())

    # Checkpoints

    def state(self) -> dict[str, Any]:
        """All that is needed to go on."""
        found: dict[str, Any] = {name: getattr(self, name) for name in self.kept}
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

    def go_on(self, path: Path) -> Self:
        """The training of a checkpoint."""
        with np.load(path) as kept:
            head = json.loads(str(kept["head"]))
            for name in self.kept:
                setattr(self, name, kept[name])
            for name in self.learners:
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

    def with_nets(self, nets: Nets, stage: str) -> Self:
        """A training that begins with nets that are there already, at a stage of that name."""
        for name in self.learners:
            self.learners[name] = Learner([one for layer in nets[name].layers for one in layer])
        self.stage = [one.name for one in self.stages].index(stage)
        self.about = {"from": nets.about.get("digest", nets.digest)}
        return self

    def shipped(self, seed: int, hours: float, commit: str) -> Nets:
        """The nets with what is known of them: how they were made, and what was measured."""
        about = {
            "seed": seed,
            "hours": hours,
            "games": self.games,
            "positions": self.positions,
            "commit": commit,
            **self.measured(),
        }
        return Nets(self.averaged().nets, {**self.about, **about})
