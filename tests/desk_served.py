"""A desk that is served while a test asks it, over real connections; and its pages in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Thread
from typing import Any

import httpx
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect

from kotra_notation.desk import serving
from kotra_notation.desk.settings import OWN_MACHINE, DeskSettings
from tests.browser import Scheme

# A machine that is busy with other tests is slow.
expect.set_options(timeout=30_000)


@contextmanager
def served(**facts: Any) -> Iterator[DeskSettings]:
    """A desk on a free port of this machine, until the test is over."""
    at = serving.listen(OWN_MACHINE, 0)
    desk = DeskSettings(port=at.getsockname()[1], **{"processes": 1, **facts})
    server = serving.server(desk)
    thread = Thread(target=server.run, kwargs={"sockets": [at]}, daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.01)
        assert thread.is_alive()
    try:
        yield desk
    finally:
        server.should_exit = True
        thread.join(20)
        at.close()


@contextmanager
def asking(desk: DeskSettings, **facts: Any) -> Iterator[httpx.Client]:
    """What asks a desk, by paths below its token."""
    with httpx.Client(base_url=desk.address, timeout=60, trust_env=False, **facts) as client:
        yield client


@dataclass
class DeskVisit:
    """Pages of a desk that are open, and what broke their quiet."""

    browser: Browser
    disturbances: list[str] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)

    def __call__(
        self,
        address: str,
        *,
        width: int = 1440,
        height: int = 900,
        scheme: Scheme = "light",
        touch: bool = False,
    ) -> Page:
        """A page in a window of this size, in a context of its own."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            has_touch=touch,
            is_mobile=touch,
            accept_downloads=True,
        )
        context.set_default_timeout(30_000)
        origin = "/".join(address.split("/")[:3]) + "/"

        def asked(request: Request) -> None:
            if not request.url.startswith((origin, "blob:", "data:")):
                self.disturbances.append(f"request {request.url[:200]}")

        def spoken(message: ConsoleMessage) -> None:
            self.disturbances.append(f"console {message.text[:300]}")

        context.on("request", asked)
        context.on("console", spoken)
        context.on("weberror", lambda error: self.disturbances.append(f"error {error.error}"))
        page = context.new_page()
        page.goto(address)
        self.pages.append(page)
        return page

    def close(self) -> list[str]:
        """Close every page; what disturbed their quiet."""
        for page in self.pages:
            page.context.close()
        return self.disturbances
