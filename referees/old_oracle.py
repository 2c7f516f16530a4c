"""A slow, literal referee for the old game (forn kotra), written from the rule text alone.

It shares nothing with the package, not even the model: every sequence of steps is made on a plain board,
one step after another, and the rules are asked in the words of the rule text. Rule ids stand where a rule
is applied; "12.n" is item n of the section "Details settled".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

Men = tuple[int, ...]
Options = Mapping[str, str]

DEAD, START, SEVENTH, TWELFTH, OFF = 0, 1, 7, 12, 25
LETTERS = "abcdefghijklmnopqrstuvwx"
WHITE, BLACK = 0, 1

# ---- options (section 5) ---------------------------------------------------------------------------

_1977 = {
    "opening.first": "low",
    "opening.dice": "fresh",
    "next_first": "throw",
    "dice.cocked": "both",
    "dice.max_use": "on",
    "dice.higher_die": "off",
    "first_throw.double": "normal",
    "first_throw.six_six": "normal",
    "five_off.rule": "stack",
    "five_off.count": "off-start",
    "stack.rule": "zone",
    "stack.latch": "once",
    "stack.check": "turn-end",
    "prime_break": "off",
    "prime_break.when": "always",
    "entry.onto": "free",
    "entry.own": "never",
    "bearoff.zone": "quarter",
    "jan.count": "enterable",
    "jan.enemy_points": "closed",
    "jan.test": "step",
    "jan.stor_label": "off",
    "forms.end_game": "off",
    "forms.litil": "off",
    "half.forms": "none",
    "half.value": "half",
    "one_die": "off",
    "mor.condition": "dead-man",
    "mor.on_jan": "off",
    "after": "off",
    "after.limits": "meistari:15+stutti:10+langi:5+rasslangur:1",
    "after.claim": "best",
    "last_throw": "off",
    "last_throw.draw_points": "0",
    "points.uttekt": "2",
    "points.rasslangur": "3",
    "points.langi": "5",
    "points.stutti": "7",
    "points.meistari": "13",
    "points.jan": "15",
    "points.stor_jan": "15",
    "points.litil": "3",
    "points.mor": "2",
    "match.target": "none",
    "deadlock": "draw",
}
_DE = {
    "opening.first": "high",
    "opening.dice": "keep",
    "next_first": "winner-main",
    "first_throw.double": "one-man",
    "first_throw.six_six": "four-to-7th",
    "five_off.rule": "leave-far",
    "stack.rule": "twelfth",
    "prime_break": "six",
    "jan.stor_label": "on",
    "forms.end_game": "on",
    "forms.litil": "on",
    "half.forms": "stutti+langi",
    "mor.condition": "hit-in-throw",
    "after": "on",
    "after.limits": "meistari:13+stutti:7+langi:5",
    "last_throw.draw_points": "2",
}
OPTIONS: dict[str, dict[str, str]] = {
    "forn-1977": _1977,
    "forn-de": _1977 | _DE,
    "davidsson": _1977 | {"five_off.rule": "pass-11+stack", "entry.onto": "empty"},
}


def words(value: str) -> tuple[str, ...]:
    """The members of a set option."""
    return tuple(value.split("+")) if value not in ("none", "") else ()


# ---- the board (section 3) -------------------------------------------------------------------------


class Side(NamedTuple):
    """One side: men by own path number 1..24, dead men at 0, men off at 25, and what else is remembered."""

    men: Men
    first: bool = False  # has not yet thrown in this game
    unlocked: bool = False  # a turn of his has ended with a man on his 12th point (FORN-STACK-3)
    v66: bool = False  # his men on path 7 are the unmoved 6-6 stack (FORN-FIRST-2 to 4)


class Place(NamedTuple):
    """Both sides, the side to throw first."""

    mine: Side
    theirs: Side


class Result(NamedTuple):
    """The place after a play, still seen by the side that played, and how the play ended the game."""

    place: Place
    ending: str


def opposite(path: int) -> int:
    """The path number the other side has for a point (section 3.1)."""
    return path + 12 if path <= 12 else path - 12


def pips(side: Side) -> int:
    """The pip count; a dead man needs 25."""
    return sum((OFF - path) * count for path, count in enumerate(side.men))


def unlocked_by_default(side_men: Men, options: Options | None = None, *, v66: bool = False) -> bool:
    """Section 3.2, last paragraph: whether a side counts as unlocked where the text does not say."""
    doubled = (path for path in range(2, 25) if side_men[path] >= 2 and not (v66 and path == SEVENTH))
    return side_men[TWELFTH] > 0 or side_men[OFF] > 0 or any(doubled)


def parse(text: str, to_move: str = "W") -> Place:
    """A place from the notation of section 3.2, seen by the side to move."""
    parts = [part.strip() for part in text.split(";") if part.strip()]
    sides = {}
    for colour, shift in (("W", 0), ("B", 12)):
        [own] = [part.removeprefix(f"{colour}:") for part in parts if part.startswith(f"{colour}:")]
        men = [0] * 26
        for word in own.split():
            name = word.rstrip("0123456789")
            path = {"bar": DEAD, "off": OFF}.get(name)
            if path is None:
                path = 1 + (LETTERS.index(name) - shift) % 24
            men[path] += int(word[len(name) :] or 1)
        assert sum(men) == 15, text
        v66 = f"v66 {colour}" in parts
        unlocked = unlocked_by_default(tuple(men), v66=v66)
        unlocked = (unlocked or f"un {colour}" in parts) and f"locked {colour}" not in parts
        sides[colour] = Side(tuple(men), f"first {colour}" in parts, unlocked, v66)
    return Place(sides["W"], sides["B"]) if to_move == "W" else Place(sides["B"], sides["W"])


def show_men(side: Side, colour: str) -> str:
    """The men of one side, in the order of its path."""
    shift = 0 if colour == "W" else 12
    names = {DEAD: "bar", OFF: "off"} | {path: LETTERS[(path - 1 + shift) % 24] for path in range(1, 25)}
    order = [*range(1, 25), DEAD, OFF]
    return " ".join(f"{names[path]}{side.men[path]}" for path in order if side.men[path])


def show(place: Place, to_move: str = "W") -> str:
    """A place in the notation of section 3.2; flags stand only where the text would be read otherwise."""
    white, black = place if to_move == "W" else (place.theirs, place.mine)
    both = (("W", white), ("B", black))
    parts = [f"{colour}: {show_men(side, colour)}" for colour, side in both]
    parts += [f"first {colour}" for colour, side in both if side.first]
    parts += [f"v66 {colour}" for colour, side in both if side.v66]
    for colour, side in both:
        if side.unlocked != unlocked_by_default(side.men, v66=side.v66):
            parts.append(f"{'un' if side.unlocked else 'locked'} {colour}")
    return "; ".join(parts)


# ---- what is asked of a position -------------------------------------------------------------------


def is_jan(side: Side, other: Side, options: Options) -> str:
    """Whether `side` is jan: more dead men than points he can enter on (FORN-JAN-1 to 3)."""
    enterable = enemy_made = 0
    for path in range(1, 7):
        own, enemies = side.men[path], other.men[opposite(path)]
        enemy_made += enemies >= 2
        if not own and not enemies:
            enterable += 1
        elif options["jan.count"] == "empty":
            continue
        elif enemies >= 2:
            enterable += options["jan.enemy_points"] == "open"
        elif enemies == 1:
            enterable += options["entry.onto"] == "free"
        else:
            # 12.4: the points counted follow entry.own.
            enterable += may_enter_on_own(path, options)
    if side.men[DEAD] <= enterable:
        return ""
    stor = enterable == 0 and enemy_made > 0 and options["jan.stor_label"] == "on"
    return "stor_jan" if stor else "jan"


FORMS = {
    "meistari": {24: 15},
    "stutti": {22: 5, 23: 5, 24: 5},
    "langi": {20: 3, 21: 3, 22: 3, 23: 3, 24: 3},
    "rasslangur": {19: 3, 20: 3, 21: 3, 22: 3, 23: 3},
    "litil": {24: 8, 23: 7},
}


def form(side: Side, options: Options) -> str:
    """The formation that stands, all fifteen men exactly so (FORN-FORM-1)."""
    standing = {path: count for path, count in enumerate(side.men) if count}
    for name, wanted in FORMS.items():
        if standing == wanted and (name != "litil" or options["forms.litil"] == "on"):
            return name
    return ""


def men_off_start(men: Men, options: Options) -> int:
    """How many men have left the start point (FORN-FIVE-2; 12.9)."""
    count = sum(men) - men[START]
    return count - men[DEAD] if options["five_off.count"] == "never-dead" else count


def may_double(path: int, men: Men, unlocked: bool, options: Options) -> bool:
    """Whether two or more of these men may stand on a point now (FORN-STACK-1 to 4, FORN-FIVE-1)."""
    rule = options["stack.rule"]
    if path == START or rule == "none":
        return True
    if path >= 12 and "stack" in words(options["five_off.rule"]) and men_off_start(men, options) < 5:
        return False
    if rule == "zone":
        return path >= 12
    # twelfth: a man stands on 12 now, or one has stood there before.
    return men[TWELFTH] > 0 or (unlocked and options["stack.latch"] == "once")


# ---- one step --------------------------------------------------------------------------------------


class Now(NamedTuple):
    """The board in the middle of a throw, and the numbers still to be played."""

    mine: Men
    theirs: Men
    mine66: bool
    theirs66: bool
    left: tuple[int, ...]
    granted: Men  # how many men an entry under entry.own=always has left on each point (12.4)
    moved: int  # where the man moved last stands, -1 before the first step


class Throw(NamedTuple):
    """What holds for the whole of one throw."""

    before: Place
    options: Options
    forced: str = ""  # "one-man" (FORN-FIRST-1), "four-to-7th" (FORN-FIRST-2)
    breaking: bool = True  # whether blocks of six may be broken


def made(now: Now, path: int) -> bool:
    """Whether the enemy has made a point of my path; an unmoved 6-6 stack does not count (FORN-FIRST-3)."""
    theirs = opposite(path)
    return now.theirs[theirs] >= 2 and not (now.theirs66 and theirs == SEVENTH)


def in_row_of_six(now: Now, path: int) -> bool:
    """Whether the point is one of six or more enemy made points in a row on my path (FORN-PRIME-2)."""
    low = high = path
    while low > 1 and made(now, low - 1):
        low -= 1
    while high < 24 and made(now, high + 1):
        high += 1
    return made(now, path) and high - low + 1 >= 6


def may_enter_on_own(path: int, options: Options) -> bool:
    """FORN-ENTER-3: whether a dead man may enter where own men stand."""
    return {"never": False, "start": path == START, "touch": True, "always": True}[options["entry.own"]]


def may_bear_off(now: Now, source: int, die: int, options: Options) -> bool:
    """FORN-OFF-1 to 3: all men home, by the exact number or from the hindmost point by a larger one."""
    home = 19 if options["bearoff.zone"] == "quarter" else 13
    if any(now.mine[:home]):
        return False
    return source + die == OFF or not any(now.mine[:source])


def may_step(now: Now, source: int, die: int, throw: Throw) -> bool:
    """Whether one man may go from `source` (0: from the dead) by `die`, stacking left aside."""
    options, target = throw.options, source + die
    if source == OFF or not now.mine[source]:
        return False
    if throw.forced == "four-to-7th" and source != START:
        return False
    if throw.forced == "one-man" and now.moved not in (-1, source):
        return False
    # FORN-ENTER-4: while a man is dead there is no other step.
    if now.mine[DEAD] and source != DEAD:
        return False
    if target >= OFF:
        return may_bear_off(now, source, die, options)
    # FORN-FIVE-1, tested before each step.
    if men_off_start(now.mine, options) < 5:
        rules = words(options["five_off.rule"])
        if "leave-far" in rules and source <= 12 and target >= 13:
            return False
        if "pass-11" in rules and source <= 11 and target >= 12:
            return False
    if made(now, target):
        # FORN-MOVE-1; FORN-PRIME-2, not on entering (FORN-PRIME-4).
        return throw.breaking and source != DEAD and in_row_of_six(now, target)
    if source == DEAD:
        # FORN-ENTER-2, FORN-ENTER-3
        if now.theirs[opposite(target)] and options["entry.onto"] == "empty":
            return False
        return not now.mine[target] or may_enter_on_own(target, options)
    return True


def step(now: Now, source: int, die: int, options: Options) -> Now:
    """The board after the step; every enemy man on the point landed on is dead (FORN-HIT-1, FORN-PRIME-2)."""
    mine, theirs, granted, left = list(now.mine), list(now.theirs), list(now.granted), list(now.left)
    target = min(source + die, OFF)
    left.remove(die)
    if source == DEAD and mine[target] and options["entry.own"] == "always":
        granted[target] = max(granted[target], mine[target] + 1)
    mine[source] -= 1
    mine[target] += 1
    theirs66 = now.theirs66
    if target != OFF and theirs[opposite(target)]:
        theirs[DEAD] += theirs[opposite(target)]
        theirs[opposite(target)] = 0
        theirs66 = theirs66 and opposite(target) != SEVENTH
    # 12.2: the 6-6 stack is broken as soon as one man leaves it.
    mine66 = now.mine66 and source != SEVENTH
    return Now(tuple(mine), tuple(theirs), mine66, theirs66, tuple(left), tuple(granted), target)


def stands_lawfully(now: Now, throw: Throw, paths: Iterable[int] = range(2, 25)) -> bool:
    """FORN-STACK-6: no point has been increased to two or more men where that is not allowed."""
    if throw.forced == "four-to-7th":
        return True
    before = throw.before.mine
    for path in paths:
        count = now.mine[path]
        if count >= 2 and count > max(before.men[path], now.granted[path]):  # noqa: SIM102
            if not may_double(path, now.mine, before.unlocked, throw.options):
                return False
    return True


def steps(now: Now, throw: Throw) -> set[Now]:
    """The boards after every step that may be made now."""
    found = set()
    for die in set(now.left):
        for source in range(OFF):
            if may_step(now, source, die, throw):
                after = step(now, source, die, throw.options)
                each = throw.options["stack.check"] == "each-step"
                # FORN-STACK-5: each-step forbids the landing itself.
                if each and after.moved != OFF and not stands_lawfully(after, throw, [after.moved]):
                    continue
                found.add(after)
    return found


# ---- one throw -------------------------------------------------------------------------------------


def sides(now: Now, before: Place) -> Place:
    """The men as they stand, with what is remembered of both sides; the latch is not yet looked at."""
    mine = before.mine._replace(men=now.mine, first=False, v66=now.mine66)
    return Place(mine, before.theirs._replace(men=now.theirs, v66=now.theirs66))


def is_over(now: Now, throw: Throw) -> bool:
    """Whether a step has ended the game as it stands (FORN-USE-5; 12.1)."""
    if now.mine[OFF] == sum(now.mine):
        return True
    place = sides(now, throw.before)
    return throw.options["jan.test"] == "step" and is_jan(place.theirs, place.mine, throw.options) != ""


class Play(NamedTuple):
    """A board some sequence of steps leads to."""

    used: int  # how many numbers were used
    now: Now
    over: bool  # the last step ended the game


def sequences(numbers: tuple[int, ...], throw: Throw) -> set[Play]:
    """Every board that can be reached and at which the play could stop: game over, or standing lawfully."""
    before = throw.before
    root = Now(before.mine.men, before.theirs.men, before.mine.v66, before.theirs.v66, numbers, (0,) * 26, -1)
    found, boards = {Play(0, root, over=False)}, {root}
    for count in range(1, len(numbers) + 1):
        after = {new for now in boards for new in steps(now, throw)}
        over = {now for now in after if is_over(now, throw)}
        boards = after - over
        found |= {Play(count, now, over=True) for now in over}
        found |= {Play(count, now, over=False) for now in boards if stands_lawfully(now, throw)}
    return found


def reached(place: Place, numbers: tuple[int, ...], forced: str, options: Options) -> set[Play]:
    """All plays and parts of plays; with no-other-play, blocks are broken only in need (FORN-PRIME-3)."""
    if options["prime_break"] == "off":
        return sequences(numbers, Throw(place, options, forced, breaking=False))
    if options["prime_break.when"] == "no-other-play":
        found = sequences(numbers, Throw(place, options, forced, breaking=False))
        if any(play.used for play in found):
            return found
    return sequences(numbers, Throw(place, options, forced, breaking=True))


def finished(play: Play, place: Place, forced: str, options: Options) -> Result:
    """The play as a result: first throw, latch and 6-6 flag brought up to date (order of tests, 3)."""
    if play.used == 0:
        return Result(place._replace(mine=place.mine._replace(first=False)), "")
    mine, theirs = sides(play.now, place)
    mine = mine._replace(
        unlocked=mine.unlocked or mine.men[TWELFTH] > 0,
        v66=mine.v66 or (forced == "four-to-7th" and play.used == 4),
    )
    ending = "uttekt" if mine.men[OFF] == sum(mine.men) else ""
    if is_jan(theirs, mine, options):
        ending = "jan"
    return Result(Place(mine, theirs), ending)


def forced_by_first_throw(place: Place, dice: tuple[int, int], options: Options) -> str:
    """FORN-FIRST-1 and 2: what a double in the first throw of the game forces."""
    if not place.mine.first or dice[0] != dice[1]:
        return ""
    if dice == (6, 6):
        return "four-to-7th" if options["first_throw.six_six"] == "four-to-7th" else ""
    return "one-man" if options["first_throw.double"] == "one-man" else ""


def complete(found: set[Play], numbers: tuple[int, ...], forced: str, options: Options) -> set[Play]:
    """The plays that are lawful as they are (FORN-USE-1 to 5, section 8)."""
    if options["dice.max_use"] == "off" and not forced:
        return found
    best = max(play.used for play in found)
    over = {play for play in found if play.over}
    full = {play for play in found if play.used == best and not play.over}
    if options["dice.higher_die"] == "on" and best == 1 and len(set(numbers)) == 2:
        # FORN-USE-3: the higher number, if it can be played; game-ending plays are not asked (12.1).
        lower_left = (min(numbers),)
        if any(play.now.left == lower_left for play in over | full):
            full = {play for play in full if play.now.left == lower_left}
    return over | full


def _results(place: Place, numbers: tuple[int, ...], forced: str, options: Options) -> frozenset[Result]:
    plays = complete(reached(place, numbers, forced, options), numbers, forced, options)
    return frozenset(finished(play, place, forced, options) for play in plays)


def numbers_of(dice: tuple[int, int]) -> tuple[int, ...]:
    """FORN-DICE-2: a double is played four times."""
    return dice * 2 if dice[0] == dice[1] else dice


@lru_cache(maxsize=100_000)
def _cached(place: Place, dice: tuple[int, int], options: tuple[tuple[str, str], ...]) -> frozenset[Result]:
    given = dict(options)
    return _results(place, numbers_of(dice), forced_by_first_throw(place, dice, given), given)


def results(place: Place, dice: tuple[int, int], options: Options) -> frozenset[Result]:
    """All different legal complete results of a throw; no play is the place with `first` cleared."""
    return _cached(place, (min(dice), max(dice)), tuple(sorted(options.items())))


def single_results(place: Place, die: int, options: Options) -> frozenset[Result]:
    """FORN-HALF-3: the results of one die thrown alone, a complete play in itself."""
    return _results(place, (die,), "", options)


def half_results(place: Place, dice: tuple[int, int], options: Options) -> frozenset[tuple[Result, str]]:
    """FORN-HALF-1, 12.5: the places in which a half win may be declared, with the form.

    A form of `half.forms` stands lawfully with part of the throw played, and the play is not lawful as a
    complete play.
    """
    forced, numbers = forced_by_first_throw(place, dice, options), numbers_of(dice)
    found = reached(place, numbers, forced, options)
    found_halves = set()
    for play in found - complete(found, numbers, forced, options):
        result = finished(play, place, forced, options)
        name = form(result.place.mine, options)
        if play.used and name in words(options["half.forms"]):
            found_halves.add((result, name))
    return frozenset(found_halves)


def can_play(place: Place, dice: tuple[int, int], options: Options) -> bool:
    """Whether any number of the throw can be played."""
    return any(pips(result.place.mine) != pips(place.mine) for result in results(place, dice, options))


def deadlocked(place: Place, options: Options) -> bool:
    """FORN-END-3, 12.10: neither side can play any of the 21 throws (and the option is on)."""
    throws = [(a, b) for a in range(1, 7) for b in range(a, 7)]
    both = (place, Place(place.theirs, place.mine))
    return options["deadlock"] == "draw" and not any(can_play(p, d, options) for p in both for d in throws)


# ---- won games -------------------------------------------------------------------------------------
#
# A turn is handed to `settle` as the place before the throw and the Result after it, both seen by the side
# that threw; `player` is that side's number, `scored` the forms it has been paid for earlier in the game.
# With one_die the place before is that before the first of the two dice. Whether a man was hit in the throw
# is seen from the enemy's dead men: nothing but a hit can change them. Points noted earlier in the game
# (forms.end_game=off) are not in Ended: whoever plays the game adds them up from `wins`.


class Win(NamedTuple):
    """One win made by a turn; `kind` is uttekt, jan, stor_jan or the name of a form."""

    kind: str
    points: float
    ends: bool  # whether the game is over by it


class Ended(NamedTuple):
    """A game that is over: 0 is White, 1 is Black, None is nobody."""

    winner: int | None
    points: tuple[float, float]
    kind: str  # uttekt, jan, draw, or the name of a form


class Got(NamedTuple):
    """A form completed in the after-throws, and in which of them."""

    throw: int  # 1 is the first after-throw
    form: str
    half: bool = False  # with part of the throw (FORN-HALF-1, FORN-HALF-3)
    lone: bool = False  # by the first of two single dice (FORN-HALF-3)


def form_points(name: str, options: Options, *, half: bool = False, lone: bool = False) -> float:
    """FORN-SCORE-1, FORN-HALF-2: what a form pays; 3.5 is for the two monks alone."""
    if half and not lone and options["half.value"] == "3.5" and name in ("stutti", "langi"):
        return 3.5
    return float(options[f"points.{name}"]) / (2 if half else 1)


def mor(before: Place, after: Place, options: Options) -> float:
    """FORN-MOR-1 and 2: 2 in all, however many men."""
    earlier, now = before.theirs.men[DEAD], after.theirs.men[DEAD]
    due = {"dead-man": now > 0, "hit-in-throw": now > earlier, "off": False}[options["mor.condition"]]
    return float(options["points.mor"]) if due else 0.0


def wins(
    before: Place,
    result: Result,
    options: Options,
    declared: str = "",
    scored: Iterable[str] = (),
    lone: bool = False,
) -> list[Win]:
    """Every win a turn makes, each with its mor; `declared` is the form of a declared half win.

    With forms.end_game=off a form is noted once per player and game and the game goes on (FORN-FORM-2); a
    declared half win always ends it (FORN-HALF-1).
    """
    mine, theirs = result.place
    extra = mor(before, result.place, options)
    found = []
    if result.ending == "jan":
        kind = is_jan(theirs, mine, options)
        on_jan = extra if options["mor.on_jan"] == "on" else 0.0  # FORN-MOR-3
        found.append(Win(kind, float(options[f"points.{kind}"]) + on_jan, True))
    if result.ending == "uttekt":
        found.append(Win("uttekt", float(options["points.uttekt"]) + extra, True))
    name, ends = form(mine, options), options["forms.end_game"] == "on"
    if declared:
        found.append(Win(declared, form_points(declared, options, half=True, lone=lone) + extra, True))
    elif name and name != form(before.mine, options) and (ends or name not in scored):
        found.append(Win(name, form_points(name, options) + extra, ends))
    return found


def settle(
    before: Place,
    result: Result,
    options: Options,
    player: int,
    declared: str = "",
    scored: Iterable[str] = (),
) -> Ended | None:
    """The game ended by a turn, or None if it goes on (FORN-SCORE-3)."""
    every = wins(before, result, options, declared, scored)
    ending = [win for win in every if win.ends]
    if not ending:
        return None
    if options["forms.end_game"] == "on":
        kind, points = max(((win.kind, win.points) for win in ending), key=lambda pair: pair[1])
    else:
        # `wins` names jan or uttekt first.
        kind, points = ending[0].kind, sum(win.points for win in every)
    return Ended(player, for_player(player, points), "jan" if kind == "stor_jan" else kind)


def for_player(player: int, points: float) -> tuple[float, float]:
    """The points of one player in a pair."""
    return (points, 0.0) if player == WHITE else (0.0, points)


def drawn(points: float = 0.0) -> Ended:
    """A drawn game: deadlock (FORN-END-3), or the last throw (FORN-LAST-2)."""
    return Ended(None, (points, points), "draw")


def last_throw_due(ended: Ended, began: int, options: Options) -> bool:
    """FORN-LAST-1: the side that threw first has borne off all men, so the other has one more throw."""
    return options["last_throw"] == "on" and ended.kind == "uttekt" and ended.winner == began


def settle_last_throw(ended: Ended, result: Result, options: Options) -> Ended:
    """FORN-LAST-1 and 2: the game after the last throw; no form is scored in it (12.7)."""
    if result.ending == "uttekt":
        return drawn(float(options["last_throw.draw_points"]))
    return ended


def after_limits(options: Options) -> dict[str, int]:
    """FORN-AFTER-2: form -> the last after-throw in which it counts."""
    if options["after.limits"].isdigit():
        limits = dict.fromkeys(FORMS, int(options["after.limits"]))
    else:
        pairs = (pair.split(":") for pair in options["after.limits"].split("+"))
        limits = {name: int(limit) for name, limit in pairs}
    return {name: n for name, n in limits.items() if name != "litil" or options["forms.litil"] == "on"}


def in_reach(men: Men, name: str, throws_left: int) -> bool:
    """12.6: no man has passed the point it is needed on or gone off, and 24 pips a throw would do."""
    standing = [path for path in range(26) for _ in range(men[path])]
    wanted = [path for path, count in sorted(FORMS[name].items()) for _ in range(count)]
    missing = [there - here for here, there in zip(standing, wanted, strict=True)]
    return min(missing) >= 0 and sum(missing) <= 24 * throws_left


def after_over(
    loser: Side, thrown: int, options: Options, got: Iterable[Got] = (), scored: Iterable[str] = ()
) -> bool:
    """FORN-AFTER-1 and 3: whether the after-throws end (or do not begin) after so many of them."""
    got, scored = list(got), list(scored)
    if options["after"] == "off" or loser.men[OFF] or any(one.half for one in got):
        return True
    if got and options["after.claim"] == "first":
        return True
    done = [*scored, *(one.form for one in got)]
    open_forms = [(name, limit - thrown) for name, limit in after_limits(options).items() if name not in done]
    return not any(left > 0 and in_reach(loser.men, name, left) for name, left in open_forms)


def after_points(got: Iterable[Got], options: Options, scored: Iterable[str] = ()) -> float:
    """FORN-AFTER-2 and 4: what the forms completed in the after-throws pay; no mor (FORN-AFTER-5)."""
    limits, scored = after_limits(options), list(scored)
    paid: dict[str, float] = {}
    for one in got:
        if one.form not in scored and one.throw <= limits.get(one.form, 0):
            paid.setdefault(one.form, form_points(one.form, options, half=one.half, lone=one.lone))
    values = list(paid.values()) or [0.0]
    return {"best": max(values), "first": values[0], "all": sum(values)}[options["after.claim"]]


def settle_after_throws(
    ended: Ended, got: Iterable[Got], options: Options, scored: Iterable[str] = ()
) -> Ended:
    """The game after the after-throws: the winner keeps his points, the loser has what he reached."""
    assert ended.kind == "uttekt"
    assert ended.winner is not None
    extra = for_player(1 - ended.winner, after_points(got, options, scored))
    return ended._replace(points=(ended.points[0] + extra[0], ended.points[1] + extra[1]))
