"""A net that learns: steps towards targets, what Adam remembers of its gradients, and how it grows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotra_notation.engine import races
from kotra_notation.engine.nets import MEN, Net, logistic, rectify

if TYPE_CHECKING:
    from kotra_notation.engine.many_plays import Boards, Numbers
    from kotra_notation.engine.nets import Floats

# How much of what a net is wrong about all plays of a throw alike it need not learn that is to tell them
# apart.
ALIKE = 0.9
BETA_1, BETA_2, TINY = 0.9, 0.999, 1e-8


class Learner:
    """A net, and what Adam remembers of its gradients."""

    def __init__(self, arrays: list[Floats], moments: list[Floats] | None = None, steps: int = 0) -> None:
        self.arrays = arrays
        self.moments = moments or [np.zeros_like(one) for one in arrays * 2]
        self.steps = steps

    @classmethod
    def new(cls, seen: int, sizes: tuple[int, ...], chance: np.random.Generator, outcomes: int) -> Learner:
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

    def learn(
        self, seen: Floats, targets: Floats, rate: float, throws: Numbers | None = None, alike: float = ALIKE
    ) -> float:
        """One step towards the targets; the mean squared error of the chances before it.

        With the throws that rows in order are plays of, it counts most how rows of one throw differ: so
        much of what all of them are wrong about `alike` is left out.
        """
        if len(seen) == 0:
            return 0.0
        values, outputs = self._forward(seen)
        wrong = logistic(outputs) - targets
        if throws is not None:
            begins = np.flatnonzero(np.diff(throws, prepend=-1))
            sizes = np.diff(begins, append=len(throws))
            wrong -= np.float32(alike) * np.repeat(
                np.add.reduceat(wrong, begins) / sizes[:, None], sizes, axis=0
            )
        self._back(values, wrong, rate)
        return float((wrong * wrong).mean())

    def learn_rolls(self, sides: Boards, targets: Floats, rate: float) -> None:
        """Take one step towards the chances of each number of rolls until the last and the first are off."""
        values, outputs = self._forward(races.inputs(sides))
        wrong = races.softmax(outputs) - targets
        wrong[sides.sum(axis=1) < MEN, races.FIRST] = 0
        self._back(values, wrong.reshape(len(sides), -1), rate)

    def _forward(self, seen: Floats) -> tuple[list[Floats], Floats]:
        """Return what goes into each layer, and what comes out of the last."""
        values = [seen]
        for weights, biases in zip(self.arrays[:-2:2], self.arrays[1:-2:2], strict=True):
            values.append(rectify(values[-1] @ weights + biases))
        return values, values[-1] @ self.arrays[-2] + self.arrays[-1]

    def _back(self, values: list[Floats], wrong: Floats, rate: float) -> None:
        """Take one step against what the outputs are wrong by."""
        gradients: list[Floats] = []
        slope = wrong * np.float32(1 / len(wrong))
        for depth in range(len(values) - 1, -1, -1):
            gradients += [slope.sum(axis=0), values[depth].T @ slope]
            if depth:
                slope = (slope @ self.arrays[2 * depth].T) * (values[depth] > 0)
        self._step(gradients[::-1], rate)

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
