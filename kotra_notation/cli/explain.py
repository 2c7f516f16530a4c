"""`kotra explain`: the page of one kind of finding, or the words of one rule."""

from __future__ import annotations

import typer

from kotra_notation.cli.failing import fail
from kotra_notation.cli.names import near
from kotra_notation.cli.options import argument
from kotra_notation.cli.speaking import say


def explain(
    code: str = argument(
        "CODE", "P203, point-held, a rule such as MOD-CUBE-2, or a family of rules such as FORN-JAN."
    ),
) -> None:
    """Print what a finding means, why it matters and how to fix it, or what a rule says.

    The pages are in English.

    Example: kotra explain P203
    """
    from kotra_notation.explained import codes, page
    from kotra_notation.findings import KINDS
    from kotra_notation.rules.catalogue import rule, rule_ids

    if text := page(code):
        typer.echo(text.rstrip())
        return
    if words := rule(code.upper()):
        typer.echo(f"{words.id}  {words.title}\n\n{words.text}")
        return
    if family := [rule(one) for one in rule_ids() if one.rsplit("-", 1)[0] == code.upper()]:
        typer.echo("\n\n".join(f"{one.id}  {one.title}\n\n{one.text}" for one in family if one))
        return
    guess = near(code, KINDS) if code.islower() else near(code.upper(), [*codes(), *rule_ids()])
    fail(say("nothing is known under {code}.", code=repr(code)) + guess)
