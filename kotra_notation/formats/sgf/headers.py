"""The root of a tree: headers in the words of the model, rules, results, properties kept as they stood."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from kotra_notation import model
from kotra_notation.board import OFF
from kotra_notation.findings import Severity, phrase
from kotra_notation.formats.holding import Ledger, event_words, options
from kotra_notation.formats.sgf.tree import VALUES, Property, as_read, unescape
from kotra_notation.formats.sgf.values import SEATS, parse_match_item, parse_result, parse_rules

# What KN says of a result: no resignation recorded, match won, so many points counted.
UNSAID, MATCH, POINTS = "unsaid", "match", "points:"

INFO = {
    "DT": "date", "EV": "event", "RO": "round", "PC": "place", "AN": "annotator", "US": "transcriber",
    "SO": "sgf:SO", "GN": "sgf:GN", "ON": "sgf:ON", "BT": "sgf:BT", "WT": "sgf:WT",
}  # fmt: skip
PROPERTIES = {key: name for name, key in INFO.items()}
MI, RU, RE = AT_ROOT = ("sgf:MI", "sgf:RU", "sgf:RE")  # what is kept of a root as it stood
ITEMS = frozenset(("length", "game", "ws", "bs"))
ACTING = model.Turn | model.Double | model.Beaver | model.Take | model.Drop | model.SetPosition

# The games of the property GM.
GAMES = {
    "1": "Go", "2": "Othello", "3": "chess", "4": "Gomoku", "5": "Nine Men's Morris", "6": "backgammon",
    "7": "Chinese chess", "8": "Shogi", "9": "Lines of Action", "11": "Hex",
}  # fmt: skip
BACKGAMMON = "6"

OURS, GNUBG = "kotra-notation", "GNU Backgammon"
NAMES, RATINGS = ("PW", "PB"), ("WR", "BR")
MANY, FEW = 15, 3  # men of a side
HIGHEST_CUBE = 2**30
MOST_POINTS = 10**6

_PROGRAM = re.compile(r"(.*\S) ([0-9][^ :]*)")
_RAW = re.compile(VALUES, re.S)

# Options by the words of RU.
_VARIANTS = {"Nackgammon": "variant=nackgammon", "Hypergammon3": "variant=hypergammon"}
_WORDS = {option: word for word, option in _VARIANTS.items()}


def source_of(program: str) -> str:
    """Return whose the evaluations of a tree are, by the program that wrote it; nothing for this one."""
    return "" if program.startswith(OURS) else program.replace(":", " ", 1)


def program_of(source: str) -> str:
    """Return what is written for the program whose evaluations a tree holds."""
    if not source:
        return OURS
    versioned = _PROGRAM.fullmatch(source)
    return f"{versioned[1]}:{versioned[2]}" if versioned else source


def rules_of_words(words: Sequence[str] | None, length: int | None, program: str) -> str | None:
    """Return the rules that the words of RU state, None for those that a reader would suppose.

    GNU Backgammon writes none where there are none to be written; of other programs that says nothing.
    """
    stated = [_VARIANTS[word] for word in words or () if word in _VARIANTS]
    if "NoCube" in (words or ()):
        stated.append("cube.limit=1")
    if length == 0 and words is not None:
        stated.append("texas=on" if "Jacoby" in words else "texas=off")
    telling = words is not None or program.startswith(GNUBG)
    if telling and length and length > 1 and "Crawford" not in (words or ()):
        stated.append("crawford=off")
    return ",".join(["modern", *stated]) if stated else None


def men_of(rules: str | None) -> int:
    """Return how many men a side has."""
    return FEW if "variant=hypergammon" in (rules or "") else MANY


def with_automatic(rules: str | None, automatic: int) -> str | None:
    """Return the rules of a match in which a game began with so many automatic doubles."""
    return f"{rules or 'modern'},auto_doubles={automatic}" if automatic else rules


def words_of_rules(rules: str | None, length: int | None, crawford_game: bool) -> list[str] | None:
    """Return the words of RU for a game under some rules, None where none are to be written."""
    stated = options(rules)
    words = [_WORDS[option] for option in stated if option in _WORDS]
    if length and length > 1 and "crawford=off" not in stated:
        words[:0] = ["Crawford", "CrawfordGame"] if crawford_game else ["Crawford"]
    if length == 0 and "texas=on" in stated:
        words.insert(0, "Jacoby")
    if "cube.limit=1" in stated:
        words.insert(0, "NoCube")
    explicit = (length == 0 and "texas=off" in stated) or "crawford=off" in stated
    return words if words or explicit else None


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a comment, each a comment of its own."""
    return text.split("\n\n")


def join_paragraphs(remarks: Sequence[model.Comment]) -> str:
    """Return comments as the paragraphs of one."""
    return "\n\n".join([remark.text for remark in remarks])


def is_crawford(length: int | None, score: tuple[float | None, float | None], near_end: bool) -> bool:
    """Return whether a game is played under the Crawford rule: the first with a side one point short."""
    return length is not None and length > 1 and not near_end and length - 1 in score


