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
from dataclasses import dataclass, field

from kotra_notation import model
from kotra_notation.findings import Finding, finding
from kotra_notation.formats import acts
from kotra_notation.formats.format import Format, Reading, Source, line_span

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
    for number, line in enumerate(text_lines, 1):
        reader.line(number, line)
    reader.close()
    if not reader.matches:
        reader.findings.append(finding("empty-record"))
    return Reading(matches=tuple(reader.matches), findings=tuple(reader.findings))


@dataclass(slots=True)
class GameDraft:
    """A game being read; `seats` are those of `X` and `0`, `over` if its end was seen."""

    number: int
    seats: dict[str, int]
    span: model.Span
    events: list[model.Event] = field(default_factory=list)
    over: bool = False


@dataclass(slots=True)
class MatchDraft:
    """A match being read."""

    names: tuple[str, str]
    span: model.Span
    length: int | None = None
    remarks: list[model.Annotation] = field(default_factory=list)
    games: list[GameDraft] = field(default_factory=list)


class Reader:
    """The state of reading one file."""

    def __init__(self) -> None:
        self.matches: list[model.Match] = []
        self.findings: list[Finding] = []
        self.match: MatchDraft | None = None
        self.remarks: list[model.Annotation] = []  # before the first game
        self.number = 0

    def line(self, number: int, line: str) -> None:
        """Read one line."""
        self.number = number
        game = self.match.games[-1] if self.match else None
        if not line or line.isspace():
            if game is not None:
                game.over = True
        elif len(line) > LONGEST:
            self._unreadable(line)
        elif begins := GAME.fullmatch(line):
            self._game(begins, line)
        elif game is not None and (action := ACTION.fullmatch(line)):
            self._action(game, action)
        elif game is not None and (end := END.fullmatch(line)):
            game.over = True
            self._end(game)
            self._won(game, end[1], line)
        elif self.match is not None and not self._events() and (kind := KIND.fullmatch(line)):
            self.match.length = int(kind[2] or 0)
        elif not (self.match is None and HEAD.match(line)):
            self._unreadable(line)

    def _events(self) -> list[model.Event]:
        return self.match.games[-1].events if self.match else []

    def _game(self, begins: re.Match[str], line: str) -> None:
        signs, names = (begins[3].replace("O", "0"), begins[5].replace("O", "0")), (begins[2], begins[4])
        if signs[0] == signs[1]:
            self._unreadable(line)
            return
        if signs[0] == "0":
            names = (names[1], names[0])
        if self.match is not None:
            self.match.games[-1].over = True
            self._end(self.match.games[-1])
        if self.match is not None and sorted(names) != sorted(self.match.names):
            self.close()
        if self.match is None:
            self.match = MatchDraft(names, self._span(line), remarks=self.remarks)
            self.remarks = []
        first = self.match.names.index(names[0])
        draft = GameDraft(int(begins[1]), {"X": first, "0": 1 - first}, self._span(line))
        self.match.games.append(draft)

    def _action(self, game: GameDraft, action: re.Match[str]) -> None:
        text, start = action[2], action.start(2)
        game.over = False
        span = model.Span(self.number, start + 1, start + len(text) + 1)
        seat = game.seats[action[1].replace("O", "0")]
        act = acts.act("bgroom", text)
        if act is None:
            self._say(finding("unreadable-cell", span=span, seat=seat, written=text[:80], near=""))
            game.events.append(model.Extra(key="bgroom:action", value=text, span=span))
            return
        event = acts.event(act, seat, text, span, game.events[-1] if game.events else None)
        if isinstance(event, model.Turn) and (double := _unanswered(game.events)):
            game.events.append(model.Take(seat=1 - double.seat, span=span))
        game.events.append(event)

    def _end(self, game: GameDraft) -> None:
        """Close a game that is over: a double at its end was dropped."""
        if game.over and (double := _unanswered(game.events)):
            game.events.append(model.Drop(seat=1 - double.seat, span=double.span))

    def _won(self, game: GameDraft, name: str, line: str) -> None:
        assert self.match is not None
        if name in self.match.names:
            seat = self.match.names.index(name)
            game.events.append(model.ResultClaim(seat=seat, match=True, span=self._span(line)))
        elif name:
            self._unreadable(line)

    def _unreadable(self, line: str) -> None:
        span = self._span(line)
        self._say(finding("unreadable-line", span=span, written=line.strip()[:80]))
        extra = model.Extra(key="bgroom:line", value=line.strip(), span=span)
        if self.match is None:
            self.remarks.append(extra)
        else:
            self.match.games[-1].events.append(extra)

    def _span(self, line: str) -> model.Span:
        return line_span(self.number, line)

    def _say(self, found: Finding) -> None:
        game = len(self.match.games) if self.match else None
        self.findings.append(found.at(match=len(self.matches) + 1, game=game))

    def close(self) -> None:
        """Finish the match that is open."""
        draft, self.match = self.match, None
        if draft is None:
            return
        self._end(draft.games[-1])
        if draft.length is None:
            found = finding("length-missing", span=draft.span)
            self.findings.append(found.at(match=len(self.matches) + 1))
        self.matches.append(
            model.Match(
                players=(model.Player(name=draft.names[0]), model.Player(name=draft.names[1])),
                length=draft.length,
                remarks=tuple(draft.remarks),
                games=tuple(
                    model.Game(number=game.number, events=tuple(game.events), span=game.span)
                    for game in draft.games
                ),
                span=draft.span,
            )
        )


def _unanswered(events: list[model.Event]) -> model.Double | None:
    """The double that nothing has answered yet, if the last action is one."""
    actions = (event for event in reversed(events) if not isinstance(event, model.Extra))
    last = next(actions, None)
    return last if isinstance(last, model.Double) else None


FORMAT = Format(
    title="BGRoom's games",
    suffixes=(".txt", ".gam"),
    looks_like=looks_like,
    read=read,
)
