"""Somebody at the desk, by a seed: throws, plays, the cube, slips, steps back; and what that must write."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from kotra_notation.features.check.job import check_file
from kotra_notation.jobs.files import Opened
from kotra_notation.record import draft
from kotra_notation.record.draft.plays import LegalWay
from kotra_notation.record.draft.view import DraftStanding

RULES = ("modern", "modern,beavers=on", "forn-1977", "forn-de", "davidsson")
OFFERS = {"resignation": ("y", "n")}


class Hand(Protocol):
    """What a session is carried out by: requests, or a page with a mouse and keys."""

    @property
    def text(self) -> str:
        """The record as it is written."""

    def enter(self, entry: str) -> None:
        """Something typed at the end."""

    def dice(self, first: int, second: int) -> None:
        """A throw."""

    def play(self, way: LegalWay, random: Random) -> None:
        """A legal play."""

    def insist(self, entry: str) -> None:
        """A play that is not legal, and stood."""

    def correct(self, line: int, entry: str) -> None:
        """A line written anew."""

    def undo(self) -> None:
        """One step back."""

    def redo(self) -> None:
        """One step on again."""


@dataclass
class Session:
    """One session; its text by the model is held against what the hand has written, at every step."""

    hand: Hand
    random: Random
    text: str
    past: list[str] = field(default_factory=list)
    future: list[str] = field(default_factory=list)

    def run(self, steps: int) -> None:
        """So many things done, one after the other, or until the match is over."""
        for _ in range(steps):
            standing = draft.standing(self.text)
            if standing.wants == "nothing" and self.random.random() < 0.7:
                break
            self.step(standing)
            self.compare()

    def compare(self) -> None:
        """The record is what was done, and `kotra check` finds in it what the desk shows."""
        assert self.hand.text == self.text
        checked = check_file(Opened("", self.text.encode()), hints=False)
        found = sorted((one.code, one.span.line if one.span else 0) for one in checked.findings)
        shown = draft.standing(self.text).findings
        assert sorted((one.code, one.span.line if one.span else 0) for one in shown) == found

    def step(self, standing: DraftStanding) -> None:
        chance = self.random.random()
        if self.past and chance < 0.08:
            self.future.append(self.text)
            self.text = self.past.pop()
            self.hand.undo()
        elif self.future and chance < 0.5:
            self.past.append(self.text)
            self.text = self.future.pop()
            self.hand.redo()
        elif chance < 0.11 and standing.turns:
            self.write("# Athugasemd.")
        elif chance < 0.14 and self.slipped(standing):
            return
        elif not standing.certain:
            self.past, self.future, self.text = self.past[:-1], [*self.future, self.text], self.past[-1]
            self.hand.undo()
        else:
            self.act(standing)

    def act(self, standing: DraftStanding) -> None:
        random = self.random
        match standing.wants:
            case "play":
                self.play(standing)
            case "answer":
                self.write(random.choice(OFFERS.get(standing.offer, ("t", "t", "p"))))
            case "dice" if standing.may_double and random.random() < 0.1:
                self.write("d")
            case "nothing":
                self.write("# Lokið.")
            case _:
                first, second = random.randint(1, 6), random.randint(1, 6)
                self.expect(draft.enter(self.text, f"{first}{second}"))
                self.hand.dice(first, second)

    def play(self, standing: DraftStanding) -> None:
        random = self.random
        whole = [way for way in standing.plays if not way.text.endswith("half")]
        if random.random() < 0.05 and (wrong := self.illegal(standing)):
            self.expect(draft.enter(self.text, wrong, stands=True))
            self.hand.insist(wrong)
        elif whole:
            way = random.choice(whole)
            self.expect(draft.enter(self.text, way.text))
            self.hand.play(way, random)

    def illegal(self, standing: DraftStanding) -> str:
        """A play of one checker that is not legal, of those that the board could hold."""
        far, near = sorted(self.random.sample(range(1, 25), 2), reverse=True)
        wrong = f"{far}/{near}"
        try:
            draft.enter(self.text, wrong)
        except draft.NotLegalError:
            return wrong
        except ValueError:
            return ""
        return ""

    def slipped(self, standing: DraftStanding) -> bool:
        """An old turn is written anew, with another play of its throw."""
        turns = [turn for turn in standing.turns[:-1] if turn.dice and turn.play and "/" in turn.play]
        if not turns:
            return False
        turn = self.random.choice(turns)
        above = "".join(self.text.splitlines(keepends=True)[: turn.line - 1])
        try:
            thrown = draft.standing(draft.enter(above, turn.dice))
            way = self.random.choice(thrown.plays)
            changed = draft.enter(self.text, f"{turn.dice}: {way.text}", line=turn.line)
        except (ValueError, IndexError):
            return False
        self.expect(changed)
        self.hand.correct(turn.line, f"{turn.dice}: {way.text}")
        return True

    def write(self, entry: str) -> None:
        self.expect(draft.enter(self.text, entry))
        self.hand.enter(entry)

    def expect(self, text: str) -> None:
        if text == self.text:
            return
        self.past.append(self.text)
        self.future.clear()
        self.text = text
