"""The index of many matches: a table that is sorted and searched where scripts run, and an Atom feed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import urljoin
from uuid import NAMESPACE_URL, uuid5

from kotra_notation.dates import iso_day
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
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import N_, Tongue, tongue

MOST = 50  # matches in a feed
LEVELS = ("error", "warning", "note")

# The columns by name, and whether they are sorted as numbers.
COLUMNS = {
    "match": (N_("Match"), False),
    "event": (N_("Event"), False),
    "date": (N_("Date"), False),
    "game": (N_("Game"), False),
    "length": (N_("Length"), True),
    "score": (N_("Score"), True),
    "findings": (N_("Findings"), True),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of the index. `weight` orders findings: an error before any number of warnings.

    A `copy` is a further record of a match: it has a page, and is not counted.
    """

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
    copy: bool = False


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """A match in the feed. `day` is that on which it was played: nothing tells when its page was made."""

    href: str
    identity: str
    title: str
    day: str
    summary: str


def entry(href: str, replay: Replay, findings: Sequence[Finding], speech: Tongue) -> Entry:
    """Return the line of one match; `findings` are all of its page."""
    match, ruleset = replay.match, replay.ruleset
    info = dict(match.info)
    first, second = map(clipped, player_names(match, speech))
    counts = {level: sum(finding.severity == level for finding in findings) for level in LEVELS}
    day = iso_day(info.get("date", ""))
    game = speech.say("Backgammon")
    if not ruleset.facts.cube:
        game = speech.say("Old kotra ({rules})", rules=specification(ruleset).partition(",")[0])
    return Entry(
        href=href,
        players=(first, second),
        event=heading(match),
        date=speech.date(day or clipped(info.get("date", ""))),
        day=day,
        game=game,
        length=length_words(match.length or 0, cube=ruleset.facts.cube, tongue=speech),
        points=match.length or 0,
        score=score_text(replay.score, speech),
        margin=replay.score[0] - replay.score[1],
        finished=replay.complete,
        findings=count_words(counts, speech),
        worst=next((level for level, count in counts.items() if count), ""),
        weight=counts["error"] * 10**10 + counts["warning"] * 10**5 + counts["note"],
    )


def heading(match: Match) -> str:
    """Return the event of a match, and its round."""
    info = dict(match.info)
    return clipped(", ".join(filter(None, (info.get("event"), info.get("round")))))


def index_title(wishes: Wishes, speech: Tongue) -> str:
    """Return what the index is called."""
    return clipped(wishes.title or "") or speech.say("Recorded matches")


def index(entries: Iterable[Entry], wishes: Wishes, site: SiteMap | None = None) -> str:
    """Return the page of the index, newest match first; with a `site` it links to lists and feed."""
    lines = sorted(entries, key=lambda line: (line.event.casefold(), line.href))
    lines.sort(key=lambda line: line.day, reverse=True)
    speech = tongue(wishes.language)
    title = index_title(wishes, speech)
    copies = sum(line.copy for line in lines)
    matches = speech.count("{number} match", "{number} matches", len(lines) - copies)
    if copies:
        matches += f" ({speech.count('and {number} copy', 'and {number} copies', copies)})"
    pages = []
    if site and site.players:
        text = speech.count("{number} player", "{number} players", len(site.players))
        pages.append(PageLink(PLAYERS, text))
    if site and site.events:
        pages.append(PageLink(EVENTS, speech.count("{number} event", "{number} events", len(site.events))))
    return render(
        "index.html.j2",
        speech,
        wishes.templates,
        title=title,
        counted=matches,
        entries=lines,
        columns=[(name, speech.say(text), number) for name, (text, number) in COLUMNS.items()],
        sorted="date",
        card=Card(
            title=title,
            description=matches,
            locale=LOCALES[wishes.language],
            kind="website",
            address=wishes.address,
        ),
        shown=speech.say("Shown: {shown} of {all}"),
        feed=FEED if site else "",
        pages=pages,
    )


def feed(entries: Sequence[Entry], title: str, wishes: Wishes, speech: Tongue) -> str:
    """Return the Atom feed of an index: the matches played last; matches without a day are not in it."""

    def identity(href: str) -> str:
        """Return what a page is known by for ever: its address, if known, else a number made of its name."""
        return (
            urljoin(wishes.address, href) if wishes.address else uuid5(NAMESPACE_URL, f"{title}/{href}").urn
        )

    dated = sorted(
        (entry for entry in entries if entry.day), key=lambda entry: (entry.day, entry.href), reverse=True
    )
    lines = [
        FeedEntry(
            href=urljoin(wishes.address, entry.href),
            identity=identity(entry.href),
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
        identity=identity(""),
        home=urljoin(wishes.address, HOME),
        own=urljoin(wishes.address, FEED),
        day=lines[0].day if lines else "1970-01-01",
        entries=lines,
    )
