"""Sources of a command: files that are named, compressed, in folders or a `.zip`, or piped in."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

from kotra_notation.errors import KotraError, wrong_type
from kotra_notation.jobs.files import (
    MAX_SIZE,
    MEGABYTE,
    Given,
    Opened,
    Trouble,
    check_inside,
    nonempty_files_in,
    open_file,
    stdin_bytes,
    why,
    within_size,
)
from kotra_notation.jobs.paths import STDIN, printable
from kotra_notation.values import dataclass
from kotra_notation.words import phrase
from kotra_notation.words.tongues import N_

if TYPE_CHECKING:
    import zipfile

ZIP = ".zip"
# Files that are compressed by themselves, and the module of the standard library that reads them.
COMPRESSED = {".gz": "gzip", ".xz": "lzma", ".bz2": "bz2"}
# Files that hold other files, or one that is compressed.
PACKED = (ZIP, *COMPRESSED)
# Names of records: such a file in a folder is missed if it cannot be read; others are skipped.
RECORDS = (".kotra", ".mat", ".sgf", ".xg", ".ogxm")
DAMAGED = phrase("it is damaged, or not a ZIP, gzip, xz or bzip2 archive")
# What systems put into archives beside the files.
ADDED = ("__MACOSX/", ".")
# The list of what an archive holds, and the folder of its tables.
ARCHIVE_LIST, ARCHIVE_PARTS = ARCHIVE_ENTRIES = ("archive.json", "parts")
BUILT_ARCHIVE = N_(
    "it is a built archive, not a folder of records; ask it with kotra archive, or write its records with "
    "kotra archive export {folder} records/"
)


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file to read: its path, the folder that its name counts from, and the archive that it is packed in.

    `searched` if it was found in a folder or an archive and not named.
    """

    path: str
    root: str = ""
    packed: str = ""
    searched: bool = False

    @property
    def optional(self) -> bool:
        """Return whether it was found, and has not the name of a record: it is skipped if it is none."""
        name = self.path.lower()
        return self.searched and not (os.path.splitext(name)[0] if is_compressed(name) else name).endswith(
            RECORDS
        )

    @property
    def name(self) -> str:
        """Return its name in a folder that files are written to."""
        if self.path == STDIN:
            return "stdin"
        name = os.path.relpath(self.path, self.root or os.path.dirname(self.path) or os.curdir)
        if is_compressed(self.packed):
            return os.path.splitext(name)[0]
        archive = os.path.basename(self.packed)
        return name.replace(archive + os.sep, archive[: -len(ZIP)] + os.sep, 1) if self.packed else name

    def open(self, max_size: int, stdin_name: str = STDIN) -> Opened | Trouble:
        """Return its content, unpacked; standard input under a name."""
        if not self.packed and self.path != STDIN:
            return open_file(self.path, max_size, searched=self.optional)
        path = stdin_name if self.path == STDIN else self.path
        try:
            if self.packed:
                content = unpack(self.packed, self.path.removeprefix(self.packed)[1:], max_size + 1)
            else:
                content = stdin_bytes().read(max_size + 1)
        except OSError as error:
            return Trouble(path, why(error))
        if isinstance(content, str):
            return Trouble(path, content)
        return within_size(path, content, max_size, searched=self.optional)


def list_sources(paths: Sequence[str]) -> Iterator[InputFile | Trouble]:
    """Yield the files that are named, and all in a folder or a zip, by name; and what fails.

    Names count from a folder that is named alone; with several sources a folder keeps its name.
    """
    for path in paths:
        root = path if len(paths) == 1 else os.path.dirname(os.path.abspath(path))
        if os.path.isdir(path) and path != STDIN:
            if is_archive(path):
                yield Trouble(path, phrase(BUILT_ARCHIVE, folder=printable(path)))
                continue
            troubles: list[Trouble] = []
            for found in nonempty_files_in(path, troubles):
                if found.lower().endswith(ZIP):
                    yield from _list_zip(found, root, searched=True)
                else:
                    yield InputFile(found, root, packed=found if is_compressed(found) else "", searched=True)
            yield from troubles
        elif path.lower().endswith(ZIP) and os.path.isfile(path):
            yield from _list_zip(path, root)
        else:
            yield named_source(path)


