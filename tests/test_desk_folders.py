"""The folder of the desk: nothing outside it is shown or written, and nothing in it is lost."""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import httpx
import pytest

from kotra_notation.desk.settings import DeskSettings
from tests.desk_served import asking, served

RECORD = "kotra 1\nwhite: Anna\nblack: Björn\n".encode()
SECRET = b"nobody is to see this"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with records, and ways out of it; beside it lies what nobody is to see."""
    around = tmp_path_factory.mktemp("around")
    (around / "secret.mat").write_bytes(SECRET)
    (around / "records-too").mkdir()
    (around / "records-too" / "secret.mat").write_bytes(SECRET)
    folder = around / "records"
    (folder / "day").mkdir(parents=True)
    (folder / "a.mat").write_bytes(RECORD)
    (folder / "day" / "b.kotra").write_bytes(RECORD)
    (folder / "day" / "Þórdís – Ýr.kotra").write_bytes(RECORD)
    (folder / ".hidden.mat").write_bytes(SECRET)
    (folder / ".git").mkdir()
    (folder / ".git" / "config.mat").write_bytes(SECRET)
    (folder / "out.mat").symlink_to(around / "secret.mat")
    (folder / "out").symlink_to(around)
    (folder / "hiding.mat").symlink_to(folder / ".hidden.mat")
    (folder / "round").symlink_to(folder / "round")
    (folder / "within.mat").symlink_to(folder / "a.mat")
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.mat")
    return folder


@pytest.fixture(scope="module")
def desk(folder: Path) -> Iterator[DeskSettings]:
    with served(folder=folder.resolve()) as desk:
        yield desk


@pytest.fixture(scope="module")
def client(desk: DeskSettings) -> Iterator[httpx.Client]:
    with asking(desk) as client:
        yield client


def save(client: httpx.Client, path: str, data: bytes = RECORD, **facts: str) -> httpx.Response:
    return client.post("folder/save", params={"path": path, **facts}, content=data)


def test_the_records_are_listed_by_their_paths_within_the_folder(client: httpx.Client) -> None:
    found = {one["path"]: one["size"] for one in client.get("folder").json()["files"]}
    names = ["a.mat", "day/b.kotra", "day/Þórdís – Ýr.kotra", "within.mat"]
    assert {name: found.get(name) for name in names} == dict.fromkeys(names, len(RECORD))
    assert not {"out.mat", "hiding.mat", ".hidden.mat", ".git/config.mat", "out/secret.mat"} & found.keys()


def test_a_record_is_sent_as_it_lies_there(client: httpx.Client) -> None:
    for name in ("a.mat", "day/Þórdís – Ýr.kotra"):
        answer = client.get("folder/file", params={"path": name})
        assert (answer.content, answer.headers["etag"]) == (RECORD, sha256(RECORD).hexdigest())
        assert "sandbox" in answer.headers["content-security-policy"]


WAYS_OUT = [
    *("../secret.mat", "day/../../secret.mat", "..", ".", "", "/", "//etc/passwd", "/etc/passwd"),
    *("day/./b.kotra", "day//b.kotra", "a.mat/", "../records-too/secret.mat", "..\\secret.mat"),
    *(
        "%2e%2e/secret.mat",
        "..%2fsecret.mat",
        "%252e%252e%252fsecret.mat",
        "a.mat\0.png",
        "\0",
        "C:\\x",
        "C:x",
    ),
    *("out.mat", "out/secret.mat", "hiding.mat", ".hidden.mat", ".git/config.mat", "round"),
    *("nothing.mat", "day", "pipe.mat", "x" * 300, "a/" * 3000, "~/.bashrc", "$HOME", "a.mat::$DATA"),
]


@pytest.mark.parametrize("path", WAYS_OUT)
def test_no_path_leads_out_of_the_folder(client: httpx.Client, path: str) -> None:
    answer = client.get("folder/file", params={"path": path})
    assert answer.status_code in {400, 404}
    assert SECRET not in answer.content


def test_no_path_that_is_spelled_in_the_address_leads_out(desk: DeskSettings) -> None:
    with httpx.Client(trust_env=False) as client:
        for path in ("%2e%2e%2fsecret.mat", "..%2f..%2f..%2fetc%2fpasswd", "%00", "..%5csecret.mat"):
            assert client.get(f"{desk.address}folder/file?path={path}").status_code == 404


NAMES = {"nothing.mat", "$HOME", "a.mat::$DATA", "C:x", "%252e%252e%252fsecret.mat"}
WRITTEN_OUT = [one for one in WAYS_OUT if one not in NAMES]
WRITTEN_OUT += ["%2e%2e/x.mat", "../x.mat", "out/x.mat", ".x.mat", "day/.x.mat", "new/x.mat"]


@pytest.mark.parametrize("path", WRITTEN_OUT)
def test_nothing_is_written_outside(client: httpx.Client, folder: Path, path: str) -> None:
    before = {one: one.lstat().st_mtime_ns for one in folder.parent.rglob("*")}
    assert save(client, path, b"evil").json()["status"] in {400, 404, 409}
    assert {one: one.lstat().st_mtime_ns for one in folder.parent.rglob("*")} == before


NO_RECORDS = [
    "kotra.toml",
    "day/Kotra.TOML",
    "pyproject.toml",
    "CON",
    "nul",
    "CON.kotra",
    "day/lpt1.mat",
    "a:b.mat",
    "a?.mat",
]


@pytest.mark.parametrize("path", NO_RECORDS)
def test_settings_and_devices_are_no_records(client: httpx.Client, folder: Path, path: str) -> None:
    assert save(client, path, b"[rules]").json()["error"] == f"{path} is not a valid file name."
    assert not (folder / path).exists()


def test_a_new_name_is_written(client: httpx.Client, folder: Path) -> None:
    assert save(client, "day/Ný.kotra", b"new\n").json() == {"path": "day/Ný.kotra"}
    assert (folder / "day" / "Ný.kotra").read_bytes() == b"new\n"


def test_what_is_there_is_not_written_over(client: httpx.Client, folder: Path) -> None:
    answer = save(client, "a.mat", b"other")
    assert answer.json() == {
        "status": 409,
        "error": "a.mat already exists; nothing was written.",
        "there": sha256(RECORD).hexdigest(),
    }
    assert (folder / "a.mat").read_bytes() == RECORD


def test_what_is_there_is_written_over_where_that_is_asked_and_is_kept(
    client: httpx.Client, folder: Path
) -> None:
    (folder / "old.mat").write_bytes(b"first")
    assert save(client, "old.mat", b"second", over=sha256(b"first").hexdigest()).status_code == 200
    assert save(client, "old.mat", b"third", over=sha256(b"second").hexdigest()).status_code == 200
    assert (folder / "old.mat").read_bytes() == b"third"
    assert (folder / "old.mat.orig").read_bytes() == b"first"


def test_what_another_has_changed_meanwhile_is_not_written_over(client: httpx.Client, folder: Path) -> None:
    (folder / "changed.mat").write_bytes(b"by another")
    answer = save(client, "changed.mat", b"mine", over=sha256(b"unchanged").hexdigest())
    assert (answer.json()["status"], answer.json()["there"]) == (409, sha256(b"by another").hexdigest())
    assert (folder / "changed.mat").read_bytes() == b"by another"
    assert not (folder / "changed.mat.orig").exists()


def test_a_disk_that_is_full_leaves_nothing_half_written(
    client: httpx.Client, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: str, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("kotra_notation.desk.folders.write_whole", full)
    answer = save(client, "full.mat", b"x")
    assert answer.json()["error"] == "full.mat was not written: the disk is full; make room and try again."
    assert not (folder / "full.mat").exists()
