"""`kotra merge`: one record of a match out of several."""

from __future__ import annotations

from string import ascii_uppercase
from typing import Annotated

import typer

from kotra_notation.cli.failing import DONE, FOUND, fail
from kotra_notation.cli.files import deliver, guard_or_leave, in_seconds, open_record, writable
from kotra_notation.cli.names import check_choice, check_notations
from kotra_notation.cli.options import (
    Form,
    From,
    MatchNumber,
    MaxSize,
    TimeLimit,
    argument,
    file_option,
    option,
)
from kotra_notation.cli.speaking import output_tongue
from kotra_notation.jobs.files import MAX_SIZE, STDIN
from kotra_notation.jobs.guarding import LIMIT

LEGAL = "legal"


def merge(
    base: Annotated[str, argument("BASE", "Record A, whose names are kept.")],
    others: Annotated[list[str], argument("OTHER...", "Other records of the same match: B, C …")],
    out: Annotated[str, file_option("NEW", "The merged record (- for stdout).")],
    prefer: str | None = option("--prefer", "In conflicts: A, B … or legal (fewest errors).", "WHICH"),
    to: str | None = option("--to", "The notation (default: by the extension of NEW).", "FORMAT[:DIALECT]"),
    match: MatchNumber = None,
    from_: From = None,
    output: Form = "text",
    max_size: MaxSize = MAX_SIZE,
    time_limit: TimeLimit = LIMIT,
) -> None:
    """Merge several recordings of a match into one record.

    Where the records differ, it takes what the rules allow and the rest of the game supports, and then what
    most records have. If neither decides, it is a conflict: BASE is kept there, and the conflict is listed
    and marked by a comment at its turn. Comments, marks, times and evaluations from all records are kept,
    with their authors; headers are combined. Two halves of a match are joined if the score of the one goes
    on where the other ends.

    Status 0: merged. 1: merged, with open conflicts. 2: not merged, for example because it is not the same
    match.

    Example: kotra merge mine.mat theirs.sgf -o match.mat
    """  # fmt: skip
    sources = [base, *others]
    if len(sources) > len(ascii_uppercase):
        fail("at most {number} records can be merged at once.", number=len(ascii_uppercase))
    if sources.count(STDIN) > 1:
        fail("only one file can come from standard input; name the others.")
    writable(out, sources)
    choice = _prefer(prefer, len(sources))
    from kotra_notation.features.merge import job as merging
    from kotra_notation.features.merge import text as merge_text
    from kotra_notation.jobs.engine import use_one_thread

    check_notations(from_, target=(to or "kotra").partition(":")[0])
    use_one_thread()
    files = [open_record(source, max_size) for source in sources]
    size, all_files = sum(len(file.data) for file in files), ", ".join(sources)
    with guard_or_leave(all_files, in_seconds(time_limit), size, named=True):
        work = merging.prepare_merge(files, from_, to, out, match)
        done = merging.merged_records(work, choice, output_tongue())
    with guard_or_leave(all_files, None):
        deliver(out, done.content)
        merge_text.print_merged(done, output, err=out == STDIN)
    raise typer.Exit(FOUND if done.merged.conflicts else DONE)


def _prefer(word: str | None, count: int) -> int | str | None:
    """The record that is preferred, by its number, or `legal`."""
    if word is None or word == LEGAL:
        return word
    return ascii_uppercase.index(check_choice("--prefer", word, [*ascii_uppercase[:count], LEGAL]))
