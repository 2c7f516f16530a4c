"""`kotra edit`: the players' names and the headers of records changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated

import typer

from kotra_notation.cli.failing import DONE, FAILED, complain_at, fail, nothing_done, or_fail
from kotra_notation.cli.files import (
    check_folder,
    in_bytes,
    in_seconds,
    is_folder,
    is_forced,
    refuse_packed,
    writable,
)
from kotra_notation.cli.losses import print_losses
from kotra_notation.cli.options import MaxSize, Paths, TimeLimit, file_option, flag, option
from kotra_notation.cli.progress import track_files
from kotra_notation.cli.speaking import count, say
from kotra_notation.cli.streams import echo, to_stdout
from kotra_notation.errors import KotraError
from kotra_notation.features.edit.job import (
    RecordChanges,
    changes_of,
    edit_record,
    missing_names,
    no_such_player,
    players_of,
)
from kotra_notation.features.fix.folder import plan_files, write_mended
from kotra_notation.formats.format import Source
from kotra_notation.jobs.files import MAX_SIZE, STDIN, Trouble
from kotra_notation.jobs.guarding import LIMIT, guard
from kotra_notation.jobs.notations import names_another_notation
from kotra_notation.jobs.records import why_no_match
from kotra_notation.jobs.sources import TargetFile, file_count, is_single, list_sources
from kotra_notation.reading import read_in_full
from kotra_notation.words import reason
from kotra_notation.words.phrases import oneline

EXAMPLES = {"--rename": '--rename "Anna=Anna Jónsdóttir"', "--set": '--set "event=Club night"'}


def edit(
    paths: Paths,
    target: Annotated[str | None, file_option("NEW", "A file (--force overwrites it) or a folder.")] = None,
    in_place: bool = flag("--in-place", "Overwrite the file; keep the first original as .orig."),
    rename: list[str] | None = option("--rename", "A player's new name; may be repeated.", "OLD=NEW"),
    swap: bool = flag("--swap", "Exchange the two players."),
    headers: list[str] | None = option("--set", "Set event, round, date or place.", "HEADER=TEXT"),
    max_size: MaxSize = MAX_SIZE,
    time_limit: TimeLimit = LIMIT,
) -> None:
    """Change the players' names, the event or the date of records.

    Without -o or --in-place it shows what would change and writes nothing.

    Names are changed wherever they stand in the file, in comments too, and all else stays as it is. With
    --set, or where the notation needs it, the record is written anew in its own notation.

    --set also knows title, annotator and transcriber. An empty text removes a header.

    To change plays, use kotra fix, or kotra desk in your browser.

    Example: kotra edit day/ --rename "Anna=Anna Jónsdóttir" --in-place

    Example: kotra edit match.mat --set "event=Club night" -o new.mat
    """  # fmt: skip
    if not (rename or swap or headers):
        fail('say what to change, such as --rename "Anna=Anna Jónsdóttir"; kotra desk changes plays.')
    with or_fail():
        changes = changes_of(_pairs("--rename", rename), _pairs("--set", headers), swap=swap)
    raise typer.Exit(
        _Editing(changes, in_bytes(max_size), in_seconds(time_limit)).run(paths, target, in_place=in_place)
    )


def _pairs(name: str, words: list[str] | None) -> dict[str, str]:
    """Return what stands before and behind the sign `=` of each word."""
    pairs = [word.partition("=") for word in words or ()]
    for before, sign, _ in pairs:
        if not (before and sign):
            fail(
                "{option} needs two texts with = between them, such as {example}.",
                option=name,
                example=EXAMPLES[name],
            )
    return {before.strip(): behind.strip() for before, _, behind in pairs}


class _Editing:
    """The changes made in file after file, with what became of each."""

    def __init__(self, changes: RecordChanges, max_size: int, limit: float) -> None:
        self.changes, self.max_size, self.limit = changes, max_size, limit
        self.missing = {*changes.rename}
        self.players: list[str] = []
        self.tally: Counter[str] = Counter()

    def run(self, paths: list[str], target: str | None, *, in_place: bool) -> int:
        """Edit every record; the status."""
        with or_fail():
            for planned in track_files(_plan(paths, target, in_place), lambda: file_count(paths)):
                if isinstance(planned, Trouble):
                    complain_at(planned.path, planned.why)
                    self.tally["failed"] += 1
                else:
                    self._edit(planned)
            if self.missing and self.tally["records"]:
                raise no_such_player(self.missing, self.players)
        if not (self.tally["records"] or self.tally["failed"]):
            return nothing_done(self.tally["skipped"])
        if self.tally["records"]:
            self._print_tally(wrote=target is not None or in_place)
        return FAILED if self.tally["failed"] else DONE

    def _edit(self, planned: TargetFile) -> None:
        """Change a record, and write it or show what would change."""
        file = planned.source.open(self.max_size)
        try:
            if isinstance(file, Trouble):
                raise KotraError("{why}", why=file.why)
            with guard(self.limit, len(file.data)):
                reading = read_in_full(Source(file.data, file.path))
                if not reading.matches and file.searched:
                    self.tally["skipped"] += 1
                    return
                if not reading.matches:
                    raise KotraError("{why}", why=why_no_match(reading))
                self.missing &= missing_names(self.changes, reading)
                self.players += players_of(reading)
                edited = edit_record(file, reading, self.changes)
            if names_another_notation(planned.target, file.path, reading.format):
                raise KotraError(
                    "an edited record keeps its format, {format}; kotra convert makes another.",
                    format=reading.format,
                )
            if planned.target == STDIN:
                to_stdout(edited.data)
            elif planned.target:
                self.tally["kept"] += write_mended(
                    file, planned.target, edited.data, force=is_forced(), keep_first=True
                )
        except ValueError as error:
            complain_at(planned.source.path, reason(error))
            self.tally["failed"] += 1
            return
        self.tally["records"] += 1
        self.tally["changed"] += edited.is_changed
        print_losses(edited.findings, "text", file.path)
        if not planned.target:
            for line in edited.diff().splitlines():
                echo(oneline(line))

    def _print_tally(self, *, wrote: bool) -> None:
        """Say how many records were changed."""
        parts = [count("{number} record", "{number} records", self.tally["records"])]
        changed = self.tally["changed"]
        if wrote:
            parts.append(count("{number} changed", "{number} changed", changed))
        else:
            parts.append(say("{number} to change (--in-place or -o writes)", number=changed))
        if kept := self.tally["kept"]:
            parts.append(count("{number} first original stays", "{number} first originals stay", kept))
        if skipped := self.tally["skipped"]:
            parts.append(count("{number} skipped", "{number} skipped", skipped))
        echo(", ".join(parts), err=True)


def _plan(paths: list[str], target: str | None, in_place: bool) -> Iterable[TargetFile | Trouble]:
    """Return each source with where it goes: a file, a folder, its own place, or nowhere."""
    if in_place and (target is not None or STDIN in paths):
        fail("--in-place overwrites the file; name a file, and give no -o.")
    for path in paths if in_place else ():
        refuse_packed(path)
    if target is None or not is_single(paths) or is_folder(target):
        if target is not None:
            check_folder(target)
        return plan_files(paths, target, in_place=in_place)
    writable(target, paths)
    return [
        source if isinstance(source, Trouble) else TargetFile(source, target)
        for source in list_sources(paths)
    ]
