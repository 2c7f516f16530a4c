"""The dialects of match text: how each is known, and how one of them is laid out when written."""

from __future__ import annotations

from dataclasses import dataclass

# The tag `Site` of those who sign their files.
SITES = {
    "backgammongalaxy": "galaxy",
    "backgammon studio": "studio",
    "gridgammon": "gridgammon",
    "gamesgrid": "gridgammon",
    "opengammon": "opengammon",
    "playok": "playok",
    "xg mobile": "xg",
    "extreme gammon": "xg",
}


@dataclass(slots=True)
class Signs:
    """What was seen in a text that tells its dialect."""

    site: str = ""
    rated: bool = False
    capital_bar: bool = False
    small_bar: bool = False
    tags: int = 0
    and_the_match: bool = False
    hits: bool = False
    indented_length: bool = False


def signs(text: str) -> Signs:
    """The signs that the body as a whole gives."""
    return Signs(
        capital_bar="Bar/" in text or "/Off" in text,
        small_bar="bar/" in text or "/off" in text,
        hits="*" in text,
        and_the_match="and the match" in text,
    )


def dialect(signs: Signs) -> str:
    """The dialect; the body is trusted before the signature."""
    if signs.rated:
        return "gridgammon"
    if signs.capital_bar:
        return "xg"
    if signs.small_bar:
        return "studio"
    for site, name in SITES.items():
        if site in signs.site.lower():
            return name if name != "studio" else "jellyfish"
    if signs.tags and not signs.indented_length:
        return "xg-mat"
    if signs.and_the_match or not signs.hits:
        return "jellyfish"
    return "gnubg"


@dataclass(frozen=True, slots=True)
class MatLayout:
    """Where things stand in a written file, and how they are spelled."""

    number: int
    left: int
    name: int
    result: tuple[int, int]
    length: str
    bar: str
    off: str
    cannot_move: str
    hit: str


# The right cell begins after `number` places, a parenthesis, a blank, `left` places and a blank.
LAYOUTS: dict[str, MatLayout] = {
    "gnubg": MatLayout(
        number=3,
        left=27,
        name=31,
        result=(6, 34),
        length=" {length} point match",
        bar="25",
        off="0",
        cannot_move="",
        hit="*",
    )
}
