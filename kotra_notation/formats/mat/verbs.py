"""The words of match text: what begins a cell, in five languages, and slips of the keyboard in them."""

from __future__ import annotations

import re
from functools import lru_cache

LONGEST_WORD = 12

ENGLISH = (
    "doubles", "redoubles", "takes", "accepts", "drops", "passes", "rejects", "beavers", "raccoons",
    "wins", "losses", "loses", "concedes", "resigns",
)  # fmt: skip

# Words of Icelandic, Danish, Swedish and German by the English ones they stand for.
FOREIGN = {
    "Doubles": "tvöfaldar doblar|dobler doblerer fordobler|dubblar fördubblar|doppelt verdoppelt",
    "Redoubles": "endurtvöfaldar|redobler|redubblar|redoppelt",
    "Takes": "tekur þiggur|tager accepterer|tar accepterar antar|nimmt_an nimmt akzeptiert",
    "Drops": "neitar hafnar|passer afslår afviser dropper|passar avböjer avvisar|passt lehnt_ab",
    "Wins": "vinnur|vinder|vinner|gewinnt",
    "Loses": "tapar|taber|förlorar|verliert",
    "Resigns": "gefst_upp|giver_op opgiver|ger_upp|gibt_auf",
}
CANNOT = "getur ekki leikið|kemst ekki|leiklaus|kan ikke (?:flytte|rykke)|kan inte flytta|kann nicht ziehen"
POINTS = "stig|points?|poäng|punkte?n?"
MATCH = "(?:og|och|und) (?:leikinn|keppnina|viðureignina|kampen|matchen|das match|den wettkampf)"

VERBS = {
    word.replace("_", " "): english
    for english, words in FOREIGN.items()
    for word in words.replace("|", " ").split()
}
FOREIGN_VERB = "|".join(sorted(VERBS, key=len, reverse=True))
FOREIGN_RESULT = "|".join(word for word, english in VERBS.items() if english in ("Wins", "Loses"))

# Dice with their colon, and their two numbers parted by a blank or a dash.
DICE = r"[0-9][ \-–−‐‑]?[0-9] *:"

# Dice with a letter for a digit, another sign for the colon, or none before a play.
SLIPPED_DICE = re.compile(r"([1-6lIi|!ZzSsGb])([1-6lIi|!ZzSsGb])(?:[:;.,]|(?=\s+[0-9b])|$)(?=\s|$)")
DICE_BEGIN = re.compile(r"(?=.?[0-9])[^\s/:]{1,2}:")  # dice that cannot be read, with their colon
PLAY_BEGIN = re.compile(r"\S{1,3}\s*:|\S*/")  # what may be meant for dice or a play
FOR_DIGITS = str.maketrans("lIi|!ZzSsGb", "11111225566")

# Where a cell may begin: dice with their colon, a word of the cube or of the end.
CELL = re.compile(
    rf"(?<!\S)(?:{DICE}|(?=[^\W\d])"  # a play begins with none of the words: they are not tried on it
    r"(?:(?:re)?doubles?|takes?|accepts?|drops?|pass(?:es)?|rejects?|beavers?|rac?coons?|"
    r"wins?|losse?s|loses?|lost on|time ?out|forfeits?|concedes?|resign(?:s|ed)?|"
    rf"{FOREIGN_VERB})\b)",
    re.I,
)

_VERB = re.compile(rf"(?:{FOREIGN_VERB})\b", re.I)
_CANNOT = re.compile(rf"({DICE})\s*(?:{CANNOT})\.?$", re.I)
_POINTS = re.compile(rf"\b(?:{POINTS})\b", re.I)
_MATCH = re.compile(rf"\b{MATCH}\b", re.I)


def in_english(text: str) -> str | None:
    """A cell in the words of the notation, None where it has none of another language."""
    if cannot := _CANNOT.match(text):
        return f"{cannot[1]} Cannot Move"
    verb = _VERB.match(text)
    if verb is None:
        return None
    rest = _MATCH.sub("and the match", _POINTS.sub("points", text[verb.end() :]))
    return VERBS[verb[0].lower()] + rest


@lru_cache(maxsize=1000)
def nearest(text: str) -> str:
    """Return the word or the dice that the first word of a cell is a slip of the keyboard for, if any."""
    from difflib import get_close_matches

    first = text.split()[0].lower()
    if (dice := SLIPPED_DICE.match(text)) and (dice[1].isdigit() or dice[2].isdigit()):
        meant = f"{dice[1]}{dice[2]}:".translate(FOR_DIGITS)
        return "" if meant == first else meant
    if not first.isalpha() or len(first) > LONGEST_WORD:
        return ""
    return "".join(get_close_matches(first, ENGLISH, n=1, cutoff=0.7)).capitalize()
