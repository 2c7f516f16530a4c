"""What the page for writing asks of the desk: text in, text out; and what is kept in the folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kotra_notation as kn
from kotra_notation.desk import folders
from kotra_notation.desk.record_tasks import change_head, insert_entry
from kotra_notation.desk.settings import DeskSettings
from tests.desks import posted

Ask = Callable[..., dict[str, Any]]
HEAD = "kotra 1\nwhite: Álfhildur\nblack: Brynjólfur\nlength: 7\nrules: modern\n"


def asking(folder: Path | None = None, **more: Any) -> Ask:
    desk = DeskSettings(port=1, folder=folder, **more)

    def ask(path: str, /, **asked: object) -> dict[str, Any]:
        answer = posted(desk, path, json=asked)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    return ask


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    return asking(tmp_path)


def begun(ask: Ask, rules: str = "modern", length: int | None = 7) -> dict[str, Any]:
    return ask("write/begin", players=["Álfhildur", "Brynjólfur"], length=length, rules=rules, info={})


def test_a_match_begins_with_its_head_and_a_name_that_is_free(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "álfhildur-brynjólfur.kotra").touch()
    answer = begun(ask)
    assert answer["text"] == HEAD
    assert answer["name"] == "álfhildur-brynjólfur-2.kotra"
    assert answer["standing"]["wants"] == "opening"
    assert not answer["standing"]["old"]


def test_several_entries_are_written_in_their_order(ask: Ask) -> None:
    answer = ask("write/enter", text=HEAD, entries=["31", "8/5 6/5", "video 7:45"])
    assert answer["text"].endswith("game 1 0-0\nW 31: 8/5 6/5\nvideo 7:45\n")


def test_a_play_that_is_not_legal_is_refused_with_those_near_to_it(ask: Ask) -> None:
    text = ask("write/enter", text=HEAD, entries=["31"])["text"]
    told = ask("write/enter", text=text, entries=["8/5 5/3"])
    assert told["finding"]["code"] == "P201"
    assert set(told["plays"]) <= {play["text"] for play in ask("write/stand", text=text)["standing"]["plays"]}
    stood = ask("write/enter", text=text, entries=["8/5 5/3"], stands=True)
    assert stood["text"].endswith("W 31: 8/5/3\nruling stood\n")


def test_dice_of_an_old_line_tell_what_could_have_been_played(ask: Ask) -> None:
    text = ask("write/enter", text=HEAD, entries=["31", "8/5 6/5", "52", "13/8 24/22"])["text"]
    there = ask("write/stand", text=text, line=8, dice="64")["standing"]
    assert there["wants"] == "play"
    assert "24/14" in {play["text"].replace("24/18/14", "24/14") for play in there["plays"]}
    assert [turn["dice"] for turn in there["turns"]] == ["31", "52"]


def test_a_line_is_put_before_another() -> None:
    text = HEAD + "\ngame 1 0-0\nW 31: 8/5 6/5\nW 64: 24/14\n"
    assert insert_entry(text, "52: 24/22 13/8", 9, stands=False).endswith(
        "W 31: 8/5 6/5\nB 52: 24/22 13/8\nW 64: 24/14\n"
    )


@pytest.mark.parametrize(
    ("key", "value", "line"),
    [
        ("white", "Dagný", "white: Dagný"),
        ("length", "11", "length: 11"),
        ("event", "Vormót", "event: Vormót"),
    ],
)
def test_a_line_of_the_head_is_changed_or_added(key: str, value: str, line: str) -> None:
    text = change_head(HEAD + "\ngame 1 0-0\nW 31: 8/5 6/5\n", key, value)
    assert line in text.partition("\n\n")[0].splitlines()
    assert text.endswith("\ngame 1 0-0\nW 31: 8/5 6/5\n")


def test_a_line_of_the_head_that_becomes_empty_goes() -> None:
    assert "length" not in change_head(HEAD, "length", "")


@pytest.mark.parametrize("name", ["#1", '"quoted"', "a  b", "white: x", "é\u2028"])
def test_a_strange_name_stays_a_name(ask: Ask, name: str) -> None:
    answer = ask("write/head", text=HEAD, changed={"white": name})
    assert answer["standing"]["players"] == [" ".join(name.split()), "Brynjólfur"]


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"text": 1},
        {"text": HEAD, "entries": "31"},
        {"text": "no record\n", "entries": ["31"]},
        {"text": HEAD, "entries": ["31"], "line": "x"},
        {"text": HEAD, "entries": ["31"], "line": 99},
        {"text": HEAD, "entries": ["31"], "line": True},
        {"text": HEAD, "entries": ["ekkert"]},
        {"text": HEAD, "entries": ["\ud800"]},
    ],
)
def test_what_cannot_be_written_has_a_sentence(tmp_path: Path, asked: dict[str, object]) -> None:
    desk = DeskSettings(port=1, folder=tmp_path)
    answer = posted(desk, "write/enter", content=json.dumps(asked))
    assert answer.status_code in (200, 400)
    assert answer.json()["error"].endswith(".")


def test_what_is_no_json_or_too_long_is_refused(tmp_path: Path) -> None:
    desk = DeskSettings(port=1, folder=tmp_path)
    for body, status in ((b"{", 400), (b"[]", 400), (b"[" * 100_000, 400), (b" " * 1_100_000, 413)):
        answer = posted(desk, "write/stand", content=body)
        assert (answer.status_code, bool(answer.json()["error"])) == (status, True)


def test_a_record_is_kept_whole_in_the_place_of_its_last_version(ask: Ask, tmp_path: Path) -> None:
    first = ask("write/save", name="a.kotra", text=HEAD, version=None)
    second = ask("write/save", name="a.kotra", text=HEAD + "\n", version=first["version"])
    assert (second["name"], second["moved"]) == ("a.kotra", False)
    assert (tmp_path / "a.kotra").read_text(encoding="utf-8") == HEAD + "\n"
    assert [path.name for path in tmp_path.iterdir()] == ["a.kotra"]


def test_a_record_that_was_changed_elsewhere_is_not_written_over(ask: Ask, tmp_path: Path) -> None:
    version = ask("write/save", name="a.kotra", text=HEAD, version=None)["version"]
    (tmp_path / "a.kotra").write_text("# somebody else's\n", encoding="utf-8")
    answer = ask("write/save", name="a.kotra", text=HEAD + "\n", version=version)
    assert (answer["name"], answer["moved"]) == ("a-2.kotra", True)
    assert (tmp_path / "a.kotra").read_text(encoding="utf-8") == "# somebody else's\n"
    assert (tmp_path / "a-2.kotra").read_text(encoding="utf-8") == HEAD + "\n"


def test_a_record_that_is_there_is_not_written_over_by_a_new_one(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "a.kotra").write_text(HEAD, encoding="utf-8")
    assert ask("write/save", name="a.kotra", text=HEAD + "\n", version=None)["name"] == "a-2.kotra"


@pytest.mark.parametrize(
    "name",
    [
        "../a.kotra",
        "/etc/a.kotra",
        "a.mat",
        ".a.kotra",
        "a/../../b.kotra",
        "con.kotra",
        "a\0.kotra",
        "",
        "x" * 200,
    ],
)
def test_a_name_that_leads_elsewhere_is_refused(ask: Ask, tmp_path: Path, name: str) -> None:
    assert ask("write/save", name=name, text=HEAD, version=None)["error"]
    assert list(tmp_path.iterdir()) == []


def test_a_link_that_leads_out_is_not_followed(ask: Ask, tmp_path: Path) -> None:
    outside = tmp_path.parent / "outside.kotra"
    outside.write_text(HEAD, encoding="utf-8")
    (tmp_path / "in.kotra").symlink_to(outside)
    assert ask("write/save", name="in.kotra", text="x", version=None)["error"]
    assert ask("write/open", name="in.kotra")["error"]
    assert outside.read_text(encoding="utf-8") == HEAD


def test_a_desk_without_a_folder_keeps_nothing() -> None:
    ask = asking(None)
    assert ask("write/save", name="a.kotra", text=HEAD, version=None)["error"]
    assert ask("write/open", text=HEAD)["text"] == HEAD


def test_a_record_of_the_folder_is_written_on_as_it_stands(ask: Ask, tmp_path: Path) -> None:
    text = HEAD.replace("rules: modern\n", "# unchanged\n").replace("\n", "\r\n")
    (tmp_path / "a.kotra").write_bytes(text.encode())
    answer = ask("write/open", name="a.kotra")
    assert (answer["text"], answer["name"]) == (text, "a.kotra")
    assert answer["version"] == folders.KeptRecord("a.kotra", text.encode()).version
    further = ask("write/enter", text=text, entries=["31"])["text"]
    assert further.startswith(text)
    assert "\n" not in further.replace("\r\n", "")


def test_the_page_of_an_old_game_knows_that_it_is_one(ask: Ask) -> None:
    assert begun(ask, "forn-1977,last_throw=on", None)["standing"]["old"]


def test_rules_that_there_are_not_are_refused(ask: Ask) -> None:
    assert begun(ask, "skák")["error"]


def test_what_is_written_is_what_check_finds(ask: Ask) -> None:
    text = ask("write/enter", text=HEAD, entries=["31", "8/5 6/5", "52", "13/8 24/22"])
    found = [(one.code, one.span and one.span.line) for one in kn.check(text["text"].encode()).findings]
    assert [(one["code"], one["line"]) for one in text["standing"]["findings"]] == found


@pytest.mark.parametrize(("rules", "entries"), [("modern", ["12"]), ("forn-1977", ["54", "64"])])
def test_who_begins_is_seen_on_the_board_with_his_dice(ask: Ask, rules: str, entries: list[str]) -> None:
    text = begun(ask, rules, None)["text"]
    standing = ask("write/enter", text=text, entries=entries)["standing"]
    assert (standing["seat"], standing["stop"][:3]) == (1, f"1{standing['dice']}")


def test_the_likeliest_play_stands_first(ask: Ask) -> None:
    pytest.importorskip("numpy")
    text = ask("write/enter", text=HEAD, entries=["31"])["text"]
    plays = ask("write/ranked", text=text)["plays"]
    assert (plays[0]["text"], plays[0]["loss"]) == ("8/5 6/5", "")
    assert {play["text"] for play in plays} == {
        play["text"] for play in ask("write/stand", text=text)["standing"]["plays"]
    }


def test_what_was_probably_meant_is_told_on_asking(ask: Ask) -> None:
    text = Path("samples/faulty/slip.mat").read_text(encoding="utf-8")
    draft_text = str(kn.convert(text, "kotra").content)
    assert any(one["meant"] for one in ask("write/meant", text=draft_text)["findings"])
    assert not any(one["meant"] for one in ask("write/stand", text=draft_text)["standing"]["findings"])
