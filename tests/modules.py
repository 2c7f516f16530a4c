"""The modules of the package, each parsed once in a run for the tests of names and of imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).parent.parent / "kotra_notation"


class Module(NamedTuple):
    """A module: its path, its text, and the imports, classes and functions in it."""

    path: Path
    text: str
    imports: tuple[Import, ...]
    classes: tuple[str, ...]
    functions: tuple[tuple[str, int], ...]

    @property
    def name(self) -> str:
        """Its path in the package."""
        return self.path.relative_to(PACKAGE).as_posix()


class Import(NamedTuple):
    """A statement that imports, and whether it stands in a function."""

    node: ast.Import | ast.ImportFrom
    in_function: bool


def statements(tree: ast.AST, in_function: bool = False) -> Iterator[tuple[ast.AST, bool]]:
    """Every statement below a node, and whether it stands in a function; no expression is looked into."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.stmt | ast.excepthandler | ast.match_case):
            yield node, in_function
            yield from statements(node, in_function or isinstance(node, ast.FunctionDef))


def module_of(path: Path, text: str) -> Module:
    """A module as its text tells it, and its stub, where the names of a package have their homes."""
    stub = path.with_suffix(".pyi")
    homes = stub.read_text(encoding="utf-8") if path.suffix and stub.exists() else ""
    found = [*statements(ast.parse(text)), *statements(ast.parse(homes))]
    return Module(
        path,
        text,
        tuple(
            Import(node, within) for node, within in found if isinstance(node, ast.Import | ast.ImportFrom)
        ),
        tuple(node.name for node, _ in found if isinstance(node, ast.ClassDef)),
        tuple((node.name, node.lineno) for node, _ in found if isinstance(node, ast.FunctionDef)),
    )


@cache
def modules() -> tuple[Module, ...]:
    """Show all."""
    return tuple(module_of(path, path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.rglob("*.py")))
