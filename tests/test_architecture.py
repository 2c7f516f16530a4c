"""Imports point one way: the table of the README, held against every module."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "kotra_notation"
ROOT = "kotra_notation"

FREE = {"alarm", "board", "resources", "version", "words"}
CORE = FREE | {"model", "findings", "rules", "replay"}
MAY_IMPORT: dict[str, set[str]] = {
    "alarm": set(),
    "board": set(),
    "resources": set(),
    "version": set(),
    "words": set(),
    "model": {"board"},
    "findings": {"model", "words"},
    "rules": {"board", "findings", "model", "resources"},
    "replay": {"board", "findings", "model", "rules"},
    "implied": {"model"},
    "formats": {"board", "findings", "implied", "model", "resources"},
    "explained": {"resources"},
    "compare": CORE | {"implied"},
    "statistics": CORE,
    "repair": CORE,
    "shorthand": CORE,
    "report": CORE | {"compare", "repair", "statistics"},
    "archive": CORE
    | {"alarm", "anonymous", "compare", "explained", "formats", "reading", "repair", "report", "statistics"},
    "reading": CORE | {"formats", "shorthand"},
    "api": CORE | {"formats", "reading"},
    "roundtrip": CORE | {"formats", "implied", "api"},
    "anonymous": {"model", "compare"},
}
ANYTHING = {"cli", "__init__", "__main__"}


def test_the_table_is_in_the_readme() -> None:
    text = (PACKAGE.parent / "README.md").read_text(encoding="utf-8")
    shown = text.split("## What is where", 1)[1]
    names = {name for name in {*MAY_IMPORT, *ANYTHING} if not name.startswith("_")}
    assert [name for name in sorted(names) if not re.search(rf"[`/]{name}(?:/|\.py)`", shown)] == []


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py"))


def area(path: Path) -> str:
    """The part of the package a module belongs to: its first folder, or its own name."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(tree: ast.AST) -> list[tuple[ast.stmt, str]]:
    """The areas of the package that are imported anywhere in a module, with their statements."""
    found: list[tuple[ast.stmt, str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == ROOT:
            parts = node.module.split(".")[1:]
            names = [parts[0]] if parts else [alias.name for alias in node.names]
            found += [(node, name) for name in names]
        elif isinstance(node, ast.Import):
            found += [
                (node, alias.name.split(".")[1]) for alias in node.names if alias.name.startswith(f"{ROOT}.")
            ]
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_only_what_it_may(path: Path) -> None:
    here = area(path)
    if here in ANYTHING:
        return
    allowed = MAY_IMPORT[here] | {here}
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert {name for _, name in imports(tree)} <= allowed


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_import_hides_in_a_function(path: Path) -> None:
    if area(path) in ANYTHING:
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside = [
        node.lineno
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node, _ in imports(function)
    ]
    assert inside == []


def test_every_part_of_the_package_is_in_the_table() -> None:
    assert {area(path) for path in modules()} <= MAY_IMPORT.keys() | ANYTHING


def test_no_module_asks_a_rule_set_for_its_name() -> None:
    asking = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in modules()
        if area(path) not in {"rules", "cli"}
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and node.attr == "name"
        and isinstance(node.value, ast.Name)
        and node.value.id == "ruleset"
    ]
    assert asking == []


def test_every_command_reads_a_file_with_what_is_written_short_in_it_written_out() -> None:
    reading = [
        path for path in modules() if area(path) == "cli" and "read_source(" in path.read_text("utf-8")
    ]
    assert [path.name for path in reading] == ["formats.py"]  # which only says what notation a file is in
