"""From the lines of a `.kotra` file to its matches: which line belongs to which match, game and turn."""

from __future__ import annotations

import re
from dataclasses import field
from typing import Any, assert_never

from kotra_notation import model
from kotra_notation.alarm import heed_stop
from kotra_notation.board import Position
from kotra_notation.findings import Finding, finding
from kotra_notation.formats.kotra import lines, other_words
from kotra_notation.formats.kotra import statements as stated_as
from kotra_notation.formats.kotra.lines import StatementAt
from kotra_notation.formats.kotra.spelling import Note
from kotra_notation.formats.kotra.statements import Heading, MadeStatement, ThrowStatement, UnreadableError
from kotra_notation.formats.reading_checks import nearest_header
from kotra_notation.implied import NOTATION, seen_by, stated_shorthand
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import N_

OWN = frozenset({"white", "black", "length", "rules", "points"})
# `5`, as people also write it, or `money`.
_LENGTH = re.compile(
    r"(?:to )?(?P<points>-?[0-9]{1,18})(?:[ -]?(?:points?|pts?|p))?(?: match)?"
    r"|(?:money|unlimited)(?: (?:session|match))?",
    re.I,
)
PATH = "path"
POINTS = frozenset({"numbers", "letters", PATH})
ANSWERABLE = (model.Double, model.Beaver, model.Resignation)
CLOSING = (model.Take, model.Drop, model.ResignationAnswer, model.Turn)
_ANNOTATIONS = (model.Comment, model.Mark, model.Evaluation, model.Clock, model.Video, model.Extra)

VERSION = 1
LONGEST_LINE = 200_000
LONGEST_REMEMBERED = 200
SHOWN = 200

# The headers that say how a match is judged, in both languages.
KNOWN = (*sorted(OWN), NOTATION, *(word for word, meant in other_words.HEADERS.items() if meant in OWN))

# How a line begins that cannot be read, and the hint for it.
HINTS = (
    (re.compile(r"\s*(?:position|pos|board|xgid)\b", re.I), N_("Write a position behind the word `setup`.")),
    (
        re.compile(r"\s*[WBHS]\s+[^\W\d]+(?:\s+[^\W\d]+){0,2}\s*:", re.I),
        N_(
            "Write the dice as figures, or with the names ás, daus, treia, kotra, fimm, sex, such as "
            "`kotra og ás:`."
        ),
    ),
)
SHORT_HINT = N_("If plays are written short, say so above the games: `notation: shorthand`.")

# A game begins here, whatever cannot be read behind it.
_HEADING = re.compile(r"\s*(?:game|leikur|spil)\s*[0-9]", re.I)
# Lines that hold one text, however long it is.
_UNBOUNDED = re.compile(r"\s*(?:#|extra\s)")
_WORD_END = re.compile(r"\s|$")


@dataclass(slots=True)
class Unfinished:
    """A comment or an evaluation that the next line may go on with."""

    made: MadeStatement
    span: model.Span
    parts: list[Any] = field(default_factory=list)

    def event(self) -> model.Event:
        """Return what it has come to."""
        if self.made.kind is model.Comment:
            return self.made.event(self.span, text="\n".join(self.parts))
        return self.made.event(self.span, candidates=tuple(self.parts))


