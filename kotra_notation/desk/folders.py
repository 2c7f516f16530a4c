"""The folder of the desk: records read for the page, saved on request, and kept while they are written."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotra_notation.desk.http import answer, body_of, client_name, desk_work, json_endpoint
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.desk.work import fact
from kotra_notation.desk.workers import RefusalError, Workers
from kotra_notation.folder_search import BACKUP
from kotra_notation.jobs.files import (
    MEGABYTE,
    Trouble,
    files_in,
    open_file,
    printable,
    why_unwritten,
    write_whole,
)
from kotra_notation.jobs.notations import RESERVED, SUFFIX, cut_bytes
from kotra_notation.jobs.rows import Row
from kotra_notation.words import phrase
from kotra_notation.words.phrases import told

# So many files of a folder are listed, and so many characters of a name are shown.
MOST, LONGEST_SHOWN = 5000, 120
# So many files are checked for one request, and so many of them at a time.
MOST_AT_ONCE, AT_ONCE = 30, 4
# What is no name for a file on one system or another; and how names of settings end, which are no records.
FORBIDDEN = re.compile(r'[\x00-\x1f\x7f\\:*?"<>|\ud800-\udfff]')
SETTINGS = ".toml"
NOT_THERE = phrase("There is no such file in the desk's folder.")
LONGEST_NAME = 120
LARGEST = 2 * MEGABYTE
_writing = Lock()


def routes(desk: DeskSettings) -> list[Route]:
    """Return the routes of the folder; none where there is no folder."""
    if desk.folder is None or desk.password:
        return []
    folder = desk.folder

    async def list_files(request: Request) -> Response:
        files = await run_in_threadpool(lambda: list(islice(records(folder), MOST + 1)))
        return answer({"files": files[:MOST], "more": len(files) > MOST})

    async def send_file(request: Request) -> Response:
        path = within(folder, request.query_params.get("path", ""))
        data = await run_in_threadpool(content, path, desk.max_size)
        headers = {"etag": sha256(data).hexdigest()}
        return Response(data, media_type="application/octet-stream", headers=headers)

    async def save_file(request: Request) -> Response:
        name = request.query_params.get("path", "")
        path = within(folder, name)
        refuse_name(name)
        data = await body_of(request, desk.max_size)
        await run_in_threadpool(save, path, data, request.query_params.get("over"))
        return answer({"path": path.relative_to(folder).as_posix()})

    async def check_files(request: Request, asked: Row) -> Row:
        """Return the verdicts on some files, which need not come to the page for that."""
        names, turns = fact(asked, "paths", list)[:MOST_AT_ONCE], asyncio.Semaphore(AT_ONCE)

        async def verdict(name: object) -> Row:
            async with turns:
                try:
                    data = await run_in_threadpool(content, within(folder, str(name)), desk.max_size)
                    return await workers.answer(
                        desk_work(desk, "check", [(str(name), data)]), client_name(request)
                    )
                except RefusalError as error:
                    return {"error": told(error.why, desk.tongue), "status": error.status}

        workers: Workers = request.app.state.workers
        return {"verdicts": await asyncio.gather(*map(verdict, names))}

    return [
        Route("/folder", list_files),
        Route("/folder/check", json_endpoint(check_files), methods=["POST"]),
        Route("/folder/file", send_file),
        Route("/folder/save", save_file, methods=["POST"]),
    ]


def records(folder: Path) -> Iterator[dict[str, object]]:
    """Yield the files below a folder by their paths, with size and time; none that a link leads out to."""
    for path in files_in(str(folder), []):
        name = os.path.relpath(path, folder)
        try:
            facts = within(folder, Path(name).as_posix()).stat()
        except (RefusalError, OSError):
            continue
        path_shown = printable(Path(name).as_posix())
        yield {"path": path_shown, "size": facts.st_size, "time": facts.st_mtime}


def within(folder: Path, name: str) -> Path:
    """Return the path of a name within a folder, links followed; RefusalError if it is outside or hidden."""
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
        raise RefusalError(
            409, phrase("{name} is not a valid file name.", name=printable(name[:LONGEST_SHOWN]))
        )


def content(path: Path, most: int) -> bytes:
    """Read an ordinary file; RefusalError where it cannot be opened."""
    try:
        ordinary = path.is_file()
    except OSError:  # a name that is too long for the system
        ordinary = False
    if not ordinary:
        raise RefusalError(404, NOT_THERE)
    file = open_file(str(path), most)
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
            _back_up(path, over)
        write_whole(str(path), data)
    except OSError as error:
        if reserved:
            path.unlink(missing_ok=True)
        why = phrase("{name} was not written: {why}.", name=printable(path.name), why=why_unwritten(error))
        raise RefusalError(409, why) from None


def _reserve(path: Path) -> None:
    """Create the file, so that nothing that comes there meanwhile is written over."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    except FileExistsError:
        why = phrase("{name} already exists; nothing was written.", name=printable(path.name))
        there = {"there": sha256(path.read_bytes()).hexdigest()} if path.is_file() else {}
        raise RefusalError(409, why, **there) from None


