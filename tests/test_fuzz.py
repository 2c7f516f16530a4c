"""The fuzzing corpus is read in every run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.target import one_input

CORPUS = sorted((Path(__file__).parent / "fuzz" / "corpus").iterdir())


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_nothing_but_findings_comes_out(path: Path) -> None:
    data = path.read_bytes()
    for format in (None, "mat", "kotra", "positions", "sgf"):
        one_input(data, format)
