"""The slow referee of the old game against worked examples of the rule text, typed in by hand."""

from __future__ import annotations

import re

import pytest

from referees.old_oracle import (
    BLACK,
    LETTERS,
    OPTIONS,
    WHITE,
    Ended,
    Got,
    Result,
    Side,
    after_over,
    after_points,
    deadlocked,
    drawn,
    form,
    half_results,
    is_jan,
    last_throw_due,
    opposite,
    parse,
    pips,
    results,
    settle,
    settle_after_throws,
    settle_last_throw,
    show,
    show_men,
    single_results,
    wins,
)
from tests.test_examples_old import CHECKS, ENDING, PLAYS, Check, Example, Plays, first_doubles, forms, jans


def options(dialect: str, *changes: str) -> dict[str, str]:
    return OPTIONS[dialect] | dict(change.split("=") for change in changes)


def plays(text: str, throw: str, dialect: str, *changes: str) -> set[str]:
    """The results of a throw such as `W 3-1`: the mover's men, the enemy's dead where there are new ones."""
    colour, dice = throw.split()
    place = parse(text, colour)
    found = set()
    for after, ending in results(place, (int(dice[0]), int(dice[2])), options(dialect, *changes)):
        taken = after.theirs.men[0] if after.theirs.men[0] > place.theirs.men[0] else 0
        found.add(show_men(after.mine, colour) + f" x{taken}" * (taken > 0) + f" [{ending}]" * (ending != ""))
    return found


def is_legal(text: str, throw: str, play: str, dialect: str, *changes: str) -> bool:
    """Whether the place that the written steps lead to is among the results; no step is judged here."""
    colour, dice = throw.split()
    place = parse(text, colour)
    mine, theirs = list(place.mine.men), list(place.theirs.men)
    for hop in re.sub(r"(\S+)\((\d)\)", lambda m: f"{m[1]} " * int(m[2]), play).split():
        path = []
        for name in hop.split("/"):
            own = (
                1 + (LETTERS.index(name[0]) - (12 if colour == "B" else 0)) % 24 if name[0] in LETTERS else 0
            )
            path.append({"bar": 0, "off": 25}.get(name, own))
            if "*" in name:
                theirs[0] += theirs[opposite(path[-1])]
                theirs[opposite(path[-1])] = 0
        mine[path[0]] -= 1
        mine[path[-1]] += 1
    found = results(place, (int(dice[0]), int(dice[2])), options(dialect, *changes))
    return (tuple(mine), tuple(theirs)) in {(one.place.mine.men, one.place.theirs.men) for one in found}


def throw_of(example: Example) -> str:
    return f"{'WB'[example.seat]} {example.dice[0]}-{example.dice[1]}"


@pytest.mark.parametrize("listed", PLAYS, ids=lambda one: f"{one.example.name}-{one.example.rules}")
def test_the_referee_finds_the_plays_listed_and_no_others(listed: Plays) -> None:
    example, expected = listed.example, set()
    standing = show_men(parse(example.position, "WB"[example.seat]).mine, "WB"[example.seat])
    for _, after in listed.plays:
        own, _, dead = re.sub(r"\[.*", "", after).partition(";")
        words = [own.split(":")[-1].strip() or standing, *re.findall(r"(?<=bar)\d+", dead)]
        expected.add(" x".join(words) + "".join(f" [{end}]" for end in ENDING if f"[{end}]" in after))
    assert plays(example.position, throw_of(example), *example.rules.split(",")) == expected


@pytest.mark.parametrize(("die", "rules", "listed"), first_doubles())
def test_the_referee_finds_the_plays_of_a_first_double(die: str, rules: str, listed: str) -> None:
    expected = set(re.findall(r"-> ([^(|]+) \(", listed))
    assert plays("W: a15; B: m15; first W", f"W {die}-{die}", rules) == expected != set()


@pytest.mark.parametrize(
    "check", CHECKS, ids=lambda one: f"{one.example.name}-{one.example.rules}-{one.play}"
)
def test_the_referee_gives_the_verdict_on_a_play(check: Check) -> None:
    example = check.example
    rules = example.rules.split(",")
    assert is_legal(example.position, throw_of(example), check.play, *rules) is check.legal


