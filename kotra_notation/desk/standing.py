"""Where a text stands, as the pages that write and show it are told."""

from __future__ import annotations

from kotra_notation.desk.asking import Row
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.jobs import draft
from kotra_notation.jobs.rulesets import ruleset_of


def stood(text: str, desk: DeskSettings, line: int | None = None) -> Row:
    """The text with where it stands, and whether it is one of the old game."""
    found = draft.standing(text, line=line)
    ruleset = ruleset_of(found.rules)
    old = ruleset is not None and ruleset.facts.lettered
    return {"text": text, "standing": found.as_json(desk.tongue) | {"old": old}}
