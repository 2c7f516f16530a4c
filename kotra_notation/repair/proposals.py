"""What is proposed to the people who keep a record: where, what, how sure, and what else it explains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from math import exp, log

from kotra_notation.findings import Finding, Severity
from kotra_notation.model import Beaver, Double, Drop, Event, Game, Span, Take, Turn
from kotra_notation.repair.edits import HEAD, Edit, OrderEdit, WordEdit, edited
from kotra_notation.repair.game import Account
from kotra_notation.repair.habits import MOST_AGAINST
from kotra_notation.repair.repairs import GameRepair, Repairs
from kotra_notation.replay import Frame, GameReplay, Replay
from kotra_notation.replay.folding import goal
from kotra_notation.rules.outcome import match_over
from kotra_notation.values import dataclass

# The best reading is proposed alone where its share of all that may have been is at least so much.
LIKELY = 0.8
# The shares of what is proposed without a search.
SURE_SHARE, LIKELY_SHARE = 0.999, 0.9
MOST_CHOICES = 5

# What has the number of a turn; a deed with the cube has that of the turn it precedes.
NUMBERED = (Turn, Double, Beaver, Take, Drop)

CONFIDENCES = ("sure", "likely", "open", "marked")


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairChoice:
    """One way of mending a place, and its share of all that may have been there.

    `loss`: what it lacks, as a play, of the best one of its throw, in points; None where nobody was asked.
    """

    edit: Edit
    share: float
    loss: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """One place of a game that is probably not what was played, or was and is not allowed.

    `confidence` is `sure`, `likely`, `open` where several choices are about as good, or `marked` where there
    is nothing to mend: an unlawful play that stood, or a turn that is missing and could have been several.
    `explains` are the findings that are gone with the first choice, where those before it are made too.
    """

    game: int
    turn: int | None
    seat: int | None
    span: Span | None
    confidence: str
    choices: tuple[RepairChoice, ...]
    explains: tuple[Finding, ...] = ()

    @property
    def edit(self) -> Edit:
        """The first choice."""
        return self.choices[0].edit


def proposals(repairs: Repairs) -> list[Proposal]:
    """What is proposed for a match, in the order of the record; first that its games are put in order."""
    found = [proposal for game in repairs.games for proposal in proposals_for(game, repairs.replayed)]
    words = [one for one in word_proposals(repairs.replayed, repairs.found) if not _taken(one, found)]
    found = sorted([*found, *words], key=lambda one: (one.game, one.edit.place)) if words else found
    return [*order_proposals(repairs.replayed), *found]


def _taken(word: Proposal, found: Iterable[Proposal]) -> bool:
    """Return whether something else is proposed for the place of a word."""
    place = word.edit.place
    edits = [choice.edit for proposal in found if proposal.game == word.game for choice in proposal.choices]
    return any(edit.place <= place < edit.place + len(edit.old) for edit in edits)


def order_proposals(replayed: Replay) -> Iterator[Proposal]:
    """That games are moved to where they were played."""
    if (reordered := replayed.reordered) is None:
        return
    first = reordered.order.moved[0]
    edit = OrderEdit(kind="games-swapped", place=0, old=(), new=(), cost=0, order=reordered.order)
    yield Proposal(
        game=first + 1,
        turn=None,
        seat=None,
        span=replayed.match.games[first].span,
        confidence="sure" if reordered.sure else "likely",
        choices=(RepairChoice(edit=edit, share=SURE_SHARE if reordered.sure else LIKELY_SHARE),),
        explains=tuple(finding for finding in replayed.findings if finding.kind.name == "games-out-of-order"),
    )


def word_proposals(replayed: Replay, findings: Iterable[Finding]) -> Iterator[Proposal]:
    """That words are spelled as they were meant, where the reader knows what that is."""
    for finding in findings:
        near = finding.facts.get("near") if finding.kind.name == "unreadable-cell" else None
        if not near or finding.span is None or finding.game is None:
            continue
        game = replayed.match.games[finding.game - 1]
        at = next((at for at, event in enumerate(game.events) if event.span == finding.span), None)
        if at is None:
            continue
        word = finding.written.split()[0]
        edit = WordEdit(
            kind="word",
            place=at,
            old=(),
            new=(),
            cost=0,
            cell=finding.span,
            word=word,
            spelled=_like(word, near),
        )
        sure = not any(
            other.severity is Severity.ERROR for other in replayed.games[finding.game - 1].findings
        )
        yield Proposal(
            game=finding.game,
            turn=_turn(game, edit),
            seat=finding.seat,
            span=finding.span,
            confidence="sure" if sure else "likely",
            choices=(RepairChoice(edit=edit, share=SURE_SHARE if sure else LIKELY_SHARE),),
            explains=(finding,),
        )


def _like(word: str, spelled: str) -> str:
    """A word in small or large letters as another is written."""
    if word.islower():
        return spelled.lower()
    return spelled.upper() if word.isupper() and len(word) > 1 else spelled


def proposals_for(repair: GameRepair, replayed: Replay) -> Iterator[Proposal]:
    """Yield what is proposed for one game of a match."""
    if not repair.readings:
        return
    game = replayed.match.games[repair.number - 1]
    best = repair.readings[0]
    edits = sorted((*best.edits, *best.kept), key=lambda edit: edit.place)
    for edit, explained in zip(edits, _explained(edits, repair.number - 1, replayed), strict=True):
        choices = tuple(_choices(repair, edit))
        confidence = _confidence(best, edit, choices)
        if confidence == "open":
            choices = _ranked(choices)
        event = _event(game, edit)
        yield Proposal(
            game=repair.number,
            turn=_turn(game, edit),
            seat=_seat(edit, event),
            span=getattr(event, "span", None),
            confidence=confidence,
            choices=choices,
            explains=explained,
        )


def _choices(repair: GameRepair, edit: Edit) -> Iterator[RepairChoice]:
    """The edit, and what other accounts have in its place: put in, where it puts in, else exchanged."""
    shares: dict[Edit, float] = {}
    for account in repair.readings:
        for other in (*account.edits, *account.kept):
            if other.place == edit.place and bool(other.old) == bool(edit.old):
                same = next((known for known in shares if known.new == other.new), other)
                shares[same] = shares.get(same, 0) + account.share
    first = next((known for known in shares if known.new == edit.new), edit)
    yield RepairChoice(edit=edit, share=shares.pop(first, 0))
    rest = sorted(shares.items(), key=lambda pair: -pair[1])
    yield from (RepairChoice(edit=other, share=share) for other, share in rest[: MOST_CHOICES - 1])


def _ranked(choices: tuple[RepairChoice, ...]) -> tuple[RepairChoice, ...]:
    """Choices that are for people to decide, the likeliest first, though the best account has another."""
    return tuple(sorted(choices, key=lambda choice: (not choice.edit.changes, -choice.share)))


def _confidence(best: Account, edit: Edit, choices: tuple[RepairChoice, ...]) -> str:
    if not edit.changes:
        return "marked"
    if edit in best.sure_edits:
        return "sure"
    return "likely" if choices[0].share >= LIKELY else "open"


def _event(game: Game, edit: Edit) -> Event | None:
    """What an edit is about: the first thing it changes, or the event before which something is put."""
    if edit.place == HEAD:
        return game.score
    behind = game.events[edit.place : edit.place + 1]
    changed = [old for old, new in zip(edit.old, edit.new, strict=False) if old != new]
    return next(iter((*changed, *edit.old, *behind)), None)


def _seat(edit: Edit, event: Event | None) -> int | None:
    """Return whose doing it is: of a turn that is missing, that of the side which did not throw last."""
    seat: int | None = getattr(event, "seat", None)
    if edit.rows:
        return None
    if edit.kind != "turn-lost" or seat is None:
        return seat
    put = next((one.seat for one in edit.new if isinstance(one, Turn)), None)
    return 1 - seat if put is None else put


def _turn(game: Game, edit: Edit) -> int | None:
    """The number of the turn an edit is in, or before; what is no deed belongs to the turn before it."""
    if edit.place == HEAD:
        return None
    earlier = sum(isinstance(event, Turn) for event in game.events[: edit.place])
    first = next(iter((*edit.old, *edit.new)), None)
    return earlier + (first is None or isinstance(first, NUMBERED)) or None


def _explained(edits: Sequence[Edit], place: int, replayed: Replay) -> Iterator[tuple[Finding, ...]]:
    """For each edit the findings that are gone when it is made, after those before it; each finding once."""
    game, as_written = replayed.match.games[place], replayed.games[place]
    left = findings_of(as_written, replayed)
    made: list[Edit] = []
    for edit in edits:
        gone: list[Finding] = []
        if edit.place == HEAD:
            gone = [
                finding for finding in left if finding.kind.name == "score-wrong" and finding.facts["head"]
            ]
        elif edit.changes:
            made.append(edit)
            again = as_written.again(edited(game, [one for one in made if one.place != HEAD]))
            gone = _gone(left, findings_of(again, replayed))
        elif edit.rows:
            gone = _behind(left, game.events[edit.place].span)
        yield tuple(gone)
        explained = set(map(id, gone))
        left = [finding for finding in left if id(finding) not in explained]


def _behind(findings: Sequence[Finding], place: Span | None) -> list[Finding]:
    """Return what is found from the line of a place on."""
    return [finding for finding in findings if finding.span and place and finding.span.line >= place.line]


def findings_of(game: GameReplay, replayed: Replay) -> list[Finding]:
    """Return what is found in a game of a match, and behind the last one that the match is not over."""
    over = match_over(goal(replayed.match, replayed.ruleset), game.score_after)
    if game.number < len(replayed.games) or over:
        return list(game.findings)
    unfinished = (finding for finding in replayed.findings if finding.kind.name == "match-unfinished")
    return [*game.findings, *unfinished]


def _gone(before: Sequence[Finding], behind: Sequence[Finding]) -> list[Finding]:
    """The findings that are there no more: known by their places, or their number where there are none."""
    placed = {(finding.code, finding.span) for finding in behind if finding.span}
    others = Counter(finding.code for finding in behind if not finding.span)
    gone: list[Finding] = []
    for finding in reversed(before):
        if (finding.code, finding.span) in placed:
            continue
        if not finding.span and others[finding.code]:
            others[finding.code] -= 1
        else:
            gone.append(finding)
    return gone[::-1]


# What each play of a throw loses against the best of them, first the one that was made; None where that is
# not lawful, or nobody knows.
Losses = Sequence[float]
LossesOf = Callable[[Sequence[Frame]], Sequence[Losses | None]]

# Of two plays one that is better by so many points is made e times as often (`tools/likelihoods.py`).
SCALE = 0.2


def ordered_by_play(
    proposed: Iterable[Proposal], repairs: Repairs, losses_of: LossesOf, scale: float = SCALE
) -> list[Proposal]:
    """The proposals; of open ones the choices that are likelier as plays come first, with what they lose."""
    proposals = list(proposed)
    asked = {at: frames for at, proposal in enumerate(proposals) if (frames := _frames(proposal, repairs))}
    if not asked:
        return proposals
    said = iter(losses_of([frame for frames in asked.values() for frame in frames.values()]))
    for at, frames in asked.items():
        proposals[at] = _ordered(proposals[at], dict(zip(frames, said, strict=False)), scale)
    return proposals


def _frames(proposal: Proposal, repairs: Repairs) -> dict[int, Frame]:
    """The turns that an open proposal has to choose among, by the places of its choices."""
    choices = {at: choice.edit for at, choice in enumerate(proposal.choices) if _is_another_turn(choice.edit)}
    if proposal.confidence != "open" or len(choices) < 2:
        return {}
    (repair,) = (game for game in repairs.games if game.number == proposal.game)
    before = [edit for edit in repair.readings[0].edits if HEAD < edit.place < proposal.edit.place]
    place = proposal.edit.place + sum(len(edit.new) - len(edit.old) for edit in before)
    game, replayed = (
        repairs.replayed.match.games[proposal.game - 1],
        repairs.replayed.games[proposal.game - 1],
    )
    found = {}
    for at, edit in choices.items():
        (found[at],) = replayed.again(edited(game, [*before, edit])).frames_at([place])
    return found


def _is_another_turn(edit: Edit) -> bool:
    """Return whether an edit takes one turn for another."""
    alone = len(edit.old) == len(edit.new) == 1
    return alone and edit.changes and isinstance(edit.new[0], Turn)


def _ordered(proposal: Proposal, said: dict[int, Losses | None], scale: float) -> Proposal:
    known = {at: losses for at, losses in said.items() if losses}
    if len(known) < 2:
        return proposal
    against = {at: _against(losses, scale) for at, losses in known.items()}
    mean = sum(against.values()) / len(against)

    def likely(at: int) -> float:
        share = proposal.choices[at].share
        return log(share) - against.get(at, mean) if share > 0 else -float("inf")

    order = sorted(
        range(len(proposal.choices)), key=lambda at: (not proposal.choices[at].edit.changes, -likely(at))
    )
    choices = [_with_loss(proposal.choices[at], known.get(at)) for at in order]
    return replace(proposal, choices=tuple(choices))


def _with_loss(choice: RepairChoice, losses: Losses | None) -> RepairChoice:
    return replace(choice, loss=losses[0]) if losses else choice


def _against(losses: Losses, scale: float) -> float:
    """Return how seldom a play is chosen among all of its throw, in nats."""
    costs = [min(loss / scale, MOST_AGAINST) for loss in losses]
    return costs[0] + log(sum(exp(-cost) for cost in costs))
