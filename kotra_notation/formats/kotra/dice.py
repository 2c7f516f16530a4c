"""The dice in `.kotra`: figures, and the Icelandic names of the numbers (rules.md 11.1) in one table."""

from __future__ import annotations

# The attested name of each number first, then what else is read for it.
NAMES: tuple[tuple[str, ...], ...] = (
    ("ás", "as", "ásinn", "ds"),
    ("daus", "dis", "dís", "dús"),
    ("treia", "treyja", "tría"),
    ("kotra", "kvotra"),
    ("fimm",),
    ("sex",),
)

# The names of the doubles; each is followed by one of ALL.
DOUBLES: tuple[tuple[str, ...], ...] = (
    ("ásar", "asar"),
    ("dausar", "dausin"),
    ("treiur", "treyjur", "tríur"),
    ("kotrur", "kvotrur"),
    ("fimmin",),
    ("sexin",),
)
ALL = frozenset({"allir", "allar", "öll"})
TWELVE = "tólfin"

_NUMBERS = {name: number for number, names in enumerate(NAMES, 1) for name in names}
_DOUBLES = {name: number for number, names in enumerate(DOUBLES, 1) for name in names}


def dice_named(words: list[str]) -> tuple[int, int] | None:
    """The dice that words name: `sex og kotra`, `sex kotra`, `ásar allir`, `tólfin`; None for other words."""
    match [word.casefold() for word in words]:
        case [only] if only == TWELVE:
            return 6, 6
        case [double, every] if double in _DOUBLES and every in ALL:
            return _DOUBLES[double], _DOUBLES[double]
        case [first, second] | [first, "og", second] if first in _NUMBERS and second in _NUMBERS:
            return _NUMBERS[first], _NUMBERS[second]
    return None


def spelled(dice: tuple[int, int], singly: bool = False) -> str:
    """Dice as `31`; thrown one after the other `3+1`, and `3+` where there was one die only."""
    first, second = dice
    if min(dice) < 0 or max(dice) > 10**9:
        return f"({first}{'+' if singly else ' '}{second})"
    if singly:
        return f"{first}+{second or ''}"
    return f"{first}{second}" if max(dice) < 10 else f"{first}-{second}"


def read(text: str) -> tuple[tuple[int, int], bool]:
    """The dice that figures say, and whether they were thrown one after the other."""
    bare = text.strip("()")
    if len(words := bare.split()) == 3:  # 5 og 3
        return (int(words[0]), int(words[2])), False
    if "+" in bare:
        first, second = bare.split("+")
        return (int(first), int(second or 0)), True
    if text != bare:
        first, second = bare.split()
        return (int(first), int(second)), False
    if "-" in bare:
        first, second = bare.split("-")
        return (int(first), int(second)), False
    return (int(bare[0]), int(bare[1])), False
