"""What plays lose against the best of their throw, for who asks how likely it is that they were made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotra_notation.engine.analysing import questions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotra_notation.engine.weighing import Weigher
    from kotra_notation.replay import Frame


def losses(frames: Sequence[Frame], weigher: Weigher) -> list[tuple[float, ...] | None]:
    """Of each turn what plays of its throw lose, first the one that was made; None where it is unlawful."""
    asked = {at: found for at, frame in enumerate(frames) for found in questions([frame]).throws}
    throws = weigher.throws([one.position for one in asked.values()], [one.made for one in asked.values()])
    found: list[tuple[float, ...] | None] = [None] * len(frames)
    for (at, one), throw in zip(asked.items(), throws, strict=True):
        equities = {play.key: play.equity for play in throw.plays}
        if one.made in equities:
            made = equities.pop(one.made)
            found[at] = tuple([throw.plays[0].equity - worth for worth in (made, *equities.values())])
    return found
