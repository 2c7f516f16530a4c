"""The package `ogxm`, which holds the rules of the format: bytes to documents and back, and refusals."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from typing import Any

from kotra_notation.findings import phrase

Document = dict[str, Any]

MISSING = phrase("OGXM needs the package ogxm: {command}", command="pip install 'kotra-notation[ogxm]'")
MAGIC = b"OGXM"
VERSION = {"major": 2, "minor": 2}
MOST = 64 * 2**20  # bytes; the codec refuses longer files too


class CodecError(ValueError):
    """What the codec does not take, in its words."""


@cache
def package() -> Any:
    """The package; ValueError with the command that installs it where it is absent."""
    try:
        import ogxm

        ogxm.load_library()
    except (ImportError, OSError, RuntimeError):
        raise ValueError(MISSING) from None
    return ogxm


def decoded(data: bytes) -> Document:
    """The document of a file; `CodecError` where the codec finds none."""
    if len(data) > MOST:
        raise CodecError(f"it is longer than {MOST} bytes")
    document: Document = _tried(lambda: package().binary_to_json(data))
    return document


def encoded(document: Document) -> bytes:
    """The bytes of a document; `CodecError` where it breaks a rule of the format."""
    try:
        data: bytes = _tried(lambda: package().json_to_binary(document))
    except CodecError:
        if broken := problem(document):
            raise CodecError(f"it breaks the rule “{broken}”") from None
        raise
    return data


def problem(document: Document) -> str | None:
    """The name of the rule that a document breaks, None if it breaks none."""
    name: str | None = package().v2_problem(document)
    return name


def settled(document: Document) -> Document:
    """The document as it is read back: replayed, and with its values as the format holds them."""
    return decoded(encoded(document))


def members(data: bytes) -> Iterator[bytes | str]:
    """The files of a stream one by one, and what is wrong with a part that is none."""
    skipped: list[str] = []
    stream = package().iter_stream(
        BytesIO(data), strict=False, on_skip=lambda at, length: skipped.append(f"{length} bytes from {at} on")
    )
    try:
        for member in stream:
            yield from skipped
            skipped.clear()
            yield member
    except package().StreamTruncated:
        yield "the end is missing"
    except package().StreamError as error:
        yield str(error)
    yield from skipped


def _tried(act: Callable[[], Any]) -> Any:
    try:
        return act()
    except (package().OgxmError, json.JSONDecodeError, UnicodeError, RecursionError) as error:
        raise CodecError(str(error)) from None
