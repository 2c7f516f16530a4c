"""What a desk was begun with: where it listens, how it is entered, which folder or archive it may show."""

from __future__ import annotations

import secrets
from dataclasses import field
from pathlib import Path

from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, Tongue

OWN_MACHINE = "127.0.0.1"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskSettings:
    """A desk of one's own machine, entered by the token in its address; or of a network, by a `password`.

    `folder` is where records lie and what is written is kept; without one nothing is written. `archive` is
    one that is already built. A desk of a network has neither.
    """

    port: int
    host: str = OWN_MACHINE
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    password: str = field(default="", repr=False)
    folder: Path | None = None
    archive: Path | None = None
    tongue: Tongue = ENGLISH

    @property
    def address(self) -> str:
        """What the browser opens."""
        return f"http://{self.host}:{self.port}{self.root}/"

    @property
    def root(self) -> str:
        """What every path of the desk begins with: the token, where there is no password."""
        return "" if self.password else f"/{self.token}"

    @property
    def hosts(self) -> frozenset[str]:
        """What a request may name as its host; a name that leads here by another's wish is not among them."""
        names = {self.host, "localhost"} if self.host == OWN_MACHINE else {self.host}
        return frozenset(f"{name}:{self.port}" for name in names)
