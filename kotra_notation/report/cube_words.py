"""What the page calls the choices about a cube and what went wrong with them; who owns the cube redoubles."""

from __future__ import annotations

from kotra_notation.report.deeds import capital
from kotra_notation.statistics import FAULTS, PROPER
from kotra_notation.words.tongues import N_, Tongue

CHOICES = {
    "no double": N_("No double"),
    "double/take": N_("Double, take"),
    "double/pass": N_("Double, drop"),
    "double/beaver": N_("Double, beaver"),
}
REDOUBLED = {
    "no double": N_("No redouble"),
    "double/take": N_("Redouble, take"),
    "double/pass": N_("Redouble, drop"),
    "double/beaver": N_("Redouble, beaver"),
}
ACCEPTED = ("double/take", "double/beaver")
ANSWERS = {"take": N_("Take"), "pass": N_("Drop")}

_REDOUBLE_PROPER = {
    "no-double-take": N_("No redouble, take"),
    "no-double-beaver": N_("No redouble, beaver"),
    "double-take": N_("Redouble, take"),
    "double-pass": N_("Redouble, drop"),
    "too-good-take": N_("Too good to redouble, take"),
    "too-good-pass": N_("Too good to redouble, drop"),
}
_REDOUBLE_FAULTS = {
    "missed-double-take": N_("missed redouble (take)"),
    "missed-double-pass": N_("missed redouble (drop)"),
    "early-double": N_("wrong redouble, too early"),
    "late-double": N_("wrong redouble, too good"),
}

# What is said of a cube that was rightly left alone, by what is right and whether it would be a redouble.
_HOLD = N_("No double is right: {hold}; taken {take}.")
_HOLD_AGAIN = N_("No redouble is right: {hold}; taken {take}.")
_TOO_GOOD = N_("Too good to double: {hold}; dropped {drop}.")
_TOO_GOOD_AGAIN = N_("Too good to redouble: {hold}; dropped {drop}.")
NOTHING_TO_DO = {
    ("no-double-take", False): _HOLD,
    ("no-double-beaver", False): _HOLD,
    ("too-good-take", False): _TOO_GOOD,
    ("too-good-pass", False): _TOO_GOOD,
    ("no-double-take", True): _HOLD_AGAIN,
    ("no-double-beaver", True): _HOLD_AGAIN,
    ("too-good-take", True): _TOO_GOOD_AGAIN,
    ("too-good-pass", True): _TOO_GOOD_AGAIN,
}


def proper_words(proper: str, tongue: Tongue, again: bool) -> str:
    """Return what is right, in words."""
    return tongue.say(_REDOUBLE_PROPER[proper] if again else PROPER[proper])


def fault_words(kind: str, tongue: Tongue, again: bool) -> str:
    """Return what went wrong, as a sentence begins with it."""
    words = _REDOUBLE_FAULTS.get(kind) if again else None
    return capital(tongue.say(words or FAULTS[kind]))
