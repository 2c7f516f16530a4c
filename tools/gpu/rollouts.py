"""Rollouts to the end of the game with the luck of every throw removed, for a yardstick of our own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from kotra_notation.engine import nets
from kotra_notation.engine.many_plays import THROWS
from tools.gpu.boards import CONTACT, DEVICE
from tools.gpu.games import random_throws
from tools.gpu.judging import other_side, points

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tools.gpu.games import Games
    from tools.gpu.judging import Judge

# Games of a rollout that are played side by side.
TOGETHER = 49152
# The plays of a decision that are rolled out: the leading ones, none further behind the first.
LEADING, WITHIN = 4, 0.15
UNTIL_ENDED = 400


def results(judge: Judge, boards: Tensor) -> Tensor:
    """Play each board to the end; return the chances of the side on roll, all luck removed."""
    total = torch.zeros((len(boards), nets.CHANCES), device=DEVICE)
    active = torch.arange(len(boards), device=DEVICE)
    best: Tensor | None = None
    for turn in range(UNTIL_ENDED):
        expanded = judge.expand(boards)
        change = expanded.means if best is None else other_side(expanded.means) - best
        total[active] += _turned(change, turn - 1) if turn else change
        rows = torch.arange(len(boards), device=DEVICE)
        throws = random_throws(len(boards))
        chosen = expanded.plays.best(expanded.worths, throws * len(boards) + rows)[:, 0]
        going = (expanded.plays.kinds[chosen] == CONTACT).nonzero()[:, 0]
        if not len(going):
            break
        best = expanded.best[throws, rows][going]
        boards, active = expanded.plays.boards[chosen[going]], active[going]
    return total


def _turned(change: Tensor, turns: int) -> Tensor:
    """Return a change of chances as the side sees it that was on roll so many turns ago."""
    if turns % 2 == 0:
        return change
    turned = change[:, list(nets.MIRRORED)]
    turned[:, 0] *= -1
    return turned


def roll_out(judge: Judge, boards: Tensor, games: int) -> tuple[Tensor, Tensor]:
    """Return the mean chances of the side on roll, and the standard errors of its points."""
    means, errors = [], []
    for some in boards.split(max(TOGETHER // games, 1)):
        chances = results(judge, some.repeat_interleave(games, 0)).view(len(some), games, -1)
        means.append(chances.mean(1))
        errors.append(points(chances).std(1) / games**0.5)
    return torch.cat(means), torch.cat(errors)


def decisions(judge: Judge, games: Games, count: int, trials: int) -> dict[str, NDArray[Any]]:
    """Return so many decisions from games in play, their leading plays rolled out."""
    boards = games.boards[games.racing :]
    boards = boards[torch.randperm(len(boards), device=DEVICE)[:count]]
    expanded = judge.expand(boards)
    throws = random_throws(len(boards))
    items = throws * len(boards) + torch.arange(len(boards), device=DEVICE)
    top = expanded.plays.best(expanded.worths, items, LEADING)
    worths = torch.where(top >= 0, expanded.worths[top.clamp(min=0)], -9.0)
    wanted = worths >= worths[:, :1] - WITHIN
    plays = top[wanted]
    contact = expanded.plays.kinds[plays] == CONTACT
    means = expanded.chances[plays]
    errors = torch.zeros(len(plays), device=DEVICE)
    means[contact], errors[contact] = roll_out(judge, expanded.plays.boards[plays[contact]], trials)
    decision = wanted.nonzero()[:, 0]
    dice = torch.tensor(THROWS, device=DEVICE)[throws]
    arrays = {
        "boards": boards,
        "dice": dice.to(torch.int8),
        "decision": decision.to(torch.int16),
        "after": expanded.plays.boards[plays],
        "chances": means.half(),
        "errors": errors.half(),
    }
    return {name: array.cpu().numpy() for name, array in arrays.items()}
