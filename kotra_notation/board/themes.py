"""The colours of a drawn board, each a custom property such as `--kotra-ground` that a page may set.

Without one the picture follows the light or dark scheme of the reader.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Colours = Mapping[str, tuple[str, str]]  # of each part, in light and in dark

# The attribute that each part colours.
PARTS = {
    "paper": "fill",
    "ink": "fill",
    "line": "stroke",
    "ground": "fill",
    "bar": "fill",
    "point-1": "fill",
    "point-2": "fill",
    "white": "fill",
    "white-edge": "stroke",
    "black": "fill",
    "black-edge": "stroke",
}
MARKS = {"white-mark": "white-edge", "black-mark": "black-edge"}  # filled in the colour of another part
SEATS = ("white", "black")

PAPER: Colours = {
    "paper": ("#fffdf8", "#1b1815"),
    "ink": ("#4a4036", "#cfc3ae"),
    "line": ("#4a4036", "#8d8069"),
    "ground": ("#f5ecdb", "#2b2621"),
    "bar": ("#e9dcc3", "#221e1a"),
    "point-1": ("#d9bf97", "#574839"),
    "point-2": ("#e8d8bb", "#40372d"),
    "white": ("#fffdf8", "#f1e9da"),
    "white-edge": ("#2f2822", "#14110e"),
    "black": ("#2f2822", "#100d0b"),
    "black-edge": ("#f5ecdb", "#cfc3ae"),
}


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one board."""

    colours: Colours

    def style(self) -> str:
        """The rules of a style sheet, for pictures that stand alone."""
        return f"{self.rules(0)}@media (prefers-color-scheme:dark){{{self.rules(1)}}}"

    def rules(self, scheme: int) -> str:
        """The style rules of one scheme: 0 light, 1 dark."""
        rows = [
            (part, how, f"var(--kotra-{part},{self.colours[part][scheme]})") for part, how in PARTS.items()
        ]
        rows += [
            (mark, "fill", f"var(--kotra-{part},{self.colours[part][scheme]})")
            for mark, part in MARKS.items()
        ]
        return "".join(f".kotra-{part}{{{how}:{value}}}" for part, how, value in rows)

    def paint(self, *parts: str) -> str:
        """The class of some parts, and their light colours for programs that know no custom properties."""
        plain = "".join(f' {PARTS[part]}="{self.colours[part][0]}"' for part in parts if part in PARTS)
        plain += "".join(f' fill="{self.colours[MARKS[part]][0]}"' for part in parts if part in MARKS)
        return f'class="{" ".join(f"kotra-{part}" for part in parts)}"{plain}'


THEMES = {"paper": Theme(PAPER)}
STYLE = THEMES["paper"].style()
