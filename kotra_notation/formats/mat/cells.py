"""Cells of a match text, read by the grammar once and remembered by their text."""

from __future__ import annotations

import re
from functools import lru_cache

from kotra_notation.formats.plays import REMEMBERED, parse_ordinary_hops
from kotra_notation.formats.recorder import Act, Did, Ended, Remembered, Threw, act_of, tree_of, words
from kotra_notation.late import late_pattern
from kotra_notation.model import Blank, CannotMove, Deed, Hop, NotRecorded, Play, Unread
from kotra_notation.values import dataclass

LONGEST_WORD = 12
ENGLISH = (
    "doubles", "redoubles", "takes", "accepts", "drops", "passes", "rejects", "beavers", "raccoons",
    "wins", "losses", "loses", "concedes", "resigns",
)  # fmt: skip

# Words of Icelandic, Danish, Swedish and German, and other English ones, by what they stand for.
FOREIGN = {
    "Doubles": "tvöfaldar doblar|dobler doblerer fordobler|dubblar fördubblar|doppelt verdoppelt",
    "Redoubles": "endurtvöfaldar|redobler|redubblar|redoppelt",
    "Takes": "tekur þiggur|tager accepterer|tar accepterar antar|nimmt_an nimmt akzeptiert",
    "Drops": "declines decline refuses refuse|neitar hafnar|passer afslår afviser dropper"
    "|passar avböjer avvisar|passt lehnt_ab",
    "Wins": "vinnur|vinder|vinner|gewinnt",
    "Loses": "tapar|taber|förlorar|verliert",
    "Resigns": "gefst_upp|giver_op opgiver|ger_upp|gibt_auf",
}
CANNOT = "getur ekki leikið|kemst ekki|leiklaus|kan ikke (?:flytte|rykke)|kan inte flytta|kann nicht ziehen"
POINTS = "stig|points?|poäng|punkte?n?"
MATCH = "(?:og|och|und) (?:leikinn|keppnina|viðureignina|kampen|matchen|das match|den wettkampf)"

VERBS = {
    word.replace("_", " "): english
    for english, words in FOREIGN.items()
    for word in words.replace("|", " ").split()
}
FOREIGN_VERB = "|".join(sorted(VERBS, key=len, reverse=True))
FOREIGN_RESULT = "|".join(word for word, english in VERBS.items() if english in ("Wins", "Loses"))

# Dice with their colon, and their two numbers parted by a blank or a dash.
DICE = r"[0-9?][ \-–−‐‑]?[0-9?] *:"
BARE_DICE = r"[1-6][ \-]?[1-6]\s+(?=(?:bar|b|[0-9]{1,2})/)"  # without a colon, before a play

# Dice with a letter for a digit, another sign for the colon, or none before a play.
SLIPPED_DICE = late_pattern(r"([1-6lIi|!ZzSsGb])([1-6lIi|!ZzSsGb])(?:[:;.,]|(?=\s+[0-9b])|$)(?=\s|$)")
DICE_BEGIN = late_pattern(r"(?=.?[0-9])[^\s/:]{1,2}:")  # dice that cannot be read, with their colon
PLAY_BEGIN = late_pattern(r"\S{1,3}\s*:|\S*/")  # what may be meant for dice or a play
FOR_DIGITS = str.maketrans("lIi|!ZzSsGb", "11111225566")

# Where a cell may begin: dice with their colon, a word of the cube or of the end.
CELL = late_pattern(
    rf"(?<!\S)(?:{DICE}|[1-6]:(?=\s|$)|(?=[^\W\d])"  # a play begins with none of the words
    r"(?:(?:re)?doubles?|takes?|accepts?|drops?|pass(?:es)?|rejects?|beavers?|rac?coons?|"
    r"wins?|losse?s|loses?|lost on|time ?out|forfeits?|concedes?|resign(?:s|ed)?|"
    rf"{FOREIGN_VERB})\b)",
    re.I,
)

_VERB = late_pattern(rf"(?:{FOREIGN_VERB})\b", re.I)
_CANNOT = late_pattern(rf"({DICE})\s*(?:{CANNOT})\.?$", re.I)
_POINTS = late_pattern(rf"\b(?:{POINTS})\b", re.I)
_MATCH = late_pattern(rf"\b{MATCH}\b", re.I)


