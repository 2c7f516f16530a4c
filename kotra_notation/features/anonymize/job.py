"""`kn.anonymize`: a record without the persons in it, in any notation."""

from __future__ import annotations

import contextlib
import hmac
import os
import re
import secrets
import unicodedata
from base64 import b32encode
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from tempfile import NamedTemporaryFile

from kotra_notation import model
from kotra_notation.anonymous import anonymous
from kotra_notation.errors import KotraError
from kotra_notation.findings import Finding
from kotra_notation.formats.format import Content, Reading
from kotra_notation.jobs.contents import ConvertOptions, read_for, write_contents
from kotra_notation.jobs.files import Given, printable, why, why_unwritten
from kotra_notation.jobs.guarding import LIMIT, guard
from kotra_notation.jobs.paths import without_waiting
from kotra_notation.jobs.rows import Row, row
from kotra_notation.jobs.sources import open_source
from kotra_notation.report.site_map import ascii_slug
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, N_, Tongue

# Pseudonyms by a key: a name is the same in every file, and leads back to nobody without the key.
#
# A key is a line of a file of its own, and holds no names: who has it can tell whether a pseudonym is that
# of a name he thinks of, and nobody else can.


LENGTH = 8
_KEY = re.compile(rb"kotra key 1: ([0-9a-f]{64})\r?\n?")


def key_of(path: str) -> bytes:
    """The key in a file, made whole or not at all where there is none; ValueError for another file."""
    with contextlib.suppress(FileNotFoundError):
        return _read(path)
    try:
        _make(path)
    except FileExistsError:
        pass  # made by another at the same moment, and as good
    except OSError as error:
        raise KotraError("{file}: {why}.", file=printable(path), why=why_unwritten(error)) from None
    return _read(path)


def pseudonym(name: str, key: bytes) -> str:
    """Return a person's pseudonym, letters and digits; capitals and spaces of the name do not matter."""
    plain = " ".join(unicodedata.normalize("NFC", name).casefold().split())
    digest = hmac.new(key, plain.encode("utf-8", "surrogatepass"), sha256).digest()
    return f"P{b32encode(digest).decode()[:LENGTH]}"


def _read(path: str) -> bytes:
    try:
        with open(path, "rb", opener=without_waiting) as file:
            line = _KEY.fullmatch(file.read(100) or b"")
    except FileNotFoundError:
        raise
    except OSError as error:
        raise KotraError("{file}: {why}.", file=printable(path), why=why(error)) from None
    if not line:
        raise KotraError(
            "{file}: not a kotra key file; name a file that does not exist yet.", file=printable(path)
        )
    return bytes.fromhex(line[1].decode())


def _make(path: str) -> None:
    """Put a new key there, for its owner alone to read; FileExistsError where there is a file."""
    line = f"kotra key 1: {secrets.token_hex(32)}\n".encode()
    with NamedTemporaryFile(dir=os.path.dirname(os.path.abspath(path)), prefix=".key.") as file:
        file.write(line)
        file.flush()
        os.fsync(file.fileno())
        try:
            os.link(file.name, path)
        except FileExistsError:
            raise
        except OSError:  # no links on this disk, such as a stick's
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as plain:
                plain.write(line)


NAMES = ("A", "B")
# A word of a name: of fewer letters it is too often something else.
_WORD = re.compile(r"[^\W\d_]{3,}")

# What is changed in a record, as the command line says it.
CHANGES = (
    N_("names of players"),
    N_("ratings and other facts about players"),
    N_("headers removed"),
    N_("names within texts"),
    N_("addresses"),
    N_("lines from other programs, and videos"),
    N_("authors of comments"),
)


@dataclass(frozen=True, slots=True)
class Anonymized:
    """A record without personal data: its content, what the notation lost, and counts of `changes`.

    `changes` counts replaced names, headers and words in comments.
    """

    content: Content
    findings: tuple[Finding, ...]
    changes: Mapping[str, int]

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the findings and the changes."""
        return row(self, "findings changes", tongue)


def anonymize(
    source: Given,
    to: str,
    *,
    names: tuple[str, str] = NAMES,
    key: str | os.PathLike[str] | None = None,
    format: str | None = None,
) -> Anonymized:
    """Return a record without personal data, in the notation `to`; raise ValueError if that is impossible.

    `names` replace the players' names. With a `key` file, each player gets the same pseudonym in every
    record; the file is created if it does not exist.
    """
    name, _, dialect = to.partition(":")
    file = open_source(source)
    with guard(LIMIT, len(file.data)):
        options = ConvertOptions(name, dialect or None, format)
        return anonymize_reading(read_for(file, options), options, names, key_at(key))


def key_at(path: str | os.PathLike[str] | None) -> bytes | None:
    """The key in a file, where one is named; ValueError where it holds none and none can be made."""
    return None if path is None else key_of(os.fspath(path))


def anonymize_reading(
    reading: Reading, options: ConvertOptions, names: tuple[str, str] = NAMES, key: bytes | None = None
) -> Anonymized:
    """Take the persons out of a record that was read, by a key where there is one."""
    done = [anonymous(match, _choose_names(match, names, key)) for match in reading.matches]
    files, lost = write_contents(replace(reading, matches=tuple(masked.match for masked in done)), options)
    changes: Counter[str] = Counter()
    for masked in done:
        changes.update(masked.changes)
    return Anonymized(files[0], tuple(lost), dict(changes))


def anonymous_path(path: str, reading: Reading, names: tuple[str, str], key: bytes | None) -> str:
    """Return a path with the players' names replaced where they stand in it as words, however spelled."""
    masks: dict[str, str] = {}
    for match in reading.matches:
        for player, name in zip(match.players, _choose_names(match, names, key), strict=True):
            for word in _WORD.findall(player.name):
                masks.setdefault(ascii_slug(word), name)
    return _WORD.sub(lambda word: masks.get(ascii_slug(word[0]), word[0]), path)


def _choose_names(match: model.Match, names: tuple[str, str], key: bytes | None) -> tuple[str, str]:
    """Return what the players of a match are called; who has no name has no pseudonym."""
    if key is None:
        return names
    first, second = [
        pseudonym(player.name, key) if player.name.strip() else name
        for player, name in zip(match.players, names, strict=True)
    ]
    return first, second
