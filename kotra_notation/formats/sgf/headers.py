"""What stands at the root of a tree: headers in the words of the model, the rules, who wrote the file."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kotra_notation.formats.holding import options
from kotra_notation.model import Comment

PREFIX = "sgf:"
# What KN says of a result: no resignation recorded, match won, so many points counted.
UNSAID, MATCH, POINTS = "unsaid", "match", "points:"

INFO = {
    "DT": "date",
    "EV": "event",
    "RO": "round",
    "PC": "place",
    "AN": "annotator",
    "US": "transcriber",
    "SO": "sgf:SO",
    "GN": "sgf:GN",
    "ON": "sgf:ON",
    "BT": "sgf:BT",
    "WT": "sgf:WT",
}
PROPERTIES = {key: name for name, key in INFO.items()}

# The games of the property GM.
GAMES = {
    "1": "Go",
    "2": "Othello",
    "3": "chess",
    "4": "Gomoku",
    "5": "Nine Men's Morris",
    "6": "backgammon",
    "7": "Chinese chess",
    "8": "Shogi",
    "9": "Lines of Action",
    "11": "Hex",
}
BACKGAMMON = "6"

OURS = "kotra-notation"
GNUBG = "GNU Backgammon"

NAMES = ("PW", "PB")
RATINGS = ("WR", "BR")
MANY, FEW = 15, 3  # men of a side
HIGHEST_CUBE = 2**30

_PROGRAM = re.compile(r"(.*\S) ([0-9][^ :]*)")

# Options by the words of RU.
_VARIANTS = {"Nackgammon": "variant=nackgammon", "Hypergammon3": "variant=hypergammon"}
_WORDS = {option: word for word, option in _VARIANTS.items()}


def source(program: str) -> str:
    """Return whose the evaluations of a tree are, by the program that wrote it; nothing for this one."""
    return "" if program.startswith(OURS) else program.replace(":", " ", 1)


def program(source: str) -> str:
    """Return what is written for the program whose evaluations a tree holds."""
    if not source:
        return OURS
    found = _PROGRAM.fullmatch(source)
    return f"{found[1]}:{found[2]}" if found else source


def rules(words: Sequence[str] | None, length: int | None, program: str) -> str | None:
    """The rules that the words of RU state, None where they say nothing that a reader would not suppose.

    GNU Backgammon writes none where there are none to be written; of other programs that says nothing.
    """
    stated = [_VARIANTS[word] for word in words or () if word in _VARIANTS]
    if "NoCube" in (words or ()):
        stated.append("cube.limit=1")
    if length == 0 and words is not None:
        stated.append("texas=on" if "Jacoby" in words else "texas=off")
    tells = words is not None or program.startswith(GNUBG)
    if tells and length and length > 1 and "Crawford" not in (words or ()):
        stated.append("crawford=off")
    return ",".join(["modern", *stated]) if stated else None


def men(rules: str | None) -> int:
    """Return how many men a side has."""
    return FEW if "variant=hypergammon" in (rules or "") else MANY


def with_automatic(rules: str | None, automatic: int) -> str | None:
    """The rules of a match in which a game began with so many automatic doubles."""
    return f"{rules or 'modern'},auto_doubles={automatic}" if automatic else rules


def words(rules: str | None, length: int | None, crawford_game: bool) -> list[str] | None:
    """The words of RU for a game under some rules, None where nothing is to be said."""
    stated = options(rules)
    said = [_WORDS[option] for option in stated if option in _WORDS]
    if length and length > 1 and "crawford=off" not in stated:
        said[:0] = ["Crawford", "CrawfordGame"] if crawford_game else ["Crawford"]
    if length == 0 and "texas=on" in stated:
        said.insert(0, "Jacoby")
    if "cube.limit=1" in stated:
        said.insert(0, "NoCube")
    explicit = (length == 0 and "texas=off" in stated) or "crawford=off" in stated
    return said if said or explicit else None


def remarks(text: str) -> list[str]:
    """The paragraphs of a comment, each a comment of its own."""
    return text.split("\n\n")


def joined(remarks: Sequence[Comment]) -> str:
    """Comments as the paragraphs of one."""
    return "\n\n".join([remark.text for remark in remarks])


def is_crawford(length: int | None, score: tuple[float | None, float | None], near_end: bool) -> bool:
    """Return whether a game is played under the Crawford rule: the first with a side one point short."""
    if not length or length < 2 or near_end:
        return False
    return any(one is not None and one == length - 1 for one in score)
