"""Whole games of *Play* by a seed, clicked or by its requests, a share illegal: every one ends, and is sound.

A long run is asked for by hand: `KOTRA_SESSIONS=2000 pytest -m slow tests/test_desk_play_games.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import pytest
from playwright.sync_api import Browser

import kotra_notation as kn
from kotra_notation.desk.record_tasks import answer, begin, enter_move, standing_row, throw
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.desk.work import AskedError
from kotra_notation.jobs.rows import Row
from kotra_notation.record import draft
from kotra_notation.record.draft.view import DraftStanding
from kotra_notation.words.tongues import ENGLISH, Tongue
from referees.seeds import SESSIONS, fresh
from tests.desk_served import served
from tests.desks import Scribe, scribe

pytest.importorskip("numpy")

NAMES = ("Álfhildur", "Vél")
RULES = ("modern", "modern", "forn-1977", "forn-de", "davidsson")
# The share of drops that no die allows, and of the moments at which somebody goes away, or begins anew.
ILLEGAL, LEAVE = 0.05, 0.01
# No game that is clicked through takes so many moments.
MOST_MOMENTS = 2500


@dataclass
class Player:
    """Somebody who plays by clicks alone, and sometimes drops a checker where it may not go."""

    page: Scribe
    random: Random
    old: bool
    illegal: int = 0

    @property
    def standing(self) -> DraftStanding:
        return draft.standing(self.page.settled().text)

    def shown(self, *names: str) -> list[str]:
        """Those of the buttons that are there to be pressed."""
        return [one for one in names if self.page.page.locator(f"[data-do={one}]:visible:enabled").count()]

    def drop(self, seat: int, source: int, target: int) -> None:
        self.page.drag(seat, source, target, old=self.old)

    def drop_illegally(self, standing: DraftStanding) -> None:
        """A checker that is dropped where no legal play has it springs back."""
        source = self.random.choice([step[0] for play in standing.plays for step in play.steps])
        before = self.page.board
        self.drop(
            standing.seat or 0,
            source,
            self.random.choice([0, *range(source + 1, 25)] if source < 24 else [source]),
        )
        assert self.page.board == before
        self.illegal += 1

    def make_play(self, standing: DraftStanding) -> None:
        """A legal play at random, checker by checker, and Done."""
        page, seat = self.page, standing.seat or 0
        if self.random.random() < ILLEGAL:
            self.drop_illegally(standing)
        play = self.random.choice(standing.plays)
        for source, target in play.steps:
            self.drop(seat, source, target)
        assert page.page.locator("[data-do=done]").is_visible(), (play, page.text)
        page.do("done")

    def wander(self) -> None:
        """Reload, or go back and forward in the browser."""
        page = self.page.page
        chance = self.random.random()
        if chance < LEAVE:
            page.reload()
        elif chance < 2 * LEAVE:
            page.go_back()
            page.go_forward()
        self.page.settled()

    def move(self, standing: DraftStanding) -> None:
        """Do what the page asks for."""
        if standing.wants == "play":
            self.make_play(standing)
        elif standing.wants == "answer":
            self.page.do(self.random.choice(self.shown("take", "drop", "beaver", "accept", "refuse")))
        elif self.shown("double") and self.random.random() < 0.1:
            self.page.do("double")
        else:
            self.page.do("next" if standing.wants == "game" else "throw")


def played_through(page: Scribe, random: Random, *, old: bool) -> int:
    """Play until the match is over, or one game of a sitting; give back how many drops were illegal."""
    player = Player(page, random, old)
    for _ in range(MOST_MOMENTS):
        standing = player.standing
        if standing.wants == "nothing" or (standing.wants == "game" and not standing.length):
            return player.illegal
        player.wander()
        player.move(player.standing)
    raise AssertionError(page.text)


def begun(page: Scribe, random: Random) -> str:
    """A match of random rules against the engine, or of two people at one board."""
    rules = random.choice(RULES)
    page.choose("against", random.choice(["beginner", "beginner", "quick", ""]))
    page.begin(rules, NAMES, random.choice(["1", "1", "3", "0"]))
    return rules


@dataclass
class Asking:
    """A match by what the page asks of the desk, by two people or one against the engine."""

    random: Random
    text: str
    engine: int | None

    def ask(self, task: Callable[[Row, Tongue], Row], **asked: object) -> None:
        """Take the record of an answer."""
        self.text = task({"text": self.text, "dice": "key"} | asked, ENGLISH)["text"]

    def move(self, standing: DraftStanding) -> None:
        """Do what comes next, sometimes what is illegal."""
        random, wants = self.random, standing.wants
        if wants in ("dice", "play", "answer") and standing.seat == self.engine:
            self.ask(answer, seat=self.engine, level=random.choice(["beginner", "quick"]))
        elif wants == "answer":
            beaver = ["b"] * standing.may_beaver
            entries = ["y", "n"] if standing.offer == "resignation" else ["t", "t", "p", *beaver]
            self.ask(enter_move, entry=random.choice(entries))
        elif wants == "play":
            if random.random() < ILLEGAL:
                with pytest.raises((ValueError, AskedError)):
                    self.ask(enter_move, entry=random.choice(["bar/bar", "66", "????", "d", "g"]))
            self.ask(enter_move, entry=random.choice(standing.plays).text)
        elif (
            wants == "dice"
            and standing_row(self.text, ENGLISH)["standing"]["doubles"]
            and random.random() < 0.1
        ):
            self.ask(enter_move, entry="d")
        else:
            self.ask(throw)


@pytest.mark.middle
@pytest.mark.parametrize("seed", fresh(max(24, SESSIONS)))
def test_a_game_of_requests_ends_and_is_sound(seed: int) -> None:
    random = Random(seed)
    rules = random.choice([*RULES, "forn-1977,one_die=always", "modern,beavers=on,texas=on"])
    length = random.choice([1, 1, 3, 0]) if rules.startswith("modern") else None
    engine = None if "one_die" in rules else random.choice([None, 0, 1])
    text = str(begin({"players": [*NAMES], "length": length, "rules": rules, "info": {}}, ENGLISH)["text"])
    match = Asking(random, text, engine)
    for _ in range(MOST_MOMENTS):
        standing = draft.standing(match.text)
        if standing.wants == "nothing" or (standing.wants == "game" and not length):
            break
        match.move(standing)
    assert standing_row(match.text, ENGLISH)["standing"]["ending"], match.text
    found = kn.check(match.text.encode()).findings
    assert [one for one in found if one.kind.name != "rules-changed"] == [], match.text


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DeskSettings]:
    """One desk for all games: their records lie in one folder."""
    with served(folder=tmp_path_factory.mktemp("day")) as running:
        yield running


@pytest.mark.parametrize("seed", fresh(max(4, SESSIONS // 10)))
def test_a_game_of_clicks_ends_and_is_sound(chromium: Browser, desk: DeskSettings, seed: int) -> None:
    random = Random(seed)
    with scribe(chromium, desk, "play") as page:
        rules = begun(page, random)
        played_through(page, random, old=rules != "modern")
        assert page.kept == page.text
        assert kn.check(page.text.encode()).findings == (), page.text
