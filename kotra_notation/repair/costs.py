"""What slips cost, and what it costs to leave a fault as it is: read from `costs.toml`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache

from kotra_notation.values import dataclass

TABLE = os.path.join(os.path.dirname(__file__), "costs.toml")


@dataclass(frozen=True, slots=True)
class RepairCosts:
    """Costs by name: of `slips` in turns, of those of the `stakes`, of what is `left`, and what costs `more`.

    Low is likely. `unseen` is a slip in a turn that is lawful as written; `unlike` a play that has nothing
    in common with the text that could not be read. `habits`: what people look at when they choose a play.
    """

    slips: Mapping[str, float]
    stakes: Mapping[str, float]
    left: Mapping[str, float]
    more: Mapping[str, float]
    habits: Mapping[str, float]


@cache
def costs() -> RepairCosts:
    """The costs as they were fitted."""
    import tomllib

    with open(TABLE, "rb") as file:
        table = tomllib.load(file)
    return RepairCosts(table["slips"], table["stakes"], table["left"], table["more"], table["habits"])
