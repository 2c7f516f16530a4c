"""The text of an audit on a terminal, and its JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict

from kotra_notation.archive.audit.figures import Audit, FileGroups
from kotra_notation.archive.audit.wording import (
    SEVERITIES,
    STATUSES,
    amount,
    commands,
    describe_suspicion,
    gain,
    group_cells,
    lead,
    named_groups,
    percent,
    reasons,
    so_many,
    whole,
)
from kotra_notation.cli.speaking import say, user_tongue
from kotra_notation.jobs.files import printable
from kotra_notation.report.cleaning import bare

Row = Sequence[str]


def render_json(audit: Audit) -> str:
    """Return an audit for programs."""
    return json.dumps(asdict(audit), ensure_ascii=False, indent=1) + "\n"


def render_text(audit: Audit) -> str:
    """Return an audit for people."""
    return "\n".join(_lines(audit)) + "\n"


def _lines(audit: Audit) -> Iterator[str]:
    tongue = user_tongue()
    yield from lead(audit, tongue)
    yield from _table(
        (status.status, whole(status.files), say(STATUSES.get(status.status, "")))
        for status in audit.statuses
    )
    yield from ("", gain(audit, tongue))
    for rank, mend in enumerate(audit.mending.first, 1):
        format = ", ".join(filter(None, (mend.format, mend.dialect)))
        yield f"{rank:>3}. {_here(mend.path, audit.base)} ({_plain(format)})"
        yield f"     {' '.join(reasons(mend, tongue, _plain))}"
        for command, argument in commands(mend, lambda path: _from_here(path, audit.base)):
            yield f"     {command} {argument}"
    if audit.kinds:
        yield from _render_section(say("Kinds of findings"), _kinds(audit))
    yield from _render_section(say("Folders"), _groups(audit.folders, say("(the folder itself)")))
    yield from _render_section(say("Notations and their dialects"), _groups(audit.notations, ""))
    if any(group.name for group in audit.programs.listed):
        title = say("Programs and sites named in the matches")
        yield from _render_section(title, _groups(audit.programs, say("(none named)")))
    if audit.periods:
        yield from _render_section(say("By date of the match"), _periods(audit))
    if audit.suspicions:
        yield from ("", say("Worth a look"))
        yield from _suspicions(audit)
    yield from _unread(audit)


def _kinds(audit: Audit) -> Iterator[Row]:
    yield ("", "", "", say("findings"), say("files"), say("matches"))
    for kind in audit.kinds:
        numbers = map(whole, (kind.findings, kind.files, kind.matches))
        yield (kind.code, kind.name, say(SEVERITIES[kind.severity]), *numbers)


def _groups(groups: FileGroups, unnamed: str) -> Iterator[Row]:
    heads = (say("files"), say("rolls"), say("not recovered"), say("errors"), say("warnings"))
    yield ("", *heads, say("errors per 1000 rolls"))
    for name, group in named_groups(groups, unnamed, bare, user_tongue()):
        yield (_plain(name), *group_cells(group, user_tongue()))


def _periods(audit: Audit) -> Iterator[Row]:
    yield ("", say("matches"), say("with errors"), "", say("errors"))
    for period in audit.periods:
        name = say("earlier") if period.period == "earlier" else period.period
        share = percent(period.faulty / period.matches)
        yield (name, whole(period.matches), whole(period.faulty), share, whole(period.errors))
    if audit.undated:
        yield (say("no date"), whole(audit.undated), "", "", "")


def _suspicions(audit: Audit) -> Iterator[str]:
    tongue = user_tongue()
    for suspicion in audit.suspicions:
        title, meaning = describe_suspicion(suspicion, tongue)
        yield f"{title}: {so_many(suspicion.matches, 'match', tongue)}. {meaning}"
        for sight in suspicion.first:
            names = " – ".join(_plain(name or "?") for name in sight.players)
            parts = (
                say("match {number}", number=sight.match),
                names,
                amount(suspicion.name, sight.amount, tongue),
            )
            yield f"    {_here(sight.path, audit.base)}: {', '.join(filter(None, parts))}"
        if suspicion.matches > len(suspicion.first):
            yield f"    {say('and {number} more', number=whole(suspicion.matches - len(suspicion.first)))}"
    if not audit.throws:
        yield say("The archive was built without rolls, so there is no report on dice.")


def _unread(audit: Audit) -> Iterator[str]:
    if audit.unread:
        yield from ("", say("Not read"))
        for file in audit.unread:
            yield f"    {_here(file.path, audit.base)}: {file.status}. {_plain(file.trouble or '')}".rstrip()
    if audit.unknown:
        suffixes = [f"{suffix or say('(no extension)')} {whole(files)}" for suffix, files in audit.unknown]
        endings = _plain(", ".join(suffixes))
        yield from ("", f"{say('Unknown formats, by file extension:')} {endings}")


def _render_section(title: str, rows: Iterator[Row]) -> Iterator[str]:
    yield from ("", title)
    yield from _table(rows)


def _table(rows: Iterable[Row]) -> Iterator[str]:
    """Yield rows in columns: numbers to the right, words to the left."""
    columns = []
    for number, cells in enumerate(zip(*rows, strict=True)):
        width = max(map(len, cells))
        to_right = number > 0 and any(cell[:1].isdigit() for cell in cells)
        columns.append([cell.rjust(width) if to_right else cell.ljust(width) for cell in cells])
    for row in zip(*columns, strict=True):
        yield f"    {'  '.join(row)}".rstrip()


def _plain(text: str) -> str:
    return printable(bare(text))


def _from_here(path: str, base: str) -> str:
    """Return a path as it is typed here: from this folder where it lies below, else in full."""
    return (f"{base}/{path}" if base else path).removeprefix(f"{os.getcwd()}/")


def _here(path: str, base: str) -> str:
    return _plain(_from_here(path, base))
