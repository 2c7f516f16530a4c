"""The guard of the desk: host, origin and token of every request, and the policy of every answer."""

from __future__ import annotations

import asyncio
from secrets import compare_digest
from time import monotonic

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kotra_notation.desk.settings import DeskSettings
from kotra_notation.report.templating import render
from kotra_notation.words import phrase
from kotra_notation.words.phrases import told

# The headers of every answer. A page states its own policy too, by the hashes of its style and script.
HEADERS = {
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
POLICY_OF_A_PAGE = "frame-ancestors 'none'"
POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"
# The origins that browsers state of a request: a page of the desk, or the bar of addresses.
OWN_SITES = ("same-origin", "none")
# The paths of spectators, who know the address of a match and not that of the desk.
OPEN = "/live/"
METHODS = ("GET", "HEAD", "POST")
# Headers that may not come twice: proxies and servers would take this or that one.
SAID_ONCE = ("host", "origin", "sec-fetch-site", "cookie", "content-length", "content-type")
# The seconds to take a part of an answer, to send the next part of a request, and all of it.
SECONDS_TO_HEAR = 60.0
SECONDS_TO_SEND_ON, SECONDS_TO_SEND, BYTES_A_SECOND = 15.0, 40.0, 50_000

MISDIRECTED = phrase("This is not an address of the desk; open the one that kotra desk printed.")
STRANGE = phrase("The desk answers its own pages only.")
UNKNOWN = phrase("This is not the address of the desk. Open the one that it printed when it was started.")


class Guard:
    """Lets only those requests through that come from a page of this desk, or know its address."""

    def __init__(self, app: ASGIApp, desk: DeskSettings) -> None:
        self._app = app
        self._desk = desk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse without a word about what there is."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                page = headers.get("content-type", "").startswith("text/html")
                headers.setdefault("content-security-policy", POLICY_OF_A_PAGE if page else POLICY)
            # A client that does not take its answer is not waited for.
            await asyncio.wait_for(send(message), SECONDS_TO_HEAR)

        hear = _patient(receive)
        refusal = self._refusal(scope, Headers(scope=scope))
        if refusal is not None:
            await self._refused(scope, *refusal)(scope, hear, guarded_send)
            return
        await self._app(scope, hear, guarded_send)

    def _refused(self, scope: Scope, status: int, why: str) -> Response:
        """Return a refusal: a page for an address that is an old one, a sentence for a script."""
        closing = {"connection": "close"}
        if why == UNKNOWN and "text/html" in Headers(scope=scope).get("accept", ""):
            page = render("desk_stale.html.j2", self._desk.tongue, theme="paper", tabs=(), root="")
            return HTMLResponse(page, status, headers=closing)
        return PlainTextResponse(told(why, self._desk.tongue) + "\n", status, headers=closing)

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        """Return the status that a request is refused with, and why; None where it may pass."""
        if scope["method"] not in METHODS:
            return 405, STRANGE
        if any(len(headers.getlist(name)) > 1 for name in SAID_ONCE):
            return 400, STRANGE
        host = headers.get("host", "")
        if not self._desk.is_host(host):
            return 421, MISDIRECTED
        # Behind a password a proxy that encrypts may stand before the desk.
        schemes = ("http", "https") if self._desk.password else ("http",)
        if headers.get("origin") not in (None, *(f"{scheme}://{host}" for scheme in schemes)):
            return 403, STRANGE
        if headers.get("sec-fetch-site", "none") not in OWN_SITES:
            return 403, STRANGE
        if is_open(scope) or self._desk.password:
            return None
        first = scope["path"].split("/")[1] if scope["path"].startswith("/") else ""
        return None if compare_digest(first.encode(), self._desk.token.encode()) else (404, UNKNOWN)


def _patient(receive: Receive) -> Receive:
    """Return a receiver for which a request that comes too slowly has broken off."""
    begun, size, whole = monotonic(), 0, False

    async def hear() -> Message:
        nonlocal size, whole
        if whole:  # whether the client is still there is heard of whenever that is
            return await receive()
        left = begun + SECONDS_TO_SEND + size / BYTES_A_SECOND - monotonic()
        try:
            message = await asyncio.wait_for(receive(), min(left, SECONDS_TO_SEND_ON))
        except TimeoutError:
            return {"type": "http.disconnect"}
        size += len(message.get("body", b""))
        whole = not message.get("more_body", False)
        return message

    return hear


def is_open(scope: Scope) -> bool:
    """Return whether the request is one of spectators, which anybody may make."""
    path: str = scope["path"]
    return scope["method"] == "GET" and path.startswith(OPEN)
