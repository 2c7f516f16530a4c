"""A match that is gone through stop by stop: where one is, the ways from there, and what is to be seen."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from kotra_notation.jobs.show import Scene, TurnPlace, game_numbered, scene_at, scene_words, scenes
from kotra_notation.report.boards import typed
from kotra_notation.report.cleaning import bare
from kotra_notation.report.columns import act_words, wrapped
from kotra_notation.report.view import Diagram, Page
from kotra_notation.words import phrase
from kotra_notation.words.tongues import Tongue

# The sides in the list of turns, and what is nobody's.
SIDES = {0: "○", 1: "●", None: " "}


class Browser:
    """All stops of a match, and the one that is looked at; every way that leads nowhere leaves it there."""

    def __init__(self, page: Page, tongue: Tongue) -> None:
        self.page, self.tongue = page, tongue
        self.scenes: tuple[Scene, ...] = tuple(chain.from_iterable(map(scenes, page.games)))
        if not self.scenes:
            raise ValueError(phrase("there is no game in it to be shown."))
        self.at = 0
        self.bottom = 0

    @property
    def scene(self) -> Scene:
        """What is looked at."""
        return self.scenes[self.at]

    def go(self, step: int, wanted: Callable[[Scene], bool] = lambda scene: True) -> None:
        """On to the next stop of a kind, or back."""
        way = range(self.at + step, len(self.scenes) if step > 0 else -1, step)
        self.at = next((one for one in way if wanted(self.scenes[one])), self.at)

    def go_to_finding(self, step: int) -> None:
        """On to the next stop where something was found, or back."""
        self.go(step, lambda scene: scene.faulty)

    def go_to_blunder(self, step: int) -> None:
        """On to the next stop that an evaluation calls a blunder, or back."""
        self.go(step, lambda scene: scene.stop.grade == "blunder")

    def go_to_game(self, step: int) -> None:
        """On to the first stop of the next game, or of the one before."""
        numbers = [game.number for game in self.page.games]
        at = numbers.index(self.scene.game.number) + step
        if 0 <= at < len(numbers):
            self.go_to(TurnPlace(numbers[at]))

    def go_to_edge(self, step: int) -> None:
        """To the last stop of the game, or the first one."""
        here = self.stops_of_game
        self.at = here[-1] if step > 0 else here[0]

    def go_to(self, place: TurnPlace) -> None:
        """To a turn of a game, the first with all that came before it; ValueError where there is none."""
        game = game_numbered(self.page, place.game)
        wanted = next(scenes(game)) if place.turn == 1 else scene_at(self.page, place)
        anchors = [scene.stop.anchor for scene in self.scenes]
        self.at = anchors.index(wanted.stop.anchor)

    def turn_round(self) -> None:
        """The other side at the bottom."""
        self.bottom = 1 - self.bottom

    @property
    def stops_of_game(self) -> list[int]:
        """The places of the stops of the game that is looked at."""
        return [at for at, scene in enumerate(self.scenes) if scene.game.number == self.scene.game.number]

    def head(self) -> str:
        """Who plays, how long, which game at which score."""
        page, game = self.page, self.scene.game
        crawford = self.tongue.say("Crawford game") if game.crawford else ""
        number = self.tongue.say("Game {number}", number=game.number)
        players = " – ".join(bare(name) for name in page.players)
        return ", ".join(filter(None, [players, page.length, number, game.score, crawford]))

    def rows(self) -> list[str]:
        """The turns of the game, a line each."""
        shown = [self.scenes[at].stop for at in self.stops_of_game]
        return [f"{stop.turn or '':>3} {SIDES[stop.seat]} {act_words(stop, self.tongue)}" for stop in shown]

    def board(self, room: int) -> str:
        """The board before the turn, with its play on it, as wide as there is room for."""
        stop = self.scene.stop
        diagram = Diagram(position=stop.position, arrows=stop.arrows)
        return typed(
            diagram,
            self.tongue,
            names=self.page.players,
            view=self.page.view,
            room=room,
            bottom=self.bottom,
            ascii_only=False,
        ).rstrip("\n")

    def words(self, room: int) -> str:
        """What was done, what was found, and what an evaluation says of it."""
        if self.scene.stop is self.scene.game.end:
            return "\n".join(wrapped(self.scene.game.result, room))
        return scene_words(self.page, self.scene, self.tongue, room=room)
