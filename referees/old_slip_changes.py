"""The slips of one who writes a sitting of the old game down: small changes to lines of its `.kotra` text."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from random import Random

Lines = list[str]
Change = Callable[[Lines, Random], bool]

TURN = re.compile(r"([WB]) (\d)(\d?): (.+)")
RESULT = re.compile(r"([WB]) (wins|loses) ")
LETTERS = "abcdefghijklmnopqrstuvwx"
POINT = re.compile(r"\b([a-x])\b")
OTHER = {"W": "B", "B": "W"}


def rows(lines: Lines, wanted: Callable[[str], object]) -> list[int]:
    """The places of the wanted lines."""
    return [at for at, line in enumerate(lines) if wanted(line)]


def turns(lines: Lines) -> list[int]:
    return rows(lines, TURN.fullmatch)


def one_line(change: Callable[[str, Random], str | None], wanted: Callable[[str], object]) -> Change:
    """A slip in one of the wanted lines; none where the change gives nothing."""

    def mutate(lines: Lines, random: Random) -> bool:
        found = rows(lines, wanted)
        if not found:
            return False
        at = random.choice(found)
        line = change(lines[at], random)
        if line is None or line == lines[at]:
            return False
        lines[at] = line
        return True

    return mutate


def plays(line: str) -> bool:
    """Whether it is a turn with a play."""
    turn = TURN.fullmatch(line)
    return bool(turn and "/" in turn[4])


def in_play(change: Callable[[list[str], Random], list[str] | None]) -> Change:
    """A slip in the words of one play."""

    def mutate(line: str, random: Random) -> str | None:
        head, _, play = line.partition(": ")
        words = change(play.split(), random)
        return None if words is None else f"{head}: {' '.join(words) or 'cannot move'}"

    return one_line(mutate, plays)


def die_changed(digits: str) -> Change:
    def mutate(line: str, random: Random) -> str:
        at = random.choice((2, 3) if line[3].isdigit() else (2,))
        return line[:at] + random.choice([one for one in digits if one != line[at]]) + line[at + 1 :]

    return one_line(mutate, TURN.fullmatch)


def letter_changed(words: list[str], random: Random) -> list[str] | None:
    text = " ".join(words)
    found = [place.start() for place in POINT.finditer(text)]
    if not found:
        return None
    at = random.choice(found)
    return (text[:at] + random.choice(LETTERS.replace(text[at], "")) + text[at + 1 :]).split()


def letters_swapped(words: list[str], random: Random) -> list[str] | None:
    """Two letters that follow each other change places."""
    signs = list(" ".join(words))
    found = [place.start() for place in POINT.finditer("".join(signs))]
    pairs = [(one, two) for one, two in pairwise(found) if signs[one] != signs[two]]
    if not pairs:
        return None
    one, two = random.choice(pairs)
    signs[one], signs[two] = signs[two], signs[one]
    return "".join(signs).split()


def dice_exchanged(lines: Lines, random: Random) -> bool:
    found = turns(lines)
    pairs = [(one, two) for one, two in pairwise(found) if two == one + 1]
    if not pairs:
        return False
    one, two = random.choice(pairs)
    before, behind = lines[one].partition(":"), lines[two].partition(":")
    lines[one] = f"{before[0][0]}{behind[0][1:]}:{before[2]}"
    lines[two] = f"{behind[0][0]}{before[0][1:]}:{behind[2]}"
    return sorted(before[0][1:]) != sorted(behind[0][1:])


def step_left_out(words: list[str], random: Random) -> list[str]:
    """The end of a chain, one of several men, or a whole word is missing."""
    at = random.randrange(len(words))
    word = words[at]
    if several := re.fullmatch(r"(.+)\((\d)\)", word):
        left = int(several[2]) - 1
        words[at] = several[1] + (f"({left})" if left > 1 else "")
    elif word.count("/") > 1:
        words[at] = word.rpartition("/")[0]
    else:
        del words[at]
    return words


def step_doubled(words: list[str], random: Random) -> list[str]:
    at = random.randrange(len(words))
    return [*words[: at + 1], *words[at:]]


def turned_round(words: list[str], random: Random) -> list[str] | None:
    """Source and target of a word confused."""
    at = random.randrange(len(words))
    word = re.fullmatch(r"(\w+)(/.+/|/)(\w+)(\W.*)?", words[at])
    if word is None:
        return None
    words[at] = f"{word[3]}{word[2]}{word[1]}{word[4] or ''}"
    return words


def other_numbering(words: list[str], random: Random) -> list[str]:
    """The play lettered from the other side's first point."""
    text = POINT.sub(lambda point: LETTERS[(LETTERS.index(point[1]) + 12) % 24], " ".join(words))
    return text.split()


