"""The slips of one who writes a record down or copies it, each a small change of its sheet.

What `mutations` has of them is used from there; what is changed may by chance still be a lawful record.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, zip_longest
from random import Random

from referees.mutations import CHANGES, Change, die_changed, hops_changed, parts, places, some
from referees.sheet import Cell, Sheet

DIGIT = "0123456789"


def digit_changed(side: int) -> Change:
    """One digit of the source (0) or target (1) of a hop becomes another."""

    def mutate(hops: list[str], random: Random) -> list[str]:
        at = random.randrange(len(hops))
        numbers = [str(number) for number in parts(hops[at])[:2]]
        wrong = list(numbers[side])
        where = random.randrange(len(wrong))
        first_of_two = where == 0 and len(wrong) == 2
        wrong[where] = random.choice([one for one in DIGIT[first_of_two:] if one != wrong[where]])
        numbers[side] = "".join(wrong)
        hops[at] = "/".join(numbers) + "*" * hops[at].count("*")
        return hops

    return hops_changed(mutate)


def digits_swapped(hops: list[str], random: Random) -> list[str] | None:
    """Two digits that follow each other change places, within a point or across what parts two of them."""
    text = " ".join(hops)
    digits = [at for at, sign in enumerate(text) if sign.isdigit()]
    pairs = [(one, two) for one, two in pairwise(digits) if text[one] != text[two]]
    if not pairs:
        return None
    one, two = random.choice(pairs)
    signs = list(text)
    signs[one], signs[two] = signs[two], signs[one]
    return "".join(signs).split()


def dice_exchanged(sheet: Sheet, random: Random) -> bool:
    """Two turns that follow each other have each other's dice."""
    found = [
        (game, at)
        for game, at in places(sheet, lambda cell: cell.rolled)
        if game.cells[at + 1 : at + 2]
        and game.cells[at + 1].rolled
        and sorted(game.cells[at].dice) != sorted(game.cells[at + 1].dice)
    ]
    if not found:
        return False
    game, at = random.choice(found)
    one, two = game.cells[at : at + 2]
    one.text, two.text = two.dice + one.text[2:], one.dice + two.text[2:]
    return True


def only_step_left_out(sheet: Sheet, random: Random) -> bool:
    """A play of one step is missing behind its dice."""
    if not (place := some(sheet, random, lambda cell: len(cell.hops) == 1)):
        return False
    game, at = place
    game.cells[at] = game.cells[at].with_hops([])
    return True


def step_doubled(hops: list[str], random: Random) -> list[str]:
    at = random.randrange(len(hops))
    return [*hops[: at + 1], *hops[at:]]


def turned_round(hops: list[str], random: Random) -> list[str]:
    """Source and target of one hop confused."""
    at = random.randrange(len(hops))
    source, target, mark = parts(hops[at])
    hops[at] = f"{target}/{source}{mark}"
    return hops


def other_numbering(hops: list[str], random: Random) -> list[str]:
    """One play numbered from the other side of the board; bar and off are what they are."""
    split = [parts(hop) for hop in hops]
    return [f"{mirrored(source)}/{mirrored(target)}{mark}" for source, target, mark in split]


def mirrored(point: int) -> int:
    return 25 - point if 1 <= point <= 24 else point


def bar_and_off_confused(hops: list[str], random: Random) -> list[str] | None:
    """One bar written as off, or one off as bar."""
    found = [at for at, hop in enumerate(hops) if {0, 25} & set(parts(hop)[:2])]
    if not found:
        return None
    at = random.choice(found)
    source, target, mark = parts(hops[at])
    hops[at] = f"{0 if source == 25 else source}/{25 if target == 0 else target}{mark}"
    return hops


def turn_lost(behind: Callable[[list[Cell]], list[Cell]]) -> Change:
    """One throw with its play is missing, and the cells behind it stand as `behind` puts them."""

    def mutate(sheet: Sheet, random: Random) -> bool:
        if not (place := some(sheet, random, lambda cell: cell.rolled)):
            return False
        game, at = place
        result = [cell for cell in game.cells[at:] if cell.text.startswith("Wins")]
        rest = [cell for cell in game.cells[at:] if not cell.text.startswith("Wins")]
        game.cells[at:] = [*behind(rest), *result]
        return True

    return mutate


