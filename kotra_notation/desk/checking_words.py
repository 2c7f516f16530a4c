"""What the script of the page that checks says, by the names it has for it."""

from __future__ import annotations

from kotra_notation.jobs.files import MEGABYTE
from kotra_notation.jobs.rows import Row
from kotra_notation.words.phrases import n_
from kotra_notation.words.tongues import N_, Tongue

# How deeply the engine looks, as one chooses it.
LEVELS = {
    "quick": N_("quickly: some seconds a game"),
    "normal": N_("as usual: some minutes a match"),
    "deep": N_("deeply: it takes its time"),
}

TEXTS = {
    "afterwards": N_("Afterwards: {left}."),
    "anonymous": N_("The record without the persons in it:"),
    "at": N_("{number} of {all}"),
    "beginning": N_("The engine is being loaded …"),
    "changed": N_("It is not as it was when it was opened here."),
    "choose": N_("Choose {name}"),
    "clean_files": N_("{number} clean"),
    "clean": N_("Nothing to find fault with: every move was replayed, and is legal."),
    "converted": N_("The record in its new notation:"),
    "different": N_("The two records differ."),
    "download": N_("Download"),
    "equal": N_("The two records say the same."),
    "example": N_("example.{kind}"),
    "ignored_findings": N_("{number} ignored"),
    "left_out": N_("And {count} more; kotra check lists them all."),
    "line": N_("line {number}"),
    "lines": N_("Choose a line of the text to see its board."),
    "look": N_("Look at it"),
    "lose": N_("What was mended here was not saved. Clear the table?"),
    "lost": N_("What it could not hold:"),
    "mend": N_("Mend it"),
    "mend_one": N_("Mend the sure one"),
    "mend_so": N_("Mend it: {text}"),
    "mend_sure": N_("Mend all {count} sure ones"),
    "no_board": N_("In line {number} nothing happens on the board."),
    "nothing": N_("no problems found"),
    "nothing_lost": N_("Nothing was lost."),
    "open": N_("Open here"),
    "or": N_("or"),
    "place": N_("{text}: finding {number}"),
    "probably": N_("probably"),
    "reading": N_("It is being read …"),
    "reported": N_("The report is made."),
    "reporting": N_("The report is being made …"),
    "saved": N_("{name} is written."),
    "sum": N_("{files}: {found}."),
    "too_large": N_("That is larger than the {size} MB that the desk takes."),
    "unchecked": N_("not checked"),
    "unchecked_files": N_("{number} not checked"),
    "under_way": N_("{done} of {all} checked …"),
    "unreachable": N_("The desk does not answer; is it still running?"),
    "weighed": N_("{done} of {whole} games weighed"),
}
COUNTED = {
    "errors": n_("{number} error", "{number} errors", "number"),
    "files": n_("{number} file", "{number} files", "number"),
    "more_matches": n_("and {number} more", "and {number} more", "number"),
    "notes": n_("{number} note", "{number} notes", "number"),
    "passed": n_(
        "{number} file of no known format was passed over.",
        "{number} files of no known format were passed over.",
        "number",
    ),
    "warnings": n_("{number} warning", "{number} warnings", "number"),
}


def page_words(tongue: Tongue, largest: int) -> Row:
    """All that is said, what is counted in both forms, and how many bytes a request may have."""
    forms = {
        name: [tongue.count(text.one, text.many, number, number="{count}") for number in (1, 2)]
        for name, text in COUNTED.items()
    }
    texts = {name: tongue.say(text) for name, text in TEXTS.items()}
    size = tongue.number(largest / MEGABYTE)
    return texts | forms | {"too_large": texts["too_large"].replace("{size}", size), "largest": largest}
