"""Numbers about a replayed match: what can be counted, and what an engine in the record said of it.

`statistics` counts; `analysis` gathers the decisions that an engine weighed, `quality` adds up their losses,
`questions` are those that a quiz may ask.
Each folds the frames of a match unless they are given: `frames_of` makes them once for all.
"""

from __future__ import annotations

from kotra_notation.statistics.analysis import Analysis, analysis
from kotra_notation.statistics.conventions import CONVENTIONS, GNUBG, XG, Convention, Threshold
from kotra_notation.statistics.counted import GameStatistics, Instant, Statistics, frames_of, statistics
from kotra_notation.statistics.counts import Dice, SeatCounts
from kotra_notation.statistics.cubes import FAULTS, PROPER, CubeVerdict
from kotra_notation.statistics.decisions import (
    PHASES,
    Fault,
    Fortune,
    Prospect,
    WeighedChoice,
    WeighedDecision,
)
from kotra_notation.statistics.quality import FaultCount, Quality, SideQuality, quality
from kotra_notation.statistics.questions import QuizAnswer, QuizQuestion, questions
from kotra_notation.statistics.sheet import QualitySheet, Rating, Result, SideSheet, Sum, sheet

__all__ = [
    "CONVENTIONS",
    "FAULTS",
    "GNUBG",
    "PHASES",
    "PROPER",
    "XG",
    "Analysis",
    "Convention",
    "CubeVerdict",
    "Dice",
    "Fault",
    "FaultCount",
    "Fortune",
    "GameStatistics",
    "Instant",
    "Prospect",
    "Quality",
    "QualitySheet",
    "QuizAnswer",
    "QuizQuestion",
    "Rating",
    "Result",
    "SeatCounts",
    "SideQuality",
    "SideSheet",
    "Statistics",
    "Sum",
    "Threshold",
    "WeighedChoice",
    "WeighedDecision",
    "analysis",
    "frames_of",
    "quality",
    "questions",
    "sheet",
    "statistics",
]
