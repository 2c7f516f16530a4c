"""`kotra anonymize`: a record without the persons in it."""

from __future__ import annotations

from typing import Annotated

from kotra_notation.cli.failing import complain, or_fail
from kotra_notation.cli.files import (
    deliver,
    guard_or_leave,
    in_seconds,
    not_itself,
    open_record,
    source_and_target,
)
from kotra_notation.cli.losses import print_losses
from kotra_notation.cli.names import check_notations, notation_by_suffix
from kotra_notation.cli.options import From, MaxSize, TimeLimit, argument, file_option, option
from kotra_notation.cli.speaking import say
from kotra_notation.cli.streams import echo
from kotra_notation.jobs.files import MAX_SIZE, STDIN, printable
from kotra_notation.jobs.guarding import LIMIT


def anonymize(
    source: str = argument("SOURCE", "A file, or - for standard input."),
    target: str | None = argument(
        "[TARGET]", "A file (overwritten if it exists), or - for standard output.", default=None
    ),
    out: Annotated[str | None, file_option("TARGET", "Write to this target; same as TARGET.")] = None,
    names: tuple[str, str] = option("--names", "What to call the players.", "NAME NAME", default=("A", "B")),
    key: str | None = option("--key", "Key file for lasting pseudonyms; made if missing.", "FILE"),
    from_: From = None,
    to: str | None = option("--to", "Target format (default: by its extension).", "FORMAT[:DIALECT]"),
    max_size: MaxSize = MAX_SIZE,
    time_limit: TimeLimit = LIMIT,
) -> None:
    """Replace the players' names and remove personal details.

    The players become A and B everywhere, including in comments; ratings, places, ids and other people are
    removed.

    Changes are reported on standard error. Read the comments yourself before you publish: inflected names
    (Auðuni) and nicknames used only in comments cannot be recognised.

    With --key, anyone who has the key and guesses a name can check whose pseudonym it is; keep the key
    secret.

    Example: kotra anonymize match.sgf open.sgf --names Hvítur Svartur

    Example: kotra anonymize match.sgf open.sgf --key names.key
    """  # fmt: skip
    from kotra_notation.features.anonymize.job import anonymize_file, key_at
    from kotra_notation.jobs.contents import ConvertOptions

    source, target = source_and_target(source, target, out)
    file = open_record(source, max_size)
    name, _, dialect = (to or ("" if target == STDIN else notation_by_suffix(target))).partition(":")
    check_notations(from_, target=name)
    not_itself(source, target)
    options = ConvertOptions(name=name, dialect=dialect or None, from_=from_)
    with or_fail():
        chosen = key_at(key)
    with guard_or_leave(source, in_seconds(time_limit), len(file.data)):
        done = anonymize_file(file, options, names, chosen)
    print_losses(done.findings, "text")
    for what, times in done.changes.items():
        echo(f"{say(what)}: {times}", err=True)
    deliver(target, done.content)
    if target != STDIN:
        complain("Wrote {file}.", file=printable(target))
