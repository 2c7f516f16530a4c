"""The words for what an audit counts: states of files, suspicions, numbers of things."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable

from kotra_notation.archive.audit import figures
from kotra_notation.explained import page
from kotra_notation.words.phrases import n_
from kotra_notation.words.tongues import N_, Tongue

SEVERITIES = {"error": N_("error"), "warning": N_("warning"), "note": N_("note")}

# What the words of the table of files mean, and what is to be done.
STATUSES = {
    "read": N_("Read and checked."),
    "unknown": N_("Unknown file format; `kotra formats` lists the known ones."),
    "container": N_("Several files in one; each is counted separately."),
    "damaged": N_("Damaged, or compressed in an unknown way. Get it again from its source."),
    "too-large": N_("Larger than the limit. Split it, or build with a larger size limit."),
    "too-slow": N_("Checking took longer than the limit. Verify again with a larger time limit."),
    "too-much-memory": N_(
        "Checking took more memory than the limit. Verify again with a larger memory limit."
    ),
    "unreadable": N_("No permission to read it, or a disk error. Check permissions and disk."),
    "vanished": N_("Deleted before it could be read. The next build will notice."),
    "changing": N_("It changed while it was being read. The next build reads it again."),
    "died": N_("The process that checked it crashed. The next build tries again."),
}

HEADING = re.compile(r"\n\n## .+\n\n")
NO_TROUBLE = ("read", "unknown", "container")

# What each suspicion is called, and why it is one.
SUSPICIONS = {
    "dice": (
        N_("Unlikely dice"),
        N_(
            "Fair dice would do this once in a billion matches. Perhaps the rolls were made up, or this "
            "is an exercise."
        ),
    ),
    "results": (
        N_("Results do not follow from the plays"),
        N_("Score, winner or points do not match the games. See kotra check, and the score sheet."),
    ),
    "one-sided": (
        N_("Only one side makes illegal plays"),
        N_("Many illegal plays, all by one side. Perhaps that side's column was read from the wrong end."),
    ),
    "without-throws": (
        N_("No rolls are recorded"),
        N_("A match without a play. Perhaps only its header was saved."),
    ),
    "without-end": (
        N_("Not played to the end"),
        N_("The record stops before the match is over. Perhaps a part is missing."),
    ),
    "same-name": (N_("Both sides have the same name"), N_("One name was probably entered twice.")),
    "without-names": (N_("A name is missing"), N_("Ask who played while somebody still remembers.")),
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
    "lost": n_("{number} play not recovered", "{number} plays not recovered", by="number"),
    "unlawful": n_("{number} illegal play", "{number} illegal plays", by="number"),
    "undated": n_("{number} match has no date.", "{number} matches have no date.", by="number"),
    "unread": n_("{number} file could not be read.", "{number} files could not be read.", by="number"),
    "copy": n_(
        "{number} file is an exact copy of another.",
        "{number} files are exact copies of others.",
        by="number",
    ),
    "mend": n_("{number} file needs fixing.", "{number} files need fixing.", by="number"),
    "gap": n_(
        "{number} more play is unreadable or not recorded; nothing else depends on it.",
        "{number} more plays are unreadable or not recorded; nothing else depends on them.",
        by="number",
    ),
    "again": n_("There is one more copy of it.", "There are {number} more copies of it.", by="number"),
}


SPACE = "\N{NO-BREAK SPACE}"


def whole(number: int) -> str:
    """Return a number with its thousands apart."""
    return f"{number:,}".replace(",", SPACE)


def percent(share: float) -> str:
    """Return a share in percent; 0 and 100 stand for nothing and all alone."""
    hundredths = round(100 * share)
    if share > 0 and hundredths == 0:
        return f"<{SPACE}1{SPACE}%"
    return f"{99 if share < 1 and hundredths == 100 else hundredths}{SPACE}%"


def so_many(number: int, what: str, tongue: Tongue) -> str:
    """Return so many of something, the thousands apart."""
    forms = COUNTED[what]
    return tongue.count(forms.one, forms.many, number, number=whole(number))


def lead(audit: figures.Audit, tongue: Tongue) -> list[str]:
    """Return the first sentences: how much there is, and in what state."""
    totals = audit.totals
    nouns = {"files": "file", "matches": "match", "turns": "throw"}
    nouns |= {"errors": "error", "warnings": "warning", "notes": "note", "lost": "lost"}
    facts = {name: so_many(getattr(totals, name), noun, tongue) for name, noun in nouns.items()}
    sentences = [
        tongue.say("{files}, {matches}, {turns}.", **facts),
        tongue.say("{errors}, {warnings}, {notes}; {lost}.", **facts),
    ]
    unread = sum(status.files for status in audit.statuses if status.status not in NO_TROUBLE)
    if unread:
        sentences.append(so_many(unread, "unread", tongue))
    if totals.copies:
        sentences.append(so_many(totals.copies, "copy", tongue))
    return sentences


def gain(audit: figures.Audit, tongue: Tongue) -> str:
    """Return how many files are to be mended, and the share of all that the first of them hold."""
    mending = audit.mending
    if not mending.files:
        return tongue.say("There is nothing to fix.")
    sentence = so_many(mending.files, "mend", tongue)
    listed = [share for share in mending.shares if share.files <= len(mending.first)]
    if not listed or listed[-1].files == mending.files:
        return sentence
    share = tongue.count(
        "The first file holds {share} of what needs fixing.",
        "The first {number} files hold {share} of what needs fixing.",
        listed[-1].files,
        share=percent(listed[-1].share),
    )
    return f"{sentence} {share}"


def reasons(mend: figures.Mend, tongue: Tongue, path_text: Callable[[str], str]) -> list[str]:
    """Return why a file is to be mended, and where to begin; `path_text` makes a path fit for a sentence."""
    sentences = []
    if mend.unsure:
        sentences.append(
            tongue.count(
                "{number} of {turns} plays cannot be recovered, since the position is uncertain there.",
                "{number} of {turns} plays cannot be recovered, since the position is uncertain there.",
                mend.unsure,
                number=whole(mend.unsure),
                turns=whole(mend.turns),
            )
        )
    if mend.errors and mend.touched and mend.games > 1:
        sentences.append(
            tongue.say(
                "{errors}, in {touched} of {games}.",
                errors=so_many(mend.errors, "error", tongue),
                touched=whole(mend.touched),
                games=so_many(mend.games, "game", tongue),
            )
        )
    else:
        worst = (("error", mend.errors), ("warning", mend.warnings), ("note", mend.notes))
        sentences += [f"{so_many(number, name, tongue)}." for name, number in worst if number][:1]
    where = mend.knot and place_text(mend.knot.place, mend.matches, tongue)
    if mend.knot and where:
        sentences.append(_where_to_begin(mend, mend.knot, where, tongue))
    gaps = mend.lost - mend.unsure
    if gaps and mend.weight:
        sentences.append(so_many(gaps, "gap", tongue))
    if mend.copies:
        sentences.append(so_many(mend.copies, "again", tongue))
    if mend.container:
        file = path_text(mend.container)
        sentences.append(tongue.say("It is inside {file}: unpack that first.", file=file))
    return sentences


def _where_to_begin(mend: figures.Mend, knot: figures.Knot, place: str, tongue: Tongue) -> str:
    """Return where to begin in a file, and what hangs on that."""
    facts = {"code": knot.place.code, "place": place}
    if knot.lost > 1 and knot.lost == mend.unsure:
        return tongue.say(
            "One error explains all of this: all plays that cannot be recovered come after {code}, {place}.",
            **facts,
        )
    if knot.lost > 1 and knot.lost >= mend.unsure / 2:
        return tongue.say(
            "One error explains most of this: {number} plays that cannot be recovered come after {code}, "
            "{place}.",
            number=whole(knot.lost),
            **facts,
        )
    if knot.lost:
        return tongue.count(
            "Start with {code}, {place}: {number} play after it cannot be recovered.",
            "Start with {code}, {place}: {number} plays after it cannot be recovered.",
            knot.lost,
            number=whole(knot.lost),
            **facts,
        )
    if not mend.unsure and (mend.errors or mend.warnings or mend.notes) == 1:
        return tongue.say("It is {code}, {place}.", **facts)
    if knot.errors > 2 and knot.errors > mend.errors / 2 and knot.place.game:
        return tongue.say(
            "{number} of the errors are in one game, perhaps all from one mistake: {code}, {place}.",
            number=whole(knot.errors),
            **facts,
        )
    return tongue.say("Start with {code}, {place}.", **facts)


def place_text(place: figures.FindingPlace, matches: int, tongue: Tongue) -> str:
    """Return the line of a finding, and match, game and turn as far as they are known."""
    parts = (
        (N_("line {number}"), place.line),
        (N_("match {number}"), place.match if matches > 1 else None),
        (N_("game {number}"), place.game),
        (N_("turn {number}"), place.turn),
    )
    return ", ".join(tongue.say(text, number=number) for text, number in parts if number)


def commands(mend: figures.Mend, path_typed: Callable[[str], str]) -> list[tuple[str, str]]:
    """Return commands with their arguments: a fix where plays are in doubt, else a check; then the help.

    `path_typed` makes of a path how it is named where the command is typed.
    """
    path = path_typed(mend.path)
    path = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in path)
    if path.startswith("-"):  # it would be taken for an option
        path = f"./{path}"
    by_plays = mend.unsure or any(code.startswith("P") for code, _ in mend.codes)
    lines = [("kotra fix" if by_plays else "kotra check", shlex.quote(path))]
    code = mend.knot.place.code if mend.knot else mend.codes[0][0] if mend.codes else ""
    return [*lines, ("kotra explain", code)] if code else lines


def describe_suspicion(suspicion: figures.Suspicion, tongue: Tongue) -> tuple[str, str]:
    """Return the title of a suspicion, and why it is one."""
    title, meaning = SUSPICIONS[suspicion.name]
    return tongue.say(title), tongue.say(meaning)


def amount(name: str, number: float | None, tongue: Tongue) -> str:
    """Return the amount of what is suspected in a match, where that can be counted."""
    if number is None:
        return ""
    if name == "results":
        return so_many(int(number), "error", tongue)
    return so_many(int(number), "unlawful" if name == "one-sided" else "throw", tongue)


def named_groups(
    groups: figures.FileGroups, unnamed: str, path_text: Callable[[str], str], tongue: Tongue
) -> list[tuple[str, figures.FileGroup]]:
    """Return the groups that are listed with their names, and all others as one."""
    named = [(path_text(group.name) or unnamed, group) for group in groups.listed]
    if groups.others:
        number = whole(groups.number - len(groups.listed))
        named.append((tongue.say("{number} more", number=number), groups.others))
    return named


def group_cells(group: figures.FileGroup, tongue: Tongue) -> tuple[str, ...]:
    """Return the numbers of a group as text."""
    numbers = (group.files, group.turns, group.lost, group.errors, group.warnings)
    return (*map(whole, numbers), tongue.number(group.errors_a_thousand, 2))


def lesson(code: str, tongue: Tongue) -> tuple[str, str]:
    """Return the meaning of a kind of finding and how it is mended, from its page; nothing without one."""
    head, *sections = HEADING.split(page(code, tongue.language) or "")
    return (head.split("\n\n")[2], sections[1].split("\n\n")[0]) if sections else ("", "")
