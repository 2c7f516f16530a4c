"""Reading a TrueMoneyGames file: one pass over its lines, each read for itself."""

from __future__ import annotations

from typing import Any

from kotra_notation import model
from kotra_notation.findings import Finding, finding, phrase
from kotra_notation.formats.format import line_span
from kotra_notation.formats.tmg import headers, records
from kotra_notation.formats.tmg.drafts import GameDraft, MatchDraft
from kotra_notation.formats.tmg.records import Record
from kotra_notation.formats.unread import unused

SHOWN = 80
ROW, LINE = "tmg:row", "tmg:line"
UNKNOWN_DICE = (0, 0)
SETTLEMENT = 19


class Reader:
    """The state of reading one file."""

    def __init__(self) -> None:
        self.matches: list[model.Match] = []
        self.findings: list[Finding] = []
        self.match: MatchDraft | None = None
        self.events: list[model.Event] | None = None  # of the game that is open
        self.turn = -1  # the place of the throw whose play is to come
        self.last: model.Event | None = None  # what was done last
        self.line = ""
        self.number = 0

    def read(self, text_lines: list[str]) -> list[model.Match]:
        """The matches of all lines."""
        at = 0
        while at < len(text_lines):
            at = self._plain(text_lines, at)
            if at < len(text_lines):
                self.number, self.line = at + 1, text_lines[at]
                if self.events is not None and (record := records.record(self.line)):
                    self._record(record)
                elif self.line.strip():
                    self._other()
            at += 1
        self._close()
        return self.matches

    def _plain(self, text_lines: list[str], at: int) -> int:
        """Read throws with their plays from a line on, as most lines are; the first line that is neither."""
        while self.events is not None and at + 1 < len(text_lines):
            throw, play = records.THROWN.match(text_lines[at]), records.PLAYED.match(text_lines[at + 1])
            if not (throw and play and throw[1] == play[1]):
                break
            text = play[2].rstrip()
            deed = records.deed(text)
            if isinstance(deed, model.Unread):
                break
            at += 2
            span = model.Span(at, play.start(1) + 1, play.start(2) + len(text) + 1)
            dice = (int(throw[2]), int(throw[3]))
            said = f"{throw[2]}{throw[3]}: {text}"
            self._did(model.Turn(seat=int(throw[1] == "-"), dice=dice, deed=deed, text=said, span=span))
        return at

    # what stands around the records

    def _other(self) -> None:
        line = self.line
        keyed = headers.keyed(line)
        if game := records.GAME.match(line):
            self._game(*(int(part) for part in game.groups()))
        elif keyed and (self.events is None or keyed[0] in (headers.MATCH, *headers.PLAYERS)):
            if self.events is not None:
                self._close()
            self._heading(*keyed)
        elif keyed and self.events is not None and keyed[0] in headers.OPTIONS:
            self.events.append(model.Extra(key=headers.PREFIX + keyed[0], value=keyed[1], span=self._span()))
        else:
            self._unreadable(LINE)

    def _draft(self) -> MatchDraft:
        if self.match is None:
            self.match = MatchDraft(self._span())
        return self.match

    def _heading(self, key: str, value: str) -> None:
        draft = self._draft()
        if key in headers.PLAYERS:
            seat = headers.PLAYERS.index(key)
            player = headers.player(value, seat)
            if player and draft.players[seat] is None:
                draft.players[seat] = player
                return
        elif key == headers.LENGTH and value.isascii() and value.isdigit() and len(value) < 7:
            draft.length = int(value)
            return
        elif key == headers.START:
            draft.info += headers.moment(value)
            return
        draft.info.append((headers.PREFIX + key, value))

    def _game(self, number: int, first: int, second: int) -> None:
        draft, span = self._draft(), self._span()
        if draft.players == [None, None] and not draft.games:
            self._say("names-missing", span)
        game = GameDraft(number, model.ScoreClaim(score=(first, second), span=span), span)
        draft.games.append(game)
        self.events, self.turn, self.last = game.events, -1, None

    # the records

    def _record(self, record: Record) -> None:
        seat, code = record.seat, record.code
        if code == records.AUTOMATIC:
            self._cube(record, 0)
        elif code in records.WINS:
            self._won(record)
        elif code in (records.TIME, records.TIME_TOO):
            self._out_of_time(record)
        elif seat is None:
            self._kept(record)
        elif code == records.THROW:
            self._throw(record, seat)
        elif code == records.PLAY:
            self._play(record, seat)
        elif code in (records.DOUBLE, records.BEAVER):
            self._cube(record, seat)
        elif code == records.TAKE:
            self._take(seat)
        elif code == records.PASS:
            self._did(model.Drop(seat=seat, span=self._span()))
        else:
            self._kept(record)

    def _did(self, event: model.Event) -> None:
        assert self.events is not None
        self.turn, self.last = -1, event
        self.events.append(event)

    def _throw(self, record: Record, seat: int) -> None:
        dice = records.dice(record.text)
        if dice is None:
            self._kept(record)
            return
        self._turn(seat, dice, model.Blank(), record.text)
        assert self.events is not None
        self.turn = len(self.events) - 1

    def _turn(self, seat: int, dice: tuple[int, int], deed: model.Deed, text: str) -> None:
        self._did(model.Turn(seat=seat, dice=dice, deed=deed, text=text, span=self._span()))

    def _play(self, record: Record, seat: int) -> None:
        assert self.events is not None
        deed = records.deed(record.text)
        thrown = self.events[self.turn] if self.turn >= 0 else None
        if isinstance(thrown, model.Turn) and thrown.seat == seat:
            text = f"{thrown.text} {record.text}"
            self.events[self.turn] = model.Turn(
                seat=seat, dice=thrown.dice, deed=deed, text=text, span=self._span()
            )
            self.turn = -1
        else:
            self._turn(seat, UNKNOWN_DICE, deed, record.text)
        if isinstance(deed, model.Unread):
            self._say("unreadable-cell", self._span(), record.text[:SHOWN], seat=seat, near="")

    def _cube(self, record: Record, seat: int) -> None:
        try:
            value = records.value(record.text)
        except ValueError:
            self._unreadable(ROW)
            return
        span = self._span()
        match record.code:
            case records.DOUBLE:
                self._did(model.Double(seat=seat, value=value, span=span))
            case records.BEAVER:
                level = 1 + isinstance(self.last, model.Beaver)
                self._did(model.Beaver(seat=seat, value=value, level=level, span=span))
            case _:
                self._did(model.AutomaticDouble(value=value, span=span))

    def _take(self, seat: int) -> None:
        """A take; behind a beaver it only says that the beaver stands."""
        if not (isinstance(self.last, model.Beaver) and self.last.seat != seat):
            self._did(model.Take(seat=seat, span=self._span()))

    def _won(self, record: Record) -> None:
        assert self.match is not None
        points, named = records.WON.match(record.text), _named(record.text, self.match.names)
        seat = record.seat if record.seat is not None else named
        if points is None or seat is None:
            self._unreadable(ROW)
            return
        if named not in (None, seat):
            one, other = phrase("the sign is that of side {side}", side=seat + 1), record.text
            self._say("witness-disagrees", self._span(), record.text, one=one, other=other)
        claim = model.ResultClaim(
            seat=seat,
            points=int(points[1]),
            match=bool(records.MATCH.search(record.text)),
            kind=records.WINS[record.code],
            span=self._span(),
        )
        self._did(claim)

    def _out_of_time(self, record: Record) -> None:
        assert self.match is not None
        seat = record.seat if record.seat is not None else _named(record.text, self.match.names)
        if seat is None:
            self._kept(record)
        else:
            self._did(model.Forfeit(seat=seat, reason="time", span=self._span()))

    def _kept(self, record: Record) -> None:
        """A record that the model does not know; a throw without dice and a settlement are known ones."""
        if known(record):
            assert self.events is not None
            self.events.append(model.Extra(key=ROW, value=self.line.strip(), span=self._span()))
        else:
            self._unreadable(ROW)

    def _unreadable(self, key: str) -> None:
        span, text = self._span(), self.line.strip()
        self._say("unreadable-line", span, text[:SHOWN])
        if self.events is not None:
            self.events.append(model.Extra(key=key, value=text, span=span))
        else:
            self._draft().info.append((key, text))

    # closing

    def _span(self) -> model.Span:
        """The line being read."""
        return line_span(self.number, self.line)

    def _say(self, kind: str, span: model.Span, written: str = "", **facts: Any) -> None:
        games = len(self.match.games) if self.match else 0
        found = finding(kind, span=span, written=written, **facts)
        self.findings.append(found.at(match=len(self.matches) + 1, game=games or None))

    def _close(self) -> None:
        """Finish the match that is open."""
        draft, self.match, self.events = self.match, None, None
        if draft is None or not (draft.games or draft.players != [None, None]):
            return
        match = draft.finished()
        self.matches.append(match)
        for key, value in match.info:
            if (name := key.removeprefix(headers.PREFIX)) in (headers.CRAWFORD, headers.VARIANT):
                self.findings.append(unused(name, value, draft.span).at(match=len(self.matches)))
        if draft.length is None:
            self.findings.append(finding("length-missing", span=draft.span).at(match=len(self.matches)))


def known(record: Record) -> bool:
    """Whether it is known what a record says that the model does not hold."""
    if record.code in (records.TIME, records.TIME_TOO, SETTLEMENT):
        return True
    return record.code == records.THROW and record.text.startswith("?")


def _named(text: str, names: tuple[str, str]) -> int | None:
    """The seat whose name a record holds, None where it is neither's or could be both's."""
    held = [f" {name} " in f" {text} " for name in names]
    return None if held[0] == held[1] else int(held[1])
