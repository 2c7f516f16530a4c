"""A match as a document: what the format has places for in them, and the rest in notes of our own."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from typing import Any

from kotra_notation import model
from kotra_notation.dates import iso_date
from kotra_notation.findings import Finding, finding, phrase
from kotra_notation.formats.holding import options
from kotra_notation.formats.json_model.records import record
from kotra_notation.formats.json_model.shapes import ShapeError
from kotra_notation.formats.ogxm import codec
from kotra_notation.formats.ogxm.codec import MENDS, Document
from kotra_notation.formats.ogxm.plies import PlyWriter, fit, fit_together
from kotra_notation.formats.ogxm.reading import DocumentReader, GameRead, Group
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
        pieces = enumerate(packed[i : i + PIECE] for i in range(0, len(packed), PIECE))
        return [{"scope": "match", "ref": 0, "key": f"{MENDS}~{i:03}", "value": text} for i, text in pieces]


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
        groups = {(int(g), int(p)): (int(proof), list(events)) for g, p, proof, events in kept["groups"]}
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


def proof_of(events: Sequence[Event]) -> int:
    """Return a number that is another one for other events."""
    return zlib.crc32(json.dumps(EVENTS.dump(events), sort_keys=True).encode())


MOST_LENGTH, MOST_MILLISECONDS = 2**15, 2**31
OWN_KEYS = f"{codec.PREFIX}x-"
SCOPES = ("match", "game", "ply")
CLAIMED = (model.ResultClaim, model.ScoreClaim)


class MatchWriter:
    """One match on its way into a document."""

    def __init__(self, match: model.Match) -> None:
        self.match = replace(match, games=tuple([_as_stated(game) for game in match.games]))
        self.head = self._head()
        self.games = [PlyWriter(game).write() for game in self.match.games]
        for game in self.games:
            fit(game, self.head)
        fit_together(self.games, self.head)

    def write(self) -> bytes:
        """Return the file; `CodecError` where the format cannot hold the match at all."""
        document = {**self.head, "games": [game.document for game in self.games], "checksum": "crc32"}
        for part in (self._with_clock, self._with_video, self._with_notes):
            longer = part(document)
            if longer is not document and codec.problem(longer) is None:
                document = longer
        plain = codec.settle(document)
        for analyses in (True, False):
            notes = [*document.get("annotations", ()), *self._mends(plain, analyses=analyses).notes()]
            mended = {**document, "annotations": sorted(notes, key=_order)} if notes else document
            try:
                return codec.encode(mended)
            except codec.CodecError:
                continue
        return codec.encode(document)

    def _head(self) -> Document:
        length = self.match.length or 0
        head: Document = {"ogxm": codec.VERSION, "match_length": length if 0 <= length < MOST_LENGTH else 0}
        for wanted in self._head_fields(head["match_length"]):
            if codec.problem({**head, **wanted, "games": [{"plies": []}]}) is None:
                head |= wanted
        return head

    def _head_fields(self, length: int) -> Iterator[Document]:
        stated = options(self.match.rules)
        yield {"crawford": bool(length) and "crawford=off" not in stated}
        for name, option in codec.RULES.items():
            if option in stated or (name == "auto_doubles" and any(one.startswith(name) for one in stated)):
                yield {name: True}
        for option in stated:
            name, _, value = option.partition("=")
            if name == "variant":
                yield {"variant": value}
            if name == "cube.limit" and value.isdecimal():
                yield {"cube_limit": int(value)}
        yield from self._headers()
        for side, player in zip(codec.SIDES, self.match.players, strict=True):
            yield {f"player_{side}": player.name}
            yield from _profiles(side, player)
        if self.match.games and (score := self.match.games[0].score):
            points = [int(number) if number % 1 == 0 else 0 for number in score.score]
            yield {f"{side}_score_start": number for side, number in zip(codec.SIDES, points, strict=True)}

    def _headers(self) -> Iterator[Document]:
        info = dict(self.match.info)
        for name, key in codec.HEADERS.items():
            value = info.get(key, "")
            if name in codec.NUMBERS:
                if value.isdecimal() and len(value) < 15:
                    yield {name: int(value)}
            elif name in codec.FLAGS:
                yield {name: value == "true"}
            elif value:
                yield {name: value}
        if date := codec.instant(iso_date(info.get("date", ""))):
            yield {"started_at": date[0], "date_precision": date[1]}
        elif (started := info.get(codec.INSTANT, "")).isdecimal():
            yield {"started_at": int(started[:15])}

    def _with_clock(self, document: Document) -> Document:
        """Return the document with the clock, where every ply has the time that was used for it."""
        time, times = 0, list[int]()
        for game in self.games:
            for ply, group in zip(game.plies, game.groups[1:], strict=True):
                clocks = [event for event in group if isinstance(event, model.Clock)]
                seat = codec.seat_of(ply["color"])
                used = clocks[0].used if len(clocks) == 1 and clocks[0].seat == seat else None
                if times and (used is None or not 0 <= used * 1000 < MOST_MILLISECONDS):
                    return document
                time += round((used or 0) * 1000) if times else 0
                times.append(time)
        if len(times) < 2:
            return document
        start = f"{codec.PREFIX}clock."
        told = {key[len(start) :]: value for key, value in self.match.info if key.startswith(start)}
        info = {key: int(value) for key, value in told.items() if value.isdecimal() and len(value) < 10}
        stamps = iter(times)
        stamped = [[{**p, "timestamp_ms": next(stamps)} for p in game["plies"]] for game in document["games"]]
        games = [{**game, "plies": plies} for game, plies in zip(document["games"], stamped, strict=True)]
        return {**document, "clock_info": {"reserve_ms": 0, **info}, "games": games}

    def _with_video(self, document: Document) -> Document:
        """Return the document with the places of plies in the recording that is named first."""
        source: str | None = None
        games: list[Document] = []
        for game, made in zip(document["games"], self.games, strict=True):
            plies: list[Document] = []
            for ply, group in zip(game["plies"], made.groups[1:], strict=True):
                film = next((event for event in group if isinstance(event, model.Video)), None)
                if film and 0 <= film.seconds * 1000 < MOST_MILLISECONDS and source in (None, film.source):
                    source = film.source
                    ply = {**ply, "video_ms": round(film.seconds * 1000)}
                plies.append(ply)
            games.append({**game, "plies": plies})
        return document if source is None else {**document, "games": games, "video_info": {"url": source}}

    def _with_notes(self, document: Document) -> Document:
        notes = list(_notes("match", 0, self.match.remarks))
        ordinal = 0
        for index, game in enumerate(self.games):
            notes += _notes("game", index, game.groups[0])
            for group in game.groups[1:]:
                notes += _notes("ply", ordinal, group)
                ordinal += 1
        return {**document, "annotations": sorted(notes, key=_order)} if notes else document

    def _mends(self, document: Document, *, analyses: bool) -> Mends:
        """Return what has to be mended of what is read from the document, with analyses or without."""
        reader = DocumentReader(document)
        mends = Mends(match=differences(HEAD, replace(self.match, games=()), reader.head()))
        for index, (game, plain) in enumerate(zip(self.match.games, reader.games(), strict=True)):
            if differing := differences(GAMES, replace(game, events=()), plain.head):
                mends.games[index] = differing
            made = [*self.games[index].groups, self.games[index].end]
            for place, (wanted, group) in enumerate(zip(made, plain.all_groups, strict=True)):
                read: list[model.Event] = [*group.events, *group.notes]
                kept = [event for event in wanted if analyses or not isinstance(event, model.Evaluation)]
                if read not in (wanted, kept):
                    mends.groups[index, place] = (proof_of(group.events), list(EVENTS.dump(kept)))
        return mends


def _as_stated(game: model.Game) -> model.Game:
    """Return the game with its claims as if all had been stated, which the format does not tell apart."""
    events = [replace(event, derived=False) if isinstance(event, CLAIMED) else event for event in game.events]
    score = replace(game.score, derived=False) if game.score else None
    return replace(game, score=score, events=tuple(events))


def _profiles(side: str, player: model.Player) -> Iterator[Document]:
    """Yield what is known of a player beside the name: all of it, or what must do."""
    extras = {key: player.extras.get(f"{codec.PREFIX}{key}") for key in codec.PROFILE}
    profile: Document = {key: value for key, value in extras.items() if value}
    try:
        rating = {"rating": round(float(player.rating or ""), 2)}
        rating = {**rating, "rating_system": profile.pop("rating_system", codec.NO_SYSTEM)}
    except ValueError:
        rating = {}
        profile.pop("rating_system", None)
    for wanted in (rating, profile, {**rating, **profile}):
        if wanted:
            yield {f"{side}_profile": wanted}


def _notes(scope: str, ref: int, events: Sequence[model.Event]) -> Iterator[Document]:
    """Yield the comments among events, and what was kept for other programs."""
    for index, event in enumerate(events):
        if isinstance(event, model.Comment) and _noteworthy(event):
            note = {"scope": scope, "ref": ref, "value": event.text}
            whose = {"author": event.author, "lang": event.language}
            note |= {name: value for name, value in whose.items() if value is not None}
            match events[index + 1 : index + 2]:
                case [model.Extra(key=key, value=time)] if key == f"{codec.PREFIX}at" and time.isdecimal():
                    note["at"] = int(time[:15])
            yield note
        elif isinstance(event, model.Extra) and event.key.startswith(OWN_KEYS) and _fits(event.value):
            key = event.key.removeprefix(codec.PREFIX)
            if _fits(key) and not key.startswith(codec.MENDS):
                yield {"scope": scope, "ref": ref, "key": key, "value": event.value}


def _noteworthy(comment: model.Comment) -> bool:
    """Return whether an annotation says all that a comment does."""
    whose = [value for value in (comment.author, comment.language) if value is not None]
    return all(map(_fits, [comment.text, *whose])) and all(whose)


def _fits(text: str) -> bool:
    try:
        return len(text.encode()) <= PIECE
    except UnicodeEncodeError:
        return False


def _order(note: Document) -> tuple[int, int, bool, str]:
    """Return the order in which the format wants notes: those with keys first, by key."""
    return SCOPES.index(note["scope"]), note["ref"], "key" not in note, note.get("key", "")
