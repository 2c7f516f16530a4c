"""The colours of a drawn board, each a custom property such as `--kotra-ground` that a page may set.

Without one the picture follows the light or dark scheme of the reader. In every theme the two sides differ
in lightness and in their edges, not in hue alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from kotra_notation.board.wording import PositionError
from kotra_notation.values import dataclass

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
    "point-edge": "stroke",
    "hatch": "stroke",
    "white": "fill",
    "white-edge": "stroke",
    "black": "fill",
    "black-edge": "stroke",
    "black-ring": "stroke",
    "arrow": "stroke",
    "halo": "stroke",
    "mark": "stroke",
    "mark-inside": "fill",
}
# What is filled in the colour that another part is drawn in: numbers on men, spots of dice, heads of arrows.
MARKS = {"white-mark": "white-edge", "black-mark": "black-edge", "arrow-head": "arrow", "arrow-mark": "halo"}
SEATS = ("white", "black")
CLEAR = "transparent"
NONE = (CLEAR, CLEAR)

PLAIN: Colours = {
    "paper": ("#fffdf8", "#1b1815"),
    "ink": ("#4a4036", "#cfc3ae"),
    "line": ("#4a4036", "#8d8069"),
    "ground": ("#f5ecdb", "#2b2621"),
    "bar": ("#e9dcc3", "#221e1a"),
    "point-1": ("#d9bf97", "#574839"),
    "point-2": ("#e8d8bb", "#40372d"),
    "point-edge": NONE,
    "hatch": NONE,
    "white": ("#fffdf8", "#f1e9da"),
    "white-edge": ("#2f2822", "#14110e"),
    "black": ("#2f2822", "#100d0b"),
    "black-edge": ("#f5ecdb", "#cfc3ae"),
    "black-ring": NONE,
    "arrow": ("#1a5fb4", "#8ec2ff"),
    "halo": ("#ffffff", "#14110e"),
    "mark": ("#9a5b00", "#f0b34c"),
    "mark-inside": ("#9a5b00", "#f0b34c"),
}
WOOD: Colours = {
    "paper": ("#f7efe2", "#19120c"),
    "ink": ("#3d2b1c", "#dcc6a8"),
    "line": ("#3b2413", "#a07a50"),
    "ground": ("#cf9a62", "#5a3b22"),
    "bar": ("#6b3f20", "#2f1d10"),
    "point-1": ("#7b4423", "#331f11"),
    "point-2": ("#ecca9b", "#8a6238"),
    "white": ("#fdf6e9", "#f3e4cb"),
    "white-edge": ("#3b2413", "#1a0f07"),
    "black": ("#2b160c", "#140a05"),
    "black-edge": ("#f0d9b5", "#e0c49a"),
    "arrow": ("#0d47a1", "#a8d1ff"),
    "mark": ("#5c0f0f", "#ffd27a"),
    "mark-inside": ("#5c0f0f", "#ffd27a"),
}
SLATE: Colours = {
    "paper": ("#f8fafc", "#0f172a"),
    "ink": ("#334155", "#cbd5e1"),
    "line": ("#475569", "#64748b"),
    "ground": ("#e2e8f0", "#1e293b"),
    "bar": ("#cbd5e1", "#172033"),
    "point-1": ("#94a3b8", "#475569"),
    "point-2": ("#c3cedb", "#334155"),
    "white": ("#ffffff", "#f1f5f9"),
    "white-edge": ("#1e293b", "#0b1120"),
    "black": ("#1e293b", "#0b1120"),
    "black-edge": ("#f1f5f9", "#cbd5e1"),
    "arrow": ("#b4320a", "#ffb084"),
    "halo": ("#ffffff", "#0b1120"),
    "mark": ("#0f766e", "#5eead4"),
    "mark-inside": ("#0f766e", "#5eead4"),
}
CONTRAST: Colours = {
    "paper": ("#ffffff", "#000000"),
    "ink": ("#000000", "#ffffff"),
    "line": ("#000000", "#ffffff"),
    "ground": ("#ffffff", "#000000"),
    "bar": ("#d9d9d9", "#333333"),
    "point-1": ("#8c8c8c", "#757575"),
    "point-2": ("#d0d0d0", "#404040"),
    "point-edge": ("#000000", "#ffffff"),
    "white": ("#ffffff", "#ffffff"),
    "white-edge": ("#000000", "#000000"),
    "black": ("#000000", "#000000"),
    "black-edge": ("#ffffff", "#ffffff"),
    "black-ring": ("#ffffff", "#ffffff"),
    "arrow": ("#0033cc", "#ffff00"),
    "halo": ("#ffffff", "#000000"),
    "mark": ("#a00000", "#00ffff"),
    "mark-inside": ("#a00000", "#00ffff"),
}
PRINT: Colours = {
    **dict.fromkeys(("paper", "ground", "bar", "point-1", "point-2"), ("#ffffff", "#ffffff")),
    **dict.fromkeys(("ink", "line", "point-edge", "hatch"), ("#000000", "#000000")),
    "white": ("#ffffff", "#ffffff"),
    "white-edge": ("#000000", "#000000"),
    "black": ("#000000", "#000000"),
    "black-edge": ("#ffffff", "#ffffff"),
    "black-ring": ("#ffffff", "#ffffff"),
    "arrow": ("#000000", "#000000"),
    "halo": ("#ffffff", "#ffffff"),
    "mark": ("#000000", "#000000"),
    "mark-inside": NONE,
}
SAFE: Colours = {
    "paper": ("#ffffff", "#12171c"),
    "ink": ("#22303c", "#d6dde3"),
    "line": ("#22303c", "#7f8c99"),
    "ground": ("#eef1f4", "#242d36"),
    "bar": ("#d6dde3", "#171d23"),
    "point-1": ("#aab7c3", "#4d5b68"),
    "point-2": ("#d0d8df", "#36424d"),
    "white": ("#ffe9b5", "#ffe9b5"),
    "white-edge": ("#22303c", "#12171c"),
    "black": ("#0b3c6f", "#06284d"),
    "black-edge": ("#ffffff", "#b5d7f7"),
    "arrow": ("#b84a00", "#ffa64d"),
    "halo": ("#ffffff", "#12171c"),
    "mark": ("#00664b", "#4fd6ac"),
    "mark-inside": ("#00664b", "#4fd6ac"),
}


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one board; a part that is not named has the colour of `paper`."""

    name: str
    own: Colours = field(default_factory=dict)

    @property
    def colours(self) -> Colours:
        """The colours of every part."""
        return {**PLAIN, **self.own}

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


DEFAULT = "paper"
THEMES = {
    DEFAULT: Theme(DEFAULT),
    "wood": Theme("wood", WOOD),
    "slate": Theme("slate", SLATE),
    "contrast": Theme("contrast", CONTRAST),
    "print": Theme("print", PRINT),
    "safe": Theme("safe", SAFE),
}
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
