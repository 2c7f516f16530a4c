"""A match without the persons in it: names become A and B everywhere, and what else points at them goes.

Names are taken from the players, and from headers such as `mat:Player 1` where programs put the full ones.
A name is replaced wherever it stands as a word; a part of it too, if it has three letters and is written
with the same capitals or with capitals only, so that `The` of a nickname does not take every `the` with it.
Others who are named as transcriber, author of a comment or the like become `N. N.`; addresses go. Inflected
forms and nicknames that stand nowhere else cannot be known.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from kotra_notation import model
from kotra_notation.compare.naming import header_names

OTHERS = "N. N."
SIGNS = frozenset({"!", "!!", "?", "??", "!?", "?!", "diagram"})
KEPT = frozenset({"event", "round", "date", "time", "title"})
SHORTEST = 3
_PERSON = re.compile(r"transcriber|annotator|recorder|umpire|director|referee|author|user|us|an", re.I)
_ADDRESS = re.compile(r"\S+@\S+|(?:https?://|www\.)\S+")
_WORD = re.compile(r"[^\W\d_]+")
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
        changes["names of players"] += bool(player.name)
        changes["ratings and other facts about players"] += bool(player.rating) + len(player.extras)
    info = tuple([(key, mask.text(value)) for key, value in match.info if key in KEPT])
    changes["headers removed"] += len(match.info) - len(info)
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
        self.changes["names within texts"] += times + further
        text, addresses = _ADDRESS.subn("(address)", text)
        self.changes["addresses"] += addresses
        return text

    def events(self, events: Iterable[SomeEvent]) -> tuple[SomeEvent, ...]:
        """The events without names; those that cannot be told to be without are taken out."""
        kept: list[SomeEvent] = []
        for event in events:
            if isinstance(event, model.Extra | model.Video):
                self.changes["lines from other programs, and videos"] += 1
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
        self.changes["authors of comments"] += 1
        return self.masks[0].get(author.strip().casefold(), OTHERS)


def _learn(name: str, mask: str, whole: dict[str, str], parts: dict[str, str]) -> None:
    if not name.strip():
        return
    whole.setdefault(name.strip().casefold(), mask)
    for part in _WORD.findall(name):
        if len(part) >= SHORTEST:
            parts.setdefault(part, mask)
            parts.setdefault(part.upper(), mask)


def _others(match: model.Match) -> Iterator[str]:
    """Persons who are not the players: whoever a header or a comment names for what they did."""
    yield from (value for key, value in match.info if _PERSON.fullmatch(key.rpartition(":")[2]))
    for events in (match.remarks, *(game.events for game in match.games)):
        yield from (event.author for event in events if isinstance(event, model.Comment) and event.author)


def _pattern(masks: Iterable[str], flags: int = 0) -> re.Pattern[str]:
    """Return what finds any of the names as words, longer ones first; nothing where there are none."""
    names = "|".join(re.escape(name) for name in sorted(masks, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{names})(?!\w)" if names else r"(?!)", flags)
