"""Reading one tree: the nodes of its main line become the events of a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from kotra_notation import model
from kotra_notation.alarm import heed_stop
from kotra_notation.board import Cube, Position, turned
from kotra_notation.findings import Finding, finding, phrase, reason
from kotra_notation.formats.reading_checks import header_late, header_twice
from kotra_notation.formats.sgf import evaluations, headers, setups
from kotra_notation.formats.sgf.marks import mark
from kotra_notation.formats.sgf.text import unescaped
from kotra_notation.formats.sgf.tree import Property, Tree
from kotra_notation.formats.sgf.values import CubeWord, action

SHOWN = 80
SETUP = frozenset(("AE", "AW", "AB", "PL", "DI", "CV", "CP", "CO"))
ACTIONS = SETUP | {"W", "B", "KN"}
OWNERS: dict[str, int | None] = {"w": 0, "b": 1, "c": None, "n": None}
NOT_RECORDED = "????"  # what KN says of dice whose play is not known
BLANK = "blank"  # of dice behind which nothing is written, where that has to be told
ROOT_ONLY = frozenset(("FF", "GM", "CA", "AP", "ST", "MI", "RU", "RE", "GC"))
ROOT_ONLY |= {*headers.NAMES, *headers.RATINGS, *headers.INFO}
REPEATED = frozenset(("W", "B", "A", "DA", "LU", "C"))  # each is read
PLAYS_UNKNOWN = (NOT_RECORDED, BLANK)
_VALUE = re.compile("[0-9]{1,9}")  # what it says of a double
NOT_COMPUTED = ("inf", "-inf", "nan", "-nan")  # luck that was not looked at


def first_of(properties: Sequence[Property]) -> dict[str, Property]:
    """Return the properties of a node by their names, of several of one name the first."""
    stated: dict[str, Property] = {}
    for one in properties:
        stated.setdefault(one.name, one)
    return stated


class TreeReader:
    """The state of reading one game."""

    def __init__(
        self,
        *,
        source: str,
        money: bool,
        men: int,
        place: Callable[[int, int], model.Span],
        say: Callable[[Finding], None],
        events: list[model.Event],
    ) -> None:
        self.source = source
        self.money = money
        self.men = (men, men)
        self.place = place
        self.say = say
        self.events = events
        self.seat: int | None = None  # whose the last action was
        self.acted: model.Event | None = None  # the last action
        self.index = -1  # its place among the events
        self.bare = False  # whether it was only dice, which a play of the same side supersedes
        self.cube_text = ""  # the evaluation behind the last double
        self.cube = Cube()
        self.root: Sequence[Property] = ()
        self.offers: list[int] = []  # who has doubled since the cube was last taken

    def read(self, tree: Tree, root_properties: Sequence[Property]) -> None:
        """Read the main line; what stands at the root is given for itself."""
        self.cube = Cube(value=2 ** len(self.events) if self.events else 1)
        self.root = root_properties
        for number, node in enumerate(tree.nodes):
            heed_stop()
            for variation in tree.variations.get(number, ()):
                self._variation(variation.raw, variation.start)
            self._one_act(node.properties)
            self._node(node.properties if number else root_properties)
        for variation in tree.variations.get(len(tree.nodes), ()):
            self._variation(variation.raw, variation.start)

        if tree.variations:
            first = min(
                (one for there in tree.variations.values() for one in there), key=lambda one: one.start
            )
            self._chosen(
                first.start,
                phrase("The game branches here"),
                phrase("the first line is read as what was played"),
            )

    def _odd_headers(self, properties: Sequence[Property], stated: dict[str, Property]) -> None:
        """Say which properties of a node belong at the root, and which stand twice with different values."""
        told = "DI" in stated or any(one.raw == "[double]" for one in properties)
        for one in properties:
            first = stated[one.name]
            if one.name in ROOT_ONLY or (one.name == "KN" and not told):
                self.say(header_late(f"{one.name}{one.raw}", self.place(one.start, one.end)))
            elif one.raw != first.raw and one.name in SETUP | {"KN"}:
                self.say(header_twice(one.name, first.raw, one.raw, self.place(one.start, one.end)))

    def _one_act(self, properties: Sequence[Property]) -> None:
        """A node holds one move; of several the order is that of the text."""
        acts = [one for one in properties if one.name in ("W", "B")]
        if len(acts) > 1:
            self._chosen(
                acts[1].start,
                phrase("One node holds several moves"),
                phrase("they are read in the order in which they stand"),
            )

    def _chosen(self, start: int, what: str, how: str) -> None:
        self.say(finding("reading-chosen", span=self.place(start, start + 1), what=what, how=how))

    def _variation(self, raw: str, start: int) -> None:
        span = self.place(start, start + len(raw))
        self.events.append(model.Extra(key="sgf:variation", value=raw, span=span))

    def _node(self, properties: Sequence[Property]) -> None:
        """What happened in a node, then what is said of it, in the order it is said."""
        if not properties:
            return
        first = properties[0]
        if len(properties) == 1 and first.name in ("W", "B"):
            self._side(first, "")
            return
        stated = first_of(properties)
        if properties is not self.root:
            self._odd_headers(properties, stated)
        word = unescaped(stated["KN"].value) if "KN" in stated else ""
        for one in properties:
            if one.name in ("W", "B"):
                self._side(one, word)
        if not SETUP.isdisjoint(stated):
            self._setup({name: one for name, one in stated.items() if name in SETUP}, word)
        for one in properties:
            if one.name not in ACTIONS:
                self._annotation(one, stated)

    # actions

    def _act(self, event: model.Event, seat: int) -> None:
        self.seat = seat
        self.acted = event
        self.index = len(self.events)
        self.bare = False
        self.events.append(event)

    def _side(self, one: Property, word: str) -> None:
        """A play or a cube action of one side."""
        seat = 0 if one.name == "W" else 1
        text = one.raw[1:-1] if "]" not in one.raw[:-1] else ""
        said = action(text, seat)
        span = self.place(one.start, one.end)
        if said is None:
            self._unread(one, seat, text, span)
        elif isinstance(said, CubeWord):
            self._cube_action(said.word, seat, int(word) if _VALUE.fullmatch(word) else None, span)
        else:
            self._supersede(seat)
            self._taken_silently()
            self._act(model.Turn(seat=seat, dice=said.dice, deed=said.deed, text=text, span=span), seat)

    def _unread(self, one: Property, seat: int, text: str, span: model.Span) -> None:
        """A play that cannot be read is kept as it stands; without dice it is none."""
        self._unreadable(one)
        dice = text[:2]
        if dice.isascii() and dice.isdecimal() and len(dice) == 2:
            deed = model.Unread(text=text[2:])
            self._act(
                model.Turn(seat=seat, dice=(int(dice[0]), int(dice[1])), deed=deed, text=text, span=span),
                seat,
            )
        else:
            self._extra(one)

    def _supersede(self, seat: int) -> None:
        """Take back dice that stood alone before the play of the same side."""
        if self.bare and self.seat == seat:
            del self.events[self.index]

    def _cube_action(self, word: str, seat: int, value: int | None, span: model.Span) -> None:
        if word == "double":
            self._double(seat, value, span)
        elif word == "take":
            self._act(model.Take(seat=seat, span=span), seat)
            self._taken()
        else:
            self._act(model.Drop(seat=seat, span=span), seat)

    def _double(self, seat: int, value: int | None, span: model.Span) -> None:
        """A double; by the other side directly behind one, a beaver."""
        before, other = self.acted, self.seat != seat
        if isinstance(before, model.Beaver) and other:
            self._act(model.Beaver(seat=seat, value=value, level=before.level + 1, span=span), seat)
        elif isinstance(before, model.Double) and other:
            self._act(model.Beaver(seat=seat, value=value, span=span), seat)
        else:
            self.offers.clear()
            self._act(model.Double(seat=seat, value=value, span=span), seat)
        self.offers.append(seat)
        self.cube_text = ""

    def _taken_silently(self) -> None:
        """A play behind a beaver takes it."""
        if isinstance(self.acted, model.Beaver):
            self._taken()

    def _taken(self) -> None:
        if self.offers and len(self.offers) < 30:
            self.cube = Cube(value=self.cube.value << len(self.offers), owner=1 - self.offers[0])
        self.offers.clear()

    # positions

    def _setup(self, stated: dict[str, Property], word: str) -> None:
        """A board, dice or cube that are set; a cube or dice directly behind a board belong to it."""
        span = self.place(min(one.start for one in stated.values()), max(one.end for one in stated.values()))
        seat = self._on_roll(stated.get("PL"))
        dice = self._dice(stated.get("DI"))
        board = {name for name in ("AE", "AW", "AB") if name in stated}
        if board:
            self._board(stated, seat, dice, span)
        elif dice is not None and (word in PLAYS_UNKNOWN or not self._adds_to_board(dice=dice)):
            deed = model.NotRecorded() if word == NOT_RECORDED else model.Blank()
            self._act(
                model.Turn(seat=seat, dice=dice, deed=deed, text=f"{dice[0]}{dice[1]}", span=span), seat
            )
            self.bare = not word
        for name in ("CV", "CP", "CO"):
            if name in stated:
                self._set_cube(stated[name])
        if not board and dice is None:
            for name in ("PL", "DI"):
                if name in stated:
                    self._extra(stated[name])

    def _on_roll(self, stated: Property | None) -> int:
        """Return whose the dice are: said, else of the side whose turn it is."""
        said = stated.value.strip().upper()[:1] if stated else ""
        if said in ("W", "B"):
            return "WB".index(said)
        return 0 if self.seat is None else 1 - self.seat

    def _dice(self, stated: Property | None) -> tuple[int, int] | None:
        if stated is None:
            return None
        text = stated.value.strip()
        if len(text) == 2 and text.isascii() and text.isdecimal():
            return int(text[0]), int(text[1])
        self._unreadable(stated)
        return None

    def _board(
        self, stated: dict[str, Property], seat: int, dice: tuple[int, int] | None, span: model.Span
    ) -> None:
        lists = {name: one.values for name, one in stated.items()}
        try:
            if not ("AW" in lists or "AB" in lists):
                raise ValueError("No men are set up.")
            points = setups.points_of(lists)
        except ValueError as error:
            written = stated[min(name for name in stated if name[0] == "A")].raw[:SHOWN]
            self.say(finding("unreadable-position", span=span, written=written, why=reason(error)))
            for name in ("AE", "AW", "AB"):
                if name in stated:
                    self._extra(stated[name])
            return
        seen = points if seat == 0 else turned(points)
        position = Position(points=seen, seat=seat, men=self.men, cube=self.cube, dice=dice)
        self._act(model.SetPosition(position=position, span=span), seat)

    def _adds_to_board(self, **said: Any) -> bool:
        """Return whether what is set belongs to the board set up directly before."""
        if not isinstance(self.acted, model.SetPosition):
            return False
        position = replace(self.acted.position, **said)
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
                self._other_cube(stated, before)

    def _other_cube(self, stated: Property, before: Cube) -> None:
        """Say that a cube is set to what no double has made it."""
        span = self.place(stated.start, stated.end)
        value = phrase("the doubles before it leave the cube at {value}", value=before.value)
        if stated.name != "CV":
            value = phrase("no double before it gives the cube to that side")
        one = phrase("the cube is set by {written}", written=f"{stated.name}{stated.raw}"[:SHOWN])
        self.say(finding("witness-disagrees", span=span, one=one, other=value))

    # annotations

    def _annotation(self, one: Property, stated: dict[str, Property]) -> None:
        """What a property says of the last action; what is unknown is kept."""
        name = one.name
        said: list[model.Event] | None = None
        if name == "A":
            said = self._play_evaluation(one, stated.get("MR"))
        elif name == "DA":
            said = self._cube_evaluation(one, stated.get("CR"))
        elif name == "LU":
            said = self._luck(one)
        elif name == "C":
            span = self.place(one.start, one.end)
            text = "".join([unescaped(value) for value in one.values])
            said = [model.Comment(text=part, span=span) for part in headers.remarks(text)]
        elif (name == "MR" and ("A" in stated or not one.value.strip())) or (name == "CR" and "DA" in stated):
            return
        elif marked := mark(name, one.value, self.acted, self.seat, self.place(one.start, one.end)):
            said = [marked]
        if said is None:
            self._extra(one)
        else:
            self.events += said

    def _play_evaluation(self, one: Property, marked: Property | None) -> list[model.Event] | None:
        if self.seat is None:
            return None
        said = evaluations.play(one.values, self.seat, source=self.source, money=self.money)
        if said is None:
            self._unreadable(one)
            return None
        extras = dict(said.extras)
        if marked is not None and marked.value.strip():
            extras["sgf:MR"] = marked.value.strip()
        return [self._placed(said, extras, one)]

    def _cube_evaluation(self, one: Property, marked: Property | None) -> list[model.Event] | None:
        """Return what DA says, unless it only says again behind the answer what stands behind the double."""
        if isinstance(self.acted, model.Take | model.Drop) and one.raw == self.cube_text:
            return []
        if isinstance(self.acted, model.Double):
            self.cube_text = one.raw
        said = evaluations.cube(one.value, source=self.source, money=self.money)
        if said is None or len(one.values) > 1:
            self._unreadable(one)
            return None
        extras = dict(said.extras)
        if marked is not None:
            extras["sgf:CR"] = "yes"
        return [self._placed(said, extras, one)]

    def _placed(self, said: model.Evaluation, extras: dict[str, str], one: Property) -> model.Evaluation:
        return model.Evaluation(
            aspect=said.aspect,
            candidates=said.candidates,
            source=said.source,
            extras=extras,
            span=self.place(one.start, one.end),
        )

    def _luck(self, one: Property) -> list[model.Event] | None:
        text = one.value.strip()
        if text.lower() in NOT_COMPUTED:
            return []
        luck = evaluations.number(text)
        if luck is None:
            self._unreadable(one)
            return None
        span = self.place(one.start, one.end)
        return [model.Evaluation(aspect="luck", luck=luck, source=self.source, span=span)]

    # what is left

    def _extra(self, one: Property) -> None:
        if not one.name:
            return
        span = self.place(one.start, one.end)
        self.events.append(model.Extra(key=headers.PREFIX + one.name, value=one.raw, span=span))

    def _unreadable(self, one: Property) -> None:
        span = self.place(one.start, one.end)
        written = f"{one.name}{one.raw}"[:SHOWN]
        self.say(finding("unreadable-cell", span=span, seat=self.seat, written=written, near=""))
