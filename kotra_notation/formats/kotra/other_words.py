"""Other words in `.kotra`: Icelandic headers, what our own pages print, and what people write by hand.

A line or a deed comes here when the grammar has no words for it. Single words, also those of the sources,
stand in `words/terms.toml`. A test reads back what pages print, and what they printed before.
"""

from __future__ import annotations

import re
from functools import cache

from kotra_notation.words.terms import Place, meant_by, read_as

HEADERS = {
    "hvítur": "white", "svartur": "black", "lengd": "length", "reglur": "rules", "reitir": "points",
    "mót": "event", "umferð": "round", "dagur": "date", "dagsetning": "date", "tími": "time",
    "staður": "place", "keppnisstaður": "place", "ritari": "transcriber", "heimild": "source",
    "myndskeið": "video",
}  # fmt: skip
RULED = "Úrskurður"  # before a colon it is no header

LONGEST = 400  # no page prints a longer line

_SEAT = r"(?P<seat>[WBHS]|hvítur|svartur|white|black|weiß|weiss|schwarz)"
_GAME = "(?:game|leikur|spil|partie|parti)"
_VALUE = r"(?P<value>[0-9]{1,9})"
_SCORE = "(?P<score>[0-9.½]+ ?[–:-] ?[0-9.½]+)"
_POINTS = r"(?P<points>[0-9]{0,9}½|[0-9]{1,9})"
_SIZE = "(?P<size>einfalt spil|hálfkotra|kotra)"
_ENGLISH_SIZE = "an? (?P<size>single|gammon|backgammon)(?: game)?"
_SIZES = {"einfalt spil": "single", "hálfkotra": "gammon", "kotra": "backgammon"}
# The signs of numbers and scores, as the notation has them.
_PLAIN = str.maketrans({"½": ".5", "–": "-", ":": "-", " ": None})
# How a game ended is told by what was done.
_HOW = "tvöföldun (?:neitað|hafnað)|uppgjöf|samkomulag|jafntefli|ólokið"

# What a page prints, and the same in the notation; what a page leaves empty is left out.
LINES = tuple(
    (re.compile(printed, re.I), written)
    for printed, written in (
        (rf"{_GAME} ?{_VALUE}(?:[ ,:(]+{_SCORE}\)?)? ?[.:]?", "game {value} {score}"),
        (r"upphafskast (?P<first>[0-9])–(?P<second>[0-9])", "opening {first}-{second}"),
        (rf"{_SEAT} býður uppgjöf(?:: {_SIZE})?", "{seat} resigns {size}"),
        (rf"{_SEAT} samið um {_POINTS} stig", "settled {seat} {points}"),
        (rf"{_SEAT} spilið dæmt tapað(?:: (?P<text>.+))?", "{seat} forfeits game {text}"),
        (rf"{_SEAT} keppnin dæmd töpuð(?:: (?P<text>.+))?", "{seat} forfeits match {text}"),
        (rf"{RULED}: leikurinn stendur", "ruling stood"),
        (rf"{RULED}: leiðrétt í (?P<play>.+)", "ruling corrected {play}"),
        (rf"{RULED}: deilt er um leikinn", "ruling disputed"),
        (r"staða sett upp:? (?P<play>.+)", "setup {play}"),
        (rf"{_SEAT} vinnur {_POINTS} stig \((?:{_HOW})\)", "{seat} wins {points}"),
        (rf"{_SEAT} vinnur {_POINTS} stig \({_SIZE}\)", "{seat} wins {points} by {size}"),
        (rf"{_SEAT} vinnur {_POINTS} stig(?: \((?P<kind>[^()]+)\))?", "{seat} wins {points} by {kind}"),
        (rf"{_SEAT}: (?P<kind>.+), {_POINTS} stig", "{seat} scores {kind} {points}"),
        (rf"{_SEAT} (?:er|verður|ist|wird) (?P<kind>m[oa]r)(?: í [^\W\d_]+)?", "{other} scores {kind}"),
        (r"skýringar eftir: (?P<play>.+)", "annotator: {play}"),
        (rf"{_SEAT} resign(?:s|ed)? {_ENGLISH_SIZE}", "{seat} resigns {size}"),
        (rf"{_SEAT} w(?:ins|on) {_ENGLISH_SIZE}", "{seat} wins by {size}"),
        (rf"{_VALUE}[ -]points? match", "length: {value}"),
        (rf"match to {_VALUE}(?: points?)?", "length: {value}"),
        (r"(?P<key>white|black|length|rules|event|date|round|place)\s*=\s*(?P<play>.+)", "{key}: {play}"),
    )
)
DEEDS = (
    (re.compile(r"ólöglegur leikur(?=\s*\[)", re.I), "illegal"),
    (re.compile(r"leikur ráðinn af stöðunni(?=\s*\[)", re.I), "reaches"),
    (re.compile(r",\s+hálfur vinningur(?!\w)", re.I), " half"),
)
# Plays as books print them: `8-5, 6-5`.
BOOKS = (
    (re.compile(r"(?<![\w/-])(bar|[0-9]{1,2})-(off|[0-9]{1,2})(?![\w-])", re.I), r"\1/\2"),
    (re.compile(r"(?<=[\w*)])\s*[,;]\s*(?=(?:bar|[0-9]{1,2}|[a-x])/)", re.I), " "),
)


def header(key: str) -> str:
    """The key of a header as the notation names it; pages begin it with a capital letter."""
    return HEADERS.get(key[:1].lower() + key[1:], key)


def line(text: str) -> str | None:
    """Return a line as the notation writes it, or None."""
    if len(text) > LONGEST:
        return None
    plain = text.rstrip(".")
    for printed, written in LINES:
        if match := printed.fullmatch(plain):
            words = {name: _value_text(name, value or "") for name, value in match.groupdict().items()}
            if "seat" in words:
                words["other"] = "W" if words["seat"][0].upper() in "BS" else "B"
            return " ".join(written.format_map(words).split()).removesuffix(" by")
    if match := words_of_sources().fullmatch(plain):
        meant = meant_by(match["words"], "line")
        return _small(" ".join(filter(None, (match["seat"], meant, match["rest"].strip()))))
    return _small(plain) if _small(plain) != text else None


def _small(text: str) -> str:
    """Return a line in small letters, unless it quotes somebody."""
    return text if '"' in text else text.lower()


@cache
def words_of_sources() -> re.Pattern[str]:
    """A line that begins with such words, behind its side if it has one."""
    return re.compile(rf"(?:{_SEAT}\s+)?(?P<words>{_any_of('line')})(?![\w:])(?P<rest>.*)", re.I)


@cache
def deeds_of_sources() -> re.Pattern[str]:
    """Such words behind the colon of a turn."""
    return re.compile(rf"(?:{_any_of('deed')})(?!\w)", re.I)


def _any_of(where: Place) -> str:
    return "|".join(sorted(map(re.escape, read_as(where)), key=len, reverse=True))


def deed(text: str) -> str | None:
    """Return a deed in other words as the notation writes it, None if the words are unknown."""
    written = text
    if match := deeds_of_sources().match(text):
        written = f"{meant_by(match[0], 'deed')}{text[match.end() :]}"
    for printed, word in (*DEEDS, *BOOKS):
        written = printed.sub(word, written)
    return None if written == text else written


def _value_text(name: str, value: str) -> str:
    match name:
        case "size":
            return _SIZES.get(value.lower(), value.lower())
        case "points" | "score":
            return re.sub("(?<![0-9])½", "0.5", value).translate(_PLAIN)
        case "text" | "kind" if value and (name == "text" or not value.replace(" ", "").isalpha()):
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case _:
            return value
