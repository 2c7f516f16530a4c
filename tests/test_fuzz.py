"""The fuzzing corpus is read in every run, and the fuzzer itself runs for a moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from kotra_notation.formats import FORMATS
from referees.seeds import SEED, some
from tools.fuzz.hunting import CORPUS as READERS
from tools.fuzz.hunting import SAMPLES, hunt, seeds
from tools.fuzz.target import one_input, read_alone

pytestmark = pytest.mark.middle


CORPUS = sorted((Path(__file__).parents[1] / "tools" / "fuzz" / "corpus").iterdir())
LARGEST = 300_000


@pytest.mark.parametrize("path", some(CORPUS, len(CORPUS) // 4), ids=lambda path: path.name)
def test_nothing_but_findings_comes_out(path: Path) -> None:
    data = path.read_bytes()
    for format in (None, "mat", "kotra", "positions", "sgf"):
        one_input(data, format)


@pytest.mark.parametrize("format", FORMATS)
def test_nothing_but_findings_comes_out_of_a_reader(format: str) -> None:
    inputs = sorted(READERS.glob(f"*.{format}"))
    assert inputs
    for path in inputs:
        read_alone(path.read_bytes(), format)
        read_alone(path.read_bytes())


def test_the_corpus_of_the_readers_stays_small() -> None:
    assert sum(path.stat().st_size for path in READERS.iterdir()) < LARGEST


def test_every_notation_has_records_to_begin_from() -> None:
    assert {one.format for one in seeds([READERS])} == set(FORMATS)


def test_fresh_inputs_are_no_fault(tmp_path: Path) -> None:
    done = hunt(seeds([READERS, SAMPLES]), SEED, inputs=300, found=tmp_path)
    assert done.failures == {}, [one.trace for one in done.failures.values()]
    assert done.inputs == 300


def test_a_seed_repeats_a_run(tmp_path: Path) -> None:
    one, other = (hunt(seeds([SAMPLES], ["mat"]), 7, inputs=40, found=tmp_path) for _ in range(2))
    assert one.fresh == other.fresh != []
    assert hunt(seeds([SAMPLES], ["mat"]), 8, inputs=40, found=tmp_path).fresh != one.fresh


def test_a_failing_input_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(data: bytes, format: str | None = None) -> None:
        raise IndexError("a fault of ours")

    monkeypatch.setattr("tools.fuzz.hunting.read_alone", failing)
    done = hunt(seeds([SAMPLES], ["mat"]), 7, inputs=5, found=tmp_path)
    (failure,) = done.failures.values()
    assert (tmp_path / failure.name).read_bytes() == failure.data
    assert failure.what.startswith("IndexError in ")
