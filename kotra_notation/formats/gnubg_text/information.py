"""What a text export says of a match as a whole: names of events, dates, ratings, rules."""

from __future__ import annotations

import re
from dataclasses import replace

from kotra_notation.formats.recorder import MatchDraft
from kotra_notation.model import Comment, Span

CRAWFORD, AFTER_CRAWFORD = ", Crawford game", ", post-Crawford play"
KEYS = {"Date": "date", "Event": "event", "Round": "round", "Place": "place", "Annotator": "annotator"}

OLDEST = 70  # a year of two figures from here on is of the last century

_DATE = re.compile(r"([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{4}|[0-9]{2})")


def take(draft: MatchDraft, key: str, value: str, span: Span) -> None:
    """Take a line of information about the match; what every game says again is taken once."""
    if key.endswith("'s rating"):
        name = key.removesuffix("'s rating")
        for seat, player in enumerate(draft.players):
            if player and player.name == name and player.rating is None and len(draft.games) == 1:
                draft.players[seat] = replace(player, rating=value)
                return
    elif key == "Comments":
        if value and Comment(text=value) not in draft.remarks:
            draft.remarks.append(Comment(text=value, span=span))
    else:
        said = KEYS[key], dated(value) if key == "Date" else value
        if value and said not in draft.info:
            draft.info.append(said)


def state_rule(draft: MatchDraft, option: str) -> None:
    """Take an option that the file states."""
    if option not in draft.options:
        draft.options.append(option)


def dated(text: str) -> str:
    """A date as year, month, day where it can be told; a year of two figures stands behind month and day."""
    found = _DATE.fullmatch(text.strip())
    if not found:
        return text
    short = len(found[3]) == 2
    month, day = (int(found[1]), int(found[2])) if short else (int(found[2]), int(found[1]))
    if month > 12 >= day:
        month, day = day, month
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return text
    century = "" if not short else "19" if int(found[3]) >= OLDEST else "20"
    return f"{century}{found[3]}-{month:02}-{day:02}"
