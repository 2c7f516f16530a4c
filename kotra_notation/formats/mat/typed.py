"""Match texts as people type them by hand: lengths, games, names with scores, and headers.

No program writes these lines. They are read where nothing else fits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kotra_notation.formats.mat import cells, lines
from kotra_notation.late import late_pattern

LONGEST = 200  # no line of a head is longer
HEAD_LINES = 12  # no head has more

# Numbers in words, from one on.
_WORDS = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen",
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh",
)
_NUMBERS = {word: number for words in _WORDS for number, word in enumerate(words.split("|"), 1)}
_NUMBER, _ORDINAL = rf"[0-9]{{1,3}}|(?:{_WORDS[0]})\b", _WORDS[1]
_UNIT = r"(?:points?|pts?|pointer|stiga?|punkte?|poängs?)\b"
_MATCH = r"(?:match|leikur|kamp|spiel|spil|game|session)\b"
_TO = r"(?:(?:(?:match|first|race|playing|played)\s+(?:up\s+)?)?to|(?:match\s*)?length(?:\s+is)?)"
_STATED = rf"(?:{_TO}\s*[:=]?|points\s*[:=])\s*({_NUMBER})(?:\s*-?\s*{_UNIT})?"
_COUNTED = rf"(?:match\s*[:=]?\s*)?({_NUMBER})\s*-?\s*{_UNIT}[\s-]*(?:{_MATCH})?"
_LENGTH = rf"(?:{_STATED}|{_COUNTED})"
_SIGNS = r"[\s.,:;(–—-]"
_LENGTH_FIRST = late_pattern(rf"{_LENGTH}(?:{_SIGNS}+(?=\S)|[.)]?$)", re.I)
_LENGTH_LAST = late_pattern(rf"{_SIGNS}+\b{_LENGTH}[.)]?$", re.I)
_GAME = late_pattern(
    rf"(?:(?:game|leg|leikur|spiel|spil|parti)\s*(?:no\.?|nr\.?|#)?\s*({_NUMBER})\b|"
    rf"(?:the\s+)?({_ORDINAL})\s+(?:game|leg)\b){_SIGNS}*",
    re.I,
)

_NAME = r"[^\W\d_](?:.{0,80}?[^\s,;:=])?"
_VERSUS = r"\s+(?:vs?\.?|versus|against|gegen|gegn|mod|mot|[-–—])\s+"
_AND = r"(?:\s+(?:and|og|und|och|&)\s+|\s*[,;/]\s*)"
_PAIR = rf"({_NAME})(?:{_VERSUS}|{_AND}|\s*\t\s*|\s{{2,}})({_NAME})"
_OF = rf"(?:\s*[:=,(\[–—-]\s*|\s+)([0-9]{{1,3}})\s*(?:{_UNIT})?[)\]]?"
_SCORE = r"[(\[]?\b([0-9]{1,3})\s*[-–—:]\s*([0-9]{1,3})\b[)\]]?"
# Each name with its score, the scores between the names, or both behind them.
_NAMES = tuple(
    (late_pattern(pattern, re.I), parts)
    for pattern, parts in (
        (rf"({_NAME}){_OF}(?:{_VERSUS}|{_AND}|\s+)({_NAME}){_OF}$", (0, 2, 1, 3)),
        (rf"({_NAME})\s+{_SCORE}\s+({_NAME})$", (0, 3, 1, 2)),
        (rf"{_PAIR}\s*[:,]?\s*{_SCORE}$", (0, 1, 2, 3)),
        (rf"({_NAME}){_VERSUS}({_NAME})$", (0, 1)),
    )
)
_TWO = late_pattern(rf"{_PAIR}$|([^\W\d_]{{2,40}})\s+([^\W\d_]{{2,40}})$", re.I)
_CLAIM = late_pattern(rf"(?:(?:the\s+)?score\s*(?:is)?\s*[:=]?\s*)?{_SCORE}$", re.I)
_PLAYER = late_pattern(rf"(?:player\s*)?(?:([1o]|white)|([2x]|black))\s*[:=]\s*({_NAME})(?:{_OF})?$", re.I)
_SINGLE = late_pattern(rf"()()({_NAME})(?:{_OF})?$", re.I)
_HEADER = late_pattern(r"(event|tournament|round|date|place|site|location|transcriber)\s*[:=]\s*(\S.*)", re.I)
_TAGS = {"tournament": "Event", "date": "EventDate", "place": "Site", "location": "Site"}
_FIRST_ROW = late_pattern(rf"\s*(?:1[).]\s*)?(?:[1-6][ \-]?[1-6]\s*:|{cells.BARE_DICE})", re.I)
_PLAYED = late_pattern(r"[0-9]\s*/|/\s*[0-9]")
_HALF_SCORE = late_pattern(r"[\s:=(][0-9]+$")
_BEGIN = late_pattern(r"(?:players?\s*[:=]|score\s*[:=]|match\s+(?:between|of|:))\s*", re.I)
_MONEY = late_pattern(r"(?:length\s*[:=]\s*)?(?:money|unlimited)\b[^0-9]{0,20}$", re.I)
_ACTOR = late_pattern(r"\s*[:,]?\s+")
NO_NAMES = {"game", "match", "crawford", "score", "start", "player", "session", "length", "wins"}


def parse_length(line: str) -> tuple[int, str] | None:
    """Return the length that a line states, and the rest of the line."""
    if len(text := line.strip()) > LONGEST:
        return None
    if _MONEY.match(text):
        return 0, ""
    if length := _LENGTH_FIRST.match(text):
        return _number(length[1] or length[2]), text[length.end() :]
    if (length := _LENGTH_LAST.search(text)) and parse_names(names := text[: length.start()]):
        return _number(length[1] or length[2]), names
    return None


def parse_game(line: str) -> tuple[int, str] | None:
    """Return the number of the game that a line begins, and the rest of the line."""
    game = _GAME.match(text := line.strip())
    return (_number(game[1] or game[2]), text[game.end() :]) if game else None


def _number(text: str) -> int:
    """Return a number that stands in figures or in words."""
    return _NUMBERS.get(text.lower()) or int(text)


def parse_score(line: str) -> tuple[int, int] | None:
    """Return the score of a line that has nothing else."""
    claim = _CLAIM.match(line.strip())
    return (int(claim[1]), int(claim[2])) if claim else None


def parse_names(line: str, *, due: bool = False) -> lines.Names | None:
    """Return the names in a line, and their scores; where names are `due`, any two will do."""
    text = line.strip()
    if (begin := _BEGIN.match(text)) and len(text) <= LONGEST:
        text, due = text[begin.end() :], True
    if not text or len(text) > LONGEST or _PLAYED.search(text):
        return None
    for pattern, parts in (*_NAMES, *([(_TWO, (0, 1))] if due else [])):
        if names := pattern.match(text):
            groups = [part for part in names.groups() if part is not None]
            first, second, *score = (groups[part] for part in parts)
            if not score and (_HALF_SCORE.search(first) or _HALF_SCORE.search(second)):
                return None
            if not NO_NAMES.isdisjoint(re.findall(r"\w+", f"{first} {second}".lower())):
                return None
            claim = (int(score[0]), int(score[1])) if score else None
            return lines.Names((first, second), claim, line.rindex(second))
    return None


def parse_player(line: str, *, alone: bool = False) -> tuple[int | None, str] | None:
    """Return the seat and the name of a line such as `Black: Bjarni 0`, or of a name `alone`."""
    text = line.strip()
    player = (_SINGLE if alone and not _PLAYED.search(text) else _PLAYER).match(text)
    if player is None or len(text) > LONGEST or not NO_NAMES.isdisjoint(player[3].lower().split()):
        return None
    if player[4] not in (None, "0"):
        return None  # a score, of which this line has a half
    return 0 if player[1] else 1 if player[2] else None, player[3]


def parse_header(line: str) -> tuple[str, str] | None:
    """Return the tag and the value of a line such as `Event: Winter Cup`."""
    header = _HEADER.match(line.strip()) if len(line) < LONGEST else None
    return (_TAGS.get(key := header[1].lower(), key.capitalize()), header[2]) if header else None


def parse_actor(line: str, names: Sequence[str]) -> tuple[int, int] | None:
    """Return the seat of the player whose name begins a line, and where the rest begins."""
    start = len(line) - len(line.lstrip())
    for seat, name in enumerate(names):
        sign = _ACTOR.match(line, start + len(name))
        if name and sign and line[start:].casefold().startswith(name.casefold()):
            return seat, sign.end()
    return None


def looks_typed(text: str) -> bool:
    """Return whether lines of a typed head stand over a first row with dice and a play."""
    heads = 0
    for line in text.splitlines():
        if not line.strip() or line.lstrip()[0] in ";#":
            continue
        if _FIRST_ROW.match(line):
            return heads > 0
        known = (
            parse_names(line, due=heads > 0)
            or parse_length(line)
            or parse_game(line)
            or parse_player(line)
            or parse_header(line)
        )
        heads += 1
        if heads > HEAD_LINES or not (known or lines.LENGTH.match(line)):
            return False
    return False
