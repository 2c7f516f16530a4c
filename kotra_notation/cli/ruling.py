"""The rules that `--rules` names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotra_notation.cli.failing import complain, fail
from kotra_notation.cli.speaking import say, spoken

if TYPE_CHECKING:
    from kotra_notation.rules import Ruleset


def ruleset_named(text: str | None) -> Ruleset | None:
    """The rules of that name and with those options; leaves with a complaint where there are none such."""
    if text is None:
        return None
    from kotra_notation.rules import named

    chosen = named(text)
    for found in chosen.findings:
        if found.severity == "error":
            fail(f"{found.told(spoken()).message}{_near(found.facts.get('near'))}", about="--rules")
        complain(found.told(spoken()).message, about="--rules")
    return chosen.ruleset


def _near(word: object) -> str:
    return f" {say('Did you mean {near}?', near=word)}" if word else ""
