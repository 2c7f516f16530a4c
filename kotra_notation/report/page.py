"""The words of the old game that a page explains: each where it is used first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from kotra_notation.board import Position
from kotra_notation.findings import Finding, Severity
from kotra_notation.model import Comment, Match
from kotra_notation.repair import Hints, little
from kotra_notation.replay import Replay
from kotra_notation.report.charts import charts
from kotra_notation.report.cleaning import apart, language
from kotra_notation.report.cleaning import name as cleaned
from kotra_notation.report.event_words import PHASES, kind_word, score_text
from kotra_notation.report.games import PageContext, game_view
from kotra_notation.report.highlights import decisions, openings, turning_points
from kotra_notation.report.overview import NumberTable, RollCell, RollTable
from kotra_notation.report.page_findings import page_finding
from kotra_notation.report.quiz import page_questions
from kotra_notation.report.studies import studied
from kotra_notation.report.summary import summary
from kotra_notation.report.tables import tables
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
from kotra_notation.report.wishes import Diagrams
from kotra_notation.rules import options_of, specification, spelled
from kotra_notation.rules.old_icelandic import TITLES
from kotra_notation.statistics.analysis import analysis, by_engine
from kotra_notation.statistics.conventions import GNUBG, XG
from kotra_notation.statistics.counts import Dice, SeatCounts, frames_of, roll_index, statistics
from kotra_notation.statistics.sheet import sheet
from kotra_notation.words.terms import Term, term
from kotra_notation.words.tongues import ENGLISH, N_, Tongue


def page_words(
    games: Sequence[GameView], tables: Sequence[NumberTable], tongue: Tongue
) -> tuple[PageWord, ...]:
    """The words that the page uses and the glossary knows, in the order of the page."""
    known = dict(_known(tongue))
    found: dict[Term, list[str]] = {}
    for text in _used(games, tables):
        if meant := known.get(text.casefold()):
            found.setdefault(meant, []).append(text)
    return tuple(
        [
            PageWord(
                key=f"word-{number}", words=tuple(dict.fromkeys(texts)), meaning=tongue.say(meant.meaning)
            )
            for number, (meant, texts) in enumerate(found.items(), 1)
        ]
    )


def _known(tongue: Tongue) -> Iterator[tuple[str, Term]]:
    """The words of the page for what the glossary explains."""
    for kind, title in TITLES.items():
        if meant := term(title):
            yield kind_word(kind, tongue).casefold(), meant
    if meant := term("after-throws"):
        yield tongue.say(PHASES["after"]).casefold(), meant


def _used(games: Sequence[GameView], tables: Sequence[NumberTable]) -> Iterator[str]:
    """Yield what may be such a word, in the order of the page."""
    yield from (game.how for game in games)
    yield from (item.word for game in games for item in game.items if isinstance(item, Event))
    yield from (label for table in tables for label, _, _ in table.rows)


class FirstUses:
    """Says of each word once what it means."""

    def __init__(self, words: Sequence[PageWord]) -> None:
        self.words = list(words)

    def __call__(self, text: str) -> PageWord | None:
        """The word that is used here, the first time."""
        page_word = next((word for word in self.words if text in word.words), None)
        if page_word:
            self.words.remove(page_word)
        return page_word


# The dice of either side as a picture: how often each of the 21 rolls came, against expectation.


FEWEST = 12  # rolls below which nothing is to be seen
EVEN = 3  # the shade of what came as often as expected
STEP = 0.8  # standard deviations, nearly, that make a shade


def pictures(sides: tuple[SeatCounts, SeatCounts], tongue: Tongue) -> tuple[RollTable, ...]:
    """A table for either side; none where too little was rolled, or the dice were not thrown by two."""
    if any(side.dice.throws < FEWEST for side in sides):
        return ()
    return tuple([_picture(seat, side.dice, tongue) for seat, side in enumerate(sides)])


def _picture(seat: int, dice: Dice, tongue: Tongue) -> RollTable:
    doublet, other = dice.expected_rolls
    return RollTable(
        seat=seat,
        rows=tuple(
            [
                tuple(
                    [
                        _cell(dice.rolls[roll_index(high, low)], doublet if high == low else other)
                        for low in range(1, high + 1)
                    ]
                )
                for high in range(1, 7)
            ]
        ),
        expected=f"{tongue.number(doublet, 1)} / {tongue.number(other, 1)}",
    )


def _cell(count: int, expected: float) -> RollCell:
    off = (count - expected) / max(expected, 1) ** 0.5 / STEP
    return RollCell(count=count, shade=max(0, min(2 * EVEN, EVEN + round(off))))


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


def page(
    replay: Replay,
    *,
    findings: Sequence[Finding] = (),
    title: str | None = None,
    origin: Origin | None = None,
    tongue: Tongue = ENGLISH,
    diagrams: Diagrams | None = None,
    by: str | None = None,
    paths: bool = False,
) -> Page:
    """The page of a replayed match; `findings` are those of the reader, shown with the replay's own.

    `by` is the engine to listen to, where several speak. `paths`: points of the old game by their numbers.
    """
    match = replay.match
    names = player_names(match, tongue)
    frames = frames_of(replay)
    found = analysis(replay, frames)
    if by:
        found = by_engine(found, replay, frames, by) or found
    heard = by_engine(found, replay, frames) or found
    context = PageContext(
        names=names,
        tongue=tongue,
        diagrams=diagrams or Diagrams(),
        start=_start(replay),
        known=studied(found, heard, frames, tongue),
        hints=Hints(replay, little(), findings),
        length=match.length,
        paths=paths,
        film=dict(match.info).get("video", ""),
    )
    games = tuple(game_view(game, its, context) for game, its in zip(replay.games, frames, strict=True))
    placed = tuple(_placed(finding, context) for finding in (*findings, *replay.findings))
    counts = {level.value: sum(finding.severity == level.value for finding in placed) for level in Severity}
    result = _result(replay, names, tongue)
    sides = statistics(replay, frames)
    customs = (GNUBG, XG) if heard.unit is None else (GNUBG,)
    sheets = tuple(
        [quality_sheet for quality_sheet in (sheet(heard, custom) for custom in customs) if quality_sheet]
    )
    length = match_words(replay, tongue)
    lettered = replay.ruleset.facts.lettered
    sheet_tables = tables(sides, replay.ruleset.facts, sheets, names, tongue)
    return Page(
        language=tongue.language,
        title=title or f"{names[0]} – {names[1]}",
        titled=title is not None,
        summary=" · ".join(filter(None, [dict(match.info).get("event", ""), length, result])),
        players=names,
        ratings=(_rating(match.players[0].rating), _rating(match.players[1].rating)),
        headers=_headers(match, tongue),
        length=length,
        rules=tongue.say(replay.ruleset.title),
        specification=specification(replay.ruleset),
        options=_options(replay, tongue),
        result=result,
        origin=_set_apart(origin or Origin()),
        remarks=tuple(
            Remark(text=remark.text, author=remark.author or "", language=language(remark.language))
            for remark in match.remarks
            if isinstance(remark, Comment)
        ),
        games=games,
        found=placed,
        counts=counts,
        counted=counted(counts, tongue),
        charts=charts(games, heard, names, tongue),
        tables=sheet_tables,
        sheet=summary(sheets[-1], names, tongue) if sheets else None,
        highlights=decisions(games, context.known, tongue) or turning_points(games, tongue),
        rolls=pictures(sides, tongue),
        openings=() if found else tuple(openings(games)),
        questions=page_questions(heard, frames, games, tongue),
        words=page_words(games, sheet_tables, tongue) if lettered else (),
        facts=_facts(match, length, tongue),
        final=_final(games, context.start),
        view=str(replay.ruleset.options.get("view.direction", "towards")),
        lettered=lettered,
        paths=paths and lettered,
        evaluated=bool(found),
        places=found.custom(XG).places,
    )


def player_names(match: Match, tongue: Tongue = ENGLISH) -> tuple[str, str]:
    """The names as the page shows them, the colours where there are none."""
    first, second = match.players
    return cleaned(first.name) or tongue.say(SIDES[0]), cleaned(second.name) or tongue.say(SIDES[1])


def _rating(written: str | None) -> str:
    """A rating without digits that say nothing."""
    return re.sub(r"^([0-9]+)\.0+$", r"\1", written or "")


def _start(replay: Replay) -> Position:
    facts = replay.ruleset.facts
    return Position(points=facts.start, men=(facts.men, facts.men), turning=facts.turning)


def match_words(replay: Replay, tongue: Tongue) -> str:
    """Return what was played: a match to so many points, or one without an end."""
    if length := replay.match.length:
        return tongue.count("{number}-point match", "{number}-point match", length)
    return length_words(0, cube=replay.ruleset.facts.cube, tongue=tongue)


def length_words(points: int | None, *, cube: bool, tongue: Tongue) -> str:
    """How far a match goes; without an end are sessions of today's game, and sittings of the old one."""
    if points:
        return tongue.count("{number} point", "{number} points", points)
    if points is None:
        return tongue.say("not stated")
    return tongue.say("money session") if cube else tongue.say("sitting")


