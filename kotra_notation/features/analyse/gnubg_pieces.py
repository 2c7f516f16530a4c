"""Pieces of a match for GNU Backgammon, and the part of its answer that fits the record.

A piece goes from the beginning of a game, or from a board that is set up, as far as every play is known and
lawful; behind a play that is not, the next piece begins with the board as it stands there. What comes back is
believed event by event, as long as the dice, the board before and behind, and the cube are those of the
record.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kotra_notation import model
from kotra_notation.board import BAR, OFF
from kotra_notation.fast.judges import legal_plays
from kotra_notation.formats.plays import parse_hops
from kotra_notation.replay import replay
from kotra_notation.rules import throw_of
from kotra_notation.values import dataclass
from kotra_notation.words import phrase

if TYPE_CHECKING:
    from kotra_notation.board import Points
    from kotra_notation.replay import Frame, GameReplay, Replay
    from kotra_notation.rules import Ruleset
    from kotra_notation.rules.ruleset import State

SENT = model.Turn | model.CubeAction
OPPONENT = "opponent"
# The property of SGF that holds the rules of a game, where they are not those that its score lets expect.
RULES = "sgf:RU"
MODERN, USUAL = "modern", ",texas=off"
NOT_CRAWFORD, NOTHING = "[Crawford]", "[]"
# In a match GNU Backgammon does not survive a higher cube.
HIGHEST_CUBE = 64
KEPT = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePiece:
    """A part of a game as a match of its own, and of each action in it the place in the record's game."""

    match: model.Match
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Evaluations of a piece by the places of its actions, and why they end before it does."""

    said: dict[int, list[model.Evaluation]]
    why: str = ""


def pieces(replayed: Replay, number: int) -> list[GamePiece]:
    """The pieces of a game, whose number counts from 0."""
    game = replayed.games[number]
    if not game.frames:
        return []
    rules, length = _rules(replayed.ruleset), game.frames[0].before.setting.length
    if length and any(points % 1 or not 0 <= points < length for points in game.score_before):
        return []  # no match has such a score
    return [
        GamePiece(
            match=_match(rules, length, game, run, name=f"g{number + 1}p{index + 1}"),
            places=tuple(at for at, _ in run),
        )
        for index, run in enumerate(_runs(game.frames))
    ]


def _rules(ruleset: Ruleset) -> str:
    """The options of a rule set that tell GNU Backgammon something."""
    options = ruleset.options
    stated = [f"texas={'on' if options['texas'] else 'off'}"]
    if options["variant"] != "backgammon":
        stated.append(f"variant={options['variant']}")
    if not options["crawford"]:
        stated.append("crawford=off")
    if options["cube.limit"] == 1:
        stated.append("cube.limit=1")
    return ",".join([MODERN, *stated])


def _runs(frames: Sequence[Frame]) -> Iterator[list[tuple[int, Frame]]]:
    """The longest runs of actions, by their places, that can be told without a gap."""
    run: list[tuple[int, Frame]] = []
    certain = True
    for index, frame in enumerate(frames):
        if isinstance(frame.event, SENT):
            fits = certain and _may_be_sent(frame)
            if run and not (fits and _goes_on(run[-1][1], frame)):
                yield run
                run = []
            begins = isinstance(frame.event, model.Turn) or (
                isinstance(frame.event, model.Double) and _has_begun(frame, frames[0])
            )
            if fits and (run or begins):
                run.append((index, frame))
        certain = frame.certain
    if run:
        yield run


def _may_be_sent(frame: Frame) -> bool:
    """Return whether an action is known, and lawful as far as the record's rules can tell."""
    event = frame.event
    if isinstance(event, model.Turn):
        known = not isinstance(event.deed, model.Reached | model.Unread)
        dice = all(1 <= die <= 6 for die in event.dice)
        if not known or not dice or not frame.certain or frame.before.stakes.offer:
            return False
    if frame.before.setting.length and _at_stake(frame) > HIGHEST_CUBE:
        return False
    boards = frame.before.seen_by(0), frame.before.seen_by(1)
    men = all(any(count > 0 for count in board[1:]) for board in boards)
    return men and not any(finding.severity == "error" for finding in frame.findings)