def gap_left(rest: list[Cell]) -> list[Cell]:
    """Every other cell stays where it is."""
    return rest[1:]


def moved_on(rest: list[Cell]) -> list[Cell]:
    """Every later cell is written one cell earlier, in the other column."""
    return [Cell(1 - cell.seat, cell.text) for cell in rest[1:]]


def moved_up(rest: list[Cell]) -> list[Cell]:
    """The later cells of the column stand one row higher, those of the other column where they were."""
    seat = rest[0].seat
    own = [cell for cell in rest[1:] if cell.seat == seat]
    other = [cell for cell in rest[1:] if cell.seat != seat]
    return [cell for pair in zip_longest(own, other) for cell in pair if cell]


def written_twice(count: int) -> Change:
    """A turn, or a row of two, stands twice."""

    def mutate(sheet: Sheet, random: Random) -> bool:
        found = [
            (game, at)
            for game, at in places(sheet, lambda cell: cell.rolled)
            if count == 1 or whole_row(game.cells[at : at + 2])
        ]
        if not found:
            return False
        game, at = random.choice(found)
        game.cells[at:at] = [Cell(cell.seat, cell.text) for cell in game.cells[at : at + count]]
        return True

    return mutate


def whole_row(cells: list[Cell]) -> bool:
    """Whether these are the two throws of one row."""
    return [(cell.seat, cell.rolled) for cell in cells] == [(0, True), (1, True)]


def columns_swapped(sheet: Sheet, random: Random) -> bool:
    """From one row on everything to the end of the game stands in the other column, the result with it."""
    found = places(sheet, lambda cell: cell.rolled and cell.seat == 0)
    if not found:
        return False
    game, at = random.choice(found)
    for cell in game.cells[at:]:
        cell.seat = 1 - cell.seat
    return True


def cell_lost(word: str) -> Change:
    """A cell that begins with the word is missing."""

    def mutate(sheet: Sheet, random: Random) -> bool:
        if not (place := some(sheet, random, lambda cell: cell.text.startswith(word))):
            return False
        game, at = place
        del game.cells[at]
        return True

    return mutate


def other_cell(*words: str) -> Change:
    """A cell that begins with one of the words stands in the other column."""

    def mutate(sheet: Sheet, random: Random) -> bool:
        if not (place := some(sheet, random, lambda cell: cell.text.startswith(words))):
            return False
        game, at = place
        game.cells[at].seat = 1 - game.cells[at].seat
        return True

    return mutate


MODERN_SLIPS: dict[str, Change] = {
    "wrong digit in the dice": die_changed("123456"),
    "impossible digit in the dice": die_changed("0789"),
    "wrong digit in a source": digit_changed(0),
    "wrong digit in a target": digit_changed(1),
    "digits swapped": hops_changed(digits_swapped),
    "dice exchanged": dice_exchanged,
    "step left out": CHANGES["step left out"],
    "only step left out": only_step_left_out,
    "step doubled": hops_changed(step_doubled),
    "source and target confused": hops_changed(turned_round),
    "numbering confused": hops_changed(other_numbering),
    "bar and off confused": hops_changed(bar_and_off_confused),
    "hit mark lost": CHANGES["hit mark missing"],
    "hit mark invented": CHANGES["hit mark invented"],
    "turn lost, gap left": turn_lost(gap_left),
    "turn lost, column moved up": turn_lost(moved_up),
    "turn lost, cells moved on": turn_lost(moved_on),
    "turn written twice": written_twice(1),
    "row written twice": written_twice(2),
    "cells swapped": CHANGES["cells swapped"],
    "columns swapped": columns_swapped,
    "double lost": cell_lost("Doubles"),
    "take lost": cell_lost("Takes"),
    "drop lost": cell_lost("Drops"),
    "cube action in the other cell": other_cell("Doubles", "Takes", "Drops"),
    "wrong cube value": CHANGES["wrong cube value"],
    "wrong score": CHANGES["wrong score"],
    "wrong points": CHANGES["wrong points"],
    "result in the other column": other_cell("Wins"),
}
