"""The words and the numbers of the old Icelandic game: its forms, its awards, its points of note.

*Jan*: more dead men than points to enter on. *Meistari*, *stutti múkur*, *langi múkur*, *rasslangur* (or
*langi hryggur*) and *litli meistari* are forms, exact standings of all fifteen men. *Mor* is added to a
win over a side with a dead man. *Úttekt* is bearing off all men; *aukaköst* are throws after it.
"""

from __future__ import annotations

import re

from kotra_notation import words
from kotra_notation.board import Points, Turning
from kotra_notation.findings import OLD_NOUNS, phrase
from kotra_notation.late import late_pattern
from kotra_notation.rules.marks import FRESH, OTHER_FRESH
from kotra_notation.rules.ruleset import Facts
from kotra_notation.values import dataclass

# Own indexes (25 - own path): where the men begin, the last point of the far side, the seventh, home.
START_POINT, TWELFTH, SEVENTH, QUARTER, HALF = 24, 13, 18, 6, 12

START: Points = (0, *([0] * 11), -15, *([0] * 11), 15, 0)

FACTS = Facts(
    turning=Turning.TWELVE,
    start=START,
    marks=FRESH | OTHER_FRESH,
    cube=False,
    lettered=True,
    forms=True,
    nouns=OLD_NOUNS,
)

# Where all men stand before one is borne off, by `bearoff.zone`; the home board is where they enter.
ZONES = {"quarter": phrase("the exit quarter"), "half": phrase("the near side")}

# The rule that a kind of finding rests on in this game.
CITES: dict[str, str] = {
    "die-not-thrown": "FORN-DICE-3",
    "no-man-there": "FORN-MOVE-1",
    "point-absent": "FORN-GEO-1",
    "landing-not-thrown": "FORN-DICE-3",
    "point-held": "FORN-MOVE-1",
    "man-on-bar": "FORN-ENTER-4",
    "not-all-home": "FORN-OFF-1",
    "higher-man-first": "FORN-OFF-3",
    "dice-unplayed": "FORN-USE-1",
    "lower-die-played": "FORN-USE-3",
    "too-many-steps": "FORN-DICE-1",
    "backward-step": "FORN-GEO-2",
    "impossible-dice": "FORN-DICE-1",
    "hit-unmarked": "FORN-HIT-1",
    "hit-invented": "FORN-HIT-1",
    "turn-missing": "FORN-DICE-1",
    "turn-twice": "FORN-DICE-1",
    "action-after-end": "FORN-END-1",
    "opening-double": "FORN-OPEN-3",
    "opening-mismatch": "FORN-OPEN-1",
    "tie-played": "FORN-OPEN-3",
    "play-blank": "FORN-USE-1",
    "throw-not-void": "FORN-DICE-4",
    "cocked-throw-changed": "FORN-DICE-4",
    "points-wrong": "FORN-SCORE-1",
    "win-misnamed": "FORN-SCORE-1",
    "draw-wrong": "FORN-END-1",
    "draw-without-reason": "FORN-END-3",
    "win-word-unknown": "FORN-SCORE-1",
    "winner-wrong": "FORN-END-1",
    "score-wrong": "FORN-SCORE-2",
    "match-not-over": "FORN-SCORE-4",
    "match-already-over": "FORN-SCORE-4",
    "points-capped": "FORN-SCORE-4",
    "answer-without-resignation": "FORN-SCORE-5",
    "length-doubtful": "FORN-SCORE-4",
    "cube-absent": "FORN-GEO-1",
}


@dataclass(frozen=True, slots=True)
class Formation:
    """A standing of all men that wins: how many on which own points, and its names."""

    name: str
    men: dict[int, int]
    icelandic: str
    english: str


FORMS: dict[str, Formation] = {
    form.name: form
    for form in (
        Formation("meistari", {1: 15}, phrase("meistari"), "master"),
        Formation("stutti", {3: 5, 2: 5, 1: 5}, phrase("stutti múkur"), "short monk"),
        Formation("langi", dict.fromkeys((5, 4, 3, 2, 1), 3), phrase("langi múkur"), "long monk"),
        Formation("rasslangur", dict.fromkeys((6, 5, 4, 3, 2), 3), phrase("rasslangur"), "long back"),
        Formation("litil", {1: 8, 2: 7}, phrase("litli meistari"), "little master"),
    )
}

# What is awarded, as people say it.
TITLES: dict[str, str] = {
    "uttekt": phrase("úttekt"),
    "jan": phrase("jan"),
    "stor_jan": phrase("stór jan"),
    "mor": phrase("mor"),
    "draw": phrase("jafntefli"),
    **{form.name: form.icelandic for form in FORMS.values()},
}

# Words that leave open which award they mean, and those that it may be.
MANY: dict[str, frozenset[str]] = {
    "múkur": frozenset({"stutti", "langi"}),
    "aukavinningur": frozenset(FORMS),
    "aðalvinningur": frozenset({"uttekt", "jan", "stor_jan"}),
    "vinningur": frozenset({"uttekt", "jan", "stor_jan", *FORMS}),
}
_HALF = late_pattern(r"[\s_]*(?:h[áa]lf(?:ur|an|um|s)?|halb(?:er|e|en|em)?|halv)[\s_]+", re.I)


def award_named(text: str) -> str | None:
    """Return what a claim means by its words, in any language; None for words that name nothing.

    `hálfur múkur` is a half win of either monk: the word for the whole, one of MANY.
    """
    return words.meant_by(text[_half(text) :], "award")


def _half(text: str) -> int:
    """Return how long the word is that says half."""
    half = _HALF.match(text)
    return half.end() if half else 0


def half_named(text: str) -> bool:
    """Return whether the words for a form say that it was won by half."""
    return _half(text) > 0


def award_title(text: str) -> str:
    """Return what a claim names, as people say it; words that name nothing stay as they are."""
    named = award_named(text)
    if named is None:
        return text
    return phrase("half {form}", form=title(named)) if half_named(text) else title(named)


def outcome_title(name: str) -> str:
    """Return the name of an outcome as people say it, of either side: `-half_langi` is half a langi múkur."""
    whole = name.removeprefix("-")
    form = whole.removeprefix("half_")
    return title(form) if form == whole else phrase("half {form}", form=title(form))


def title(kind: str) -> str:
    """Return what is awarded, as people say it."""
    return TITLES.get(kind, kind)
