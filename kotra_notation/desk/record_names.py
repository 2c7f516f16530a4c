"""Names of files for records that are written."""

from __future__ import annotations

import re

SUFFIX = ".kotra"
# What is no name for a file on one system or another.
RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.I)
# What a proposed name has of a player, in bytes: two of these and a number are still a name.
LONGEST_WORD = 50


def propose_name(players: tuple[str, str]) -> str:
    """Return a name for a record of two players."""
    words = [cut_bytes(re.sub(r"[\W_]+", "-", player.lower()).strip("-"), LONGEST_WORD) for player in players]
    stem = "-".join(filter(None, words)) or "match"
    return f"{'match-' if RESERVED.match(f'{stem}.') else ''}{stem}{SUFFIX}"


def cut_bytes(word: str, most: int) -> str:
    """Return a word of so many bytes at most; no character is cut in two."""
    return word.encode("utf-8", "ignore")[:most].decode("utf-8", "ignore")
