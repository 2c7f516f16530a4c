"""Checks of a reading in any notation: contradictions, headers that mean nothing, texts left unread.

A reader says what it cannot read and keeps the text; written in a notation that holds it (`unread "…"`,
`extra mat:line "…"`), the text is read well and still means nothing. It is found again here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import islice, pairwise

from kotra_notation import model
from kotra_notation.findings import Finding, Phrase, finding, phrase
from kotra_notation.formats.format import Reading
from kotra_notation.implied import stated_shorthand
from kotra_notation.model import Game, Match, ResultClaim, ScoreClaim, SetPosition, Span, Turn

SHOWN = 80  # as much of a text as readers show
LONGEST_SHOWN = 200

# The headers of the model of which a match has one; those that bear the name of a notation stand once too.
ONCE = frozenset({"event", "round", "date", "time", "place", "notation"})

FEWEST = 8  # rolls that do not repeat by chance


def with_contradictions(reading: Reading) -> Reading:
    """Return the reading with a finding for each contradiction between the parts of its matches."""
    findings = [
        found.at(match=number)
        for number, match in enumerate(reading.matches, 1)
        for found in (*_headers_twice(match, _noted_headers(reading, number)), *_names_alike(match))
    ]
    if len(reading.matches) > 1:
        findings += [*_cut_matches(reading.matches), *_matches_twice(reading.matches)]
    return replace(reading, findings=(*reading.findings, *findings)) if findings else reading


def header_twice(header: str, first: str, second: str, span: Span | None) -> Finding:
    """Return the finding for a header that stands twice with different values."""
    earlier, other = (" ".join(value.split())[:SHOWN] for value in (first, second))
    return finding("header-twice", span=span, header=header, first=earlier, second=other)


def header_late(written: str, span: Span | None) -> Finding:
    """Return the finding for a header that stands where its notation has none."""
    return finding("header-late", span=span, written=" ".join(written.split())[:SHOWN])


def _noted_headers(reading: Reading, number: int) -> set[object]:
    """Return the headers of a match of which its reader has said that they stand twice."""
    twice = (found for found in reading.findings if found.kind.name == "header-twice")
    return {found.facts["header"] for found in twice if found.match == number}


def _headers_twice(match: Match, noted: set[object]) -> Iterator[Finding]:
    """Yield the headers of a match that stand twice with different values, but those already said."""
    stated: dict[str, str] = {}
    for key, value in match.info:
        if (key in ONCE or ":" in key) and not key.endswith(":line"):
            first, name = stated.setdefault(key, value), key.rpartition(":")[2]
            if first != value and name not in noted:
                noted.add(name)
                yield header_twice(name, first, value, match.span)


def _names_alike(match: Match) -> Iterator[Finding]:
    first, second = (player.name.strip() for player in match.players)
    if first and first == second:
        yield finding("names-alike", span=match.span, called=first[:SHOWN])


def _cut_matches(matches: Sequence[Match]) -> Iterator[Finding]:
    """Yield the matches that go on from the one before them, and what keeps them apart."""
    for number, (before, match) in enumerate(pairwise(matches), 2):
        if score := _goes_on(before, match):
            one = phrase("the match continues at {first}-{second}", first=score[0], second=score[1])
            other = _difference(before, match)
            found = finding("witness-disagrees", span=match.span, one=one, other=other)
            yield found.at(match=number)


def _goes_on(before: Match, match: Match) -> tuple[float, float] | None:
    """Return the score at which a match begins, where the one before it has led to that score."""
    if not (before.games and match.games):
        return None
    last, first = before.games[-1], match.games[0]
    score = first.score.score if first.score else None
    if score is None or not any(score) or _is_set_up(first) or _is_set_up(last):
        return None
    before_last = last.score.score if last.score else (0, 0)
    gained = [now - once for once, now in zip(before_last, score, strict=True)]
    led_to = list(_scores_behind(last, before_last)) or [score] * (min(gained) == 0 < max(gained))
    return score if score in led_to else None


def _scores_behind(game: Game, score: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Yield the scores that a game leads to, by its result and by a score behind it."""
    first, second = score
    for event in game.events:
        match event:
            case ScoreClaim(score=score):
                yield score
            case ResultClaim(points=points) if points is not None:
                yield (first, second + points) if event.winner else (first + points, second)


def _is_set_up(game: Game) -> bool:
    return any(isinstance(event, SetPosition) for event in islice(game.events, 3))


def _difference(before: Match, match: Match) -> Phrase | str:
    names = [player.name for one_match in (before, match) for player in one_match.players]
    if sorted(names[:2]) != sorted(names[2:]):
        facts = dict(zip(("first", "second", "third", "fourth"), names, strict=True))
        return phrase("the players were {first} and {second}, but are {third} and {fourth} here", **facts)
    if before.length != match.length:
        return phrase(
            "its length was {before}, but is {length} here", before=before.length, length=match.length
        )
    return phrase("its header begins another match")


def _matches_twice(matches: Sequence[Match]) -> Iterator[Finding]:
    """Yield the matches whose rolls are those of another in the file."""
    seen: dict[tuple[object, ...], list[int]] = {}
    for number, match in enumerate(matches, 1):
        key = tuple(islice(_rolls(match), FEWEST))
        if len(key) < FEWEST:
            continue
        mine = tuple(_rolls(match)) if key in seen else ()
        others = (other for other in seen.get(key, ()) if tuple(_rolls(matches[other - 1])) == mine)
        if other := next(others, None):
            what = phrase("Match {number} of this file", number=other)
            how = phrase("Both have the same {count} rolls.", count=len(mine))
            yield finding("match-twice", span=match.span, other=what, how=how).at(match=number)
        seen.setdefault(key, []).append(number)


