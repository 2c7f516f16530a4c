"""kotra in the browser: its folder, made once for all tests, and pages of it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests import node
from tests.browser import WIDE
from tests.once import made_once


@pytest.fixture(scope="session")
def pyodide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The npm package: the one that `KOTRA_PYODIDE` names, or npm fetches it."""
    from tools.web.__main__ import fetched_pyodide

    if not (shutil.which("node") and shutil.which("npm")):
        node.absent("Node and npm are not installed.")
    if named := os.environ.get("KOTRA_PYODIDE"):
        return Path(named)
    try:
        return fetched_pyodide(tmp_path_factory.mktemp("pyodide"))
    except (OSError, subprocess.CalledProcessError) as error:
        node.absent(f"Pyodide could not be fetched: {error}")


@pytest.fixture(scope="session")
def web_folder(tmp_path_factory: pytest.TempPathFactory, pyodide: Path) -> Path:
    """The folder that `tools.web` makes."""
    from tools.web.__main__ import make_folder

    return made_once(tmp_path_factory, "web", lambda folder: make_folder(folder / "out", pyodide)) / "out"


@pytest.fixture(scope="session")
def web_address(web_folder: Path) -> Iterator[str]:
    with served(web_folder) as (address, _):
        yield address


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *words: object) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, ThreadingHTTPServer]]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", server
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def context_of(
    chromium: Browser, address: str, size: tuple[int, int] = WIDE, expected: str = "", **more: Any
) -> Iterator[BrowserContext]:
    """A browser of its own; the test fails where its pages are not quiet, or ask another origin."""
    from tests.desk_served import PATIENCE, listen

    viewport: Any = {"width": size[0], "height": size[1]}
    context = chromium.new_context(
        viewport=viewport, permissions=["clipboard-read", "clipboard-write"], **more
    )
    context.set_default_timeout(PATIENCE)
    heard = listen(context, address, expected)
    try:
        yield context
    finally:
        context.close()
    assert heard == []


ASK = """async ([path, query, body]) => {
  const bytes = Uint8Array.from(atob(body), sign => sign.charCodeAt());
  const answer = await (await fetch(`./${path}?${query}`, {method: "POST", body: new Blob([bytes])})).json();
  if (answer.page) answer.page = await (await fetch(`./${answer.page}`)).text();
  return JSON.stringify(answer);
}"""


def asked(page: Page, path: str, query: str, body: bytes) -> Any:
    return json.loads(page.evaluate(ASK, [path, query, b64encode(body).decode()]))
