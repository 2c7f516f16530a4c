"""What an editor writes behind the lines of a text: the pips after each row, the score around each game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kotra_notation.board import pips, turned
from kotra_notation.model import Turn
from kotra_notation.record.editing.edited_text import EditedText
from kotra_notation.words.tongues import Tongue


class Inlay(NamedTuple):
    """A few words behind a line, and what they mean."""

    line: int
    words: str
    meaning: str


def inlays(text: EditedText, first: int, last: int, tongue: Tongue) -> list[Inlay]:
    """Return what is written behind the lines from the first to the last, in their order."""
    found = {pip.line: pip for pip in _pips(text, first, last, tongue)}
    found |= {score.line: score for score in _scores(text, tongue) if first <= score.line <= last}
    return [found[line] for line in sorted(found)]


def _pips(text: EditedText, first: int, last: int, tongue: Tongue) -> Iterator[Inlay]:
    """The pips of both sides behind the last turn of a line, where the board is known."""
    games = {
        (event_place.match, event_place.game)
        for event_place in text.events
        if first <= event_place.span.line <= last
    }
    for match, at in sorted(games):
        replayed = text.checked.replays[match]
        events, turning = replayed.match.games[at].events, replayed.ruleset.facts.turning
        for passage in replayed.games[at].track:
            event = events[passage.place]
            if not passage.certain or not isinstance(event, Turn) or event.span is None:
                continue
            if first <= event.span.line <= last:
                own, other = pips(tuple(passage.after)), pips(turned(tuple(passage.after), turning))
                both = (own, other) if event.seat == 0 else (other, own)
                meaning = tongue.say("pips of White and of Black after this turn")
                yield Inlay(event.span.line, "{}–{}".format(*both), meaning)


def _scores(text: EditedText, tongue: Tongue) -> Iterator[Inlay]:
    """The score behind the last line of each game, and that nobody may double behind the first."""
    for number, replayed in enumerate(text.checked.replays):
        for at, game in enumerate(replayed.games):
            lines = [event.span.line for event in text.events if (event.match, event.game) == (number, at)]
            if game.crawford and game.line:
                yield Inlay(game.line, tongue.say("Crawford game"), "")
            if lines and game.kind != "unfinished":
                score = "–".join(map(tongue.points, game.score_after))
                yield Inlay(lines[-1], score, tongue.say("score after this game"))
