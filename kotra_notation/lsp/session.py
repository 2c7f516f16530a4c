"""A text that is open in an editor: judged at each change, findings first and hints later."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from kotra_notation.alarm import Stoppable, StoppedError
from kotra_notation.record.editing.edited_text import EditedText, KeptGames, judge, too_slow

Result = TypeVar("Result")

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