def _at_stake(frame: Frame) -> int:
    """The highest cube around an action, one that is offered too."""
    cubes = [frame.before.stakes.cube.value, frame.after.stakes.cube.value]
    offers = [state.stakes.offer.value for state in (frame.before, frame.after) if state.stakes.offer]
    return max([*cubes, *offers])


def _has_play(state: State, turn: model.Turn) -> bool:
    """Return whether the dice can be played at all."""
    ruleset = state.setting.ruleset
    throw = throw_of(ruleset, state.node(turn.seat), turn.dice)
    return any(play.steps for play in legal_plays(ruleset, throw).values())


def _has_begun(frame: Frame, first: Frame) -> bool:
    """Return whether the board before an action is another than that of the beginning."""
    return bool(frame.before.turns) or frame.before.seen_by(0) != first.before.seen_by(0)


def _goes_on(last: Frame, frame: Frame) -> bool:
    """Return whether an action follows another with nothing between them that GNU Backgammon is not told."""
    before, event = last.event, frame.event
    assert isinstance(before, SENT)
    assert isinstance(event, SENT)
    if last.after.seen_by(0) != frame.before.seen_by(0) or last.after.stakes != frame.before.stakes:
        return False
    if isinstance(before, model.Double | model.Beaver):
        return isinstance(event, model.Take | model.Drop | model.Beaver) and event.seat != before.seat
    if isinstance(event, model.Take | model.Drop | model.Beaver) or isinstance(before, model.Drop):
        return False
    return isinstance(before, model.Take) or event.seat != before.seat


def _match(
    rules: str, length: int, game: GameReplay, run: list[tuple[int, Frame]], *, name: str
) -> model.Match:
    """The match that a piece is written as; what a record says in words is left out."""
    first = run[0][1]
    near = length > 1 and (length - 1) in game.score_before
    events: list[model.Event] = []
    if near and not game.crawford and "crawford=off" not in rules:
        events.append(model.Extra(key=RULES, value=NOT_CRAWFORD))
    events += (
        _set_up(first)
        if _has_begun(first, game.frames[0])
        else _automatic_doubles(first.before.stakes.cube.value)
    )
    events += [_bare(frame) for _, frame in run]
    score = game.score_before if length else (0, 0)
    only_game = model.Game(number=1, score=model.ScoreClaim(score=score), events=tuple(events))
    players = model.Player(name=name), model.Player(name=OPPONENT)
    return model.Match(players=players, length=length, rules=rules, games=(only_game,))


def _set_up(frame: Frame) -> list[model.Event]:
    """The board before an action, set up."""
    event = frame.event
    assert isinstance(event, SENT)
    position = replace(
        frame.before.thrown(None), points=frame.before.seen_by(event.seat), seat=event.seat, offer=None
    )
    return [model.SetPosition(position=position)]


def _automatic_doubles(cube: int) -> list[model.Event]:
    """The automatic doubles that lead to a cube before anybody has thrown."""
    return [model.AutomaticDouble(value=2**power) for power in range(1, cube.bit_length())]


def _bare(frame: Frame) -> model.Event:
    """An action without what a record writes beside it, a play as its steps."""
    event = frame.event
    if isinstance(event, model.Double | model.Beaver):
        return replace(event, value=None)
    if not isinstance(event, model.Turn):
        return event
    steps = [model.Hop(step.source, step.target) for step in frame.steps]
    hops = tuple(steps or [hop._replace(taken=0) for hop in event.hops])
    if hops:
        return replace(event, deed=model.Play(hops=hops), singly=False)
    unknown = isinstance(event.deed, model.NotRecorded) or _has_play(frame.before, event)
    return replace(event, deed=model.Blank() if unknown else model.CannotMove(), singly=False)


