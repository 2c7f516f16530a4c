"""Pseudonyms by a key: a name is the same in every file, and leads back to nobody without the key.

A key is a line of a file of its own, and holds no names: who has it can tell whether a pseudonym is that of a
name he thinks of, and nobody else can.
"""

from __future__ import annotations

import contextlib
import hmac
import os
import re
import secrets
import unicodedata
from base64 import b32encode
from hashlib import sha256
from tempfile import NamedTemporaryFile

from kotra_notation.jobs.files import printable, why, why_unwritten
from kotra_notation.jobs.paths import without_waiting
from kotra_notation.words import phrase

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
        raise ValueError(phrase("{file}: {why}.", file=printable(path), why=why_unwritten(error))) from None
    return _read(path)


def pseudonym(name: str, key: bytes) -> str:
    """What a person is called: a word of letters and digits, the same however capitals and spaces are set."""
    plain = " ".join(unicodedata.normalize("NFC", name).casefold().split())
    digest = hmac.new(key, plain.encode("utf-8", "surrogatepass"), sha256).digest()
    return f"P{b32encode(digest).decode()[:LENGTH]}"


def _read(path: str) -> bytes:
    try:
        with open(path, "rb", opener=without_waiting) as file:
            found = _KEY.fullmatch(file.read(100) or b"")
    except FileNotFoundError:
        raise
    except OSError as error:
        raise ValueError(phrase("{file}: {why}.", file=printable(path), why=why(error))) from None
    if not found:
        raise ValueError(
            phrase("{file}: it is no key of kotra; name a file that is not there yet.", file=printable(path))
        )
    return bytes.fromhex(found[1].decode())


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
