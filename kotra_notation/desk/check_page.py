"""The page that checks records: the levels of an analysis, and all its sentences."""

from __future__ import annotations

from markupsafe import Markup

from kotra_notation.desk.pages import DeskSite, render_page
from kotra_notation.jobs.files import MEGABYTE
from kotra_notation.jobs.notations import written_notations
from kotra_notation.jobs.rows import Row
from kotra_notation.report.rendering import script_json
from kotra_notation.words.phrases import n_
from kotra_notation.words.tongues import N_, Tongue

# The levels of the engine.
LEVELS = {
    "quick": N_("quick: a few seconds per game"),
    "normal": N_("normal: a few minutes per match"),
    "deep": N_("deep: takes a while"),
}

# The sentences of the script, by the names it has for them.
TEXTS = {
    "afterwards": N_("Afterwards: {left}."),
    "anonymous": N_("The record without personal data:"),
    "at": N_("{number} of {all}"),
    "beginning": N_("Loading the engine …"),
    "changed": N_("It has changed since it was opened here."),
    "choose": N_("Choose {name}"),
    "clean_files": N_("{number} clean"),
    "clean": N_("No problems: every play was replayed and is legal."),
    "converted": N_("The record in its new notation:"),
    "different": N_("The two records differ."),
    "download": N_("Download"),
    "equity": N_("Equity"),
    "equal": N_("The two records agree."),
    "example": N_("example.{kind}"),
    "ignored_findings": N_("{number} ignored"),
    "left_out": N_("And {count} more; kotra check lists them all."),
    "line": N_("line {number}"),
    "lines": N_("Choose a line of the text to see its board."),
    "linked": N_("The link is on the clipboard, with the whole record in it: "),
    "look": N_("Open it"),
    "lose": N_("Your fixes here are not saved. Clear the table?"),
    "loss": N_("Loss"),
    "lost": N_("What could not be kept:"),
    "mend": N_("Fix it"),
    "mend_one": N_("Apply the sure fix"),
    "mend_so": N_("Fix it: {text}"),
    "mend_sure": N_("Apply all {count} sure fixes"),
    "no_board": N_("Line {number} has no board."),
    "nothing": N_("no problems found"),
    "nothing_lost": N_("Nothing was lost."),
    "open": N_("Open here"),
    "or": N_("or"),
    "pasted": N_("pasted text"),
    "place": N_("{text}: finding {number}"),
    "probably": N_("probably"),
    "reading": N_("Reading …"),
    "reported": N_("The report is ready."),
    "reporting": N_("Making the report …"),
    "saved": N_("Wrote {name}."),
    "sum": N_("{files}: {found}."),
    "turn": N_("turn {number}"),
    "too_large": N_("That is larger than the desk's limit of {size} MB."),
    "unchecked": N_("not checked"),
    "unchecked_files": N_("{number} not checked"),
    "under_way": N_("{done} of {all} checked …"),
    "unreachable": N_("The desk does not answer; is it still running?"),
    "weighed": N_("{done} of {whole} games analysed"),
}
COUNTED = {
    "errors": n_("{number} error", "{number} errors", "number"),
    "files": n_("{number} file", "{number} files", "number"),
    "more_matches": n_("and {number} more", "and {number} more", "number"),
    "notes": n_("{number} note", "{number} notes", "number"),
    "passed": n_(
        "{number} file skipped (unknown format).", "{number} files skipped (unknown format).", "number"
    ),
    "warnings": n_("{number} warning", "{number} warnings", "number"),
}


def page_words(tongue: Tongue, largest: int) -> Row:
    """Return all sentences, what is counted in both forms, and the bytes that a request may have."""
    forms = {
        name: [tongue.count(text.one, text.many, number, number="{count}") for number in (1, 2)]
        for name, text in COUNTED.items()
    }
    texts = {name: tongue.say(text) for name, text in TEXTS.items()}
    size = tongue.number(largest / MEGABYTE)
    return texts | forms | {"too_large": texts["too_large"].replace("{size}", size), "largest": largest}


def check_page(site: DeskSite) -> str:
    """Return the page."""
    return render_page(
        site,
        "check",
        "",
        formats=written_notations(site.tongue),
        levels=LEVELS,
        words=Markup(script_json(page_words(site.tongue, site.largest))),
    )
