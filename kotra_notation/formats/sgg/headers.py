"""What stands before the games of a GamesGrid record, in the words of the model, and the rules it states."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date

from kotra_notation.formats.recorder import MatchDraft, length_of
from kotra_notation.model import Extra, Player

PREFIX = "sgg:"
LINE = "sgg:line"  # a line of the head that says nothing known
EXPERIENCE = "sgg:Experience"
STAR = "sgg:crawford"  # `*` or nothing, where the star is not where the score puts it

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

ELO, LENGTH, CRAWFORD, CUBE, VARIANT = "ELO", "Match Length", "Crawford", "Doubling Cube", "Variant"

# The options of money play; a match is played without any of them.
MONEY = {
    "Jacoby": "texas",
    "Automatic Doubles": "auto_doubles",
    "Beavers": "beavers",
    "Raccoons": "raccoons",
}
VARIANTS = {"backgammon": "Backgammon", "nackgammon": "NackGammon", "hypergammon": "HyperGammon"}
NO_CUBE = "cube.limit=1"

# The lines that state rules, as they follow one another.
RULES = ("Jacoby", "Automatic Doubles", CRAWFORD, "Beavers", "Raccoons", CUBE, VARIANT)

# Every line that says how a match is judged.
JUDGED = (*RULES, ELO, LENGTH)

KEYED = re.compile(r"\s*([A-Za-z][A-Za-z0-9 ]{0,40}):[ \t]*(.*)$")
DATE = re.compile(r"\w+day\s+([A-Za-z]+)\s+([0-9]{1,2}),?\s+([0-9]{4})$")
ISO = re.compile(r"([0-9]{4})[-.]([0-9]{2})[-.]([0-9]{2})")
RATINGS = re.compile(r"([0-9.]{1,12})\s+([0-9]{1,9})\s+([0-9.]{1,12})\s+([0-9]{1,9})$")
RATING = re.compile(r"[0-9.]{1,12}")
COUNT = re.compile(r"[0-9]{1,9}")
NONE = "0"  # stands for a rating or an experience that is not known


def heading(line: str) -> tuple[str, str]:
    """The key and value of a line of the head; a line that has no key has the key `place`."""
    text = line.strip()
    if text.startswith(WEEKDAYS):
        return "date", _iso(text) or text
    if keyed := KEYED.match(text):
        return PREFIX + keyed[1].strip(), keyed[2].strip()
    return "place", text


def is_rule(line: str) -> bool:
    """Return whether a line says how a match is judged, by its key and its value."""
    key, value = heading(line)
    name = key.removeprefix(PREFIX)
    if name in (ELO, LENGTH):
        return bool(ratings(value)) or length_of(value) is not None
    return name in RULES and (value.lower() in ("yes", "no", *VARIANTS))


def _iso(text: str) -> str | None:
    """The date `Saturday March 07, 2026` as `2026-03-07`."""
    said = DATE.match(text)
    if not said or said[1].capitalize() not in MONTHS:
        return None
    return f"{said[3]}-{MONTHS.index(said[1].capitalize()) + 1:02}-{int(said[2]):02}"


def _day(year: int, month: int, day: int) -> str | None:
    try:
        weekday = WEEKDAYS[date(year, month, day).weekday()]
    except ValueError:
        return None
    return f"{weekday} {MONTHS[month - 1]} {day:02}, {year:04}"


def option_of(key: str, value: str, length: int | None, automatic: int) -> str | None:
    """The option a line of the rules states, empty for what everyone supposes; None where there is none.

    Automatic doubles are allowed or not; `automatic` is how many a game of the record has at most.
    """
    said, yes = value.lower(), value.lower() == "yes"
    if key == VARIANT and said in VARIANTS:
        return "" if said == "backgammon" else f"variant={said}"
    if said not in ("yes", "no"):
        return None
    if key == CUBE:
        return "" if yes else NO_CUBE
    if key == CRAWFORD:
        supposed = bool(length) == yes
        return "" if supposed else "crawford=off" if length else None
    if key not in MONEY or (length and yes):
        return None
    if length:
        return ""
    if key == "Automatic Doubles":
        return f"auto_doubles={max(automatic, 1) if yes else 0}"
    return f"{MONEY[key]}={'on' if yes else 'off'}"


def read_rules(lines: Mapping[str, str], length: int | None, automatic: int) -> list[str]:
    """The options that lines state."""
    options = [option_of(key, value, length, automatic) for key, value in lines.items()]
    return [option for option in options if option]


def ratings(value: str) -> tuple[tuple[str, str], tuple[str, str]] | None:
    """The rating and experience of both sides, empty where the line has naught."""
    said = RATINGS.match(value)
    if not said:
        return None
    first, second, third, fourth = ("" if part == NONE else part for part in said.groups())
    return (first, second), (third, fourth)


def starred(scores: Sequence[tuple[float, float]], length: int | None) -> list[bool]:
    """Whether each game bears the sign of the Crawford game: the first in which a side lacks one point."""
    stars, seen = [], not length or length < 2
    for score in scores:
        stars.append(not seen and max(score) + 1 == length)
        seen = seen or stars[-1]
    return stars


def settle(draft: MatchDraft, stars: Sequence[bool]) -> None:
    """Take ratings and rules from the headers of a match; put in the stars that its scores do not tell."""
    ratings_of_both = (("", ""), ("", ""))
    rules: dict[str, str] = {}
    info: list[tuple[str, str]] = []
    automatic = draft.automatic
    for key, value in draft.info:
        name = key.removeprefix(PREFIX)
        if name == ELO and (read := ratings(value)):
            ratings_of_both = read
        elif name in RULES and option_of(name, value, draft.length, automatic) is not None:
            rules[name] = value
        elif name != LENGTH or length_of(value) is None:
            info.append((key, value))
    draft.info, draft.options = info, read_rules(rules, draft.length, automatic)
    draft.players = [
        Player(name=name, rating=rating or None, extras={EXPERIENCE: games} if games else {})
        for name, (rating, games) in zip(draft.names, ratings_of_both, strict=True)
    ]
    supposed = starred([game.score.score if game.score else (0, 0) for game in draft.games], draft.length)
    for game, star, usual in zip(draft.games, stars, supposed, strict=True):
        if star != usual:
            game.events.insert(0, Extra(key=STAR, value="*" * star, span=game.span))
