"""Recordings of one match, each with faults of its own made by a seed, and whether merging gives it back.

`python -m referees.merging --n 200 --seed 1` puts three faults into each of two copies of a sound record and
merges them; `--faults` and `--records` say how many of each, `--prefer` what decides, `--show` prints what
did not come back. A pair counts as undecided if the merge itself says so.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from copy import deepcopy
from dataclasses import dataclass
from difflib import SequenceMatcher
from random import Random

from kotra_notation.compare.difference import happens
from kotra_notation.compare.merging import LEGAL, Merged, merge_matches
from kotra_notation.model import Event, Match, ScoreClaim, Turn
from referees.faults import Record, read, records
from referees.faults import faulty as seen
from referees.mutations import CHANGES
from referees.sheet import Sheet


@dataclass(frozen=True)
class Case:
    """Recordings with their faults, the match they are of, and what the merge made of them."""

    name: str
    kinds: tuple[tuple[str, ...], ...]
    texts: tuple[str, ...]
    original: Match
    merged: Merged

    @property
    def restored(self) -> bool:
        """Whether the match came back."""
        return happened(self.merged.match) == happened(self.original)

    @property
    def undecided(self) -> bool:
        """Whether the merge leaves something open."""
        return bool(self.merged.conflicts)


def happened(match: Match) -> list[tuple[ScoreClaim | None, list[Event]]]:
    """What a match says of its games, remarks left out."""
    return [(game.score, [event for event in game.events if happens(event)]) for game in match.games]


def faulty(sound: Record, random: Random, faults: int) -> tuple[Sheet, tuple[str, ...]]:
    """A record with so many faults that the slow referee sees, each of them by itself, and their kinds."""
    copy = deepcopy(sound.sheet)
    kinds: list[str] = []
    while len(kinds) < faults:
        kind = random.choice(list(CHANGES))
        seed = random.random()
        alone = deepcopy(sound.sheet)
        if not CHANGES[kind](alone, Random(seed)) or not seen(sound, alone.text(), kind):
            continue
        if CHANGES[kind](copy, Random(seed)):
            kinds.append(kind)
    return copy, tuple(kinds)


def touched(sound: Sheet, other: Sheet) -> set[tuple[int, int]]:
    """The cells of a sheet, by game and place, that another has otherwise; -1 is the score of the game."""
    found: set[tuple[int, int]] = set()
    for number, (mine, theirs) in enumerate(zip(sound.rounds, other.rounds, strict=True)):
        if mine.score != theirs.score:
            found.add((number, -1))
        before, after = ([f"{cell.seat} {cell.text}" for cell in one.cells] for one in (mine, theirs))
        for kind, begin, end, _, _ in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
            if kind != "equal":
                found.update((number, at) for at in range(begin, max(end, begin + 1)))
    return found


def case(sound: Record, random: Random, *, copies: int, faults: int, prefer: str | None) -> Case | None:
    """Recordings of a record merged; None where two are wrong at one place, or one cannot be read at all."""
    made = [faulty(sound, random, faults) for _ in range(copies)]
    places = [touched(sound.sheet, sheet) for sheet, _ in made]
    if sum(map(len, places)) > len(set().union(*places)):
        return None
    texts = tuple([sheet.text() for sheet, _ in made])
    matches = [reading.matches[0] for text in texts if (reading := read(text)).matches]
    if len(matches) < copies:
        return None
    (original,) = read(sound.text).matches
    names = [chr(ord("A") + number) for number in range(copies)]
    found = merge_matches(matches, names, prefer=prefer)
    return Case(sound.name, tuple(kinds for _, kinds in made), texts, original, found)


def cases(
    sound: list[Record], n: int, seed: int, *, copies: int = 2, faults: int = 3, prefer: str | None = LEGAL
) -> list[Case]:
    """So many merges."""
    random = Random(seed)
    found: list[Case] = []
    while len(found) < n:
        one = case(random.choice(sound), random, copies=copies, faults=faults, prefer=prefer)
        if one is not None:
            found.append(one)
    return found


def figures(done: list[Case]) -> str:
    """The shares that came back and that were left open, and the kinds of faults where they did not."""
    back = sum(one.restored for one in done)
    silent = [one for one in done if not one.restored and not one.undecided]
    kinds = Counter(kind for one in done if not one.restored for some in one.kinds for kind in some)
    lines = [
        f"{len(done)} merges: {back / len(done):.2%} give the match back, "
        f"{sum(one.undecided for one in done) / len(done):.2%} leave something open, "
        f"{len(silent) / len(done):.2%} are wrong without saying so",
        *(f"    {times:4} {kind}" for kind, times in kinds.most_common()),
    ]
    return "\n".join(lines)


def shown(one: Case) -> str:
    """What did not come back, with what was decided near it."""
    lines = [f"--- {one.name}: {'; '.join(', '.join(kinds) for kinds in one.kinds)}"]
    both = zip(happened(one.merged.match), happened(one.original), strict=False)
    for number, ((score, made), (due_score, due)) in enumerate(both, 1):
        if (score, made) == (due_score, due):
            continue
        lines.append(f"game {number}: {_told(score)}, due {_told(due_score)}")
        at = next((at for at, pair in enumerate(zip(made, due, strict=False)) if pair[0] != pair[1]), 0)
        turn = sum(isinstance(event, Turn) for event in made[: at + 1])
        lines.append(f"   turn {turn}: {_told(*made[at : at + 2])}, due {_told(*due[at : at + 2])}")
        for decision in one.merged.decisions:
            if decision.game == number and turn - 4 <= decision.turn <= turn + 2:
                versions = [f"{who} {_told(*what)}" for who, what in decision.versions]
                lines.append(f"      {decision.turn} {decision.by} {decision.chosen}: {' | '.join(versions)}")
    return "\n".join(lines)


def _told(*events: Event | None) -> str:
    """Events in short."""
    return ", ".join(
        f"{event.seat} {event.text or event.dice}"
        if isinstance(event, Turn)
        else str(event).replace("span=None", "")
        for event in events
    )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=int, default=3)
    parser.add_argument("--records", type=int, default=2)
    parser.add_argument("--prefer", default=LEGAL)
    parser.add_argument("--show", type=int, default=0, help="how many to show that did not come back")
    given = parser.parse_args()
    begun = time.perf_counter()
    done = cases(
        list(records()),
        given.n,
        given.seed,
        copies=given.records,
        faults=given.faults,
        prefer=None if given.prefer == "none" else given.prefer,
    )
    for one in [one for one in done if not one.restored][: given.show]:
        print(shown(one))
    print(figures(done))
    print(f"{(time.perf_counter() - begun) / len(done):.2f} s a merge")


if __name__ == "__main__":
    main()