def _rolls(match: Match) -> Iterator[tuple[int, ...]]:
    for game in match.games:
        for event in game.events:
            if isinstance(event, Turn):
                yield tuple(sorted(event.dice))


Names = Sequence[str | None]


def other_players(number: int, match: Names, game: Names, span: Span | None) -> Finding:
    """A game whose players are not those of its match."""
    one = phrase("the players are {first} and {second}", first=match[0], second=match[1])
    facts = {"number": number, "first": game[0], "second": game[1]}
    other = phrase("the players of game {number} are {first} and {second}", **facts)
    return finding("witness-disagrees", span=span, one=one, other=other)


# The keys of headers that hold a line that could not be read; what other headers say is asked by nobody.
HEADS = ("tmg:line",)

LONGEST_KEY = 60  # no known header is as long
REMEMBERED = 2000  # keys: they repeat from match to match

# How alike a header is to a known one that its writer may have meant.
ALIKE = 0.8


@lru_cache(maxsize=REMEMBERED)
def nearest_header(key: str, known: tuple[str, ...]) -> str | None:
    """Return the header that one of no meaning may stand for (`ruels`, `Rules`), None where none is near."""
    word, names = key.casefold(), {name.casefold(): name for name in known}
    if key in names.values() or len(key) > LONGEST_KEY:
        return None
    # Most headers have other letters: for them nothing is loaded.
    near = [name for name in names if _shared_letters(word, name) >= ALIKE]
    if not near:
        return None
    from difflib import get_close_matches

    return next((names[match] for match in get_close_matches(word, near, 1, ALIKE)), None)


def _shared_letters(word: str, other: str) -> float:
    """Return the share of letters that two words have in common, in any order: they are no more alike."""
    return 2 * (Counter(word) & Counter(other)).total() / max(1, len(word) + len(other))


def with_near(reading: Reading, known: tuple[str, ...]) -> Reading:
    """The reading with a note for every header that is near one of those that say how a match is judged."""
    notes = [
        finding("header-near", span=match.span, written=name, header=meant).at(match=number)
        for number, match in enumerate(reading.matches, 1)
        for name in [key.rpartition(":")[2] for key, _ in match.info]
        if (meant := nearest_header(name, known))
    ]
    return replace(reading, findings=(*reading.findings, *notes)) if notes else reading


def unused_header(header: str, value: str, span: model.Span | None) -> Finding:
    """Return the finding for a header on judging the match whose value is unknown."""
    return finding("header-unused", span=span, written=f"{header}: {value}"[:LONGEST_SHOWN])


def with_unread(reading: Reading, *, shorthand: bool = False) -> Reading:
    """The reading with a finding for every unread text its reader was silent about, but for `shorthand`."""
    noted = _NotedLines(reading.findings)
    left = []
    for number, match in enumerate(reading.matches, 1):
        short = shorthand or stated_shorthand(match.info) is not None
        left += [found.at(match=number) for found in _in_match(match, number, noted, shorthand=short)]
    return replace(reading, findings=(*reading.findings, *left)) if left else reading


class _NotedLines:
    """The findings of a reader by line; in a document without lines, their number in each game."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        self._lines = {found.span.line for found in findings if found.span}
        self._heads = {(found.match, found.written[:SHOWN]) for found in findings if found.span}
        self._games = Counter((found.match, found.game) for found in findings if not found.span)

    def has(self, span: model.Span | None, text: str, *, match: int, game: int | None) -> bool:
        """Return whether there is a finding on an unread text."""
        if span:
            return span.line in self._lines
        if not game and (match, text[:SHOWN]) in self._heads:
            return True
        self._games[match, game] -= 1
        return self._games[match, game] >= 0


def _in_match(match: model.Match, number: int, noted: _NotedLines, *, shorthand: bool) -> Iterator[Finding]:
    for key, value in match.info:
        if key in HEADS and not noted.has(None, value, match=number, game=None):
            yield finding("unreadable-line", written=value[:LONGEST_SHOWN])
    for game, events in enumerate([match.remarks, *[game.events for game in match.games]]):
        is_noted = partial(noted.has, match=number, game=game or None)
        for found in _in_events(events, is_noted, shorthand=shorthand):
            yield found.at(game=game or None)


def _in_events(
    events: tuple[model.Event, ...], is_noted: Callable[[model.Span | None, str], bool], *, shorthand: bool
) -> Iterator[Finding]:
    """Yield findings for the unread texts among the events that are not noted yet."""
    turn = 0
    for event in events:
        if type(event) is model.Turn:
            turn += 1
            if shorthand or type(event.deed) is not model.Unread:
                continue
            name, seat, text = "unreadable-cell", event.seat, event.deed.text
        elif type(event) is model.Extra and event.key.endswith(model.UNREAD):
            line = event.key.endswith(":line")
            name, seat, text = "unreadable-line" if line else "unreadable-cell", None, event.value
        else:
            continue
        if not is_noted(event.span, text):
            found = finding(name, span=event.span, seat=seat, written=text[:LONGEST_SHOWN], near="")
            yield found.at(turn=turn or None)
