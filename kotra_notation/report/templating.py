"""HTML and text rendered from templates: ours, and those of a publisher in their place, in any language.

A publisher's templates are his own, as his pages are: they run as ours do, with all that Jinja can do, and
are not to be taken from a stranger. Ours can be had as `kotra/NAME`, so that one may replace a block of them.
"""

from __future__ import annotations

import gzip
import re
import traceback
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache, partial
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

from kotra_notation.board.arrows import MEASURES
from kotra_notation.errors import KotraError
from kotra_notation.installation import VERSION, finding_page, folder
from kotra_notation.report.cleaning import clean_value, link_recordings, plain
from kotra_notation.report.text_layout import board_svg, colours, passages
from kotra_notation.report.view import terse
from kotra_notation.words.tongues import Tongue, install

SCRIPTED = ("report", "index", "quiz", "desk_")
_SIZE = re.compile(r"\bsize\.([a-z_]+)")  # a measure of the board in the script

# What a form other than HTML does to a text so that it means nothing but itself; filters by their names.
Escape = Callable[[str], Markup]
Filters = tuple[tuple[str, Callable[..., object]], ...]


def render(
    name: str,
    tongue: Tongue,
    templates: Path | None = None,
    *,
    sheet: str = "",
    theme: str = "",
    within: str = "",
    own_filters: Filters = (),
    **facts: object,
) -> str:
    """Return a page of HTML: a template with its facts, a style and a script which it knows by their hash.

    These are the files named as the template is, or as `sheet`; the style ends with the colours of the
    boards in a `theme`, and stands in the rules of `within`. ValueError for a theme there is not, and for
    broken templates.
    """
    sheet = sheet or name.partition(".")[0]
    with blame_template(templates):
        env = environment(tongue, templates, None, own_filters)
        style = env.get_template(f"{sheet}.css").render(**facts)
        style += colours(theme, marks=getattr(facts.get("page"), "lettered", True)) if theme else ""
        style = env.get_template(within).render(rules=Markup(style)) if within else style
        script = ""
        if sheet.startswith(SCRIPTED):
            script = with_measures(env.get_template(f"{sheet}.js").render(**facts))
        return env.get_template(name).render(
            language=tongue.language,
            style=Markup(style),
            script=Markup(script),
            hashes={"style": hash_source(style), "script": hash_source(script)},
            version=VERSION,
            **facts,
        )


def render_text(
    name: str,
    tongue: Tongue,
    templates: Path | None,
    escape: Escape | None = None,
    filters: Filters = (),
    **facts: object,
) -> str:
    """Return a text template with its facts; ValueError if it is broken. Without an `escape` it is XML."""
    with blame_template(templates):
        env = environment(tongue, templates, escape, filters)
        return env.get_template(name).render(version=VERSION, **facts)


def environment(
    tongue: Tongue, templates: Path | None = None, escape: Escape | None = None, filters: Filters = ()
) -> Environment:
    """Return templates in a language; ValueError for a folder that holds none in place of one of ours."""
    return (_ours if templates is None else _environment)(tongue, templates, escape, filters)


def _environment(
    tongue: Tongue, templates: Path | None, escape: Escape | None, filters: Filters
) -> Environment:
    def escape_value(value: object) -> object:
        return escape(value) if escape and isinstance(value, str) and not isinstance(value, Markup) else value

    ours = FileSystemLoader(folder("templates"))
    theirs: list[BaseLoader] = [FileSystemLoader(_check_templates(templates))] if templates else []
    env = Environment(
        loader=ChoiceLoader([*theirs, ours, PrefixLoader({"kotra": ours})]),
        autoescape=escape is None,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=escape_value if escape else clean_value,
    )
    install(env, tongue)
    env.filters |= {
        "drawn": partial(board_svg, tongue=tongue),
        "finding_page": finding_page,
        "gzipped": gzip_base64,
        "linked": link_recordings,
        "terse": terse,
        "passages": passages,
        "plain": plain,
    }
    env.filters.update(filters)
    return env


_ours = cache(_environment)


@contextmanager
def blame_template(templates: Path | None) -> Iterator[None]:
    """Turn an error of a publisher's template into a ValueError that names the file and the line."""
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
        raise KotraError(
            "A template asks for {name}, but there is no such template.", name=error.message
        ) from error
    except Exception as error:
        for frame in reversed(traceback.extract_tb(error.__traceback__)):
            if place := _inside(frame.filename, templates):
                raise _wrong(place, frame.lineno, str(error) or type(error).__name__) from error
        raise


def gzip_base64(content: str) -> str:
    """Return what is given in base64 compressed, in base64 again; nothing tells when, or on which system."""
    packed = bytearray(gzip.compress(b64decode(content), mtime=0))
    packed[9] = 3  # Pythons disagree
    return b64encode(packed).decode()


@lru_cache(maxsize=8)
def with_measures(script: str) -> str:
    """Return the script with the measures of the board put in."""
    return _SIZE.sub(lambda size: str(MEASURES[size[1]]), script)


@lru_cache(maxsize=16)
def hash_source(text: str) -> str:
    """Return what a content security policy calls a style or a script by."""
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


# How templates begin that no report is made of.
APART = ("audit.", "desk", "element.", "quiz.")


def _check_templates(templates: Path) -> Path:
    if templates.is_file():
        raise KotraError(
            "{file} is a file; name a folder. A file there replaces ours of its name, such as {example}.",
            file=templates,
            example="colours.css",
        )
    if not templates.is_dir():
        raise KotraError("{folder}: no such template folder.", folder=templates)
    every = sorted(path.name for path in folder("templates").iterdir())
    ours = [name for name in every if not name.startswith(APART)]
    theirs = [templates / name for name in ours if (templates / name).is_file()]
    if not theirs:
        raise KotraError(
            "{folder}: no template files in it. A file there replaces ours of its name, such as "
            "{example}; {include} in it keeps what ours has. Names: {names}.",
            folder=templates,
            example="report.css",
            include='{% include "kotra/report.css" %}',
            names=", ".join(ours),
        )
    for path in theirs:
        try:
            path.read_text(encoding="utf-8")
        except OSError as error:
            raise KotraError("{file} cannot be read: {why}.", file=path, why=error.strerror) from error
        except UnicodeDecodeError as error:
            raise KotraError("{file} is not UTF-8 text; save it as UTF-8.", file=path) from error
    return templates


def _inside(file: str, templates: Path | None) -> str | None:
    """Return the name of a file in the publisher's folder; None for any other."""
    path = Path(file)
    return str(path) if templates is not None and path.is_relative_to(templates) else None


def _wrong(file: str, line: int | None, what: str) -> KotraError:
    return KotraError(
        "{file}, line {line}: {what}; fix it, or remove the file to use the built-in one.",
        file=file,
        line=line,
        what=what.strip().rstrip("."),
    )