def match_answer(
    piece: GamePiece, frames: Sequence[Frame], back: Sequence[model.Match], again: model.Match, *, every: bool
) -> Answer:
    """Return what of an answer fits the record; `again` is the piece itself as it is read."""
    if len(back) != 1 or len(back[0].games) != 1 or _header(back[0]) != _header(again):
        return Answer(said={}, why=phrase("the answer is not the game that was sent"))
    fitting: dict[int, list[model.Evaluation]] = {}
    groups = _group_evaluations(replay(back[0]).games[0].frames)
    for index in piece.places:
        other, evaluations = next(groups, (None, []))
        why = _otherwise(frames[index], other) or _wrong_play(frames[index], evaluations)
        if why:
            return Answer(said=fitting, why=why)
        fitting[index] = [_shorten(evaluation, every) for evaluation in evaluations]
    return Answer(said=fitting)


def _header(match: model.Match) -> tuple[object, ...]:
    """Return what an answer has to repeat of a piece beside its actions."""
    game = match.games[0]
    rules = [
        event.value
        for event in game.events
        if isinstance(event, model.Extra) and event.key == RULES and event.value != NOTHING
    ]
    turned = sum(isinstance(event, model.AutomaticDouble) for event in game.events)
    names = [player.name for player in match.players]
    return names, match.length, (match.rules or MODERN).replace(USUAL, ""), game.score, rules, turned


def _group_evaluations(frames: Sequence[Frame]) -> Iterator[tuple[Frame, list[model.Evaluation]]]:
    """The actions of an answer, each with what is said of it."""
    last: Frame | None = None
    evaluations: list[model.Evaluation] = []
    for frame in frames:
        if isinstance(frame.event, SENT):
            if last is not None:
                yield last, evaluations
            last, evaluations = frame, []
        elif isinstance(frame.event, model.Evaluation):
            evaluations.append(frame.event)
    if last is not None:
        yield last, evaluations


def _otherwise(frame: Frame, other: Frame | None) -> str:
    """Return how an action that came back differs from the record; nothing if it does not."""
    if other is None:
        return phrase("the answer ends before this turn")
    event, answer = frame.event, other.event
    assert isinstance(event, SENT)
    assert isinstance(answer, SENT)
    if type(event) is not type(answer) or event.seat != answer.seat:
        return phrase("the answer has a different action there")
    if (
        isinstance(event, model.Turn)
        and isinstance(answer, model.Turn)
        and set(event.dice) != set(answer.dice)
    ):
        return phrase("the answer has different dice there")
    same = frame.before.seen_by(0) == other.before.seen_by(0)
    if not same or frame.before.stakes.cube != other.before.stakes.cube:
        return phrase("the answer has a different position there")
    if frame.after.seen_by(0) != other.after.seen_by(0):
        return phrase("the answer has a different play there")
    return ""


def _wrong_play(frame: Frame, evaluations: Sequence[model.Evaluation]) -> str:
    """Return a complaint if another play is called the one that was made."""
    event = frame.event
    if not isinstance(event, model.Turn):
        return ""
    before, after = frame.before.seen_by(event.seat), frame.after.seen_by(event.seat)
    for evaluation in evaluations:
        for candidate in evaluation.candidates:
            made = evaluation.aspect == "play" and candidate.extras.get("played") == "yes"
            if made and _behind(before, candidate.choice) != after:
                return phrase("the answer has a different play there")
    return ""


def _behind(before: Points, choice: str) -> Points:
    """The board behind a play that is written."""
    board = list(before)
    for source, target, _ in parse_hops(choice):
        board[source] -= 1
        if target > OFF:
            if board[target] == -1:
                board[target] = 0
                board[OFF] -= 1
            board[target] += 1
    return tuple(board) if len(board) == BAR + 1 else ()


def _shorten(evaluation: model.Evaluation, every: bool) -> model.Evaluation:
    """The best plays and the one that was made, unless every play is wanted."""
    if every or evaluation.aspect != "play":
        return evaluation
    kept = [
        candidate
        for rank, candidate in enumerate(evaluation.candidates)
        if rank < KEPT or candidate.extras.get("played") == "yes"
    ]
    return replace(evaluation, candidates=tuple(kept))
