"""The kinds of fault that can be put into the cells of a sound record, each a small change of its sheet.

A change may by chance leave a lawful record: whether it is a fault is for the slow referee to say.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random

from referees.sheet import Cell, Round, Sheet

Place = tuple[Round, int]
Change = Callable[[Sheet, Random], bool]


def places(sheet: Sheet, wanted: Callable[[Cell], bool]) -> list[Place]:
    """Every place on the sheet with a wanted cell."""
    return [(game, at) for game in sheet.rounds for at, cell in enumerate(game.cells) if wanted(cell)]


def some(sheet: Sheet, random: Random, wanted: Callable[[Cell], bool]) -> Place | None:
    """One such place."""
    found = places(sheet, wanted)
    return random.choice(found) if found else None


def hops_changed(change: Callable[[list[str], Random], list[str] | None], least: int = 1) -> Change:
    """A fault in the hops of one cell that has at least so many."""

    def mutate(sheet: Sheet, random: Random) -> bool:
        if not (place := some(sheet, random, lambda cell: len(cell.hops) >= least)):
            return False
        game, at = place
        hops = change(list(game.cells[at].hops), random)
        if hops is None:
            return False
        game.cells[at] = game.cells[at].with_hops(hops)
        return True

    return mutate


def parts(hop: str) -> tuple[int, int, str]:
    """The points of a hop and its hit mark."""
    source, target = hop.rstrip("*").split("/")
    return int(source), int(target), "*" * hop.count("*")


def one_hop(change: Callable[[int, int, str, Random], tuple[int, int, str]]) -> Change:
    """A fault in one hop; nothing where the changed points do not exist."""

    def mutate(hops: list[str], random: Random) -> list[str] | None:
        at = random.randrange(len(hops))
        source, target, mark = change(*parts(hops[at]), random)
        hops[at] = f"{source}/{target}{mark}"
        return hops if 0 <= source <= 25 and 0 <= target <= 25 else None

    return hops_changed(mutate)


def wrong_landing(source: int, target: int, mark: str, random: Random) -> tuple[int, int, str]:
    return source, target + random.choice((-3, -2, -1, 1, 2, 3)), mark


def wrong_man(source: int, target: int, mark: str, random: Random) -> tuple[int, int, str]:
    shift = random.choice([n for n in range(-12, 13) if n])
    return source + shift, target + shift, mark


def bar_off_confused(sheet: Sheet, random: Random) -> bool:
    place = some(sheet, random, lambda cell: any({25, 0} & set(parts(hop)[:2]) for hop in cell.hops))
    if not place:
        return False
    game, at = place
    swap = {25: 0, 0: 25}
    split = [parts(hop) for hop in game.cells[at].hops]
    game.cells[at] = game.cells[at].with_hops(
        [f"{swap.get(a, a)}/{swap.get(b, b)}{mark}" for a, b, mark in split]
    )
    return True


def step_left_out(hops: list[str], random: Random) -> list[str]:
    hops.pop(random.randrange(len(hops)))
    return hops


def step_too_many(hops: list[str], random: Random) -> list[str]:
    source, target, _ = parts(random.choice(hops))
    distance = source - target
    start = random.choice([target, *range(1, 25)]) or 6
    return [*hops, f"{start}/{max(start - distance, 0)}"]


def play_left_out(hops: list[str], random: Random) -> list[str]:
    return []


def mirrored(sheet: Sheet, random: Random) -> bool:
    """One play, or all plays of one side from there on, numbered from the wrong end."""
    if not (place := some(sheet, random, lambda cell: bool(cell.hops))):
        return False
    game, at = place
    to_the_end = random.random() < 0.3
    for index in range(at, len(game.cells) if to_the_end else at + 1):
        cell = game.cells[index]
        if cell.seat == game.cells[at].seat and cell.hops:
            split = [parts(hop) for hop in cell.hops]
            game.cells[index] = cell.with_hops([f"{25 - a}/{25 - b}{mark}" for a, b, mark in split])
    return True


def die_changed(digits: str) -> Change:
    """One die of one throw becomes another of `digits`."""

    def mutate(sheet: Sheet, random: Random) -> bool:
        if not (place := some(sheet, random, lambda cell: cell.rolled)):
            return False
        game, at = place
        cell, die = game.cells[at], random.randrange(2)
        dice = list(cell.dice)
        dice[die] = random.choice([digit for digit in digits if digit != dice[die]])
        game.cells[at] = Cell(cell.seat, "".join(dice) + cell.text[2:])
        return True

    return mutate


def lost_turn(sheet: Sheet, random: Random) -> bool:
    """One throw with its play is missing, sometimes both sides' of one row."""
    if not (place := some(sheet, random, lambda cell: cell.rolled)):
        return False
    game, at = place
    del game.cells[at : at + random.choice((1, 1, 1, 2))]
    return True


def duplicated_turn(sheet: Sheet, random: Random) -> bool:
    """One throw with its play stands twice, sometimes both sides' of one row."""
    if not (place := some(sheet, random, lambda cell: cell.rolled)):
        return False
    game, at = place
    count = random.choice((1, 1, 2))
    game.cells[at:at] = deepcopy(game.cells[at : at + count])
    return all(cell.rolled for cell in game.cells[at : at + count])


