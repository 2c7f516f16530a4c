"""Seeded slips: a sound record with one slip of the pen in it, or two in one game, and the record as it was.

`tools.repairs` measures how many are mended; `fitting` is for fitting the costs of slips.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from random import Random
from typing import Literal, NamedTuple

from kotra_notation.findings import Finding
from kotra_notation.model import Match
from kotra_notation.replay import replay
from referees.old_slip_changes import OLD_SLIPS
from referees.slip_changes import MODERN_SLIPS
from referees.slip_choices import choices
from referees.sound import Rounds, Sound, Word, modern_records, old_records, read

Kind = Literal["modern", "old"]
KINDS = {"modern": tuple(MODERN_SLIPS), "old": tuple(OLD_SLIPS)}
TRIES = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """A record with a slip in one game, counted from 1, and the match as it was.

    `found`: what is now said that was not before. `choices`: where something is missing, how many different
    things could be put there so that all behind it is lawful. `parts`: of two slips, each alone.
    """

    kind: str
    name: str
    text: str
    match: Match
    truth: Match
    game: int
    found: tuple[Finding, ...]
    choices: int | None = None
    parts: tuple[Slip, ...] = ()

    @property
    def undecided(self) -> bool:
        """Whether everything is still lawful, so that nothing can tell; of two slips, of either."""
        return not self.found or any(part.undecided for part in self.parts)

    @property
    def open(self) -> bool:
        """Whether something is missing that could have been one of several things."""
        return (self.choices or 0) > 1 or any(part.open for part in self.parts)

    @property
    def decided(self) -> bool:
        """Whether the evidence tells what was meant."""
        return not (self.undecided or self.open)


def made(sound: Sound, rounds: Rounds, kind: str, parts: tuple[Slip, ...] = ()) -> Slip | None:
    """The slip that turns the record into these games; None where nothing is changed or no match is left."""
    different = [n for n, (one, two) in enumerate(zip(sound.rounds, rounds, strict=True)) if one != two]
    if not different:
        return None
    (place,) = different
    text = sound.text(rounds)
    reading = read(text, sound.notation)
    if len(reading.matches) != 1 or len(reading.matches[0].games) != len(sound.truth.games):
        return None
    match = reading.matches[0]
    if match == sound.truth and not reading.findings:
        return None
    found = sound.new([*reading.findings, *replay(match).findings])
    return Slip(
        kind=kind,
        name=sound.name,
        text=text,
        match=match,
        truth=sound.truth,
        game=place + 1,
        found=found,
        choices=None if parts else choices(kind, sound.replayed, match, place),
        parts=parts,
    )


def seeded(sound: Sound, kind: str, random: Random) -> Slip | None:
    """One slip of the kind in the record, or None where it has no place for one."""
    rounds = sound.changed(kind, random)
    return made(sound, rounds, kind) if rounds else None


def both(sound: Sound, kinds: Sequence[str], random: Random) -> Slip | None:
    """Two slips in different places of one game."""
    place = random.randrange(len(sound.rounds))
    alone = [sound.changed(kind, random, place) for kind in kinds]
    if not alone[0] or not alone[1]:
        return None
    first, second = made(sound, alone[0], kinds[0]), made(sound, alone[1], kinds[1])
    game = joined(sound.rounds[place], alone[0][place], alone[1][place])
    if first is None or second is None or game is None:
        return None
    rounds = list(sound.rounds)
    rounds[place] = game
    return made(sound, rounds, " + ".join(sorted(kinds)), (first, second))


class Stretch(NamedTuple):
    """The stretch of a game that has changed, and what stands there now."""

    first: int
    end: int
    now: list[Word]


def stretch(before: Sequence[Word], behind: Sequence[Word]) -> Stretch:
    """Where two versions of a game differ."""
    first = alike(before, behind)
    same_end = min(alike(before[::-1], behind[::-1]), min(len(before), len(behind)) - first)
    return Stretch(first, len(before) - same_end, list(behind[first : len(behind) - same_end]))


def alike(one: Sequence[Word], other: Sequence[Word]) -> int:
    """How many words are the same from the beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def joined(game: list[Word], one: list[Word], other: list[Word]) -> list[Word] | None:
    """The game with both changes; None where they touch."""
    early, late = sorted((stretch(game, one), stretch(game, other)))
    if early.end > late.first or early.first == late.first:
        return None
    return [*game[: early.first], *early.now, *game[early.end : late.first], *late.now, *game[late.end :]]


@lru_cache(maxsize=4)
def sound_records(game: Kind, count: int, seed: int, every: int) -> tuple[Sound, ...]:
    """The records that slips are put into: those there are, or so many sittings of the old game."""
    return tuple(modern_records(every=every) if game == "modern" else old_records(count, seed))


def slips(
    n: int, seed: int, kinds: Iterable[str] = (), game: Kind = "modern", *, two: bool = False, every: int = 1
) -> Iterator[Slip]:
    """So many slips, of the kinds in turn (all, where empty), in records chosen by the seed."""
    random = Random(seed)
    sound = sound_records(game, min(max(n // 8, 12), 150), seed, every)
    wanted = list(kinds) or KINDS[game]
    for number in range(n):
        for _ in range(TRIES):
            chosen = random.choice(sound)
            if two:
                slip = both(chosen, random.choices(wanted, k=2), random)
            else:
                slip = seeded(chosen, wanted[number % len(wanted)], random)
            if slip:
                yield slip
                break


class Fitting(NamedTuple):
    """What a fit needs of a slip."""

    kind: str
    match: Match
    truth: Match
    game: int


def fitting(n: int, seed: int, game: Kind = "modern") -> Iterator[Fitting]:
    """So many slips that the evidence decides, as the costs are fitted on them."""
    for slip in slips(n, seed, game=game):
        if slip.decided:
            yield Fitting(slip.kind, slip.match, slip.truth, slip.game)
