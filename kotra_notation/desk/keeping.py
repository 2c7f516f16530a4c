"""A record that is written, kept whole in the desk's folder at every event, and never over another."""

from __future__ import annotations

import os
import re
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from kotra_notation.desk.folders import RESERVED, content, refuse_name, within
from kotra_notation.desk.workers import RefusalError
from kotra_notation.jobs.files import MEGABYTE, printable, why_unwritten, write_whole
from kotra_notation.words import phrase

SUFFIX = ".kotra"
LONGEST_NAME = 120
# What a proposed name has of a player, in bytes: two of these and a number are still a name.
LONGEST_WORD = 50
LARGEST = 2 * MEGABYTE
_writing = Lock()


class Kept(NamedTuple):
    """A record as it lies in the folder: its name, its bytes, and what tells this version from another."""

    name: str
    data: bytes

    @property
    def version(self) -> str:
        """Return what changes when somebody changes the file."""
        return sha256(self.data).hexdigest()


def kept(folder: Path, name: str) -> Kept | None:
    """A file of the folder; None where there is none that can be read."""
    try:
        return Kept(name, content(within(folder, name), LARGEST))
    except RefusalError:
        return None


def keep(folder: Path, name: str, text: str, version: str | None) -> tuple[Kept, bool]:
    """A record written whole in the place of the version that is named, or under a name that is free.

    Where the file is another one by now both are kept: the record gets the next free name, and the second
    answer is True. ValueError for what is no name of a record, and where nothing can be written.
    """
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise ValueError(phrase("Half a character stands in the text; no file can hold that.")) from None
    with _writing:
        path = _path(folder, name)
        there = kept(folder, name)
        if there and there.data == data:
            return there, False
        moved = os.path.lexists(path) and (there is None or there.version != version)
        name = _free(folder, name) if moved else name
        try:
            write_whole(str(_path(folder, name)), data)
        except OSError as error:
            raise ValueError(
                phrase("{name} was not written: {why}.", name=printable(name), why=why_unwritten(error))
            ) from error
        return Kept(name, data), moved


def proposed(folder: Path | None, players: tuple[str, str]) -> str:
    """A name for a record of two players that no file of the folder has."""
    words = [_cut(re.sub(r"[\W_]+", "-", player.lower()).strip("-"), LONGEST_WORD) for player in players]
    stem = "-".join(filter(None, words)) or "match"
    name = f"{'match-' if RESERVED.match(f'{stem}.') else ''}{stem}{SUFFIX}"
    return name if folder is None else _free(folder, name)


def _cut(word: str, most: int) -> str:
    """A word of so many bytes at most; no character is cut in two."""
    return word.encode("utf-8", "ignore")[:most].decode("utf-8", "ignore")


def _free(folder: Path, name: str) -> str:
    """The name, or the first of those with a number that no file has."""
    stem, number = name.removesuffix(SUFFIX), 1
    while os.path.lexists(_path(folder, name)):
        number += 1
        name = f"{stem}-{number}{SUFFIX}"
    return name


def _is_half(text: str) -> bool:
    """Return whether half a character stands in a text, which no file can be named by."""
    return any("\ud800" <= sign <= "\udfff" for sign in text)


def _path(folder: Path, name: str) -> Path:
    """Return where a record of the folder lies; ValueError for a name that is none, or leads elsewhere."""
    if not name.endswith(SUFFIX):
        raise ValueError(phrase("The name of a record that is written ends in {suffix}.", suffix=SUFFIX))
    last = name.rsplit("/", 1)[-1]
    if len(last.encode("utf-8", "surrogatepass")) > LONGEST_NAME or _is_half(last):
        raise ValueError(phrase("{name} is no name for a file.", name=printable(_cut(name, LONGEST_NAME))))
    try:
        refuse_name(name)
        return within(folder, name)
    except RefusalError as error:
        raise ValueError(error.why) from error
