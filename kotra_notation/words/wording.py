"""The message and the hint of a finding in words: the texts of its kind, filled with its facts."""

from __future__ import annotations

from kotra_notation.words.phrases import Plural, WordedFacts
from kotra_notation.words.tongues import N_

NEAR = N_("Did you mean {near}?")

# What became of an unlawful or unknown play, behind its sentence.
ENDINGS = {
    "stood": N_("; the record goes on from it, so the play was allowed to stand"),
    "slip": N_("; probably a slip: {meant} fits the {roll} and all later plays"),
    "idle": N_("; probably nothing was played: that fits the {roll} and all later plays"),
    "uncertain": N_("; the position after this play is uncertain"),
    "corrected": N_("; it was corrected to {meant}"),
    "goes-on": N_("; the record goes on"),
    "because": N_(": {why}"),
    "left": N_("; so the other side left the match"),
    "unsaid": N_(", and the record does not say so"),
}


def message(text: str | Plural, facts: WordedFacts) -> str:
    """The sentence with the facts of a finding; one that it lacks leaves a gap, never an exception."""
    tongue = facts.tongue
    if isinstance(text, Plural):
        number = facts.plain.get(text.by)
        sentence = tongue.catalogue.ngettext(text.one, text.many, number if isinstance(number, int) else 2)
    else:
        sentence = tongue.say(text)
    ending = tongue.say(ENDINGS.get(str(facts.plain.get("fate", "none")), ""))
    return f"{' '.join(sentence.format_map(facts).split()).rstrip('.')}{ending.format_map(facts)}."


def hint(text: str, facts: WordedFacts) -> str:
    """Return what to look at, or nothing; before it what a word is near to, where that is known."""
    near = facts.tongue.say(NEAR).format_map(facts) if facts.plain.get("near") else ""
    return f"{near} {facts.tongue.say(text).format_map(facts)}".strip()
