"""What nets learn on a GPU: from whole games, from plays that were not made, and to rank plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from kotra_notation.engine.nets import AHEAD, CHANCES, INPUTS, INPUTS_IN_CONTACT, Nets
from tools.gpu.boards import DEVICE, inputs
from tools.gpu.boards import INPUTS as SEEN
from tools.gpu.games import Games, Lessons, Ranked
from tools.gpu.judging import Judge, Races, module_of, net_of
from tools.gpu.learning import Pupil, Ring
from tools.learning import ALIKE
from tools.modern_training import HALF

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

# Rows and throws of a step.
LESSON, THROWS = 8192, 1024
# λ falls through these in the course of the training.
TRACES = (0.97, 0.95, 0.9, 0.85, 0.8, 0.7)
# The last rates of learning: of nets for contact, and of the one that ranks.
SLOWEST, SLOWEST_RANKING = 2e-6, 1e-5


def random_module(sizes: Sequence[int]) -> nn.Sequential:
    """Return a net for contact of random weights."""
    layers: list[nn.Module] = []
    for above, below in zip((SEEN, *sizes), (*sizes, CHANCES), strict=True):
        layers += [nn.Linear(above, below), nn.ReLU()]
    module = nn.Sequential(*layers[:-1]).to(DEVICE)
    nn.init.normal_(module[-1].weight, 0, 0.01)
    return module


class Training:
    """The nets, their games and what is remembered of them."""

    def __init__(self, begin: Nets, options: argparse.Namespace) -> None:
        self.begin, self.options = begin, options
        torch.manual_seed(options.seed)
        large = random_module(options.sizes) if options.sizes else module_of(begin["contact"])
        self.pupils = {
            AHEAD: Pupil(module_of(begin[AHEAD]), (options.rate / 2, SLOWEST), HALF),
            "contact": Pupil(large, (options.rate, SLOWEST), HALF),
        }
        self.ranking = Pupil(module_of(begin["ranking"]), (options.rate, SLOWEST_RANKING), ALIKE)
        self.judge = Judge(self.pupils[AHEAD].module, Races(begin["race"]))
        self.teacher = AHEAD
        self.games = Games(self.judge, options.places, options.seed)
        self.whole, self.throws = Ring(options.kept), Ring(max(options.kept // 10, 1))
        self.positions, self.gap = 0, 0.0

    def step(self, share: float) -> None:
        """Play a window of turns and learn from it."""
        trace = TRACES[min(int(share * len(TRACES)), len(TRACES) - 1)]
        lessons, ranked = self.games.window(trace)
        self.positions += len(lessons.boards)
        self.gap = lessons.gap
        self._compare(lessons)
        self.whole.add(lessons.boards, lessons.targets)
        self.throws.add(lessons.plays, lessons.play_targets, lessons.made)
        for pupil in (*self.pupils.values(), self.ranking):
            pupil.set_rate(share)
        filled = min(1.0, self.whole.size / self.whole.limit * 3)
        learned = filled * self.options.passes
        whole, throws = learned * len(lessons.boards) / LESSON, learned * len(lessons.plays) / THROWS
        steps = torch.zeros(int(whole) + int(throws), dtype=torch.bool)
        steps[: int(throws)] = True
        for of_throws in steps[torch.randperm(len(steps))].tolist():
            groups = None
            if of_throws:
                plays, worths, made = self.throws.draw(THROWS)
                boards, targets = plays[made], worths[made]
                groups = torch.arange(THROWS, device=DEVICE).repeat_interleave(made.sum(1))
            else:
                boards, targets = self.whole.draw(LESSON)
            seen = inputs(boards, torch.arange(len(boards), device=DEVICE)).float()
            for pupil in self.pupils.values():
                pupil.learn(seen, targets, groups)
        self._rank(ranked)
        self.judge.take(self.pupils[self.teacher].averaged())

    def _rank(self, ranked: Sequence[Ranked]) -> None:
        for boards, throws, chances in ranked:
            seen = inputs(boards, torch.arange(len(boards), device=DEVICE)).float()
            groups = torch.unique_consecutive(throws, return_inverse=True)[1]
            self.ranking.learn(_plain(seen), chances, groups)

    def _compare(self, lessons: Lessons) -> None:
        """Let the net judge that has been closer to lessons that neither has seen."""
        rows = torch.randperm(len(lessons.boards), device=DEVICE)[: 8 * LESSON]
        seen = inputs(lessons.boards, rows).float()
        for pupil in self.pupils.values():
            wrong = pupil.averaged()(seen).sigmoid() - lessons.targets[rows]
            pupil.wrong += 0.2 * (float(wrong.square().mean().sqrt()) - pupil.wrong)
        self.teacher = min(self.pupils, key=lambda name: self.pupils[name].wrong)

    def nets(self) -> Nets:
        """Return the nets as they would be shipped."""
        learned = {name: net_of(pupil.averaged(), INPUTS_IN_CONTACT) for name, pupil in self.pupils.items()}
        learned["ranking"] = net_of(self.ranking.averaged(), INPUTS)
        about = {"from": self.begin.digest, "seed": self.options.seed, "positions": self.positions}
        return Nets({**self.begin.nets, **learned}, about)


def _plain(seen: Tensor) -> Tensor:
    """Return inputs without what both sides threaten."""
    plain = seen.clone()
    plain[:, INPUTS:] = 0
    return plain
