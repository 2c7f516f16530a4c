"""BGRoom's games, `BGF version 1.2`: a line an action, numbered and signed `X` or `0`.

Read only; no file of the site could be found, and GNU Backgammon's import says what is known. A double that
is followed by a throw was taken, and one that ends its game was dropped: neither is written, and both are
read. `Single game` is a game for money. No score is written, and no result but `… Win the Match`.

Leniencies of the reader:

- Any end of line, blanks around lines and within a throw; empty lines anywhere, or none between games.
- Takes, drops and resignations that are written all the same; a second `Beaver` answers the first.
- Players who change their signs between games keep their seats; other names begin a match of their own.
- `O` for `0`, either of them first; numbers of lines that jump.
- `bar`, `off`, `25`, `0`, joined hops, marks of hits, counts.
"""

from __future__ import annotations

import re

from kotra_notation.alarm import heed_stop
from kotra_notation.formats import acts
from kotra_notation.formats.format import Format, Reading, Source
from kotra_notation.formats.recorder import Recorder
from kotra_notation.model import Double, Drop, Event, Extra, Player, ResultClaim, Span, Take, Turn

LOOKED_AT = 8192
HEAD = re.compile(r"\s*BGF version\b", re.I)
GAME = re.compile(r"\s*Game\s+([0-9]{1,6})\s+-\s+(\S.*?)\s+\(([X0O])\)\s+vs\.?\s+(\S.*?)\s+\(([X0O])\)\s*")
KIND = re.compile(r"\s*(?:(single)\s+game|([0-9]{1,6})[\s\-]+points?\b.*)\s*", re.I)
ACTION = re.compile(r"\s*[0-9]{1,6}\s*\.\s*([X0O])\s*:\s*(\S.*?)\s*")
END = re.compile(r"\s*(.*?)\s*\bwins? the match\b.*", re.I)
LONGEST = 400  # a longer line says nothing


def looks_like(source: Source) -> bool:
    """Whether the file begins with BGRoom's version."""
    return bool(HEAD.match(source.text[:LOOKED_AT]))


def read(source: Source) -> Reading:
    """What a file of BGRoom says."""
    reader, text_lines = Reader(), source.lines
    if not text_lines[-1]:
        del text_lines[-1]  # nothing stands behind the last end of line, not even an empty line
    for reader.recorder.number, reader.recorder.line in enumerate(text_lines, 1):
        heed_stop()
        reader.read_line(reader.recorder.line)
    reader.close()
    return reader.recorder.reading()


class Reader:
    """The state of reading one file."""

    def __init__(self) -> None:
        self.recorder = Recorder("bgroom")
        self.seats: dict[str, int] = {}  # of `X` and `0` in the game
        self.over = False  # whether the end of the game was seen

    def read_line(self, line: str) -> None:
        """Read one line."""
        game = self.recorder.game
        if not line or line.isspace():
            self.over = True
        elif len(line) > LONGEST:
            self.recorder.unreadable()
        elif begins := GAME.fullmatch(line):
            self._game(begins)
        elif game is None:
            if not HEAD.match(line):
                self.recorder.unreadable()
        elif action := ACTION.fullmatch(line):
            self._action(game.events, action)
        elif end := END.fullmatch(line):
            self._end(game.events)
            self._won(game.events, end[1])
        elif not game.events and (kind := KIND.fullmatch(line)):
            self.recorder.once("length", str(int(kind[2] or 0)))
            self.recorder.draft().length = int(kind[2] or 0)
        else:
            self.recorder.unreadable()

    def _game(self, begins: re.Match[str]) -> None:
        signs, names = (begins[3].replace("O", "0"), begins[5].replace("O", "0")), (begins[2], begins[4])
        if signs[0] == signs[1]:
            self.recorder.unreadable()
            return
        if signs[0] == "0":
            names = (names[1], names[0])
        if game := self.recorder.game:
            self._end(game.events)
            if sorted(names) != sorted(self.recorder.draft().names):
                self.close()
        draft = self.recorder.draft()
        if not draft.games:
            draft.players, draft.span = [Player(name=name) for name in names], self.recorder.span
        first = draft.names.index(names[0])
        self.seats, self.over = {"X": first, "0": 1 - first}, False
        self.recorder.begin(int(begins[1]))

    def _action(self, events: list[Event], action: re.Match[str]) -> None:
        text, start = action[2], action.start(2)
        self.over = False
        span = Span(self.recorder.number, start + 1, start + len(text) + 1)
        seat = self.seats[action[1].replace("O", "0")]
        act = acts.act("bgroom", text)
        if act is None:
            self.recorder.unreadable_part(text, span, seat)
            events.append(Extra(key="bgroom:action", value=text, span=span))
            return
        event = acts.event(act, seat, text, span, events[-1] if events else None)
        if isinstance(event, Turn) and (double := _unanswered(events)):
            events.append(Take(seat=1 - double.seat, span=span))
        events.append(event)

    def _end(self, events: list[Event]) -> None:
        """End a game: a double at its end was dropped."""
        self.over = True
        if double := _unanswered(events):
            events.append(Drop(seat=1 - double.seat, span=double.span))

    def _won(self, events: list[Event], name: str) -> None:
        names = self.recorder.draft().names
        if name in names:
            events.append(ResultClaim(seat=names.index(name), match=True, span=self.recorder.span))
        elif name:
            self.recorder.unreadable()

    def close(self) -> None:
        """Finish the match that is open."""
        if self.over and (game := self.recorder.game):
            self._end(game.events)
        self.recorder.close()


def _unanswered(events: list[Event]) -> Double | None:
    """The double that nothing has answered yet, if the last action is one."""
    actions = (event for event in reversed(events) if not isinstance(event, Extra))
    last = next(actions, None)
    return last if isinstance(last, Double) else None


FORMAT = Format(
    title="BGRoom's games",
    suffixes=(".txt", ".gam"),
    looks_like=looks_like,
    read=read,
)
