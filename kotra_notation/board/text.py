"""Position texts of both games, read and written.

    W: a10 c1 l2 bar1 off1; B: m14 x1; first W; v66 B; un W; locked B
    W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5

Letters are the old game's points, numbers the modern game's, seen by each side. Further flags of the old
game: `began W`, `scored W langi+stutti`, `phase last B`, `phase after B 3`, `main W`; and `men W 3` in
either game where a side plays with other than fifteen men, and `B to play`.

The reader accepts: a prefix `forn:`, `modern:` or `pos:`; the sides and flags in any order; commas between
points; a point without a number of checkers, which holds one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kotra_notation.board.points import BAR, Fields, Memory, Points, Turning, on_board
from kotra_notation.board.wording import BOTH_STAND, OwnWord, PositionError

SIDES = "WB"
NAMES = ("White", "Black")
LETTERS = "abcdefghijklmnopqrstuvwxyz"[:24]
MEN = 15
START, TWELFTH, SEVENTH = 24, 13, 18  # own path 1, 12 and 7 of the old game
FORMS = ("langi", "litil", "meistari", "rasslangur", "stutti")
PREFIXES = {"forn": Turning.TWELVE, "modern": Turning.MIRRORED, "pos": None}
EXAMPLE = "“W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5”"

Side = dict[int, int]  # men by own index; 0 is off


def letter(seat: int, index: int) -> str:
    """The old game's letter of a seat's own point."""
    return LETTERS[(24 - index + 12 * seat) % 24]


def path_number(index: int) -> str:
    """The number of a side's own point on its path through the old game."""
    return str(25 - index)


def own_index(seat: int, name: str) -> int:
    """The own index of a seat's point of this letter: the other way round of `letter`."""
    return 24 - (LETTERS.index(name) - 12 * seat) % 24


# Writing


def spell_position(
    *, sides: tuple[Points, Points], men: tuple[int, int], turning: Turning, memory: Memory | None
) -> str:
    """The canonical text of a position; `sides` are the men as seat 0 and seat 1 see them."""
    lettered = turning is Turning.TWELVE
    parts = [f"{SIDES[seat]}: {men_text(sides[seat], seat, men[seat], lettered)}" for seat in (0, 1)]
    if lettered:
        parts += flags(memory or Memory(), infer_unlocked(sides, men, (memory or Memory()).stack))
    parts += [f"men {SIDES[seat]} {men[seat]}" for seat in (0, 1) if men[seat] != MEN]
    unclear = lettered and not any(count for points in sides for count in points[1:25])
    return ("forn: " if unclear else "") + "; ".join(parts)


def men_text(points: Points, seat: int, men: int, lettered: bool) -> str:
    """One side's men: the points from a to x or 24 to 1, the bar, and those off."""
    held = [i for i in range(1, 25) if points[i] > 0]
    if lettered:
        words = sorted(f"{letter(seat, i)}{points[i]}" for i in held)
    else:
        words = [f"{i}x{points[i]}" for i in reversed(held)]
    off = men - on_board(points)
    return " ".join(words + [f"bar{points[BAR]}"] * (points[BAR] > 0) + [f"off{off}"] * (off > 0))


def flags(memory: Memory, unlocked: tuple[bool, bool]) -> Iterator[str]:
    """Yield what the old game remembers, where the men alone would be taken to mean something else."""
    yield from (f"first {SIDES[seat]}" for seat in (0, 1) if memory.fresh[seat])
    yield from (f"v66 {SIDES[seat]}" for seat in (0, 1) if memory.stack[seat])
    for word, value in (("un", True), ("locked", False)):
        for seat in (0, 1):
            if memory.unlocked[seat] is value is not unlocked[seat]:
                yield f"{word} {SIDES[seat]}"
    if memory.began is not None:
        yield f"began {SIDES[memory.began]}"
    yield from (
        f"scored {SIDES[seat]} {'+'.join(sorted(memory.scored[seat]))}"
        for seat in (0, 1)
        if memory.scored[seat]
    )
    if memory.phase != "play" and memory.phase_seat is not None:
        throws = f" {memory.throws}" if memory.phase == "after" else ""
        yield f"phase {memory.phase} {SIDES[memory.phase_seat]}{throws}"
    if memory.main is not None:
        yield f"main {SIDES[memory.main]}"


