"""Reading one tree: the nodes of its main line become the events of a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import field, replace
from typing import Any

from kotra_notation import model
from kotra_notation.alarm import heed_stop
from kotra_notation.board import Cube, Position, flip_points
from kotra_notation.findings import Finding, finding, phrase, reason
from kotra_notation.formats.reading_checks import header_late, header_twice
from kotra_notation.formats.sgf import headers
from kotra_notation.formats.sgf.annotations import (
    parse_cube_evaluation,
    parse_mark,
    parse_number,
    parse_play_evaluation,
)
from kotra_notation.formats.sgf.tree import Places, Property, Tree, unescape
from kotra_notation.formats.sgf.values import SEATS, parse_action, parse_board
from kotra_notation.values import dataclass

SHOWN = 80
BOARD = frozenset(("AE", "AW", "AB"))
SETUP = BOARD | {"PL", "DI", "CV", "CP", "CO"}
ACTIONS = SETUP | {"W", "B", "KN"}
OWNERS: dict[str, int | None] = {"w": 0, "b": 1, "c": None, "n": None}
NOT_RECORDED = "????"  # what KN says of dice whose play is not known
BLANK = "blank"  # of dice behind which nothing is written, where that has to be told
ROOT_ONLY = frozenset(("FF", "GM", "CA", "AP", "ST", "MI", "RU", "RE", "GC"))
ROOT_ONLY |= {*headers.NAMES, *headers.RATINGS, *headers.INFO}
REPEATED = frozenset(("W", "B", "A", "DA", "LU", "C"))  # each is read
_VALUE = re.compile("[0-9]{1,9}")  # what it says of a double
NOT_COMPUTED = ("inf", "-inf", "nan", "-nan")  # luck that was not looked at


def first_of(properties: Sequence[Property]) -> dict[str, Property]:
    """Return the properties of a node by their names, of several of one name the first."""
    stated: dict[str, Property] = {}
    for prop in properties:
        stated.setdefault(prop.name, prop)
    return stated


def unreadable(prop: Property, places: Places, seat: int | None = None) -> Finding:
    """Return the finding for a property whose value cannot be read."""
    written = f"{prop.name}{prop.raw}"[:SHOWN]
    return finding("unreadable-cell", span=places.span_of(prop), seat=seat, written=written, near="")


@dataclass(slots=True)
class TreeReader:
    """The state of reading one game; a side has so many `men`."""

    source: str
    money: bool
    men: int
    places: Places
    say: Callable[[Finding], None]
    events: list[model.Event]
    seat: int | None = None  # whose the last action was
    acted: model.Event | None = None  # the last action
    index: int = -1  # of that among the events
    bare: bool = False  # whether it was only dice, which a play of the same side supersedes
    cube_text: str = ""  # the evaluation behind the last double
    cube: Cube = Cube()
    root: Sequence[Property] = ()
    offers: list[int] = field(default_factory=list)  # who has doubled since the cube was last taken

    def read(self, tree: Tree, root_properties: Sequence[Property]) -> None:
        """Read the main line; what stands at the root is given for itself."""
        self.cube = Cube(value=2 ** len(self.events) if self.events else 1)
        self.root = root_properties
        for number, node in enumerate(tree.nodes):
            heed_stop()
            for variation in tree.variations.get(number, ()):
                self.events.append(self.places.extra(variation))
            self._one_act(node.properties)
            self._node(node.properties if number else root_properties)
        for variation in tree.variations.get(len(tree.nodes), ()):
            self.events.append(self.places.extra(variation))
        if tree.variations:
            first = min(variation.start for beside in tree.variations.values() for variation in beside)
            how = phrase("the first branch is taken as the game")
            self._choose(first, phrase("The game branches here"), how)

    def _odd_headers(self, properties: Sequence[Property], stated: dict[str, Property]) -> None:
        """Say which properties of a node belong at the root, and which stand twice with different values."""
        completed = "DI" in stated or any(prop.raw == "[double]" for prop in properties)  # by KN
        for prop in properties:
            first, span = stated[prop.name], self.places.span_of(prop)
            if prop.name in ROOT_ONLY or (prop.name == "KN" and not completed):
                self.say(header_late(f"{prop.name}{prop.raw}", span))
            elif prop.raw != first.raw and prop.name in SETUP | {"KN"}:
                self.say(header_twice(prop.name, first.raw, prop.raw, span))

    def _one_act(self, properties: Sequence[Property]) -> None:
        """Say where a node holds several moves; their order is that of the text."""
        acts = [prop for prop in properties if prop.name in ("W", "B")]
        if len(acts) > 1:
            how = phrase("they are read in order")
            self._choose(acts[1].start, phrase("One node holds several moves"), how)

    def _choose(self, start: int, what: str, how: str) -> None:
        self.say(finding("reading-chosen", span=self.places.span(start, start + 1), what=what, how=how))

    def _node(self, properties: Sequence[Property]) -> None:
        """Read what happened in a node, then what is said of it, in the order it is said."""
        if not properties:
            return
        first = properties[0]
        if len(properties) == 1 and first.name in ("W", "B"):
            self._side(first, "")
            return
        stated = first_of(properties)
        if properties is not self.root:
            self._odd_headers(properties, stated)
        word = unescape(stated["KN"].value) if "KN" in stated else ""
        for prop in properties:
            if prop.name in ("W", "B"):
                self._side(prop, word)
        if not SETUP.isdisjoint(stated):
            self._setup({name: prop for name, prop in stated.items() if name in SETUP}, word)
        for prop in properties:
            if prop.name not in ACTIONS:
                self._annotation(prop, stated)

    def _act(self, event: model.Event, seat: int) -> None:
        self.seat, self.acted = seat, event
        self.index, self.bare = len(self.events), False
        self.events.append(event)

    def _side(self, prop: Property, word: str) -> None:
        seat = 0 if prop.name == "W" else 1
        text = prop.raw[1:-1] if "]" not in prop.raw[:-1] else ""
        act = parse_action(text, seat)
        span = self.places.span(prop.start, prop.end)
        if act is None:
            self._unread(prop, seat, text, span)
        elif isinstance(act, str):
            self._cube_action(act, seat, int(word) if _VALUE.fullmatch(word) else None, span)
        else:
            if self.bare and self.seat == seat:
                del self.events[self.index]
            if isinstance(self.acted, model.Beaver):
                self._take()
            self._act(model.Turn(seat=seat, dice=act.dice, deed=act.deed, text=text, span=span), seat)

    def _unread(self, prop: Property, seat: int, text: str, span: model.Span) -> None:
        """Keep a play that cannot be read as it stands; without dice it is none."""
        self.say(unreadable(prop, self.places, self.seat))
        if text[:2].isascii() and text[:2].isdecimal() and len(text) > 1:
            dice, deed = (int(text[0]), int(text[1])), model.Unread(text=text[2:])
            self._act(model.Turn(seat=seat, dice=dice, deed=deed, text=text, span=span), seat)
        else:
            self._extra(prop)

    def _cube_action(self, word: str, seat: int, value: int | None, span: model.Span) -> None:
        if word == "take":
            self._act(model.Take(seat=seat, span=span), seat)
            self._take()
        elif word == "drop":
            self._act(model.Drop(seat=seat, span=span), seat)
        else:
            self._double(seat, value, span)

    def _double(self, seat: int, value: int | None, span: model.Span) -> None:
        """Read a double; by the other side directly behind one, a beaver."""
        before = self.acted if self.seat != seat else None
        if isinstance(before, model.Double | model.Beaver):
            level = before.level + 1 if isinstance(before, model.Beaver) else 1
            self._act(model.Beaver(seat=seat, value=value, level=level, span=span), seat)
        else:
            self.offers.clear()
            self._act(model.Double(seat=seat, value=value, span=span), seat)
        self.offers.append(seat)
        self.cube_text = ""

    def _take(self) -> None:
        if self.offers and len(self.offers) < 30:
            self.cube = Cube(value=self.cube.value << len(self.offers), owner=1 - self.offers[0])
        self.offers.clear()

    def _setup(self, stated: dict[str, Property], word: str) -> None:
        """Read a board, dice or cube that are set; a cube or dice directly behind a board belong to it."""
        starts, ends = zip(*[(prop.start, prop.end) for prop in stated.values()], strict=True)
        span = self.places.span(min(starts), max(ends))
        seat = self._on_roll(stated.get("PL"))
        dice = self._dice(stated.get("DI"))
        board = not BOARD.isdisjoint(stated)
        if board:
            self._board(stated, seat, dice, span)
        elif dice is not None and (word in (NOT_RECORDED, BLANK) or not self._adds_to_board(dice=dice)):
            deed = model.NotRecorded() if word == NOT_RECORDED else model.Blank()
            text = f"{dice[0]}{dice[1]}"
            self._act(model.Turn(seat=seat, dice=dice, deed=deed, text=text, span=span), seat)
            self.bare = not word
        for name in ("CV", "CP", "CO"):
            if name in stated:
                self._set_cube(stated[name])
        if not board and dice is None:
            for name in ("PL", "DI"):
                if name in stated:
                    self._extra(stated[name])

    def _on_roll(self, stated: Property | None) -> int:
        """Return whose the dice are: as stated, else of the side whose turn it is."""
        side = stated.value.strip().upper()[:1] if stated else ""
        if side in ("W", "B"):
            return SEATS.index(side)
        return 0 if self.seat is None else 1 - self.seat

    def _dice(self, stated: Property | None) -> tuple[int, int] | None:
        if stated is None:
            return None
        text = stated.value.strip()
        if len(text) == 2 and text.isascii() and text.isdecimal():
            return int(text[0]), int(text[1])
        self.say(unreadable(stated, self.places, self.seat))
        return None

    def _board(
        self, stated: dict[str, Property], seat: int, dice: tuple[int, int] | None, span: model.Span
    ) -> None:
        try:
            if not ("AW" in stated or "AB" in stated):
                raise ValueError("No men are set up.")
            points = parse_board({name: prop.values for name, prop in stated.items()})
        except ValueError as error:
            written = stated[min(name for name in stated if name[0] == "A")].raw[:SHOWN]
            self.say(finding("unreadable-position", span=span, written=written, why=reason(error)))
            for name in ("AE", "AW", "AB"):
                if name in stated:
                    self._extra(stated[name])
            return
        own, men = points if seat == 0 else flip_points(points), (self.men, self.men)
        position = Position(points=own, seat=seat, men=men, cube=self.cube, dice=dice)
        self._act(model.SetPosition(position=position, span=span), seat)

    def _adds_to_board(self, **facts: Any) -> bool:
        """Put what is set into the board set up directly before; False where there is none."""
        if not isinstance(self.acted, model.SetPosition):
            return False
        position = replace(self.acted.position, **facts)
        self.acted = model.SetPosition(position=position, span=self.acted.span)
        self.events[self.index] = self.acted
        return True

    def _set_cube(self, stated: Property) -> None:
        text, before = stated.value.strip().lower(), self.cube
        if stated.name == "CV" and text.isascii() and text.isdecimal() and 0 < len(text) < 10 and int(text):
            self.cube = replace(self.cube, value=int(text))
        elif stated.name != "CV" and text in OWNERS:
            self.cube = replace(self.cube, owner=OWNERS[text])
        else:
            self._extra(stated)
            return
        if not self._adds_to_board(cube=self.cube):
            self._extra(stated)
            if self.cube != before:
                other = phrase("the doubles before it leave the cube at {value}", value=before.value)
                if stated.name != "CV":
                    other = phrase("no double before it gives the cube to that side")
                one = phrase("the cube is set by {written}", written=f"{stated.name}{stated.raw}"[:SHOWN])
                self.say(finding("witness-disagrees", span=self.places.span_of(stated), one=one, other=other))

    def _annotation(self, prop: Property, stated: dict[str, Property]) -> None:
        """Read what a property says of the last action; what is unknown is kept."""
        name, span = prop.name, self.places.span_of(prop)
        event: model.Event | None = None
        if name == "C":
            text = "".join([unescape(value) for value in prop.values])
            self.events += [model.Comment(text=part, span=span) for part in headers.paragraphs(text)]
            return
        if (name == "MR" and ("A" in stated or not prop.value.strip())) or (name == "CR" and "DA" in stated):
            return
        if name == "DA" and isinstance(self.acted, model.Take | model.Drop) and prop.raw == self.cube_text:
            return  # it repeats behind the answer what stands behind the double
        if name in ("A", "DA"):
            event = self._evaluation(prop, stated, span)
        elif name == "LU":
            if prop.value.strip().lower() in NOT_COMPUTED:
                return
            if (luck := parse_number(prop.value.strip())) is None:
                self.say(unreadable(prop, self.places, self.seat))
            else:
                event = model.Evaluation(aspect="luck", luck=luck, source=self.source, span=span)
        else:
            event = parse_mark(name, prop.value, self.acted, self.seat, span)
        if event is not None:
            self.events.append(event)
        else:
            self._extra(prop)

    def _evaluation(
        self, prop: Property, stated: dict[str, Property], span: model.Span
    ) -> model.Evaluation | None:
        evaluation: model.Evaluation | None = None
        about: dict[str, Any] = {"money": self.money, "source": self.source, "span": span}
        if prop.name == "A":
            if self.seat is None:
                return None
            rolled_out = stated["MR"].value.strip() if "MR" in stated else ""
            evaluation = parse_play_evaluation(prop.values, self.seat, rolled_out=rolled_out, **about)
        else:
            self.cube_text = prop.raw if isinstance(self.acted, model.Double) else self.cube_text
            if len(prop.values) == 1:
                evaluation = parse_cube_evaluation(prop.value, rolled_out="CR" in stated, **about)
        if evaluation is None:
            self.say(unreadable(prop, self.places, self.seat))
        return evaluation

    def _extra(self, prop: Property) -> None:
        if prop.name:
            self.events.append(self.places.extra(prop))
