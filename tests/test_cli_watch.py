"""`kotra watch` as a tournament desk uses it: files that arrive, change, vanish, or are hostile."""

from __future__ import annotations

import csv
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kotra_notation.features.check.job import Checked, check_file
from kotra_notation.jobs import stamps
from kotra_notation.jobs.files import Opened, Trouble, files_in, open_file
from referees.interrupts import heard
from tests.test_cli_check import SLIP, SOUND, WARNED, kotra, outside

pytestmark = pytest.mark.middle


Deed = Callable[[], object]
Turns = Callable[..., None]


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    folder = tmp_path / "inbox"
    folder.mkdir()
    return folder


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> Turns:
    """What is done in place of each wait; the last of them is Ctrl-C."""

    def told(*deeds: Deed) -> None:
        left: Iterator[Deed] = iter(deeds)

        def pause(seconds: float) -> None:
            deed = next(left, None)
            if deed is None:
                raise KeyboardInterrupt
            deed()

        monkeypatch.setattr(stamps, "pause", pause)

    return told


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No wait between the two looks of a single pass."""
    monkeypatch.setattr(stamps, "pause", lambda seconds: None)


@pytest.fixture
def log(tmp_path: Path) -> Callable[[], list[list[str]]]:
    """The words that a command was run with, one run after the other; the command is `log.py`."""
    written = tmp_path / "log.jsonl"
    (tmp_path / "log.py").write_text(
        "import json, sys\n"
        f"with open({str(written)!r}, 'a') as log:\n"
        "    print(json.dumps([*sys.argv[1:], sys.stdin.read()]), file=log)\n"
    )

    def runs() -> list[list[str]]:
        return [json.loads(line) for line in written.read_text().splitlines()] if written.exists() else []

    return runs


def command(tmp_path: Path, *words: str) -> str:
    return " ".join([shlex.quote(sys.executable), shlex.quote(str(tmp_path / "log.py")), *words])


def nothing() -> None:
    pass


def put(path: Path, text: str = SOUND) -> Deed:
    return lambda: path.write_text(text, encoding="utf-8")


# What is checked


def test_a_file_that_arrives_is_checked_once(inbox: Path, turns: Turns) -> None:
    turns(put(inbox / "a.mat"), nothing, nothing, nothing)
    result = kotra("watch", inbox)
    assert result.stdout == f"{inbox}/a.mat: clean\n1 file checked: no problems found.\n"
    assert result.exit_code == 0


def test_what_lies_there_at_the_start_is_checked(inbox: Path, turns: Turns) -> None:
    put(inbox / "a.mat", SLIP)()
    turns(nothing)
    assert kotra("watch", inbox).stdout.startswith(f"{inbox}/a.mat: 1 error\n")


def test_a_file_that_is_still_being_written_is_waited_for(inbox: Path, turns: Turns) -> None:
    path = inbox / "a.mat"
    turns(put(path, SOUND[:60]), put(path, SOUND[:90]), put(path, SOUND), nothing)
    assert kotra("watch", inbox).stdout.count("a.mat: ") == 1


def test_a_file_that_changes_is_checked_again(inbox: Path, turns: Turns) -> None:
    path = inbox / "a.mat"
    turns(put(path, SLIP), nothing, put(path, SOUND), nothing)
    told = kotra("watch", inbox).stdout
    assert told.splitlines()[:2] == [f"{path}: 1 error", f"{path}: clean"]
    assert "1 error" not in (inbox / "a.mat.check.txt").read_text(encoding="utf-8")


def test_a_file_that_changes_while_it_is_read_is_left_for_the_next_look(
    inbox: Path, turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = inbox / "a.mat"
    put(path, SOUND[:60])()
    change = iter([put(path, SOUND)])

    def changing(path: str, max_size: int) -> Opened | Trouble:
        read = open_file(path, max_size)
        next(change, nothing)()
        return read

    monkeypatch.setattr("kotra_notation.features.watch.job.open_file", changing)
    turns(nothing, nothing, nothing)
    assert kotra("watch", inbox).stdout.startswith(f"{path}: clean\n")


def test_a_file_that_vanishes_between_look_and_reading_is_no_trouble(
    inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = inbox / "a.mat"
    put(path)()

    def vanishing(name: str, max_size: int) -> Opened | Trouble:
        path.unlink()
        return open_file(name, max_size)

    monkeypatch.setattr("kotra_notation.features.watch.job.open_file", vanishing)
    result = kotra("watch", inbox, "--once")
    assert (result.exit_code, result.stderr) == (0, "")


def test_a_result_stays_when_its_file_goes(inbox: Path, turns: Turns) -> None:
    path = inbox / "a.mat"
    turns(put(path), nothing, path.unlink, nothing)
    assert kotra("watch", inbox).exit_code == 0
    assert (inbox / "a.mat.check.txt").exists()


def test_the_same_content_with_a_new_time_is_not_checked_again(inbox: Path, turns: Turns) -> None:
    path = inbox / "a.mat"
    turns(put(path), nothing, lambda: os.utime(path, (1, 1)), nothing)
    assert kotra("watch", inbox, "--no-results").stdout.count("a.mat: ") == 1


def test_files_of_no_known_format_are_passed_over_and_counted(inbox: Path) -> None:
    put(inbox / "notes.txt", "Kaffi klukkan fjögur.\n")()
    result = kotra("watch", inbox, "--once")
    assert result.stdout == "0 files checked, 1 skipped (unknown format): nothing to check.\n"
    assert (result.exit_code, result.stderr, os.listdir(inbox)) == (0, "", ["notes.txt"])


def test_folders_within_are_looked_into_unless_told_otherwise(inbox: Path) -> None:
    (inbox / "round1").mkdir()
    put(inbox / "round1" / "a.mat")()
    assert "0 files checked" in kotra("watch", inbox, "--once", "--no-recursive").stdout
    assert "1 file checked" in kotra("watch", inbox, "--once").stdout


def test_what_is_hidden_is_left_alone(inbox: Path) -> None:
    put(inbox / ".a.mat.part")()
    assert "0 files checked" in kotra("watch", inbox, "--once").stdout


# Results


def test_a_result_says_what_check_says(inbox: Path) -> None:
    put(inbox / "a.mat", SLIP)()
    kotra("watch", inbox, "--once")
    text = (inbox / "a.mat.check.txt").read_text(encoding="utf-8")
    said, mark = text.split("\n\n")
    assert said + "\n" == kotra("check", inbox / "a.mat").stdout.replace(f"{inbox}/", "")
    assert mark.startswith("kotra-watch 1 content:")


def test_a_result_in_json_is_what_check_prints(inbox: Path) -> None:
    put(inbox / "a.mat", SLIP)()
    kotra("watch", inbox, "--once", "--json")
    document = json.loads((inbox / "a.mat.check.json").read_text(encoding="utf-8"))
    assert document.pop("mark").startswith("kotra-watch 1 content:")
    whole = json.loads(kotra("check", inbox / "a.mat", "--json").stdout)
    whole["files"][0]["path"] = "a.mat"
    assert document == whole


def test_with_json_a_line_is_an_object(inbox: Path) -> None:
    put(inbox / "a.mat", SLIP)()
    lines = kotra("watch", inbox, "--once", "--json").stdout.splitlines()
    line, end = map(json.loads, lines)
    assert (line["path"], line["status"], line["errors"]) == (f"{inbox}/a.mat", 1, 1)
    assert line["result"] == f"{inbox}/a.mat.check.json"
    assert end["summary"]["checked"] == 1


def test_results_go_to_a_folder_of_their_own(inbox: Path, tmp_path: Path) -> None:
    (inbox / "round1").mkdir()
    put(inbox / "round1" / "a.mat")()
    kotra("watch", inbox, "--once", "--to-folder", tmp_path / "results")
    assert (tmp_path / "results" / "round1" / "a.mat.check.txt").is_file()
    assert os.listdir(inbox / "round1") == ["a.mat"]


@pytest.mark.parametrize("form", ["text", "json"])
def test_results_are_never_checked(inbox: Path, turns: Turns, form: str) -> None:
    turns(*[nothing] * 5)
    put(inbox / "match 1 game 2.mat", SLIP)()
    told = kotra("watch", inbox, "--output-format", form).stdout
    assert len(told.splitlines()) == 2
    assert len(os.listdir(inbox)) == 2


@pytest.mark.parametrize("sample", ["late.kotra", "reading.mat"])
@pytest.mark.parametrize("form", ["text", "json"])
def test_no_command_takes_a_result_for_a_record(inbox: Path, sample: str, form: str) -> None:
    shutil.copy(Path(__file__).parent.parent / "samples" / "faulty" / sample, inbox)
    kotra("watch", inbox, "--once", "--output-format", form)
    assert kotra("check", inbox).stdout.splitlines()[-1].startswith("1 file, 1 skipped (unknown format)")


def test_check_says_what_a_result_is(inbox: Path) -> None:
    put(inbox / "a.mat")()
    kotra("watch", inbox, "--once")
    result = kotra("check", inbox / "a.mat.check.txt")
    assert (result.exit_code, "a check result written by kotra watch" in result.stderr) == (2, True)


def test_a_record_that_is_named_like_a_result_is_checked(inbox: Path) -> None:
    put(inbox / "a.check.txt")()
    assert "a.check.txt: clean" in kotra("watch", inbox, "--once").stdout


def test_what_is_no_result_is_not_written_over(inbox: Path) -> None:
    put(inbox / "a.mat")()
    put(inbox / "a.mat.check.txt", "Minnispunktar Önnu.\n")()
    result = kotra("watch", inbox, "--once")
    assert result.exit_code == 2
    assert "a.mat.check.txt: not written: kotra did not write this file" in result.stderr
    assert (inbox / "a.mat.check.txt").read_text(encoding="utf-8") == "Minnispunktar Önnu.\n"


@pytest.mark.parametrize("kind", ["link", "link to nothing", "folder", "pipe"])
def test_no_result_goes_through_what_is_no_file(inbox: Path, tmp_path: Path, kind: str) -> None:
    put(inbox / "a.mat")()
    kotra("watch", inbox, "--once", "--to-folder", tmp_path / "own")
    real = tmp_path / "own" / "a.mat.check.txt"
    before = real.read_bytes()
    place = inbox / "a.mat.check.txt"
    make: dict[str, Deed] = {
        "link": lambda: place.symlink_to(real),
        "link to nothing": lambda: place.symlink_to(tmp_path / "nowhere"),
        "folder": place.mkdir,
        "pipe": lambda: os.mkfifo(place),
    }
    make[kind]()
    put(inbox / "a.mat", SLIP)()
    assert (
        "a.mat.check.txt: not written: kotra did not write this file"
        in kotra("watch", inbox, "--once").stderr
    )
    assert real.read_bytes() == before


def test_a_result_that_cannot_be_written_stops_nothing(inbox: Path, tmp_path: Path) -> None:
    for name in ("a.mat", "b.mat"):
        put(inbox / name)()
    (tmp_path / "results" / "a.mat.check.txt").mkdir(parents=True)
    result = kotra("watch", inbox, "--once", "--to-folder", tmp_path / "results")
    assert result.exit_code == 2
    assert "b.mat: clean" in result.stdout


def test_no_results_are_written_where_none_are_wanted(inbox: Path) -> None:
    put(inbox / "a.mat")()
    assert "a.mat: clean" in kotra("watch", inbox, "--once", "--no-results").stdout
    assert os.listdir(inbox) == ["a.mat"]


# A run after another


def test_what_was_checked_before_is_known(inbox: Path) -> None:
    put(inbox / "a.mat", SLIP)()
    kotra("watch", inbox, "--once")
    result = kotra("watch", inbox, "--once")
    assert result.stdout == "0 files checked, 1 already checked: 1 error.\n"
    assert result.exit_code == 1


def changed_behind_our_back(path: Path) -> None:
    """Other content of the same size and time."""
    told = path.stat()
    path.write_bytes(path.read_bytes().replace(b"8/5 6/5", b"8/5 6/4"))
    os.utime(path, ns=(told.st_atime_ns, told.st_mtime_ns))


@pytest.mark.parametrize(
    "between",
    [
        changed_behind_our_back,
        lambda path: Path(f"{path}.check.txt").unlink(),
        lambda path: Path(f"{path}.check.txt").write_bytes(Path(f"{path}.check.txt").read_bytes()[:-5]),
    ],
    ids=["changed", "result gone", "result cut short"],
)
def test_what_is_not_as_it_was_is_checked_again(inbox: Path, between: Callable[[Path], object]) -> None:
    put(inbox / "a.mat")()
    kotra("watch", inbox, "--once")
    between(inbox / "a.mat")
    assert "already checked" not in kotra("watch", inbox, "--once").stdout


@pytest.mark.parametrize(
    "words", [("--rules", "modern,texas=on"), ("--from", "mat"), ("--language", "is"), ("--json",)]
)
def test_what_was_checked_in_another_way_is_checked_again(inbox: Path, words: tuple[str, ...]) -> None:
    put(inbox / "a.mat")()
    kotra("watch", inbox, "--once")
    assert len(kotra("watch", inbox, "--once", *words).stdout.splitlines()) == 2


def test_the_same_file_gives_the_same_bytes(inbox: Path, tmp_path: Path) -> None:
    put(inbox / "a.mat", SLIP)()
    for name in ("one", "two"):
        kotra("watch", inbox, "--once", "--to-folder", tmp_path / name)
    one, two = (tmp_path / name / "a.mat.check.txt" for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()


# Status


@pytest.mark.parametrize(
    ("text", "words", "status"),
    [(SOUND, (), 0), (SLIP, (), 1), (WARNED, (), 0), (WARNED, ("--strict",), 1)],
    ids=["sound", "slip", "warned", "warned, strict"],
)
@pytest.mark.parametrize("run", ["first", "second"])
def test_one_pass_ends_as_check_does(
    inbox: Path, text: str, words: tuple[str, ...], status: int, run: str
) -> None:
    put(inbox / "a.mat", text)()
    if run == "second":
        kotra("watch", inbox, "--once")
    assert kotra("watch", inbox, "--once", *words).exit_code == status


def test_one_pass_leaves_what_is_still_being_written(inbox: Path, turns: Turns) -> None:
    path = inbox / "a.mat"
    put(path, SOUND[:60])()
    turns(put(path, SOUND[:90]))
    result = kotra("watch", inbox, "--once")
    assert "a.mat: it is still being written" in result.stderr
    assert (result.exit_code, os.listdir(inbox)) == (0, ["a.mat"])


# Files and folders that cannot be read


def test_a_file_that_is_too_large_is_said_once_and_gets_no_result(inbox: Path, turns: Turns) -> None:
    put(inbox / "video.mkv", "x" * 2000)()
    turns(nothing, nothing, nothing)
    result = kotra("watch", inbox, "--max-size", "0.001")
    assert result.stderr.count("video.mkv: it is larger") == 1
    assert os.listdir(inbox) == ["video.mkv"]


def test_a_file_that_cannot_be_opened_stops_nothing_and_is_status_2(inbox: Path) -> None:
    put(inbox / "a.mat")()
    put(inbox / "video.mkv", "x" * 2000)()
    result = kotra("watch", inbox, "--max-size", "0.001", "--once")
    assert result.exit_code == 2
    assert result.stdout.endswith(": clean\n1 file checked, 1 could not be checked: no problems found.\n")


def test_a_file_that_was_too_large_is_checked_when_it_is_small_enough(inbox: Path, turns: Turns) -> None:
    path = inbox / "a.mat"
    put(path, SOUND + " " * 2000)()
    turns(nothing, nothing, put(path), nothing)
    result = kotra("watch", inbox, "--max-size", "0.001")
    assert result.stdout == f"{path}: clean\n1 file checked: no problems found.\n"


def test_a_file_that_was_too_large_and_is_no_record_is_passed_over(inbox: Path, turns: Turns) -> None:
    path = inbox / "notes.txt"
    put(path, "x" * 2000)()
    turns(nothing, put(path, "x"), nothing)
    told = kotra("watch", inbox, "--max-size", "0.001").stdout
    assert told == "0 files checked, 1 skipped (unknown format): nothing to check.\n"


def test_what_becomes_a_record_is_not_passed_over_any_more(inbox: Path, turns: Turns) -> None:
    path = inbox / "a.mat"
    turns(put(path, "x"), nothing, put(path), nothing)
    assert kotra("watch", inbox).stdout.endswith("1 file checked: no problems found.\n")


@pytest.mark.parametrize(
    ("text", "why"), [("x" * 2000, "it is larger than"), ("", "it is no longer a record of a known format")]
)
def test_a_result_does_not_outlive_what_it_says(inbox: Path, turns: Turns, text: str, why: str) -> None:
    path = inbox / "a.mat"
    turns(put(path), nothing, put(path, text), nothing)
    assert why in kotra("watch", inbox, "--max-size", "0.001").stderr
    assert why in (inbox / "a.mat.check.txt").read_text(encoding="utf-8")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_is_checked_as_soon_as_it_may_be_read(inbox: Path, turns: Turns) -> None:
    path = inbox / "a.mat"
    put(path)()
    path.chmod(0)
    turns(nothing, nothing, lambda: path.chmod(0o600))
    result = kotra("watch", inbox)
    assert result.stderr.count("it may not be read") == 1
    assert result.stdout.startswith(f"{path}: clean\n")


def test_a_folder_within_that_is_closed_for_a_while_is_said_once_and_not_forgotten(
    inbox: Path, turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = False

    def looked_at(folder: str, troubles: list[Trouble], *, deep: bool) -> Iterator[str]:
        if closed:
            troubles.append(Trouble(f"{folder}/round1", "it may not be read"))
        return (path for path in files_in(folder, troubles, deep=deep) if not (closed and "round1" in path))

    def turn() -> None:
        nonlocal closed
        closed = not closed

    monkeypatch.setattr("kotra_notation.features.watch.files.files_in", looked_at)
    (inbox / "round1").mkdir()
    put(inbox / "round1" / "a.mat")()
    put(inbox / "b.mat")()
    turns(nothing, turn, nothing, turn, nothing)
    result = kotra("watch", inbox, "--no-results")
    assert result.stderr.count("round1: it may not be read") == 1
    assert result.stdout.count("round1/a.mat: clean") == 1


def test_a_folder_that_vanishes_is_said_once_and_waited_for(
    inbox: Path, turns: Turns, tmp_path: Path
) -> None:
    away = tmp_path / "away"
    put(inbox / "a.mat")()
    turns(
        nothing,
        lambda: inbox.rename(away),
        nothing,
        lambda: away.rename(inbox),
        put(inbox / "b.mat"),
        nothing,
    )
    result = kotra("watch", inbox)
    assert result.stderr.count(f"{inbox}: the folder is gone.") == 1
    assert result.stderr.count(f"{inbox}: the folder is back.") == 1
    assert result.stdout.splitlines()[:2] == [f"{inbox}/a.mat: clean", f"{inbox}/b.mat: clean"]


def test_a_folder_that_vanishes_within_a_single_pass_is_status_2(inbox: Path, turns: Turns) -> None:
    put(inbox / "a.mat")()
    turns(lambda: shutil.rmtree(inbox))
    result = kotra("watch", inbox, "--once")
    assert result.stderr == f"kotra: {inbox}: the folder is gone.\n"
    assert result.exit_code == 2


# The table


def rows(table: Path) -> list[list[str]]:
    """Of each row the file, the players and the score."""
    with table.open(encoding="utf-8", newline="") as file:
        _, *found = csv.reader(file)
    return [[row[0], row[2], row[3], f"{row[6]}-{row[7]}"] for row in found]


def test_the_table_is_written_anew_when_a_file_comes_changes_or_goes(inbox: Path, turns: Turns) -> None:
    table = inbox / "results.csv"
    seen: list[list[list[str]]] = []
    put(inbox / "a.mat")()

    def see() -> None:
        seen.append(rows(table))

    turns(
        nothing, see, put(inbox / "b.mat", SOUND.replace("Anna", "Egill")), nothing, see,
        (inbox / "a.mat").unlink, nothing, see,
    )  # fmt: skip
    result = kotra("watch", inbox, "--table", table)
    a, b = ["a.mat", "Anna", "Bjarni", "1-0"], ["b.mat", "Egill", "Bjarni", "1-0"]
    assert seen == [[a], [a, b], [b]]
    assert "results.csv" not in result.output
    assert "unknown format" not in result.stdout


def test_what_is_known_from_before_is_in_the_table_too(inbox: Path, tmp_path: Path) -> None:
    put(inbox / "a.mat")()
    put(inbox / "b.mat", "no record")()
    kotra("watch", inbox, "--once")
    result = kotra("watch", inbox, "--once", "--table", tmp_path / "t.csv")
    assert result.stdout.startswith("0 files checked, 1 already checked")
    assert [row[0] for row in rows(tmp_path / "t.csv")] == ["a.mat"]


def test_a_table_that_cannot_be_written_is_said_once(inbox: Path, tmp_path: Path, turns: Turns) -> None:
    put(inbox / "a.mat")()
    folder = tmp_path / "out"
    folder.mkdir()
    turns(lambda: shutil.rmtree(folder), nothing, nothing)
    result = kotra("watch", inbox, "--table", folder / "t.csv")
    assert result.stderr.count("t.csv: not written: no such folder") == 1
    assert "a.mat: clean" in result.stdout
    refused = kotra("watch", inbox, "--table", tmp_path / "t.xls")
    assert (refused.exit_code, "name a file in .csv or .json" in refused.stderr) == (2, True)


# Hostile files


def spinning(monkeypatch: pytest.MonkeyPatch, name: str, deed: Deed) -> None:
    """The check of one file does something else."""

    def checked(file: Opened, **more: object) -> Checked:
        if file.path == name:
            deed()
        return check_file(file, **more)  # type: ignore[arg-type]

    monkeypatch.setattr("kotra_notation.features.watch.job.check_file", checked)


def forever() -> None:
    while True:
        pass


def too_deep() -> None:
    too_deep()


def test_a_file_that_takes_for_ever_costs_its_time_limit(
    inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.mat", "b.mat"):
        put(inbox / name)()
    spinning(monkeypatch, "a.mat", forever)
    result = kotra("watch", inbox, "--once", "--time-limit", "0.2")
    assert "a.mat: Processing this file took longer than 0.2 seconds" in result.stderr
    assert result.stdout.startswith(f"{inbox}/b.mat: clean\n")
    assert result.exit_code == 2


def test_what_took_too_long_is_tried_again_in_the_next_run(
    inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(inbox / "a.mat")()
    with monkeypatch.context() as patched:
        spinning(patched, "a.mat", forever)
        kotra("watch", inbox, "--once", "--time-limit", "0.2")
    assert "a.mat: clean" in kotra("watch", inbox, "--once").stdout


def test_a_fault_of_ours_in_one_file_stops_nothing(inbox: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a.mat", "b.mat"):
        put(inbox / name)()
    spinning(monkeypatch, "a.mat", too_deep)
    result = kotra("watch", inbox, "--once")
    assert "a.mat: Internal error in kotra, not in the file (RecursionError in " in result.stderr
    assert "b.mat: clean" in result.stdout


def test_a_name_cannot_forge_a_line(inbox: Path) -> None:
    put(inbox / "a\nb.mat: clean\x1b[2J.mat")()
    told = kotra("watch", inbox, "--once").stdout
    assert len(told.splitlines()) == 2
    assert "\x1b" not in told


@pytest.mark.skipif(sys.platform == "darwin", reason="names are UTF-8 there")
def test_a_name_that_is_no_text_is_checked(inbox: Path) -> None:
    Path(os.fsdecode(os.fsencode(inbox) + b"/\xff.mat")).write_text(SOUND, encoding="utf-8")
    assert "1 file checked" in kotra("watch", inbox, "--once").stdout
    assert os.path.exists(os.fsencode(inbox) + b"/\xff.mat.check.txt")


# Commands


def test_a_command_is_run_with_what_came_of_each_file(
    inbox: Path, tmp_path: Path, log: Callable[[], list[list[str]]]
) -> None:
    put(inbox / "a.mat", SLIP)()
    words = "{status} {verdict} {errors}/{warnings}/{notes} {file} {result}"
    kotra("watch", inbox, "--once", "--run", command(tmp_path, *words.split()))
    [[*told, document]] = log()
    place = f"{inbox}/a.mat"
    assert told == ["1", "1 error", "1/0/0", place, f"{place}.check.txt"]
    assert json.loads(document)["files"][0]["findings"][0]["code"] == "P201"


def test_a_command_is_not_run_for_what_is_known(
    inbox: Path, tmp_path: Path, log: Callable[[], list[list[str]]]
) -> None:
    put(inbox / "a.mat")()
    for _ in range(2):
        kotra("watch", inbox, "--once", "--run", command(tmp_path))
    assert len(log()) == 1


@pytest.mark.parametrize(
    "name", ["a; touch HERE.mat", "$(touch HERE).mat", '" -x ".mat', "{status}.mat", "-rf.mat", "a\nb.mat"]
)
def test_a_hostile_name_is_one_word_as_it_stands(
    inbox: Path, tmp_path: Path, log: Callable[[], list[list[str]]], name: str
) -> None:
    put(inbox / name)()
    kotra("watch", inbox, "--once", "--no-results", "--run", command(tmp_path, "x{file}"))
    assert [words for *words, _ in log()] == [[f"x{inbox}/{name}"]]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("-c 'import sys; sys.exit(3)'", "the command ended with status 3"),
        ("-c 'import time; time.sleep(60)'", "the command took longer than 0.5 seconds and was stopped"),
    ],
)
def test_a_command_that_fails_or_hangs_is_said_and_stops_nothing(inbox: Path, words: str, why: str) -> None:
    for name in ("a.mat", "b.mat"):
        put(inbox / name)()
    run = f"{shlex.quote(sys.executable)} {words}"
    result = kotra("watch", inbox, "--once", "--run", run, "--time-limit", "0.5")
    assert [f"{inbox}/{name}: {why}." in result.stderr for name in ("a.mat", "b.mat")] == [True, True]
    assert result.stdout.endswith("2 files checked: no problems found.\n")
    assert result.exit_code == 2


GRANDCHILD = """
import sys, time
with open(sys.argv[1], "w") as pipe:
    print(1, file=pipe, flush=True)
    time.sleep(9)
    print(2, file=pipe)
