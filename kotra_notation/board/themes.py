"""The colours of a drawn board, each a custom property such as `--kotra-ground` that a page may set.

Without one the picture follows the light or dark scheme of the reader. `themes.toml` has the colours.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from kotra_notation.board.wording import PositionError
from kotra_notation.values import dataclass

Colours = Mapping[str, tuple[str, str]]  # of each part, in light and in dark

# What is filled in the colour that another part is drawn in: numbers on men, spots of dice, heads of arrows.
MARKS = {"white-mark": "white-edge", "black-mark": "black-edge", "arrow-head": "arrow", "arrow-mark": "halo"}
SEATS = ("white", "black")
CLEAR = "transparent"
NONE = (CLEAR, CLEAR)
DEFAULT = "paper"
_TABLE: Mapping[str, Colours] = {
    name: {part: (light, dark) for part, (light, dark) in colours.items()}
    for name, colours in tomllib.loads(Path(__file__).with_name("themes.toml").read_text("utf-8")).items()
}
STROKES = ["line", "point-edge", "hatch", "white-edge", "black-edge", "black-ring", "arrow", "halo", "mark"]
# The attribute that each part colours.
PARTS = {part: "stroke" if part in STROKES else "fill" for part in _TABLE[DEFAULT]}


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one board; a part that is not named has the colour of `paper`."""

    name: str
    own: Colours

    @property
    def colours(self) -> Colours:
        """The colours of every part."""
        return {**_TABLE[DEFAULT], **self.own}

    @property
    def classes(self) -> str:
        """The classes of a picture in this theme."""
        return f"kotra-board kotra-theme-{self.name}" if self.own else "kotra-board"

    def style(self) -> str:
        """The rules of a style sheet, for pictures that stand alone."""
        return f"{self.rules(0)}@media (prefers-color-scheme:dark){{{self.rules(1)}}}"

    def rules(self, scheme: int) -> str:
        """The style rules of one scheme: 0 light, 1 dark; those of the plain theme hold for all boards."""
        inside = f".kotra-theme-{self.name} " if self.own else ""
        sources = {part: (how, part) for part, how in PARTS.items()}
        sources |= {part: ("fill", source) for part, source in MARKS.items()}
        return "".join(
            f"{inside}.kotra-{part}{{{how}:var(--kotra-{source},{self.colours[source][scheme]})}}"
            for part, (how, source) in sources.items()
        )

    def properties(self, scheme: int) -> str:
        """The custom properties of one scheme, for a rule of a page."""
        return "".join(f"--kotra-{part}:{colours[scheme]};" for part, colours in self.colours.items())

    def paint(self, *parts: str) -> str:
        """The class of some parts, and their colours."""
        plain = "".join(self.attribute(part) for part in parts)
        return f'class="{" ".join(f"kotra-{part}" for part in parts)}"{plain}'

    def attribute(self, part: str) -> str:
        """The light colour of a part as an attribute, for programs that know no custom properties."""
        how, colour = PARTS.get(part, "fill"), self.colours[MARKS.get(part, part)][0]
        if colour == CLEAR:
            return ' fill="none"' if how == "fill" else ""
        return f' {how}="{colour}"'

    def shows(self, part: str) -> bool:
        """Return whether a part that most themes leave out is drawn."""
        return self.colours[part] != NONE


THEMES = {name: Theme(name, {} if name == DEFAULT else colours) for name, colours in _TABLE.items()}
STYLE = THEMES[DEFAULT].style()


def find_theme(name: str) -> Theme:
    """A theme by its name; ValueError for one there is none of."""
    from difflib import get_close_matches

    if name in THEMES:
        return THEMES[name]
    near = get_close_matches(name, THEMES, n=1, cutoff=0.4)
    raise PositionError(
        "There is no theme “{name}”. Did you mean {near}? Known: {known}."
        if near
        else "There is no theme “{name}”. Known: {known}.",
        name=name[:40],
        near=(near or [""])[0],
        known=", ".join(THEMES),
    )


def theme_style(name: str, selector: str = ".kotra-board") -> str:
    """The rules that give the boards of a page the colours of a theme, in light and in dark."""
    theme = find_theme(name)
    dark = f"@media (prefers-color-scheme:dark){{{selector}{{{theme.properties(1)}}}}}"
    return f"{selector}{{{theme.properties(0)}}}{dark}"
