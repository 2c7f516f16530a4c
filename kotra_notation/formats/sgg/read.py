"""Reading a GamesGrid record: one pass over its lines, lines that repeat one another merged."""

from __future__ import annotations

import re
from typing import Any

from kotra_notation import model
from kotra_notation.findings import Finding, Severity, finding, phrase
from kotra_notation.formats.format import line_span
from kotra_notation.formats.sgg import headers, lines
from kotra_notation.formats.sgg.drafts import GameDraft, MatchDraft, length_of
from kotra_notation.formats.sgg.lines import Did, Said, Threw, Tied, said
from kotra_notation.formats.unread import unused

SHOWN = 80
THROWN = re.compile(r"[0-9]{1,6}\t{1,2}[1-6]{2}:$")
UNREADABLE = "sgg:line"


class Reader:
    """The state of reading one file."""

    def __init__(self) -> None:
        self.matches: list[model.Match] = []
        self.findings: list[Finding] = []
        self.match: MatchDraft | None = None
        self.events: list[model.Event] | None = None  # of the game that is open
        self.last: tuple[int, int, str] | None = None  # the numbered line before, comments apart
        self.turn = -1  # the place of the turn that a numbered line may go on with
        self.talk: list[str] = []
        self.talk_begins: model.Span | None = None
        self.line = ""
        self.number = 0

    def read(self, text_lines: list[str]) -> list[model.Match]:
        """The matches of all lines."""
        last = len(text_lines) - 1
        for at, line in enumerate(text_lines):
            if at < last and THROWN.match(line) and text_lines[at + 1].startswith(line):
                continue  # the next line says it again, and what was played
            self.number, self.line = at + 1, line
            if self.events is None or not self._numbered():
                self._other()
        self._close()
        return self.matches

    # what stands around the turns

    def _other(self) -> None:
        line = self.line
        if not line.strip():
            self._quiet()
        elif game := lines.GAME.match(line):
            self._game(*game.groups())
        elif self.events is None:
            self._heading()
        elif line[: lines.DEEP].isspace() and lines.versus(line):
            self._close()
            self._heading()
        elif self.match and (won := lines.winner(line, self.match.names or ("", ""))):
            self._quiet()
            seat, claim = won
            self.events.append(
                model.ResultClaim(seat=seat, points=int(claim[1]), match=bool(claim[2]), span=self._span())
            )
        else:
            self.talk_begins = self.talk_begins or self._span()
            self.talk.append(line.strip())

    def _draft(self) -> MatchDraft:
        if self.match is None:
            self.match = MatchDraft(self._span())
        return self.match

    def _heading(self) -> None:
        draft = self._draft()
        if draft.names is None and (names := lines.versus(self.line)):
            draft.names = names
            return
        key, value = headers.heading(self.line)
        if key == "place" and any(known == "place" for known, _ in draft.info):
            key = headers.LINE
            self._say("unreadable-line", self._span(), value[:SHOWN], severity=Severity.NOTE)
        if key == headers.PREFIX + headers.LENGTH:
            draft.length = length_of(value)
        draft.info.append((key, value))

    def _game(self, number: str, first: str, star: str, second: str, other: str, length: str | None) -> None:
        self._quiet()
        draft, span = self._draft(), self._span()
        if draft.names is None:
            draft.names = ("", "")
            self._say("names-missing", span)
        self._lengths(draft, int(length or 0), stated=length is not None)
        score = model.ScoreClaim(score=(int(first), int(second)), span=span)
        game = GameDraft(int(number), score, bool(star or other), span)
        draft.games.append(game)
        self.events, self.last, self.turn = game.events, None, -1

    def _lengths(self, draft: MatchDraft, length: int, *, stated: bool) -> None:
        """Hold the length behind the score of a game against the one known; the first game's counts."""
        if draft.length is None:
            draft.length = length
        elif stated and draft.length != length:
            one, other = (
                phrase("one length is {length}", length=draft.length),
                phrase("another {length}", length=length),
            )
            self._say("witness-disagrees", self._span(), one=one, other=other)
            if not draft.games:
                draft.length = length

    # the turns

    def _numbered(self) -> bool:
        """Read a line with a number and tabs; False for any other."""
        row = lines.ROW.match(self.line)
        if row is None:
            automatic = self.line.strip() if lines.AUTOMATIC.match(self.line) else ""
            if isinstance(tied := said(automatic), Tied):
                self._tied(tied)
                return True
            return False
        text = self.line[row.end() :].rstrip()
        tabs = row[2].count("\t")
        what = said(text)
        if what is None and not tabs:
            return False
        if self.talk:
            self._quiet()
        seat = int(tabs > 1 if tabs else row.end() >= lines.SECOND)
        self._row(
            int(row[1]), seat, text, what, model.Span(self.number, row.end() + 1, row.end() + len(text) + 1)
        )
        return True

    def _row(self, number: int, seat: int, text: str, what: Said | None, span: model.Span) -> None:
        assert self.events is not None
        last, self.last = self.last, (number, seat, text)
        match what:
            case Threw():
                goes_on = last is not None and last[:2] == (number, seat) and self.turn >= 0
                self._threw(seat, text, what, span, goes_on)
            case Did(verb=verb, value=value):
                if last != self.last:
                    self._did(seat, verb, value, span)
            case Tied():
                self._tied(what)
            case _:
                self._say("unreadable-cell", span, text[:SHOWN], seat=seat, near="")
                self.events.append(model.Extra(key=UNREADABLE, value=self.line.strip(), span=span))

    def _threw(self, seat: int, text: str, what: Threw, span: model.Span, goes_on: bool) -> None:
        """A throw: of its own, or the one before it again, with or without the play."""
        assert self.events is not None
        before = self.events[self.turn] if goes_on else None
        turn = model.Turn(seat=seat, dice=what.dice, deed=what.deed, text=text, span=span)
        unread = isinstance(what.deed, model.Unread)
        if isinstance(before, model.Turn) and before.dice == what.dice:
            if isinstance(before.deed, model.Blank):
                self.events[self.turn] = turn
            elif not isinstance(what.deed, model.Blank) and before.deed != what.deed:
                self._say("witness-disagrees", span, text, one=before.text, other=text)
                unread = False
            else:
                unread = False
        else:
            self.turn = len(self.events)
            self.events.append(turn)
        if unread:
            self._say("unreadable-cell", span, text[:SHOWN], seat=seat, near="")
        if what.resigns and not (goes_on and isinstance(self.events[-1], model.Resignation)):
            self.events.append(model.Resignation(seat=seat, span=span))

    def _did(self, seat: int, verb: str, value: int | None, span: model.Span) -> None:
        assert self.events is not None
        self.turn = -1
        match verb:
            case "double":
                self.events.append(model.Double(seat=seat, value=value, span=span))
            case "beaver" | "raccoon":
                self.events.append(
                    model.Beaver(seat=seat, value=value, level=1 + (verb == "raccoon"), span=span)
                )
            case "take":
                self.events.append(model.Take(seat=seat, span=span))
            case "drop":
                self.events.append(model.Drop(seat=seat, span=span))
            case _:
                self.events.append(model.Resignation(seat=seat, span=span))

    def _tied(self, tied: Tied) -> None:
        assert self.events is not None
        self._quiet()
        self.turn, span = -1, self._span()
        if tied.dice != lines.NO_DICE:
            self.events.append(model.Opening(dice=tied.dice, span=span))
        self.events.append(model.AutomaticDouble(value=tied.value, span=span))

    # closing

    def _quiet(self) -> None:
        """Put in the comment that has come to its end."""
        if self.talk and self.events is not None:
            self.events.append(model.Comment(text="\n".join(self.talk), span=self.talk_begins))
        self.talk, self.talk_begins = [], None

    def _span(self) -> model.Span:
        """The line being read."""
        return line_span(self.number, self.line)

    def _say(self, kind: str, span: model.Span, written: str = "", **facts: Any) -> None:
        games = len(self.match.games) if self.match else 0
        found = finding(kind, span=span, written=written, **facts)
        self.findings.append(found.at(match=len(self.matches) + 1, game=games or None))

    def _close(self) -> None:
        """Finish the match that is open."""
        self._quiet()
        draft, self.match, self.events = self.match, None, None
        if draft is None or not (draft.games or draft.names):
            return
        match = draft.finished()
        self.matches.append(match)
        for key, value in match.info:
            if (name := key.removeprefix(headers.PREFIX)) in (headers.CRAWFORD, headers.VARIANT):
                self.findings.append(unused(name, value, draft.span).at(match=len(self.matches)))
        if draft.length is None:
            self.findings.append(finding("length-missing", span=draft.span).at(match=len(self.matches)))
