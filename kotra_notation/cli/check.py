"""`kotra check`: read, replay, say what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kotra_notation.cli.failing import DONE, FAILED, FOUND, complain, complain_at
from kotra_notation.cli.files import guarded, in_bytes, in_seconds, watched
from kotra_notation.cli.names import known_code, known_notation, ruleset_named
from kotra_notation.cli.options import (
    From,
    Ignore,
    Language,
    MaxSize,
    Paths,
    Rules,
    Select,
    Strict,
    TimeLimit,
    form_option,
)
from kotra_notation.cli.speaking import because, tell
from kotra_notation.jobs.files import MAX_SIZE, Trouble, opened, printable
from kotra_notation.jobs.guarding import LIMIT, NotDoneError
from kotra_notation.words import sentences

if TYPE_CHECKING:
    from kotra_notation.jobs.check import Checked


def check(
    paths: Paths,
    from_: From = None,
    rules: Rules = None,
    strict: Strict = False,
    select: Select = None,
    ignore: Ignore = None,
    output: Annotated[str, form_option("text", "json", "sarif", "github")] = "text",
    max_size: MaxSize = MAX_SIZE,
    time_limit: TimeLimit = LIMIT,
    language: Language = None,
) -> None:
    """Read and replay records, and say what is wrong: where, by which rule, and what was probably meant.

    Status 0: no error. 1: at least one. 2: something could not be read.

    Example: kotra check match.mat tournament/ --ignore N1
    """  # fmt: skip
    chosen = ruleset_named(rules)
    for word in (*(select or ()), *(ignore or ())):
        known_code(word)
    from kotra_notation.cli.output import printer as printer_of
    from kotra_notation.jobs.check import check_file, sound_file, unjudged

    known_notation(from_)
    checked: list[Checked] = []
    unchecked = passed_over = 0
    limit = in_seconds(time_limit)
    printer = printer_of(output)
    # More is told of a file that is alone; of others that are sound the text says only how many they are.
    in_full = output != "text" or from_ is not None or chosen is not None
    alone = True
    for file in watched(opened(paths, in_bytes(max_size))):
        if isinstance(file, Trouble):
            complain_at(file.path, file.why)
            unchecked += 1
            continue
        try:
            with guarded(limit, len(file.data)):
                at_once = None if in_full or alone else sound_file(file)
                done = at_once or check_file(
                    file, format=from_, rules=chosen, select=select or (), ignore=ignore or ()
                )
            if done.reading.format or (output != "text" and not file.searched):
                with guarded(None):
                    printer.file(done)
                alone = False
        except NotDoneError as error:
            complain(because(error), about=printable(file.path))
            unchecked += 1
            if output != "text":
                checked.append(unjudged(file, error.found))
                printer.file(checked[-1])
            continue
        if not done.reading.format:
            if file.searched:
                passed_over += 1
                continue
            complain(tell(sentences(done.reading.findings[0])), about=printable(file.path))
            unchecked += 1
        checked.append(_without_replays(done))
    printer.end(checked, passed_over, unchecked)
    raise typer.Exit(_status(checked, strict=strict, troubled=unchecked > 0))


def _without_replays(done: Checked) -> Checked:
    """What the summary needs of a file that has been printed; an archive does not fit into memory."""
    from kotra_notation.formats.format import Reading
    from kotra_notation.jobs.check import Checked

    reading = done.reading if done.findings else Reading(format=done.reading.format)
    return Checked(done.path, reading, (), done.findings)


def _status(checked: list[Checked], *, strict: bool, troubled: bool) -> int:
    from kotra_notation.findings import Severity

    if troubled:
        return FAILED
    grave = {Severity.ERROR, Severity.WARNING} if strict else {Severity.ERROR}
    return FOUND if any(found.severity in grave for done in checked for found in done.findings) else DONE
