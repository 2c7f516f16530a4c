"""Help and complaints about usage in the language for people: what the command line parser says by itself."""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import copy
from shutil import get_terminal_size
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from kotra_notation.cli.elsewhere import pointers
from kotra_notation.cli.speaking import paragraphs, say
from kotra_notation.cli.streams import echo
from kotra_notation.jobs import FAILED
from kotra_notation.words.tongues import N_

# What the parser prints beside our own texts; of two patterns that fit, the first is meant.
HEADINGS = (N_("Arguments"), N_("Options"), N_("Commands"), N_("Show this message and exit."))
EXTRAS = (N_("default: {value}"), N_("required"))
NEAR_OPTION = N_("No such option: {name}. Did you mean {near}?")
NEAR_COMMAND = N_("No such command {name}. Did you mean {near}?")
COMPLAINTS = (
    NEAR_OPTION,
    N_("No such option: {name} (Possible options: {near})"),
    N_("No such option: {name}"),
    NEAR_COMMAND,
    N_("No such command {name}."),
    N_("Missing argument {name}."),
    N_("Missing option {name}."),
    N_("Missing command."),
    N_("Option {name} requires an argument."),
    N_("Option {name} requires {number} arguments."),
    N_("Option {name} does not take a value."),
    N_("Got unexpected extra argument(s) ({names})"),
    N_("Invalid value for {name}: {why}"),
)
REASONS = (
    N_("{value} is not a valid integer."),
    N_("{value} is not a valid float."),
    N_("{value} is not a valid boolean."),
)

# The option for the full help: rare options too, and all paragraphs.
HELP_ALL = "--help-all"
HELP_ALL_HELP = N_("Show all options, and more about the command.")
# No line of help is longer, however wide the window: it would be hard to follow.
WIDEST = 120
# In a narrower one what an option means stands below it.
NARROW = 56
# A longer option would push what all others mean to the right.
WIDEST_NAME = 26

EXAMPLE = "Example: "

_Formatter: Any = typer.Context.formatter_class


def _paragraph(text: str) -> str:
    """Return a paragraph of help; the example in it is a command, whatever the language."""
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
        meant = [_entry(word, text) for word, text in rows]
        if self.width >= NARROW or all(len(word) <= self.width // 3 for word, _ in meant):
            super().write_dl(meant, *args, **options)
            return
        from kotra_notation.words.lines import break_lines

        for word, text in meant:
            self.write(break_lines(f"{'':{self.current_indent}}{word.rstrip()}", self.width) + "\n")
            with self.indentation(), self.indentation():
                self.write_text(text)


def _entry(word: str, text: str) -> tuple[str, str]:
    """Return an option and its help; a long list of choices moves into the help."""
    name, _, choices = word.partition(" ")
    if choices.count("|") and len(word) > WIDEST_NAME:
        _, bracket, extras = text.partition("  [")
        return f"{name} NAME", _meaning(f"{choices.replace('|', ', ')}{bracket}{extras}")
    return word, _meaning(text)


def _meaning(text: str) -> str:
    """Return the help of an option, with what the parser adds: its default, and whether it is required."""
    words, bracket, extras = text.rpartition("  [")
    if not bracket:
        return say(text)
    parts = [_translate(part, EXTRAS) or part for part in extras.removesuffix("]").split("; ")]
    return f"{say(words)}  [{'; '.join(parts)}]"


def complaint(message: str) -> str:
    """Return what the parser complains of; a sentence that we do not know as it stands."""
    message = re.sub(
        r"^(No such option: \S*[^.\s]) Did", r"\1. Did", message
    )  # two sentences, which it runs together
    return _translate(message, COMPLAINTS) or message


def _translate(text: str, known: tuple[str, ...]) -> str:
    """A text of the parser by the pattern it was made from, in the language for people."""
    for pattern in known:
        shape = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(pattern))
        if match := re.fullmatch(shape, text, re.S):
            facts = match.groupdict()
            if "why" in facts:
                facts["why"] = _translate(facts["why"], REASONS) or facts["why"]
            return say(pattern, **facts)
    return ""


