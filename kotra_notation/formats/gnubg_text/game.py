"""One game of a text export: its blocks, each with a heading, a board and what came of it, become events."""

from __future__ import annotations

from dataclasses import replace

from kotra_notation import model
from kotra_notation.board import Position
from kotra_notation.board.position import position as position_of
from kotra_notation.findings import Severity, phrase, reason
from kotra_notation.formats.gnubg_text import lines
from kotra_notation.formats.gnubg_text.remarks import STARTS, Remarks
from kotra_notation.formats.plays import parse_hops_by_word
from kotra_notation.formats.reading_checks import header_twice
from kotra_notation.formats.recorder import SHOWN, Recorder
from kotra_notation.values import dataclass

# Where games begin, by the position id, and the variant that begins there.
FIRST_BOARDS = {"4HPwATDgc/ABMA": "", "4Dl4ADbgOXgANg": "nackgammon", "AACgAgAAKgAAAA": "hypergammon"}


@dataclass(slots=True)
class Block:
    """The part of a game under one `Move number`: the heading, the ids of its board, and its outcome."""

    number: int
    dice: tuple[int, int] | None = None
    ids: dict[str, str] | None = None
    pips: tuple[int, int] | None = None
    offered: bool = False
    answered: bool = False
    settled: bool = False
    acted: bool = False

    def position(self) -> Position | None:
        """The position the ids tell, None where they are missing; ValueError where they are wrong."""
        if not self.ids or "Position" not in self.ids:
            return None
        match_id = f":{self.ids['Match']}" if "Match" in self.ids else ""
        return position_of(self.ids["Position"] + match_id)


