"""Completions at a place: legal plays behind dice, and the words of `.kotra`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from itertools import pairwise
from pathlib import PurePath
from typing import NamedTuple

from kotra_notation.board import Points as Board
from kotra_notation.fast.judges import legal_plays
from kotra_notation.formats import FORMATS
from kotra_notation.formats.kotra import spelling as kotra_spelling
from kotra_notation.formats.patching.exchange import Hand, Spells
from kotra_notation.formats.patching.lines import Habits
from kotra_notation.model import Hop, Turn
from kotra_notation.record.editing import EditedText
from kotra_notation.replay.turns import throw_of_turn
from kotra_notation.rules import RULESETS, option_text, options_of
from kotra_notation.rules.options import NUMBER
from kotra_notation.rules.ruleset import Facts, Step
from kotra_notation.rules.spelling import trips
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import Tongue

KOTRA = "kotra"


class PlaysHere(NamedTuple):
    """Legal plays, in the order of the rules, and the columns of the line between which one is put."""

    plays: tuple[str, ...]
    start: int
    end: int


def plays_here(text: EditedText, line: int, column: int) -> PlaysHere | None:
    """Return the legal plays of the throw that a place is behind; None where it is behind none."""
    place = text.event_at(line, column)
    if place is None or not isinstance(place.event, Turn) or not place.event.has_possible_dice:
        return None
    hand = _hand(text)
    if hand is None:
        return None
    shift = text.shift if place.span.line == 1 else 0
    dice = hand.dice.match(text.lines[place.span.line - 1], place.span.column - 1 + shift)
    if dice is None or column < (start := dice.end() + 1 - shift):
        return None
    state, seat = text.frame(place).before, place.event.seat
    if state.ending is not None or state.seat not in (None, seat):
        return None
    ruleset, node = state.setting.ruleset, state.node(seat)
    legal = legal_plays(ruleset, throw_of_turn(ruleset, node, place.event))
    spells, single = _spells(text, hand, ruleset.facts), FORMATS[text.format].spelling.single_steps
    plays = [
        spells(_hops(tuple(node.points), play.steps, ruleset.facts, single=single), seat)
        for play in legal.values()
    ]
    # Of two plays that lead to different boards and are spelled alike one is enough.
    return PlaysHere(tuple(dict.fromkeys(play or hand.cannot_move for play in plays)), start, column)


def _hand(text: EditedText) -> Hand | None:
    """Return the hand of a text; None where its notation is not changed by hand."""
    format = FORMATS[text.format]
    if not format.changeable:
        return None
    habits: Habits = import_module(format.file.habits).HABITS
    plain = text.source.text
    return habits.hand(plain, habits.dialect(plain) if habits.dialect else text.checked.reading.dialect)


def _spells(text: EditedText, hand: Hand, facts: Facts) -> Spells:
    """Return how hops are spelled; a text without a play yet does not tell that its board has letters."""
    heads = ("points:path", "reitir:path")
    by_path = facts.paths or any(line.strip().lower().replace(" ", "") in heads for line in text.lines)
    if text.format == KOTRA and facts.lettered and not by_path:
        return partial(kotra_spelling.spell_hops, points=kotra_spelling.Points.LETTERS)
    return hand.spells


def _hops(board: Board, steps: Sequence[Step], facts: Facts, *, single: bool) -> Iterator[Hop]:
    """Yield the hops of a play with its hits, one a step or one a man."""
    ways = trips(board, steps)
    if single:
        taken = {target: hit for way in ways for target, hit in way[1:]}
        for source, target, _ in steps:
            yield Hop(source, target, taken.pop(target, 0))
        return
    for way in ways:
        for (source, _), (target, hit) in pairwise(way):
            yield Hop(source, target, hit if facts.lettered or hit == 1 else 0)


HEADERS = (
    *("white", "black", "length", "rules", "event", "round", "date", "place", "transcriber"),
    *("points", "notation"),
)
# The beginnings of a line of a game, and the words that may stand behind a side.
LINES = ("opening", "ruling", "game", "draw", "score", "auto double", "settled", "setup", "mark", "video")
DEEDS = (
    *("doubles", "takes", "drops", "beavers", "raccoons", "resigns", "accepts", "refuses", "wins", "loses"),
    *("scores", "void cocked", "void premature", "clock", "after throws", "last throw"),
    *("forfeits game", "forfeits match"),
)
RULINGS = ("stood", "corrected", "disputed")
SIDES = "WB"
DICE = tuple([f"{high}{low}" for high in range(6, 0, -1) for low in range(high, 0, -1)])

_RULES = re.compile(r"\s*rules\s*:\s*(?P<said>.*?)(?P<word>[^,\s]*)$", re.I)
_RULING = re.compile(r"\s*ruling\s+(?P<word>\w*)$")
_BEHIND = re.compile(r"\s*(?P<side>[WB])\s+(?P<word>[\w ]*)$")
_BEGUN = re.compile(r"\s*(?P<word>\w*)$")


class Completion(NamedTuple):
    """A text to put between two columns of a line; its kind: `play`, `dice`, `word`, `header`, `option`."""

    text: str
    kind: str
    start: int
    end: int
    detail: str = ""


def completions(text: EditedText, line: int, column: int, tongue: Tongue) -> list[Completion]:
    """Return the completions at a place, the likeliest first; line and column count from 1."""
    if text.format and (here := plays_here(text, line, column)):
        return [Completion(play, "play", here.start, here.end) for play in here.plays]
    # A new text has nothing that would tell its notation but its name.
    is_kotra = text.format == KOTRA or (not text.format and PurePath(text.checked.path).suffix == ".kotra")
    if not is_kotra or not 0 < line <= len(text.lines):
        return []
    shift = text.shift if line == 1 else 0
    return list(_words(text, line, text.lines[line - 1][shift : column - 1 + shift], tongue))


def _words(text: EditedText, line: int, before: str, tongue: Tongue) -> Iterator[Completion]:
    column = len(before) + 1

    def completions_of(kind: str, texts: Iterable[str]) -> Iterator[Completion]:
        return (Completion(text, kind, start, column) for text in texts)

    begun = next(filter(None, (way.match(before) for way in (_RULES, _RULING, _BEHIND, _BEGUN))), None)
    if begun is None:
        return
    start = column - len(begun["word"])
    if begun.re is _RULES:
        for option, detail in _rules(begun["said"] + begun["word"], tongue):
            yield Completion(option, "option", start, column, detail)
    elif begun.re is _RULING:
        yield from completions_of("word", RULINGS)
    elif begun.re is _BEHIND:
        yield from completions_of("dice", (f"{dice}: " for dice in DICE))
        yield from completions_of("word", DEEDS)
    else:
        games = (game for match in text.checked.reading.matches for game in match.games)
        if not any(game.span and game.span.line < line for game in games):
            yield from completions_of("header", (f"{key}: " for key in HEADERS))
        yield from completions_of("word", (f"{side} " for side in _sides(text, line)))
        yield from completions_of("word", LINES)


def _sides(text: EditedText, line: int) -> str:
    """Return the sides, first the one that is to act at a line."""
    earlier = [event for event in text.events if event.span.line < line]
    seat = text.frame(earlier[-1]).after.seat if earlier else None
    return SIDES[::-1] if seat == 1 else SIDES


def _rules(said: str, tongue: Tongue) -> Iterator[tuple[str, str]]:
    """Yield rule sets; behind one its options, each with its values."""
    name, comma, _ = said.partition(",")
    if not comma:
        yield from ((known.name, tongue.say(known.title)) for known in RULESETS.values())
        return
    ruleset = RULESETS.get(name.strip().lower())
    if ruleset is None:
        return
    stated = {part.partition("=")[0].strip() for part in said.split(",")[1:-1]}
    for option in options_of(ruleset).values():
        if option.name not in stated:
            usual = option_text(ruleset.options[option.name])
            values = [value for value in option.values if value not in (usual, NUMBER)] or [usual]
            for value in values:
                yield f"{option.name}={value}", told(option.meaning, tongue)
