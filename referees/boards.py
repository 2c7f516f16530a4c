"""Boards as one readable line, and random positions of both games for the tests."""

from __future__ import annotations

from hypothesis import strategies as st

from kotra_notation.board import BAR, MONEY, Cube, Memory, Points, Position, Standing, Turning, flip_points


def board(text: str) -> Points:
    """The men of a line such as `x 8:3 6:5 bar:1; o 19:5`: x is on roll, the points are as x counts them."""
    points = [0] * 26
    for part in text.split(";"):
        side, *places = part.split()
        for place in places:
            name, _, count = place.partition(":")
            index = int(name) if name != "bar" else BAR if side == "x" else 0
            assert not points[index], f"{name} is taken"
            points[index] = int(count or 1) * {"x": 1, "o": -1}[side]
    return tuple(points)


@st.composite
def men(draw: st.DrawFn) -> Points:
    """Up to fifteen men a side anywhere on the board and the bars, never both sides on a point."""
    points = [0] * 26
    owners = draw(st.lists(st.sampled_from((1, -1)), min_size=24, max_size=24))
    for sign, bar in ((1, BAR), (-1, 0)):
        places = [i for i in range(1, 25) if owners[i - 1] == sign] + [bar]
        for place in draw(st.lists(st.sampled_from(places), max_size=15)):
            points[place] += sign
    return tuple(points)


def closed_out(points: Points) -> bool:
    """Both sides on the bar against closed boards, which no identifier of the modern game may say."""
    return all(
        side[BAR] > 0 and all(side[i] <= -2 for i in range(19, 25)) for side in (points, flip_points(points))
    )


seats = st.sampled_from((0, 1))
owners = st.sampled_from((None, 0, 1))
pairs = st.tuples(st.booleans(), st.booleans())
dice = st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6))
forms = st.frozensets(st.sampled_from(("langi", "litil", "meistari", "rasslangur", "stutti")))


@st.composite
def standings(draw: st.DrawFn) -> Standing:
    """The score of a match or of a money session."""
    length = draw(st.integers(0, 25))
    if length:
        score = draw(st.tuples(st.integers(0, 24), st.integers(0, 24)))
        return Standing(length=length, score=score, crawford=draw(st.booleans()))
    return draw(st.builds(Standing, jacoby=st.booleans())) if draw(st.booleans()) else MONEY


@st.composite
def modern_positions(draw: st.DrawFn) -> Position:
    """A position of the modern game with whatever an identifier can say of it."""
    thrown = draw(dice)
    return Position(
        points=draw(men().filter(lambda points: not closed_out(points))),
        seat=draw(seats),
        cube=Cube(value=2 ** draw(st.integers(0, 12)), owner=draw(owners)),
        dice=thrown,
        offer=None if thrown else draw(st.sampled_from((None, "double"))),
        standing=draw(standings()),
    )


@st.composite
def memories(draw: st.DrawFn) -> Memory:
    """Whatever the old game may remember."""
    phase = draw(st.sampled_from(("play", "last", "after")))
    return Memory(
        fresh=draw(pairs),
        unlocked=draw(pairs),
        stack=draw(pairs),
        began=draw(owners),
        scored=draw(st.tuples(forms, forms)),
        phase=phase,
        phase_seat=None if phase == "play" else draw(seats),
        throws=draw(st.integers(0, 15)) if phase == "after" else 0,
        main=draw(owners),
    )


@st.composite
def old_positions(draw: st.DrawFn) -> Position:
    """A position of the old game with all that it remembers."""
    return Position(points=draw(men()), seat=draw(seats), turning=Turning.TWELVE, memory=draw(memories()))
