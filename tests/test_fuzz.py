"""The fuzzing corpus, the fuzzer for a moment, damaged commands, and work that grows as its record does."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kotra_notation.formats import FORMATS
from referees.seeds import SEED, rest, some
from tools.commands import run
from tools.fuzz.hunting import CORPUS as READERS
from tools.fuzz.hunting import SAMPLES, hunt, seeds
from tools.fuzz.target import one_input, read_alone
from tools.growth import KB, Filling, checked, fixed

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


def test_the_corpus_of_the_readers_is_small_and_of_every_notation() -> None:
    assert sum(path.stat().st_size for path in READERS.iterdir()) < LARGEST
    assert {one.format for one in seeds([READERS])} == set(FORMATS)


def test_fresh_inputs_are_no_fault_and_a_seed_repeats_a_run(tmp_path: Path) -> None:
    done = hunt(seeds([READERS, SAMPLES]), SEED, inputs=300, found=tmp_path)
    assert done.failures == {}, [one.trace for one in done.failures.values()]
    assert done.inputs == 300
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


NUMBER = int(os.environ.get("KOTRA_COMMANDS", "24"))


@pytest.mark.parametrize("number", [NUMBER // 3, pytest.param(NUMBER, marks=pytest.mark.slow)])
def test_no_command_ends_otherwise_than_it_may(number: int) -> None:
    statuses, found = run(number, SEED)
    told = "\n".join(f"{' '.join(one.words)}: {one.why}\n{one.output}" for one in found)
    assert not found, told
    assert statuses.total() >= number


TMG = SAMPLES / "notations" / "hradspil.tmg"
LATE = SAMPLES / "faulty" / "late.kotra"
FORN, MAT = SAMPLES / "sound" / "forn-1977.kotra", SAMPLES / "sound" / "reykjavik.mat"
# Twice as much may cost so many times as much; what grows with the square costs four times as much.
MOST = 2.7
SIZES = (3, 6)


def work(job: Callable[[bytes], None], data: bytes) -> int:
    """How many calls a job makes."""
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        job(data)
    finally:
        sys.setprofile(None)
    return calls


def behind(path: Path, beginning: str) -> int:
    """The number of the first line that begins so."""
    lines = path.read_text(encoding="utf-8").split("\n")
    return next(number for number, line in enumerate(lines, 1) if line.startswith(beginning))


@pytest.mark.parametrize(
    "filling",
    [
        Filling(LATE, 26, ";"),
        Filling(LATE, 31, "W wins 3"),
        *rest([Filling(FORN, behind(FORN, "W "), "W wins 2")]),
        Filling(FORN, behind(FORN, "W "), "W scores langi 7"),
        Filling(MAT, behind(MAT, "  6)"), "  6) 11: 8/7 8/7 6/5 6/5          66: 24/18 24/18 13/7 13/7"),
    ],
    ids=lambda filling: f"{filling.sample.name} {filling.line.strip()[:12]}",
)
def test_the_work_grows_as_the_record_does(filling: Filling) -> None:
    checked(filling.sample.read_bytes())
    small, large = (work(checked, filling.text(size * KB)) for size in SIZES)
    assert large < MOST * small


# Records of one game: how often at first, the rules, the beginning, and what is repeated behind it.
GAME = "kotra 1\nwhite: Una\nblack: Ketill\nrules: {rules}\n\ngame 1 0-0\n{first}\n"
WAIVED, FIRST = "modern,premature_roll.waive=on", "W 31: 8/5 6/5"
CLOSED = "bar1 8x2 6x2 5x2 4x2 3x2 2x2 1x2"
SHUT_OUT = f"setup W: {CLOSED}; B: {CLOSED}; W to play\nW 52: cannot move"
MONK = "setup W: r1 t3 u3 v3 w3 x2; B: m15; W to play\nW 51: r/w/x\nW scores langi 7\n"
REPEATED = {
    "throws too early": (5, WAIVED, FIRST, "B void premature 52\n"),
    "turns between": (5, WAIVED, SHUT_OUT, "B void premature 52\nB 52: cannot move\nW 52: cannot move\n"),
    "wins and words of them": (20, "forn-1977,forms.end_game=off", "W 12: a/c/d", MONK),
    "scores behind the last turn": (400, "modern", FIRST, "score 0-0\n"),
}


@pytest.mark.parametrize("name", REPEATED)
def test_the_work_grows_as_what_is_repeated_does(name: str) -> None:
    few, rules, first, lines = REPEATED[name]
    begun = GAME.format(rules=rules, first=first)
    checked((begun + lines).encode())
    small, large = (work(checked, (begun + lines * times).encode()) for times in (few, 2 * few))
    assert large < MOST * small


@pytest.mark.parametrize("job", [checked, fixed])
def test_a_play_of_many_hops_is_judged_a_few_times(job: Callable[[bytes], None]) -> None:
    small, large = (
        work(job, Filling(TMG, behind(TMG, "   1  1"), "   1  4 " + " ".join(["8/5"] * hops)).text(1))
        for hops in (1000, 2000)
    )
    assert large < MOST * small
