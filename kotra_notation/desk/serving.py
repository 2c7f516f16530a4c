"""A desk served until Ctrl-C: a port found, the browser opened, the server run."""

from __future__ import annotations

import socket
import webbrowser
from collections.abc import Callable

import uvicorn

from kotra_notation.desk.app import desk_app
from kotra_notation.desk.settings import DeskSettings

BACKLOG = 1024


def listening(host: str, port: int) -> socket.socket:
    """A socket that is bound, to any free port where `port` is 0; OSError where that cannot be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(BACKLOG)
    except OSError:
        found.close()
        raise
    return found


def serve(desk: DeskSettings, at: socket.socket, *, browse: bool, ready: Callable[[], None]) -> None:
    """Serve until Ctrl-C or a signal ends it."""
    config = uvicorn.Config(desk_app(desk), log_level="critical", access_log=False, server_header=False)
    ready()
    if browse:
        webbrowser.open(desk.address)
    uvicorn.Server(config).run(sockets=[at])
