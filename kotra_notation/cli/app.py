"""The commands of `kotra` by name."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand
from typer.main import get_command

from kotra_notation.cli import speaking
from kotra_notation.cli.commands import COMMANDS, GROUPS, RARE, bare_path, resolve_words
from kotra_notation.cli.helping import SpokenGroup, in_language, show
from kotra_notation.cli.options import Language
from kotra_notation.cli.settings import LANGUAGE, settings
from kotra_notation.cli.speaking import say
from kotra_notation.cli.streams import echo, has_colours

WIDEST = max(map(len, COMMANDS))
# The commands whose module is not `features/NAME/command.py`: programs, and features of one module.
PROGRAMS = {
    **{name: f"features.{name}" for name in ("config", "formats", "legal", "rules")},
    "archive": "archive.commands",
    "desk": "desk.command",
    "lsp": "lsp",
    "site": "features.report.command",
}


class KotraCommands(SpokenGroup):
    """The commands of `kotra`, in the language of the system or the one that is asked for."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands: Any = dict.fromkeys(COMMANDS)
        help_all: Any = self.params[-1]
        help_all.hidden = False
        self.tried = "words"

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command by its name, loaded when it is first asked for; None if there is none."""
        if cmd_name in COMMANDS and self.commands[cmd_name] is None:
            self.commands[cmd_name] = _load(cmd_name)
        return self.commands.get(cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list in the help, for which no command is loaded: in groups, with a sentence for each."""
        formatter.write_paragraph()
        for title, briefs in GROUPS.items():
            formatter.write(f"{say(title)}:\n")
            shown = [name for name in briefs if self.in_full or name not in RARE]
            with formatter.indentation():
                formatter.write_dl([(name.ljust(WIDEST), briefs[name]) for name in shown])

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Return what a shell may offer next; to offer the commands none is loaded."""
        loaded = self.commands
        self.commands = {name: TyperCommand(name, help=say(text)) for name, text in COMMANDS.items()}
        try:
            return in_language(super().shell_complete(ctx, incomplete))
        finally:
            self.commands = loaded

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Begin a call, in the language that is set."""
        parameters: list[Any] = self.params
        for parameter in parameters:  # made by the parser for the one command that has them
            parameter.hidden |= parameter.name.endswith("completion")
        bare, args = bare_path(args), resolve_words(args)
        speaking.begin(settings().values.get(LANGUAGE))
        if bare:
            echo(say("kotra: unknown command {name}; checking it as a path.", name=bare), err=True)
        return super().make_context(info_name, args, parent, color=has_colours() or None, **extra)

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the command and leave with its status; complaints of the parser are printed by us."""
        try:
            sys.exit(super().main(*args, **{**extra, "standalone_mode": False}))
        except typer.TyperException as error:
            show(error)
            sys.exit(error.exit_code)


def _load(name: str) -> Any:
    module = import_module(f"kotra_notation.{PROGRAMS.get(name, f'features.{name}.command')}")
    if name == "archive":
        return module.archive
    from kotra_notation.cli.command import SpokenCommand

    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(name, cls=SpokenCommand)(getattr(module, name))
    return get_command(alone)


app = typer.Typer(
    name="kotra",
    cls=KotraCommands,
    help="Check, fix, analyse, convert and publish backgammon matches.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def version(
    show: bool = typer.Option(False, "--version", help="Print the version and exit."),
    language: Language = None,
) -> None:
    """Options before the command; the language is chosen as it is read."""
    if show:
        from kotra_notation.installation import version_line

        typer.echo(version_line())
        raise typer.Exit
