"""`kotra same`: which records are of the same match, and in what they differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kotra_notation.cli import same_told
from kotra_notation.cli.failing import DONE, FAILED, complain, complain_at, fail, one_of
from kotra_notation.cli.files import MAX_SIZE, Trouble, in_bytes, opened, shown, watched
from kotra_notation.cli.guarding import LIMIT, TimeLimit, guarded, in_seconds
from kotra_notation.cli.helping import Language
from kotra_notation.cli.speaking import because, spoken, written

if TYPE_CHECKING:
    from kotra_notation.cli.gathering import Gathered, Record
    from kotra_notation.compare.sameness import Group, Member
    from kotra_notation.words.tongues import Tongue


def same(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH...", help="Files, folders, or - for standard input.")
    ],
    from_: Annotated[
        str | None, typer.Option("--from", metavar="FORMAT", help="The format, whatever it looks like.")
    ] = None,
    output: Annotated[str, typer.Option("--output", metavar="FORM", help="text or json.")] = "text",
    max_size: Annotated[
        float, typer.Option("--max-size", metavar="MB", help="Refuse larger files.")
    ] = MAX_SIZE,
    time_limit: TimeLimit = LIMIT,
    language: Language = None,
) -> None:
    """Find the records that are of the same match, and say in what they differ.

    Matches are known by their throws and plays: other names, sides changed over, another notation, a missing
    part, lost turns and wrong digits do not hide them. The record with most throws stands first in its group.

    It takes about eight throws to tell one match from another; five, if the names are alike. Copies of a file
    are always found, records in which nothing is thrown never.

    Status 0: done, whether or not any are the same. 2: something could not be read.

    Example: kotra same archive/ new.mat
    """  # fmt: skip
    one_of("--output", output, ("text", "json"))
    from kotra_notation.cli.gathering import Gathered
    from kotra_notation.compare.sameness import groups
    from kotra_notation.formats import named

    if from_ is not None:
        try:
            named(from_)
        except ValueError as error:
            fail(because(error))
    gathered = Gathered()
    troubled = False
    limit = in_seconds(time_limit)
    for file in watched(opened(paths, in_bytes(max_size))):
        if isinstance(file, Trouble):
            complain_at(file.path, file.why)
            troubled = True
            continue
        try:
            with guarded(limit, len(file.data)):
                gathered.add(file, from_)
        except ValueError as error:
            complain(because(error), about=shown(file.path))
            troubled = True
    found = groups([record.sketch for record in gathered.records], gathered.copies())
    if output == "json":
        _print_json(gathered, found)
    elif gathered.files or gathered.passed_over or not troubled:
        _print(gathered, found)
    raise typer.Exit(FAILED if troubled else DONE)


def _print(gathered: Gathered, found: list[Group]) -> None:
    tongue, records = spoken(), gathered.records
    for group in found:
        best = records[group.best]
        typer.echo(f"{same_told.name(best, tongue)}: {same_told.players(best)}")
        typer.echo(f"    {tongue.count('{number} throw', '{number} throws', len(best.sketch.throws))}")
        for member in group.members:
            typer.echo(f"  = {same_told.name(records[member.place], tongue)}")
            typer.echo(f"    {_told(records, group, member, tongue)}")
        typer.echo()
    matches = tongue.count("{number} match", "{number} matches", len(records))
    files = tongue.count("{number} file", "{number} files", gathered.files)
    those = sum(len(group.members) + 1 for group in found)
    if found:
        typer.echo(
            tongue.count(
                "{matches} in {files}: {records} are of {number} match.",
                "{matches} in {files}: {records} are of {number} matches.",
                len(found),
                matches=matches,
                files=files,
                records=those,
            )
        )
    else:
        typer.echo(tongue.say("{matches} in {files}: no two are the same.", matches=matches, files=files))
    _left_out(gathered, tongue)


def _told(records: Sequence[Record], group: Group, member: Member, tongue: Tongue) -> str:
    record, against = records[member.place], records[member.against]
    first = member.against == group.best
    return same_told.told(record, against, member.resemblance, tongue, first=first)


def _left_out(gathered: Gathered, tongue: Tongue) -> None:
    if number := gathered.without_throws:
        typer.echo(
            tongue.count(
                "{number} record without a throw is left out.",
                "{number} records without a throw are left out.",
                number,
            )
        )
    if number := gathered.passed_over:
        typer.echo(
            tongue.count(
                "{number} file of no known format is passed over.",
                "{number} files of no known format are passed over.",
                number,
            )
        )


def _print_json(gathered: Gathered, found: list[Group]) -> None:
    import json

    document = {
        "version": 1,
        "groups": [{"records": _records(gathered, group)} for group in found],
        "summary": {
            "files": gathered.files,
            "matches": len(gathered.records),
            "groups": len(found),
            "without_throws": gathered.without_throws,
            "passed_over": gathered.passed_over,
        },
    }
    typer.echo(json.dumps(document, ensure_ascii=False, indent=2))


def _records(gathered: Gathered, group: Group) -> list[dict[str, Any]]:
    """The records of a group, the fullest first; `against` is the place here of the one that is compared."""
    places = [group.best, *(member.place for member in group.members)]
    data = [{**_record(gathered.records[group.best]), "against": None}]
    for member in group.members:
        record, against = gathered.records[member.place], gathered.records[member.against]
        data.append(
            {
                **_record(record),
                "against": places.index(member.against),
                "kind": same_told.kind(record, against, member.resemblance),
                "reason": _told(gathered.records, group, member, written()),
                "differences": same_told.differences(member.resemblance),
            }
        )
    return data


def _record(record: Record) -> dict[str, Any]:
    return {
        "path": shown(record.path),
        "match": record.number,
        "format": record.format,
        "dialect": record.dialect,
        "players": list(record.players),
        "length": record.length,
        "games": len(record.sketch.games),
        "throws": len(record.sketch.throws),
    }
