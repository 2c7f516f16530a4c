"""A desk that is served or asked while a test runs, and its pages in a browser."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, contextmanager
from html import unescape
from threading import Thread
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect

from kotra_notation.desk import serving
from kotra_notation.desk.settings import OWN_MACHINE, DeskSettings
from kotra_notation.desk.work import DeskWork, WorkAnswer, WorkProgress
from kotra_notation.desk.worker import work_on
from kotra_notation.desk.workers import RefusalError
from kotra_notation.jobs.rows import Row
from tests.apart import run
from tests.browser import PERMISSIONS, WIDE, Scheme

# Milliseconds that a page is waited for; a machine that does much else at the same time needs more.
PATIENCE = 1000 * int(os.environ.get("KOTRA_PATIENCE", "30"))
expect.set_options(timeout=PATIENCE)
PORT = serving.OWN_PORT


class WorkersHere:
    """Do in this process what the processes of `Workers` would do."""

    async def messages(
        self, work: DeskWork, who: str, *, long: bool = False
    ) -> AsyncGenerator[WorkProgress | Row]:
        sent: list[Any] = []
        work_on(work, sent.append)
        for message in sent:
            if isinstance(message, WorkAnswer):
                if message.row is None:
                    raise RefusalError(422, message.refused)
                message = message.row
            yield message

    async def answer(self, work: DeskWork, who: str) -> Row:
        async with aclosing(self.messages(work, who)) as messages:
            return [message async for message in messages][-1]  # type: ignore[return-value]


class DeskClient:
    """Ask a desk without a server or processes, by paths below its token; it keeps its cookies."""

    def __init__(self, **facts: Any) -> None:
        self.desk = DeskSettings(**{"port": PORT, **facts})
        self.app = serving.desk_app(self.desk)
        for pool in ("workers", "writers", "thinkers", "archivists"):
            setattr(self.app.state, pool, WorkersHere())
        self.cookies = httpx.Cookies()

    async def ask(self, method: str, path: str, **sent: Any) -> httpx.Response:
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        facts: Any = {"transport": transport, "base_url": self.desk.address, "cookies": self.cookies}
        async with httpx.AsyncClient(**facts) as client:
            answer = await client.request(method, path, **sent)
            self.cookies.update(client.cookies)
        return answer

    def ask_all(self, *requests: tuple[str, str], **sent: Any) -> list[httpx.Response]:
        """Ask for all at once."""

        async def gathered() -> list[httpx.Response]:
            return await asyncio.gather(*(self.ask(*request, **sent) for request in requests))

        return run(gathered())

    def get(self, path: str, **sent: Any) -> httpx.Response:
        return run(self.ask("GET", path, **sent))

    def post(self, path: str, **sent: Any) -> httpx.Response:
        return run(self.ask("POST", path, **sent))

    def row(self, path: str, **asked: object) -> Any:
        """Return what is answered to an object of JSON."""
        return self.post(path, json=asked).json()


def said(text: str) -> str:
    """The words of a page."""
    shown = re.sub(r"<(style|script)>.*?</\1>", "", text, flags=re.S)
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", shown))).strip()


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
def asking(desk: DeskSettings) -> Iterator[httpx.Client]:
    """What asks a desk over connections, by paths below its token."""
    with httpx.Client(base_url=desk.address, timeout=60, trust_env=False) as client:
        yield client


def listen(context: BrowserContext, address: str, expected: str) -> list[str]:
    """Collect what disturbs the quiet of pages: messages, errors, and requests to others."""
    heard: list[str] = []
    own = ("/".join(address.split("/")[:3]) + "/", "blob:", "data:")

    def requested(request: Request) -> None:
        if not request.url.startswith(own):
            heard.append(f"request {request.url[:200]}")

    def spoken(message: ConsoleMessage) -> None:
        if not expected or not message.text.startswith(expected):
            heard.append(f"console {message.text[:300]}")

    context.on("request", requested)
    context.on("console", spoken)
    context.on("weberror", lambda error: heard.append(f"error {error.error}"))
    return heard


@contextmanager
def opened(
    browser: Browser,
    address: str,
    *,
    size: tuple[int, int] = WIDE,
    scheme: Scheme = "light",
    touch: bool = False,
    expected: str = "",
    **more: Any,
) -> Iterator[Page]:
    """A page of a desk in a context of its own; the test fails where it was not quiet but for `expected`."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        has_touch=touch,
        is_mobile=touch,
        permissions=PERMISSIONS,
        **more,
    )
    context.set_default_timeout(PATIENCE)
    heard = listen(context, address, expected)
    page = context.new_page()
    page.goto(address)
    try:
        yield page
    finally:
        context.close()
    assert heard == []
