"""The kinds of values in JSON: each is written, read and described by one shape."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

from kotra_notation.board import BAR, OFF
from kotra_notation.findings import phrase
from kotra_notation.formats.plays import REMEMBERED, spell_play
from kotra_notation.model import Hop
from kotra_notation.values import dataclass

MOST_WRONGS = 1000
SHOWN = 80
WHOLE = 10**15
LARGEST = 10**18  # as many figures as .kotra reads
NOT_FINITE = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}

Schema = dict[str, Any]


class ShapeError(ValueError):
    """A value that does not fit: why, and the keys on the way to it, the innermost first."""

    def __init__(self, why: str) -> None:
        self.why = why
        self.way: list[str | int] = []

    def below(self, key: str | int) -> ShapeError:
        """The same, seen from one step further out."""
        self.way.append(key)
        return self


Wrongs = list[ShapeError]


class Repeated(dict[str, Any]):
    """An object of which a key was written more than once; the last one is kept."""

    key: str


class Shape(Protocol):
    """A kind of value in JSON. `load` raises `ShapeError`, or notes it in `wrongs` and goes on without."""

    @property
    def parts(self) -> Sequence[Shape]:
        """The shapes of what is in it."""

    @property
    def dump(self) -> Callable[[Any], Any]:
        """The value as JSON has it."""

    @property
    def load(self) -> Callable[[Any, Wrongs], Any]:
        """Return what a value of JSON says."""

    @property
    def schema(self) -> Callable[[], Schema]:
        """The JSON Schema of the value."""


@dataclass(frozen=True, slots=True)
class SimpleShape:
    """A shape that is no object of a dataclass; by default the value is written as it is."""

    load: Callable[[Any, Wrongs], Any]
    schema: Callable[[], Schema]
    dump: Callable[[Any], Any] = lambda value: value
    parts: Sequence[Shape] = ()


def native(kind: type, name: str, title: str) -> SimpleShape:
    """Return the shape of values that JSON has itself."""

    def load(value: Any, wrongs: Wrongs) -> Any:
        if type(value) is not kind:
            raise ShapeError(phrase("{value} is not {title}", value=cut_short(value), title=title))
        return value

    return SimpleShape(load, lambda: {"type": name})


def _load_whole(value: Any, wrongs: Wrongs) -> Any:
    """Return a whole number, also one written as `3.0`."""
    if type(value) is float and abs(value) < WHOLE and value.is_integer():
        return int(value)
    if type(value) is int and abs(value) >= LARGEST:
        raise ShapeError(phrase("{value} has more than 18 digits", value=cut_short(value)))
    return _INT.load(value, wrongs)


def _dump_number(value: Any) -> Any:
    """Return a number, a whole one without a point; one that is not finite as a word."""
    if type(value) is not float:
        return value
    if not math.isfinite(value):
        return repr(value)
    return int(value) if abs(value) < WHOLE and value.is_integer() and str(value) != "-0.0" else value


def _load_number(value: Any, wrongs: Wrongs) -> float:
    if type(value) is str and value in NOT_FINITE:
        return NOT_FINITE[value]
    if type(value) is not int and type(value) is not float:
        raise ShapeError(phrase("{value} is not a number", value=cut_short(value)))
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ShapeError(phrase('a number that is not finite is written as "inf", "-inf" or "nan"'))
    return number


def choice(values: Mapping[Any, Any]) -> SimpleShape:
    """Return the shape of one of a few values, by what stands for it in JSON."""
    names = {value: name for name, value in values.items()}

    def load(value: Any, wrongs: Wrongs) -> Any:
        if isinstance(value, str | int) and type(value) is not bool and value in values:
            return values[value]
        known = ", ".join(map(str, values))
        raise ShapeError(phrase("{value} is not one of {values}", value=cut_short(value), values=known))

    return SimpleShape(load, lambda: {"enum": list(values)}, names.__getitem__)


def nullable(inner: Shape) -> SimpleShape:
    """Return the shape of a value, or `null`."""
    return SimpleShape(
        lambda value, wrongs: None if value is None else inner.load(value, wrongs),
        lambda: {"anyOf": [inner.schema(), {"type": "null"}]},
        lambda value: None if value is None else inner.dump(value),
        (inner,),
    )


def fixed_array(*parts: Shape) -> SimpleShape:
    """Return the shape of an array of so many values, each of its own kind; a wrong one spoils the array."""
    number = len(parts)

    def load(value: Any, wrongs: Wrongs) -> Any:
        if type(value) is not list or len(value) != number:
            why = phrase("{value} is not an array of {number}", value=cut_short(value), number=number)
            raise ShapeError(why)
        before = len(wrongs)
        try:
            loaded = tuple([part.load(item, wrongs) for part, item in zip(parts, value, strict=True)])
            if len(wrongs) == before:
                return loaded
        except ShapeError:
            pass
        del wrongs[before:]
        return tuple([below(i, part, value[i], wrongs) for i, part in enumerate(parts)])

    def schema() -> Schema:
        size = {"type": "array", "minItems": number, "maxItems": number}
        if len(set(map(id, parts))) == 1:
            return {**size, "items": parts[0].schema()}
        return {**size, "prefixItems": [part.schema() for part in parts]}

    def dump(value: Any) -> Any:
        return [part.dump(item) for part, item in zip(parts, value, strict=True)]

    return SimpleShape(load, schema, dump, parts)


def array(inner: Shape, *, unordered: bool = False, forgiving: bool = False) -> SimpleShape:
    """Return the shape of an array of any length; if forgiving, what does not fit is left out of it."""

    def load(value: Any, wrongs: Wrongs) -> Any:
        if type(value) is not list:
            raise ShapeError(phrase("{value} is not an array", value=cut_short(value)))
        loaded: list[Any] = []
        for index, item in enumerate(value):
            if len(wrongs) >= MOST_WRONGS:
                break
            try:
                loaded.append(below(index, inner, item, wrongs))
            except ShapeError as wrong:
                if not forgiving:
                    raise
                wrongs.append(wrong)
        return frozenset(loaded) if unordered else tuple(loaded)

    def schema() -> Schema:
        schema = {"type": "array", "items": inner.schema()}
        return {**schema, "uniqueItems": True} if unordered else schema

    def dump(value: Any) -> Any:
        return [inner.dump(item) for item in (sorted(value) if unordered else value)]

    return SimpleShape(load, schema, dump, (inner,))


def table(inner: Shape) -> SimpleShape:
    """Return the shape of an object of values of one kind under any keys; a wrong one spoils it."""

    def load(value: Any, wrongs: Wrongs) -> Any:
        if not isinstance(value, dict):
            raise ShapeError(phrase("{value} is not an object", value=cut_short(value)))
        note_repeated(value, wrongs)
        return {key: below(key, inner, item, wrongs) for key, item in value.items()}

    return SimpleShape(
        load,
        lambda: {"type": "object", "additionalProperties": inner.schema()},
        lambda value: {key: inner.dump(item) for key, item in value.items()},
        (inner,),
    )


# The hops of a play as a text: `bar/22 8/5* 6/off`, `*2` where two men are taken at once.
_POINT = "(bar|off|-?[0-9]{1,18})"
_HOP_TEXT = rf"{_POINT}/{_POINT}(\*(-?[0-9]{{1,18}})?)?"
_PLAY_TEXT = f"({_HOP_TEXT}( {_HOP_TEXT})*)?"
_HOP, _PLAY = re.compile(_HOP_TEXT), re.compile(_PLAY_TEXT)


def _hop_text(hop: Hop) -> str:
    return spell_play((hop,)) + ("" if hop.taken in (0, 1) else str(hop.taken))


def _load_hops(value: Any, wrongs: Wrongs) -> Any:
    if type(value) is not str:
        raise ShapeError(phrase("{value} is not a play such as 8/5 6/5", value=cut_short(value)))
    return _hops(value)


@lru_cache(maxsize=REMEMBERED)
def _hops(text: str) -> tuple[Hop, ...]:
    if not _PLAY.fullmatch(text):
        raise ShapeError(phrase("{value} is not a play such as 8/5 6/5", value=cut_short(text)))
    hops = _HOP.findall(text.replace("bar", str(BAR)).replace("off", str(OFF)))
    return tuple([Hop(int(a), int(b), int(count or 1) if hit else 0) for a, b, hit, count in hops])


def below(key: str | int, shape: Shape, value: Any, wrongs: Wrongs) -> Any:
    """Return what the value under a key says; what is wrong in it is told from here."""
    before = len(wrongs)
    try:
        loaded = shape.load(value, wrongs)
    except ShapeError as wrong:
        raise wrong.below(key) from None
    if len(wrongs) > before:
        for noted in wrongs[before:]:
            noted.below(key)
    return loaded


def note_repeated(value: dict[str, Any], wrongs: Wrongs) -> None:
    """Note a key that was written more than once."""
    if isinstance(value, Repeated):
        wrongs.append(ShapeError(phrase("it has the key {key} more than once", key=cut_short(value.key))))


def cut_short(value: Any) -> str:
    """A value as it is written, cut to what can be read at a glance."""
    if isinstance(value, list | dict):
        return "an array" if isinstance(value, list) else "an object"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


TEXT = native(str, "string", phrase("a string"))
FLAG = native(bool, "boolean", phrase("true or false"))
_INT = native(int, "integer", phrase("a whole number"))
INTEGER = SimpleShape(
    _load_whole, lambda: {"type": "integer", "minimum": 1 - LARGEST, "maximum": LARGEST - 1}
)
NUMBER = SimpleShape(
    _load_number, lambda: {"anyOf": [{"type": "number"}, {"enum": list(NOT_FINITE)}]}, _dump_number
)
SEAT = choice({0: 0, 1: 1})
HOPS = SimpleShape(
    _load_hops,
    lambda: {"type": "string", "pattern": f"^{_PLAY_TEXT}$"},
    lambda hops: " ".join([_hop_text(hop) for hop in hops]),
)
