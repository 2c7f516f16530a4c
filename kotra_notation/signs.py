"""Signs of the program that wrote a match text: its dialect."""

from __future__ import annotations

import re
from functools import cached_property

# The tag `Site` of those who sign their files.
SITES = {
    "backgammongalaxy": "galaxy",
    "backgammon galaxy": "galaxy",
    "opengammon": "opengammon",
    "hedgehog": "opengammon",
    "playok": "playok",
    "xg mobile": "xg",
}

LOOKED_AT = 4096
HEADER = re.compile(r"\s*[;#]\s*\[\s*([^\"\]]{1,60}?)\s+\"(.*)\"\s*\]\s*")
_QUOTE = r"(?:^|[\r\n])[ \t]*>"  # as mail quotes lines


class Signs:
    """The signs that the body of a text gives as a whole; then what its head says of itself.

    `cubelimit`: it has the tag `Cubelimit`, which only OpenGammon and HedgeHog spell so. `tight`: no blank
    stands between a name and its colon.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self.cubelimit = False
        self.tight = False
        self.rated = False
        self.indented_length = False
        self.site = ""
        self.tags = 0

    @cached_property
    def is_quoted(self) -> bool:
        """Return whether it stands quoted in a mail."""
        return _is_quoted(self._text[:LOOKED_AT])

    @cached_property
    def mentions_illegal(self) -> bool:
        """Return whether the word occurs in it, perhaps in a remark on a play."""
        return "illegal" in self._text

    def tag(self, key: str, value: str) -> None:
        """Take in a tag of the head."""
        self.tags += 1
        if key.casefold() == "site":
            self.site = value.lower()
        self.cubelimit = self.cubelimit or key == "Cubelimit"

    @property
    def dialect(self) -> str:
        """The name of the dialect."""
        if self.rated:
            return "gridgammon"
        text = self._text
        # A lone letter is found much faster.
        if ("B" in text and " Bar/" in text) or ("O" in text and "/Off" in text):
            return "xg"
        signed = next((name for site, name in SITES.items() if site in self.site), "")
        if not signed and self.cubelimit:
            signed = "opengammon"
        if " bar/" in text or "/off" in text:
            return signed or "studio"
        if signed:
            return signed
        if self.tags and not self.indented_length and "studio" not in self.site:
            return "opengammon" if self.tight else "xg-mat"
        return "jellyfish" if "and the match" in text or "*" not in text else "gnubg"


def _is_quoted(head: str) -> bool:
    """Return whether a mail quotes a line of a text; most texts have no such sign but in `Doubles => 2`."""
    return head.count(">") > head.count("=>") and re.search(_QUOTE, head) is not None
