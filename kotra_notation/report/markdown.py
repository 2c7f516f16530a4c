"""The view model as Markdown, for forums and blogs; what strangers wrote stays words there too.

Signs with a meaning have a backslash before them, those of HTML are written as entities, which older dialects
know too. Neither keeps a forum from calling somebody for a name such as @anna: an invisible joiner stands
behind the @.
"""

from __future__ import annotations

import re

from markupsafe import Markup

from kotra_notation.report.cleaning import bare, isolate
from kotra_notation.report.templating import render_text
from kotra_notation.report.text_layout import board_text, turn_lines
from kotra_notation.report.view import Page, Remark
from kotra_notation.report.wishes import Wishes
from kotra_notation.words.tongues import Tongue

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
        (("code", code), ("quoted", quote)),
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


def quote(remark: Remark) -> Markup:
    """Return a remark as a quotation, its author before it."""
    author = f"**{inline(remark.author)}:** " if remark.author.strip() else ""
    lines = [inline(line) for line in bare(remark.text).strip().splitlines()]
    quotes = []
    for line, following in zip(lines, [*lines[1:], ""], strict=False):
        quotes.append(f"> {author}{line}".rstrip() + "\\" * bool(line and following))
        author = ""
    return Markup("\n".join(quotes))
