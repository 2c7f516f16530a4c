"""A match as a fold over its games under one rule set: the score runs on, Crawford follows it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf, isfinite
from typing import TYPE_CHECKING

from kotra_notation.findings import Finding, Severity, finding, phrase
from kotra_notation.implied import game_numbers
from kotra_notation.late import late_pattern
from kotra_notation.model import Double, Forfeit, Game, Match, Play, ResultClaim, Turn, Video
from kotra_notation.replay.begins import Begins, BegunGame, end_of, fold_game
from kotra_notation.replay.frames import GameReplay, Replay
from kotra_notation.replay.game_so_far import Score
from kotra_notation.replay.scores import NOUGHT, Scores, score_at_head, score_text
from kotra_notation.rules import Ruleset, outcome

if TYPE_CHECKING:
    from kotra_notation.replay.kept import KeptGames

MINUTE, HOUR = 60, 3600


def backward_times(match: Match) -> Mapping[int, list[Finding]]:
    """Return by games, counted from 0, the findings of times earlier than the one before in a recording."""
    findings: dict[int, list[Finding]] = defaultdict(list)
    last: dict[str, float] = {}
    film = dict(match.info).get("video", "")
    for index, game in enumerate(match.games):
        if Video not in map(type, game.events):
            continue
        for event in game.events:
            if not isinstance(event, Video):
                continue
            source = event.source or film
            earlier, last[source] = last.get(source, event.seconds), event.seconds
            if event.seconds < earlier:
                written, before = time_text(event.seconds), time_text(earlier)
                findings[index].append(
                    finding("video-time-backwards", span=event.span, written=written, earlier=before)
                )
    return findings


def time_text(seconds: float) -> str:
    """Return a time as players show it, `1:05` or `1:02:05`."""
    if not isfinite(seconds):
        return "–"
    hours, rest = divmod(int(seconds), HOUR)
    minutes, whole = divmod(rest, MINUTE)
    return f"{hours}:{minutes:02}:{whole:02}" if hours else f"{minutes}:{whole:02}"


# A day as programs write it; what is unknown is written with noughts or question marks.
DAY = late_pattern(r"([0-9]{4})[-./]([0-9]{2})[-./]([0-9]{2})")
UNKNOWN = "00"
# What leaves open whether the last game has ended the match, or says so itself.
DOUBTED = frozenset({"points-wrong", "points-impossible", "draw-without-reason", "match-not-over"})


def fold(
    match: Match,
    ruleset: Ruleset,
    starting_cubes: Mapping[int, int] | None = None,
    *,
    tracked: bool = False,
    kept: KeptGames | None = None,
) -> Replay:
    """The replay of a match; `starting_cubes` above 1 by game; a game in `kept` is not replayed again."""
    scores = Scores()
    before: Score | None = None
    score: Score | None = None
    games: list[GameReplay] = []
    length = goal(match, ruleset)
    hits_marked = marks_hits(match)
    begins = Begins(ruleset)
    says_results, forfeited = _says_results(match), False
    films_back = backward_times(match)
    numbers = game_numbers(match.games)
    for index, game in enumerate(match.games):
        wrong = scores.begin(game, first=not games, length=length)
        findings = [*numbering(match.games, index), *([] if wrong is None else [wrong])]
        findings += [*_at_head(match, index), *films_back.get(index, ())]
        if forfeited:
            why = phrase("the match had already been forfeited")
            what, rule = phrase("A game"), "MOD-MATCH-1"
            findings.append(finding("out-of-place", span=game.span, rule=rule, what=what, why=why))
        forfeited = forfeited or forfeit_of(game) is not None
        if scores.over(length):
            reached = score_text(scores.derived)
            findings.append(finding("match-already-over", span=game.span, length=length, score=reached))
        before, score = score, scores.score
        begun = BegunGame(
            match,
            ruleset,
            length,
            index,
            numbers[index],
            scores,
            before,
            hits_marked,
            says_results,
            (starting_cubes or {}).get(index, 1),
            begins,
            tuple(findings),
        )
        done = kept.fold(begun) if kept and not tracked else fold_game(begun, [] if tracked else None)
        games.append(_breaking_off_once(games, done.replay))
        scores, begins = done.scores, begins.after(done.course, done.ending)
    return _whole(match, ruleset, games, games[-1].score_after if games else NOUGHT)


def _breaking_off_once(games: Sequence[GameReplay], last: GameReplay) -> GameReplay:
    """The last game without the note that it breaks off, where a game before it has that."""
    if not any(_breaks_off(fault) for fault in last.findings):
        return last
    if not any(_breaks_off(fault) for game in games for fault in game.findings):
        return last
    return replace(last, findings=tuple(fault for fault in last.findings if not _breaks_off(fault)))


def _breaks_off(found: Finding) -> bool:
    return found.kind.name == "game-unfinished" and found.severity is Severity.NOTE


def _at_head(match: Match, place: int) -> list[Finding]:
    """Return what is said of a game before it begins, beside what the games before it make of its score."""
    game = match.games[place]
    if place == 0 and match.length is not None and match.length < 0:
        why = phrase("a match length is at least one point")
        return [finding("points-impossible", span=match.span, written=str(match.length), why=why)]
    claim = score_at_head(game)
    score = NOUGHT if claim is None else claim.score
    if not all(0 <= points < inf for points in score):
        why = phrase("nobody can have that score")
        return [finding("points-impossible", span=game.span, written=score_text(score), why=why)]
    over = outcome.match_over(match.length or 0, score)
    played = any(isinstance(event, Turn | Double | ResultClaim) for event in game.events)
    if place == 0 and any(score) and played and not over:
        return [finding("score-from-before", span=game.span, written=score_text(score))]
    return []


def forfeit_of(game: Game) -> Forfeit | None:
    """The word that the match is forfeited, if it stands in a game."""
    if Forfeit not in map(type, game.events):
        return None
    words = [event for event in game.events if isinstance(event, Forfeit) and event.scope == "match"]
    return words[-1] if words else None


def goal(match: Match, ruleset: Ruleset) -> int:
    """The points a match goes to, 0 for none: as the record says, else as its rules do (FORN-SCORE-4)."""
    target = ruleset.options.get("match.target")
    return max(match.length or 0, 0) or (target if isinstance(target, int) else 0)


def marks_hits(match: Match) -> bool:
    """Return whether the record marks hits at all; one that never does has not forgotten any."""
    return any(
        hop.taken
        for game in match.games
        for event in game.events
        if isinstance(event, Turn) and isinstance(event.deed, Play)
        for hop in event.deed.hops
    )


def _says_results(match: Match) -> bool:
    """Return whether the record says at all how a game ended; one that never does has not forgotten it."""
    return any(
        game.score is not None or any(isinstance(event, ResultClaim) for event in game.events)
        for game in match.games
    )


def match_winner(length: int, score: Score, *, finished: bool) -> tuple[int | None, bool]:
    """Return who has won at a score, and whether that is the end: a session ends if `finished`."""
    complete = outcome.match_over(length, score) if length else finished
    if not complete or score[0] == score[1]:
        return None, complete
    return int(score[0] < score[1]), complete


def _whole(match: Match, ruleset: Ruleset, games: Sequence[GameReplay], score: Score) -> Replay:
    length = goal(match, ruleset)
    given = next((forfeit for forfeit in map(forfeit_of, match.games) if forfeit is not None), None)
    finished = bool(games) and games[-1].ending.kind != "unfinished"
    winner, complete = match_winner(length, score, finished=finished)
    if given is not None:
        winner, complete = 1 - given.seat, True
    findings = [*heading(match), *(fault for game in games for fault in game.findings)]
    closing = games[-1].findings if games else ()
    doubted = any(fault.kind.name in DOUBTED for fault in closing)
    doubted |= any(fault.kind.name == "start-beyond-length" for fault in findings)
    if length and finished and not complete and not doubted:
        span = end_of(match.games[-1])
        last = games[-1].ending
        name = "match-undecided" if (last.winner, last.kind) == (None, "settled") else "match-unfinished"
        findings.append(
            finding(name, span=span, length=length, score=score_text(score)).at(game=games[-1].number)
        )
    return Replay(
        match=match,
        ruleset=ruleset,
        games=tuple(games),
        findings=tuple(findings),
        score=score,
        winner=winner,
        complete=complete,
    )


def heading(match: Match) -> Iterator[Finding]:
    """Yield what cannot be right at the head of a match, whatever was played; names are not judged."""
    for key, value in match.info:
        if key == "date" and not _is_day(value):
            what = phrase("{date} is not a valid date", date=value)
            yield finding("head-doubtful", span=match.span, written=value, what=what)


def _is_day(text: str) -> bool:
    """Return whether a date is a day of the calendar, or none that can be told."""
    from datetime import date

    written = DAY.match(text.strip())
    if written is None or UNKNOWN in written.groups()[1:]:
        return True
    try:
        date(*(int(part) for part in written.groups()))
    except ValueError:
        return False
    return True


def numbering(games: Sequence[Game], place: int) -> Iterator[Finding]:
    """Yield what is wrong with the number of a game; a first game above 1 is said of its score instead."""
    game = games[place]
    begins = None if place else score_at_head(game)
    before = begins is not None and begins.score != NOUGHT
    if before or game.number is None or game.number == (expected := _expected_number(games, place)):
        return
    severity = Severity.NOTE if not place and begins is None else None
    number, due = str(game.number), [str(expected)]
    yield finding("number-jump", span=game.span, severity=severity, written=number, expected=due)


def _expected_number(games: Sequence[Game], place: int) -> int:
    """The number that is to come: one more than the last that is written."""
    before = next((index for index in reversed(range(place)) if games[index].number is not None), None)
    return place + 1 if before is None else (games[before].number or 0) + place - before
