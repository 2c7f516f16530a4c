"""The public functions: reading, writing, positions, for programs that have no need of the inside."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from kotra_notation.board import BAR, OFF, Position, Turning, ids
from kotra_notation.board.ids import position as position
from kotra_notation.board.layout import Arrow
from kotra_notation.findings import phrase, sentences
from kotra_notation.formats import named as named_format
from kotra_notation.formats import write_matches
from kotra_notation.formats.format import Reading, Source, Writing
from kotra_notation.formats.holding import EVERYTHING, Thing
from kotra_notation.formats.kotra.deeds import read_play
from kotra_notation.model import Match
from kotra_notation.reading import read_in_full
from kotra_notation.replay import Wants, completed, replay
from kotra_notation.rules import CompletePlay as Stepped
from kotra_notation.rules import Node, Ruleset, Throw, legal_plays, marks, named, passed, throw_of
from kotra_notation.rules.forms import half_wins
from kotra_notation.rules.old_outcome import awarded
from kotra_notation.rules.ruleset import Award, Made
from kotra_notation.rules.spelling import play_text

# A pair of dice, or `31`, or `3-1`.
Dice = tuple[int, int] | str

_DICE = re.compile(r"([1-6])[-, ]?([1-6])", re.ASCII)


@dataclass(frozen=True, slots=True)
class LegalPlay:
    """One legal play: as it is written, and the position it leads to, the other side on roll.

    `wins` is what it brings in the old game, where there are more ways to win than one; `half` tells that it
    leaves a part of the throw unplayed and is lawful only with its half win declared.
    """

    text: str
    position: Position
    wins: tuple[Award, ...] = ()
    half: bool = False


def read(source: str | bytes | Path, *, format: str | None = None) -> Reading:
    """What a file, its bytes or its text say, in a format that is named or recognised by content.

    A string without a line end is a path. OSError where a file cannot be opened, ValueError where it is in
    no known format; `kotra_notation.check` says of such files what they are, and goes on.
    """
    if isinstance(source, str) and "\n" not in source:
        source = Path(source)
    if isinstance(source, Path):
        reading = read_in_full(Source(source.read_bytes(), str(source)), format)
    else:
        reading = read_in_full(Source(source.encode() if isinstance(source, str) else source), format)
    if not reading.format:
        raise ValueError(sentences(reading.findings[0]))
    return reading


def write(match: Match | Iterable[Match], format: str) -> Writing:
    """The `match`, or several, in another notation (`mat`, `mat:xg`), and what it could not hold.

    What the notation needs and the match does not say is supplied by the replay; one that holds
    everything says no more than the match does. ValueError for a notation that is not written.
    """
    name, _, dialect = format.partition(":")
    matches = (match,) if isinstance(match, Match) else tuple(match)
    if named_format(name).holds != EVERYTHING:
        matches = tuple([supplied(one, name) for one in matches])
    return write_matches(matches, name, dialect or None)


def supplied(match: Match, name: str) -> Match:
    """The match with the claims it lacks, and what else a notation needs that only the board tells."""
    chosen = named_format(name)
    wants = Wants(
        single_steps=chosen.single_steps,
        hit_marks=chosen.hit_marks,
        says_dances=chosen.says_dances,
        cube_values=chosen.cube_values,
        kinds=Thing.KINDS in chosen.holds,
    )
    return completed(replay(match), wants)


def plays(position: Position | str, dice: Dice, rules: str = "modern") -> list[LegalPlay]:
    """Every legal play of a roll, one for each position it leads to.

    The `position` may be its text or id; `dice` are (3, 1), "31" or "3-1". ValueError for what is none, for
    other dice or rules.
    """
    position = ids.position(position) if isinstance(position, str) else position
    throw, ruleset = _asked(position, dice_of(dice), rules)
    return [_legal_play(ruleset, position, throw, play) for play in legal_plays(ruleset, throw).values()]


def dice_of(dice: Dice) -> tuple[int, int]:
    """The two dice of `31`, `3-1` or a pair; ValueError for a text that is none."""
    if not isinstance(dice, str):
        return dice
    if not (found := _DICE.fullmatch(dice.strip())):
        raise ValueError(
            phrase(
                "{text} are no dice; write two numbers from 1 to 6, such as 31 or 3-1.", text=repr(dice[:40])
            )
        )
    return int(found[1]), int(found[2])


def half_plays(position: Position, dice: tuple[int, int], rules: str) -> list[LegalPlay]:
    """The plays of a part of the throw after which a half win of the old game may be declared."""
    throw, ruleset = _asked(position, dice, rules)
    if not ruleset.facts.forms:
        return []
    return [
        _legal_play(ruleset, position, throw, play, half=True) for play in half_wins(ruleset, throw).values()
    ]


def _asked(position: Position, dice: tuple[int, int], rules: str) -> tuple[Throw, Ruleset]:
    """The throw that is asked about, and its rules; ValueError where they do not fit."""
    if not all(1 <= die <= 6 for die in dice):
        raise ValueError(phrase("Dice show 1 to 6, not {first} and {second}.", first=dice[0], second=dice[1]))
    chosen = named(rules)
    if chosen.findings:
        raise ValueError(sentences(chosen.findings[0]))
    ruleset = chosen.ruleset
    if ruleset.facts.turning is not position.turning:
        raise ValueError(
            phrase("This position is not one of {rules}; name its rules.", rules=phrase(ruleset.title))
        )
    node = Node(position.points, marks.marks_of(position.memory, position.seat))
    return throw_of(ruleset, node, dice), ruleset


def _legal_play(
    ruleset: Ruleset, position: Position, throw: Throw, play: Stepped, *, half: bool = False
) -> LegalPlay:
    seat, memory = position.seat, position.memory
    after = replace(
        position,
        points=tuple(passed(ruleset, play.node).points),
        seat=1 - seat,
        dice=None,
        offer=None,
        memory=marks.remembered(memory, play.node.marks, seat) if ruleset.facts.lettered else None,
    )
    made = Made(seat=seat, before=throw.start, after=play.node, half=half)
    scored = memory.scored[seat] if memory else frozenset()
    wins = awarded(made, ruleset.options, scored) if ruleset.facts.forms else []
    return LegalPlay(play_text(ruleset.facts, position.points, play.steps, seat), after, tuple(wins), half)


def arrows(position: Position, play: str) -> tuple[Arrow, ...]:
    """A written play of the side on roll, to be drawn over the position; ValueError where it does not fit.

    Only the men are asked: whether they stand where the play takes them from, and whether they may land.
    """
    said, board, name = play[:40], list(position.points), position.layout().name
    try:
        hops = read_play(play, position.seat, False).hops
    except ValueError:
        example = "8/5 6/5, bar/22 13/11(2)"
        raise ValueError(
            phrase("“{said}” is no play; such are {example}.", said=said, example=example)
        ) from None
    found = []
    for source, target, _ in hops:
        if not OFF <= target < source <= BAR:
            hop = f"{source}/{target}"
            raise ValueError(phrase("“{said}”: {hop} leads to no point further on.", said=said, hop=hop))
        if board[source] <= 0:
            point = name(position.seat, source)
            raise ValueError(phrase("“{said}”: nothing is left on {point} to move.", said=said, point=point))
        enemy = -board[target] if target != OFF else 0
        if enemy > 1 and position.turning is Turning.MIRRORED:
            raise ValueError(phrase("“{said}”: the other side holds {point}.", said=said, point=target))
        board[source] -= 1
        if target != OFF:
            board[target] = max(board[target], 0) + 1
        found.append(Arrow(position.seat, source, target, enemy > 0))
    return tuple(found)
