"""Names that are imported, and patterns that are compiled, when they are first asked for."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from types import MappingProxyType, ModuleType
from typing import Any, AnyStr


class LatePackage(ModuleType):
    """A package: a public name is found at its home, also where a module bears the same name."""

    homes: Mapping[str, str]
    instead: Mapping[str, str]

    def __getattr__(self, name: str) -> object:
        from importlib import import_module

        if name not in self.homes:
            hint = f"; use {self.instead[name]}" if name in self.instead else ""
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}{hint}")
        if self.homes[name] == self.__name__:
            return import_module(f"{self.__name__}.{name}")
        value: object = getattr(import_module(self.homes[name]), name)
        super().__setattr__(name, value)
        return value

    def __setattr__(self, name: str, value: object) -> None:
        if not isinstance(value, ModuleType) or self.homes.get(name, self.__name__) == self.__name__:
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted(name for name, home in self.homes.items() if home != self.__name__)


class LateModule:
    """A module that is imported when something in it is first asked for."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> object:
        from importlib import import_module

        value: object = getattr(import_module(self._name), name)
        setattr(self, name, value)
        return value


def late(package: str, instead: Mapping[str, str] = MappingProxyType({})) -> list[str]:
    """Let a package find its public names where its stub `__init__.pyi` imports them from; the names, sorted.

    `instead` has what to use for names that people try.
    """
    module: Any = sys.modules[package]
    stub = module.__loader__.get_data(f"{module.__file__.rpartition('.')[0]}.pyi").decode()
    lines = [line.split() for line in stub.splitlines() if " as " in line]
    homes = {name: home for _, home, _, _, _, name in lines}
    module.__dict__.update(homes=homes, instead=instead)
    module.__class__ = LatePackage
    return dir(module)


class LatePattern:
    """A regular expression that is compiled when it is first used: many are never used in a run."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self._made_of: Any = pattern, flags

    def __getattr__(self, name: str) -> Any:
        value = getattr(re.compile(*self._made_of), name)
        setattr(self, name, value)
        return value


def late_pattern(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return a pattern that is not compiled yet; its methods are those of any other."""
    return LatePattern(pattern, flags)  # type: ignore[return-value]
