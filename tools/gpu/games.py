"""Thousands of games side by side, and what they teach: targets without luck, plays that were not made.

Each game is played by the judge, sometimes not with its best play. A game that becomes a race has an end that
is known and begins anew elsewhere; some places go on through the race, for the net that ranks plays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch
from torch import Tensor

from kotra_notation.engine import nets
from kotra_notation.engine.many_plays import BAR, HOME, WIDTH
from tools.gpu.boards import CONTACT, DEVICE, OVER, RACE
from tools.gpu.judging import WEIGHTS_OF_THROWS, other_side
from tools.modern_training import START, caught
from tools.self_play import NEXT_BEST, ODD_TURNS, ODDLY

if TYPE_CHECKING:
    from tools.gpu.judging import Expanded, Judge

# Where games begin: at the start, sometimes that of Nackgammon, or in a rare position; how many of the
# others have turns at random; and how many places go on through races.
FROM_RARE, NACKGAMMON, ODD, RACES = 0.4, 0.05, 0.35, 0.03
# Of rare positions that are met, how many are remembered.
REMEMBERED = 0.1
# Turns that are played before their targets are reckoned; how many of them give their leading plays too.
WINDOW, SIBLING_SHARE, SIBLINGS = 48, 0.08, 5
POOL, CAUGHT = 1 << 17, 4096


class Lessons(NamedTuple):
    """Boards with targets, leading plays of some throws with theirs, and how long targets are from short."""

    boards: Tensor
    targets: Tensor
    plays: Tensor
    play_targets: Tensor
    made: Tensor
    gap: float


class Ranked(NamedTuple):
    """The plays of some boards, their throws, and the chances of the other side behind them."""

    boards: Tensor
    throws: Tensor
    chances: Tensor


class Memory:
    """The last boards of a kind, on the GPU."""

    def __init__(self, boards: Tensor) -> None:
        self.boards = torch.zeros((POOL, WIDTH), dtype=torch.int8, device=DEVICE)
        self.size = self.next = 0
        self.add(boards)

    def add(self, boards: Tensor) -> None:
        """Remember boards in place of the oldest."""
        boards = boards[:POOL]
        where = (self.next + torch.arange(len(boards), device=DEVICE)) % POOL
        self.boards[where] = boards
        self.next = (self.next + len(boards)) % POOL
        self.size = min(self.size + len(boards), POOL)

    def draw(self, count: int) -> Tensor:
        """Return so many of them."""
        return self.boards[torch.randint(0, self.size, (count,), device=DEVICE)]


def rare_kinds(boards: Tensor) -> Tensor:
    """Tell which boards are of the kinds that nets judge badly (tools/whole_games.py), a row for each."""
    own, theirs = boards >= 2, boards <= -2
    primes = torch.zeros(len(boards), dtype=torch.bool, device=DEVICE)
    for first in range(1, BAR - 5):
        block = slice(first, first + 5)
        primes |= own[:, block].all(1) & (boards[:, :first] < 0).any(1)
        primes |= theirs[:, block].all(1) & (boards[:, first + 5 :] > 0).any(1)
    anchors = (theirs[:, 1 : HOME + 1].sum(1) >= 2) | (own[:, BAR - HOME : BAR].sum(1) >= 2)
    men, others = boards.clamp(min=0).sum(1), (-boards).clamp(min=0).sum(1)
    return torch.stack([primes, anchors, torch.minimum(men, others) < nets.MEN])


def random_throws(count: int) -> Tensor:
    """Return a throw for each of so many boards."""
    return torch.multinomial(WEIGHTS_OF_THROWS, count, replacement=True)


class Games:
    """Games in play."""

    def __init__(self, judge: Judge, places: int, seed: int) -> None:
        torch.manual_seed(seed)
        self.judge = judge
        start = torch.tensor(START, device=DEVICE)
        other = start.clone()
        for point, men in ((24, 2), (23, 2), (13, 4), (6, 4)):
            other[point], other[BAR - point] = men, -men
        self.starts = torch.stack([start, other])
        hit = torch.tensor(caught(CAUGHT, np.random.default_rng(seed)), device=DEVICE)
        self.rare = [Memory(hit) for _ in range(4)]  # the kinds of `rare_kinds`, and late hits made at random
        self.races: Memory | None = None
        self.boards = start.repeat(places, 1)
        self.odd = torch.randint(0, ODD_TURNS, (places,), device=DEVICE)
        self.count = places
        self.siblings = torch.zeros((0, SIBLINGS, WIDTH), dtype=torch.int8, device=DEVICE)
        self.made = torch.zeros((0, SIBLINGS), dtype=torch.bool, device=DEVICE)
        self.racing = 0

    def _begin(self, where: Tensor) -> None:
        """Begin new games at some places."""
        count = len(where)
        boards = self.starts[(torch.rand(count, device=DEVICE) < NACKGAMMON).long()]
        rare = torch.rand(count, device=DEVICE) < FROM_RARE
        kinds = torch.randint(0, len(self.rare), (count,), device=DEVICE)
        drawn = torch.stack([memory.draw(count) for memory in self.rare])
        boards = torch.where(rare[:, None], drawn[kinds, torch.arange(count, device=DEVICE)], boards)
        odd = torch.randint(1, ODD_TURNS, (count,), device=DEVICE)
        odd *= ~rare & (torch.rand(count, device=DEVICE) < ODD)
        self.boards[where], self.odd[where] = boards, odd

    def window(self, trace: float) -> tuple[Lessons, list[Ranked]]:
        """Play some turns of all games; return what they teach."""
        kept: list[tuple[Tensor, ...]] = []
        siblings, ranked = [], []
        n = self.count
        for _ in range(WINDOW):
            behind = self.siblings.view(-1, WIDTH)[self.made.view(-1)]
            expanded = self.judge.expand(torch.cat([self.boards, behind]))
            if len(self.made):
                targets = torch.zeros((*self.made.shape, nets.CHANCES), device=DEVICE)
                targets[self.made] = expanded.means[n:]
                siblings.append((self.siblings, targets, self.made))
            kept.append((self.boards.clone(), expanded.means[:n], *self._turn(expanded)))
            ranked.append(self._ranked(expanded))
        self.siblings, self.made = self.siblings[:0], self.made[:0]
        returns = self.judge.expand(self.boards).means
        results, learned = returns, []
        gaps = []
        for boards, means, best, goes_on, recorded in reversed(kept):
            results = means + goes_on[:, None] * (other_side(results) - best)
            returns = means + trace * goes_on[:, None] * (other_side(returns) - best)
            learned.append((boards[recorded], returns[recorded].clamp(0, 1)))
            gaps.append((results - means)[recorded, 0].square().mean())
        boards, targets = (torch.cat(parts) for parts in zip(*learned, strict=True))
        plays, worths, made = (torch.cat(parts) for parts in zip(*siblings, strict=True))
        gap = float(torch.stack(gaps).mean().sqrt())
        return Lessons(boards, targets, plays, worths, made, gap), ranked

    def _turn(self, expanded: Expanded) -> tuple[Tensor, Tensor, Tensor]:
        """Make a play in each game; return the best play's chances, whether it was made, and who learns."""
        n, every = self.count, len(expanded.means)
        rows = torch.arange(n, device=DEVICE)
        throws = random_throws(n)
        items = throws * every + rows
        plays = expanded.plays
        top = plays.best(expanded.worths, items, SIBLINGS)
        chosen = top[:, 0].clone()
        second = (torch.rand(n, device=DEVICE) < NEXT_BEST) & (top[:, 1] >= 0)
        chosen[second] = top[second, 1]
        odd = (self.odd > 0) & (torch.rand(n, device=DEVICE) < ODDLY)
        self.odd -= (self.odd > 0).long()
        draw = (torch.rand(n, device=DEVICE) * plays.counts[items]).long()
        chosen = torch.where(odd, plays.begins[items] + draw, chosen)
        best = expanded.best[throws, rows]
        kinds = plays.kinds[chosen]
        goes_on = (chosen == top[:, 0]) & (kinds == CONTACT)
        recorded = torch.ones(n, dtype=torch.bool, device=DEVICE)
        recorded[: self.racing] = False
        self._leading(plays.boards, plays.kinds, top[self.racing :])
        self.boards = plays.boards[chosen].clone()
        self._end(kinds)
        return best, goes_on, recorded

    def _leading(self, boards: Tensor, kinds: Tensor, top: Tensor) -> None:
        """Remember the leading plays of some throws: what they are worth comes with the next turn."""
        some = top[torch.rand(len(top), device=DEVICE) < SIBLING_SHARE]
        made = (some >= 0) & (kinds[some.clamp(min=0)] == CONTACT)
        several = made.sum(1) > 1
        self.siblings, self.made = boards[some[several].clamp(min=0)], made[several]

    def _end(self, kinds: Tensor) -> None:
        """Begin anew where a game is over or is a race, but for the places of races."""
        races = kinds == RACE
        races[: self.racing] = False
        met = self.boards[races]
        if self.races is None and len(met):
            self.races = Memory(met)
            self.racing = int(self.count * RACES)
            self.boards[: self.racing] = self.races.draw(self.racing)
            kinds = kinds.clone()
            kinds[: self.racing] = CONTACT
        elif self.races is not None:
            self.races.add(met)
            over = (kinds[: self.racing] == OVER).nonzero()[:, 0]
            self.boards[over] = self.races.draw(len(over))
        ended = kinds != CONTACT
        ended[: self.racing] = False
        met = self.boards[self.racing :][~ended[self.racing :]]
        met = met[torch.rand(len(met), device=DEVICE) < REMEMBERED]
        for memory, which in zip(self.rare, rare_kinds(met), strict=False):
            memory.add(met[which])
        self._begin(ended.nonzero()[:, 0])

    def _ranked(self, expanded: Expanded) -> Ranked:
        """Return the plays of a few boards."""
        every = len(expanded.means)
        few = torch.zeros(every, dtype=torch.bool, device=DEVICE)
        few[torch.randint(0, self.count, (24,), device=DEVICE)] = True
        few[torch.randint(0, max(self.racing, 1), (4,), device=DEVICE)] = True
        items = expanded.plays.items
        rows = few[items % every].nonzero()[:, 0]
        return Ranked(expanded.plays.boards[rows], items[rows], expanded.chances[rows])
