"""Repair: what was most probably played where a record cannot be right as it stands."""

from kotra_notation.repair.edits import Edit, OrderEdit, WordEdit, apply_edits, meant_text, why, written_text
from kotra_notation.repair.effort import Effort, HintPurse, Purse, little
from kotra_notation.repair.game import Account
from kotra_notation.repair.hints import Hints, with_hint
from kotra_notation.repair.proposals import CONFIDENCES, Proposal, RepairChoice, ordered_by_play, proposals
from kotra_notation.repair.repairs import GameRepair, Repairs, repair, repairs

__all__ = [
    "CONFIDENCES",
    "Account",
    "Edit",
    "Effort",
    "GameRepair",
    "HintPurse",
    "Hints",
    "OrderEdit",
    "Proposal",
    "Purse",
    "RepairChoice",
    "Repairs",
    "WordEdit",
    "apply_edits",
    "little",
    "meant_text",
    "ordered_by_play",
    "proposals",
    "repair",
    "repairs",
    "why",
    "with_hint",
    "written_text",
]
