"""`python -m tools.proofs --seconds 60 --seed 1`: match texts with slips: is what is proved sound?

Every text that `fast/proof.py:prove` says yes to is read and replayed as all records are: results and
score must be the same, and nothing may be found. A text that is proved falsely is kept. Mutations know what a
match text is made of; with `--whole` nothing is changed, and what is not proved is counted.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random, SystemRandom

from kotra_notation.fast.proof import Proof, prove
from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Source
from kotra_notation.replay import replay
from referees.games import random_match, ways
from referees.oracle import legal_results, outcomes

CORPUS = Path(__file__).parents[2] / "shared" / "corpus"
SAMPLES = Path(__file__).parents[1] / "samples"
WORDS = [
    b"Takes",
    b"Drops",
    b"Doubles => 2",
    b"Doubles => 4",
    b"Wins 1 point",
    b"Wins 2 points",
    b"31: 8/5 6/5",
]
WORDS += [
    b"Cannot Move",
    b" and the match",
    b"bar/",
    b"/off",
    b"*",
    b"(2)",
    b"????",
    b"Game 2",
    b"Loses 2 points",
]


def falsely(data: bytes, proof: Proof) -> str:
    """What is wrong with a proof; empty where it is as the ordinary way finds."""
    reading = read_source(Source(data))
    replays = [replay(match) for match in reading.matches]
    found = [*reading.findings, *(one for replayed in replays for one in replayed.findings)]
    if found:
        return f"found {', '.join(sorted({one.code for one in found}))}"
    if len(replays) != 1:
        return f"{len(replays)} matches"
    (replayed,) = replays
    if tuple(replayed.score) != proof.score:
        return f"score {replayed.score}, not {proof.score}"
    if [(game.winner, game.points, game.kind, game.turns, game.crawford) for game in replayed.games] != [
        tuple(game)[1:] for game in proof.games
    ]:
        return "games"
    if (tuple(one.name for one in replayed.match.players), replayed.match.length or 0) != proof[:2]:
        return "head"
    return ""


def digit(chance: Random, data: bytearray) -> None:
    """Another digit."""
    places = [at for at, byte in enumerate(data) if 48 <= byte <= 57]
    if places:
        data[chance.choice(places)] = chance.choice(b"0123456" if chance.random() < 0.8 else b"789")


def hop(chance: Random, data: bytearray) -> None:
    """Another point in a hop."""
    places = [found.span() for found in re.finditer(rb"(?<=/)[0-9]{1,2}|[0-9]{1,2}(?=/)", data)]
    if places:
        at, end = chance.choice(places)
        data[at:end] = str(chance.randrange(26)).encode()


def byte(chance: Random, data: bytearray) -> None:
    """A byte more, less or other."""
    at = chance.randrange(len(data))
    new = bytes([chance.choice(b"0123456789/*() :;\nbarofDTW\t\r\xc3\xa9\x00")])
    data[at : at + chance.randrange(2)] = chance.choice((b"", new, new))


def blanks(chance: Random, data: bytearray) -> None:
    """Blanks put in or taken out, now and then all that part two things."""
    places = [at for at, one in enumerate(data) if one == 32]
    at = chance.choice(places)
    if chance.random() < 0.3:
        begin, end = len(data[:at].rstrip(b" ")), at + len(data[at:]) - len(data[at:].lstrip(b" "))
        data[begin:end] = b""
        return
    data[at : at + chance.randrange(3)] = b" " * chance.choice((0, 1, 2, 3, 8, 20))


def rows(chance: Random, data: bytearray) -> None:
    """Lines swapped, dropped, repeated or moved elsewhere."""
    lines = bytes(data).split(b"\n")
    one, two = chance.randrange(len(lines)), chance.randrange(len(lines))
    if chance.random() < 0.6:
        two = min(one + 1, len(lines) - 1)
    what = chance.randrange(4)
    if what == 0:
        lines[one], lines[two] = lines[two], lines[one]
    elif what == 1:
        del lines[one]
    elif what == 2:
        lines.insert(two, lines[one])
    else:
        lines.insert(two, lines.pop(one))
    data[:] = b"\n".join(lines)


def words(chance: Random, data: bytearray) -> None:
    """A word of the notation put in, or in the place of another."""
    known = [at for word in WORDS for at in [bytes(data).find(word, chance.randrange(len(data)))] if at >= 0]
    at = chance.choice(known) if known and chance.random() < 0.7 else chance.randrange(len(data))
    end = next((at + len(word) for word in WORDS if data[at : at + len(word)] == word), at)
    data[at:end] = chance.choice(WORDS) if chance.random() < 0.7 else b""


def cells(chance: Random, data: bytearray) -> None:
    """The two cells of a row changed for each other, or one of them for that of another row."""
    lines = bytes(data).split(b"\n")
    places = [at for at, line in enumerate(lines) if b") " in line and len(line) > 30]
    if len(places) > 1:
        one, two = chance.choice(places), chance.choice(places)
        line, other = lines[one], lines[two]
        cut, end = line.index(b")") + 2, 33
        if chance.random() < 0.5:
            lines[one] = line[:cut] + line[end:].strip().ljust(end - cut) + line[cut:end].rstrip()
        else:
            lines[one] = line[:end] + other[end:]
        data[:] = b"\n".join(lines)


def cut(chance: Random, data: bytearray) -> None:
    """The text ends early, or begins late."""
    at = chance.randrange(len(data))
    if chance.random() < 0.7:
        del data[at:]
    else:
        del data[: min(at, 200)]


MUTATIONS: tuple[Callable[[Random, bytearray], None], ...] = (
    digit,
    hop,
    byte,
    blanks,
    rows,
    words,
    cells,
    cut,
)
WEIGHTS = (6, 5, 3, 2, 3, 3, 2, 1)


def mutated(chance: Random, data: bytes) -> bytes:
    """A match text with one change or a few."""
    text = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        if len(text) > 2:
            chance.choices(MUTATIONS, WEIGHTS)[0](chance, text)
    return bytes(text)


def made(chance: Random) -> bytes:
    """A lawful match in a dialect of match text."""
    match = random_match(chance.randrange(10**9), chance.choice((None, 1, 2, 3, 3, 5, 7)))
    for remembered in (legal_results, outcomes, ways):
        remembered.cache_clear()  # of a match that will not come again
    dialect = chance.choice(("gnubg", "gnubg", "jellyfish", "galaxy", "gridgammon", "xg", "studio"))
    content = write_matches([match], "mat", dialect).content
    return content if isinstance(content, bytes) else content.encode()


def found_texts() -> list[bytes]:
    """The match texts of the corpus, where it is, and of the samples."""
    paths = [*CORPUS.glob("gnubg/mat/*.mat"), *CORPUS.glob("real/mat/*"), *SAMPLES.rglob("*.mat")]
    return [path.read_bytes() for path in sorted(paths) if path.stat().st_size < 40_000]


def main() -> int:
    """Try as many texts as there is time for; 1 where one is proved falsely."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60, help="how long")
    parser.add_argument(
        "--seed", type=int, default=SystemRandom().randrange(10**6), help="where chance begins"
    )
    parser.add_argument("--whole", action="store_true", help="change nothing")
    parser.add_argument(
        "--found", type=Path, default=Path("proofs-found"), help="where false proofs are kept"
    )
    options = parser.parse_args()
    chance = Random(options.seed)
    given = found_texts()
    counted: Counter[str] = Counter()
    wrong = 0
    end = time.monotonic() + options.seconds
    while time.monotonic() < end:
        whole = made(chance) if options.whole or not given or chance.random() < 0.02 else chance.choice(given)
        if not options.whole and len(given) < 2000:
            given.append(whole)
        for _ in range(1 if options.whole else 20):
            data = whole if options.whole else mutated(chance, whole)
            proof = prove(data)
            counted["proved" if proof else "not proved"] += 1
            if proof and (why := falsely(data, proof)):
                wrong += 1
                options.found.mkdir(exist_ok=True)
                kept = options.found / f"{hashlib.sha256(data).hexdigest()[:12]}.mat"
                kept.write_bytes(data)
                print(f"{kept}: {why}", flush=True)
    print(f"seed {options.seed}: {counted['proved']} proved of {counted.total()}, {wrong} falsely")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
