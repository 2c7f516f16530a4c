"""One sound sitting of the old game in several spellings: full, bare, in Icelandic, in numbers of the path.

`python -m referees.old_spellings --n 180 --seed 1` prints what is found in so many sittings so written.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from kotra_notation import model as m
from kotra_notation.findings import Finding, Severity
from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Source
from kotra_notation.model import Match
from kotra_notation.replay import Replay, replay
from kotra_notation.rules.old_icelandic import FORMS
from referees.old_games import DIALECTS, random_old_match

NUMBERS = dict(zip("123456", ("ás", "daus", "treia", "kotra", "fimm", "sex"), strict=True))
DOUBLES = ("ásar allir", "dausar allir", "treiur allar", "kotrur allar", "fimmin öll", "sexin öll")
SEATS = {"W": "H", "B": "S"}
WORDS = {
    "rules:": "reglur:",
    "white:": "hvítur:",
    "black:": "svartur:",
    "game": "leikur",
    "opening": "upphafskast",
    "setup": "uppstilling",
    "cannot move": "leiklaus",
    "half": "hálfur",
    "wins": "vinnur",
    "scores": "fær",
    "score": "staðan",
    "by": "með",
    "after throws": "aukaköst",
    "last throw": "síðasta kast",
    "draw": "jafntefli",
    "uttekt": "úttekt",
    **{form.name: form.icelandic for form in FORMS.values()},
}
WORD = re.compile(r"(?<![\w/])(?:" + "|".join(sorted(WORDS, key=len, reverse=True)) + r")(?!\w)")
TURN = re.compile(r"([WB]) (\d)([+-]?)(\d?):(.*)")


def full(match: Match) -> str:
    """As it is written out."""
    return str(write_matches([match], "kotra").content)


def bare(match: Match) -> str:
    """Throws, plays and results without words: no scores, no awards, no hit marks."""
    return full(
        replace(match, games=tuple(replace(game, score=None, events=_bare(game)) for game in match.games))
    )


def _bare(game: m.Game) -> tuple[m.Event, ...]:
    kept: list[m.Event] = []
    for event in game.events:
        match event:
            case m.AwardClaim():
                continue
            case m.ResultClaim():
                kept.append(replace(event, kind=None))
            case m.Turn(deed=m.Play(hops=hops) as play):
                plain = tuple(hop._replace(taken=0) for hop in hops)
                kept.append(replace(event, deed=replace(play, hops=plain)))
            case _:
                kept.append(event)
    return tuple(kept)


def icelandic(match: Match) -> str:
    """In the words of the country, the numbers of the dice by their names."""
    return "\n".join(_icelandic(line) for line in full(match).splitlines()) + "\n"


def _icelandic(line: str) -> str:
    if turn := TURN.fullmatch(line):
        seat, first, between, second, deed = turn.groups()
        dice = f"{first}{between}{second}"
        if second and not between:
            dice = DOUBLES[int(first) - 1] if first == second else f"{NUMBERS[first]} og {NUMBERS[second]}"
        deed = deed.replace("bar/", "dauð/").replace("/off", "/út")
        return f"{SEATS[seat]} {dice}:{WORD.sub(lambda found: WORDS[found[0]], deed)}"
    if line.startswith(("setup", "white:", "black:", "rules:")):
        word, rest = line.split(" ", 1)
        return f"{WORDS[word]} {rest}"
    said = WORD.sub(lambda found: WORDS[found[0]], line)
    return SEATS[said[0]] + said[1:] if re.match(r"[WB] ", said) else said


def path_numbers(match: Match) -> str:
    """With the points of plays as numbers along the own path, from 1 to 24."""
    lines = full(match).splitlines()
    lines[1:1] = ["points: path"]
    return "\n".join(_in_numbers(line) for line in lines) + "\n"


def _in_numbers(line: str) -> str:
    turn = re.match(r"([WB]) [\d+]+: ", line)
    if turn is None:
        return line
    start = 1 if turn[1] == "W" else 13

    def path(found: re.Match[str]) -> str:
        return str((ord(found[0]) - ord("a") + 1 - start) % 24 + 1)

    return turn[0] + re.sub(r"(?<![a-z])[a-x](?![a-z])", path, line[turn.end() :])


SPELLINGS: dict[str, Callable[[Match], str]] = {
    "full": full,
    "bare": bare,
    "Icelandic": icelandic,
    "path numbers": path_numbers,
}


def sittings(number: int, seed: int) -> Iterator[Match]:
    """Sound sittings: of one game, and every third of three."""
    random = Random(seed)
    for place in range(number):
        games = 3 if place % 3 == 2 else 1
        dialect = DIALECTS[place % 3] if place % 2 else None
        yield random_old_match(random.randrange(10**6), dialect, games=games)


def found_in(text: str) -> tuple[Replay, list[Finding]]:
    """The replay of a text, and what is found in it beside notes and options without effect."""
    reading = read_source(Source(text.encode()), "kotra")
    (match,) = reading.matches
    replayed = replay(match)
    found = [*reading.findings, *replayed.findings]
    kept = [one for one in found if one.severity is not Severity.NOTE and one.code != "D505"]
    return replayed, kept


def unexpected(match: Match, spelling: str) -> list[str]:
    """What should not be found in a sitting so written, or is missing: forms that a bare one leaves out."""
    said, _ = found_in(full(match))
    replayed, found = found_in(SPELLINGS[spelling](match))
    wrong = [f"{one.span.line if one.span else '-'} {one.code} {one.message}" for one in found]
    if spelling == "bare":
        missed = Counter(one.code for one in found)
        wrong = [] if missed <= Counter(S418=sum(_forms(said).values())) else wrong
    ends = [(game.winner, game.kind, game.points) for game in replayed.games]
    if ends != [(game.winner, game.kind, game.points) for game in said.games]:
        wrong.append(f"ends otherwise: {ends}")
    return wrong


def _forms(replayed: Replay) -> Counter[str]:
    return Counter(award.kind for game in replayed.games for award in game.awards if award.kind in FORMS)


def main() -> None:
    """Print what is found."""
    parser = argparse.ArgumentParser(prog="python -m referees.old_spellings")
    parser.add_argument("--n", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    count: Counter[str] = Counter()
    for match in sittings(chosen.n, chosen.seed):
        for spelling in SPELLINGS:
            wrong = unexpected(match, spelling)
            count.update({spelling: 1, f"{spelling}: found": bool(wrong)})
            for one in wrong:
                print(f"--- {spelling}, {match.rules}: {one}")
    print(", ".join(f"{name} {number}" for name, number in count.items()))


if __name__ == "__main__":
    main()
