"""What stands within and behind the sentences of findings. What stands in braces is a fact of the finding."""

from __future__ import annotations

from kotra_notation.words.tongues import N_

# How many men or numbers of a throw there are.
NUMBERS = {1: N_("one"), 2: N_("two"), 3: N_("three"), 4: N_("four"), 5: N_("five"), 6: N_("six")}

NEAR = N_("Did you mean {near}?")

# What became of an unlawful or unknown play, behind its sentence.
ENDINGS = {
    "stood": N_("; the record goes on from it, so the play was allowed to stand"),
    "slip": N_("; probably a slip: {meant} fits the {roll} and all later plays"),
    "idle": N_("; probably nothing was played: that fits the {roll} and all later plays"),
    "uncertain": N_("; the position after this play is uncertain"),
    "corrected": N_("; it was corrected to {meant}"),
    "goes-on": N_("; the record goes on"),
    "left": N_("; so the other side left the match"),
    "unsaid": N_(", and the record does not say so"),
}
