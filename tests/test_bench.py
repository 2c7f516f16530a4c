"""The bench prints every figure that it can take here, with its aim."""

from __future__ import annotations

from random import Random

import pytest

import kotra_notation as kn
from referees.seeds import SEED, part
from tools.bench import NAMES, Figure, Seconds, games_of, main

# Each takes seconds: some of them, other ones in each run.
CHOSEN = Random(SEED).sample(sorted(set(NAMES) - {"long"}), 4)


def test_a_figure_says_whether_its_aim_is_met() -> None:
    value = Seconds(1.5, 2)
    assert str(Figure("speed", value, least=2)).split() == ["speed", "1.5", "/", "2x", ">=", "2", "met"]
    assert str(Figure("speed", value, " s", most=1.9)).endswith("<= 1.9    MISSED")
    assert str(Figure("speed", value, " s")).endswith("1.5 / 2 s")


def test_the_long_file_is_sound() -> None:
    checked = kn.check(games_of(20_000))
    assert not checked.findings


@pytest.mark.middle
@pytest.mark.parametrize("name", ["long", *part(CHOSEN)])
def test_every_figure_is_taken_of_a_tiny_set(capsys: pytest.CaptureFixture[str], name: str) -> None:
    main(["--only", name, "--rounds", "1", "--matches", "2", "--megabytes", "0.02"])
    printed = capsys.readouterr().out
    assert f"\n{name}" in printed
    assert " / " in printed or "is not here" in printed
