"""JSON of our own model, for programs: everything a record holds, for both games.

The document is `{"kotra": 1, "matches": [...]}`. `kotra formats json --schema` prints its JSON Schema.

- A match has `players` (two objects), `length` (0 for money), `rules`, `info` (pairs of key and value),
  `remarks` and `games`. A game has `number`, `score` and `events`. Unstated values are left out.
- Every event is an object with its `type`: `turn`, `double`, `take`, `comment`, `evaluation`, `result-claim`.
- A turn is `{"type": "turn", "seat": 0, "dice": [3, 1], "deed": {"type": "play", "hops": "8/5 6/5"}}`. Other
  deeds are `cannot-move`, `blank`, `not-recorded`, `reached` (with a position), `unread` (with its text).
- Seats are 0 and 1. Hops use the mover's own points, from `bar` to `off`, one after the other, with `*` for
  one checker hit and `*2` for two. In a position, `points` are 26 numbers: the checkers seen by `seat`, own
  ones positive, the other bar first, the own bar last.
- `text` of a turn is the text in the record; it is left out if the hops spell the same.
- Infinite and undefined numbers are the words "inf", "-inf" and "nan". Halves of surrogate pairs are escapes;
  two adjacent halves are read as one character. Places in files (spans) are left out.

The reader accepts:

- Keys in any order, blanks anywhere, a byte order mark, `3.0` for `3`, `null` for an unstated value.
- Unknown and repeated keys (the last counts): reported, and the rest is read. `$schema` may be beside
  `kotra`.
- Invalid values: reported with their place in the document. An optional field is left out, otherwise its
  event, match or game. An invalid deed becomes an unreadable play.
- Text that breaks off or stops being JSON: the events before it are kept.
- Up to a thousand mistakes: the rest is not read.
"""

from __future__ import annotations

import json
import math
import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from kotra_notation.board.points import displacement
from kotra_notation.findings import Finding, Severity, finding, phrase
from kotra_notation.formats.format import FileFacts, Format, Reading, Source, Writing
from kotra_notation.formats.holding import EVERYTHING
from kotra_notation.formats.json_model.records import definitions, record, several
from kotra_notation.formats.json_model.shapes import MOST_WRONGS, Repeated, Schema, ShapeError, note_repeated
from kotra_notation.formats.kotra.lines import MIXED, read_deed_cached
from kotra_notation.formats.kotra.statements import UnreadableError
from kotra_notation.formats.plays import spell_play, turn_hops
from kotra_notation.implied import NOTATION
from kotra_notation.model import Match, Play, Span, Turn

VERSION = 1
LOOKED_AT = 4096
_FIRST = re.compile(r'\s*\{\s*(?:"\$schema"\s*:\s*"[^"\n]{0,500}"\s*,\s*)?"(?:kotra|matches)"\s*:')
_OWN = re.compile(r'"kotra"\s*:\s*[0-9]')
# The arrays whose values stand on lines of their own, and are kept where a file breaks off behind them.
LINED = ("matches", "games", "events")
DIGITS = 1000  # no number is longer
DEPTH = 100  # no document is deeper; ours have ten levels
UNSAFE = re.compile(r"[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.S)
_CLOSING = {"{": "}", "[": "]"}


def looks_like(source: Source) -> bool:
    """Whether the text is an object with the name of the notation, or with matches."""
    start, end = source.text[:LOOKED_AT], source.text[-LOOKED_AT:]
    return bool(_FIRST.match(start) and (_OWN.search(start) or _OWN.search(end)))


def read(source: Source) -> Reading:
    """Return what a JSON document of the model says."""
    data, findings = parse_document(source.text)
    wrongs: list[ShapeError] = []
    matches = _matches(data, wrongs, findings)
    findings += [_finding(wrong) for wrong in wrongs]
    for number, match in enumerate(matches, 1):
        findings += [contradiction.at(match=number) for contradiction in _contradictions(match)]
    if len(wrongs) >= MOST_WRONGS:
        findings.append(finding("limit-passed", what=phrase("the number of errors"), limit=MOST_WRONGS))
    return Reading(matches=matches, findings=tuple(findings))


def _contradictions(match: Match) -> Iterator[Finding]:
    """Yield a note on each turn whose text is another play than its hops."""
    for number, game in enumerate(match.games, 1):
        turns = [event for event in game.events if isinstance(event, Turn)]
        for count, turn in enumerate(turns, 1):
            if isinstance(turn.deed, Play) and _contradicts(turn, turn.deed):
                claim = phrase("the text of the play is {text}", text=turn.text)
                other = phrase("its hops are {hops}", hops=spell_play(turn.deed.hops))
                facts: dict[str, Any] = {"written": turn.text, "one": claim, "other": other}
                yield finding("witness-disagrees", severity=Severity.NOTE, seat=turn.seat, **facts).at(
                    game=number, turn=count
                )


def _contradicts(turn: Turn, deed: Play) -> bool:
    """Return whether a text is a play, and from whichever side its points are counted, another."""
    if turn.text == spell_play(deed.hops) or MIXED.search(turn.text):
        return False
    ways = []
    for path in (False, True):
        done = read_deed_cached(turn.text, turn.seat, path)
        if not isinstance(done, UnreadableError) and isinstance(done.deed, Play):
            ways.append(done.deed.hops)
    change = displacement(deed.hops)
    return bool(ways) and not any(change in (displacement(way), displacement(turn_hops(way))) for way in ways)


def _matches(data: Any, wrongs: list[ShapeError], findings: list[Finding]) -> tuple[Match, ...]:
    """Return the matches of a document."""
    if not isinstance(data, dict):
        if not findings:
            wrongs.append(ShapeError(phrase("it is not an object")))
        return ()
    note_repeated(data, wrongs)
    if data.get("kotra") != VERSION:
        wrongs.append(ShapeError(phrase("its version is not {version}", version=VERSION)).below("kotra"))
    unknown = [key for key in data if key not in ("kotra", "matches", "$schema")]
    wrongs += [ShapeError(phrase("this key is unknown")).below(key) for key in unknown]
    before = len(wrongs)
    try:
        matches: tuple[Match, ...] = several(record(Match)).load(data.get("matches", []), wrongs)
    except ShapeError as wrong:
        wrongs.append(wrong.below("matches"))
        return ()
    for noted in wrongs[before:]:
        noted.below("matches")
    return matches


def _finding(wrong: ShapeError) -> Finding:
    way = wrong.way[::-1]
    place = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in way).lstrip(".")
    numbers = [key + 1 for key in way if isinstance(key, int)]
    found = finding("structure-broken", what=place[:200] or phrase("the document"), why=wrong.why)
    if way[:1] != ["matches"]:
        return found
    game = numbers[1] if way[2:3] == ["games"] and len(numbers) > 1 else None
    return found.at(match=numbers[0] if numbers else None, game=game)


