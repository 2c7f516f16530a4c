"""The server: what an editor may ask of an open text, each answer from `jobs/editing`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import BinaryIO, TypeVar, cast

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from kotra_notation.jobs.files import STDIN
from kotra_notation.lsp import values
from kotra_notation.lsp.positions import EditorPlaces
from kotra_notation.lsp.session import Session
from kotra_notation.record.editing.completions import completions
from kotra_notation.record.editing.edited_text import EditedText
from kotra_notation.record.editing.fixes import changes_to, fixes
from kotra_notation.record.editing.shaping import formatted
from kotra_notation.record.editing.views import folds, hover, inlays, outline
from kotra_notation.version import version_line
from kotra_notation.words import phrase
from kotra_notation.words.tongues import Tongue

# The two pipes to an editor. A server leaves at once when the editor does, whatever it is still at.


# The most bytes of a message: more than the largest text that is judged has as JSON.
LARGEST_MESSAGE = 100_000_000
LONGEST_LINE = 1_000
_EXIT = b'{"jsonrpc": "2.0", "method": "exit"}'


def leave_at_once(status: int) -> None:
    """End the process without waiting for its threads: nobody hears what they are still at."""
    os._exit(status)


class FromEditor:
    """What an editor sends; one that closes its pipe has left, and so `exit` is read as its last message."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readline(self) -> bytes:
        """Return the next line, or as much of a very long one."""
        line = self._stream.readline(LONGEST_LINE)
        if not line:
            self._stream = BytesIO(b"Content-Length: %d\r\n\r\n%b" % (len(_EXIT), _EXIT))
            line = self._stream.readline()
        return line

    def read(self, size: int) -> bytes:
        """Return so many bytes; ValueError where a message is far too large."""
        if size > LARGEST_MESSAGE:
            raise ValueError(
                phrase(
                    "The editor sends a message of {size} bytes; at most {limit} are read.",
                    size=size,
                    limit=LARGEST_MESSAGE,
                )
            )
        return self._stream.read(size)


