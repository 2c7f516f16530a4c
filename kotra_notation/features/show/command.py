"""`kotra show`: a match in the terminal."""

from __future__ import annotations

from kotra_notation.cli.failing import complain, fail, fail_at, or_fail
from kotra_notation.cli.files import in_bytes
from kotra_notation.cli.names import check_notations, ruleset_named
from kotra_notation.cli.options import From, MatchNumber, MaxSize, Paths, Rules, option
from kotra_notation.cli.speaking import error_text, user_tongue
from kotra_notation.cli.streams import echo, window
from kotra_notation.jobs.files import MAX_SIZE, Trouble, printable
from kotra_notation.jobs.sources import list_sources

LINE = 78


def show(
    paths: Paths,
    at: str | None = option("--at", "Show this turn (game and turn), such as 3.12, or end.", "G.T"),
    game: int | None = option("--game", "Show one game.", "N"),
    turn: int | None = option("--turn", "Show one turn of that game.", "N"),
    by: str | None = option("--by", "Use this engine's analysis, if there are several.", "NAME"),
    match: MatchNumber = None,
    from_: From = None,
    rules: Rules = None,
    max_size: MaxSize = MAX_SIZE,
) -> None:
    """Print a match turn by turn, or the position at one turn.

    Findings are shown among the turns. The status is always 0; for a pass or fail status use kotra check.

    Example: kotra show match.mat --at 3.12
    """  # fmt: skip
    check_notations(from_)
    if turn is not None and game is None:
        fail("--turn needs --game.")
    if at is not None and game is not None:
        fail("--at gives game and turn; leave {other} out.", other="--game")
    from kotra_notation.features.show import job

    with or_fail():
        turn_place = job.TurnPlace.read(at) if at else job.TurnPlace(game, turn) if game and turn else None
    room, tongue = min(window(), LINE), user_tongue()
    sources = list(list_sources(paths))
    for source in sources:
        if isinstance(source, Trouble):
            fail_at(source.path, source.why)
        with or_fail():
            try:
                page = job.match_view(
                    source.path,
                    format=from_,
                    rules=ruleset_named(rules),
                    number=match,
                    by=by,
                    max_size=in_bytes(max_size),
                    tongue=tongue,
                )
            except ValueError as refused:
                if not source.searched:
                    raise
                complain(error_text(refused))
                continue
            if turn_place:
                text = job.turn(page, turn_place, tongue, room=room)
            else:
                text = job.sheet(page, tongue, game, room=room)
        if len(sources) > 1:
            echo(f"== {printable(source.path)} ==\n")
        echo(text, nl=len(sources) > 1)