def is_archive(folder: str) -> bool:
    """Return whether a folder was built by `kotra archive`: its tables are no records."""
    return all(os.path.exists(os.path.join(folder, name)) for name in ARCHIVE_ENTRIES)


def named_source(path: str, *, searched: bool = False) -> InputFile:
    """Return the file of a path: as it is, compressed, or inside a zip as findings name the files there."""
    archive = path[: path.lower().find(f"{ZIP}/") + len(ZIP)]
    packed = path if is_compressed(path) else archive if archive.lower().endswith(ZIP) else ""
    return InputFile(path, packed=packed if os.path.isfile(packed) else "", searched=searched)


def is_compressed(path: str) -> bool:
    """Return whether a path names a file that is compressed by itself."""
    return path.lower().endswith(tuple(COMPRESSED))


def _list_zip(path: str, root: str, *, searched: bool = False) -> Iterator[InputFile | Trouble]:
    """Yield the files in a `.zip` as found in a folder; an empty one that was `searched` is no trouble."""
    try:
        members = _open_zip(path, os.stat(path).st_mtime_ns).infolist()
    except OSError as error:
        yield Trouble(path, why(error))
        return
    except _damages():
        yield Trouble(path, DAMAGED)
        return
    wanted = [
        member.filename
        for member in members
        if not (member.is_dir() or member.filename.startswith(ADDED) or "/." in member.filename)
    ]
    for name in wanted:
        yield InputFile(f"{path}/{name}", root, packed=path, searched=True)
    if not (wanted or searched):
        yield Trouble(path, phrase("no files in it (hidden files are skipped)"))


def unpack(archive: str, name: str, most: int) -> bytes | str:
    """Return at most so many bytes of a packed file, or the reason why it cannot be read; OSError."""
    try:
        if not name:
            module = import_module(COMPRESSED[os.path.splitext(archive)[1].lower()])
            with module.open(archive) as stream:
                content = stream.read(most)
            is_tar = content[257:262] == b"ustar"
            return phrase("it is a tar archive; unpack it first") if is_tar else bytes(content)
        packed = _open_zip(archive, os.stat(archive).st_mtime_ns)
        if packed.getinfo(name).flag_bits & 1:
            return phrase("it needs a password; unpack the archive first")
        with packed.open(name) as member:
            return member.read(most)
    except _damages():
        return DAMAGED
    except OSError as error:
        if error.errno is None:  # bz2 says so that a file is damaged
            return DAMAGED
        raise


@lru_cache(maxsize=1)
def _open_zip(path: str, stamp: int) -> zipfile.ZipFile:
    """Open a zip, and keep the last one open: its table of contents may be long. `stamp` is its time."""
    import zipfile

    return zipfile.ZipFile(path)


def _damages() -> tuple[type[Exception], ...]:
    """Return what is raised for an archive that is none, or is damaged."""
    import gzip
    import lzma
    import zipfile
    import zlib

    known = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, gzip.BadGzipFile)
    return (*known, EOFError, KeyError, MemoryError, NotImplementedError, RuntimeError, ValueError)


def open_paths(paths: Sequence[str], max_size: int, stdin_name: str = STDIN) -> Iterator[Opened | Trouble]:
    """Open every file that is named, and all in a folder or a zip that is named, in the order of their names.

    What comes by standard input is called `stdin_name`.
    """
    for source in list_sources(paths):
        yield source if isinstance(source, Trouble) else source.open(max_size, stdin_name)


def file_count(paths: Sequence[str]) -> int:
    """Return how many files are named, and are in folders and zips that are named."""
    return sum(1 for _ in list_sources(paths))


def is_single(paths: Sequence[str]) -> bool:
    """Return whether one file is named, and no folder, and no zip."""
    return len(paths) == 1 and not (os.path.isdir(paths[0]) or paths[0].lower().endswith(ZIP))


A_RECORD = phrase("a path, a text or the bytes of a record")


