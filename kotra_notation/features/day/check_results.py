"""The result of a check as a file: where it lies, and what stands in it.

Its mark names the content that was checked and the way that was asked for, so that no result is made twice;
only what bears a mark is ever written over.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from hashlib import sha256

from kotra_notation.features.check.job import Checked, document
from kotra_notation.features.check.verdict import Verdict
from kotra_notation.formats.strangers import TAIL, mark
from kotra_notation.jobs.files import Trouble, write_whole
from kotra_notation.jobs.rows import document as printed
from kotra_notation.values import dataclass
from kotra_notation.version import VERSION
from kotra_notation.words import phrase
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import ENGLISH, Tongue

ENDINGS = {"text": ".check.txt", "json": ".check.json"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultMark:
    """Which content was checked, none where it could not be read; in which way; and what came of it."""

    content: str | None
    way: str
    verdict: Verdict

    def __str__(self) -> str:
        one = self.verdict
        return (
            f"kotra-watch 1 content:{self.content or 'unread'} way:{self.way}"
            f" errors:{one.errors} warnings:{one.warnings} notes:{one.notes} failed:{one.failed:d}"
        )


def is_result(path: str, data: bytes) -> bool:
    """Return whether a file is a result, by its name and its mark."""
    return path.endswith(tuple(ENDINGS.values())) and mark(data) is not None


def mark_of(path: str) -> ResultMark | None:
    """The mark of a result; None of anything else, and where nothing is."""
    found = mark(_end(path))
    if found is None:
        return None
    content, way, *numbers = (part.decode() for part in found.groups())
    errors, warnings, notes, failed = map(int, numbers)
    verdict = Verdict(errors=errors, warnings=warnings, notes=notes, failed=bool(failed))
    return ResultMark(content=None if content == "unread" else content, way=way, verdict=verdict)


def _end(path: str) -> bytes:
    """The last bytes of a file; nothing of what is no ordinary file or cannot be read."""
    try:
        status = os.lstat(path)
        if not stat.S_ISREG(status.st_mode):
            return b""
        with open(path, "rb") as file:
            file.seek(max(0, status.st_size - TAIL))
            return file.read(TAIL)
    except OSError:
        return b""


def way(form: str, language: str, *asked: str | None) -> str:
    """A digest of all that a result follows from beside the content of the file."""
    return sha256(json.dumps([VERSION, form, language, *asked]).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of one file; its `name` is its path within the folder."""

    name: str
    checked: Checked | Trouble
    mark: ResultMark
    tongue: Tongue = ENGLISH

    @property
    def verdict(self) -> Verdict:
        """The outcome in numbers."""
        return self.mark.verdict

    def as_json(self) -> str:
        """The whole result as a document of JSON."""
        known = [] if isinstance(self.checked, Trouble) else [self.checked]
        why = {"trouble": told(self.checked.why, self.tongue)} if isinstance(self.checked, Trouble) else {}
        whole = {
            **document([one.as_json(self.tongue) for one in known], known, 0),
            **why,
            "mark": str(self.mark),
        }
        return printed(whole) + "\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """Where the results of the files of a folder lie, beside them or in a folder, and their text."""

    form: str
    folder: str
    spell: Callable[[Outcome], str]

    def place(self, name: str) -> str:
        """The path of the result of a file, which need not be there."""
        return os.path.join(self.folder, name + ENDINGS[self.form])

    def mark(self, name: str) -> ResultMark | None:
        """The mark of the result that is there; None where there is none, or a file that is no result."""
        return mark_of(self.place(name))

    def write(self, outcome: Outcome) -> None:
        """Write a result whole; ValueError for a file that is no result, OSError where it cannot be done."""
        place = self.place(outcome.name)
        if os.path.lexists(place) and self.mark(outcome.name) is None:
            raise ValueError(phrase("it is not written over, as it is no result of ours; move it away"))
        os.makedirs(os.path.dirname(place) or ".", exist_ok=True)
        # A sign that no text can hold is written in a way that JSON can.
        write_whole(place, self.spell(outcome).encode("utf-8", "backslashreplace"))
