"""The pages of a site's players and events: their matches, and the level of play if that is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil

from kotra_notation.report.index import Entry
from kotra_notation.report.site_map import EVENTS, HOME, PLAYERS, SiteMap, SiteMatch, title
from kotra_notation.report.table_page import (
    Dot,
    PageCell,
    Progression,
    Section,
    TablePage,
    cell,
    number,
    score,
)
from kotra_notation.statistics.conventions import XG
from kotra_notation.statistics.sheet import AverageRate, QualitySheet, average_rate
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import N_, Tongue

NOTHING = "–"
HEADROOM = 5  # the top of a course is a multiple of so much


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMatch:
    """A match of a site: its line in the index, who won it, its sheet by XG's custom where there is one.

    `record` is the number by which copies of the match are known.
    """

    match: SiteMatch
    entry: Entry
    score: tuple[float, float]
    winner: int | None
    sheet: QualitySheet | None
    record: int | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """A match as one of its players had it."""

    played: PlayedMatch
    seat: int

    @property
    def other(self) -> str:
        """The opponent's name."""
        return self.played.match.players[1 - self.seat]

    @property
    def has_won(self) -> bool | None:
        """Return whether it was won, None where it was not decided."""
        return None if self.played.winner is None else self.played.winner == self.seat


def site_pages(
    played: Sequence[PlayedMatch], site: SiteMap, home: str, speech: Tongue
) -> Iterator[tuple[str, TablePage]]:
    """Yield every page of the map but those of matches, the index and the feed, with its address."""
    pages, say = _SitePages(played, site, speech), speech.say
    top = (HOME, home)
    if site.players:
        yield PLAYERS, pages.listing(say("Players"), pages.standings(pages.played, "players", ""), top)
    if site.events:
        yield EVENTS, pages.listing(say("Events"), pages.events(), top)
    for name, href in site.players.items():
        yield href, pages.player(name, (top, (PLAYERS, say("Players"))))
    for name, href in site.events.items():
        yield href, pages.event(name, (top, (EVENTS, say("Events"))))


