"""One of two records that are compared: its events, and its boards where they are asked for."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from kotra_notation.model import Match, Turn
from kotra_notation.replay import Frame, GameReplay, Replay, replay
from kotra_notation.rules import Ruleset


class Side:
    """A record with its replay, made when something is asked that only the board tells."""

    def __init__(self, match: Match, rules: Ruleset | None = None) -> None:
        self.match = match
        self._rules = rules

    @cached_property
    def replay(self) -> Replay:
        """The whole record replayed."""
        return replay(self.match, self._rules)

    def game(self, place: int) -> GameReplay:
        """One game replayed."""
        return self.replay.games[place]

    def frames(self, place: int, events: Iterable[int | None]) -> dict[int, Frame]:
        """The frames of some events of a game by their places."""
        wanted = sorted({event for event in events if event is not None})
        if not wanted:
            return {}
        return dict(zip(wanted, self.game(place).frames_at(wanted), strict=True))

    def turns(self, place: int) -> list[int]:
        """For each event of a game the number of the throw that it is or precedes, from 1."""
        numbers, thrown = [], 0
        for event in self.match.games[place].events:
            numbers.append(thrown + 1)
            thrown += isinstance(event, Turn)
        return numbers
