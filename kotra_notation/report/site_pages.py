"""The pages of a site's players and events: what they played, and how well where that is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
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
from kotra_notation.words.tongues import N_, Tongue

NOTHING = "–"
HEADROOM = 5  # the top of a course is a multiple of so much


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMatch:
    """A match of a site: its line in the index, who won it, its sheet by XG's custom where there is one."""

    match: SiteMatch
    entry: Entry
    score: tuple[float, float]
    winner: int | None
    sheet: QualitySheet | None


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
    def won(self) -> bool | None:
        """Return whether it was won, None where it was not decided."""
        return None if self.played.winner is None else self.played.winner == self.seat


def site_pages(
    played: Sequence[PlayedMatch], site: SiteMap, home: str, speech: Tongue
) -> Iterator[tuple[str, TablePage]]:
    """Every page of the map but those of matches, the index and the feed, with its address."""
    return SitePages(played, site, home, speech).pages()


class SitePages:
    """The pages in a language."""

    def __init__(self, played: Sequence[PlayedMatch], site: SiteMap, home: str, speech: Tongue) -> None:
        self.site = site
        self.home = home
        self.speech = speech
        self.played = sorted(played, key=lambda match: match.match.order)
        self.rated = any(match.sheet for match in self.played)

    def pages(self) -> Iterator[tuple[str, TablePage]]:
        """All of them."""
        say = self.speech.say
        top = (HOME, self.home)
        if self.site.players:
            yield (
                PLAYERS,
                self.listed(say("Players"), (self.standings(self.played, "players", ""),), (top,)),
            )
        if self.site.events:
            yield EVENTS, self.listed(say("Events"), (self.events(),), (top,))
        for name, href in self.site.players.items():
            yield href, self.player(name, (top, (PLAYERS, say("Players"))))
        for name, href in self.site.events.items():
            yield href, self.event(name, (top, (EVENTS, say("Events"))))

    def listed(
        self, title: str, sections: Iterable[Section], trail: tuple[tuple[str, str], ...]
    ) -> TablePage:
        """A list of all players or all events."""
        there = tuple(section for section in sections if section.rows)
        return TablePage(
            title=title, summary=self.counted(self.played), facts=(), sections=there, trail=trail
        )

    def player(self, name: str, trail: tuple[tuple[str, str], ...]) -> TablePage:
        """Return what one player played."""
        speech, say = self.speech, self.speech.say
        seats = [
            Seat(match, seat) for match in self.played for seat in (0, 1) if match.match.players[seat] == name
        ]
        rate = self.rate(seats)
        facts = [
            (say("Matches"), number(len(seats), speech)),
            (say("Won–lost"), PageCell(text=self.won_and_lost(seats))),
        ]
        if rate.matches:
            facts += [
                (say(XG.rate), self.rate_cell(rate, level=True)),
                (say("Decisions"), number(rate.decisions, speech)),
            ]
        return TablePage(
            title=name,
            summary=speech.count("{number} match", "{number} matches", len(seats)),
            facts=tuple(facts),
            sections=(self.matches_of(seats, rate),),
            trail=trail,
            course=self.course(seats, rate),
        )

    def event(self, name: str, trail: tuple[tuple[str, str], ...]) -> TablePage:
        """Return how an event went."""
        matches = [match for match in self.played if match.match.event == name]
        players = {who for match in matches for who in match.match.players if who in self.site.players}
        facts = [
            (self.speech.say("Matches"), number(len(matches), self.speech)),
            (self.speech.say("Players"), number(len(players), self.speech)),
        ]
        sections = (
            self.standings(matches, "players", self.speech.say("Players")),
            self.matches(matches, self.speech.say("Matches")),
        )
        return TablePage(
            title=name,
            summary=self.counted(matches),
            facts=tuple(facts[: 2 if players else 1]),
            sections=tuple(section for section in sections if section.rows),
            trail=trail,
        )

    def standings(self, matches: Sequence[PlayedMatch], anchor: str, title: str) -> Section:
        """The players, those who are told to play best first; the others by what they won."""
        speech, say = self.speech, self.speech.say
        seats: dict[str, list[Seat]] = {}
        for match in matches:
            for seat, who in enumerate(match.match.players):
                if who in self.site.players:
                    seats.setdefault(who, []).append(Seat(match, seat))
        rates = {who: self.rate(mine) for who, mine in seats.items()}
        rated = any(rate.matches for rate in rates.values())

        def order(who: str) -> tuple[bool, float, int, str]:
            rate, won = rates[who].rate, sum(one.won is True for one in seats[who])
            return rate is None, rate or 0.0, -won, who.casefold()

        columns = [say("Player"), say("Matches"), say("Won–lost")]
        columns += [say("PR"), say("Level"), say("Decisions")] if rated else []
        return Section(
            anchor=anchor,
            title=title,
            columns=tuple(columns),
            numbers=frozenset((1, 2, 3, 5)),
            rows=tuple(
                (
                    cell(who, href=self.site.players[who]),
                    number(len(seats[who]), speech),
                    PageCell(text=self.won_and_lost(seats[who])),
                    *(self.rate_cells(rates[who]) if rated else ()),
                )
                for who in sorted(seats, key=order)
            ),
            note=self.source(rates.values()),
        )

    def events(self) -> Section:
        """The events, the latest first."""
        speech, say = self.speech, self.speech.say
        of: dict[str, list[PlayedMatch]] = {}
        for match in self.played:
            if match.match.event:
                of.setdefault(match.match.event, []).append(match)
        rows = [
            (
                cell(name, href=self.site.events[name]),
                number(len(matches), speech),
                cell(next((match.entry.date for match in matches if match.match.day), "")),
            )
            for name, matches in reversed(of.items())
        ]
        return Section(
            anchor="events",
            title="",
            columns=(say("Event"), say("Matches"), say("Begun")),
            numbers=frozenset((1,)),
            rows=tuple(rows),
        )

    def matches(self, matches: Sequence[PlayedMatch], heading: str) -> Section:
        """Matches in the order in which they were played."""
        say = self.speech.say
        rated = any(match.sheet for match in matches)
        return Section(
            anchor="matches",
            title=heading,
            columns=(say("Match"), say("Round"), say("Date"), say("Length"), say("Score"))
            + ((say("PR"),) if rated else ()),
            numbers=frozenset((4, 5)),
            rows=tuple(
                (
                    cell(title(match.entry.players), href=match.match.href),
                    PageCell(text=match.match.round),
                    PageCell(text=match.entry.date),
                    PageCell(text=match.entry.length),
                    PageCell(text=match.entry.score),
                    *((PageCell(text=self.both(match)),) if rated else ()),
                )
                for match in matches
            ),
        )

    def matches_of(self, seats: Sequence[Seat], rate: AverageRate) -> Section:
        """The matches of a player, the latest first, each with how well he played."""
        say = self.speech.say
        columns = (say("Opponent"), say("Event"), say("Date"), say("Length"), say("Score"), say("Result"))
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
                    PageCell(text=self.score(seat), href=seat.played.match.href),
                    PageCell(text=self.outcome(seat)),
                    *((self.rate_cell(self.rate([seat])),) if rate.matches else ()),
                )
                for seat in reversed(seats)
            ),
            note=self.source([rate]),
        )

    def course(self, seats: Sequence[Seat], whole: AverageRate) -> Progression | None:
        """The rates of a player's matches, from the first to the last; nothing where there are not two."""
        speech = self.speech
        rates = [rate for seat in seats if (rate := self.rate([seat]).rate) is not None]
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

    def rate(self, seats: Iterable[Seat]) -> AverageRate:
        """Return how well somebody played in some matches."""
        return average_rate((seat.played.sheet, seat.seat) for seat in seats if seat.played.sheet)

    def rate_cells(self, rate: AverageRate) -> tuple[PageCell, ...]:
        """A rate, what it is called, and what it rests on."""
        level = self.speech.say(rate.level.name) if rate.level else ""
        decisions = number(rate.decisions, self.speech) if rate.matches else PageCell(text="")
        return self.rate_cell(rate), PageCell(text=level), decisions

    def rate_cell(self, rate: AverageRate, *, level: bool = False) -> PageCell:
        """A rate with its error."""
        if rate.rate is None:
            return PageCell(text=NOTHING)
        notes = [f"± {self.speech.number(rate.error, XG.digits)}"] if rate.error is not None else []
        notes += [self.speech.say(rate.level.name)] if level and rate.level else []
        return PageCell(text=self.speech.number(rate.rate, XG.digits), note=", ".join(notes))

    def both(self, match: PlayedMatch) -> str:
        """The rates of both players of a match."""
        rates = [self.rate([Seat(match, seat)]).rate for seat in (0, 1)]
        if not any(rate is not None for rate in rates):
            return ""
        said = [NOTHING if rate is None else self.speech.number(rate, XG.digits) for rate in rates]
        return " / ".join(said)

    def source(self, rates: Iterable[AverageRate]) -> str:
        """By which custom and whose evaluations the rates are, and why some are missing."""
        some = list(rates)
        engines = sorted({engine for one in some for engine in one.engines})
        if not engines:
            return ""
        say = self.speech.say
        names = [cell(engine).text for engine in engines]
        notes = [
            say("Counted after the custom of {name}: {source}.", name=XG.name, source=say(XG.source)),
            say("Evaluated by {engines}.", engines=self.speech.listed(names)),
        ]
        if any(one.matches and one.rate is None for one in some):
            notes.append(say("No PR is given of few decisions."))
        return " ".join(notes)

    def score(self, seat: Seat) -> str:
        """The score of a match, the player's own points first."""
        mine, theirs = seat.played.score[seat.seat], seat.played.score[1 - seat.seat]
        return score(mine, theirs, self.speech)

    def won_and_lost(self, seats: Sequence[Seat]) -> str:
        """Return how many matches were won and lost."""
        won = sum(seat.won is True for seat in seats)
        return score(won, sum(seat.won is False for seat in seats), self.speech)

    def outcome(self, seat: Seat) -> str:
        """Return how a match went for one who played it."""
        say = self.speech.say
        if seat.won is not None:
            return say("won") if seat.won else say("lost")
        return say("undecided") if seat.played.entry.finished else say("unfinished")

    def counted(self, matches: Sequence[PlayedMatch]) -> str:
        """Return how many matches there are."""
        return self.speech.count("{number} match", "{number} matches", len(matches))
