"""Notes of our own, which keep in a file what the format has no place for.

The document is read as anyone would read it; where that gives something else than the match was, the parts
that differ stand as JSON of our model, packed, in notes on the match. Each names the ply it is about and
proves that this has not been changed since; notes that others have added stay.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from dataclasses import field, replace
from typing import Any

from kotra_notation.findings import Finding, finding, phrase
from kotra_notation.formats.json_model.records import record
from kotra_notation.formats.json_model.shapes import ShapeError
from kotra_notation.formats.ogxm.codec import MENDS, Document
from kotra_notation.formats.ogxm.reading import GameRead, Group
from kotra_notation.model import Comment, Event, Extra, Game, Match
from kotra_notation.values import dataclass

PIECE = 4096  # bytes of a note, and how many of ours a file may have
UNPACKED = 64 * 2**20
HEAD, GAMES, EVENTS = record(Match), record(Game), record(Game).shapes["events"]


@dataclass(slots=True)
class Mends:
    """Differences: fields of the match, fields of a game, and the events of a group with its proof."""

    match: dict[str, Any] = field(default_factory=dict)
    games: dict[int, dict[str, Any]] = field(default_factory=dict)
    groups: dict[tuple[int, int], tuple[int, list[Any]]] = field(default_factory=dict)

    def notes(self) -> list[Document]:
        """Return the notes on the match that hold it."""
        if not (self.match or self.games or self.groups):
            return []
        groups = [[game, ply, proof, events] for (game, ply), (proof, events) in self.groups.items()]
        kept = {"kotra": 1, "match": self.match, "games": list(self.games.items()), "groups": groups}
        packed = base64.b85encode(zlib.compress(json.dumps(kept).encode(), 9)).decode()
        pieces = [packed[i : i + PIECE] for i in range(0, len(packed), PIECE)]
        return [
            {"scope": "match", "ref": 0, "key": f"{MENDS}~{i:03}", "value": piece}
            for i, piece in enumerate(pieces)
        ]


def read(document: Document) -> tuple[Mends, list[Finding]]:
    """Return what a document keeps of ours, and a finding if that cannot be read."""
    pieces = {
        note["key"]: note["value"]
        for note in document.get("annotations", ())
        if note["scope"] == "match" and note.get("key", "").startswith(MENDS)
    }
    packed = "".join(pieces[key] for key in sorted(pieces))
    if not packed:
        return Mends(), []
    try:
        kept = json.loads(zlib.decompressobj().decompress(base64.b85decode(packed), UNPACKED))
        games = {int(index): dict(fields) for index, fields in kept["games"]}
        groups = {
            (int(game), int(ply)): (int(proof), list(events)) for game, ply, proof, events in kept["groups"]
        }
        return Mends(match=dict(kept["match"]), games=games, groups=groups), []
    except (ValueError, KeyError, TypeError, AttributeError, zlib.error, RecursionError):
        return Mends(), [finding("structure-broken", what=MENDS, why=phrase("it is damaged or was changed"))]


def head(mends: Mends, plain: Match) -> Match:
    """Return the head of a match, mended."""
    if not mends.match:
        return plain
    mended: Match = _load_mended(HEAD, HEAD.dump(plain), mends.match, plain)
    return mended


def game(mends: Mends, index: int, plain: GameRead, findings: list[Finding]) -> Game:
    """Return a game, mended."""
    events: list[Event] = []
    for place, group in enumerate(plain.all_groups):
        events += _group(mends, (index, place), group, findings)
    bare = plain.head
    if index in mends.games:
        bare = _load_mended(GAMES, GAMES.dump(bare), mends.games[index], bare)
    return replace(bare, events=tuple(events))


def _group(mends: Mends, place: tuple[int, int], group: Group, findings: list[Finding]) -> list[Event]:
    """Return the events of a group; those kept for it, where it is still the one they were kept for."""
    plain: list[Event] = [*group.events, *group.notes]
    if place not in mends.groups:
        return plain
    proof, dumped = mends.groups[place]
    try:
        if proof != proof_of(group.events):
            raise ShapeError(phrase("the play was changed after it was written"))
        kept: list[Event] = list(EVENTS.load(dumped, []))
    except ShapeError as wrong:
        what = f"{MENDS} of ply {place[1]}"
        findings.append(finding("structure-broken", what=what, why=wrong.why).at(game=place[0] + 1))
        return plain
    return [*kept, *(note for note in group.notes if isinstance(note, Comment | Extra) and note not in kept)]


def _load_mended(shape: Any, plain: dict[str, Any], mended: dict[str, Any], otherwise: Any) -> Any:
    """Return the value with some of its fields changed; those that were not there are left out."""
    fields = {key: value for key, value in {**plain, **mended}.items() if value is not None}
    try:
        return shape.load(fields, [])
    except ShapeError:
        return otherwise


def differences(shape: Any, wanted: Any, plain: Any) -> dict[str, Any]:
    """Return the fields in which a value differs from what is read plainly."""
    new, old = shape.dump(wanted), shape.dump(plain)
    return {key: new.get(key) for key in {**old, **new} if new.get(key) != old.get(key)}


def dump_events(events: Sequence[Event]) -> list[Any]:
    """Return events as JSON of our model."""
    return list(EVENTS.dump(events))


def proof_of(events: Sequence[Event]) -> int:
    """Return a number that is another one for other events."""
    return zlib.crc32(json.dumps(dump_events(events), sort_keys=True).encode())
