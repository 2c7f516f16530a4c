"""Rule sets by name, their options, and what is wrong with a specification."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from kotra_notation.explained import differences, rule, rule_ids
from kotra_notation.fast.judges import lists_plays, plain_boards
from kotra_notation.rules import (
    OPTIONS,
    RULESETS,
    Node,
    Ruleset,
    Throw,
    modern,
    named,
    old_steps,
    option_text,
    specification,
    with_options,
)
from tests.records import rows

PACKAGE = Path(__file__).parents[1] / "kotra_notation"


@rows
def test_what_is_wrong_with_a_specification(text: str, found: tuple[str, ...]) -> None:
    assert [one.kind.name for one in named(text).findings] == list(found)


def test_the_findings_carry_what_their_sentences_say() -> None:
    unknown, option, value = named("modren,texsa=on,beavers=maybe").findings
    assert (unknown.written, unknown.facts["near"], unknown.facts["known"]) == (
        "modren",
        "modern",
        ", ".join(RULESETS),
    )
    assert (option.written, option.facts["option"], option.facts["near"]) == ("texsa=on", "texsa", "texas")
    assert option.facts["rules"] == "modern"
    assert (value.written, value.facts["value"], value.facts["values"]) == (
        "beavers=maybe",
        "maybe",
        ("on", "off"),
    )
    assert (value.facts["option"], value.rule) == ("beavers", "MOD-OPT-2")
    idle = named("modern,beavers=off,raccoons=on").findings[0]
    assert (idle.written, idle.facts["option"], idle.facts["because"]) == (
        "raccoons=on",
        "raccoons",
        "beavers=off",
    )
    assert named("modern,zzzzzz=1").findings[0].facts["near"] == ""


@pytest.mark.parametrize("name", OPTIONS["modern"])
def test_every_option_can_be_stated_and_is_spelled_again(name: str) -> None:
    option = OPTIONS["modern"][name]
    for word in option.values:
        value = "3" if word == "number" else word
        ruleset = named(f"modern,{name}={value}").ruleset
        assert option_text(ruleset.options[name]) == value
        assert specification(ruleset) == f"modern,{name}={value}"
        assert named(specification(ruleset)).ruleset == ruleset
    assert option.meaning.endswith(".")
    assert rule(option.rule) is not None
    assert RULESETS["modern"].options.keys() == OPTIONS["modern"].keys()


@pytest.mark.parametrize("rules", ["forn-1977", "forn-de", "davidsson"])
@pytest.mark.parametrize("name", OPTIONS["forn-1977"])
def test_every_option_of_the_old_game_can_be_stated_and_is_spelled_again(rules: str, name: str) -> None:
    option = OPTIONS[rules][name]
    words = ["3" if word == "number" else word for word in option.values]
    if option.members:
        words += [option.members[0], "+".join(sorted(option.members))]
    if option.keys:
        words += ["+".join(f"{key}:{place}" for place, key in enumerate(option.keys, 5))]
    for value in words:
        ruleset = named(f"{rules},{name}={value}").ruleset
        assert option_text(ruleset.options[name]) == value
        assert specification(ruleset) == f"{rules},{name}={value}"
        assert named(specification(ruleset)).ruleset.options == ruleset.options
        assert value in option.takes or option.members or option.keys or "number" in option.values
    assert option.meaning.endswith(".")
    assert rule(option.rule) is not None
    assert RULESETS[rules].options.keys() >= OPTIONS[rules].keys()


@rows
def test_what_an_option_takes_is_said_where_it_is_given_otherwise(setting: str, takes: str) -> None:
    (found,) = named(f"forn-de,{setting}").findings
    assert found.kind.name == "option-value"
    assert " or ".join(found.facts["values"]).startswith(takes)


@rows
def test_an_option_of_the_old_game_that_another_makes_meaningless_is_said(idle: str, reason: str) -> None:
    (found,) = named(f"forn-de,{idle},{reason}").findings
    assert (found.kind.name, found.written, found.facts["because"]) == ("option-without-effect", idle, reason)
    assert named(f"forn-de,{idle}").findings == ()


def test_every_rule_that_the_code_names_is_in_the_document() -> None:
    named_in = {
        f"{one} in {path.relative_to(PACKAGE)}"
        for path in PACKAGE.rglob("*.py")
        for one in re.findall(r"\b(?:MOD|FORN)-[A-Z]+-[0-9]+", path.read_text(encoding="utf-8"))
        if rule(one) is None
    }
    assert named_in == set()


def test_values_are_what_they_say_and_two_of_one_option_are_said() -> None:
    options = named(
        "forn-de,after=off,last_throw=on,last_throw.draw_points=1.5,match.target=none"
    ).ruleset.options
    assert (options["after"], options["last_throw"]) == (False, True)
    assert (options["last_throw.draw_points"], options["match.target"]) == (1.5, None)
    for written, found in (("beavers=on,beavers=off", ["option-twice"]), ("beavers=on,beavers=on", [])):
        said = named(f"modern,{written}")
        assert [one.kind.name for one in said.findings] == found
    assert named("modern,beavers=on,beavers=off").ruleset.options["beavers"] is False
    assert named("modern,variant=hypergammon").ruleset.facts.men == 3
    nack = named("modern,variant=nackgammon").ruleset.facts
    assert (nack.men, nack.start[23], sum(count for count in nack.start if count > 0)) == (15, 2, 15)
    supposed = with_options(RULESETS["modern"], {"texas": True}, stated=False)
    assert (supposed.stated, supposed.options["texas"]) == (frozenset(), True)
    stated = with_options(RULESETS["modern"], {"texas": False})
    assert specification(stated) == "modern,texas=off"
    assert specification(supposed) == "modern,texas=on"


@pytest.mark.parametrize(("name", "rules"), [("modern", modern), ("forn-1977", old_steps)])
def test_a_rule_that_the_plain_way_does_not_know_switches_it_off(
    name: str, rules: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nowhere(node: Node, source: int, target: int, die: int, throw: Throw) -> str:
        return "point-held"

    added = (nowhere, lambda options: not options["dice.max_use"])
    monkeypatch.setattr(rules, "STEP_RULES", (*rules.STEP_RULES, added))
    assert _is_fast(named(name).ruleset)
    ruleset = named(f"{name},dice.max_use=off").ruleset
    assert nowhere in ruleset.step_rules
    assert not _is_fast(ruleset)
    assert not lists_plays(ruleset)


def _is_fast(ruleset: Ruleset) -> bool:
    return plain_boards(ruleset, Node(ruleset.facts.start), 0) is not None


def test_the_words_of_the_rules() -> None:
    words = rule("MOD-CUBE-2")
    assert words is not None
    assert (words.id, words.title) == ("MOD-CUBE-2", "Who may double, and when")
    assert words.text.startswith("A double is offered only on one's own turn")
    assert "###" not in words.text
    assert rule("MOD-CUBE-99") is None
    assert rule_ids()[0] == "MOD-SET-1"
    assert differences("forn") == ""
    told = differences("modern")
    assert told.startswith("Differences from today's practice:\n")
    assert "Unlimited cube" in told
    assert told == told.rstrip()
    assert "##" not in told


def test_the_document_shows_every_option_in_which_the_old_rule_sets_differ() -> None:
    """Rows have one option or two, parted by a comma, and their values in `forn-1977` and `forn-de`."""
    text = (PACKAGE.parent / "docs" / "rules.md").read_text(encoding="utf-8")
    shown: dict[str, dict[str, str]] = {"forn-1977": {}, "forn-de": {}}
    for row in re.findall(r"^\| (`[a-z_]+.*) \|$", text.split("## The old game")[1], re.M):
        options, *values = [re.findall("`(.+?)`", cell) for cell in row.split(" | ")]
        for name, given in zip(shown, values, strict=True):
            shown[name].update(zip(options, given, strict=True))
    assert set(re.findall("`(davidsson|five_off.rule=.+?|entry.onto=.+?)`", text)) >= {
        "davidsson",
        *differing("davidsson", "forn-1977"),
    }
    for name, other in (("forn-1977", "forn-de"), ("forn-de", "forn-1977")):
        assert sorted(f"{option}={value}" for option, value in shown[name].items()) == differing(name, other)


def differing(name: str, other: str) -> list[str]:
    """The options of a rule set that have another value in another one."""
    ours, theirs = named(name).ruleset.options, named(other).ruleset.options
    return sorted(f"{key}={option_text(ours[key])}" for key in ours if ours[key] != theirs[key])
