"""`kotra check` from outside: forms, statuses, and files no program should have to read."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from email.message import Message
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import kotra_notation as kn
from kotra_notation.cli.app import app
from kotra_notation.formats import read_source
from kotra_notation.formats.format import Source
from kotra_notation.installation import documentation
from referees.samples import EACH

SOUND = """ 1 point match

 Game 1
 Anna : 0                       Bjarni : 0
  1) 31: 8/5 6/5                 64: 24/18 18/14
      Wins 1 point and the match
"""
SLIP = SOUND.replace("8/5 6/5", "8/5 6/4")
WARNED = SOUND.rsplit("\n", 2)[0] + "\n"


def kotra(*words: str | Path, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], input=stdin)


def outside(*words: str, **more: object) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "kotra_notation", *words]
    return subprocess.run(command, capture_output=True, timeout=60, **more)  # type: ignore[call-overload, no-any-return]


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    path = tmp_path / "sound.mat"
    path.write_text(SOUND, encoding="utf-8")
    return path


@pytest.fixture
def slip(tmp_path: Path) -> Path:
    path = tmp_path / "slip.mat"
    path.write_text(SLIP, encoding="utf-8")
    return path


def test_a_sound_record_is_status_0(sound: Path) -> None:
    result = kotra("check", sound)
    assert result.exit_code == 0
    assert "Anna – Bjarni, 1-point match, 1 game: 1–0" in result.stdout
    assert result.stdout.endswith("1 file: no problems found.\n")


def test_an_error_is_status_1_with_its_place(slip: Path) -> None:
    result = kotra("check", slip)
    assert result.exit_code == 1
    assert f"{slip}:5:6: error P201 die-not-thrown  Anna cannot move 6/4 with 31." in result.stdout
    assert "rule MOD-MOVE-1" in result.stdout
    assert "expected: " in result.stdout


def test_a_warning_is_status_1_only_if_strict(tmp_path: Path) -> None:
    path = tmp_path / "warned.mat"
    path.write_text(WARNED, encoding="utf-8")
    assert kotra("check", path).exit_code == 0
    assert kotra("check", path, "--strict").exit_code == 1


def test_json_has_the_shape_others_rely_on(slip: Path) -> None:
    result = kotra("check", slip, "--json")
    document = json.loads(result.stdout)
    assert document["version"] == 1
    assert document["summary"] == {
        "files": 1,
        "passed_over": 0,
        "unchecked": 0,
        "errors": 1,
        "warnings": 0,
        "notes": 0,
        "ignored": 0,
    }
    assert document["unchecked"] == []
    file = document["files"][0]
    assert (file["format"], file["encoding"], file["positions"]) == ("mat", "utf-8", 0)
    match = file["matches"][0]
    assert match["players"] == ["Anna", "Bjarni"]
    assert (match["length"], match["rules"], match["score"]) == (1, "modern", [1, 0])
    assert (match["winner"], match["complete"]) == (0, True)
    game = match["games"][0]
    assert game == {
        "number": 1,
        "line": 3,
        "winner": 0,
        "points": 1,
        "counted": 1,
        "kind": "resign",
        "score_before": [0, 0],
        "score_after": [1, 0],
        "turns": 2,
        "awards": [{"seat": 0, "kind": "resign", "points": 1}],
    }
    found = file["findings"][0]
    assert {key: found[key] for key in ("code", "name", "severity", "line", "column", "end_column")} == {
        "code": "P201",
        "name": "die-not-thrown",
        "severity": "error",
        "line": 5,
        "column": 6,
        "end_column": 17,
    }
    assert (found["match"], found["game"], found["turn"]) == (1, 1, 1)
    assert (found["seat"], found["player"], found["rule"]) == (0, "Anna", "MOD-MOVE-1")
    assert 1 <= len(found["expected"]) <= 5


def test_sarif_names_the_rule_and_the_region(slip: Path) -> None:
    log = json.loads(kotra("check", slip, "--output-format", "sarif").stdout)
    assert log["version"] == "2.1.0"
    run = log["runs"][0]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["P201"]
    result = run["results"][0]
    assert (result["ruleId"], result["ruleIndex"], result["level"]) == ("P201", 0, "error")
    place = result["locations"][0]["physicalLocation"]
    assert place["region"] == {"startLine": 5, "startColumn": 6, "endColumn": 17}


def test_a_finding_leads_to_its_page_where_the_project_names_a_site(
    slip: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shown() -> tuple[str | None, list[str]]:
        log = json.loads(kotra("check", slip, "--output-format", "sarif").stdout)
        page = kn.report(kn.replay(kn.read(slip).matches[0]))
        (rule,) = log["runs"][0]["tool"]["driver"]["rules"]
        return rule.get("helpUri"), re.findall(r'<a href="(http[^"]*)">P201</a>', page)

    assert shown() == (None, [])
    named = Message()
    named["Project-URL"] = "Documentation, https://kotra.example/docs/"
    monkeypatch.setattr("importlib.metadata.metadata", lambda name: named)
    monkeypatch.setattr("kotra_notation.installation.documentation", documentation.__wrapped__)
    address = "https://kotra.example/docs/findings/P201.html"
    assert shown() == (address, [address])


def test_github_escapes_what_would_break_a_line(tmp_path: Path) -> None:
    path = tmp_path / "50%,a:b.mat"
    path.write_text(SLIP, encoding="utf-8")
    line = kotra("check", path, "--output-format", "github").stdout.splitlines()[0]
    assert line.startswith("::error file=")
    assert "50%25%2Ca%3Ab.mat,line=5,col=6" in line
    assert ",title=P201 die-not-thrown::Anna cannot move 6/4 with 31." in line


def test_select_and_ignore_take_codes_and_families(slip: Path) -> None:
    assert kotra("check", slip, "--ignore", "P").exit_code == 0
    assert kotra("check", slip, "--select", "S").exit_code == 0
    assert kotra("check", slip, "--select", "P2").exit_code == 1
    refused = kotra("check", slip, "--select", "P9")
    assert refused.exit_code == 2
    assert "no finding code begins with 'P9'" in refused.stderr


def test_rules_given_replace_those_of_the_record(sound: Path) -> None:
    assert kotra("check", sound, "--rules", "modern,cube.limit=1").exit_code == 0
    refused = kotra("check", sound, "--rules", "modren")
    assert refused.exit_code == 2
    assert "Did you mean modern?" in refused.stderr


@pytest.mark.parametrize(
    ("option", "word", "said"), [("--output-format", "jsno", "json"), ("--from", "nat", "mat")]
)
def test_a_wrong_word_gets_the_right_one(sound: Path, option: str, word: str, said: str) -> None:
    result = kotra("check", sound, option, word)
    assert result.exit_code == 2
    assert f"Did you mean {said}?" in result.stderr


def test_the_form_is_asked_for_in_three_spellings_and_the_file_in_two(slip: Path, tmp_path: Path) -> None:
    document = kotra("check", slip, "--output-format", "json").stdout
    assert json.loads(document)["version"] == 1
    for words in (["--json"], ["--output-format", "json"], ["--output-format=json"]):
        assert kotra("check", slip, *words).stdout == document
    for number, words in enumerate((["-o"], ["--output"])):
        target = tmp_path / f"{number}.json"
        result = kotra("check", slip, "--json", *words, target)
        assert (result.exit_code, result.stdout, target.read_text("utf-8")) == (1, "", document)
    refused = kotra("check", slip, "-o", tmp_path)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "it is a folder" in refused.stderr


@pytest.mark.parametrize("option", ["-o", "--output"])
def test_a_form_is_no_name_of_a_file(
    slip: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, option: str
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = kotra("check", slip, option, "json")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "--output-format json" in refused.stderr
    assert not Path("json").exists()


def test_what_is_printed_is_never_written_over_what_is_read(slip: Path, tmp_path: Path) -> None:
    before = slip.read_bytes()
    again = f"{slip.parent}/./{slip.name}"
    calls: list[list[str | Path]] = [
        [slip, "-o", slip],
        [slip.parent, "-o", slip],
        [slip, "--json", "--output", again],
    ]
    for words in calls:
        refused = kotra("check", *words)
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert slip.read_bytes() == before
    assert kotra("check", slip.parent, "-o", slip.parent / "new.txt").exit_code == 1
    assert (slip.parent / "new.txt").exists()


def test_what_is_broken_off_is_not_written(
    slip: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: object, checked: list[object], passed_over: int, unchecked: int = 0) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kotra_notation.features.check.output.TextPrinter.end", broken)
    kotra("check", slip, "-o", tmp_path / "output.txt")
    assert not (tmp_path / "output.txt").exists()


def test_a_file_of_what_is_printed_is_not_made_where_nothing_is(tmp_path: Path) -> None:
    assert kotra("check", tmp_path / "nowhere.mat", "-o", tmp_path / "out.txt").exit_code == 2
    assert not (tmp_path / "out.txt").exists()


def test_standard_input_is_a_file() -> None:
    assert kotra("check", "-", stdin=SOUND.encode()).exit_code == 0
    assert kotra("check", "-", stdin=SLIP.encode()).exit_code == 1


def test_a_folder_is_searched_and_other_files_are_counted(tmp_path: Path, sound: Path, slip: Path) -> None:
    deep = tmp_path / "deep"
    deep.mkdir()
    slip.rename(deep / "slip.mat")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    result = kotra("check", tmp_path)
    assert result.exit_code == 1
    assert result.stdout.endswith("2 files, 1 skipped (unknown format): 1 error.\n")


def test_of_several_files_a_table_says_what_came_of_each(tmp_path: Path, sound: Path, slip: Path) -> None:
    (tmp_path / "bad.mat").write_text("this is no record\n" * 3)
    said = kotra("check", slip, sound, tmp_path / "bad.mat").stdout
    heads, _, *rows, total = said[said.index("file ") :].splitlines()
    assert heads.split() == ["file", "players", "length", "games", "score", "verdict"]
    assert [" ".join(row.removeprefix(str(tmp_path)).split()) for row in rows] == [
        "/slip.mat Anna – Bjarni 1 1 1–0 1 error",
        "/sound.mat Anna – Bjarni 1 1 1–0 clean",
        "/bad.mat not checked",
    ]
    assert total == "3 files: 1 error, 1 not checked."


def test_what_was_not_checked_is_no_problem_not_found(tmp_path: Path, sound: Path) -> None:
    for name, content in (("a.zip", "PK\x03\x04"), ("b.mat", ""), ("diary.txt", "Dear diary")):
        (tmp_path / name).write_text(content)
    done = kotra(
        "check", sound, tmp_path / "a.zip", tmp_path / "b.mat", tmp_path / "diary.txt", tmp_path / "c"
    )
    assert done.stdout.splitlines()[-1] == "5 files: 1 clean, 4 not checked."
    assert "no problems" not in done.stdout


@pytest.mark.parametrize("form", ["text", "json", "csv", "sarif"])
def test_an_error_that_is_ignored_is_said(slip: Path, form: str) -> None:
    done = kotra("check", slip, "--ignore", "P2", "--output-format", form)
    assert done.exit_code == 0
    match form:
        case "text":
            assert "1 finding is ignored, as requested: 1 × P201 die-not-thrown." in done.stdout
            assert done.stdout.splitlines()[-1] == "1 file: 1 ignored."
            assert "0  1 ignored\n" in kotra("check", slip, "--ignore", "P", "--summary").stdout
        case "json":
            document = json.loads(done.stdout)
            assert document["summary"]["ignored"] == 1
            [ignored] = document["files"][0]["ignored"]
            assert (ignored["code"], ignored["by_record"]) == ("P201", False)
        case "csv":
            assert done.stdout.splitlines()[-1].endswith(",true,0,0,0,1")
        case _:
            [result] = json.loads(done.stdout)["runs"][0]["results"]
            assert result["suppressions"] == [{"kind": "external"}]


def test_the_table_alone_is_asked_for_and_of_very_many_only_then(tmp_path: Path) -> None:
    for number in range(101):
        (tmp_path / f"{number:03}.mat").write_text(SOUND if number else SLIP, encoding="utf-8")
    many = kotra("check", tmp_path)
    assert "players" not in many.stdout
    assert "P2" in many.stdout
    brief = kotra("check", tmp_path, "--summary")
    assert brief.exit_code == 1
    assert "P2" not in brief.stdout
    assert brief.stdout.count("clean") == 100
    (alone,) = [
        one for one in kotra("check", tmp_path / "001.mat", "--summary").stdout.splitlines() if "Anna" in one
    ]
    assert alone.endswith("Anna – Bjarni       1      1    1–0  clean")


def test_the_table_as_csv_is_safe_for_spreadsheets(tmp_path: Path, sound: Path) -> None:
    sound.write_text(SOUND.replace("Anna", "=1+1"), encoding="utf-8")
    heads, row = csv.reader(kotra("check", tmp_path, "--output-format", "csv").stdout.splitlines())
    assert dict(zip(heads, row, strict=True)) == {
        "file": str(sound),
        "match": "1",
        "player_1": "'=1+1",
        "player_2": "Bjarni",
        "length": "1",
        "games": "1",
        "score_1": "1",
        "score_2": "0",
        "complete": "true",
        "checked": "true",
        "errors": "0",
        "warnings": "0",
        "notes": "0",
        "ignored": "0",
    }


def test_a_terminal_without_a_sign_gets_one_it_has(sound: Path, slip: Path) -> None:
    printed = outside("check", str(sound), str(slip), env={**os.environ, "PYTHONIOENCODING": "cp437"}).stdout
    assert b"Anna - Bjarni" in printed
    assert b"\\u" not in printed


def test_one_file_that_cannot_be_opened_stops_no_other(sound: Path, tmp_path: Path) -> None:
    result = kotra("check", tmp_path / "nowhere.mat", sound)
    assert result.exit_code == 2
    assert "nowhere.mat: no such file" in result.stderr
    assert "2 files: 1 clean, 1 not checked." in result.stdout


def made(kind: str, folder: Path) -> Path:
    path = folder / "strange"
    match kind:
        case "empty":
            path.write_bytes(b"")
        case "binary":
            path.write_bytes(bytes(range(256)) * 40)
        case "loop":
            path.symlink_to(folder / "other")
            (folder / "other").symlink_to(path)
        case "pipe":
            os.mkfifo(path)
        case "long name":
            path = folder / ("a" * 300)
        case "below a file":
            path.write_bytes(b"")
            path = path / "below"
    return path


@pytest.mark.parametrize("kind", ["empty", "binary", "loop", "pipe", "long name", "below a file", "missing"])
@pytest.mark.parametrize("command", ["check", "convert", "report"])
def test_what_is_no_record_is_one_sentence_and_status_2(kind: str, command: str, tmp_path: Path) -> None:
    targets: dict[str, list[str | Path]] = {
        "check": [],
        "convert": [tmp_path / "out.kotra"],
        "report": ["-o", tmp_path / "out.html"],
    }
    result = kotra(command, made(kind, tmp_path), *targets[command])
    assert result.exit_code == 2
    assert result.stderr.startswith("kotra: ")
    assert result.stderr.count("\n") == 1
    assert not list(tmp_path.glob("out.*"))


@pytest.mark.parametrize("size", ["nan", "inf", "-1"])
def test_a_size_that_is_none_is_bad_usage(sound: Path, size: str) -> None:
    result = kotra("check", sound, "--max-size", size)
    assert (result.exit_code, "--max-size must be a number of megabytes" in result.stderr) == (2, True)


def test_a_file_over_the_limit_is_refused(sound: Path) -> None:
    result = kotra("check", sound, "--max-size", "0.0001")
    assert result.exit_code == 2
    assert "larger than 0.0001 MB" in result.stderr


@pytest.mark.parametrize(
    "text",
    [
        SOUND.replace("Anna", "An\0na"),
        SOUND.replace("Anna", "\x1b[31m\u202eAnna"),
        SOUND.replace("31: 8/5 6/5", "31: " + "8/5 " * 20_000),
        SOUND + "x" * 300_000,
        "\n" * 50_000 + SOUND,
    ],
    ids=["NUL", "escapes", "long cell", "long line", "blank lines"],
)
def test_hostile_text_is_read_without_harm(text: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile.mat"
    path.write_text(text, encoding="utf-8")
    result = kotra("check", path)
    assert result.exit_code in (0, 1)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "\x1b" not in result.stdout
    assert "\0" not in result.stdout


def test_a_name_of_odd_bytes_is_shown(tmp_path: Path) -> None:
    path = os.path.join(os.fsencode(tmp_path), b"na\xffme.mat")
    with open(path, "wb") as file:
        file.write(SLIP.encode())
    done = outside("check", os.fsdecode(path))
    assert done.returncode == 1
    assert "na\N{REPLACEMENT CHARACTER}me.mat:5:6:".encode() in done.stdout


def test_a_full_disk_under_the_output_is_said(slip: Path) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "kotra_notation", "check", str(slip)],
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
        )
    assert done.returncode == 2
    assert b"could not be written: No space left" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.middle
def test_a_closed_pipe_is_quiet(tmp_path: Path) -> None:
    path = tmp_path / "many.mat"
    games = "".join(f"\n Game {i}\n A : 9     B : 9\n  1) 31: 8/5 6/4\n" for i in range(1, 3000))
    path.write_text(" 0 point match\n" + games, encoding="utf-8")
    command = f"{sys.executable} -m kotra_notation check {path} | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=60)
    assert done.stdout.count(b"\n") == 1
    assert done.stderr == b""


def test_colour_is_for_terminals_only(slip: Path) -> None:
    assert b"\x1b" not in outside("check", str(slip)).stdout


@pytest.mark.parametrize(
    "command", ["check", "convert", "report", "board", "legal", "explain", "formats", "rules"]
)
def test_every_command_has_help_with_an_example(command: str) -> None:
    result = kotra(command, "--help")
    assert result.exit_code == 0
    assert f"Example: kotra {command}" in " ".join(result.stdout.split())


def test_the_help_needs_neither_lark_nor_jinja() -> None:
    code = (
        "import sys\nfrom typer.testing import CliRunner\nfrom kotra_notation.cli.app import app\n"
        "assert CliRunner().invoke(app, ['--help']).exit_code == 0\n"
        "print([name for name in ('lark', 'jinja2', 'rich', 'kotra_notation.model') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60)
    assert done.stdout.strip() == b"[]", done.stderr


POSITION = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10\n\nX:anna   O:bjorn\n"


@pytest.mark.parametrize("command", [("check",), ("report", "-o", "-"), ("watch", "--once")], ids=" ".join)
def test_a_finding_that_names_no_match_ends_nothing(command: tuple[str, ...], tmp_path: Path) -> None:
    """The second position of the file cannot be read: one match is made, and something is wrong."""
    path = tmp_path / "studied.txt"
    path.write_text(f"{POSITION}\n{POSITION.replace('B-:', 'C-:')}\n    1. 2-ply  8/5 6/5  eq:hm\n", "utf-8")
    result = kotra(command[0], tmp_path if command[0] == "watch" else path, *command[1:])
    assert (result.exit_code, type(result.exception)) == (1, SystemExit)
    told = kotra("check", path, "--json").stdout
    assert [one["match"] for one in json.loads(told)["files"][0]["findings"]] == [None, None]


SAMPLES = Path(__file__).parent.parent / "samples"


@pytest.mark.parametrize("path", EACH, ids=lambda path: path.name)
def test_what_is_said_of_a_damaged_record_is_said_of_a_match_that_is_there(path: Path) -> None:
    data = path.read_bytes()
    for part in (data[: len(data) // 3], data[len(data) // 3 :], data[: len(data) // 2] + b"\nhm\n" + data):
        reading = read_source(Source(part, path.name))
        assert all((found.match or 0) <= len(reading.matches) for found in reading.findings)
