"""`kotra archive build`: sources checked and kept as tables."""

from __future__ import annotations

import errno
import os
import time
import zipfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kotra_notation.archive.commands.folders import need
from kotra_notation.cli.failing import DONE, FAILED, FOUND, complain, complain_at, fail, fail_at
from kotra_notation.cli.files import in_bytes
from kotra_notation.cli.options import (
    AnalyseLevel,
    Form,
    MaxSize,
    argument,
    file_option,
    flag,
    level_to_analyse,
    option,
)
from kotra_notation.cli.progress import ProgressLine, clock, share_words
from kotra_notation.cli.speaking import count, error_text, output_tongue, say, tell, user_tongue
from kotra_notation.cli.streams import echo
from kotra_notation.jobs.files import (
    MAX_SIZE,
    MEGABYTE,
    REMEDIES,
    STDIN,
    printable,
    stdin_bytes,
    why,
    why_unwritten,
)
from kotra_notation.jobs.rows import document, json_value, row
from kotra_notation.jobs.sources import ARCHIVE_LIST, RECORDS, file_count
from kotra_notation.words import phrase
from kotra_notation.words.tongues import N_

if TYPE_CHECKING:
    from kotra_notation.archive.build.build import Built, Progress
    from kotra_notation.archive.build.workers import Engine

# A day: nobody waits longer for a file.
LONGEST = 86_400
NAMELESS = N_("Give files, folders, zip or tar files to read, or a --list of them.")
# What a shell says of a command that Ctrl-C has ended.
INTERRUPTED = 130
# So many files that could not be read are named.
MOST_NAMED = 20
NO_RECORD = phrase("it is not a record in any known format")


def build(
    sources: list[str] | None = argument(
        "SOURCE...", "Files, folders, zip and tar files, or addresses such as s3://…", default=None
    ),
    folder: Annotated[str, file_option("DIR", "The archive folder.")] = "",
    list_: str | None = option(
        "--list", "Read paths from FILE, one per line (- for stdin).", "FILE", rare=True
    ),
    workers: int = option("--workers", "Checking processes; 0: one per core.", "N", default=0, rare=True),
    cluster: str | None = option(
        "--cluster", "Check on a Dask cluster with this scheduler.", "ADDRESS", rare=True
    ),
    without: list[str] | None = option("--without", "Leave out a large table: turns or positions.", "TABLE"),
    verify: bool = flag("--verify", "Read every file and table again."),
    analyse: bool = flag("--analyse", "Analyse every match with the engine."),
    level: AnalyseLevel = None,
    time_limit: float = option(
        "--time-limit",
        "Time limit for a file, plus the same for each megabyte.",
        "SECONDS",
        default=10.0,
        rare=True,
    ),
    memory_limit: float = option(
        "--memory-limit", "Memory limit for checking a file.", "MB", default=1500.0, rare=True
    ),
    max_size: MaxSize = MAX_SIZE,
    output: Form = "text",
) -> None:
    """Check the sources, and save everything as tables.

    Files that are already in the archive and have not changed are not read again; files that are gone from
    a source are removed from the archive. If stopped, the next build continues. Without SOURCE it reads the
    previous sources.

    With --analyse, records in the archive that were not analysed at this level are read again.

    A damaged table is rebuilt; --verify also finds damage inside a file.

    Status 0: built; 1: built, and a record in the archive has an error; 2: could not build.

    Example: kotra archive build matches/ more.zip -o archive
    """  # fmt: skip
    need("archive")
    if cluster:
        need("cluster")
    if not folder and sources and len(sources) > 1 and not _holds_sources(sources[-1]):
        *sources, folder = sources
    if not folder:
        example = f"kotra archive build {' '.join(map(printable, sources or ['day/']))} -o archive"
        fail("Give the archive folder with -o: {example}", example=example)
    wanted = _sources(sources or [], list_) or _sources_of(folder)
    if any("://" in source for source in wanted):
        need("cloud")
    from kotra_notation.archive.build.build import build as build_archive
    from kotra_notation.archive.build.build import tables_without
    from kotra_notation.archive.build.tasks import Limits
    from kotra_notation.archive.build.workers import WorkersError
    from kotra_notation.archive.store import ArchiveError, Store

    wished = level_to_analyse(level, analyse=analyse)
    if not 0 < time_limit < LONGEST:
        fail("--time-limit must be a number of seconds above 0.")
    memory = in_bytes(memory_limit, "--memory-limit")
    limits = Limits(max_size=in_bytes(max_size), seconds=time_limit, memory=memory)
    counting = Counting(lambda: _file_count(wanted))
    begun = time.monotonic()
    try:
        try:
            built = build_archive(
                Store(Path(folder)),
                wanted,
                _engine(workers, cluster),
                tables=tables_without(without) if without else None,
                limits=limits,
                verify=verify,
                level=wished,
                told=counting,
            )
        finally:
            counting.end()
    except (ArchiveError, ValueError) as error:
        fail(error_text(error))
    except WorkersError:
        fail("The checking processes failed to start; the message above says why.")
    except OSError as error:
        fail_at(error.filename or folder, tell(why_unwritten(error)))
    except KeyboardInterrupt:
        complain("Stopped. Finished work is kept; run the same command to continue.")
        raise typer.Exit(INTERRUPTED) from None
    _tell_damaged(built)
    if output == "text" and _statuses(built).keys() - {"read"}:
        _tell_unread(Store.open(Path(folder)).unread())
    if output == "json":
        typer.echo(render_json(built, time.monotonic() - begun))
    else:
        print_summary(built, folder, time.monotonic() - begun)
    if built.lost:
        raise typer.Exit(FAILED)
    if not built.files or (built.new == built.files and not (built.counts.get("matches") or built.faulty)):
        fail("nothing to check: the archive has no matches.")
    raise typer.Exit(FOUND if built.faulty else DONE)


