"""Spelling of strings, numbers, times, pairs, dice, hops and comments in `.kotra`, in both directions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import NamedTuple

from kotra_notation.board import BAR, OFF
from kotra_notation.board.points import ILLEGIBLE, read_die, spell_figures
from kotra_notation.board.text import LETTERS, letter, own_index
from kotra_notation.formats.plays import Way, gather, without_hits
from kotra_notation.model import Hop

# What a plain text may not hold: controls, line separators, the byte order mark, halves of characters.
UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
_ESCAPED = re.compile(UNSAFE.pattern[:-1] + r'"\\]')
_ESCAPE = re.compile(r'\\(?:(["\\nt])|u\{([0-9a-fA-F]+)\})')
STRING = r'"(?:[^"\\]|\\(?:["\\nt]|u\{(?:10|[0-9a-fA-F])?[0-9a-fA-F]{1,4}\}))*"'
DICE = r"(?:[0-9]{2}|[0-9]{1,18}-[0-9]{1,18}|\(-?[0-9]{1,18} -?[0-9]{1,18}\))"
_STRING = re.compile(STRING)
_WORD = re.compile(r"[^\W\d_]+")
_PROPERTY = re.compile(rf"({STRING}|[^=]+)=({STRING})")
_PROPERTIES = re.compile(rf"\w+={STRING}")
_OUTCOME = re.compile(r"-?[^\W\d_]\w*")
_SHARE = re.compile(rf"({STRING}|[^\s:(\"]+):([^\s)]+)")
_SHORT = {"\n": "n", "\t": "t", '"': '"', "\\": "\\"}
_LONG = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}

DAY = 86_400


def quote(text: str) -> str:
    r"""The text between quotes, with `\"`, `\\`, `\n`, `\t` and `\u{…}` where needed."""

    def escape(match: re.Match[str]) -> str:
        character = match[0]
        return "\\" + _SHORT.get(character, f"u{{{ord(character):x}}}")

    return f'"{_ESCAPED.sub(escape, text)}"'


def unquote(text: str) -> str:
    """Return what a quoted text says."""
    return _ESCAPE.sub(lambda match: _LONG[match[1]] if match[1] else chr(int(match[2], 16)), text[1:-1])


def is_plain(text: str) -> bool:
    """Return whether a text may stand unquoted to the end of a line."""
    return text == text.strip() and not text.startswith('"') and not UNSAFE.search(text)


def rest(text: str) -> str:
    """A text that takes the rest of its line, quoted where it must be."""
    return text if is_plain(text) else quote(text)


def read_rest(text: str) -> str:
    """Return the rest of a line, quoted or not; a quote that is never closed is a plain character."""
    text = text.strip()
    return unquote(text) if _STRING.fullmatch(text) else text


def word(text: str) -> str:
    """A single word of letters as it is, anything else quoted."""
    return text if _WORD.fullmatch(text) else quote(text)


def words(text: str) -> str:
    """Words of letters with single blanks between them as they are, anything else quoted."""
    return text if all(map(_WORD.fullmatch, text.split(" "))) else quote(text)


def read_word(text: str) -> str:
    """Return what a word says, quoted or not."""
    return unquote(text) if text.startswith('"') else text


def property_of(text: str) -> tuple[str, str]:
    """The key and the value of `key="value"`."""
    match = _PROPERTY.fullmatch(text)
    assert match
    return read_word(match[1]), unquote(match[2])


def properties(text: str) -> list[str]:
    """Every `key="value"` of a text, as written."""
    return [match[0] for match in _PROPERTIES.finditer(text)]


def shares(outcomes: Mapping[str, float]) -> str:
    """Shares by the names of outcomes, `(jan:0.43 -jan:0.41)`; names that are none are quoted."""
    spelled = (
        f"{name if _OUTCOME.fullmatch(name) else quote(name)}:{number(share)}"
        for name, share in outcomes.items()
    )
    return f"({' '.join(spelled)})"


def read_shares(text: str) -> dict[str, float]:
    """Shares by the names of outcomes; none of an empty text."""
    return {read_word(name): float(share) for name, share in _SHARE.findall(text)}


def number(value: float) -> str:
    """A number, a whole one without a point."""
    if value == value and abs(value) < 1e15 and value == int(value):
        return str(int(value))
    return repr(value)


def seconds(value: float) -> str:
    """Whole seconds as `1:05` or `1:02:05`, others as a number."""
    if not (0 <= value < DAY and value == int(value)):
        return number(value)
    hours, left = divmod(int(value), 3600)
    minutes, left = divmod(left, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def read_seconds(text: str) -> float:
    """Seconds from `1:02:05`, `1:05` or a number."""
    total = 0.0
    for part in text.split(":"):
        total = total * 60 + float(part)
    return total


def pair(first: float, second: float) -> str:
    """Two numbers as `2-1`, or between parentheses where a minus or an exponent would be confusing."""
    left, right = number(first), number(second)
    if re.fullmatch(r"[0-9.]+-[0-9.]+", f"{left}-{right}"):
        return f"{left}-{right}"
    return f"({left} {right})"


def read_pair(text: str) -> tuple[float, float]:
    """Two numbers from `2-1` or `(2 1)`."""
    first, second = text[1:-1].split() if text.startswith("(") else text.split("-")
    return float(first), float(second)


_CREDIT = rf"(\s*{STRING}\s*|[^\];\"]*)"
_NOTE = re.compile(rf"#(?:(\+)(?=\s|$)|\[{_CREDIT}(?:;{_CREDIT})?\])?(.*)", re.DOTALL)
_PLAIN_CREDIT = re.compile(r'[^\s\];"](?:[^\];"]*[^\s\];"])?')


class Note(NamedTuple):
    """A comment line; `more` if it continues the comment before it."""

    more: bool
    author: str | None
    language: str | None
    text: str


def read_note(text: str) -> Note:
    """Parse a comment line; every text that begins with `#` is one."""
    match = _NOTE.fullmatch(text)
    assert match
    more, author, language, note = match.groups()
    return Note(bool(more), _read_credit(author), _read_credit(language), read_rest(note))


def note_lines(text: str, author: str | None, language: str | None) -> Iterator[str]:
    """A comment as it is written, one line for each of its own."""
    credit = _spell_credit(author) + ("" if language is None else f"; {_spell_credit(language)}")
    head = "#" if author is None and language is None else f"#[{credit}]"
    for line in text.split("\n"):
        yield f"{head} {rest(line)}".rstrip()
        head = "#+"


def _read_credit(written: str | None) -> str | None:
    return read_word(written.strip()) if written and not written.isspace() else None


def _spell_credit(name: str | None) -> str:
    if name is None:
        return ""
    return name if _PLAIN_CREDIT.fullmatch(name) and not UNSAFE.search(name) else quote(name)


# The attested name of each number first, then what else is read for it, also today's names; the doubles.
NAMES: tuple[tuple[str, ...], ...] = (
    ("ás", "as", "ásinn", "ds", "einn"), ("daus", "dis", "dís", "dús", "tveir", "tvistur"),
    ("treia", "treyja", "tría", "þrír", "þristur"), ("kotra", "kvotra", "fjórir", "fjarki"),
    ("fimm", "fimma"), ("sex", "sexa"),
)  # fmt: skip
# Each of these may be followed by one of ALL.
DOUBLES: tuple[tuple[str, ...], ...] = (
    ("ásar", "asar"), ("dausar", "dausin", "tvistar"), ("treiur", "treyjur", "tríur", "þristar"),
    ("kotrur", "kvotrur", "fjarkar"), ("fimmin", "fimmur"), ("sexin", "sexur"),
)  # fmt: skip
ALL = frozenset({"allir", "allar", "öll"})
TWELVE = "tólfin"

_DICE_NAMED = {name: number for number, names in enumerate(NAMES, 1) for name in names}
_DOUBLES_NAMED = {name: number for number, names in enumerate(DOUBLES, 1) for name in names}


def dice_named(words: list[str]) -> tuple[int, int] | None:
    """The dice that words name: `sex og kotra`, `sex kotra`, `ásar allir`, `tólfin`; None for other words."""
    match [word.casefold() for word in words]:
        case [only] if only == TWELVE:
            return 6, 6
        case [double, *every] if double in _DOUBLES_NAMED and set(every) <= ALL:
            return _DOUBLES_NAMED[double], _DOUBLES_NAMED[double]
        case [first, second] | [first, "og", second] if first in _DICE_NAMED and second in _DICE_NAMED:
            return _DICE_NAMED[first], _DICE_NAMED[second]
    return None


def spell_dice(dice: tuple[int, int], singly: bool = False) -> str:
    """Dice as `31`; thrown one after the other `3+1`, and `3+` where there was one die only."""
    first, second = dice
    if ILLEGIBLE in dice and not singly and min(dice) >= ILLEGIBLE and max(dice) < 10:
        return spell_figures(dice)
    if min(dice) < 0 or max(dice) > 10**9:
        return f"({first}{'+' if singly else ' '}{second})"
    if singly:
        return f"{first}+{second or ''}"
    return f"{first}{second}" if max(dice) < 10 else f"{first}-{second}"


def read_dice(text: str) -> tuple[tuple[int, int], bool]:
    """The dice that figures say, and whether they were thrown one after the other."""
    bare = text.strip("()")
    if "+" in bare:
        first, second = bare.split("+")
        return (int(first), int(second or 0)), True
    if "?" in bare:
        return (read_die(bare[0]), read_die(bare[-1])), False
    words = bare.split()
    if len(words) > 1:  # 5 og 3, (-5 3)
        first, *_, second = words
    else:
        first, second = bare.split("-") if "-" in bare else (bare[0], bare[1])
    return (int(first), int(second)), False


ENDS = {"bar": BAR, "off": OFF, "dauð": BAR, "slá": BAR, "út": OFF, "útaf": OFF}
_BAR_AND_OFF = {BAR: "bar", OFF: "off"}
_LANDING = re.compile(r"([^*]+)(?:\*(.*))?")


class Points(Enum):
    """Names of points: 24 to 1 from the own side, letters of the old board, or the own path 1 to 24."""

    NUMBERS = "numbers"
    LETTERS = "letters"
    PATH = "path"


def read_hops(text: str, seat: int, path: bool = False) -> Iterator[Hop]:
    """The hops of one written way, `(n)` repeated; the marks of a hit belong to the first man."""
    text, _, times = text.lower().partition("(")
    start, *landings = text.split("/")
    way: list[Hop] = []
    source = _read_point(start, seat, path)
    for landing in landings:
        match = _LANDING.fullmatch(landing)
        assert match
        target = _read_point(match[1], seat, path)
        way.append(Hop(source, target, 0 if match[2] is None else int(match[2] or 1)))
        source = target
    yield from way
    for _ in range(int(times.rstrip(")") or 1) - 1):
        yield from without_hits(tuple(way))


def spell_hops(hops: Iterable[Hop], seat: int, points: Points = Points.NUMBERS) -> str:
    """Hops as they are written, in their order: equal ones counted, one man's joined."""
    return " ".join(
        _spell_way(way, seat, points) + (f"({times})" if times > 1 else "") for way, times in gather(hops)
    )


def _spell_way(way: Way, seat: int, points: Points) -> str:
    hits = {0: "", 1: "*"}
    landings = [_spell_point(hop.target, seat, points) + hits.get(hop.taken, f"*{hop.taken}") for hop in way]
    return "/".join([_spell_point(way[0].source, seat, points), *landings])


def _spell_point(index: int, seat: int, points: Points) -> str:
    if index in _BAR_AND_OFF:
        return _BAR_AND_OFF[index]
    if points is Points.LETTERS and OFF < index < BAR:
        return letter(seat, index)
    return str(BAR - index if points is Points.PATH else index)


def _read_point(point: str, seat: int, path: bool) -> int:
    if point in ENDS:
        return ENDS[point]
    if point in LETTERS:
        return own_index(seat, point)
    return BAR - int(point) if path else int(point)
