"""The words for what an audit counts: states of files, suspicions, numbers of things."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable

from kotra_notation.archive.audit.figures import Audit, FindingPlace, Mend, Suspicion
from kotra_notation.explained import page
from kotra_notation.words.phrases import n_
from kotra_notation.words.tongues import N_, Tongue

SEVERITIES = {"error": N_("error"), "warning": N_("warning"), "note": N_("note")}

# What the words of the table of files mean, and what is to be done.
STATUSES = {
    "read": N_("Read and checked."),
    "unknown": N_("In no notation that is known; `kotra formats` lists them."),
    "container": N_("Several files in one; each is counted by itself."),
    "damaged": N_("Damaged, or packed in an unknown way. Get it anew from where it came."),
    "too-large": N_("Larger than is read. Split it, or build with a larger limit of size."),
    "too-slow": N_("Checking it took too long. Build again with a larger limit of time, reading every file."),
    "too-much-memory": N_(
        "Checking it took too much memory. Build again with a larger limit of memory, reading every file."
    ),
    "unreadable": N_("It may not be read, or the disk does not give it. See permissions and disk."),
    "vanished": N_("Gone before it was read. The next build knows."),
    "changing": N_("It was being written. The next build reads it."),
    "died": N_("The process that checked it died of it. The next build tries again."),
}

HEADING = re.compile(r"\n\n## .+\n\n")
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


SPACE = "\N{NO-BREAK SPACE}"


def whole(number: int) -> str:
    """A number with its thousands apart."""
    return f"{number:,}".replace(",", SPACE)


def percent(share: float) -> str:
    """A share in a hundred; all and nothing are said of nothing else."""
    hundredths = round(100 * share)
    if share > 0 and hundredths == 0:
        return f"<{SPACE}1{SPACE}%"
    return f"{99 if share < 1 and hundredths == 100 else hundredths}{SPACE}%"


def so_many(number: int, what: str, tongue: Tongue) -> str:
    """So many of something, the thousands apart."""
    forms = COUNTED[what]
    return tongue.count(forms.one, forms.many, number, number=whole(number))


def lead(audit: Audit, tongue: Tongue) -> list[str]:
    """Return what there is, in what state it is, and how much mending gains: the first sentences."""
    totals = audit.totals
    said = [
        tongue.say(
            "{files}, {matches}, {turns}.",
            files=so_many(totals.files, "file", tongue),
            matches=so_many(totals.matches, "match", tongue),
            turns=so_many(totals.turns, "throw", tongue),
        ),
        tongue.say(
            "{errors}, {warnings}, {notes}; {lost}.",
            errors=so_many(totals.errors, "error", tongue),
            warnings=so_many(totals.warnings, "warning", tongue),
            notes=so_many(totals.notes, "note", tongue),
            lost=so_many(totals.lost, "lost", tongue),
        ),
    ]
    unread = sum(status.files for status in audit.statuses if status.status not in NO_TROUBLE)
    if unread:
        said.append(so_many(unread, "unread", tongue))
    if totals.copies:
        said.append(so_many(totals.copies, "copy", tongue))
    return said


def gain(audit: Audit, tongue: Tongue) -> str:
    """Return how many files are to be mended, and how much of all that the first of them hold."""
    mending = audit.mending
    if not mending.files:
        return tongue.say("There is nothing to fix.")
    said = so_many(mending.files, "mend", tongue)
    known = [mending_share for mending_share in mending.shares if mending_share.files <= len(mending.first)]
    if not known or known[-1].files == mending.files:
        return said
    best = known[-1]
    share = tongue.count(
        "The first holds {share} of what is to be fixed.",
        "The first {number} hold {share} of what is to be fixed.",
        best.files,
        share=percent(best.share),
    )
    return f"{said} {share}"


def reasons(mend: Mend, tongue: Tongue, named: Callable[[str], str]) -> list[str]:
    """Return why a file is to be mended, and where to begin; `named` makes a path fit for a sentence."""
    said = [*_gravest(mend, tongue), *_knot(mend, tongue)]
    gaps = mend.lost - mend.unsure
    if gaps and mend.weight:
        said.append(so_many(gaps, "gap", tongue))
    if mend.copies:
        said.append(so_many(mend.copies, "again", tongue))
    if mend.container:
        said.append(tongue.say("It is packed in {file}: unpack it first.", file=named(mend.container)))
    return said


def _gravest(mend: Mend, tongue: Tongue) -> list[str]:
    """Return what is lost in a file and wrong with it."""
    said: list[str] = []
    if mend.unsure:
        said.append(
            tongue.count(
                "{number} of {turns} plays is not recovered, since the position is uncertain there.",
                "{number} of {turns} plays are not recovered, since the position is uncertain there.",
                mend.unsure,
                number=whole(mend.unsure),
                turns=whole(mend.turns),
            )
        )
    if mend.errors and mend.touched and mend.games > 1:
        said.append(
            tongue.say(
                "{errors}, in {touched} of {games}.",
                errors=so_many(mend.errors, "error", tongue),
                touched=whole(mend.touched),
                games=so_many(mend.games, "game", tongue),
            )
        )
    elif mend.errors:
        said.append(f"{so_many(mend.errors, 'error', tongue)}.")
    elif mend.warnings:
        said.append(f"{so_many(mend.warnings, 'warning', tongue)}.")
    elif mend.notes:
        said.append(f"{so_many(mend.notes, 'note', tongue)}.")
    return said


def _knot(mend: Mend, tongue: Tongue) -> list[str]:
    """Return where to begin, and what hangs on that."""
    if mend.knot is None:
        return []
    knot, where = mend.knot, place(mend.knot.place, mend.matches, tongue)
    if not where:
        return []
    if knot.lost > 1 and knot.lost == mend.unsure:
        return [
            tongue.say(
                "One slip explains it: all of them come after {code}, {place}.",
                code=knot.place.code,
                place=where,
            )
        ]
    if knot.lost > 1 and knot.lost >= mend.unsure / 2:
        return [
            tongue.say(
                "One slip explains most of it: {number} of them come after {code}, {place}.",
                number=whole(knot.lost),
                code=knot.place.code,
                place=where,
            )
        ]
    if knot.lost:
        return [
            tongue.count(
                "Begin with {code}, {place}: {number} play after it is not recovered.",
                "Begin with {code}, {place}: {number} plays after it are not recovered.",
                knot.lost,
                number=whole(knot.lost),
                code=knot.place.code,
                place=where,
            )
        ]
    if not mend.unsure and (mend.errors or mend.warnings or mend.notes) == 1:
        return [tongue.say("It is {code}, {place}.", code=knot.place.code, place=where)]
    if knot.errors > 2 and knot.errors > mend.errors / 2 and knot.place.game:
        return [
            tongue.say(
                "{number} of the errors are in one game, perhaps from one slip: {code}, {place}.",
                number=whole(knot.errors),
                code=knot.place.code,
                place=where,
            )
        ]
    return [tongue.say("Begin with {code}, {place}.", code=knot.place.code, place=where)]


def place(at: FindingPlace, matches: int, tongue: Tongue) -> str:
    """Return where something is: its line, and match, game and turn as far as they are known."""
    parts = []
    if at.line:
        parts.append(tongue.say("line {number}", number=at.line))
    if at.match and matches > 1:
        parts.append(tongue.say("match {number}", number=at.match))
    if at.game:
        parts.append(tongue.say("game {number}", number=at.game))
    if at.turn:
        parts.append(tongue.say("turn {number}", number=at.turn))
    return ", ".join(parts)


def commands(mend: Mend, written: Callable[[str], str]) -> list[tuple[str, str]]:
    """What to type, and for what: a proposal where plays are in doubt, else the findings; then their meaning.

    `written` makes of a path how it is named where the command is typed.
    """
    path = shlex.quote(typed(written(mend.path)))
    by_plays = mend.unsure or any(code.startswith("P") for code, _ in mend.codes)
    said = [("kotra fix" if by_plays else "kotra check", path)]
    code = mend.knot.place.code if mend.knot else mend.codes[0][0] if mend.codes else ""
    return [*said, ("kotra explain", code)] if code else said


def typed(path: str) -> str:
    """A path as it can be shown and typed: one that looks like an option is told apart from one."""
    plain = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in path)
    return f"./{plain}" if plain.startswith("-") else plain


def suspected(suspicion: Suspicion, tongue: Tongue) -> tuple[str, str]:
    """Return what a suspicion is called, and why it is one."""
    title, meaning = SUSPICIONS[suspicion.name]
    return tongue.say(title), tongue.say(meaning)


def amount(name: str, number: float | None, tongue: Tongue) -> str:
    """Return how much of what is suspected there is in a match, where that can be counted."""
    if number is None:
        return ""
    if name == "results":
        return so_many(int(number), "error", tongue)
    return so_many(int(number), "unlawful" if name == "one-sided" else "throw", tongue)


def lesson(code: str, tongue: Tongue) -> tuple[str, str]:
    """Return what a kind of finding means and how it is mended, from its page; nothing without one."""
    head, *sections = HEADING.split(page(code, tongue.language) or "")
    return (head.split("\n\n")[2], sections[1].split("\n\n")[0]) if sections else ("", "")
