"""A match as a fold over its games under one rule set: the score runs on, Crawford follows it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from kotra_notation.board import Cube
from kotra_notation.findings import Finding, finding, phrase
from kotra_notation.model import Game, Match, Play, Span, Turn
from kotra_notation.replay.begins import Begins
from kotra_notation.replay.frames import Frame, GameReplay, Passage, Replay
from kotra_notation.replay.game import GameFold
from kotra_notation.replay.results import Result, result
from kotra_notation.replay.scores import NOUGHT, Score, Scores, plus, score_text, stated
from kotra_notation.rules import Ruleset, outcome
from kotra_notation.rules.state import Course, Setting, Stakes

# What players are called that the record does not name.
COLOURS = (phrase("White"), phrase("Black"))


def fold(
    match: Match,
    ruleset: Ruleset,
    starting_cubes: Mapping[int, int] | None = None,
    *,
    tracked: bool = False,
) -> Replay:
    """The replay of a match; `starting_cubes` gives the cube a game (by place) begins with if not 1."""
    scores = Scores()
    before: Score | None = None
    score: Score | None = None
    games: list[GameReplay] = []
    length = goal(match, ruleset)
    hits_marked = marks_hits(match)
    begins = Begins(ruleset)
    for place, game in enumerate(match.games):
        wrong = scores.begin(game, first=not games)
        found = [] if wrong is None else [wrong]
        if games and outcome.match_over(length, scores.derived):
            reached = score_text(scores.derived)
            found.append(finding("match-already-over", span=game.span, length=length, score=reached))
        cube = (starting_cubes or {}).get(place, 1)
        track: list[Passage] | None = [] if tracked else None
        before, score = score, scores.score
        replayed, made, course, scores = _game(
            match, ruleset, place, scores, before, hits_marked, cube, begins, found, track
        )
        games.append(replayed)
        begins = begins.after(course, made.ending)
    return _whole(match, ruleset, games, games[-1].score_after if games else NOUGHT)


def goal(match: Match, ruleset: Ruleset) -> int:
    """The points a match goes to, 0 for none: as the record says, else as its rules do (FORN-SCORE-4)."""
    target = ruleset.options.get("match.target")
    return match.length or (target if isinstance(target, int) else 0)


def marks_hits(match: Match) -> bool:
    """Whether the record marks hits at all; one that never does has not forgotten any."""
    return any(
        hop.taken
        for game in match.games
        for event in game.events
        if isinstance(event, Turn) and isinstance(event.deed, Play)
        for hop in event.deed.hops
    )


def _game(
    match: Match,
    ruleset: Ruleset,
    place: int,
    scores: Scores,
    before: Score | None,
    hits_marked: bool,
    starting_cube: int,
    begins: Begins,
    found: list[Finding],
    track: list[Passage] | None = None,
) -> tuple[GameReplay, Result, Course, Scores]:
    game, length, score = match.games[place], goal(match, ruleset), scores.score
    crawford = bool(ruleset.options["crawford"]) and bool(outcome.is_crawford(length, score, before))
    men = ruleset.facts.men
    setting = Setting(
        ruleset=ruleset,
        score=score,
        length=length,
        crawford=crawford,
        men=(men, men),
        starter=begins.starter,
        main=begins.main,
    )
    stakes = Stakes(cube=Cube(value=starting_cube))
    folded = GameFold(game, setting, stakes, hits_marked=hits_marked, track=track)
    folded.run()
    made = result(folded, last=place == len(match.games) - 1)
    following = match.games[place + 1] if place + 1 < len(match.games) else None
    behind = replace(scores)
    wrong = list(behind.go_on(game, folded, made, following))
    after = behind.after
    closing = [*made.findings, *_match_claim(folded, length, after, score, made), *wrong]
    if following and (head := stated(following)) and head.score == after:
        closing = [one for one in closing if one.kind.name != "award-missed"]
    number = place + 1
    opened = tuple(found)

    def again(other: Game) -> GameReplay:
        games = (*match.games[:place], other, *match.games[place + 1 :])
        changed, said = replace(match, games=games), list(opened)
        return _game(changed, ruleset, place, scores, before, hits_marked, starting_cube, begins, said)[0]

    turns = folded.state.turns
    closed = [one.at(turn=one.turn or turns or None, span=one.span or _end_of(game)) for one in closing]
    replayed = GameReplay(
        number=number,
        line=game.span.line if game.span else None,
        turns=turns,
        crawford=crawford,
        ending=made.ending,
        cube=folded.state.stakes.cube,
        score_before=score,
        score_after=after,
        awards=made.awards,
        findings=tuple(_named(one, match, ruleset, number) for one in (*found, *folded.findings, *closed)),
        certain=folded.certain,
        events=len(game.events),
        refold=lambda places: _frames(game, setting, stakes, hits_marked, places),
        retrack=lambda: _track(game, setting, stakes, hits_marked) if track is None else tuple(track),
        again=again,
    )
    return replayed, made, folded.state.course, behind


def _frames(
    game: Game, setting: Setting, stakes: Stakes, hits_marked: bool, places: Collection[int]
) -> tuple[Frame, ...]:
    folded = GameFold(game, setting, stakes, hits_marked=hits_marked, framed=places)
    folded.run()
    return tuple(folded.frames)


def _track(game: Game, setting: Setting, stakes: Stakes, hits_marked: bool) -> tuple[Passage, ...]:
    track: list[Passage] = []
    GameFold(game, setting, stakes, hits_marked=hits_marked, track=track).run()
    return tuple(track)


def _end_of(game: Game) -> Span | None:
    spans = [event.span for event in game.events if event.span]
    return spans[-1] if spans else game.span


def _named(found: Finding, match: Match, ruleset: Ruleset, number: int) -> Finding:
    """The finding with its game and its rule, and the names of the players in place of their seats."""
    names = [player.name or COLOURS[seat] for seat, player in enumerate(match.players)]
    facts = dict(found.facts)
    for fact in ("winner", "owner", "other", "starter"):
        if isinstance(seat := facts.get(fact), int):
            facts[fact] = names[seat]
    player = None
    if found.seat is not None:
        player = names[found.seat]
        facts.setdefault("holder", names[1 - found.seat])
        facts.setdefault("opponent", names[1 - found.seat])
    rule = ruleset.cites.get(found.kind.name, found.rule)
    return found.at(game=number, player=player, facts=facts, rule=rule)


def _match_claim(folded: GameFold, length: int, after: Score, before: Score, made: Result) -> list[Finding]:
    """`and the match` where the match is not over."""
    claims = [claim for claim in folded.claims if claim.match]
    if not claims or not length or outcome.match_over(length, after):
        return []
    claim = claims[-1]
    gained = made.scored
    if claim.points and made.ending.winner is not None:
        gained = (0, claim.points) if made.ending.winner else (claim.points, 0)
    reached = plus(before, gained)
    if outcome.match_over(length, reached):
        return []
    return [
        finding(
            "match-not-over",
            span=claim.span,
            seat=claim.seat,
            written="and the match",
            length=length,
            score=score_text(after),
        )
    ]


def _whole(match: Match, ruleset: Ruleset, games: Sequence[GameReplay], score: Score) -> Replay:
    length = goal(match, ruleset)
    over = outcome.match_over(length, score)
    finished = bool(games) and games[-1].ending.kind != "unfinished"
    complete = over if length else finished
    winner = None
    if complete and score[0] != score[1]:
        winner = 0 if score[0] > score[1] else 1
    found = [one for game in games for one in game.findings]
    if length and finished and not over:
        span = _end_of(match.games[-1])
        found.append(
            finding("match-unfinished", span=span, length=length, score=score_text(score)).at(game=len(games))
        )
    return Replay(
        match=match,
        ruleset=ruleset,
        games=tuple(games),
        findings=tuple(found),
        score=score,
        winner=winner,
        complete=complete,
    )
