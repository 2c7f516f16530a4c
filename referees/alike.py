"""Whether two readings of a match say the same was played, and how far a reading is from what is written."""

from __future__ import annotations

from collections.abc import Iterable

from kotra_notation import model as m
from kotra_notation.model import Game, Match, Play, Turn
from kotra_notation.replay import Frame, GameReplay, replay
from kotra_notation.rules import Ruleset, named
from kotra_notation.rules.spelling import hop_text

NO_PLAY = (m.Blank, m.CannotMove)


def alike(one: Match, other: Match, places: Iterable[int]) -> bool:
    """Whether the games at these places say the same.

    The dice of a turn may stand in either order and its hops in any that leads to the same board with the
    same hit marks; all else is compared by `==`.
    """
    pairs = [(one.games[place], other.games[place], place) for place in places]
    different = [(first, second, place) for first, second, place in pairs if first != second]
    if any(not comparable(first, second) for first, second, _ in different):
        return False
    if not different:
        return True
    first_replay, second_replay = replay(one), replay(other)
    return all(
        normal(first_replay.games[place]) == normal(second_replay.games[place]) for _, _, place in different
    )


def rules_of(match: Match) -> Ruleset:
    """The rule set a match is written under."""
    return named(match.rules or "modern").ruleset


def comparable(one: Game, other: Game) -> bool:
    """Whether two games could say the same, at a glance."""
    return one.score == other.score and [type(event) for event in one.events] == [
        type(event) for event in other.events
    ]


def normal(game: GameReplay) -> list[object]:
    """What happens in a game, without the order of dice and hops."""
    return [happened(frame) for frame in game.frames]


def happened(frame: Frame) -> object:
    match frame.event:
        case Turn(deed=Play(hops=hops, half=half)) as turn:
            marks = frozenset((hop.target, hop.taken) for hop in hops if hop.taken)
            return turn.seat, tuple(sorted(turn.dice)), turn.singly, half, marks, frame.after.points
        case Turn(deed=deed) as turn if isinstance(deed, NO_PLAY):
            return turn.seat, tuple(sorted(turn.dice)), turn.singly, False, frozenset(), frame.after.points
        case event:
            return event


def characters(game: Game, ruleset: Ruleset) -> str:
    """All that is written of a game in one line, the seat of each thing as one sign."""
    score = game.score.score if game.score else ()
    return " ".join([*(f"{points:g}" for points in score), *(word(event, ruleset) for event in game.events)])


def word(event: m.Event, ruleset: Ruleset) -> str:
    """An event as it would be written, roughly as long."""
    match event:
        case Turn(deed=Play(hops=hops, half=half)):
            played = " ".join(hop_text(ruleset.facts, hop, event.seat) for hop in hops)
            return f"{side(event.seat)}{event.dice[0]}{event.dice[1]}: {played}{' half' * half}"
        case Turn(deed=m.Unread(text=text)):
            return f"{side(event.seat)}{event.dice[0]}{event.dice[1]}: {text}"
        case Turn():
            return f"{side(event.seat)}{event.dice[0]}{event.dice[1]}:"
        case m.Double():
            return f"{side(event.seat)}Doubles => {event.value}"
        case m.Take() | m.Drop():
            return f"{side(event.seat)}{type(event).__name__}"
        case m.ResultClaim():
            return f"{side(1 - event.seat if event.lost else event.seat)}wins {event.points or 0:g}"
        case m.AwardClaim():
            return f"{side(event.seat)}{event.kind} {event.points or 0:g}"
        case _:
            return type(event).__name__


def side(seat: int) -> str:
    return "<>"[seat]


def apart(one: Game, other: Game, ruleset: Ruleset) -> int:
    """How many characters are to be changed, put in or left out to make one game of the other."""
    first, second = characters(one, ruleset), characters(other, ruleset)
    while first and second and first[0] == second[0]:
        first, second = first[1:], second[1:]
    while first and second and first[-1] == second[-1]:
        first, second = first[:-1], second[:-1]
    row = list(range(len(second) + 1))
    for at, sign in enumerate(first, start=1):
        above, row = row, [at]
        for there, other_sign in enumerate(second):
            row.append(min(above[there + 1] + 1, row[there] + 1, above[there] + (sign != other_sign)))
    return row[-1]
