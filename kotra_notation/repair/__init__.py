"""Repair: what was most probably played where a record cannot be right as it stands."""

from kotra_notation.repair.edits import Edit, edited
from kotra_notation.repair.game import Account
from kotra_notation.repair.proposals import CONFIDENCES, Choice, Proposal, proposals
from kotra_notation.repair.repairs import GameRepair, Repairs, repair
from kotra_notation.repair.wording import said, why

__all__ = [
    "CONFIDENCES",
    "Account",
    "Choice",
    "Edit",
    "GameRepair",
    "Proposal",
    "Repairs",
    "edited",
    "proposals",
    "repair",
    "said",
    "why",
]
