"""The dialects of match text: how each is known, and how one of them is laid out when written."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kotra_notation.formats.holding import Thing

# The tag `Site` of those who sign their files.
SITES = {
    "backgammongalaxy": "galaxy",
    "backgammon galaxy": "galaxy",
    "opengammon": "opengammon",
    "playok": "playok",
    "xg mobile": "xg",
}


LOOKED_AT = 4096
QUOTE = re.compile(r"(?:^|[\r\n])[ \t]*>")  # as mail quotes lines


@dataclass(slots=True)
class Signs:
    """What tells the dialect of a text: its body first, then what its head says of itself.

    `quoted`: it stands quoted in a mail. `illegal`: the word occurs in it, perhaps in a remark on a play.
    """

    capital_bar: bool = False
    small_bar: bool = False
    hits: bool = False
    and_the_match: bool = False
    quoted: bool = False
    illegal: bool = False
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
            quoted=_quoted(text[:LOOKED_AT]),
            illegal="illegal" in text,
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


def _quoted(head: str) -> bool:
    """Whether a mail quotes a line of a text; most texts have no such sign but in `Doubles => 2`."""
    return head.count(">") > head.count("=>") and QUOTE.search(head) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatLayout:
    """Where things stand in a written file, and how they are spelled. Widths are in bytes.

    A row is its number, the left cell in `left` places, a blank, and the right cell in `right`; `name` is
    the width of the left name with its score; `result` the blanks before a result, by seat. A result of
    the right side shares the row of a left-hand cell that is one of `beside`, or ending in one; where
    `result_numbered`, it is a cell itself. `joined` hops are those of one man over several dice, and equal
    ones are counted. `empty_lines` stand behind the length and behind each game.
    """

    length: str = " {length} point match"
    number: str = "{number:>3}) "
    left: int = 27
    right: int = 0
    name: int = 31
    result: tuple[int, int] = (6, 34)
    result_numbered: bool = False
    beside: tuple[str, ...] = (" Drops",)
    bar: str = "25"
    off: str = "0"
    hit: str = "*"
    joined: bool = False
    behind_play: str = ""
    cannot_move: str = ""
    not_recorded: str = "????"
    points: str = "points"
    rated: bool = False
    empty_lines: tuple[int, int] = (1, 1)
    mark: str = ""
    line_end: str = "\n"

    @property
    def holds(self) -> frozenset[Thing]:
        """What a file of this dialect can hold."""
        return HOLDS if self.hit else HOLDS - {Thing.HITS}


HOLDS = frozenset(
    {
        Thing.HITS,
        Thing.CUBE,
        Thing.BEAVERS,
        Thing.UNKNOWN_PLAYS,
        Thing.REACHED,
        Thing.RESULTS,
        Thing.SCORES,
        Thing.REMARKS,
        Thing.RULINGS,
    }
)

LAYOUTS: dict[str, MatLayout] = {
    "gnubg": MatLayout(behind_play=" ", cannot_move="Cannot Move"),
    "jellyfish": MatLayout(name=32),
    "xg": MatLayout(
        length="{length} point match",
        left=33,
        right=33,
        name=38,
        result=(6, 40),
        beside=(" Drops", "????"),
        bar="Bar",
        off="Off",
        joined=True,
        cannot_move="Cannot Move",
        points="point",
        empty_lines=(1, 3),
        mark="\ufeff",
        line_end="\r\n",
    ),
    "xg-mat": MatLayout(
        length="{length} point match",
        right=28,
        name=32,
        beside=(" Drops", "???"),
        hit="",
        not_recorded="???",
        points="point",
        empty_lines=(1, 3),
        mark="\ufeff",
        line_end="\r\n",
    ),
    "galaxy": MatLayout(length="{length} point match", name=32, hit="", points="point"),
    "studio": MatLayout(
        length="{length} point match",
        number="  {number}) ",
        left=34,
        name=39,
        result_numbered=True,
        bar="bar",
        off="off",
        joined=True,
        cannot_move="Cannot Move",
        points="point",
        empty_lines=(2, 1),
    ),
    "gridgammon": MatLayout(name=32, hit="", rated=True),
    "opengammon": MatLayout(length="{length} point match", name=32, bar="bar", off="off"),
}