def cells_swapped(sheet: Sheet, random: Random) -> bool:
    """The two cells of a row have changed places."""
    rows = [
        (game, at)
        for game, at in places(sheet, lambda cell: cell.rolled and cell.seat == 0)
        if game.cells[at + 1 : at + 2] and game.cells[at + 1].rolled and game.cells[at + 1].seat == 1
    ]
    if not rows:
        return False
    game, at = random.choice(rows)
    left, right = game.cells[at : at + 2]
    left.text, right.text = right.text, left.text
    return left.text != right.text


def wrong_cube_value(sheet: Sheet, random: Random) -> bool:
    if not (place := some(sheet, random, lambda cell: cell.text.startswith("Doubles"))):
        return False
    game, at = place
    value = int(game.cells[at].text.split()[-1])
    other = random.choice([value * 2, value // 2, value * 4, value + 1, 0])
    game.cells[at] = Cell(game.cells[at].seat, f"Doubles => {other}")
    return True


def inserted_double(game: Round, at: int, seat: int) -> None:
    """A double by `seat` and the other side's take, before the cell at `at`."""
    offered = [int(cell.text.split()[-1]) for cell in game.cells[:at] if cell.text.startswith("Doubles")]
    value = 2 * (offered[-1] if offered else 1)
    game.cells[at:at] = [Cell(seat, f"Doubles => {value}"), Cell(1 - seat, "Takes")]


def double_without_right(sheet: Sheet, random: Random) -> bool:
    """A double by a side that does not own the cube, or after its own throw."""
    after_take = [
        (game, at)
        for game, at in places(sheet, lambda cell: cell.rolled)
        if (takers := [cell.seat for cell in game.cells[:at] if cell.text == "Takes"])
        and takers[-1] != game.cells[at].seat
    ]
    if after_take and random.random() < 0.7:
        game, at = random.choice(after_take)
        inserted_double(game, at, game.cells[at].seat)
        return True
    if not (place := some(sheet, random, lambda cell: cell.rolled)):
        return False
    game, at = place
    inserted_double(game, at + 1, game.cells[at].seat)
    return True


def double_in_crawford(sheet: Sheet, random: Random) -> bool:
    length = next((int(line.split()[0]) for line in sheet.head if line.endswith("point match")), 0)
    reached = [game for game in sheet.rounds if length > 1 and max(game.score) == length - 1]
    if not reached or reached[0] is sheet.rounds[0] or len(reached[0].cells) < 6:
        return False
    game = reached[0]
    turns = [at for at, cell in enumerate(game.cells) if at and cell.rolled]
    at = random.choice(turns)
    inserted_double(game, at, game.cells[at].seat)
    return True


def wrong_points(sheet: Sheet, random: Random) -> bool:
    if not (place := some(sheet, random, lambda cell: cell.text.startswith("Wins"))):
        return False
    game, at = place
    points = int(game.cells[at].text.split()[1])
    choices = (points * 2, points * 3, points // 2, points + 1, points - 1)
    length = next((int(line.split()[0]) for line in sheet.head if line.endswith("point match")), 0)
    capped = (length, length - game.score[game.cells[at].seat]) if length else ()
    # A win that counts what was needed of it, or the whole match, is capped and not wrong.
    other = random.choice([n for n in choices if n > 0 and not (n < points and n in capped)])
    game.cells[at] = Cell(game.cells[at].seat, f"Wins {other} point" + "s" * (other != 1))
    return other != points


def wrong_score(sheet: Sheet, random: Random) -> bool:
    game, seat = random.choice(sheet.rounds), random.randrange(2)
    game.score[seat] = max(0, game.score[seat] + random.choice((-2, -1, 1, 2)))
    return True


def hit_mark_missing(sheet: Sheet, random: Random) -> bool:
    if not (place := some(sheet, random, lambda cell: "*" in cell.text)):
        return False
    game, at = place
    marked = [index for index, hop in enumerate(game.cells[at].hops) if "*" in hop]
    hops, bare = list(game.cells[at].hops), random.choice(marked)
    hops[bare] = hops[bare].rstrip("*")
    game.cells[at] = game.cells[at].with_hops(hops)
    return True


def hit_mark_invented(hops: list[str], random: Random) -> list[str] | None:
    bare = [index for index, hop in enumerate(hops) if "*" not in hop]
    if not bare:
        return None
    hops[random.choice(bare)] += "*"
    return hops


CHANGES: dict[str, Change] = {
    "wrong landing point": one_hop(wrong_landing),
    "wrong die": die_changed("123456"),
    "step left out": hops_changed(step_left_out, 2),
    "step too many": hops_changed(step_too_many),
    "play left out": hops_changed(play_left_out),
    "wrong man": one_hop(wrong_man),
    "die 0 or 7": die_changed("07"),
    "lost turn": lost_turn,
    "cells swapped": cells_swapped,
    "wrong cube value": wrong_cube_value,
    "double without the right to": double_without_right,
    "double in the Crawford game": double_in_crawford,
    "wrong points": wrong_points,
    "wrong score": wrong_score,
    "mirrored numbering": mirrored,
    "bar and off confused": bar_off_confused,
    "duplicated turn": duplicated_turn,
    "hit mark missing": hit_mark_missing,
    "hit mark invented": hops_changed(hit_mark_invented),
}
