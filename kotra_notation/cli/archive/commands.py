"""The commands of `kotra archive` by name."""

from __future__ import annotations

from typing import Any

import typer

from kotra_notation.cli.archive.ask import ask
from kotra_notation.cli.archive.audit import audit
from kotra_notation.cli.archive.build import build
from kotra_notation.cli.archive.export import export
from kotra_notation.cli.archive.find import find
from kotra_notation.cli.archive.netting import AskingCommand
from kotra_notation.cli.archive.page import page
from kotra_notation.cli.archive.people import people
from kotra_notation.cli.archive.query import query
from kotra_notation.cli.archive.same import same
from kotra_notation.cli.archive.verify import verify
from kotra_notation.cli.command import SpokenCommand


def commands() -> dict[str, Any]:
    """Every command, ready to be called."""
    app = typer.Typer(rich_markup_mode=None, context_settings={"help_option_names": ["-h", "--help"]})
    for command in (build, verify):
        app.command(cls=SpokenCommand)(command)
    for asking in (audit, query, ask, find, people, same, export, page):
        app.command(cls=AskingCommand)(asking)
    group: Any = typer.main.get_group(app)
    return dict(group.commands)