def _headers(match: Match, tongue: Tongue) -> tuple[tuple[str, str], ...]:
    return tuple(
        (tongue.say(HEADERS[key]), tongue.date(value) if key == "date" else value)
        for key, value in match.info
        if key in HEADERS and value
    )


def _facts(match: Match, length: str, tongue: Tongue) -> tuple[str, ...]:
    """Return what was played, where and when, for the line below the title."""
    info = dict(match.info)
    said = [info.get("event", ""), info.get("round", ""), info.get("place", "")]
    date = tongue.date(info["date"]) if info.get("date") else ""
    return tuple(map(apart, filter(None, [*said, date, length])))


def _options(replay: Replay, tongue: Tongue) -> tuple[Rule, ...]:
    """The options that the record or the user wrote out."""
    ruleset = replay.ruleset
    known = options_of(ruleset)
    return tuple(
        Rule(name=name, value=spelled(ruleset.options[name]), meaning=tongue.say(known[name].meaning))
        for name in known
        if name in ruleset.stated
    )


def _result(replay: Replay, names: tuple[str, str], tongue: Tongue) -> str:
    if replay.winner is not None and replay.complete:
        won, lost = replay.score[replay.winner], replay.score[1 - replay.winner]
        score = score_text((won, lost), tongue)
        return tongue.say("{name} wins {score}", name=names[replay.winner], score=score)
    score = score_text(replay.score, tongue)
    return score if replay.complete else tongue.say("{score}, not played to the end", score=score)


