"""Work of the desk as it passes to a worker and back, the objects of JSON that pages ask with, and zips."""

from __future__ import annotations

import json
import zipfile
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from itertools import accumulate, pairwise
from typing import TypeVar

from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE, Opened
from kotra_notation.jobs.rows import Row
from kotra_notation.jobs.sources import ADDED, DAMAGED
from kotra_notation.values import dataclass
from kotra_notation.words import phrase
from kotra_notation.words.tongues import Tongue

Kind = TypeVar("Kind")

# The first message to a worker, which it sends back as soon as it is loaded.
READY = "ready"
# The most files of one request.
MOST_FILES = 26
TOO_SLOW = phrase("It took too long and was stopped.")


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskWork:
    """A task by its name, its files and wishes, the language of the answer, and the limits that hold.

    A process may take so much `memory`, reserved or used; or, without that, may hold what is `resident`.
    """

    task: str
    files: Sequence[tuple[str, bytes]]
    wishes: Mapping[str, str]
    language: str
    seconds: float
    memory: int = 0
    resident: int = 0

    @property
    def size(self) -> int:
        """The bytes of the files."""
        return sum(len(data) for _, data in self.files)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskTask:
    """A task as a worker runs it: files and wishes by their names, and a listener to its progress."""

    files: Sequence[Opened]
    wishes: Mapping[str, str]
    tongue: Tongue
    progress: Callable[[int, int], None]

    @property
    def file(self) -> Opened:
        """The first file."""
        if not self.files:
            raise ValueError(phrase("No file was sent."))
        return self.files[0]

    def number(self, name: str, digits: int = 9) -> int | None:
        """Return a wish that is a number; ValueError for one that is none."""
        wish = self.wishes.get(name)
        if wish is not None and not (wish.isascii() and wish.isdigit() and len(wish) <= digits):
            raise ValueError(phrase("{word} is not a number.", word=repr(wish[:40])))
        return None if wish is None else int(wish)


@dataclass(frozen=True, slots=True)
class WorkProgress:
    """The progress of some work."""

    done: int
    whole: int


@dataclass(frozen=True, slots=True)
class WorkAnswer:
    """The row some work made, or why there is none; `spent`: the process is out of memory and is replaced."""

    row: Row | None = None
    refused: str = ""
    spent: bool = False


NOT_UNDERSTOOD = phrase("The page and the desk do not match; reload the page.")


class AskedError(ValueError):
    """A refusal with a status of its own, and data for the page to act on."""

    def __init__(self, error: str, status: int = 422, **facts: object) -> None:
        super().__init__(error)
        self.status = status
        self.facts = facts


def split_files(names: Sequence[str], sizes: Sequence[str], body: bytes) -> Sequence[tuple[str, bytes]]:
    """Return the files that lie in a body one after the other; a refusal where the sizes do not fit."""
    if len(names) == 1 and not sizes:
        return [(names[0], body)]
    numbers = all(size.isascii() and size.isdigit() for size in sizes)
    ends = [0, *accumulate(int(size[:12]) for size in sizes)] if numbers else [0]
    if len(names) != len(sizes) or not 0 < len(names) <= MOST_FILES or ends[-1] != len(body):
        raise AskedError(phrase("File names and sizes do not match."), 400)
    return [(name, body[start:end]) for name, (start, end) in zip(names, pairwise(ends), strict=True)]


def file_row(name: str, content: str | bytes) -> Row:
    """Return a file, its bytes in base64."""
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    return {"name": name, "content": b64encode(data).decode()}


def parse_object(body: bytes) -> Row:
    """Parse the object of a body; a refusal where it is none."""
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict):
        raise AskedError(NOT_UNDERSTOOD, 400)
    return asked


def fact(asked: Row, name: str, kind: type[Kind]) -> Kind:
    """Return the value of a name, of a kind; a refusal where it is of another, or missing."""
    value = asked.get(name)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise AskedError(NOT_UNDERSTOOD, 400)
    return value


def asked_line(asked: Row) -> int | None:
    """Return the line that is asked about, if one is."""
    return None if asked.get("line") is None else fact(asked, "line", int)


# The most files of a zip, and the bytes of all of them.
MOST_UNPACKED, MOST_BYTES = 2000, 2 * MAX_SIZE * MEGABYTE


def unpack(asked: DeskTask) -> Row:
    """Return the files in a zip, without hidden ones; ValueError if it is damaged or holds too much."""
    files: list[Row] = []
    left = MOST_BYTES
    try:
        with zipfile.ZipFile(BytesIO(asked.file.data)) as archive:
            for member in archive.infolist():
                if member.is_dir() or any(part.startswith(ADDED) for part in _parts(member.filename)):
                    continue
                with archive.open(member) as opened:
                    data = opened.read(left + 1)
                left -= len(data)
                if left < 0 or len(files) == MOST_UNPACKED:
                    raise ValueError(phrase("The zip holds too much; unpack it first."))
                files.append(file_row(member.filename, data))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise ValueError(DAMAGED) from error
    if not files:
        raise ValueError(phrase("The zip holds no files."))
    return {"files": files}


def _parts(path: str) -> list[str]:
    """Return the names of the folders of a path, each with its slash, and the name of its file."""
    *folders, name = path.split("/")
    return [*(f"{folder}/" for folder in folders), name]