def _tell_damaged(built: Built) -> None:
    """Say which tables were damaged, and what of their parts could not be read again."""
    for damage in built.damaged:
        complain(tell(damage.sentence))
    if built.damaged:
        complain("Rebuilt the contents of these tables from the sources.")
    if built.lost:
        complain(
            count(
                "{number} source file of these tables is missing: {path}. Restore it, and build again.",
                "{number} source files of these tables are missing: {path} … Restore them, and build again.",
                len(built.lost),
                path=printable(built.lost[0]),
            )
        )


def _tell_unread(files: Sequence[tuple[str, str]]) -> None:
    """Name the files that could not be read, though they are damaged or have the name of a record."""
    named = [(path, why or NO_RECORD) for path, why in files if why or path.lower().endswith(RECORDS)]
    for path, trouble in named[:MOST_NAMED]:
        complain_at(path, trouble)
    if (rest := len(named) - MOST_NAMED) > 0:
        complain(count("{number} more file could not be read", "{number} more files could not be read", rest))


def _sources(named: list[str], list_: str | None) -> list[str]:
    """Return everything to be read; complain of what is not there before anything is begun."""
    sources = list(named)
    if list_ is not None:
        try:
            text = (
                stdin_bytes().read().decode() if list_ == STDIN else Path(list_).read_text(encoding="utf-8")
            )
        except (OSError, UnicodeDecodeError) as error:
            fail_at(
                list_, tell(why(error)) if isinstance(error, OSError) else say("it is not a list of paths")
            )
        sources += [line for line in text.splitlines() if line.strip()]
        if not sources:
            fail(NAMELESS)
    for source in sources:
        if not _is_there(source):
            fail_at(source, REMEDIES[errno.ENOENT])
        if os.path.isfile(os.path.join(source, ARCHIVE_LIST)):
            fail(
                "it is an archive; name its records: kotra archive build RECORDS... -o DIR.",
                about=printable(source),
            )
    return sources


