"""Matches spelled as `.kotra`, one event a line; what was written is read back as the same matches."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from kotra_notation import model
from kotra_notation.formats.holding import is_old
from kotra_notation.formats.kotra import other_words, positions, spelling
from kotra_notation.formats.kotra.lines import stands_alone
from kotra_notation.formats.kotra.reading import ANSWERABLE, CLOSING, OWN
from kotra_notation.formats.kotra.spelling import Points, note_lines
from kotra_notation.implied import stated_shorthand

CUBE = (model.Double, model.Beaver, model.Take, model.Drop, model.AutomaticDouble)
KEY = re.compile(r"[^\W\d_][\w.-]*[^\W\d]")
RATING = frozenset({"rating"})
SEATS = "WB"
SIZES = {1: "single", 2: "gammon", 3: "backgammon"}
SIGNS = frozenset({"!", "?", "!!", "??", "!?", "?!"})
NAME = re.compile(r"[^\W\d_][\w.:-]*")
# Words that would be read otherwise where a kind of award stands.
RESERVED = frozenset({"inf", "nan", "point", "points", "stig", "tala", "tölur", "zähler", "Zähler"})


def text_of(matches: Iterable[model.Match], points: Points | None = None) -> str:
    """Return the file of these matches; `points` where their names are not to follow from the rules."""
    return "\n".join("\n".join([*_match(match, _points(match, points)), ""]) for match in matches)


def _points(match: model.Match, wanted: Points | None) -> Points:
    """Letters for the old game, else numbers; unread shorthand counts as its header says."""
    words = stated_shorthand(match.info) if wanted is Points.PATH else None
    if wanted is not None and (words is None or wanted.value in words):
        return wanted
    return Points.LETTERS if is_old(match) else Points.NUMBERS


def _match(match: model.Match, points: Points) -> Iterator[str]:
    yield "kotra 1"
    for color, player in zip(("white", "black"), match.players, strict=True):
        yield from _player(color, player)
    if match.length is not None:
        yield f"length: {match.length}"
    if match.rules is not None:
        yield _header("rules", match.rules)
    if points is Points.PATH:
        yield "points: path"
    for key, value in match.info:
        yield _header(_key(key, OWN), value)
    shorthand = stated_shorthand(match.info) is not None
    yield from _events(match.remarks, points)
    for game in match.games:
        yield ""
        number = "" if game.number is None else f" {game.number}"
        yield f"game{number}" + ("" if game.score is None else f" {_score(game.score)}")
        yield from _events(game.events, points, shorthand)


def _player(color: str, player: model.Player) -> Iterator[str]:
    if player.name:
        yield _header(color, player.name)
    if player.rating is not None:
        yield _header(f"{color} rating", player.rating)
    for key, value in player.extras.items():
        yield _header(f"{color} {_key(key, RATING)}", value)


def _header(key: str, value: str) -> str:
    return f"{key}: {spelling.rest(value)}".rstrip()


def _key(key: str, own: frozenset[str]) -> str:
    """A header's key, quoted where it could be taken for one of ours or for something else."""
    plain = KEY.fullmatch(key) and key not in own and other_words.header(key) == key != other_words.RULED
    return key if plain else spelling.quote(key)


def _events(written: Sequence[model.Event], points: Points, shorthand: bool = False) -> list[str]:
    """Return the lines of events; short marks stand at the end of the line they speak of."""
    lines: list[str] = []
    aspect = ""
    seat = 0
    doubled = False
    for event in written:
        if isinstance(event, model.Mark) and event.aspect == aspect and event.sign in SIGNS:
            lines[-1] += f" {event.sign}"
            continue
        aspect = "cube" if isinstance(event, CUBE) else ""
        if isinstance(event, model.Turn):
            aspect, seat = "play", event.seat
        to_resignation = " the resignation" if doubled and isinstance(event, model.ResignationAnswer) else ""
        lines.append(spell_event(event, points, seat, shorthand=shorthand) + to_resignation)
        if isinstance(event, (*ANSWERABLE, *CLOSING)):
            doubled = isinstance(event, model.Double | model.Beaver)
    return lines


