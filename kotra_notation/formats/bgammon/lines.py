"""The lines of a bgammon replay: what each says, read by the grammar once and remembered by its text."""

from __future__ import annotations

import re
from functools import lru_cache

from kotra_notation.formats.acts import Act, Doubled, Threw, act_of, tree_of, words
from kotra_notation.formats.plays import REMEMBERED, Way, hops_by_word, turned
from kotra_notation.model import CannotMove, Play
from kotra_notation.values import dataclass

INDEX = "bgammon-replay"
STARTS = ("head", "event")
VARIANTS = ("", "acey-deucey", "tabula")
_THROW = re.compile("r ([0-9])-([0-9])((?: .*)?)")


@dataclass(frozen=True, slots=True)
class GameHead:
    """The first line of a game; `winner` is a seat, or None."""

    started: int
    names: tuple[str, str]
    length: int
    score: tuple[int, int]
    winner: int | None
    points: int
    variant: int

    def follows(self, before: GameHead) -> bool:
        """Return whether the game goes on with the match of another."""
        if (self.names, self.length) != (before.names, before.length):
            return False
        grown = sum(self.score) - sum(before.score)
        return grown > 0 or (grown == 0 and before.winner is None)


@lru_cache(maxsize=REMEMBERED)
def act(text: str, seat: int) -> Act | Doubled | None:
    """Return what an event of a player says, None where nothing."""
    return _plain(text, seat) or _parsed(text, seat)


def _plain(text: str, seat: int) -> Threw | None:
    """A throw as the server writes it."""
    throw = _THROW.fullmatch(text)
    hops = hops_by_word(throw[3]) if throw else None
    return None if throw is None or hops is None else _threw((int(throw[1]), int(throw[2])), hops, seat)


def _threw(dice: tuple[int, int], hops: Way, seat: int) -> Threw:
    return Threw(dice, Play(hops=turned(hops) if seat else hops) if hops else CannotMove())


def _parsed(text: str, seat: int) -> Act | Doubled | None:
    """Return what the grammar makes of an event; None if nothing."""
    tree = tree_of("bgammon", text, "event", STARTS)
    if tree and tree.data == "double":
        said = words(tree)
        return Doubled(said["ANSWER"] == "1", int(said["VALUE"]))
    act = act_of(tree) if tree else None
    if isinstance(act, Threw):
        return _threw(act.dice, act.deed.hops if isinstance(act.deed, Play) else (), seat)
    return act


def head(text: str) -> GameHead | None:
    """Return what the first line of a game says; None for any other line."""
    tree = tree_of("bgammon", text, "head", STARTS)
    if tree is None:
        return None
    started, first, second, *numbers = [str(part) for part in tree.children]
    length, mine, theirs, winner, points, variant = (int(number) for number in numbers)
    return GameHead(
        started=int(started),
        names=(first, second),
        length=length,
        score=(mine, theirs),
        winner=winner - 1 if winner else None,
        points=points,
        variant=variant,
    )
