"""GNU Backgammon as a witness: what it makes of a file, as its match text says it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from kotra_notation.formats import read_source
from kotra_notation.formats.format import Source
from kotra_notation.model import (
    AutomaticDouble,
    Beaver,
    Double,
    Drop,
    Event,
    Game,
    Match,
    Play,
    ResultClaim,
    Take,
    Turn,
)
from kotra_notation.replay import replay

GNUBG = shutil.which("gnubg") or shutil.which("/usr/games/gnubg")


def run(commands: Sequence[str], folder: Path) -> str:
    """What GNU Backgammon says to commands in a folder; the test is skipped where it is not installed."""
    if GNUBG is None:
        pytest.skip("GNU Backgammon is not installed")
    script = folder / "script"
    script.write_text("\n".join(commands) + "\n", encoding="utf-8")
    command = [GNUBG, "-t", "-q", "-r", "-c", script.name]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, timeout=120, check=True, stdin=subprocess.DEVNULL
    )
    return done.stdout.decode(errors="replace")


def imported(kind: str, content: str | bytes, folder: Path) -> Match:
    """The match that GNU Backgammon imports from a file."""
    file, out = folder / f"in.{kind}", folder / "out.mat"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    run([f"import {kind} {file.name}", f"export match mat {out.name}"], folder)
    (match,) = read_source(Source(out.read_bytes()), "mat").matches
    return match


def boards(match: Match) -> list[list[tuple[int, ...]]]:
    """The boards after every turn, which do not depend on the order a play is written in."""
    return [
        [frame.after.seen_by(0) for frame in game.frames if isinstance(frame.event, Turn)]
        for game in replay(match).games
    ]


def actions(match: Match) -> list[list[tuple[type, int]]]:
    """The turns and cube actions of every game with their seats."""
    return [
        [(type(event), event.seat) for event in game.events if isinstance(event, Turn | Double | Take | Drop)]
        for game in match.games
    ]


def results(match: Match) -> list[tuple[int, float | None]]:
    """Who has won which game, and how much."""
    claims = [event for game in match.games for event in game.events if isinstance(event, ResultClaim)]
    return [(claim.seat, claim.points) for claim in claims]


def said_of(match: Match, *, swapped: bool = False) -> list[list[object]]:
    """A match game by game in what every notation can say of turns, cube and result.

    `swapped`: for the other seats. GNU Backgammon's match text leaves automatic doubles out of all values.
    """
    return [[_score(game)[:: -1 if swapped else 1], *_acts(game, swapped)] for game in match.games]


def doubled_by_themselves(match: Match) -> list[int]:
    """What the cube shows at the beginning of each game."""
    return [2 ** sum(isinstance(event, AutomaticDouble) for event in game.events) for game in match.games]


def valued(match: Match) -> Match:
    """The match with its values as they are where no automatic double counts."""
    games = []
    for game, cube in zip(match.games, doubled_by_themselves(match), strict=True):
        games.append(replace(game, events=tuple(_lessened(event, cube) for event in game.events)))
    return replace(match, games=tuple(games))


def _lessened(event: Event, cube: int) -> Event:
    match event:
        case Double(value=int(value)) | Beaver(value=int(value)):
            return replace(event, value=value // cube)
        case ResultClaim(points=points) if points is not None:
            return replace(event, points=points / cube)
        case _:
            return event


def _score(game: Game) -> tuple[float, float]:
    return game.score.score if game.score else (0, 0)


def _acts(game: Game, swapped: bool) -> Iterator[object]:
    for event in game.events:
        match event:
            case Turn(seat=seat, dice=dice, deed=deed):
                hops = deed.hops if isinstance(deed, Play) else ()
                yield seat ^ swapped, sorted(dice), sorted((hop.source, hop.target) for hop in hops)
            case Double(seat=seat, value=value) | Beaver(seat=seat, value=value):
                yield seat ^ swapped, type(event).__name__, value
            case Take(seat=seat) | Drop(seat=seat):
                yield seat ^ swapped, type(event).__name__
            case ResultClaim(seat=seat, points=points):
                yield seat ^ swapped, "wins", points
