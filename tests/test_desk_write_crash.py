"""A desk or a browser that is killed at any moment: at most the event under the hand is lost."""

from __future__ import annotations

import ast
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser

from kotra_notation.desk.settings import OWN_MACHINE, DeskSettings
from kotra_notation.record import draft
from referees.seeds import SEED, SESSIONS, rest
from tests.browser import absent
from tests.desk_served import served
from tests.desks import Scribe

MOMENTS = [pytest.param(5, marks=pytest.mark.middle), *rest([SESSIONS // 2])]
SERVE = """
import sys
from pathlib import Path
from kotra_notation.desk import serving
from kotra_notation.desk.settings import DeskSettings
port, token, folder = int(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
at = serving.listen("127.0.0.1", port)
serving.serve(DeskSettings(port=port, token=token, folder=folder), at, browse=False, ready=lambda: None)
"""


def free_port() -> int:
    with socket.socket() as found:
        found.bind((OWN_MACHINE, 0))
        port: int = found.getsockname()[1]
        return port


@contextmanager
def process(desk: DeskSettings) -> Iterator[subprocess.Popen[bytes]]:
    """The desk in a process of its own, which answers."""
    command = [sys.executable, "-c", SERVE, str(desk.port), desk.token, str(desk.folder)]
    with subprocess.Popen(command, start_new_session=True) as running:
        try:
            for _ in range(600):
                with socket.socket() as asked:
                    if asked.connect_ex((OWN_MACHINE, desk.port)) == 0:
                        break
                time.sleep(0.05)
            yield running
        finally:
            if running.poll() is None:
                os.killpg(running.pid, signal.SIGKILL)


def next_entry(text: str, random: Random) -> str:
    standing = draft.standing(text)
    if standing.wants == "play":
        return random.choice(standing.plays).text
    return random.choice(["31", "52", "64", "42", "65", "21"])


@pytest.mark.parametrize("moments", MOMENTS)
def test_a_desk_that_is_killed_loses_the_event_under_the_hand_at_most(
    chromium: Browser, tmp_path: Path, moments: int
) -> None:
    random = Random(SEED)
    folder = tmp_path / "day"
    folder.mkdir()
    desk = DeskSettings(port=free_port(), token="key", folder=folder)
    context = chromium.new_context()
    page = Scribe(context.new_page(), desk)
    with process(desk):
        page.page.goto(f"{desk.address}write")
        page.begin(length="0").type("31", "8/5 6/5")
        name = page.record["name"]
    written = page.text
    for _ in range(moments):
        entry = next_entry(written, random)
        with process(desk) as running:
            page.page.wait_for_selector(".kept:not(.grave)", timeout=20_000)
            assert (folder / name).read_text(encoding="utf-8") == written
            page.page.fill("#entry", "")
            page.page.keyboard.type(entry)
            if not entry.isdigit():
                page.page.keyboard.press("Enter")
            time.sleep(random.random() * 0.08)
            os.kill(running.pid, signal.SIGKILL)
        page.settled()
        after = draft.enter(written, entry)
        kept, known = (folder / name).read_text(encoding="utf-8"), page.text
        assert known in (written, after)
        assert kept in (written, known)
        assert [path.name for path in folder.iterdir() if path.suffix == ".kotra"] == [name]
        written = known
    context.close()


KILLED_BROWSER = """
import os, signal, subprocess, sys
from playwright.sync_api import sync_playwright
from tests.desks import Scribe, desk_of
address, profile, path, entries = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
with sync_playwright() as playwright:
    browser = {"executable_path": path, "args": ["--no-sandbox"]}
    context = playwright.chromium.launch_persistent_context(profile, **browser)
    page = Scribe(context.pages[0], desk_of())
    page.page.goto(address)
    if entries:
        page.begin(length="0").type(*entries)
    print(repr((page.settled().page.url, page.text)), flush=True)
    found = subprocess.run(["pgrep", "-f", profile], capture_output=True, text=True)
    for pid in set(map(int, found.stdout.split())) - {os.getpid()}:
        os.kill(pid, signal.SIGKILL)
    os._exit(0)
"""


@pytest.mark.middle
@pytest.mark.parametrize("keeps", [True, False], ids=["folder", "no folder"])
def test_a_browser_that_is_killed_takes_up_where_it_was(tmp_path: Path, *, keeps: bool) -> None:
    path = shutil.which("chromium") or absent("Chromium is not installed (Debian's package chromium).")
    folder, profile = tmp_path / "day", tmp_path / "profile"
    folder.mkdir()

    def killed(address: str, *entries: str) -> tuple[str, str]:
        """The address and the text of a record, before its browser was killed."""
        command = [sys.executable, "-c", KILLED_BROWSER, address, str(profile), path, *entries]
        done = subprocess.run(
            command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[1]
        )
        found: tuple[str, str] = ast.literal_eval(done.stdout)
        return found

    with served(folder=folder if keeps else None) as desk:
        address, text = killed(f"{desk.address}write", "31", "8/5 6/5", "52", "13/8 24/22")
        assert text.endswith("B 52: 13/8 24/22\n")
        assert killed(address) == (address, text)
