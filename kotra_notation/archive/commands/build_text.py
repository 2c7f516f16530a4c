"""The text of a build: how far it has come, and at the end what it did."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from kotra_notation.cli.progress import ProgressLine, clock, share_words
from kotra_notation.cli.speaking import count, output_tongue, say, user_tongue
from kotra_notation.cli.streams import echo
from kotra_notation.jobs.files import MEGABYTE, printable
from kotra_notation.jobs.rows import document, json_value, row
from kotra_notation.words.tongues import N_

if TYPE_CHECKING:
    from kotra_notation.archive.build.build import Built, Progress

STATUS = "status "
COUNTED = ("matches", "turns", "errors", "warnings", "notes", "bytes")
SUMMED = (N_("matches"), N_("turns"), N_("errors"), N_("warnings"), N_("notes"))


class Counting(ProgressLine):
    """A line on a terminal that says how far a build has come, where it lasts.

    `whole` counts the files of the sources, where that is quickly known.
    """

    def __init__(self, whole: Callable[[], int | None]) -> None:
        super().__init__()
        self._whole = cache(whole)

    def __call__(self, progress: Progress) -> None:
        """Say it anew, not too often."""
        if not (lasted := self.due()):
            return
        files, size = progress.done.get("files", 0), progress.done.get("bytes", 0)
        parts = [
            say(
                "{files} of {all} files, {rate} a second, {speed} MB a second, {errors} errors so far",
                files=files,
                all=progress.files if progress.listed else f"{progress.files}+",
                rate=round(files / lasted),
                speed=user_tongue().number(round(size / MEGABYTE / lasted, 1)),
                errors=progress.done.get("errors", 0),
            )
        ]
        if progress.listed and size:
            parts.insert(0, share_words(size, progress.bytes, lasted))
        elif files and (whole := self._whole()) and whole - progress.unchanged >= files:
            parts.insert(0, share_words(files, whole - progress.unchanged, lasted))
        self.show(", ".join(parts))


def render_json(done: Built, seconds: float) -> str:
    """Return what a build did, for programs."""
    counts = done.counts
    data = {
        "version": 1,
        **row(done, "new changed again unchanged gone"),
        "files": dict(_statuses(done)),
        **{name: counts.get(name, 0) for name in COUNTED},
        "damaged": json_value([damage.sentence for damage in done.damaged], output_tongue()),
        "lost": done.lost,
        "archive": {"files": done.files, "faulty": done.faulty},
        "seconds": round(seconds, 3),
    }
    return document(data, None)


def print_summary(done: Built, folder: str, seconds: float) -> None:
    """What a build did, for people."""
    counts = done.counts
    rows = [
        (say("new"), done.new),
        (say("changed"), done.changed),
        *([(say("analysed anew"), done.again)] if done.again else []),
        (say("as it was"), done.unchanged),
        (say("gone"), done.gone),
        *((say("of these: {status}", status=name), number) for name, number in _statuses(done)),
        *((say(name), counts.get(name, 0)) for name in SUMMED),
        (say("files in the archive"), done.files),
        (say("of these with errors"), done.faulty),
    ]
    wide = max(len(word) for word, _ in rows)
    for word, number in rows:
        echo(f"{word:<{wide}}  {number:>9,}".replace(",", "\N{NO-BREAK SPACE}"))
    files = counts.get("files", 0)
    echo(
        say(
            "{folder}: {files} in {time}.",
            folder=printable(folder),
            files=count("{number} file was checked", "{number} files were checked", files),
            time=clock(seconds),
        )
    )


def _statuses(done: Built) -> Iterator[tuple[str, int]]:
    for name, number in sorted(done.counts.items()):
        if name.startswith(STATUS):
            yield name.removeprefix(STATUS), number