def bar_and_off_confused(words: list[str], random: Random) -> list[str] | None:
    found = [at for at, word in enumerate(words) if "bar" in word or "off" in word]
    if not found:
        return None
    at = random.choice(found)
    words[at] = re.sub("bar|off", lambda one: {"bar": "off", "off": "bar"}[one[0]], words[at], count=1)
    return words


def hit_mark_lost(words: list[str], random: Random) -> list[str] | None:
    found = [at for at, word in enumerate(words) if "*" in word]
    if not found:
        return None
    at = random.choice(found)
    words[at] = re.sub(r"\*\d?", "", words[at], count=1)
    return words


def hit_mark_invented(words: list[str], random: Random) -> list[str] | None:
    found = [at for at, word in enumerate(words) if re.fullmatch(r"\w+(/\w+)*/[a-x]", word)]
    if not found:
        return None
    words[random.choice(found)] += "*"
    return words


def turn_lost(lines: Lines, random: Random) -> bool:
    found = turns(lines)
    if found:
        del lines[random.choice(found)]
    return bool(found)


def moved_on(lines: Lines, random: Random) -> bool:
    """A turn is missing and the later ones of the game are written for the other side."""
    found = turns(lines)
    if not found:
        return False
    at = random.choice(found)
    other_side(lines, at, turns(lines))
    del lines[at]
    return True


def written_twice(lines: Lines, random: Random) -> bool:
    found = turns(lines)
    if not found:
        return False
    at = random.choice(found)
    lines.insert(at, lines[at])
    return True


def pair_written_twice(lines: Lines, random: Random) -> bool:
    found = [at for at in turns(lines) if at + 1 in turns(lines)]
    if not found:
        return False
    at = random.choice(found)
    lines[at:at] = lines[at : at + 2]
    return True


def cells_swapped(lines: Lines, random: Random) -> bool:
    """What two sides did one after the other is written for each other."""
    found = [at for at in turns(lines) if at + 1 in turns(lines) and lines[at][0] != lines[at + 1][0]]
    if not found:
        return False
    at = random.choice(found)
    one, two = lines[at : at + 2]
    lines[at : at + 2] = [one[0] + two[1:], two[0] + one[1:]]
    return one[1:] != two[1:]


def columns_swapped(lines: Lines, random: Random) -> bool:
    """From one turn on all is written for the other side, the result with it."""
    found = turns(lines)
    if not found:
        return False
    other_side(lines, random.choice(found), rows(lines, re.compile("[WB] ").match))
    return True


def other_side(lines: Lines, first: int, places: list[int]) -> None:
    """Write the lines at the places for the other side, from the first on."""
    for at in places:
        if at >= first:
            lines[at] = OTHER[lines[at][0]] + lines[at][1:]


def score_changed(line: str, random: Random) -> str | None:
    score = re.fullmatch(r"(game \d+ )(\d+)-(\d+)", line)
    if score is None:
        return None
    points = [int(score[2]), int(score[3])]
    points[random.randrange(2)] += random.choice((-2, -1, 1, 2, 10))
    return f"{score[1]}{points[0]}-{points[1]}" if min(points) >= 0 else None


def points_changed(line: str, random: Random) -> str | None:
    words = re.fullmatch(r"(.*? )(\d+)( .*|)", line)
    if words is None:
        return None
    points = int(words[2]) + random.choice((-1, 1, 2, 5, 13))
    return f"{words[1]}{points}{words[3]}" if points > 0 else None


def seat_changed(line: str, random: Random) -> str:
    return OTHER[line[0]] + line[1:]


OLD_SLIPS: dict[str, Change] = {
    "wrong digit in the dice": die_changed("123456"),
    "impossible digit in the dice": die_changed("0789"),
    "wrong letter": in_play(letter_changed),
    "letters swapped": in_play(letters_swapped),
    "dice exchanged": dice_exchanged,
    "step left out": in_play(step_left_out),
    "step doubled": in_play(step_doubled),
    "source and target confused": in_play(turned_round),
    "numbering confused": in_play(other_numbering),
    "bar and off confused": in_play(bar_and_off_confused),
    "hit mark lost": in_play(hit_mark_lost),
    "hit mark invented": in_play(hit_mark_invented),
    "turn lost, gap left": turn_lost,
    "turn lost, cells moved on": moved_on,
    "turn written twice": written_twice,
    "row written twice": pair_written_twice,
    "cells swapped": cells_swapped,
    "columns swapped": columns_swapped,
    "wrong score": one_line(score_changed, re.compile(r"game \d+ \d").match),
    "wrong points": one_line(points_changed, RESULT.match),
    "result in the other column": one_line(seat_changed, RESULT.match),
}
