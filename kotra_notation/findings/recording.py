"""The rows of what is found in reading and writing, of the rules that a record names, and across records."""

from __future__ import annotations

from kotra_notation.findings.kind import Row
from kotra_notation.words.tongues import N_

ROWS: dict[str, Row] = {
    # N1xx reading
    "N101 unknown-format error": (
        N_("This is not a record in any known format ({known})"),
        N_("Check that it is the right file."),
    ),
    "N102 unreadable-line error": (
        N_("This line cannot be read: {written}"),
        N_("Look for a slip of the keyboard, or put a remark behind a semicolon."),
    ),
    "N103 unreadable-cell error": (
        N_("This cannot be read: {written}"),
        N_("Look for a slip of the keyboard; the rest of the line is read."),
    ),
    "N104 size-limit error": (
        N_("The file is larger than {limit} bytes"),
        N_("Split the file, or give a larger --max-size."),
    ),
    "N105 encoding-doubtful warning": N_("The text is neither UTF-8 nor wholly Windows-1252"),
    "N106 empty-record warning": (
        N_("There is no match in this file"),
        N_("See whether the file was cut short."),
    ),
    "N107 number-jump warning": (
        N_("This is game {written}, and game {expected} was to come"),
        N_("See whether a game is missing before this one."),
    ),
    "N108 length-missing note": (
        N_("The record does not say how long the match is"),
        N_("Add a line such as `7 point match`."),
    ),
    "N109 control-character warning": (
        N_("The text holds a control character ({written})"),
        N_("See whether the file was damaged in transfer."),
    ),
    "N110 unreadable-position error": N_("This position cannot be read: {why}"),
    "N111 names-missing note": (
        N_("The game has no line with the names and the score"),
        N_("Add the line with both names and the score behind the game's number."),
    ),
    "N112 file-breaks-off error": (
        N_("The file ends in the middle of {what}"),
        N_("Fetch the file again; it was cut short."),
    ),
    "N113 structure-broken error": (
        N_("This part of the file cannot be read, {what}: {why}"),
        N_("Fetch the file again, or export the match anew."),
    ),
    "N114 limit-passed error": (
        N_("The file holds more than it may: {what} goes beyond {limit}"),
        N_("See whether the file is what it is called; no record is as large."),
    ),
    "N115 another-game error": (
        N_("This is {game}, not a record of kotra"),
        N_("See whether it is the right file."),
    ),
    "N116 witness-disagrees warning": (
        N_("The file contradicts itself: {one}, and {other}"),
        N_("Compare both with the recording."),
    ),
    "N117 package-missing error": ("{why}", N_("Install it where this program is installed, and try again.")),
    "N118 shorthand-sense note": (
        N_("Points that stand alone are read as {sense}, which the record fits"),
        N_("Say so in the header: `notation: shorthand, landings` or `notation: shorthand, sources`."),
    ),
    "N119 header-near note": (
        N_("The header “{written}” is near “{header}”, and is not used"),
        N_("Spell the header as it is meant, or give it another name."),
    ),
    "N120 header-unused warning": (
        N_("“{written}”: this header says how to judge, and its value is not one that is known"),
        N_("Write a value that is known, or name the rules with --rules."),
    ),
    "N125 ruling-unplaced warning": (
        N_("No play of this game is written as this remark has it: {written}"),
        N_("Compare the number of the game, the name, the dice and the play with the record."),
    ),
    "N126 no-positions error": (
        N_("{count} lines one after the other are no positions: {written}"),
        N_("Put # before each of them, or name the format with --from if it is another."),
    ),
    "N130 time-limit-passed error": (
        N_("The work on this file took longer than {limit} seconds, and was ended"),
        N_("Give a larger --time-limit."),
    ),
    "N131 program-fault error": (
        N_("A fault of kotra, not of the record, ended the work on it ({fault} in {place})"),
        N_("Please report it, with the file if you may."),
    ),
    "N132 format-mismatch error": (
        N_("Nothing in this file can be read as {format}"),
        N_("See what it is with `kotra formats --why FILE`, or leave --from out."),
    ),
    "N134 row-number-jump warning": (
        N_("This is row {written}, and row {expected} was to come"),
        N_("See whether a row is missing here, stands twice, or in another place."),
    ),
    "N135 head-doubtful note": N_("The head of the record is doubtful: {what}"),
    "N136 reading-chosen note": N_("{what}; {how}"),
    "N137 study-doubtful note": N_("An analysis cannot be right: {why}"),
    "N139 plugin-fault error": (
        N_("The plug-in {plugin} failed on this match ({why})"),
        N_("Tell those who wrote the plug-in."),
    ),
    "N140 ignore-unused note": (
        N_("This comment ignores {written}, and there is none where it stands"),
        N_("Take it out, or put it behind the row it is of, or on the line before."),
    ),
    "N141 header-twice warning": (
        N_("{header} stands twice, with different values: {first}, and {second}"),
        N_("Keep the one that is right, and take the other out."),
    ),
    "N142 header-late warning": (
        N_("This header stands behind the beginning of a game, and is not used: {written}"),
        N_("Put it before the first game, or take it out."),
    ),
    "N143 names-alike warning": (
        N_("Both players are called {called}"),
        N_("Give each side its own name."),
    ),
    "N144 rule-outside-header warning": (
        N_("“{written}” is not used: rules stand in the header `rules`"),
        N_("Write it as an option there, for instance `rules: modern,crawford=off`."),
    ),
    "N145 format-unread error": (
        N_("This is a record in {format}, which cannot be read here"),
        N_("Open it in the program that wrote it, and export the match as .mat."),
    ),
    "N146 hints-left-out note": (
        N_("What was meant is not looked for from here on"),
        N_("Fix what is found before this, or run `kotra fix`, which looks further."),
    ),
    # D5xx rules and options
    "D501 rules-unknown error": N_("There is no rule set {written}; known: {known}"),
    "D502 option-unknown error": N_("{rules} has no option {option}"),
    "D503 option-value error": N_("{option} takes {values}, not {value}"),
    "D504 rule-inferred note": (
        N_("The record does not name it, and only {written} fits its results; without it {claim} is wrong"),
        N_("Write the rules into the record, so that there is no doubt."),
    ),
    "D505 option-without-effect warning": N_("{option} has no effect here because of {because}"),
    "D506 rules-changed note": N_("Judged by {rules} with {written}, as the record says"),
    "D509 option-twice warning": (
        N_("{option} stands here a second time, with another value; the last counts: {written}"),
        N_("Remove one of the two."),
    ),
    # L6xx writing
    "L601 comment-lost warning": N_("The target has no place for this comment: {written}"),
    "L602 annotation-lost warning": N_("The target has no place for this annotation: {written}"),
    "L603 header-lost warning": N_("The target has no place for this header: {written}"),
    "L604 event-lost warning": N_("The target has no place for this: {written}"),
    "L605 rules-lost warning": N_("The target cannot name these rules: {written}"),
    "L608 game-not-expressible error": N_("The target cannot hold this game: {written}"),
    "L609 claim-lost warning": N_("The target cannot write this result: {written}"),
    "L611 sign-lost warning": N_("{encoding} has no {written}; {instead} is written for it"),
    "L612 fault-hidden warning": (
        N_("The written record no longer shows what was found in this one: {codes}"),
        N_("Fix the source first, for instance with `kotra fix`."),
    ),
}

# What is found across the files of a day, and beside their results.
ACROSS_ROWS: dict[str, Row] = {
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
