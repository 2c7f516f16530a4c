"""The words of OGXM documents: actions by number, seats, the fields of a match by the keys of the model."""

from __future__ import annotations

from datetime import UTC, datetime

from kotra_notation.board import Points, turned

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
    "event": "event",
    "event_year": "ogxm:event_year",
    "event_url": "ogxm:event_url",
    "stage": "stage",
    "round": "round",
    "table": "table",
    "city": "place",
    "country": "country",
    "site": "ogxm:site",
    "match_ref": "ogxm:match_ref",
    "source": "ogxm:source",
    "rated": "ogxm:rated",
    "completed_at": "ogxm:completed_at",
    "player_seat": "ogxm:player_seat",
    "crawford_played_before_start": "ogxm:crawford_played_before_start",
}
NUMBERS = frozenset({"event_year", "round", "source", "completed_at"})
FLAGS = frozenset({"rated", "crawford_played_before_start"})
PROFILE = ("user_id", "rating_system", "country", "kind")
NO_SYSTEM = "unknown"

# How exactly a date is known, and how it is written then.
DATES = {"day": "%Y-%m-%d", "month": "%Y-%m", "year": "%Y"}
INSTANT = "ogxm:started_at"

# Switches of the rules: the field, and the option that is on with it.
RULES = {
    "jacoby": "texas=on",
    "beavers": "beavers=on",
    "raccoons": "raccoons=on",
    "auto_doubles": "auto_doubles=1",
}
USUAL = "backgammon"


def seat_of(color: int) -> int:
    """The seat of a ply's colour, which is 1 for White."""
    return 1 - color


def place(seat: int, point: int) -> int:
    """A point of the board, which Black counts, as the seat counts it; and back."""
    return point if seat else 25 - point


def board(black: Points) -> list[int]:
    """The men as a document has them, White's positive, from how Black sees them."""
    return [-count for count in black]


def seen_by(men: list[int], seat: int) -> Points:
    """The men of a document as a seat sees them."""
    black = tuple(-count for count in men)
    return black if seat else turned(black)


def date(milliseconds: int, precision: str) -> str | None:
    """The date of an instant as exactly as it is known."""
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime(DATES[precision])
    except (KeyError, ValueError, OverflowError, OSError):
        return None


def instant(text: str) -> tuple[int, str] | None:
    """The first instant of a day, a month or a year, and which of them it is."""
    for precision, form in DATES.items():
        try:
            return int(datetime.strptime(text, form).replace(tzinfo=UTC).timestamp()) * 1000, precision
        except (ValueError, OverflowError):
            continue
    return None
