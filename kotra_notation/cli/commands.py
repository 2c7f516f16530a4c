"""The commands of `kotra`, as `--help` lists them, and what its first word may be beside one of them."""

from __future__ import annotations

import os

from kotra_notation.words.tongues import N_

# Each group by its name; each command with the first paragraph of its own help, so that to list them none is
# loaded, and to run one no other.
GROUPS = {
    N_("Check and fix"): {
        "check": "Check match files for illegal plays, cube and score errors.",
        "fix": "Find and fix transcription errors.",
        "edit": "Change the players' names, the event or the date of records.",
        "watch": "Check files as they arrive in a folder.",
        "standings": "Show the standings and the cross table of a tournament.",
        "desk": "Open the desk in your browser: check, fix, write and play.",
        "lsp": "Run the language server for editors: findings as you type.",
    },
    N_("Analyse"): {
        "analyse": "Analyse a match: errors of every decision, luck of every roll.",
        "stats": "Show error rates and luck of an analysed match.",
        "best": "Show the best plays of a roll, or the best cube action.",
        "met": "Show match-winning chances and take points at a score.",
        "quiz": "Make a quiz from the worst errors of analysed matches.",
        "selfplay": "Simulate games of old kotra and report how they end.",
    },
    N_("Publish"): {
        "report": "Publish a match as a single HTML page.",
        "site": "Publish many matches as a website, with an index and a feed.",
        "show": "Print a match turn by turn, or the position at one turn.",
        "board": "Draw a position of backgammon or of old kotra.",
    },
    N_("Convert, compare, collect"): {
        "convert": "Convert records to another notation and report what is lost.",
        "diff": "Compare two records of a match, in any notation.",
        "merge": "Merge several recordings of a match into one record.",
        "same": "Find records of the same match, and show how they differ.",
        "anonymize": "Replace the players' names and remove personal details.",
        "archive": "Store many matches as tables: query, audit, fix, publish.",
    },
    N_("Look up"): {
        "explain": "Explain a finding, a rule, or a word.",
        "legal": "List the legal plays of a roll.",
        "formats": "List the notations and what each can hold.",
        "rules": "List the rule sets, also of old kotra, the old Icelandic game.",
        "config": "Show the settings that apply here.",
    },
}
COMMANDS = {name: brief for group in GROUPS.values() for name, brief in group.items()}
# Commands that only the full list shows.
RARE = frozenset({"config", "lsp", "selfplay"})
# What other programs call these.
OTHERWISE = {
    "analyze": "analyse",
    "anonymise": "anonymize",
    "correct": "fix",
    "lint": "check",
    "repair": "fix",
    "self-play": "selfplay",
    "simulate": "selfplay",
    "validate": "check",
    "verify": "check",
    "view": "show",
}
VERSION = ("-V", "version")
LANGUAGE = "--language"
# What made a site before there was a command for it.
INDEX = "--index"


def resolve_words(words: list[str]) -> list[str]:
    """The words of a call with what they stand for: other words for a command, and files without one."""
    at = _first(words)
    before, first, rest = words[:at], words[at : at + 1], words[at + 1 :]
    if not first:
        from kotra_notation.cli.streams import stdin_is_piped

        return [*words, "check"] if stdin_is_piped() else words
    [word] = first
    word = OTHERWISE.get(word, word)
    if word == "report" and INDEX in rest:
        return [*before, "site", *(other for other in rest if other != INDEX)]
    if word in VERSION:
        return [*before, "--version"]
    if word == "help":
        from kotra_notation.cli.elsewhere import pointers

        known = not rest or rest[0][0] == "-" or rest[0] in {*COMMANDS, *OTHERWISE, *pointers("words")}
        return [*before, *rest, "--help"] if known else [*before, "explain", " ".join(rest)]
    if word not in COMMANDS and _is_path(word):
        return [*before, "check", *words[at:]]
    return [*before, word, *rest]


def bare_path(words: list[str]) -> str:
    """Return the first word where it is a file or folder of a bare name, with another word behind it.

    Somebody may have meant a command, so it is said that it is checked.
    """
    at = _first(words)
    word = words[at] if at < len(words) - 1 and not words[at + 1].startswith("-") else ""
    bare = (
        word and word not in COMMANDS and word not in OTHERWISE and not any(sign in word for sign in "./\\")
    )
    return word if bare and _is_path(word) else ""


def _first(words: list[str]) -> int:
    """Return where the first word stands that is not the language to speak."""
    at = 0
    while at < len(words) and words[at].startswith(LANGUAGE):
        at += 1 if "=" in words[at] else 2
    return min(at, len(words))


def _is_path(word: str) -> bool:
    """Return whether a word is the name of a file or a folder, even of one that is not there."""
    return not word.startswith("-") and (any(sign in word for sign in "./\\") or os.path.exists(word))
