"""Reading a bgammon replay: one pass over its lines, each read for itself."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from kotra_notation import model
from kotra_notation.board import OFF
from kotra_notation.findings import finding, phrase
from kotra_notation.formats.acts import Doubled, answered, event
from kotra_notation.formats.bgammon import lines
from kotra_notation.formats.bgammon.lines import VARIANTS, GameHead
from kotra_notation.formats.recorder import SHOWN, GameDraft, Recorder

STARTED = "bgammon:started"
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
LAST = 253_402_300_799  # the last second of the year 9999


def date_of(started: int) -> str:
    """The day of a time in seconds; nothing for 0, which says no time, and for what no calendar has."""
    return (EPOCH + timedelta(seconds=started)).strftime("%Y-%m-%d") if 0 < started <= LAST else ""


def _said_by_date(started: int, date: str) -> bool:
    """Return whether a time says no more than the day of the match."""
    return not started or (not started % 86_400 and date_of(started) == date)


def _finish(game: GameDraft, head: GameHead, date: str) -> None:
    """Put in what the head of a game says beside its score: when it began, and how it ended."""
    points = worth(head, game.events)
    if not _said_by_date(head.started, date):
        game.events.insert(0, model.Extra(key=STARTED, value=str(head.started), span=game.span))
    if head.winner is not None:
        game.events.append(model.ResultClaim(seat=head.winner, points=points or None, span=game.span))


def worth(head: GameHead, events: Sequence[model.Event]) -> int:
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
        self.recorder = Recorder("bgammon")
        self.heads: list[GameHead | None] = []  # of the games of the match; None where one could not be read
        self.indexed = 0
        self.headed = 0
        self.skipping = False  # in a game that is none of ours

    def read(self, text_lines: list[str]) -> list[model.Match]:
        """The matches of all lines."""
        for line in self.recorder.lines(text_lines):
            self._line(line.strip())
        span = self.recorder.span
        self._close()
        if self.indexed > self.headed:
            what = phrase("the games its index names")
            self.recorder.findings.append(finding("file-breaks-off", span=span, what=what))
        return self.recorder.matches

    def _line(self, text: str) -> None:
        seat = "12".find(text[0]) if text[1:2] in (" ", "\t") else -1
        if text.startswith(lines.INDEX):
            self.indexed += 1
        elif text.startswith(("i ", "i\t")):
            self._head(text)
        elif not self.skipping and (seat < 0 or not self._event(seat, text[1:].strip())):
            self.recorder.unreadable(kept=self.recorder.game is not None)

    def _head(self, text: str) -> None:
        self.headed += 1
        head, recorder = lines.head(text), self.recorder
        self.skipping = head is not None and head.variant != 0
        if head is not None and self.skipping:
            game = VARIANTS[head.variant] if head.variant < len(VARIANTS) else f"variant {head.variant}"
            recorder.say(finding("another-game", span=recorder.span, written=text[:SHOWN], game=game))
            return
        if head is None:
            recorder.unreadable(kept=False)
        elif self.heads and (before := self.heads[-1]) and not head.follows(before):
            self._close()
        self._begin(head)

    def _begin(self, head: GameHead | None) -> None:
        self.recorder.begin(self.recorder.draft().next_number, head.score if head else None)
        self.heads.append(head)

    def _event(self, seat: int, text: str) -> bool:
        """Read an event; False where it is none."""
        act = lines.act(text, seat)
        if act is None:
            return False
        span = self.recorder.span
        if not self.heads:
            self.recorder.say(finding("names-missing", span=span))
            self._begin(None)
        events = self.recorder.draft().games[-1].events
        events += answered(act, seat, span) if isinstance(act, Doubled) else [event(act, seat, text, span)]
        return True

    def _close(self) -> None:
        """Finish the match that is open."""
        if draft := self.recorder.match:
            head = next((head for head in self.heads if head), None)
            date = date_of(head.started) if head else ""
            if head:
                draft.length, draft.players = head.length, [model.Player(name=name) for name in head.names]
            draft.info = [("date", date)] if date else []
            for game, stated in zip(draft.games, self.heads, strict=True):
                if stated:
                    _finish(game, stated, date)
        self.recorder.close()
        self.heads = []
