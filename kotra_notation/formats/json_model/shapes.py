"""The kinds of values in JSON: each is written, read and described by one shape."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

from kotra_notation.board import BAR, OFF
from kotra_notation.findings import phrase
from kotra_notation.formats.plays import REMEMBERED, spell_play
from kotra_notation.model import Hop

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


class Repeated(dict[str, Any]):
    """An object of which a key was written more than once; the last one is kept."""

    key: str


class Shape(Protocol):
    """A kind of value in JSON. `load` raises `ShapeError`, or notes it in `wrongs` and goes on without."""

    @property
    def parts(self) -> Sequence[Shape]:
        """The shapes of what is in it."""

    def dump(self, value: Any) -> Any:
        """The value as JSON has it."""

    def load(self, value: Any, wrongs: list[ShapeError]) -> Any:
        """Return what a value of JSON says."""

    def schema(self) -> Schema:
        """The JSON Schema of the value."""


class Native:
    """Strings and truth values, which JSON has itself."""

    parts: Sequence[Shape] = ()

    def __init__(self, kind: type, name: str, title: str) -> None:
        self.kind, self.name, self.title = kind, name, title

    def dump(self, value: Any) -> Any:
        """The value itself."""
        return value

    def load(self, value: Any, wrongs: list[ShapeError]) -> Any:
        """The value, if it is of this kind."""
        if type(value) is not self.kind:
            raise ShapeError(phrase("{value} is not {title}", value=cut_short(value), title=self.title))
        return value

    def schema(self) -> Schema:
        """Its type."""
        return {"type": self.name}


class Whole(Native):
    """Whole numbers, also written as `3.0`."""

    def __init__(self) -> None:
        super().__init__(int, "integer", phrase("a whole number"))

    def load(self, value: Any, wrongs: list[ShapeError]) -> Any:
        """The number."""
        if type(value) is float and abs(value) < WHOLE and value.is_integer():
            return int(value)
        if type(value) is int and abs(value) >= LARGEST:
            raise ShapeError(phrase("{value} has more than 18 digits", value=cut_short(value)))
        return super().load(value, wrongs)

    def schema(self) -> Schema:
        """Its type, and how large it may be."""
        return {**super().schema(), "minimum": 1 - LARGEST, "maximum": LARGEST - 1}


class Number:
    """Numbers; those that are not finite are words, since JSON has none of them."""

    parts: Sequence[Shape] = ()

    def dump(self, value: Any) -> Any:
        """A number, a whole one without a point."""
        if type(value) is not float:
            return value
        if not math.isfinite(value):
            return repr(value)
        return int(value) if abs(value) < WHOLE and value.is_integer() and str(value) != "-0.0" else value

    def load(self, value: Any, wrongs: list[ShapeError]) -> float:
        """The number."""
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

    def schema(self) -> Schema:
        """A number or a word."""
        return {"anyOf": [{"type": "number"}, {"enum": list(NOT_FINITE)}]}


class ChoiceShape:
    """One of a few values, by what stands for it in JSON."""

    parts: Sequence[Shape] = ()

    def __init__(self, values: Mapping[Any, Any]) -> None:
        self.values = values
        self.names = {value: name for name, value in values.items()}

    def dump(self, value: Any) -> Any:
        """Return what stands for the value."""
        return self.names[value]

    def load(self, value: Any, wrongs: list[ShapeError]) -> Any:
        """The value that is meant."""
        if isinstance(value, str | int) and type(value) is not bool and value in self.values:
            return self.values[value]
        values = ", ".join(map(str, self.values))
        raise ShapeError(phrase("{value} is not one of {values}", value=cut_short(value), values=values))

    def schema(self) -> Schema:
        """The values."""
        return {"enum": list(self.values)}


class Nullable:
    """A value, or `null`."""

    def __init__(self, inner: Shape) -> None:
        self.inner = inner
        self.parts: Sequence[Shape] = (inner,)

    def dump(self, value: Any) -> Any:
        """The value or nothing."""
        return None if value is None else self.inner.dump(value)

    def load(self, value: Any, wrongs: list[ShapeError]) -> Any:
        """The value or nothing."""
        return None if value is None else self.inner.load(value, wrongs)

    def schema(self) -> Schema:
        """Either."""
        return {"anyOf": [self.inner.schema(), {"type": "null"}]}


class FixedArray:
    """An array of so many values, each of its own kind."""

    def __init__(self, *parts: Shape) -> None:
        self.parts: Sequence[Shape] = parts

    def dump(self, value: Any) -> Any:
        """The values in order."""
        return [part.dump(item) for part, item in zip(self.parts, value, strict=True)]

    def load(self, value: Any, wrongs: list[ShapeError]) -> Any:
        """The values in order; one that does not fit spoils the row."""
        if type(value) is not list or len(value) != len(self.parts):
            number = len(self.parts)
            raise ShapeError(
                phrase("{value} is not an array of {number}", value=cut_short(value), number=number)
            )
        before = len(wrongs)
        try:
            loaded = tuple([part.load(item, wrongs) for part, item in zip(self.parts, value, strict=True)])
            if len(wrongs) == before:
                return loaded
        except ShapeError:
            pass
        del wrongs[before:]
        return tuple([below(i, part, value[i], wrongs) for i, part in enumerate(self.parts)])

    def schema(self) -> Schema:
        """The kinds in order, or the one kind so many times."""
        size = {"type": "array", "minItems": len(self.parts), "maxItems": len(self.parts)}
        if len(set(map(id, self.parts))) == 1:
            return {**size, "items": self.parts[0].schema()}
        return {**size, "prefixItems": [part.schema() for part in self.parts]}


class List:
    """An array of any length; if it is forgiving, values that do not fit are left out, else they spoil it."""

    def __init__(self, inner: Shape, *, unordered: bool = False, forgiving: bool = False) -> None:
        self.inner, self.unordered = inner, unordered
        self.parts: Sequence[Shape] = (inner,)
        self.forgiving = forgiving

    def dump(self, value: Any) -> Any:
        """The values, those without an order sorted."""
        return [self.inner.dump(item) for item in (sorted(value) if self.unordered else value)]

    def load(self, value: Any, wrongs: list[ShapeError]) -> Any:
        """The values that fit."""
        if type(value) is not list:
            raise ShapeError(phrase("{value} is not an array", value=cut_short(value)))
        loaded: list[Any] = []
        for index, item in enumerate(value):
            if len(wrongs) >= MOST_WRONGS:
                break
            try:
                loaded.append(below(index, self.inner, item, wrongs))
            except ShapeError as wrong:
                if not self.forgiving:
                    raise
                wrongs.append(wrong)
        return frozenset(loaded) if self.unordered else tuple(loaded)

    def schema(self) -> Schema:
        """An array of the one kind."""
        schema = {"type": "array", "items": self.inner.schema()}
        return {**schema, "uniqueItems": True} if self.unordered else schema


class Table:
    """An object of values of one kind under any keys."""

    def __init__(self, inner: Shape) -> None:
        self.inner = inner
        self.parts: Sequence[Shape] = (inner,)

    def dump(self, value: Any) -> Any:
        """The keys and values."""
        return {key: self.inner.dump(item) for key, item in value.items()}

    def load(self, value: Any, wrongs: list[ShapeError]) -> Any:
        """The keys and values; one that does not fit spoils the table."""
        if not isinstance(value, dict):
            raise ShapeError(phrase("{value} is not an object", value=cut_short(value)))
        note_repeated(value, wrongs)
        return {key: below(key, self.inner, item, wrongs) for key, item in value.items()}

    def schema(self) -> Schema:
        """An object of the one kind."""
        return {"type": "object", "additionalProperties": self.inner.schema()}


class Hops:
    """The hops of a play as a text: `bar/22 8/5* 6/off`, `*2` where two men are taken at once."""

    parts: Sequence[Shape] = ()

    POINT = "(bar|off|-?[0-9]{1,18})"
    HOP = rf"{POINT}/{POINT}(\*(-?[0-9]{{1,18}})?)?"
    PLAY = f"({HOP}( {HOP})*)?"

    def dump(self, value: Any) -> Any:
        """The hops one by one."""
        return " ".join([_hop_text(hop) for hop in value])

    def load(self, value: Any, wrongs: list[ShapeError]) -> Any:
        """The hops of a text."""
        if type(value) is not str:
            raise ShapeError(phrase("{value} is not a play such as 8/5 6/5", value=cut_short(value)))
        return _hops(value)

    def schema(self) -> Schema:
        """The pattern of the text."""
        return {"type": "string", "pattern": f"^{self.PLAY}$"}


_HOP = re.compile(Hops.HOP)
_PLAY = re.compile(Hops.PLAY)


def _hop_text(hop: Hop) -> str:
    return spell_play((hop,)) + ("" if hop.taken in (0, 1) else str(hop.taken))


@lru_cache(maxsize=REMEMBERED)
def _hops(text: str) -> tuple[Hop, ...]:
    if not _PLAY.fullmatch(text):
        raise ShapeError(phrase("{value} is not a play such as 8/5 6/5", value=cut_short(text)))
    hops = _HOP.findall(text.replace("bar", str(BAR)).replace("off", str(OFF)))
    return tuple([Hop(int(a), int(b), int(count or 1) if hit else 0) for a, b, hit, count in hops])


def below(key: str | int, shape: Shape, value: Any, wrongs: list[ShapeError]) -> Any:
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


def note_repeated(value: dict[str, Any], wrongs: list[ShapeError]) -> None:
    """Note a key that was written more than once."""
    if isinstance(value, Repeated):
        wrongs.append(ShapeError(phrase("it has the key {key} more than once", key=cut_short(value.key))))


def cut_short(value: Any) -> str:
    """A value as it is written, cut to what can be read at a glance."""
    if isinstance(value, list | dict):
        return "an array" if isinstance(value, list) else "an object"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


TEXT = Native(str, "string", phrase("a string"))
FLAG = Native(bool, "boolean", phrase("true or false"))
INTEGER = Whole()
NUMBER = Number()
SEAT = ChoiceShape({0: 0, 1: 1})
HOPS = Hops()
