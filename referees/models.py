"""Strategies for whole matches of the model, hostile strings and numbers included."""

from __future__ import annotations

from hypothesis import strategies as st

from kotra_notation.board import Cube, Memory, Position, Standing, Turning
from kotra_notation.model import (
    AutomaticDouble,
    AwardClaim,
    Beaver,
    Blank,
    Candidate,
    CannotMove,
    Clock,
    Comment,
    Double,
    Draw,
    Drop,
    Evaluation,
    Extra,
    Forfeit,
    Game,
    Hop,
    Mark,
    Match,
    NotRecorded,
    Opening,
    PhaseStart,
    Play,
    Player,
    Reached,
    Resignation,
    ResignationAnswer,
    ResultClaim,
    Ruling,
    ScoreClaim,
    SetPosition,
    Settlement,
    Take,
    Turn,
    Unread,
    Video,
    VoidThrow,
)

seats = st.sampled_from((0, 1))
some_seat = st.none() | seats
flags = st.booleans()
flag_pairs = st.tuples(flags, flags)

# Words of the notation itself, and characters that mean something in it, are the likeliest to be misread.
MEANINGFUL = (
    "W 31: 8/5 6/5",
    "kotra 1",
    "game 1 0-0",
    "white",
    "black",
    "white: x",
    "length",
    "rules",
    "points",
    "rating",
    "point",
    "inf",
    "nan",
    "derived",
    "half",
    "and the match",
    "diagram",
    "cube",
    "# no",
    "#+ no",
    "#[a; b] c",
    "+ 1",
    "a]b",
    "a;b",
    '"',
    '""',
    '"a"',
    '"a" b',
    "\\",
    "\\n",
    "\\u{41}",
    "a=b",
    "a: b",
    "a:",
    "\u00a0",
    "a\u2028b",
    "a\x85b",
    "\r\n",
    "a\n",
    "\n\n",
    "\ufeff",
    "\ud800",
    "Þórður",
    "o\u0308",
    "א\u200f",
)
texts = st.sampled_from(MEANINGFUL) | st.text(
    alphabet=st.characters(exclude_categories=()) | st.sampled_from('"\\#:;[]()=!? \t\n\r\0WBx1'), max_size=12
)
small = st.integers(0, 64)
numbers = small | st.integers(-(10**17), 10**17)
floats = small.map(float) | st.sampled_from((0.5, 1.5, 2.5)) | st.floats(allow_nan=False)
some_number = st.none() | numbers
some_float = st.none() | floats
extras = st.dictionaries(texts, texts, max_size=2)

dice = st.tuples(st.integers(0, 7), st.integers(0, 7)) | st.tuples(numbers, numbers)
points = st.integers(0, 25) | st.integers(-30, 40)
hop = st.builds(Hop, points, points, st.sampled_from((0, 0, 0, 1, 2, 15)) | numbers)
few_hops = st.lists(
    st.sampled_from((Hop(8, 5), Hop(5, 2), Hop(8, 5, 1), Hop(6, 0), Hop(25, 22, 4))), max_size=20
)
plays = st.builds(Play, hops=(st.lists(hop, max_size=4) | few_hops).map(tuple), half=flags)

counts = st.lists(st.sampled_from((0, 0, 0, 2, 5, -1, -3)), min_size=26, max_size=26).map(tuple)
lawful = counts.map(lambda some: (-abs(some[0]), *some[1:25], abs(some[25])))
forms = st.frozensets(st.sampled_from(("langi", "stutti", "meistari")) | texts, max_size=2)
memories = st.builds(
    Memory,
    fresh=flag_pairs,
    unlocked=flag_pairs,
    stack=flag_pairs,
    began=some_seat,
    scored=st.tuples(forms, forms),
    phase=st.sampled_from(("play", "after", "last")) | texts,
    phase_seat=some_seat,
    throws=numbers,
    main=some_seat,
)
standings = st.builds(
    Standing,
    score=st.tuples(numbers, numbers),
    length=numbers,
    crawford=flags,
    jacoby=flags,
    beavers=flags,
    cube_limit=some_number,
)
positions = st.builds(
    Position,
    points=lawful | counts | st.lists(numbers, min_size=26, max_size=26).map(tuple),
    seat=seats,
    men=st.just((15, 15)) | st.tuples(small, small) | st.tuples(numbers, numbers),
    turning=st.sampled_from(Turning),
    cube=st.just(Cube()) | st.builds(Cube, value=numbers, owner=some_seat),
    dice=st.none() | dice,
    offer=st.none() | st.just("double") | texts,
    standing=st.just(Standing()) | standings,
    memory=st.none() | st.just(Memory()) | memories,
)

