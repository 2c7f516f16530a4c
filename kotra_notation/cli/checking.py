"""What `kotra check` does with files, one after the other, and prints of them; no parser is loaded for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kotra_notation.cli.failing import FAILED, complain, complain_at
from kotra_notation.cli.output import printer as printer_of
from kotra_notation.cli.progress import watched
from kotra_notation.cli.speaking import because, tell
from kotra_notation.jobs.check import (
    Checked,
    check_file,
    sound_file,
    status_of,
    unjudged,
    weigher_of,
    with_stats,
    without_replays,
)
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE, Trouble, file_count, opened
from kotra_notation.jobs.guarding import LIMIT, NotDoneError, guarded
from kotra_notation.jobs.paths import printable
from kotra_notation.words import sentences

if TYPE_CHECKING:
    from kotra_notation.rules import Ruleset


def print_checked(
    paths: list[str],
    *,
    format: str | None = None,
    rules: Ruleset | None = None,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    strict: bool = False,
    output: str = "text",
    brief: bool = False,
    max_size: int = MAX_SIZE * MEGABYTE,
    limit: float = LIMIT,
    level: str | None = None,
) -> int:
    """Print what is found in files, and in those of folders; the status."""
    checked: list[Checked] = []
    unchecked = passed_over = 0
    printer = printer_of(output, brief=brief)
    engine = weigher_of(level)
    # More is told of a file that is alone; of others that are sound only what the table says.
    tabular = output in ("text", "csv")
    in_full = not tabular or format is not None or rules is not None or engine is not None
    alone = True
    for file in watched(opened(paths, max_size), lambda: file_count(paths)):
        if isinstance(file, Trouble):
            complain_at(file.path, file.why)
            printer.unjudged(file.path)
            unchecked += 1
            continue
        try:
            with guarded(limit, len(file.data)):
                at_once = None if in_full or (alone and not brief) else sound_file(file)
                done = at_once or check_file(file, format=format, rules=rules, select=select, ignore=ignore)
            if engine:
                with guarded(None):
                    done = with_stats(done, engine, rules)
            if done.reading.format or not (tabular or file.searched):
                with guarded(None):
                    printer.file(done)
                alone = False
        except NotDoneError as error:
            complain(because(error), about=printable(file.path))
            unchecked += 1
            if tabular:
                printer.unjudged(file.path)
            else:
                checked.append(unjudged(file, error.found))
                printer.file(checked[-1])
            continue
        if not done.reading.format:
            if file.searched:
                passed_over += 1
                continue
            complain(tell(sentences(done.reading.findings[0])), about=printable(file.path))
            if tabular:
                printer.unjudged(file.path)
            unchecked += 1
        checked.append(without_replays(done))
    printer.end(checked, passed_over, unchecked)
    return FAILED if unchecked else status_of(checked, strict=strict)
