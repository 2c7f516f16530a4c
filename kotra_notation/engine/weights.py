"""The nets of a file: three of them, and what is known of how they were made and how strong they are."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np

from kotra_notation.engine.nets import CHANCES, INPUTS, INPUTS_IN_CONTACT, Net

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kotra_notation.engine.nets import Floats

SEEN = {"contact": INPUTS_IN_CONTACT, "race": INPUTS, "ranking": INPUTS}
NAMES = tuple(SEEN)
SHIPPED = "modern.npz"
ABOUT = "about"


@dataclass(frozen=True, slots=True)
class Nets:
    """A net for positions with contact, one for races, and a small one that ranks plays before they look.

    `about` tells how they were made: seed, positions, and the loss that was measured.
    """

    contact: Net
    race: Net
    ranking: Net
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """What tells these weights from all others."""
        mixed = hashlib.sha256()
        for name in NAMES:
            for array in _arrays(getattr(self, name)):
                mixed.update(array.astype("<f2").tobytes())
        return mixed.hexdigest()[:12]

    def as_bytes(self) -> bytes:
        """The file of these nets, in half precision."""
        arrays = {
            f"{name} {at}": array.astype("<f2")
            for name in NAMES
            for at, array in enumerate(_arrays(getattr(self, name)))
        }
        about = json.dumps({**self.about, "digest": self.digest}, sort_keys=True)
        made = BytesIO()
        np.savez_compressed(made, allow_pickle=False, **{ABOUT: np.array(about)}, **arrays)
        return made.getvalue()


def read(data: bytes) -> Nets:
    """The nets of a file; ValueError where it holds none, or others than it says."""
    try:
        with np.load(BytesIO(data), allow_pickle=False) as kept:
            about = json.loads(str(kept[ABOUT]))
            contact, race, ranking = (
                _net(
                    seen,
                    [kept[f"{name} {at}"] for at in range(sum(key.startswith(f"{name} ") for key in kept))],
                )
                for name, seen in SEEN.items()
            )
    except (OSError, KeyError, ValueError, EOFError, BadZipFile) as problem:
        raise ValueError(f"these are no weights of the engine ({problem})") from problem
    found = Nets(contact, race, ranking, about)
    if found.digest != about.get("digest"):
        raise ValueError("the weights of the engine are not those that were written; install it anew")
    return found


@lru_cache(maxsize=1)
def shipped() -> Nets:
    """The nets that come with the package."""
    return read(files(__package__).joinpath(SHIPPED).read_bytes())


def _arrays(net: Net) -> list[Floats]:
    return [array for layer in net.layers for array in layer]


def _net(seen: int, arrays: list[Floats]) -> Net:
    """A net of weights and biases in turn, of so many inputs; ValueError where they do not fit together."""
    widths = [seen, *(len(bias) for bias in arrays[1::2])]
    if len(arrays) < 4 or len(arrays) % 2 or widths[-1] != CHANCES:
        raise ValueError("layers are missing")
    for weights, above, below in zip(arrays[::2], widths[:-1], widths[1:], strict=True):
        if weights.shape != (above, below):
            raise ValueError("the layers do not fit together")
    whole = [array.astype(np.float32) for array in arrays]
    return Net(list(zip(whole[::2], whole[1::2], strict=True)))
