"""Views of a text in an editor: hovers, the outline and its folds, and inlays behind the lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from kotra_notation.board import flip_points, pips
from kotra_notation.explained import page, rule
from kotra_notation.findings import Finding
from kotra_notation.model import Span, Turn
from kotra_notation.record.editing import EditedText, EventPlace
from kotra_notation.replay.frames import COLOURS, Replay
from kotra_notation.report.cleaning import bare
from kotra_notation.report.page_findings import arrows, met_position
from kotra_notation.report.text_layout import wording
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import Tongue

# A board that is as wide as the windows in which editors show such a text.
ROOM = 60


class Hover(NamedTuple):
    """A text in Markdown, and the place it is about."""

    markdown: str
    span: Span


def hover(text: EditedText, line: int, column: int, tongue: Tongue) -> Hover | None:
    """Return the board, the findings with their rules, and a page, of a place from 1; None where all lack."""
    findings, place = text.findings_at(line, column), text.event_at(line, column)
    if not findings and place is None:
        return None
    parts = [_finding(finding, tongue) for finding in findings]
    if place is not None:
        parts.append(_board(text, place, tongue))
    # The page of the first finding is long, and stands last.
    if findings and (read := page(findings[0].code, tongue.language)):
        parts.append(read.strip())
    span = next((finding.span for finding in findings if finding.span), None) or (
        place.span if place else Span(line)
    )
    return Hover("\n\n---\n\n".join(parts), span)


def _finding(finding: Finding, tongue: Tongue) -> str:
    message, hint = finding.told(tongue)
    lines = [f"**{finding.code} {finding.kind.name}**  {_plain(message)}"]
    if plays := ", ".join(f"`{play}`" for play in finding.expected if play):
        lines.append(tongue.say("expected: {plays}", plays=plays))
    meant = told(finding.meant, tongue) if finding.meant else ""
    lines += [_plain(sentence) for sentence in (hint, meant) if sentence]
    if finding.rule and (text := rule(finding.rule)):
        lines.append(f"**{text.id} {text.title}.** {text.text}")
    return "\n\n".join(lines)


def _plain(text: str) -> str:
    """Return a sentence on one line, in which nothing that a stranger wrote is a link, a picture or code.

    Stars are left alone: behind a point none begins anything, and many editors show what stands before them.
    """
    return re.sub(r"[\\`<\[]", r"\\\g<0>", " ".join(bare(text).split()))


def _board(text: EditedText, place: EventPlace, tongue: Tongue) -> str:
    """Return the board that an event met, between fences, with the score above it."""
    frame, game, replayed = text.frame(place), text.game(place), text.replay(place)
    number = tongue.say("turn {number}", number=frame.before.turns + 1)
    words = [
        tongue.say("game {number}", number=game.number),
        number,
        tongue.say("score {score}", score="–".join(map(tongue.points, game.score_before))),
    ]
    if replayed.match.length:
        words.append(tongue.say("{length}-point match", length=replayed.match.length))
    if game.crawford:
        words.append(tongue.say("Crawford game"))
    parts = [", ".join(words)]
    if not frame.certain:
        parts.append(tongue.say("The position is uncertain here."))
    white, black = _names(replayed, tongue)
    drawn = met_position(frame).diagram(
        room=ROOM, names=(white, black), wording=wording(tongue), arrows=arrows(frame)
    )
    return "\n\n".join([*parts, f"```text\n{drawn}```"])


def _names(replayed: Replay, tongue: Tongue) -> list[str]:
    return [
        bare(player.name) or tongue.say(colour)
        for player, colour in zip(replayed.match.players, COLOURS, strict=True)
    ]


class OutlineEntry(NamedTuple):
    """A match, a game or a turn: its name, a detail, its lines, and the place of its name."""

    kind: str
    name: str
    detail: str
    first: int
    last: int
    at: Span
    parts: tuple[OutlineEntry, ...] = ()


def outline(text: EditedText, tongue: Tongue) -> list[OutlineEntry]:
    """Return the matches of a text with their games and turns; none where its notation has no lines."""
    starts = [_first_line(text, number) for number in range(len(text.checked.replays))]
    entries: list[OutlineEntry] = []
    for (number, first), (_, after) in pairwise([*enumerate(starts), (0, len(text.lines) + 1)]):
        if first:
            entries.append(_match(text, number, first, max(first, (after or first + 1) - 1), tongue))
    return entries


def folds(text: EditedText, tongue: Tongue) -> list[tuple[int, int]]:
    """Return the first and last lines of what may be folded: games, and matches where there are several."""
    matches = outline(text, tongue)
    games = [game for match in matches for game in match.parts]
    entries = [*matches, *games] if len(matches) > 1 else games
    return [(entry.first, entry.last) for entry in entries if entry.last > entry.first]


def _first_line(text: EditedText, number: int) -> int:
    match = text.checked.reading.matches[number]
    spans = [event.span for event in (match, *match.remarks, *match.games) if event.span]
    spans += [event.span for event in text.events if event.match == number][:1]
    return min((span.line for span in spans), default=0)


def _match(text: EditedText, number: int, first: int, last: int, tongue: Tongue) -> OutlineEntry:
    replayed = text.checked.replays[number]
    match = replayed.match
    events = [text.events_of(number, game) for game in range(len(match.games))]
    recorded = text.checked.reading.matches[number].games
    heads = [
        game.span.line if game.span else next((event.span.line for event in events[place]), 0)
        for place, game in enumerate(recorded)
    ]
    games: list[OutlineEntry] = []
    for place, (head, end) in enumerate(zip(heads, [*heads[1:], last + 1], strict=False)):
        if first <= head <= last:
            game_last = min(max(head, (end or head + 1) - 1), last)
            turns = tuple(_turns([event for event in events[place] if head <= event.span.line <= game_last]))
            game = replayed.games[place]
            name = tongue.say("game {number}", number=game.number)
            score = "–".join(map(tongue.points, game.score_before))
            games.append(OutlineEntry("game", name, score, head, game_last, Span(head), turns))
    length = tongue.say("{length}-point match", length=match.length) if match.length else ""
    detail = ", ".join(filter(None, (length, "–".join(map(tongue.points, replayed.score)))))
    names = " – ".join(_names(replayed, tongue))
    return OutlineEntry("match", names, detail, first, last, Span(first), tuple(games))


def _turns(events: list[EventPlace]) -> Iterator[OutlineEntry]:
    for event in events:
        if isinstance(event.event, Turn) and (name := " ".join(event.event.text.split())):
            line = event.span.line
            yield OutlineEntry("turn", name, "WB"[event.event.seat], line, line, event.span)


class Inlay(NamedTuple):
    """A few words behind a line, and what they mean."""

    line: int
    words: str
    meaning: str


def inlays(text: EditedText, first: int, last: int, tongue: Tongue) -> list[Inlay]:
    """Return the words behind the lines from the first to the last, in their order."""
    by_line = {pip.line: pip for pip in _pips(text, first, last, tongue)}
    by_line |= {score.line: score for score in _scores(text, tongue) if first <= score.line <= last}
    return [by_line[line] for line in sorted(by_line)]


def _pips(text: EditedText, first: int, last: int, tongue: Tongue) -> Iterator[Inlay]:
    """Yield the pips of both sides behind the last turn of a line, where the board is known."""
    meaning = tongue.say("pip counts of White and Black after this turn")
    games = {(event.match, event.game) for event in text.events if first <= event.span.line <= last}
    for match, game in sorted(games):
        replayed = text.checked.replays[match]
        events, turning = replayed.match.games[game].events, replayed.ruleset.facts.turning
        for passage in replayed.games[game].track:
            event = events[passage.place]
            if not passage.certain or not isinstance(event, Turn) or event.span is None:
                continue
            if first <= event.span.line <= last:
                own, other = pips(tuple(passage.after)), pips(flip_points(tuple(passage.after), turning))
                white, black = (own, other) if event.seat == 0 else (other, own)
                yield Inlay(event.span.line, f"{white}–{black}", meaning)


def _scores(text: EditedText, tongue: Tongue) -> Iterator[Inlay]:
    """Yield the score behind the last line of each game, and that nobody may double behind the first."""
    for match, replayed in enumerate(text.checked.replays):
        for number, game in enumerate(replayed.games):
            if game.crawford and game.line:
                yield Inlay(game.line, tongue.say("Crawford game"), "")
            events = text.events_of(match, number)
            if events and game.kind != "unfinished":
                score = "–".join(map(tongue.points, game.score_after))
                yield Inlay(events[-1].span.line, score, tongue.say("score after this game"))
