"""GamesGrid and GridGammon, `.sgg`: the record of a match or money session on these sites.

The side named first (`A vs. B`) is seat 0, after one tab; the other side is after two. A roll is written
twice, alone and with its play. A dance is `O-O`. Files from these sites have no hit marks.

The reader accepts:

- A line of a roll, a dance or the cube that repeats the one before: both are one. If their plays differ, the
  first counts and the other is reported.
- A play whose roll has no line of its own; steps separated by commas, blanks or both; `25` or `bar`, `0` or
  `off`, `(2)`, hits marked or not.
- Blanks instead of tabs: the first side's text begins within the first 12 columns.
- `-`, `-:` or `-: O-O` for the dice of a side that is closed out: dice 0 and 0, and it cannot move.
- `Resign` alone or after the dice; only the result gives its size. `Accept`, `Take`; `Pass`, `Drop`. A
  `Beaver` or `Raccoon` needs no `Accept`. Any letter case, a full stop at the end.
- `11: Automatic double` with or without a number before it, with or without `to 2`; `00` for unknown dice.
- Every other line of a game: a comment, one for adjacent lines. It stays in place; here it usually refers to
  what follows.
- Headers in any order, or none; empty lines anywhere. A line with neither key nor date is the place; a second
  such line is kept and reported.
- No length after the score: a money session, unless `Match Length` says otherwise. If the two differ, this is
  reported and the first score's length counts.
- A result with the name in any letter case, with or without `and the match`.
- Several matches in one file, if the next one's names are indented by four blanks or more.

Rule lines become options of the match; those for money play only in money sessions. `Automatic Doubles: Yes`
allows as many as a game of the record has, at least one. A rating or experience of 0 is none. The Crawford
star is left out where the scores imply it; elsewhere it is kept as an extra of the game.
"""

from __future__ import annotations

import re
from functools import lru_cache

from kotra_notation import model
from kotra_notation.alarm import heed_stop
from kotra_notation.findings import Severity, phrase
from kotra_notation.formats import recorder as acts
from kotra_notation.formats.format import FileFacts, Format, Reading, Source, lines_of
from kotra_notation.formats.game_sites import CRAWFORD, VARIANT, RuleWords, keyed_line
from kotra_notation.formats.plays import REMEMBERED, parse_hops_by_word
from kotra_notation.formats.reading_checks import header_late
from kotra_notation.formats.recorder import SHOWN, Act, Did, MatchDraft, Recorder, Threw, parse_length
from kotra_notation.values import dataclass

LOOKED_AT = 8192
HEAD = 40  # lines
DEEP = 4  # another match begins with a line of two names so deeply indented
SECOND = 12  # where tabs have become blanks, the second side's text begins behind this column

PREFIX, LINE = "sgg:", "sgg:line"  # of headers; of a line that says nothing known
ELO, LENGTH, AUTOMATIC = "ELO", "Match Length", "Automatic Doubles"
RULES = RuleWords(
    yes="yes", no="no", cube="Doubling Cube",
    money={"Jacoby": "texas", AUTOMATIC: "auto_doubles", "Beavers": "beavers", "Raccoons": "raccoons"},
    variants={name: name for name in ("backgammon", "nackgammon", "hypergammon")},
)  # fmt: skip
RULE_KEYS = (*RULES.money, CRAWFORD, RULES.cube, VARIANT)

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

