"""Findings that are ignored: by comments `kotra: ignore P203 reason` in a record, and by codes of the caller.

At the head such a comment is of the whole match; behind a row, of that row; on a line of its own, of the next
one. Where many turns stand in one line, as in SGF, it is of the turn before it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kotra_notation.findings import BY_CODE, KINDS, Finding, finding, select_findings
from kotra_notation.formats.format import Reading
from kotra_notation.late import late_pattern
from kotra_notation.model import Comment, Evaluation, Game, Mark, Match, Span, Turn
from kotra_notation.replay import Replay
from kotra_notation.values import dataclass

ASKED = late_pattern(r"\s*kotra:\s*ignore\s+([^\s,]+(?:\s*,\s*[^\s,]+)*)\s*(.*)", re.I)
# A line with more turns than a row has is not ignored as a whole.
_ROW = 2
_BESIDE = (Comment, Mark, Evaluation)


@dataclass(frozen=True, slots=True)
class Ignored:
    """An ignored finding: by the record, with its reason, or by a code of the caller."""

    finding: Finding
    reason: str = ""
    by_record: bool = True


@dataclass(slots=True)
class _Ignore:
    """One word of such a comment, and the span it is of within a line, where that has many turns."""

    word: str
    reason: str
    match: int
    span: Span | None
    event: Span | None = None
    hit: bool = False

    def fits(self, found: Finding) -> bool:
        """Return whether a finding of its line is at its place."""
        return self.event is None or found.span is None or _within(found.span, self.event)


class _Ignores:
    """The requests of a file to ignore findings, looked up by the name or code and the place of a finding."""

    def __init__(self, matches: Sequence[Match]) -> None:
        self.all: list[_Ignore] = []
        self._found: dict[tuple[object, ...], list[_Ignore]] = {}
        for number, match in enumerate(matches, 1):
            for one, places in _requests(matches, match, number):
                self.all.append(one)
                for place in places:
                    self._found.setdefault((one.word.casefold(), number, *place), []).append(one)

    def hit_by(self, found: Finding) -> _Ignore | None:
        """The first that a finding is asked to be ignored by; all such are noted as hit."""
        place = ("line", found.span.line) if found.span else ("turn", found.game, found.turn)
        fitting: list[_Ignore] = []
        for word in (found.code.casefold(), found.kind.name):
            for where in ((), place):
                asked = self._found.get((word, found.match or 1, *where), ())
                fitting += [one for one in asked if one.fits(found)]
        for one in fitting:
            one.hit = True
        return fitting[0] if fitting else None


def apply_ignores(
    findings: Sequence[Finding], matches: Sequence[Match], codes: Sequence[str] = ()
) -> tuple[list[Finding], list[Ignored]]:
    """Return the findings that remain, a note for what hits nothing among them, and those that are ignored.

    Ignored are those that the record asks for, and those whose codes begin with one of `codes`.
    """
    asked, unwanted = _Ignores(matches), tuple(codes)
    if not (asked.all or unwanted):
        return list(findings), []
    kept: list[Finding] = []
    ignored: list[Ignored] = []
    for fault in findings:
        if by := asked.hit_by(fault):
            ignored.append(Ignored(fault, by.reason))
        elif fault.code.startswith(unwanted):
            ignored.append(Ignored(fault, by_record=False))
        else:
            kept.append(fault)
    kept += select_findings(
        [_unused_fault(request) for request in asked.all if not request.hit], ignore=unwanted
    )
    return kept, ignored


def without_ignored(
    replayed: Replay, reading: Reading, number: int, codes: Sequence[str] = ()
) -> tuple[Replay, list[Finding], list[Ignored]]:
    """A match without the findings that are ignored: its replay, the reader's findings, and the ignored ones.

    Ignored are also those whose codes begin with one of `codes`.
    """
    of_reader = [fault for fault in reading.findings if fault.match in (None, number)]
    asked = [*of_reader, *(fault.at(match=number) for fault in replayed.findings)]
    left, ignored = apply_ignores(asked, reading.matches, codes)
    kept = {id(fault) for fault in left}
    notes = [fault for fault in left[len(asked) - len(ignored) :] if fault.match == number]
    stay = {
        id(fault)
        for fault, its in zip((*of_reader, *replayed.findings), asked, strict=True)
        if id(its) in kept
    }
    read = [*(fault for fault in of_reader if id(fault) in stay), *notes]
    if len(stay) == len(asked):
        return replayed, read, ignored

    def those(findings: Iterable[Finding]) -> tuple[Finding, ...]:
        return tuple(fault for fault in findings if id(fault) in stay)

    games = tuple(replace(game, findings=those(game.findings)) for game in replayed.games)
    return replace(replayed, games=games, findings=those(replayed.findings)), read, ignored


def _unused_fault(ignore: _Ignore) -> Finding:
    """The note that nothing was hit, with the word that may have been meant."""
    from difflib import get_close_matches

    word = ignore.word
    near = [] if word.upper() in BY_CODE or word.lower() in KINDS else get_close_matches(word[:40], KINDS, 1)
    fault = finding("ignore-unused", span=ignore.span, written=word, near=near[0] if near else "")
    return fault.at(match=ignore.match)


# What an ignore is looked up by beside its word and match; nothing for the whole match.
_Place = tuple[object, ...]


def _requests(
    matches: Sequence[Match], match: Match, number: int
) -> Iterator[tuple[_Ignore, Sequence[_Place]]]:
    """All that a match asks to ignore, with the places that it is of."""
    turns: Counter[int] | None = None
    for remark in match.remarks:
        if isinstance(remark, Comment):
            for word, reason in _words(remark):
                yield _Ignore(word, reason, number, remark.span), [()]
    for index, game in enumerate(match.games):
        comments = [(at, event) for at, event in enumerate(game.events) if isinstance(event, Comment)]
        if any("ignore" in comment.text.lower() for _, comment in comments):
            turns = turns or _turns_by_line(matches)
            lines = _Lines(game, index + 1, next(iter(match.games[index + 1 :]), None), turns)
            for event_no, comment in comments:
                for word, reason in _words(comment):
                    yield lines.locate(_Ignore(word, reason, number, comment.span), event_no)


def _words(comment: Comment) -> Iterator[tuple[str, str]]:
    """The words that a comment asks to ignore, each with the reason behind them."""
    for line in comment.text.splitlines():
        if asked := ASKED.fullmatch(line):
            for word in asked[1].split(","):
                yield word.strip(), asked[2].strip()


def _turns_by_line(matches: Iterable[Match]) -> Counter[int]:
    """Return how many turns stand in each line of a file."""
    events = (event for match in matches for game in match.games for event in game.events)
    return Counter(event.span.line for event in events if isinstance(event, Turn) and event.span)


class _Lines:
    """The events of a game by their lines; `following` is the next game, whose head may come next."""

    def __init__(self, game: Game, number: int, following: Game | None, turns_by_line: Counter[int]) -> None:
        self.number, self.turns = number, turns_by_line
        # Before each event, how many turns there were, and what was the last that is no annotation.
        self.before: list[tuple[int, Span | None]] = []
        turns, last = 0, None
        places: set[int] = set()
        for event in game.events:
            self.before.append((turns, last))
            if isinstance(event, _BESIDE):
                continue
            turns += isinstance(event, Turn)
            if last := event.span:
                places.add(last.line)
        heads = (following.span, following.score and following.score.span) if following else ()
        self.head = {head.line for head in heads if head}
        self.places = sorted(places | self.head)

    def locate(self, ignore: _Ignore, at: int) -> tuple[_Ignore, Sequence[_Place]]:
        """An ignore that stands at an event, with its places: all lines of a head count as one."""
        turn, last = self.before[at]
        if ignore.span is None:
            return ignore, [("turn", self.number, turn)]
        line = ignore.span.line
        if self.turns[line] > _ROW:
            ignore.event = last
            return ignore, [("line", last.line if last else line)]
        after = bisect_left(self.places, line)
        target = self.places[after] if after < len(self.places) else line
        return ignore, [("line", one) for one in (self.head if target in self.head else (target,))]


def _within(span: Span, other: Span) -> bool:
    return span.line == other.line and other.column <= span.column < max(other.end_column, other.column + 1)
