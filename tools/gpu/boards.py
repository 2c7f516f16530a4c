"""The plays of all throws of many boards, and what nets see of them, by `boards.cu`.

On a GPU if there is one, else on the processor, where g++ must be installed.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import NamedTuple

import torch
from torch import Tensor

from kotra_notation.engine import nets, threats
from kotra_notation.engine.many_plays import THROWS, WIDTH
from tools.gpu.library import library

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
# What nets see is in half precision on a GPU, its width a multiple of eight.
REAL = torch.float16 if DEVICE.type == "cuda" else torch.float32
INPUTS = -(-nets.INPUTS_IN_CONTACT // 8) * 8
CONTACT, RACE, OVER = range(3)
torch.set_grad_enabled(False)  # only learning asks for gradients


def _run(name: str, *arguments: Tensor | int) -> None:
    """Call a function of the source."""
    words: list[ctypes.c_void_p | ctypes.c_int64] = []
    for argument in arguments:
        if isinstance(argument, Tensor):
            assert argument.is_contiguous()
            words.append(ctypes.c_void_p(argument.data_ptr()))
        else:
            words.append(ctypes.c_int64(argument))
    if code := getattr(library(cuda=DEVICE.type == "cuda"), name)(*words):
        raise RuntimeError(f"{name}: CUDA error {code}")


class Plays(NamedTuple):
    """The boards behind the plays of all throws, as the other side sees them, item by item.

    Item `throw * n + board` is one throw of one of the n boards.
    """

    boards: Tensor
    kinds: Tensor
    items: Tensor
    begins: Tensor
    counts: Tensor

    def best(self, worths: Tensor, runs: Tensor | None = None, most: int = 1) -> Tensor:
        """Return the places of the plays worth most of all items, or of some; -1 where there are fewer."""
        begins, counts = self.begins, self.counts
        if runs is not None:
            begins, counts = begins[runs], counts[runs]
        places = torch.full((len(begins), most), -1, dtype=torch.int64, device=DEVICE)
        _run("best_places", begins, counts, len(begins), worths, most, places)
        return places


def all_plays(boards: Tensor) -> Plays:
    """Return the plays of all throws of boards."""
    n = len(boards)
    counts = torch.empty(n * len(THROWS), dtype=torch.int32, device=DEVICE)
    _run("count_plays", boards, n, counts)
    ends = counts.cumsum(0)
    total = int(ends[-1])
    begins = ends - counts
    after = torch.empty((total, WIDTH), dtype=torch.int8, device=DEVICE)
    kinds = torch.empty(total, dtype=torch.uint8, device=DEVICE)
    items = torch.empty(total, dtype=torch.int32, device=DEVICE)
    _run("write_plays", boards, n, begins, after, kinds, items)
    return Plays(after, kinds, items, begins, counts)


@cache
def _tables() -> list[Tensor]:
    arrays = (threats.BY_ONE_DIE, threats.BY_BOTH, threats.ENTERING, threats.BLOCKED)
    shares = (threats.SHARE_OF_UNEQUAL, threats.SHARE_OF_EQUAL)
    return [torch.tensor(array, device=DEVICE).contiguous() for array in (*arrays, *shares)]


def inputs(boards: Tensor, rows: Tensor) -> Tensor:
    """Return what a net for contact sees of some of the boards."""
    seen = torch.empty((len(rows), INPUTS), dtype=REAL, device=DEVICE)
    _run("net_inputs", boards, rows, len(rows), *_tables(), seen, INPUTS)
    return seen
