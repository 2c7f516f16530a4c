"""Names of pages: safe in any folder and any address, and the same as long as the record keeps its name."""

from __future__ import annotations

import os
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256

LONGEST = 80
INDEX = "index"
# Letters that do not come apart into one of the alphabet and its marks.
LETTERS = str.maketrans(
    {"þ": "th", "ð": "d", "æ": "ae", "ø": "o", "œ": "oe", "ß": "ss", "ł": "l", "đ": "d", "ħ": "h", "ı": "i"}
)
# Names that mean a device to some systems, or the index itself.
TAKEN = re.compile(rf"{INDEX}|con|prn|aux|nul|(?:com|lpt)[0-9]", re.I)


def folded(text: str) -> str:
    """The text in small letters and digits of ASCII, whatever else stood there a hyphen."""
    plain = unicodedata.normalize("NFKD", text.lower().translate(LETTERS))
    kept = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return re.sub(r"[^a-z0-9]+", "-", kept).strip("-")


def page_names(paths: Sequence[str]) -> list[str]:
    """A name for each path inside a folder; those that would share one are told apart.

    `2024/Þórdís – Össur.mat` becomes `2024-thordis-ossur`; with its ending, where another file differs only
    in that; with a mark made of the path, where that does not do either.
    """
    shorter = [folded(os.path.splitext(path)[0]) for path in paths]
    longer = [folded(path) for path in paths]
    taken, all_taken = Counter(shorter), Counter([*shorter, *longer])
    names = []
    for path, short, long in zip(paths, shorter, longer, strict=True):
        if _fit(short) and taken[short] == 1:
            names.append(short)
        elif _fit(long) and all_taken[long] == 1:
            names.append(long)
        else:
            names.append(f"{short[:LONGEST].rstrip('-') or 'match'}_{mark(path)}")
    return names


def _fit(name: str) -> bool:
    return 0 < len(name) <= LONGEST and not TAKEN.fullmatch(name)


def mark(text: str | bytes) -> str:
    """A few letters that stand for a text; no name of a page without a mark has its hyphen below."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return sha256(data).hexdigest()[:12]
