"""The words for what an audit counts: states of files, suspicions, numbers of things."""

from __future__ import annotations

from kotra_notation.words.phrases import n_
from kotra_notation.words.tongues import N_

SEVERITIES = {"error": N_("error"), "warning": N_("warning"), "note": N_("note")}

# What the words of the table of files mean, and what is to be done.
STATUSES = {
    "read": N_("Read and checked."),
    "unknown": N_("In no notation that is known. What should be a record: kotra formats --why FILE."),
    "container": N_("Several files in one; each is counted by itself."),
    "damaged": N_("Damaged, or packed in an unknown way. Get it anew from where it came."),
    "too-large": N_("Larger than is read. Split it, or build with a larger --max-size."),
    "too-slow": N_("Checking it took too long. Build with a larger --time-limit and --verify."),
    "too-much-memory": N_(
        "Checking it took too much memory. Build with a larger --memory-limit and --verify."
    ),
    "unreadable": N_("It may not be read, or the disk does not give it. See permissions and disk."),
    "vanished": N_("Gone before it was read. The next build knows."),
    "changing": N_("It was being written. The next build reads it."),
    "died": N_("The process that checked it died of it. The next build tries again."),
}

NO_TROUBLE = ("read", "unknown", "container")

# What each suspicion is called, and why it is one.
SUSPICIONS = {
    "dice": (
        N_("Dice that are hardly ever rolled"),
        N_(
            "Fair dice do this once in a thousand million matches. Perhaps they were made up, or the record"
            " is no match but an exercise."
        ),
    ),
    "results": (
        N_("Results that do not follow from the play"),
        N_("Score, winner or points are not what the games give. See kotra check, and the score sheet."),
    ),
    "one-sided": (
        N_("Only one side plays against the rules"),
        N_(
            "Many illegal plays, all of one side. Perhaps that side's column was read from the wrong end,"
            " or nobody watched."
        ),
    ),
    "without-throws": (
        N_("No roll is recorded"),
        N_("A match without a play. Perhaps only its head was saved."),
    ),
    "without-end": (
        N_("Not played to the end"),
        N_(
            "The record breaks off, or nobody has reached the length of the match. Perhaps a part is missing."
        ),
    ),
    "same-name": (
        N_("Both sides bear the same name"),
        N_("Somebody plays against himself, or one name was written twice."),
    ),
    "without-names": (
        N_("A name is missing"),
        N_("Nobody can know later who played. Ask while somebody remembers."),
    ),
}
# How many there are of what is counted.
COUNTED = {
    "file": n_("{number} file", "{number} files", by="number"),
    "match": n_("{number} match", "{number} matches", by="number"),
    "game": n_("{number} game", "{number} games", by="number"),
    "throw": n_("{number} roll", "{number} rolls", by="number"),
    "error": n_("{number} error", "{number} errors", by="number"),
    "warning": n_("{number} warning", "{number} warnings", by="number"),
    "note": n_("{number} note", "{number} notes", by="number"),
    "lost": n_("{number} play is not recovered", "{number} plays are not recovered", by="number"),
    "unlawful": n_("{number} illegal play", "{number} illegal plays", by="number"),
    "undated": n_("{number} match bears no date.", "{number} matches bear no date.", by="number"),
    "unread": n_("{number} file could not be read.", "{number} files could not be read.", by="number"),
    "copy": n_(
        "{number} file is an exact copy of another.",
        "{number} files are exact copies of others.",
        by="number",
    ),
    "mend": n_("{number} file is to be fixed.", "{number} files are to be fixed.", by="number"),
    "gap": n_(
        "{number} play more is not readable or not recorded; nothing else hangs on it.",
        "{number} plays more are not readable or not recorded; nothing else hangs on them.",
        by="number",
    ),
    "again": n_("The same lies here once more.", "The same lies here {number} times more.", by="number"),
}