@pytest.mark.parametrize(("text", "rules", "verdict"), jans())
def test_the_referee_knows_who_is_jan(text: str, rules: str, verdict: str) -> None:
    place = parse(text, "B")
    assert (is_jan(place.mine, place.theirs, options(*rules.split(","))) or "no jan") == verdict


@pytest.mark.parametrize(("text", "side", "rules", "name"), forms())
def test_the_referee_knows_which_form_stands(text: str, side: str, rules: str, name: str) -> None:
    assert form(parse(text, side).mine, options(*rules.split(","))) == {
        "hryggur": "rasslangur",
        "none": "",
    }.get(name, name)


def test_what_is_remembered_after_a_throw() -> None:
    start = parse("W: a15; B: m15; first W; first B")
    [after] = results(start, (6, 6), OPTIONS["forn-de"])
    assert show(after.place) == "W: a11 g4; B: m15; first B; v66 W"
    # FX-06: all four are dead, four points are not fewer than four men; the flag is gone.
    place = parse("W: a11 g4; B: m13 c1 e1; v66 W", "B")
    shown = {show(one.place, "B"): one.ending for one in results(place, (4, 3), OPTIONS["forn-de"])}
    assert shown["W: a11 bar4; B: m13 g1 h1"] == ""
    # 12.2: g/k breaks the stack, whatever comes to stand on g.
    place = parse("W: a10 c1 g4; B: m15; v66 W; un W")
    texts = {show(one.place) for one in results(place, (4, 4), OPTIONS["forn-de"])}
    assert any("g4" in text and "v66" not in text for text in texts)
    # FX-16: the latch is set by the turn that ends on l, not by touching it.
    place = parse("W: a9 j1 s1 u1 v1 w1 x1; B: m1 b2 c2 d2 e2 f2 k2 p2")
    latched = {
        show_men(one.place.mine, "W"): one.place.mine.unlocked
        for one in results(place, (1, 2), options("forn-de"))
    }
    assert latched["a9 l1 s1 u1 v1 x2"] is True
    assert latched["a9 m1 s1 u1 v1 w1 x1"] is False


def test_the_text_of_a_place() -> None:
    text = "W: a10 c1 l2 bar1 off1; B: m14 x1; first W; v66 B; locked W"
    for colour in "WB":
        assert show(parse(text, colour), colour) == text
    assert show(parse("W: a10 c1 l2 bar1 off1; B: m14 x1; un W; un B")) == "W: a10 c1 l2 bar1 off1; B: m14 x1"
    assert parse(text).mine == Side((1, 10, 0, 1, *[0] * 8, 2, *[0] * 12, 1), first=True)
    assert pips(parse(text).mine) == 25 + 240 + 22 + 26


def test_half_wins() -> None:
    place = parse("W: s1 v4 w5 x5; B: m15")
    [(half, name)] = half_results(place, (6, 3), OPTIONS["forn-de"])
    assert (show_men(half.place.mine, "W"), name) == ("v5 w5 x5", "stutti")
    assert settle(place, half, OPTIONS["forn-de"], WHITE, declared=name) == Ended(WHITE, (3.5, 0), "stutti")
    assert not half_results(place, (6, 3), OPTIONS["forn-1977"])
    # FX-59: the whole throw makes it, and that is no half win.
    assert not half_results(place, (2, 1), OPTIONS["forn-de"])
    assert len(results(place, (2, 1), OPTIONS["forn-1977"])) == 11
    assert is_legal("W: s1 v4 w5 x5; B: m15", "W 2-1", "s/u/v", "forn-de")
    # FORN-HALF-2: the other value is for both monks.
    langi = parse("W: q1 t2 u3 v3 w3 x3; B: m15")
    [(half, name)] = half_results(langi, (3, 6), OPTIONS["forn-de"])
    assert settle(langi, half, OPTIONS["forn-de"], BLACK, declared=name) == Ended(BLACK, (0, 2.5), "langi")
    given = options("forn-de", "half.value=3.5")
    assert settle(langi, half, given, BLACK, declared=name) == Ended(BLACK, (0, 3.5), "langi")


