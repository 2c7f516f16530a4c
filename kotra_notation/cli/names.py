"""Names that people type, of notations, rules, findings: a complaint where there is none, and the nearest."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from kotra_notation.cli.failing import complain, fail, or_fail
from kotra_notation.cli.speaking import say, user_tongue
from kotra_notation.jobs.paths import printable
from kotra_notation.words.tongues import N_

if TYPE_CHECKING:
    from kotra_notation.rules import Ruleset


def did_you_mean(word: str, known: Iterable[str], least: float = 0.4) -> str:
    """A question with the nearest known word, or nothing where none is near enough."""
    from kotra_notation.words import nearest_word

    return question_with(nearest_word(word, known, least))


def question_with(word: object) -> str:
    """Return the question whether a word was meant, or nothing without one."""
    return f" {say('Did you mean {near}?', near=word)}" if word else ""


# Said to those who ask for a dark or a light theme.
DARK = N_("Each theme has a dark and a light mode and follows the reader's system.")


NO_LATEX = N_(
    "kotra writes no LaTeX. Include boards as pictures (kotra board match.mat --all -o boards/), or a "
    "report as PDF (kotra report match.mat -o match.pdf)."
)
NO_FILM = N_(
    "kotra makes no animations; kotra board match.mat --all -o boards/ draws every turn, and kotra report "
    "match.mat makes a page to step through."
)
FILMS = (".gif", ".mp4", ".webm", ".apng")
LATEX = ("latex", "tex", ".tex", ".latex")


def check_choice(what: str, word: str, known: Iterable[str]) -> str:
    """The word if it is known, else a complaint that names those that are."""
    choices = list(known)
    if word not in choices:
        if word.lower() in LATEX:
            fail(NO_LATEX)
        facts = {"option": what, "choices": ", ".join(choices), "word": repr(word)}
        near = f" {say(DARK)}" if word in ("dark", "light") else did_you_mean(word, choices)
        fail(say("{option} must be one of {choices}, not {word}.", **facts) + near)
    return word


def split_codes(text: str) -> list[str]:
    """Return the codes of findings in a text such as "P201,S4"."""
    return text.replace(",", " ").split()


def check_code(word: str) -> None:
    """Leave with a complaint where no kind of finding has a code that begins so."""
    from kotra_notation.findings import BY_CODE

    if not any(code.startswith(word) for code in BY_CODE):
        fail(say("no finding code begins with {word}.", word=repr(word)) + did_you_mean(word, BY_CODE))


def _valid_rules(rules: str) -> str:
    """Return rules that could be meant, unless they are wrong too: `modern,jacoby=on` for `jacoby`."""
    from kotra_notation.rules import named

    return rules if not any(finding.severity == "error" for finding in named(rules).findings) else ""


def ruleset_named(text: str | None) -> Ruleset | None:
    """The rules of that name and with those options; leaves with a complaint where there are none such."""
    if text is None:
        return None
    from kotra_notation.rules import named

    chosen = named(text)
    for finding in chosen.findings:
        if finding.severity == "error":
            near = str(finding.facts.get("near") or f"modern,{text}=on")
            near = _valid_rules(near) if near.startswith("modern,") else near
            fail(f"{finding.told(user_tongue()).message}{question_with(near)}", about="--rules")
        complain(finding.told(user_tongue()).message, about="--rules")
    return chosen.ruleset


READ_ONLY = N_("{format} can be read but not written; choose another format with --to.")


def check_notations(*names: str | None, encoding: str | None = None, target: str | None = None) -> None:
    """Leave with a complaint where a format or encoding does not exist, or the target's is not written."""
    from kotra_notation.formats import find_format

    with or_fail():
        for name in filter(None, (*names, target)):
            if name.lower() in LATEX:
                fail(NO_LATEX)
            find_format(name)
    if target and not find_format(target).can_write:
        fail(READ_ONLY, format=target)
    if encoding:
        from kotra_notation.jobs.notations import check_encoding

        with or_fail("--encoding"):
            check_encoding(encoding)


def notation_by_suffix(target: str) -> str:
    """The format the name of the target asks for."""
    from kotra_notation.formats import FORMATS
    from kotra_notation.jobs.notations import notation_of_name, read_only_notation

    if os.path.splitext(target)[1].lower() in LATEX:
        fail(NO_LATEX)
    if only := read_only_notation(target):
        fail(READ_ONLY, about=printable(target), format=only)
    if (name := notation_of_name(target)) is None:
        if target in FORMATS:
            fail("give the format with --to: --to {format}", about=printable(target), format=target)
        fail(
            "unknown file extension; give the format with --to ({known}).",
            about=printable(target),
            known=", ".join(name for name, format in FORMATS.items() if format.can_write),
        )
    return name


WRONG_ENDING = N_("the file extension must be one of {known}, not {ending}.")


def form_by_suffix(target: str, suffixes: Mapping[str, Collection[str]]) -> str:
    """Return the form that the name of a file asks for; HTML for a name without an ending."""
    ending = os.path.splitext(target)[1].lower()
    if ending in LATEX:
        fail(NO_LATEX)
    form = next((form for form, endings in suffixes.items() if ending in endings), "")
    if ending and not form:
        known = ", ".join(dict.fromkeys(name for endings in suffixes.values() for name in endings))
        fail(WRONG_ENDING, about=printable(target), known=known, ending=printable(ending))
    return form or "html"


# Forms whose files have another extension; files of plain text may have any of `TEXT`.
EXTENSIONS = {"text": ".txt", "table": ".txt", "ascii": ".txt", "junit": ".xml"}
TEXT = ("", ".txt", ".text", ".log")


def form_by_ending(target: str, forms: Collection[str], otherwise: str) -> str:
    """Return the form that the name of a file asks for; leave with a complaint if it asks for another."""
    ending = os.path.splitext(target)[1].lower()
    ending = ".html" if ending == ".htm" else ending
    known = {EXTENSIONS.get(form, f".{form}"): form for form in forms}
    if ending in TEXT or target.endswith(("/", os.sep)) or os.path.isdir(target):
        return otherwise
    if ending not in known:
        text = NO_LATEX if ending in LATEX else NO_FILM if ending in FILMS else WRONG_ENDING
        if ending == ".html":
            text = N_("the file extension must be one of {known}; kotra report and kotra site make pages.")
        if ending == ".pdf" and ".html" in known:
            text = N_("kotra makes no PDF of this; write a page (.html), and print it from the browser.")
        fail(text, about=printable(target), known=", ".join(known), ending=printable(ending))
    return known[ending]
