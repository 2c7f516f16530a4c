"""The server: texts that are open in an editor, judged at each change, and the requests about them."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import BytesIO
from typing import BinaryIO, TypeVar, cast

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from kotra_notation.alarm import Stoppable, StoppedError
from kotra_notation.errors import KotraError
from kotra_notation.installation import version_line
from kotra_notation.jobs.files import STDIN
from kotra_notation.lsp import values
from kotra_notation.lsp.values import EditorPlaces
from kotra_notation.record.editing import EditedText, KeptGames, format_text, judge, too_slow
from kotra_notation.record.editing.completions import completions
from kotra_notation.record.editing.fixes import changes_to, fixes
from kotra_notation.record.editing.views import folds, hover, inlays, outline
from kotra_notation.words.tongues import Tongue

# The most bytes of a message: more than the largest text that is judged has as JSON.
LARGEST_MESSAGE = 100_000_000
LONGEST_LINE = 1_000
_EXIT = b'{"jsonrpc": "2.0", "method": "exit"}'


def leave_at_once(status: int) -> None:
    """End the process without waiting for its threads, which nobody listens to any more."""
    os._exit(status)


class FromEditor:
    """The pipe from an editor; one that closes it has left, and so `exit` is read as its last message."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readline(self) -> bytes:
        """Read the next line, or as much of a very long one."""
        line = self._stream.readline(LONGEST_LINE)
        if not line:
            self._stream = BytesIO(b"Content-Length: %d\r\n\r\n%b" % (len(_EXIT), _EXIT))
            line = self._stream.readline()
        return line

    def read(self, size: int) -> bytes:
        """Read so many bytes; ValueError where a message is far too large."""
        if size > LARGEST_MESSAGE:
            raise KotraError(
                "The editor sent a message of {size} bytes; the limit is {limit}.",
                size=size,
                limit=LARGEST_MESSAGE,
            )
        return self._stream.read(size)


class ToEditor:
    """The pipe to an editor; where it does not listen any more, the server leaves."""

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


# The seconds that judging and an answer may take, and the pause in typing before hints are looked for.
LIMIT, ANSWER_LIMIT, PAUSE = 10.0, 5.0, 0.15


class Session:
    """One open text. `tell` is called with it as it was judged, and again where hints come later."""

    def __init__(
        self, path: str, text: str, pool: ThreadPoolExecutor, tell: Callable[[EditedText], None]
    ) -> None:
        self.path = path
        self._pool = pool
        self._tell = tell
        self._text = text
        self._kept = KeptGames()
        self._work = Stoppable()
        self._changed = asyncio.Event()
        self._changed.set()
        self._judged: asyncio.Future[EditedText | None] = asyncio.get_running_loop().create_future()
        self._following = asyncio.ensure_future(self._follow())

    def change(self, text: str) -> None:
        """Take another text; what is done for the one before is ended."""
        self._text = text
        self._changed.set()
        self._work.stop()
        self._supersede()

    def close(self) -> None:
        """End all work."""
        self._following.cancel()
        self._work.stop()
        self._supersede()

    async def document(self) -> EditedText | None:
        """Return the text as it is now, judged, perhaps without hints yet; None where it was closed."""
        while not self._following.done():
            if (done := await asyncio.shield(self._judged)) is not None:
                return done
        return None

    async def answer(self, ask: Callable[[EditedText], Result]) -> Result | None:
        """Return the answer about the text as it is now; None where that takes too long."""
        document = await self.document()
        if document is None:
            return None
        return await self._run(Stoppable(), partial(ask, document), ANSWER_LIMIT)

    def _supersede(self) -> None:
        if not self._judged.done():
            self._judged.set_result(None)
        if not self._following.done():
            self._judged = asyncio.get_running_loop().create_future()

    async def _follow(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            text, document = self._text, await self._judge(hints=False)
            if self._changed.is_set():
                continue
            document = document or too_slow(text, self.path, LIMIT)
            self._judged.set_result(document)
            self._tell(document)
            if document.wants_hints and not await self._typed_on():
                hinted = await self._judge(hints=True)
                if hinted is not None and not self._changed.is_set():
                    self._judged = asyncio.get_running_loop().create_future()
                    self._judged.set_result(hinted)
                    self._tell(hinted)

    async def _typed_on(self) -> bool:
        """Return whether the text changes before long."""
        try:
            await asyncio.wait_for(self._changed.wait(), PAUSE)
        except TimeoutError:
            return False
        return True

    async def _judge(self, *, hints: bool) -> EditedText | None:
        self._work = Stoppable()
        return await self._run(
            self._work, partial(judge, self._text, self.path, hints=hints, kept=self._kept), LIMIT
        )

    async def _run(self, work: Stoppable, do: Callable[[], Result], limit: float) -> Result | None:
        """Run work in another thread; None where it was ended, or takes longer than the limit."""
        loop = asyncio.get_running_loop()
        late = loop.call_later(limit, work.stop)
        try:
            return await loop.run_in_executor(self._pool, work.run, do)
        except StoppedError:
            return None
        finally:
            late.cancel()


class KotraServer(LanguageServer):
    """A server for one editor, and the texts that are open in it."""

    def __init__(self, tongue: Tongue) -> None:
        super().__init__("kotra", version_line(), types.TextDocumentSyncKind.Full)
        self.tongue = tongue
        self.was_shut_down = False
        self._sessions: dict[str, Session] = {}
        self._pool = ThreadPoolExecutor(WORKERS, "kotra")

    def open(self, uri: str, text: str, language: str) -> None:
        """Begin to judge a text; one that has no name yet is known by its language."""
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
        """Return the answer about an open text as it is now; None where it is not open, or takes too long."""
        session = self._sessions.get(uri)
        return await session.answer(lambda text: ask(text, self._places(text))) if session else None

    def _places(self, text: EditedText) -> EditorPlaces:
        return EditorPlaces(text, self.workspace.position_codec)

    def _publish(self, uri: str, text: EditedText) -> None:
        diagnostics = values.diagnostics(text, self._places(text), self.tongue)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics))


