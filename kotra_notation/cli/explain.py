"""`kotra explain`: the page of one kind of finding, the words of one rule, or what a word means."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kotra_notation.cli.failing import fail
from kotra_notation.cli.names import near
from kotra_notation.cli.options import Language, argument
from kotra_notation.cli.speaking import say, spoken
from kotra_notation.cli.streams import ENDLESS, coloured, echo, put, window

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotra_notation.rules.catalogue import RuleText

# The marks in a rule of what it rests on, which the document explains in its head.
SOURCED = re.compile(r"\b[SX][0-9]\b|\([EIA]\)")

# The beginning of codes, such as P or P2.
FAMILY = re.compile(r"[A-Za-z][0-9]{0,2}")

# The marks of a page: its headings, and the records in it.
HEADING = re.compile(r"^#+ (.*)$", re.M)
RECORD = re.compile(r"^```[^\n]*\n(.*?)^```\n?", re.M | re.S)


def explain(
    code: str = argument(
        "CODE",
        "P203, point-held, or P2 for a family; MOD-CUBE-2, or FORN-JAN for one of rules; or a word: gammon.",
    ),
    language: Language = None,
) -> None:
    """Print what a finding means, why it matters and how to fix it, or what a rule says or a word means.

    The rules are quoted in English, whatever the language; all else is in the language asked for.

    Example: kotra explain P203
    """
    from kotra_notation.explained import codes, page
    from kotra_notation.findings import KINDS
    from kotra_notation.rules.catalogue import rule, rule_ids
    from kotra_notation.words.terms import BY_NAME, term

    if text := page(code, spoken().language):
        _print_page(text.rstrip())
        return
    if words := rule(code.upper()):
        _print([words])
        return
    if kinds := [one for one in codes() if FAMILY.fullmatch(code) and one.startswith(code.upper())]:
        _print_kinds(kinds)
        return
    if family := [rule(one) for one in rule_ids() if one.rsplit("-", 1)[0] == code.upper()]:
        _print([one for one in family if one])
        return
    if known := term(code):
        echo(f"{', '.join(known.names)}\n\n{say(known.meaning)}")
        if known.rules:
            echo(f"\n{say('In the rules: {rules}.', rules=', '.join(known.rules))}")
        return
    names = KINDS if code.islower() else [*codes(), *rule_ids()]
    guess = near(code.lower(), BY_NAME, 0.75) or near(code if code.islower() else code.upper(), names)
    fail(say("nothing is known under {code}.", code=repr(code)) + guess)


def _print_kinds(found: Sequence[str]) -> None:
    """The kinds of a family, each with the sentence that its page begins with."""
    from kotra_notation.explained import page

    for code in found:
        title, _, meaning, *_ = (page(code) or "").split("\n\n")
        echo(f"{title.removeprefix('# ')}: {meaning}")


def _print_page(text: str) -> None:
    """A page as it is written; in a terminal without its marks, its records as they are."""
    if window() == ENDLESS:
        put(text)
        return
    for place, part in enumerate(RECORD.split(f"{text}\n")):
        if place % 2:
            put("".join(f"    {line}\n" for line in part.splitlines()), nl=False)
        else:
            bold = "\x1b[1m\\1\x1b[0m" if coloured() else "\\1"
            echo(HEADING.sub(bold, part).replace("`", ""), nl=False)


def _print(rules: Sequence[RuleText]) -> None:
    """The words of rules, and what the marks in them stand for."""
    from kotra_notation.rules.catalogue import sources

    echo("\n\n".join(f"{one.id}  {one.title}\n\n{one.text}" for one in rules))
    if any(SOURCED.search(one.text) for one in rules):
        echo(f"\n{sources()}")