def infer_unlocked(
    sides: tuple[Points, Points], men: tuple[int, int], stack: tuple[bool, bool]
) -> tuple[bool, bool]:
    """Return whether each side counts as unlocked where the text does not say."""

    def is_unlocked(seat: int) -> bool:
        points = sides[seat]
        exempt = {START, SEVENTH} if stack[seat] else {START}
        return (
            points[TWELFTH] > 0
            or on_board(points) < men[seat]
            or any(points[i] > 1 for i in range(1, 25) if i not in exempt)
        )

    return is_unlocked(0), is_unlocked(1)


# Reading


def read(text: str, seat: int) -> Fields:
    """Return what a position text says, seen by the side that it names to play, else by `seat`."""
    prefix, _, body = text.partition(":") if re.match(r"\s*(forn|modern|pos)\s*:", text) else ("", "", text)
    parts = [part.strip() for part in body.split(";") if part.strip()]
    turns = [part for part in parts if re.fullmatch(r"[WB] to play", part)]
    seat = SIDES.index(turns[-1][0]) if turns else seat
    parts = [part for part in parts if part not in turns]
    written = {name: part[2:] for part in parts for name in SIDES if re.match(rf"{name}\s*:", part)}
    words = [part.split() for part in parts if not re.match(r"[WB]\s*:", part)]
    if len(written) < 2 or len(parts) - len(words) > 2:
        raise PositionError(
            "A position text lists the checkers of W and of B, once each: {example}.", example=EXAMPLE
        )
    turning = PREFIXES.get(prefix.strip()) or guess_turning(written.values())
    men = men_flags(words)
    sides = [side(written[SIDES[one]].lstrip(" :"), one, men[one], turning) for one in (0, 1)]
    said = Fields(points=join_sides(sides, seat, turning), seat=seat, turning=turning, men=men)
    remembered = [flag for flag in words if flag[0] != "men"]
    if turning is Turning.TWELVE:
        views = join_sides(sides, 0, turning), join_sides(sides, 1, turning)
        said["memory"] = read_memory(remembered, views, men)
    elif remembered:
        raise PositionError(
            "“{text}” belongs to the old game, whose points are letters a to x.",
            text=" ".join(remembered[0])[:40],
        )
    return said


def guess_turning(written: Iterable[str]) -> Turning:
    """The old game where a letter names a point, else the modern one."""
    lettered = any(re.search(r"(?<![a-z0-9])[a-x](?![a-z])", men) for men in written)
    return Turning.TWELVE if lettered else Turning.MIRRORED


def side(written: str, seat: int, men: int, turning: Turning) -> Side:
    """One side's men by own index; those off under 0."""
    counts: Side = {}
    for word in written.replace(",", " ").split():
        index, count = place(word, seat, turning)
        if index in counts:
            raise PositionError(
                "{name} has “{text}” for a point that was already given; add the numbers up.",
                name=OwnWord(NAMES[seat]),
                text=word,
            )
        counts[index] = count
    total = sum(counts.values())
    if total != men:
        raise PositionError(
            "{name} has {total} checkers, but each side has {men}; add what is missing, such as {off}."
            if total < men
            else "{name} has {total} checkers, but each side has {men}.",
            name=OwnWord(NAMES[seat]),
            total=total,
            men=men,
            off=f"off{men - total}",
        )
    return counts


