"""A document of the codec as a match. Every ply has its group: its event, and what is said of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any

from kotra_notation import model
from kotra_notation.board import Cube, Position
from kotra_notation.board.position import position
from kotra_notation.formats.ogxm import codec
from kotra_notation.formats.ogxm.codec import Document
from kotra_notation.formats.plays import spell_play
from kotra_notation.model import Candidate, Evaluation, Hop
from kotra_notation.values import dataclass

OPENING = position("4HPwATDgc/ABMA").seen_by(1)
Note = dict[str, Any]

# Engines evaluate a match in chances of winning it. Beside each stands what losing and winning the cube
# in play are worth, from which the equity follows.
CHANCES = ("win", "gammon_win", "bg_win", "gammon_loss", "bg_loss")
CUBE = {"no_double": "no double", "double_take": "double/take", "double_pass": "double/pass"}
PLAYED = {"double": ("double/take", "double/pass"), "take": ("double/take",), "pass": ("double/pass",)}

Analysis = Mapping[str, Any]


@dataclass(slots=True)
class Group:
    """The events of a ply, of a game's head, or of the end behind both."""

    events: list[model.Event] = field(default_factory=list)
    notes: list[model.Annotation] = field(default_factory=list)


@dataclass(slots=True)
class GameRead:
    """A game with its groups: the head first, then one for each ply."""

    number: int
    score: model.ScoreClaim
    groups: list[Group]
    result: model.ResultClaim | None

    @property
    def all_groups(self) -> list[Group]:
        """The groups, and behind them that of the result."""
        return [*self.groups, Group([self.result] if self.result else [])]

    @property
    def head(self) -> model.Game:
        """The game as it stands in the document, without its events."""
        return model.Game(number=self.number, score=self.score)


