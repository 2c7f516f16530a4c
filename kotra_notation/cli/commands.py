"""The commands of `kotra`, as `--help` lists them, and what its first word may be beside one of them."""

from __future__ import annotations

import os

from kotra_notation.words.tongues import N_

# Each group by its name and an example; each command with the first paragraph of its own help, so that to
# list them none is loaded, and to run one no other.
GROUPS = {
    (N_("Check and fix"), "kotra check match.mat day/"): {
        "check": "Check match files for illegal plays, cube and score errors.",
        "watch": "Check files as they arrive in a folder; write a result beside each, or run a command.",
        "fix": "Find impossible plays, suggest what was meant, and fix the file.",
    },
    (N_("Analyse"), "kotra analyse match.mat -o match.kotra"): {
        "analyse": "Analyse a match and save it with equities, errors and luck.",
        "stats": "Show error rates and luck of an analysed match.",
        "best": "Print the best plays of a roll with their equities; without dice, the best cube action.",
        "met": "Show match-winning chances and take points at a score.",
        "selfplay": "Simulate games of old kotra and report how they end.",
        "quiz": "Make a quiz from the worst errors of analysed matches.",
    },
    (N_("Publish"), "kotra report match.mat -o match.html"): {
        "report": "Publish a match as a single HTML page.",
        "show": "Print a match turn by turn, or the position at one turn.",
        "board": "Draw a position of either game.",
    },
    (N_("Convert, compare, merge"), "kotra convert match.mat match.sgf"): {
        "convert": "Convert records to another notation, and report everything that would be lost.",
        "diff": "Compare two records of a match, in any notation, side by side.",
        "merge": "Merge several recordings of a match into one record.",
        "same": "Find records of the same match, and show how they differ.",
        "anonymize": "Call the players A and B everywhere, also in comments; remove ratings, places, ids "
        "and other people.",
    },
    (N_("Write, fix and play"), "kotra desk day/"): {
        "desk": "Open a page in the browser: check and fix records, write them, play, and look into an "
        "archive.",
        "lsp": "Serve an editor on standard input and output: findings as you type, boards, completion, "
        "fixes.",
    },
    (N_("Look up"), "kotra explain P203"): {
        "explain": "Explain a finding and how to fix it, a rule, or a word.",
        "legal": "Print every legal play of a roll, one for each resulting position.",
        "config": "Show the settings that apply here: kotra.toml, or [tool.kotra] of pyproject.toml.",
        "formats": "List the notations: which can be read and written, their dialects, and what each can "
        "hold.",
        "rules": "List the rule sets, or the options of one with values, meaning and rule.",
    },
    (N_("Keep thousands of matches"), "kotra archive build matches/ -o archive"): {
        "archive": "Keep many files as tables: check them, query them, fix and publish them."
    },
}
COMMANDS = {name: brief for group in GROUPS.values() for name, brief in group.items()}
# What other programs call these.
OTHERWISE = {
    "analyze": "analyse",
    "anonymise": "anonymize",
    "lint": "check",
    "self-play": "selfplay",
    "simulate": "selfplay",
    "validate": "check",
    "view": "show",
}
VERSION = ("-V", "version")
LANGUAGE = "--language"


def resolve_words(words: list[str]) -> list[str]:
    """The words of a call with what they stand for: other words for a command, and files without one."""
    at = _first(words)
    before, first, rest = words[:at], words[at : at + 1], words[at + 1 :]
    if not first:
        from kotra_notation.cli.streams import stdin_is_piped

        return [*words, "check"] if stdin_is_piped() else words
    [word] = first
    word = OTHERWISE.get(word, word)
    if word in VERSION:
        return [*before, "--version"]
    if word == "help":
        return [*before, *rest, "--help"]
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
