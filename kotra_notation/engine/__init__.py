"""An engine of our own: what positions are worth, what should have been played, who was lucky."""

from kotra_notation.engine.evaluator import Evaluator
from kotra_notation.engine.weighing import Weigher

__all__ = ["Evaluator", "Weigher"]
