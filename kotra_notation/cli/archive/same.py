"""`kotra archive same`: which files and which matches of an archive are there more than once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kotra_notation.cli.archive.opening import Folder, opened
from kotra_notation.cli.failing import DONE, fail
from kotra_notation.cli.helping import Language
from kotra_notation.cli.options import Form
from kotra_notation.cli.speaking import because, spoken, written
from kotra_notation.jobs import same_words
from kotra_notation.jobs.files import shown

if TYPE_CHECKING:
    from kotra_notation.archive.sameness import Copies, Held, Record, SameMatch, Sameness
    from kotra_notation.words.tongues import Tongue


def same(
    folder: Folder,
    top: Annotated[
        int | None, typer.Option("--top", metavar="N", help="Show only so many groups, the largest.")
    ] = None,
    output: Form = "text",
    language: Language = None,
) -> None:
    """Find the files and the matches that are in an archive more than once.

    Files are copies if they have the same bytes. Matches are known by their rolls and plays, as `kotra same`
    knows them. Of each group the copy to keep stands first: of those that are not mere parts the one with
    fewest errors and plays not recovered, then the fullest. No file is read for it, and nothing is changed.

    Status 0: done, whether or not any are the same. 2: it could not be done.

    Example: kotra archive same archive
    """  # fmt: skip
    if top is not None and top < 1:
        fail("--top is a number from 1.")
    store = opened(folder)
    from kotra_notation.archive.sameness import copies, file_count, records, sameness
    from kotra_notation.archive.store import ArchiveError
    from kotra_notation.archive.views import connected

    base = connected(store)
    try:
        found = sameness(store)
    except ArchiveError as error:
        fail(because(error))
    twice = list(copies(base))
    some = sorted(found.groups, key=lambda group: -len(group.matches))[:top]
    those = records(base, [match for group in some for match in group.matches])
    told = _Told(found, some, those, twice[:top], len(twice), file_count(base))
    if output == "json":
        told.print_json()
    else:
        told.print()
    raise typer.Exit(DONE)


class _Told:
    """What was found, and how it is said; groups of one size go by their paths."""

    def __init__(
        self,
        found: Sameness,
        groups: list[SameMatch],
        records: dict[int, Record],
        copies: list[Copies],
        twice: int,
        files: int,
    ) -> None:
        self.found, self.records, self.copies = found, records, copies
        self.twice, self.files = twice, files
        self.groups = sorted(groups, key=lambda one: (-len(one.matches), self._order(one.best)))

    def print(self) -> None:
        """Say it to people."""
        tongue = spoken()
        for group in self.groups:
            best = self.records[group.best]
            typer.echo(f"{same_words.name(best, tongue)}: {same_words.players(best)}")
            throws = tongue.count("{number} roll", "{number} rolls", best.throws)
            typer.echo(f"    {throws}, {_soundness(best, tongue)}")
            for held in self._others(group):
                record = self.records[held.match]
                typer.echo(f"  = {same_words.name(record, tongue)}")
                typer.echo(f"    {' '.join(self._sentences(group, held, tongue))}")
            typer.echo()
        for one in self.copies:
            typer.echo(shown(one.paths[0]))
            for path in one.paths[1:]:
                typer.echo(f"  = {shown(path)}\n    {same_words.copy(tongue)}")
            typer.echo()
        self._sums(tongue)

    def _sums(self, tongue: Tongue) -> None:
        found = self.found
        matches = tongue.count("{number} match", "{number} matches", found.matches)
        files = tongue.count("{number} file", "{number} files", self.files)
        if found.groups:
            typer.echo(
                tongue.count(
                    "{matches} in {files}: {records} are of {number} match.",
                    "{matches} in {files}: {records} are of {number} matches.",
                    len(found.groups),
                    matches=matches,
                    files=files,
                    records=sum(len(group.matches) for group in found.groups),
                )
            )
        else:
            typer.echo(tongue.say("{matches} in {files}: no two are the same.", matches=matches, files=files))
        if self.twice:
            typer.echo(
                tongue.count(
                    "{number} file has copies, byte for byte.",
                    "{number} files have copies, byte for byte.",
                    self.twice,
                )
            )
        if number := found.without_throws:
            typer.echo(
                tongue.count(
                    "{number} record without a roll is left out.",
                    "{number} records without a roll are left out.",
                    number,
                )
            )

    def print_json(self) -> None:
        """Say it to programs."""
        import json

        document = {
            "version": 1,
            "groups": [{"records": self._data(group)} for group in self.groups],
            "copies": [
                {"file": one.file, "paths": list(one.paths), "bytes": one.bytes, "matches": one.matches}
                for one in self.copies
            ],
            "summary": {
                "files": self.files,
                "matches": self.found.matches,
                "groups": len(self.found.groups),
                "copies": self.twice,
                "without_throws": self.found.without_throws,
            },
        }
        typer.echo(json.dumps(document, ensure_ascii=False, indent=2))

    def _data(self, group: SameMatch) -> list[dict[str, Any]]:
        """The records of a group; `against` is the place here of the one that each is held against."""
        others = self._others(group)
        places = [group.best, *(held.match for held in others)]
        data = [{**_record(self.records[group.best]), "against": None}]
        for held in others:
            record, against = self.records[held.match], self.records[held.against]
            data.append(
                {
                    **_record(record),
                    "against": places.index(held.against),
                    "kind": same_words.kind(record, against, held.resemblance),
                    "reason": self._reason(group, held, written()),
                    "differences": same_words.differences(held.resemblance),
                }
            )
        return data

    def _others(self, group: SameMatch) -> list[Held]:
        return sorted(group.others, key=lambda held: self._order(held.match))

    def _order(self, match: int) -> tuple[str, int]:
        record = self.records[match]
        return record.path, record.number

    def _sentences(self, group: SameMatch, held: Held, tongue: Tongue) -> Iterator[str]:
        """In what a record differs, and how sound it is if that is something else."""
        yield self._reason(group, held, tongue)
        record, best = self.records[held.match], self.records[group.best]
        if (record.errors, record.lost) != (best.errors, best.lost):
            yield tongue.say("It has {soundness}.", soundness=_soundness(record, tongue))

    def _reason(self, group: SameMatch, held: Held, tongue: Tongue) -> str:
        record, against = self.records[held.match], self.records[held.against]
        first = held.against == group.best
        return same_words.reason(record, against, held.resemblance, tongue, first=first)


def _soundness(record: Record, tongue: Tongue) -> str:
    errors = tongue.count("{number} error", "{number} errors", record.errors)
    lost = tongue.count("{number} play not recovered", "{number} plays not recovered", record.lost)
    return f"{errors}, {lost}"


def _record(record: Record) -> dict[str, Any]:
    return {
        "path": shown(record.path),
        "copies": [shown(path) for path in record.paths[1:]],
        "match": record.number,
        "format": record.format,
        "dialect": record.dialect,
        "players": list(record.players),
        "length": record.length,
        "games": record.games,
        "throws": record.throws,
        "errors": record.errors,
        "lost": record.lost,
    }
