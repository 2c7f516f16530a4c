"""The story of the cube: every double with what became of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kotra_notation.model import AutomaticDouble, Beaver, Double, Drop, Take
from kotra_notation.report.view import CubeTurn, Stop
from kotra_notation.words.tongues import N_, Tongue

ACTIONS = (Double, Beaver, Take, Drop, AutomaticDouble)
ANSWERED = {
    "take": N_("{name}: {words}. {other} takes."),
    "drop": N_("{name}: {words}. {other} drops."),
    "beaver": N_("{name}: {words}. {other} answers with a beaver."),
    "": N_("{name}: {words}. {other} does not answer."),
}


def cube_story(stops: Sequence[Stop], names: tuple[str, str], tongue: Tongue) -> Iterator[CubeTurn]:
    """A line for each double and beaver of a game."""
    for place, stop in enumerate(stops):
        if stop.deed not in ("double", "beaver") or stop.seat is None:
            continue
        following = stops[place + 1] if place + 1 < len(stops) else None
        answer = following.deed if following and following.seat != stop.seat else ""
        yield CubeTurn(
            anchor=stop.anchor,
            text=tongue.say(
                ANSWERED.get(answer, ANSWERED[""]),
                name=names[stop.seat],
                words=stop.text,
                other=names[1 - stop.seat],
            ),
        )
