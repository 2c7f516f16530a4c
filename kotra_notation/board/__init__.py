"""The board: positions, their texts and identifiers, and diagrams."""

from kotra_notation.late import late

__all__ = late(__name__)