deeds = (
    plays
    | st.sampled_from((CannotMove(), Blank(), NotRecorded()))
    | st.builds(Reached, position=positions, illegal=flags)
    | st.builds(Unread, text=texts)
)
turns = st.builds(Turn, seat=seats, dice=dice, deed=deeds, singly=flags)
scores = st.builds(ScoreClaim, score=st.tuples(floats, floats), derived=flags)
kinds = st.sampled_from(("jan", "half stutti", "gammon")) | texts
signs = st.sampled_from(("!", "?", "!!", "??", "!?", "?!", "???", "diagram")) | texts

comments = st.builds(Comment, text=texts, author=st.none() | texts, language=st.none() | texts)
marks = st.builds(Mark, sign=signs, aspect=st.sampled_from(("play", "cube", "luck")))
candidates = st.builds(
    Candidate,
    choice=texts,
    equity=some_float,
    chances=st.lists(floats, max_size=5).map(tuple),
    outcomes=st.dictionaries(st.sampled_from(("jan", "-half_stutti")) | texts, floats, max_size=3),
    level=texts,
    extras=extras,
)
evaluations = st.builds(
    Evaluation,
    aspect=st.sampled_from(("play", "cube", "luck", "position")),
    candidates=st.lists(candidates, max_size=2).map(tuple),
    luck=some_float,
    source=texts,
    extras=extras,
)
clocks = st.builds(Clock, seat=seats, left=some_float, used=some_float)
videos = st.builds(Video, seconds=floats, source=texts)
notes = comments | marks | evaluations | clocks | videos | st.builds(Extra, key=texts, value=texts)

offers = (
    st.builds(Double, seat=seats, value=some_number)
    | st.builds(Beaver, seat=seats, value=some_number, level=st.sampled_from((1, 2)) | numbers)
    | st.builds(Take, seat=seats)
    | st.builds(Drop, seat=seats)
    | st.builds(AutomaticDouble, value=some_number)
)
endings = (
    st.builds(Resignation, seat=seats, size=st.none() | st.integers(0, 4) | numbers)
    | st.builds(ResignationAnswer, seat=seats, accepted=flags)
    | st.builds(Settlement, seat=seats, points=floats)
    | st.builds(
        Forfeit, seat=seats, scope=st.sampled_from(("game", "match")), reason=texts, points=some_float
    )
    | st.just(Draw())
)
throws = (
    turns
    | st.builds(Opening, dice=dice)
    | st.builds(VoidThrow, seat=seats, dice=st.none() | dice, reason=st.sampled_from(("cocked", "premature")))
    | st.builds(Ruling, outcome=st.sampled_from(("stood", "corrected", "disputed")), play=st.none() | plays)
    | st.builds(SetPosition, position=positions)
    | st.builds(PhaseStart, phase=st.sampled_from(("after", "last")), seat=seats)
)
claims = (
    scores
    | st.builds(AwardClaim, seat=seats, kind=kinds, points=some_float)
    | st.builds(
        ResultClaim,
        seat=seats,
        points=some_float,
        lost=flags,
        match=flags,
        kind=st.none() | kinds,
        derived=flags,
    )
)
events = throws | turns | offers | endings | claims | notes

players = st.builds(Player, name=texts, rating=st.none() | texts, extras=extras)
games = st.builds(
    Game, number=some_number, score=st.none() | scores, events=st.lists(events, max_size=8).map(tuple)
)
rules = (
    st.none()
    | st.sampled_from(("modern,beavers=on", "forn-de", "davidsson", "forn-1977,one_die=always"))
    | texts
)
matches = st.builds(
    Match,
    players=st.tuples(players, players),
    length=st.none() | st.integers(0, 25) | numbers,
    rules=rules,
    info=st.lists(
        st.tuples(st.sampled_from(("event", "place", "mat:Match ID")) | texts, texts), max_size=3
    ).map(tuple),
    remarks=st.lists(notes, max_size=2).map(tuple),
    games=st.lists(games, max_size=2).map(tuple),
)
