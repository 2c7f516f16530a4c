"""What positions are worth, for millions of boards at once: nets in PyTorch, tables for races."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from kotra_notation.engine import bearoff, nets, races
from kotra_notation.engine import bearoff_tables as tables
from kotra_notation.engine.many_plays import BAR, HOME, THROWS, WEIGHTS
from tools.gpu.boards import CONTACT, DEVICE, INPUTS, OVER, RACE, REAL, Plays, all_plays, inputs

if TYPE_CHECKING:
    from kotra_notation.engine.nets import Net

# Boards whose inputs are held at a time.
CHUNK = 1 << 19
SIGNS = torch.tensor([2.0, 1, 1, -1, -1], device=DEVICE)
MIRRORED = list(nets.MIRRORED)
WEIGHTS_OF_THROWS = torch.tensor(WEIGHTS, dtype=torch.float32, device=DEVICE)


def module_of(net: Net) -> nn.Sequential:
    """Return a net of the engine as a module; inputs beyond its own count nothing."""
    layers: list[nn.Module] = []
    for weights, biases in net.layers:
        array = np.zeros((INPUTS if not layers else len(weights), len(biases)), np.float32)
        array[: len(weights)] = weights
        layer = nn.Linear(*array.shape)
        layer.weight.data, layer.bias.data = torch.from_numpy(array.T.copy()), torch.from_numpy(biases.copy())
        layers += [layer, nn.ReLU()]
    return nn.Sequential(*layers[:-1]).to(DEVICE)


def net_of(module: nn.Sequential, seen: int) -> Net:
    """Return a module as a net of the engine that sees so many inputs."""
    layers = [
        (layer.weight.detach().T.float().cpu().numpy().copy(), layer.bias.detach().float().cpu().numpy())
        for layer in module
        if isinstance(layer, nn.Linear)
    ]
    return nets.Net([(layers[0][0][:seen].copy(), layers[0][1]), *layers[1:]])


def points(chances: Tensor) -> Tensor:
    """Return the points that a side with these chances expects, without a cube."""
    return chances @ SIGNS - 1


def other_side(chances: Tensor) -> Tensor:
    """Return the chances of the other side."""
    mirrored = chances[..., MIRRORED]
    mirrored[..., 0] = 1 - mirrored[..., 0]
    return mirrored


def make_consistent(chances: Tensor) -> Tensor:
    """Return chances of which none contradicts another."""
    win, gammon, backgammon, lost, lost_backgammon = chances.unbind(1)
    gammon = torch.minimum(gammon, win)
    lost = torch.minimum(lost, 1 - win)
    rest = torch.minimum(backgammon, gammon), lost, torch.minimum(lost_backgammon, lost)
    return torch.stack([win, gammon, *rest], dim=1)


class Races:
    """The chances of races, as kotra_notation/engine/races.py has them."""

    def __init__(self, net: Net) -> None:
        self.layers = [
            (torch.tensor(weights).to(DEVICE), torch.tensor(bias).to(DEVICE)) for weights, bias in net.layers
        ]
        self.home = torch.tensor(races._at_home(), device=DEVICE)
        self.leaving = torch.tensor(bearoff._leaving(), device=DEVICE)
        self.before = torch.tensor(tables.BEFORE, device=DEVICE)
        self.units = torch.tensor(nets.UNITS[: nets.MEN + 1, : nets.UNITS_OF_POINT // 2], device=DEVICE)
        self.sums = torch.tensor(
            np.stack([races.PIPS, np.ones(BAR - 1), races.PIPS > HOME, races.WAY_HOME])
            / races.SCALES[:, None],
            dtype=torch.float32,
            device=DEVICE,
        )

    def numbers(self, counts: Tensor) -> Tensor:
        """Return the number of each row of checkers on the points 1 to 6."""
        sums = counts.flip(1).cumsum(1).long()
        return self.before[torch.arange(HOME, device=DEVICE), sums].sum(1)

    def rolls(self, sides: Tensor) -> Tensor:
        """Return the chance of each number of rolls until the last checker is off, and until the first is."""
        array = torch.empty((len(sides), 2, nets.ROLLS), device=DEVICE)
        home = ~(sides[:, HOME:] > 0).any(1)
        array[home] = self.home[self.numbers(sides[home, :HOME])]
        far = sides[~home].long()
        values = torch.cat([self.units[far].flatten(1), far.float() @ self.sums.T], dim=1)
        for number, (weights, bias) in enumerate(self.layers):
            values = torch.addmm(bias, values.relu() if number else values, weights)
        array[~home] = values.view(-1, 2, nets.ROLLS).softmax(2)
        array[sides.sum(1) < nets.MEN, races.FIRST] = (torch.arange(nets.ROLLS, device=DEVICE) == 0).float()
        return array

    def chances(self, boards: Tensor) -> Tensor:
        """Return the five chances of the side on roll in races."""
        turned = -boards.flip(1)
        own, theirs = (self.rolls(side[:, 1:BAR].clamp(min=0)) for side in (boards, turned))
        columns = [
            _no_later(own[:, races.LAST], theirs[:, races.LAST]),
            _no_later(own[:, races.LAST], theirs[:, races.FIRST]),
            self._backgammons(boards, turned, own[:, races.LAST], 0),
            _no_later(theirs[:, races.LAST], own[:, races.FIRST], 1),
            self._backgammons(turned, boards, theirs[:, races.LAST], 1),
        ]
        columns[1], columns[3] = torch.maximum(*columns[1:3]), torch.maximum(*columns[3:])
        return make_consistent(torch.stack(columns, dim=1))

    def _backgammons(self, winner: Tensor, loser: Tensor, rolls: Tensor, ahead: int) -> Tensor:
        chances = torch.zeros(len(winner), device=DEVICE)
        behind = loser[:, BAR - HOME : BAR].clamp(min=0)
        full = loser.clamp(min=0).sum(1) == nets.MEN
        rows = ((behind.sum(1) > 0) & full & ~(winner[:, HOME + 1 :] > 0).any(1)).nonzero()[:, 0]
        left = self.leaving[self.numbers(behind[rows])]
        chances[rows] = _no_later(rolls[rows, : left.shape[1]], left, ahead)
        return chances


def _no_later(own: Tensor, other: Tensor, ahead: int = 0) -> Tensor:
    """Return the chance that one side needs no more rolls than the other, which had some already."""
    at_least = other.flip(1).cumsum(1).flip(1)[:, ahead:]
    return (own[:, : at_least.shape[1]] * at_least).sum(1).clamp(0, 1)


class Expanded(NamedTuple):
    """The plays of all throws of boards, what they are worth, and the means over the throws."""

    plays: Plays
    chances: Tensor  # of the other side, who is on roll behind a play
    worths: Tensor  # to the side that plays
    best: Tensor  # the chances of the side that plays behind the best play: by throw, then board
    means: Tensor


class Judge:
    """A net for contact, and what is known of races and ended games."""

    def __init__(self, module: nn.Sequential, race: Races) -> None:
        self.race = race
        self.layers: list[tuple[Tensor, Tensor]] = []
        self.take(module)

    def take(self, module: nn.Sequential) -> None:
        """Judge by the weights of the module as they stand."""
        self.layers = [
            (layer.weight.detach().to(REAL).T.contiguous(), layer.bias.detach().to(REAL))
            for layer in module
            if isinstance(layer, nn.Linear)
        ]

    def chances(self, boards: Tensor, kinds: Tensor) -> Tensor:
        """Return the chances of the side on roll at boards."""
        array = torch.zeros((len(boards), nets.CHANCES), device=DEVICE)
        rows = (kinds == CONTACT).nonzero()[:, 0]
        for some in rows.split(CHUNK):
            values = inputs(boards, some)
            for weights, bias in self.layers[:-1]:
                values = torch._addmm_activation(bias, values, weights)
            weights, bias = self.layers[-1]
            outputs = torch.addmm(bias.float(), values.float(), weights.float())
            chances = make_consistent(outputs.sigmoid())
            # Who has borne off a man loses no gammon.
            for sign, columns in ((-1, slice(1, 3)), (1, slice(3, 5))):
                chances[:, columns] *= ((sign * boards[some]).clamp(min=0).sum(1) == nets.MEN)[:, None]
            array[some] = chances
        rows = (kinds == RACE).nonzero()[:, 0]
        for some in rows.split(CHUNK):
            array[some] = self.race.chances(boards[some])
        rows = (kinds == OVER).nonzero()[:, 0]
        lost = boards[rows].clamp(min=0)
        gammon = lost.sum(1) == nets.MEN
        array[rows, 3] = gammon.float()
        array[rows, 4] = (gammon & (lost[:, BAR - HOME :] > 0).any(1)).float()
        return array

    def expand(self, boards: Tensor) -> Expanded:
        """Return the plays of all throws of boards and what they are worth."""
        plays = all_plays(boards)
        chances = self.chances(plays.boards, plays.kinds)
        worths = -points(chances)
        best = other_side(chances[plays.best(worths)[:, 0]]).view(len(THROWS), len(boards), nets.CHANCES)
        return Expanded(plays, chances, worths, best, torch.einsum("tnc,t->nc", best, WEIGHTS_OF_THROWS))