def scored(
    text: str, throw: str, end: str, dialect: str, *changes: str
) -> list[list[tuple[str, float, bool]]]:
    """What the play that ends with these men of the mover pays."""
    colour, dice = throw.split()
    place, given = parse(text, colour), options(dialect, *changes)
    found = [
        [(win.kind, win.points, win.ends) for win in wins(place, one, given)]
        for one in results(place, (int(dice[0]), int(dice[2])), given)
        if show_men(one.place.mine, colour) == end
    ]
    return sorted(found)


def test_what_a_won_game_pays_also_by_jan_with_a_formation() -> None:
    # FX-45, FX-46: mor by a dead man, or by a man hit in the winning throw.
    place = "W: w1 x1 off13; B: m14 bar1"
    assert scored(place, "W 6-2", "off15", "forn-1977") == [[("uttekt", 4, True)]]
    assert scored(place, "W 6-2", "off15", "forn-de") == [[("uttekt", 2, True)]]
    for dialect in ("forn-1977", "forn-de"):
        both = scored("W: t1 off14; B: v1 m14", "W 2-3", "off15", dialect)
        assert both == [[("uttekt", 2, True)], [("uttekt", 4, True)]]
    # FX-60, FX-62: a form is noted, or ends the game.
    place = "W: r1 t3 u3 v3 w3 x2; B: m15"
    assert scored(place, "W 5-1", "t3 u3 v3 w3 x3", "forn-1977") == [[("langi", 5, False)]]
    assert scored(place, "W 5-1", "t3 u3 v3 w3 x3", "forn-de") == [[("langi", 5, True)]]
    assert scored("W: r1 x14; B: m13 bar2", "W 4-2", "x15", "forn-1977") == [[("meistari", 15, False)]]
    assert scored("W: r1 x14; B: m13 bar2", "W 4-2", "x15", "forn-de") == [[("meistari", 13, True)]]
    # FX-48: no mor on a jan.
    place = "W: a2 w7 x6; B: m1 n1 o1 p1 q1 c1 e1 b8"
    assert scored(place, "W 2-4", "c1 e1 w7 x6", "forn-1977") == [[("jan", 15, True)]]
    assert scored(place, "W 2-4", "c1 e1 w7 x6", "forn-de", "mor.on_jan=on") == [[("jan", 17, True)]]
    # FX-69: White hits on t on his way from s to v, and all six entry points are held by Black himself.
    formed = parse("W: s1 v4 w5 x5; B: m1 n1 o1 p1 q1 r1 t1 g8")
    ends = {
        show_men(one.place.mine, "W") for one in results(formed, (1, 2), options("forn-de")) if one.ending
    }
    assert "t1 v4 w5 x5" in ends
    assert "v5 w5 x5" not in ends
    for dialect, points in (("forn-1977", 24), ("forn-de", 15)):
        given = options(dialect, "jan.test=turn")
        found = results(formed, (1, 2), given)
        [done] = [one for one in found if one.ending and form(one.place.mine, given) == "stutti"]
        assert settle(formed, done, given, WHITE) == Ended(WHITE, (points, 0), "jan")


def test_the_last_throw() -> None:
    on = options("forn-de", "last_throw=on")
    won = Ended(WHITE, (2, 0), "uttekt")
    assert last_throw_due(won, WHITE, on)
    assert not last_throw_due(won, BLACK, on)
    assert not last_throw_due(won, WHITE, OPTIONS["forn-de"])
    # FX-47
    for men, dice, level in (("l1 off14", (6, 1), 1), ("k1 l1 off13", (6, 1), 1), ("j2 l1 off12", (6, 5), 0)):
        place = parse(f"W: off15; B: {men}", "B")
        ends = {settle_last_throw(won, one, on) for one in results(place, dice, on)}
        assert (drawn(2) in ends) == bool(level)
    assert settle_last_throw(won, Result(place, "uttekt"), options("forn-1977")) == drawn(0)