def _back_up(path: Path, over: str) -> None:
    """Keep what is there beside it, where that is what is to be written over."""
    if path.exists() and not path.is_file():  # a pipe would be waited for without end
        raise RefusalError(404, NOT_THERE)
    there = path.read_bytes()
    version = sha256(there).hexdigest()
    if version != over:
        why = phrase("{name} was changed in the meantime; nothing was written.", name=printable(path.name))
        raise RefusalError(409, why, there=version)
    backup = path.with_name(path.name + BACKUP)
    if not backup.exists():
        write_whole(str(backup), there)


class KeptRecord(NamedTuple):
    """A record as it lies in the folder: its name, its bytes, and its version."""

    name: str
    data: bytes

    @property
    def version(self) -> str:
        """The SHA-256 of the file."""
        return sha256(self.data).hexdigest()


def kept_record(folder: Path, name: str) -> KeptRecord | None:
    """Return a record of the folder; None where there is none that can be read."""
    try:
        return KeptRecord(name, content(within(folder, name), LARGEST))
    except RefusalError:
        return None


def keep_record(folder: Path, name: str, text: str, version: str | None) -> tuple[KeptRecord, bool]:
    """Write a record whole in the place of the version that is named, or under a name that is free.

    Where the file is another one by now both are kept: the record gets the next free name, and the second
    answer is True. ValueError for what is no name of a record, and where nothing can be written.
    """
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise ValueError(
            phrase("The text contains an incomplete character, so it cannot be saved.")
        ) from None
    with _writing:
        path = _record_path(folder, name)
        there = kept_record(folder, name)
        if there and there.data == data:
            return there, False
        moved = os.path.lexists(path) and (there is None or there.version != version)
        name = free_name(folder, name) if moved else name
        try:
            path = _record_path(folder, name)
            path.parent.mkdir(exist_ok=True)
            write_whole(str(path), data)
        except OSError as error:
            raise ValueError(
                phrase("{name} was not written: {why}.", name=printable(name), why=why_unwritten(error))
            ) from error
        return KeptRecord(name, data), moved


def free_name(folder: Path, name: str) -> str:
    """Return the name, or the first of those with a number that no file has."""
    stem, number = name.removesuffix(SUFFIX), 1
    while os.path.lexists(_record_path(folder, name)):
        number += 1
        name = f"{stem}-{number}{SUFFIX}"
    return name


def _record_path(folder: Path, name: str) -> Path:
    """Return the path of a record of the folder; ValueError for a name that is none, or leads elsewhere."""
    if not name.endswith(SUFFIX):
        raise ValueError(phrase("The name of a new record must end in {suffix}.", suffix=SUFFIX))
    last = name.rsplit("/", 1)[-1]
    half = any("\ud800" <= sign <= "\udfff" for sign in last)  # half a character, which no name can have
    if half or len(last.encode("utf-8", "surrogatepass")) > LONGEST_NAME:
        raise ValueError(
            phrase("{name} is not a valid file name.", name=printable(cut_bytes(name, LONGEST_NAME)))
        )
    try:
        refuse_name(name)
        return within(folder, name)
    except RefusalError as error:
        raise ValueError(error.why) from error
