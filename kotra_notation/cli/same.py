"""`kotra same`: which records are of the same match, and in what they differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kotra_notation.cli.failing import DONE, FAILED, complain, complain_at, fail, one_of
from kotra_notation.cli.files import MAX_SIZE, MEGABYTE, Trouble, opened, shown, watched
from kotra_notation.cli.helping import Language
from kotra_notation.cli.speaking import because, spoken, written
from kotra_notation.words.phrases import oneline

if TYPE_CHECKING:
    from kotra_notation.cli.gathering import Gathered, Record
    from kotra_notation.compare.resemblance import Resemblance
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
    for file in watched(opened(paths, int(max_size * MEGABYTE))):
        if isinstance(file, Trouble):
            complain_at(file.path, file.why)
            troubled = True
            continue
        try:
            gathered.add(file, from_)
        except ValueError as error:
            complain(because(error), about=shown(file.path))
            troubled = True
    found = groups([record.sketch for record in gathered.records], gathered.copies())
    if output == "json":
        _print_json(gathered, found)
    else:
        _print(gathered, found)
    raise typer.Exit(FAILED if troubled else DONE)


def _print(gathered: Gathered, found: list[Group]) -> None:
    tongue, records = spoken(), gathered.records
    for group in found:
        fullest = records[group.fullest]
        typer.echo(f"{_name(fullest, tongue)}: {_players(fullest)}")
        typer.echo(f"    {tongue.count('{number} throw', '{number} throws', len(fullest.sketch.throws))}")
        for member in group.members:
            typer.echo(f"  = {_name(records[member.place], tongue)}")
            typer.echo(f"    {_told(gathered, group, member, tongue)}")
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


def _left_out(gathered: Gathered, tongue: Tongue) -> None:
    if number := gathered.without_throws:
        one = "{number} record without a throw is left out."
        typer.echo(tongue.count(one, "{number} records without a throw are left out.", number))
    if number := gathered.passed_over:
        one = "{number} file of no known format is passed over."
        typer.echo(tongue.count(one, "{number} files of no known format are passed over.", number))


def _name(record: Record, tongue: Tongue) -> str:
    """The file of a record, and which of its matches it is where it holds several."""
    path = shown(record.path)
    return tongue.say("{path}, match {number}", path=path, number=record.number) if record.of > 1 else path


def _players(record: Record) -> str:
    return " – ".join(oneline(name) or "?" for name in record.players)


def _told(gathered: Gathered, group: Group, member: Member, tongue: Tongue) -> str:
    """In what a record differs from the one it is held against, in sentences."""
    record, against = gathered.records[member.place], gathered.records[member.against]
    said = [] if member.against == group.fullest else [_beside(against, tongue)]
    if _copy(record, against):
        return " ".join([*said, tongue.say("It is a copy, byte for byte.")])
    return " ".join([*said, *_sentences(record, against, member.resemblance, tongue)])


def _beside(against: Record, tongue: Tongue) -> str:
    return tongue.say(
        "It shares nothing with the first, but is held against {name}.", name=_name(against, tongue)
    )


def _copy(record: Record, against: Record) -> bool:
    return (record.digest, record.number) == (against.digest, against.number)


def _sentences(record: Record, against: Record, found: Resemblance, tongue: Tongue) -> Iterator[str]:
    """What is the same, and everything that is not."""
    if found.exact:
        one = "{number} throw, and all that was done with it, is the same."
        yield tongue.count(one, "All {number} throws, plays and results are the same.", found.matched)
    else:
        yield tongue.count("{number} throw is the same.", "{number} throws are the same.", found.matched)
    if (record.format, record.dialect) != (against.format, against.dialect):
        yield tongue.say(
            "It is written as {one}, not as {other}.", one=_notation(record), other=_notation(against)
        )
    yield from _about_names(record, found, tongue)
    yield from _about_extent(found, tongue)
    yield from _about_turns(found, tongue)
    if found.notes > 0:
        yield tongue.count("It has {number} remark more.", "It has {number} remarks more.", found.notes)
    elif found.notes < 0:
        yield tongue.count("It has {number} remark less.", "It has {number} remarks fewer.", -found.notes)


def _notation(record: Record) -> str:
    return f"{record.format}:{record.dialect}" if record.dialect else record.format


def _about_names(record: Record, found: Resemblance, tongue: Tongue) -> Iterator[str]:
    from kotra_notation.compare.resemblance import Naming

    if found.swapped:
        yield tongue.say("The sides are swapped.")
    if found.naming is Naming.OTHERWISE:
        yield tongue.say("The names are spelt otherwise: {names}.", names=_players(record))
    elif found.naming is Naming.OTHER:
        yield tongue.say("The names are others: {names}.", names=_players(record))


def _about_extent(found: Resemblance, tongue: Tongue) -> Iterator[str]:
    for number, one, many in (
        (found.begins, "It begins {number} throw later.", "It begins {number} throws later."),
        (-found.begins, "It begins {number} throw earlier.", "It begins {number} throws earlier."),
        (-found.ends, "It ends {number} throw earlier.", "It ends {number} throws earlier."),
        (found.ends, "It ends {number} throw later.", "It ends {number} throws later."),
    ):
        if number > 0:
            yield tongue.count(one, many, number)


def _about_turns(found: Resemblance, tongue: Tongue) -> Iterator[str]:
    for number, one, many in (
        (found.lost, "{number} throw within it is missing.", "{number} throws within it are missing."),
        (found.added, "{number} throw within it is added.", "{number} throws within it are added."),
        (found.throws, "{number} throw has other dice.", "{number} throws have other dice."),
        (found.plays, "{number} play is another.", "{number} plays are others."),
        (found.unplayed, "{number} play is not recorded.", "{number} plays are not recorded."),
        (
            len(found.won),
            "The result of {number} game is another.",
            "The results of {number} games are others.",
        ),
    ):
        if number:
            yield tongue.count(one, many, number)
    if found.cube:
        yield tongue.say("The cube actions are others.")


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
    places = [group.fullest, *(member.place for member in group.members)]
    data = [{**_record(gathered.records[group.fullest]), "against": None}]
    for member in group.members:
        record, against = gathered.records[member.place], gathered.records[member.against]
        copy, alike = _copy(record, against), member.resemblance
        kind = "copy" if copy else "exact" if alike.exact else "near"
        data.append(
            {
                **_record(record),
                "against": places.index(member.against),
                "kind": kind,
                "reason": _told(gathered, group, member, written()),
                "differences": _differences(alike),
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


def _differences(found: Resemblance) -> dict[str, Any]:
    return {
        "same_throws": found.matched,
        "share": round(found.share, 4),
        "swapped": found.swapped,
        "names": found.naming.value,
        "begins": found.begins,
        "ends": found.ends,
        "throws_missing": found.lost,
        "throws_added": found.added,
        "throws_other": found.throws,
        "plays_other": found.plays,
        "plays_unrecorded": found.unplayed,
        "cube": found.cube,
        "results": list(found.won),
        "remarks": found.notes,
    }
