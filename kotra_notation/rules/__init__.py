"""The rules of both games: rule sets by name, legal plays, cube and results."""

from __future__ import annotations

from kotra_notation.rules import marks
from kotra_notation.rules.engine import (
    CompletePlay,
    complete,
    legal_plays,
    legal_results,
    may_lead,
    numbers,
    passed,
    refusal,
    settled,
    throw_of,
    turned_over,
)
from kotra_notation.rules.named import (
    OPTIONS,
    RULESETS,
    Named,
    named,
    options_of,
    specification,
    switched,
    with_options,
)
from kotra_notation.rules.options import Option, spelled
from kotra_notation.rules.ruleset import Facts, Node, OptionValue, Ruleset, Step, Throw

__all__ = [
    "OPTIONS",
    "RULESETS",
    "CompletePlay",
    "Facts",
    "Named",
    "Node",
    "Option",
    "OptionValue",
    "Ruleset",
    "Step",
    "Throw",
    "complete",
    "legal_plays",
    "legal_results",
    "marks",
    "may_lead",
    "named",
    "numbers",
    "options_of",
    "passed",
    "refusal",
    "settled",
    "specification",
    "spelled",
    "switched",
    "throw_of",
    "turned_over",
    "with_options",
]
