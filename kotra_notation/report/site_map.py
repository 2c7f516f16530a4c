"""The map of a site: names of pages, the pages of players and events, the links around each match's page.

Names are safe in any folder and any address, and the same as long as the record keeps its name.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from hashlib import sha256

from kotra_notation.values import dataclass

LONGEST = 80
HOME = "index.html"
PLAYERS = "index_players.html"  # no match is called so: what follows the `_` of theirs is a mark
EVENTS = "index_events.html"
FEED = "feed.atom"
# Letters that do not come apart into one of the alphabet and its marks.
LETTERS = str.maketrans(
    {"þ": "th", "ð": "d", "æ": "ae", "ø": "o", "œ": "oe", "ß": "ss", "ł": "l", "đ": "d", "ħ": "h", "ı": "i"}
)
# Names that mean a device to some systems, or the index itself.
TAKEN = re.compile(r"index|con|prn|aux|nul|(?:com|lpt)[0-9]", re.I)


def ascii_slug(text: str) -> str:
    """Return the text in small letters and digits of ASCII, whatever else stood there a hyphen."""
    plain = unicodedata.normalize("NFKD", text.lower().translate(LETTERS))
    kept = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return re.sub(r"[^a-z0-9]+", "-", kept).strip("-")


def page_names(paths: Sequence[str]) -> list[str]:
    """Return a name for each path inside a folder; those that would share one are told apart.

    `2024/Þórdís – Össur.mat` becomes `2024-thordis-ossur`; with its ending, where another file differs only
    in that; with a mark made of the path, where that does not do either.
    """
    shorter = [ascii_slug(os.path.splitext(path)[0]) for path in paths]
    longer = [ascii_slug(path) for path in paths]
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
    """Return a few letters that stand for a text; no name of a page without a mark has its hyphen below."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return sha256(data).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class PageLink:
    """A page and what it is called."""

    href: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePlace:
    """The links of a match's page; `players` are the addresses of theirs, empty where there are none."""

    home: PageLink | None = None
    event: PageLink | None = None
    players: tuple[str, str] = ("", "")
    previous: PageLink | None = None
    following: PageLink | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteMatch:
    """The facts of a match before its page is made; `heading` is event and round, `day` a date."""

    href: str
    players: tuple[str, str]
    event: str
    round: str
    heading: str
    day: str

    @property
    def order(self) -> tuple[str, str, str]:
        """A sort key: matches in the order in which they were played, those of a day by their events."""
        return self.day, self.heading.casefold(), self.href

    def with_page(self, href: str, spelling: Mapping[str, str]) -> SiteMatch:
        """Return the match with its page, and with its players as the site spells them."""
        first, second = (spelling[name] for name in self.players)
        return replace(self, href=href, players=(first, second))


@dataclass(frozen=True, slots=True)
class SiteMap:
    """The pages of players and events, by their names, and the links of each match's page."""

    players: Mapping[str, str] = field(default_factory=dict)
    events: Mapping[str, str] = field(default_factory=dict)
    around: Mapping[str, PagePlace] = field(default_factory=dict)

    @property
    def hrefs(self) -> list[str]:
        """All pages beside those of matches and the index."""
        lists = [name for name, pages in ((PLAYERS, self.players), (EVENTS, self.events)) if pages]
        return [*lists, *self.players.values(), *self.events.values(), FEED]


def site_map(matches: Iterable[SiteMatch], home: str, *, persons: bool) -> SiteMap:
    """Return the map of a site whose index is called `home`; without `persons` nobody has a page."""
    ordered = sorted(matches, key=lambda match: match.order)
    named = {name for match in ordered for name in match.players if name} if persons else ()
    players = addresses("player", named)
    events = addresses("event", {match.event for match in ordered if match.event})
    links = [PageLink(match.href, title(match.players)) for match in ordered]
    return SiteMap(
        players,
        events,
        {
            match.href: PagePlace(
                home=PageLink(HOME, home),
                event=PageLink(events[match.event], match.event) if match.event else None,
                players=(players.get(match.players[0], ""), players.get(match.players[1], "")),
                previous=previous,
                following=following,
            )
            for match, previous, following in zip(ordered, [None, *links], [*links[1:], None], strict=False)
        },
    )


def addresses(kind: str, names: Iterable[str]) -> dict[str, str]:
    """Return the file of each name's page; names that would share one are told apart by a mark."""
    ordered = sorted(names)
    short = [ascii_slug(name) for name in ordered]
    times = Counter(short)
    return {
        name: f"{kind}_{text}.html"
        if 0 < len(text) <= LONGEST and times[text] == 1
        else f"{kind}_{'_'.join(filter(None, (text[:LONGEST].rstrip('-'), mark(name))))}.html"
        for name, text in zip(ordered, short, strict=True)
    }


def title(players: Sequence[str]) -> str:
    """Return a match by those who played it."""
    return " – ".join(name or "?" for name in players)
