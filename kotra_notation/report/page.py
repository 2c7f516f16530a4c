"""The page of a replayed match: its head, its games, its findings, its charts and tables, as plain data."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kotra_notation.board import Position
from kotra_notation.findings import Finding, Severity
from kotra_notation.model import Comment, Match
from kotra_notation.repair import Hints
from kotra_notation.repair.effort import little
from kotra_notation.replay import Replay
from kotra_notation.report.charts import charts
from kotra_notation.report.cleaning import apart, language
from kotra_notation.report.cleaning import name as cleaned
from kotra_notation.report.event_words import PHASES, kind_word, score_text
from kotra_notation.report.games import PageContext, game_view
from kotra_notation.report.highlights import openings, turning_points
from kotra_notation.report.moments import key_moments, story
from kotra_notation.report.overview import NumberTable, RollCell, RollTable
from kotra_notation.report.page_findings import page_finding
from kotra_notation.report.quiz import page_questions
from kotra_notation.report.studies import studies_by_place
from kotra_notation.report.tables import summary, tables
from kotra_notation.report.view import (
    Diagram,
    Event,
    GameView,
    Origin,
    Page,
    PageFinding,
    PageWord,
    Remark,
    Rule,
)
from kotra_notation.report.wishes import Wishes
from kotra_notation.rules import Ruleset, option_text, options_of, specification
from kotra_notation.rules.old_icelandic import TITLES
from kotra_notation.statistics.analysis import analysis, by_engine
from kotra_notation.statistics.conventions import GNUBG, XG
from kotra_notation.statistics.counts import Dice, SeatCounts, frames_of, roll_index, statistics
from kotra_notation.statistics.sheet import QualitySheet, sheet
from kotra_notation.words.terms import Term, term
from kotra_notation.words.tongues import ENGLISH, N_, Tongue
from kotra_notation.words.tongues import tongue as find_tongue

HEADERS = {
    "event": N_("Event"),
    "round": N_("Round"),
    "place": N_("Place"),
    "date": N_("Date"),
    "time": N_("Time"),
    "transcriber": N_("Transcriber"),
    "annotator": N_("Annotator"),
    "video": N_("Video"),
    "source": N_("Source"),
}
SIDES = (N_("White"), N_("Black"))

# Of the table of rolls.
FEWEST = 12  # rolls below which nothing is to be seen
EVEN = 3  # the shade of what came as often as expected
STEP = 0.8  # standard deviations, nearly, that make a shade; less than one makes none


def page(replay: Replay, findings: Sequence[Finding] = (), wishes: Wishes | None = None) -> Page:
    """Return the page of a replayed match; `findings` are the reader's, shown with the replay's own."""
    wishes = wishes or Wishes()
    tongue, ruleset, match = find_tongue(wishes.language), replay.ruleset, replay.match
    info = dict(match.info)
    names = player_names(match, tongue)
    frames = frames_of(replay)
    analysed = analysis(replay, frames)
    if wishes.by:
        analysed = by_engine(analysed, replay, frames, wishes.by) or analysed
    heard = by_engine(analysed, replay, frames) or analysed
    facts = ruleset.facts
    context = PageContext(
        names=names,
        tongue=tongue,
        diagrams=wishes.diagrams,
        start=Position(points=facts.start, men=(facts.men, facts.men), turning=facts.turning),
        known=studies_by_place(analysed, heard, frames, names, tongue),
        hints=Hints(replay, little(), findings),
        paths=wishes.paths,
        film=info.get("video", ""),
    )
    games = tuple(game_view(game, shown, context) for game, shown in zip(replay.games, frames, strict=True))
    cards = tuple(_card(finding, context) for finding in (*findings, *replay.findings))
    counts = {level.value: sum(card.severity == level.value for card in cards) for level in Severity}
    result = _result(replay, names, tongue)
    sides = statistics(replay, frames)
    customs = (GNUBG, XG) if heard.unit is None else (GNUBG,)
    sheets = [quality for custom in customs if (quality := sheet(heard, custom))]
    length = length_words(0, cube=facts.cube, tongue=tongue)
    if match.length:
        length = tongue.count("{number}-point match", "{number}-point match", match.length)
    moments = key_moments(games, context.known, names, match.length, tongue)
    number_tables = tables(sides, facts, sheets, names, tongue)
    return Page(
        language=tongue.language,
        title=wishes.title or f"{names[0]} – {names[1]}",
        titled=wishes.title is not None,
        summary=" · ".join(filter(None, [info.get("event", ""), length, result])),
        players=names,
        ratings=(_rating(match.players[0].rating), _rating(match.players[1].rating)),
        headers=_headers(match, tongue),
        length=length,
        rules=tongue.say(ruleset.title),
        specification=specification(ruleset),
        options=_options(ruleset, tongue),
        result=result,
        origin=_set_apart(wishes.origin),
        remarks=_remarks(match),
        games=games,
        found=cards,
        counts=counts,
        counted=count_words(counts, tongue),
        charts=charts(games, heard, names, tongue, {moment.anchor for moment in moments if not moment.error}),
        tables=number_tables,
        sheet=summary(sheets[-1], names, tongue) if _is_summed(sheets) else None,
        highlights=moments or turning_points(games, tongue),
        story=story(sheets[-1], replay.winner if replay.complete else None, moments, names, tongue)
        if sheets
        else (),
        rolls=roll_tables(sides, tongue),
        openings=() if analysed else tuple(openings(games)),
        questions=page_questions(heard, frames, games, tongue),
        words=page_words(games, number_tables, tongue) if facts.lettered else (),
        facts=_facts(info, length, tongue),
        final=_final(games, context.start),
        view=str(ruleset.options.get("view.direction", "towards")),
        lettered=facts.lettered,
        paths=wishes.paths and facts.lettered,
        evaluated=bool(analysed),
        places=analysed.custom(XG).places,
    )


def _headers(match: Match, tongue: Tongue) -> tuple[tuple[str, str], ...]:
    return tuple(
        (tongue.say(HEADERS[key]), tongue.date(value) if key == "date" else value)
        for key, value in match.info
        if key in HEADERS and value
    )


def _options(ruleset: Ruleset, tongue: Tongue) -> tuple[Rule, ...]:
    """Return the options that the record or the user wrote out."""
    return tuple(
        Rule(name=name, value=option_text(ruleset.options[name]), meaning=tongue.say(option.meaning))
        for name, option in options_of(ruleset).items()
        if name in ruleset.stated
    )


def _remarks(match: Match) -> tuple[Remark, ...]:
    return tuple(
        Remark(text=remark.text, author=remark.author or "", language=language(remark.language))
        for remark in match.remarks
        if isinstance(remark, Comment)
    )


def _set_apart(origin: Origin) -> Origin:
    """Return the source with what stands side by side in one line kept apart."""
    return replace(
        origin, format=apart(origin.format), dialect=apart(origin.dialect), encoding=apart(origin.encoding)
    )


def player_names(match: Match, tongue: Tongue = ENGLISH) -> tuple[str, str]:
    """Return the names as the page shows them, the colours where there are none."""
    first, second = match.players
    return cleaned(first.name) or tongue.say(SIDES[0]), cleaned(second.name) or tongue.say(SIDES[1])


def _rating(written: str | None) -> str:
    """Return a rating without digits that say nothing."""
    return re.sub(r"^([0-9]+)\.0+$", r"\1", written or "")


def length_words(points: int | None, *, cube: bool, tongue: Tongue) -> str:
    """Return the length of a match; without an end are sessions of today's game, sittings of the old one."""
    if points:
        return tongue.count("{number} point", "{number} points", points)
    if points is None:
        return tongue.say("not given")
    return tongue.say("money session") if cube else tongue.say("sitting")