def extra_values(extra: model.Extra) -> str | None:
    """Return the values of a property that was kept as it stood, None where they are none."""
    raw = extra.value
    return raw if _RAW.fullmatch(raw) and as_read(raw) == raw and raw == raw.rstrip() else None


def kept_extras(events: Sequence[model.Event]) -> dict[str, model.Extra]:
    """Return the first of each that stands before all actions; the kept result of a game that claims none."""
    kept: dict[str, model.Extra] = {}
    acted = False
    claimed = any(isinstance(event, model.ResultClaim) for event in events)
    for event in events:
        acted = acted or isinstance(event, ACTING)
        if not isinstance(event, model.Extra) or event.key not in AT_ROOT or not extra_values(event):
            continue
        if not (claimed or _is_result(event)) if event.key == RE else not acted:
            kept.setdefault(event.key, event)
    return kept


def values_of(extra: model.Extra) -> list[str]:
    """Return the texts within its brackets."""
    return Property("", extra.value, 0, 0).values


def kept_words(extra: model.Extra) -> list[str] | None:
    """Return the words of rules that are kept, None where they cannot be read."""
    words = parse_rules(values_of(extra)[0])
    return None if words is None else list(words)


def is_unknown(extra: model.Extra, taken: set[str]) -> bool:
    """Return whether items of the match mean nothing beside those that are written."""
    items = [parse_match_item(value) for value in values_of(extra)]
    return not any(item and item[0] in ITEMS - taken for item in items)


def has_odd_rules(extra: model.Extra, rules: str | None, length: int | None, *, crawford: bool) -> bool:
    """Return whether words of rules are not those that are expected of a game under some rules."""
    expected = words_of_rules(rules, length, crawford) or []
    return (kept_words(extra) or ["?"]) != expected or len(values_of(extra)) > 1


def _is_result(extra: model.Extra) -> bool:
    values = values_of(extra)
    return len(values) == 1 and parse_result(unescape(values[0]).strip()) is not None


def is_over(events: Sequence[model.Event], winner: int, men: int) -> bool:
    """Return whether a game came to its end by a drop or by the winner's last man, as GNU Backgammon asks.

    Where it did not, that program takes a result only for that of a resignation.
    """
    off = 0
    last: model.Event | None = None
    for event in events:
        if isinstance(event, model.SetPosition):
            off = event.position.off(winner)
        elif isinstance(event, model.Turn) and event.seat == winner and isinstance(event.deed, model.Play):
            off += sum(hop.target == OFF for hop in event.deed.hops)
        last = event if isinstance(event, ACTING) else last
    return isinstance(last, model.Drop) or off >= men


def spell_result(events: Sequence[model.Event], ledger: Ledger, men: int) -> str:
    """Return the property RE: the result that is claimed, and whether it was by resignation.

    A resignation for less than the cube gives, as only so much was needed, is written as what it is worth.
    What was counted stands in KN. What GNU Backgammon reads otherwise is noted.
    """
    claims = [event for event in events if isinstance(event, model.ResultClaim)]
    claim = next((claim for claim in claims if not claim.lost), claims[0] if claims else None)
    if claim is None:
        return ""
    resigned = _is_resigned(events, claim)
    unsaid = not resigned and not is_over(events, claim.winner, men)
    points = claim.points
    if points is not None and (points % 1 or not 0 <= points < MOST_POINTS):
        points = None  # it cannot be written
    worth = points
    if worth is not None and (resigned or unsaid):
        cube = _final_cube(events)
        if 0 < worth < 3 * cube:
            worth = cube * -(-worth // cube)
        if (other := cube * max(1, min(3, worth // cube))) != points:
            words = event_words(claim)
            shown = phrase("{result} (GNU Backgammon reads {points})", result=words, points=other)
            ledger.lose("claim-lost", shown, claim, severity=Severity.NOTE)
    won = "" if worth is None else f"{worth:.0f}"
    notes = [UNSAID] * unsaid + [MATCH] * claim.match
    notes += [f"{POINTS}{points:.0f}"] if points is not None and worth != points else []
    written = f"RE[{SEATS[claim.winner]}+{won}{'R' * (resigned or unsaid)}]"
    return f"{written}KN{''.join([f'[{word}]' for word in notes])}" if notes else written


def _final_cube(events: Sequence[model.Event]) -> int:
    """Return the cube when the game ended: a resignation is for once, twice or three times its value."""
    cube = offered = 1
    for event in events:
        match event:
            case model.SetPosition(position=position):
                cube = offered = max(position.cube.value, 1)
            case model.AutomaticDouble():
                cube = offered = cube * 2
            case model.Double() | model.Beaver():
                cube, offered = offered, offered * 2
            case model.Take() | model.Turn():
                cube = offered
    return cube


def _is_resigned(events: Sequence[model.Event], claim: model.ResultClaim) -> bool:
    before = events[: next(index for index, event in enumerate(events) if event is claim)]
    return any(
        isinstance(offer, model.Resignation)
        and isinstance(answer, model.ResignationAnswer)
        and answer.accepted
        and answer.seat == claim.winner == 1 - offer.seat
        for offer, answer in pairwise(before)
    )