class ToEditor:
    """What an editor is sent; where it does not listen any more, the server leaves."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, data: bytes) -> None:
        """Send some bytes."""
        try:
            self._stream.write(data)
            self._stream.flush()
        except OSError:
            leave_at_once(1)

    def flush(self) -> None:
        """Do nothing: all that was written is sent."""

    def close(self) -> None:
        """Close the pipe."""
        self._stream.close()


Result = TypeVar("Result")

# The language of our own notation, and what its files end in.
KOTRA, SUFFIX = "kotra", ".kotra"
# Judgements go on beside answers; a thread gives way to another after so many seconds.
WORKERS, TURN = 4, 0.001


class KotraServer(LanguageServer):
    """A server for one editor, and the texts that are open in it."""

    def __init__(self, tongue: Tongue) -> None:
        super().__init__("kotra", version_line(), types.TextDocumentSyncKind.Full)
        self.tongue = tongue
        self.was_shut_down = False
        self._sessions: dict[str, Session] = {}
        self._pool = ThreadPoolExecutor(WORKERS, "kotra")

    def open(self, uri: str, text: str, language: str) -> None:
        """Begin to judge a text; one that has no name yet is told by its language."""
        self.close(uri)
        path = to_fs_path(uri) or STDIN
        if language == KOTRA and not path.endswith(SUFFIX):
            path += SUFFIX
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
        """Stop all that is being done."""
        for uri in list(self._sessions):
            self._sessions.pop(uri).close()

    def shutdown(self) -> None:
        """Stop, and wait for no thread: one may be reading from an editor that says nothing more."""
        self.end()
        for pool in (self._pool, self.thread_pool):
            pool.shutdown(wait=False, cancel_futures=True)

    async def answer(self, uri: str, ask: Callable[[EditedText, EditorPlaces], Result]) -> Result | None:
        """What is asked of an open text as it is now; None where it is not open, or that takes too long."""
        session = self._sessions.get(uri)
        return await session.answer(lambda text: ask(text, self._places(text))) if session else None

    def _places(self, text: EditedText) -> EditorPlaces:
        return EditorPlaces(text, self.workspace.position_codec)

    def _publish(self, uri: str, text: EditedText) -> None:
        diagnostics = values.diagnostics(text, self._places(text), self.tongue)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics))


def server(tongue: Tongue) -> KotraServer:
    """A server with all that it answers."""
    made = KotraServer(tongue)
    _follow_texts(made)
    _show(made)
    _change(made)
    return made


def _follow_texts(made: KotraServer) -> None:
    """What the editor tells of its texts."""

    @made.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        opened = params.text_document
        made.open(opened.uri, opened.text, opened.language_id)

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
        made.was_shut_down = True

    @made.feature(types.EXIT)
    def left(*params: object) -> None:
        leave_at_once(0 if made.was_shut_down else 1)


def _show(made: KotraServer) -> None:
    """What is shown of a text and beside it."""

    @made.feature(types.TEXT_DOCUMENT_HOVER)
    async def hovered(params: types.HoverParams) -> types.Hover | None:
        def ask(text: EditedText, places: EditorPlaces) -> types.Hover | None:
            said = hover(text, *places.place(params.position), made.tongue)
            return values.hover(said, places) if said else None

        return await made.answer(params.text_document.uri, ask)

    @made.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol] | None:
        return await made.answer(
            params.text_document.uri,
            lambda text, places: values.symbols(outline(text, made.tongue), places),
        )

    @made.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    async def folded(params: types.FoldingRangeParams) -> list[types.FoldingRange] | None:
        return await made.answer(
            params.text_document.uri, lambda text, _: values.folding_ranges(folds(text, made.tongue))
        )

    @made.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def hints(params: types.InlayHintParams) -> list[types.InlayHint] | None:
        first, last = params.range.start.line + 1, params.range.end.line + 1
        return await made.answer(
            params.text_document.uri,
            lambda text, places: values.inlay_hints(inlays(text, first, last, made.tongue), places),
        )


def _change(made: KotraServer) -> None:
    """What may be changed in a text."""

    @made.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[" ", ":", ",", "="])
    )
    async def completed(params: types.CompletionParams) -> types.CompletionList | None:
        def ask(text: EditedText, places: EditorPlaces) -> types.CompletionList:
            line, column = places.place(params.position)
            found = completions(text, line, column, made.tongue)
            return types.CompletionList(False, values.completion_items(found, line, places))

        return await made.answer(params.text_document.uri, ask)

    kinds = [types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]

    @made.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=kinds))
    async def actions(params: types.CodeActionParams) -> list[types.CodeAction] | None:
        uri, lines = params.text_document.uri, (params.range.start.line + 1, params.range.end.line + 1)

        def ask(text: EditedText, places: EditorPlaces) -> list[types.CodeAction]:
            found = fixes(text, *lines, made.tongue)
            return values.code_actions(found, uri, params.context.diagnostics, places)

        return await made.answer(uri, ask)

    @made.feature(types.TEXT_DOCUMENT_FORMATTING)
    async def shaped(params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
        def ask(text: EditedText, places: EditorPlaces) -> list[types.TextEdit]:
            other = formatted(text)
            return values.text_edits(changes_to(text, other) if other else (), places)

        return await made.answer(params.text_document.uri, ask)


def serve(tongue: Tongue) -> None:
    """Serve an editor on standard input and output until it leaves; ValueError where it sends too much."""
    sys.setswitchinterval(TURN)
    # Nothing but the protocol may come where the editor listens.
    spoken = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    pipes = FromEditor(sys.stdin.buffer), ToEditor(spoken)
    server(tongue).start_io(*cast(tuple[BinaryIO, BinaryIO], pipes))
    leave_at_once(0)
