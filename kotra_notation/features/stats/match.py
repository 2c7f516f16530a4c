"""The statistics of one match: a sheet for both players, the worst errors, and all of it as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import field

from kotra_notation.features.stats.study import StudyPart, study_parts
from kotra_notation.jobs.rows import Row, row
from kotra_notation.replay import Replay
from kotra_notation.statistics.analysis import analysis, by_engine
from kotra_notation.statistics.conventions import XG, Convention
from kotra_notation.statistics.counts import frames_of
from kotra_notation.statistics.quality import FaultCount, SideQuality, Sum
from kotra_notation.statistics.questions import QuizQuestion, questions
from kotra_notation.statistics.sheet import QualitySheet, SideSheet, sheet
from kotra_notation.values import dataclass
from kotra_notation.words import phrase
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import ENGLISH, Tongue

# The faults at the cube by the names of the sheet.
FAULTS = {
    "missed_doubles_below": "missed-double-take",
    "missed_doubles_above": "missed-double-pass",
    "wrong_doubles_below": "early-double",
    "wrong_doubles_above": "late-double",
    "wrong_takes": "wrong-take",
    "wrong_passes": "wrong-pass",
}
WORTH = 3  # digits of equity, of points, of chances in per cent
RESULT = 2  # digits of a result in per cent


Awards = tuple[tuple[str, int, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStats:
    """The statistics of a match by one engine; `sheet` is None, with the reason in `why`, if there are none.

    `engines` are all engines in the record, `turns` the turns by seat, `worst` the worst errors that were
    asked for, `study` the parts of a study plan by seat. In the old game, `endings` counts how games ended,
    and `awards` has kind, count and points by seat.
    """

    names: tuple[str, str]
    convention: Convention
    sheet: QualitySheet | None
    length: int = 0
    engine: str | None = None
    engines: tuple[str, ...] = ()
    turns: tuple[int, int] = (0, 0)
    endings: Mapping[str, int] = field(default_factory=dict)
    awards: tuple[Awards, Awards] = ((), ())
    worst: tuple[QuizQuestion, ...] | None = None
    study: tuple[tuple[StudyPart, ...], ...] = ()
    why: str = ""

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """The match as `kotra stats --json` prints it."""
        return _match_row(self, tongue)


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorsWanted:
    """How many of the worst errors to list, or those that lose `least` (None: no limit of number).

    Of players whose name contains `player`; `study`: a plan too.
    """

    most: int | None = 0
    least: float = 0.0
    player: str = ""
    study: bool = False


NO_ERRORS = ErrorsWanted()


def match_stats(
    replayed: Replay, convention: Convention = XG, by: str | None = None, wanted: ErrorsWanted = NO_ERRORS
) -> MatchStats:
    """Return the statistics of one match by one engine, by default that with the most evaluations."""
    frames = frames_of(replayed)
    everything = analysis(replayed, frames)
    engines = everything.engines
    quality = by_engine(everything, replayed, frames, by)
    made = sheet(quality, convention) if quality else None
    why = ""
    if quality is None and engines:
        known = ", ".join(engines)
        why = phrase(
            "This record has no analysis by {name}, only by {engines}.", name=repr(by), engines=known
        )
    elif made is None:
        why = phrase("Not analysed yet. Run: kotra analyse FILE -o NEW.kotra")
    first, second = (player.name for player in replayed.match.players)
    asked = tuple(questions(quality, frames)) if quality and (wanted.most != 0 or wanted.study) else ()
    studied = (
        [study_parts(quality, replayed, asked, seat, convention) for seat in (0, 1)]
        if quality and wanted.study
        else []
    )
    errors = [
        question
        for question in asked
        if not question.chosen.right
        and question.loss >= wanted.least
        and wanted.player.casefold() in (first, second)[question.seat].casefold()
    ]
    errors.sort(key=lambda question: -question.loss)
    return MatchStats(
        names=(first, second),
        convention=everything.custom(convention),
        sheet=made,
        length=everything.length,
        engine=next(iter(made.engines), None) if made else None,
        engines=engines,
        turns=everything.thrown,
        endings=dict(Counter(game.kind for game in replayed.games)) if replayed.ruleset.facts.forms else {},
        awards=(_awards(replayed, 0), _awards(replayed, 1)),
        worst=None if wanted.most == 0 else tuple(errors[: wanted.most]),
        study=tuple(map(tuple, studied)),
        why=why,
    )


def _awards(replayed: Replay, seat: int) -> Awards:
    """Return what a seat was awarded in all games of the old game, the highest first."""
    if not replayed.ruleset.facts.forms:
        return ()
    won = [award for game in replayed.games for award in game.awards if award.seat == seat]
    counted = [
        (kind, count, sum(award.points for award in won if award.kind == kind))
        for kind, count in Counter(award.kind for award in won).items()
    ]
    return tuple(sorted(counted, key=lambda award_sum: (-award_sum[2], award_sum[0])))


def _match_row(stats: MatchStats, tongue: Tongue) -> Row:
    """A match: whose evaluations, by which custom, the players."""
    sheet, convention = stats.sheet, stats.convention
    if sheet is None:
        players = [_silent(stats, seat) for seat in (0, 1)]
    else:
        sides = zip(stats.names, sheet.sides, strict=True)
        players = [_player(name, side, convention, sheet.length) for name, side in sides]
        for seat, player in enumerate(players):
            parts = {phase: both[seat] for phase, both in sheet.quality.phases.items()}
            player["phases"] = {phase: _part(part, sheet.length) for phase, part in parts.items()}
    for player, why in zip(players, _why(stats, tongue), strict=True):
        player["why"] = why or None
    for player, awards in zip(players, stats.awards, strict=True) if stats.endings else ():
        player["awards"] = {kind: {"count": count, "points": points} for kind, count, points in awards}
    return {
        "engine": stats.engine,
        "engines": list(stats.engines),
        "evaluated_at": list(sheet.levels) if sheet else [],
        "convention": convention.key,
        "match_equity_table": (sheet.table or None) if sheet else None,
        "players": players,
        "engine_share": _round(sheet.engine_share, sheet.convention.digits) if sheet else None,
        **({"endings": dict(stats.endings)} if stats.endings else {}),
        "games": [
            {"number": number, "players": [_of_game(side, sheet.length) for side in sides]}
            for number, sides in enumerate(sheet.quality.games, 1)
        ]
        if sheet
        else [],
        **(
            {}
            if stats.worst is None
            else {"worst": [_error(question, stats.names) for question in stats.worst]}
        ),
        "why": told(stats.why, tongue) or None,
    }


def _error(question: QuizQuestion, names: tuple[str, str]) -> Row:
    """Return one of the worst errors."""
    best = question.best
    return {
        "game": question.number,
        "turn": question.turn,
        "player": names[question.seat],
        "kind": question.kind,
        "dice": list(question.position.dice) if question.position.dice else None,
        "made": question.chosen.text,
        "best": best.text,
        "loss": _round(question.loss, WORTH),
        "position": question.position.spellings().get("xgid") or question.position.text(),
    }


def _why(stats: MatchStats, tongue: Tongue) -> list[str]:
    """Return for either player why numbers are missing."""
    if stats.sheet is None:
        return [told(stats.why, tongue)] * 2
    return [" ".join(told(why, tongue) for why in side.why) for side in stats.sheet.sides]


def _player(name: str, side_sheet: SideSheet, convention: Convention, length: int) -> Row:
    side, digits = side_sheet.side, convention.digits
    return {
        "name": name,
        "moves": side_sheet.thrown,
        "evaluated": side_sheet.weighed,
        "unforced": side.unforced,
        # The mildest mark first.
        **{key.replace("-", "_"): times for key, times in reversed([*side.play_marked.items()])},
        **_sum("play_loss", side_sheet.play, length),
        "play_rate": _round(side_sheet.play_rate, digits),
        **_sum("luck", side_sheet.luck, length),
        "rolls": {key.replace("-", "_"): count for key, count in side.luck_marked.items()},
        "cube_decisions": side.cubes,
        **row(side, "close doubles takes passes"),
        **{key: _fault(side.cube_faults[kind], length) for key, kind in FAULTS.items()},
        **_sum("cube_loss", side_sheet.cube, length),
        "cube_rate": _round(side_sheet.cube_rate, digits),
        **_sum("loss", side_sheet.total, length),
        "rate": _round(side_sheet.rate, digits),
        "rate_error": _round(side_sheet.error, digits),
        **({"loss_a_game": _round(side_sheet.a_game, WORTH)} if convention.in_points else {}),
        "snowie_rate": _round(side_sheet.snowie_rate, 1),
        "level": side_sheet.level.name if side_sheet.level else None,
        **_result(side_sheet, length),
        **(_rating(side_sheet) if length and convention.estimates else {}),
    }


def _result(side_sheet: SideSheet, length: int) -> Row:
    """The result with and without luck, in per cent of the match, or in points of all games and of each."""
    result = side_sheet.result
    if length:
        return {
            "result": _percent(result.won, RESULT),
            "luck_adjusted": _percent(result.without_luck, RESULT),
        }
    return {
        "result": _round(result.won, WORTH),
        "luck_adjusted": _round(result.without_luck, WORTH),
        "points_a_game": _average(result.a_game),
        "points_a_game_luck_adjusted": _average(result.a_game_without_luck),
    }


def _rating(side_sheet: SideSheet) -> Row:
    """Return what errors and luck say of a rating."""
    rating = side_sheet.rating
    return {
        "fibs_rating": _round(rating.estimate, 1),
        "fibs_play_loss": _round(rating.play_loss, 1),
        "fibs_cube_loss": _round(rating.cube_loss, 1),
        "fibs_luck_difference": _round(rating.difference, 2),
    }


def _average(value: tuple[float, float] | None) -> Row | None:
    """An average and its standard error."""
    return {"points": round(value[0], WORTH), "error": round(value[1], WORTH)} if value else None


def _silent(stats: MatchStats, seat: int) -> Row:
    """A player of whom the record says nothing: every number is null."""
    convention = stats.convention
    side = SideQuality(
        play_marked={line.key: 0 for line in convention.errors},
        cube_marked={},
        luck_marked={line.key: 0 for line in convention.luck},
        cube_faults={kind: FaultCount() for kind in FAULTS.values()},
    )
    thrown, none = stats.turns[seat], Sum()
    blank = SideSheet(side=side, thrown=thrown, weighed=0, play=none, cube=none, total=none, luck=none)
    known = {"name": stats.names[seat], "moves": thrown, "evaluated": 0, "phases": {}}
    return dict.fromkeys(_player("", blank, convention, stats.length)) | known


def _of_game(side: SideQuality, length: int) -> Row:
    return {"moves": side.turns, **_part(side, length), **_sum("luck", side.luck, length)}


def _part(side: SideQuality, length: int) -> Row:
    """Return what was lost in a part of a match."""
    return {
        **row(side, "unforced close"),
        "play_loss": _round(side.play.equity, WORTH),
        "cube_loss": _round(side.cube.equity, WORTH),
        **_sum("loss", side.total, length),
    }


def _sum(name: str, value: Sum, length: int) -> Row:
    """A sum in equity, in chances to win the match in per cent, and in points where there is no match."""
    points = {} if length else {f"{name}_points": _round(value.points, WORTH)}
    return {name: _round(value.equity, WORTH), f"{name}_mwc": _percent(value.mwc, WORTH), **points}


def _fault(fault: FaultCount, length: int) -> Row:
    """Return how many, and what they cost: nothing where there are none."""
    nothing = Sum(equity=0.0, mwc=0.0) if length else Sum(equity=0.0, points=0.0)
    return {"count": fault.count, **_sum("loss", fault.cost if fault.count else nothing, length)}


def _percent(share: float | None, digits: int) -> float | None:
    return None if share is None else _round(100 * share, digits)


def _round(value: float | None, digits: int) -> float | None:
    """A number with as many digits as are printed; nothing is below nothing."""
    return None if value is None else round(value, digits) + 0.0
