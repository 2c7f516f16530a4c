"""Icelandic in `.kotra`: the keys of headers, and what our own pages print, in the words of the notation.

A line or a deed comes here when the grammar has no words for it. A test reads back what pages print, and what
they printed before.
"""

from __future__ import annotations

import re

HEADERS = {
    "hvítur": "white",
    "svartur": "black",
    "lengd": "length",
    "reglur": "rules",
    "reitir": "points",
    "mót": "event",
    "umferð": "round",
    "dagur": "date",
    "dagsetning": "date",
    "tími": "time",
    "staður": "place",
    "keppnisstaður": "place",
    "ritari": "transcriber",
    "heimild": "source",
    "myndskeið": "video",
}
RULED = "Úrskurður"  # before a colon it is no header

LONGEST = 400  # no page prints a longer line

_SEAT = r"(?P<seat>[WBHS]|hvítur|svartur)"
_VALUE = r"(?P<value>[0-9]{1,9})"
_POINTS = r"(?P<points>[0-9]{0,9}½|[0-9]{1,9})"
_DICE = "(?: (?P<dice>[1-6]{2}))?"
_SIZE = "(?P<size>einfalt spil|hálfkotra|kotra)"
_SIZES = {"einfalt spil": "single", "hálfkotra": "gammon", "kotra": "backgammon"}
# How a game ended is told by what was done.
_HOW = "tvöföldun (?:neitað|hafnað)|uppgjöf|samkomulag|jafntefli|ólokið"

# What a page prints, and the same in the notation; what a page leaves empty is left out.
LINES = tuple(
    (re.compile(printed, re.I), written)
    for printed, written in (
        (r"spil (?P<value>[0-9]{1,9})(?:, ?(?P<score>[0-9.½]+[–-][0-9.½]+))?", "game {value} {score}"),
        (r"upphafskast (?P<first>[0-9])–(?P<second>[0-9])", "opening {first}-{second}"),
        (rf"sjálfkrafa tvöföldun(?: í {_VALUE})?", "auto double {value}"),
        (rf"{_SEAT} (?:endur)?tvöfaldar í {_VALUE}", "{seat} doubles {value}"),
        (rf"{_SEAT} bjór(?: í {_VALUE})?", "{seat} beavers {value}"),
        (rf"{_SEAT} þvottabjörn(?: í {_VALUE})?", "{seat} raccoons {value}"),
        (rf"{_SEAT} (?:þiggur uppgjöfina|samþykkir)", "{seat} accepts"),
        (rf"{_SEAT} hafnar uppgjöfinni", "{seat} refuses"),
        (rf"{_SEAT} býður uppgjöf(?:: {_SIZE})?", "{seat} resigns {size}"),
        (rf"{_SEAT} samið um {_POINTS} stig", "settled {seat} {points}"),
        (rf"{_SEAT} spilið dæmt tapað(?:: (?P<text>.+))?", "{seat} forfeits game {text}"),
        (rf"{_SEAT} keppnin dæmd töpuð(?:: (?P<text>.+))?", "{seat} forfeits match {text}"),
        ("jafntefli", "draw"),
        (
            rf"{_SEAT} kast ógilt: teningur liggur skakkt{_DICE}",
            "{seat} void cocked {dice}",
        ),
        (rf"{_SEAT} kast ógilt: kastað of snemma{_DICE}", "{seat} void premature {dice}"),
        (rf"{RULED}: leikurinn stendur", "ruling stood"),
        (rf"{RULED}: leiðrétt í (?P<play>.+)", "ruling corrected {play}"),
        (rf"{RULED}: deilt er um leikinn", "ruling disputed"),
        (r"staða sett upp:? (?P<play>.+)", "setup {play}"),
        (rf"{_SEAT} lokakast", "{seat} last throw"),
        (rf"{_SEAT} vinnur {_POINTS} stig \((?:{_HOW})\)", "{seat} wins {points}"),
        (rf"{_SEAT} vinnur {_POINTS} stig \({_SIZE}\)", "{seat} wins {points} by {size}"),
        (rf"{_SEAT} vinnur {_POINTS} stig(?: \((?P<kind>[^()]+)\))?", "{seat} wins {points} by {kind}"),
        (rf"{_SEAT}: (?P<kind>.+), {_POINTS} stig", "{seat} scores {kind} {points}"),
        (r"skýringar eftir: (?P<play>.+)", "annotator: {play}"),
    )
)
DEEDS = (
    (re.compile(r"ólöglegur leikur(?=\s*\[)", re.I), "illegal"),
    (re.compile(r"leikur ráðinn af stöðunni(?=\s*\[)", re.I), "reaches"),
    (re.compile(r",\s+hálfur vinningur(?!\w)", re.I), " half"),
)


def header(key: str) -> str:
    """The key of a header as the notation names it; pages begin it with a capital letter."""
    return HEADERS.get(key[:1].lower() + key[1:], key)


def line(text: str) -> str | None:
    """A line as the notation writes it, None where it is none that a page prints."""
    for printed, written in LINES if len(text) <= LONGEST else ():
        if found := printed.fullmatch(text):
            said = {name: _written(name, value or "") for name, value in found.groupdict().items()}
            return " ".join(written.format_map(said).split()).removesuffix(" by")
    return None


def deed(text: str) -> str | None:
    """What was done with the dice as the notation writes it, None where a page has no other words for it."""
    written = text
    for printed, word in DEEDS:
        written = printed.sub(word, written, count=1)
    return None if written == text else written


def _written(name: str, value: str) -> str:
    match name:
        case "size":
            return _SIZES.get(value.lower(), "")
        case "points" | "score":
            return re.sub("(?<![0-9])½", "0.5", value).replace("½", ".5").replace("–", "-")
        case "text" if value:
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case "kind" if value and not value.replace(" ", "").isalpha():
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case _:
            return value
