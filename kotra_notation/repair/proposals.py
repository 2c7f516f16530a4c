"""Proposals to the people who keep a record: where, what, how sure, and what else it explains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from math import exp, inf, log

from kotra_notation.findings import Finding, Severity
from kotra_notation.model import Beaver, Double, Drop, Event, Game, SetPosition, Span, Take, Turn
from kotra_notation.repair.edits import HEAD, Edit, OrderEdit, WordEdit, apply_edits
from kotra_notation.repair.habits import MOST_AGAINST
from kotra_notation.repair.repairs import GameRepair, Repairs
from kotra_notation.replay import Frame, GameReplay, Replay
from kotra_notation.replay.folding import goal
from kotra_notation.rules.worth import match_over
from kotra_notation.values import dataclass

# The best reading is proposed alone where its share of all that may have been is at least so much.
LIKELY = 0.8
# The shares of what is proposed without a search.
SURE_SHARE, LIKELY_SHARE = 0.999, 0.9
MOST_CHOICES = 5

# What has the number of a turn; a deed with the cube has that of the turn it precedes.
NUMBERED = (Turn, Double, Beaver, Take, Drop)

# Slips of the keyboard, which people look at first where a play is illegal and stood.
TYPOS = frozenset({"digit", "digits-swapped", "point", "bar-off", "ends-exchanged"})

CONFIDENCES = ("sure", "likely", "open", "marked")


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairChoice:
    """One repair with its probability; `loss` is the equity it loses as a play, None if not evaluated."""

    edit: Edit
    share: float
    loss: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A place in a game that is probably wrong, with `choices` to repair it.

    `confidence` is `sure`, `likely`, `open` (several choices are about as good), or `marked` (nothing to
    repair: an illegal play that stood, or an unknown missing turn). `explains` are findings that the first
    choice resolves. `last` if no turn or double follows in its game.
    """

    game: int
    turn: int | None
    seat: int | None
    span: Span | None
    confidence: str
    choices: tuple[RepairChoice, ...]
    explains: tuple[Finding, ...] = ()
    last: bool = False

    @property
    def edit(self) -> Edit:
        """The first choice."""
        return self.choices[0].edit


def proposals(repairs: Repairs) -> list[Proposal]:
    """Return the proposals for a match, in the order of the record; first that its games are put in order."""
    proposed = [proposal for game in repairs.games for proposal in proposals_for(game, repairs.replayed)]
    edits = [(proposal.game, choice.edit) for proposal in proposed for choice in proposal.choices]
    taken = {(game, edit.place + index) for game, edit in edits for index in range(len(edit.old))}
    words = word_proposals(repairs.replayed, repairs.found)
    if free := [word for word in words if (word.game, word.edit.place) not in taken]:
        proposed = sorted([*proposed, *free], key=lambda proposal: (proposal.game, proposal.edit.place))
    return [*order_proposals(repairs.replayed), *proposed]


def order_proposals(replayed: Replay) -> Iterator[Proposal]:
    """Propose that games are moved to where they were played."""
    if (reordered := replayed.reordered) is None:
        return
    first = reordered.order.moved[0]
    edit = OrderEdit(kind="games-swapped", place=0, old=(), new=(), cost=0, order=reordered.order)
    yield Proposal(
        game=replayed.games[first].number,
        turn=None,
        seat=None,
        span=replayed.match.games[first].span,
        confidence="sure" if reordered.sure else "likely",
        choices=(RepairChoice(edit=edit, share=SURE_SHARE if reordered.sure else LIKELY_SHARE),),
        explains=tuple(finding for finding in replayed.findings if finding.kind.name == "games-out-of-order"),
    )