class GameReader:
    """The state of reading the game that is open; `recent`: the version tells the rules of money games."""

    def __init__(self, recorder: Recorder, *, source: str, recent: bool) -> None:
        self.recorder, self.match, self.recent = recorder, recorder.draft(), recent
        self.draft = self.match.games[-1]
        self.events: list[model.Event] = self.draft.events
        self.block: Block | None = None
        self.blocks = 0
        self.happened = False  # whether anybody has done anything
        self.offer: model.Double | model.Beaver | None = None
        self.remarks = Remarks(self.draft.events, source)
        self.pips: list[int] | None = None  # of both sides, by what was played

    @property
    def span(self) -> model.Span:
        """The line being read, from its first character to its last."""
        return self.recorder.span

    def heading(self, number: int, text: str) -> None:
        """A further block begins."""
        self.close_block()
        self.block = Block(number)
        self.blocks += 1
        _, predicate = self.subject(text)
        statement = lines.parse_statement(predicate)
        if statement is None:
            self.recorder.unreadable()
        elif statement.verb == "to_play":
            self.block.dice = statement.dice
        elif statement.verb == "doubles":
            self.block.offered = True
            if statement.value and (offer := self.offer) is not None and offer.value is None:
                index = next(i for i in reversed(range(len(self.events))) if self.events[i] is offer)
                self.offer = self.events[index] = replace(offer, value=statement.value)

    def within(self, block: Block) -> bool:
        """Read a line below a heading; True where an annotation begins behind it."""
        line = self.recorder.line
        first = line[0]
        if first == "*" and line[1:3].strip():
            self._settle(block)
            self._action(line[1:].strip(), block)
        elif match := lines.IDS.match(line):
            first = (block.ids or {}).get(match[1], match[2])
            if first != match[2]:
                self.recorder.say(header_twice(match[1], first, match[2], self.span))
            block.ids = {**(block.ids or {}), match[1]: match[2]}
        elif match := lines.PIPS.match(line):
            block.pips = int(match[1]), int(match[2])
        elif line.startswith(STARTS):
            self._settle(block, bare=True)
            self._readable(self.remarks.begin(line, self.recorder.number, answered=block.answered))
        elif line.startswith("Annotation:"):
            self.remarks.close()
            self._settle(block, bare=True)
            return True
        elif self.remarks.take(line) or first == "*" or line.startswith("Cannot analyse"):
            return False
        elif match := lines.SKILL.match(line):
            self._readable(self.remarks.skill(" ".join(match[1].split()), line, self.recorder.number))
        elif not self._result(line):
            self.recorder.unreadable()
        return False

    def _settle(self, block: Block, *, bare: bool = False) -> None:
        """Take what the board of a block says before anything is done; `bare`: nothing is said to be done."""
        if not block.settled:
            block.settled = True
            self._compare_pips(block)
            moved = block.pips and self.pips not in (None, list(block.pips))
            if self.blocks == 1:
                self._first_board(block)
            elif moved and (board := self._position(block)):
                self.events.append(model.SetPosition(position=self._before(board), span=self.span))
            if block.pips:
                self.pips = list(block.pips)
        if bare and not block.acted and block.dice:
            block.acted = True
            seat = self._on_roll(block)
            self.events.append(model.Turn(seat=seat, dice=block.dice, deed=model.Blank(), span=self.span))

    def _compare_pips(self, block: Block) -> None:
        try:
            position = block.position() if block.pips else None
        except ValueError:
            return
        if position is None or block.pips is None:
            return
        right = position.pips(0), position.pips(1)
        if block.pips != right:
            first, second = block.pips
            one = phrase("the pip counts are {first} and {second}", first=first, second=second)
            other = phrase("the board has {first} and {second}", first=right[0], second=right[1])
            self.recorder.find("witness-disagrees", severity=Severity.NOTE, one=one, other=other)
            block.pips = right

    def _first_board(self, block: Block) -> None:
        """Take the board a game begins with: the usual one, that of a variant, or one that was set up."""
        position = self._position(block)
        if position is None or block.ids is None:
            return
        match, standing = self.match, position.standing
        if match.length is None:
            match.length = standing.length
        if not match.length and "Match" in block.ids and (self.recent or not standing.jacoby):
            match.state_rule(f"texas={'on' if standing.jacoby else 'off'}")
        variant = FIRST_BOARDS.get(block.ids["Position"])
        if variant is None or block.number != 1:
            self.events.append(model.SetPosition(position=self._before(position), span=self.span))
            return
        if variant:
            match.state_rule(f"variant={variant}")
        doubled = position.cube.value.bit_length() if position.cube.owner is None else 0
        turned = [model.AutomaticDouble(value=1 << power, span=self.span) for power in range(1, doubled)]
        self.events += turned

    def _before(self, position: Position) -> Position:
        """Return a position without the dice that a turn brings, and without an offer that a double tells."""
        return replace(position, dice=None, offer=position.offer if self.offer is None else None)

    def _position(self, block: Block) -> Position | None:
        try:
            return block.position()
        except ValueError as error:
            written = ":".join((block.ids or {}).values())[:SHOWN]
            block.ids = None
            self.recorder.find("unreadable-position", written=written, why=reason(error))
            return None

    def _action(self, text: str, block: Block) -> None:
        self.remarks.close()
        if block.offered and not self.happened:
            return  # in the export of a position an answer is printed whether there was one or not
        further, self.happened, block.acted = block.acted, True, True
        seat, predicate = self.subject(text)
        if seat is None:  # names do not tell: the side that has to answer acts, else the one on roll
            seat = 1 - self.offer.seat if self.offer is not None else self._on_roll(block)
            name, names = text.removesuffix(predicate).strip(), self.match.names
            if not names[seat] and name != names[1 - seat]:
                self.match.players[seat] = model.Player(name=name)
        span = self.span
        if predicate.startswith("moves "):
            self._play(seat, predicate[6:].strip(), block, span)
            return
        statement = lines.parse_statement(predicate)
        verb = statement.verb if statement else ""
        if verb == "cannot_move" and block.dice:
            deed = model.CannotMove()
            self._turn(model.Turn(seat=seat, dice=block.dice, deed=deed, text=predicate, span=span))
        elif verb == "doubles":
            block.answered = self.offer is not None
            self._doubles(seat, span)
        elif verb in ("accepts", "rejects"):
            block.answered, self.offer = True, None
            self.events.append((model.Take if verb == "accepts" else model.Drop)(seat=seat, span=span))
        elif verb == "resigns" and statement:
            self.events.append(model.Resignation(seat=seat, size=statement.value, span=span))
        elif block.dice and not further:
            self._unread(seat, predicate, block.dice, span)
        else:
            self.recorder.unreadable()

    def _play(self, seat: int, text: str, block: Block, span: model.Span) -> None:
        hops = parse_hops_by_word(text.replace(",", " "))
        if block.dice is None:
            self.recorder.unreadable()
        elif hops is None:
            self._unread(seat, text, block.dice, span)
        else:
            if self.pips is not None:
                self.pips[seat] -= sum([source - target for source, target, _ in hops])
                self.pips[1 - seat] += sum([target for _, target, taken in hops if taken])
            deed = model.Play(hops=hops)
            self._turn(model.Turn(seat=seat, dice=block.dice, deed=deed, text=text, span=span))

    def _turn(self, turn: model.Turn) -> None:
        self.events.append(turn)
        self.offer = self.remarks.of_offer = None

    def _unread(self, seat: int, text: str, dice: tuple[int, int], span: model.Span) -> None:
        self.recorder.unreadable_part(text, span, seat)
        self._turn(model.Turn(seat=seat, dice=dice, deed=model.Unread(text=text), text=text, span=span))

    def _doubles(self, seat: int, span: model.Span) -> None:
        """Take a double; by the side that is to answer one, it is a beaver."""
        before = self.offer
        if before is not None and before.seat != seat:
            level = before.level + 1 if isinstance(before, model.Beaver) else 1
            self.offer = model.Beaver(seat=seat, level=level, span=span)
        else:
            self.offer = model.Double(seat=seat, span=span)
            self.remarks.of_offer = None
        self.events.append(self.offer)

    def parse_result(self, line: str) -> tuple[int | None, int | None] | None:
        """The side and the points of a line that is the result of the game, None for any other."""
        if " wins " not in line:
            return None
        seat, text = self.subject(line.strip())
        statement = lines.parse_statement(text)
        return (seat, statement.value) if statement and statement.verb == "wins" else None

    def _result(self, line: str) -> bool:
        result = self.parse_result(line)
        if result is None:
            return False
        self.close_block()
        seat, points = result
        self.happened = True
        winner = seat if seat is not None else 1 - self._last_seat()
        self.events.append(model.ResultClaim(seat=winner, points=points, span=self.span))
        return True

    def subject(self, text: str) -> tuple[int | None, str]:
        """The side a line begins with, None where the names do not tell, and what is said of it."""
        names = self.match.names
        if names[0] != names[1]:
            fits = [seat for seat in (0, 1) if names[seat] and text.startswith(f"{names[seat]} ")]
            if fits:
                seat = max(fits, key=lambda fit: len(names[fit]))
                return seat, text[len(names[seat]) :].strip()
        match = lines.SUBJECT.match(text)
        return None, match[2] if match else text

    def _on_roll(self, block: Block) -> int:
        position = self._position(block)
        return position.seat if position else 1 - self._last_seat()

    def _last_seat(self) -> int:
        """Return who did something last, by default the side that does not begin."""
        acting = model.Turn | model.Take | model.Drop
        return next((event.seat for event in reversed(self.events) if isinstance(event, acting)), 1)

    def comment(self, text: str, span: model.Span) -> None:
        """Take an annotation."""
        if text:
            self.events.append(model.Comment(text=text, span=span))

    def _readable(self, is_read: bool) -> None:
        if not is_read:
            self.recorder.unreadable()

    def close_block(self) -> None:
        """Finish the block that is open."""
        self.remarks.close()
        if self.block is not None:
            self._settle(self.block)

    def close(self) -> None:
        """Finish the game; one of a single block in which nothing was done is a position that is shown."""
        self.close_block()
        block = self.block
        if block is None or self.happened or self.blocks != 1:
            return
        shown = model.Turn | model.SetPosition
        self.events[:] = [event for event in self.events if not isinstance(event, shown)]
        if position := self._position(block):
            self.events.insert(0, model.SetPosition(position=position, span=self.draft.span))
