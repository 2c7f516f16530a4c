"""What the workers of the desk give is what the commands give: verdicts, repairs, conversions, both games."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

import kotra_notation as kn
from kotra_notation.desk.tasks import TASKS
from kotra_notation.desk.work import DeskTask
from kotra_notation.features.check.job import check_file, sound_file
from kotra_notation.features.check.results import Verdict
from kotra_notation.jobs.files import Opened
from kotra_notation.jobs.notations import name_in_notation, written_notations
from kotra_notation.words.tongues import ENGLISH, LANGUAGES, Tongue, tongue
from referees.samples import EACH
from referees.seeds import part, some

SAMPLES = Path(__file__).parent.parent / "samples"
FAULTY = sorted((SAMPLES / "faulty").iterdir())
SLIP, FORN = SAMPLES / "faulty" / "slip.mat", SAMPLES / "faulty" / "forn.kotra"


def done(name: str, *paths: Path, tongue: Tongue = ENGLISH, **wishes: str) -> Any:
    files = [Opened(path.name, path.read_bytes()) for path in paths]
    return TASKS[name](DeskTask(files=files, wishes=wishes, tongue=tongue, progress=lambda done, whole: None))


def content(row: Any, at: int = 0) -> bytes:
    return b64decode(row["files"][at]["content"])


@pytest.mark.parametrize("path", some(EACH, 8), ids=lambda path: path.name)
def test_a_verdict_is_that_of_the_command(path: Path) -> None:
    file = Opened(path.name, path.read_bytes())
    verdict = Verdict.of(sound_file(file) or check_file(file))
    row = done("check", path)
    assert (row["words"], row["counts"]) == (
        verdict.words(),
        (verdict.errors, verdict.warnings, verdict.notes, verdict.ignored),
    )


@pytest.mark.parametrize("path", FAULTY, ids=lambda path: path.name)
def test_every_finding_has_its_card_and_its_line(path: Path) -> None:
    row = done("look", path)
    found = kn.check(path).findings
    assert [(one["code"], one["line"]) for one in row["findings"]] == [
        (one.code, one.span.line if one.span else None) for one in found
    ]
    for card, one in zip(row["findings"], found, strict=True):
        assert one.code in card["card"]
    lines = path.read_text(encoding="utf-8").split("\n")
    assert [line for _, line in row["lines"]] == lines


def test_the_board_of_a_finding_is_the_one_it_was_made_on() -> None:
    (found,) = done("look", SLIP)["findings"]
    assert "White to play 3-1" in found["card"]
    assert "The arrows show 18/15 7/6" in found["card"]


def test_a_line_has_the_boards_of_its_two_turns() -> None:
    row = done("boards", SLIP, line="12")
    assert ["to play 5-3" in row["boards"][0], "to play 4-2" in row["boards"][1]] == [True, True]
    assert done("boards", SLIP, line="1")["boards"] == []


@pytest.mark.parametrize("path", FAULTY, ids=lambda path: path.name)
def test_what_is_proposed_and_mended_is_that_of_the_command(path: Path) -> None:
    fixed = kn.fix(path, make="sure")
    proposals = done("proposals", path)["proposals"]
    assert [(one["line"], one["choices"][0]["meant"]) for one in proposals] == [
        (one["line"], one["choices"][0]["meant"]) for one in fixed.as_json()["proposals"]
    ]
    sure = [f"{at}.0" for at, one in enumerate(proposals) if one["confidence"] == "sure"]
    row = done("mend", path, choices=",".join(sure))
    assert content(row) == fixed.data
    assert row["diff"].split("\n")[2:] == fixed.diff.split("\n")[2:]
    assert row["changed"] == fixed.changed


def test_a_record_that_is_only_read_is_mended_in_our_notation(tmp_path: Path) -> None:
    path = tmp_path / "hradspil.sgg"
    text = (SAMPLES / "notations" / path.name).read_text("utf-8")
    path.write_text(text.replace("8/5, 6/5", "8/1, 6/5", 1), "utf-8")
    (proposal,) = done("proposals", path)["proposals"]
    assert proposal["line"] == 17
    row = done("mend", path, choices="0.0")
    assert row["files"][0]["name"] == "hradspil.kotra"
    assert not [found for found in kn.check(content(row)).findings if found.severity != "note"]
    assert "-W 31: 8/1 6/5\n+W 31: 8/5 6/5" in row["diff"]


def test_what_is_not_chosen_is_left() -> None:
    assert content(done("mend", SLIP, choices="")) == SLIP.read_bytes()


@pytest.mark.parametrize("choice", ["9.0", "0.9", "x", "-1.0", "0.-1", "0.0.0"])
def test_a_proposal_that_there_is_not_is_refused(choice: str) -> None:
    with pytest.raises(ValueError, match="There is no such repair"):
        done("mend", SLIP, choices=choice)


@pytest.mark.parametrize("name", some([one.name for one in written_notations()], 6))
def test_a_record_is_converted_as_the_command_does_it(name: str) -> None:
    path = SAMPLES / "sound" / "reykjavik.mat"
    try:
        made = kn.convert(path, name)
    except ValueError as refused:
        with pytest.raises(ValueError, match=str(refused)[:20]):
            done("convert", path, to=name)
        return
    row = done("convert", path, to=name)
    expected = made.content.encode() if isinstance(made.content, str) else made.content
    assert content(row) == expected
    assert {one["code"] for one in row["findings"]} == {one.code for one in made.findings}


def test_a_file_of_several_matches_is_split(tmp_path: Path) -> None:
    both = tmp_path / "both.kotra"
    both.write_bytes(FORN.read_bytes() + b"\n" + (SAMPLES / "sound" / "forn-1977.kotra").read_bytes())
    row = done("convert", both, to="json", split="true")
    assert [one["name"] for one in row["files"]] == ["both-1.json", "both-2.json"]


@pytest.mark.parametrize("path", [SLIP, FORN], ids=lambda path: path.name)
def test_a_record_without_names_names_nobody(path: Path) -> None:
    row = done("anonymize", path)
    names = [player.name for match in kn.read(path).matches for player in match.players]
    assert not any(name.encode() in content(row) for name in names)
    assert not any(name.lower() in row["files"][0]["name"] for name in names)


@pytest.mark.parametrize("path", [SLIP, FORN], ids=lambda path: path.name)
def test_a_record_has_its_report(path: Path) -> None:
    assert done("report", path)["page"].startswith("<!DOCTYPE html>")


def test_records_are_compared_and_made_into_one(tmp_path: Path) -> None:
    other = tmp_path / "other.mat"
    other.write_bytes(kn.fix(SLIP).data)
    row = done("diff", SLIP, other)
    assert (row["equal"], "1 difference" in row["page"]) == (False, True)
    merged = done("merge", SLIP, other)
    assert content(merged) == str(kn.merge([SLIP, other]).content).encode()
    assert merged["said"][0] == "A slip.mat"


@pytest.mark.parametrize("task", ["diff", "merge"])
def test_one_record_is_too_few(task: str) -> None:
    with pytest.raises(ValueError, match="two"):
        done(task, SLIP)


@pytest.mark.parametrize("language", part(LANGUAGES, 2))
def test_what_is_said_is_said_in_the_language_of_the_desk(language: str) -> None:
    row = done("check", SLIP, tongue=tongue(language))
    assert row["words"] == tongue(language).count("{number} error", "{number} errors", 1)


@pytest.mark.parametrize(
    ("name", "format", "expected"),
    [("a.mat", "sgf", "a.sgf"), ("a.MAT", "mat", "a.MAT"), ("a", "kotra", "a.kotra")],
)
def test_a_name_takes_the_ending_of_its_notation(name: str, format: str, expected: str) -> None:
    assert name_in_notation(name, format) == expected


def test_of_a_very_long_file_the_lines_are_shown_that_matter(tmp_path: Path) -> None:
    path = tmp_path / "long.kotra"
    path.write_bytes(FORN.read_bytes() + b"# a remark\n" * 5000)
    row = done("look", path)
    assert row["length"] > 5000
    shown = [number for number, _ in row["lines"]]
    assert len(shown) < 200
    assert {one["line"] for one in row["findings"] if one["line"]} <= set(shown)
