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
# Said to those who want ratings of players.
RATING = "kotra standings day/ -o day.csv, for a program that rates (kotra has no Elo; kotra stats: PR)"
# Said to those who want to know who plays whom.
DRAW = "kotra standings day/ after the round (kotra makes no draw and no pairings)"
# Words that people try, and the command to use.
POINTERS = {
    "anki": "kotra quiz -o cards.apkg",
    "annotate": "kotra analyse",
    "ask": "kotra archive ask",
    "audit": "kotra archive audit",
    "backup": "kotra fix --in-place, which keeps the old file as FILE.orig",
    "blame": "kotra diff",
    "blunders": "kotra stats match.kotra --errors 10",
    "bracket": DRAW,
    "cat": "kotra show FILE",
    "combine": "kotra merge",
    "compare": "kotra diff",
    "concat": "kotra merge",
    "count": "kotra check day/ --summary",
    "crosstable": "kotra standings day/",
    "csv": "kotra check day/ -o day.csv",
    "cube": "kotra best POSITION",
    "dedup": "kotra same",
    "dedupe": "kotra same",
    "define": "kotra explain",
    "delete": "kotra archive build, which leaves out files that are gone",
    "demo": "kotra desk",
    "diagram": "kotra board",
    "double": "kotra best POSITION",
    "draw": f"kotra board for a picture, or {DRAW}",
    "duplicates": "kotra same",
    "elo": RATING,
    "embed": "kotra report match.mat --embed",
    "epc": "kotra best POSITION, or kotra explain epc",
    "equity": "kotra best POSITION",
    "errors": "kotra stats match.kotra --errors 10",
    "eval": "kotra best",
    "evaluate": "kotra best",
    "examples": "kotra check --help (the help of each command has an example)",
    "export": "kotra convert, or kotra archive export DIR FOLDER --to csv",
    "feed": "kotra site day/ -o site/ --address URL",
    "find": "kotra archive find",
    "flashcards": "kotra quiz -o cards.apkg",
    "flip": "kotra edit FILE --swap",
    "gif": "kotra board FILE --all -o boards/",
    "glossary": "kotra explain",
    "grep": "kotra archive find",
    "gui": "kotra desk",
    "guide": "kotra check FILE (kotra --help lists the other commands)",
    "h2h": "kotra archive page DIR --player NAME",
    "head-to-head": "kotra archive page DIR --player NAME",
    "hint": "kotra best",
    "html": "kotra report match.mat",
    "identify": "kotra formats --why FILE",
    "image": "kotra board POSITION -o board.svg",
    "import": "kotra convert FILE NEW.kotra, or kotra archive build day/ -o archive",
    "index": "kotra site day/ -o site/",
    "info": "kotra check FILE, or kotra archive audit DIR",
    "join": "kotra merge",
    "json": "kotra convert FILE FILE.json",
    "knockout": DRAW,
    "learn": "kotra quiz match.kotra -o quiz.html",
    "levels": "kotra analyse --help",
    "list": "kotra check day/ --summary",
    "log": "kotra show FILE",
    "ls": "kotra check day/ --summary",
    "luck": "kotra stats match.kotra",
    "man": "kotra check --help (the help of a command)",
    "meet": "kotra archive ask DIR matches --player NAME",
    "move": "kotra best POSITION DICE",
    "moves": "kotra legal POSITION DICE",
    "names": 'kotra edit FILE --rename "OLD=NEW"',
    "new": "kotra desk",
    "notation": "kotra formats",
    "notations": "kotra formats",
    "ocr": "kotra desk (kotra reads text, not pictures)",
    "opening": "kotra best start 31, or kotra best start all",
    "openings": "kotra best start all",
    "pair": DRAW,
    "pairing": DRAW,
    "pairings": DRAW,
    "pdf": "kotra report match.mat -o match.pdf",
    "picture": "kotra board POSITION -o board.svg",
    "pip": "kotra board POSITION",
    "pipcount": "kotra board POSITION",
    "pips": "kotra board POSITION",
    "play": "kotra desk",
    "players": "kotra stats day/",
    "png": "kotra board POSITION -o board.png",
    "position": "kotra board POSITION",
    "pr": "kotra stats match.kotra",
    "practice": "kotra quiz match.kotra -o quiz.html",
    "print": "kotra report match.mat -o match.pdf",
    "probe": "kotra formats --why FILE",
    "publish": "kotra report match.mat, or kotra site day/ -o site/",
    "puzzle": "kotra quiz match.kotra -o quiz.html",
    "query": "kotra archive query",
    "race": "kotra best POSITION, or kotra explain epc",
    "ranking": "kotra standings day/",
    "rate": "kotra stats match.kotra",
    "rating": RATING,
    "ratings": RATING,
    "redact": "kotra anonymize",
    "rename": 'kotra edit FILE --rename "OLD=NEW"',
    "results": "kotra check day/ --summary",
    "review": "kotra analyse",
    "roll": "kotra best POSITION DICE",
    "rollout": "kotra best POSITION DICE --rollout 1296",
    "rss": "kotra site day/ -o site/ --address URL",
    "schedule": DRAW,
    "score": "kotra check FILE --summary",
    "search": "kotra archive find",
    "serve": "kotra desk",
    "settings": "kotra config",
    "split": "kotra convert FILE FOLDER --split",
    "sql": "kotra archive query",
    "status": "kotra check day/ --summary",
    "summary": "kotra check day/ --summary",
    "svg": "kotra board POSITION -o board.svg",
    "swap": "kotra edit FILE --swap",
    "swiss": DRAW,
    "table": "kotra standings day/",
    "tables": "kotra archive build day/ -o archive, then kotra archive export archive tables/ --to csv",
    "takepoint": "kotra met 3 5",
    "themes": "kotra board --help",
    "timetable": DRAW,
    "tournament": "kotra standings day/",
    "train": "kotra quiz match.kotra -o quiz.html",
    "transcribe": "kotra desk",
    "trend": "kotra site day/ -o site/, whose player pages have the PR of each match",
    "tutorial": "kotra check FILE (kotra --help lists the other commands)",
    "undo": "kotra fix --in-place, which keeps the old file as FILE.orig",
    "web": "kotra site day/ -o site/",
    "website": "kotra site day/ -o site/",
    "what": "kotra explain",
    "winner": "kotra standings day/",
    "write": "kotra desk",
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
    if word == "help" and rest and rest[0] not in {*COMMANDS, *OTHERWISE, *POINTERS} and rest[0][0] != "-":
        return [*before, "explain", " ".join(rest)]
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
