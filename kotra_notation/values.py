"""Dataclasses that are cheap to define: their methods are written when they are first called.

The standard library writes six methods for every class as text, and compiles them; for the hundred and more
classes of a command that took longer than all else in its start, and instances are made of a third of them.
To all who ask, and to `replace`, `fields` and pickles, a class is what it would be otherwise.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterable
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen=False, slots=False, kw_only=False, order=False, repr=True):
        """A dataclass; what has slots and no order is made here."""
        whole = {"frozen": frozen, "slots": slots, "kw_only": kw_only, "order": order, "repr": repr}

        def of(cls):
            if slots and not order:
                return _define(cls, frozen=frozen, kw_only=kw_only, repr=repr)
            return dataclasses.dataclass(**whole)(cls)

        return of


Scope = dict[str, Any]


def _define(cls: type, *, frozen: bool, kw_only: bool, repr: bool) -> type:
    """A class with its fields and slots, and the methods that it does not have itself."""
    wanted = [name for name in WRITERS if cls.__dict__.get(name) is None and (repr or name != "__repr__")]
    below = frozen and any(dataclasses.is_dataclass(base) for base in cls.__bases__)
    cls.__doc__ = cls.__doc__ or cls.__name__  # or a signature is worked out for one
    how: Any = {"init": False, "repr": False, "eq": False, "frozen": below, "slots": True}
    made: Any = dataclasses.dataclass(kw_only=kw_only, **how)(cls)
    made.__signature__ = _Signature()
    for name in wanted:
        setattr(made, name, _waiting(made, name))
    if frozen:
        made.__dataclass_params__.frozen = True
        for method in SHARED:
            setattr(made, method.__name__, method)
    elif "__hash__" in wanted:
        made.__hash__ = None
    return made  # type: ignore[no-any-return]


def _waiting(cls: type, name: str) -> Callable[..., Any]:
    """A method that is written when it is first called, and gives its place to what was written."""

    def method(self: object, *args: Any, **named: Any) -> Any:
        setattr(cls, name, _write_method(cls, name))
        return getattr(cls, name)(self, *args, **named)

    return method


def _write_method(cls: type, name: str) -> Any:
    """A method of a class, written for its fields."""
    scope: Scope = {}
    exec(WRITERS[name](cls, scope), scope)
    method = scope[name]
    method.__module__, method.__qualname__ = cls.__module__, f"{cls.__qualname__}.{name}"
    if name == "__init__":
        method.__annotations__ = {field.name: field.type for field in dataclasses.fields(cls)} | {
            "return": None
        }
    return recursive_repr()(method) if name == "__repr__" else method


class _Made:
    """The mark in a signature for a value that is made anew."""

    def __repr__(self) -> str:
        return "<factory>"


MADE = _Made()


def _init(cls: type, scope: Scope) -> str:
    scope["MADE"] = MADE
    parameters, body = ["self"], ["pass"]
    for field in sorted(dataclasses.fields(cls), key=lambda field: bool(field.kw_only)):
        if not field.init:
            continue  # `__post_init__` sets it
        if field.kw_only and "*" not in parameters:
            parameters.append("*")
        name, default, value = field.name, "", field.name
        if field.default is not dataclasses.MISSING:
            scope[f"default_{name}"], default = field.default, f"=default_{name}"
        elif field.default_factory is not dataclasses.MISSING:
            scope[f"make_{name}"], default = field.default_factory, "=MADE"
            value = f"make_{name}() if {name} is MADE else {name}"
        scope[f"set_{name}"] = getattr(cls, name).__set__  # its slot: the class refuses to set anything
        parameters.append(f"{name}{default}")
        body.append(f"set_{name}(self, {value})")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    return f"def __init__({', '.join(parameters)}):\n {'; '.join(body)}"


def _repr(cls: type, scope: Scope) -> str:
    shown = ", ".join(
        [f"{field.name}={{self.{field.name}!r}}" for field in dataclasses.fields(cls) if field.repr]
    )
    return f"def __repr__(self): return f'{{self.__class__.__qualname__}}({shown})'"


def _eq(cls: type, scope: Scope) -> str:
    names = [field.name for field in dataclasses.fields(cls) if field.compare]
    same = f"{_tuple('self', names)} == {_tuple('other', names)}"
    return f"def __eq__(self, other): return {same} if other.__class__ is self.__class__ else NotImplemented"


def _hash(cls: type, scope: Scope) -> str:
    fields = dataclasses.fields(cls)
    names = [field.name for field in fields if (field.compare if field.hash is None else field.hash)]
    return f"def __hash__(self): return hash({_tuple('self', names)})"


def _tuple(whose: str, names: Iterable[str]) -> str:
    return f"({''.join([f'{whose}.{name}, ' for name in names])})"


WRITERS = {"__init__": _init, "__repr__": _repr, "__eq__": _eq, "__hash__": _hash}


class _Signature:
    """The signature of a class, for those who ask."""

    def __get__(self, one: object, cls: Any) -> inspect.Signature:
        home = next(base for base in cls.__mro__ if "__init__" in base.__dict__)
        signature = inspect.signature(
            _write_method(home, "__init__") if "__signature__" in home.__dict__ else home.__init__
        )
        return signature.replace(parameters=list(signature.parameters.values())[1:])


def __setattr__(self: object, name: str, value: object) -> None:  # noqa: N807
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def __delattr__(self: object, name: str) -> None:  # noqa: N807
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def __getstate__(self: Any) -> list[Any]:  # noqa: N807
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def __setstate__(self: Any, state: list[Any]) -> None:  # noqa: N807
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)


SHARED = (__setattr__, __delattr__, __getstate__, __setstate__)