# An unknown option is taken for a known one if so much of both is alike, or it is the beginning of one.
ALIKE = 0.75


def near_options(word: str, known: Iterable[str]) -> list[str]:
    """Return the options that a word is probably a typo or the beginning of."""
    from difflib import SequenceMatcher

    bare = word.lstrip("-")
    return [
        name
        for name in known
        if name.lstrip("-").startswith(bare) or SequenceMatcher(None, bare, name.lstrip("-")).ratio() >= ALIKE
    ]


def show(error: typer.TyperException) -> None:
    """Print what the parser complains of, below the usage of the command where one was reached."""
    unknown: Any = error
    if possible := getattr(error, "possibilities", None):
        unknown.possibilities = near_options(unknown.option_name, possible)
    if context := getattr(error, "ctx", None):
        hint = say("Try {command} for help.", command=f"'{context.command_path} --help'")
        echo(f"{context.get_usage()}\n{hint}\n", err=True)
    echo(say("Error: {complaint}", complaint=complaint(error.format_message())), err=True)


class Context(typer.Context):
    """The context of a call, with help in our layout, as wide as the window."""

    def make_formatter(self) -> Any:
        """Return the formatter of help."""
        return Formatter(width=min(get_terminal_size().columns, WIDEST) - 2)


class Spoken:
    """A command or a group of commands whose help is in the language for people; it is written in English."""

    context_class: Any = Context
    in_full: bool = False
    _written: str | None = None

    @property
    def help(self) -> str | None:
        """The help: its first paragraph and the example, or all paragraphs."""
        parts = list(paragraphs(self._written or ""))
        if not self.in_full:
            parts = parts[:1] + [part for part in parts[1:] if part.startswith(EXAMPLE)]
        return "\n\n".join(map(_paragraph, parts))

    @help.setter
    def help(self, text: str | None) -> None:
        self._written = text


def in_language(offers: list[Any]) -> list[Any]:
    """Return what a shell may offer, with the help of options in the language for people."""
    for offer in offers:
        offer.help = offer.help and say(offer.help)
    return offers


def _show_all(context: typer.Context, wanted: bool) -> None:
    """Print the full help of a command, and exit."""
    if wanted and not context.resilient_parsing:
        command: Any = context.command
        rare = [parameter for parameter in command.params if parameter.hidden]
        command.in_full = True
        for parameter in rare:
            parameter.hidden = False
        echo(context.get_help())
        command.in_full = False
        for parameter in rare:
            parameter.hidden = True
        context.exit()


def _help_option(
    in_full: Annotated[
        bool,
        typer.Option(HELP_ALL, help=HELP_ALL_HELP, is_eager=True, expose_value=False, callback=_show_all),
    ] = False,
) -> None:
    """Declare the option for the full help, from which the parser makes its own object."""


_declaring = typer.Typer(add_completion=False)
_declaring.command()(_help_option)
(HELP_ALL_OPTION,) = get_command(_declaring).params


class SpokenGroup(Spoken, TyperGroup):
    """Commands below a command."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        shown: Any = copy(HELP_ALL_OPTION)
        shown.hidden = True
        self.params.append(shown)
        # The words that people try, by their section of `elsewhere.toml`.
        self.tried = ""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command; refuse a word of another program and name the command to use."""
        unknown = self.tried and self.get_command(ctx, args[0]) is None
        if unknown and (near := pointers(self.tried).get(args[0])):
            ctx.fail(say(NEAR_COMMAND, name=repr(args[0]), near=near))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write a line for each command: the first paragraph of its help."""
        with formatter.section(N_("Commands")):
            names = self.list_commands(ctx)
            commands: list[Any] = [self.get_command(ctx, name) for name in names]
            formatter.write_dl([(command.name, next(paragraphs(command.help))) for command in commands])

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words; without any the help is printed."""
        if not args and not ctx.resilient_parsing:
            echo(ctx.get_help(), err=True)
            ctx.exit(FAILED)
        return super().parse_args(ctx, args)
