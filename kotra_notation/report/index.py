"""The page that links the pages of many matches: a table that is sorted and searched where scripts run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from urllib.parse import urljoin
from uuid import NAMESPACE_URL, uuid5

from kotra_notation.findings import Finding
from kotra_notation.model import Match
from kotra_notation.replay import Replay
from kotra_notation.report.cleaning import name as clipped
from kotra_notation.report.event_words import score_text
from kotra_notation.report.page import count_words, length_words, player_names
from kotra_notation.report.rendering import LOCALES, Card
from kotra_notation.report.site_map import EVENTS, FEED, HOME, PLAYERS, PageLink, SiteMap
from kotra_notation.report.templating import render, render_text
from kotra_notation.report.wishes import Wishes
from kotra_notation.rules import specification
from kotra_notation.words.tongues import N_, Tongue, tongue

LEVELS = ("error", "warning", "note")
SORTED = "date"
_DAY = re.compile(r"([0-9]{4})[-./]([0-9]{1,2})[-./]([0-9]{1,2})")

# The columns by name, and whether they are sorted as numbers.
COLUMNS = {
    "match": (N_("Match"), False),
    "event": (N_("Event"), False),
    "date": (N_("Date"), False),
    "game": (N_("Which game"), False),
    "length": (N_("Length"), True),
    "score": (N_("Score"), True),
    "findings": (N_("Findings"), True),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of the index. `weight` orders findings: an error before any number of warnings."""

    href: str
    players: tuple[str, str]
    event: str
    date: str
    day: str
    game: str
    length: str
    points: int
    score: str
    margin: float
    finished: bool
    findings: str
    worst: str
    weight: int


def entry(href: str, replay: Replay, findings: Sequence[Finding], speech: Tongue) -> Entry:
    """The line of one match; `findings` are all of its page."""
    match = replay.match
    info = dict(match.info)
    one, other = player_names(match, speech)
    counts = [sum(finding.severity == level for finding in findings) for level in LEVELS]
    day = day_of(info.get("date", ""))
    return Entry(
        href=href,
        players=(clipped(one), clipped(other)),
        event=heading(match),
        date=speech.date(day or clipped(info.get("date", ""))),
        day=day,
        game=_game(replay, speech),
        length=length_words(match.length or 0, cube=replay.ruleset.facts.cube, tongue=speech),
        points=match.length or 0,
        score=score_text(replay.score, speech),
        margin=replay.score[0] - replay.score[1],
        finished=replay.complete,
        findings=count_words(dict(zip(LEVELS, counts, strict=True)), speech),
        worst=next((level for level, count in zip(LEVELS, counts, strict=True) if count), ""),
        weight=counts[0] * 10**10 + counts[1] * 10**5 + counts[2],
    )


def heading(match: Match) -> str:
    """The event of a match, and its round."""
    info = dict(match.info)
    return clipped(", ".join(filter(None, (info.get("event"), info.get("round")))))


def index(entries: Iterable[Entry], wishes: Wishes, site: SiteMap | None = None) -> str:
    """The page of the index, the newest match first; the same entries give the same bytes.

    With a `site` it leads to the lists of its players and events, and to its feed.
    """
    lines = sorted(entries, key=lambda one: (one.event.casefold(), one.href))
    lines.sort(key=lambda one: one.day, reverse=True)
    speech = tongue(wishes.language)
    title = index_title(wishes, speech)
    matches = speech.count("{number} match", "{number} matches", len(lines))
    return render(
        "index.html.j2",
        speech,
        wishes.templates,
        title=title,
        counted=matches,
        entries=lines,
        columns=[(name, speech.say(text), number) for name, (text, number) in COLUMNS.items()],
        sorted=SORTED,
        card=Card(
            title=title,
            description=matches,
            locale=LOCALES[wishes.language],
            kind="website",
            address=wishes.address,
        ),
        shown=speech.say("Shown: {shown} of {all}"),
        feed=FEED if site else "",
        pages=_pages(site, speech) if site else (),
    )


def index_title(wishes: Wishes, speech: Tongue) -> str:
    """Return what the index is called."""
    return clipped(wishes.title or "") or speech.say("Recorded matches")


def _pages(site: SiteMap, speech: Tongue) -> Iterator[PageLink]:
    """The lists of players and events."""
    if site.players:
        yield PageLink(PLAYERS, speech.count("{number} player", "{number} players", len(site.players)))
    if site.events:
        yield PageLink(EVENTS, speech.count("{number} event", "{number} events", len(site.events)))


def day_of(text: str) -> str:
    """A day such as 2026-11-21, also of 2026.11.21; nothing for what is none."""
    written = _DAY.fullmatch(text.strip())
    if written is None:
        return ""
    try:
        return date(*map(int, written.groups())).isoformat()
    except ValueError:
        return ""


def _game(replay: Replay, speech: Tongue) -> str:
    """Return which game was played, and of the old one by which rules."""
    if replay.ruleset.facts.cube:
        return speech.say("Kotra")
    return speech.say("Old kotra ({rules})", rules=specification(replay.ruleset).partition(",")[0])


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