class RecordDraft:
    """One match so far."""

    def __init__(self, span: model.Span | None = None) -> None:
        self.span = span
        self.numbering: str | None = None  # the header `points`
        self.remarks: list[model.Annotation] = []
        self.games: list[model.Game] = []
        self.in_game = False
        self._facts: dict[str, Any] = {}
        self._people: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
        self._extras: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
        self._info: list[tuple[str, str]] = []
        self._heading: dict[str, Any] = {}
        self._events: list[model.Event] = []
        self._open_side: int | None = None
        self._unfinished: Unfinished | None = None
        self._offer: model.Event | None = None  # what nobody has answered yet
        self.path = False  # whether plain numbers count along the own path

    @property
    def has_content(self) -> bool:
        """Return whether anything but remarks stands here."""
        headers = self._info or self._facts or any(self._people + self._extras)
        return bool(self.span or self.in_game or self.games or headers)

    @property
    def shorthand(self) -> bool:
        """Return whether a header says that plays are written short."""
        return stated_shorthand(self._info) is not None

    def match(self) -> model.Match:
        """The match, all its lines read."""
        self.end_game()
        people = zip(self._people, self._extras, strict=True)
        white, black = (model.Player(**person, extras=extras) for person, extras in people)
        return model.Match(
            players=(white, black), info=tuple(map(self._with_path, self._info)), remarks=tuple(self.remarks),
            games=tuple(self.games), span=self.span, **self._facts,
        )  # fmt: skip

    def _with_path(self, header: tuple[str, str]) -> tuple[str, str]:
        """Return a header; plays written short say there how numbers count in them."""
        words = stated_shorthand([header]) if self.path else None
        if words is None or PATH in words:
            return header
        return header[0], f"{header[1]}, {PATH}"

    def begin_game(self, heading: Heading, span: model.Span) -> None:
        """Begin a game, the one before it ended."""
        self.end_game()
        score = None
        if heading.score is not None:
            score = model.ScoreClaim(score=heading.score, derived=heading.derived, span=span)
        self._heading = {"number": heading.number, "score": score, "span": span}
        self.in_game = True

    def end_game(self) -> None:
        """Put the game away that was being read, if any."""
        self.close()
        if self.in_game:
            self.games.append(model.Game(**self._heading, events=tuple(self._events)))
        self.in_game, self._events, self._open_side, self._offer = False, [], None, None

    def put(self, event: model.Event) -> None:
        """An event; before the first game only remarks stand outside one."""
        self.close()
        if not self.in_game and isinstance(event, _ANNOTATIONS):
            self.remarks.append(event)
            return
        if not self.in_game:
            self.begin_game(Heading(None, None, False), event.span or model.Span(1))
        if isinstance(event, model.Turn | model.Double) and self._open_side is not None:
            position = self._events[self._open_side]
            if isinstance(position, model.SetPosition):  # whoever throws behind it was to play in it
                self._events[self._open_side] = seen_by(position, event.seat)
            self._open_side = None
        if isinstance(event, ANSWERABLE):
            self._offer = event
        elif isinstance(event, CLOSING):
            self._offer = None
        self._events.append(event)

    def answer(self, answer: stated_as.AnswerStatement, span: model.Span) -> model.Event:
        """Return what `þiggur` or `hafnar` answers: a double that is open, else an offer to resign."""
        if isinstance(self._offer, model.Double | model.Beaver):
            return (model.Take if answer.accepted else model.Drop)(seat=answer.seat, span=span)
        if self._offer or answer.alone is None:
            return model.ResignationAnswer(seat=answer.seat, accepted=answer.accepted, span=span)
        return answer.alone(seat=answer.seat, span=span)

    def set_up(self, position: Position, span: model.Span) -> None:
        """A position that does not say who is to play."""
        self.put(model.SetPosition(position=position, span=span))
        self._open_side = len(self._events) - 1

    def open(self, made: MadeStatement, span: model.Span, *parts: Any) -> None:
        """A comment or an evaluation that may go on."""
        self.close()
        self._unfinished = Unfinished(made, span, list(parts))

    def go_on(self, kind: type[model.Comment] | type[model.Evaluation], part: str | model.Candidate) -> bool:
        """Return whether the part went on with what stands before it."""
        if self._unfinished is None or self._unfinished.made.kind is not kind:
            return False
        self._unfinished.parts.append(part)
        return True

    def close(self) -> None:
        """Put down what might have gone on."""
        unfinished, self._unfinished = self._unfinished, None
        if unfinished:
            self.put(unfinished.event())

    def header(self, header: stated_as.HeaderStatement) -> bool:
        """Take a header; return False if it stands in a game or twice, or its value does not fit."""
        if self.in_game:
            return False
        self.close()
        key, value = header.key, header.value
        if header.own and key.lower() in OWN:
            key = key.lower()
        if header.seat is not None:
            rating = header.own and key == "rating"
            return _once(self._people[header.seat] if rating else self._extras[header.seat], key, value)
        if not header.own or key not in OWN:
            self._info.append((key, value))
            return True
        if key in ("white", "black"):
            return _once(self._people[key == "black"], "name", value)
        if key == "rules":
            return _once(self._facts, key, value)
        if key == "points":
            first, self.numbering = self.numbering is None, self.numbering or value
            self.path = self.numbering == PATH
            return first and value in POINTS
        length = _LENGTH.fullmatch(value)
        return length is not None and _once(self._facts, key, int(length["points"] or 0))


def _once(into: dict[str, Any], key: str, value: Any) -> bool:
    return key not in into and into.setdefault(key, value) == value