def spell_event(event: model.Event, points: Points, seat: int, *, shorthand: bool = False) -> str:
    """The line of an event, or its lines; `seat` threw last. `shorthand`: the record says that it is so."""
    match event:
        case model.Turn(deed=model.Unread(text=text)) if shorthand and stands_alone(text):
            return f"{SEATS[event.seat]} {spelling.spell_dice(event.dice, event.singly)}: {text}"
        case model.Turn():
            thrown = spelling.spell_dice(event.dice, event.singly)
            return f"{SEATS[event.seat]} {thrown}: {spell_deed(event.deed, event.seat, points)}".rstrip()
        case model.Comment():
            return "\n".join(note_lines(event.text, event.author, event.language))
        case model.Evaluation():
            return "\n".join(_evaluation(event))
        case model.Opening(dice=thrown):
            return f"opening {spelling.pair(*thrown)}"
        case model.VoidThrow():
            figures = "" if event.dice is None else f" {spelling.spell_dice(event.dice)}"
            return f"{SEATS[event.seat]} void {event.reason}{figures}"
        case model.Ruling():
            play = "" if event.play is None else f" {spell_deed(event.play, seat, points)}"
            return f"ruling {event.outcome}{play}"
        case model.Double():
            return f"{SEATS[event.seat]} doubles{_value(event.value)}"
        case model.Beaver(level=2):
            return f"{SEATS[event.seat]} raccoons{_value(event.value)}"
        case model.Beaver():
            level = "" if event.level == 1 else f" level {event.level}"
            return f"{SEATS[event.seat]} beavers{_value(event.value)}{level}"
        case model.Take():
            return f"{SEATS[event.seat]} takes"
        case model.Drop():
            return f"{SEATS[event.seat]} drops"
        case model.AutomaticDouble():
            return f"auto double{_value(event.value)}"
        case model.Resignation():
            size = "" if event.size is None else f" {SIZES.get(event.size, event.size)}"
            return f"{SEATS[event.seat]} resigns{size}"
        case model.ResignationAnswer():
            return f"{SEATS[event.seat]} {'accepts' if event.accepted else 'refuses'}"
        case model.Settlement():
            return f"settled {SEATS[event.seat]} {spelling.number(event.points)}"
        case model.Forfeit():
            reason = f" {spelling.quote(event.reason)}" if event.reason else ""
            return f"{SEATS[event.seat]} forfeits {event.scope}{reason}{_value(event.points)}"
        case model.Draw():
            return "draw"
        case model.SetPosition():
            return f"setup {positions.spell_position(event.position)}"
        case model.PhaseStart():
            return f"{SEATS[event.seat]} {'after throws' if event.phase == 'after' else 'last throw'}"
        case model.ResultClaim():
            return _result(event)
        case model.ScoreClaim():
            return f"score {_score(event)}"
        case model.AwardClaim():
            reserved = RESERVED.intersection(event.kind.split())
            kind = spelling.quote(event.kind) if reserved else spelling.words(event.kind)
            return f"{SEATS[event.seat]} scores {kind}{_value(event.points)}"
        case model.Mark():
            aspect = "" if event.aspect == "play" else f"{event.aspect} "
            plain = event.sign in SIGNS or event.sign == "diagram"
            return f"mark {aspect}{event.sign if plain else spelling.quote(event.sign)}"
        case model.Clock():
            left = "" if event.left is None else f" {spelling.seconds(event.left)}"
            used = "" if event.used is None else f" used {spelling.seconds(event.used)}"
            return f"{SEATS[event.seat]} clock{left}{used}"
        case model.Video():
            source = f" {spelling.quote(event.source)}" if event.source else ""
            return f"video {spelling.seconds(event.seconds)}{source}"
        case model.Extra():
            return f"extra {_name(event.key)} {spelling.quote(event.value)}"
        case _:
            assert_never(event)


def spell_deed(deed: model.Deed, seat: int, points: Points) -> str:
    """Return what stands behind the colon of a turn."""
    match deed:
        case model.Play():
            return (spelling.spell_hops(deed.hops, seat, points) or "()") + (" half" if deed.half else "")
        case model.CannotMove():
            return "cannot move"
        case model.Blank():
            return ""
        case model.NotRecorded():
            return "????"
        case model.Reached():
            return f"{'illegal' if deed.illegal else 'reaches'} [{positions.spell_position(deed.position)}]"
        case model.Unread():
            return f"unread {spelling.quote(deed.text)}"
        case _:
            assert_never(deed)


def _evaluation(evaluation: model.Evaluation) -> Iterator[str]:
    words = [f"eval {evaluation.aspect}"]
    if evaluation.luck is not None:
        words.append(f"luck {spelling.number(evaluation.luck)}")
    if evaluation.source:
        words.append(f"by {spelling.quote(evaluation.source)}")
    yield " ".join([*words, *_properties(evaluation.extras)])
    yield from map(_candidate, evaluation.candidates)


def _candidate(candidate: model.Candidate) -> str:
    words = [f"choice {spelling.quote(candidate.choice)}"]
    if candidate.equity is not None:
        words.append(spelling.number(candidate.equity))
    if candidate.chances:
        words.append(f"({' '.join(map(spelling.number, candidate.chances))})")
    if candidate.outcomes:
        words.append(spelling.shares(candidate.outcomes))
    if candidate.level:
        words.append(f"at {spelling.quote(candidate.level)}")
    return " ".join([*words, *_properties(candidate.extras)])


def _properties(extras: Mapping[str, str]) -> Iterator[str]:
    return (f"{_name(key)}={spelling.quote(value)}" for key, value in extras.items())


def _name(key: str) -> str:
    return key if NAME.fullmatch(key) else spelling.quote(key)


def _score(claim: model.ScoreClaim) -> str:
    return spelling.pair(*claim.score) + (" derived" if claim.derived else "")


def _value(value: float | None) -> str:
    return "" if value is None else f" {spelling.number(value)}"


def _result(claim: model.ResultClaim) -> str:
    kind = "" if claim.kind is None else f" by {spelling.word(claim.kind)}"
    end = (" and the match" if claim.match else "") + (" derived" if claim.derived else "")
    return f"{SEATS[claim.seat]} {'loses' if claim.lost else 'wins'}{_value(claim.points)}{kind}{end}"