def open_sources(source: Given | Iterable[Given], max_size: int) -> Iterator[Opened | Trouble]:
    """Yield what a program hands over: paths of files and folders, texts with line ends, and bytes."""
    if not isinstance(source, str | bytes | bytearray | os.PathLike | Iterable):
        raise wrong_type(source, A_RECORD)
    for item in [source] if isinstance(source, str | bytes | bytearray | os.PathLike) else source:
        if isinstance(item, bytes | bytearray):
            yield Opened(STDIN, bytes(item))
        elif not isinstance(item, str | os.PathLike):
            raise wrong_type(item, A_RECORD)
        elif isinstance(item, str) and "\n" in item:
            yield Opened(STDIN, item.encode("utf-8", "surrogatepass"))
        else:
            path = os.fspath(item)
            yield from open_paths([os.path.join(os.curdir, path) if path == STDIN else path], max_size)


def open_source(source: Given) -> Opened:
    """Open one file that a program hands over; ValueError for a folder, and for what cannot be opened."""
    return only_file(open_sources(source, MAX_SIZE * MEGABYTE), source)


def only_file(files: Iterator[Opened | Trouble], source: Given) -> Opened:
    """Return the one file of a source; KotraError for several, a folder, and what cannot be opened."""
    first, second = next(files, None), next(files, None)
    name = printable(str(source))
    if first is None or second is not None or getattr(first, "searched", False):
        if not name.lower().endswith(PACKED):
            raise KotraError("{file}: it is a folder; name a file.", file=name)
        if second is not None or first is None:
            raise KotraError("{file}: it holds several files; unpack it first.", file=name)
    if isinstance(first, Trouble):
        raise KotraError("{file}: {why}.", file=printable(first.path), why=first.why)
    return first


@dataclass(frozen=True, slots=True)
class TargetFile:
    """A file to read, and where what is made of it goes."""

    source: InputFile
    target: str


def plan_targets(
    paths: Sequence[str], folder: str, suffix: str | None = None
) -> tuple[list[TargetFile], list[Trouble]]:
    """Return each source with its place in a folder, and what could not be listed.

    A file keeps its name, or takes another `suffix`. What is found in the target folder is no source.
    KotraError where two would go to one place, to their own, or out of the folder.
    """
    if os.path.exists(folder) and not os.path.isdir(folder):
        raise KotraError("{name} is a file; for several files name a folder.", name=printable(folder))
    root = os.path.realpath(folder)
    if any(os.path.realpath(path) == root for path in paths):
        raise KotraError(
            "{name}: the target is the source itself; name another folder.", name=printable(folder)
        )
    sources, troubles = outside(paths, folder)
    bare = Counter(os.path.splitext(source.name)[0] for source in sources)
    planned: dict[str, TargetFile] = {}
    for source in sources:
        base, ending = os.path.splitext(source.name)
        if suffix is None:
            base += ending
        elif bare[base] > 1:
            base += ending.replace(".", "-")  # match.mat and match.txt
        name = os.path.join(folder, base + (suffix or ""))
        check_inside(name, root)
        if os.path.exists(name) and os.path.exists(source.path) and os.path.samefile(name, source.path):
            raise KotraError(
                "{name}: the target is the source itself; name another folder.", name=printable(name)
            )
        if name in planned:
            raise KotraError(
                "{one} and {other} would both become {target}; rename one of them.",
                one=printable(planned[name].source.path),
                other=printable(source.path),
                target=printable(name),
            )
        planned[name] = TargetFile(source, name)
    return list(planned.values()), troubles


def outside(paths: Sequence[str], folder: str) -> tuple[list[InputFile], list[Trouble]]:
    """Return the sources, each once, but what a search finds in the folder to write to; and what fails."""
    root = os.path.realpath(folder) + os.sep
    sources: dict[str, InputFile] = {}
    troubles: list[Trouble] = []
    for source in list_sources(paths):
        if isinstance(source, Trouble):
            troubles.append(source)
        elif not (source.searched and os.path.realpath(source.path).startswith(root)):
            sources.setdefault(os.path.realpath(source.path), source)
    return list(sources.values()), troubles