def _final(games: Sequence[GameView], start: Position) -> Diagram:
    """The last position of the match, a form that stands on it outlined."""
    if not games:
        return Diagram(position=start)
    end = games[-1].end
    maker = 1 - end.position.seat
    return Diagram(position=end.position, marked=tuple((maker, point) for point in end.marked))


def counted(counts: Mapping[str, int], tongue: Tongue) -> str:
    """Return how many findings there are of each severity, in words."""
    error, warning, note = (counts[level.value] for level in Severity)
    said = (
        tongue.count("{number} error", "{number} errors", error) if error else "",
        tongue.count("{number} warning", "{number} warnings", warning) if warning else "",
        tongue.count("{number} note", "{number} notes", note) if note else "",
    )
    return ", ".join(filter(None, said)) or tongue.say("none")


def _set_apart(origin: Origin) -> Origin:
    """The source with what stands side by side in one line kept apart."""
    return replace(
        origin,
        format=apart(origin.format),
        dialect=apart(origin.dialect),
        encoding=apart(origin.encoding),
    )


def _placed(finding: Finding, context: PageContext) -> PageFinding:
    """A finding in the panel, with the place it is shown at."""
    anchor = context.anchors.get(id(finding), "")
    if not anchor and finding.span:
        anchor = context.line_anchors.get(finding.span.line, "")
    return page_finding(finding, context.hints, context.tongue, anchor=anchor)
