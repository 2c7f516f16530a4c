"""The folder of the desk: the records in it, read for the page, and written where that is asked for."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotra_notation.desk.receiving import answer, body_of
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.desk.workers import RefusalError
from kotra_notation.folder_search import BACKUP
from kotra_notation.jobs.files import (
    Trouble,
    found_in,
    opened,
    printable,
    why_unwritten,
    write_whole,
)
from kotra_notation.words import phrase

# So many files of a folder are listed, and so many characters of a name are shown.
MOST, LONGEST_SHOWN = 5000, 120
# What is no name for a file on one system or another; and how names of settings end, which are no records.
FORBIDDEN = re.compile(r'[\x00-\x1f\x7f\\:*?"<>|\ud800-\udfff]')
RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.I)
SETTINGS = ".toml"
NOT_THERE = phrase("There is no such file in the folder of the desk.")


def routes(desk: DeskSettings) -> list[Route]:
    """Return what the pages ask of the folder; nothing where there is none."""
    if desk.folder is None or desk.password:
        return []
    folder = desk.folder

    async def listed(request: Request) -> Response:
        files = await run_in_threadpool(lambda: list(islice(records(folder), MOST + 1)))
        return answer({"files": files[:MOST], "more": len(files) > MOST})

    async def sent(request: Request) -> Response:
        path = within(folder, request.query_params.get("path", ""))
        data = await run_in_threadpool(content, path, desk.max_size)
        version = {"etag": sha256(data).hexdigest()}
        return Response(data, media_type="application/octet-stream", headers=version)

    async def saved(request: Request) -> Response:
        name = request.query_params.get("path", "")
        path = within(folder, name)
        refuse_name(name)
        data = await body_of(request, desk.max_size)
        over = request.query_params.get("over")
        await run_in_threadpool(save, path, data, over)
        return answer({"path": path.relative_to(folder).as_posix()})

    return [
        Route("/folder", listed),
        Route("/folder/file", sent),
        Route("/folder/save", saved, methods=["POST"]),
    ]


def records(folder: Path) -> Iterator[dict[str, object]]:
    """The files below a folder by their paths in it, with their sizes; nothing that a link leads out to."""
    for path in found_in(str(folder), []):
        name = os.path.relpath(path, folder)
        try:
            size = within(folder, Path(name).as_posix()).stat().st_size
        except (RefusalError, OSError):
            continue
        yield {"path": printable(Path(name).as_posix()), "size": size}


def within(folder: Path, name: str) -> Path:
    """The path that a name within a folder leads to, links followed; RefusalError where it leads out.

    What is hidden is not there.
    """
    parts = name.split("/")
    strange = "\0" in name or "\\" in name or any(not part or part.startswith(".") for part in parts)
    if strange or Path(name).is_absolute() or Path(name).drive:
        raise RefusalError(404, NOT_THERE)
    try:
        path = folder.joinpath(*parts).resolve()
    except (OSError, RuntimeError, ValueError):
        raise RefusalError(404, NOT_THERE) from None
    if folder not in path.parents or any(part.startswith(".") for part in path.relative_to(folder).parts):
        raise RefusalError(404, NOT_THERE)
    return path


def refuse_name(name: str) -> None:
    """Raise RefusalError for a name that a file cannot have on every system, and for one of settings."""
    last = name.rsplit("/", 1)[-1]
    devices = any(RESERVED.match(part) for part in name.split("/"))
    if devices or FORBIDDEN.search(name) or last.lower().endswith(SETTINGS):
        raise RefusalError(409, phrase("{name} is no name for a file.", name=printable(name[:LONGEST_SHOWN])))


def content(path: Path, most: int) -> bytes:
    """The bytes of an ordinary file; RefusalError where it cannot be opened."""
    try:
        ordinary = path.is_file()
    except OSError:  # a name that is too long for the system
        ordinary = False
    if not ordinary:
        raise RefusalError(404, NOT_THERE)
    file = next(opened([str(path)], most))
    if isinstance(file, Trouble):
        raise RefusalError(404, phrase("{name}: {why}.", name=path.name, why=file.why))
    return file.data


def save(path: Path, data: bytes, over: str | None) -> None:
    """Write a file whole; RefusalError where one is there, unless it is the one that is to be written over.

    `over` is the SHA-256 of that one. What was there is kept beside it, as `kotra fix --in-place` keeps it.
    """
    reserved = False
    try:
        if over is None:
            _reserve(path)
            reserved = True
        else:
            _set_aside(path, over)
        write_whole(str(path), data)
    except OSError as error:
        if reserved:
            path.unlink(missing_ok=True)
        why = phrase("{name} was not written: {why}.", name=printable(path.name), why=why_unwritten(error))
        raise RefusalError(409, why) from None


def _reserve(path: Path) -> None:
    """Have the name to oneself, so that nothing that comes there meanwhile is written over."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    except FileExistsError:
        why = phrase("{name} is there already; nothing was written.", name=printable(path.name))
        there = {"there": sha256(path.read_bytes()).hexdigest()} if path.is_file() else {}
        raise RefusalError(409, why, **there) from None


def _set_aside(path: Path, over: str) -> None:
    """Keep what is there beside it, where that is what is to be written over."""
    if path.exists() and not path.is_file():  # a pipe would be waited for without end
        raise RefusalError(404, NOT_THERE)
    there = path.read_bytes()
    found = sha256(there).hexdigest()
    if found != over:
        why = phrase("{name} was changed meanwhile; nothing was written.", name=printable(path.name))
        raise RefusalError(409, why, there=found)
    kept = path.with_name(path.name + BACKUP)
    if not kept.exists():
        write_whole(str(kept), there)
