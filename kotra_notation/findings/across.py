"""The kinds of findings across the files of a day and their results: the same table as `judging`."""

from __future__ import annotations

from kotra_notation.findings.kind import Row
from kotra_notation.words.tongues import N_

ROWS: dict[str, Row] = {
    "N138 results-line-unread warning": N_("This line of the results is not compared: {why}"),
    "S432 match-twice warning": (
        N_("{other} is of the same match. {how}"),
        N_("See with `kotra same` in what they differ, and keep one."),
    ),
    "S433 pairing-twice note": (
        N_("{one} and {two} also meet in {other}"),
        N_("See whether they met twice, or the names are wrong in one."),
    ),
    "S434 name-spelt-otherwise note": (
        N_("{spelling} may be {known}, as in {other}. {how}"),
        N_("If it is one person, write the name in one way; nothing was joined."),
    ),
    "S435 results-contradicted error": (
        N_("{one} – {two}: {results}, {place}, says {claimed}, and the record {derived}"),
        N_("See which of them is right."),
    ),
    "S436 results-line-missing warning": (
        N_("{results} has no line for {one} – {two}, {derived}"),
        N_("See whether the result was entered, and under these names."),
    ),
    "S437 record-missing warning": (
        N_("There is no record of {one} – {two}, {claimed}"),
        N_("See whether it was recorded, and under these names."),
    ),
    "S438 round-missing warning": (
        N_("There is no record of round {round}, in which {number} matches were played"),
        N_("See whether its records lie elsewhere."),
    ),
    "S439 result-unentered note": N_("There is no result here of {one} – {two}; the record says {derived}"),
    "S440 round-skipped note": (
        N_("There is no record of round {round}, and this one is of round {later}"),
        N_("See whether its records lie elsewhere."),
    ),
}
