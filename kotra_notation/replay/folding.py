"""A match as a fold over its games under one rule set: the score runs on, Crawford follows it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from math import inf

from kotra_notation.board import Cube
from kotra_notation.findings import MODERN_NOUNS, Finding, Severity, finding, phrase, worded
from kotra_notation.model import Double, Forfeit, Game, Match, Play, ResultClaim, Span, Turn
from kotra_notation.replay.begins import Begins
from kotra_notation.replay.claims import Score, plus
from kotra_notation.replay.frames import COLOURS, Frame, GameReplay, Passage, Replay
from kotra_notation.replay.game import GameFold
from kotra_notation.replay.heads import heading, numbering
from kotra_notation.replay.results import GameResult, result
from kotra_notation.replay.scores import NOUGHT, Scores, gain, score_at_head, score_text
from kotra_notation.rules import Ruleset, outcome
from kotra_notation.rules.ruleset import Course, Setting, Stakes, State
from kotra_notation.values import dataclass


def fold(
    match: Match,
    ruleset: Ruleset,
    starting_cubes: Mapping[int, int] | None = None,
    *,
    tracked: bool = False,
    framed: Collection[int] = (),
) -> Replay:
    """The replay of a match; `starting_cubes` gives the cube a game (by place) begins with if not 1.

    The frames of the last game at the places in `framed` are kept.
    """
    scores = Scores()
    before: Score | None = None
    score: Score | None = None
    games: list[GameReplay] = []
    length = goal(match, ruleset)
    hits_marked = marks_hits(match)
    begins = Begins(ruleset)
    says_results, forfeited = _says_results(match), False
    for place, game in enumerate(match.games):
        wrong = scores.begin(game, first=not games)
        found = [*numbering(match.games, place), *([] if wrong is None else [wrong])]
        found += _at_head(match, place)
        if forfeited:
            found.append(_forfeited_before(game))
        forfeited = forfeited or forfeit_of(game) is not None
        if outcome.match_over(length, scores.derived):
            reached = score_text(scores.derived)
            found.append(finding("match-already-over", span=game.span, length=length, score=reached))
        cube = (starting_cubes or {}).get(place, 1)
        track: list[Passage] | None = [] if tracked else None
        before, score = score, scores.score
        kept = framed if place + 1 == len(match.games) else ()
        replayed, made, course, scores = _game(
            match, ruleset, place, scores, before, hits_marked, says_results, cube, begins, found, track, kept
        )
        games.append(_breaking_off_once(games, replayed))
        begins = begins.after(course, made.ending)
    return _whole(match, ruleset, games, games[-1].score_after if games else NOUGHT)


def _breaking_off_once(games: Sequence[GameReplay], last: GameReplay) -> GameReplay:
    """The last game without the note that it breaks off, where a game before it has that."""
    if not any(_breaks_off(one) for one in last.findings):
        return last
    if not any(_breaks_off(one) for game in games for one in game.findings):
        return last
    return replace(last, findings=tuple(one for one in last.findings if not _breaks_off(one)))


def _breaks_off(found: Finding) -> bool:
    return found.kind.name == "game-unfinished" and found.severity is Severity.NOTE


def _at_head(match: Match, place: int) -> list[Finding]:
    """What is said of a game before it begins, beside what the games before it make of its score."""
    game = match.games[place]
    if place == 0 and match.length is not None and match.length < 0:
        why = phrase("a match goes to one point or more")
        return [finding("points-impossible", span=match.span, written=str(match.length), why=why)]
    claim = score_at_head(game)
    score = NOUGHT if claim is None else claim.score
    if not all(0 <= points < inf for points in score):
        why = phrase("nobody can have that")
        return [finding("points-impossible", span=game.span, written=score_text(score), why=why)]
    over = outcome.match_over(match.length or 0, score)
    played = any(isinstance(one, Turn | Double | ResultClaim) for one in game.events)
    if place == 0 and any(score) and played and not over:
        return [finding("score-from-before", span=game.span, written=score_text(score))]
    return []


def _forfeited_before(game: Game) -> Finding:
    """A game of a match that was forfeited before it."""
    why = phrase("the match was forfeited before it")
    return finding("out-of-place", span=game.span, what=phrase("A game"), why=why)


def forfeit_of(game: Game) -> Forfeit | None:
    """The word that the match is forfeited, if it stands in a game."""
    if Forfeit not in map(type, game.events):
        return None
    words = [one for one in game.events if isinstance(one, Forfeit) and one.scope == "match"]
    return words[-1] if words else None


def goal(match: Match, ruleset: Ruleset) -> int:
    """The points a match goes to, 0 for none: as the record says, else as its rules do (FORN-SCORE-4)."""
    target = ruleset.options.get("match.target")
    length = max(match.length or 0, 0)
    return length or (target if isinstance(target, int) else 0)


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
    says_results: bool,
    starting_cube: int,
    begins: Begins,
    found: list[Finding],
    track: list[Passage] | None = None,
    framed: Collection[int] = (),
) -> tuple[GameReplay, GameResult, Course, Scores]:
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
        score_said=place > 0 or game.score is not None,
        length_said=match.length is not None or length > 0,
    )
    stakes = Stakes(cube=Cube(value=starting_cube))
    folded = GameFold(game, setting, stakes, hits_marked=hits_marked, framed=framed, track=track)
    folded.run()
    following = match.games[place + 1] if place + 1 < len(match.games) else None
    head = score_at_head(following) if following else None
    told = head or (folded.claims.scores[-1].claim if folded.claims.scores else None)
    made = result(
        folded,
        expected=following is None or says_results,
        told=gain(score, told.score) if told else None,
    )
    behind = replace(scores)
    wrong = list(behind.go_on(game, folded, made, following))
    after = behind.after
    claim = _match_claim(folded, length, after, score, made, known=match.length is not None)
    closing = [*made.findings, *claim, *wrong]
    if head and head.score == after:
        closing = [one for one in closing if one.kind.name != "award-missed"]
    number = place + 1
    opened = tuple(found)

    again = _Again(
        match, ruleset, place, scores, before, hits_marked, says_results, starting_cube, begins, opened
    )
    turns = folded.state.turns
    closed = [one.at(turn=one.turn or turns or None, span=one.span or _end_of(game)) for one in closing]
    names = [player.name or COLOURS[seat] for seat, player in enumerate(match.players)]
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
        findings=tuple(
            with_names(one, names, ruleset, number) for one in (*found, *folded.findings, *closed)
        ),
        certain=folded.certain,
        events=len(game.events),
        refolding=_GameAgain(
            game,
            setting,
            stakes,
            hits_marked,
            None if track is None else tuple(track),
            again,
            dict(zip(sorted(framed), folded.frames, strict=True)),
        ),
    )
    return replayed, made, folded.state.course, behind


def _says_results(match: Match) -> bool:
    """Whether the record says at all how a game ended; one that never does has not forgotten it."""
    return any(
        game.score is not None or any(isinstance(event, ResultClaim) for event in game.events)
        for game in match.games
    )


@dataclass(frozen=True, slots=True)
class _Again:
    """What another record of a game is replayed with: all that was known when the game began."""

    match: Match
    ruleset: Ruleset
    place: int
    scores: Scores
    before: Score | None
    hits_marked: bool
    says_results: bool
    starting_cube: int
    begins: Begins
    opened: tuple[Finding, ...]

    def replayed(self, other: Game) -> GameReplay:
        """The game as another record has it."""
        games = self.match.games
        changed = replace(self.match, games=(*games[: self.place], other, *games[self.place + 1 :]))
        return _game(
            changed,
            self.ruleset,
            self.place,
            self.scores,
            self.before,
            self.hits_marked,
            self.says_results,
            self.starting_cube,
            self.begins,
            list(self.opened),
        )[0]


@dataclass(frozen=True)
class _GameAgain:
    """One game to be folded again, for what is not kept of it; the frames are made once."""

    game: Game
    setting: Setting
    stakes: Stakes
    hits_marked: bool
    kept: tuple[Passage, ...] | None
    record: _Again
    latest: Mapping[int, Frame] = field(default_factory=dict)

    @property
    def begun(self) -> State:
        """The state before the first event."""
        return GameFold(self.game, self.setting, self.stakes, hits_marked=self.hits_marked).state

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        """A frame for each event."""
        return self.frames_at(range(len(self.game.events)))

    def frames_at(self, places: Collection[int]) -> tuple[Frame, ...]:
        """The frames of a few events."""
        if self.latest.keys() >= set(places):
            return tuple([self.latest[place] for place in sorted(places)])
        setting, stakes, hits_marked = self.setting, self.stakes, self.hits_marked
        folded = GameFold(self.game, setting, stakes, hits_marked=hits_marked, framed=places)
        folded.run()
        return tuple(folded.frames)

    def track(self) -> tuple[Passage, ...]:
        """Every turn with the boards around it."""
        if self.kept is not None:
            return self.kept
        track: list[Passage] = []
        GameFold(self.game, self.setting, self.stakes, hits_marked=self.hits_marked, track=track).run()
        return tuple(track)

    def again(self, other: Game) -> GameReplay:
        """Another record of the same game replayed."""
        return self.record.replayed(other)

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if name != "frames"}


def _end_of(game: Game) -> Span | None:
    spans = [event.span for event in game.events if event.span]
    return spans[-1] if spans else game.span


def with_names(found: Finding, names: Sequence[str], ruleset: Ruleset, number: int) -> Finding:
    """The finding with its game and its rule, and the names of the players in place of their seats."""
    nouns = ruleset.facts.nouns
    facts = dict(found.facts) if nouns == MODERN_NOUNS else worded(found.facts, nouns)
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


def _match_claim(
    folded: GameFold, length: int, after: Score, before: Score, made: GameResult, *, known: bool
) -> list[Finding]:
    """`and the match` where the match is not over, or where there is none; its length is `known`."""
    claims = [claim for claim in folded.claims.results if claim.match]
    if not claims or outcome.match_over(length, after):
        return []
    claim = claims[-1]
    if not length and not known:
        return []
    if not length:
        what, why = phrase("“and the match”"), phrase("the record is a session and no match")
        return [finding("out-of-place", severity=Severity.WARNING, span=claim.span, what=what, why=why)]
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


def decided(length: int, score: Score, *, finished: bool) -> tuple[int | None, bool]:
    """Who has won at a score, and whether that is the end: of a session, that its last game is `finished`."""
    complete = outcome.match_over(length, score) if length else finished
    if not complete or score[0] == score[1]:
        return None, complete
    return int(score[0] < score[1]), complete


def _whole(match: Match, ruleset: Ruleset, games: Sequence[GameReplay], score: Score) -> Replay:
    length = goal(match, ruleset)
    given = next((one for one in map(forfeit_of, match.games) if one is not None), None)
    finished = bool(games) and games[-1].ending.kind != "unfinished"
    winner, complete = decided(length, score, finished=finished)
    if given is not None:
        winner, complete = 1 - given.seat, True
    found = [*heading(match), *(one for game in games for one in game.findings)]
    closing = games[-1].findings if games else ()
    doubted = any(one.kind.name in ("points-wrong", "points-impossible") for one in closing)
    if length and finished and not complete and not doubted:
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
