"""Nets: what a position is worth to the side on roll, as five chances, before the dice are thrown.

The input is the board, 208 numbers: four for each point, the bars too, and each side (one man or more, two,
three, and how many beyond). What has been borne off follows from the rest. Where there is contact, what both
sides threaten is seen too (`threats.py`). Layers of rectified units come behind; the last gives the chances
of a win, of a win by gammon or more, by backgammon, and of losses by gammon or more and by backgammon.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile, ZipFile

import numpy as np

from kotra_notation.engine import threats
from kotra_notation.engine.many_plays import BAR, WIDTH
from kotra_notation.errors import KotraError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotra_notation.engine.many_plays import Boards

    Floats = NDArray[np.float32]


UNITS_OF_POINT = 8
INPUTS = WIDTH * UNITS_OF_POINT
INPUTS_IN_CONTACT = INPUTS + threats.INPUTS
# The inputs of the usual layout that other people's nets have.
RAW_INPUTS = 196
CHANCES = 5
# A net for races sees the points of one side and four sums, and tells so many numbers of rolls, from 0.
INPUTS_OF_SIDE = (BAR - 1) * UNITS_OF_POINT // 2 + 4
ROLLS = 48
# The chances as the other side has them, but that a win is what is left of the first.
MIRRORED = (0, 3, 4, 1, 2)
MEN = 15
# What a chance is made of is cut off here, at one in a thousand million.
MOST = 20
ONE = np.float32(1)
# At most so many positions at a time, that what lies between two layers stays near the processor.
CHUNK = 512


def _units(men: int) -> list[float]:
    """The four inputs of a point for so many men of a side."""
    return [float(men >= 1), float(men >= 2), float(men >= 3), max(men - 3, 0) / 2]


# A row for each count of a point, from 15 of the other side to 15 own men; one more byte wraps around.
UNITS = np.array([_units(count) + _units(-count) for count in (*range(128), *range(-128, 0))], np.float32)


def inputs(boards: Boards) -> Floats:
    """Return what a net sees of boards."""
    counts = np.ascontiguousarray(boards).view(np.uint8)
    return UNITS.take(counts, axis=0, mode="clip").reshape(len(boards), INPUTS)


def raw_inputs(boards: Boards) -> Floats:
    """Return the 196 numbers that nets of the usual layout see: 98 of the side on roll, 98 of the other side.

    Each 98 are the four of every point, from the 1-point of the side on roll up, half of the checkers on the
    bar, and a fifteenth of those borne off.
    """
    units = inputs(boards).reshape(len(boards), WIDTH, 2, -1)[:, 1:BAR].swapaxes(1, 2)
    own, other = np.maximum(boards, 0), np.maximum(-boards, 0)
    bars = np.stack([own[:, BAR], other[:, 0]], axis=1)[..., None] / 2
    off = (MEN - np.stack([own.sum(axis=1), other.sum(axis=1)], axis=1)[..., None]) / MEN
    seen = np.concatenate([units.reshape(len(boards), 2, -1), bars, off], axis=2, dtype=np.float32)
    return seen.reshape(len(boards), RAW_INPUTS)


def inputs_in_contact(boards: Boards) -> Floats:
    """Return what a net for positions with contact sees of boards."""
    return np.concatenate([inputs(boards), threats.threats(boards)], axis=1)


class Net:
    """Layers of weights and biases. The width of the first one tells what the net sees of a board."""

    def __init__(self, layers: list[tuple[Floats, Floats]]) -> None:
        self.layers = layers

    def of_boards(self, boards: Boards) -> Floats:
        """Return the chances of boards, none of which contradicts another or the board."""
        inputs = INPUTS_OF[len(self.layers[0][0])]
        array = np.empty((len(boards), CHANCES), np.float32)
        for begin in range(0, len(boards), CHUNK):
            array[begin : begin + CHUNK] = self._outputs(inputs(boards[begin : begin + CHUNK]))
        array = make_consistent(logistic(array))
        # Who has borne off a man loses no gammon.
        for side, columns in ((-boards, slice(1, 3)), (boards, slice(3, 5))):
            array[:, columns] *= (np.maximum(side, 0).sum(axis=1) == MEN)[:, None]
        return array

    def chances(self, seen: Floats) -> Floats:
        """The chances of each row of inputs, as they come: one may contradict another."""
        return logistic(self.outputs(seen))

    def outputs(self, seen: Floats) -> Floats:
        """Return what comes out of the last layer for each row of inputs."""
        array = np.empty((len(seen), len(self.layers[-1][1])), np.float32)
        for begin in range(0, len(seen), CHUNK):
            array[begin : begin + CHUNK] = self._outputs(seen[begin : begin + CHUNK])
        return array

    def _outputs(self, values: Floats) -> Floats:
        *hidden, (last, bias) = self.layers
        for weights, biases in hidden:
            values = values @ weights
            values += biases
            rectify(values)
        return values @ last + bias


# What a net sees, by how many numbers it takes.
INPUTS_OF = {INPUTS: inputs, INPUTS_IN_CONTACT: inputs_in_contact, RAW_INPUTS: raw_inputs}


def logistic(values: Floats) -> Floats:
    """Chances between 0 and 1."""
    array: Floats = np.reciprocal(np.exp(np.clip(-values, -MOST, MOST)) + ONE)
    return array


def make_consistent(chances: Floats) -> Floats:
    """Chances of which none contradicts another, in place: a backgammon is a gammon, and a gammon a win."""
    np.minimum(chances[:, 1], chances[:, 0], out=chances[:, 1])
    np.minimum(chances[:, 2], chances[:, 1], out=chances[:, 2])
    np.minimum(chances[:, 3], 1 - chances[:, 0], out=chances[:, 3])
    np.minimum(chances[:, 4], chances[:, 3], out=chances[:, 4])
    return chances


def rectify(values: Floats) -> Floats:
    """Return what is above nought, in place."""
    np.maximum(values, 0, out=values)
    return values


def other_side(chances: Floats) -> Floats:
    """The chances of the one who is not on roll."""
    array = chances[:, MIRRORED]
    array[:, 0] = 1 - array[:, 0]
    return array


def cubeless(chances: Floats) -> Floats:
    """The points that a side with these chances expects, the cube apart."""
    return 2 * chances[:, 0] - 1 + chances[:, 1] + chances[:, 2] - chances[:, 3] - chances[:, 4]


def is_race(boards: Boards) -> NDArray[np.bool_]:
    """Return whether all men have passed each other."""
    own = boards > 0
    theirs = boards < 0
    highest = BAR - own[:, ::-1].argmax(axis=1)
    highest[~own.any(axis=1)] = 0
    lowest = theirs.argmax(axis=1)
    lowest[~theirs.any(axis=1)] = BAR + 1
    apart: NDArray[np.bool_] = highest < lowest
    return apart


def is_over(boards: Boards) -> NDArray[np.bool_]:
    """Return whether the side that sees the boards has no man left."""
    return np.asarray((boards[:, 1:] <= 0).all(axis=1))


def final_chances(boards: Boards) -> Floats:
    """The chances of the side that sees the boards and has just borne off its last man."""
    array = np.zeros((len(boards), CHANCES), np.float32)
    theirs = np.maximum(-boards, 0)
    gammon = theirs.sum(axis=1) == MEN
    array[:, 0] = 1
    array[:, 1] = gammon
    array[:, 2] = gammon & ((theirs[:, 0] > 0) | (theirs[:, 1:7] > 0).any(axis=1))
    return array


ABOUT = "about"
# A file of nets is no larger than this when it is unpacked, and no weight beyond half precision.
LARGEST, HALF_PRECISION = 64_000_000, 60_000
DAMAGED = (KeyError, ValueError, TypeError, EOFError, OSError, NotImplementedError, BadZipFile, zlib.error)


@dataclass(frozen=True, slots=True, eq=False)
class NetKind:
    """The nets of a game by name, each with its numbers of inputs and outputs; and their file."""

    file: str
    widths: Mapping[str, tuple[int, int]]


# A net for positions with contact, a smaller one to look ahead (a file may lack it), one for races, and the
# smallest, which ranks plays before they are looked at.
AHEAD = "ahead"
MODERN = NetKind(
    "modern.npz",
    {
        "contact": (INPUTS_IN_CONTACT, CHANCES),
        AHEAD: (INPUTS_IN_CONTACT, CHANCES),
        "race": (INPUTS_OF_SIDE, 2 * ROLLS),
        "ranking": (INPUTS, CHANCES),
    },
)


@dataclass(frozen=True, slots=True)
class Nets:
    """The nets of a game by name. `about` tells how they were made: seed, positions, the loss measured."""

    nets: Mapping[str, Net]
    about: Mapping[str, Any] = field(default_factory=dict)
    # The file that they were read from; empty for those of the package.
    file: str = ""

    def __getitem__(self, name: str) -> Net:
        return self.nets[name]

    @property
    def digest(self) -> str:
        """Return what tells these weights from all others."""
        mixed = hashlib.sha256()
        for net in self.nets.values():
            for array in _arrays(net):
                mixed.update(array.astype("<f2").tobytes())
        return mixed.hexdigest()[:12]

    def as_bytes(self) -> bytes:
        """The file of these nets, in half precision."""
        arrays = {
            f"{name} {at}": array.astype("<f2")
            for name, net in self.nets.items()
            for at, array in enumerate(_arrays(net))
        }
        about = json.dumps({**self.about, "digest": self.digest}, sort_keys=True)
        made = BytesIO()
        np.savez_compressed(made, allow_pickle=False, **{ABOUT: np.array(about)}, **arrays)
        return made.getvalue()


def read(data: bytes, kind: NetKind = MODERN) -> Nets:
    """The nets of a file; ValueError where it holds none of this kind, or others than it says."""
    try:
        with np.load(BytesIO(data), allow_pickle=False) as kept:
            about = json.loads(str(kept[ABOUT]))
            nets = {
                name: _net(
                    [kept[f"{name} {at}"] for at in range(sum(key.startswith(f"{name} ") for key in kept))],
                    *widths,
                )
                for name, widths in kind.widths.items()
                if name != AHEAD or f"{AHEAD} 0" in kept
            }
    except (OSError, KeyError, ValueError, EOFError, BadZipFile) as problem:
        raise ValueError(f"these are no weights of the engine ({problem})") from problem
    read_nets = Nets(nets, about)
    if read_nets.digest != about.get("digest"):
        raise ValueError("the weights of the engine are not those that were written; install it anew")
    return read_nets


@lru_cache(maxsize=4)
def shipped_nets(kind: NetKind = MODERN) -> Nets:
    """The nets that come with the package."""
    return read(files(__package__).joinpath(kind.file).read_bytes(), kind)


def read_file(path: str) -> Nets:
    """Return the nets of modern kotra in a file; ValueError where it holds none.

    The trainer's files are read, and nets of the usual layout: an .npz file with weights (out, in) and biases
    in turn, 196 inputs, rectified units and five chances. Such a net judges positions with contact; the
    nets of the package still judge races and rank the plays.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as problem:
        raise KotraError("{file} was not read: {why}.", file=path, why=problem.strerror) from problem
    try:
        with ZipFile(BytesIO(data)) as members:
            if sum(member.file_size for member in members.infolist()) > LARGEST:
                raise ValueError("it is too large")
        with np.load(BytesIO(data), allow_pickle=False) as kept:
            ours = ABOUT in kept.files
            arrays = [] if ours else [kept[key].astype(np.float32) for key in kept.files]
        if ours:
            return replace(read(data), file=path)
        net = _net([array.T if array.ndim == 2 else array for array in arrays], RAW_INPUTS, CHANCES)
        if any(not (np.abs(array) < HALF_PRECISION).all() for array in arrays):
            raise ValueError("a weight is too large, or no number")
    except DAMAGED as problem:
        raise KotraError(
            "{file} has no nets for modern kotra; docs/engine.md describes the format.", file=path
        ) from problem
    return Nets({**shipped_nets().nets, "contact": net, AHEAD: net}, file=path)


def _arrays(net: Net) -> list[Floats]:
    return [array for layer in net.layers for array in layer]


def _net(arrays: list[Floats], seen: int, outcomes: int) -> Net:
    """A net of weights and biases in turn, of so many inputs; ValueError where they do not fit together."""
    widths = [seen, *(len(bias) for bias in arrays[1::2])]
    if len(arrays) < 4 or len(arrays) % 2 or widths[-1] != outcomes:
        raise ValueError("layers are missing")
    for weights, above, below in zip(arrays[::2], widths[:-1], widths[1:], strict=True):
        if weights.shape != (above, below):
            raise ValueError("the layers do not fit together")
    whole = [array.astype(np.float32) for array in arrays]
    return Net(list(zip(whole[::2], whole[1::2], strict=True)))
