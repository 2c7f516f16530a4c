"""`kotra desk`: what it refuses with a sentence, what it prints, and how it ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import httpx
import pytest

from kotra_notation.desk import serving
from kotra_notation.desk.command import PASSWORD
from kotra_notation.desk.settings import OWN_MACHINE
from tests.test_cli_check import kotra

pytestmark = pytest.mark.middle

COMMAND = [sys.executable, "-m", "kotra_notation", "desk", "--no-browser"]


@contextmanager
def begun(*words: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command as somebody runs it, and the address that it prints."""
    own = {"XDG_CACHE_HOME": str(Path(tempfile.gettempdir()) / f"kotra-tests-{os.getpid()}")}
    facts = {**os.environ, "KOTRA_LANGUAGE": "en", **own, **environment}
    with subprocess.Popen([*COMMAND, *words], stderr=subprocess.PIPE, text=True, env=facts) as process:
        assert process.stderr is not None
        try:
            found = re.search(r"http://\S+", process.stderr.readline())
            assert found is not None
            yield process, found[0]
        finally:
            process.kill()


def family(process: int) -> list[int]:
    """The processes that one has begun."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for one in tasks for child in one.read_text().split()]


def test_the_next_start_has_the_same_address(tmp_path: Path) -> None:
    words, cache = (str(tmp_path), "--port", "0"), {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    tokens = []
    for _ in range(2):
        with begun(*words, **cache) as (_, address):
            tokens.append(address.split("/")[3])
    assert tokens[0] == tokens[1]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_at_once_and_its_processes_with_it(how: signal.Signals) -> None:
    with begun() as (process, address):
        workers: list[int] = []
        while len(workers) < 2:
            workers = family(process.pid)
        with socket.create_connection(("127.0.0.1", int(address.split(":")[2].split("/")[0]))) as waiting:
            waiting.sendall(b"GET / HTTP/1.1\r\n")
            ended = monotonic()
            process.send_signal(how)
            status = process.wait(20)
        assert monotonic() - ended < 5
        assert process.stderr is not None
        assert process.stderr.read() == ""
        assert status == (0 if how == signal.SIGINT else -signal.SIGTERM)
        assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def test_the_address_of_another_folder_is_another_and_nobody_else_is_answered(tmp_path: Path) -> None:
    with begun() as (_, one), begun(str(tmp_path)) as (_, other):
        assert one.split("/")[3] != other.split("/")[3]
        assert len(one.split("/")[3]) >= 32
        assert httpx.get(one, trust_env=False).status_code == 200
        assert (
            httpx.get("/".join([*one.split("/")[:3], other.split("/")[3], ""]), trust_env=False).status_code
            == 404
        )


def test_a_network_is_asked_for_its_password_which_no_list_of_processes_shows() -> None:
    with begun("--host", "127.0.0.1", **{PASSWORD: "hnefi og hnefi"}) as (process, address):
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address)
        assert httpx.get(address, trust_env=False, follow_redirects=True).url.path == "/login"
        assert b"hnefi" not in Path(f"/proc/{process.pid}/cmdline").read_bytes()


@pytest.mark.parametrize("password", ["", "short"])
def test_a_password_that_is_too_short_is_none(monkeypatch: pytest.MonkeyPatch, password: str) -> None:
    monkeypatch.setenv(PASSWORD, password)
    result = kotra("desk", "--host", "127.0.0.1")
    assert result.exit_code == 2
    assert result.stderr == (
        "kotra: A desk on the network needs a password of at least 8 characters; "
        "you can set it in KOTRA_DESK_PASSWORD.\n"
    )


def test_a_network_has_no_folder(tmp_path: Path) -> None:
    result = kotra("desk", tmp_path, "--host", "127.0.0.1")
    assert (result.exit_code, result.stderr) == (
        2,
        "kotra: With --host the desk saves nothing and shows no folder; do not name one.\n",
    )


def test_a_folder_that_is_none_is_said(tmp_path: Path) -> None:
    result = kotra("desk", tmp_path / "nothing")
    assert (result.exit_code, "there is no such folder" in result.stderr) == (2, True)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--port", "70000"], "port 70000: "),
        (["--host", "203.0.113.77"], "203.0.113.77, port 0: "),
        (["--host", "no.such.host.invalid"], "no.such.host.invalid, port 0: "),
        (["--max-size", "-1"], "--max-size must be a number of megabytes"),
    ],
)
def test_what_cannot_be_served_is_said(
    monkeypatch: pytest.MonkeyPatch, words: list[str], sentence: str
) -> None:
    monkeypatch.setenv(PASSWORD, "hnefi og hnefi")
    result = kotra("desk", "--no-browser", *words)
    assert (result.exit_code, sentence in result.stderr, "Traceback" in result.stderr) == (2, True, False)


def test_a_port_that_is_taken_is_said() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = kotra("desk", "--no-browser", "--port", str(taken.getsockname()[1]))
    assert (result.exit_code, "in use" in result.stderr) == (2, True)


def test_without_its_packages_it_says_how_to_have_them() -> None:
    without = "import sys; sys.modules['uvicorn'] = None; from kotra_notation.cli import main; main()"
    facts = {**os.environ, "KOTRA_LANGUAGE": "en"}
    result = subprocess.run(
        [sys.executable, "-c", without, "desk"], capture_output=True, text=True, env=facts, check=False
    )
    assert (result.returncode, result.stderr) == (
        2,
        'kotra: The desk needs the package uvicorn: pip install "kotra-notation[desk]"\n',
    )


@pytest.mark.parametrize(("taken", "tried"), [(False, [serving.OWN_PORT]), (True, [serving.OWN_PORT, 0])])
def test_the_address_is_the_same_again_unless_it_is_taken(
    monkeypatch: pytest.MonkeyPatch, taken: bool, tried: list[int]
) -> None:
    ports: list[int] = []

    def bound(host: str, port: int) -> socket.socket:
        ports.append(port)
        if taken and port:
            raise OSError
        return socket.socket()

    monkeypatch.setattr(serving, "bind", bound)
    serving.listen(OWN_MACHINE, 0).close()
    assert ports == tried
