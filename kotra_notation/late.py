"""Packages and modules whose names are imported when one is first asked for."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from types import ModuleType


class LatePackage(ModuleType):
    """A package: a public name is found at its home, also where a module bears the same name."""

    homes: Mapping[str, str]
    packages: Sequence[str]

    def __getattr__(self, name: str) -> object:
        from importlib import import_module

        if name in self.packages:
            return import_module(f"{self.__name__}.{name}")
        if name not in self.homes:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        value: object = getattr(import_module(f"{self.__name__}.{self.homes[name]}"), name)
        super().__setattr__(name, value)
        return value

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in self.homes and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted(self.homes)


class LateModule:
    """A module that is imported when something in it is first asked for."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> object:
        from importlib import import_module

        value: object = getattr(import_module(self._name), name)
        setattr(self, name, value)
        return value


def late(package: str, public: Mapping[str, str], packages: Sequence[str] = ()) -> list[str]:
    """Let a package find its public names, which stand by their homes, and packages; the names, sorted."""
    module = sys.modules[package]
    homes = {name: home for home, names in public.items() for name in names.split()}
    module.__dict__.update(homes=homes, packages=packages)
    module.__class__ = LatePackage
    return sorted(homes)
