"""Who may ask the desk: host, origin and token of every request, and what a browser may do with an answer."""

from __future__ import annotations

from secrets import compare_digest

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kotra_notation.desk.settings import DeskSettings

# A page states its own policy, by the hashes of its style and script; this one holds for every answer.
HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": "frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
# Where a browser says that a request comes from: a page of the desk, or the bar of addresses.
OWN_SITES = ("", "same-origin", "none")
# What spectators may ask who do not know the address of the desk.
OPEN = "live"


class Guard:
    """Lets only those requests through that come from a page of this desk, or know its address."""

    def __init__(self, app: ASGIApp, desk: DeskSettings) -> None:
        self._app = app
        self._desk = desk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse without a word about what there is."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        status = self._refusal(scope, Headers(scope=scope))
        if status:
            await PlainTextResponse("", status)(scope, receive, guarded_send)
            return
        await self._app(scope, receive, guarded_send)

    def _refusal(self, scope: Scope, headers: Headers) -> int:
        """The status that a request is refused with, or 0."""
        host, origin = headers.get("host", ""), headers.get("origin")
        if host not in self._desk.hosts:
            return 421
        if origin is not None and origin != f"http://{host}":
            return 403
        if headers.get("sec-fetch-site", "") not in OWN_SITES:
            return 403
        first = scope["path"].split("/")[1] if scope["path"].startswith("/") else ""
        if first == OPEN:
            return 0
        if not self._desk.password and not compare_digest(first.encode(), self._desk.token.encode()):
            return 404
        return 0
