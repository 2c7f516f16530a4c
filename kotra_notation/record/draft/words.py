"""Entries that may be typed while a record is written: their table, and the parser of one."""

from __future__ import annotations

import re
from typing import NamedTuple

from kotra_notation.formats.kotra import lines as kotra_lines
from kotra_notation.formats.kotra import spelling as kotra_dice
from kotra_notation.formats.kotra.statements import Statement, ThrowStatement, UnreadableError
from kotra_notation.formats.kotra.writing import SEATS, SIGNS
from kotra_notation.words.tongues import N_


class EntryHelp(NamedTuple):
    """What can be typed, with an example and its meaning; `old` and `modern` are the games it has one in."""

    keys: str
    example: str
    meaning: str
    modern: bool = True
    old: bool = True


# The one home of what may be typed; help and documents show it.
ENTRIES: tuple[EntryHelp, ...] = (
    EntryHelp("31", "31", N_("the dice of the side on roll; at the opening White's die first, then Black's")),
    EntryHelp("3+1 3+", "3+1", N_("dice rolled one after the other, or the first of them"), modern=False),
    EntryHelp("8/5 6/5", "13/11(2) 6/5", N_("the play; hit marks are added"), old=False),
    EntryHelp("a/g c/e", "a/g c/e", N_("the play; hit marks are added"), modern=False),
    EntryHelp("31 8/5 6/5", "31 8/5 6/5", N_("dice and play together")),
    EntryHelp("Enter", "", N_("nothing typed: the only legal play")),
    EntryHelp("????", "????", N_("the play is unknown")),
    EntryHelp("d", "double", N_("a double"), old=False),
    EntryHelp("t", "take", N_("a take"), old=False),
    EntryHelp("p", "pass", N_("a drop"), old=False),
    EntryHelp("b", "beaver", N_("a beaver, or a raccoon to a beaver"), old=False),
    EntryHelp("r1 r2 r3", "r1", N_("resign a single game, a gammon or a backgammon"), old=False),
    EntryHelp("r", "resign", N_("resign the game"), modern=False),
    EntryHelp("y n", "y", N_("accept or refuse the offer")),
    EntryHelp("half", "half", N_("declare half a win with part of the throw"), modern=False),
    EntryHelp("g", "game", N_("start the next game (typing the next dice does the same)")),
    EntryHelp("! ?! ? ??", "??", N_("a mark on what comes before it")),
    EntryHelp("# …", "# Kaffi.", N_("a comment on what comes before it")),
    EntryHelp("W … B …", "W clock 10:02", N_("any other line of a record, kept as typed")),
)


class DiceEntry(NamedTuple):
    """Dice alone."""

    dice: tuple[int, int]
    singly: bool = False


class ThrowEntry(NamedTuple):
    """Dice, and what was done with them; the side where it was typed."""

    dice: tuple[int, int]
    singly: bool
    cell: str
    seat: int | None = None


class DeedEntry(NamedTuple):
    """A deed by its word: of the side that may do it, or of the one that was typed."""

    name: str
    size: int | None = None
    seat: int | None = None


class MarkEntry(NamedTuple):
    """A mark on what stands before it."""

    sign: str


class LineEntry(NamedTuple):
    """A line of a record as it stands."""

    text: str
    statement: Statement


class PlayEntry(NamedTuple):
    """A text that may be a play, or nothing at all."""

    cell: str


Typed = DiceEntry | ThrowEntry | DeedEntry | MarkEntry | LineEntry | PlayEntry

LONGEST = 200

WORDS: dict[str, tuple[str, ...]] = {
    "double": ("d", "double", "doubles", "redouble", "redoubles"),
    "take": ("t", "take", "takes"),
    "drop": ("p", "pass", "passes", "drop", "drops"),
    "beaver": ("b", "beaver", "beavers", "raccoon", "raccoons"),
    "resign": ("r", "resign", "resigns"),
    "accept": ("y", "yes", "accept", "accepts"),
    "refuse": ("n", "no", "refuse", "refuses", "decline", "declines", "reject", "rejects"),
    "half": ("half",),
    "game": ("g", "game"),
}
_NAMES = {word: name for name, words in WORDS.items() for word in words}
_SIZES = {"1": 1, "2": 2, "3": 3, "single": 1, "gammon": 2, "backgammon": 3}
_DICE = re.compile(r"([1-6])[-, ]?([1-6])", re.ASCII)
_SINGLY = re.compile(r"([1-6])\+([1-6])?", re.ASCII)
_THROW = re.compile(r"(?:([WwBb])\s+)?([1-6])([-+, ]?)([1-6]?)(?:\s*:\s*|\s+(?=\S))(.*)", re.ASCII | re.S)
_DEED = re.compile(r"(?:([WwBb])\s+)?([a-z]+)\s*(single|gammon|backgammon|[123])?", re.I | re.ASCII)


def parse_entry(text: str) -> Typed:
    """Parse an entry: one line, without blanks around it."""
    if dice := _DICE.fullmatch(text):
        return DiceEntry((int(dice[1]), int(dice[2])))
    if dice := _SINGLY.fullmatch(text):
        return DiceEntry((int(dice[1]), int(dice[2] or 0)), singly=True)
    if (named := kotra_dice.dice_named(text.split())) is not None:
        return DiceEntry(named)
    if text in SIGNS:
        return MarkEntry(text)
    if (deed := _deed(text)) is not None:
        return deed
    if (throw := _THROW.fullmatch(text)) and (throw[4] or throw[3] == "+"):
        dice_thrown = int(throw[2]), int(throw[4] or 0)
        return ThrowEntry(dice_thrown, throw[3] == "+", throw[5], _seat(throw[1]))
    return _line(text) or PlayEntry(text)


def _deed(text: str) -> DeedEntry | None:
    deed = _DEED.fullmatch(text)
    name = _NAMES.get(deed[2].lower()) if deed else None
    if deed is None or name is None or (deed[3] and name != "resign"):
        return None
    return DeedEntry(name, _SIZES.get((deed[3] or "").lower()), _seat(deed[1]))


def _seat(letter: str | None) -> int | None:
    return None if letter is None else SEATS.index(letter.upper())


def unread_why(text: str) -> str | None:
    """Return why a line of a record cannot be read, where its reader knows more than that."""
    line = kotra_lines.read_cached(text) if len(text) <= LONGEST else None
    return line.why or None if isinstance(line, UnreadableError) else None


def _line(text: str) -> ThrowEntry | LineEntry | None:
    try:
        line = kotra_lines.read(text) if len(text) > LONGEST else kotra_lines.read_cached(text)
    except UnreadableError:
        return None
    if isinstance(line, UnreadableError):
        return None
    statement = line[0].statement
    if isinstance(statement, ThrowStatement):
        return ThrowEntry(statement.dice, statement.singly, statement.cell.strip(), statement.seat)
    return LineEntry(text, statement)
