"""A turn that nobody wrote down: what it can have been, by what is played behind it."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement

from kotra_notation.model import Blank, CannotMove, Hop, NotRecorded, Play, Turn
from kotra_notation.repair.costs import costs
from kotra_notation.repair.edits import Edit
from kotra_notation.repair.exchanged import Exchange
from kotra_notation.repair.meant import cost_of, with_hits
from kotra_notation.repair.story import Followed, Line, Story, follow, turned_over
from kotra_notation.replay.turns import plays_of
from kotra_notation.rules import LegalPlay

ALL_DICE = tuple(combinations_with_replacement(range(6, 0, -1), 2))


def lost_turn(story: Story, line: Line, moved: Exchange | None, *, hits_marked: bool) -> Story | None:
    """The story with a turn of the side whose turn it is put in, as far as the game behind it tells.

    `line` is what follows it, where the loss has `moved` that.
    """
    state, index = story.state, story.index
    seat = state.seat
    assert seat is not None
    node = state.node(seat)
    fitting: list[tuple[tuple[int, int], LegalPlay, Followed]] = []
    for dice in ALL_DICE:
        thrown = Turn(seat=seat, dice=dice, deed=Blank())
        for play in plays_of(state.setting.ruleset, node, thrown).values():
            after = turned_over(state, seat, play.node)
            done = follow(line, index, after, len(line.events), hits_marked=hits_marked)
            if fitting and done.index > fitting[0][2].index:
                fitting = []
            if not fitting or done.index == fitting[0][2].index:
                fitting.append((dice, play, done))
    least = min((done.astray for *_, done in fitting), default=0)
    fitting = [one for one in fitting if one[2].astray == least]
    if not fitting or fitting[0][2].index <= index + (moved is not None):
        return None
    dice, play, done = fitting[0]
    new: tuple[Turn, ...] = ()
    if len({one[0] for one in fitting}) == 1:
        hops = tuple([Hop(step.source, step.target) for step in play.steps])
        hops = with_hits(node, hops) if hits_marked else hops
        known = Play(hops=hops) if hops else CannotMove()
        new = (Turn(seat=seat, dice=dice, deed=known if len(fitting) == 1 else NotRecorded()),)
    cost = cost_of("turn-lost") + (costs().more[moved.kind] if moved else 0)
    old, behind = (moved.old, moved.new) if moved else ((), ())
    edit = Edit(kind="turn-lost", place=line.places[index], old=old, new=(*new, *behind), cost=cost)
    return replace(
        story,
        line=line.spliced(index, 0, new),
        index=done.index + len(new),
        state=done.state,
        cost=story.cost + cost + cost_of("hit-mark") * done.astray,
        choices=(*story.choices, (edit,)),
        starts=(*story.starts, (index + len(new), turned_over(state, seat, play.node))),
    )