def test_after_throws() -> None:
    given, de = options("forn-1977", "after=on"), OPTIONS["forn-de"]
    for name, limit, points in (
        ("langi", 5, 5),
        ("stutti", 10, 7),
        ("meistari", 15, 13),
        ("rasslangur", 1, 3),
    ):
        # FX-63
        assert after_points([Got(limit, name)], given) == points
        assert after_points([Got(limit + 1, name)], given) == 0
    assert [after_points([Got(n, f)], de) for n, f in ((7, "stutti"), (8, "stutti"), (1, "rasslangur"))] == [
        7,
        0,
        0,
    ]
    won = Ended(WHITE, (2, 0), "uttekt")
    assert settle_after_throws(won, [Got(12, "meistari")], given).points == (2, 13)
    two = [Got(5, "langi"), Got(9, "stutti")]
    values = [after_points(two, given | {"after.claim": claim}) for claim in ("best", "first", "all")]
    assert values == [7, 5, 12]
    # FX-64 to FX-66: over with a man off, or with nothing left in reach.
    assert after_over(parse("W: off15; B: l14 off1", "B").mine, 3, given)
    assert not after_over(parse("W: off15; B: g1 l14", "B").mine, 14, given)
    assert after_over(parse("W: off15; B: g1 l14", "B").mine, 15, given)
    assert after_over(parse("W: off15; B: m15", "B").mine, 1, given | {"after.limits": "meistari:15"})
    assert not after_over(parse("W: off15; B: m15", "B").mine, 0, given | {"after.limits": "meistari:15"})


def test_one_die_at_a_time_and_a_deadlock() -> None:
    # FX-65
    place, given = parse("W: off15; B: g1 l14", "B"), OPTIONS["forn-1977"]
    after = {
        die: {show_men(one.place.mine, "B") for one in single_results(place, die, given)} for die in (2, 5, 6)
    }
    assert after[5] == {"l15"}
    assert after[2] == {"i1 l14"}
    assert after[6] == {"l14 off1"}
    assert after_points([Got(3, "meistari", half=True)], given) == 6.5
    assert not deadlocked(parse("W: a15; B: m15; first W; first B"), OPTIONS["forn-1977"])
    assert not deadlocked(parse("W: a15; B: m3 b2 d2 f2 h2 j2 l2"), OPTIONS["forn-1977"])
    assert deadlocked(parse("W: off15; B: off15"), OPTIONS["forn-1977"])
    assert not deadlocked(parse("W: off15; B: off15"), options("forn-1977", "deadlock=off"))


def test_options_without_an_example() -> None:
    # dice.max_use=off: any part of the throw.
    assert len(plays("W: a14 d1; B: m15", "W 3-2", "forn-1977", "dice.max_use=off")) == 7
    # stack.rule=none
    assert "a13 d2" in plays("W: a14 d1; B: m15", "W 1-2", "forn-1977", "stack.rule=none")
    # entry.own=always leaves what it leaves; touch does not.
    place = "W: d1 l13 bar1; B: x3 g6 h6"
    assert is_legal(place, "W 4-2", "bar/d l/n", "forn-1977", "entry.own=always")
    assert not is_legal(place, "W 4-2", "bar/d l/n", "forn-1977", "entry.own=touch")
    # stack.check=each-step forbids the landing itself, and here there is no other way.
    place = "W: d1 l13 bar1; B: x3 b2 g5 h5"
    assert plays(place, "W 4-2", "forn-1977", "entry.own=touch") == {"d1 f1 l13"}
    assert plays(place, "W 4-2", "forn-1977", "entry.own=touch", "stack.check=each-step") == {"d1 l13 bar1"}
    # entry.own=start: onto own men on the start point, and nowhere else.
    place = "W: a10 c1 l3 bar1; B: x3 g4 h4 i4"
    expected = {"a10 c1 d1 l3", "a11 f1 l3", "a11 c1 l2 o1"}
    assert plays(place, "W 1-3", "forn-1977", "entry.own=start") == expected
