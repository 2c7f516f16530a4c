"""The commands of `kotra` by name."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.main import get_command, get_group

from kotra_notation.cli.commands import GROUPS
from kotra_notation.cli.helping import SpokenCommands
from kotra_notation.cli.options import Language

# The commands that are programs of their own; the others are features.
PROGRAMS = {"archive": "archive.commands", "desk": "desk.command", "lsp": "lsp.command"}


class KotraCommands(SpokenCommands):
    """The commands of `kotra`, each in the folder of its feature."""

    groups = GROUPS

    def load(self, name: str) -> Any:
        """A command by its name."""
        module = import_module(f"kotra_notation.{PROGRAMS.get(name, f'features.{name}.command')}")
        if name == "archive":
            return get_group(module.archive)
        from kotra_notation.cli.command import SpokenCommand

        alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
        alone.command(name, cls=SpokenCommand)(getattr(module, name))
        return get_command(alone)


app = typer.Typer(
    name="kotra",
    cls=KotraCommands,
    help="Reads recorded matches of kotra (backgammon), checks every play, converts and publishes them.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def version(
    show: bool = typer.Option(False, "--version", help="Print the version and leave."),
    language: Language = None,
) -> None:
    """Options before the command; the language is chosen as it is read."""
    if show:
        from kotra_notation.version import version_line

        typer.echo(version_line())
        raise typer.Exit
