"""The games of a page: what happened in order, each thing with its place, its marks and its board."""

from __future__ import annotations

from collections.abc import Sequence

from kotra_notation.replay import Frame, GameReplay
from kotra_notation.report.cubes import cube_story
from kotra_notation.report.deeds import capital, kind_word
from kotra_notation.report.telling import GameTelling, Teller, forms_standing
from kotra_notation.report.view import GameView, Item, Stop
from kotra_notation.words.tongues import N_, Tongue


def game_view(game: GameReplay, frames: Sequence[Frame], telling: GameTelling) -> GameView:
    """One game as the page shows it."""
    tongue = telling.tongue
    before, after = game.score_before, game.score_after
    teller = Teller(game, telling)
    items = tuple(teller.tell(frames))
    thrown = [stop for stop in items_stops(items) if stop.turn]
    result = _result(game, telling)
    last = frames[-1].after if frames else None
    end = Stop(
        anchor=f"g{game.number}-end",
        place=len(frames),
        turn=None,
        seat=None,
        dice="",
        text=result,
        certain=game.certain,
        position=last.position if last else telling.start,
        marked=forms_standing(last) if last else (),
    )
    return GameView(
        number=game.number,
        anchor=f"g{game.number}",
        score=score_text(before, tongue),
        crawford=game.crawford,
        items=items,
        numbered=[stop.turn for stop in thrown] != list(range(1, len(thrown) + 1)),
        result=result,
        how=kind_word(game.kind, tongue),
        scored=(
            tongue.points(after[0] - before[0]) if after[0] != before[0] else "",
            tongue.points(after[1] - before[1]) if after[1] != before[1] else "",
        ),
        winner=game.winner,
        turns=game.turns,
        after=score_text(after, tongue),
        end=end,
        cubes=tuple(cube_story(items_stops(items), telling.names, tongue)),
    )


def items_stops(items: Sequence[Item]) -> list[Stop]:
    """The stops among the items of a game."""
    return [item for item in items if isinstance(item, Stop)]


def score_text(score: tuple[float, float], tongue: Tongue) -> str:
    """A score as it is written; the points beyond the length of a match are in it (MOD-MATCH-1)."""
    return f"{tongue.points(score[0])}–{tongue.points(score[1])}"


def _result(game: GameReplay, telling: GameTelling) -> str:
    tongue, how = telling.tongue, kind_word(game.kind, telling.tongue)
    if game.winner is None:
        return capital(how)
    return tongue.say(
        N_("{name} wins {points} ({how})"),
        name=telling.names[game.winner],
        points=tongue.count("{number} point", "{number} points", game.points),
        how=how,
    )
