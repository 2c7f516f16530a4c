"""A class name has one home, and a function is called by a word that can be found (style.md, 9)."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "kotra_notation"
# The same role in each notation.
ROLES = {"Reader", "Writer"}
# Words that can be explained and not found: no function has one for its name.
FORBIDDEN = {"told", "said", "stated", "done", "made", "held", "named", "shown", "heaps", "hands"}
# What everybody calls so, and what all texts are asked by.
NAMED = {
    "findings/__init__.py": "told",
    "formats/__init__.py": "named",
    "rules/named.py": "named",
    "words/phrases.py": "told",
}


@cache
def trees() -> dict[str, ast.Module]:
    """The modules of the package, parsed, by their paths in it."""
    return {
        path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def homes() -> dict[str, set[str]]:
    """The modules in which a class of each name is defined."""
    found: dict[str, set[str]] = defaultdict(set)
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                found[node.name].add(path)
    return found


def test_a_class_name_has_one_home() -> None:
    assert {name: paths for name, paths in homes().items() if len(paths) > 1 and name not in ROLES} == {}


def test_no_function_has_a_name_that_nobody_looks_for() -> None:
    astray = [
        f"{path}:{node.lineno} {node.name}"
        for path, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.strip("_") in FORBIDDEN - {NAMED.get(path)}
    ]
    assert astray == []


def test_a_module_of_text_is_called_so() -> None:
    assert [path for path in trees() if path.endswith("_told.py")] == []
