"""Words and options of other programs, and what people try, with what does the same here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from kotra_notation.cli.options import FILE_OPTION
from kotra_notation.installation import read_table

# Other spellings of options of some commands.
RENAMED = {
    "check --only-errors": "--errors-only",
    "check --quiet": "--errors-only",
    "check --table": FILE_OPTION,
}


@cache
def pointers(section: str) -> Mapping[str, str]:
    """Return what does the same here, by what people try; only a word that is not known asks for it."""
    table = read_table(__file__, "elsewhere.toml")[section]
    return {word: answer for answer, words in table.items() for word in words}