def write(matches: Iterable[Match], dialect: str | None = None) -> Writing:
    """Write matches as a document with a line for each event."""
    dumped = [record(Match).dump(match) for match in matches]
    return Writing(content=spell_document({"kotra": VERSION, "matches": dumped}) + "\n")


def schema() -> Schema:
    """Return the JSON Schema (draft 2020-12) of what is written."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:kotra-notation:json:{VERSION}",
        "title": "Records of kotra: matches of backgammon and of the old Icelandic game",
        "type": "object",
        "properties": {
            "$schema": {"type": "string"},
            "kotra": {"const": VERSION},
            "matches": {"type": "array", "items": record(Match).schema()},
        },
        "required": ["kotra", "matches"],
        "additionalProperties": False,
        "$defs": definitions(Match),
    }


def spell_document(value: Any) -> str:
    """Return the text of a value of JSON; the long arrays have a line for each of their values."""
    if not isinstance(value, dict) or value.keys().isdisjoint(LINED):
        return _compact(value)
    fields = ((_compact(key), (_lines if key in LINED else _compact)(field)) for key, field in value.items())
    return "{" + ", ".join([f"{key}: {text}" for key, text in fields]) + "}"


def _lines(values: list[Any]) -> str:
    return "[\n" + ",\n".join(map(spell_document, values)) + "\n]" if values else "[]"


def _compact(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return UNSAFE.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)


def parse_document(text: str) -> tuple[Any, list[Finding]]:
    """Return the value a text holds, as far as it is whole, and what is wrong with the text."""
    text = text.replace("\x00", " ")
    start = len(text) - len(text.lstrip())
    try:
        data, end = _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        return _whole_part(text[: error.pos]), [_json_finding(text, error)]
    except RecursionError:
        return None, [finding("limit-passed", what=phrase("the nesting"), limit=DEPTH)]
    rest = text[end:].lstrip()
    if not rest:
        return data, []
    span, why = _span(text, len(text) - len(rest)), phrase("there is extra data after it")
    return data, [finding("structure-broken", span=span, what=phrase("the end"), why=why)]


def _json_finding(text: str, error: json.JSONDecodeError) -> Finding:
    span = _span(text, error.pos)
    if error.msg.startswith("Unterminated") or re.fullmatch(r"[\w.+-]{0,8}\s*", text[error.pos :]):
        return finding("file-breaks-off", span=span, what=phrase("a value"))
    why = phrase("it is not JSON ({error})", error=error.msg)
    return finding("structure-broken", span=span, what=phrase("from here on"), why=why)


def _whole_part(text: str) -> Any:
    """Return the matches, games and events that are whole before a break, and what they stand in."""
    try:
        end, closers = deque(_breaks(text), maxlen=1).pop()
        return _DECODER.decode(text[:end] + closers)
    except (IndexError, ValueError, RecursionError):
        return None


def _breaks(text: str) -> Iterator[tuple[int, str]]:
    """Yield the places behind values of the long arrays, each with the brackets that are open there."""
    open_: list[tuple[str, str]] = []
    word = ""
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if sign in "[{":
            open_.append((sign, word))
        elif sign in "]}":
            if not open_:
                return
            open_.pop()
            if open_ and open_[-1][0] == "[" and open_[-1][1] in LINED and len(open_) < DEPTH:
                yield token.end(), "".join(_CLOSING[sign] for sign, _ in reversed(open_))
        word = sign[1:-1]


def _span(text: str, index: int) -> Span:
    before = text[:index].replace("\r\n", "\n").replace("\r", "\n")
    column = len(before) - before.rfind("\n")
    return Span(before.count("\n") + 1, column, column + 1)


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) == len(pairs):
        return record
    keys = [key for key, _ in pairs]
    repeated = Repeated(record)
    repeated.key = next(key for at, key in enumerate(keys) if key in keys[:at])
    return repeated


def _int(text: str) -> int | float:
    """Return a whole number; one of very many digits is too large for any field, which its place will say."""
    return int(text) if len(text) <= DIGITS else math.inf


_DECODER = json.JSONDecoder(object_pairs_hook=_pairs, parse_int=_int)


FORMAT = Format(
    title="JSON in the format of kotra itself, with a JSON Schema", suffixes=(".json",),
    looks_like=looks_like, read=read, write=write, holds=EVERYTHING,
    file=FileFacts(habits="", schema=schema, headers=("players", "length", "rules", NOTATION)),
)  # fmt: skip
