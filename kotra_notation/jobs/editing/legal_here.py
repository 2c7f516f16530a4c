"""The legal plays of the throw that a place of a text is behind, spelled as the text spells its plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from itertools import pairwise
from typing import NamedTuple

from kotra_notation.board import Points as Board
from kotra_notation.formats import FORMATS
from kotra_notation.formats.kotra import hops as kotra_hops
from kotra_notation.formats.patching.habits import Habits
from kotra_notation.formats.patching.hands import Hand, Spells
from kotra_notation.jobs.editing.edited_text import EditedText, EventPlace
from kotra_notation.model import Hop, Turn
from kotra_notation.replay.turns import possible_dice, thrown
from kotra_notation.rules import legal_plays
from kotra_notation.rules.ruleset import Facts, Step
from kotra_notation.rules.spelling import trips

KOTRA = "kotra"


class PlaysHere(NamedTuple):
    """Legal plays, in the order of the rules, and the columns of the line between which one is put."""

    plays: tuple[str, ...]
    start: int
    end: int


def plays_here(text: EditedText, line: int, column: int) -> PlaysHere | None:
    """The legal plays of the throw that a place is behind; None where it is behind none."""
    place = text.event_at(line, column)
    if place is None or not isinstance(place.event, Turn) or not possible_dice(place.event):
        return None
    hand = _hand(text)
    start = _deed(text, place, hand) if hand else None
    if hand is None or start is None or column < start:
        return None
    frame = text.frame(place)
    state, seat = frame.before, place.event.seat
    if state.ending is not None or state.seat not in (None, seat):
        return None
    ruleset, node = state.setting.ruleset, state.node(seat)
    found = legal_plays(ruleset, thrown(ruleset, node, place.event))
    spells, single = _spells(text, hand, ruleset.facts), FORMATS[text.format].single_steps
    plays = [
        spells(_hops(tuple(node.points), play.steps, ruleset.facts, single=single), seat)
        for play in found.values()
    ]
    # Of two plays that lead to different boards and are spelled alike one is enough.
    return PlaysHere(tuple(dict.fromkeys(play or hand.cannot_move for play in plays)), start, column)


def _hand(text: EditedText) -> Hand | None:
    """The hand of a text; None where its notation is not changed by hand."""
    format = FORMATS[text.format]
    if format.binary or not format.habits:
        return None
    habits: Habits = import_module(format.habits).HABITS
    plain = text.source.text
    return habits.hand(plain, habits.dialect(plain) if habits.dialect else text.checked.reading.dialect)


def _deed(text: EditedText, place: EventPlace, hand: Hand) -> int | None:
    """The column in which what was done with the dice begins."""
    begin = place.span.column - 1 + (text.shift if place.span.line == 1 else 0)
    dice = hand.dice.match(text.lines[place.span.line - 1], begin)
    return None if dice is None else dice.end() + 1 - (text.shift if place.span.line == 1 else 0)


def _spells(text: EditedText, hand: Hand, facts: Facts) -> Spells:
    """How hops are spelled; a text without a play yet does not tell that its board has letters."""
    if text.format == KOTRA and facts.lettered and not facts.paths and not _by_path(text):
        return partial(kotra_hops.spelled, points=kotra_hops.Points.LETTERS)
    return hand.spells


def _by_path(text: EditedText) -> bool:
    return any(line.strip().lower().replace(" ", "") in ("points:path", "reitir:path") for line in text.lines)


def _hops(board: Board, steps: Sequence[Step], facts: Facts, *, single: bool) -> Iterator[Hop]:
    """The hops of a play with its hits, one a step or one a man."""
    ways = trips(board, steps)
    if single:
        taken = {target: hit for way in ways for target, hit in way[1:]}
        for source, target, _ in steps:
            yield Hop(source, target, taken.pop(target, 0))
        return
    for way in ways:
        for (source, _), (target, hit) in pairwise(way):
            yield Hop(source, target, hit if facts.lettered or hit == 1 else 0)