class Reader:
    """Takes a file line by line; `matches` and `findings` are what came of it."""

    def __init__(self, *, shorthand: bool = False) -> None:
        self.matches: list[model.Match] = []
        self.findings: list[Finding] = []
        self._shorthand = shorthand  # even of a match that does not say so
        self._record = RecordDraft()
        self._seat = 0  # who threw last

    def read(self, text: str) -> None:
        """Read the whole text of a file."""
        for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
            if line and not line.isspace():
                self._line(number, line)
        self._end_match()

    def _line(self, number: int, line: str) -> None:
        heed_stop()
        try:
            for statement in _statements(line):
                self._take(statement, number)
        except UnreadableError as error:
            self._unreadable(error, number, line)

    def _take(self, stated: StatementAt, number: int) -> None:
        span = model.Span(number, stated.start + 1, stated.end + 1)
        understood = True
        match stated.statement:
            case MadeStatement(kind=kind) as made if kind is model.Evaluation:
                self._record.open(made, span)
            case MadeStatement() as made:
                self._record.put(made.event(span))
            case stated_as.SetUp(position=position):
                self._record.set_up(position, span)
            case ThrowStatement() as throw:
                self._throw(throw, span)
            case Note(more=more, author=author, language=language, text=text):
                if not (more and self._record.go_on(model.Comment, text)):
                    credit = {"author": author, "language": language}
                    self._record.open(MadeStatement(model.Comment, credit), span, text)
            case Heading() as heading:
                self._seat = 0
                self._record.begin_game(heading, span)
            case stated_as.HeaderStatement() as header:
                understood = self._record.header(header)
                strange = header.own and header.seat is None and header.key.lower() not in OWN
                meant = nearest_header(header.key, KNOWN) if strange else None
                if understood and meant:
                    self._find("header-near", span, written=header.key, header=meant)
            case model.Candidate() as candidate:
                understood = self._record.go_on(model.Evaluation, candidate)
            case stated_as.AnswerStatement() as answer:
                self._record.put(self._record.answer(answer, span))
            case stated_as.VerdictStatement() as verdict:
                self._verdict(verdict, span)
            case stated_as.Version(number=version):
                understood = version == VERSION
                self._record.close()
                if self._record.has_content:
                    self._end_match()
                self._record.span = span
            case other:
                assert_never(other)
        if not understood:
            raise UnreadableError(stated.start)

    def _end_match(self) -> None:
        match = self._record.match()
        if self._record.has_content or match.remarks:
            if match == model.Match():
                self._find("empty-record", match.span)
            self.matches.append(match)
        self._record = RecordDraft()

    def _throw(self, throw: ThrowStatement, span: model.Span) -> None:
        self._seat, cell = throw.seat, throw.cell.rstrip()
        done = _deed(cell, throw.seat, self._record.path, self._shorthand or self._record.shorthand)
        if isinstance(done, UnreadableError):
            word, start = _word(throw.cell, done.start), throw.at + done.start + 1
            where = model.Span(span.line, start, start + len(word))
            is_short = isinstance(_deed(cell, throw.seat, self._record.path, True), lines.DeedAt)
            look = {"look": SHORT_HINT} if is_short else {}
            self._find(
                done.kind or "unreadable-cell", where, seat=throw.seat, written=word, why=done.why, **look
            )
            done = lines.DeedAt(model.Unread(text=cell), len(cell), ())
        span = span._replace(end_column=throw.at + done.end + 1) if done.end else span
        thrown: dict[str, Any] = {"seat": throw.seat, "dice": throw.dice, "singly": throw.singly}
        self._record.put(model.Turn(**thrown, deed=done.deed, text=cell[: done.end], span=span))
        for annotation in done.behind:
            self._take(annotation.move(throw.at), span.line)

    def _verdict(self, verdict: stated_as.VerdictStatement, span: model.Span) -> None:
        cell = verdict.cell.rstrip()
        try:
            play = lines.read_play(cell, self._seat, self._record.path) if cell else None
        except UnreadableError as error:
            raise UnreadableError(verdict.at + error.start) from None
        self._record.put(model.Ruling(outcome=verdict.outcome, play=play, text=cell, span=span))

    def _unreadable(self, error: UnreadableError, number: int, line: str) -> None:
        start, text = error.start + 1, line.strip()
        if _HEADING.match(line):
            self._record.begin_game(Heading(None, None, derived=False), model.Span(number, 1, len(line) + 1))
        where = model.Span(number, start, start + len(_word(line, error.start)))
        hint = next((hint for beginning, hint in HINTS if beginning.match(line)), "")
        facts: dict[str, Any] = {"look": hint} if hint else {}
        self._find(error.kind or "unreadable-line", where, written=text, why=error.why, **facts)
        span = model.Span(number, 1, len(line) + 1)
        self._record.put(model.Extra(key="kotra:line", value=text, span=span))

    def _find(
        self, name: str, span: model.Span | None, *, written: str = "", seat: int | None = None, **facts: Any
    ) -> None:
        note = finding(name, span=span, seat=seat, written=written[:SHOWN], **facts)
        game = len(self._record.games) + 1 if self._record.in_game else None
        self.findings.append(note.at(match=len(self.matches) + 1, game=game))


def _statements(line: str) -> tuple[StatementAt, ...]:
    if len(line) > LONGEST_LINE and not _UNBOUNDED.match(line):
        raise UnreadableError(0)
    if len(line) > LONGEST_REMEMBERED:
        return lines.read(line)
    statements = lines.read_cached(line)
    if isinstance(statements, UnreadableError):  # a new one, for the traceback holds on to what was read
        raise UnreadableError(statements.start, statements.kind, statements.why)
    return statements


def _deed(cell: str, seat: int, path: bool, shorthand: bool) -> lines.DeedAt | UnreadableError:
    if len(cell) <= LONGEST_REMEMBERED:
        return lines.read_deed_cached(cell, seat, path, shorthand)
    try:
        return lines.read_deed(cell, seat, path, shorthand)
    except UnreadableError as error:
        return error


def _word(text: str, start: int) -> str:
    end = _WORD_END.search(text, start)
    return text[start : end.start()] if end else text[start:]
