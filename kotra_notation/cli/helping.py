"""Help and complaints about usage in the language for people: what the command line parser says by itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from shutil import get_terminal_size
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from kotra_notation.cli import speaking
from kotra_notation.cli.commands import bare_path, understood
from kotra_notation.cli.settings import LANGUAGE, settings
from kotra_notation.cli.speaking import paragraphs, say
from kotra_notation.cli.streams import coloured, echo
from kotra_notation.words.tongues import N_

# What the parser prints beside our own texts; of two patterns that fit, the first is meant.
HEADINGS = (N_("Arguments"), N_("Options"), N_("Commands"), N_("Show this message and exit."))
EXTRAS = (N_("default: {value}"), N_("required"))
NEAR_OPTION = N_("No such option: {name} Did you mean {near}?")
COMPLAINTS = (
    NEAR_OPTION,
    N_("No such option: {name} (Possible options: {near})"),
    N_("No such option: {name}"),
    N_("No such command {name}. Did you mean {near}?"),
    N_("No such command {name}."),
    N_("Missing argument {name}."),
    N_("Missing option {name}."),
    N_("Missing command."),
    N_("Option {name} requires an argument."),
    N_("Option {name} requires {number} arguments."),
    N_("Option {name} does not take a value."),
    N_("Got unexpected extra argument ({names})"),
    N_("Got unexpected extra arguments ({names})"),
    N_("Got unexpected extra argument(s) ({names})"),
    N_("Invalid value for {name}: {why}"),
)
REASONS = (
    N_("{value} is not a valid integer."),
    N_("{value} is not a valid float."),
    N_("{value} is not a valid boolean."),
)

# No line of help is longer, however wide the window: it would be hard to follow.
WIDEST = 120
# In a narrower one what an option means stands below it.
NARROW = 56

# The parser comes with typer or stands beside it, as the version has it.
EXAMPLE = "Example: "

Usage: Any = typer.BadParameter.__mro__[1]
_Formatter: Any = typer.Context.formatter_class
_Context: Any = TyperCommand.context_class


def translate(group: Any) -> None:
    """Put the help of a command, and of those below it that are loaded, into the language for people."""
    language = speaking.spoken().language
    for command in every(group):
        # It stands in the language of an earlier call of this process.
        if getattr(command, "spoken", "en") == language:
            continue
        command.spoken = language
        command.in_english = in_english(command)
        command.help = "\n\n".join(_paragraph(part) for part in paragraphs(command.in_english))
        for parameter in command.params:
            if getattr(parameter, "help", None):
                parameter.in_english = in_english(parameter)
                parameter.help = say(parameter.in_english)


def in_english(one: Any) -> str:
    """The help of a command or an option as it is written, whatever language it was put into before."""
    return getattr(one, "in_english", None) or getattr(one, "help", None) or ""


def every(command: Any) -> Iterator[Any]:
    """A command, and all that are loaded below it."""
    yield command
    for below in getattr(command, "commands", {}).values():
        if below is not None:
            yield from every(below)


def _paragraph(text: str) -> str:
    """A paragraph of help; the example in it is a command, whatever the language."""
    words, example, command = text.partition(EXAMPLE)
    return say("Example: {command}", command=command) if example and not words else say(text)


class Formatter(_Formatter):  # type: ignore[misc]
    """Help as it is laid out by the parser, with its own words looked up."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """The line that shows what is written."""
        super().write_usage(prog, args, f"{say('Usage:')} ")

    def write_heading(self, heading: str) -> None:
        """The heading of a list."""
        super().write_heading(say(heading))

    def write_dl(self, rows: Any, *args: Any, **options: Any) -> None:
        """A list of words and what they mean; below them where there is no room beside them."""
        meant = [(word, _meaning(text)) for word, text in rows]
        if self.width >= NARROW or all(len(word) <= self.width // 3 for word, _ in meant):
            super().write_dl(meant, *args, **options)
            return
        from kotra_notation.words.lines import broken

        for word, text in meant:
            self.write(broken(f"{'':{self.current_indent}}{word.rstrip()}", self.width) + "\n")
            with self.indentation(), self.indentation():
                self.write_text(text)


def _meaning(text: str) -> str:
    """Return what an option means, with what is said behind it of its default."""
    words, bracket, extras = text.rpartition("  [")
    if not bracket:
        return say(text)
    parts = [_found(part, EXTRAS) or part for part in extras.removesuffix("]").split("; ")]
    return f"{words}  [{'; '.join(parts)}]"


def complaint(message: str) -> str:
    """Return what the parser complains of; a sentence that we do not know as it stands."""
    return _found(message, COMPLAINTS) or message


def _found(text: str, known: tuple[str, ...]) -> str:
    """A text of the parser by the pattern it was made from, in the language for people."""
    for pattern in known:
        shape = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(pattern))
        if match := re.fullmatch(shape, text, re.S):
            facts = match.groupdict()
            if "why" in facts:
                facts["why"] = _found(facts["why"], REASONS) or facts["why"]
            return say(pattern, **facts)
    return ""


def _show(error: Any) -> None:
    """Print a complaint about usage as the parser does."""
    if error.ctx is not None:
        hint = say("Try {command} for help.", command=f"'{error.ctx.command_path} --help'")
        echo(f"{error.ctx.get_usage()}\n{hint}\n", err=True)
    echo(say("Error: {complaint}", complaint=complaint(error.format_message())), err=True)


def _speaking(error: Any) -> Any:
    """A complaint of the parser that prints itself in the language for people, unless it is the help."""
    if type(error).show is Usage.show:
        error.show = lambda: _show(error)
    return error


class Context(_Context):  # type: ignore[misc]
    """A call, its help laid out by us, as wide as the window."""

    def make_formatter(self) -> Any:
        """Return what lays the help out."""
        return Formatter(width=min(get_terminal_size().columns, WIDEST) - 2)


class SpokenGroup(TyperGroup):
    """Commands below a command."""

    context_class = Context

    def speak(self) -> None:
        """Put their help into the language for people."""
        translate(self)


class SpokenCommands(TyperGroup):
    """The commands, which speak the language of the system or the one that is asked for."""

    context_class = Context
    # By the name of each group and an example: the commands, with the first paragraph of the help of each.
    groups: Mapping[tuple[str, str], Mapping[str, str]] = {}
    load: Callable[[str], Any]

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands: Any = dict.fromkeys(name for group in self.groups.values() for name in group)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command by its name, loaded when it is first asked for; None where there is none."""
        if self.commands.get(cmd_name, self) is None:
            self.commands[cmd_name] = self.load(cmd_name)
            translate(self.commands[cmd_name])
        return self.commands.get(cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The list in the help, for which none is loaded: in groups, and what each does in full."""
        widest = max(len(name) for name in self.commands)
        for (title, example), briefs in self.groups.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(widest), text) for name, text in briefs.items()])
                formatter.write_text(say("Example: {command}", command=example))

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """Return what a shell may offer next; to offer the commands none is loaded."""
        loaded, groups = self.commands, self.groups.values()
        self.commands = {
            name: TyperCommand(name, help=say(text)) for group in groups for name, text in group.items()
        }
        try:
            return super().shell_complete(ctx, incomplete)
        finally:
            self.commands = loaded

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """A call begins."""
        bare, args = bare_path(args), understood(args)
        speaking.begin(settings().values.get(LANGUAGE))
        translate(self)
        if bare:
            echo(say("kotra: {name} is no command; it is checked as a path.", name=bare), err=True)
        try:
            return super().make_context(info_name, args, parent, color=coloured() or None, **extra)
        except Usage as error:
            raise _speaking(error) from None

    def invoke(self, ctx: Any) -> Any:
        """Run the command that is asked for."""
        try:
            return super().invoke(ctx)
        except Usage as error:
            raise _speaking(error) from None
