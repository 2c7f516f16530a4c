"""The work of commands and desk on an archive: answers to questions, pages, records written from it.

Here an archive is opened for it: its packages there, its tables sound, its names decided; or why not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from kotra_notation.jobs.guarding import is_fault
from kotra_notation.jobs.sources import ARCHIVE_LIST
from kotra_notation.words import phrase, reason
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import Tongue

if TYPE_CHECKING:
    import duckdb

    from kotra_notation.archive.store import Store

# What a page of an archive may be about.
PLAYER, EVENT = "player", "event"
# What the answer to one who looks at a page may take of memory, in megabytes.
MEMORY = 512
INSTALL = 'pip install "kotra-notation[{extra}]"'
PACKAGES = {"archive": ("pyarrow", "duckdb", "numpy"), "cluster": ("distributed",), "cloud": ("fsspec",)}


class ArchiveRefusedError(ValueError):
    """Raised if there is no archive, it is damaged, or it cannot answer a question."""

    def told(self, tongue: Tongue, /) -> Sequence[str]:
        """Why, in a language; what DuckDB says is in its own."""
        return [told(self.args[0], tongue)]


def is_archive(folder: Path) -> bool:
    """Return whether a folder is an archive, as far as its name for the list of its parts tells."""
    return (folder / ARCHIVE_LIST).is_file()


def lacking(extra: str) -> str:
    """Return what to install for an extra, as a sentence; nothing where its packages are there."""
    missing = [name for name in PACKAGES[extra] if find_spec(name) is None]
    if not missing:
        return ""
    return phrase(
        "Install the missing packages {packages}: {command}",
        packages=", ".join(missing),
        command=INSTALL.format(extra=extra),
    )


@contextmanager
def asking_tables(
    folder: str, memory: int | None = MEMORY, *, where: str | None = None, matches: str | None = None
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Yield the tables of an archive, as far as they are about the chosen matches.

    An answer may take so much memory and no disk, or what it needs.
    """
    with asking(folder) as store:
        from kotra_notation.archive.ask.selection import choose
        from kotra_notation.archive.views import connect

        with closing(connect(store, memory=memory)) as base:
            choose(base, where=where, matches=matches)
            yield base


@contextmanager
def asking(folder: str) -> Iterator[Store]:
    """The archive in a folder as it is now; ArchiveRefusedError for whatever is wrong while it is asked."""
    if sentence := lacking("archive"):
        raise ArchiveRefusedError(sentence)
    from kotra_notation.archive.store import ArchiveError, Store

    store = None
    try:
        store = Store.open(folder)
        yield store
    except Exception as error:
        if not is_fault(error):
            raise
        with suppress(ArchiveError, OSError):
            if store is not None and Store.open(folder, sound=False).manifest != store.manifest:
                raise ArchiveRefusedError(
                    phrase("The archive was rebuilt in the meantime; ask again.")
                ) from error
        if why := refusal(error, folder):
            raise ArchiveRefusedError(why) from error
        raise


def refusal(error: Exception, folder: str) -> str:
    """Return what an archive lacks, or the damaged table where one is to blame; nothing for other faults."""
    from kotra_notation.archive.manifest import DamagedError
    from kotra_notation.archive.store import ArchiveError, Store
    from kotra_notation.archive.views import QueryError

    if isinstance(error, ArchiveError) or (isinstance(error, QueryError) and not error.of_tables):
        return reason(error)
    found = None
    with suppress(ArchiveError, OSError):
        found = next(Store.open(folder, sound=False).find_damage(deep=True), None)
    if found:
        return reason(DamagedError(found))
    return reason(error) if isinstance(error, QueryError) else ""
