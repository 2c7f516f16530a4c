"""`kotra explain`: the page of a kind of finding, the words of a rule, or what an option or a word means."""

from __future__ import annotations

import re

from kotra_notation.cli.failing import fail, or_fail
from kotra_notation.cli.helping import WIDEST
from kotra_notation.cli.options import argument
from kotra_notation.cli.speaking import say, user_tongue
from kotra_notation.cli.streams import ENDLESS, echo, has_colours, put, window
from kotra_notation.words.tongues import N_

# The marks of a page: its headings, and the records in it.
HEADING = re.compile(r"^#+ (.*)$", re.M)
RECORD = re.compile(r"^```[^\n]*\n(.*?)^```\n?", re.M | re.S)


def explain(
    code: str | None = argument(
        "[CODE]",
        "P203, point-held, or P2 for a family; MOD-CUBE-2, or FORN-JAN for a group of rules; or a word: "
        "gammon. Without one, everything that can be explained is listed.",
        default=None,
    ),
) -> None:
    """Explain a finding, a rule, or a word.

    Rules are quoted in English; everything else is in the chosen language.

    Example: kotra explain P203
    """
    from kotra_notation.cli.elsewhere import pointers
    from kotra_notation.features.explain.job import explain as explained
    from kotra_notation.features.explain.job import explanation

    if code is None:
        _print_kinds()
        return
    if (pointer := pointers("words").get(code.casefold())) and explanation(code) is None:
        fail("unknown code or word: {code}. Did you mean {near}?", code=repr(code), near=pointer)
    with or_fail():
        text = explained(code, language=user_tongue().language)
    if text.startswith("# "):
        _print_page(text.rstrip())
    else:
        echo(text)


def _print_kinds() -> None:
    """Print everything that can be explained, each kind with an example."""
    from kotra_notation.explained import codes, rule_ids
    from kotra_notation.rules import OPTIONS, RULESETS
    from kotra_notation.words.lines import break_lines
    from kotra_notation.words.terms import terms

    families = dict.fromkeys(code[:2] for code in codes())
    groups = dict.fromkeys(name.rpartition("-")[0] for name in rule_ids())
    options = dict.fromkeys(name for known in OPTIONS.values() for name in known)
    for title, example, names in (
        (N_("Words"), "gammon", [term.names[0] for term in terms()]),
        (N_("Findings"), "P203", families),
        (N_("Rules"), "MOD-CUBE-2", groups),
        (N_("Options of the rules"), "crawford", options),
        (N_("Rule sets"), "modern", RULESETS),
    ):
        listed = ", ".join(sorted(names, key=str.casefold))
        room = min(window(), WIDEST)
        echo(f"{say(title)} (kotra explain {example}):")
        echo(break_lines(f"  {listed}", room))


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
