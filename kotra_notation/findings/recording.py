"""The kind of a finding; the rows of reading, writing and rules that a record names, and across records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from kotra_notation.values import dataclass
from kotra_notation.words import Plural
from kotra_notation.words.tongues import N_


class Severity(StrEnum):
    """The severity of a finding."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


ERROR, WARNING, NOTE = Severity


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of finding: its permanent code and name, default severity and rule, message and hint.

    `message` and `hint` have the facts of a finding in braces.
    """

    code: str
    name: str
    severity: Severity
    message: str | Plural
    hint: str = ""
    rule: str | None = None


def by_name(kinds: Iterable[Kind]) -> dict[str, Kind]:
    """Return the kinds by name; ValueError where a code or a name is given twice."""
    given = [*kinds]
    for what, words in (("code", [kind.code for kind in given]), ("name", [kind.name for kind in given])):
        if twice := [word for word, times in Counter(words).items() if times > 1]:
            raise ValueError(f"two kinds of finding have the {what} {twice[0]}")
    return {kind.name: kind for kind in given}


# fmt: off
KINDS: tuple[Kind, ...] = (
    # N1xx reading
    Kind("N101", "unknown-format", ERROR, N_("Unknown file format"),
         hint=N_("Check that it is the right file.")),
    Kind("N102", "unreadable-line", ERROR, N_("Cannot read this line: “{written}”"),
         hint=N_("Check for a typo.")),
    Kind("N103", "unreadable-cell", ERROR, N_("Cannot read: “{written}”"),
         hint=N_("Check for a typo; the rest of the line was read.")),
    Kind("N104", "size-limit", ERROR, N_("The file is larger than {limit} bytes"),
         hint=N_("Split the file, or raise the size limit.")),
    Kind("N105", "encoding-doubtful", WARNING, N_("The text is neither UTF-8 nor valid Windows-1252")),
    Kind("N106", "empty-record", WARNING, N_("There is no match in this file"),
         hint=N_("Check whether the file was cut short.")),
    Kind("N107", "number-jump", WARNING, N_("Game {expected} should come here, but this is game {written}"),
         hint=N_("Check for a missing, repeated or misplaced game.")),
    Kind("N108", "length-missing", NOTE, N_("The match length is missing"),
         hint=N_("Add a line such as `7 point match`.")),
    Kind("N109", "control-character", WARNING, N_("The text contains a control character ({written})"),
         hint=N_("Check whether the file was damaged in transfer.")),
    Kind("N110", "unreadable-position", ERROR, N_("Cannot read this position: {why}")),
    Kind("N111", "names-missing", NOTE, N_("The game has no line with the names and the score"),
         hint=N_("Add a line with both names and the score after the game number.")),
    Kind("N112", "file-breaks-off", ERROR, N_("The file ends in the middle of {what}"),
         hint=N_("Get the file again; it was cut short.")),
    Kind("N113", "structure-broken", ERROR, N_("Cannot read this part of the file, {what}: {why}"),
         hint=N_("Get the file again, or export the match again.")),
    Kind("N114", "limit-passed", ERROR, N_("The file is too large to read: {what} exceeds {limit}"),
         hint=N_("Check what the file is; no record is this large.")),
    Kind("N115", "another-game", ERROR, N_("This is {game}, not a match record"),
         hint=N_("Check that it is the right file.")),
    Kind("N116", "witness-disagrees", WARNING, N_("The file contradicts itself: {one}, and {other}"),
         hint=N_("Check both against the recording.")),
    Kind("N117", "package-missing", ERROR, "{why}",
         hint=N_("Install it for the Python that runs kotra, and try again.")),
    Kind("N118", "shorthand-sense", NOTE,
         N_("Points written alone are read as {sense}, which fits the record"),
         hint=N_("State it in the header: `notation: shorthand, landings` or `notation: shorthand, "
                 "sources`.")),
    Kind("N119", "header-near", NOTE, N_("The header “{written}” is not used, but is similar to “{header}”"),
         hint=N_("Correct the header, or rename it.")),
    Kind("N120", "header-unused", WARNING,
         N_("“{written}”: unknown value for a header that sets the rules"),
         hint=N_("Use a known value, or name the rules to use.")),
    Kind("N125", "ruling-unplaced", WARNING,
         N_("No play in this game matches this comment: {written}"),
         hint=N_("Compare its game number, name, dice and play with the turns of the record.")),
    Kind("N126", "no-positions", ERROR, N_("{count} lines in a row are not positions: {written}"),
         hint=N_("Put # before each of them, or name the right format.")),
    Kind("N130", "time-limit-passed", ERROR,
         N_("Processing this file took longer than {limit} seconds, and was stopped"),
         hint=N_("Raise the time limit.")),
    Kind("N131", "program-fault", ERROR,
         N_("Internal error in kotra, not in the file ({fault} in {place})"),
         hint=N_("Please report it, with the file if you can share it.")),
    Kind("N132", "format-mismatch", ERROR, N_("Nothing in this file can be read as {format}"),
         hint=N_("See why with `kotra formats`, or do not name a format.")),
    Kind("N134", "row-number-jump", WARNING, N_("Row {expected} should come here, but this is row {written}"),
         hint=N_("A row may be missing, duplicated or misplaced.")),
    Kind("N135", "head-doubtful", NOTE, N_("The header of the record is doubtful: {what}")),
    Kind("N136", "reading-chosen", NOTE, N_("{what}; {how}")),
    Kind("N137", "study-doubtful", NOTE, N_("An analysis cannot be right: {why}")),
    Kind("N139", "plugin-fault", ERROR, N_("The plug-in {plugin} failed on this match ({why})"),
         hint=N_("Tell the authors of the plug-in.")),
    Kind("N140", "ignore-unused", NOTE,
         N_("This comment ignores {written}, but there is no such finding here"),
         hint=N_("Remove it, or move it after its row, or to the line before.")),
    Kind("N141", "header-twice", WARNING,
         N_("{header} appears twice, with different values: {first}, and {second}"),
         hint=N_("Keep the right one and remove the other.")),
    Kind("N142", "header-late", WARNING,
         N_("This header comes after the start of a game, and is not used: {written}"),
         hint=N_("Put it before the first game, or remove it.")),
    Kind("N143", "names-alike", WARNING, N_("Both players are called {called}"),
         hint=N_("Give each side its own name.")),
    Kind("N144", "rule-outside-header", WARNING,
         N_("“{written}” is not used: rules belong in the header `rules`"),
         hint=N_("Write it as an option there, for example `rules: modern,crawford=off`.")),
    Kind("N145", "format-unread", ERROR, N_("This is a record in {format}, which cannot be read here"),
         hint=N_("Open it in the program that wrote it, and export the match as .mat.")),
    Kind("N146", "hints-left-out", NOTE, N_("From here on there are no suggestions"),
         hint=N_("Fix the earlier findings, or run `kotra fix`, which looks further.")),
    Kind("N147", "video-time-backwards", WARNING,
         N_("The video time {written} is earlier than {earlier}, the one before it"),
         hint=N_("Check both times against the video.")),
    # D5xx rules and options
    Kind("D501", "rules-unknown", ERROR, N_("There is no rule set {written}; known: {known}")),
    Kind("D502", "option-unknown", ERROR, N_("{rules} has no option {option}")),
    Kind("D503", "option-value", ERROR, N_("{option} takes {values}, not {value}")),
    Kind("D504", "rule-inferred", NOTE,
         N_("Only {written} fits the results, though the record does not state it; without it {claim} is "
            "wrong"),
         hint=N_("Write the rules into the record.")),
    Kind("D505", "option-without-effect", WARNING, N_("{option} has no effect here because of {because}")),
    Kind("D506", "rules-changed", NOTE, N_("Checked under {rules} with {written}, as the record says")),
    Kind("D509", "option-twice", WARNING,
         N_("{option} appears a second time, with another value; the last one counts: {written}"),
         hint=N_("Remove one of the two.")),
    Kind("D510", "old-game-unstated", WARNING,
         N_("These are plays of old kotra, though the record does not say so; they are judged by {rules}"),
         hint=N_("Add the line `rules: {rules}` to the header.")),
    # L6xx writing
    Kind("L601", "comment-lost", WARNING, N_("The target cannot store this comment: {written}")),
    Kind("L602", "annotation-lost", WARNING, N_("The target cannot store: {written}")),
    Kind("L603", "header-lost", WARNING, N_("The target cannot store this header: {written}")),
    Kind("L604", "event-lost", WARNING, N_("The target cannot store this: {written}")),
    Kind("L605", "rules-lost", WARNING, N_("The target cannot store these rules: {written}")),
    Kind("L608", "game-not-expressible", ERROR, N_("The target cannot store this game: {written}")),
    Kind("L609", "claim-lost", WARNING, N_("The target cannot store this result: {written}")),
    Kind("L611", "sign-lost", WARNING, N_("{encoding} has no {written}; it is replaced by {instead}")),
    Kind("L612", "fault-hidden", WARNING,
         N_("The converted record no longer shows these findings of the source: {codes}"),
         hint=N_("Fix the source first, for example with `kotra fix`.")),
)
# fmt: on

# What is found across the files of a day, and beside their results.
# fmt: off
ACROSS_KINDS: tuple[Kind, ...] = (
    Kind("N138", "results-line-unread", WARNING, N_("This line of the results is not compared: {why}")),
    Kind("S432", "match-twice", WARNING, N_("{other} is the same match. {how}"),
         hint=N_("Compare them with `kotra same`, and keep one.")),
    Kind("S433", "pairing-twice", NOTE, N_("{one} and {two} also meet in {other}"),
         hint=N_("Check whether they met twice, or one record has wrong names.")),
    Kind("S434", "name-spelt-otherwise", NOTE, N_("{spelling} may be {known}, as in {other}. {how}"),
         hint=N_("If they are one person, use one spelling; the files were not changed.")),
    Kind("S435", "results-contradicted", ERROR,
         N_("{one} – {two}: {results} ({place}) has {claimed}, but the record has {derived}"),
         hint=N_("Check which of them is right.")),
    Kind("S436", "results-line-missing", WARNING, N_("{results} has no line for {one} – {two}, {derived}"),
         hint=N_("Check whether the result was entered, and under these names.")),
    Kind("S437", "record-missing", WARNING, N_("There is no record of {one} – {two}, {claimed}"),
         hint=N_("Check whether it was recorded, and under these names.")),
    Kind("S438", "round-missing", WARNING,
         N_("There is no record of round {round}, in which {number} matches were played"),
         hint=N_("Check whether its records are somewhere else.")),
    Kind("S439", "result-unentered", NOTE,
         N_("There is no result here of {one} – {two}; the record says {derived}")),
    Kind("S440", "round-skipped", NOTE,
         N_("There is no record of round {round}, but this one is of round {later}"),
         hint=N_("Check whether its records are somewhere else.")),
)
# fmt: on
