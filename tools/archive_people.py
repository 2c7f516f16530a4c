"""`python -m tools.archive_people --spellings 20000`: of names spelt in several ways, which are found one.

Persons are made up, each spelt now as it is, now in small letters, with a letter missing, turned round, or
with an initial, and play each other. A tenth of the matches has headers: nicks over the columns, with a share
of them crosswise. What is proposed is held against who they are, pair by pair.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

from kotra_notation.archive.decisions import NameDecisions
from kotra_notation.archive.manifest import TABLES
from kotra_notation.archive.people import People, people
from kotra_notation.archive.rows import TableRows, parquet
from kotra_notation.archive.store import Store

SYLLABLES = [
    "".join(pair) for pair in product("bdfghjklmnprstvþ", ("a", "á", "e", "í", "ó", "u", "ör", "an"))
]
NEEDED = ("files", "matches", "sketches")
HEADED, CROSSED = 0.1, 0.3


def name(random: Random) -> str:
    """A name of somebody who does not live."""
    first, last = ("".join(random.choices(SYLLABLES, k=random.randint(2, 3))) for _ in range(2))
    return f"{first.capitalize()} {last.capitalize()}son"


def spelt(person: str, random: Random) -> str:
    """A name as somebody writes it."""
    way, (first, last) = random.random(), person.split()
    if way < 0.6:
        return person
    if way < 0.75:
        return person.lower()
    if way < 0.85:
        gone = random.randrange(1, len(person))
        return person[:gone] + person[gone + 1 :]
    return f"{last}, {first}" if way < 0.93 else f"{first[0]}. {last}"


def archived(store: Store, spellings: int, random: Random) -> dict[str, str]:
    """Matches between so many spellings, two for each; whose each spelling is."""
    persons = [name(random) for _ in range(spellings // 2)]
    whose = {spelt(person, random): person for person in random.choices(persons, k=spellings)}
    nicks = {person: f"{person[:2].lower()}{number}x" for number, person in enumerate(persons)}
    names, rows = list(whose), TableRows(NEEDED)
    for number in range(2 * spellings):
        facts: dict[str, object] = {"match": number, "file": f"{number:032x}", "number": 1}
        two = random.sample(names, 2)
        if random.random() < HEADED:
            who = [whose[one] for one in two]
            two = [nicks[person] for person in who]
            whose |= dict(zip(two, who, strict=True)) | {person: person for person in who}
            first, second = reversed(who) if random.random() < CROSSED else who
            facts |= {"header0": first, "header1": second}
        facts |= {"player0": two[0], "player1": two[1]}
        rows.add("matches", *(facts.get(column) for column in TABLES["matches"].names))
        rows.add("files", *({**facts, "path": str(number)}.get(column) for column in TABLES["files"].names))
    part = store.write_part({table: parquet(table, made) for table, made in rows.tables().items()})
    store.commit([part], [], NEEDED)
    return whose


def pairs(counts: Counter[str]) -> int:
    """How many pairs are of one person."""
    return sum(number * (number - 1) // 2 for number in counts.values())


def judged(found: People, whose: dict[str, str]) -> tuple[int, int, int]:
    """Of the pairs proposed how many are right and how many wrong, and how many there are to be found."""
    right = wrong = 0
    for person in found.persons:
        good = pairs(Counter(whose[spelling] for spelling in person.spellings))
        right += good
        wrong += len(person.spellings) * (len(person.spellings) - 1) // 2 - good
    return right, wrong, pairs(Counter(whose[spelling] for spelling in found.matches))


def main() -> None:
    """Make names up, and say how many pairs were found and how many are wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--spellings", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        store = Store(Path(place))
        whose = archived(store, chosen.spellings, Random(chosen.seed))
        begun = time.process_time()
        right, wrong, all = judged(people(store, NameDecisions()), whose)
        print(
            f"{len(whose)} spellings, {time.process_time() - begun:.1f} s: {right} of {all} pairs found"
            f" ({right / all:.1%}), {wrong} proposed that are wrong ({wrong / (right + wrong):.2%})"
        )


if __name__ == "__main__":
    main()
