"""A desk with an archive, served while a test runs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from kotra_notation.desk import serving
from kotra_notation.desk.app import desk_app
from kotra_notation.desk.settings import OWN_MACHINE, DeskSettings


@contextmanager
def served(folder: Path, **more: str) -> Iterator[DeskSettings]:
    """The desk of an archive, at a free port of this machine."""
    at = serving.listening(OWN_MACHINE, 0)
    desk = DeskSettings(port=at.getsockname()[1], archive=folder, processes=1, **more)
    server = uvicorn.Server(uvicorn.Config(desk_app(desk), log_level="critical", access_log=False))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [at]}, daemon=True)
    thread.start()
    try:
        yield desk
    finally:
        server.should_exit = True
        thread.join(10)
        at.close()
