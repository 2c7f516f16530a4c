"""Records of sites for backgammon played for money: header lines, and the rules they state."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kotra_notation.formats.reading_checks import unused_header
from kotra_notation.formats.recorder import MatchDraft, Recorder
from kotra_notation.values import dataclass

CRAWFORD, VARIANT = "Crawford", "Variant"
_KEYED = re.compile(r"\s*([A-Za-z][A-Za-z0-9 ]{0,40}):[ \t]*(.*)$")


def keyed_line(line: str) -> tuple[str, str] | None:
    """Return the key and value of a line, None for any other."""
    keyed = _KEYED.match(line)
    return (keyed[1].strip(), keyed[2].strip()) if keyed else None


@dataclass(frozen=True, slots=True)
class RuleWords:
    """The words in which a site states rules; `money` are the options of money play by their keys."""

    yes: str
    no: str
    cube: str
    money: Mapping[str, str]
    variants: Mapping[str, str]

    def option(self, key: str, value: str, length: int | None) -> str | None:
        """Return the option a line states, empty for what everyone supposes; None where it states none."""
        value = value.lower()
        if key == VARIANT and value in self.variants:
            variant = self.variants[value]
            return "" if variant == "backgammon" else f"variant={variant}"
        if value not in (self.yes, self.no):
            return None
        yes = value == self.yes
        if key == self.cube:
            return "" if yes else "cube.limit=1"
        if key == CRAWFORD:
            return "" if bool(length) == yes else "crawford=off" if length else None
        if key not in self.money or (length and yes):
            return None
        return "" if length else f"{self.money[key]}={'on' if yes else 'off'}"

    def say_unused(self, recorder: Recorder, draft: MatchDraft) -> None:
        """Say which headers of a match should state a rule and state none."""
        for header, value in draft.info:
            key = header.removeprefix(f"{recorder.notation}:")
            if key in (CRAWFORD, VARIANT) and self.option(key, value, draft.length) is None:
                recorder.say(unused_header(key, value, draft.span), whole=True)
