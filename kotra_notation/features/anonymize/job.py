"""`kn.anonymize`: a record without the persons in it, in any notation.

Names become A and B everywhere, and what else points at the players goes. Names are taken from the players,
and from headers such as `mat:Player 1` where programs put the full ones. A name is replaced wherever it
stands as a word; a part of it too, if it has three letters and is written with the same capitals or with
capitals only, so that `The` of a nickname does not take every `the` with it. Others who are named as
transcriber, author of a comment or the like become `N. N.`; addresses go. Inflected forms and nicknames that
stand nowhere else cannot be known.
"""

from __future__ import annotations

import contextlib
import hmac
import os
import re
import secrets
import unicodedata
from base64 import b32encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from tempfile import NamedTemporaryFile
from typing import TypeVar

from kotra_notation import model
from kotra_notation.compare.naming import header_names, written_words
from kotra_notation.errors import KotraError
from kotra_notation.findings import Finding
from kotra_notation.formats import split_name
from kotra_notation.formats.format import Content, Reading
from kotra_notation.jobs.files import Given, printable, why, why_unwritten
from kotra_notation.jobs.guarding import LIMIT, guard
from kotra_notation.jobs.notations import ConvertOptions, read_for, write_contents
from kotra_notation.jobs.paths import without_waiting
from kotra_notation.jobs.rows import Row, row
from kotra_notation.jobs.sources import open_source
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, N_, Tongue

OTHERS = "N. N."
SIGNS = frozenset({"!", "!!", "?", "??", "!?", "?!", "diagram"})
KEPT = frozenset({"event", "round", "date", "time", "title"})
SHORTEST = 3
_PERSON = re.compile(r"transcriber|annotator|recorder|umpire|director|referee|author|user|us|an", re.I)
_ADDRESS = re.compile(r"\S+@\S+|(?:https?://|www\.)\S+")
_NAME_WORD = re.compile(r"[^\W\d_]+")
SomeEvent = TypeVar("SomeEvent", model.Event, model.Annotation)


@dataclass(frozen=True, slots=True)
class Anonymous:
    """The match without persons, and how often what was changed."""

    match: model.Match
    changes: Mapping[str, int]


def anonymous(match: model.Match, names: tuple[str, str] = ("A", "B")) -> Anonymous:
    """The match with other names for its players, and without ratings, places, ids and other persons."""
    mask = _Mask(match, names)
    changes = mask.changes
    for player in match.players:
        changes[N_("names of players")] += bool(player.name)
        changes[N_("ratings and other facts about players")] += bool(player.rating) + len(player.extras)
    info = tuple([(key, mask.text(value)) for key, value in match.info if key in KEPT])
    changes[N_("headers removed")] += len(match.info) - len(info)
    whole = replace(
        match,
        players=(model.Player(name=names[0]), model.Player(name=names[1])),
        info=info,
        remarks=mask.events(match.remarks),
        games=tuple([replace(game, events=mask.events(game.events)) for game in match.games]),
    )
    return Anonymous(whole, {what: times for what, times in changes.items() if times})


def masking(match: model.Match, names: tuple[str, str] = ("A", "B")) -> Callable[[str], str]:
    """Return what takes the persons of a match out of a text that speaks of it."""
    return _Mask(match, names).text