def _facts(info: Mapping[str, str], length: str, tongue: Tongue) -> tuple[str, ...]:
    """Return what was played, where and when, for the line below the title."""
    date = tongue.date(info["date"]) if info.get("date") else ""
    parts = [info.get("event", ""), info.get("round", ""), info.get("place", ""), date, length]
    return tuple(map(apart, filter(None, parts)))


def _result(replay: Replay, names: tuple[str, str], tongue: Tongue) -> str:
    if replay.winner is not None and replay.complete:
        won, lost = replay.score[replay.winner], replay.score[1 - replay.winner]
        score = score_text((won, lost), tongue)
        return tongue.say("{name} wins {score}", name=names[replay.winner], score=score)
    score = score_text(replay.score, tongue)
    if not replay.complete:
        return tongue.say("{score}, not played to the end", score=score)
    return tongue.say("Level at {score}", score=score) if any(replay.score) else score


def _is_summed(sheets: Sequence[QualitySheet]) -> bool:
    """Return whether a summary has a rate or a loss to show."""
    return bool(sheets) and any(
        side.rate is not None or side.play.equity or side.cube.equity for side in sheets[-1].sides
    )


def _final(games: Sequence[GameView], start: Position) -> Diagram:
    """Return the last position of the match, a form that stands on it outlined."""
    if not games:
        return Diagram(position=start)
    end = games[-1].end
    maker = 1 - end.position.seat
    return Diagram(position=end.position, marked=tuple((maker, point) for point in end.marked))