def in_english(text: str) -> str | None:
    """A cell in the words of the notation, None where it has none of another language."""
    if cannot := _CANNOT.match(text):
        return f"{cannot[1]} Cannot Move"
    verb = _VERB.match(text)
    if verb is None:
        return None
    rest = _MATCH.sub("and the match", _POINTS.sub("points", text[verb.end() :]))
    return VERBS[verb[0].lower()] + rest


# What people type and no program writes, with what stands for it.
_TYPED = (
    (late_pattern(r"([1-6])[ -]?([1-6])\s+(?=(?:bar|b|[0-9]{1,2})[/-][0-9o])", re.I), r"\1\2: "),
    (late_pattern(r",\s*"), " "),
    (
        late_pattern(r"((?:re)?doubles?|dbl)\s+(?:(?:at|the cube)\s+)?(?:to\s+)?\(?([0-9]{1,4})\)?$", re.I),
        r"Doubles => \2",
    ),
    (late_pattern(r"dbl$", re.I), "Doubles"),
    (late_pattern(r"(?:wins?|won)\s+([0-9]{1,3})(?:\s+(?:points?|pts?))?", re.I), r"Wins \1 points"),
)
_WON = late_pattern(r"(?:wins?|won)(?:\s+the)?(?:\s+(?:game|(match)))?\.?$", re.I)


def _read_typed(text: str) -> Content | None:
    """Return the content of a cell as people type it."""
    if won := _WON.match(text):
        return Ended(None, match=bool(won[1]))
    for pattern, usual in _TYPED:
        text = pattern.sub(usual, text)
    return _parse(text)


@lru_cache(maxsize=1000)
def nearest(text: str) -> str:
    """Return the word or the dice that the first word of a cell is a typo of, if any."""
    from difflib import get_close_matches

    first = text.split()[0].lower()
    if (dice := SLIPPED_DICE.match(text)) and (dice[1].isdigit() or dice[2].isdigit()):
        meant = f"{dice[1]}{dice[2]}:".translate(FOR_DIGITS)
        return "" if meant == first else meant
    if not first.isalpha() or len(first) > LONGEST_WORD:
        return ""
    return "".join(get_close_matches(first, ENGLISH, n=1, cutoff=0.7)).capitalize()


@dataclass(frozen=True, slots=True)
class ThrewRemarked(Threw):
    """A roll with a mark on it, or with the position line of an illegal play."""

    mark: str = ""
    line: str = ""


@dataclass(frozen=True, slots=True)
class Garbled:
    """Nothing the grammar knows, from `offset` on; with readable dice, the play and the `rest`."""

    offset: int
    dice: tuple[int, int] | None = None
    deed: Deed | None = None
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Noted:
    """A cell that ends before `end`, and the note behind it."""

    content: Act
    end: int
    note: str


Content = Act | Noted | Garbled

_THROW = late_pattern(r"[0-9]{2}:(?: |$)")
_LEADING_DICE = late_pattern(r"([0-9])[ \-–−‐‑]?([0-9])\s*[:;.,]\s*")
_ONE_DIE = late_pattern(r"([1-6]):(?=\s|$)")  # the other one is lost
_SHORT_DICE = late_pattern(r"([1-6])-?([1-6])(?:\s*:|(?![\d/*-]))")
# A cell as most are written that is no play; what it says, `grammar/mat.lark` says too.
_ORDINARY = late_pattern(
    r"(Double)s(?: => ([0-9]{1,9}))?|(Take|Drop)s|Wins ([0-9]{1,9}) points?( and the match)?"
    r"|([0-9])([0-9]): (?:Cannot Move|(\?{4}))"
)
_WORD = late_pattern(r"\S+")
_MARKS = late_pattern(r"[?!]{1,2}(?=\s)")
_BRACKETED = late_pattern(r"(?<!\s)\s+(?P<note>\([^()]*\)|\[[^][]*\]|\{[^{}]*\})$")
# Signs of the printer for those of the keyboard.
_SIGNS = str.maketrans(
    {**dict.fromkeys("–−‐‑", "-"), **dict.fromkeys("⁄∕", "/"), **dict.fromkeys("⇒→➔", "=>")}
)
_WORDS = late_pattern(r"(?!(?:bar|off)\b)\b[^\W\d_]{2,}|[0-9]:[0-9]", re.I)  # what no play is made of
_PART_OF_A_PLAY = late_pattern(r"[0-9/]|\b(?:bar|off)\b", re.I)


