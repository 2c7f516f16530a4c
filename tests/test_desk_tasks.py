"""What the workers of the desk give is what the commands give: verdicts, repairs, conversions, both games."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

import kotra_notation as kn
from kotra_notation.desk import work
from kotra_notation.desk.answers import answer_request
from kotra_notation.desk.checking import SHELF_SECONDS, PageShelf
from kotra_notation.desk.tasks import TASKS
from kotra_notation.desk.work import DeskTask
from kotra_notation.features.check.job import check_file, sound_file
from kotra_notation.features.check.results import Verdict
from kotra_notation.jobs.files import Opened
from kotra_notation.jobs.notations import written_notations
from kotra_notation.words.tongues import ENGLISH, LANGUAGES, Tongue, tongue
from referees.samples import EACH
from referees.seeds import part, some
from tests.desk_served import DeskClient
from tests.records import SAMPLES

FAULTY = sorted((SAMPLES / "faulty").iterdir())
SLIP, FORN = SAMPLES / "faulty" / "slip.mat", SAMPLES / "faulty" / "forn.kotra"
SOUND = SAMPLES / "sound" / "reykjavik.mat"


def done(name: str, *paths: Path, tongue: Tongue = ENGLISH, **wishes: Any) -> Any:
    files = [Opened(path.name, path.read_bytes()) for path in paths]
    return TASKS[name](DeskTask(files=files, wishes=wishes, tongue=tongue, progress=lambda done, whole: None))


def content(row: Any) -> bytes:
    return b64decode(row["files"][0]["content"])


def joined(path: Path, *parts: bytes) -> Path:
    path.write_bytes(b"".join(parts))
    return path


@pytest.mark.parametrize("path", some(EACH, 8), ids=lambda path: path.name)
def test_a_verdict_is_that_of_the_command(path: Path) -> None:
    file = Opened(path.name, path.read_bytes())
    verdict = Verdict.of(sound_file(file) or check_file(file))
    counts = (verdict.errors, verdict.warnings, verdict.notes, verdict.ignored)
    row = done("check", path)
    assert (row["words"], row["counts"]) == (verdict.words(), counts)
    assert (row["worst"] == "error", row["unknown"]) == (bool(verdict.errors), False)


@pytest.mark.parametrize("path", part(FAULTY, 2), ids=lambda path: path.name)
def test_findings_and_fixes_are_those_of_the_command(path: Path) -> None:
    row, found, fixed = done("look", path), kn.check(path).findings, kn.fix(path, make="sure")
    places = [(finding.code, finding.span.line if finding.span else None) for finding in found]
    assert [(card["code"], card["line"]) for card in row["findings"]] == places
    assert all(card["code"] in card["card"] for card in row["findings"])
    assert [line for _, line in row["lines"]] == path.read_text(encoding="utf-8").split("\n")
    proposals = done("proposals", path)["proposals"]
    assert [(each["line"], each["choices"][0]["meant"]) for each in proposals] == [
        (each["line"], each["choices"][0]["meant"]) for each in fixed.as_json()["proposals"]
    ]
    sure = [f"{number}.0" for number, each in enumerate(proposals) if each["confidence"] == "sure"]
    mended = done("mend", path, choices=",".join(sure))
    assert (content(mended), mended["changed"]) == (fixed.data, fixed.changed)
    assert mended["diff"].split("\n")[2:] == fixed.diff.split("\n")[2:]
    assert content(done("mend", path, choices="")) == path.read_bytes()


@pytest.mark.parametrize("path", [*part(FAULTY, 3), SOUND], ids=lambda path: path.name)
def test_a_match_has_a_board_for_each_turn_and_a_place_for_each_finding(path: Path) -> None:
    row, found = done("match", path), done("look", path)["findings"]
    assert row["data"]["stops"].count("|") + 1 == len(re.findall(r"<a id=", row["html"]))
    for finding in found:
        place = row["places"].get(f"{finding['code']} {finding['place']}", "of the head")
        assert (place == "of the head") == finding["place"].startswith("line")
        assert place == "of the head" or re.search(rf" id={place}(?:-h)?[ >]", row["html"])


def test_a_card_has_the_verdict_and_the_last_board(tmp_path: Path) -> None:
    row = done("card", SOUND)
    assert row.pop("board").count("<circle") == 16  # fifteen and the last one
    assert row == done("check", SOUND)
    (tmp_path / "notes.txt").write_text("Milk, bread, candles.\n")
    assert "board" not in done("card", tmp_path / "notes.txt")


def test_a_word_is_looked_up() -> None:
    client = DeskClient()
    assert client.get("explain?word=Crawford").json()["text"] == kn.explain("Crawford")
    for word, error in (("nowhere", "'nowhere'."), ("gamon", "'gamon'. Did you mean gammon?")):
        assert client.get(f"explain?word={word}").json()["error"] == f"unknown code or word: {error}"


def test_boards_are_those_of_a_finding_and_of_the_turns_of_a_line() -> None:
    (found,) = done("look", SLIP)["findings"]
    assert "White to play 3-1" in found["card"]
    assert "The arrows show 18/15 7/6" in found["card"]
    first, second = done("boards", SLIP, line="12")["boards"]
    assert ("to play 5-3" in first, "to play 4-2" in second) == (True, True)
    assert done("boards", SLIP, line="1")["boards"] == []


def test_a_record_that_is_only_read_is_mended_in_our_notation(tmp_path: Path) -> None:
    text = (SAMPLES / "notations" / "hradspil.sgg").read_bytes()
    path = joined(tmp_path / "hradspil.sgg", text.replace(b"8/5, 6/5", b"8/1, 6/5", 1))
    (proposal,) = done("proposals", path)["proposals"]
    row = done("mend", path, choices="0.0")
    assert (proposal["line"], row["files"][0]["name"]) == (17, "hradspil.kotra")
    assert not [found for found in kn.check(content(row)).findings if found.severity != "note"]
    assert "-W 31: 8/1 6/5\n+W 31: 8/5 6/5" in row["diff"]


MENDS = ({"choices": choice} for choice in ("9.0", "0.9", "x", "-1.0", "0.0.0"))


@pytest.mark.parametrize(
    ("task", "paths", "wishes", "error"),
    [
        *(("mend", [SLIP], wishes, "There is no such repair") for wishes in MENDS),
        ("diff", [SLIP], {}, "Only two records can be compared"),
        ("diff", [SLIP] * 3, {}, "Only two records can be compared"),
        ("merge", [SLIP], {}, "Choose two or more records"),
        ("look", [], {}, "No file was sent"),
        ("look", [Path(__file__)], {}, "nknown file format"),
        ("boards", [SLIP], {"line": "x"}, "'x' is not a number"),
        ("report", [SLIP], {"match": "9" * 10}, "is not a number"),
    ],
)
def test_the_impossible_is_refused(task: str, paths: list[Path], wishes: dict[str, Any], error: str) -> None:
    with pytest.raises(ValueError, match=error):
        done(task, *paths, **wishes)


@pytest.mark.parametrize("name", some([notation.name for notation in written_notations()], 6))
def test_a_record_is_converted_as_the_command_does_it(name: str) -> None:
    try:
        made = kn.convert(SOUND, name)
    except ValueError as refused:
        with pytest.raises(ValueError, match=str(refused)[:20]):
            done("convert", SOUND, to=name)
        return
    row = done("convert", SOUND, to=name)
    assert content(row) == (made.content.encode() if isinstance(made.content, str) else made.content)
    assert {finding["code"] for finding in row["findings"]} == {finding.code for finding in made.findings}


def test_a_file_of_several_matches_is_split(tmp_path: Path) -> None:
    both = joined(tmp_path / "both.kotra", FORN.read_bytes(), b"\n", FORN.read_bytes())
    row = done("convert", both, to="json", split="true")
    assert [file["name"] for file in row["files"]] == ["both-1.json", "both-2.json"]
    loud = joined(tmp_path / "slip.MAT", SLIP.read_bytes())
    names = [done("convert", loud, to=name)["files"][0]["name"] for name in ("mat", "sgf")]
    assert names == ["slip.MAT", "slip.sgf"]


@pytest.mark.parametrize("path", [SLIP, FORN], ids=lambda path: path.name)
def test_a_record_has_a_report_an_analysis_and_a_version_without_names(path: Path) -> None:
    row = done("anonymize", path)
    names = [player.name for match in kn.read(path).matches for player in match.players]
    assert not any(name.encode() in content(row) for name in names)
    assert not any(name.lower() in row["files"][0]["name"] for name in names)
    assert done("report", path)["page"].startswith("<!DOCTYPE html>")
    pytest.importorskip("numpy")
    row = done("analyse", path)
    assert row["files"][0]["name"] == f"{path.stem}-analysed.kotra"
    assert kn.read(content(row)).matches[0].games
    assert "(Kotra " in row["said"][-1]
    assert row["stats"]


def test_records_are_compared_and_made_into_one(tmp_path: Path) -> None:
    other = joined(tmp_path / "other.mat", kn.fix(SLIP).data)
    row = done("diff", SLIP, other)
    assert (row["equal"], "1 difference" in row["page"]) == (False, True)
    assert done("diff", SLIP, SLIP)["equal"]
    merged = done("merge", SLIP, other)
    assert content(merged) == str(kn.merge([SLIP, other]).content).encode()
    assert (merged["files"][0]["name"], merged["said"][0]) == ("slip-merged.mat", "A slip.mat")


@pytest.mark.parametrize("language", part(LANGUAGES, 2))
def test_what_is_said_is_said_in_the_language_of_the_desk(language: str) -> None:
    row = done("check", SLIP, tongue=tongue(language))
    assert row["words"] == tongue(language).count("{number} error", "{number} errors", 1)


def test_of_a_very_long_file_the_lines_are_shown_that_matter(tmp_path: Path) -> None:
    row = done("look", joined(tmp_path / "long.kotra", FORN.read_bytes(), b"# a remark\n" * 5000))
    shown = [number for number, _ in row["lines"]]
    assert (row["length"] > 5000, len(shown) < 200) == (True, True)
    assert {card["line"] for card in row["findings"] if card["line"]} <= set(shown)


def test_a_page_is_on_the_shelf_and_an_analysis_tells_its_progress() -> None:
    client, data = DeskClient(), SLIP.read_bytes()
    path = client.post("ask/report?name=slip.mat", content=data).json()["page"]
    page = client.get(path)
    assert page.text.startswith("<!DOCTYPE html>")
    assert page.headers["content-security-policy"].startswith("sandbox allow-scripts ")
    gone = client.get("shelf/x")
    assert (gone.status_code, gone.text) == (404, "This page is no longer available; make it again.")
    lines = client.post("analyse?name=notes.txt", content=b"Milk").text.splitlines()
    assert [line.startswith('{"error": ') for line in lines] == [True]
    pytest.importorskip("numpy")
    begun, *_, last = client.post("analyse?name=slip.mat", content=data).text.splitlines()
    assert (begun, '"stats"' in last) == ('{"done": 0, "whole": 1}', True)


def test_pages_stay_for_some_minutes_while_there_is_room() -> None:
    now = 0.0
    shelf = PageShelf(5, lambda: now)
    names = [shelf.put(page) for page in (b"123", b"45", b"6")]
    assert [shelf.get(name) for name in names] == [None, b"45", b"6"]
    now = SHELF_SECONDS
    assert [shelf.get(name) for name in names] == [None] * 3


def test_an_analysed_match_is_summed_up_and_asked_about(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    path = tmp_path / "one.kotra"
    head = "kotra 1\nwhite: Anna\nblack: Björn\nlength: 1\n\ngame 1 0-0\n"
    path.write_text(f"{head}W 31: 24/23 24/21\nB 64: 24/14\nW 52: 6/1 6/4\n", encoding="utf-8")
    path.write_bytes(content(done("analyse", path)))
    summary = done("summary", path, seat="0")
    assert [error["made"] for error in summary["worst"]] == ["52: 6/4 6/1*", "31: 24/23 24/21"]
    assert summary["worst"][1]["best"] == "8/5 6/5"
    assert [error["name"] for error in done("summary", path, seat="1")["worst"]] == ["Björn"]
    assert "8/5 6/5" in done("quiz", path, player="Anna")["page"]
    with pytest.raises(ValueError, match="No decision"):
        done("quiz", path, player="Nobody")


# Without a server: requests that a page asks Python by, as `tools.web` has it in the browser

TWO = SLIP.read_bytes() + SOUND.read_bytes()
SIZES = f"name=a.mat&size={SLIP.stat().st_size}&name=b.mat&size={SOUND.stat().st_size}"


def asked(path: str, query: str = "", body: bytes = b"", language: str = "en") -> Any:
    return json.loads(answer_request(path, query, body, language, "key", lambda *_: None))


def test_a_request_has_the_answer_of_its_task() -> None:
    checked = json.loads(json.dumps(done("check", SLIP)))
    assert asked("ask/check", "name=slip.mat", SLIP.read_bytes()) == checked
    assert asked("ask/diff", SIZES, TWO)["equal"] is False
    assert asked("ask/boards", "name=slip.mat&line=18", SLIP.read_bytes())["boards"]
    assert "MOD-MATCH-2" in asked("explain", "word=crawford")["text"]


@pytest.mark.parametrize(
    ("path", "query", "body", "status"),
    [
        ("ask/nothing", "", b"", 404),
        ("folder", "", b"", 404),
        ("check", "name=a.mat", b"", 404),
        ("ask/diff", SIZES, TWO[1:], 400),
        ("ask/diff", "name=a&name=b&size=x&size=1", TWO, 400),
        ("write/enter", "", b"[]", 400),
        ("play/throw", "", b"", 400),
        ("ask/check", "", b"", 422),
        ("ask/boards", "name=slip.mat&line=x", SLIP.read_bytes(), 422),
        ("explain", "word=xyzzy", b"", 422),
    ],
)
def test_what_cannot_be_answered_is_refused(path: str, query: str, body: bytes, status: int) -> None:
    refusal = asked(path, query, body)
    assert refusal["status"] == status
    assert refusal["error"]


def test_dice_are_the_same_when_they_are_asked_for_again() -> None:
    begun = {"players": ["A", "B"], "length": 3, "rules": "modern", "info": {}}
    record = asked("play/begin", body=json.dumps(begun).encode())
    assert record["name"] == "a-b.kotra"
    rolls = [
        asked("play/throw", body=json.dumps({"text": record["text"], "match": match}).encode())["text"]
        for match in ("one", "one", *map(str, range(20)))
    ]
    assert rolls[0] == rolls[1]
    assert len(set(rolls)) > 5


def zip_of(path: Path, files: dict[str, bytes]) -> Path:
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def test_a_zip_is_unpacked_within_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"day/a.mat": b"1", "__MACOSX/day/a.mat": b"2", "day/.hidden": b"3", "b/": b"", "b/c.sgf": b"4"}
    path = zip_of(tmp_path / "day.zip", files)
    assert [file["name"] for file in done("unpack", path)["files"]] == ["day/a.mat", "b/c.sgf"]
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(ValueError, match="damaged"):
        done("unpack", path)
    with pytest.raises(ValueError, match="no files"):
        done("unpack", zip_of(tmp_path / "empty.zip", {"b/": b""}))
    for limit, value in (("MOST_UNPACKED", 1), ("MOST_BYTES", 1)):
        with monkeypatch.context() as patched:
            patched.setattr(work, limit, value)
            with pytest.raises(ValueError, match="too much"):
                done("unpack", zip_of(tmp_path / "large.zip", files))
