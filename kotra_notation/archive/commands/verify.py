"""`kotra archive verify`: whether every table of an archive is as it was written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import typer

from kotra_notation.archive.commands.opening import Folder, opened
from kotra_notation.cli.failing import DONE, FOUND
from kotra_notation.cli.options import Form, Language
from kotra_notation.cli.progress import track_share
from kotra_notation.cli.speaking import count, output_tongue, say, tell
from kotra_notation.cli.streams import echo
from kotra_notation.jobs.files import printable
from kotra_notation.jobs.rows import document, row

if TYPE_CHECKING:
    from kotra_notation.archive.manifest import Damage
    from kotra_notation.archive.store import Store


def verify(
    folder: Folder,
    output: Form = "text",
    language: Language = None,
) -> None:
    """Read every table of an archive, and say which are gone, cut short or not as they were written.

    Nothing is changed: kotra archive build --verify makes what is damaged anew from the sources.

    Status 0: all are intact. 1: something is damaged. 2: it could not be looked at.

    Example: kotra archive verify archive
    """
    store = opened(folder, sound=False)
    damages = list(_found(store))
    if output == "json":
        typer.echo(_json(store, damages))
    else:
        _print(store, damages)
    raise typer.Exit(FOUND if damages else DONE)


def _found(store: Store) -> Iterator[Damage]:
    """Yield what is damaged, with what share is read on standard error."""
    from kotra_notation.archive.manifest import damaged

    read = 0
    with track_share(_sums(store)[1]) as progress:
        for part in store.manifest.parts.values():
            yield from damaged(part, store.within(part.id), deep=True)
            read += sum(kept.size for kept in part.tables.values())
            progress(read)


def _json(store: Store, damages: list[Damage]) -> str:
    tables, size = _sums(store)
    data = {
        "version": 1,
        "parts": len(store.manifest.parts),
        "tables": tables,
        "bytes": size,
        "damaged": [
            row(
                damage,
                "part",
                output_tongue(),
                path=printable(damage.path),
                table=damage.path.stem,
                how=damage.how,
                message=damage.sentence,
            )
            for damage in damages
        ],
    }
    return document(data)


def _sums(store: Store) -> tuple[int, int]:
    kept = [table for part in store.manifest.parts.values() for table in part.tables.values()]
    return len(kept), sum(table.size for table in kept)


def _print(store: Store, damages: list[Damage]) -> None:
    for damage in damages:
        echo(tell(damage.sentence))
    tables = count("{number} table", "{number} tables", _sums(store)[0])
    if not damages:
        echo(say("{tables}: all are as they were written.", tables=tables))
        return
    echo(
        count(
            "{tables}: {number} is damaged. Make it anew: {command}",
            "{tables}: {number} are damaged. Make them anew: {command}",
            len(damages),
            tables=tables,
            command=f"kotra archive build --verify -o {printable(store.folder)}",
        )
    )
