"""A match while its lines are being read: headers, remarks, and the game that events go into."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from kotra_notation import model
from kotra_notation.board import Position
from kotra_notation.formats.kotra.statements import AnswerStatement, HeaderStatement, Heading, MadeStatement
from kotra_notation.formats.sides import seen_by
from kotra_notation.implied import stated_shorthand

OWN = frozenset({"white", "black", "length", "rules", "points"})
MONEY = "money"
PATH = "path"
POINTS = frozenset({"numbers", "letters", PATH})
_ANSWERABLE = (model.Double, model.Beaver, model.Resignation)
_CLOSING = (model.Take, model.Drop, model.ResignationAnswer, model.Turn)
_ANNOTATIONS = (model.Comment, model.Mark, model.Evaluation, model.Clock, model.Video, model.Extra)


@dataclass(slots=True)
class Unfinished:
    """A comment or an evaluation that the next line may go on with."""

    made: MadeStatement
    span: model.Span
    parts: list[Any] = field(default_factory=list)

    def event(self) -> model.Event:
        """What it has come to."""
        if self.made.kind is model.Comment:
            return self.made.event(self.span, text="\n".join(self.parts))
        return self.made.event(self.span, candidates=tuple(self.parts))


class RecordDraft:
    """One match so far; `path` where plain numbers count along the own path."""

    def __init__(self, span: model.Span | None = None) -> None:
        self.span = span
        self.path = False
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

    @property
    def begun(self) -> bool:
        """Whether anything but remarks stands here."""
        headers = self._info or self._facts or any(self._people + self._extras)
        return bool(self.span or self.in_game or self.games or headers)

    @property
    def shorthand(self) -> bool:
        """Whether a header says that plays are written short."""
        return stated_shorthand(self._info) is not None

    def match(self) -> model.Match:
        """The match, all its lines read."""
        self.end_game()
        white, black = (
            model.Player(**person, extras=extras)
            for person, extras in zip(self._people, self._extras, strict=True)
        )
        return model.Match(
            players=(white, black),
            info=tuple(map(self._with_path, self._info)),
            remarks=tuple(self.remarks),
            games=tuple(self.games),
            span=self.span,
            **self._facts,
        )

    def _with_path(self, header: tuple[str, str]) -> tuple[str, str]:
        """A header; that plays are written short says too how numbers count in them."""
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
        if isinstance(event, model.Turn | model.Double):
            self._thrown_next(event.seat)
        if isinstance(event, _ANSWERABLE):
            self._offer = event
        elif isinstance(event, _CLOSING):
            self._offer = None
        self._events.append(event)

    def answer(
        self, said: AnswerStatement, span: model.Span
    ) -> model.Take | model.Drop | model.ResignationAnswer:
        """What `þiggur` or `hafnar` answers: a double that is open, else an offer to resign."""
        if isinstance(self._offer, model.Double | model.Beaver):
            return (model.Take if said.accepted else model.Drop)(seat=said.seat, span=span)
        return model.ResignationAnswer(seat=said.seat, accepted=said.accepted, span=span)

    def set_up(self, position: Position, span: model.Span) -> None:
        """A position that does not say who is to play."""
        self.put(model.SetPosition(position=position, span=span))
        self._open_side = len(self._events) - 1

    def _thrown_next(self, seat: int) -> None:
        """Whoever throws behind a position that names nobody was to play in it."""
        place, self._open_side = self._open_side, None
        event = None if place is None else self._events[place]
        if place is not None and isinstance(event, model.SetPosition):
            self._events[place] = seen_by(event, seat)

    def open(self, made: MadeStatement, span: model.Span, *parts: Any) -> None:
        """A comment or an evaluation that may go on."""
        self.close()
        self._unfinished = Unfinished(made, span, list(parts))

    def go_on(self, kind: type[model.Comment] | type[model.Evaluation], part: str | model.Candidate) -> bool:
        """Whether the part went on with what stands before it."""
        if self._unfinished is None or self._unfinished.made.kind is not kind:
            return False
        self._unfinished.parts.append(part)
        return True

    def close(self) -> None:
        """Put down what might have gone on."""
        unfinished, self._unfinished = self._unfinished, None
        if unfinished:
            self.put(unfinished.event())

    def header(self, header: HeaderStatement) -> bool:
        """Whether the header was understood: before the first game, with a value that fits, and once."""
        if self.in_game:
            return False
        self.close()
        key, value = header.key, header.value
        if header.seat is not None:
            rating = header.own and key == "rating"
            return _once(self._people[header.seat] if rating else self._extras[header.seat], key, value)
        if not header.own or key not in OWN:
            self._info.append((key, value))
            return True
        match key:
            case "white" | "black":
                return _once(self._people[key == "black"], "name", value)
            case "rules":
                return _once(self._facts, key, value)
            case "points":
                self.path = value == PATH
                return value in POINTS
        length = "0" if value == MONEY else value
        return bool(re.fullmatch("-?[0-9]{1,18}", length)) and _once(self._facts, key, int(length))


def _once(into: dict[str, Any], key: str, value: Any) -> bool:
    """Keep a header that may stand once."""
    return key not in into and into.setdefault(key, value) == value
