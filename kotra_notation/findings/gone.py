"""The codes that no kind has: what became of those that one had, and those that were left out.

A code is never used again. Who takes a row out writes it here, with what is said in its place.
"""

from __future__ import annotations

from kotra_notation.words.tongues import ENGLISH, N_, Tongue

# `code name`, and what became of it.
GONE: dict[str, str] = {
    "P218 path-doubtful": N_("A mark of a hit that does not fit the way taken is P212 or P213."),
    "P259 act-misplaced": N_("What is out of place is P247."),
    "S409 result-early": N_("A game may be given up, so a result may stand before its end."),
    "S410 points-doubtful": N_("Points that a resignation cannot bring are S401 or S422."),
    "S414 award-missed": N_("The name went to S418."),
    "L606 position-lost": N_("A position that the target has no place for is L604."),
    "L607 character-lost": N_("What is written is UTF-8, which has every sign; elsewhere it is L611."),
    "L610 illegal-play-changed": N_("An illegal play that the target has no place for is L604."),
}

# The numbers that no kind ever had, by family: several hands took numbers at a time, and not all they took.
LEFT_OUT: dict[str, tuple[int, ...]] = {
    "N": (121, 122, 123, 124, 127, 128, 129, 133),
    "P": (248, 249, 251, 252, 253, 254, 255, 256, 257, 258, 262),
    "S": (424, 428, 429, 430),
    "D": (507, 508),
}


def what_became_of(word: str, tongue: Tongue = ENGLISH) -> str | None:
    """What is to be said of a code that no kind has, or of the name that it had; None for any other word."""
    for head, story in GONE.items():
        code, name = head.split()
        if word.upper() == code or word.lower() == name:
            unused = tongue.say("No finding has this code: nothing ever found what it was for.")
            return f"# {head}\n\n{unused} {tongue.say(story)}"
    if word[1:].isascii() and word[1:].isdigit() and int(word[1:]) in LEFT_OUT.get(word[0].upper(), ()):
        return f"# {word.upper()}\n\n{tongue.say('No finding ever had this code.')}"
    return None
