"""A class that is made here is what the standard library would have made of it."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from typing import Any

import pytest

from kotra_notation import findings, model, values
from kotra_notation.board import points, position
from kotra_notation.formats import format

CLASSES = [
    one
    for module in (model, findings, points, position, format)
    for one in vars(module).values()
    if isinstance(one, type) and one.__module__ == module.__name__ and "__slots__" in vars(one)
    if dataclasses.is_dataclass(one) and not hasattr(one, "__post_init__")
]


def twin(cls: Any) -> Any:
    """The same by the standard library."""
    fields: list[Any] = [(one.name, one.type, copy.copy(one)) for one in dataclasses.fields(cls)]
    return dataclasses.make_dataclass(cls.__name__, fields, frozen=True, slots=True)


def words(cls: Any) -> dict[str, Any]:
    return {one.name: f"its {one.name}" for one in dataclasses.fields(cls)}


def changed(one: Any) -> list[Any]:
    """The value with each of its fields changed."""
    return [dataclasses.replace(one, **{field.name: "other"}) for field in dataclasses.fields(one)]


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: str(cls.__name__))
def test_it_is_as_the_standard_library_has_it(cls: Any) -> None:
    other = twin(cls)
    here, there = cls(**words(cls)), other(**words(cls))
    assert str(inspect.signature(cls)).replace("'", "") == str(inspect.signature(other)).replace("'", "")
    assert cls.__match_args__ == other.__match_args__
    assert repr(here) == repr(there) or "__repr__" in vars(cls)
    assert hash(here) == hash(there)
    assert here == cls(**words(cls)) != there
    assert [here == one for one in changed(here)] == [there == one for one in changed(there)]
    assert dataclasses.asdict(here) == dataclasses.asdict(there)
    for again in (pickle.loads(pickle.dumps(here)), copy.copy(here), copy.deepcopy(here)):
        assert again == here
        assert type(again) is cls
    assert not hasattr(here, "__dict__")
    assert cls.__dataclass_params__.frozen
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'other'"):
        here.other = 1
    for name in words(cls):
        with pytest.raises(dataclasses.FrozenInstanceError):
            delattr(here, name)
    with pytest.raises(TypeError):
        cls(nothing_of_the_kind=1)


def test_defaults_are_made_anew() -> None:
    one, other = model.Player(), model.Player()
    assert one.extras == {}
    assert one.extras is not other.extras
    assert hash(one) == hash(model.Player(extras={"a": "b"}))
    assert one != model.Player(extras={"a": "b"})


def test_what_a_class_says_itself_stays() -> None:
    @values.dataclass(frozen=True, slots=True)
    class Own:
        """One that knows how it is shown, and what it is equal to."""

        first: int
        second: int = 2

        def __repr__(self) -> str:
            return "own"

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Own)

    @values.dataclass(frozen=True, slots=True)
    class Below(Own):
        """One with more."""

        third: list[Any] = dataclasses.field(default_factory=list)

    class Plain(Below):
        """One that is made otherwise."""

        def __init__(self) -> None:
            super().__init__(7)

    assert (repr(Own(1)), Own(1) == Own(2), hash(Own(1)) == hash((1, 2))) == ("own", True, True)
    assert repr(Below(1, third=[3])).endswith("Below(first=1, second=2, third=[3])")
    assert Plain().first == 7
    assert not inspect.signature(Plain).parameters
    assert Below(1).third is not Below(1).third
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'first'"):
        Below()  # type: ignore[call-arg]


def test_others_are_left_to_the_standard_library() -> None:
    @values.dataclass(slots=True)
    class Open:
        """One that can be changed."""

        value: int = 0

    one = Open()
    one.value = 3
    assert one == Open(3)
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)

    @values.dataclass(frozen=True, slots=True)
    class Sum:
        """One that adds up."""

        one: int
        double: int = dataclasses.field(init=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "double", 2 * self.one)

    assert Sum(2).double == 4
    assert Sum(2) == dataclasses.replace(Sum(1), one=2)
