"""The commands of `kotra` by name."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.main import get_command, get_group

from kotra_notation.cli.helping import SpokenCommands
from kotra_notation.cli.options import Language

# The commands as `--help` lists them, each with the first paragraph of its own help: to list them none is
# loaded, and to run one no other.
COMMANDS = {
    "check": "Read and replay records, and say what is wrong: where, by which rule, and what was "
    "probably meant.",
    "watch": "Check files as they arrive in a folder, and write the result beside each, or run a command.",
    "fix": "Say what was most probably played where a record cannot be right, and fix it.",
    "convert": "Write records in another notation, and name everything that notation could not hold.",
    "roundtrip": "Write a record in a notation, read that again, and count what came back, in a table.",
    "diff": "Compare two records of a match, in any notations: games and turns that belong together "
    "side by side.",
    "merge": "Make one record of a match out of several recordings of it.",
    "same": "Find the records that are of the same match, and say in what they differ.",
    "anonymize": "Call the players A and B everywhere, in comments too; take out ratings, places, ids and "
    "other persons.",
    "stats": "Show how well a match was played, by the evaluations in its record: errors, luck, rates, "
    "levels.",
    "report": "Make one self-contained page of a match: score sheet, turns, a board, findings, charts.",
    "board": "Draw a position of either game.",
    "met": "Say how likely a match is won at a score, and from where doubles are taken and passed there.",
    "legal": "Print every legal play of a roll, one for each position it can lead to.",
    "analyse": "Write a match with what the engine says of it: of every roll and cube what it was worth, and "
    "the luck.",
    "best": "Print the plays of a roll, best first, with what each is worth; without dice, what to do with "
    "the cube.",
    "quiz": "Ask the dearest errors of records that bring an analysis: plays, doubles and takes, each once.",
    "explain": "Print what a finding means, why it matters and how to fix it, or what a rule says.",
    "formats": "List the notations: which are read, which are written, in which dialects, and what each can "
    "hold.",
    "rules": "List the rule sets, or the options of one with their values, meaning and rule.",
    "archive": "Keep many files as tables: check them, ask about them, fix and publish them.",
}


class KotraCommands(SpokenCommands):
    """The commands of `kotra`, by the modules of their names."""

    briefs = COMMANDS

    def load(self, name: str) -> Any:
        """A command by its name."""
        module = import_module(f"{__package__}.{name}")
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
    add_completion=False,
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
