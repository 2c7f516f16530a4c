"""The sentences of the findings, one table, by the name of the kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def message(name: str, facts: Mapping[str, Any]) -> str:
    """The sentence for a finding of this kind."""
    return name


def hint(name: str, facts: Mapping[str, Any]) -> str:
    """What to look at, or nothing."""
    return ""