def word_proposals(replayed: Replay, findings: Iterable[Finding]) -> Iterator[Proposal]:
    """Propose that words are spelled as they were meant, where the reader knows what that is."""
    for finding in findings:
        near = finding.facts.get("near") if finding.kind.name == "unreadable-cell" else None
        if not near or finding.span is None or finding.game is None:
            continue
        judged = replayed.find_game(finding.game)
        game = replayed.match.games[judged.place]
        places = [place for place, event in enumerate(game.events) if event.span == finding.span]
        if not places:
            continue
        word, cell = finding.written.split()[0], finding.span
        if word.islower():
            near = near.lower()
        elif word.isupper() and len(word) > 1:
            near = near.upper()
        edit = WordEdit(
            kind="word", place=places[0], old=(), new=(), cost=0, cell=cell, word=word, spelled=near
        )
        others = judged.findings
        sure = not any(other.severity is Severity.ERROR for other in others)
        yield Proposal(
            game=finding.game,
            turn=_turn(game, edit),
            seat=finding.seat,
            span=finding.span,
            confidence="sure" if sure else "likely",
            choices=(RepairChoice(edit=edit, share=SURE_SHARE if sure else LIKELY_SHARE),),
            explains=(finding,),
        )


def proposals_for(repair: GameRepair, replayed: Replay) -> Iterator[Proposal]:
    """Yield what is proposed for one game of a match."""
    if not repair.readings:
        return
    index = replayed.find_game(repair.number).place
    game = replayed.match.games[index]
    best = repair.readings[0]
    edits = sorted((*best.edits, *best.kept), key=lambda edit: edit.place)
    for edit, explained in zip(edits, _explained_findings(edits, index, replayed), strict=True):
        choices = tuple(_choices(repair, edit))
        if not edit.changes:
            confidence = "marked"
        elif edit in best.sure_edits:
            confidence = "sure"
        else:
            confidence = "likely" if choices[0].share >= LIKELY else "open"
        if confidence == "open":
            choices = _rank_choices(choices)
        event = _event(game, edit)
        yield Proposal(
            game=repair.number,
            turn=_turn(game, edit),
            seat=_seat(edit, event),
            span=getattr(event, "span", None),
            confidence=confidence,
            choices=choices,
            explains=explained,
            last=not any(isinstance(later, Turn | Double) for later in game.events[edit.place + 1 :]),
        )


def _choices(repair: GameRepair, edit: Edit) -> Iterator[RepairChoice]:
    """Yield the edit, and what other accounts have in its place: put in, where it puts in, else exchanged."""
    shares: dict[Edit, float] = {}
    for account in repair.readings:
        for other in (*account.edits, *account.kept):
            if other.place == edit.place and bool(other.old) == bool(edit.old):
                same = next((known for known in shares if known.new == other.new), other)
                shares[same] = shares.get(same, 0) + account.share
    first = next((known for known in shares if known.new == edit.new), edit)
    yield RepairChoice(edit=edit, share=shares.pop(first, 0))
    if edit.kind == "plays-possible":  # which all stand beside the few that other accounts have
        return
    rest = sorted(shares.items(), key=lambda pair: (edit.changes or pair[0].kind not in TYPOS, -pair[1]))
    yield from (RepairChoice(edit=other, share=share) for other, share in rest[: MOST_CHOICES - 1])


def _rank_choices(choices: tuple[RepairChoice, ...]) -> tuple[RepairChoice, ...]:
    """Return choices for people to decide, the likeliest first, though the best account has another."""
    return tuple(sorted(choices, key=lambda choice: (not choice.edit.changes, -choice.share)))


def _event(game: Game, edit: Edit) -> Event | None:
    """Return the first thing an edit changes, or the event before which something is put."""
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
    put = next((event.seat for event in edit.new if isinstance(event, Turn)), None)
    return 1 - seat if put is None else put


def _turn(game: Game, edit: Edit) -> int | None:
    """Return the number of the turn an edit is in, or before; what is no deed belongs to the last turn."""
    if edit.place == HEAD:
        return None
    events = game.events[: edit.place]
    # A position that is set up before any turn stands for those before it, and has the first number.
    first_act = next((event for event in events if isinstance(event, Turn | SetPosition)), None)
    earlier = sum(isinstance(event, Turn) for event in events) + isinstance(first_act, SetPosition)
    first = next(iter((*edit.old, *edit.new)), None)
    return earlier + (first is None or isinstance(first, NUMBERED)) or None