class _Mask:
    """The names of a match, what stands in their place, and what has been changed so far."""

    def __init__(self, match: model.Match, names: tuple[str, str]) -> None:
        self.changes: Counter[str] = Counter()
        whole: dict[str, str] = {}
        parts: dict[str, str] = {}
        for player, mask in zip(match.players, names, strict=True):
            _learn(player.name, mask, whole, parts)
        for name in header_names(match):
            # One that is like neither may be either: programs number them differently.
            mask = " or ".join(names) if name.seat is None else names[name.seat]
            _learn(name.name, mask, whole, parts)
        for person in _others(match):
            _learn(person, OTHERS, whole, parts)
        self.masks = whole, parts
        self.patterns = _pattern(whole, re.I), _pattern(parts)

    def text(self, text: str) -> str:
        """The text with every name replaced."""
        (whole, parts), (of_whole, of_parts) = self.masks, self.patterns
        text, times = of_whole.subn(lambda found: whole[found[0].casefold()], text)
        text, further = of_parts.subn(lambda found: parts[found[0]], text)
        self.changes[N_("names within texts")] += times + further
        text, addresses = _ADDRESS.subn("(address)", text)
        self.changes[N_("addresses")] += addresses
        return text

    def events(self, events: Iterable[SomeEvent]) -> tuple[SomeEvent, ...]:
        """The events without names; those that cannot be told to be without are taken out."""
        kept: list[SomeEvent] = []
        for event in events:
            if isinstance(event, model.Extra | model.Video):
                self.changes[N_("lines from other programs, and videos")] += 1
            else:
                kept.append(self._event(event))
        return tuple(kept)

    def _event(self, event: SomeEvent) -> SomeEvent:
        match event:
            case model.Comment(text=text, author=author):
                return replace(event, text=self.text(text), author=self._author(author))
            case model.Mark(sign=sign) if sign not in SIGNS:
                return replace(event, sign=self.text(sign))
            case model.Evaluation(candidates=candidates, source=source, extras=extras):
                return replace(
                    event,
                    source=self.text(source),
                    extras=self._extras(extras),
                    candidates=tuple([self._candidate(candidate) for candidate in candidates]),
                )
            case model.Forfeit(reason=text):
                return replace(event, reason=self.text(text))
            case model.Ruling(text=text):
                return replace(event, text=self.text(text))
            case model.Turn(deed=model.Unread(text=text)):
                return replace(event, deed=model.Unread(text=self.text(text)), text=self.text(event.text))
            case _:
                return event

    def _extras(self, extras: Mapping[str, str]) -> Mapping[str, str]:
        return {key: self.text(value) for key, value in extras.items()}

    def _candidate(self, candidate: model.Candidate) -> model.Candidate:
        outcomes = {self.text(name): share for name, share in candidate.outcomes.items()}
        return replace(candidate, outcomes=outcomes, extras=self._extras(candidate.extras))

    def _author(self, author: str | None) -> str | None:
        """The author of a comment: a player's mask, and nobody else."""
        if author is None:
            return None
        self.changes[N_("authors of comments")] += 1
        return self.masks[0].get(author.strip().casefold(), OTHERS)


def _learn(name: str, mask: str, whole: dict[str, str], parts: dict[str, str]) -> None:
    if not name.strip():
        return
    whole.setdefault(name.strip().casefold(), mask)
    for part in _NAME_WORD.findall(name):
        if len(part) >= SHORTEST:
            parts.setdefault(part, mask)
            parts.setdefault(part.upper(), mask)


def _others(match: model.Match) -> Iterator[str]:
    """Persons other than the players that a header or a comment names for what they did."""
    yield from (value for key, value in match.info if _PERSON.fullmatch(key.rpartition(":")[2]))
    for events in (match.remarks, *(game.events for game in match.games)):
        yield from (event.author for event in events if isinstance(event, model.Comment) and event.author)


