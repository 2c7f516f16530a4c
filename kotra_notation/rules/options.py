"""The class of options, and the options of modern kotra."""

from __future__ import annotations

import re
from dataclasses import replace

from kotra_notation.findings import phrase
from kotra_notation.rules.ruleset import OptionValue
from kotra_notation.values import dataclass

UNLIMITED = "none"
NUMBER = phrase("number")
ANY = "any value"


@dataclass(frozen=True, slots=True)
class Option:
    """One option, its meaning and the rule it belongs to.

    `values` are words, or `number`; `members` may be joined with `+`; `keys` are written `key:number`.
    """

    name: str
    values: tuple[str, ...]
    rule: str
    meaning: str
    members: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()

    @property
    def ways(self) -> tuple[str, ...]:
        """Return what may be written, in words, way by way."""
        ways = [NUMBER if value == NUMBER else value for value in self.values]
        if self.members:
            ways.append(phrase("any of {members}, joined with +", members=", ".join(self.members)))
        if self.keys:
            ways.append(phrase("{example} and so on", example=f"{self.keys[0]}:15+{self.keys[1]}:10"))
        return tuple(ways)

    @property
    def takes(self) -> str:
        """Return what may be written, in English."""
        return " or ".join(self.ways)

    def parse(self, text: str) -> OptionValue:
        """The value a text states; ValueError where it states none of this option's."""
        word = text.strip().lower()
        if word in self.values and word != "number":
            if self.members and word == UNLIMITED:
                return frozenset()
            return {"on": True, "off": False, UNLIMITED: None}.get(word, word)
        if "number" in self.values and re.fullmatch(r"[0-9]{1,9}(\.5)?", word):
            return float(word) if "." in word else int(word)
        parts = word.split("+")
        if self.members and set(parts) <= set(self.members):
            return frozenset(parts)
        if self.keys and all(re.fullmatch(rf"({'|'.join(self.keys)}):[0-9]{{1,3}}", part) for part in parts):
            return tuple((key, int(number)) for key, number in (part.split(":") for part in parts))
        raise ValueError(text)


def option_text(value: OptionValue) -> str:
    """A value as it is written in a rules line."""
    if value is None or value == frozenset():
        return UNLIMITED
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, frozenset):
        return "+".join(sorted(value))
    if isinstance(value, tuple):
        return "+".join(f"{key}:{number}" for key, number in value)
    return str(value)


ONOFF = ("on", "off")

OPENING = (
    Option("opening.first", ("low", "high"), "FORN-OPEN-1", "Which number of the opening dice begins."),
    Option(
        "opening.dice",
        ("fresh", "keep"),
        "FORN-OPEN-2",
        "Whether the side that begins gets new dice or plays the opening numbers.",
    ),
    Option(
        "next_first",
        ("throw", "winner-main", "winner", "loser", "alternate"),
        "FORN-OPEN-4",
        "Who begins the next game; `winner-main` is for the old game: the last to win by úttekt or jan.",
    ),
)
DICE = (
    Option("dice.cocked", ("both", "one"), "MOD-IRR-1", "How many dice are void when one is cocked."),
    Option("dice.max_use", ONOFF, "MOD-USE-1", "As many numbers of the dice as possible must be played."),
    Option(
        "dice.higher_die",
        ONOFF,
        "MOD-USE-1",
        "If either number can be played but not both, the higher must be played.",
    ),
)

MODERN_ROWS = (
    Option(
        "variant",
        ("backgammon", "nackgammon", "hypergammon"),
        "MOD-SET-1",
        "The checkers and where they stand at the start.",
    ),
    *(replace(one, rule="MOD-OPEN-1") for one in OPENING),
    *DICE,
    Option(
        "cube.limit",
        (UNLIMITED, "number"),
        "MOD-CUBE-1",
        "The highest value the cube may be turned to; 1 plays without the cube.",
    ),
    Option(
        "crawford",
        ONOFF,
        "MOD-MATCH-2",
        "The first game after a player comes within one point of winning is played without doubling.",
    ),
    Option(
        "texas",
        ONOFF,
        "MOD-OPT-3",
        "Gammons and backgammons count as single games until somebody has offered a double (Jacoby rule).",
    ),
    Option(
        "beavers",
        ONOFF,
        "MOD-OPT-2",
        "The player who accepts a double may redouble at once and keep the cube (beavers).",
    ),
    Option("raccoons", ONOFF, "MOD-OPT-2", "The doubler may redouble a beaver at once (raccoons)."),
    Option(
        "auto_doubles",
        ("number",),
        "MOD-OPT-1",
        "How many times equal opening dice may double the stake in one game.",
    ),
    Option(
        "illegal_play",
        ("condone-or-correct", "must-correct"),
        "MOD-IRR-2",
        "What the opponent may do about an illegal play.",
    ),
    Option(
        "premature_roll",
        ("void", "stands"),
        "MOD-IRR-3",
        "What happens to a roll made before the opponent has picked up the dice.",
    ),
    Option(
        "premature_roll.waive",
        ONOFF,
        "MOD-IRR-3",
        "An early roll counts when the play was forced or contact is over.",
    ),
    Option("points.cap", ONOFF, "MOD-MATCH-1", "A game scores no more than the length of the match."),
)
MODERN: dict[str, Option] = {option.name: option for option in MODERN_ROWS}

# What both games are asked for; the old one, without a cube, has no choice in it.
WITHOUT_CUBE: dict[str, OptionValue] = {
    "cube.limit": 1,
    "crawford": False,
    "texas": False,
    "beavers": False,
    "raccoons": False,
    "auto_doubles": 0,
    "illegal_play": "condone-or-correct",
    "premature_roll": "void",
    "premature_roll.waive": False,
    "points.cap": False,
}

MODERN_VALUES: dict[str, OptionValue] = {
    "variant": "backgammon",
    "opening.first": "high",
    "opening.dice": "keep",
    "next_first": "throw",
    "dice.cocked": "both",
    "dice.max_use": True,
    "dice.higher_die": True,
    **WITHOUT_CUBE,
    "cube.limit": None,
    "crawford": True,
}

# What another option leaves nothing to decide: the idle one (with a value, where only that is idle), the
# reason, and the reason's value.
WITHOUT_EFFECT: tuple[tuple[str, OptionValue, str, OptionValue], ...] = (
    ("dice.higher_die", ANY, "dice.max_use", False),
    ("raccoons", ANY, "beavers", False),
    ("premature_roll.waive", ANY, "premature_roll", "stands"),
    ("beavers", ANY, "cube.limit", 1),
    ("auto_doubles", ANY, "cube.limit", 1),
)
