"""Actions of a side, by the rules `turn`, `double`, `take`, `result` and their like of the grammars.

What a text says is remembered by the text; where it stands and whose it is comes in with the event.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Literal, TypeVar

from kotra_notation import model
from kotra_notation.board import BAR, OFF
from kotra_notation.board.points import read_die
from kotra_notation.formats.plays import LONGEST, REMEMBERED, Way, hops_in, parse_hops_by_word, parser
from kotra_notation.values import dataclass

if TYPE_CHECKING:
    from lark import Token, Tree

UNKNOWN_DICE = (0, 0)
_DIE = re.compile("[0-9?]")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Threw:
    """Dice, and what was done with them."""

    dice: tuple[int, int]
    deed: model.Deed


@dataclass(frozen=True, slots=True)
class Did:
    """An action without dice, by the rule of the grammar; with the value of the cube, and a mark on it."""

    verb: str
    value: int | None = None
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Doubled:
    """A double and whether it was taken, where one line says both."""

    taken: bool
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """A result; `kind` is the word for the win, where one is written."""

    points: int | None
    lost: bool = False
    match: bool = False
    kind: str | None = None


Act = Threw | Did | Ended
Acted = (
    model.Turn | model.Double | model.Beaver | model.Take | model.Drop
    | model.Resignation | model.Forfeit | model.ResultClaim
)  # fmt: skip


class Remembered(dict[str, T]):
    """A cache of what texts say; where it grows too large the older half goes."""

    def __init__(self, read: Callable[[str], T]) -> None:
        self.read = read

    def __missing__(self, text: str) -> T:
        if len(self) >= REMEMBERED:
            for old in list(islice(self, len(self) // 2)):
                del self[old]
        content = self[text] = self.read(text)
        return content


def tree_of(
    grammar: str, text: str, start: str = "start", starts: tuple[str, ...] = ("start",)
) -> Tree[Token] | None:
    """Return the tree of a text from one of the starts of a grammar, None if it does not fit."""
    from lark import Tree, UnexpectedInput

    if len(text) > LONGEST:
        return None
    try:
        tree = parser(grammar, *starts).parse(text, start=start)
    except UnexpectedInput:
        return None
    return tree if isinstance(tree, Tree) else None


def words(tree: Tree[Token]) -> dict[str, str]:
    """Return the words of a tree by the names of their terminals."""
    return {part.type: str(part) for part in tree.children if isinstance(part, str)}


def plain_roll(pattern: re.Pattern[str], text: str) -> tuple[tuple[int, int], Way] | None:
    """Return dice and hops of a roll that fits a pattern of two dice and a play; None for others."""
    roll = pattern.fullmatch(text)
    hops = parse_hops_by_word(roll[3]) if roll else None
    return None if roll is None or hops is None else ((int(roll[1]), int(roll[2])), hops)


@lru_cache(maxsize=REMEMBERED)
def act(grammar: str, text: str) -> Act | None:
    """Return the action of a text in a grammar, None if it has none."""
    tree = tree_of(grammar, text)
    return act_of(tree) if tree else None


def act_of(tree: Tree[Token]) -> Act | None:
    """Return the action of a tree, None if it names a point that no board has."""
    terminals = words(tree)
    match tree.data:
        case "turn":
            first, second = _DIE.findall(str(tree.children[0]))
            part = next((part for part in tree.children if not isinstance(part, str)), None)
            deed = deed_of(part) if part else model.Blank()
            return Threw((read_die(first), read_die(second)), deed) if deed else None
        case "not_recorded":
            return Threw(UNKNOWN_DICE, model.NotRecorded())
        case "result":
            kind = terminals.get("KIND", "").strip("()").lower() or None
            return Ended(int(terminals["POINTS"]), "LOSES" in terminals, "AND_THE_MATCH" in terminals, kind)
        case verb:
            value = terminals.get("VALUE")
            return Did(str(verb), int(value) if value else None, terminals.get("MARK", ""))


def deed_of(tree: Tree[Token]) -> model.Deed | None:
    """Return the deed of a tree, None if it names a point that no board has."""
    match tree.data:
        case "hops":
            hops = hops_in(tree)
            within = all(OFF <= point <= BAR for hop in hops for point in hop[:2])
            return model.Play(hops=hops) if within else None
        case "no_play":
            return model.CannotMove()
        case "not_recorded":
            return model.NotRecorded()
        case _:
            return model.Blank()


def event(act: Act, seat: int, text: str, span: model.Span, before: object = None) -> Acted:
    """Return the event of a seat; the one `before` it tells a beaver from the answer to one."""
    if isinstance(act, Threw):
        return model.Turn(seat=seat, dice=act.dice, deed=act.deed, text=text, span=span)
    if isinstance(act, Ended):
        return model.ResultClaim(
            seat=seat, points=act.points, lost=act.lost, match=act.match, kind=act.kind, span=span
        )
    match act.verb:
        case "double":
            return model.Double(seat=seat, value=act.value, span=span)
        case "beaver" | "raccoon" as verb:
            level = before.level + 1 if isinstance(before, model.Beaver) else 1 + (verb == "raccoon")
            return model.Beaver(seat=seat, value=act.value, level=level, span=span)
        case "take":
            return model.Take(seat=seat, span=span)
        case "drop":
            return model.Drop(seat=seat, span=span)
        case "forfeits":
            scope: Literal["game", "match"] = "match" if "match" in text.lower() else "game"
            reason = "time" if "time" in text.lower() else ""
            return model.Forfeit(seat=seat, scope=scope, reason=reason, span=span)
        case _:
            return model.Resignation(seat=seat, span=span)


def answer_double(
    double: Doubled, seat: int, span: model.Span
) -> tuple[model.Double, model.Take | model.Drop]:
    """Return a double and its answer."""
    answer = model.Take if double.taken else model.Drop
    return model.Double(seat=seat, value=double.value, span=span), answer(seat=1 - seat, span=span)
