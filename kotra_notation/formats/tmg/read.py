"""Reading a TrueMoneyGames file: one pass over its lines, each read for itself."""

from __future__ import annotations

from kotra_notation import model
from kotra_notation.alarm import heed_stop
from kotra_notation.findings import finding, phrase
from kotra_notation.formats.acts import UNKNOWN_DICE
from kotra_notation.formats.reading_checks import unused
from kotra_notation.formats.recorder import SHOWN, Recorder, length_of
from kotra_notation.formats.tmg import headers, records
from kotra_notation.formats.tmg.records import NumberedRecord

ROW, LINE = "tmg:row", "tmg:line"
SETTLEMENT = 19


class Reader:
    """The state of reading one file."""

    def __init__(self) -> None:
        self.recorder = Recorder("tmg")
        self.events: list[model.Event] = []  # of the game that is open
        self.open = False  # whether a game is
        self.turn = -1  # the place of the throw whose play is to come
        self.last: model.Event | None = None  # what was done last

    def read(self, text_lines: list[str]) -> list[model.Match]:
        """The matches of all lines."""
        at, recorder = 0, self.recorder
        while at < len(text_lines):
            heed_stop()
            at = self._plain(text_lines, at)
            if at < len(text_lines):
                recorder.number, recorder.line = at + 1, text_lines[at]
                if self.open and (record := records.record(recorder.line)):
                    self._record(record)
                elif recorder.line.strip():
                    self._other()
            at += 1
        self._close()
        return recorder.matches

    def _plain(self, text_lines: list[str], at: int) -> int:
        """Read throws with their plays from a line on, as most lines are; the first line that is neither."""
        while self.open and at + 1 < len(text_lines):
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
            written = f"{throw[2]}{throw[3]}: {text}"
            self._act(model.Turn(seat=int(throw[1] == "-"), dice=dice, deed=deed, text=written, span=span))
        return at

    # what stands around the records

    def _other(self) -> None:
        line = self.recorder.line
        keyed = headers.keyed(line)
        if game := records.GAME.match(line):
            self._game(*(int(part) for part in game.groups()))
        elif keyed and (not self.open or keyed[0] in (headers.MATCH, *headers.PLAYERS)):
            if self.open:
                self._close()
            self._heading(*keyed)
        elif keyed and self.open and keyed[0] in headers.OPTIONS:
            self.recorder.once(*keyed)
            self.events.append(
                model.Extra(key=headers.PREFIX + keyed[0], value=keyed[1], span=self.recorder.span)
            )
        else:
            self._unreadable(LINE)

    def _heading(self, key: str, value: str) -> None:
        draft = self.recorder.draft()
        self.recorder.once(key, value)
        if key in headers.PLAYERS:
            seat = headers.PLAYERS.index(key)
            player = headers.player(value, seat)
            if player and draft.players[seat] is None:
                draft.players[seat] = player
                return
        elif key == headers.LENGTH and (length := length_of(value)) is not None:
            draft.length = length
            return
        elif key == headers.START:
            draft.info += headers.moment(value)
            return
        draft.info.append((headers.PREFIX + key, value))

    def _game(self, number: int, first: int, second: int) -> None:
        draft = self.recorder.draft()
        if draft.nameless and not draft.games:
            self.recorder.say(finding("names-missing", span=self.recorder.span))
        self.events, self.open = self.recorder.begin(number, (first, second)).events, True
        self.turn, self.last = -1, None

    # the records

    def _record(self, record: NumberedRecord) -> None:
        seat, code = record.seat, record.code
        if code == records.AUTOMATIC:
            self._cube(record, 0)
        elif code in records.WINS:
            self._won(record)
        elif code in (records.TIME, records.TIME_TOO):
            self._out_of_time(record)
        elif seat is None:
            self._keep(record)
        elif code == records.THROW:
            self._throw(record, seat)
        elif code == records.PLAY:
            self._play(record, seat)
        elif code in (records.DOUBLE, records.BEAVER):
            self._cube(record, seat)
        elif code == records.TAKE:
            self._take(seat)
        elif code == records.PASS:
            self._act(model.Drop(seat=seat, span=self.recorder.span))
        else:
            self._keep(record)

    def _act(self, event: model.Event) -> None:
        self.turn, self.last = -1, event
        self.events.append(event)

    def _throw(self, record: NumberedRecord, seat: int) -> None:
        dice = records.dice(record.text)
        if dice is None:
            self._keep(record)
            return
        self._turn(seat, dice, model.Blank(), record.text)
        self.turn = len(self.events) - 1

    def _turn(self, seat: int, dice: tuple[int, int], deed: model.Deed, text: str) -> None:
        self._act(model.Turn(seat=seat, dice=dice, deed=deed, text=text, span=self.recorder.span))

    def _play(self, record: NumberedRecord, seat: int) -> None:
        deed = records.deed(record.text)
        thrown = self.events[self.turn] if self.turn >= 0 else None
        if isinstance(thrown, model.Turn) and thrown.seat == seat:
            text = f"{thrown.text} {record.text}"
            self.events[self.turn] = model.Turn(
                seat=seat, dice=thrown.dice, deed=deed, text=text, span=self.recorder.span
            )
            self.turn = -1
        else:
            self._turn(seat, UNKNOWN_DICE, deed, record.text)
        if isinstance(deed, model.Unread):
            self.recorder.unreadable_part(record.text, self.recorder.span, seat)

    def _cube(self, record: NumberedRecord, seat: int) -> None:
        try:
            value = records.value(record.text)
        except ValueError:
            self._unreadable(ROW)
            return
        span = self.recorder.span
        match record.code:
            case records.DOUBLE:
                self._act(model.Double(seat=seat, value=value, span=span))
            case records.BEAVER:
                level = 1 + isinstance(self.last, model.Beaver)
                self._act(model.Beaver(seat=seat, value=value, level=level, span=span))
            case _:
                self._act(model.AutomaticDouble(value=value, span=span))

    def _take(self, seat: int) -> None:
        """A take; behind a beaver it only says that the beaver stands."""
        if not (isinstance(self.last, model.Beaver) and self.last.seat != seat):
            self._act(model.Take(seat=seat, span=self.recorder.span))

    def _won(self, record: NumberedRecord) -> None:
        points, named = records.WON.match(record.text), self._seat_in(record.text)
        seat = record.seat if record.seat is not None else named
        if points is None or seat is None:
            self._unreadable(ROW)
            return
        if named not in (None, seat):
            one, other = phrase("the sign is that of side {side}", side=seat + 1), record.text
            span, written = self.recorder.span, record.text
            self.recorder.say(finding("witness-disagrees", span=span, written=written, one=one, other=other))
        claim = model.ResultClaim(
            seat=seat,
            points=int(points[1]),
            match=bool(records.MATCH.search(record.text)),
            kind=records.WINS[record.code],
            span=self.recorder.span,
        )
        self._act(claim)

    def _out_of_time(self, record: NumberedRecord) -> None:
        seat = record.seat if record.seat is not None else self._seat_in(record.text)
        if seat is None:
            self._keep(record)
        else:
            self._act(model.Forfeit(seat=seat, reason="time", span=self.recorder.span))

    def _keep(self, record: NumberedRecord) -> None:
        """A record that the model does not know; a throw without dice and a settlement are known ones."""
        if has_meaning(record):
            self.events.append(
                model.Extra(key=ROW, value=self.recorder.line.strip(), span=self.recorder.span)
            )
        else:
            self._unreadable(ROW)

    def _unreadable(self, key: str) -> None:
        span, text = self.recorder.span, self.recorder.line.strip()
        self.recorder.say(finding("unreadable-line", span=span, written=text[:SHOWN]))
        if self.open:
            self.events.append(model.Extra(key=key, value=text, span=span))
        else:
            self.recorder.draft().info.append((key, text))

    def _seat_in(self, text: str) -> int | None:
        """The seat whose name a record holds, None where it is neither's or could be both's."""
        first, second = [f" {name} " in f" {text} " for name in self.recorder.draft().names]
        return None if first == second else int(second)

    def _close(self) -> None:
        """Finish the match that is open."""
        if draft := self.recorder.match:
            headers.settle(draft)
            for key, value in draft.info:
                name = key.removeprefix(headers.PREFIX)
                known = headers.option_of(name, value, draft.length, cube=True) is not None
                if name in (headers.CRAWFORD, headers.VARIANT) and not known:
                    self.recorder.say(unused(name, value, draft.span), whole=True)
        self.recorder.close()
        self.open = False


def has_meaning(record: NumberedRecord) -> bool:
    """Return whether it is known what a record says that the model does not hold."""
    if record.code in (records.TIME, records.TIME_TOO, SETTLEMENT):
        return True
    return record.code == records.THROW and record.text.startswith("?")
