"""The view model as HTML, a page or a fragment, and in every other form that a page is published in.

In Markdown, for forums and blogs, what strangers wrote stays words: signs with a meaning have a backslash
before them, those of HTML are written as entities, which older dialects know too. Neither keeps a forum from
calling somebody for a name such as @anna: an invisible joiner stands behind the @.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from typing import Any
from urllib.parse import quote, urljoin

from markupsafe import Markup

from kotra_notation.board import Position
from kotra_notation.report.cleaning import bare, isolate
from kotra_notation.report.live import bare_table, board_facts, live
from kotra_notation.report.pdf import pdf
from kotra_notation.report.plain_text import plain_text
from kotra_notation.report.templating import environment, render, render_text, with_measures
from kotra_notation.report.text_layout import board_text, colours, turn_lines
from kotra_notation.report.view import Page, PageWord, Remark
from kotra_notation.report.wishes import Wishes
from kotra_notation.statistics.decisions import BEST
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import N_, Tongue

JOINER = "\u2060"
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", "@": f"@{JOINER}"})
# Of emphasis, code, links, tables, formulas and templates; what makes an address a link; a hash mark.
_SIGNS = re.compile(r"[\\`*_\[\]{}|~$]|(?<=[A-Za-z]):(?=\S)|(?<=\w)\.(?=[^\W\d_])|(?<!\S)#")
# What begins a list, a rule, a table or a definition where it stands first on a line.
_FIRST = re.compile(r"[=:]|[+-](?![0-9A-Za-z])")
_NUMBERED = re.compile(r"([0-9]{1,9})([.)])(?!\S)")
_BLANK = re.compile(r"\n{3,}")


def markdown(page: Page, tongue: Tongue, wishes: Wishes) -> str:
    """Return the page as Markdown; ValueError for broken templates."""
    text = render_text(
        "report.md.j2",
        tongue,
        wishes.templates,
        inline,
        (("code", code), ("quoted", quote_remark)),
        page=page,
        board=lambda diagram: fence(board_text(diagram, tongue, page)),
        sheet=lambda part, names=(): fence(turn_lines(part, tongue, names)),
    )
    return _BLANK.sub("\n\n", text).strip() + "\n"


def inline(text: str) -> Markup:
    """Return a stranger's words on one line, which mean nothing but themselves."""
    words = " ".join(bare(text).split())
    safe = _SIGNS.sub(r"\\\g<0>", words.translate(_ENTITIES))
    if safe.startswith(">"):
        safe = f"&gt;{safe[1:]}"
    elif _FIRST.match(safe):
        safe = f"\\{safe}"
    elif numbered := _NUMBERED.match(safe):
        safe = f"{numbered[1]}\\{safe[numbered.end(1) :]}"
    return Markup(isolate(safe))


def code(text: str) -> Markup:
    """Return words as code, between more backticks than they hold."""
    words = " ".join(bare(text).split())
    ticks = "`" * (_longest_run(words) + 1)
    room = " " if len(ticks) > 1 else ""
    return Markup(f"{ticks}{room}{isolate(words)}{room}{ticks}") if words else Markup("")


def fence(text: str) -> Markup:
    """Return lines as they stand, between more backticks than they hold."""
    ticks = "`" * max(3, _longest_run(text) + 1)
    return Markup(f"{ticks}text\n{text.rstrip()}\n{ticks}")


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)


def quote_remark(remark: Remark) -> Markup:
    """Return a remark as a quotation, its author before it."""
    author = f"**{inline(remark.author)}:** " if remark.author.strip() else ""
    lines = [inline(line) for line in bare(remark.text).strip().splitlines()]
    quotes = []
    for line, following in zip(lines, [*lines[1:], ""], strict=False):
        quotes.append(f"> {author}{line}".rstrip() + "\\" * bool(line and following))
        author = ""
    return Markup("\n".join(quotes))


