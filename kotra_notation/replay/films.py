"""Times in recordings, which run forward from event to event."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from math import isfinite

from kotra_notation.findings import Finding, finding
from kotra_notation.model import Match, Video

MINUTE, HOUR = 60, 3600


def backward_times(match: Match) -> Mapping[int, list[Finding]]:
    """Return by games, counted from 0, the findings of times earlier than the one before in a recording."""
    findings: dict[int, list[Finding]] = defaultdict(list)
    last: dict[str, float] = {}
    film = dict(match.info).get("video", "")
    for index, game in enumerate(match.games):
        if Video not in map(type, game.events):
            continue
        for event in game.events:
            if not isinstance(event, Video):
                continue
            source = event.source or film
            earlier, last[source] = last.get(source, event.seconds), event.seconds
            if event.seconds < earlier:
                written, before = time_text(event.seconds), time_text(earlier)
                findings[index].append(
                    finding("video-time-backwards", span=event.span, written=written, earlier=before)
                )
    return findings


def time_text(seconds: float) -> str:
    """Return a time as players show it, `1:05` or `1:02:05`."""
    if not isfinite(seconds):
        return "–"
    hours, rest = divmod(int(seconds), HOUR)
    minutes, whole = divmod(rest, MINUTE)
    return f"{hours}:{minutes:02}:{whole:02}" if hours else f"{minutes}:{whole:02}"
