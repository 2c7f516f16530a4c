"""The rule sets by name, and reading a specification such as `modern,beavers=on,auto_doubles=1`."""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from kotra_notation.errors import KotraError, wrong_type
from kotra_notation.findings import Finding, finding, sentences
from kotra_notation.rules import modern, old_icelandic, old_outcome, old_steps, outcome
from kotra_notation.rules.old_options import DAVIDSSON, FORN_1977, FORN_DE, OLD
from kotra_notation.rules.old_options import WITHOUT_EFFECT as OLD_IDLE
from kotra_notation.rules.options import ANY, MODERN, MODERN_VALUES, Option, option_text
from kotra_notation.rules.options import WITHOUT_EFFECT as IDLE
from kotra_notation.rules.ruleset import OptionValue, Ruleset, in_force
from kotra_notation.values import dataclass
from kotra_notation.words import phrase


def with_options(ruleset: Ruleset, values: Mapping[str, OptionValue], *, stated: bool = True) -> Ruleset:
    """Return the rules under other option values."""
    options = {**ruleset.options, **values}
    names = ruleset.stated | values.keys() if stated else ruleset.stated
    ruleset = replace(ruleset, options=MappingProxyType(options), stated=frozenset(names))
    if ruleset.facts.lettered:
        return replace(
            ruleset,
            facts=replace(ruleset.facts, zone=old_icelandic.ZONES[str(options["bearoff.zone"])]),
            step_rules=in_force(old_steps.STEP_RULES, options),
            play_rules=in_force(old_steps.PLAY_RULES, options),
            last_resort=old_steps.last_resort(options),
        )
    return replace(
        ruleset,
        facts=modern.VARIANTS[str(options["variant"])],
        step_rules=in_force(modern.STEP_RULES, options),
    )


MODERN_RULES = with_options(
    Ruleset(
        name="modern",
        title="Modern kotra: backgammon with the doubling cube",
        source="Icelandic Wikipedia, “Kotra”; international tournament rules where it is silent",
        facts=modern.VARIANTS["backgammon"],
        options={},
        outcome=outcome.after_turn,
        over=outcome.over,
        obliged=modern.must_play_most,
        step_rules=(),
    ),
    MODERN_VALUES,
    stated=False,
)


def _old(name: str, title: str, source: str, options: Mapping[str, OptionValue]) -> Ruleset:
    """A dialect of the old Icelandic game."""
    ruleset = Ruleset(
        name=name,
        title=title,
        source=source,
        facts=old_icelandic.FACTS,
        options={},
        outcome=old_outcome.after_turn,
        over=old_outcome.over,
        obliged=old_steps.must_play_most,
        step_rules=(),
        remember=old_steps.remember,
        settle=old_steps.settle,
        cites=old_icelandic.CITES,
    )
    return with_options(ruleset, options, stated=False)


def _restore(name: str, values: Mapping[str, OptionValue], stated: frozenset[str]) -> Ruleset:
    return replace(with_options(RULESETS[name], values), stated=stated)


def _reduce(ruleset: Ruleset) -> tuple[Callable[..., Ruleset], tuple[object, ...]]:
    return _restore, (ruleset.name, dict(ruleset.options), ruleset.stated)


# A rule set is functions and values; it is pickled by its name and the values of its options.
copyreg.pickle(Ruleset, _reduce)

RULESETS: dict[str, Ruleset] = {
    ruleset.name: ruleset
    for ruleset in (
        MODERN_RULES,
        _old(
            "forn-1977",
            "Old kotra as described in Iceland in 1977",
            "Hugur og hönd 1977, after Ólafur Davíðsson",
            FORN_1977,
        ),
        _old(
            "forn-de",
            "Old kotra from a German article, probably after R. C. Bell",
            "German wiki article “Kotra”, apparently after R. C. Bell's “Icelandic backgammon”",
            FORN_DE,
        ),
        _old(
            "davidsson",
            "Old kotra after Fiske, for comparison",
            "an abstract of W. Fiske, Chess in Iceland, 1905, after Ólafur Davíðsson",
            DAVIDSSON,
        ),
    )
}

OPTIONS: dict[str, Mapping[str, Option]] = {
    name: OLD if ruleset.facts.lettered else MODERN for name, ruleset in RULESETS.items()
}