_DATE = re.compile(r"\w+day\s+([A-Za-z]+)\s+([0-9]{1,2}),?\s+([0-9]{4})$")
_RATINGS = re.compile(r"([0-9.]{1,12})\s+([0-9]{1,9})\s+([0-9.]{1,12})\s+([0-9]{1,9})$")
_ROW = re.compile(r"[ \t]*([0-9]{1,6})([ \t]+)(?=\S)")
_TIED = re.compile(r"\s*[0-9]{2} *: *automatic", re.I)
_GAME = re.compile(
    r"\s*Game\s+([0-9]{1,6})\s*\.\s*([0-9]{1,9})(\*?)\s*-\s*([0-9]{1,9})(\*?)\s*(?:/\s*([0-9]{1,6})\s*)?$",
    re.I,
)
_RESULT = re.compile(r"(?:^|(?<=\s))wins\s+([0-9]{1,9})\s+points?(\s+and\s+the\s+match)?\s*\.?\s*$", re.I)
_THROWN = re.compile(r"[0-9]{1,6}\t{1,2}[1-6]{2}:$")
_THROW = re.compile(r"[1-6]{2}:(?: |$)")
_DICE = re.compile(r"([0-9])[ \-]?([0-9])\s*:")


def looks_like(source: Source) -> bool:
    """Whether two names are on one of the first lines, with a game or rule of this notation below."""
    named = False
    for line in lines_of(source.text[:LOOKED_AT])[:HEAD]:
        if named and (_GAME.match(line) or heading(line)[0].removeprefix(PREFIX) in RULE_KEYS):
            return True
        named = named or versus(line) is not None
    return False


def versus(line: str) -> tuple[str, str] | None:
    """Return the two names of a line `A vs. B`, None for any other."""
    first, sign, second = f"{line.rstrip()} ".replace("\t", " ").partition(" vs. ")
    return (first.strip(), second.strip()) if sign else None


def heading(line: str) -> tuple[str, str]:
    """Return the key and value of a line of the head; a line that has no key has the key `place`."""
    text = line.strip()
    if text.startswith(WEEKDAYS):
        return "date", _iso_date(text) or text
    if keyed := keyed_line(text):
        return PREFIX + keyed[0], keyed[1]
    return "place", text


def _iso_date(text: str) -> str | None:
    """Return the date `Saturday March 07, 2026` as `2026-03-07`."""
    date = _DATE.match(text)
    month = date[1].capitalize() if date else ""
    return f"{date[3]}-{MONTHS.index(month) + 1:02}-{int(date[2]):02}" if date and month in MONTHS else None


def is_rule(line: str) -> bool:
    """Return whether a line states how a match is judged, by its key and its value."""
    key, value = heading(line)
    name = key.removeprefix(PREFIX)
    if name in (ELO, LENGTH):
        return bool(_RATINGS.match(value)) or parse_length(value) is not None
    return name in RULE_KEYS and value.lower() in (RULES.yes, RULES.no, *RULES.variants)


def settle(draft: MatchDraft, stars: list[bool]) -> None:
    """Take ratings and rules from the headers of a match; put in the stars that its scores do not tell."""
    ratings = ["", "", "", ""]
    options: dict[str, str] = {}
    info: list[tuple[str, str]] = []
    for key, value in draft.info:
        name = key.removeprefix(PREFIX)
        option = RULES.option(name, value, draft.length)
        if name == AUTOMATIC and option:
            option = f"auto_doubles={max(draft.automatic, 1) if value.lower() == RULES.yes else 0}"
        if name == ELO and (elo := _RATINGS.match(value)):
            ratings = ["" if part == "0" else part for part in elo.groups()]
        elif option is not None:
            options[name] = option
        elif name != LENGTH or parse_length(value) is None:
            info.append((key, value))
    draft.info, draft.options = info, [option for option in options.values() if option]
    draft.players = [
        model.Player(name=name, rating=rating or None, extras={"sgg:Experience": games} if games else {})
        for name, rating, games in zip(draft.names, ratings[::2], ratings[1::2], strict=True)
    ]
    crawford = not draft.length or draft.length < 2  # whether the Crawford game has been played
    for game, star in zip(draft.games, stars, strict=True):
        expected = not crawford and max(game.score.score if game.score else (0, 0)) + 1 == draft.length
        crawford = crawford or expected
        if star != expected:
            game.events.insert(0, model.Extra(key="sgg:crawford", value="*" * star, span=game.span))


class GaveUp(Threw):
    """Dice, and the game given up instead of a play."""


