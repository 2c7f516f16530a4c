"""The text of a JSON document: laid out with an event a line, and read back as far as it is whole."""

from __future__ import annotations

import json
import math
import re
from collections import deque
from collections.abc import Iterator
from typing import Any

from kotra_notation.findings import Finding, finding, phrase
from kotra_notation.formats.json_model.shapes import Repeated
from kotra_notation.model import Span
from kotra_notation.values import dataclass

# The arrays whose values stand on lines of their own, and are kept where a file breaks off behind them.
LINED = ("matches", "games", "events")
DIGITS = 1000  # no number is longer
DEPTH = 100  # no document is deeper; ours have ten levels
UNSAFE = re.compile(r"[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.S)
_CLOSING = {"{": "}", "[": "]"}


@dataclass(frozen=True, slots=True)
class Document:
    """What a text holds, as far as it is whole, and what is wrong with the text."""

    data: Any
    findings: tuple[Finding, ...] = ()


def spelled(value: Any) -> str:
    """The text of a value of JSON; the long arrays have a line for each of their values."""
    if not isinstance(value, dict) or value.keys().isdisjoint(LINED):
        return _compact(value)
    parts = [
        f"{_compact(key)}: {_lines(one) if key in LINED else _compact(one)}" for key, one in value.items()
    ]
    return "{" + ", ".join(parts) + "}"


def _lines(values: list[Any]) -> str:
    return "[\n" + ",\n".join(map(spelled, values)) + "\n]" if values else "[]"


def _compact(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def read(text: str) -> Document:
    """The value a text holds; where it breaks off, what stands whole before."""
    text = text.replace("\x00", " ")
    start = len(text) - len(text.lstrip())
    try:
        data, end = _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        return Document(_whole_part(text[: error.pos]), (_broken(text, error),))
    except RecursionError:
        return Document(None, (finding("limit-passed", what=phrase("the nesting"), limit=DEPTH),))
    rest = text[end:].lstrip()
    if rest:
        place = _span(text, len(text) - len(rest))
        return Document(
            data,
            (
                finding(
                    "structure-broken",
                    span=place,
                    what=phrase("the end"),
                    why=phrase("more follows behind it"),
                ),
            ),
        )
    return Document(data)


def _broken(text: str, error: json.JSONDecodeError) -> Finding:
    """Return what is wrong where a text is no JSON."""
    place = _span(text, error.pos)
    if error.msg.startswith("Unterminated") or re.fullmatch(r"[\w.+-]{0,8}\s*", text[error.pos :]):
        return finding("file-breaks-off", span=place, what=phrase("a value"))
    return finding(
        "structure-broken",
        span=place,
        what=phrase("from here on"),
        why=phrase("it is no JSON ({error})", error=error.msg),
    )


def _whole_part(text: str) -> Any:
    """What stands before a break: the matches, games and events that are whole, and what they stand in."""
    try:
        end, closers = deque(_breaks(text), maxlen=1).pop()
        return _DECODER.decode(text[:end] + closers)
    except (IndexError, ValueError, RecursionError):
        return None


def _breaks(text: str) -> Iterator[tuple[int, str]]:
    """The places behind values of the long arrays, each with the brackets that are open there."""
    open_: list[tuple[str, str]] = []
    word = ""
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if sign in "[{":
            open_.append((sign, word))
        elif sign in "]}":
            if not open_:
                return
            open_.pop()
            if open_ and open_[-1][0] == "[" and open_[-1][1] in LINED and len(open_) < DEPTH:
                yield token.end(), "".join(_CLOSING[sign] for sign, _ in reversed(open_))
        word = sign[1:-1]


def _span(text: str, index: int) -> Span:
    before = text[:index].replace("\r\n", "\n").replace("\r", "\n")
    column = len(before) - before.rfind("\n")
    return Span(before.count("\n") + 1, column, column + 1)


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    keys = [key for key, _ in pairs]
    repeated = Repeated(made)
    repeated.key = next(key for i, key in enumerate(keys) if key in keys[:i])
    return repeated


def _int(text: str) -> int | float:
    """A whole number; one of very many digits is beyond all that is known, which its place will say."""
    return int(text) if len(text) <= DIGITS else math.inf


_DECODER = json.JSONDecoder(object_pairs_hook=_pairs, parse_int=_int)
