"""The desk without a server: requests that a page asks Python by, as `tools.web` has it in the browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from kotra_notation.desk import folders
from kotra_notation.desk.answers import answer_request
from tests.test_desk_tasks import SLIP, SOUND, done

TWO = SLIP.read_bytes() + SOUND.read_bytes()
SIZES = f"name=a.mat&size={SLIP.stat().st_size}&name=b.mat&size={SOUND.stat().st_size}"


def asked(path: str, query: str = "", body: bytes = b"", language: str = "en") -> Any:
    return json.loads(answer_request(path, query, body, language, "key", lambda *_: None))


def test_a_request_has_the_answer_of_its_task() -> None:
    assert asked("ask/check", "name=slip.mat", SLIP.read_bytes()) == json.loads(
        json.dumps(done("check", SLIP))
    )
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
    for limit, value in (("MOST_FILES", 1), ("MOST_BYTES", 1)):
        with monkeypatch.context() as patched:
            patched.setattr(folders, limit, value)
            with pytest.raises(ValueError, match="too much"):
                done("unpack", zip_of(tmp_path / "large.zip", files))