@dataclass(frozen=True, slots=True)
class Tied:
    """Equal opening dice that turned the cube."""

    dice: tuple[int, int]
    value: int | None = None


@lru_cache(maxsize=REMEMBERED)
def numbered_act(text: str) -> Act | Tied | None:
    """Return what a numbered line says behind its tabs, None where it says nothing known."""
    if _THROW.match(text) and ("/" in text or len(text) < 5):
        hops = parse_hops_by_word(text[3:].replace(",", " "))
        if hops is not None:
            return Threw((int(text[0]), int(text[1])), model.Play(hops=hops) if hops else model.Blank())
    act = None
    if tree := acts.tree_of("sgg", text):
        if tree.data == "closed_out":
            return Threw(acts.UNKNOWN_DICE, model.CannotMove())
        if tree.data == "automatic":
            parts = acts.words(tree)
            dice, value = parts["DICE"], parts.get("VALUE")
            return Tied((int(dice[0]), int(dice[-1])), int(value) if value else None)
        act = acts.act_of(tree)
        if isinstance(act, Threw) and any(tree.find_data("resigns")):
            return GaveUp(act.dice, act.deed)
    if act is None and (thrown := _DICE.match(text)):
        return Threw((int(thrown[1]), int(thrown[2])), model.Unread(text=text[thrown.end() :].strip()))
    return act


