"""The nets of modern kotra: one for positions with contact, one for races, and a small one.

The net for races learns first, each side alone. The small net ranks plays so that the others need to look at
a few of them only; at last it learns from them alone.
"""

from __future__ import annotations

from copy import deepcopy
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from kotra_notation.engine.evaluator import CUBELESS, Cubeless, Evaluator
from kotra_notation.engine.many_plays import HOME, from_other_side
from kotra_notation.engine.modern_arrays import ModernArrays
from kotra_notation.engine.nets import (
    MEN,
    MODERN,
    Nets,
    inputs,
    inputs_in_contact,
    is_over,
    is_race,
    make_consistent,
    other_side,
)
from tools.judged_plays import loss_of, read_decisions
from tools.learning import Learner
from tools.races import one_roll_ahead, race_sides
from tools.ring import Ring
from tools.self_play import LESSON, SelfPlay, Stage
from tools.whole_games import is_rare, play_in_order

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kotra_notation.engine.evaluator import GameArrays
    from kotra_notation.engine.many_plays import Boards
    from kotra_notation.engine.nets import Floats
    from tools.whole_games import Lessons

START = np.zeros(26, np.int8)
for point, count in ((24, 2), (13, 5), (8, 3), (6, 5)):
    START[point] += count
    START[25 - point] -= count


STAGES = (
    Stage("races", 0.16, (128, 128), (2e-3, 1e-5), 400, 0, exact=True, passes=50, races=True),
    Stage("small", 0.08, (128, 128), (1e-3, 7e-4), 256, 6),
    Stage("grown", 0.48, (256, 256, 128), (6e-4, 2e-4), 512, 5),
    Stage("settled", 0.20, (256, 256, 128), (2e-4, 1e-5), 1024, 4),
    Stage("exact", 0.04, (256, 256, 128), (5e-5, 2e-6), 256, 3, exact=True, passes=8),
    Stage(
        "whole", 2.5, (256, 256, 128), (1e-4, 5e-6), 1024, 2, exact=True, passes=6, traces=(0.95, 0.9, 0.8)
    ),
    Stage("ranks", 0.04, (256, 256, 128), (4e-3, 1e-5), 512, 4, ranks=True),
)
RACE = (128, 64)
RANKING = (64,)
# Sides in races that are remembered.
SIDES_KEPT = 120_000
# Of games that are begun anew, how many begin where one side bears off against men that it has caught:
# from the start few games come so far, and what such positions are worth is known to players.
CAUGHT = 0.1
# How many plays the small net learns from at a time.
PLAYS = 1024
# Whole games that are played at a time, and where they begin: at the start, in a rare position, or in one of
# the games in which turns are made at random. These go on for so many turns in between.
WHOLE_GAMES = 256
FROM_START, FROM_RARE = 0.25, 0.25
TURNS_BETWEEN = 8
RARE_KEPT = 20_000
# Positions of whole games, and throws with their plays, that are learned from again and again.
WHOLE_KEPT, THROWS_KEPT = 600_000, 60_000
THROWS = 128
# Of what all plays of a throw are wrong about alike, how much need not be learned.
HALF = 0.5
# How fast the mean of the net for contact follows it, with each batch of whole games.
FOLLOWS = 0.02


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
    found[turns] = from_other_side(found[turns])
    return found


