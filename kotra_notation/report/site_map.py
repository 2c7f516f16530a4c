"""The map of a site: the pages of its players and events, and what stands around each match's page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kotra_notation.report.names import LONGEST, folded, mark

HOME = "index.html"
PLAYERS = "index_players.html"  # no match is called so: what follows the `_` of theirs is a mark
EVENTS = "index_events.html"
FEED = "feed.atom"


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
    """What is known of a match before its page is made; names are empty where there are none.

    `heading` is the event with its round, `day` the date where it is one.
    """

    href: str
    players: tuple[str, str]
    event: str
    round: str
    heading: str
    day: str

    @property
    def order(self) -> tuple[str, str, str]:
        """Matches in the order in which they were played, those of a day by their events."""
        return self.day, self.heading.casefold(), self.href


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
    """The map of a site whose index is called `home`; without `persons` nobody has a page."""
    ordered = sorted(matches, key=lambda match: match.order)
    named = {name for match in ordered for name in match.players if name} if persons else ()
    players = addresses("player", named)
    events = addresses("event", {match.event for match in ordered if match.event})
    before = [None, *ordered[:-1]]
    after = [*ordered[1:], None]
    return SiteMap(
        players,
        events,
        {
            match.href: PagePlace(
                home=PageLink(HOME, home),
                event=PageLink(events[match.event], match.event) if match.event else None,
                players=(players.get(match.players[0], ""), players.get(match.players[1], "")),
                previous=_beside(previous),
                following=_beside(following),
            )
            for match, previous, following in zip(ordered, before, after, strict=False)
        },
    )


def addresses(kind: str, names: Iterable[str]) -> dict[str, str]:
    """The file of each name's page; names that would share one are told apart by a mark."""
    ordered = sorted(names)
    short = [folded(name) for name in ordered]
    times = Counter(short)
    return {
        name: f"{kind}_{text}.html"
        if 0 < len(text) <= LONGEST and times[text] == 1
        else f"{kind}_{'_'.join(filter(None, (text[:LONGEST].rstrip('-'), mark(name))))}.html"
        for name, text in zip(ordered, short, strict=True)
    }


def _beside(match: SiteMatch | None) -> PageLink | None:
    return PageLink(match.href, title(match.players)) if match else None


def title(players: Sequence[str]) -> str:
    """A match by those who played it."""
    return " – ".join(name or "?" for name in players)
