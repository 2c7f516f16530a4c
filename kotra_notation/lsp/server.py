"""The server: what an editor may ask of an open text, each answer from `jobs/editing`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from kotra_notation.jobs.editing.edited_text import EditedText
from kotra_notation.jobs.editing.hovers import hover
from kotra_notation.jobs.files import STDIN
from kotra_notation.lsp import values
from kotra_notation.lsp.positions import EditorPlaces
from kotra_notation.lsp.session import Session
from kotra_notation.version import version_line
from kotra_notation.words.tongues import Tongue

Result = TypeVar("Result")

# Judgements go on beside answers; a thread gives way to another after so many seconds.
WORKERS, TURN = 4, 0.001


class KotraServer(LanguageServer):
    """A server for one editor, and the texts that are open in it."""

    def __init__(self, tongue: Tongue) -> None:
        super().__init__("kotra", version_line(), types.TextDocumentSyncKind.Full)
        self.tongue = tongue
        self._sessions: dict[str, Session] = {}
        self._pool = ThreadPoolExecutor(WORKERS, "kotra")

    def open(self, uri: str, text: str) -> None:
        """Begin to judge a text."""
        self.close(uri)
        path = to_fs_path(uri) or STDIN
        self._sessions[uri] = Session(path, text, self._pool, lambda text: self._publish(uri, text))

    def change(self, uri: str, text: str) -> None:
        """Judge a text that has changed."""
        if session := self._sessions.get(uri):
            session.change(text)

    def close(self, uri: str) -> None:
        """Forget a text."""
        if session := self._sessions.pop(uri, None):
            session.close()
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def end(self) -> None:
        """End all that is being done."""
        for uri in list(self._sessions):
            self._sessions.pop(uri).close()

    async def answer(self, uri: str, ask: Callable[[EditedText, EditorPlaces], Result]) -> Result | None:
        """What is asked of an open text as it is now; None where it is not open, or that takes too long."""
        session = self._sessions.get(uri)
        return await session.answer(lambda text: ask(text, self._places(text))) if session else None

    def _places(self, text: EditedText) -> EditorPlaces:
        return EditorPlaces(text, self.workspace.position_codec)

    def _publish(self, uri: str, text: EditedText) -> None:
        found = values.diagnostics(text, self._places(text), self.tongue)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found))


def server(tongue: Tongue) -> KotraServer:
    """A server with all that it answers."""
    made = KotraServer(tongue)

    @made.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        made.open(params.text_document.uri, params.text_document.text)

    @made.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        for change in params.content_changes[-1:]:
            made.change(params.text_document.uri, change.text)

    @made.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        made.close(params.text_document.uri)

    @made.feature(types.SHUTDOWN)
    def shutdown(*params: object) -> None:
        made.end()

    @made.feature(types.TEXT_DOCUMENT_HOVER)
    async def hovered(params: types.HoverParams) -> types.Hover | None:
        def ask(text: EditedText, places: EditorPlaces) -> types.Hover | None:
            said = hover(text, *places.place(params.position), made.tongue)
            return values.hover(said, places) if said else None

        return await made.answer(params.text_document.uri, ask)

    return made


def serve(tongue: Tongue) -> None:
    """Serve an editor on standard input and output until it leaves."""
    sys.setswitchinterval(TURN)
    # Nothing but the protocol may come where the editor listens.
    spoken = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    server(tongue).start_io(stdout=spoken)
