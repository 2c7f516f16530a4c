"""The feed of a site, as Atom has it: the matches that were played last, for who follows many sites."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urljoin
from uuid import NAMESPACE_URL, uuid5

from kotra_notation.report.index import Entry
from kotra_notation.report.site_map import FEED, HOME
from kotra_notation.report.templating import render_text
from kotra_notation.report.wishes import Wishes
from kotra_notation.words.tongues import Tongue

MOST = 50


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """A match in the feed. `day` is that on which it was played: nothing tells when its page was made."""

    href: str
    identity: str
    title: str
    day: str
    summary: str


def feed(entries: Sequence[Entry], title: str, wishes: Wishes, speech: Tongue) -> str:
    """The feed of an index; matches without a day are not in it."""
    dated = sorted(
        (entry for entry in entries if entry.day), key=lambda entry: (entry.day, entry.href), reverse=True
    )
    lines = [
        FeedEntry(
            href=urljoin(wishes.address, entry.href),
            identity=_identity(entry.href, title, wishes),
            title=" – ".join(entry.players),
            day=entry.day,
            summary=" · ".join(filter(None, (entry.event, entry.length, entry.score))),
        )
        for entry in dated[:MOST]
    ]
    return render_text(
        "feed.atom.j2",
        speech,
        wishes.templates,
        language=wishes.language,
        title=title,
        identity=_identity("", title, wishes),
        home=urljoin(wishes.address, HOME) if wishes.address else HOME,
        own=urljoin(wishes.address, FEED) if wishes.address else FEED,
        day=lines[0].day if lines else "1970-01-01",
        entries=lines,
    )


def _identity(href: str, title: str, wishes: Wishes) -> str:
    """What a page is known by for ever: its address, where one is known, else a number made of its name."""
    return urljoin(wishes.address, href) if wishes.address else uuid5(NAMESPACE_URL, f"{title}/{href}").urn
