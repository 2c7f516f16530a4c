"""`kotra explain`: the page of a kind of finding, the words of a rule, or what an option or a word means."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kotra_notation.cli.failing import fail
from kotra_notation.cli.names import did_you_mean
from kotra_notation.cli.options import Language, argument
from kotra_notation.cli.speaking import say, tell, user_tongue
from kotra_notation.cli.streams import ENDLESS, echo, has_colours, put, window

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotra_notation.explained import RuleText

# The marks in a rule of what it rests on, which the document explains in its head.
SOURCED = re.compile(r"\b[SX][0-9]\b|\([EIA]\)")

# The beginning of codes, such as P or P2.
FAMILY = re.compile(r"[A-Za-z][0-9]{0,2}")

# What is meant for a code: it has a number, or a part in capital letters.
CODED = re.compile(r".*[0-9]|[A-Z]+-[A-Z]+")

# The marks of a page: its headings, and the records in it.
HEADING = re.compile(r"^#+ (.*)$", re.M)
RECORD = re.compile(r"^```[^\n]*\n(.*?)^```\n?", re.M | re.S)


def explain(
    code: str = argument(
        "CODE",
        "P203, point-held, or P2 for a family; MOD-CUBE-2, or FORN-JAN for a group of rules; or a word: "
        "gammon.",
    ),
    language: Language = None,
) -> None:
    """Explain a finding, a rule, or a word.

    Rules are quoted in English; everything else is in the chosen language.

    Example: kotra explain P203
    """
    from kotra_notation.explained import codes, page, rule, rule_ids
    from kotra_notation.words.terms import meanings

    if text := page(code, user_tongue().language):
        _print_page(text.rstrip())
        return
    if words := rule(code.upper()):
        _print([words])
        return
    if kinds := [one for one in codes() if FAMILY.fullmatch(code) and one.startswith(code.upper())]:
        _print_kinds(kinds)
        return
    if family := [rule(one) for one in rule_ids() if one.rsplit("-", 1)[0] == code.upper()]:
        _print([rule_text for rule_text in family if rule_text])
        return
    if known := meanings(code):
        meant = [_explanation(", ".join(term.names), say(term.meaning), term.rules) for term in known]
        echo("\n\n".join(meant))
        return
    if text := _option(code) or _ruleset(code):
        echo(text)
        return
    fail(say("unknown code or word: {code}.", code=repr(code)) + _nearest(code))


def _nearest(code: str) -> str:
    """A question with what was probably meant; a word is not taken for a finding that only looks like it."""
    from kotra_notation.explained import codes, rule_ids
    from kotra_notation.findings import KINDS
    from kotra_notation.rules import OPTIONS, RULESETS
    from kotra_notation.words.terms import known_words

    if CODED.match(code):
        return did_you_mean(code.upper(), [*codes(), *rule_ids()], 0.6)
    options = [name for known in OPTIONS.values() for name in known]
    word = code.casefold()
    return did_you_mean(word, [*known_words(), *options, *RULESETS], 0.75) or did_you_mean(word, KINDS, 0.8)


def _explanation(head: str, text: str, rules: Sequence[str]) -> str:
    where = f"\n\n{say('In the rules: {rules}.', rules=', '.join(rules))}" if rules else ""
    return f"{head}\n\n{text}{where}"


def _option(name: str) -> str:
    """Return an option's meaning, values, and value in each rule set; empty if there is none."""
    from kotra_notation.rules import OPTIONS, RULESETS, option_text

    name = name.casefold().partition("=")[0]
    values: dict[str, list[str]] = {}
    for ruleset in RULESETS.values():
        if name in OPTIONS[ruleset.name]:
            values.setdefault(f"{name}={option_text(ruleset.options[name])}", []).append(ruleset.name)
    if not values:
        return ""
    option = next(known[name] for known in OPTIONS.values() if name in known)
    width = max(map(len, values))
    rows = "\n".join(f"    {value:<{width}}  {', '.join(names)}" for value, names in values.items())
    return _explanation(name, f"{say(option.meaning)} ({tell(option.ways)})\n\n{rows}", [option.rule])


def _ruleset(name: str) -> str:
    """Return what a rule set is and where it comes from; empty if there is none of that name."""
    from kotra_notation.rules import RULESETS

    if (ruleset := RULESETS.get(name.casefold())) is None:
        return ""
    source = say("Source: {source}", source=say(ruleset.source))
    return f"{ruleset.name}\n\n{say(ruleset.title)}\n{source}\n\n    kotra rules {ruleset.name}"


def _print_kinds(codes: Sequence[str]) -> None:
    """The kinds of a family, each with the sentence that its page begins with."""
    from kotra_notation.explained import page

    for code in codes:
        title, _, meaning, *_ = (page(code) or "").split("\n\n")
        echo(f"{title.removeprefix('# ')}: {meaning}")


def _print_page(text: str) -> None:
    """A page as it is written; in a terminal without its marks, its records as they are."""
    if window() == ENDLESS:
        put(text)
        return
    for index, part in enumerate(RECORD.split(f"{text}\n")):
        if index % 2:
            put("".join(f"    {line}\n" for line in part.splitlines()), nl=False)
        else:
            bold = "\x1b[1m\\1\x1b[0m" if has_colours() else "\\1"
            echo(HEADING.sub(bold, part).replace("`", ""), nl=False)


def _print(rules: Sequence[RuleText]) -> None:
    """The words of rules, and what the marks in them stand for."""
    from kotra_notation.explained import sources

    echo("\n\n".join(f"{rule.id}  {rule.title}\n\n{rule.text}" for rule in rules))
    if any(SOURCED.search(rule.text) for rule in rules):
        echo(f"\n{sources()}")