def _sources_of(folder: str) -> list[str]:
    """Return what an archive was made from, as far as that is there; complain where nothing is."""
    from kotra_notation.archive.store import ArchiveError, Store

    try:
        known = Store.open(folder, sound=False).manifest.sources if os.path.isdir(folder) else ()
    except ArchiveError as error:
        fail(error_text(error))
    if not known:
        fail(NAMELESS)
    for source in known:
        if not _is_there(source):
            complain_at(source, phrase("it is gone and cannot be read"))
    return [source for source in known if _is_there(source)]


def _file_count(sources: list[str]) -> int | None:
    """Return the number of files in the sources; None where counting takes as long as reading."""
    count = 0
    for source in sources:
        if os.path.isdir(source):
            count += file_count([source])
        elif zipfile.is_zipfile(source):
            with zipfile.ZipFile(source) as packed:
                count += sum(not member.is_dir() for member in packed.infolist())
        else:
            return None
    return count


def _holds_sources(path: str) -> bool:
    """Return whether a path is there, and no archive, so that it is a source and not a target."""
    return _is_there(path) and not os.path.isfile(os.path.join(path, ARCHIVE_LIST))


def _is_there(source: str) -> bool:
    return "://" in source or os.path.exists(source)


def _engine(workers: int, cluster: str | None) -> Engine:
    if cluster:
        from kotra_notation.archive.build.cluster import on_cluster

        return on_cluster(cluster)
    from kotra_notation.archive.build.workers import processes

    if workers < 0:
        fail("--workers must be 1 or more, or 0 for one process per core.")
    return processes(workers or os.cpu_count() or 1)


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
        if not (seconds := self.due()):
            return
        files, size = progress.done.get("files", 0), progress.done.get("bytes", 0)
        sentence = say(
            "{files} of {all} files, {rate} per second, {speed} MB per second, {errors} errors so far",
            files=files,
            all=progress.files if progress.listed else f"{progress.files}+",
            rate=round(files / seconds),
            speed=user_tongue().number(round(size / MEGABYTE / seconds, 1)),
            errors=progress.done.get("errors", 0),
        )
        parts = [sentence]
        if progress.listed and size:
            parts.insert(0, share_words(size, progress.bytes, seconds))
        elif files and (whole := self._whole()) and whole - progress.unchanged >= files:
            parts.insert(0, share_words(files, whole - progress.unchanged, seconds))
        self.show(", ".join(parts))


def render_json(built: Built, seconds: float) -> str:
    """Return the summary of a build for programs."""
    data = {
        "version": 1,
        **row(built, "new changed again unchanged gone"),
        "files": _statuses(built),
        **{name: built.counts.get(name, 0) for name in COUNTED},
        "damaged": json_value([damage.sentence for damage in built.damaged], output_tongue()),
        "lost": built.lost,
        "archive": {"files": built.files, "faulty": built.faulty},
        "seconds": round(seconds, 3),
    }
    return document(data, None)


def print_summary(built: Built, folder: str, seconds: float) -> None:
    """Print the summary of a build for people."""
    rows = [
        (say("new"), built.new),
        (say("changed"), built.changed),
        *([(say("analysed again"), built.again)] if built.again else []),
        (say("unchanged"), built.unchanged),
        (say("gone"), built.gone),
        *((say("checked: {status}", status=name), number) for name, number in _statuses(built).items()),
        *((say(name), built.counts.get(name, 0)) for name in SUMMED),
        (say("files in the archive"), built.files),
        (say("of these with errors"), built.faulty),
    ]
    width = max(len(word) for word, _ in rows)
    for word, number in rows:
        echo(f"{word:<{width}}  {number:>9,}".replace(",", "\N{NO-BREAK SPACE}"))
    number = built.counts.get("files", 0)
    files = count("{number} file was checked", "{number} files were checked", number)
    echo(say("{folder}: {files} in {time}.", folder=printable(folder), files=files, time=clock(seconds)))


def _statuses(built: Built) -> dict[str, int]:
    return {
        name.removeprefix(STATUS): number
        for name, number in sorted(built.counts.items())
        if name.startswith(STATUS)
    }
