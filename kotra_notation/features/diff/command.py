"""`kotra diff`: two records of a match held against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from kotra_notation.cli.failing import DONE, FOUND, complain, fail
from kotra_notation.cli.files import deliver, guard_or_leave, in_seconds, open_record, writable
from kotra_notation.cli.names import check_choice, check_notations, ruleset_named
from kotra_notation.cli.options import (
    FormOrPage,
    From,
    MatchNumber,
    MaxSize,
    OutOrPage,
    Rules,
    TimeLimit,
    argument,
    flag,
    option,
)
from kotra_notation.cli.speaking import count
from kotra_notation.jobs.files import MAX_SIZE, STDIN, printable
from kotra_notation.jobs.guarding import LIMIT

if TYPE_CHECKING:
    from kotra_notation.compare.difference import DifferenceKind

FORMS = ("text", "json", "html")


def diff(
    a: str = argument("A", "A record, or - for standard input."),
    b: str = argument("B", "Another record, in any notation."),
    out: OutOrPage = None,
    to: str | None = option("--to", "text, json or html (default: by extension).", "FORM"),
    output: FormOrPage = "text",
    only: str | None = option("--only", "Only differences in plays,cube,score,comments …", "KINDS"),
    unified: bool = flag("--unified", "Show A above B, in one column."),
    context: int = option("--context", "Turns shown around a difference.", "N", default=2),
    match: MatchNumber = None,
    from_: From = None,
    rules: Rules = None,
    max_size: MaxSize = MAX_SIZE,
    time_limit: TimeLimit = LIMIT,
) -> None:
    """Compare two records of a match, in any notation.

    The order of steps, joined steps, hit marks and swapped sides make no difference.

    Status 0: no differences. 1: differences. 2: failed.

    Example: kotra diff mine.mat theirs.sgf

    Example: kotra diff mine.mat theirs.sgf -o differences.html
    """  # fmt: skip
    form = check_choice("--to", to, FORMS) if to is not None else output
    kinds = _kinds(only)
    if context < 0:
        fail("--context must be a number of turns, not {number}.", number=context)
    if a == b == STDIN:
        fail("only one file can come from standard input; name the other.")
    chosen = ruleset_named(rules)
    check_notations(from_)
    if out is not None:
        writable(out, [a, b])
    first, second = (open_record(source, max_size) for source in (a, b))
    size, both = len(first.data) + len(second.data), f"{a}, {b}"
    with guard_or_leave(both, in_seconds(time_limit), size, named=True):
        from kotra_notation.features.diff.job import diff_files
        from kotra_notation.features.diff.text import render_diff

        compared = diff_files(first, second, from_, kinds, match, chosen)
        for path, places in compared.unread:
            words = count("{number} place could not be read", "{number} places could not be read", places)
            complain("{words}; kotra check shows where.", about=printable(path), words=words)
        made = render_diff(compared, form, context, one_column=unified, to_terminal=out is None)
    deliver(out, made, for_people=form == "text")
    raise typer.Exit(DONE if compared.equal else FOUND)


def _kinds(only: str | None) -> tuple[DifferenceKind, ...] | None:
    if only is None:
        return None
    from kotra_notation.compare.difference import DifferenceKind

    words = [word.strip() for word in only.split(",") if word.strip()]
    return tuple(
        DifferenceKind(check_choice("--only", word, [kind.value for kind in DifferenceKind]))
        for word in words
    )
