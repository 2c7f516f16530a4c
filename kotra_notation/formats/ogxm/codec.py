"""The package `ogxm`, which holds the rules of the format, and the words of its documents."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from typing import Any

from kotra_notation.board import Points, flip_points
from kotra_notation.findings import phrase

Document = dict[str, Any]

MISSING = phrase("OGXM needs the package ogxm: {command}", command="pip install 'kotra-notation[ogxm]'")
MAGIC = b"OGXM"
VERSION = {"major": 2, "minor": 2}
MOST = 64 * 2**20  # bytes; the codec refuses longer files too

PREFIX = "ogxm:"

# The keys under which we keep what the format itself has no place for.
MENDS = "x-kotra-mends"

# A throw is an action: 11, 12 … 16, 22, 23 … 66.
DICE = [(low, high) for low in range(1, 7) for high in range(low, 7)]
THROW = {dice: action for action, dice in enumerate(DICE)}
(
    DOUBLE, TAKE, DROP, GAME_OVER, MATCH_OVER, FINAL, RESIGN_GAME, RESIGN_MATCH, FORFEIT, NULL, SET_POSITION,
    BEAVER, RACCOON, SETTLE, RESERVED, CUBE_SET, PASS,
) = range(21, 38)  # fmt: skip
MARKERS = frozenset({GAME_OVER, MATCH_OVER, FINAL, NULL})

SIDES = ("white", "black")
SIZES = ("single", "gammon", "backgammon")

# The fields of a match that are texts or numbers, by the keys of the model, in the order they are read.
HEADERS = {
    "event": "event", "event_year": "ogxm:event_year", "event_url": "ogxm:event_url", "stage": "stage",
    "round": "round", "table": "table", "city": "place", "country": "country", "site": "ogxm:site",
    "match_ref": "ogxm:match_ref", "source": "ogxm:source", "rated": "ogxm:rated",
    "completed_at": "ogxm:completed_at", "player_seat": "ogxm:player_seat",
    "crawford_played_before_start": "ogxm:crawford_played_before_start",
}  # fmt: skip
NUMBERS = frozenset({"event_year", "round", "source", "completed_at"})
FLAGS = frozenset({"rated", "crawford_played_before_start"})
PROFILE = ("user_id", "rating_system", "country", "kind")
NO_SYSTEM = "unknown"

# How exactly a date is known, and how it is written then.
DATES = {"day": "%Y-%m-%d", "month": "%Y-%m", "year": "%Y"}
INSTANT = "ogxm:started_at"

# Switches of the rules: the field, and the option that is on with it.
RULES = {"jacoby": "texas=on", "beavers": "beavers=on", "raccoons": "raccoons=on"}
RULES |= {"auto_doubles": "auto_doubles=1"}
USUAL = "backgammon"


class CodecError(ValueError):
    """A refusal of the codec, in its words."""


@contextmanager
def _refusals() -> Iterator[None]:
    """Raise what the codec refuses as `CodecError`."""
    try:
        yield
    except (package().OgxmError, json.JSONDecodeError, UnicodeError, RecursionError) as error:
        raise CodecError(str(error)) from None


@cache
def package() -> Any:
    """Return the package; ValueError with the command that installs it where it is absent."""
    try:
        import ogxm

        ogxm.load_library()
    except (ImportError, OSError, RuntimeError):
        raise ValueError(MISSING) from None
    return ogxm


def decode(data: bytes) -> Document:
    """Return the document of a file; `CodecError` where the codec finds none."""
    if len(data) > MOST:
        raise CodecError(f"it is longer than {MOST} bytes")
    with _refusals():
        return dict(package().binary_to_json(data))


def encode(document: Document) -> bytes:
    """Return the bytes of a document; `CodecError` where it breaks a rule of the format."""
    try:
        with _refusals():
            return bytes(package().json_to_binary(document))
    except CodecError:
        if broken := problem(document):
            raise CodecError(f"it breaks the rule “{broken}”") from None
        raise


def problem(document: Document) -> str | None:
    """Return the name of the rule that a document breaks, None if it breaks none."""
    name: str | None = package().v2_problem(document)
    return name


def settle(document: Document) -> Document:
    """Return the document as it is read back: replayed, and with its values as the format holds them."""
    return decode(encode(document))


def members(data: bytes) -> Iterator[bytes | str]:
    """Yield the files of a stream one by one, and what is wrong with a part that is none."""
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


def seat_of(color: int) -> int:
    """Return the seat of a ply's colour, which is 1 for White."""
    return 1 - color


def mirror_point(seat: int, point: int) -> int:
    """Return a point of the board, which Black counts, as the seat counts it; and back."""
    return point if seat else 25 - point


def board(black: Points) -> list[int]:
    """Return the men as a document has them, White's positive, from how Black sees them."""
    return [-count for count in black]


def seen_by(men: list[int], seat: int) -> Points:
    """Return the men of a document as a seat sees them."""
    black = tuple(-count for count in men)
    return black if seat else flip_points(black)


def date_text(milliseconds: int, precision: str) -> str | None:
    """Return the date of an instant as exactly as it is known."""
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime(DATES[precision])
    except (KeyError, ValueError, OverflowError, OSError):
        return None


def instant(text: str) -> tuple[int, str] | None:
    """Return the first instant of a day, a month or a year, and how exactly it is known."""
    for precision, form in DATES.items():
        try:
            return int(datetime.strptime(text, form).replace(tzinfo=UTC).timestamp()) * 1000, precision
        except (ValueError, OverflowError):
            continue
    return None
