"""What passes between the desk and its workers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kotra_notation.jobs.rows import Row
from kotra_notation.values import dataclass
from kotra_notation.words import phrase

# What a worker is sent first, and answers as soon as it has loaded what it needs.
READY = "ready"
TOO_SLOW = phrase("It took too long, and was left.")


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
        """Return how many bytes the files have."""
        return sum(len(data) for _, data in self.files)


@dataclass(frozen=True, slots=True)
class WorkProgress:
    """So much of the whole is done."""

    done: int
    whole: int


@dataclass(frozen=True, slots=True)
class WorkAnswer:
    """What came of some work, or the sentence that says why nothing did.

    `spent`: the process has no memory left, and another is to take its place.
    """

    row: Row | None = None
    refused: str = ""
    spent: bool = False
