"""A desk with an archive, served while a test runs."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import uvicorn
from httpx import Client

from kotra_notation.desk import serving
from kotra_notation.desk.app import desk_app
from kotra_notation.desk.settings import OWN_MACHINE, DeskSettings


@contextmanager
def served(folder: Path, processes: int = 1) -> Iterator[DeskSettings]:
    """The desk of an archive, at a free port of this machine."""
    at = serving.listening(OWN_MACHINE, 0)
    desk = DeskSettings(port=at.getsockname()[1], archive=folder, processes=processes)
    server = uvicorn.Server(uvicorn.Config(desk_app(desk), log_level="critical", access_log=False))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [at]}, daemon=True)
    thread.start()
    try:
        yield desk
    finally:
        server.should_exit = True
        thread.join(10)
        at.close()


@contextmanager
def asking(folder: Path, processes: int = 1) -> Iterator[Client]:
    with served(folder, processes) as desk, Client(base_url=desk.address, timeout=90) as client:
        yield client


def said(text: str) -> str:
    """The words of a page."""
    shown = re.sub(r"<(style|script)>.*?</\1>", "", text, flags=re.S)
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", shown)))


def get(client: Client, path: str, status: int = 200, **wishes: str | int) -> str:
    answer = client.get(f"archive/{path}".rstrip("/") + (f"?{urlencode(wishes)}" if wishes else ""))
    assert answer.status_code == status, said(answer.text)
    return answer.text
