"""How often the right one of several readings of a turn stands first, without and with the engine.

`python -m tools.likelihoods --n 2000 --seed 1` puts so many slips of the pen, one at a time, into turns of
sound match texts: those that people played, and those that GNU Backgammon played against itself. It counts
the places that `repair` leaves open, several turns among the choices and the right one with them: how often
that stands first by its share alone, and ordered by how good plays are, for scales of `repair.proposals`.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random

from kotra_notation.jobs.engine import losses_of
from kotra_notation.model import Play, Turn
from kotra_notation.repair.meant import net
from kotra_notation.repair.proposals import SCALE, Losses, Proposal, ordered_by_play, proposals
from kotra_notation.repair.repairs import repair
from kotra_notation.replay import Frame
from referees.slips import TRIES, Slip
from referees.sound import modern_records
from tools.real_slips import CORPUS, Record, records, seeded

KINDS = (
    *("one digit of a point", "one digit of a die", "step left out", "two digits exchanged"),
    *("another man", "another man, lawful"),
)
SCALES = (0.02, 0.05, 0.1, SCALE, 0.5)


class Remembered:
    """The engine, asked once."""

    def __init__(self) -> None:
        self.said: Sequence[Losses | None] | None = None

    def __call__(self, frames: Sequence[Frame]) -> Sequence[Losses | None]:
        if self.said is None:
            self.said = losses_of(frames)
        return self.said


def played_by() -> dict[str, list[Record]]:
    """The sound records by who played."""
    return {
        "people": [one for one in records() if (CORPUS / one.name).exists()],
        "GNU Backgammon": [Record(one.name, one.written) for one in modern_records()],
    }


def slips(played: Sequence[Record], n: int, seed: int) -> Iterator[Slip]:
    """So many slips, of the kinds in turn; those that do not show are left out."""
    random = Random(seed)
    for number in range(n):
        for _ in range(TRIES):
            if slip := seeded(random.choice(played), KINDS[number % len(KINDS)], random):
                if slip.found:
                    yield slip
                break


def is_turn(one: object, truth: Turn) -> bool:
    """Whether a turn is the one that was played, however it is written."""
    if not isinstance(one, Turn) or not isinstance(one.deed, Play) or not isinstance(truth.deed, Play):
        return False
    return sorted(one.dice) == sorted(truth.dice) and net(one.deed.hops) == net(truth.deed.hops)


def first(one: Proposal, truth: Turn) -> bool:
    """Whether what was played stands first."""
    return len(one.edit.new) == 1 and is_turn(one.edit.new[0], truth)


def figures(made: Iterable[Slip]) -> Counter[str]:
    """The places to decide, and in how many of them the right turn stands first, by what they are ordered."""
    counts: Counter[str] = Counter()
    for slip in made:
        counts["slips that show"] += 1
        done = repair(slip.match, found=slip.found)
        for one in proposals(done):
            if one.game != slip.game or one.confidence != "open":
                continue
            (truth,) = slip.truth.games[one.game - 1].events[one.edit.place : one.edit.place + 1] or (None,)
            asked = Remembered()
            ordered_by_play([one], done, asked)
            news = [choice.edit.new for choice in one.choices]
            if asked.said and isinstance(truth, Turn) and any(new and is_turn(new[0], truth) for new in news):
                counts["open places"] += 1
                counts["first by share"] += first(one, truth)
                for scale in SCALES:
                    (behind,) = ordered_by_play([one], done, asked, scale)
                    counts[f"first as plays, {scale}"] += first(behind, truth)
    return counts


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tools.likelihoods", description=__doc__)
    parser.add_argument("--n", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for who, played in played_by().items():
        found = figures(slips(played, given.n, given.seed))
        print(f"{who}:", ", ".join(f"{name} {count}" for name, count in found.items()), flush=True)


if __name__ == "__main__":
    main()
