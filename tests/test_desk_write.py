"""What the page for writing asks of the desk: text in, text out; and what is kept in the folder."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

import kotra_notation as kn
from kotra_notation.desk import folders
from kotra_notation.desk.http import THINKING
from kotra_notation.desk.record_tasks import MOST_FINDINGS
from kotra_notation.desk.work import DeskWork
from kotra_notation.jobs.notations import propose_name
from kotra_notation.jobs.rows import Row
from tests.apart import run
from tests.desk_served import DeskClient

HEAD = "kotra 1\nwhite: Álfhildur\nblack: Brynjólfur\nlength: 7\nrules: modern\n"
GAME = HEAD + "\ngame 1 0-0\nW 31: 8/5 6/5\nB 52: 13/8 24/22\n"
NAMES = ["Álfhildur", "Brynjólfur"]


@pytest.fixture
def client(tmp_path: Path) -> DeskClient:
    return DeskClient(folder=tmp_path)


def begun(client: DeskClient, **more: object) -> Any:
    return client.row("write/begin", **{"players": NAMES, "length": 7, "rules": "modern", "info": {}} | more)


def test_a_match_begins_with_its_head_and_a_name_that_is_free(client: DeskClient, tmp_path: Path) -> None:
    (tmp_path / "álfhildur-brynjólfur.kotra").touch()
    answer = begun(client, info={"event": " Vor  mót", "place": ""})
    assert answer["text"] == HEAD + "event: Vor mót\n"
    assert answer["name"] == "álfhildur-brynjólfur-2.kotra"
    assert (answer["standing"]["wants"], answer["standing"]["old"]) == ("opening", False)
    assert begun(client, rules="forn-1977,last_throw=on", length=None)["standing"]["old"]


# What is asked with a text, and how the text ends that is answered.
WRITTEN: list[tuple[str, str, dict[str, object], str]] = [
    ("enter", HEAD, {"entries": ["31", "8/5 6/5", "video 7:45"]}, "game 1 0-0\nW 31: 8/5 6/5\nvideo 7:45\n"),
    ("enter", GAME, {"entries": ["31: 6/3 6/5"], "line": 8}, "W 31: 6/3 6/5\nB 52: 13/8 24/22\n"),
    ("enter", GAME, {"entries": ["64: 24/14"], "line": 9, "before": True}, "B 64: 24/14\nB 52: 13/8 24/22\n"),
    ("enter", GAME, {"entries": ["64", "8/2 6/3"], "stands": True}, "W 64: 8/2 6/3\nruling stood\n"),
    ("without", GAME, {"line": 9}, "\ngame 1 0-0\nW 31: 8/5 6/5\n"),
    ("head", GAME, {"changed": {"white": "Dagný"}}, GAME.replace("Álfhildur", "Dagný")),
    ("head", GAME, {"changed": {"length": "11"}}, GAME.replace("7", "11", 1)),
    ("head", GAME, {"changed": {"length": ""}}, GAME.replace("length: 7\n", "")),
    ("head", GAME, {"changed": {"event": "Vor  mót"}}, GAME.replace("\n\n", "\nevent: Vor mót\n\n")),
    ("head", GAME, {"changed": {"round": ""}}, GAME),
    ("stand", HEAD.replace("\n", "\r\n"), {}, HEAD.replace("\n", "\r\n")),
]


@pytest.mark.parametrize(("task", "text", "asked", "expected"), WRITTEN)
def test_a_text_is_written_on(
    client: DeskClient, task: str, text: str, asked: dict[str, object], expected: str
) -> None:
    answer = client.row(f"write/{task}", text=text, **asked)
    assert answer["text"].endswith(expected)
    found = [(each.code, each.span and each.span.line) for each in kn.check(answer["text"].encode()).findings]
    assert [(each["code"], each["line"]) for each in answer["standing"]["findings"]] == found


@pytest.mark.parametrize("name", ["#1", '"quoted"', "a  b", "white: x", "é\u2028"])
def test_a_strange_name_stays_a_name(client: DeskClient, name: str) -> None:
    answer = client.row("write/head", text=HEAD, changed={"white": name})
    assert answer["standing"]["players"] == [" ".join(name.split()), NAMES[1]]


def test_a_play_that_is_not_legal_is_refused_with_those_near_to_it(client: DeskClient) -> None:
    text = client.row("write/enter", text=HEAD, entries=["31"])["text"]
    refused = client.row("write/enter", text=text, entries=["8/5 5/3"])
    assert refused["finding"]["code"] == "P201"
    plays = {play["text"] for play in client.row("write/stand", text=text)["standing"]["plays"]}
    assert {*refused["plays"]} <= plays
    pytest.importorskip("numpy")
    ranked = client.row("write/ranked", text=text)["plays"]
    assert (ranked[0]["text"], ranked[0]["loss"], ranked[1]["loss"] > "0.0") == ("8/5 6/5", "", True)
    assert {play["text"] for play in ranked} == plays
    assert client.row("write/ranked", text=HEAD) == {"plays": []}


THROWN = [(8, "64", "play", "8/2 6/2"), (9, "52", "play", "24/22 13/8"), (8, "70", "opening", "")]


@pytest.mark.parametrize(("line", "dice", "wants", "plays"), [*THROWN, (8, None, "opening", "")])
def test_dice_of_an_old_line(client: DeskClient, line: int, dice: str | None, wants: str, plays: str) -> None:
    standing = client.row("write/stand", text=GAME, line=line, dice=dice)["standing"]
    assert (standing["wants"], [turn["dice"] for turn in standing["turns"]]) == (wants, ["31", "52"])
    assert {plays} - {""} <= {play["text"] for play in standing["plays"]}
    black = client.row("write/stand", text=GAME.replace("W 31: 8/5 6/5\n", ""), line=8, dice="64")["standing"]
    assert (black["wants"], black["seat"], black["dice"]) == ("play", 1, "64")


@pytest.mark.parametrize(("rules", "entries"), [("modern", ["12"]), ("forn-1977", ["54", "64"])])
def test_who_begins_has_the_dice(client: DeskClient, rules: str, entries: list[str]) -> None:
    text = begun(client, rules=rules, length=None)["text"]
    standing = client.row("write/enter", text=text, entries=entries)["standing"]
    assert (standing["seat"], standing["stop"][:3]) == (1, f"1{standing['dice']}")


def test_what_was_probably_meant_is_told_on_asking(client: DeskClient) -> None:
    text = str(kn.convert(Path("samples/faulty/slip.mat"), "kotra").content)
    assert any(found["meant"] for found in client.row("write/meant", text=text)["findings"])
    assert not any(found["meant"] for found in client.row("write/stand", text=text)["standing"]["findings"])


def test_a_text_of_nothing_but_faults_is_not_answered_with_a_hundredfold(client: DeskClient) -> None:
    answer = client.row("write/stand", text=HEAD + "\n" + "xx\n" * 3000)
    assert len(answer["standing"]["findings"]) == MOST_FINDINGS


ENTERED, BEGUN = {"text": HEAD, "entries": ["31"]}, {"players": NAMES, "rules": "modern", "info": {}}
# Requests that are refused: the path, words of the sentence, and what is asked.
REFUSED: list[tuple[Any, ...]] = [
    ("write/stand", "reload the page", b"{", b"[]", b"[" * 100_000),
    ("write/stand", "larger than the desk's limit of 1 MB", b" " * 1_000_001),
    ("write/stand", ".", {"text": HEAD, "line": 10**4000}),
    ("write/enter", "reload the page", {}, {"text": 1}, {"text": HEAD, "entries": "31"}),
    ("write/enter", "reload the page", ENTERED | {"line": "x"}, ENTERED | {"line": True}),
    ("write/enter", ".", *(ENTERED | {"entries": [entry]} for entry in ("ekkert", "\ud800"))),
    ("write/enter", ".", ENTERED | {"line": 99}, ENTERED | {"text": "no record\n"}),
    ("write/without", "reload the page", {"text": HEAD}),
    ("write/head", "rules cannot be changed here.", {"text": HEAD, "changed": {"rules": "x"}}),
    ("write/head", "a number", *({"text": HEAD, "changed": {"length": length}} for length in ("x", "1000"))),
    ("write/begin", "A match has two players.", *(BEGUN | {"players": two} for two in (["A"], ["A", 1]))),
    ("write/begin", "a number", *(BEGUN | {"length": length} for length in (-1, 1000, "x"))),
    ("write/begin", "skák", BEGUN | {"rules": "skák"}),
    ("write/open", "in the folder", *({"name": f"{name}.kotra"} for name in ("none", "in", "\ud800"))),
    ("write/open", "is not UTF-8 text", {"name": "latin.kotra"}),
    *(
        ("write/save", words, *({"name": name, "text": HEAD} for name in names))
        for words, names in {
            "no such file": ("in.kotra", "../a.kotra", "/etc/a.kotra", ".a.kotra", "a/../../b.kotra"),
            "must end in .kotra": ("a.mat", ""),
            "not a valid": (
                "con.kotra",
                "a\0.kotra",
                "\ud800.kotra",
                f"{'x' * 115}.kotra",
                f"{'þ' * 58}.kotra",
            ),
        }.items()
    ),
    ("write/save", "incomplete character", {"name": "a.kotra", "text": HEAD + "\ud800"}),
    ("live", "Somebody else", *({"text": HEAD, "name": name, "key": "é"} for name in ("a-b", "é\ud800"))),
]


@pytest.mark.parametrize(("path", "words", "bodies"), [(path, words, rest) for path, words, *rest in REFUSED])
def test_what_no_page_sends_is_refused(
    client: DeskClient, tmp_path: Path, path: str, words: str, bodies: list[object]
) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}.kotra"
    outside.write_text(HEAD, encoding="utf-8")
    (tmp_path / "in.kotra").symlink_to(outside)
    (tmp_path / "latin.kotra").write_bytes(b"white: \xc1sa\n")
    for body in bodies:
        answer = client.post(path, content=body if isinstance(body, bytes) else json.dumps(body))
        assert answer.status_code in (200, 400, 413)
        error = answer.json()["error"]
        assert (words in error, error.endswith("."), "codec" in error) == (True, True, False), error
    assert sorted(each.name for each in tmp_path.iterdir()) == ["in.kotra", "latin.kotra"]
    assert outside.read_text(encoding="utf-8") == HEAD


def test_a_record_is_kept_whole_in_the_place_of_its_last_version(client: DeskClient, tmp_path: Path) -> None:
    def save(text: str, version: object) -> tuple[str, bool, str]:
        answer = client.row("write/save", name="a.kotra", text=text, version=version)
        path = tmp_path / answer["name"]
        assert path.read_text(encoding="utf-8") == text
        return answer["name"], answer["moved"], answer["version"]

    *first, version = save(HEAD, None)
    *second, version = save(GAME, version)
    assert first == second == ["a.kotra", False]
    assert save(GAME, "another")[:2] == ("a.kotra", False)  # it says the same
    for number, known in ((2, None), (3, version)):  # a new record; then one that was changed elsewhere
        (tmp_path / "a.kotra").write_text("# somebody else's\n", encoding="utf-8")
        assert save(f"{GAME}# {number}\n", known)[:2] == (f"a-{number}.kotra", True)
    assert (tmp_path / "a.kotra").read_text(encoding="utf-8") == "# somebody else's\n"


def test_a_record_is_opened_as_it_stands(client: DeskClient, tmp_path: Path) -> None:
    text = "\ufeff" + HEAD.replace("rules: modern\n", "# unchanged\n").replace("\n", "\r\n")
    (tmp_path / "a.kotra").write_bytes(text.encode())
    answer = client.row("write/open", name="a.kotra")
    assert (answer["text"], answer["name"]) == (text[1:], "a.kotra")
    assert answer["version"] == folders.KeptRecord("a.kotra", text.encode()).version
    for anywhere in (client, DeskClient()):
        assert anywhere.row("write/open", text=HEAD)["name"] == "álfhildur-brynjólfur.kotra"
    refused = DeskClient().row("write/save", name="a.kotra", text=HEAD, version=None)
    assert refused["error"] == "This desk saves nothing."


LONG = ("囲碁将棋麻雀双六囲碁将棋麻雀双六囲碁将棋麻雀双六囲碁", "双" * 40)
RUSSIANS = ("Александр Константинопольский", "Александр Константинопольский")


@pytest.mark.parametrize("players", [RUSSIANS, LONG, ("Con", "!!!"), ("!", "nul"), ("a" * 5000, "b" * 5000)])
def test_any_names_make_a_name_of_a_file(tmp_path: Path, players: tuple[str, str]) -> None:
    name = folders.free_name(tmp_path, propose_name(players))
    made, _ = folders.keep_record(tmp_path, name, HEAD, None)
    assert [path.name for path in tmp_path.iterdir()] == [made.name]
    assert folders.free_name(tmp_path, propose_name(players)) != name


class EndlessWorkers:
    """Work without end, and know whether anybody still waits for it."""

    waited_for = False

    async def answer(self, work: DeskWork, who: str) -> Row:
        self.waited_for = True
        try:
            await asyncio.sleep(60)
        finally:
            self.waited_for = False
        return {}


@pytest.mark.parametrize("path", THINKING)
def test_nobodys_keys_wait_for_a_search(client: DeskClient, path: str) -> None:
    thinkers = client.app.state.thinkers = EndlessWorkers()
    asked = {"text": HEAD, "seat": 0, "level": "deep", "match": "one"}

    async def write_beside() -> None:
        search = asyncio.ensure_future(client.ask("POST", path, json=asked))
        while not thinkers.waited_for:
            assert not search.done(), search.result().text
            await asyncio.sleep(0)
        assert (await client.ask("POST", "write/stand", json=asked)).json()["text"] == HEAD
        search.cancel()
        await asyncio.wait([search])

    run(write_beside())
    assert not thinkers.waited_for
