"""`kotra archive verify`: tables checked for damage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import typer

from kotra_notation.archive.commands.folders import Folder, open_archive
from kotra_notation.cli.failing import DONE, FOUND
from kotra_notation.cli.options import Form, Language
from kotra_notation.cli.progress import track_share
from kotra_notation.cli.speaking import count, output_tongue, say, tell
from kotra_notation.cli.streams import echo
from kotra_notation.jobs.files import printable
from kotra_notation.jobs.rows import Row, document, row

if TYPE_CHECKING:
    from kotra_notation.archive.manifest import Damage
    from kotra_notation.archive.store import Store


def verify(folder: Folder, output: Form = "text", language: Language = None) -> None:
    """Check that every table is still as it was written.

    Nothing is changed: kotra archive build --verify rebuilds damaged tables from the sources.

    Status 0: all intact. 1: something is damaged. 2: could not check.

    Example: kotra archive verify archive
    """
    store = open_archive(folder, sound=False)
    tables = [table for part in store.manifest.parts.values() for table in part.tables.values()]
    size = sum(table.bytes for table in tables)
    damages = list(_find_damage(store, size))
    if output == "json":
        rows = [_damage_row(damage) for damage in damages]
        parts = len(store.manifest.parts)
        typer.echo(
            document({"version": 1, "parts": parts, "tables": len(tables), "bytes": size, "damaged": rows})
        )
    else:
        _print_damages(store, damages, len(tables))
    raise typer.Exit(FOUND if damages else DONE)


def _find_damage(store: Store, size: int) -> Iterator[Damage]:
    """Yield what is damaged, while the share that is read is shown on standard error."""
    from kotra_notation.archive.manifest import find_damage

    read = 0
    with track_share(size) as progress:
        for part in store.manifest.parts.values():
            yield from find_damage(part, store.within(part.id), deep=True)
            read += sum(table.bytes for table in part.tables.values())
            progress(read)


def _damage_row(damage: Damage) -> Row:
    return row(
        damage,
        "part",
        output_tongue(),
        path=printable(damage.path),
        table=damage.path.stem,
        how=damage.how,
        message=damage.sentence,
    )


def _print_damages(store: Store, damages: list[Damage], number: int) -> None:
    for damage in damages:
        echo(tell(damage.sentence))
    tables = count("{number} table", "{number} tables", number)
    if not damages:
        echo(say("{tables}: all intact.", tables=tables))
        return
    echo(
        count(
            "{tables}: {number} is damaged. Rebuild it: {command}",
            "{tables}: {number} are damaged. Rebuild them: {command}",
            len(damages),
            tables=tables,
            command=f"kotra archive build --verify -o {printable(store.folder)}",
        )
    )
