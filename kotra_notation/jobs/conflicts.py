"""Conflicts of merged records in which plays differ: what each of them loses, where an engine is there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kotra_notation.compare.merging import Merged, MergeDecision
from kotra_notation.jobs.engine import losses_of
from kotra_notation.model import Game, Turn
from kotra_notation.replay import Frame, GameReplay, Replay


def play_losses(merged: Merged, replayed: Replay) -> dict[int, tuple[float | None, ...]]:
    """By the place of a conflict what each of its versions loses as a play; none that cannot be compared."""
    asked = {
        number: list(_frames(one, merged.match.games[one.game - 1], replayed.games[one.game - 1]))
        for number, one in enumerate(merged.decisions)
        if one.open and _is_of_plays(one)
    }
    if not asked:
        return {}
    said = iter(losses_of([frame for frames in asked.values() for frame in frames]))
    found = {}
    for number, frames in asked.items():
        losses = tuple([losses[0] if losses else None for losses in [next(said) for _ in frames]])
        if sum(loss is not None for loss in losses) > 1:
            found[number] = losses
    return found


def _is_of_plays(one: MergeDecision) -> bool:
    """Whether each version is one turn."""
    return all(len(events) == 1 and isinstance(events[0], Turn) for _, events in one.versions)


def _frames(one: MergeDecision, game: Game, replayed: GameReplay) -> Iterator[Frame]:
    """The turn of each version, in the merged game."""
    at = next(place for place, event in enumerate(game.events) if event is one.taken[0])
    for _, (event,) in one.versions:
        other = replace(game, events=(*game.events[:at], event, *game.events[at + 1 :]))
        yield from replayed.again(other).frames_at([at])
