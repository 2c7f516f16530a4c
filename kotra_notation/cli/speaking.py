"""The language of the command line: of one call, chosen before anything is said."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextvars import ContextVar
from typing import TYPE_CHECKING

from kotra_notation.words.tongues import ENGLISH, LANGUAGES, N_, Tongue, preferred_language, tongue

if TYPE_CHECKING:
    from kotra_notation.findings import Finding
    from kotra_notation.words.phrases import Phrase

AUTO = "auto"
OWN_LANGUAGE = "KOTRA_LANGUAGE"

_SPOKEN: ContextVar[Tongue] = ContextVar("spoken", default=ENGLISH)
_ASKED: ContextVar[bool] = ContextVar("asked", default=False)


def begin(setting: str | None = None) -> None:
    """A call begins: in the language that is set, or of the system, until another is asked for."""
    chosen = setting in LANGUAGES and not os.environ.get(OWN_LANGUAGE)
    _SPOKEN.set(tongue(str(setting) if chosen else preferred_language(os.environ)))
    _ASKED.set(False)


def speak(language: str) -> None:
    """Go on in a language that was asked for."""
    _SPOKEN.set(tongue(language))
    _ASKED.set(True)


def user_tongue() -> Tongue:
    """The language for people."""
    return _SPOKEN.get()


def output_tongue() -> Tongue:
    """The language of sentences in output for programs: English unless another was asked for."""
    return _SPOKEN.get() if _ASKED.get() else ENGLISH


def languages() -> list[str]:
    """Return what `--language` takes."""
    return [AUTO, *LANGUAGES]


def say(text: str, /, **facts: object) -> str:
    """The text in the language for people, what stands in braces filled in."""
    return user_tongue().say(text, **facts)


def count(one: str, many: str, number: float, /, **facts: object) -> str:
    """The form of a text that goes with a number."""
    return user_tongue().count(one, many, number, **facts)


def tell(value: object) -> str:
    """A phrase in the language for people, and the option that helps; any other value as it stands."""
    from kotra_notation.words.phrases import Phrase, told

    text = told(value, user_tongue())
    if not isinstance(value, Phrase):
        return text
    from kotra_notation.errors import refusal_in

    if not (refusal := refusal_in(value)) or not (hint := _hint(refusal)):
        return text
    return f"{text[:-1]}; {hint}." if text.endswith(".") else f"{text}; {hint}"


def _hint(refusal: Phrase) -> str:
    """Return the option that helps where a job refuses something; nothing where there is none."""
    from kotra_notation import errors

    hints: dict[type[errors.KotraError], str] = {
        errors.DamagedArchive: N_("kotra archive build --verify -o {folder} rebuilds it"),
        errors.FileExists: N_("use --force to overwrite it, or another name with -o"),
        errors.FileTooLarge: N_("--max-size allows larger ones"),
        errors.NotWritten: N_("--to chooses another format"),
        errors.SeveralMatches: N_("--match chooses one"),
        errors.SeveralPages: N_("--match chooses one, kotra site makes pages of all"),
        errors.UnknownFormat: N_("else give the format with --from; `kotra formats` lists them"),
    }
    hint = hints.get(refusal.facts[errors.ERROR])
    return say(hint, **refusal.facts) if hint else ""


SEVERITIES = {"error": N_("error"), "warning": N_("warning"), "note": N_("note")}


def severity(finding: Finding) -> str:
    """Return how much a finding weighs, in a word."""
    return say(SEVERITIES[finding.severity])


def error_text(error: Exception) -> str:
    """Return what an error says, in the language for people where it can be."""
    from kotra_notation.words.phrases import reason

    return tell(reason(error))


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a help text, each in one line, as they are looked up."""
    return (" ".join(part.split()) for part in text.split("\n\n") if part.strip())
