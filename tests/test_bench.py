"""The bench prints every figure that it can take here, with its aim."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import kotra_notation as kn
from referees.seeds import SEED, part
from tools import bench
from tools.bench import KERNEL, NAMES, Figure, Seconds, games_of, main

# Each takes seconds: some of them, other ones in each run.
CHOSEN = Random(SEED).sample(sorted(set(NAMES) - {"long"}), 4)


def test_a_figure_says_whether_its_aim_is_met_and_the_long_file_is_sound() -> None:
    value = Seconds(1.5, 2)
    assert str(Figure("speed", value, least=2)).split() == ["speed", "1.5", "/", "2x", ">=", "2", "met"]
    assert str(Figure("speed", value, " s", most=1.9)).endswith("<= 1.9    MISSED")
    assert str(Figure("speed", value, " s")).endswith("1.5 / 2 s")
    checked = kn.check(games_of(20_000))
    assert not checked.findings


@pytest.mark.middle
@pytest.mark.parametrize("name", ["long", *part(CHOSEN)])
def test_every_figure_is_taken_of_a_tiny_set(capsys: pytest.CaptureFixture[str], name: str) -> None:
    main(["--only", name, "--rounds", "1", "--matches", "2", "--megabytes", "0.02"])
    printed = capsys.readouterr().out
    assert f"\n{name}" in printed
    assert " / " in printed or "is not here" in printed


def test_a_figure_much_worse_than_the_kept_one_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "KEPT", tmp_path / "bench.toml")
    bench.KEPT.write_text("")
    taken = {"plays": [Figure("faster", Seconds(2, 2), least=1), Figure("smaller", Seconds(2, 2), most=3)]}
    monkeypatch.setattr(bench.Bench, "plays", lambda _: taken["plays"])
    words = ["--only", "plays", "--matches", "0"]
    assert main([*words, "--keep"]) == 0
    assert (
        bench.KEPT.read_text()
        == f"""\
# Medians of `python -m tools.bench --keep`, by the kernel.

[{KERNEL}]
"faster" = 2
"smaller" = 2
"""
    )
    for faster, smaller, status in ((2, 2, 0), (1.8, 2.2, 0), (1.7, 2, 1), (2, 2.4, 1), (3, 1, 0)):
        taken["plays"] = [
            Figure("faster", Seconds(faster, faster), least=1),
            Figure("smaller", Seconds(smaller, smaller), most=3),
        ]
        assert main(words) == status
    assert "WORSE: faster: 1.7, kept 2" in capsys.readouterr().out
