"""`kotra formats` and `kotra rules`: what is known, with one line each."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kotra_notation.cli.failing import fail, near, one_of

if TYPE_CHECKING:
    from kotra_notation.rules import Ruleset

FORMS = ("text", "json")


def formats(
    output: Annotated[str, typer.Option("--output", metavar="FORM", help="text or json.")] = "text",
) -> None:
    """List the notations: which are read, which are written, in which dialects.

    Example: kotra formats
    """
    one_of("--output", output, FORMS)
    from kotra_notation.formats import FORMATS

    rows: list[dict[str, Any]] = [
        {
            "name": format.name,
            "title": format.title,
            "read": True,
            "written": format.write is not None,
            "suffixes": list(format.suffixes),
            "dialects": list(format.dialects),
        }
        for format in FORMATS.values()
    ]
    if output == "json":
        typer.echo(json.dumps({"formats": rows}, ensure_ascii=False, indent=2))
        return
    for row in rows:
        ways = "read, written" if row["written"] else "read"
        dialects = f" ({', '.join(row['dialects'])})" if row["dialects"] else ""
        typer.echo(f"{row['name']:<10} {ways:<14} {row['title']}{dialects}")


def rules(
    name: Annotated[
        str | None, typer.Argument(metavar="[RULES]", help="A rule set, with options or without.")
    ] = None,
    output: Annotated[str, typer.Option("--output", metavar="FORM", help="text or json.")] = "text",
) -> None:
    """List the rule sets, or the options of one with their values, meaning and rule.

    Example: kotra rules modern
    """  # fmt: skip
    one_of("--output", output, FORMS)
    from kotra_notation.rules import RULESETS, named

    if name is None:
        if output == "json":
            listed = [{"name": one.name, "title": one.title} for one in RULESETS.values()]
            typer.echo(json.dumps({"rules": listed}, ensure_ascii=False, indent=2))
            return
        for ruleset in RULESETS.values():
            typer.echo(f"{ruleset.name:<12} {ruleset.title}")
        return
    chosen = named(name)
    if chosen.findings:
        first = chosen.findings[0]
        fail(first.message + near(name, RULESETS))
    if output == "json":
        typer.echo(json.dumps(_described(chosen.ruleset), ensure_ascii=False, indent=2))
        return
    _print(chosen.ruleset)


def _described(ruleset: Ruleset) -> dict[str, Any]:
    from kotra_notation.rules import OPTIONS, specification, spelled

    return {
        "name": specification(ruleset),
        "title": ruleset.title,
        "source": ruleset.source,
        "options": [
            {
                "name": option.name,
                "value": spelled(ruleset.options[option.name]),
                "values": list(option.values),
                "rule": option.rule,
                "meaning": option.meaning,
            }
            for option in OPTIONS[ruleset.name].values()
        ],
    }


def _print(ruleset: Ruleset) -> None:
    from kotra_notation.rules.catalogue import differences

    described = _described(ruleset)
    typer.echo(f"{described['name']}: {described['title']}\nSource: {described['source']}\n")
    for option in described["options"]:
        setting = f"{option['name']}={option['value']}"
        typer.echo(f"{setting:<32} {option['rule']}")
        typer.echo(f"    {option['meaning']} ({', '.join(option['values'])})")
    if text := differences(ruleset.name):
        typer.echo(f"\n{text}")