def _read(text: str) -> Content:
    if _THROW.match(text):
        ways = [_way(word) for word in text[3:].split()]
        if None not in ways:
            hops = tuple([hop for way in ways if way for hop in way])
            return Threw((int(text[0]), int(text[1])), Play(hops=hops) if hops else Blank())
    if single := _ONE_DIE.match(text):
        text = f"{single[1]}?{text[1:]}"
    read = _parse(text) or _split_note(text)
    if read is None and not text.isascii():
        read = _parse(text.translate(_SIGNS))
    if read is None and (english := in_english(text.translate(_SIGNS))):
        read = _parse(english)
    return read or _read_typed(text) or _read_garbled(text)


content = Remembered(_read).__getitem__


@lru_cache(maxsize=REMEMBERED)
def short_content(text: str) -> Content:
    """Return the content of a cell where plays are written short; an unreadable play is kept as it is."""
    dice = _SHORT_DICE.match(text)
    if not dice:
        return content(text)
    play = text[dice.end() :].strip()
    read = content(f"{dice[1]}{dice[2]}: {play}")
    unread = isinstance(read, Garbled | Noted)
    return Threw((int(dice[1]), int(dice[2])), Unread(text=play)) if unread else read


@lru_cache(maxsize=REMEMBERED)
def _way(word: str) -> tuple[Hop, ...] | None:
    """Return the hops of one word, of which a few hundred make nearly all plays; None for any other word."""
    word = word if word.isascii() else word.translate(_SIGNS)
    if ordinary := parse_ordinary_hops(word):
        return ordinary
    read = _parse(f"11: {word}") if "/" in word or "-" in word else None
    return read.deed.hops if type(read) is Threw and isinstance(read.deed, Play) else None


def _parse(text: str) -> Content | None:
    if (ordinary := _ordinary(text)) is not None:
        return ordinary
    tree = tree_of("mat", text)
    act = act_of(tree) if tree else None
    if tree is None or not isinstance(act, Threw):
        return act
    for illegal in tree.find_data("illegal"):
        return ThrewRemarked(act.dice, NotRecorded(), line=str(illegal.children[0])[1:-1])
    mark = words(tree).get("MARK")
    return ThrewRemarked(act.dice, act.deed, mark) if mark else act


def _ordinary(text: str) -> Act | None:
    """Return the content of a cell written as most are, without the grammar; None for any other."""
    if not (cell := _ORDINARY.fullmatch(text)):
        return None
    double, value, answer, points, match, first, second, unknown = cell.groups()
    if double or answer:
        return Did((double or answer).lower(), int(value) if value else None)
    if points:
        return Ended(int(points), match=bool(match))
    return Threw((int(first), int(second)), NotRecorded() if unknown else CannotMove())


def _split_note(text: str) -> Noted | None:
    """Split a cell from the note behind it: in brackets, or words behind a play."""
    bracketed = _BRACKETED.search(text)
    if bracketed and _WORDS.search(bracketed["note"]):
        end, note = bracketed.start(), bracketed["note"]
    else:
        rest = _read_garbled(text).rest
        start = len(text) - len(rest)
        if not rest or not start:
            return None
        marks = _MARKS.match(rest)
        end = start + marks.end() if marks else len(text[:start].rstrip())
        note = text[end:].strip()
        if not note[0].isalpha() or CELL.match(note) or nearest(note):
            return None
    read = _parse(text[:end]) if end else None
    return Noted(read, end, note) if read is not None and not isinstance(read, Noted | Garbled) else None


def _read_garbled(text: str) -> Garbled:
    """Return what can be read of a text that the grammar does not know."""
    dice = _LEADING_DICE.match(text)
    if not dice:
        return Garbled(0, rest=text)
    thrown = (int(dice[1]), int(dice[2]))
    hops: list[Hop] = []
    for word in _WORD.finditer(text, dice.end()):
        way = _way(word[0])
        if way is None:
            offset, rest = word.start(), text[word.start() :]
            break
        hops += way
    else:
        offset, rest = 0, ""
    if hops and not _PART_OF_A_PLAY.search(rest):
        return Garbled(offset, thrown, Play(hops=tuple(hops)), rest)
    return Garbled(offset, thrown, Unread(text=text[dice.end() :]))
