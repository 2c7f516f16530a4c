"""The dialects of match text: how each is known, and how one of them is laid out when written."""

from __future__ import annotations

from dataclasses import dataclass

# The tag `Site` of those who sign their files.
SITES = {
    "backgammongalaxy": "galaxy",
    "backgammon galaxy": "galaxy",
    "opengammon": "opengammon",
    "playok": "playok",
    "xg mobile": "xg",
}


@dataclass(slots=True)
class Signs:
    """What tells the dialect of a text: its body first, then what its head says of itself."""

    capital_bar: bool = False
    small_bar: bool = False
    hits: bool = False
    and_the_match: bool = False
    rated: bool = False
    indented_length: bool = False
    site: str = ""
    tags: int = 0

    @classmethod
    def of(cls, text: str) -> Signs:
        """The signs that the body as a whole gives."""
        return cls(
            capital_bar=" Bar/" in text or "/Off" in text,
            small_bar=" bar/" in text or "/off" in text,
            hits="*" in text,
            and_the_match="and the match" in text,
        )

    def tag(self, key: str, value: str) -> None:
        """Take in a tag of the head."""
        self.tags += 1
        if key == "Site":
            self.site = value.lower()

    @property
    def dialect(self) -> str:
        """The name of the dialect."""
        if self.rated:
            return "gridgammon"
        if self.capital_bar:
            return "xg"
        signed = next((name for site, name in SITES.items() if site in self.site), "")
        if self.small_bar:
            return signed or "studio"
        if signed:
            return signed
        if self.tags and not self.indented_length and "studio" not in self.site:
            return "xg-mat"
        return "jellyfish" if self.and_the_match or not self.hits else "gnubg"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatLayout:
    """Where things stand in a written file, and how they are spelled. Widths are in bytes.

    A row is its number in `number` places, a parenthesis, a blank, the left cell in `left` places, a
    blank, and the right cell; `name` is the width of the left name with its score; `result` the blanks
    before a result, by seat, which shares the row of a left-hand drop if `result_behind_drop`.
    """

    length: str
    number: int
    left: int
    name: int
    result: tuple[int, int]
    result_behind_drop: bool
    bar: str
    off: str
    hit: str
    cannot_move: str
    not_recorded: str
    points: str


LAYOUTS: dict[str, MatLayout] = {
    "gnubg": MatLayout(
        length=" {length} point match",
        number=3,
        left=27,
        name=31,
        result=(6, 34),
        result_behind_drop=True,
        bar="25",
        off="0",
        hit="*",
        cannot_move="Cannot Move",
        not_recorded="????",
        points="points",
    )
}
