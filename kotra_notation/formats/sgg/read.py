"""Reading a GamesGrid record: one pass over its lines, lines that repeat one another merged."""

from __future__ import annotations

import re

from kotra_notation import model
from kotra_notation.alarm import heed_stop
from kotra_notation.findings import Severity, finding, phrase
from kotra_notation.formats.acts import UNKNOWN_DICE, Act, Did, Threw, event
from kotra_notation.formats.reading_checks import header_late, unused
from kotra_notation.formats.recorder import SHOWN, MatchDraft, Recorder, length_of
from kotra_notation.formats.sgg import headers, lines
from kotra_notation.formats.sgg.lines import GaveUp, Tied

THROWN = re.compile(r"[0-9]{1,6}\t{1,2}[1-6]{2}:$")
UNREADABLE = "sgg:line"


class Reader:
    """The state of reading one file."""

    def __init__(self) -> None:
        self.recorder = Recorder("sgg")
        self.events: list[model.Event] = []  # of the game that is open
        self.stars: list[bool] = []  # of the games of the match
        self.last: tuple[int, int, str] | None = None  # the numbered line before, comments apart
        self.turn = -1  # the place of the turn that a numbered line may go on with
        self.tied = False  # the opening dice were equal, and who begins is not told yet
        self.talk: list[str] = []
        self.talk_begins: model.Span | None = None

    def read(self, text_lines: list[str]) -> list[model.Match]:
        """The matches of all lines."""
        last, recorder = len(text_lines) - 1, self.recorder
        for at, line in enumerate(text_lines):
            heed_stop()
            if at < last and THROWN.match(line) and text_lines[at + 1].startswith(line):
                continue  # the next line says it again, and what was played
            recorder.number, recorder.line = at + 1, line
            if not self.stars or not self._numbered():
                self._other()
        self._close()
        return recorder.matches

    # what stands around the turns

    def _other(self) -> None:
        line, match = self.recorder.line, self.recorder.match
        if not line.strip():
            self._close_talk()
        elif game := lines.GAME.match(line):
            self._game(*game.groups())
        elif match is None or not match.games:
            self._heading()
        elif line[: lines.DEEP].isspace() and lines.versus(line):
            self._close()
            self._heading()
        elif won := lines.winner(line, match.names):
            self._close_talk()
            seat, claim = won
            points, span = int(claim[1]), self.recorder.span
            self.events.append(model.ResultClaim(seat=seat, points=points, match=bool(claim[2]), span=span))
        else:
            if headers.is_rule(line):
                self.recorder.say(header_late(line, self.recorder.span))
            self.talk_begins = self.talk_begins or self.recorder.span
            self.talk.append(line.strip())

    def _heading(self) -> None:
        draft, line = self.recorder.draft(), self.recorder.line
        if draft.nameless and (names := lines.versus(line)):
            draft.players = [model.Player(name=name) for name in names]
            return
        key, value = headers.heading(line)
        if key == "place" and any(known == "place" for known, _ in draft.info):
            key, span, note = headers.LINE, self.recorder.span, Severity.NOTE
            self.recorder.say(finding("unreadable-line", span=span, written=value[:SHOWN], severity=note))
        if key not in ("place", headers.LINE):
            self.recorder.once(key.removeprefix(headers.PREFIX), value)
        if key == headers.PREFIX + headers.LENGTH:
            draft.length = length_of(value)
        draft.info.append((key, value))

    def _game(self, number: str, first: str, star: str, second: str, other: str, length: str | None) -> None:
        self._close_talk()
        draft = self.recorder.draft()
        if draft.nameless:
            draft.players = [model.Player(), model.Player()]
            self.recorder.say(finding("names-missing", span=self.recorder.span))
        self._lengths(draft, int(length or 0), stated=length is not None)
        self.events = self.recorder.begin(int(number), (int(first), int(second))).events
        self.stars.append(bool(star or other))
        self.last, self.turn, self.tied = None, -1, False

    def _lengths(self, draft: MatchDraft, length: int, *, stated: bool) -> None:
        """Hold the length behind the score of a game against the one known; the first game's counts."""
        if draft.length is None:
            draft.length = length
        elif stated and draft.length != length:
            one = phrase("one length is {length}", length=draft.length)
            other = phrase("another {length}", length=length)
            self.recorder.say(finding("witness-disagrees", span=self.recorder.span, one=one, other=other))
            if not draft.games:
                draft.length = length

    # the turns

    def _numbered(self) -> bool:
        """Read a line with a number and tabs; False for any other."""
        line = self.recorder.line
        row = lines.ROW.match(line)
        if row is None:
            tied = lines.act(line.strip()) if lines.AUTOMATIC.match(line) else None
            if isinstance(tied, Tied):
                self._tied(tied)
            return isinstance(tied, Tied)
        text = line[row.end() :].rstrip()
        tabs = row[2].count("\t")
        act = lines.act(text)
        if act is None and not tabs:
            return False
        self._close_talk()
        seat = int(tabs > 1 if tabs else row.end() >= lines.SECOND)
        span = model.Span(self.recorder.number, row.end() + 1, row.end() + len(text) + 1)
        self._row(int(row[1]), seat, text, act, span)
        return True

    def _row(self, number: int, seat: int, text: str, act: Act | Tied | None, span: model.Span) -> None:
        last, self.last = self.last, (number, seat, text)
        match act:
            case Threw():
                goes_on = last is not None and last[:2] == (number, seat) and self.turn >= 0
                self._throw(seat, text, act, span, goes_on)
            case Did():
                if last != self.last:
                    self.turn = -1
                    self.events.append(event(act, seat, text, span))
            case Tied():
                self._tied(act)
            case _:
                self.recorder.unreadable_part(text, span, seat)
                self.events.append(model.Extra(key=UNREADABLE, value=self.recorder.line.strip(), span=span))

    def _throw(self, seat: int, text: str, act: Threw, span: model.Span, goes_on: bool) -> None:
        """A throw: of its own, or the one before it again, with or without the play."""
        before = self.events[self.turn] if goes_on else None
        turn = model.Turn(seat=seat, dice=act.dice, deed=act.deed, text=text, span=span)
        unread = isinstance(act.deed, model.Unread)
        if isinstance(before, model.Turn) and before.dice == act.dice:
            if isinstance(before.deed, model.Blank):
                self.events[self.turn] = turn
            else:
                unread = False
                if not isinstance(act.deed, model.Blank) and before.deed != act.deed:
                    found = finding("witness-disagrees", span=span, written=text, one=before.text, other=text)
                    self.recorder.say(found)
        else:
            self._decided(turn)
            self.turn = len(self.events)
            self.events.append(turn)
        if unread:
            self.recorder.unreadable_part(text, span, seat)
        if isinstance(act, GaveUp) and not (goes_on and isinstance(self.events[-1], model.Resignation)):
            self.events.append(model.Resignation(seat=seat, span=span))

    def _tied(self, tied: Tied) -> None:
        self._close_talk()
        self.turn, span = -1, self.recorder.span
        if tied.dice != UNKNOWN_DICE:
            self.events.append(model.Opening(dice=tied.dice, span=span))
            self.tied = True
        self.events.append(model.AutomaticDouble(value=tied.value, span=span))

    def _decided(self, turn: model.Turn) -> None:
        """Put in the opening throw behind ties, which the first turn tells."""
        tied, self.tied = self.tied, False
        if tied and turn.dice[0] != turn.dice[1]:
            low, high = sorted(turn.dice)
            dice = (low, high) if turn.seat else (high, low)
            self.events.append(model.Opening(dice=dice, span=turn.span))

    # closing

    def _close_talk(self) -> None:
        """Put in the comment that has come to its end."""
        if self.talk:
            self.events.append(model.Comment(text="\n".join(self.talk), span=self.talk_begins))
        self.talk, self.talk_begins = [], None

    def _close(self) -> None:
        """Finish the match that is open."""
        self._close_talk()
        if draft := self.recorder.match:
            headers.settle(draft, self.stars)
            for key, value in draft.info:
                if (name := key.removeprefix(headers.PREFIX)) in (headers.CRAWFORD, headers.VARIANT):
                    self.recorder.say(unused(name, value, draft.span), whole=True)
        self.recorder.close()
        self.stars = []
