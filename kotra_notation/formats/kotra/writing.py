"""Matches spelled as `.kotra`, one event a line; what was written is read back as the same matches."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from kotra_notation import model
from kotra_notation.formats.holding import is_old
from kotra_notation.formats.kotra import events, icelandic, spelling
from kotra_notation.formats.kotra.hops import Points
from kotra_notation.implied import stated_shorthand

CUBE = (model.Double, model.Beaver, model.Take, model.Drop, model.AutomaticDouble)
KEY = re.compile(r"[^\W\d_][\w.-]*[^\W\d]")
OWN_KEYS = frozenset({"white", "black", "length", "rules", "points"})
RATING = frozenset({"rating"})


def text_of(matches: Iterable[model.Match], points: Points | None = None) -> str:
    """The file that says these matches; `points` where their names are not to follow from the rules."""
    return "\n".join("\n".join([*_match(match, _points(match, points)), ""]) for match in matches)


def _points(match: model.Match, wanted: Points | None) -> Points:
    """Letters for the rule sets of the old game, which are named after it, and numbers for others.

    Plays that are written short and still unread count as their header says, whatever is wanted.
    """
    words = stated_shorthand(match.info) if wanted is Points.PATH else None
    if wanted is not None and (words is None or wanted.value in words):
        return wanted
    return Points.LETTERS if is_old(match) else Points.NUMBERS


def _match(match: model.Match, points: Points) -> Iterator[str]:
    yield "kotra 1"
    for color, player in zip(("white", "black"), match.players, strict=True):
        yield from _player(color, player)
    if match.length is not None:
        yield f"length: {match.length}"
    if match.rules is not None:
        yield _header("rules", match.rules)
    if points is Points.PATH:
        yield "points: path"
    for key, value in match.info:
        yield _header(_key(key, OWN_KEYS), value)
    shorthand = stated_shorthand(match.info) is not None
    yield from _events(match.remarks, points)
    for game in match.games:
        yield ""
        yield _game(game)
        yield from _events(game.events, points, shorthand)


def _player(color: str, player: model.Player) -> Iterator[str]:
    if player.name:
        yield _header(color, player.name)
    if player.rating is not None:
        yield _header(f"{color} rating", player.rating)
    for key, value in player.extras.items():
        yield _header(f"{color} {_key(key, RATING)}", value)


def _header(key: str, value: str) -> str:
    return f"{key}: {spelling.rest(value)}".rstrip()


def _key(key: str, own: frozenset[str]) -> str:
    """A header's key, quoted where it could be taken for one of ours or for something else."""
    plain = KEY.fullmatch(key) and key not in own and icelandic.header(key) == key != icelandic.RULED
    return key if plain else spelling.quoted(key)


def _game(game: model.Game) -> str:
    words = ["game"] if game.number is None else [f"game {game.number}"]
    if game.score is not None:
        words.append(events.score(game.score))
    return " ".join(words)


def _events(written: Sequence[model.Event], points: Points, shorthand: bool = False) -> list[str]:
    """The lines of events; short marks stand at the end of the line they speak of."""
    lines: list[str] = []
    aspect = ""
    seat = 0
    for event in written:
        if isinstance(event, model.Mark) and event.aspect == aspect and event.sign in events.SIGNS:
            lines[-1] += f" {event.sign}"
            continue
        aspect = "cube" if isinstance(event, CUBE) else ""
        if isinstance(event, model.Turn):
            aspect, seat = "play", event.seat
        lines.append(events.spelled(event, points, seat, shorthand=shorthand))
    return lines