_INDENT = re.compile(r"\n\s+<")  # before a tag; in a stranger's words no tag can stand
_UNSAFE = re.compile("[<>&\u2028\u2029]")
LOCALES = {"en": "en_GB", "is": "is_IS", "de": "de_DE", "da": "da_DK", "sv": "sv_SE"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """The values of a page's head for Open Graph; a picture is told only with a whole address."""

    title: str
    description: str
    locale: str
    kind: str = "article"
    address: str = ""
    image: str = ""
    image_alt: str = ""


def html(page: Page, tongue: Tongue, wishes: Wishes | None = None) -> str:
    """Return the page as HTML, or a fragment; ValueError for an unknown theme or broken templates."""
    wishes = wishes or Wishes()
    picture = urljoin(wishes.address, quote(wishes.picture)) if wishes.address and wishes.picture else ""
    text = render(
        "embed.html.j2" if wishes.embed else "report.html.j2",
        tongue,
        wishes.templates,
        sheet="report",
        theme=wishes.theme,
        within="embed.css" if wishes.embed else "",
        page=page,
        kinds=page.kinds,
        first_use=_first_use(page.words),
        embed=wishes.embed,
        around=wishes.around,
        card=Card(
            title=page.title,
            description=page.summary,
            locale=LOCALES[page.language],
            address=wishes.address,
            image=picture,
            image_alt=page.result,
        ),
        live=Markup(script_json(live(page, tongue))),
        filters=_filters(page, tongue),
        best=BEST,
    )
    return _INDENT.sub("\n<", text)


def _first_use(words: Sequence[PageWord]) -> Callable[[str], PageWord | None]:
    """Return a function that gives the word of a text the first time it is used."""
    unused = list(words)

    def first_use(text: str) -> PageWord | None:
        word = next((word for word in unused if text in word.words), None)
        if word:
            unused.remove(word)
        return word

    return first_use


def _filters(page: Page, tongue: Tongue) -> list[tuple[str, str]]:
    """Return what may be shown alone: the CSS selector of its rows, and the words for it."""
    kinds = page.kinds
    filters = (
        ("", N_("All turns"), True),
        (".error,.warning,.note,.finding", N_("Findings"), bool(page.found)),
        (".comment,.commented", N_("Comments"), "remark" in kinds),
        (".cube", N_("Cube"), "cube" in kinds),
        (".wrong,.blunder", N_("Errors"), bool(kinds & {"wrong", "blunder"})),
        (".lucky,.unlucky", N_("Luck"), bool(kinds & {"lucky", "unlucky"})),
    )
    return [(selector, tongue.say(words)) for selector, words, there in filters if there]


def script_json(value: object) -> str:
    """Return JSON that may stand in a script element whatever it holds."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _UNSAFE.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)


VERSION = 2  # changes when a field goes or changes its meaning; one that is added leaves it


def data(page: Page, tongue: Tongue, wishes: Wishes) -> str:
    """Return the page as JSON in UTF-8, its keys in the order of the view model."""
    return json.dumps({"version": VERSION, **_fields(page)}, ensure_ascii=False, indent=1) + "\n"


def _plain(value: Any) -> Any:
    """Return a value of the view model as JSON has it; words are cleaned as on the page."""
    match value:
        case str():
            return bare(value)
        case Position():
            return position(value)
        case dict():
            return {bare(key): _plain(part) for key, part in value.items()}
        case tuple():
            return [_plain(part) for part in value]
    return _fields(value) if is_dataclass(value) else value


def _fields(value: Any) -> dict[str, Any]:
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}


def position(value: Position) -> dict[str, Any]:
    """Return a position by its texts, None where one cannot hold it, and facts to be read without them."""
    return {
        **{name: bare(text) if text else None for name, text in value.spellings().items()},
        "seat": value.seat,
        "dice": value.dice,
        "cube": {"value": value.cube.value, "owner": value.cube.owner},
        "offer": _plain(value.offer),
        "pips": [value.pips(0), value.pips(1)],
        "off": [value.off(0), value.off(1)],
    }


@dataclass(frozen=True, slots=True)
class Output:
    """One form: its name, the endings of its files, and the function that makes it."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    render: Callable[[Page, Tongue, Wishes], str | bytes]


FORMS = (
    Output("html", N_("one self-contained page"), (".html", ".htm"), html),
    Output("md", N_("Markdown, for forums and blogs"), (".md", ".markdown"), markdown),
    Output("txt", N_("plain text, for terminals and email"), (".txt", ".text"), plain_text),
    Output("json", N_("everything the page shows, for programs"), (".json",), data),
    Output("pdf", N_("PDF, for printing"), (".pdf",), pdf),
)
OUTPUTS = {form.name: form for form in FORMS}


STYLE = (
    ":host{display:block;max-width:40rem}:host([hidden]){display:none}:host([dark]){color-scheme:dark}"
    "svg{display:block;width:100%;height:auto}"
)
NONE = N_("“{id}” is no position id.")


def board_script(tongue: Tongue, theme: str) -> str:
    """Return the script; ValueError for an unknown theme."""
    facts = board_facts(tongue, lettered=False)
    facts["texts"]["none"] = tongue.say(NONE)
    values: dict[str, Any] = {
        "facts": facts,
        "style": STYLE + colours(theme),
        "table": bare_table(lettered=False),
    }
    script = (
        environment(tongue)
        .get_template("element.js")
        .render(lettered=False, **{name: Markup(script_json(value)) for name, value in values.items()})
    )
    return with_measures(script)
