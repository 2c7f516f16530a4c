"""`kotra fix` from outside: what it prints, what it writes, its statuses, and its questions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.test_cli_check import kotra

pytestmark = pytest.mark.middle


SAMPLES = Path(__file__).parent.parent / "samples"
SLIP = SAMPLES / "faulty" / "slip.mat"
STOOD = SAMPLES / "faulty" / "oversight.kotra"
SOUND = SLIP.read_text(encoding="utf-8").replace("7/5 18/15*", "7/6 18/15*")


@pytest.mark.parametrize(
    ("sample", "status"), [("sound/reykjavik.mat", 0), ("faulty/slip.mat", 0), ("faulty/oversight.kotra", 1)]
)
def test_the_status_tells_whether_an_error_is_left(sample: str, status: int) -> None:
    assert kotra("fix", SAMPLES / sample).exit_code == status


def test_the_mended_record_is_as_it_was_but_for_the_slip(tmp_path: Path) -> None:
    kotra("fix", SLIP, "-o", tmp_path / "mended.mat")
    assert (tmp_path / "mended.mat").read_text(encoding="utf-8") == SOUND


def test_a_record_that_is_printed_stands_alone() -> None:
    result = kotra("fix", SLIP, "-o", "-")
    assert result.stdout == SOUND
    assert "1 sure repair" in result.stderr


def test_sure_repairs_alone_are_made_where_that_is_asked(tmp_path: Path) -> None:
    likely = SAMPLES / "faulty" / "cube.mat"
    kotra("fix", likely, "--make", "sure", "-o", tmp_path / "mended.mat")
    assert (tmp_path / "mended.mat").read_bytes() == likely.read_bytes()


def test_a_play_that_stood_is_named_and_left() -> None:
    (stood, slip) = json.loads(kotra("fix", STOOD, "--json").stdout)["proposals"]
    assert (stood["line"], stood["confidence"], stood["made"]) == (14, "marked", False)
    assert (slip["line"], slip["written"], slip["made"]) == (21, "54: 7/3* 16/12", True)


def test_a_diff_is_for_patch_alone() -> None:
    assert kotra("fix", SLIP, "--output-format", "diff").stdout.startswith(f"--- {SLIP}\n+++ {SLIP}\n@@")


def test_an_answer_is_asked_for_until_it_is_one(tmp_path: Path) -> None:
    answers = b"perhaps\nb\n1\n"
    result = kotra("fix", SLIP, "--interactive", "-o", tmp_path / "mended.mat", stdin=answers)
    assert result.stdout.count("(q) stop: ") == 3
    assert (tmp_path / "mended.mat").read_text(encoding="utf-8") == SOUND


@pytest.mark.parametrize("answer", [b"s\n", b"q\n", b""])
def test_what_is_not_answered_is_left(answer: bytes, tmp_path: Path) -> None:
    kotra("fix", SLIP, "--interactive", "-o", tmp_path / "mended.mat", stdin=answer)
    assert (tmp_path / "mended.mat").read_bytes() == SLIP.read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-o", str(SLIP)], "the target is the source itself"),
        (["-o", str(SLIP.parent)], "the target is the source itself"),
        (["-o", str(SLIP.parent / "nowhere" / "new.mat")], "no such folder; create it first."),
        (["-o", str(SLIP / "new.mat")], "a part of its path is not a folder."),
        (["--interactive"], "--interactive needs a file to write; name it with -o."),
        (["--in-place", "-o", "new.mat"], "--in-place and -o cannot be combined"),
        (["--make", "open"], "--make must be one of sure, likely, not 'open'."),
        (["--match", "3"], "there is no match 3; it has 1."),
    ],
)
def test_bad_usage_is_one_sentence_and_status_2(words: list[str], said: str) -> None:
    result = kotra("fix", SLIP, *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


@pytest.mark.parametrize("name", ["mended.sgf", "mended.KOTRA", "mended.xg"])
def test_an_ending_of_another_notation_is_refused_before_anything_is_sought(
    name: str, tmp_path: Path
) -> None:
    result = kotra("fix", SLIP, "-o", tmp_path / name)
    assert (result.exit_code, result.stdout, list(tmp_path.iterdir())) == (2, "", [])
    assert result.stderr == (
        f"kotra: {tmp_path / name}: a fixed record keeps its format, mat; "
        "use another name, and kotra convert afterwards.\n"
    )


@pytest.mark.parametrize("name", ["mended.mat", "mended.txt", "mended.fixed", "mended"])
def test_an_ending_that_names_no_other_notation_is_taken(name: str, tmp_path: Path) -> None:
    assert kotra("fix", SLIP, "-o", tmp_path / name).exit_code == 0
    assert (tmp_path / name).read_text(encoding="utf-8") == SOUND


def test_the_ending_that_the_record_has_itself_is_taken(tmp_path: Path) -> None:
    odd = tmp_path / "match.sgf"
    odd.write_bytes(SLIP.read_bytes())
    assert kotra("fix", odd, "-o", tmp_path / "mended.sgf").exit_code == 0
