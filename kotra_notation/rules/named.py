"""The rule sets by name, and reading a specification such as `modern,beavers=on,auto_doubles=1`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from types import MappingProxyType

from kotra_notation.findings import Finding, finding
from kotra_notation.rules import modern, plain
from kotra_notation.rules.options import MODERN, MODERN_VALUES, Option, spelled
from kotra_notation.rules.ruleset import OptionValue, Ruleset

MODERN_RULES = Ruleset(
    name="modern",
    title="Modern kotra: backgammon with the doubling cube",
    source="Icelandic Wikipedia, “Kotra”; international tournament rules where it is silent",
    facts=modern.VARIANTS["backgammon"],
    options=MappingProxyType(MODERN_VALUES),
    step_rules=modern.STEP_RULES,
    plain_play=plain.plainly,
    plain_dance=plain.plainly_dances,
)

RULESETS: dict[str, Ruleset] = {MODERN_RULES.name: MODERN_RULES}

OPTIONS: dict[str, Mapping[str, Option]] = {"modern": MODERN}


@dataclass(frozen=True, slots=True)
class Named:
    """A rule set read from a specification, and what was wrong with the specification."""

    ruleset: Ruleset
    findings: tuple[Finding, ...] = ()


def with_options(ruleset: Ruleset, values: Mapping[str, OptionValue], *, stated: bool = True) -> Ruleset:
    """The same rules under other option values."""
    options = {**ruleset.options, **values}
    facts = modern.VARIANTS[str(options["variant"])]
    names = ruleset.stated | values.keys() if stated else ruleset.stated
    return replace(ruleset, facts=facts, options=MappingProxyType(options), stated=frozenset(names))


def named(specification: str) -> Named:
    """The rule set that a specification names; what it gets wrong is left at its default and said."""
    name, *settings = [part.strip() for part in specification.split(",")]
    findings: list[Finding] = []
    if (ruleset := RULESETS.get(name.lower())) is None:
        findings.append(
            finding("rules-unknown", written=name, near=_near(name, RULESETS), known=", ".join(RULESETS))
        )
        ruleset = MODERN_RULES
    known = OPTIONS[ruleset.name]
    values: dict[str, OptionValue] = {}
    for setting in filter(None, settings):
        key, _, text = (part.strip() for part in setting.partition("="))
        if (option := known.get(key.lower())) is None:
            near = _near(key, known)
            findings.append(
                finding("option-unknown", written=setting, option=key, rules=ruleset.name, near=near)
            )
            continue
        try:
            values[option.name] = option.parsed(text)
        except ValueError:
            findings.append(
                finding(
                    "option-value",
                    written=setting,
                    option=option.name,
                    value=text,
                    values=", ".join(option.values),
                    rule=option.rule,
                )
            )
    return Named(with_options(ruleset, values), tuple(findings) + tuple(without_effect(values)))


def without_effect(values: Mapping[str, OptionValue]) -> list[Finding]:
    """Options written out together of which one leaves the other nothing to say."""
    return [
        finding(
            "option-without-effect",
            written=f"{idle}={spelled(values[idle])}",
            option=idle,
            because=f"{reason}={spelled(values[reason])}",
        )
        for idle, reason, makes_idle in (
            ("dice.higher_die", "dice.max_use", False),
            ("raccoons", "beavers", False),
            ("premature_roll.waive", "premature_roll", "stands"),
            ("beavers", "cube.limit", 1),
            ("auto_doubles", "cube.limit", 1),
        )
        if values.get(idle) and values.get(reason, ...) == makes_idle
    ]


def specification(ruleset: Ruleset) -> str:
    """The shortest text that names a rule set and the options it was given."""
    usual = RULESETS[ruleset.name].options
    parts = [
        f"{name}={spelled(value)}"
        for name, value in ruleset.options.items()
        if name in ruleset.stated or value != usual[name]
    ]
    return ",".join([ruleset.name, *parts])


def _near(word: str, known: Mapping[str, object]) -> str:
    return next(iter(get_close_matches(word.lower(), known, n=1, cutoff=0.5)), "")
