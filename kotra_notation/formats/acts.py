"""What a side did, by the rules `turn`, `double`, `beaver`, `take`, `drop` and `resigns` of a grammar.

What a text says is remembered by the text; where it stands and whose it is comes in with the event.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from kotra_notation import model
from kotra_notation.board import BAR, OFF
from kotra_notation.formats.parsers import parser
from kotra_notation.formats.plays import LONGEST, REMEMBERED, hops_in

if TYPE_CHECKING:
    from lark import Token, Tree

Acted = model.Turn | model.Double | model.Beaver | model.Take | model.Drop | model.Resignation
_DIE = re.compile("[0-9]")


@dataclass(frozen=True, slots=True)
class Threw:
    """Dice, and what was done with them."""

    dice: tuple[int, int]
    deed: model.Deed


@dataclass(frozen=True, slots=True)
class Did:
    """An action without dice."""

    verb: Literal["double", "beaver", "take", "drop", "resigns"]
    value: int | None = None


@lru_cache(maxsize=REMEMBERED)
def said(grammar: str, text: str) -> Threw | Did | None:
    """What a text says in a grammar, None where nothing."""
    from lark import UnexpectedInput

    if len(text) > LONGEST:
        return None
    try:
        tree = parser(grammar).parse(text)
    except UnexpectedInput:
        return None
    if tree.data == "turn":
        return _threw(tree)
    value = next((int(str(token)) for token in tree.children), None)
    return Did(str(tree.data), value)  # type: ignore[arg-type]


def _threw(tree: Tree[Token]) -> Threw | None:
    written, *deeds = tree.children
    first, second = _DIE.findall(str(written))
    dice = (int(first), int(second))
    if not deeds:
        return Threw(dice, model.Blank())
    deed = deeds[0]
    assert not isinstance(deed, str)
    if deed.data == "no_play":
        return Threw(dice, model.CannotMove())
    hops = hops_in(deed)
    within = all(OFF <= point <= BAR for hop in hops for point in hop[:2])
    return Threw(dice, model.Play(hops=hops)) if within else None


def event(act: Threw | Did, seat: int, text: str, span: model.Span, before: object = None) -> Acted:
    """The event of a seat; `before` is the one before it, which tells a beaver from the answer to one."""
    match act:
        case Threw(dice=dice, deed=deed):
            return model.Turn(seat=seat, dice=dice, deed=deed, text=text, span=span)
        case Did(verb="double", value=value):
            return model.Double(seat=seat, value=value, span=span)
        case Did(verb="beaver", value=value):
            level = before.level + 1 if isinstance(before, model.Beaver) else 1
            return model.Beaver(seat=seat, value=value, level=level, span=span)
        case Did(verb="take"):
            return model.Take(seat=seat, span=span)
        case Did(verb="drop"):
            return model.Drop(seat=seat, span=span)
        case _:
            return model.Resignation(seat=seat, span=span)
