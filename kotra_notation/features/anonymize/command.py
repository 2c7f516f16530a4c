"""`kotra anonymize`: a record without the persons in it."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from kotra_notation.cli.failing import DONE, FAILED, complain_at, or_fail
from kotra_notation.cli.files import (
    check_folder,
    deliver,
    guard_or_leave,
    in_bytes,
    in_seconds,
    is_folder,
    is_forced,
    not_itself,
    open_record,
    sources_and_target,
)
from kotra_notation.cli.losses import print_losses
from kotra_notation.cli.names import check_notations, notation_by_suffix
from kotra_notation.cli.options import From, MaxSize, SourcesAndTarget, TimeLimit, file_option, option
from kotra_notation.cli.speaking import count, say
from kotra_notation.cli.streams import echo
from kotra_notation.errors import KotraError
from kotra_notation.features.anonymize.job import Anonymized, anonymize_reading, anonymous_path, key_at
from kotra_notation.formats import find_format
from kotra_notation.formats.format import Source
from kotra_notation.jobs.files import MAX_SIZE, STDIN, Trouble, check_free, printable, write_or_refuse
from kotra_notation.jobs.guarding import LIMIT, guard
from kotra_notation.jobs.notations import ConvertOptions, read_for
from kotra_notation.jobs.sources import is_single, plan_targets
from kotra_notation.reading import read_in_full
from kotra_notation.words import reason


def anonymize(
    words: SourcesAndTarget,
    out: Annotated[str | None, file_option("TARGET", "The target; --force overwrites a file.")] = None,
    names: tuple[str, str] = option("--names", "What to call the players.", "NAME NAME", default=("A", "B")),
    key: str | None = option("--key", "Key file for lasting pseudonyms; made if missing.", "FILE"),
    from_: From = None,
    to: str | None = option("--to", "Target format (default: by its extension).", "FORMAT[:DIALECT]"),
    max_size: MaxSize = MAX_SIZE,
    time_limit: TimeLimit = LIMIT,
) -> None:
    """Replace the players' names and remove personal details.

    The players become A and B everywhere, including in comments; ratings, places, ids and other people are
    removed. In a folder, the names of the files change too.

    Changes are reported on standard error. Read the comments yourself before you publish: inflected names
    (Auðuni) and nicknames used only in comments cannot be recognised.

    With --key, anyone who has the key and guesses a name can check whose pseudonym it is; keep the key
    secret.

    Example: kotra anonymize match.sgf open.sgf --names Hvítur Svartur

    Example: kotra anonymize match.sgf open.sgf --key names.key
    """  # fmt: skip
    sources, target = sources_and_target(words, out)
    many = is_folder(target) or not is_single(sources)
    if many:
        check_folder(target, to)
    name, _, dialect = (to or ("" if target == STDIN else notation_by_suffix(target))).partition(":")
    check_notations(from_, target=name)
    options = ConvertOptions(
        name=name,
        dialect=dialect or None,
        from_=from_,
        max_size=in_bytes(max_size),
        limit=in_seconds(time_limit),
    )
    with or_fail():
        chosen = key_at(key)
    if many:
        raise typer.Exit(_anonymize_files(sources, target, options, names, chosen))
    not_itself(sources[0], target)
    file = open_record(sources[0], max_size)
    with guard_or_leave(file.path, options.limit, len(file.data)):
        done = anonymize_reading(read_for(file, options), options, names, chosen)
    _print_changes(done)
    deliver(target, done.content)


def _anonymize_files(
    sources: list[str], target: str, options: ConvertOptions, names: tuple[str, str], key: bytes | None
) -> int:
    """Write each record into a folder; the status."""
    written = passed_over = 0
    with or_fail():
        plan, troubles = plan_targets(sources, target, find_format(options.name).suffixes[0])
    taken: set[str] = set()
    for planned in plan:
        file = planned.source.open(options.max_size)
        try:
            if isinstance(file, Trouble):
                raise KotraError("{why}.", why=file.why)
            with guard(options.limit, len(file.data)):
                reading = read_in_full(Source(file.data, file.path), options.from_)
                if not reading.format and file.searched:
                    passed_over += 1
                    continue
                done = anonymize_reading(read_for(file, options), options, names, key)
            below = os.path.relpath(planned.target, target)
            name = _free_name(anonymous_path(below, reading, names, key), below, taken)
            path = os.path.join(target, name)
            check_free(path, force=is_forced())
            write_or_refuse(path, done.content, folders=True)
        except ValueError as refused:
            troubles.append(Trouble(planned.source.path, reason(refused)))
        else:
            written += 1
            _print_changes(done, planned.source.path)
            if name != below:
                about = printable(planned.source.path)
                echo(say("{file}: written as {name}", file=about, name=printable(name)), err=True)
    for trouble in troubles:
        complain_at(trouble.path, trouble.why)
    parts = [count("{number} file written", "{number} files written", written)]
    if passed_over:
        parts.append(count("{number} skipped", "{number} skipped", passed_over))
    echo(", ".join(parts), err=True)
    return FAILED if troubles or not written else DONE


def _free_name(path: str, below: str, taken: set[str]) -> str:
    """Return a path, with a number if another record has it; `match-1` and so on if there is none to show."""
    base, ending = os.path.splitext(path or f"match{os.path.splitext(below)[1]}")
    number, name = 1, path or f"{base}-1{ending}"
    while name.casefold() in taken:
        number += 1
        name = f"{base}-{number}{ending}"
    taken.add(name.casefold())
    return name


def _print_changes(done: Anonymized, path: str = "") -> None:
    print_losses(done.findings, "text", path)
    about = f"{printable(path)}: " if path else ""
    for what, times in done.changes.items():
        echo(f"{about}{say(what)}: {times}", err=True)
