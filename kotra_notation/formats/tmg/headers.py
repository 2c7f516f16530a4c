"""What stands before the games of a TrueMoneyGames file, in the words of the model, and its rules."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kotra_notation.formats.recorder import MatchDraft
from kotra_notation.model import Player

PREFIX = "tmg:"
STAKE, NUMBER = "tmg:Table stake", "tmg:Number"
NO_STAKE = "0.0"

MATCH, PLAYERS, START, LENGTH = "MatchID", ("Player1", "Player2"), "Startdate", "Length"
CRAWFORD, CUBE, MAX_CUBE, VARIANT = "Crawford", "Cube", "MaxCube", "Variant"

# The options of money play; a match is played without any of them.
MONEY = {"Jacoby": "texas", "Beavers": "beavers", "Raccoons": "raccoons"}
VARIANTS = {"1": "backgammon", "2": "nackgammon"}
NO_CUBE = "cube.limit=1"

# The lines that state rules, as they follow one another.
RULES = ("Jacoby", "Beavers", "Raccoons", CRAWFORD, CUBE, MAX_CUBE, VARIANT)

# Every line that says how a match is judged.
JUDGED = (*RULES, *PLAYERS, LENGTH)

# The lines that may also stand in the middle of a game.
OPTIONS = frozenset(
    {*RULES, "Stake", "RakePct", "MaxRakeAbs", START, "AutoDistrib", "MaxGames", "PlayMoney", LENGTH}
)

KEYED = re.compile(r"\s*([A-Za-z][A-Za-z0-9 ]{0,40}):[ \t]*(.*)$")
PLAYER = re.compile(r"([0-9]{1,12})(?:\s+(.*))?$")
MONEY_SUM = re.compile(r"-?[0-9]+(\.[0-9]+)?")
DAY = re.compile(r"([0-9]{4})[-.]([0-9]{2})[-.]([0-9]{2})")
TIME = re.compile(r"[0-9]{2}:[0-9]{2}(:[0-9]{2})?")


def keyed(line: str) -> tuple[str, str] | None:
    """The key and value of a line, None for any other."""
    said = KEYED.match(line)
    return (said[1].strip(), said[2].strip()) if said else None


def player(value: str, seat: int) -> Player | None:
    """A side as a line states it: a number, the name, what is at stake; None where it does not."""
    said = PLAYER.match(value)
    if not said:
        return None
    name, _, stake = (said[2] or "").strip().rpartition(" ")
    if not MONEY_SUM.fullmatch(stake):
        name, stake = (said[2] or "").strip(), NO_STAKE
    number = int(said[1])
    extras = {STAKE: stake} if stake != NO_STAKE else {}
    if number != seat + 1:
        extras[NUMBER] = str(number)
    return Player(name=name.strip(), extras=extras)


def moment(value: str) -> list[tuple[str, str]]:
    """The date and time of a beginning; the line as it stands where it has none."""
    day, _, time = value.partition(" ")
    if DAY.fullmatch(day) and (not time or TIME.fullmatch(time)):
        return [("date", day), *([("time", time)] if time else [])]
    return [(PREFIX + START, value)]


def option_of(key: str, value: str, length: int | None, *, cube: bool) -> str | None:
    """The option a line of the rules states, empty for what everyone supposes; None where there is none."""
    if key == VARIANT and value in VARIANTS:
        return "" if value == "1" else f"variant={VARIANTS[value]}"
    if key == MAX_CUBE:
        limit = int(value) if value.isascii() and value.isdigit() and len(value) < 10 else 0
        return f"cube.limit={limit}" if limit > 1 and cube and str(limit) == value else None
    if value not in ("0", "1"):
        return None
    yes = value == "1"
    if key == CUBE:
        return "" if yes else NO_CUBE
    if key == CRAWFORD:
        supposed = bool(length) == yes
        return "" if supposed else "crawford=off" if length else None
    if key not in MONEY or (length and yes):
        return None
    return "" if length else f"{MONEY[key]}={'on' if yes else 'off'}"


def read_rules(lines: Mapping[str, str], length: int | None, automatic: int) -> list[str]:
    """The options that lines state, and how often the cube turned by itself, which no line allows."""
    cube = lines.get(CUBE) != "0"
    options = [option_of(key, value, length, cube=cube) for key, value in lines.items()]
    if automatic:
        options.append(f"auto_doubles={automatic}")
    return [option for option in options if option]


def settle(draft: MatchDraft) -> None:
    """Take the rules from the headers of a match."""
    cube = (PREFIX + CUBE, "0") not in draft.info
    rules: dict[str, str] = {}
    info: list[tuple[str, str]] = []
    for key, value in draft.info:
        name = key.removeprefix(PREFIX)
        if name not in rules and option_of(name, value, draft.length, cube=cube) is not None:
            rules[name] = value
        else:
            info.append((key, value))
    draft.info, draft.options = info, read_rules(rules, draft.length, draft.automatic)