def place(word: str, seat: int, turning: Turning) -> tuple[int, int]:
    """The own index a word names, and how many men stand there."""
    special = re.fullmatch(r"(bar|off)([0-9]{0,2})", word)
    if special:
        return (BAR if special[1] == "bar" else 0), int(special[2] or 1)
    if turning is Turning.TWELVE:
        lettered = re.fullmatch(r"([a-x])([0-9]{0,2})", word)
        if lettered:
            return own_index(seat, lettered[1]), int(lettered[2] or 1)
        raise PositionError(
            "“{text}” is not a point of the old game; write a letter a to x and the number of men, such "
            "as c2.",
            text=word[:40],
        )
    numbered = re.fullmatch(r"([0-9]{1,2})(?:x([0-9]{1,2}))?", word)
    if numbered and 1 <= int(numbered[1]) <= 24:
        return int(numbered[1]), int(numbered[2] or 1)
    raise PositionError(
        "“{text}” is not a point; write the point 1 to 24, an x and the number of checkers, such as 13x5.",
        text=word[:40],
    )


def join_sides(sides: list[Side], seat: int, turning: Turning) -> Points:
    """Both sides' men as `seat` sees them."""
    points = [0] * 26
    for index, count in sides[seat].items():
        points[index] = count if index else 0
    for index, count in sides[1 - seat].items():
        if not index or not count:
            continue
        here = turning.index(index)
        if points[here] > 0:
            name = letter(seat, here) if turning is Turning.TWELVE else f"{SIDES[seat]} {here}"
            raise PositionError(BOTH_STAND, place=name)
        points[here] = -count
    return tuple(points)


def men_flags(words: list[list[str]]) -> tuple[int, int]:
    """Return how many men each side plays with."""
    men = {"W": MEN, "B": MEN}
    for flag in words:
        match flag:
            case ["men", name, count] if name in men and re.fullmatch("[1-9][0-9]?", count):
                men[name] = int(count)
            case ["men", *_]:
                raise PositionError(
                    "“{text}” is not a number of checkers; write men, W or B and the number, such as men "
                    "W 3.",
                    text=" ".join(flag)[:40],
                )
    return men["W"], men["B"]


def read_memory(words: list[list[str]], sides: tuple[Points, Points], men: tuple[int, int]) -> Memory:
    """The old game's memory: what the flags say, and for the rest what the men let one suppose."""
    marked = {word: [[word, name] in words for name in SIDES] for word in ("first", "v66", "un", "locked")}
    for seat in (0, 1):
        if marked["un"][seat] and marked["locked"][seat]:
            raise PositionError(
                "{name} cannot have both un and locked; remove one of them.", name=OwnWord(NAMES[seat])
            )
    stack = marked["v66"][0], marked["v66"][1]
    supposed = infer_unlocked(sides, men, stack)
    white, black = (marked["un"][n] or (supposed[n] and not marked["locked"][n]) for n in (0, 1))
    memory = Memory(fresh=(marked["first"][0], marked["first"][1]), stack=stack, unlocked=(white, black))
    for flag in words:
        memory = remember_flag(memory, flag)
    return memory


def remember_flag(memory: Memory, flag: list[str]) -> Memory:
    """The memory with one further flag taken in."""
    match flag:
        case ["first" | "v66" | "un" | "locked", "W" | "B"]:
            return memory
        case ["began", "W" | "B" as name]:
            return replace(memory, began=SIDES.index(name))
        case ["main", "W" | "B" as name]:
            return replace(memory, main=SIDES.index(name))
        case ["phase", "last", "W" | "B" as name]:
            return replace(memory, phase="last", phase_seat=SIDES.index(name))
        case ["phase", "after", "W" | "B" as name, number] if re.fullmatch("[0-9]{1,2}", number):
            return replace(memory, phase="after", phase_seat=SIDES.index(name), throws=int(number))
        case ["scored", "W" | "B" as name, forms] if set(forms.split("+")) <= set(FORMS):
            scored = frozenset(forms.split("+"))
            white, black = memory.scored
            return replace(memory, scored=(white | scored, black) if name == "W" else (white, black | scored))
    raise PositionError(
        "“{text}” is not a flag of a position; known flags: first, un, locked, v66, began, scored, "
        "phase, main and men, each with W or B.",
        text=" ".join(flag)[:40],
    )
