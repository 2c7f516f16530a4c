"""`kotra config`: the settings that hold here, and what may be set."""

from __future__ import annotations

from typing import Any

import typer

from kotra_notation.cli.options import Form, flag
from kotra_notation.cli.settings import SETTABLE, settable, settings
from kotra_notation.cli.speaking import say
from kotra_notation.cli.streams import echo
from kotra_notation.jobs.paths import printable

KINDS = {"boolean": "boolean", "float": "number", "integer": "integer"}


def config(
    schema: bool = flag("--schema", "Print a JSON Schema of what may be set."),
    output: Form = "text",
) -> None:
    """Show the settings that hold here: kotra.toml, or [tool.kotra] of pyproject.toml, here or above.

    Before the tables stands what holds for every command; a table such as [check] is of one. What is typed
    goes before what is set.

    Example: kotra config
    """  # fmt: skip
    from kotra_notation.jobs.rows import document

    if schema:
        typer.echo(document(schema_of_settings()))
        return
    found = settings()
    if output == "json":
        typer.echo(document({"path": printable(found.path) or None, "settings": dict(found.values)}))
        return
    if not found.path:
        echo(say("Nothing is set here; {names} may be, in kotra.toml.", names=", ".join(SETTABLE)))
        return
    echo(printable(found.path))
    for key, value in found.values.items():
        rows = (
            {f"{key}.{name}": one for name, one in value.items()} if isinstance(value, dict) else {key: value}
        )
        for name, one in rows.items():
            echo(f"    {name} = {one!r}")


def schema_of_settings() -> dict[str, Any]:
    """A JSON Schema of `kotra.toml`."""
    from kotra_notation.cli.app import app
    from kotra_notation.cli.commands import COMMANDS

    group: Any = typer.main.get_command(app)
    general: dict[str, Any] = {}
    tables: dict[str, Any] = {}
    for name in COMMANDS:
        options = settable(group.get_command(None, name))
        rows = {key: _kind(one) for key, one in sorted(options.items())}
        general |= rows
        if rows:
            tables[name] = {"type": "object", "properties": rows, "additionalProperties": False}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "kotra.toml",
        "type": "object",
        "properties": {**dict(sorted(general.items())), **tables},
        "additionalProperties": False,
    }


def _kind(option: Any) -> dict[str, Any]:
    """What an option takes, and what it is for."""
    one = {"type": KINDS.get(option.type.name, "string")}
    kind: dict[str, Any] = {"type": "array", "items": one} if option.multiple else one
    return {**kind, "description": option.help}
