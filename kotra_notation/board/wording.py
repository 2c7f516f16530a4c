"""The sentences a drawn board is told in: English ones, and a place for those of other languages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

from kotra_notation.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """Sentences with places for their facts; none of them turns on how many there are."""

    colours: tuple[str, str] = ("White", "Black")
    to_play: str = "{name} to play {dice}"
    on_roll: str = "{name} on roll"
    offers: str = "{name} offers the cube at {value}"
    resigns: str = "{name} resigns"
    sides: str = "{white}; {black}."
    side: str = "{name}, pip count {pips}: {men}"
    on_point: str = "{count} on {point}"
    on_bar: str = "{count} on the bar"
    dead: str = "{count} dead"
    borne_off: str = "{count} off"
    nothing: str = "none on the board"
    comma: str = ", "
    cube_middle: str = "The cube at {value} is in the middle."
    cube_owned: str = "The cube at {value} belongs to {name}."
    crawford: str = "Crawford game: nobody may double."
    arrows: str = "The arrows show {play}."
    marked: str = "Marked: {points}."
    # Beside the board.
    pips: str = "pips {count}"
    off: str = "off {count}"
    cube: str = "cube {value}"


ENGLISH = Wording()


def sentences() -> dict[str, str]:
    """The sentences of a drawn board in English, by name."""
    named = {one.name: getattr(ENGLISH, one.name) for one in fields(Wording)}
    return {name: text for name, text in named.items() if isinstance(text, str)}


def translated(say: Callable[[str], str]) -> Wording:
    """The sentences of a drawn board in a language, which says each of them."""
    white, black = ENGLISH.colours
    said = {name: say(text) for name, text in sentences().items()}
    return Wording(colours=(say(white), say(black)), **said)
