"""TrueMoneyGames, `.tmg`: the record of a match or money session on this site.

Player1 is seat 0. Each record is a number (negative for Player2), a code and words: 1 a roll, 4 its play
(`0/0` if none is possible), 5 a double, 7 a take, 8 a beaver, 10 a pass, 2 an automatic double, 14, 15, 16 a
win, a gammon, a backgammon, 17 and 22 a side that is out of time.

The reader accepts:

- Any blanks around numbers and codes. Only the sign of a number is read.
- A roll without its colon; a play without a roll, with dice 0 and 0; `25` or `bar`, `0` or `off`, `(2)`, hits
  marked or not; `Cannot move` for `0/0`.
- Headers in any order, or none. Rule headers and some others may be in a game, as extras. Unknown keys are
  kept, unknown lines are reported and kept.
- `MatchID`, `Player1` or `Player2` after a game: another match begins.
- A win with the number 0: the name gives the side. If sign and name disagree, the sign counts.

A take by the doubler after a beaver only accepts it, and is left out. A second beaver is a raccoon.
Settlements of table stakes (code 19), and rolls without dice of a side out of time, are extras `tmg:row`.
Only the points give the size of a resignation. A stake of 0.0 is none.

Rule lines become options of the match; those for money play only in money sessions. No line allows automatic
doubles: as many are allowed as a game of the record has. `AutoDistrib` seems unrelated and is kept unchanged.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import Any, NamedTuple

from kotra_notation import model
from kotra_notation.alarm import heed_stop
from kotra_notation.findings import phrase
from kotra_notation.formats import recorder as acts
from kotra_notation.formats.format import FileFacts, Format, Reading, Source, lines_of
from kotra_notation.formats.game_sites import CRAWFORD, VARIANT, RuleWords, keyed_line
from kotra_notation.formats.plays import REMEMBERED, parse_hops_by_word
from kotra_notation.formats.recorder import SHOWN, UNKNOWN_DICE, MatchDraft, Recorder, parse_length

LOOKED_AT = 8192
HEAD = 60  # lines

PREFIX, ROW, LINE = "tmg:", "tmg:row", "tmg:line"
MATCH, PLAYERS, START, LENGTH, MAX_CUBE = "MatchID", ("Player1", "Player2"), "Startdate", "Length", "MaxCube"
RULES = RuleWords(
    yes="1", no="0", cube="Cube", money={"Jacoby": "texas", "Beavers": "beavers", "Raccoons": "raccoons"},
    variants={"1": "backgammon", "2": "nackgammon"},
)  # fmt: skip
RULE_KEYS = (*RULES.money, CRAWFORD, RULES.cube, MAX_CUBE, VARIANT)
# The lines that may also stand in the middle of a game.
IN_GAME = {*RULE_KEYS, START, LENGTH}
IN_GAME |= {"Stake", "RakePct", "MaxRakeAbs", "AutoDistrib", "MaxGames", "PlayMoney"}

# The codes of records. A plain win is also that of a drop.
THROW, AUTOMATIC, PLAY, DOUBLE, TAKE, BEAVER, PASS = 1, 2, 4, 5, 7, 8, 10
WINS: dict[int, str | None] = {14: None, 15: "gammon", 16: "backgammon"}
TIMES, SETTLEMENT = (17, 22), 19

_PLAYER = re.compile(r"([0-9]{1,12})(?:\s+(.*))?$")
_SUM = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_DAY = re.compile(r"([0-9]{4})[-.]([0-9]{2})[-.]([0-9]{2})")
_TIME = re.compile(r"[0-9]{2}:[0-9]{2}(:[0-9]{2})?")
_GAME = re.compile(r"\s*Game\s+([0-9]{1,6})\s*:\s*(-?[0-9]{1,9})\s*-\s*(-?[0-9]{1,9})\s*$", re.I)
_THROWN = re.compile(r"[ \t]*(-?)[1-9][0-9]{0,5}[ \t]+1[ \t]+([1-6])([1-6]):[ \t]*$")
_PLAYED = re.compile(r"[ \t]*(-?)[1-9][0-9]{0,5}[ \t]+4[ \t]+(\S.*)$")
_WON = re.compile(r"([0-9]{1,9})(?![0-9])")
_MATCH_WON = re.compile(r"\band the match\W*$", re.I)
_NUMBER = re.compile(r"-?[0-9]{1,6}$")

_tree = partial(acts.tree_of, "tmg", starts=("throw", "play", "cube"))


def looks_like(source: Source) -> bool:
    """Whether one of the first lines names a player, together with a game or rule of this notation."""
    keys: set[str] = set()
    for line in lines_of(source.text[:LOOKED_AT])[:HEAD]:
        if keyed := keyed_line(line):
            keys.add("Game" if _GAME.match(line) else keyed[0])
    return not keys.isdisjoint(PLAYERS) and not keys.isdisjoint({"Game", *RULE_KEYS})


def player(value: str, seat: int) -> model.Player | None:
    """Return a side as a line states it: a number, the name, a stake; None where it does not."""
    parts = _PLAYER.match(value)
    if not parts:
        return None
    text = (parts[2] or "").strip()
    name, _, stake = text.rpartition(" ")
    if not _SUM.fullmatch(stake):
        name, stake = text, "0.0"
    extras = {"tmg:Table stake": stake} if stake != "0.0" else {}
    if int(parts[1]) != seat + 1:
        extras["tmg:Number"] = str(int(parts[1]))
    return model.Player(name=name.strip(), extras=extras)


def start(value: str) -> list[tuple[str, str]]:
    """Return the date and time of a beginning; the line as it stands where it has none."""
    day, _, time = value.partition(" ")
    if _DAY.fullmatch(day) and (not time or _TIME.fullmatch(time)):
        return [("date", day), *([("time", time)] if time else [])]
    return [(PREFIX + START, value)]


def settle(draft: MatchDraft) -> None:
    """Take the rules from the headers of a match; no header allows its automatic doubles."""
    cube = (PREFIX + RULES.cube, "0") not in draft.info
    options: dict[str, str] = {}
    info: list[tuple[str, str]] = []
    for key, value in draft.info:
        name = key.removeprefix(PREFIX)
        if name == MAX_CUBE:
            limit = int(value) if value.isascii() and value.isdigit() and len(value) < 10 else 0
            option = f"cube.limit={limit}" if limit > 1 and cube and str(limit) == value else None
        else:
            option = RULES.option(name, value, draft.length)
        if option is not None and name not in options:
            options[name] = option
        else:
            info.append((key, value))
    draft.info, draft.options = info, [option for option in options.values() if option]
    if draft.automatic:
        draft.options.append(f"auto_doubles={draft.automatic}")


class NumberedRecord(NamedTuple):
    """A record: the side its sign names, None for the number 0; the code, and what stands behind."""

    seat: int | None
    code: int
    text: str


def numbered_record(line: str) -> NumberedRecord | None:
    """Return the record of a line, None for any other."""
    number, code, text = [*line.split(None, 2), "", "", ""][:3]
    if not _NUMBER.match(number) or not (code.isascii() and code.isdigit() and len(code) < 4):
        return None
    seat = int(number[0] == "-") if number.strip("-0") else None
    return NumberedRecord(seat, int(code), text.rstrip())


@lru_cache(maxsize=REMEMBERED)
def dice_of(text: str) -> tuple[int, int] | None:
    """Return the dice of a throw, None where it has none."""
    tree = _tree(text, start="throw")
    if tree is None:
        return None
    dice = str(tree.children[0])
    return int(dice[0]), int(dice[-1])


@lru_cache(maxsize=REMEMBERED)
def play_of(text: str) -> model.Deed:
    """Return what a play says, unread where it is none."""
    if not text:
        return model.Blank()
    hops = parse_hops_by_word(text)
    if hops and any(hop[:2] != (0, 0) for hop in hops):
        return model.Play(hops=hops)
    tree = _tree(text, start="play")
    return (acts.deed_of(tree) if tree else None) or model.Unread(text=text)


@lru_cache(maxsize=REMEMBERED)
def cube_value(text: str) -> int | None:
    """Return the value the cube is turned to, None if none is written; ValueError for anything else."""
    tree = _tree(text, start="cube")
    if tree is None:
        raise ValueError(f"{text!r} says nothing of the cube.")
    return int(str(tree.children[0])) if tree.children else None


class Reader:
    """The state of reading one file."""

    def __init__(self) -> None:
        self.recorder = Recorder("tmg")
        self.events: list[model.Event] = []  # of the game that is open
        self.open = False  # whether a game is
        self.turn = -1  # the place of the throw whose play is to come
        self.last: model.Event | None = None  # what was done last

    def read(self, lines: list[str]) -> Reading:
        """Read all lines."""
        index, recorder = 0, self.recorder
        while index < len(lines):
            heed_stop()
            index = self._plain_turns(lines, index)
            if index < len(lines):
                recorder.number, recorder.line = index + 1, lines[index]
                if self.open and (record := numbered_record(recorder.line)):
                    self._record(record)
                elif recorder.line.strip():
                    self._other()
            index += 1
        self._close()
        return self.recorder.reading()

    def _plain_turns(self, lines: list[str], index: int) -> int:
        """Read throws with their plays, as most lines are; return the first line that is neither."""
        while self.open and index + 1 < len(lines):
            throw, play = _THROWN.match(lines[index]), _PLAYED.match(lines[index + 1])
            if not (throw and play and throw[1] == play[1]):
                break
            text = play[2].rstrip()
            deed = play_of(text)
            if isinstance(deed, model.Unread):
                break
            index += 2
            span = model.Span(index, play.start(1) + 1, play.start(2) + len(text) + 1)
            dice = (int(throw[2]), int(throw[3]))
            written = f"{throw[2]}{throw[3]}: {text}"
            self._act(model.Turn(seat=int(throw[1] == "-"), dice=dice, deed=deed, text=written, span=span))
        return index

    def _other(self) -> None:
        line = self.recorder.line
        keyed = keyed_line(line)
        if game := _GAME.match(line):
            self._game(*(int(part) for part in game.groups()))
        elif keyed and (not self.open or keyed[0] in (MATCH, *PLAYERS)):
            if self.open:
                self._close()
            self._heading(*keyed)
        elif keyed and keyed[0] in IN_GAME:
            self.recorder.once(*keyed)
            self.events.append(model.Extra(key=PREFIX + keyed[0], value=keyed[1], span=self.recorder.span))
        else:
            self._unreadable(LINE)

    def _heading(self, key: str, value: str) -> None:
        draft = self.recorder.draft()
        self.recorder.once(key, value)
        if key in PLAYERS:
            seat = PLAYERS.index(key)
            side = player(value, seat)
            if side and draft.players[seat] is None:
                draft.players[seat] = side
                return
        elif key == LENGTH and (length := parse_length(value)) is not None:
            draft.length = length
            return
        elif key == START:
            draft.info += start(value)
            return
        draft.info.append((PREFIX + key, value))

    def _game(self, number: int, first: int, second: int) -> None:
        draft = self.recorder.draft()
        if draft.nameless and not draft.games:
            self.recorder.find("names-missing")
        self.events, self.open = self.recorder.begin(number, (first, second)).events, True
        self.turn, self.last = -1, None

    def _record(self, record: NumberedRecord) -> None:
        seat, code = record.seat, record.code
        if code == AUTOMATIC:
            self._cube(record, 0)
        elif code in WINS:
            self._win(record)
        elif code in TIMES and (late := self._seat_in(record.text) if seat is None else seat) is not None:
            self._act(model.Forfeit(seat=late, reason="time", span=self.recorder.span))
        elif seat is None:
            self._keep(record)
        elif code == THROW and (dice := dice_of(record.text)):
            self._turn(seat, dice, model.Blank(), record.text)
            self.turn = len(self.events) - 1
        elif code == PLAY:
            self._play(record, seat)
        elif code in (DOUBLE, BEAVER):
            self._cube(record, seat)
        elif code == TAKE:
            if not (isinstance(self.last, model.Beaver) and self.last.seat != seat):
                self._act(model.Take(seat=seat, span=self.recorder.span))
        elif code == PASS:
            self._act(model.Drop(seat=seat, span=self.recorder.span))
        else:
            self._keep(record)

    def _act(self, event: model.Event) -> None:
        self.turn, self.last = -1, event
        self.events.append(event)

    def _turn(self, seat: int, dice: tuple[int, int], deed: model.Deed, text: str) -> None:
        self._act(model.Turn(seat=seat, dice=dice, deed=deed, text=text, span=self.recorder.span))

    def _play(self, record: NumberedRecord, seat: int) -> None:
        deed = play_of(record.text)
        thrown = self.events[self.turn] if self.turn >= 0 else None
        if isinstance(thrown, model.Turn) and thrown.seat == seat:
            text = f"{thrown.text} {record.text}"
            span = self.recorder.span
            self.events[self.turn] = model.Turn(seat=seat, dice=thrown.dice, deed=deed, text=text, span=span)
            self.turn = -1
        else:
            self._turn(seat, UNKNOWN_DICE, deed, record.text)
        if isinstance(deed, model.Unread):
            self.recorder.unreadable_part(record.text, self.recorder.span, seat)

    def _cube(self, record: NumberedRecord, seat: int) -> None:
        try:
            facts: dict[str, Any] = {"value": cube_value(record.text), "span": self.recorder.span}
        except ValueError:
            self._unreadable(ROW)
            return
        if record.code == DOUBLE:
            self._act(model.Double(seat=seat, **facts))
        elif record.code == BEAVER:
            level = 1 + isinstance(self.last, model.Beaver)
            self._act(model.Beaver(seat=seat, level=level, **facts))
        else:
            self._act(model.AutomaticDouble(**facts))

    def _win(self, record: NumberedRecord) -> None:
        sum_won, named = _WON.match(record.text), self._seat_in(record.text)
        seat = record.seat if record.seat is not None else named
        if sum_won is None or seat is None:
            self._unreadable(ROW)
            return
        if named not in (None, seat):
            one, other = phrase("the sign of the row number means side {side}", side=seat + 1), record.text
            self.recorder.find("witness-disagrees", written=other, one=one, other=other)
        kind, match = WINS[record.code], bool(_MATCH_WON.search(record.text))
        span, points = self.recorder.span, int(sum_won[1])
        self._act(model.ResultClaim(seat=seat, points=points, match=match, kind=kind, span=span))

    def _keep(self, record: NumberedRecord) -> None:
        """Keep a record that the model does not hold: no dice, a settlement; others are unreadable."""
        if record.code in (*TIMES, SETTLEMENT) or (record.code == THROW and record.text.startswith("?")):
            row, span = self.recorder.line.strip(), self.recorder.span
            self.events.append(model.Extra(key=ROW, value=row, span=span))
        else:
            self._unreadable(ROW)

    def _unreadable(self, key: str) -> None:
        text = self.recorder.line.strip()
        self.recorder.find("unreadable-line", written=text[:SHOWN])
        if self.open:
            self.events.append(model.Extra(key=key, value=text, span=self.recorder.span))
        else:
            self.recorder.draft().info.append((key, text))

    def _seat_in(self, text: str) -> int | None:
        """Return the seat whose name a record holds, None where it is neither's or could be both's."""
        first, second = (f" {name} " in f" {text} " for name in self.recorder.draft().names)
        return None if first == second else int(second)

    def _close(self) -> None:
        if draft := self.recorder.match:
            settle(draft)
            RULES.say_unused(self.recorder, draft)
        self.recorder.close()
        self.open = False


FORMAT = Format(
    title="TrueMoneyGames, .tmg", suffixes=(".tmg",), looks_like=looks_like,
    read=lambda source: Reader().read(source.lines),
    file=FileFacts(headers=(*RULE_KEYS, *PLAYERS, LENGTH)),
)  # fmt: skip
