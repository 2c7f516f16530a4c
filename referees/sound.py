"""Sound records as rounds of cells or lines, so that a slip can be put into one of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random

from kotra_notation.findings import Finding
from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import Match
from kotra_notation.replay import Replay, replay
from referees import faults, old_slip_changes
from referees.old_games import DIALECTS, random_old_match
from referees.sheet import Cell, Sheet, sheet
from referees.slip_changes import MODERN_SLIPS

# One thing written in a game: the seat and the words of a cell, the score at the head, or a line.
Word = tuple[int, str]
Rounds = list[list[Word]]


def read(text: str, notation: str) -> Reading:
    """The text through the public reader."""
    return read_source(Source(text.encode("utf-8"), f"record.{notation}"), notation)


@dataclass(frozen=True)
class Sound:
    """A record without a fault, in its notation; a game of it is a round of words."""

    name: str
    written: str

    notation = ""

    @cached_property
    def truth(self) -> Match:
        """The match as it is read."""
        return read(self.written, self.notation).matches[0]

    @cached_property
    def replayed(self) -> Replay:
        """The match replayed."""
        return replay(self.truth)

    @cached_property
    def codes(self) -> Counter[str]:
        """What is said of it as it is: notes, if anything."""
        return Counter(one.code for one in self.replayed.findings)

    @cached_property
    def rounds(self) -> Rounds:
        """Its games in words."""
        raise NotImplementedError

    def text(self, rounds: Rounds) -> str:
        """The record with these games."""
        raise NotImplementedError

    def changed(self, kind: str, random: Random, place: int | None = None) -> Rounds | None:
        """Its games with a slip of the kind in one of them, or in the one at a place."""
        raise NotImplementedError

    def new(self, found: Sequence[Finding]) -> tuple[Finding, ...]:
        """The findings that are not said of it as it is."""
        left = Counter(self.codes)
        kept = []
        for one in found:
            if left[one.code]:
                left[one.code] -= 1
            else:
                kept.append(one)
        return tuple(kept)


class ModernSound(Sound):
    """A `.mat` record in GNU Backgammon's layout."""

    notation = "mat"

    @cached_property
    def sheet(self) -> Sheet:
        return sheet(self.written)

    @cached_property
    def rounds(self) -> Rounds:
        return in_words(self.sheet)

    def text(self, rounds: Rounds) -> str:
        made = deepcopy(self.sheet)
        for game, (head, *cells) in zip(made.rounds, rounds, strict=True):
            game.score = [int(points) for points in head[1].split()]
            game.cells = [Cell(seat, text) for seat, text in cells]
        return made.text()

    def changed(self, kind: str, random: Random, place: int | None = None) -> Rounds | None:
        copy = deepcopy(self.sheet)
        view = copy if place is None else Sheet(copy.head, [copy.rounds[place]])
        return in_words(copy) if MODERN_SLIPS[kind](view, random) else None


def in_words(record: Sheet) -> Rounds:
    """The games of a sheet in words, the score first."""
    return [
        [(-1, f"{game.score[0]} {game.score[1]}"), *((cell.seat, cell.text) for cell in game.cells)]
        for game in record.rounds
    ]


class OldSound(Sound):
    """A sitting of the old game in our own notation."""

    notation = "kotra"

    @cached_property
    def head(self) -> str:
        return re.split(r"(?m)^(?=game )", self.written)[0]

    @cached_property
    def rounds(self) -> Rounds:
        games = re.split(r"(?m)^(?=game )", self.written)[1:]
        return [[(-1, line) for line in game.splitlines()] for game in games]

    def text(self, rounds: Rounds) -> str:
        return self.head + "".join(f"{line}\n" for game in rounds for _, line in game)

    def changed(self, kind: str, random: Random, place: int | None = None) -> Rounds | None:
        rounds = list(self.rounds)
        sizes = [len(game) for game in rounds]
        chosen = random.choices(range(len(rounds)), sizes)[0] if place is None else place
        lines = [line for _, line in rounds[chosen]]
        if not old_slip_changes.OLD_SLIPS[kind](lines, random):
            return None
        rounds[chosen] = [(-1, line) for line in lines]
        return rounds


def modern_records(folder: Path = faults.CORPUS, every: int = 1) -> Iterator[Sound]:
    """The sound records of a folder, or generated ones where it is absent."""
    for one in faults.records(folder, every):
        yield ModernSound(one.name, one.sheet.text())


def old_records(count: int, seed: int) -> Iterator[Sound]:
    """So many lawful sittings of the old game."""
    for number in range(count):
        match = random_old_match(seed * 1000 + number, DIALECTS[number % 3] if number % 2 else None)
        yield OldSound(f"sitting-{seed * 1000 + number}", str(write_matches([match], "kotra").content))
