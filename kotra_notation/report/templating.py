"""Templates in a language: ours, and those of a publisher in their place; what is wrong with his is told.

A publisher's templates are his own, as his pages are: they run as ours do, with all that Jinja can do, and
are not to be taken from a stranger. Ours can be had as `kotra/NAME`, so that one may replace a block of them.
"""

from __future__ import annotations

import re
import traceback
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    TemplateNotFound,
    TemplateSyntaxError,
)
from markupsafe import Markup

from kotra_notation.report.cleaning import finalized
from kotra_notation.resources import folder
from kotra_notation.words import phrase
from kotra_notation.words.templates import install
from kotra_notation.words.tongues import Tongue

# Names that stand in the scripts more often than all others, nowhere as a word of a text.
SHORT = {"state": "s", "index": "i"}
_TEXTS = re.compile(r"""("[^"]*"|'[^']*'|`[^`]*`|/(?![ *])[^/]+/[a-z]*)""")  # of a script, each within a line
_APART = re.compile(r" ?((?<![+-] )[+-](?! [+-])|[=<>?:&|,;(){}*]+) ?")
_LOOSE = re.compile(r" ?([{};,>]|:(?= )) ?\n?")  # blanks that a style sheet can do without
_REMARK = re.compile(r"^\s*//[^\n]*\n|/\*.*?\*/", re.M | re.S)


def environment(
    tongue: Tongue, templates: Path | None = None, safe: Callable[[str], Markup] | None = None
) -> Environment:
    """Ours in a language; ValueError for a folder that holds no template in place of one of ours.

    Where the form is not HTML, `safe` makes all that is shown harmless but what is marked as safe.
    """

    def harmless(value: object) -> object:
        return safe(value) if safe and isinstance(value, str) and not isinstance(value, Markup) else value

    ours = FileSystemLoader(folder("templates"))
    theirs: list[BaseLoader] = [FileSystemLoader(_checked(templates))] if templates else []
    made = Environment(
        loader=ChoiceLoader([*theirs, ours, PrefixLoader({"kotra": ours})]),
        autoescape=safe is None,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=harmless if safe else finalized,
    )
    install(made, tongue)
    return made


@contextmanager
def told(templates: Path | None) -> Iterator[None]:
    """Turns what a publisher's template does wrong into a ValueError that names the file and the line."""
    try:
        yield
    except TemplateSyntaxError as error:
        place = _inside(error.filename or "", templates)
        if place is None:
            raise
        raise _wrong(place, error.lineno, error.message or "") from error
    except TemplateNotFound as error:
        if templates is None:
            raise
        raise ValueError(
            phrase("A template asks for {name}, and there is no such template.", name=error.message)
        ) from error
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        places = [(_inside(one.filename, templates), one.lineno) for one in frames]
        place, line = next((one for one in reversed(places) if one[0]), (None, None))
        if place is None:
            raise
        raise _wrong(place, line, str(error) or type(error).__name__) from error


def shrunk_style(text: str) -> str:
    """A style sheet without remarks and blanks that it can do without."""
    return _LOOSE.sub(r"\1", "\n".join(_lines(text)))


def shrunk_script(text: str) -> str:
    """A script without remarks, indentation, its longest names and, outside its texts, loose blanks."""
    for long, short in SHORT.items():
        text = re.sub(rf"\b{long}\b", short, text)

    def shrunk(line: str) -> str:
        parts = enumerate(_TEXTS.split(line))
        return "".join(part if place % 2 else _APART.sub(r"\1", part) for place, part in parts)

    return "\n".join(map(shrunk, _lines(text)))


def _lines(text: str) -> Iterator[str]:
    return (line.strip() for line in _REMARK.sub("", text).splitlines() if line.strip())


def hashed(text: str) -> str:
    """What a content security policy calls a style or a script by."""
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


# How templates begin that no report is made of.
OF_ARCHIVES = ("archive.", "audit.")


def _checked(templates: Path) -> Path:
    if not templates.is_dir():
        raise ValueError(phrase("{folder}: there is no such folder of templates.", folder=templates))
    every = sorted(path.name for path in folder("templates").iterdir())
    ours = [name for name in every if not name.startswith(OF_ARCHIVES)]
    theirs = [templates / name for name in ours if (templates / name).is_file()]
    if not theirs:
        raise ValueError(
            phrase(
                "{folder}: none of its files bears the name of a template: {names}.",
                folder=templates,
                names=", ".join(ours),
            )
        )
    for path in theirs:
        try:
            path.read_text(encoding="utf-8")
        except OSError as error:
            raise ValueError(
                phrase("{file} cannot be read: {why}.", file=path, why=error.strerror)
            ) from error
        except UnicodeDecodeError as error:
            raise ValueError(phrase("{file} is no text in UTF-8; save it as UTF-8.", file=path)) from error
    return templates


def _inside(file: str, templates: Path | None) -> str | None:
    """The name of a file in the publisher's folder; None for any other."""
    path = Path(file)
    return str(path) if templates is not None and path.is_relative_to(templates) else None


def _wrong(file: str, line: int | None, what: str) -> ValueError:
    return ValueError(
        phrase(
            "{file}, line {line}: {what}; fix it, or take the file away to have ours.",
            file=file,
            line=line,
            what=what.strip().rstrip("."),
        )
    )
