"""An entry becomes a line: the dice, the play, the cube, and whatever else may stand in a record."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple, assert_never

from kotra_notation import model
from kotra_notation.errors import KotraError
from kotra_notation.formats.kotra import lines as kotra_lines
from kotra_notation.formats.kotra import statements
from kotra_notation.formats.kotra.spelling import Note, spell_dice
from kotra_notation.formats.kotra.writing import SEATS, spell_event
from kotra_notation.record.draft.open_record import Record
from kotra_notation.record.draft.plays import (
    NotLegalError,
    as_typed,
    judged_cell,
    refusal_to_act,
    typed_action,
    ways,
)
from kotra_notation.record.draft.words import (
    DeedEntry,
    DiceEntry,
    LineEntry,
    MarkEntry,
    PlayEntry,
    ThrowEntry,
    parse_entry,
    unread_why,
)
from kotra_notation.replay.game_events import beginner
from kotra_notation.replay.scores import score_text
from kotra_notation.replay.turns import judge_turn
from kotra_notation.rules.old_icelandic import award_named
from kotra_notation.words.phrases import shorten

STOOD = "ruling stood"
_LED_TO = (model.ResultClaim, model.AwardClaim, model.PhaseStart, model.Draw, model.AutomaticDouble)
_OF_DEED = (model.Evaluation, model.Clock, model.Video)
_ANNOTATIONS = (model.Comment, model.Mark, model.Extra)


class LineEdit(NamedTuple):
    """The lines that an entry makes, and the line whose place they take, None behind the last.

    `acts`: they act in the game, and may end it. `lawful`: it is a legal play. `short`: a play is written
    short, and only a reader of the whole record tells whether it is one.
    """

    texts: tuple[str, ...]
    line: int | None = None
    acts: bool = True
    lawful: bool = False
    short: bool = False


class Entering:
    """One entry at the place where a record stands: at its end, or in a line that is typed anew."""

    def __init__(self, record: Record, line: int | None = None, *, stands: bool = False) -> None:
        self.record = record
        self.place = record.end if line is None else record.before(line)
        self.line = line
        self.stands = stands
        self.turn = self.place.pending if line is None else record.turn_in(line)
        self._heading: tuple[str, ...] = ()

    def edit(self, text: str) -> LineEdit:
        """Return the lines of an entry; ValueError where it is nothing, or nothing that can be done here."""
        entry = parse_entry(text)
        match entry:
            case DiceEntry():
                return self._dice(entry)
            case ThrowEntry():
                return self._throw(entry)
            case PlayEntry(cell=cell):
                return self._play(cell)
            case DeedEntry(name="half"):
                return self._half()
            case DeedEntry():
                return self._deed(entry)
            case MarkEntry(sign=sign):
                return self._mark(sign)
            case LineEntry():
                return self._write_entry(entry)
            case _:
                assert_never(entry)

    def _begin(self) -> None:
        """Go on in the next game where none has begun, or the last one is over."""
        place, record = self.place, self.record
        if self.line is not None:
            return
        if place.decided:
            raise KotraError("The match is over.")
        if place.over:
            place = record.following()
        if place.game == len(record.match.games):
            head = f"game {record.next_number} {score_text(record.replay.score)}"
            above = record.lines[record.lines.count] if record.lines.count else ""
            self._heading = ("", head) if above.strip() else (head,)
        self.place = place

    def _lines(self, *texts: str, acts: bool = True) -> LineEdit:
        return LineEdit((*self._heading, *texts), self.line, acts)

    # Dice and plays

    def _dice(self, entry: DiceEntry) -> LineEdit:
        if self.line is not None:
            turn = self._turn_here()
            return self._thrown_again(replace(turn, dice=entry.dice, singly=entry.singly))
        if self.turn is not None:
            raise KotraError(
                "Type the play of {dice} first, or ???? if nobody saw it.",
                dice=spell_dice(self.turn.dice, self.turn.singly),
            )
        self._begin()
        self._refuse_waiting()
        thrown = self._next_throw(entry)
        if thrown is None:
            return self._lines(f"opening {entry.dice[0]}-{entry.dice[1]}")
        return self._lines(f"{throw_text(thrown)} {self._idle(thrown)}".rstrip())

    def _next_throw(self, entry: DiceEntry | ThrowEntry) -> model.Turn | None:
        """Return the throw of the side on roll; None for an opening throw that nobody plays."""
        options, seat, dice = self.place.ruleset.options, self.place.seat, entry.dice
        if seat is None:
            if dice[0] == dice[1] or options["opening.dice"] == "fresh":
                return None
            if self.place.opening is not None:  # behind a tie the next opening throw stands too
                self._heading = (*self._heading, f"opening {dice[0]}-{dice[1]}")
            seat = beginner(model.Opening(dice=dice), options)
            dice = (max(dice), min(dice))
        return model.Turn(seat=seat or 0, dice=dice, deed=model.Blank(), singly=entry.singly)

    def _thrown_again(self, turn: model.Turn) -> LineEdit:
        """Return a line with other dice; its play stays where it is legal with them."""
        cell = self._turn_here().text
        try:
            cell = judged_cell(self.record, self.place, turn, cell) if cell else self._idle(turn)
        except ValueError:
            cell = self._idle(turn)
        return self._at_turn(turn, cell)

    def _idle(self, turn: model.Turn) -> str:
        """Return the words that nothing can be played, where that is so."""
        place = self.place
        stuck = place.certain and judge_turn(place.ruleset, place.state.node(turn.seat), turn).lawful
        return "cannot move" if stuck else ""

    def _throw(self, entry: ThrowEntry) -> LineEdit:
        if self.turn is None:
            self._begin()
            self._refuse_waiting()
        place = self.place
        if entry.seat is not None:
            on_roll = self.turn.seat if self.turn else place.seat
            waits = self.turn is not None and self.line is None
            if on_roll not in (None, entry.seat) and (waits or not self.stands):
                raise KotraError("{player} is on roll.", player=self.record.names[on_roll or 0])
            turn = model.Turn(seat=entry.seat, dice=entry.dice, deed=model.Blank(), singly=entry.singly)
        elif self.turn is not None:
            turn = replace(self.turn, dice=entry.dice, singly=entry.singly)
        else:
            thrown = self._next_throw(entry)
            if thrown is None:
                raise KotraError("Type only the opening roll, one die for each side: 31.")
            turn = thrown
        if not entry.cell.strip():
            return self._at_turn(turn, self._idle(turn))
        return self._play_line(turn, entry.cell)

    def _play(self, cell: str) -> LineEdit:
        if self.turn is not None:
            return self._play_line(self.turn, cell)
        last = self.record.last_turn
        danced = last is not None and isinstance(last.deed, model.CannotMove)
        if self.line is None and danced and kotra_lines.is_dance(cell):
            return LineEdit((), None, acts=False)
        if self.line is None and not self.place.over:
            place = self.place
            if place.opening and place.seat is not None and place.ruleset.options["opening.dice"] == "keep":
                dice = place.opening.dice
                turn = model.Turn(seat=place.seat, dice=(max(dice), min(dice)), deed=model.Blank())
                if not place.state.turns:
                    return self._play_line(turn, cell)
        if (why := unread_why(cell)) is not None:
            raise ValueError(why)
        if self.line is not None:
            self._turn_here()
        if not cell:
            raise KotraError("Type the dice first, such as 31.")
        raise KotraError(
            "“{said}” is not possible here; type the dice first, such as 31, or ? for help.",
            said=shorten(cell, 40),
        )

    def _play_line(self, turn: model.Turn, cell: str) -> LineEdit:
        """Return the line of a throw with its play; of one that is not legal with the word that it stood."""
        try:
            return self._at_turn(turn, judged_cell(self.record, self.place, turn, cell))._replace(lawful=True)
        except NotLegalError:
            if not self.stands:
                raise
        edit = self._at_turn(turn, as_typed(self.record, turn, cell))
        lines = self.record.lines
        if edit.line and edit.line < lines.count and lines[edit.line + 1].strip().startswith("ruling "):
            return edit
        return edit._replace(texts=(*edit.texts, STOOD))

    def _at_turn(self, turn: model.Turn, cell: str) -> LineEdit:
        """Return the line of a turn, in the place of the throw that waited for it."""
        behind, short = self._behind_here(), self.record.shorthand and kotra_lines.stands_alone(cell)
        text = " ".join(filter(None, (throw_text(turn), cell, behind)))
        waiting = self.place.pending.span if self.place.pending else None
        line = self.line or (waiting.line if waiting else None)
        return LineEdit((*self._heading, text), line, short=short and not self.stands)

    def _half(self) -> LineEdit:
        """Return the line of the half win that can be declared."""
        if self.turn is None or self.place.pending is None:
            raise KotraError("Type the dice first, then the play with “half” after it.")
        halves = [way for way in ways(self.place, self.record.points) if way.text.endswith(" half")]
        if len(halves) != 1:
            raise KotraError(
                "{count} half wins can be declared with this throw; type the play with “half” after it.",
                count=len(halves),
            )
        return self._at_turn(self.turn, halves[0].text)

    def _turn_here(self) -> model.Turn:
        """Return the turn in the line that is typed anew."""
        if self.turn is None:
            raise KotraError("Line {line} has no roll.", line=self.line)
        return self.turn

    def _behind_here(self) -> str:
        """Return the marks and the comment at the end of the line whose place is taken."""
        turn = self.turn
        if turn is None or turn.span is None:
            return ""
        line = self.record.lines[turn.span.line]
        blank = isinstance(turn.deed, model.Blank)
        return (line.partition(":")[2] if blank else line[turn.span.end_column - 1 :]).strip()

    # The cube, and what ends a game

    def _refuse_waiting(self) -> None:
        """Raise ValueError where an offer waits for its answer."""
        stakes = self.place.state.stakes
        if self.line is None and stakes.resigned:
            raise KotraError("Answer the resignation first: y or n.")
        if self.line is None and stakes.offer and not stakes.offer.level:
            raise KotraError("Answer the double first: t or p.")

    def _deed(self, entry: DeedEntry) -> LineEdit:
        if entry.name == "game":
            return self._next_game()
        if self.turn is not None and self.line is None:
            raise KotraError("Type the play of {dice} first.", dice=spell_dice(self.turn.dice))
        if self.place.over and self.line is None:
            raise KotraError("The game is over; the next dice start the next game.")
        event = typed_action(self.place, entry)
        if entry.seat is not None:
            event = replace(event, seat=entry.seat)
        if not self.stands and (objection := refusal_to_act(self.record, self.place, event)) is not None:
            raise ValueError(objection)
        if self.line is None and self.place.game == len(self.record.match.games):
            self._begin()
        return self._lines(spell_event(event, self.record.points, 0))

    def _next_game(self) -> LineEdit:
        if self.line is not None:
            raise KotraError("A new game can only begin after the last line.")
        if self.place.game < len(self.record.match.games) and not (
            self.place.over or self.place.state.course.won
        ):
            raise KotraError("The game is not over; first say how it ended, such as “W wins 2”.")
        self.place = replace(self.place, over=True)
        self._begin()
        return self._lines(acts=False)

    # Whatever else may stand in a record

    def _mark(self, sign: str) -> LineEdit:
        """Return the mark behind the last line that it can speak of, or the line that is given."""
        line = self.record.marked_line if self.line is None else self.line
        if line is None:
            raise KotraError("There is no play or cube action that “{sign}” could belong to.", sign=sign)
        words, hash_, note = self.record.lines[line].partition("#")
        marked = f"{words.rstrip()} {sign}" + (f" {hash_}{note}" if hash_ else "")
        return LineEdit((marked,), line, acts=False)

    def _write_entry(self, entry: LineEntry) -> LineEdit:
        statement = entry.statement
        if self.line is not None:
            return self._lines(entry.text)
        match statement:
            case statements.Heading():
                lines = self.record.lines
                if lines.count and lines[lines.count].strip():
                    self._heading = ("",)
                return self._lines(entry.text, acts=False)
            case model.Candidate():
                return self._about_deed(entry.text)
            case statements.MadeStatement(kind=kind) if kind in _OF_DEED:
                return self._about_deed(entry.text)
            case statements.HeaderStatement() if self.record.match.games:
                raise KotraError("Headers are above the first game; to change one, edit its line there.")
            case statements.HeaderStatement() | Note() | statements.Version():
                return self._lines(entry.text, acts=False)
            case statements.MadeStatement(kind=kind) if kind in _ANNOTATIONS:
                return self._lines(entry.text, acts=False)
            case statements.MadeStatement(kind=kind) as made if kind in _LED_TO:
                if (line := self._again(made.event(model.Span(1)))) is not None:
                    return LineEdit((entry.text,), line, acts=False)
            case statements.VerdictStatement() if (line := self.record.ruling_line) is not None:
                return LineEdit((entry.text,), line, acts=False)
        if self.place.game == len(self.record.match.games):
            self._begin()
        return self._lines(entry.text)

    def _about_deed(self, text: str) -> LineEdit:
        """Return a line about what was done last, above what was written by itself behind that."""
        for event in self.record.behind_deed():
            if isinstance(event, _LED_TO) and event.span is not None:
                line = event.span.line
                return LineEdit((text, self.record.lines[line]), line, acts=False)
        return self._lines(text, acts=False)

    def _again(self, event: model.Event) -> int | None:
        """Return the line that says this already, or of the same thing, and was perhaps written by itself."""
        for written in self.record.behind_deed():
            if isinstance(written, model.AwardClaim) and isinstance(event, model.AwardClaim):
                same_kind = award_named(written.kind) == award_named(event.kind)
                same = written.seat == event.seat and same_kind
            else:
                same = type(written) is type(event)
            if same and written.span is not None:
                return written.span.line
        return None


def throw_text(turn: model.Turn) -> str:
    """Return the side and the dice of a turn, behind which its play stands."""
    return f"{SEATS[turn.seat]} {spell_dice(turn.dice, turn.singly)}:"