def _pattern(masks: Iterable[str], flags: int = 0) -> re.Pattern[str]:
    """Return what finds any of the names as words, longer ones first; nothing where there are none."""
    names = "|".join(re.escape(name) for name in sorted(masks, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{names})(?!\w)" if names else r"(?!)", flags)


# Pseudonyms by a key: a name is the same in every file, and leads back to nobody without the key.
#
# A key is a line of a file of its own, and holds no names: who has it can tell whether a pseudonym is that
# of a name he thinks of, and nobody else can.


LENGTH = 8
_KEY = re.compile(rb"kotra key 1: ([0-9a-f]{64})\r?\n?")


def key_of(path: str) -> bytes:
    """The key in a file, made whole or not at all where there is none; ValueError for another file."""
    with contextlib.suppress(FileNotFoundError):
        return _read(path)
    try:
        _make(path)
    except FileExistsError:
        pass  # made by another at the same moment, and as good
    except OSError as error:
        raise KotraError("{file}: {why}.", file=printable(path), why=why_unwritten(error)) from None
    return _read(path)


def pseudonym(name: str, key: bytes) -> str:
    """Return a person's pseudonym, letters and digits; capitals and spaces of the name do not matter."""
    plain = " ".join(unicodedata.normalize("NFC", name).casefold().split())
    digest = hmac.new(key, plain.encode("utf-8", "surrogatepass"), sha256).digest()
    return f"P{b32encode(digest).decode()[:LENGTH]}"


def _read(path: str) -> bytes:
    try:
        with open(path, "rb", opener=without_waiting) as file:
            line = _KEY.fullmatch(file.read(100) or b"")
    except FileNotFoundError:
        raise
    except OSError as error:
        raise KotraError("{file}: {why}.", file=printable(path), why=why(error)) from None
    if not line:
        raise KotraError(
            "{file}: not a kotra key file; name a file that does not exist yet.", file=printable(path)
        )
    return bytes.fromhex(line[1].decode())


def _make(path: str) -> None:
    """Put a new key there, for its owner alone to read; FileExistsError where there is a file."""
    line = f"kotra key 1: {secrets.token_hex(32)}\n".encode()
    with NamedTemporaryFile(dir=os.path.dirname(os.path.abspath(path)), prefix=".key.") as file:
        file.write(line)
        file.flush()
        os.fsync(file.fileno())
        try:
            os.link(file.name, path)
        except FileExistsError:
            raise
        except OSError:  # no links on this disk, such as a stick's
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as plain:
                plain.write(line)


NAMES = ("A", "B")
# A word of a name: of fewer letters it is too often something else.
_WORD = re.compile(r"[^\W\d_]{3,}")


@dataclass(frozen=True, slots=True)
class Anonymized:
    """A record without personal data: its content, what the notation lost, and counts of `changes`.

    `changes` counts replaced names, headers and words in comments.
    """

    content: Content
    findings: tuple[Finding, ...]
    changes: Mapping[str, int]

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the findings and the changes."""
        return row(self, "findings changes", tongue)


def anonymize(
    source: Given,
    to: str,
    *,
    names: tuple[str, str] = NAMES,
    key: str | os.PathLike[str] | None = None,
    format: str | None = None,
) -> Anonymized:
    """Return a record without personal data, in the notation `to`; raise ValueError if that is impossible.

    `names` replace the players' names. With a `key` file, each player gets the same pseudonym in every
    record; the file is created if it does not exist.
    """
    name, dialect = split_name(to)
    file = open_source(source)
    with guard(LIMIT, len(file.data)):
        options = ConvertOptions(name, dialect, format)
        return anonymize_reading(read_for(file, options), options, names, key_at(key))


def key_at(path: str | os.PathLike[str] | None) -> bytes | None:
    """The key in a file, where one is named; ValueError where it holds none and none can be made."""
    return None if path is None else key_of(os.fspath(path))


def anonymize_reading(
    reading: Reading, options: ConvertOptions, names: tuple[str, str] = NAMES, key: bytes | None = None
) -> Anonymized:
    """Take the persons out of a record that was read, by a key where there is one."""
    done = [anonymous(match, _choose_names(match, names, key)) for match in reading.matches]
    files, lost = write_contents(replace(reading, matches=tuple(masked.match for masked in done)), options)
    changes: Counter[str] = Counter()
    for masked in done:
        changes.update(masked.changes)
    return Anonymized(files[0], tuple(lost), dict(changes))


def anonymous_path(path: str, reading: Reading, names: tuple[str, str], key: bytes | None) -> str:
    """Return a path with the players' names replaced, however they are spelled; empty if one still shows."""
    masks: dict[str, str] = {}
    for match in reading.matches:
        chosen = _choose_names(match, names, key)
        masked = [(player.name, name) for player, name in zip(match.players, chosen, strict=True)]
        for header in header_names(match):
            masked.append((header.name, "-".join(chosen) if header.seat is None else chosen[header.seat]))
        for player_name, name in masked:
            for word in (*written_words(player_name), *map(_letters, player_name.split())):
                if len(word) >= SHORTEST and not word.isdigit():
                    masks.setdefault(word, name)
    stem, ending = os.path.splitext(unicodedata.normalize("NFC", path))
    rest = _letters(_WORD.sub(lambda word: "" if _letters(word[0]) in masks else word[0], stem))
    if any(word in rest for word in masks):
        return ""
    return _WORD.sub(lambda word: masks.get(_letters(word[0]), word[0]), stem) + ending


def _letters(text: str) -> str:
    """Return the plain letters and digits of a text, and nothing between them."""
    return "".join(written_words(text))


def _choose_names(match: model.Match, names: tuple[str, str], key: bytes | None) -> tuple[str, str]:
    """Return what the players of a match are called; who has no name has no pseudonym."""
    if key is None:
        return names
    first, second = [
        pseudonym(player.name, key) if player.name.strip() else name
        for player, name in zip(match.players, names, strict=True)
    ]
    return first, second
