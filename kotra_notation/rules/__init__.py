"""The rules of both games: rule sets by name, legal plays, cube and results."""

from __future__ import annotations

from kotra_notation.late import late

# The kernel is asked at once of a match text that may be sound: nothing else is loaded for that.
__all__ = late(__name__)