def server(tongue: Tongue) -> KotraServer:
    """Return a server with all its features."""
    kotra = KotraServer(tongue)
    _follow_texts(kotra)
    _show(kotra)
    _change(kotra)
    return kotra


def _follow_texts(kotra: KotraServer) -> None:
    @kotra.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        opened = params.text_document
        kotra.open(opened.uri, opened.text, opened.language_id)

    @kotra.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        for change in params.content_changes[-1:]:
            kotra.change(params.text_document.uri, change.text)

    @kotra.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        kotra.close(params.text_document.uri)

    @kotra.feature(types.SHUTDOWN)
    def shutdown(*params: object) -> None:
        kotra.end()
        kotra.was_shut_down = True

    @kotra.feature(types.EXIT)
    def leave(*params: object) -> None:
        leave_at_once(0 if kotra.was_shut_down else 1)


def _show(kotra: KotraServer) -> None:
    """Register what is shown of a text and beside it."""

    @kotra.feature(types.TEXT_DOCUMENT_HOVER)
    async def show_hover(params: types.HoverParams) -> types.Hover | None:
        def ask(text: EditedText, places: EditorPlaces) -> types.Hover | None:
            view = hover(text, *places.place(params.position), kotra.tongue)
            return values.hover(view, places) if view else None

        return await kotra.answer(params.text_document.uri, ask)

    @kotra.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def show_outline(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol] | None:
        return await kotra.answer(
            params.text_document.uri, lambda text, places: values.symbols(outline(text, kotra.tongue), places)
        )

    @kotra.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    async def show_folds(params: types.FoldingRangeParams) -> list[types.FoldingRange] | None:
        return await kotra.answer(
            params.text_document.uri, lambda text, _: values.folding_ranges(folds(text, kotra.tongue))
        )

    @kotra.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def show_inlays(params: types.InlayHintParams) -> list[types.InlayHint] | None:
        first, last = params.range.start.line + 1, params.range.end.line + 1
        return await kotra.answer(
            params.text_document.uri,
            lambda text, places: values.inlay_hints(inlays(text, first, last, kotra.tongue), places),
        )


def _change(kotra: KotraServer) -> None:
    """Register what may be changed in a text."""

    @kotra.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[" ", ":", ",", "="])
    )
    async def complete(params: types.CompletionParams) -> types.CompletionList | None:
        def ask(text: EditedText, places: EditorPlaces) -> types.CompletionList:
            line, column = places.place(params.position)
            items = values.completion_items(completions(text, line, column, kotra.tongue), line, places)
            return types.CompletionList(False, items)

        return await kotra.answer(params.text_document.uri, ask)

    kinds = [types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]

    @kotra.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=kinds))
    async def offer_fixes(params: types.CodeActionParams) -> list[types.CodeAction] | None:
        uri, lines = params.text_document.uri, (params.range.start.line + 1, params.range.end.line + 1)

        def ask(text: EditedText, places: EditorPlaces) -> list[types.CodeAction]:
            offered = fixes(text, *lines, kotra.tongue)
            return values.code_actions(offered, uri, params.context.diagnostics, places)

        return await kotra.answer(uri, ask)

    @kotra.feature(types.TEXT_DOCUMENT_FORMATTING)
    async def shape(params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
        def ask(text: EditedText, places: EditorPlaces) -> list[types.TextEdit]:
            other = format_text(text)
            return values.text_edits(changes_to(text, other) if other else (), places)

        return await kotra.answer(params.text_document.uri, ask)


def serve(tongue: Tongue) -> None:
    """Serve an editor on standard input and output until it leaves; ValueError where it sends too much."""
    sys.setswitchinterval(TURN)
    # Nothing but the protocol may come where the editor listens.
    spoken = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    pipes = FromEditor(sys.stdin.buffer), ToEditor(spoken)
    server(tongue).start_io(*cast(tuple[BinaryIO, BinaryIO], pipes))
    leave_at_once(0)
