"""One command: its words are text, and what it prints has a form and may go to a file."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from itertools import pairwise, takewhile
from typing import Annotated, Any

import typer
from typer.core import TyperCommand
from typer.main import get_command

from kotra_notation.cli.commands import LANGUAGE
from kotra_notation.cli.elsewhere import RENAMED, pointers
from kotra_notation.cli.failing import complain, fail
from kotra_notation.cli.files import allow_overwriting, deliver, writable
from kotra_notation.cli.helping import HELP_ALL_OPTION, NEAR_OPTION, Spoken, in_language
from kotra_notation.cli.names import check_choice, form_by_ending, question_with, split_codes
from kotra_notation.cli.options import (
    EXCLUDE_HELP,
    FILE_HELP,
    FILE_OPTION,
    FORCE,
    FORM_OPTION,
    JSON,
    LANGUAGE_HELP,
    STDIN_NAME,
    choose_language,
)
from kotra_notation.cli.settings import settings
from kotra_notation.cli.speaking import say
from kotra_notation.cli.streams import stdin_is_piped
from kotra_notation.jobs.paths import JUDGING, STDIN, printable

# What names a file may have any bytes in it, as files have; and what is handed on to another program.
PATHS = frozenset(
    {"A", "B", "BASE", "COMMAND", "DIR", "FILE", "FOLDER", "NEW", "OTHER", "PATH", "SOURCE", "TARGET"}
)
# What is read from a pipe where it is not named.
SOURCES = frozenset({"FILE", "PATH", "SOURCE"})
# What other programs call the option that chooses a form.
FORM_ELSEWHERE = "--format"
# These print on the way, to standard error or without an end; what they make goes where it is named.
ON_THE_WAY = frozenset({"watch", "convert", "export"})
# These search folders for records.
SEARCHING = {"analyse", "anonymize", "build", "check", "convert", "desk", "edit", "fix", "quiz", "report"}
SEARCHING |= {"same", "show", "site", "standings", "stats", "watch"}
EXCLUDE_OPTION = "--exclude"
# What is short for an option and its value, beside `--json`.
SHORT = {"board": {"--all": ("--at", "all")}}
# These take a position, perhaps with one roll, which may be two words each.
ONE_POSITION = frozenset({"best", "board", "legal"})
# These take a file and one of its turns, which may stand there without `--at`.
AT_A_TURN = frozenset({"best", "board", "show"})
TURN = re.compile("[0-9]{1,4}\\.(?:[0-9]{1,4}|end|last)|end|last")
ROLL = re.compile("[1-6]-?[1-6]")
DICE = frozenset("123456")
POSITION_ID, MATCH_ID = re.compile("[A-Za-z0-9+/]{14}"), re.compile("[A-Za-z0-9+/]{12}")
# The help of these shows `--language`; that of others does with `--help-all`.
SPEAKING = {"ask", "audit", "build", "check", "diff", "explain", "export", "find", "fix", "lsp", "merge"}
SPEAKING |= {"page", "people", "query", "rules", "same", "selfplay", "show", "standings", "stats", "tables"}
SPEAKING |= {"verify", "watch"}
# These ask of each file what is set in its folder, and not of the first that is named.
BY_FILE = frozenset({"check", "standings", "watch"})


class SpokenCommand(Spoken, TyperCommand):
    """One command, which speaks to people and to programs."""

    allow_extra_args = True  # which `parse_args` complains of

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.forms = next(
            (
                (parameter.metavar or "").split("|")
                for parameter in self.params
                if FORM_OPTION in parameter.opts
            ),
            [],
        )
        if not any(LANGUAGE in parameter.opts for parameter in self.params):
            self.params.append(SPEAK if self.name in SPEAKING else SPEAK_IF_ASKED)
        named = any(FILE_OPTION in parameter.opts for parameter in self.params)
        if self.forms and not named and self.name not in ON_THE_WAY:
            self.params.append(OUTPUT)
        if self.name in SEARCHING:
            self.params.append(EXCLUDE)
        self.params.append(HELP_ALL_OPTION)

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """A call begins, with what is set in the folder."""
        file = "" if self.name in BY_FILE else _file_named(args)
        defaults = settings().defaults(self, file)
        return super().make_context(info_name, args, parent, default_map=defaults, **extra)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words; leave with a complaint where one is not UTF-8, as from a Latin-1 terminal."""
        if self.name in ONE_POSITION:
            args = start_of(join_ids(join_dice(args)))
        if self.name in AT_A_TURN:
            args = at_turns(args)
        end = args.index("--") if "--" in args else len(args)
        args = [*map(self._rename, args[:end]), *args[end:]]
        options = [word.partition("=")[0] for word in takewhile(lambda part: part != "--", args)]
        known = {word for parameter in self.params for word in parameter.opts}
        for word in options:
            unknown = word.startswith("-") and word not in {*known, JSON, "-"}
            if unknown and (near := self._near_option(word)):
                ctx.fail(say(NEAR_OPTION, name=word, near=near))
        short = {JSON: (FORM_OPTION, "json")} if "json" in self.forms else {}
        words = spell_out(args, short | SHORT.get(self.name or "", {}))
        if force := FILE_OPTION in known and FORCE not in known and FORCE in options:
            words.remove(FORCE)
        allow_overwriting(force)
        rest = self._parse_or_read_stdin(ctx, words)
        if rest and not ctx.resilient_parsing:
            extra = say("Got unexpected extra argument(s) ({names})", names=" ".join(rest))
            near = question_with(pointers("extra").get(self.name or ""))
            ctx.fail(f"{extra}.{near}" if near else extra)
        self._form_by_ending(ctx)
        for parameter in self.params:
            if isinstance(listed := ctx.params.get(parameter.name), list | tuple) and _is_source(parameter):
                ctx.params[parameter.name] = [path for word in listed for path in expand_pattern(word)]
            if parameter.metavar == "CODE" and isinstance(listed, list | tuple):
                ctx.params[parameter.name] = [code for word in listed for code in split_codes(word)]
            if (parameter.metavar or "").strip("[].") not in PATHS:
                _text(parameter, ctx.params.get(parameter.name))
            if FORM_OPTION in parameter.opts:
                check_choice(FORM_OPTION, ctx.params[parameter.name], self.forms)
        return rest

    def _near_option(self, word: str) -> str:
        """Return what does here what an option of other programs does."""
        if word.startswith("--") and word[2:] in self.forms:
            return f"{FORM_OPTION} {word[2:]}"
        known = pointers("options")
        if near := known.get(f"{self.name} {word}") or known.get(word):
            return near
        form = f"{JSON} / {FORM_OPTION}" if "json" in self.forms else FORM_OPTION
        return form if self.forms and word == FORM_ELSEWHERE else ""

    def _rename(self, word: str) -> str:
        """Return an option as it is spelled here."""
        name, sign, value = word.partition("=")
        return RENAMED.get(f"{self.name} {name}", name) + sign + value

    def _parse_or_read_stdin(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words; where no source is named and standard input is a pipe, that is the source."""
        try:
            return list(super().parse_args(ctx, [*args]))
        except typer.BadParameter as error:
            if _is_source(error.param) and stdin_is_piped():
                return list(super().parse_args(ctx, [*args, STDIN]))
            raise

    def _form_by_ending(self, ctx: Any) -> None:
        """Take the form from the extension of the file that is named for the output, where no form is."""
        target = ctx.meta.get(FILE_OPTION)
        for parameter in self.params:
            if FILE_OPTION in parameter.opts and parameter.metavar == "FILE":
                target = target or ctx.params.get(parameter.name)
        for name in (parameter.name for parameter in self.params if FORM_OPTION in parameter.opts):
            if target and target not in self.forms and ctx.get_parameter_source(name).name == "DEFAULT":
                ctx.params[name] = form_by_ending(target, self.forms, ctx.params[name])

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Return what a shell may offer next."""
        return in_language(super().shell_complete(ctx, incomplete))

    def invoke(self, ctx: Any) -> Any:
        """Run the command; searches within it leave out what is excluded."""
        if not (patterns := ctx.meta.get(EXCLUDE_OPTION)):
            return self._invoke(ctx)
        from kotra_notation.folder_search import excluding

        with excluding(patterns):
            return self._invoke(ctx)

    def _invoke(self, ctx: Any) -> Any:
        """Run the command; what it prints goes to the file that is named."""
        origins = {name: ctx.get_parameter_source(name) for name in JUDGING}
        judging = [name for name, source in origins.items() if source and source.name == "DEFAULT_MAP"]
        if judging:
            complain("{file} sets {names}.", file=printable(settings().path), names=", ".join(judging))
        target = ctx.meta.get(FILE_OPTION)
        if target is None or target == STDIN:
            return super().invoke(ctx)
        if target in self.forms:  # nobody calls a file so
            ctx.fail(say(NEAR_OPTION, name=f"{FILE_OPTION} {target}", near=f"{FORM_OPTION} {target}"))
        sources = [word for value in ctx.params.values() for word in _words(value)]
        writable(target, [word for word in sources if word != STDIN])
        with collect_output(target):
            return super().invoke(ctx)


def _file_named(args: list[str]) -> str:
    """The first file that is named and there; before all the one that standard input is."""
    for word, value in pairwise([*args, ""]):
        name, sign, joined = word.partition("=")
        if name == STDIN_NAME:
            return joined if sign else value
    return next(filter(os.path.exists, args), "")


def _keep_file(context: typer.Context, target: str | None) -> None:
    context.meta[FILE_OPTION] = target


def _keep_patterns(context: typer.Context, patterns: list[str] | None) -> None:
    context.meta[EXCLUDE_OPTION] = patterns


def _unnamed_options(
    file: Annotated[
        str | None,
        typer.Option(
            "-o", FILE_OPTION, metavar="FILE", help=FILE_HELP, expose_value=False, callback=_keep_file
        ),
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(
            LANGUAGE,
            metavar="CODE",
            help=LANGUAGE_HELP,
            is_eager=True,
            expose_value=False,
            callback=choose_language,
        ),
    ] = None,
    exclude: Annotated[
        list[str] | None,
        typer.Option(
            EXCLUDE_OPTION,
            metavar="GLOB",
            help=EXCLUDE_HELP,
            show_default=False,
            expose_value=False,
            callback=_keep_patterns,
        ),
    ] = None,
) -> None:
    """Declare the options that commands have without naming them, of which the parser makes its own."""


_declaring = typer.Typer(add_completion=False)
_declaring.command()(_unnamed_options)
OUTPUT, SPEAK, EXCLUDE = get_command(_declaring).params
SPEAK_IF_ASKED: Any = copy(SPEAK)
SPEAK_IF_ASKED.hidden = True


def _is_source(parameter: Any) -> bool:
    """Return whether an argument is what a command reads."""
    return (getattr(parameter, "metavar", None) or "").strip("[].") in SOURCES


def expand_pattern(word: str) -> list[str]:
    """Return the paths of a pattern such as day/*.mat that no shell expanded; any other word as it is."""
    if os.path.lexists(word) or not any(sign in word for sign in "*?["):
        return [word]
    from glob import glob

    return sorted(glob(word, recursive=True)) or [word]


def join_dice(args: list[str]) -> list[str]:
    """Return the words with two dice that stand side by side as one: 3 1 as 31."""
    words: list[str] = []
    for word in args:
        if len(words) > 1 and {word, words[-1]} <= DICE and not words[-2].startswith("-"):
            words[-1] += word
        else:
            words.append(word)
    return words


def start_of(args: list[str]) -> list[str]:
    """Return the words of a roll alone, or behind `opening`, with the position in which a game starts."""
    if not args or os.path.lexists(args[0]):
        return args
    return (
        ["start", *args[args[0] == "opening" :]] if args[0] == "opening" or ROLL.fullmatch(args[0]) else args
    )


def at_turns(args: list[str]) -> list[str]:
    """Return the words with `--at` before a turn that stands behind or before a file: m.mat 3.12."""
    words: list[str] = []
    for word in args:
        free = not words or not words[-1].startswith("-")
        if free and TURN.fullmatch(word) and not os.path.lexists(word):
            words.append("--at")
        words.append(word)
    return words


def join_ids(args: list[str]) -> list[str]:
    """Return the words with a position ID of GNU Backgammon and the match ID behind it as one."""
    words: list[str] = []
    for word in args:
        if words and MATCH_ID.fullmatch(word) and POSITION_ID.fullmatch(words[-1]):
            words[-1] += f":{word}"
        else:
            words.append(word)
    return words


def spell_out(args: list[str], short: Mapping[str, tuple[str, str]]) -> list[str]:
    """Return the words with those that are short for an option and its value spelled out."""
    end = args.index("--") if "--" in args else len(args)
    words = [part for word in args[:end] for part in short.get(word, (word,))]
    return [*words, *args[end:]]


def _words(value: Any) -> list[str]:
    """The words of an argument or an option, which may be paths."""
    return [word for word in (value if isinstance(value, list | tuple) else [value]) if isinstance(word, str)]


@contextmanager
def collect_output(target: str) -> Iterator[None]:
    """Collect what is printed, and write it to a file whole when the command ends, unless it breaks off."""
    data = io.BytesIO()
    printed = io.TextIOWrapper(data, "utf-8", "backslashreplace", newline="")
    before, sys.stdout = sys.stdout, printed
    leaving: typer.Exit | None = None
    try:
        yield
    except typer.Exit as end:
        leaving = end
    finally:
        sys.stdout = before
    printed.flush()
    if content := data.getvalue():
        deliver(target, content)
    if leaving is not None:
        raise leaving


def _text(parameter: Any, value: Any) -> None:
    """Leave with a complaint where a word that was given is not in UTF-8."""
    if isinstance(value, list | tuple):
        for item in value:
            _text(parameter, item)
    elif isinstance(value, str) and any("\ud800" <= sign <= "\udfff" for sign in value):
        name = next((word for word in parameter.opts if word.startswith("-")), parameter.metavar or "")
        fail("{option}: not UTF-8 text: {text}", option=name.strip("[]"), text=printable(value[:200]))
