"""The rules a caller asks for: a rule set, or its name with options."""

from __future__ import annotations

from kotra_notation.findings import sentences
from kotra_notation.rules import Ruleset, named

# A rule set, or its name and options (`modern,beavers=on`); None for the rules of the record.
Rules = Ruleset | str | None


def ruleset_of(rules: Rules) -> Ruleset | None:
    """The rules of a name such as `modern,beavers=on`; ValueError where there are none such."""
    if not isinstance(rules, str):
        return rules
    chosen = named(rules)
    grave = next((finding for finding in chosen.findings if finding.severity == "error"), None)
    if grave is not None:
        raise ValueError(sentences(grave))
    return chosen.ruleset
