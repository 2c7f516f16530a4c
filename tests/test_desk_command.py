"""`kotra desk`: what it refuses, what it prints, its address, how it ends, and its launcher in menus."""

from __future__ import annotations

import gc
import getpass
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

import httpx
import pytest

from kotra_notation.desk import serving
from kotra_notation.desk.command import PASSWORD, launcher
from kotra_notation.desk.settings import OWN_MACHINE, TOKEN, kept_token
from tests.apart import apart
from tests.calls import kotra
from tests.records import rows
from tools.desk_load import family, measured

linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for as on Linux")
posix = pytest.mark.skipif(os.name != "posix", reason="rights of files are those of POSIX")


@contextmanager
def begun(cache: Path, *words: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command as somebody runs it, and the address that it prints."""
    command = [sys.executable, "-m", "kotra_notation", "desk", "--no-browser", *words]
    facts = os.environ | {"KOTRA_LANGUAGE": "en", "XDG_CACHE_HOME": str(cache)} | environment
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=facts) as process:
        assert process.stderr is not None
        try:
            (address,) = re.findall(r"http://\S+", process.stderr.readline())
            yield process, address
        finally:
            process.kill()


@linux
@pytest.mark.middle
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_at_once_and_begins_at_its_address(tmp_path: Path, how: signal.Signals) -> None:
    words = (str(tmp_path), "--port", "0")
    with begun(tmp_path, *words) as (process, address):
        host, token = address.split("/")[2:4]
        assert len(token) >= 32
        assert httpx.get(address, trust_env=False, timeout=60).status_code == 200
        workers = {process.pid}
        while len(workers) < 3:
            workers = {*family(process.pid)}
        with socket.create_connection(("127.0.0.1", int(host.partition(":")[2]))) as waiting:
            waiting.sendall(b"GET / HTTP/1.1\r\n")
            ended = monotonic()
            process.send_signal(how)
            status = process.wait(20)
        assert monotonic() - ended < 5
        assert process.stderr is not None
        assert process.stderr.read() == ""
        assert status == (0 if how == signal.SIGINT else -signal.SIGTERM)
        assert not any(Path(f"/proc/{worker}").exists() for worker in workers - {process.pid})
    with begun(tmp_path, *words) as (_, again), begun(tmp_path) as (_, other):
        assert (again.split("/")[3] == token, other.split("/")[3] == token) == (True, False)


@linux
@pytest.mark.middle
def test_a_network_is_asked_for_its_password_which_no_list_of_processes_shows(tmp_path: Path) -> None:
    with begun(tmp_path, "--host", "127.0.0.1", **{PASSWORD: "hnefi og hnefi"}) as (process, address):
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address)
        assert httpx.get(address, trust_env=False, timeout=60, follow_redirects=True).url.path == "/login"
        assert b"hnefi" not in Path(f"/proc/{process.pid}/cmdline").read_bytes()


HERE = ("--host", "127.0.0.1")


@rows
def test_what_cannot_be_served_is_said(
    monkeypatch: pytest.MonkeyPatch, password: str | bool, words: tuple[str, ...], sentence: str
) -> None:
    monkeypatch.delenv(PASSWORD, raising=False)
    monkeypatch.setattr(getpass, "getpass", lambda question: "7 signs")
    if isinstance(password, str):
        monkeypatch.setenv(PASSWORD, password)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        result = kotra("desk", "--no-browser", *(word.format(taken=port) for word in words))
    assert (result.exit_code, sentence in result.stderr, "Traceback" in result.stderr) == (2, True, False)
    gc.collect()  # a socket that is left open is a warning, and that an error


@pytest.mark.parametrize("password", ["", "hnefi og hnefi"])
def test_it_prints_its_address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, password: str) -> None:
    opened: list[str] = []
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("uvicorn.Server.run", lambda self, sockets: sockets[0].close())
    monkeypatch.setattr(getpass, "getpass", lambda question: password)
    result = kotra("desk", *(HERE if password else ()))
    (address,) = re.findall(r"http://\S+", result.stderr)
    whom = f"{address} for everyone who knows the password." if password else address
    assert (result.exit_code, result.stderr) == (0, f"kotra: The desk is at {whom} Press Ctrl-C to stop.\n")
    assert opened == ([] if password else [address])
    assert (urlsplit(address).port or 0) > 1023


def test_without_its_packages_it_says_how_to_have_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "kotra_notation.desk.serving", None)
    monkeypatch.delattr("kotra_notation.desk.serving")
    result = kotra("desk")
    assert (result.exit_code, 'pip install "kotra-notation[desk]"' in result.stderr) == (2, True)


@pytest.mark.parametrize(("taken", "tried"), [(False, [serving.OWN_PORT]), (True, [serving.OWN_PORT, 0])])
def test_the_port_is_the_usual_one(monkeypatch: pytest.MonkeyPatch, taken: bool, tried: list[int]) -> None:
    ports: list[int] = []

    def bound(host: str, port: int) -> socket.socket:
        ports.append(port)
        if taken and port:
            raise OSError
        return socket.socket()

    monkeypatch.setattr(serving, "bind", bound)
    serving.listen(OWN_MACHINE, 0).close()
    assert ports == tried


def test_a_folder_has_the_same_token_at_each_start_where_one_can_be_kept(tmp_path: Path) -> None:
    cache, day = tmp_path / "cache" / "kotra", tmp_path / "day"
    token = kept_token(cache, day)
    assert TOKEN.fullmatch(token)
    assert kept_token(cache, day) == token
    (tmp_path / "file").touch()
    nowhere = tmp_path / "file" / "cache"
    others = [
        kept_token(*each) for each in ((cache, tmp_path), (cache, None), (None, day), *[(nowhere, day)] * 2)
    ]
    assert len({token, *others}) == 6


@posix
@pytest.mark.parametrize("spoilt", [0o640, 0o604, 0o622, "", "x", "x" * 33, "../" * 11, "þ" * 32, "a link"])
def test_a_token_that_others_may_have_written_is_not_believed(tmp_path: Path, spoilt: int | str) -> None:
    cache, elsewhere = tmp_path / "cache", tmp_path / "elsewhere"
    token = kept_token(cache, None)
    (path,) = cache.iterdir()
    assert path.stat().st_mode & 0o777 == 0o600
    elsewhere.write_text(token, encoding="ascii")
    elsewhere.chmod(0o600)
    if isinstance(spoilt, int):
        path.chmod(spoilt)
    elif spoilt == "a link":
        path.unlink()
        path.symlink_to(elsewhere)
    else:
        path.write_text(spoilt, encoding="utf-8")
    assert kept_token(cache, None) not in {token, spoilt}
    assert (path.lstat().st_mode & 0o777, elsewhere.read_text(encoding="ascii")) == (0o600, token)


@linux
@pytest.mark.middle
def test_twenty_people_wait_no_longer_than_they_must() -> None:
    """They share what processors are left by other tests: what counts is the work that it takes."""
    found = apart(lambda: measured(people=20, length=5, faulty=0.5))
    assert (found.refused, found.work < 4, found.memory < 1_000_000_000) == (0, True, True)
    assert found.within(0.95) < 30


# The launcher in the menu of each system

ODD = 'day\'s 50% "best" $HOME `x` \\ æ'
WORDS = [sys.executable, "-P", "-m", "kotra_notation", "desk"]


def desktop_words(text: str) -> list[str]:
    """The words of the command of a desktop file, as its specification has them read."""
    (value,) = re.findall(r"^Exec=(.*)$", text, re.M)
    value = re.sub(r"\\(.)", lambda sign: {"n": "\n", "t": "\t"}.get(sign[1], sign[1]), value)
    quoted = re.findall(r'"((?:[^"\\`$]|\\.)*)"', value)
    return [re.sub(r"\\(.)", r"\1", word).replace("%%", "%") for word in quoted]


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the menu is that of a desktop of Linux")
def test_the_menu_has_the_desk_till_it_is_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / ODD
    folder.mkdir()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path = tmp_path / "data" / "applications" / "kotra-desk.desktop"
    done = kotra("desk", str(folder), "--install", "--language", "is")
    assert done.exit_code == 0
    assert all(words in done.stderr for words in (str(path), "kotra desk --uninstall"))
    text = path.read_text(encoding="utf-8")
    assert desktop_words(text) == [*WORDS, "--language", "is", str(folder)]
    if validator := shutil.which("desktop-file-validate"):
        assert subprocess.run([validator, str(path)], capture_output=True, check=False).stdout == b""
    assert kotra("desk", "--install").exit_code == 0
    assert desktop_words(path.read_text(encoding="utf-8")) == WORDS
    assert (kotra("desk", "--uninstall").exit_code, path.exists()) == (0, False)
    missing = kotra("desk", "--uninstall")
    assert (missing.exit_code, "not in your applications menu" in missing.stderr) == (2, True)


def test_a_mac_has_a_script_that_runs(tmp_path: Path) -> None:
    script = launcher(tmp_path / ODD, platform="darwin", home=tmp_path, environ={})
    script.install()
    assert script.path == tmp_path / "Applications" / "Kotra.command"
    first, command = script.path.read_text(encoding="utf-8").splitlines()
    assert (first, shlex.split(command)) == ("#!/bin/sh", ["exec", *WORDS, str(tmp_path / ODD)])
    assert script.path.stat().st_mode & 0o111 == 0o111
    script.remove()
    assert not script.path.exists()


@pytest.mark.parametrize("environ", [{}, {"APPDATA": "/roaming"}])
def test_windows_has_a_batch_file_in_its_start_menu(tmp_path: Path, environ: dict[str, str]) -> None:
    batch = launcher(Path("/my day/50% best"), platform="win32", home=tmp_path, environ=environ)
    roaming = Path(environ.get("APPDATA", tmp_path / "AppData" / "Roaming"))
    assert batch.path == roaming / "Microsoft" / "Windows" / "Start Menu" / "Programs" / "Kotra.bat"
    assert batch.text.splitlines()[3].endswith(' "-m" "kotra_notation" "desk" "/my day/50%% best"')
    assert batch.text.count("\r\n") == batch.text.count("\n")
