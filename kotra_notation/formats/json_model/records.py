"""Dataclasses as objects of JSON, derived from their types.

An object has the fields of its class without those that hold their default; one that stands beside others in
a union has its name under `type`. What does not fit is `ShapeError`; what can be kept beside it is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from kotra_notation.board import Position
from kotra_notation.findings import phrase
from kotra_notation.formats.json_model import shapes
from kotra_notation.formats.json_model.shapes import Schema, Shape, ShapeError, Wrongs, below, cut_short
from kotra_notation.model import Deed, Event, Play, Turn, Unread

# Fields that name a seat, and the number of places of a board.
SEATS = frozenset({"seat", "owner", "began", "phase_seat", "main"})
BOARD = 26


class RecordShape:
    """An object of the fields of a dataclass, with its name under `type` where it is one of a union."""

    def __init__(self, made: Any) -> None:
        self.made = made
        self.tag = tag(made) if made in TAGGED else None
        hints = get_type_hints(made)
        named = [field for field in fields(made) if field.name != "span"]
        self.shapes = {field.name: _field_shape(made, field, hints[field.name]) for field in named}
        self.defaults = {
            field.name: default for field in named if (default := _default(field)) is not MISSING
        }
        self.required = self.shapes.keys() - self.defaults.keys()
        self.parts: Sequence[Shape] = tuple(self.shapes.values())

    def dump(self, value: Any) -> Any:
        """The fields that do not hold their default."""
        written: dict[str, Any] = {"type": self.tag} if self.tag else {}
        for name, shape in self.shapes.items():
            fact = getattr(value, name)
            if name in self.required or fact != self.defaults[name]:
                written[name] = shape.dump(fact)
        return written

    def load(self, value: Any, wrongs: Wrongs) -> Any:
        """The value; a field that does not fit keeps its default, and spoils the object if it has none."""
        if not isinstance(value, dict):
            raise ShapeError(phrase("{value} is not an object", value=cut_short(value)))
        before = len(wrongs)
        facts: dict[str, Any] = {}
        unknown: list[str] = []
        shapes.note_repeated(value, wrongs)
        try:
            for name, field in value.items():
                if name in self.shapes:
                    self._field(name, field, facts, wrongs)
                elif name != "type" or not self.tag:
                    unknown.append(name)
            if missing := sorted(self.required - facts.keys()):
                raise ShapeError(phrase("it lacks {keys}", keys=", ".join(missing)))
        except ShapeError:
            del wrongs[before:]
            raise
        if unknown:
            key = cut_short(unknown[0])
            wrongs.append(ShapeError(phrase("it has an unknown key, {key}", key=key)))
        return self.made(**facts)

    def _field(self, name: str, value: Any, facts: dict[str, Any], wrongs: Wrongs) -> None:
        try:
            facts[name] = below(name, self.shapes[name], value, wrongs)
        except ShapeError as wrong:
            facts |= self.instead(name, value, wrong)
            wrongs.append(wrong)

    def instead(self, name: str, value: Any, wrong: ShapeError) -> dict[str, Any]:
        """Return what stands for a field that does not fit: its default, where it has one."""
        if name in self.required:
            raise wrong
        return {}

    def schema(self) -> Schema:
        """A reference to the definition, which stands once."""
        return {"$ref": f"#/$defs/{tag(self.made)}"}

    def definition(self) -> Schema:
        """The object with its fields and what it is."""
        properties = {name: shape.schema() for name, shape in self.shapes.items()}
        required = sorted(self.required)
        if self.tag:
            properties, required = {"type": {"const": self.tag}, **properties}, ["type", *required]
        return {
            "description": " ".join((self.made.__doc__ or "").split()),
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
        }


class TurnRecord(RecordShape):
    """A turn: a `text` that the hops spell themselves is left out, a deed that cannot be read is `Unread`."""

    def dump(self, value: Any) -> Any:
        """The fields of the turn."""
        written = super().dump(value)
        if isinstance(value.deed, Play) and value.text == written["deed"]["hops"]:
            written.pop("text", None)
        return written

    def load(self, value: Any, wrongs: Wrongs) -> Any:
        """The turn."""
        if isinstance(value, dict) and "text" not in value and isinstance(value.get("deed"), dict):
            hops = value["deed"].get("hops")
            if isinstance(hops, str):
                shapes.note_repeated(value, wrongs)
                value = {**value, "text": hops}
        return super().load(value, wrongs)

    def instead(self, name: str, value: Any, wrong: ShapeError) -> dict[str, Any]:
        """Return what stands for a field that does not fit."""
        if name != "deed":
            return super().instead(name, value, wrong)
        hops = value.get("hops") if isinstance(value, dict) else value
        return {name: Unread(text=hops if isinstance(hops, str) else cut_short(value))}


class OneOf:
    """One of several dataclasses, told apart by `type`."""

    def __init__(self, records: Mapping[type, RecordShape]) -> None:
        self.by_type = records
        self.by_tag = {record.tag: record for record in records.values()}
        self.parts: Sequence[Shape] = tuple(records.values())

    def dump(self, value: Any) -> Any:
        """The object, with its type."""
        return self.by_type[type(value)].dump(value)

    def load(self, value: Any, wrongs: Wrongs) -> Any:
        """The value of the type that is named."""
        if not isinstance(value, dict):
            raise ShapeError(phrase("{value} is not an object", value=cut_short(value)))
        tag = value.get("type")
        if not isinstance(tag, str) or tag not in self.by_tag:
            raise ShapeError(phrase("its type, {type}, is not allowed here", type=cut_short(tag)))
        return self.by_tag[tag].load(value, wrongs)

    def schema(self) -> Schema:
        """One of the definitions."""
        return {"oneOf": [record.schema() for record in self.by_type.values()]}


TAGGED = frozenset(get_args(Event)) | frozenset(get_args(Deed))
_SIMPLE: dict[Any, Shape] = {str: shapes.TEXT, bool: shapes.FLAG, int: shapes.INTEGER, float: shapes.NUMBER}


def tag(made: type) -> str:
    """Return what a class is called in JSON: `ResultClaim` is `result-claim`."""
    return re.sub("(?<!^)(?=[A-Z])", "-", made.__name__).lower()


@cache
def record(made: type) -> RecordShape:
    """Return the one shape of a dataclass."""
    return TurnRecord(made) if made is Turn else RecordShape(made)


def definitions(made: type) -> dict[str, Schema]:
    """Return the definitions of a dataclass and of all that it holds, by name."""
    defined: dict[str, Schema] = {}
    waiting: list[Shape] = [record(made)]
    while waiting:
        shape = waiting.pop()
        if isinstance(shape, RecordShape):
            if tag(shape.made) in defined:
                continue
            defined[tag(shape.made)] = shape.definition()
        waiting += shape.parts
    return dict(sorted(defined.items()))


def _field_shape(made: type, field: Field[Any], hint: Any) -> Shape:
    """Return the shape of a field; what its type does not say is said here."""
    if (made, field.name) == (Play, "hops"):
        return shapes.HOPS
    if (made, field.name) == (Position, "points"):
        return shapes.fixed_array(*[shapes.INTEGER] * BOARD)
    if field.name in SEATS:
        return shapes.nullable(shapes.SEAT) if NoneType in get_args(hint) else shapes.SEAT
    return _shape(hint)


def _shape(hint: Any) -> Shape:
    if hint in _SIMPLE:
        return _SIMPLE[hint]
    if is_dataclass(hint):
        assert isinstance(hint, type)
        return record(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return shapes.choice({enum.value: enum for enum in hint})
    return _BY_ORIGIN[get_origin(hint)](get_args(hint))


def _union(parts: tuple[Any, ...]) -> Shape:
    if NoneType not in parts:
        return OneOf({part: record(part) for part in parts})
    (inner,) = [part for part in parts if part is not NoneType]
    return shapes.nullable(_shape(inner))


def _tuple(parts: tuple[Any, ...]) -> Shape:
    return several(_shape(parts[0])) if parts[1:] == (...,) else shapes.fixed_array(*map(_shape, parts))


def several(inner: Shape) -> shapes.SimpleShape:
    """Any number of values, of which objects that do not fit are left out."""
    return shapes.array(inner, forgiving=isinstance(inner, RecordShape | OneOf))


_BY_ORIGIN: dict[Any, Callable[[tuple[Any, ...]], Shape]] = {
    UnionType: _union,
    Union: _union,
    tuple: _tuple,
    frozenset: lambda parts: shapes.array(_shape(parts[0]), unordered=True),
    Literal: lambda parts: shapes.choice({part: part for part in parts}),
    Mapping: lambda parts: shapes.table(_shape(parts[1])),
}


def _default(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()
