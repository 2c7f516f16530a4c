"""The head of a match text: tags `; [Key "value"]`, the rules they state, and rulings that remarks declare.

A remark as `Game 6, Move 19 of Anna --> 11: 3/2 1/0 was illegal` stands in the head of the match or in the
game. The play is found by its words; its number, which counts rows, only chooses between two that are alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from kotra_notation.dates import iso_day
from kotra_notation.findings import Finding, finding
from kotra_notation.formats.holding import clean
from kotra_notation.formats.mat.cells import content
from kotra_notation.formats.recorder import GameDraft, Threw
from kotra_notation.late import late_pattern
from kotra_notation.model import Comment, Event, Mark, Ruling, Turn
from kotra_notation.signs import HEADER as HEADER

PREFIX = "mat:"

KEYS = {
    "Event": "event", "Round": "round", "EventDate": "date", "EventTime": "time", "Site": "place",
    "Transcriber": "transcriber", "Annotator": "annotator", "Video": "video",
}  # fmt: skip

# The variants by what their names hold (`3-chequer hypergammon`, `NackGammon`).
VARIANTS = ("nackgammon", "hypergammon")
_TAGS = {word: tag for tag, word in KEYS.items()}
# The tags of the options that are on or off.
RULES = {"crawford": "Crawford", "texas": "Jacoby", "beavers": "Beaver"}
# Every tag that says how a match is judged.
JUDGED = (*RULES.values(), "Variation", "CubeLimit")
SWITCH = {"on": "on", "yes": "on", "true": "on", "off": "off", "no": "off", "false": "off"}
# Every known tag by its letters, whatever their case: OpenGammon writes `Cubelimit`.
_KNOWN = {key.casefold(): key for key in (*KEYS, *JUDGED)}
LENGTH = "Length"  # the key of the length that stood in a record which is no match
NO_LIMIT = 1024  # what programs write when they mean no cube limit


def usual_tag(key: str) -> str:
    """Return a known tag as it is usually spelled, any other as it stands."""
    return _KNOWN.get(key.casefold(), key)


def info(tags: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """The tags under readable keys where they have one, else under their own with the notation's name."""
    return tuple((KEYS.get(key, PREFIX + key), value) for key, value in tags)


def line(key: str, value: str) -> str | None:
    """The line a header of the model is written as; None where it would not be read as the same.

    A day is written with points: GNU Backgammon reads no other.
    """
    if key == "date":
        value = iso_day(value).replace("-", ".") or value
    name = key.removeprefix(PREFIX) if key.startswith(PREFIX) else _TAGS.get(key, "")
    written = f'; [{name} "{value}"]'
    read = HEADER.fullmatch(written)
    if read is None or "\n" in written:
        return None
    return written if info([(usual_tag(read[1]), read[2])]) == ((key, value),) else None


def read_rules(tags: Mapping[str, str], length: int | None) -> list[str]:
    """The options the tags state, but for what a reader would suppose."""
    variation = tags.get("Variation", "").lower()
    stated = [f"variant={variant}" for variant in VARIANTS if variant in variation]
    for option, key in RULES.items():
        value = SWITCH.get(tags.get(key, "").lower())
        if value and (option == "crawford") == bool(length) and (option, value) != ("crawford", "on"):
            stated.append(f"{option}={value}")
    limit = tags.get("CubeLimit", "")
    if re.fullmatch("[0-9]{1,9}", limit) and 0 < int(limit) < NO_LIMIT:
        stated.append(f"cube.limit={int(limit)}")
    return stated


def not_known(tags: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The tags that say how a match is judged, with values that say nothing known."""
    return [(key, value) for key, value in tags if key in JUDGED and value and not _has_meaning(key, value)]


def _has_meaning(key: str, value: str) -> bool:
    if key == "Variation":
        return any(name in value.lower() for name in (*VARIANTS, "backgammon"))
    if key == "CubeLimit":
        return bool(re.fullmatch("[0-9]{1,9}", value))
    return value.lower() in SWITCH


def rule_tag(option: str) -> tuple[str, str] | None:
    """The tag that states an option (`texas=on`), None for one that no tag states."""
    name, _, value = option.partition("=")
    if name == "variant":
        return "Variation", value.capitalize()
    if name == "cube.limit":
        return "CubeLimit", value
    return (RULES[name], value.capitalize()) if name in RULES else None


DECLARED = late_pattern(
    r"\bGame\s+([0-9]{1,9}),?\s+Move\s+([0-9]{1,9})\s+of\s+(\S.{0,200}?)\s*[-=]+>\s*(\S.{0,200}?)\s+was\s+illegal\b",
    re.I,
)


def spell_ruling(game: int, row: int, name: str, turn: Turn) -> str:
    """The remark that declares a play, without its sign."""
    return f"Game {game}, Move {row} of {clean(name)} --> {clean(turn.text)} was illegal"


def declares_ruling(remark: object, game: int, turn: Turn) -> bool:
    """Return whether a remark declares a play of a game."""
    declared = DECLARED.search(remark.text) if isinstance(remark, Comment) else None
    play = content(declared[4]) if declared and int(declared[1]) == game else None
    return isinstance(play, Threw) and (play.dice, play.deed) == (turn.dice, turn.deed)


def place_rulings(
    remarks: Iterable[object], games: Sequence[GameDraft], names: tuple[str, str]
) -> list[Finding]:
    """Put the rulings that remarks declare behind their plays; what is said of those without a play."""
    findings: list[Finding] = []
    within = [event for game in games for event in game.events if isinstance(event, Comment)]
    for remark in [*remarks, *within]:
        if not isinstance(remark, Comment) or not (declared := DECLARED.search(remark.text)):
            continue
        game = next((draft for draft in games if draft.number == int(declared[1])), None)
        row, name, play = int(declared[2]), declared[3].strip(), declared[4]
        index = _ruled_play(game.events, row, name, play, names) if game else None
        if game is None or index is None:
            findings.append(finding("ruling-unplaced", span=remark.span, written=declared[0]))
        elif not any(isinstance(event, Ruling) for event in game.events[index : index + 1]):
            game.events.insert(index, Ruling(outcome="stood", span=remark.span))
    return findings


def _ruled_play(
    events: Sequence[Event], row: int, name: str, written: str, names: tuple[str, str]
) -> int | None:
    """Return the index behind the play that is meant and its marks, None if there is none."""
    play = content(written)
    if not isinstance(play, Threw):
        return None
    alike: list[tuple[int, int]] = []
    counts = [0, 0]  # turns of each side, which are about the numbers of their rows
    for index, event in enumerate(events):
        if isinstance(event, Turn):
            counts[event.seat] += 1
            if (event.dice, event.deed) == (play.dice, play.deed) and (
                name not in names or names[event.seat] == name
            ):
                alike.append((abs(counts[event.seat] - row), index))
    if not alike:
        return None
    at = min(alike)[1] + 1
    while at < len(events) and isinstance(events[at], Mark):
        at += 1
    return at
