"""Nets of the old game, from random weights, by play against themselves: `python -m tools.train --game forn-1977`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kotra_notation.engine.evaluator import Evaluator
from kotra_notation.engine.old_arrays import OldArrays, kind
from kotra_notation.engine.old_rows import BEGAN, BOARD, MARKED, OUTCOMES, WIDTH
from kotra_notation.engine.weights import Nets
from tools.train import LESSON, NEXT_BEST, ODD, ODD_TURNS, ODDLY, Learner

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotra_notation.engine.many_plays import Boards
    from kotra_notation.engine.nets import Floats
    from kotra_notation.rules.ruleset import Ruleset

REMEMBERED = 100_000
# What a new net takes outcomes for, as a logit: what hardly ever comes is slow to be learned by play.
LIKELY = {"jan": -0.3, "uttekt": -2.5}
UNLIKELY = -7.0


@dataclass(frozen=True)
class Stage:
    name: str
    share: float
    sizes: tuple[int, ...]
    rates: tuple[float, float]
    games: int
    exact: bool = False
    passes: int = 1


STAGES = (
    Stage("small", 0.10, (64,), (2e-3, 1e-3), 128, passes=2),
    Stage("grown", 0.50, (128, 64), (1e-3, 3e-4), 256, passes=2),
    Stage("settled", 0.35, (128, 64), (3e-4, 1e-5), 512, passes=2),
    Stage("exact", 0.05, (128, 64), (5e-5, 5e-6), 256, exact=True, passes=8),
)
PACE = {False: 40_000_000, True: 2_500_000}


def start(ruleset: Ruleset) -> Boards:
    row = np.zeros(WIDTH, np.int8)
    row[:BOARD] = ruleset.facts.start
    row[MARKED], row[BEGAN] = ruleset.facts.marks, 1
    return row


class OldTraining:
    def __init__(self, ruleset: Ruleset, seed: int) -> None:
        self.chance = np.random.default_rng(seed)
        self.ruleset = ruleset
        self.start = start(ruleset)
        seen = kind(ruleset.name).seen["play"]
        self.learner = Learner.new(seen, STAGES[0].sizes, self.chance, len(OUTCOMES))
        self.learner.arrays[-1][:] = [LIKELY.get(name.removeprefix("-"), UNLIKELY) for name in OUTCOMES]
        self.arrays = OldArrays(ruleset.options, Nets({"play": self.learner.net}))
        self.boards = np.empty((0, WIDTH), np.int8)
        self.odd = np.empty(0, np.int8)
        self.first = np.empty(0, bool)
        self.lessons = np.empty((0, WIDTH), np.int8)
        self.targets = np.empty((0, len(OUTCOMES)), np.float32)
        self.oldest = 0
        self.due = 0.0
        self.positions = self.games = 0
        self.results = np.zeros(len(OUTCOMES))

    @property
    def evaluator(self) -> Evaluator:
        self.arrays.nets = Nets({"play": self.learner.net})
        return Evaluator(self.arrays)

    def begin(self, stage: Stage) -> None:
        if self.learner.sizes != stage.sizes:
            self.learner = self.learner.grown(stage.sizes, self.chance)
        more = stage.games - len(self.boards)
        if more > 0:
            self.boards = np.concatenate([self.boards, self.start[None].repeat(more, axis=0)])
            self.odd = np.concatenate([self.odd, self._oddly(more)])
            self.first = np.concatenate([self.first, np.ones(more, bool)])
        self.boards, self.odd, self.first = (
            one[: stage.games] for one in (self.boards, self.odd, self.first)
        )

    def _oddly(self, count: int) -> NDArray[np.int8]:
        turns = self.chance.integers(1, ODD_TURNS, count)
        return np.where(self.chance.random(count) < ODD, turns, 0).astype(np.int8)

    def step(self, stage: Stage, rate: float) -> None:
        boards, asked = self.boards, self.evaluator
        of = np.zeros(len(boards), np.intp)
        stakes = [self.arrays.stake]
        weighed = asked.weighed(boards, self._dice(), stakes, of)
        best = weighed.first_of_each()
        targets = asked.chances(boards, stakes, of, plies=1) if stage.exact else best.chances
        self._remember(boards, targets)
        self.due += stage.passes * len(boards) * len(self.lessons) / REMEMBERED
        while self.due >= LESSON:
            self.due -= LESSON
            which = self.chance.integers(0, len(self.lessons), LESSON)
            self.learner.learn(self.arrays.inputs(self.lessons[which]), self.targets[which], rate)
        self._go_on(self._made(weighed))

    def _made(self, weighed: Any) -> Boards:
        begins = np.flatnonzero(np.diff(weighed.throws, prepend=-1))
        several = np.diff(begins, append=len(weighed.throws)) > 1
        return weighed.boards[begins + (several & (self.chance.random(len(begins)) < NEXT_BEST))]

    def _dice(self) -> NDArray[np.int64]:
        dice = self.chance.integers(1, 7, (len(self.boards), 2))
        if self.ruleset.options["opening.dice"] == "keep":
            while (again := self.first & (dice[:, 0] == dice[:, 1])).any():
                dice[again] = self.chance.integers(1, 7, (int(again.sum()), 2))
        return dice

    def _remember(self, boards: Boards, targets: Floats) -> None:
        targets = targets.clip(0, 1)
        if len(self.lessons) < REMEMBERED:
            self.lessons = np.concatenate([self.lessons, boards])[:REMEMBERED]
            self.targets = np.concatenate([self.targets, targets])[:REMEMBERED]
            return
        places = (self.oldest + np.arange(len(boards))) % REMEMBERED
        self.lessons[places], self.targets[places] = boards, targets
        self.oldest = int(places[-1] + 1) % REMEMBERED

    def _go_on(self, reached: Boards) -> None:
        odd = np.flatnonzero((self.odd > 0) & (self.chance.random(len(self.odd)) < ODDLY))
        self.odd -= self.odd > 0
        if len(odd):
            any_play, throws = self.arrays.plays(self.boards[odd], self.chance.integers(1, 7, (len(odd), 2)))
            counts = np.bincount(throws)
            begins = np.cumsum(counts) - counts
            reached[odd] = any_play[begins + (self.chance.random(len(odd)) * counts).astype(np.intp)]
        over = self.arrays.is_over(reached)
        self.results += self.arrays.won(reached[over]).sum(axis=0)
        self.boards = self.arrays.passed(reached)
        self.boards[over] = self.start
        self.odd[over] = self._oddly(int(over.sum()))
        self.first = over
        self.positions += len(over)
        self.games += int(over.sum())
