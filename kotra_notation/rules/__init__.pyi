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

__all__: list[str]
