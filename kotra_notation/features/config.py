"""`kotra config`: the settings that hold here, and what may be set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import typer

from kotra_notation.cli.options import Form, argument, flag
from kotra_notation.cli.settings import SETTABLE, Settings, settable, settings
from kotra_notation.cli.speaking import say
from kotra_notation.cli.streams import echo
from kotra_notation.jobs.paths import FOLDERS, JUDGING, printable

KINDS = {bool: "boolean", float: "number", int: "number"}


def config(
    record: str | None = argument(
        "[FILE]", "Show the settings for this record and its folder.", default=None
    ),
    schema: bool = flag("--schema", "Print a JSON Schema of the settings."),
    output: Form = "text",
) -> None:
    """Show the settings that apply here.

    They come from kotra.toml, or [tool.kotra] in pyproject.toml.

    Settings above the first table apply to every command; a table such as [check] applies to that command.
    A table such as [folders."2024/*"] sets how records there are judged: rules, select and ignore. Options
    on the command line take precedence over folder settings, and these over the rest.

    Example: kotra config
    """  # fmt: skip
    from kotra_notation.jobs.rows import document

    if schema:
        typer.echo(document(schema_of_settings()))
        return
    in_force = settings()
    values = dict(in_force.values) | ({FOLDERS: dict(in_force.folders)} if in_force.folders else {})
    own = in_force.of_file(record) if record is not None else {}
    if record is not None:
        values = _in_force(in_force, own)
    if output == "json":
        typer.echo(document({"path": printable(in_force.path) or None, "settings": values}))
        return
    if not in_force.path:
        echo(say("No kotra.toml here. It may set: {names}.", names=", ".join(SETTABLE)))
        return
    echo(printable(in_force.path))
    for name, value in _rows(values):
        pattern, _ = own.get(name, ("", None))
        behind = f'    # {FOLDERS}."{printable(pattern)}"' if pattern else ""
        echo(f"    {name} = {value!r}{behind}")


def _in_force(settings: Settings, own: Mapping[str, tuple[str, Any]]) -> dict[str, Any]:
    """Return what holds for a file: what its folders set goes before all else."""
    tables = {
        key: {name: setting for name, setting in value.items() if name not in own}
        for key, value in settings.values.items()
        if isinstance(value, dict)
    }
    general = {key: value for key, value in settings.values.items() if key not in tables}
    general |= {key: value for key, (_, value) in own.items()}
    return {**general, **{key: table for key, table in tables.items() if table}}


def _rows(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield each value with its dotted name."""
    for key, value in values.items():
        if isinstance(value, dict):
            key = key if key.isidentifier() else f'"{printable(key)}"'
            for name, setting in _rows(value):
                yield f"{key}.{name}", setting
        else:
            yield key, value


def schema_of_settings() -> dict[str, Any]:
    """A JSON Schema of `kotra.toml`."""
    from kotra_notation.cli.app import app
    from kotra_notation.cli.commands import COMMANDS

    group: Any = typer.main.get_command(app)
    general: dict[str, Any] = {}
    tables: dict[str, Any] = {}
    for name in COMMANDS:
        options = settable(group.get_command(None, name))
        rows = {key: _kind(option) for key, option in sorted(options.items())}
        general |= rows
        if rows:
            tables[name] = {"type": "object", "properties": rows, "additionalProperties": False}
    judging = {key: general[key] for key in JUDGING}
    folder = {"type": "object", "properties": judging, "additionalProperties": False}
    folders = {"type": "object", "additionalProperties": folder}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "kotra.toml",
        "type": "object",
        "properties": {**dict(sorted(general.items())), **tables, FOLDERS: folders},
        "additionalProperties": False,
    }


def _kind(option: Any) -> dict[str, Any]:
    """Return what an option takes, and what it is for."""
    single = {"type": KINDS.get(type(option.default), "string")}
    kind: dict[str, Any] = {"type": "array", "items": single} if option.multiple else single
    return {**kind, "description": say(option.help)}
