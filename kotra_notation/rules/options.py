"""The options of both games: what each means, the values it takes, and the rule it belongs to."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kotra_notation.rules.ruleset import OptionValue

UNLIMITED = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option: `values` are words, or `number`."""

    name: str
    values: tuple[str, ...]
    rule: str
    meaning: str

    def parsed(self, text: str) -> OptionValue:
        """The value a text states; ValueError where it states none of this option's."""
        word = text.strip().lower()
        if word in self.values and word != "number":
            return {"on": True, "off": False, UNLIMITED: None}.get(word, word)
        if "number" in self.values and re.fullmatch(r"[0-9]{1,9}", word, re.ASCII):
            return int(word)
        raise ValueError(f"{self.name} takes {' or '.join(self.values)}, not {text.strip() or 'nothing'}")


def spelled(value: OptionValue) -> str:
    """A value as it is written in a rules line."""
    if value is None:
        return UNLIMITED
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


ONOFF = ("on", "off")

MODERN: dict[str, Option] = {
    option.name: option
    for option in (
        Option(
            name="variant",
            values=("backgammon", "nackgammon", "hypergammon"),
            rule="MOD-SET-1",
            meaning="The men and where they stand at the start.",
        ),
        Option(
            name="dice.max_use",
            values=ONOFF,
            rule="MOD-USE-1",
            meaning="As many numbers of the throw as possible must be played.",
        ),
        Option(
            name="dice.higher_die",
            values=ONOFF,
            rule="MOD-USE-1",
            meaning="Where either number can be played but not both, it must be the higher.",
        ),
        Option(
            name="dice.cocked",
            values=("both", "one"),
            rule="MOD-IRR-1",
            meaning="How many dice are thrown again when one does not lie flat.",
        ),
        Option(
            name="cube.limit",
            values=(UNLIMITED, "number"),
            rule="MOD-CUBE-1",
            meaning="The highest value the cube may be turned to; 1 plays without the cube.",
        ),
        Option(
            name="crawford",
            values=ONOFF,
            rule="MOD-MATCH-2",
            meaning="The first game after a player is one point short is played without doubling.",
        ),
        Option(
            name="texas",
            values=ONOFF,
            rule="MOD-OPT-3",
            meaning="Hálfkotra and kotra count single while nobody has offered a double (Jacoby rule).",
        ),
        Option(
            name="beavers",
            values=ONOFF,
            rule="MOD-OPT-2",
            meaning="The acceptor of a double may redouble at once and keep the cube (bjórar).",
        ),
        Option(
            name="raccoons",
            values=ONOFF,
            rule="MOD-OPT-2",
            meaning="A beaver may at once be redoubled in turn.",
        ),
        Option(
            name="auto_doubles",
            values=("number",),
            rule="MOD-OPT-1",
            meaning="How many times equal opening dice may double the stake in one game.",
        ),
        Option(
            name="illegal_play",
            values=("condone-or-correct", "must-correct"),
            rule="MOD-IRR-2",
            meaning="What the opponent may do about an illegal play.",
        ),
        Option(
            name="premature_roll",
            values=("void", "stands"),
            rule="MOD-IRR-3",
            meaning="What becomes of a throw made before the opponent has lifted the dice.",
        ),
        Option(
            name="premature_roll.waive",
            values=ONOFF,
            rule="MOD-IRR-3",
            meaning="A premature throw counts when the play was forced or contact is over.",
        ),
        Option(
            name="points.cap",
            values=ONOFF,
            rule="MOD-MATCH-1",
            meaning="A game scores no more than the length of the match.",
        ),
    )
}

MODERN_VALUES: dict[str, OptionValue] = {
    "variant": "backgammon",
    "dice.max_use": True,
    "dice.higher_die": True,
    "dice.cocked": "both",
    "cube.limit": None,
    "crawford": True,
    "texas": False,
    "beavers": False,
    "raccoons": False,
    "auto_doubles": 0,
    "illegal_play": "condone-or-correct",
    "premature_roll": "void",
    "premature_roll.waive": False,
    "points.cap": False,
}
