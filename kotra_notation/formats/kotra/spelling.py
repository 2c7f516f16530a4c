"""How `.kotra` spells strings, numbers, times and pairs, in both directions."""

from __future__ import annotations

import re
from collections.abc import Mapping

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


def quoted(text: str) -> str:
    r"""The text between quotes, with `\"`, `\\`, `\n`, `\t` and `\u{…}` where needed."""

    def escape(found: re.Match[str]) -> str:
        character = found[0]
        return "\\" + _SHORT.get(character, f"u{{{ord(character):x}}}")

    return f'"{_ESCAPED.sub(escape, text)}"'


def unquoted(text: str) -> str:
    """Return what a quoted text says."""
    return _ESCAPE.sub(lambda found: _LONG[found[1]] if found[1] else chr(int(found[2], 16)), text[1:-1])


def plain(text: str) -> bool:
    """Return whether a text may stand unquoted to the end of a line."""
    return text == text.strip() and not text.startswith('"') and not UNSAFE.search(text)


def rest(text: str) -> str:
    """A text that takes the rest of its line, quoted where it must be."""
    return text if plain(text) else quoted(text)


def read_rest(text: str) -> str:
    """What the rest of a line says, quoted or not; a quote that is never closed is a plain character."""
    text = text.strip()
    return unquoted(text) if _STRING.fullmatch(text) else text


def word(text: str) -> str:
    """A single word of letters as it is, anything else quoted."""
    return text if _WORD.fullmatch(text) else quoted(text)


def words(text: str) -> str:
    """Words of letters with single blanks between them as they are, anything else quoted."""
    return text if all(map(_WORD.fullmatch, text.split(" "))) else quoted(text)


def read_word(text: str) -> str:
    """Return what a word says, quoted or not."""
    return unquoted(text) if text.startswith('"') else text


def property_of(text: str) -> tuple[str, str]:
    """The key and the value of `key="value"`."""
    found = _PROPERTY.fullmatch(text)
    assert found
    return read_word(found[1]), unquoted(found[2])


def properties(text: str) -> list[str]:
    """Every `key="value"` of a text, as written."""
    return [found[0] for found in _PROPERTIES.finditer(text)]


def shares(outcomes: Mapping[str, float]) -> str:
    """Shares by the names of outcomes, `(jan:0.43 -jan:0.41)`; names that are none are quoted."""
    spelled = (
        f"{name if _OUTCOME.fullmatch(name) else quoted(name)}:{number(share)}"
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


def whole_pair(text: str) -> tuple[int, int]:
    """Two whole numbers from `31`, `3-1` or `(3 1)`."""
    if text.isdecimal():
        return int(text[0]), int(text[1])
    first, second = text[1:-1].split() if text.startswith("(") else text.split("-")
    return int(first), int(second)
