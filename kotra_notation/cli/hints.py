"""What helps at the command line where a job refuses something: an option, by the class of the error."""

from __future__ import annotations

from kotra_notation import errors
from kotra_notation.words.tongues import N_

HINTS: dict[type[errors.KotraError], str] = {
    errors.DamagedArchive: N_("kotra archive build --verify -o DIR makes it anew"),
    errors.FileExists: N_("--force overwrites it"),
    errors.FileTooLarge: N_("--max-size allows larger ones"),
    errors.NeedsSplitting: N_("--split writes a file for each"),
    errors.NotWritten: N_("--to chooses another format"),
    errors.SeveralMatches: N_("--match chooses one"),
    errors.SeveralPages: N_("--match chooses one, --index makes pages of all"),
    errors.UnknownFormat: N_("--from names the format, `kotra formats` lists them"),
}


def hint_of(value: object) -> str:
    """Return the hint for what a text tells of, in English; nothing where there is none."""
    error = errors.error_of(value)
    return HINTS.get(error, "") if error else ""