def result(line: str, names: tuple[str, str], span: model.Span) -> model.ResultClaim | None:
    """Return the result of a side that is named in any letter case, None where neither is."""
    claim = _RESULT.search(line)
    if claim is None:
        return None
    name = line[: claim.start()].strip()
    if name not in names:
        name, names = name.casefold(), (names[0].casefold(), names[1].casefold())
    if name not in names:
        return None
    return model.ResultClaim(seat=names.index(name), points=int(claim[1]), match=bool(claim[2]), span=span)


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

    def read(self, lines: list[str]) -> Reading:
        """Read all lines."""
        for number, line in enumerate(lines, 1):
            heed_stop()
            if number < len(lines) and _THROWN.match(line) and lines[number].startswith(line):
                continue  # the next line says it again, and what was played
            self.recorder.number, self.recorder.line = number, line
            if not self.stars or not self._read_numbered_line():
                self._other()
        self._close()
        return self.recorder.reading()

    def _other(self) -> None:
        line, match = self.recorder.line, self.recorder.match
        if not line.strip():
            self._close_talk()
        elif game := _GAME.match(line):
            self._game(*game.groups())
        elif match is None or not match.games:
            self._heading()
        elif line[:DEEP].isspace() and versus(line):
            self._close()
            self._heading()
        elif claim := result(line, match.names, self.recorder.span):
            self._close_talk()
            self.events.append(claim)
        else:
            if is_rule(line):
                self.recorder.say(header_late(line, self.recorder.span))
            self.talk_begins = self.talk_begins or self.recorder.span
            self.talk.append(line.strip())

    def _heading(self) -> None:
        draft, line = self.recorder.draft(), self.recorder.line
        if draft.nameless and (names := versus(line)):
            draft.players = [model.Player(name=name) for name in names]
            return
        key, value = heading(line)
        if key == "place" and any(known == "place" for known, _ in draft.info):
            key = LINE
            self.recorder.find("unreadable-line", written=value[:SHOWN], severity=Severity.NOTE)
        if key not in ("place", LINE):
            self.recorder.once(key.removeprefix(PREFIX), value)
        if key == PREFIX + LENGTH:
            draft.length = parse_length(value)
        draft.info.append((key, value))

    def _game(self, number: str, first: str, star: str, second: str, other: str, length: str | None) -> None:
        self._close_talk()
        draft = self.recorder.draft()
        if draft.nameless:
            draft.players = [model.Player(), model.Player()]
            self.recorder.find("names-missing")
        self._compare_length(draft, int(length) if length else None)
        self.events = self.recorder.begin(int(number), (int(first), int(second))).events
        self.stars.append(bool(star or other))
        self.last, self.turn, self.tied = None, -1, False

    def _compare_length(self, draft: MatchDraft, length: int | None) -> None:
        """Compare the length behind the score of a game with the one known; the first game's counts."""
        if draft.length is None:
            draft.length = length or 0
        elif length is not None and draft.length != length:
            one = phrase("one length is {length}", length=draft.length)
            other = phrase("another {length}", length=length)
            self.recorder.find("witness-disagrees", one=one, other=other)
            draft.length = draft.length if draft.games else length

    def _read_numbered_line(self) -> bool:
        """Read a line with a number and tabs; False for any other."""
        line = self.recorder.line
        row = _ROW.match(line)
        if row is None:
            if not (_TIED.match(line) and isinstance(tied := numbered_act(line.strip()), Tied)):
                return False
            self._tie(tied)
            return True
        text = line[row.end() :].rstrip()
        tabs = row[2].count("\t")
        act = numbered_act(text)
        if act is None and not tabs:
            return False
        self._close_talk()
        seat = int(tabs > 1 if tabs else row.end() >= SECOND)
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
                    self.events.append(acts.event(act, seat, text, span))
            case Tied():
                self._tie(act)
            case _:
                self.recorder.unreadable_part(text, span, seat)
                self.events.append(model.Extra(key=LINE, value=self.recorder.line.strip(), span=span))

    def _throw(self, seat: int, text: str, act: Threw, span: model.Span, goes_on: bool) -> None:
        """Read a throw of its own, or the one before it again, with or without the play."""
        before = self.events[self.turn] if goes_on else None
        turn = model.Turn(seat=seat, dice=act.dice, deed=act.deed, text=text, span=span)
        unread = isinstance(act.deed, model.Unread)
        if isinstance(before, model.Turn) and before.dice == act.dice:
            if isinstance(before.deed, model.Blank):
                self.events[self.turn] = turn
            else:
                unread = False
                if not isinstance(act.deed, model.Blank) and before.deed != act.deed:
                    self.recorder.find("witness-disagrees", span, written=text, one=before.text, other=text)
        else:
            self._open(turn)
            self.turn = len(self.events)
            self.events.append(turn)
        if unread:
            self.recorder.unreadable_part(text, span, seat)
        if isinstance(act, GaveUp) and not (goes_on and isinstance(self.events[-1], model.Resignation)):
            self.events.append(model.Resignation(seat=seat, span=span))

    def _tie(self, tied: Tied) -> None:
        self._close_talk()
        self.turn, span = -1, self.recorder.span
        if tied.dice != acts.UNKNOWN_DICE:
            self.events.append(model.Opening(dice=tied.dice, span=span))
            self.tied = True
        self.events.append(model.AutomaticDouble(value=tied.value, span=span))

    def _open(self, turn: model.Turn) -> None:
        """Put in the opening throw behind ties, which the first turn tells."""
        tied, self.tied = self.tied, False
        if tied and turn.dice[0] != turn.dice[1]:
            low, high = sorted(turn.dice)
            dice = (low, high) if turn.seat else (high, low)
            self.events.append(model.Opening(dice=dice, span=turn.span))

    def _close_talk(self) -> None:
        if self.talk:
            self.events.append(model.Comment(text="\n".join(self.talk), span=self.talk_begins))
        self.talk, self.talk_begins = [], None

    def _close(self) -> None:
        self._close_talk()
        if draft := self.recorder.match:
            settle(draft, self.stars)
            RULES.say_unused(self.recorder, draft)
        self.recorder.close()
        self.stars = []


FORMAT = Format(
    title="GamesGrid and GridGammon, .sgg", suffixes=(".sgg",), looks_like=looks_like,
    read=lambda source: Reader().read(source.lines),
    file=FileFacts(headers=(*RULE_KEYS, ELO, LENGTH)),
)  # fmt: skip
