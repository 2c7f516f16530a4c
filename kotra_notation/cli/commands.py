"""The commands of `kotra`, as `--help` lists them, and what its first word may be beside one of them."""

from __future__ import annotations

import os

from kotra_notation.words.tongues import N_

# Each group by its name and an example; each command with the first paragraph of its own help, so that to
# list them none is loaded, and to run one no other.
GROUPS = {
    (N_("Check and fix"), "kotra check match.mat day/"): {
        "check": "Read and replay records, and say what is wrong: where, by which rule, and what was "
        "probably meant.",
        "watch": "Check files as they arrive in a folder, and write the result beside each, or run a "
        "command.",
        "fix": "Say what was most probably played where a record cannot be right, and fix it.",
    },
    (N_("Say how well it was played"), "kotra analyse match.mat -o match.kotra"): {
        "analyse": "Write a match with what the engine says of it: of every roll and cube what it was "
        "worth, and the luck.",
        "stats": "Show how well a match was played, by the evaluations in its record: errors, luck, "
        "rates, levels.",
        "best": "Print the plays of a roll, best first, with what each is worth; without dice, what "
        "to do with the cube.",
        "met": "Say how likely a match is won at a score, and from where doubles are taken and passed there.",
        "selfplay": "Let the engine play old kotra against itself, and count how games end and what throws "
        "are worth.",
        "quiz": "Ask the dearest errors of records that bring an analysis: plays, doubles and takes, "
        "each once.",
    },
    (N_("Publish"), "kotra report match.mat -o match.html"): {
        "report": "Make one self-contained page of a match: score sheet, turns, a board, findings, charts.",
        "show": "Show the turns of a match in two columns, or the board before one of them with all that "
        "is said of it.",
        "board": "Draw a position of either game.",
    },
    (N_("Convert, compare, make one of several"), "kotra convert match.mat match.sgf"): {
        "convert": "Write records in another notation, and name everything that notation could not hold.",
        "diff": "Compare two records of a match, in any notations: games and turns that belong "
        "together side by side.",
        "merge": "Make one record of a match out of several recordings of it.",
        "same": "Find the records that are of the same match, and say in what they differ.",
        "anonymize": "Call the players A and B everywhere, in comments too; take out ratings, places, ids "
        "and other persons.",
    },
    (N_("Write, mend and play"), "kotra desk day/"): {
        "desk": "Open a page in the browser: check and mend records, write them, play, and look into an "
        "archive.",
        "lsp": "Serve an editor on standard input and output: findings as you type, boards, completion, "
        "fixes.",
    },
    (N_("Look up"), "kotra explain P203"): {
        "explain": "Print what a finding means, why it matters and how to fix it, or what a rule says "
        "or a word means.",
        "legal": "Print every legal play of a roll, one for each position it can lead to.",
        "config": "Show the settings that hold here: kotra.toml, or [tool.kotra] of pyproject.toml, here "
        "or above.",
        "formats": "List the notations: which are read, which are written, in which dialects, and what "
        "each can hold.",
        "rules": "List the rule sets, or the options of one with their values, meaning and rule.",
    },
    (N_("Keep thousands"), "kotra archive build matches/ -o archive"): {
        "archive": "Keep many files as tables: check them, ask about them, fix and publish them."
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
