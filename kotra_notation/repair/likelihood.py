"""Choices that people have to decide, ordered by how good they are as plays: a likelihood, never a certainty.

Who judges plays is handed in. What it says moves choices among each other; their shares, and how sure a
proposal is, stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import exp, log

from kotra_notation.model import Turn
from kotra_notation.repair.edits import HEAD, Edit, edited
from kotra_notation.repair.habits import MOST_AGAINST
from kotra_notation.repair.proposals import Proposal, RepairChoice
from kotra_notation.repair.repairs import Repairs
from kotra_notation.replay import Frame

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