def count_words(counts: Mapping[str, int], tongue: Tongue) -> str:
    """Return how many findings there are of each severity, in words."""
    error, warning, note = (counts[level.value] for level in Severity)
    words = (
        tongue.count("{number} error", "{number} errors", error) if error else "",
        tongue.count("{number} warning", "{number} warnings", warning) if warning else "",
        tongue.count("{number} note", "{number} notes", note) if note else "",
    )
    return ", ".join(filter(None, words)) or tongue.say("none")


def _card(finding: Finding, context: PageContext) -> PageFinding:
    """Return a finding of the panel, with the place it is shown at."""
    anchor = context.anchors.get(id(finding), "")
    if not anchor and finding.span:
        anchor = context.line_anchors.get(finding.span.line, "")
    return page_finding(finding, context.hints, context.tongue, anchor=anchor)


def roll_tables(sides: tuple[SeatCounts, SeatCounts], tongue: Tongue) -> tuple[RollTable, ...]:
    """Return how often each side rolled each of the 21 rolls, and should have; none if there were too few."""
    if any(side.dice.throws < FEWEST for side in sides):
        return ()
    return tuple(_roll_table(seat, side.dice, tongue) for seat, side in enumerate(sides))


def _roll_table(seat: int, dice: Dice, tongue: Tongue) -> RollTable:
    doublet, other = dice.expected_rolls

    def cell(high: int, low: int) -> RollCell:
        count, expected = dice.rolls[roll_index(high, low)], doublet if high == low else other
        off = (count - expected) / max(expected, 1) ** 0.5 / STEP
        return RollCell(count=count, shade=max(0, min(2 * EVEN, EVEN + int(off))))

    return RollTable(
        seat=seat,
        rows=tuple(tuple(cell(high, low) for low in range(1, high + 1)) for high in range(1, 7)),
        expected=f"{tongue.number(doublet, 1)} / {tongue.number(other, 1)}",
    )


def page_words(
    games: Sequence[GameView], tables: Sequence[NumberTable], tongue: Tongue
) -> tuple[PageWord, ...]:
    """Return the words of the old game that the page uses and the glossary knows, in their order there."""
    names = [(kind_word(kind, tongue), title) for kind, title in TITLES.items()]
    names.append((tongue.say(PHASES["after"]), "after-throws"))
    known = {name.casefold(): word for name, title in names if (word := term(title))}
    texts = [game.how for game in games]
    texts += [item.word for game in games for item in game.items if isinstance(item, Event)]
    texts += [label for table in tables for label, _, _ in table.rows]
    used: dict[Term, list[str]] = {}
    for text in texts:
        if word := known.get(text.casefold()):
            used.setdefault(word, []).append(text)
    return tuple(
        PageWord(key=f"word-{number}", words=tuple(dict.fromkeys(forms)), meaning=tongue.say(word.meaning))
        for number, (word, forms) in enumerate(used.items(), 1)
    )
