"""The sentences of the board, which knows of no language: what is drawn, and why a text is no position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

from kotra_notation.errors import KotraError
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
    named = {field.name: getattr(ENGLISH, field.name) for field in fields(Wording)}
    return {name: text for name, text in named.items() if isinstance(text, str)}


def translate_wording(say: Callable[[str], str]) -> Wording:
    """The sentences of a drawn board in a language, which says each of them."""
    white, black = ENGLISH.colours
    said = {name: say(text) for name, text in sentences().items()}
    return Wording(colours=(say(white), say(black)), **said)


# Sentences of several readers.
LENGTH = "A {kind} has {length} characters; “{text}” has {count}."
TOO_MANY = "{name} has {men} checkers in this {kind}; a side has at most {most}."
BOTH_STAND = "White and Black are both on {place}; a point holds checkers of one side only."
NO_NUMBER = "{kind}: {name} is a whole number, not “{text}”."
NO_POWER = "XGID: {name} is an exponent of two from 0 to 31, not {value}."
NOTHING_KNOWN = "“{shown}” is not an XGID, an OGID, a GNU position id or a position text such as {example}."
SHARED = (LENGTH, NOTHING_KNOWN, TOO_MANY, BOTH_STAND, NO_NUMBER, NO_POWER)


class OwnWord(str):
    """A fact of a sentence that is a word of ours, and is told in the language of the sentence."""

    __slots__ = ()


class PositionError(KotraError):
    """A refusal whose sentence has its facts in braces."""

    def __init__(self, text: str, /, **facts: object) -> None:
        ValueError.__init__(self, text.format_map(facts) if facts else text)
        self.text, self.facts = text, facts

    def told(self, tongue: Any, /) -> Sequence[str]:
        """The sentence in a language."""
        said = {
            key: tongue.say(fact) if isinstance(fact, OwnWord) else fact for key, fact in self.facts.items()
        }
        return [tongue.say(self.text, **said)]
