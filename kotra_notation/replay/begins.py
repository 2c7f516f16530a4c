"""The beginning of a game: who begins, all that is known then, and what comes of it when it is folded."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from kotra_notation.board import Cube
from kotra_notation.findings import MODERN_NOUNS, Finding, Severity, finding, phrase, reword
from kotra_notation.model import Game, Match, SetPosition, Span
from kotra_notation.replay.frames import COLOURS, Frame, GameReplay, Passage
from kotra_notation.replay.game import GameFold
from kotra_notation.replay.game_so_far import Score, plus
from kotra_notation.replay.results import GameResult, result
from kotra_notation.replay.scores import Scores, begins_match, gain, score_at_head, score_text
from kotra_notation.rules import Ruleset, outcome
from kotra_notation.rules.ruleset import Course, Ending, Setting, Stakes, State
from kotra_notation.values import dataclass


@dataclass(frozen=True, slots=True)
class Begins:
    """The facts of the games so far: who won last by úttekt or jan, who won last, who began.

    `open`: the last game ended otherwise than by the rules, and leaves the right to begin in doubt.
    """

    ruleset: Ruleset
    main: int | None = None
    winner: int | None = None
    began: int | None = None
    open: bool = False

    @property
    def starter(self) -> int | None:
        """Return who begins without an opening throw, where the rules and the record tell (FORN-OPEN-4)."""
        if self.open:
            return None
        match self.ruleset.options["next_first"]:
            case "winner-main":
                return self.main
            case "winner":
                return self.winner
            case "loser":
                return None if self.winner is None else 1 - self.winner
            case "alternate":
                return None if self.began is None else 1 - self.began
            case _:
                return None

    def after(self, course: Course, ending: Ending) -> Begins:
        """Return what is known after one more game; a drawn one changes nothing but who began."""
        winner = self.winner if ending.winner is None else ending.winner
        doubtful = ending.kind in ("resign", "settled", "unfinished")
        return Begins(self.ruleset, course.main, winner, course.began, doubtful)


@dataclass(frozen=True, slots=True)
class BegunGame:
    """A game about to be folded, and all that is known when it begins; `opened` was found of its head."""

    match: Match
    ruleset: Ruleset
    length: int
    place: int
    number: int
    scores: Scores
    before: Score | None
    hits_marked: bool
    says_results: bool
    starting_cube: int
    begins: Begins
    opened: tuple[Finding, ...]

    @property
    def game(self) -> Game:
        """The game itself."""
        return self.match.games[self.place]

    @property
    def following(self) -> Game | None:
        """The next game."""
        games = self.match.games
        return games[self.place + 1] if self.place + 1 < len(games) else None

    @property
    def names(self) -> tuple[str, ...]:
        """Return what the players are called."""
        return tuple([player.name or COLOURS[seat] for seat, player in enumerate(self.match.players)])

    def setting(self) -> Setting:
        """Return what stays the same through the game."""
        ruleset, score, length = self.ruleset, self.scores.score, self.length
        crawford = outcome.is_crawford(length, score, self.before)
        if crawford is None:  # earlier games are not in the record; a position that is set up may say so
            crawford = any(
                isinstance(event, SetPosition) and event.position.standing.crawford
                for event in self.game.events
            )
        crawford = bool(ruleset.options["crawford"]) and crawford
        men = ruleset.facts.men
        return Setting(
            ruleset=ruleset,
            score=score,
            length=length,
            crawford=crawford,
            men=(men, men),
            starter=self.begins.starter,
            main=self.begins.main,
            score_said=self.place > 0 or self.game.score is not None or begins_match(self.game, length),
            length_said=self.match.length is not None or length > 0,
        )

    def start_fold(self, track: list[Passage] | None = None, framed: Collection[int] = ()) -> GameFold:
        """The game before its first event."""
        stakes = Stakes(cube=Cube(value=self.starting_cube))
        marked = self.hits_marked
        return GameFold(self.game, self.setting(), stakes, hits_marked=marked, framed=framed, track=track)

    def fold(self, track: list[Passage] | None = None, framed: Collection[int] = ()) -> GameFold:
        """The game folded to its end."""
        folded = self.start_fold(track, framed)
        folded.run()
        return folded

    def with_names(self, findings: Iterable[Finding]) -> list[Finding]:
        """Findings of the game with their place in the match, and the names of the players."""
        names = self.names
        return [with_names(fault, names, self.ruleset, self.number) for fault in findings]

    def replay_other(self, other: Game) -> GameReplay:
        """The game as another record has it."""
        games = self.match.games
        changed = replace(self.match, games=(*games[: self.place], other, *games[self.place + 1 :]))
        return fold_game(replace(self, match=changed)).replay


@dataclass(frozen=True)
class GameAgain:
    """One game to be folded again, for what is not kept of it; the frames are made once."""

    game: BegunGame
    kept: tuple[Passage, ...] | None = None

    @property
    def first_state(self) -> State:
        """The state before the first event."""
        return self.game.start_fold().state

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        """A frame for each event."""
        return self.frames_at(range(len(self.game.game.events)))

    def frames_at(self, places: Collection[int]) -> tuple[Frame, ...]:
        """The frames of a few events."""
        return tuple(self.game.fold(framed=places).frames)

    def track(self) -> tuple[Passage, ...]:
        """Every turn with the boards around it."""
        if self.kept is not None:
            return self.kept
        track: list[Passage] = []
        self.game.fold(track)
        return tuple(track)

    def again(self, other: Game) -> GameReplay:
        """Another record of the same game replayed."""
        return self.game.replay_other(other)

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if name != "frames"}


def end_of(game: Game) -> Span | None:
    """The place of the last event that has one, else of the game."""
    spans = [event.span for event in game.events if event.span]
    return spans[-1] if spans else game.span


def with_names(found: Finding, names: Sequence[str], ruleset: Ruleset, number: int) -> Finding:
    """The finding with its game and its rule, and the names of the players in place of their seats."""
    nouns = ruleset.facts.nouns
    facts = dict(found.facts) if nouns == MODERN_NOUNS else reword(found.facts, nouns)
    for fact in ("winner", "owner", "other", "starter"):
        if isinstance(seat := facts.get(fact), int):
            facts[fact] = names[seat]
    player = None
    if found.seat is not None:
        player = names[found.seat]
        facts.setdefault("holder", names[1 - found.seat])
        facts.setdefault("opponent", names[1 - found.seat])
    usual = found.rule == found.kind.rule
    rule = ruleset.cites.get(found.kind.name, found.rule) if usual else found.rule
    return found.at(game=number, player=player, facts=facts, rule=rule)


class FoldedGame(NamedTuple):
    """A game that was folded, how it ended, how far it came, and the scores behind it."""

    replay: GameReplay
    ending: Ending
    course: Course
    scores: Scores


def fold_game(begun: BegunGame, track: list[Passage] | None = None) -> FoldedGame:
    """Return what comes of a game; its turns are noted in the `track`, where one is kept."""
    match, score, following = begun.match, begun.scores.score, begun.following
    folded = begun.fold(track)
    head = score_at_head(following) if following else None
    told = head or (folded.claims.scores[-1].claim if folded.claims.scores else None)
    made = result(
        folded,
        expected=following is None or begun.says_results,
        told=gain(score, told.score) if told else None,
    )
    behind = replace(begun.scores)
    wrong = list(behind.go_on(begun.game, folded, made, following))
    after = behind.after
    claim = _match_claim(folded, begun.length, after, score, made, known=match.length is not None)
    closing = [*made.findings, *claim, *wrong]
    if head and head.score == after:
        closing = [fault for fault in closing if fault.kind.name != "award-missed"]
    turns, end = folded.state.turns, end_of(begun.game)
    closed = [fault.at(turn=fault.turn or turns or None, span=fault.span or end) for fault in closing]
    replayed = GameReplay(
        number=begun.number,
        place=begun.place,
        line=begun.game.span.line if begun.game.span else None,
        turns=turns,
        crawford=folded.setting.crawford,
        ending=made.ending,
        cube=folded.state.stakes.cube,
        score_before=score,
        score_after=after,
        awards=made.awards,
        findings=tuple(begun.with_names([*begun.opened, *folded.findings, *closed])),
        certain=folded.board.certain,
        events=len(begun.game.events),
        refolding=GameAgain(begun, None if track is None else tuple(track)),
    )
    return FoldedGame(replayed, made.ending, folded.state.course, behind)


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
        what, why = phrase("“and the match”"), phrase("the record is a session, not a match")
        severity, rule = Severity.WARNING, "MOD-MATCH-1"
        return [finding("out-of-place", severity=severity, rule=rule, span=claim.span, what=what, why=why)]
    gained = made.scored
    if claim.points and made.ending.winner is not None:
        gained = (0, claim.points) if made.ending.winner else (claim.points, 0)
    if outcome.match_over(length, plus(before, gained)):
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
