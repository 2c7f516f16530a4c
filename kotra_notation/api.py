"""The public functions: reading, writing, positions, for programs that have no need of the inside."""

from __future__ import annotations

from collections.abc import Iterable

from kotra_notation.board import BAR, OFF, Position, Turning
from kotra_notation.board.layout import Arrow
from kotra_notation.board.position import position as position
from kotra_notation.errors import KotraError, wrong_type
from kotra_notation.formats import find_format, split_name, write_matches
from kotra_notation.formats.format import Writing
from kotra_notation.formats.holding import EVERYTHING, Thing
from kotra_notation.formats.kotra.lines import read_play
from kotra_notation.model import Match
from kotra_notation.replay import complete_match, replay
from kotra_notation.words import phrase

A_MATCH = phrase("a match")


def write(match: Match | Iterable[Match], format: str) -> Writing:
    """Return a `match`, or several, in another notation (`mat`, `mat:xg`), with a finding for each loss.

    Replay supplies what the notation needs and the match does not state. A notation that holds everything
    gets only what the match states. Raise ValueError if `format` is unknown or cannot be written, TypeError
    for a turn whose deed is a text.
    """
    name, dialect = split_name(format)
    listed = [match] if isinstance(match, Match) or not isinstance(match, Iterable) else match
    matches = tuple(listed)
    if wrong := [other for other in matches if not isinstance(other, Match)]:
        raise wrong_type(wrong[0], A_MATCH)
    for turn in (turn for match in matches for game in match.games for turn in game.turns):
        if isinstance(turn.deed, str):
            raise TypeError(f"a deed is a value such as Play, not {turn.deed!r}; a Draft reads texts")
    if find_format(name).holds != EVERYTHING:
        matches = tuple([supplied(one, name) for one in matches])
    return write_matches(matches, name, dialect)


def supplied(match: Match, name: str, *, resigned: bool = False) -> Match:
    """The match with the claims it lacks, and what else a notation needs that only the board tells.

    `resigned`: a win that nothing else explains is called a resignation.
    """
    chosen = find_format(name)
    kinds = Thing.KINDS in chosen.holds
    return complete_match(replay(match), chosen.spelling, kinds=kinds, resigned=resigned and kinds)


def arrows(position: Position, play: str) -> tuple[Arrow, ...]:
    """A written play of the side on roll, to be drawn over the position; ValueError where it does not fit.

    Only the men are asked: whether they stand where the play takes them from, and whether they may land.
    """
    said, board, name = play[:40], list(position.points), position.layout().name
    try:
        hops = read_play(play, position.seat, False).hops
        if any(not (OFF <= source <= BAR and OFF <= target <= BAR) for source, target, _ in hops):
            raise ValueError(play)
    except ValueError:
        example = "8/5 6/5, bar/22 13/11(2)"
        raise KotraError(
            "“{said}” is not a play; write it like {example}.", said=said, example=example
        ) from None
    found = []
    for source, target, _ in hops:
        if target >= source:
            hop = f"{source}/{target}"
            raise KotraError("“{said}”: {hop} does not move forward.", said=said, hop=hop)
        if board[source] <= 0:
            point = name(position.seat, source)
            raise KotraError("“{said}”: there is no checker left on {point} to move.", said=said, point=point)
        enemy = -board[target] if target != OFF else 0
        if enemy > 1 and position.turning is Turning.MIRRORED:
            raise KotraError("“{said}”: the other side holds {point}.", said=said, point=target)
        board[source] -= 1
        if target != OFF:
            board[target] = max(board[target], 0) + 1
        found.append(Arrow(position.seat, source, target, enemy > 0))
    return tuple(found)