class ModernTraining(SelfPlay):
    """The three nets, and what they learn from."""

    stages = STAGES
    pace = MappingProxyType({False: 50_000_000, True: 6_000_000})
    remembered = 300_000
    main = "contact"
    stake: Cubeless = CUBELESS

    def __init__(self, seed: int) -> None:
        sizes = {"contact": STAGES[0].sizes, "race": RACE, "ranking": RANKING}
        super().__init__(MODERN, START, seed, sizes)
        self.decisions = read_decisions()
        self.seed = seed
        self.batches: Iterator[Lessons] | None = None
        self.rare, self.race_lessons = Ring(RARE_KEPT), Ring(SIDES_KEPT)
        self.sides = race_sides(0, 0, self.chance)
        self.trace = self.gap = 0.0
        self.mean: list[Floats] = []

    def arrays(self) -> ModernArrays:
        """Modern kotra, with the nets as they stand."""
        return ModernArrays(self.nets)

    def begin(self, stage: Stage) -> None:
        """As many games as a stage wants, and of its kind."""
        if self.learners["ranking"].sizes != RANKING:
            self.learners["ranking"] = self.learners["ranking"].grown(RANKING, self.chance)
        super().begin(stage)
        if stage.traces and not self.mean:
            self.mean = [array.copy() for array in self.learners["contact"].arrays]
        elif self.mean and not stage.traces:
            self.learners["contact"], self.mean = Learner(self.mean), []

    def step(self, stage: Stage, share: float) -> None:
        """What a stage does over and over."""
        if stage.traces:
            self._whole(stage, share)
        elif stage.races:
            self._races(stage, share)
        elif stage.ranks:
            self._ranks(stage.rate(share))
        else:
            super().step(stage, share)

    def _whole(self, stage: Stage, share: float) -> None:
        """Learn from a batch of whole games, and from plays of them that were not made."""
        if self.batches is None:
            self.whole, self.throws = Ring(WHOLE_KEPT), Ring(THROWS_KEPT)
            self.batches = play_in_order(self.workers, self._hand_out, self.seed, self.positions)
        self.trace = stage.trace(share)
        lessons, learner, rate = next(self.batches), self.learners["contact"], stage.rate(share)
        self.rare.add(lessons.boards[is_rare(lessons.boards)])
        self.whole.add(lessons.boards, lessons.targets)
        self.throws.add(lessons.plays, lessons.play_targets, lessons.counts)
        for _ in self.whole.times(stage.passes * len(lessons.boards), LESSON):
            boards, targets = self.whole.sample(LESSON, self.chance)
            learner.learn(inputs_in_contact(boards), targets, rate)
        for _ in self.throws.times(stage.passes * len(lessons.counts), THROWS):
            plays, targets, counts = self.throws.sample(THROWS, self.chance)
            made = np.arange(plays.shape[1]) < counts[:, None]
            throws = np.repeat(np.arange(len(counts)), counts)
            learner.learn(inputs_in_contact(plays[made]), targets[made], rate, throws, HALF)
        for mean, array in zip(self.mean, learner.arrays, strict=True):
            mean += FOLLOWS * (array - mean)
        self.gap += 0.05 * (lessons.gap - self.gap)
        self.positions += len(lessons.boards)
        self.done += len(lessons.boards)
        self.games += lessons.games

    def _hand_out(self) -> tuple[Nets, Boards, float]:
        """Return the nets, the boards that the next whole games begin with, and λ."""
        game = self.arrays()
        for _ in range(TURNS_BETWEEN):
            of = np.zeros(len(self.boards), np.intp)
            plays = Evaluator(game).evaluate_plays(self.boards, self._dice(game), [CUBELESS], of, looked_at=2)
            self._go_on(game, self._made(plays))
            self.rare.add(self.boards[is_rare(self.boards)])
        begins = self.boards[self.chance.integers(0, len(self.boards), WHOLE_GAMES)]
        kind = self.chance.random(WHOLE_GAMES)
        begins[kind < FROM_START] = START
        if len(self.rare):
            rare = np.flatnonzero(kind > 1 - FROM_RARE)
            begins[rare] = self.rare.sample(len(rare), self.chance)[0]
        return deepcopy(self.nets), begins[~is_race(begins)], self.trace

    def _races(self, stage: Stage, share: float) -> None:
        """Learn from sides alone: short ways first, which longer ones lead to."""
        learner = self.learners["race"]
        fresh = race_sides(stage.games - len(self.sides), share, self.chance)
        sides = np.concatenate([self.sides, fresh])
        targets, walked = one_roll_ahead(learner.net, sides, self.chance)
        self.sides = walked[walked[:, HOME:].any(axis=1)][: stage.games * 2 // 3]
        self.race_lessons.add(sides, targets)
        for _ in self.race_lessons.times(stage.passes * len(sides), LESSON):
            some, targets = self.race_lessons.sample(LESSON, self.chance)
            learner.learn_rolls(some, targets, stage.rate(share))
        self.positions += len(sides)
        self.done += len(sides)

    def learn(self, boards: Boards, targets: Floats, stage: Stage, rate: float) -> None:
        """One step of the nets for contact and for ranking towards what boards are worth."""
        contact = ~is_race(boards)
        self.learners["contact"].learn(inputs_in_contact(boards[contact]), targets[contact], rate)
        self.learners["ranking"].learn(inputs(boards), targets, rate)

    def _ranks(self, rate: float) -> None:
        """One turn of all games: the small net learns what the large ones say of every play."""
        game, of = self.arrays(), np.zeros(len(self.boards), np.intp)
        weighed = Evaluator(game).evaluate_plays(self.boards, self._dice(game), [CUBELESS], of)
        going = np.flatnonzero(~is_over(weighed.boards))
        for begin in range(0, len(going), PLAYS):
            some = weighed.rows(going[begin : begin + PLAYS])
            seen, targets = inputs(from_other_side(some.boards)), other_side(some.chances)
            self.learners["ranking"].learn(seen, targets, rate, some.throws)
        self._go_on(game, self._made(weighed))

    def _go_on(self, game: GameArrays, reached: Boards) -> None:
        """The plays are made; some of the games that are over begin late."""
        super()._go_on(game, reached)
        late = np.flatnonzero(self.first & (self.chance.random(len(self.first)) < CAUGHT))
        self.boards[late], self.odd[late] = caught(len(late), self.chance), 0
        self.first[late] = False

    def measured(self) -> dict[str, Any]:
        """What the nets lose on decisions of the corpus, the small one too; nothing where it is absent."""
        arrays = self.arrays()
        ranked = loss_of(
            lambda boards: make_consistent(self.nets["ranking"].chances(inputs(boards))), self.decisions
        )
        found = {"loss": loss_of(arrays.chances, self.decisions), "ranking": ranked.get("all")}
        if self.mean:
            mean = ModernArrays(self.averaged())
            found |= {"mean": loss_of(mean.chances, self.decisions), "gap": round(self.gap, 4)}
        return found

    def averaged(self) -> Nets:
        """Return the nets, that for contact as the mean along the way of whole games."""
        return Nets({**self.nets.nets, "contact": Learner(self.mean).net}) if self.mean else self.nets

    def state(self) -> dict[str, Any]:
        """Return all that is needed to go on, but for the positions that are remembered of whole games."""
        return super().state() | {f"mean {at}": array for at, array in enumerate(self.mean)}

    def go_on(self, path: Path) -> Self:
        """The training of a checkpoint."""
        super().go_on(path)
        with np.load(path) as kept:
            self.mean = [kept[f"mean {at}"] for at in range(sum(key.startswith("mean ") for key in kept))]
        return self