class _SitePages:
    """The pages in a language."""

    def __init__(self, played: Sequence[PlayedMatch], site: SiteMap, speech: Tongue) -> None:
        self.site, self.speech = site, speech
        self.played = sorted(played, key=lambda match: match.match.order)

    def listing(self, title: str, section: Section, top: tuple[str, str]) -> TablePage:
        """Return the list of all players or all events."""
        sections = (section,) if section.rows else ()
        return TablePage(
            title=title, summary=self._count(self.played), facts=(), sections=sections, trail=(top,)
        )

    def player(self, name: str, trail: tuple[tuple[str, str], ...]) -> TablePage:
        """Return the page of one player."""
        speech, say = self.speech, self.speech.say
        seats = [
            Seat(match, seat) for match in self.played for seat in (0, 1) if match.match.players[seat] == name
        ]
        rate = self._rate(seats)
        facts = [(say("Matches"), number(len(seats), speech)), (say("Won–lost"), self._won_and_lost(seats))]
        if rate.matches:
            facts += [
                (say(XG.rate), self._rate_cell(rate, level=True)),
                (say("Decisions"), number(rate.decisions, speech)),
            ]
        return TablePage(
            title=name,
            summary=self._count(seats),
            facts=tuple(facts),
            sections=(self._matches_of(seats, rate),),
            trail=trail,
            course=self._course(seats, rate),
        )

    def event(self, name: str, trail: tuple[tuple[str, str], ...]) -> TablePage:
        """Return the page of one event."""
        matches = [match for match in self.played if match.match.event == name]
        players = {who for match in matches for who in match.match.players if who in self.site.players}
        facts = [(self.speech.say("Matches"), number(len(matches), self.speech))]
        if players:
            facts.append((self.speech.say("Players"), number(len(players), self.speech)))
        sections = (
            self.standings(matches, "players", self.speech.say("Players")),
            self._matches(matches, self.speech.say("Matches")),
        )
        return TablePage(
            title=name,
            summary=self._count(matches),
            facts=tuple(facts),
            sections=tuple(section for section in sections if section.rows),
            trail=trail,
        )

    def standings(self, matches: Sequence[PlayedMatch], anchor: str, title: str) -> Section:
        """Return the players, those who are told to play best first; the others by what they won."""
        speech, say = self.speech, self.speech.say
        seats: dict[str, list[Seat]] = {}
        for match in matches:
            for seat, player in enumerate(match.match.players):
                if player in self.site.players:
                    seats.setdefault(player, []).append(Seat(match, seat))
        rates = {player: self._rate(mine) for player, mine in seats.items()}
        rated = any(rate.matches for rate in rates.values())

        def order(player: str) -> tuple[bool, float, int, str]:
            rate, won = rates[player].rate, sum(seat.has_won is True for seat in seats[player])
            return rate is None, rate or 0.0, -won, player.casefold()

        columns = [say("Player"), say("Matches"), say("Won–lost")]
        columns += [say("PR"), say("Level"), say("Decisions")] if rated else []
        return Section(
            anchor=anchor,
            title=title,
            columns=tuple(columns),
            numbers=frozenset((1, 2, 3, 5)),
            rows=tuple(
                (
                    cell(player, href=self.site.players[player]),
                    number(len(seats[player]), speech),
                    self._won_and_lost(seats[player]),
                    *(self._rate_cells(rates[player]) if rated else ()),
                )
                for player in sorted(seats, key=order)
            ),
            note=self._source(rates.values()),
        )

    def events(self) -> Section:
        """Return the events, the latest first."""
        speech, say = self.speech, self.speech.say
        by_event: dict[str, list[PlayedMatch]] = {}
        for match in self.played:
            if match.match.event:
                by_event.setdefault(match.match.event, []).append(match)
        return Section(
            anchor="events",
            title="",
            columns=(say("Event"), say("Matches"), say("Started")),
            numbers=frozenset((1,)),
            rows=tuple(
                (
                    cell(name, href=self.site.events[name]),
                    number(len(matches), speech),
                    cell(next((match.entry.date for match in matches if match.match.day), "")),
                )
                for name, matches in reversed(by_event.items())
            ),
        )

    def _matches(self, matches: Sequence[PlayedMatch], heading: str) -> Section:
        """Return matches in the order in which they were played."""
        say = self.speech.say
        rated = any(match.sheet for match in matches)
        columns = (say("Match"), say("Round"), say("Date"), say("Length"), say("Score"))
        return Section(
            anchor="matches",
            title=heading,
            columns=columns + ((say("PR"),) if rated else ()),
            numbers=frozenset((4, 5)),
            rows=tuple(
                (
                    cell(title(match.entry.players), href=match.match.href),
                    PageCell(text=match.match.round),
                    PageCell(text=match.entry.date),
                    PageCell(text=match.entry.length),
                    PageCell(text=match.entry.score),
                    *((PageCell(text=self._both_rates(match)),) if rated else ()),
                )
                for match in matches
            ),
        )

    def _matches_of(self, seats: Sequence[Seat], rate: AverageRate) -> Section:
        """Return the matches of a player, the latest first, each with its rate."""
        say = self.speech.say
        columns = (say("Opponent"), say("Event"), say("Date"), say("Length"), say("Score"), say("Result"))

        def result(seat: Seat) -> str:
            if seat.has_won is not None:
                return say("won") if seat.has_won else say("lost")
            return say("undecided") if seat.played.entry.finished else say("unfinished")

        def own_score(seat: Seat) -> str:
            return score(seat.played.score[seat.seat], seat.played.score[1 - seat.seat], self.speech)

        return Section(
            anchor="matches",
            title=say("Matches"),
            columns=columns + ((say("PR"),) if rate.matches else ()),
            numbers=frozenset((4, 6)),
            rows=tuple(
                (
                    cell(seat.other or "?", href=self.site.players.get(seat.other, "")),
                    cell(seat.played.match.heading, href=self.site.events.get(seat.played.match.event, "")),
                    PageCell(text=seat.played.entry.date),
                    PageCell(text=seat.played.entry.length),
                    PageCell(text=own_score(seat), href=seat.played.match.href),
                    PageCell(text=result(seat)),
                    *((self._rate_cell(self._rate([seat])),) if rate.matches else ()),
                )
                for seat in reversed(seats)
            ),
            note=self._source([rate]),
        )

    def _course(self, seats: Sequence[Seat], whole: AverageRate) -> Progression | None:
        """Return the rates of a player's matches, first to last; None where there are not two."""
        speech = self.speech
        rates = [rate for seat in seats if (rate := self._rate([seat]).rate) is not None]
        if len(rates) < 2 or whole.rate is None:
            return None
        top = HEADROOM * max(1, ceil(max(rates) / HEADROOM))
        dots = tuple(
            Dot(round(100 * place / (len(rates) - 1)), round(100 - 100 * rate / top))
            for place, rate in enumerate(rates)
        )
        first, last, mean = (speech.number(rate, XG.digits) for rate in (rates[0], rates[-1], whole.rate))
        return Progression(
            title=speech.say(N_("{rate}, match by match; lower is better"), rate=speech.say(XG.rate)),
            summary=speech.say(
                N_("From {first} in the first match to {last} in the last, {mean} on average."),
                first=first,
                last=last,
                mean=mean,
            ),
            dots=dots,
            top=str(top),
            bottom="0",
            mean=round(100 - 100 * whole.rate / top),
        )

    def _rate(self, seats: Iterable[Seat]) -> AverageRate:
        return average_rate((seat.played.sheet, seat.seat) for seat in seats if seat.played.sheet)

    def _rate_cells(self, rate: AverageRate) -> tuple[PageCell, ...]:
        """Return a rate, what it is called, and what it rests on."""
        level = self.speech.say(rate.level.name) if rate.level else ""
        decisions = number(rate.decisions if rate.matches else None, self.speech)
        return self._rate_cell(rate), PageCell(text=level), decisions

    def _rate_cell(self, rate: AverageRate, *, level: bool = False) -> PageCell:
        """Return a rate with its error."""
        if rate.rate is None:
            return PageCell(text=NOTHING)
        notes = [f"± {self.speech.number(rate.error, XG.digits)}"] if rate.error is not None else []
        notes += [self.speech.say(rate.level.name)] if level and rate.level else []
        return PageCell(text=self.speech.number(rate.rate, XG.digits), note=", ".join(notes))

    def _both_rates(self, match: PlayedMatch) -> str:
        cells = [self._rate_cell(self._rate([Seat(match, seat)])).text for seat in (0, 1)]
        return "" if cells == [NOTHING, NOTHING] else " / ".join(cells)

    def _source(self, rates: Iterable[AverageRate]) -> str:
        """Return by which custom and whose evaluations the rates are, and why some are missing."""
        rates, say = list(rates), self.speech.say
        engines = sorted({engine for rate in rates for engine in rate.engines})
        if not engines:
            return ""
        names = [cell(engine).text for engine in engines]
        notes = [
            say("Counted as in {name}: {source}.", name=XG.name, source=say(XG.source)),
            say("Evaluated by {engines}.", engines=self.speech.list_items(names)),
        ]
        if any(rate.matches and rate.rate is None for rate in rates):
            notes.append(say("PR is not shown where there are too few decisions."))
        return " ".join(notes)

    def _won_and_lost(self, seats: Sequence[Seat]) -> PageCell:
        won = sum(seat.has_won is True for seat in seats)
        return PageCell(text=score(won, sum(seat.has_won is False for seat in seats), self.speech))

    def _count(self, matches: Sequence[object]) -> str:
        return self.speech.count("{number} match", "{number} matches", len(matches))
