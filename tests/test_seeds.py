"""Whatever is random in the tests begins from a seed that is printed, and that repeats it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import core, given, settings
from hypothesis import strategies as st

from referees.seeds import ALL, SEED
from tests.conftest import SETTINGS

FILES = [path for path in sorted(Path(__file__).parent.rglob("*.py")) if "andom" in path.read_text("utf-8")]


def unseeded(tree: ast.AST) -> Iterator[int]:
    """The lines where random numbers are made that nobody can make again."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name == "Random" and not node.args:
                yield node.lineno
        elif isinstance(node, ast.ImportFrom) and node.module == "random":
            named = {alias.name for alias in node.names}
            yield from [node.lineno] * bool(named - {"Random", "SystemRandom"})


def test_what_nobody_can_repeat_is_found_nowhere(request: pytest.FixtureRequest) -> None:
    assert str(core.global_force_seed) == str(request.config.option.hypothesis_seed)
    assert isinstance(SEED, int)
    found = [f"{path.name}:{line}" for path in FILES for line in unseeded(ast.parse(path.read_text("utf-8")))]
    assert found == []


TRIED: list[int] = []


@settings(max_examples=40, database=None)
@given(st.integers())
def test_a_property_is_tried_on_a_part_of_its_examples(number: int) -> None:
    TRIED.append(number)


def test_all_examples_are_tried_where_that_is_asked_for() -> None:
    function = test_a_property_is_tried_on_a_part_of_its_examples
    asked = 40 if ALL else 5
    assert getattr(function, SETTINGS).max_examples == asked
    assert len(TRIED) <= asked


@pytest.mark.parametrize("text", ["Random()", "random.Random()", "from random import choice"])
def test_what_nobody_can_repeat_is_found(text: str) -> None:
    assert list(unseeded(ast.parse(text))) != []
