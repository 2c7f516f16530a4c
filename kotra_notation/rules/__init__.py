"""The rules of both games: rule sets by name, legal plays, cube and results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotra_notation.late import late

if TYPE_CHECKING:
    from kotra_notation.rules.engine import CompletePlay as CompletePlay
    from kotra_notation.rules.engine import complete as complete
    from kotra_notation.rules.engine import end_turn as end_turn
    from kotra_notation.rules.engine import from_other_side as from_other_side
    from kotra_notation.rules.engine import may_lead as may_lead
    from kotra_notation.rules.engine import numbers as numbers
    from kotra_notation.rules.engine import refusal as refusal
    from kotra_notation.rules.engine import settle_turn as settle_turn
    from kotra_notation.rules.engine import throw_of as throw_of
    from kotra_notation.rules.named import OPTIONS as OPTIONS
    from kotra_notation.rules.named import RULESETS as RULESETS
    from kotra_notation.rules.named import Named as Named
    from kotra_notation.rules.named import changed_options as changed_options
    from kotra_notation.rules.named import named as named
    from kotra_notation.rules.named import options_of as options_of
    from kotra_notation.rules.named import specification as specification
    from kotra_notation.rules.named import with_options as with_options
    from kotra_notation.rules.options import Option as Option
    from kotra_notation.rules.options import option_text as option_text
    from kotra_notation.rules.ruleset import Facts as Facts
    from kotra_notation.rules.ruleset import Node as Node
    from kotra_notation.rules.ruleset import OptionValue as OptionValue
    from kotra_notation.rules.ruleset import Ruleset as Ruleset
    from kotra_notation.rules.ruleset import Step as Step
    from kotra_notation.rules.ruleset import Throw as Throw

# The kernel is asked at once of a match text that may be sound: nothing else is loaded for that.
__all__ = late(
    __name__,
    {
        "engine": "CompletePlay complete end_turn from_other_side may_lead numbers refusal "
        "settle_turn throw_of",
        "named": "OPTIONS RULESETS Named changed_options named options_of specification with_options",
        "options": "Option option_text",
        "ruleset": "Facts Node OptionValue Ruleset Step Throw",
    },
)