"""
CHILD = "import subprocess, sys; subprocess.run([sys.executable, '-c', *sys.argv[1:]])"


def test_a_command_is_ended_with_all_that_it_started(inbox: Path, tmp_path: Path) -> None:
    put(inbox / "a.mat")()
    os.mkfifo(tmp_path / "pipe")
    run = shlex.join([sys.executable, "-c", CHILD, GRANDCHILD, str(tmp_path / "pipe")])
    reading = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    kotra("watch", inbox, "--once", "--run", run, "--time-limit", "1")
    os.set_blocking(reading, True)
    with open(reading) as pipe:
        assert pipe.read() == "1\n"


def test_what_a_command_prints_is_not_among_our_lines(inbox: Path) -> None:
    put(inbox / "a.mat")()
    run = f"{shlex.quote(sys.executable)} -c 'print(5 * 5)'"
    result = outside("watch", str(inbox), "--once", "--run", run, "--every", "0.05")
    assert b"25" not in result.stdout.splitlines()
    assert result.stderr.splitlines() == [b"25"]


def test_a_command_that_reads_nothing_is_no_trouble(inbox: Path) -> None:
    put(inbox / "a.mat", SLIP.replace(" Game 1", "; " + "löng athugasemd " * 20_000 + "\n\n Game 1"))()
    result = kotra("watch", inbox, "--once", "--run", f"{shlex.quote(sys.executable)} -c ''")
    assert (result.exit_code, result.stderr) == (1, "")


@pytest.mark.parametrize(
    ("run", "why"),
    [
        ("", "the command is empty"),
        ('notify "{file}', "unclosed quotation mark"),
        ("{file}", "not with a placeholder"),
        ("echo {fil}", "there is no placeholder {fil}; known: {file}, "),
        ("no-such-program {file}", "there is no program 'no-such-program'"),
    ],
)
def test_a_command_that_cannot_be_run_is_refused_at_the_start(inbox: Path, run: str, why: str) -> None:
    result = kotra("watch", inbox, "--run", run)
    assert result.exit_code == 2
    assert why in result.stderr


# Usage, and the end


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("no-such-folder",), "no-such-folder: there is no such folder"),
        ((__file__,), "it is not a folder; kotra check checks a file"),
        ((".", "--output-format", "sarif"), "--output-format must be one of text, json"),
        ((".", "--every", "0"), "--every must be a number of seconds"),
        ((".", "--every", "nan"), "--every must be a number of seconds"),
        ((".", "--time-limit", "inf"), "--time-limit must be a number of seconds"),
        ((".", "--from", "mta"), "mat"),
        ((".", "--rules", "modrn"), "modern"),
        ((".", "--no-results", "--to-folder", "x"), "--no-results and --to-folder cannot be combined"),
        ((".", "--to-folder", __file__), "is not a folder"),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, tuple) else "",
)
def test_wrong_usage_is_status_2_and_a_sentence(words: tuple[str, ...], why: str) -> None:
    result = kotra("watch", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert why in result.stderr


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "ended by the system"])
def test_it_ends_with_a_summary(inbox: Path, ending: signal.Signals) -> None:
    put(inbox / "a.mat")()
    words = [sys.executable, "-m", "kotra_notation", "watch", str(inbox), "--every", "0.05"]
    piped = subprocess.PIPE
    with subprocess.Popen(words, stdout=piped, stderr=piped, preexec_fn=heard) as process:
        assert process.stdout
        assert process.stdout.readline().decode() == f"{inbox}/a.mat: clean\n"
        process.send_signal(ending)
        rest, told = process.communicate(timeout=30)
    assert rest == b"1 file checked: no problems found.\n"
    assert told.decode() == f"kotra: watching {inbox}; press Ctrl-C to stop.\n"
    assert process.returncode == 0


TABLE = "player_1,player_2,score_1,score_2\n"


def test_records_are_held_against_a_table_of_results_at_every_change(
    inbox: Path, tmp_path: Path, turns: Turns
) -> None:
    table = tmp_path / "results.csv"
    table.write_text(TABLE + "Anna,Bjarni,0,1\nCarl,Dísa,1,0\n", "utf-8")
    turns(
        lambda: (inbox / "one.mat").write_text(SOUND, "utf-8"),
        lambda: None,
        lambda: None,
        lambda: table.write_text(TABLE + "Anna,Bjarni,1,0\n", "utf-8"),
        lambda: None,
    )
    said = kotra("watch", inbox, "--results", table, "--no-results")
    assert said.exit_code == 0
    lines = said.stdout.splitlines()
    assert sum("error S435 results-contradicted" in line for line in lines) == 1
    assert any(line.endswith("results.csv: 2 lines, 0 as in the records.") for line in lines)
    assert any(line.endswith("results.csv: 1 line, 1 as in the records.") for line in lines)


def test_once_ends_as_check_does_with_a_table_of_results(inbox: Path, tmp_path: Path) -> None:
    table = tmp_path / "results.csv"
    table.write_text(TABLE + "Anna,Bjarni,0,1\n", "utf-8")
    (inbox / "one.mat").write_text(SOUND, "utf-8")
    asked = ("--results", table)
    once = kotra("watch", inbox, "--once", *asked)
    assert (once.exit_code, kotra("check", inbox, *asked).exit_code) == (1, 1)
    assert once.stdout.endswith("1 file checked: 1 error.\n")
    again = kotra("watch", inbox, "--once", *asked)
    assert (again.exit_code, "S435" in again.stdout) == (1, True)
    lines = kotra("watch", inbox, "--once", "--json", *asked).stdout.splitlines()
    (across,) = [one["across"] for one in map(json.loads, lines) if "across" in one]
    assert across["results"]["agree"] == 0
    table.write_text("nothing\n", "utf-8")
    assert kotra("watch", inbox, "--once", *asked).exit_code == 2
