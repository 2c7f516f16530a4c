"""Damage done to the text of a record as it stands: rows lost or twice, the end torn off, garbage inside."""

from __future__ import annotations

from random import Random

SIGNS = ("%&$ 7/=", "¤¤ §§", "\\\\|| ~~")
GARBAGE = (
    "%%% ??? !!!",
    "lorem ipsum dolor",
    "<td>31</td>",
    "31 8/5 6/5",
    "~~~~",
    "þetta er ekki leikur",
    "0x5f3759df",
)


def truncated(text: str, random: Random) -> str:
    """The text broken off anywhere after the head of the first game."""
    return text[: random.randrange(text.index(")") + 1, len(text) - 1)]


def rows_of(lines: list[str]) -> list[int]:
    """Where the numbered rows stand among the lines."""
    return [at for at, line in enumerate(lines) if line[:5].strip().endswith(")")]


def row_lost(text: str, random: Random) -> str:
    """The text without one of its rows; the numbers of the others stay."""
    lines = text.split("\n")
    del lines[random.choice(rows_of(lines))]
    return "\n".join(lines)


def row_duplicated(text: str, random: Random) -> str:
    """The text with one of its rows twice, number and all."""
    lines = text.split("\n")
    at = random.choice(rows_of(lines))
    lines.insert(at, lines[at])
    return "\n".join(lines)


def garbage(text: str, random: Random) -> tuple[str, int]:
    """A meaningless line put into a game, or meaningless signs into a row; and the line where they stand."""
    lines = text.split("\n")
    at = random.choice(rows_of(lines))
    if random.random() < 0.5:
        lines.insert(at, random.choice(GARBAGE))
    else:
        # Words behind a play are a note on it.
        lines[at] = f"{lines[at]} {random.choice(SIGNS)}"
    return "\n".join(lines), at + 1