def _explained_findings(edits: Sequence[Edit], index: int, replayed: Replay) -> Iterator[tuple[Finding, ...]]:
    """Yield for each edit the findings that are gone when it is made behind those before it; each once."""
    game, as_written = replayed.match.games[index], replayed.games[index]
    left = findings_of(as_written, replayed)
    made: list[Edit] = []
    for edit in edits:
        gone: list[Finding] = []
        if edit.place == HEAD:
            gone = [found for found in left if found.kind.name == "score-wrong" and found.facts["head"]]
        elif edit.changes:
            made.append(edit)
            again = as_written.again(apply_edits(game, made))
            gone = _vanished_findings(left, findings_of(again, replayed))
        elif edit.rows and (place := game.events[edit.place].span):
            gone = [found for found in left if found.span and found.span.line >= place.line]
        yield tuple(gone)
        explained = set(map(id, gone))
        left = [finding for finding in left if id(finding) not in explained]


def findings_of(game: GameReplay, replayed: Replay) -> list[Finding]:
    """Return what is found in a game of a match, and behind the last one that the match is not over."""
    over = match_over(goal(replayed.match, replayed.ruleset), game.score_after)
    if game.place < len(replayed.games) - 1 or over:
        return list(game.findings)
    unfinished = (finding for finding in replayed.findings if finding.kind.name == "match-unfinished")
    return [*game.findings, *unfinished]


def _vanished_findings(before: Sequence[Finding], behind: Sequence[Finding]) -> list[Finding]:
    """Return the findings that are there no more: known by their places, or their number without any."""
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
    """Return the proposals; in open ones the choices likelier as plays come first, with what they lose."""
    proposals = list(proposed)
    asked = {index: frames for index, open_ in enumerate(proposals) if (frames := _frames(open_, repairs))}
    if not asked:
        return proposals
    losses = iter(losses_of([frame for frames in asked.values() for frame in frames.values()]))
    for index, frames in asked.items():
        proposals[index] = _order_choices(proposals[index], dict(zip(frames, losses, strict=False)), scale)
    return proposals


def _frames(proposal: Proposal, repairs: Repairs) -> dict[int, Frame]:
    """Return the turns that an open proposal has to choose among, by the numbers of its choices."""
    choices = {
        number: choice.edit
        for number, choice in enumerate(proposal.choices)
        if len(choice.edit.old) == len(choice.edit.new) == 1
        and choice.edit.changes
        and isinstance(choice.edit.new[0], Turn)
    }
    if proposal.confidence != "open" or len(choices) < 2:
        return {}
    (repair,) = (game for game in repairs.games if game.number == proposal.game)
    before = [edit for edit in repair.readings[0].edits if HEAD < edit.place < proposal.edit.place]
    place = proposal.edit.place + sum(len(edit.new) - len(edit.old) for edit in before)
    replayed = repairs.replayed.find_game(proposal.game)
    game = repairs.replayed.match.games[replayed.place]
    return {
        number: replayed.again(apply_edits(game, [*before, edit])).frames_at([place])[0]
        for number, edit in choices.items()
    }


def _order_choices(proposal: Proposal, losses: dict[int, Losses | None], scale: float) -> Proposal:
    known = {number: lost for number, lost in losses.items() if lost}
    if len(known) < 2:
        return proposal
    # How seldom each play is chosen among all of its throw, in nats.
    against = {}
    for number, lost in known.items():
        costs = [min(loss / scale, MOST_AGAINST) for loss in lost]
        against[number] = costs[0] + log(sum(exp(-cost) for cost in costs))
    mean = sum(against.values()) / len(against)

    def rank(number: int) -> tuple[bool, float]:
        choice = proposal.choices[number]
        likely = log(choice.share) - against.get(number, mean) if choice.share > 0 else -inf
        return not choice.edit.changes, -likely

    choices = [
        replace(choice, loss=known[number][0]) if number in known else choice
        for number, choice in enumerate(proposal.choices)
    ]
    order = sorted(range(len(choices)), key=rank)
    return replace(proposal, choices=tuple([choices[number] for number in order]))
