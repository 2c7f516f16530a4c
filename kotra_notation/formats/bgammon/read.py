"""Reading a bgammon replay: one pass over its lines, each read for itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from kotra_notation import model
from kotra_notation.board import OFF
from kotra_notation.findings import Finding, finding, phrase
from kotra_notation.formats.bgammon import lines
from kotra_notation.formats.bgammon.lines import VARIANTS, Doubled, Ended, Head, Threw
from kotra_notation.formats.format import line_span

STARTED = "bgammon:started"
LINE = "bgammon:line"
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
LAST = 253_402_300_799  # the last second of the year 9999


def date_of(started: int) -> str:
    """The day of a time in seconds; nothing for 0, which says no time, and for what no calendar has."""
    return (EPOCH + timedelta(seconds=started)).strftime("%Y-%m-%d") if 0 < started <= LAST else ""


def said_by_date(started: int, date: str) -> bool:
    """Whether a time says no more than the day of the match."""
    return not started or (not started % 86_400 and date_of(started) == date)


@dataclass(slots=True)
class GameDraft:
    """A game being read; None for a head that could not be read."""

    head: Head | None
    span: model.Span
    events: list[model.Event] = field(default_factory=list)

    @property
    def decided(self) -> bool:
        """Whether the head names a winner."""
        return self.head is not None and self.head.winner is not None

    def finished(self, number: int, date: str) -> model.Game:
        """The game; what its head says of its end stands behind its events."""
        head, events = self.head, list(self.events)
        if head is None:
            return model.Game(number=number, events=tuple(events), span=self.span)
        if not said_by_date(head.started, date):
            events.insert(0, model.Extra(key=STARTED, value=str(head.started), span=self.span))
        if head.winner is not None:
            points = worth(head, self.events)
            events.append(model.ResultClaim(seat=head.winner, points=points or None, span=self.span))
        score = model.ScoreClaim(score=head.score, span=self.span)
        return model.Game(number=number, score=score, events=tuple(events), span=self.span)


def worth(head: Head, events: Sequence[model.Event]) -> int:
    """The points of a game: where it was borne off under a turned cube, the server leaves the cube out."""
    last = next((event for event in reversed(events) if not isinstance(event, model.Extra)), None)
    taken = sum(isinstance(event, model.Take) for event in events)
    if not taken or not isinstance(last, model.Turn) or last.seat != head.winner or not _bears_off(last):
        return head.points
    cube = 2 ** min(taken, 64)
    single = any(
        _bears_off(event) for event in events if isinstance(event, model.Turn) and event.seat != head.winner
    )
    whole = head.points % cube == 0 and (head.points == cube) == single
    return head.points if whole else head.points * cube


def _bears_off(turn: model.Turn) -> bool:
    return isinstance(turn.deed, model.Play) and any(hop.target == OFF for hop in turn.deed.hops)


class Reader:
    """The state of reading one file."""

    def __init__(self) -> None:
        self.matches: list[model.Match] = []
        self.findings: list[Finding] = []
        self.games: list[GameDraft] = []
        self.indexed = 0
        self.heads = 0
        self.skipping = False  # in a game that is none of ours
        self.span = model.Span(1)

    def read(self, text_lines: list[str]) -> list[model.Match]:
        """The matches of all lines."""
        for number, line in enumerate(text_lines, 1):
            text = line.strip()
            if text:
                self.span = line_span(number, line)
                self._line(text)
        self._close()
        if self.indexed > self.heads:
            self.findings.append(
                finding("file-breaks-off", span=self.span, what=phrase("the games its index names"))
            )
        return self.matches

    def _line(self, text: str) -> None:
        seat = "12".find(text[0]) if text[1:2] in (" ", "\t") else -1
        if text.startswith(lines.INDEX):
            self.indexed += 1
        elif seat >= 0:
            self._event(seat, text)
        elif text.startswith(("i ", "i\t")):
            self._head(text)
        else:
            self._unreadable(text)

    def _head(self, text: str) -> None:
        self.heads += 1
        head = lines.head(text)
        self.skipping = head is not None and head.variant != 0
        if head is not None and self.skipping:
            game = VARIANTS[head.variant] if head.variant < len(VARIANTS) else f"variant {head.variant}"
            self._say(finding("another-game", span=self.span, written=text[:80], game=game))
            return
        if head is None:
            self._say(finding("unreadable-line", span=self.span, written=text[:80]))
        elif self.games and not self._goes_on(head):
            self._close()
        self.games.append(GameDraft(head, self.span))

    def _goes_on(self, head: Head) -> bool:
        """Whether a game is the next of the match that is open."""
        before = self.games[-1]
        return before.head is None or head.follows(before.head, before.decided)

    def _event(self, seat: int, text: str) -> None:
        if self.skipping:
            return
        said = lines.event(text[1:].strip())
        if said is None:
            self._unreadable(text)
            return
        if not self.games:
            self._say(finding("names-missing", span=self.span))
            self.games.append(GameDraft(None, self.span))
        events = self.games[-1].events
        match said:
            case Threw(dice=dice, deeds=deeds):
                events.append(
                    model.Turn(seat=seat, dice=dice, deed=deeds[seat], text=text[1:].strip(), span=self.span)
                )
            case Doubled(value=value, taken=taken):
                events.append(model.Double(seat=seat, value=value, span=self.span))
                events.append((model.Take if taken else model.Drop)(seat=1 - seat, span=self.span))
            case Ended():
                events.append(model.Resignation(seat=seat, span=self.span))

    def _unreadable(self, text: str) -> None:
        if self.skipping:
            return
        self._say(finding("unreadable-line", span=self.span, written=text[:80]))
        if self.games:
            self.games[-1].events.append(model.Extra(key=LINE, value=text, span=self.span))

    def _say(self, found: Finding) -> None:
        self.findings.append(found.at(match=len(self.matches) + 1, game=len(self.games) or None))

    def _close(self) -> None:
        """Finish the match that is open."""
        drafts, self.games = self.games, []
        if not drafts:
            return
        head = next((draft.head for draft in drafts if draft.head), None)
        if head is None:
            self.findings.append(
                finding("length-missing", span=drafts[0].span).at(match=len(self.matches) + 1)
            )
        date = date_of(head.started) if head else ""
        match = model.Match(
            length=head.length if head else None,
            info=(("date", date),) if date else (),
            games=tuple(draft.finished(number, date) for number, draft in enumerate(drafts, 1)),
            span=drafts[0].span,
        )
        if head:
            first, second = head.names
            match = replace(match, players=(model.Player(name=first), model.Player(name=second)))
        self.matches.append(match)
