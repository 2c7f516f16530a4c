"""One of two records that are compared: its events, and its boards where they are asked for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from kotra_notation.model import Match, Turn
from kotra_notation.replay import MODERN, Frame, GameReplay, Replay, replay
from kotra_notation.replay.folding import marks_hits
from kotra_notation.rules import Ruleset, named


class ComparedRecord:
    """A record with its replay, made when something is asked that only the board tells."""

    def __init__(self, match: Match, rules: Ruleset | None = None) -> None:
        self.match = match
        self._rules = rules
        self._alone: dict[int, GameReplay] = {}

    @cached_property
    def ruleset(self) -> Ruleset:
        """The rules the record states, or those given."""
        return self._rules or named(self.match.rules or MODERN).ruleset

    @cached_property
    def marked(self) -> bool:
        """Return whether the record marks hits."""
        return marks_hits(self.match)

    @cached_property
    def replay(self) -> Replay:
        """The whole record replayed."""
        return replay(self.match, self._rules)

    def game(self, place: int) -> GameReplay:
        """One game replayed, with the score that the games before it lead to."""
        return self.replay.games[place]

    def outcome(self, place: int) -> GameReplay:
        """One game replayed for who won it and how much, without its score.

        What a match goes to rules out that more is agreed than is stated: the other games are not asked then.
        """
        return self._by_itself(place) if self.match.length else self.game(place)

    def _by_itself(self, place: int) -> GameReplay:
        """One game replayed without the others, which is all that its boards need."""
        if place not in self._alone:
            alone = replace(self.match, games=(self.match.games[place],))
            self._alone[place] = replay(alone, self._rules).games[0]
        return self._alone[place]

    def frames(self, place: int, events: Iterable[int | None]) -> dict[int, Frame]:
        """The frames of some events of a game by their places."""
        wanted = sorted({event for event in events if event is not None})
        if not wanted:
            return {}
        return dict(zip(wanted, self._by_itself(place).frames_at(wanted), strict=True))

    def turns(self, place: int) -> list[int]:
        """For each event of a game the number of the throw that it is or precedes, from 1."""
        numbers, thrown = [], 0
        for event in self.match.games[place].events:
            numbers.append(thrown + 1)
            thrown += isinstance(event, Turn)
        return numbers
