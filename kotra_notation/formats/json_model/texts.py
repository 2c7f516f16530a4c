"""The text of a turn held against its hops; one of another notation than `.kotra` is not looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from kotra_notation.board import BAR, OFF
from kotra_notation.findings import Finding, Severity, finding, phrase
from kotra_notation.formats.kotra.deeds import MIXED, remembered
from kotra_notation.formats.kotra.parsing import UnreadableError
from kotra_notation.formats.plays import spelled
from kotra_notation.model import Hop, Match, Play, Turn


def contradictions(match: Match) -> Iterator[Finding]:
    """A note on each turn whose text is another play than its hops."""
    for number, game in enumerate(match.games, 1):
        turns = [event for event in game.events if isinstance(event, Turn)]
        for count, turn in enumerate(turns, 1):
            if isinstance(turn.deed, Play) and _other(turn, turn.deed):
                yield finding(
                    "witness-disagrees",
                    severity=Severity.NOTE,
                    seat=turn.seat,
                    written=turn.text,
                    one=phrase("the text of the play is {text}", text=turn.text),
                    other=phrase("its hops are {hops}", hops=spelled(turn.deed.hops)),
                ).at(game=number, turn=count)


def _other(turn: Turn, deed: Play) -> bool:
    """Whether a text is a play, and from whichever side its points are counted, another."""
    if turn.text == spelled(deed.hops) or MIXED.search(turn.text):
        return False
    ways = []
    for path in (False, True):
        done = remembered(turn.text, turn.seat, path)
        if not isinstance(done, UnreadableError) and isinstance(done.deed, Play):
            ways.append(done.deed.hops)
    made = _moved(deed.hops)
    return bool(ways) and not any(made in (_moved(way), _moved(_turned(way))) for way in ways)


def _moved(hops: Sequence[Hop]) -> dict[int, int]:
    """By how many men each point is the richer or the poorer."""
    moved: Counter[int] = Counter()
    for hop in hops:
        moved[hop.target] += 1
        moved[hop.source] -= 1
    return {point: count for point, count in moved.items() if count}


def _turned(hops: Sequence[Hop]) -> list[Hop]:
    """Hops whose points are counted from the other side; bar and off stay."""
    return [hop._replace(source=_across(hop.source), target=_across(hop.target)) for hop in hops]


def _across(point: int) -> int:
    return point if point in (OFF, BAR) else BAR - point
