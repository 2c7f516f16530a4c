"""What the commands do, as functions from values to values: they print nothing, ask nothing and end nothing.

The command line, a notebook and every other program call the same ones; `kotra_notation` offers them by name.
"""

from __future__ import annotations

DONE, FOUND, FAILED = 0, 1, 2
