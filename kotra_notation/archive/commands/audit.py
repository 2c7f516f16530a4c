"""`kotra archive audit` and `verify`: what is in an archive, what is broken in it, and what to mend first."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from kotra_notation.archive.commands.folders import Folder, not_within, open_archive
from kotra_notation.cli.failing import DONE, FOUND, fail
from kotra_notation.cli.files import deliver
from kotra_notation.cli.names import check_code
from kotra_notation.cli.options import Form, FormOrPage, Ignore, OutOrPage, Select, option
from kotra_notation.cli.progress import track_share
from kotra_notation.cli.speaking import count, output_tongue, say, tell, user_tongue
from kotra_notation.cli.streams import echo
from kotra_notation.jobs.files import printable
from kotra_notation.jobs.rows import Row, document, row
from kotra_notation.report.cleaning import bare

if TYPE_CHECKING:
    from kotra_notation.archive.audit.figures import Audit, FileGroups, Suspicion
    from kotra_notation.archive.audit.wording import AuditWords
    from kotra_notation.archive.manifest import Damage
    from kotra_notation.archive.store import Store

Cells = Sequence[str]
# So many are listed at most: whoever wants all asks the tables.
MOST_LISTED = 1_000


def audit(
    folder: Folder,
    out: OutOrPage = None,
    output: FormOrPage = "text",
    top: int = option("--top", "How many rows to list.", "N", default=20),
    within: str | None = option("--folder", "Only files in this folder or zip.", "PATH"),
    select: Select = None,
    ignore: Ignore = None,
    title: str | None = option("--title", "The title of the page.", "TEXT"),
) -> None:
    """Show which files are broken, and what to fix first.

    Files with the most errors and lost plays come first. Then the kinds of findings, the folders, notations
    and years, unusual matches, and files that could not be read. The totals are those of kotra check.

    Status 0: no errors. 1: errors. 2: failed.

    Example: kotra archive audit archive

    Example: kotra archive audit archive -o audit.html
    """  # fmt: skip
    if not 0 < top <= MOST_LISTED:
        fail("--top must be a number from 1 to {most}, not {number}.", most=MOST_LISTED, number=top)
    for word in (*(select or ()), *(ignore or ())):
        check_code(word)
    if title is not None and output != "html":
        fail("--title needs a page: name one with -o, such as audit.html.")
    store = open_archive(folder)
    not_within(store.folder, out)
    from kotra_notation.archive.audit import AuditWishes
    from kotra_notation.archive.audit import audit as audited
    from kotra_notation.archive.build.items import path_text

    place = within and path_text(within)
    wishes = AuditWishes(top=top, folder=place, select=tuple(select or ()), ignore=tuple(ignore or ()))
    done = audited(store, wishes)
    deliver(out, render(done, output, title))
    raise typer.Exit(FOUND if done.totals.errors else DONE)


def render(done: Audit, form: str, title: str | None = None) -> str:
    """Return an audit as a page, as JSON, or as text."""
    if form == "html":
        from kotra_notation.archive.audit.page import html

        return html(done, user_tongue(), title)
    if form == "json":
        return json.dumps(asdict(done), ensure_ascii=False, indent=1) + "\n"
    return "\n".join(_lines(done)) + "\n"


def _lines(audit: Audit) -> Iterator[str]:
    from kotra_notation.archive.audit.wording import STATUSES, AuditWords, commands, whole

    words = AuditWords(user_tongue(), _plain)
    yield from words.lead(audit)
    yield from _table(
        (status.status, whole(status.files), say(STATUSES.get(status.status, "")))
        for status in audit.statuses
    )
    yield from ("", words.gain(audit))
    for rank, mend in enumerate(audit.mending.first, 1):
        format = ", ".join(filter(None, (mend.format, mend.dialect)))
        yield f"{rank:>3}. {_here(mend.path, audit.base)} ({_plain(format)})"
        yield f"     {' '.join(words.reasons(mend))}"
        for command, argument in commands(mend, lambda path: _from_here(path, audit.base)):
            yield f"     {command} {argument}"
    if audit.kinds:
        yield from _render_section(say("Kinds of findings"), _kinds(audit))
    yield from _render_section(say("Folders"), _groups(audit.folders, say("(the folder itself)"), words))
    yield from _render_section(say("Notations and their dialects"), _groups(audit.notations, "", words))
    if any(group.name for group in audit.programs.listed):
        title = say("Programs and sites named in the matches")
        yield from _render_section(title, _groups(audit.programs, say("(none named)"), words))
    if audit.periods:
        yield from _render_section(say("By date of the match"), _periods(audit))
    if audit.suspicions:
        yield from ("", say("Worth a look"))
    for suspicion in audit.suspicions:
        yield from _suspicion(suspicion, words, audit.base)
    if audit.suspicions and not audit.throws:
        yield say("The archive was built without rolls, so there is no report on dice.")
    yield from _unread(audit)


def _kinds(audit: Audit) -> Iterator[Cells]:
    from kotra_notation.archive.audit.wording import SEVERITIES, whole

    yield ("", "", "", say("findings"), say("files"), say("matches"))
    for kind in audit.kinds:
        numbers = map(whole, (kind.findings, kind.files, kind.matches))
        yield (kind.code, kind.name, say(SEVERITIES[kind.severity]), *numbers)


def _groups(groups: FileGroups, unnamed: str, words: AuditWords) -> Iterator[Cells]:
    heads = (say("files"), say("rolls"), say("not recovered"), say("errors"), say("warnings"))
    yield ("", *heads, say("errors per 1000 rolls"))
    yield from ((_plain(name), *cells) for name, cells, _ in words.groups(groups, unnamed, bare))


def _periods(audit: Audit) -> Iterator[Cells]:
    from kotra_notation.archive.audit.wording import percent, whole

    yield ("", say("matches"), say("with errors"), "", say("errors"))
    for period in audit.periods:
        name = say("earlier") if period.period == "earlier" else period.period
        share = percent(period.faulty / period.matches)
        yield (name, whole(period.matches), whole(period.faulty), share, whole(period.errors))
    if audit.undated:
        yield (say("no date"), whole(audit.undated), "", "", "")


def _suspicion(suspicion: Suspicion, words: AuditWords, base: str) -> Iterator[str]:
    title, meaning = words.suspicion(suspicion)
    yield f"{title}: {words.so_many(suspicion.matches, 'match')}. {meaning}"
    for sight in suspicion.first:
        names, match, amount = words.sight(suspicion.name, sight)
        yield f"    {_here(sight.path, base)}: {', '.join(filter(None, (match, names, amount)))}"
    if more := words.more(suspicion):
        yield f"    {more}"


def _unread(audit: Audit) -> Iterator[str]:
    from kotra_notation.archive.audit.wording import whole

    if audit.unread:
        yield from ("", say("Not read"))
        for file in audit.unread:
            yield f"    {_here(file.path, audit.base)}: {file.status}. {_plain(file.trouble or '')}".rstrip()
    if audit.unknown:
        suffixes = [f"{suffix or say('(no extension)')} {whole(files)}" for suffix, files in audit.unknown]
        endings = _plain(", ".join(suffixes))
        yield from ("", f"{say('Unknown formats, by file extension:')} {endings}")


def _render_section(title: str, rows: Iterator[Cells]) -> Iterator[str]:
    yield from ("", title)
    yield from _table(rows)


def _table(rows: Iterable[Cells]) -> Iterator[str]:
    """Yield rows in columns: numbers to the right, words to the left."""
    columns = []
    for number, cells in enumerate(zip(*rows, strict=True)):
        width = max(map(len, cells))
        to_right = number > 0 and any(cell[:1].isdigit() for cell in cells)
        columns.append([cell.rjust(width) if to_right else cell.ljust(width) for cell in cells])
    for cells in zip(*columns, strict=True):
        yield f"    {'  '.join(cells)}".rstrip()


def _plain(text: str) -> str:
    return printable(bare(text))


def _from_here(path: str, base: str) -> str:
    """Return a path as it is typed here: from this folder where it lies below, else in full."""
    return (f"{base}/{path}" if base else path).removeprefix(f"{os.getcwd()}/")


def _here(path: str, base: str) -> str:
    return _plain(_from_here(path, base))


def verify(folder: Folder, output: Form = "text") -> None:
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
