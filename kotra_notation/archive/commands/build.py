"""`kotra archive build`: checks everything it is pointed to, and keeps what it finds as tables."""

from __future__ import annotations

import errno
import os
import time
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kotra_notation.archive.commands.opening import need
from kotra_notation.cli.failing import DONE, FAILED, FOUND, complain, complain_at, fail, fail_at
from kotra_notation.cli.files import in_bytes
from kotra_notation.cli.options import (
    AnalyseLevel,
    Form,
    Language,
    MaxSize,
    argument,
    file_option,
    flag,
    level_to_analyse,
    option,
)
from kotra_notation.cli.speaking import count, error_text, say, tell
from kotra_notation.jobs.files import (
    MAX_SIZE,
    REMEDIES,
    STDIN,
    file_count,
    printable,
    stdin_bytes,
    why,
    why_unwritten,
)
from kotra_notation.words import phrase
from kotra_notation.words.tongues import N_

if TYPE_CHECKING:
    from kotra_notation.archive.build.build import Built
    from kotra_notation.archive.build.workers import Engine

# A day: nobody waits longer for a file.
LONGEST = 86_400
NAMELESS = N_("Name what is to be read: files, folders, zip or tar files, or a --list of them.")
# What a shell says of a command that Ctrl-C has ended.
INTERRUPTED = 130


def build(
    sources: list[str] | None = argument(
        "SOURCE...", "Files, folders, zip and tar files, or addresses such as s3://…", default=None
    ),
    folder: Annotated[str, file_option("DIR", "The folder of the archive.")] = "",
    list_: str | None = option("--list", "A file with a path on each line; - for standard input.", "FILE"),
    workers: int = option("--workers", "How many processes check; 0: one for each core.", "N", default=0),
    cluster: str | None = option("--cluster", "Check on a Dask cluster instead: its scheduler.", "ADDRESS"),
    without: list[str] | None = option("--without", "Leave out a large table: turns or positions.", "TABLE"),
    verify: bool = flag(
        "--verify", "Read every file and every table again, also where nothing looks changed."
    ),
    analyse: bool = flag("--analyse", "Have the engine weigh every match, and keep what it says."),
    level: AnalyseLevel = None,
    time_limit: float = option(
        "--time-limit", "What a file may take, and as much again a megabyte.", "SECONDS", default=10.0
    ),
    memory_limit: float = option(
        "--memory-limit", "What checking a file may take of memory.", "MB", default=1500.0
    ),
    max_size: MaxSize = MAX_SIZE,
    output: Form = "text",
    language: Language = None,
) -> None:
    """Check every record of the sources, and keep what was read and found as tables.

    What is in the archive already and has not changed is not read again; what is gone from a source is taken
    out. A build that was stopped is gone on with by the next. Without SOURCE the former sources are read.

    With --analyse what is in the archive already and was not analysed at this level is read again.

    What was in a table that is damaged is made anew; --verify finds what only its bytes tell.

    Status 0: built; 1: built, and a record in the archive has an error, new or not; 2: it could not be built.

    Example: kotra archive build matches/ more.zip -o archive
    """  # fmt: skip
    need("archive")
    if cluster:
        need("cluster")
    if not folder:
        fail("Name the folder of the archive with -o.")
    wanted = _sources(sources or [], list_) or _sources_of(folder)
    if any("://" in one for one in wanted):
        need("cloud")
    from kotra_notation.archive.build.build import build as built
    from kotra_notation.archive.build.build import tables_without
    from kotra_notation.archive.build.tasks import Limits
    from kotra_notation.archive.build.workers import WorkersError
    from kotra_notation.archive.commands.build_text import Counting, print_summary, render_json
    from kotra_notation.archive.store import ArchiveError, Store

    wished = level_to_analyse(level, analyse=analyse)
    limits = Limits(
        max_size=in_bytes(max_size),
        seconds=_seconds(time_limit),
        memory=in_bytes(memory_limit, "--memory-limit"),
    )
    counting = Counting(lambda: _counted(wanted))
    begun = time.monotonic()
    try:
        tables = tables_without(without) if without else None
        done = built(
            Store(Path(folder)),
            wanted,
            _engine(workers, cluster),
            tables=tables,
            limits=limits,
            verify=verify,
            level=wished,
            told=counting,
        )
    except (ArchiveError, ValueError) as error:
        counting.end()
        fail(error_text(error))
    except WorkersError:
        counting.end()
        fail("The processes that check end before they begin; the message above says why.")
    except OSError as error:
        counting.end()
        fail_at(error.filename or folder, tell(why_unwritten(error)))
    except KeyboardInterrupt:
        counting.end()
        complain("Stopped. What is done is kept: the same command goes on from there.")
        raise typer.Exit(INTERRUPTED) from None
    counting.end()
    _tell_damaged(done)
    if output == "json":
        typer.echo(render_json(done, time.monotonic() - begun))
    else:
        print_summary(done, folder, time.monotonic() - begun)
    if done.lost:
        raise typer.Exit(FAILED)
    if not done.files or (done.new == done.files and not (done.counts.get("matches") or done.faulty)):
        fail("nothing to check: the archive holds no match.")
    raise typer.Exit(FOUND if done.faulty else DONE)