class DocumentReader:
    """A document of the codec while it is read."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.notes: dict[tuple[str, int], list[Note]] = defaultdict(list)
        for note in document.get("annotations", ()):
            scope = note["scope"] if note["scope"] in ("match", "game") else "ply"
            self.notes[scope, note["ref"]].append(note)
        self.video = (document.get("video_info") or {}).get("url", "")
        info = (document.get("analyses_info") or [document.get("analysis_info") or {}])[0]
        self.engine = info.get("model_name") or info.get("model_id") or ""
        plies = [ply for game in document["games"] for ply in game["plies"]]
        analyses = [each for ply in plies for each in ply.get("analyses") or [ply.get("analysis") or {}]]
        plays = (play for analysis in analyses for play in analysis.get("alternatives", ()))
        in_chances = document["match_length"] and not any(play["equity"] < 0 for play in plays)
        self.unit = info.get("currency", "cubeful_match" if in_chances else "cubeful_money")
        self.ordinal = 0
        self.time: int | None = None

    def head(self) -> model.Match:
        """Return what is said of the match, without its games."""
        players, rules = (self._player("white"), self._player("black")), self._rules()
        facts: dict[str, Any] = {"info": tuple(self._info()), "remarks": tuple(self._annotations("match", 0))}
        return model.Match(players=players, length=self.document["match_length"], rules=rules, **facts)

    def games(self) -> list[GameRead]:
        """Return the games, each with its groups."""
        length = self.document["match_length"]
        score = [self.document.get(f"{side}_score_start", 0) for side in codec.SIDES]
        read: list[GameRead] = []
        for index, game in enumerate(self.document["games"]):
            start = model.ScoreClaim(score=(score[0], score[1]))
            groups = [Group(self._opening(game), self._annotations("game", index))]
            groups += [self._group(ply) for ply in game["plies"]]
            result = None
            if (winner := game["winner"]) in (0, 1):
                points, last = game.get("points_won", 0), bool(game.get("is_lastgame"))
                result = model.ResultClaim(seat=winner, points=points, match=last)
                needed = length - score[winner]
                score[winner] += min(points, needed) if length and needed >= 0 else points
            read.append(GameRead(index + 1, start, groups, result))
        return read

    def _player(self, side: str) -> model.Player:
        profile = self.document.get(f"{side}_profile") or {}
        extras = {f"{codec.PREFIX}{key}": str(profile[key]) for key in codec.PROFILE if key in profile}
        if extras.get(f"{codec.PREFIX}rating_system") == codec.NO_SYSTEM:
            del extras[f"{codec.PREFIX}rating_system"]
        rating = f"{profile['rating']:.2f}".removesuffix(".00") if "rating" in profile else None
        return model.Player(name=self.document.get(f"player_{side}", ""), rating=rating, extras=extras)

    def _rules(self) -> str | None:
        document = self.document
        stated = [] if document["variant"] == codec.USUAL else [f"variant={document['variant']}"]
        if document["match_length"] and not document.get("crawford", True):
            stated.append("crawford=off")
        stated += [option for name, option in codec.RULES.items() if document.get(name)]
        if document.get("cube_limit"):
            stated.append(f"cube.limit={document['cube_limit']}")
        return ",".join(["modern", *stated]) if stated else None

    def _info(self) -> Iterator[tuple[str, str]]:
        document = self.document
        for name, key in codec.HEADERS.items():
            if document.get(name) not in (None, 0, False, ""):
                yield key, str(document[name]).lower() if name in codec.FLAGS else str(document[name])
        if started := document.get("started_at"):
            date = codec.date_text(started, str(document.get("date_precision")))
            yield ("date", date) if date else (codec.INSTANT, str(started))
        for name, value in (document.get("clock_info") or {}).items():
            if value:
                yield f"{codec.PREFIX}clock.{name}", str(value)

    def _opening(self, game: Document) -> list[model.Event]:
        """Return what stands before the first ply: automatic doubles, another position, another cube."""
        before: list[model.Event] = [model.AutomaticDouble()] * game.get("auto_doubles", 0)
        if "initial_board" in game or "initial_cube_value" in game or "initial_cube_owner" in game:
            seat = codec.seat_of(game.get("first_to_move", 1))
            men = game.get("initial_board") or codec.board(OPENING)
            owner = game.get("initial_cube_owner")
            owner = codec.SIDES.index(owner) if owner in codec.SIDES else None
            cube = Cube(value=game.get("initial_cube_value", 1), owner=owner)
            position = Position(points=codec.seen_by(men, seat), seat=seat, cube=cube)
            before.append(model.SetPosition(position=position))
        return before

    def _group(self, ply: Document) -> Group:
        seat = codec.seat_of(ply.get("color", 1))
        times, annotations = self._times(ply, seat), self._annotations("ply", self.ordinal)
        notes = [*evaluations(ply, seat, self.engine, self.unit), *times, *annotations]
        self.ordinal += 1
        return Group(_events(ply, seat), notes)

    def _times(self, ply: Document, seat: int) -> Iterator[model.Annotation]:
        if "video_ms" in ply:
            yield model.Video(seconds=ply["video_ms"] / 1000, source=self.video)
        for name in ("wall_ms", "behind_live_ms"):
            if name in ply:
                yield model.Extra(key=f"{codec.PREFIX}{name}", value=str(ply[name]))
        if "timestamp_ms" in ply:
            if self.time is not None:
                yield model.Clock(seat=seat, used=(ply["timestamp_ms"] - self.time) / 1000)
            self.time = ply["timestamp_ms"]

    def _annotations(self, scope: str, ref: int) -> list[model.Annotation]:
        """Return comments, and what other programs keep under keys of their own."""
        annotations: list[model.Annotation] = []
        for note in self.notes[scope, ref]:
            key, value = note.get("key"), note["value"]
            if not key:
                comment = model.Comment(text=value, author=note.get("author"), language=note.get("lang"))
                annotations.append(comment)
                if "at" in note:
                    annotations.append(model.Extra(key=f"{codec.PREFIX}at", value=str(note["at"])))
            elif not key.startswith(codec.MENDS):
                annotations.append(model.Extra(key=f"{codec.PREFIX}{key}", value=value))
        return annotations


def _events(ply: Document, seat: int) -> list[model.Event]:
    """Return what a ply says was done."""
    action = ply["action_id"]
    if action < len(codec.DICE):
        low, high = codec.DICE[action]
        way = hops(seat, ply["moves"])
        return [model.Turn(seat=seat, dice=(high, low), deed=model.Play(hops=way) if way else model.Blank())]
    if action in codec.MARKERS:
        return []
    if action in (codec.DOUBLE, codec.BEAVER, codec.RACCOON):
        return [_offer(action, ply, seat)]
    if action in _SIMPLE:
        return [_SIMPLE[action](seat=seat)]
    if action in (codec.RESIGN_GAME, codec.RESIGN_MATCH):
        value = ply.get("resign_value")
        size = codec.SIZES.index(value) + 1 if value in codec.SIZES else None
        accepted = model.ResignationAnswer(seat=1 - seat, accepted=True)
        return [model.Resignation(seat=seat, size=size), accepted]
    if action == codec.SETTLE:
        return [model.Settlement(seat=seat, points=ply["settle_value"])]
    if action == codec.SET_POSITION:
        return [_set(ply, seat)]
    if action == codec.CUBE_SET:
        return [model.SetPosition(position=position(ply["ogid_after"]))] if "ogid_after" in ply else []
    return [model.Extra(key=f"{codec.PREFIX}action", value=str(action))]


def _offer(action: int, ply: Document, seat: int) -> model.Double | model.Beaver:
    value = None
    if "ogid_before" in ply:
        value = position(ply["ogid_before"]).cube.value * (4 if action == codec.BEAVER else 2)
    if action == codec.DOUBLE:
        return model.Double(seat=seat, value=value)
    return model.Beaver(seat=seat, value=value, level=1 if action == codec.BEAVER else 2)


_SIMPLE: dict[int, Any] = {codec.TAKE: model.Take, codec.DROP: model.Drop, codec.FORFEIT: model.Forfeit}


def _set(ply: Document, seat: int) -> model.SetPosition | model.Turn:
    """Return a position that is set, or the one an illegal play led to, with `seat` on roll behind it."""
    position = Position(points=codec.seen_by(ply["set_position"], seat), seat=seat)
    if not ply.get("d1"):
        return model.SetPosition(position=position)
    dice = (max(ply["d1"], ply["d2"]), min(ply["d1"], ply["d2"]))
    deed = model.Reached(position=position, illegal=bool(ply.get("illegal")))
    return model.Turn(seat=1 - seat, dice=dice, deed=deed)


def hops(seat: int, moves: Iterable[Analysis]) -> tuple[Hop, ...]:
    """Return steps of a document as hops of a seat."""
    steps = [(codec.mirror_point(seat, move["from"]), move["pips"]) for move in moves]
    return tuple([Hop(source, max(source - pips, 0)) for source, pips in steps])


def evaluations(ply: Analysis, seat: int, source: str, unit: str) -> list[Evaluation]:
    """Return the evaluations of a ply; `unit` is what its equities are counted in."""
    evaluations: list[Evaluation] = []
    analyses = ply.get("analyses") or ([ply["analysis"]] if "analysis" in ply or "analyses" in ply else [])
    for analysis in analyses:
        evaluations += _play(analysis, seat, source, unit)
        cube = analysis.get("cube_decision") or analysis.get("missed_double")
        if cube or "no_double_equity" in analysis:
            played = analysis.get("played_action", "no_double")
            evaluations.append(_cube(cube or analysis, played, source, unit))
        if "roll" in analysis:
            evaluations.append(_luck(analysis, source, unit))
    return evaluations


def _play(analysis: Analysis, seat: int, source: str, unit: str) -> list[Evaluation]:
    candidates = [
        _candidate(
            spell_play(hops(seat, play["move"])), play, _equity(play["equity"], analysis, unit), extras
        )
        for play in analysis.get("alternatives", ())
        for extras in [_extras(play["equity"], unit, played=play["is_played"])]
    ]
    return [Evaluation(aspect="play", candidates=tuple(candidates), source=source)] if candidates else []


def _cube(part: Analysis, played: str, source: str, unit: str) -> Evaluation:
    chosen = PLAYED.get(played, ("no double",))
    candidates = [
        _candidate(choice, part, _cube_equity(part, name, unit), extras)
        for name, choice in CUBE.items()
        if f"{name}_equity" in part
        for extras in [_extras(part[f"{name}_equity"], unit, played=choice in chosen)]
    ]
    return Evaluation(aspect="cube", candidates=tuple(candidates), source=source)


def _cube_equity(part: Analysis, name: str, unit: str) -> float | None:
    """Return the equity of an action; None where only its chance of winning the match is known."""
    equity: float | None = part.get(f"{name}_norm_eq")
    if equity is not None:
        return round(equity, 6)
    return _equity(part[f"{name}_equity"], part, unit)


def _luck(analysis: Analysis, source: str, unit: str) -> Evaluation:
    roll = analysis["roll"]
    low, high = analysis.get("emg_anchors") or roll.get("emg_anchors") or (-1, 1)
    luck = roll["luck"] * 2 / (high - low) if _is_match(unit) and high > low else roll["luck"]
    return Evaluation(aspect="luck", luck=round(luck, 6), source=source, extras=_extras(roll["luck"], unit))


def _equity(value: float, part: Analysis, unit: str) -> float | None:
    """Return the equity of a value; None where only a chance of winning the match is known."""
    if not _is_match(unit):
        return value
    low, high = part.get("emg_anchors") or (0, 0)
    return round((2 * value - low - high) / (high - low), 6) if high > low else None


def _extras(value: float, unit: str, *, played: bool = False) -> dict[str, str]:
    extras = {"mwc": f"{value:g}"} if _is_match(unit) else {}
    return {**extras, "played": "yes"} if played else extras


def _is_match(unit: str) -> bool:
    return unit.endswith("match")


def _candidate(choice: str, part: Analysis, equity: float | None, extras: dict[str, str]) -> Candidate:
    chances = tuple([part["eval"][name] for name in CHANCES]) if part.get("eval") else ()
    level = part.get("level") or {}
    named = level.get("preset") or (f"{level['checker_ply']}-ply" if "checker_ply" in level else "")
    return Candidate(choice=choice, equity=equity, chances=chances, level=str(named), extras=extras)
