"""The worked examples of old kotra, FX-01 to FX-69, as the rules give them (`examples/old.txt`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from kotra_notation.board import BAR, position
from kotra_notation.board.text import own_index
from kotra_notation.model import Hop, Play, Turn
from kotra_notation.replay.turns import Judgement, judge_turn, plays_of
from kotra_notation.rules import Node, Ruleset, marks, named
from kotra_notation.rules.old_outcome import form, jan

pytestmark = pytest.mark.middle


EXAMPLES = Path(__file__).parent / "examples" / "old.txt"
SEATS = {"W": 0, "B": 1}
ENDING = {"jan", "uttekt"}


class Example(NamedTuple):
    """A position and a throw under some rules."""

    name: str
    rules: str
    position: str
    seat: int
    dice: tuple[int, int]

    @property
    def ruleset(self) -> Ruleset:
        return named(self.rules).ruleset

    @property
    def node(self) -> Node:
        shown = position(self.position, self.seat)
        return Node(shown.points, marks.marks_of(shown.memory, self.seat))

    def turn(self, text: str) -> Turn:
        return Turn(seat=self.seat, dice=self.dice, deed=Play(hops=hops(text, self.seat)), text=text)

    def judged(self, text: str) -> Judgement:
        return judge_turn(self.ruleset, self.node, self.turn(text))


class Plays(NamedTuple):
    """An example that lists all legal plays; each with the men it leads to as written."""

    example: Example
    plays: list[tuple[str, str]]


class Check(NamedTuple):
    """An example that gives a verdict on one play."""

    example: Example
    play: str
    legal: bool


def hops(text: str, seat: int) -> tuple[Hop, ...]:
    """The hops of a play text, a chained one as a hop for each landing."""
    found = []
    for chain in text.split():
        chain, _, count = chain.partition("(")
        ends = [word.partition("*") for word in chain.split("/")]
        points = [{"bar": BAR, "off": 0}.get(name) or _index(seat, name) for name, _, _ in ends]
        taken = [int(number or 1) if star else 0 for _, star, number in ends]
        steps = [Hop(*pair, took) for pair, took in zip(pairwise(points), taken[1:], strict=True)]
        found += steps * int(count.rstrip(")") or 1)
    return tuple(found)


def _index(seat: int, name: str) -> int:
    return 0 if name == "off" else own_index(seat, name)


def blocks() -> Iterator[tuple[str, str]]:
    text = EXAMPLES.read_text(encoding="utf-8")
    for found in re.finditer(r"\*\*(FX-\w+)\*\*.*?\n```\n(.*?)```", text, re.S):
        yield found[1], found[2]


def dialects(text: str) -> list[str]:
    """Rule specifications from `forn-1977, forn-de; prime_break=off`."""
    names, _, changes = text.partition(";")
    return [",".join(filter(None, [name.strip(), changes.strip()])) for name in names.split(",")]


def read() -> tuple[list[Plays], list[Check]]:
    """Every `plays` and every `check` of the file."""
    plays: list[Plays] = []
    checks: list[Check] = []
    for name, body in blocks():
        pos, seat, dice = "", 0, (0, 0)
        listed: list[tuple[str, str]] = []

        for line in body.splitlines():
            if found := re.match(r"pos:\s+([^(]+)", line):
                pos = found[1].strip()
            elif found := re.match(r"turn:\s+([WB]) (\d)-(\d)", line):
                seat, dice = SEATS[found[1]], (int(found[2]), int(found[3]))
            elif found := re.match(r"plays\[(.*?)\]:", line):
                listed = []
                for rule in dialects(found[1]):
                    plays.append(Plays(Example(name, rule, pos, seat, dice), listed))
            elif found := re.match(r"check\[(.*?)\]: (.*?)  =>  (\w+)", line):
                for rule in dialects(found[1]):
                    checks.append(Check(Example(name, rule, pos, seat, dice), found[2], found[3] == "legal"))
            elif found := re.match(r"  (.+?)  ->  (.+)", line):
                listed.append((found[1].strip(), found[2].strip()))
            elif line.startswith("  —"):
                listed.append(("", ""))
    return plays, checks


PLAYS, CHECKS = read()


def men(text: str, seat: int) -> dict[int, int]:
    """The men of one side by own index, from `W: a13 b1 d1`."""
    counts = {}
    for word in text.split(":")[-1].split():
        found = re.fullmatch(r"([a-z]+)(\d+)", word)
        assert found, text
        if found[1] != "off":
            counts[BAR if found[1] == "bar" else own_index(seat, found[1])] = int(found[2])
    return counts


def test_every_example_is_here() -> None:
    names = [name for name, _ in blocks()]
    assert names == [f"FX-{n:02}" for n in range(1, 29)] + ["FX-28a"] + [f"FX-{n}" for n in range(29, 70)]
    assert len(PLAYS) > 60
    assert len(CHECKS) > 50


@pytest.mark.parametrize("listed", PLAYS, ids=lambda one: f"{one.example.name}-{one.example.rules}")
def test_the_plays_listed_are_all_there_are(listed: Plays) -> None:
    example = listed.example
    legal = plays_of(example.ruleset, example.node, example.turn(""))
    reached = {}
    for text, after in listed.plays:
        verdict = example.judged(text)
        assert verdict.lawful, text
        assert verdict.node is not None
        reached[verdict.node] = after
    assert set(reached) == set(legal)
    for node, after in reached.items():
        own, *other = re.sub(r"\[.*", "", after).split(";")
        if own:
            assert {i: n for i, n in enumerate(node.points) if n > 0} == men(own, example.seat)
        if other:
            assert -node.points[0] == int(other[0].split("bar")[1])


# With hundreds of plays, each of which is tried.
LONG = {"FX-33", "FX-35"}


@pytest.mark.parametrize(
    "listed",
    [pytest.param(one, marks=pytest.mark.slow) if one.example.name in LONG else one for one in PLAYS],
    ids=lambda one: f"{one.example.name}-{one.example.rules}",
)
def test_the_plays_that_end_the_game_are_those_that_say_so(listed: Plays) -> None:
    example = listed.example
    options = example.ruleset.options
    for text, after in listed.plays:
        node = example.judged(text).node
        assert node is not None
        said = re.findall(r"\[(\w+)\]", after)
        wins = {"jan"} if jan(node.points, options) else set()
        wins |= {"uttekt"} if max(node.points) <= 0 else set()
        assert wins == set(said) & ENDING, text


@pytest.mark.parametrize(
    "check", CHECKS, ids=lambda one: f"{one.example.name}-{one.example.rules}-{one.play}"
)
def test_the_verdict_on_a_play(check: Check) -> None:
    assert check.example.judged(check.play).lawful == check.legal


def first_doubles() -> list[tuple[str, str, str]]:
    """The lines of FX-04: the die, the dialect, the plays and what they lead to."""
    body = dict(blocks())["FX-04"]
    return [(found[1], found[2], found[3]) for found in re.finditer(r"^(\d)-\d (\S+)\s*: (.+)$", body, re.M)]


@pytest.mark.parametrize(("die", "rules", "plays"), first_doubles())
@pytest.mark.parametrize("seat", [0, 1])
def test_fx_04_every_first_throw_double(die: str, rules: str, plays: str, seat: int) -> None:
    example = Example("FX-04", rules, "W: a15; B: m15; first W; first B", seat, (int(die), int(die)))
    expected = {}
    for one in plays.split(" | "):
        found = re.fullmatch(r"(.+?) -> ([^(]+) \((\d) of 4\)(?: \[v66\])?", one.strip())
        assert found
        expected[found[1]] = found[2]
    if seat == 0:
        assert all(example.judged(text).lawful for text in expected)
    legal = plays_of(example.ruleset, example.node, example.turn(""))
    want = [sorted(men(f"W: {after}", 0).items()) for after in expected.values()]
    got = [[(i, n) for i, n in enumerate(node.points) if n > 0] for node in legal]
    assert sorted(want) == sorted(got)
    assert all(bool(node.marks & marks.STACK) == ("[v66]" in plays) for node in legal)


def jans() -> list[tuple[str, str, str]]:
    rows = []
    for _, body in blocks():
        pos = re.search(r"pos:\s+([^(\n]+)", body)
        for found in re.finditer(r"^(forn-\w+|davidsson)(; [^:]+)?: (no jan|jan|stor_jan)$", body, re.M):
            assert pos
            [rules] = dialects(found[1] + (found[2] or ""))
            rows.append((pos[1], rules, found[3]))
    return rows


@pytest.mark.parametrize(("pos", "rules", "verdict"), jans())
def test_who_is_jan(pos: str, rules: str, verdict: str) -> None:
    ruleset = named(rules).ruleset
    points = position(pos, 0).points
    assert (jan(points, ruleset.options) or "no jan") == verdict


def forms() -> list[tuple[str, str, str, str]]:
    bodies = dict(blocks())
    text = bodies["FX-55"] + bodies["FX-56"]
    rows = re.finditer(r"^(W: .*?; B: .*?)   ([WB])  (\S+): (\w+)", text, re.M)
    return [(found[1], found[2], found[3], found[4]) for found in rows]


@pytest.mark.parametrize(("pos", "side", "rules", "name"), forms())
def test_which_form_stands(pos: str, side: str, rules: str, name: str) -> None:
    points = position(pos, SEATS[side]).points
    wanted = {"hryggur": "rasslangur", "none": None}.get(name, name)
    assert form(points, named(rules).ruleset.options) == wanted


def test_fx_01_path_numbers() -> None:
    body = dict(blocks())["FX-01"]
    for side, words in re.findall(r"^([WB]): (.+)$", body, re.M):
        for letter, path in re.findall(r"\b([a-x])=(\d+)", words):
            assert 25 - own_index(SEATS[side], letter) == int(path)
    for side, words in re.findall(r"([WB]): ((?:\w=\d+ ?)+)", body.splitlines()[2]):
        for letter, near in re.findall(r"\b([a-x])=(\d+)", words):
            assert 25 - own_index(SEATS[side], letter) - 12 == int(near)