def _tell_damaged(done: Built) -> None:
    """Say which tables were damaged, and what of their parts could not be read again."""
    for damage in done.damaged:
        complain(tell(damage.sentence))
    if done.damaged:
        complain("What was in these tables was made anew from the sources.")
    if done.lost:
        complain(
            count(
                "{number} file of them is gone from where it lay: {path}. Bring it back, and build again.",
                "{number} files of them are gone from where they lay: {path} …"
                " Bring them back, and build again.",
                len(done.lost),
                path=printable(done.lost[0]),
            )
        )


def _sources(named: list[str], list_: str | None) -> list[str]:
    """Everything that is to be read; what is not there is a complaint before anything is begun."""
    sources = list(named)
    if list_ is not None:
        try:
            text = (
                stdin_bytes().read().decode() if list_ == STDIN else Path(list_).read_text(encoding="utf-8")
            )
        except (OSError, UnicodeDecodeError) as error:
            fail_at(list_, tell(why(error)) if isinstance(error, OSError) else say("it is no list of paths"))
        sources += [line for line in text.splitlines() if line.strip()]
        if not sources:
            fail(NAMELESS)
    for source in sources:
        if not _is_there(source):
            fail_at(source, REMEDIES[errno.ENOENT])
    return sources


def _sources_of(folder: str) -> list[str]:
    """Return what an archive was made from, as far as that is there; a complaint where nothing is."""
    from kotra_notation.archive.store import ArchiveError, Store

    try:
        known = Store.opened(folder, sound=False).manifest.sources if os.path.isdir(folder) else ()
    except ArchiveError as error:
        fail(error_text(error))
    if not known:
        fail(NAMELESS)
    for source in known:
        if not _is_there(source):
            complain_at(source, phrase("it is gone, and nothing of it can be read"))
    return [source for source in known if _is_there(source)]


def _counted(sources: list[str]) -> int | None:
    """How many files there are in the sources; None where it takes as long to know that as to read them."""
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


def _is_there(source: str) -> bool:
    return "://" in source or os.path.exists(source)


def _seconds(limit: float) -> float:
    if not 0 < limit < LONGEST:
        fail("--time-limit is a number of seconds above 0.")
    return limit


def _engine(workers: int, cluster: str | None) -> Engine:
    if cluster:
        from kotra_notation.archive.build.cluster import on_cluster

        return on_cluster(cluster)
    from kotra_notation.archive.build.workers import processes

    if workers < 0:
        fail("--workers is a number from 1, or 0 for one process a core.")
    return processes(workers or os.cpu_count() or 1)
