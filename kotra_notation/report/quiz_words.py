"""What a quiz asks, and what the actions about the cube are called in it."""

from __future__ import annotations

from kotra_notation.words.tongues import N_

ACTIONS = {
    "double": N_("Double"),
    "no double": N_("No double"),
    "take": N_("Take"),
    "pass": N_("Drop"),
}
ASKED = {
    "play": N_("{dice}: what do you play?"),
    "double": N_("Double or not?"),
    "take": N_("Take or drop?"),
}
