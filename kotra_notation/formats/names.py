"""Names of players that a file writes more than once, held against each other."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from kotra_notation.findings import Finding, finding, phrase
from kotra_notation.model import Span

Names = Sequence[str | None]

# A part of a name that says who is meant; initials and particles do not.
LEAST = 3


def other_players(number: int, match: Names, game: Names, span: Span | None) -> Finding:
    """A game whose players are not those of its match."""
    return finding(
        "witness-disagrees",
        span=span,
        one=phrase("the players are {first} and {second}", first=match[0], second=match[1]),
        other=phrase(
            "those of game {number} are {first} and {second}", number=number, first=game[0], second=game[1]
        ),
    )


def unlike_head(head: Names, match: Names, span: Span | None) -> Finding | None:
    """A note where the head names a player who does not play; a name may have several forms."""
    if all(not name or any(alike(name, other or "") for other in match) for name in head):
        return None
    named, playing = (" – ".join(name or "?" for name in names) for names in (head, match))
    what = phrase("it names {named}, and {playing} play", named=named, playing=playing)
    return finding("head-doubtful", span=span, written=named, what=what)


def alike(one: str, other: str) -> bool:
    """Whether two texts may name one person: a part of one is a part of the other, or its beginning."""
    return not other or any(
        short.startswith(long) or long.startswith(short) for short in _parts(one) for long in _parts(other)
    )


def _parts(name: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", name).casefold()
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    words = re.findall(r"[^\W_]+", plain)
    return [word for word in words if len(word) >= LEAST] or ["".join(words)]
