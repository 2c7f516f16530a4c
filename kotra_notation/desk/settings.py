"""Settings of a desk: its address, its token or password, the folder or archive that it may show."""

from __future__ import annotations

import ipaddress
import os
import re
import secrets
import socket
import stat
from contextlib import suppress
from dataclasses import field
from functools import cache
from hashlib import sha256
from pathlib import Path

from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, Tongue

OWN_MACHINE = "127.0.0.1"
# How long a file may take, and as much again a megabyte: on one's own machine, and where many ask.
PATIENCE, PATIENCE_WITH_MANY = 60.0, 15.0
# So many bytes a process may take for the files it is at, and for an analysis, which loads an engine.
MEMORY, MEMORY_OF_ENGINE = 400_000_000, 1_000_000_000
# The bytes of a request that come in a second at least.
BYTES_A_SECOND = 50_000
# The port that an address does not name.
USUAL_PORT = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskSettings:
    """A desk of one's own machine, entered by the token in its address; or of a network, by a `password`.

    `folder` is where records lie and what is written is kept; without one nothing is written. `archive` is
    one that is already built. A desk of a network has neither. A request has `max_size` bytes at most, and
    a file may take so many `seconds`.
    """

    port: int
    host: str = OWN_MACHINE
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    password: str = field(default="", repr=False)
    folder: Path | None = None
    archive: Path | None = None
    tongue: Tongue = ENGLISH
    max_size: int = MAX_SIZE * MEGABYTE
    seconds: float = PATIENCE
    memory: int = MEMORY
    processes: int = 2

    @property
    def address(self) -> str:
        """The address that the browser opens."""
        return f"http://{self._place(self.host)}{self.root}/"

    @property
    def root(self) -> str:
        """The beginning of every path of the desk: the token, where there is no password."""
        return "" if self.password else f"/{self.token}"

    def is_host(self, named: str) -> bool:
        """Return whether a request may name that as its host: an address of this machine, or its own name."""
        if not self.password:
            return named in {self._place(self.host), self._place("localhost")}
        own = map(self._place, {*_own_names(), self.host.lower()})
        return named.lower() in own or self._is_address(named)

    def _place(self, host: str) -> str:
        """Return a host with the port, as an address names it."""
        shown = f"[{host}]" if ":" in host else host
        return shown if self.port == USUAL_PORT else f"{shown}:{self.port}"

    def _is_address(self, named: str) -> bool:
        bare = named if self.port == USUAL_PORT else named.removesuffix(f":{self.port}")
        if bare == named and self.port != USUAL_PORT:
            return False
        try:
            return bool(ipaddress.ip_address(bare.removeprefix("[").removesuffix("]")))
        except ValueError:
            return False


@cache
def _own_names() -> frozenset[str]:
    """Return the names of this machine; the network is asked for them once."""
    name = socket.gethostname().lower()
    return frozenset({name, f"{name}.local", socket.getfqdn().lower(), "localhost"})


TOKEN = re.compile(r"[\w-]{32}", re.ASCII)


def kept_token(cache: Path | None, folder: Path | None) -> str:
    """Return the token that a cache keeps for a folder, else a new one, which it keeps then.

    A bookmark and an open tab outlive a restart by it. It lies in a file that nobody else may read.
    """
    token = secrets.token_urlsafe(24)
    if cache is None:
        return token
    path = cache / f"desk-{sha256(os.fsencode(folder or '')).hexdigest()[:16]}.token"
    if (known := _read_token(path)) is not None:
        return known
    with suppress(OSError):
        cache.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.unlink(missing_ok=True)
        with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
            file.write(token)
    return token


def _read_token(path: Path) -> str | None:
    """Return the token in a file of our own that nobody else may read; None for any other file."""
    try:
        with open(os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)), encoding="ascii") as file:
            status = os.fstat(file.fileno())
            token = file.read(100) if stat.S_ISREG(status.st_mode) else ""
    except (OSError, ValueError):
        return None
    if os.name == "posix" and (status.st_uid != os.getuid() or status.st_mode & 0o077):
        return None
    return token if TOKEN.fullmatch(token) else None
