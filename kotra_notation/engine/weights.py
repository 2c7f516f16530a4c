"""The nets of a file by name, and what is known of how they were made and how strong they are."""

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

from kotra_notation.engine.nets import CHANCES, INPUTS, INPUTS_IN_CONTACT, RAW_INPUTS, Net
from kotra_notation.words import phrase

if TYPE_CHECKING:
    from kotra_notation.engine.nets import Floats

ABOUT = "about"
# A file of nets is no larger than this when it is unpacked, and no weight beyond half precision.
LARGEST, HALF_PRECISION = 64_000_000, 60_000
DAMAGED = (KeyError, ValueError, TypeError, EOFError, OSError, NotImplementedError, BadZipFile, zlib.error)


@dataclass(frozen=True, slots=True, eq=False)
class NetKind:
    """What nets a game has, by name how many inputs each sees, and how many chances they tell; their file."""

    file: str
    seen: Mapping[str, int]
    outcomes: int


# A net for positions with contact, one for races, and a small one that ranks plays before they look.
MODERN = NetKind("modern.npz", {"contact": INPUTS_IN_CONTACT, "race": INPUTS, "ranking": INPUTS}, CHANCES)


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
                    seen,
                    [kept[f"{name} {at}"] for at in range(sum(key.startswith(f"{name} ") for key in kept))],
                    kind.outcomes,
                )
                for name, seen in kind.seen.items()
            }
    except (OSError, KeyError, ValueError, EOFError, BadZipFile) as problem:
        raise ValueError(f"these are no weights of the engine ({problem})") from problem
    found = Nets(nets, about)
    if found.digest != about.get("digest"):
        raise ValueError("the weights of the engine are not those that were written; install it anew")
    return found


@lru_cache(maxsize=4)
def shipped_nets(kind: NetKind = MODERN) -> Nets:
    """The nets that come with the package."""
    return read(files(__package__).joinpath(kind.file).read_bytes(), kind)


def read_file(path: str) -> Nets:
    """Return the nets of modern kotra in a file; ValueError where it holds none.

    The trainer's files are read, and nets of the usual layout: an .npz file with weights (out, in) and biases
    in turn, 196 inputs, rectified units and five chances. Such a net judges every position; the small net of
    the package still ranks the plays.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as problem:
        raise ValueError(phrase("{file} was not read: {why}.", file=path, why=problem.strerror)) from problem
    try:
        with ZipFile(BytesIO(data)) as members:
            if sum(member.file_size for member in members.infolist()) > LARGEST:
                raise ValueError("it is too large")
        with np.load(BytesIO(data), allow_pickle=False) as kept:
            ours = ABOUT in kept.files
            arrays = [] if ours else [kept[key].astype(np.float32) for key in kept.files]
        if ours:
            return replace(read(data), file=path)
        net = _net(RAW_INPUTS, [array.T if array.ndim == 2 else array for array in arrays], CHANCES)
        if any(not (np.abs(array) < HALF_PRECISION).all() for array in arrays):
            raise ValueError("a weight is too large, or no number")
    except DAMAGED as problem:
        raise ValueError(
            phrase("{file} has no nets for modern kotra; docs/engine.md describes the format.", file=path)
        ) from problem
    return Nets({"contact": net, "race": net, "ranking": shipped_nets()["ranking"]}, file=path)


def _arrays(net: Net) -> list[Floats]:
    return [array for layer in net.layers for array in layer]


def _net(seen: int, arrays: list[Floats], outcomes: int) -> Net:
    """A net of weights and biases in turn, of so many inputs; ValueError where they do not fit together."""
    widths = [seen, *(len(bias) for bias in arrays[1::2])]
    if len(arrays) < 4 or len(arrays) % 2 or widths[-1] != outcomes:
        raise ValueError("layers are missing")
    for weights, above, below in zip(arrays[::2], widths[:-1], widths[1:], strict=True):
        if weights.shape != (above, below):
            raise ValueError("the layers do not fit together")
    whole = [array.astype(np.float32) for array in arrays]
    return Net(list(zip(whole[::2], whole[1::2], strict=True)))
