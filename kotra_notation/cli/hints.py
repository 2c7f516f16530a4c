"""What helps at the command line where a job refuses something: an option, by the class of the error."""

from __future__ import annotations

from collections.abc import Callable

from kotra_notation import errors
from kotra_notation.words.phrases import Phrase
from kotra_notation.words.tongues import N_

HINTS: dict[type[errors.KotraError], str] = {
    errors.DamagedArchive: N_("kotra archive build --verify -o {folder} makes it anew"),
    errors.FileExists: N_("--force overwrites it"),
    errors.FileTooLarge: N_("--max-size allows larger ones"),
    errors.NotWritten: N_("--to chooses another format"),
    errors.SeveralMatches: N_("--match chooses one"),
    errors.SeveralPages: N_("--match chooses one, --index makes pages of all"),
    errors.UnknownFormat: N_("--from names the format, `kotra formats` lists them"),
}


def hint_of(refusal: Phrase, say: Callable[..., str]) -> str:
    """Return the hint for what a refusal says, in the words of `say`; nothing where there is none."""
    hint = HINTS.get(refusal.facts[errors.ERROR])
    return say(hint, **refusal.facts) if hint else ""
