"""A match in the terminal: its turns in two columns, or one of them with the board it was met on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from os import PathLike, fspath
from typing import NamedTuple

from kotra_notation.board import Turning
from kotra_notation.board.position import AskedTurn
from kotra_notation.errors import KotraError, wrong_type
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE, Given
from kotra_notation.jobs.records import choose_match, read_matches, record_file
from kotra_notation.jobs.sources import A_RECORD
from kotra_notation.replay import replay
from kotra_notation.report.page import page as page_view
from kotra_notation.report.plain_text import plain_text
from kotra_notation.report.text_layout import LINE, Turns
from kotra_notation.report.view import Diagram, GameView, Item, Page, PageFinding, Stop
from kotra_notation.report.wishes import Wishes
from kotra_notation.rules import Ruleset
from kotra_notation.words.tongues import ENGLISH, Tongue
from kotra_notation.words.tongues import tongue as find_tongue

# So many games are named one by one.
MANY = 4
# The end of a game, and the last game.
END, LAST_GAME = -1, -1
_PLACE = re.compile(r"([0-9]{1,5})(?:\.(?:([0-9]{1,5})|end|last))?")


class TurnPlace(NamedTuple):
    """A game of a match, and a turn of it."""

    game: int
    turn: int

    @classmethod
    def read(cls, text: str) -> TurnPlace:
        """Return the place that is written `3.12`, `3.end` or `end`; ValueError for anything else."""
        if text in ("end", "last"):
            return cls(LAST_GAME, END)
        if not (numbers := _PLACE.fullmatch(text)):
            raise KotraError(
                "{text} is not a turn; write game and turn, such as 3.12, or end.", text=repr(text)
            )
        return cls(int(numbers[1]), int(numbers[2] or (END if "." in text else 1)))


def match_view(
    source: str | bytes,
    *,
    format: str | None = None,
    rules: Ruleset | None = None,
    number: int | None = None,
    by: str | None = None,
    max_size: int = MAX_SIZE * MEGABYTE,
    tongue: Tongue = ENGLISH,
) -> Page:
    """Return what a page would show of a match; ValueError where there is none, or it is not said which."""
    file = record_file(source, max_size)
    reading = read_matches(file, format, rules)
    match = reading.matches[choose_match(file.path, reading, number) - 1]
    return page_view(replay(match, rules), reading.findings, Wishes(language=tongue.language, by=by))


class Scene(NamedTuple):
    """A stop of a match, the game it is in, and what stands between it and the next."""

    game: GameView
    stop: Stop
    behind: tuple[Item, ...] = ()

    @property
    def faulty(self) -> bool:
        """Return whether something was found here."""
        return bool(self.stop.codes) or any(isinstance(item, PageFinding) for item in self.behind)


def scenes(game: GameView) -> Iterator[Scene]:
    """The stops of a game in order, and its end."""
    for at, item in enumerate(game.items):
        if isinstance(item, Stop):
            behind = takewhile(lambda later: not isinstance(later, Stop), game.items[at + 1 :])
            # The board is shown already.
            bare = [
                replace(later, diagram=None) if isinstance(later, PageFinding) else later for later in behind
            ]
            yield Scene(game, item, tuple(bare))
    yield Scene(game, game.end)


def sheet(page: Page, tongue: Tongue, game: int | None = None, *, room: int = LINE) -> str:
    """The turns of all games, or of one, in two columns."""
    games = page.games if game is None else (game_numbered(page, game),)
    return plain_text(replace(page, games=games), tongue, Wishes(), "sheet.txt.j2", room=room)


def turn(page: Page, place: TurnPlace, tongue: Tongue, *, room: int = LINE) -> str:
    """Return a turn, and the cube actions before it: the board, what was done and the remarks on it."""
    texts = [
        scene_words(
            page,
            scene,
            tongue,
            diagram=Diagram(position=scene.stop.position, arrows=scene.stop.arrows),
            room=room,
        )
        for scene in scenes_at(page, place)
    ]
    return "\n".join(texts)


def scene_words(
    page: Page, scene: Scene, tongue: Tongue, *, diagram: Diagram | None = None, room: int = LINE
) -> str:
    """Return what was done and what is said of it, below the board where one is to be drawn."""
    return plain_text(
        page,
        tongue,
        Wishes(),
        "turn.txt.j2",
        room=room,
        game=scene.game,
        stop=scene.stop,
        behind=scene.behind,
        diagram=diagram,
        turns=Turns(items=(scene.stop,)),
    )


def game_numbered(page: Page, number: int) -> GameView:
    """A game by its number; ValueError where there is none."""
    if number == LAST_GAME and page.games:
        return page.games[-1]
    for game in page.games:
        if game.number == number:
            return game
    numbers = [game.number for game in page.games]
    raise KotraError(
        "there is no game {number}; games: {games}. A turn is written GAME.TURN, such as {first}.5.",
        number=number,
        games=", ".join(map(str, numbers)) if len(numbers) < MANY else f"{numbers[0]}–{numbers[-1]}",
        first=min(numbers, default=1),
    )


def show(source: Given, at: str | None = None, *, match: int | None = None, language: str = "en") -> str:
    """Return what `kotra show` prints: a match file turn by turn, or the turn `at` such as "3.12".

    `match` is the number of the match, if the file holds several. Raise ValueError if there is no such turn.
    """
    tongue = find_tongue(language)
    page = match_view(as_source(source), number=match, tongue=tongue)
    return turn(page, TurnPlace.read(at), tongue) if at else sheet(page, tongue)


def as_source(source: Given) -> str | bytes:
    """Return what a program hands over as a path, a text or bytes; raise KotraError for anything else."""
    if isinstance(source, bytearray):
        return bytes(source)
    if not isinstance(source, str | bytes | PathLike):
        raise wrong_type(source, A_RECORD)
    return fspath(source)


def turn_at(source: str | bytes, at: str, rules: str | None = None, match: int | None = None) -> AskedTurn:
    """Return a turn of a match file; `rules` overrule those of the record."""
    page = match_view(source, number=match)
    stops = [scene.stop for scene in scenes_at(page, TurnPlace.read(at))]
    position = stops[-1].position
    if not rules and position.turning is not Turning.MIRRORED:
        rules = page.specification
    doubled = next((stop.position for stop in stops if stop.cube), None)
    made = stops[-1].text if stops[-1].turn and not stops[-1].codes else ""
    return AskedTurn(position, page.players, rules, doubled, made)


def turn_positions(source: str, match: int | None = None) -> Iterator[tuple[str, AskedTurn]]:
    """Yield every turn of a match file, by its place such as "3.12"."""
    page = match_view(source, number=match)
    for game in page.games:
        for number in _turn_numbers(game):
            scene = scenes_at(page, TurnPlace(game.number, number))[-1]
            yield f"{game.number:02}.{number:02}", AskedTurn(scene.stop.position, page.players)


def _turn_numbers(game: GameView) -> list[int]:
    """Return the numbers of the turns of a game; one that begins in the middle has no first turn."""
    return [item.turn for item in game.items if isinstance(item, Stop) and item.turn]


def scenes_at(page: Page, place: TurnPlace) -> list[Scene]:
    """Return the cube actions before a roll, and the roll; ValueError where there is none of them."""
    game = game_numbered(page, place.game)
    if place.turn == END:
        return [Scene(game, game.end)]
    before, chosen = 0, []
    for scene in scenes(game):
        if scene.stop.turn == place.turn or (
            not scene.stop.turn and scene.stop.cube and before + 1 == place.turn
        ):
            chosen.append(scene)
        before = scene.stop.turn or before
    if not chosen:
        numbers = _turn_numbers(game)
        raise KotraError(
            "there is no turn {turn} in game {game}; its turns: {turns}.",
            turn=place.turn,
            game=game.number,
            turns=f"{numbers[0]}–{numbers[-1]}" if numbers else "0",
        )
    return chosen
