"""`kotra rules`: the rule sets, their options, and where two of them differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from kotra_notation.cli.failing import fail
from kotra_notation.cli.names import did_you_mean
from kotra_notation.cli.options import Form, argument, flag
from kotra_notation.cli.speaking import say, tell, user_tongue
from kotra_notation.cli.streams import echo

if TYPE_CHECKING:
    from kotra_notation.rules import Ruleset


def rules(
    name: str | None = argument("[RULES]", "A rule set, with or without options.", default=None),
    other: str | None = argument("[OTHER]", "A second rule set, to compare.", default=None),
    compare: bool = flag("--compare", "Show where two rule sets differ."),
    output: Form = "text",
) -> None:
    """List the rule sets, also of old kotra, the old Icelandic game.

    Example: kotra rules --compare forn-1977 forn-de
    """  # fmt: skip
    from kotra_notation.jobs.rows import document, row
    from kotra_notation.rules import RULESETS

    if compare and other is None:
        fail(
            "--compare takes two rule sets, such as: {example}",
            example="kotra rules --compare forn-1977 forn-de",
        )
    if name is not None and other is not None:
        _compare(_find_rules(name), _find_rules(other), output)
        return
    if name is None:
        if output == "json":
            typer.echo(document({"rules": [row(one, "name title") for one in RULESETS.values()]}))
            return
        for ruleset in RULESETS.values():
            echo(f"{ruleset.name:<12} {say(ruleset.title)}")
        echo(say("Old kotra is the old Icelandic game: {command}", command='kotra explain "old kotra"'))
        return
    chosen = _find_rules(name)
    if output == "json":
        typer.echo(document(_rules_row(chosen)))
        return
    _print(chosen)


def _find_rules(name: str) -> Ruleset:
    """The rule set of a specification; one that is wrong is a complaint."""
    from kotra_notation.rules import RULESETS, named

    chosen = named(name)
    if chosen.findings:
        fail(chosen.findings[0].told(user_tongue()).message + did_you_mean(name, RULESETS))
    return chosen.ruleset


def _compare(first: Ruleset, second: Ruleset, output: str) -> None:
    """Print the options in which two rule sets differ; an option that one does not have stands as a dash."""
    from kotra_notation.jobs.rows import document, row
    from kotra_notation.rules import OPTIONS, option_text, specification

    known = {**OPTIONS[first.name], **OPTIONS[second.name]}

    def value(ruleset: Ruleset, name: str) -> str | None:
        return option_text(ruleset.options[name]) if name in OPTIONS[ruleset.name] else None

    names = [specification(first), specification(second)]
    rows = [
        (choice, left, right)
        for choice in known.values()
        if (left := value(first, choice.name)) != (right := value(second, choice.name))
    ]
    if output == "json":
        differences = [
            {"name": choice.name, "values": values} | row(choice, "rule meaning") for choice, *values in rows
        ]
        typer.echo(document({"rules": names, "differences": differences}))
        return
    cells = [["", *names], *([choice.name, left or "–", right or "–"] for choice, left, right in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(3)]
    lines = ["  ".join(map(str.ljust, line, widths)).rstrip() for line in cells]
    echo(lines[0])
    for line, (choice, *_) in zip(lines[1:], rows, strict=True):
        echo(f"{line}\n    {say(choice.meaning)} ({choice.rule})")
    if not rows:
        echo(say("The two are the same."))


def _rules_row(ruleset: Ruleset) -> dict[str, Any]:
    from kotra_notation.jobs.rows import row
    from kotra_notation.rules import OPTIONS, option_text, specification

    choices = [
        {"name": option.name, "value": option_text(ruleset.options[option.name])}
        | row(option, "values takes rule meaning")
        for option in OPTIONS[ruleset.name].values()
    ]
    return {"name": specification(ruleset), **row(ruleset, "title source"), "options": choices}


def _print(ruleset: Ruleset) -> None:
    from kotra_notation.explained import differences
    from kotra_notation.rules import OPTIONS, option_text, specification

    source = say("Source: {source}", source=say(ruleset.source))
    echo(f"{specification(ruleset)}: {say(ruleset.title)}\n{source}\n")
    for option in OPTIONS[ruleset.name].values():
        setting = f"{option.name}={option_text(ruleset.options[option.name])}"
        echo(f"{setting:<32} {option.rule}")
        echo(f"    {say(option.meaning)} ({tell(option.ways)})")
    if text := differences(ruleset.name):
        echo(f"\n{text}")
