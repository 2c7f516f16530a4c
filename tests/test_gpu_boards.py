"""What the GPU is to do, compiled for the processor: the plays and the inputs are the engine's own."""

from __future__ import annotations

import ctypes
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from kotra_notation.engine import many_plays, nets, threats
from kotra_notation.engine.evaluator import CUBELESS, Evaluator
from kotra_notation.engine.many_plays import THROWS, WIDTH
from kotra_notation.engine.modern_arrays import ModernArrays
from tools.gpu.library import library
from tools.modern_training import START, caught

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotra_notation.engine.many_plays import Boards

pytestmark = [pytest.mark.middle, pytest.mark.skipif(not shutil.which("g++"), reason="g++ is not installed")]


def walked(games: int, turns: int, seed: int) -> Boards:
    """Boards of games whose plays are made at random, and of late hits."""
    chance = np.random.default_rng(seed)
    boards = np.repeat(START[None], games, axis=0)
    every = [caught(games, chance)]
    for _ in range(turns):
        every.append(boards)
        plays = many_plays.plays(boards, chance.integers(1, 7, (games, 2)))
        counts = np.bincount(plays.throws)
        made = np.cumsum(counts) - counts + (chance.random(games) * counts).astype(int)
        boards = many_plays.from_other_side(plays.boards[made])
        boards[(boards[:, :-1] >= 0).all(axis=1)] = START
    return np.ascontiguousarray(np.concatenate(every)[:: max(turns // 10, 1)])


def run(name: str, *values: NDArray[Any] | int) -> None:
    words = [
        ctypes.c_int64(value) if isinstance(value, int) else ctypes.c_void_p(value.ctypes.data)
        for value in values
    ]
    assert getattr(library(cuda=False), name)(*words) == 0


def test_plays_and_inputs_are_those_of_the_engine() -> None:
    boards = walked(30, 60, 4)
    n = len(boards)
    counts = np.empty(n * len(THROWS), np.int32)
    run("count_plays", boards, n, counts)
    begins = np.cumsum(counts, dtype=np.int64) - counts
    after, kinds = np.empty((counts.sum(), WIDTH), np.int8), np.empty(counts.sum(), np.uint8)
    items = np.empty(counts.sum(), np.int32)
    run("write_plays", boards, n, begins, after, kinds, items)
    assert (items == np.repeat(np.arange(len(counts)), counts)).all()
    made = many_plays.from_other_side(after)
    plays = many_plays.in_order(np.ascontiguousarray(made), items % n * len(THROWS) + items // n)
    dice = np.tile(np.array(THROWS), (n, 1))
    rules = many_plays.plays(np.repeat(boards, len(THROWS), axis=0), dice)
    assert (plays.throws == rules.throws).all()
    assert (plays.boards == rules.boards).all()
    assert len(made) == len(rules.boards)
    over = nets.is_over(made)
    assert (kinds == np.where(over, 2, nets.is_race(after))).all()
    rows = np.flatnonzero(kinds == 0)[::5].copy()
    width = nets.INPUTS_IN_CONTACT + 6
    seen = np.empty((len(rows), width), np.float32)
    tables = (threats.BY_ONE_DIE, threats.BY_BOTH, threats.ENTERING, threats.BLOCKED)
    shares = (threats.SHARE_OF_UNEQUAL, threats.SHARE_OF_EQUAL)
    run("net_inputs", after, rows, len(rows), *map(np.ascontiguousarray, (*tables, *shares)), seen, width)
    assert (seen[:, : nets.INPUTS_IN_CONTACT] == nets.inputs_in_contact(after[rows])).all()
    assert not seen[:, nets.INPUTS_IN_CONTACT :].any()


def test_the_judge_says_what_the_engine_says(monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch")
    from kotra_notation.engine import evaluator
    from tools.gpu.judging import Judge, Races, module_of

    monkeypatch.setattr(evaluator, "LOOKED_AT", 1000)
    monkeypatch.setattr(evaluator, "WITHIN", 100)
    shipped = nets.shipped_nets()
    boards = walked(5, 60, 5)
    expanded = Judge(module_of(shipped["contact"]), Races(shipped["race"])).expand(torch.from_numpy(boards))
    arrays = ModernArrays(nets.Nets({**shipped.nets, nets.AHEAD: shipped["contact"]}))
    after = expanded.plays.boards.numpy()
    chances = arrays.by_the_other(many_plays.from_other_side(after), arrays.chances(after))
    exact = arrays.are_exact(after)
    assert exact is not None
    apart = np.abs(chances - expanded.chances.numpy()).max(axis=1)
    assert apart[~exact].max() < 1e-5
    means = Evaluator(arrays).chances(boards, [CUBELESS], np.zeros(len(boards), np.intp), plies=1)
    assert np.abs(means - expanded.means.numpy()).max() < 1e-4


@pytest.mark.slow
def test_a_short_training_leaves_nets_and_a_yardstick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch")
    from tools.gpu import games
    from tools.gpu.__main__ import main

    monkeypatch.setattr(games, "WINDOW", 3)
    words = "gpu --minutes 0.01 --places 40 --kept 100 --sizes 16 8 --decisions 3 --trials 2 -o"
    monkeypatch.setattr("sys.argv", [*words.split(), str(tmp_path)])
    main()
    trained = nets.read((tmp_path / "modern.npz").read_bytes())
    for name, width in ((nets.AHEAD, 256), ("contact", 16)):
        assert trained[name].layers[0][0].shape == (nets.INPUTS_IN_CONTACT, width)
    with np.load(tmp_path / "yardstick.npz") as kept:
        assert len(kept["after"]) == len(kept["decision"]) == len(kept["chances"]) >= 3
        assert ((kept["chances"] > -0.1) & (kept["chances"] < 1.1)).all()