# What rule sets and options are called elsewhere.
ALSO = {
    "backgammon": "modern",
    "nackgammon": "modern,variant=nackgammon",
    "hypergammon": "modern,variant=hypergammon",
}
OPTIONS_ALSO = {"jacoby": "texas", "beaver": "beavers", "raccoon": "raccoons"}


def options_of(ruleset: Ruleset) -> Mapping[str, Option]:
    """The options that a rule set has, by name."""
    return OPTIONS[ruleset.name]


@dataclass(frozen=True, slots=True)
class Named:
    """A rule set read from a specification, and what was wrong with the specification."""

    ruleset: Ruleset
    findings: tuple[Finding, ...] = ()


def named(specification: str) -> Named:
    """The rule set that a specification names; what it gets wrong is left at its default and said."""
    name, *settings = [part.strip() for part in specification.split(",")]
    name, *implied = ALSO.get(name.lower(), name).split(",")
    settings = implied + settings
    findings: list[Finding] = []
    if (ruleset := RULESETS.get(name.lower())) is None:
        findings.append(
            finding(
                "rules-unknown",
                written=name,
                near=f"modern,{specification}" if "=" in name else _near(name, RULESETS),
                known=", ".join(RULESETS),
            )
        )
        ruleset = MODERN_RULES
    known = OPTIONS[ruleset.name]
    values: dict[str, OptionValue] = {}
    for setting in filter(None, settings):
        key, _, text = (part.strip() for part in setting.partition("="))
        if (option := known.get(OPTIONS_ALSO.get(key.lower(), key.lower()))) is None:
            near = _near(key, known)
            findings.append(
                finding("option-unknown", written=setting, option=key, rules=ruleset.name, near=near)
            )
            continue
        try:
            value = option.parse(text)
            if values.setdefault(option.name, value) != value:
                findings.append(finding("option-twice", written=setting, option=option.name))
            values[option.name] = value
        except ValueError:
            findings.append(
                finding(
                    "option-value",
                    written=setting,
                    option=option.name,
                    value=text,
                    values=option.ways,
                    rule=option.rule,
                )
            )
    return Named(with_options(ruleset, values), (*findings, *without_effect(ruleset, values)))


def without_effect(ruleset: Ruleset, values: Mapping[str, OptionValue]) -> list[Finding]:
    """Options written out together of which one leaves the other nothing to say."""
    return [
        finding(
            "option-without-effect",
            written=f"{idle}={option_text(values[idle])}",
            option=idle,
            because=f"{reason}={option_text(values[reason])}",
        )
        for idle, value, reason, makes_idle in (OLD_IDLE if ruleset.facts.lettered else IDLE)
        if values.get(idle, False) is not False
        and value in (ANY, values[idle])
        and values.get(reason, ...) == makes_idle
    ]


def dialect(ruleset: Ruleset) -> str:
    """The rule set that options were given to, by the name under which it is known."""
    return ruleset.name


def specification(ruleset: Ruleset) -> str:
    """The shortest text that names a rule set and the options it was given."""
    usual = RULESETS[ruleset.name].options
    parts = [
        f"{name}={option_text(value)}"
        for name, value in ruleset.options.items()
        if name in ruleset.stated or value != usual[name]
    ]
    return ",".join([ruleset.name, *parts])


def changed_options(ruleset: Ruleset) -> tuple[str, ...]:
    """The options that were stated and are other than the rule set's own."""
    usual = RULESETS[ruleset.name].options
    stated = ((name, value) for name, value in ruleset.options.items() if name in ruleset.stated)
    return tuple(f"{name}={option_text(value)}" for name, value in stated if value != usual[name])


def _near(word: str, known: Mapping[str, object]) -> str:
    from difflib import get_close_matches

    return next(iter(get_close_matches(word.lower(), known, n=1, cutoff=0.5)), "")


# A rule set, or its name and options (`modern,beavers=on`); None for the rules of the record.
Rules = Ruleset | str | None


def ruleset_of(rules: Rules) -> Ruleset | None:
    """The rules of a name such as `modern,beavers=on`; ValueError where there are none such."""
    if rules is None or isinstance(rules, Ruleset):
        return rules
    if not isinstance(rules, str):
        raise wrong_type(rules, phrase("a rule set or its name"))
    chosen = named(rules)
    grave = next((finding for finding in chosen.findings if finding.severity == "error"), None)
    if grave is not None:
        raise KotraError(sentences(grave))
    return chosen.ruleset
