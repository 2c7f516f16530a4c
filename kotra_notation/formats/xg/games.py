"""Reading the records of one game: cube decisions, plays, the end."""

from __future__ import annotations

from kotra_notation import model
from kotra_notation.findings import finding, phrase
from kotra_notation.formats.xg import analysis, boards, layout
from kotra_notation.formats.xg.container import broken
from kotra_notation.formats.xg.drafts import SEATS, Score, XgGame

MOST_POINTS = 1 << 22

RESIGNED, SETTLED = 100, 1000
ENDINGS = {0: "drop", 1: "single", 2: "gammon", 3: "backgammon"}
INVALID = 2
UNPLAYED = bytes(32)
DROPPED, TAKEN, BEAVERED = 0, 1, 2
DONE = {DROPPED: analysis.PASS, TAKEN: analysis.TAKE, BEAVERED: analysis.BEAVER}


# cube records


def cube(game: XgGame, records: bytes, begin: int) -> None:
    """Read a cube record."""
    active, doubled, answer, beaver, raccoon, power, board = layout.CUBE_HEAD.unpack_from(records, begin)
    if not game.possible(phrase("a cube record"), active, power):
        return
    (
        error, take_error, rollout, beaver_error, raccoon_error, invalid, flagged, comment, edited, _,
        bottom, top,
    ) = layout.CUBE_TAIL.unpack_from(records, begin)  # fmt: skip
    version = game.around.header.version
    game.stands(board, active, power, edited=edited and version >= layout.EDITED_SINCE)
    if version >= layout.TIMES_SINCE and (bottom or top):
        game.events += [model.Clock(seat=0, left=bottom), model.Clock(seat=1, left=top)]
    weighed = analysis.of_cube(
        records,
        begin,
        done=DONE.get(answer, "") if doubled == 1 else analysis.NO_DOUBLE * (doubled == 0),
        index=rollout,
        errors=analysis.CubeErrors(error, take_error, beaver_error, raccoon_error),
        rollouts=game.around.rollouts,
    )
    about: list[model.Event] = [] if weighed is None else [weighed]
    about += game.around.commented(comment) if comment >= 0 else ()
    if flagged:
        about.append(model.Extra(key="XG:flagged", value="cube"))
    if invalid:
        about.append(model.Extra(key="XG:invalid", value="cube"))
    if doubled == 1:
        value = 2 << min(abs(power) + game.automatic, boards.GREATEST_POWER)
        game.events += [model.Double(seat=SEATS[active], value=value), *about]
        game.acted = True
        _answered(game, SEATS[active], value, answer, beaver, raccoon)
    else:
        game.waiting += about
    game.note(board, active, power)


def _answered(game: XgGame, seat: int, value: int, answer: int, beaver: int, raccoon: int) -> None:
    """What the other side said to a double, and the doubler to that."""
    events, other = game.events, 1 - seat
    if answer == DROPPED:
        events.append(model.Drop(seat=other))
    elif answer == TAKEN:
        events.append(model.Take(seat=other))
    elif answer == BEAVERED:
        events.append(model.Beaver(seat=other, value=value * 2))
        if beaver == DROPPED:
            events.append(model.Drop(seat=seat))
        elif beaver == BEAVERED:
            events.append(model.Beaver(seat=seat, value=value * 4, level=2))
            events += [model.Drop(seat=other)] * (raccoon == DROPPED)


# move records


def move(game: XgGame, records: bytes, begin: int) -> None:
    """Read a move record."""
    before, after, active, play, die1, die2, power, count = layout.MOVE_HEAD.unpack_from(records, begin)
    if not game.possible(phrase("a move record"), active, power):
        return
    if not (0 <= die1 <= 9 and 0 <= die2 <= 9):
        game.around.say(
            broken(phrase("a move record"), phrase("the dice {first} and {second}", first=die1, second=die2))
        )
        return
    tail = layout.MOVE_TAIL.unpack_from(records, begin)
    played, _, luck, equity_before, _, _, invalid, flagged, comment, edited = tail
    version = game.around.header.version
    game.stands(before, active, power, edited=edited and version >= layout.EDITED_SINCE)
    game.note(before, active, power, (die1, die2))
    events, dice = game.events, (die1, die2)
    game.turns += 1
    if not played and play == UNPLAYED:
        after = boards.NO_BOARD
        events.append(model.Turn(seat=SEATS[active], dice=dice, deed=model.NotRecorded()))
        game.board = None
    else:
        _turn(game, before, after, active, play, dice)
    if invalid == INVALID:
        events.append(model.Ruling(outcome="stood"))
    elif invalid:
        events.append(model.Extra(key="XG:invalid", value="play"))
    if game.waiting:
        events += game.waiting
        game.waiting.clear()
    _evaluated(game, records, begin, count, after)
    if (chance := analysis.of_luck(luck, equity_before)) is not None:
        events.append(chance)
    if flagged:
        events.append(model.Extra(key="XG:flagged", value="play"))
    if comment >= 0:
        events += game.around.commented(comment)


