"""Nets that learn on a GPU, and what they remember."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from tools.gpu.boards import DEVICE

# How fast the mean along the way follows, with each step.
FOLLOWS = 0.001


class Pupil:
    """A net that learns, and its mean along the way."""

    def __init__(self, module: nn.Sequential, rates: tuple[float, float], alike: float) -> None:
        self.module, self.rates, self.alike = module, rates, alike
        self.mean = [parameter.detach().clone() for parameter in module.parameters()]
        fused = {"fused": True} if DEVICE.type == "cuda" else {}
        self.adam = torch.optim.Adam(module.parameters(), lr=rates[0], **fused)
        self.wrong = 0.0

    def learn(self, seen: Tensor, targets: Tensor, groups: Tensor | None = None) -> None:
        """Take a step towards targets; rows of one group, numbered from 0, are above all to be told apart."""
        with torch.enable_grad():
            outputs = self.module(seen)
        slope = outputs.detach().sigmoid() - targets
        if groups is not None:
            slope -= self.alike * group_means(slope, groups)
        self.adam.zero_grad(set_to_none=True)
        outputs.backward(slope / len(seen))
        self.adam.step()
        torch._foreach_lerp_(self.mean, list(self.module.parameters()), FOLLOWS)

    def set_rate(self, share: float) -> None:
        """Set the rate of learning when so much of the training is done."""
        first, last = self.rates
        for group in self.adam.param_groups:
            group["lr"] = last + (first - last) * (1 + math.cos(math.pi * share)) / 2

    def averaged(self) -> nn.Sequential:
        """Return the mean along the way as a module."""
        module = nn.Sequential(
            *(
                nn.Linear(*layer.weight.T.shape) if isinstance(layer, nn.Linear) else nn.ReLU()
                for layer in self.module
            )
        ).to(DEVICE)
        for parameter, mean in zip(module.parameters(), self.mean, strict=True):
            parameter.data.copy_(mean)
        return module


def group_means(values: Tensor, groups: Tensor) -> Tensor:
    """Return for each row the mean of its group; groups are numbered from 0."""
    sums = torch.zeros((int(groups[-1]) + 1, values.shape[1]), device=DEVICE).index_add_(0, groups, values)
    return (sums / torch.bincount(groups)[:, None])[groups]


class Ring:
    """Rows of tensors that are learned from again and again; new rows take the places of the oldest."""

    def __init__(self, limit: int) -> None:
        self.limit, self.size, self.next = limit, 0, 0
        self.tensors: list[Tensor] = []

    def add(self, *rows: Tensor) -> None:
        """Remember rows."""
        if not self.tensors:
            self.tensors = [
                torch.empty((self.limit, *part.shape[1:]), dtype=part.dtype, device=DEVICE) for part in rows
            ]
        where = (self.next + torch.arange(len(rows[0]), device=DEVICE)) % self.limit
        for tensor, new in zip(self.tensors, rows, strict=True):
            tensor[where] = new
        self.next = (self.next + len(where)) % self.limit
        self.size = min(self.size + len(where), self.limit)

    def draw(self, count: int) -> list[Tensor]:
        """Return so many rows; a row may come twice."""
        which = torch.randint(0, self.size, (count,), device=DEVICE)
        return [tensor[which] for tensor in self.tensors]
