"""Another record of a match, made by a seed: cut short, swapped, respelt, with turns lost and dice altered.

Only what is recorded is altered, nothing is judged: the record may be unlawful, as such records are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from unicodedata import combining, normalize

import kotra_notation as kn
from kotra_notation.compare.aligning import exchange_seats
from kotra_notation.model import Event, Match, Play, Player, Turn
from kotra_notation.replay.game_events import REMARKS

Alteration = Callable[[Match, Random], Match | None]

# The share of turns of which something is altered; at least one is.
SHARE = 0.04
VIA = ("mat", "mat:xg", "mat:galaxy", "sgf", "kotra", "json", "ogxm")


def turns(match: Match) -> list[tuple[int, int]]:
    """The places of all turns, by game and event."""
    return [
        (number, at)
        for number, game in enumerate(match.games)
        for at, event in enumerate(game.events)
        if isinstance(event, Turn)
    ]


def with_events(match: Match, change: Callable[[int, int, Event], Event | None]) -> Match:
    """The match with each event changed, or left out, by its place."""
    games = [
        replace(
            game,
            events=tuple(
                [
                    new
                    for at, event in enumerate(game.events)
                    if (new := change(number, at, event)) is not None
                ]
            ),
        )
        for number, game in enumerate(match.games)
    ]
    return replace(match, games=tuple(games))


def _at_some_turns(match: Match, random: Random, change: Callable[[Turn], Event | None]) -> Match | None:
    places = turns(match)
    if not places:
        return None
    most = max(1, int(len(places) * SHARE))
    chosen = set(random.sample(places, random.randint(1, most)))
    return with_events(
        match,
        lambda number, at, event: (
            change(event) if isinstance(event, Turn) and (number, at) in chosen else event
        ),
    )


def end_torn_off(match: Match, random: Random) -> Match | None:
    """Up to any turn."""
    places = turns(match)
    last = random.choice(places) if places else (0, 0)
    return with_events(match, lambda number, at, event: event if (number, at) <= last else None)


def beginning_torn_off(match: Match, random: Random) -> Match | None:
    """From any turn on, games before it left out."""
    places = turns(match)
    first = random.choice(places) if places else (0, 0)
    left = with_events(match, lambda number, at, event: event if (number, at) >= first else None)
    return replace(left, games=left.games[first[0] :])


def game_lost(match: Match, random: Random) -> Match | None:
    """Without one of its games."""
    if len(match.games) < 2:
        return None
    gone = random.randrange(len(match.games))
    return replace(match, games=match.games[:gone] + match.games[gone + 1 :])


def turns_lost(match: Match, random: Random) -> Match | None:
    return _at_some_turns(match, random, lambda turn: None)


def dice_altered(match: Match, random: Random) -> Match | None:
    def altered(turn: Turn) -> Turn:
        dice = [*turn.dice]
        dice[random.randrange(2)] = random.randint(1, 6)
        return replace(turn, dice=(dice[0], dice[1]))

    return _at_some_turns(match, random, altered)


def plays_altered(match: Match, random: Random) -> Match | None:
    """Points mistyped."""

    def altered(turn: Turn) -> Turn:
        if not isinstance(turn.deed, Play) or not turn.deed.hops:
            return turn
        hops = list(turn.deed.hops)
        at = random.randrange(len(hops))
        hops[at] = hops[at]._replace(target=max(0, hops[at].target - random.randint(1, 5)))
        return replace(turn, deed=replace(turn.deed, hops=tuple(hops)))

    return _at_some_turns(match, random, altered)


def swapped(match: Match, random: Random) -> Match | None:
    """The sides changed over, and the names with them."""
    return exchange_seats(match)


def respelt(match: Match, random: Random) -> Match | None:
    """The names as another hand writes them."""
    one, other = match.players
    white, black = (replace(player, name=_hand(player.name, random)) for player in (one, other))
    return replace(match, players=(white, black))


def _hand(name: str, random: Random) -> str:
    words = name.split()
    ways: list[Callable[[], str]] = [
        name.upper,
        lambda: "".join(sign for sign in normalize("NFKD", name) if not combining(sign)),
        lambda: " ".join(words[::-1]),
        lambda: f"{name},{random.randint(1200, 1999)}",
        lambda: " ".join([words[0][:1], *words[1:]]) if len(words) > 1 else name,
        lambda: f" {name.lower()} ",
    ]
    return random.choice(ways)()


def unmarked(match: Match, random: Random) -> Match | None:
    """Without marks of hits, and with the hops in another order."""

    def bare(number: int, at: int, event: Event) -> Event:
        if not isinstance(event, Turn) or not isinstance(event.deed, Play):
            return event
        hops = [hop._replace(taken=0) for hop in event.deed.hops]
        random.shuffle(hops)
        dice = event.dice[::-1] if random.random() < 0.5 and not event.singly else event.dice
        return replace(event, dice=dice, deed=replace(event.deed, hops=tuple(hops)))

    return with_events(match, bare)


def unannotated(match: Match, random: Random) -> Match | None:
    bare = with_events(match, lambda number, at, event: None if isinstance(event, REMARKS) else event)
    return replace(bare, remarks=(), info=())


def nameless(match: Match, random: Random) -> Match | None:
    return replace(match, players=(Player(), Player()))


def converted(match: Match, random: Random) -> Match | None:
    """Through another notation; None where that one cannot hold it."""
    name = random.choice(VIA)
    writing = kn.write(match, name)
    if any(found.severity == "error" for found in writing.findings):
        return None
    content = writing.content if isinstance(writing.content, bytes) else writing.content.encode()
    back = kn.read(content, format=name.partition(":")[0]).matches
    return back[0] if back else None


ALTERATIONS: dict[str, Alteration] = {
    "end torn off": end_torn_off,
    "beginning torn off": beginning_torn_off,
    "game lost": game_lost,
    "turns lost": turns_lost,
    "dice altered": dice_altered,
    "plays altered": plays_altered,
    "swapped": swapped,
    "respelt": respelt,
    "unmarked": unmarked,
    "unannotated": unannotated,
    "nameless": nameless,
    "converted": converted,
}


def altered(match: Match, random: Random, kinds: tuple[str, ...]) -> Match | None:
    """The match altered in several ways, one after the other; None where one of them cannot be."""
    left: Match | None = match
    for kind in kinds:
        left = left and ALTERATIONS[kind](left, random)
    return left