def _turn(game: XgGame, before: bytes, after: bytes, active: int, play: bytes, dice: tuple[int, int]) -> None:
    """The turn of a move record: its hops, or the position it reached where they do not lead to it."""
    deed: model.Play | model.CannotMove | model.Reached | model.NotRecorded
    reached = None
    try:
        deed = boards.deed(play)
        way = deed.hops if isinstance(deed, model.Play) else ()
        reached = boards.after(before if active == 1 else boards.turned(before), way)
    except ValueError as error:
        game.around.say(broken(phrase("a move record"), phrase("a hop goes {error}", error=error)))
        deed = model.NotRecorded()
    if reached != after:
        position = game.set_up(after if active == 1 else boards.turned(after), -active, 0)
        if position is not None:
            deed = model.Reached(position=position)
        elif reached is not None:
            after = reached
    game.events.append(model.Turn(seat=SEATS[active], dice=dice, deed=deed))
    game.acted = True
    game.board = after if active == 1 else boards.turned(after)


def _evaluated(game: XgGame, records: bytes, begin: int, count: int, after: bytes) -> None:
    """Put the evaluation of a play behind it."""
    if not 0 <= count <= layout.MOST_CANDIDATES:
        game.around.say(broken(phrase("a move record"), phrase("{number} candidates", number=count)))
    elif count:
        game.candidates += count
        weighed = analysis.of_play(records, begin, count, after, game.around.rollouts)
        if weighed is not None:
            game.events.append(weighed)


# the end


def end(game: XgGame, records: bytes, begin: int) -> None:
    """Read the end of the game."""
    one, two, _, winner, points, way, *_ = layout.GAME_FOOT.unpack_from(records, begin)
    if winner == 0:
        return
    game.begin(None)
    game.events += game.waiting
    game.waiting.clear()
    seat = SEATS.get(winner)
    if seat is None:
        game.around.say(
            broken(phrase("the end of a game"), phrase("there is no player {player}", player=winner))
        )
        return
    game.ended, game.final = True, (one, two)
    if 0 < points < MOST_POINTS:
        _result(game, seat, points, way, (one, two))
    else:
        game.around.say(
            broken(phrase("the end of a game"), phrase("it is worth {points} points", points=points))
        )
    game.events += game.around.commented(game.last_comment)


def _result(game: XgGame, seat: int, points: int, way: int, score: Score) -> None:
    """How the game ended and what it was worth."""
    points = _worth(game, seat, points, score)
    kind = ENDINGS.get(way)
    if way >= SETTLED:
        kind = "settled"
        game.events.append(model.Settlement(seat=seat, points=points))
    elif way >= RESIGNED:
        kind = "resign"
        size = way - RESIGNED if RESIGNED < way <= RESIGNED + 3 else None
        game.events.append(model.Resignation(seat=1 - seat, size=size))
        game.events.append(model.ResignationAnswer(seat=seat, accepted=True))
    game.events.append(model.ResultClaim(seat=seat, points=points, kind=kind))


def _worth(game: XgGame, seat: int, points: int, score: Score) -> int:
    """The points of a game, held against the scores around it, which count automatic doubles."""
    before = game.score
    if before is None:
        return points
    scored = score[seat] - before[seat]
    if game.automatic and scored == points << game.automatic:
        return scored
    # A match that is resigned as a whole ends at its length.
    capped = score[seat] == game.around.header.length and scored < points
    if score[1 - seat] != before[1 - seat] or (scored != points and not capped):
        game.around.say(
            finding(
                "witness-disagrees",
                one=phrase("the game is worth {points}", points=points),
                other=phrase(
                    "the score goes from {first}–{second} to {third}–{fourth}",
                    first=before[0],
                    second=before[1],
                    third=score[0],
                    fourth=score[1],
                ),
            )
        )
    return points
