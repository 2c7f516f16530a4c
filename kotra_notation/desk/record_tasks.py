"""Tasks of the pages that write a record or play on: text in, text out."""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from kotra_notation.desk.pages import TEXTS
from kotra_notation.desk.work import AskedError, asked_line, fact
from kotra_notation.jobs.notations import propose_name
from kotra_notation.jobs.rows import Row, finding_row
from kotra_notation.model import Blank, CannotMove, Opening, Play, Turn
from kotra_notation.record import draft, opponent
from kotra_notation.record.draft.open_record import DraftLines, record
from kotra_notation.record.draft.view import film_lines, mark_film, next_action
from kotra_notation.record.draft.words import DeedEntry, MarkEntry, PlayEntry, parse_entry
from kotra_notation.replay.wins import singly_fault
from kotra_notation.report.cleaning import name as clipped
from kotra_notation.report.cleaning import recording_moment
from kotra_notation.report.event_words import kind_word
from kotra_notation.rules import cube
from kotra_notation.rules.named import ruleset_of
from kotra_notation.rules.old_icelandic import title
from kotra_notation.words import phrase
from kotra_notation.words.phrases import reason, told
from kotra_notation.words.terms import term
from kotra_notation.words.tongues import Tongue

# The most findings that come with a text, and the most turns of a game that spectators see.
MOST_FINDINGS, MOST_TURNS = 500, 500
# The longest film, in seconds, and the longest name of one.
LONGEST_FILM, LONGEST_SOURCE = 86_400.0, 300
# The tutor says what loses at least so much.
WORTH_TELLING = 0.05
# The part of the standing that spectators see.
SHOWN = "players score length crawford game wants seat dice offer stop result old"


def standing_row(text: str, tongue: Tongue, line: int | None = None) -> Row:
    """Return the text with its standing, which tells if a double wins anything, and how a game ended."""
    standing = draft.standing(text, line=line)
    standing = replace(standing, findings=standing.findings[:MOST_FINDINGS])
    ruleset = ruleset_of(standing.rules)
    old = ruleset is not None and ruleset.facts.lettered
    doubles = standing.may_double and double_wins(text)
    source = film_of(text)
    film = {"source": source, "moment": recording_moment(source, 0)}
    more = {"old": old, "doubles": doubles, "ending": ending_in_words(text, tongue), "film": film}
    return {"text": text, "standing": standing.as_json(tongue) | more}


def film_of(text: str) -> str:
    """Return the recording that the head of a record names."""
    return dict(record(text).match.info).get("video", "")


def ending_in_words(text: str, tongue: Tongue) -> Row | None:
    """Return who won a game that is over at the end of a record, how, and what that means; None before."""
    here = record(text)
    if not here.end.over or here.end.game >= len(here.replay.games):
        return None
    game = here.replay.games[here.end.game]
    kinds = dict.fromkeys([award.kind for award in game.awards if award.seat == game.winner] + [game.kind])
    words = [(kind_word(kind, tongue), term(kind.replace("_", " ")) or term(title(kind))) for kind in kinds]
    return {
        "seat": game.winner,
        "points": tongue.points(game.points),
        "kind": ", ".join(word for word, _ in words),
        "meaning": [tongue.say(known.meaning) for _, known in words if known],
        "cube": here.replay.games[here.end.game].cube.value,
    }


def double_wins(text: str) -> bool:
    """Return whether a double at the end of a record may win more than the stake as it is."""
    end = record(text).end
    return end.seat is not None and not cube.is_useless(end.state, end.seat)


def begin(asked: Row, tongue: Tongue) -> Row:
    """Return a new record, with a name for it."""
    players = fact(asked, "players", list)
    if len(players) != 2 or not all(isinstance(name, str) for name in players):
        raise AskedError(phrase("A match has two players."))
    white, black = (" ".join(name.split()) for name in players)
    length = asked.get("length")
    info = [(key, " ".join(str(value).split())) for key, value in fact(asked, "info", dict).items() if value]
    if length is not None and not (isinstance(length, int) and 0 <= length <= 999):
        raise AskedError(phrase("The length must be a number of points, or 0 for money."))
    text = draft.begin((white, black), length=length, rules=fact(asked, "rules", str), info=info)
    return open_record({"text": text}, tongue)


def open_record(asked: Row, tongue: Tongue) -> Row:
    """Return a record to be written on, with a name for it."""
    row = standing_row(fact(asked, "text", str), tongue)
    return row | {"name": propose_name(row["standing"]["players"])}


def enter(asked: Row, tongue: Tongue) -> Row:
    """Return the text with what was typed, and its standing then."""
    text, line = fact(asked, "text", str), asked_line(asked)
    before = text
    try:
        for entry in fact(asked, "entries", list):
            if asked.get("before"):
                text = insert_entry(text, str(entry), line or 1, stands=bool(asked.get("stands")))
            else:
                text = draft.enter(text, str(entry), line=line, stands=bool(asked.get("stands")))
            line = None
        text = _with_film(text, asked)
    except draft.NotLegalError as error:
        row = finding_row(error.finding, tongue)
        raise AskedError(reason(error), plays=list(error.plays), finding=row) from error
    broken = draft.new_findings(before, text) if asked_line(asked) is not None else ()
    return standing_row(text, tongue) | {"broken": len(broken)}


def _seconds(asked: Row, name: str) -> float | None:
    """Return a time in seconds that is asked with, if it is."""
    value = asked.get(name)
    return float(value) if isinstance(value, int | float) and 0 <= value < LONGEST_FILM else None


def _other_film(asked: Row, text: str) -> str:
    """Return the film that is asked about, where the head of the record names another."""
    source = " ".join(str(asked.get("source") or "").split())[:LONGEST_SOURCE]
    return "" if source == film_of(text) else source


def _with_film(text: str, asked: Row) -> str:
    """Return the text with the times of its last turn in a film, where it has been marked."""
    film = asked.get("film")
    if not isinstance(film, dict) or (roll := _seconds(film, "roll")) is None:
        return text
    turn = record(text).last_turn
    seat = turn.seat if turn else None
    for line in film_lines(seat, roll, _seconds(film, "play"), _other_film(film, text)):
        text = draft.enter(text, line)
    return text


def mark_turn(asked: Row, tongue: Tongue) -> Row:
    """Return the text with the roll or the play of a turn marked anew in its film."""
    text = fact(asked, "text", str)
    roll, play = _seconds(asked, "roll"), _seconds(asked, "play")
    source = _other_film(asked, text)
    return standing_row(
        mark_film(text, fact(asked, "line", int), roll=roll, play=play, source=source), tongue
    )


def insert_entry(text: str, entry: str, line: int, *, stands: bool) -> str:
    """Return the text with what was typed before a line."""
    before = DraftLines(text).before(line)
    return draft.enter(before, entry, stands=stands) + text[len(before) :]


def stand(asked: Row, tongue: Tongue) -> Row:
    """Return the standing of a text: at its end, before a line, or there with dice that wait for a play."""
    text, line = fact(asked, "text", str), asked_line(asked)
    there = standing_row(text, tongue, line)
    if line is None or not isinstance(dice := asked.get("dice"), str):
        return there
    above = DraftLines(text).before(line)
    whole = there["standing"]
    seat = next((turn["seat"] for turn in whole["turns"] if turn["line"] == line), None)
    # Of an opening throw White's die is said first, and a turn has the higher one first.
    if whole["wants"] == "opening" and seat == 1:
        dice = dice[::-1]
    try:
        thrown = standing_row(draft.enter(above, dice), tongue)
    except ValueError:
        return there
    of_whole = {name: whole[name] for name in ("turns", "findings", "score", "result")}
    return {"text": text, "standing": thrown["standing"] | of_whole}


# The lines that open a game, and the lines of the head that are known by several words.
_GAME = re.compile(r"(?:game|leikur|spil)\b", re.I)
HEAD_WORDS = {
    "white": "white|hvítur",
    "black": "black|svartur",
    "length": "length|lengd",
    "event": "event|mót",
    "round": "round|umferð",
    "date": "date|dagur",
    "place": "place|staður",
    "transcriber": "transcriber|ritari",
    "video": "video|myndskeið",
}


def head(asked: Row, tongue: Tongue) -> Row:
    """Return the text with other words in its head; a line that becomes empty goes."""
    text = fact(asked, "text", str)
    for key, value in fact(asked, "changed", dict).items():
        if key not in HEAD_WORDS:
            raise AskedError(phrase("{name} cannot be changed here.", name=key))
        text = change_head(text, key, " ".join(str(value).split()))
    return standing_row(text, tongue)


def change_head(text: str, key: str, value: str) -> str:
    """Return the text with a line of its head exchanged, put behind the others, or taken out."""
    lines = DraftLines(text)
    numbers = range(1, lines.count + 1)
    end = next((number for number in numbers if _GAME.match(lines[number].strip())), lines.count + 1)
    known = re.compile(rf"(?:{HEAD_WORDS[key]})\s*:", re.I)
    line = next((number for number in range(1, end) if known.match(lines[number].strip())), None)
    if not value:
        return text if line is None else draft.without(text, line)
    header = _head_line(key, value)
    if line is not None:
        return draft.enter(text, header, line=line)
    while end > 1 and not lines[end - 1].strip():
        end -= 1
    above = lines.before(end)
    changed = DraftLines(above).behind([header]) + text[len(above) :]
    draft.standing(changed)
    return changed


def without(asked: Row, tongue: Tongue) -> Row:
    """Return the text without a line."""
    return standing_row(draft.without(fact(asked, "text", str), fact(asked, "line", int)), tongue)


def rank(asked: Row, tongue: Tongue) -> Row:
    """Return the legal plays at the end of a text, best first; none without an engine that knows."""
    try:
        plays = opponent.rank_plays(fact(asked, "text", str))
    except ValueError:
        plays = ()
    return {"plays": [loss_in_words(play.as_json(tongue), tongue) for play in plays]}


def loss_in_words(play: Row, tongue: Tongue) -> Row:
    """Return a play with what it loses in words; none where it is as good as the best."""
    loss = round(play["loss"], 3)
    return play | {"loss": tongue.number(loss, 3) if loss else ""}


def find_meant(asked: Row, tongue: Tongue) -> Row:
    """Return the findings of a text with what was probably meant, which takes a search."""
    findings = draft.standing(fact(asked, "text", str), meant=True).findings
    return {"findings": [finding_row(finding, tongue) for finding in findings[:MOST_FINDINGS]]}


def _head_line(key: str, value: str) -> str:
    """Return a line of the head as our notation writes it."""
    players = ("white", "black")
    white, black = (value if key == name else "" for name in players)
    length = None
    if key == "length":
        if not (value.isascii() and value.isdigit() and len(value) < 4):
            raise AskedError(phrase("The length must be a number of points, or 0 for money."))
        length = int(value)
    info = () if key in (*players, "length") else ((key, value),)
    lines = draft.begin((white, black), length, info=info).splitlines()
    return next(line for line in lines if line.startswith(f"{key}:"))


def spectator_view(asked: Row, tongue: Tongue) -> Row:
    """Return the view of spectators of a text."""
    standing = standing_row(fact(asked, "text", str), tongue)["standing"]
    turns = [turn for turn in standing["turns"] if turn["game"] == standing["game"]]
    names = ("seat", "dice", "play", "cube", "action")
    shown = [{name: turn[name] for name in names} for turn in turns[-MOST_TURNS:]]
    players = [clipped(name) for name in standing["players"]]
    return {name: standing[name] for name in SHOWN.split()} | {"turns": shown, "players": players}


def refusal(error: AskedError, tongue: Tongue) -> Row:
    """Return a refusal as the page has it."""
    return {"error": told(reason(error), tongue), "status": error.status, **error.facts}


# The moment for each deed of a player, by the word for what comes next.
WHEN = {
    **dict.fromkeys(("double", "resign"), "dice"),
    **dict.fromkeys(("take", "drop", "beaver", "accept", "refuse"), "answer"),
    "half": "play",
}
# What a player may do instead.
REFUSALS = {
    "play": phrase("Make a legal play first: move the checkers."),
    "answer": phrase("Answer the double or the resignation first."),
    "nothing": phrase("The match is over."),
}
ROLL_FIRST = phrase("Roll first: the desk rolls the dice.")


class MatchDice:
    """The dice of a match, by its key and the number of the roll: the same after an undo or a reload."""

    def __init__(self, key: str, number: int) -> None:
        self._key = key.encode()
        self._number = number

    def __call__(self) -> tuple[int, int]:
        """Return the next throw."""
        digest = hmac.digest(self._key, str(self._number).encode(), "sha256")
        self._number += 1
        first, second = divmod(int.from_bytes(digest, "big") % 36, 6)
        return first + 1, second + 1


def _dice(asked: Row, text: str) -> MatchDice:
    """Return the dice of the match that is asked about, from the next throw on."""
    events = (event for game in record(text).match.games for event in game.events)
    thrown = sum(isinstance(event, Opening | Turn) for event in events)
    return MatchDice(fact(asked, "dice", str), thrown)


def throw(asked: Row, tongue: Tongue) -> Row:
    """Return the text with dice thrown for the side that is on roll; one by one where that is the custom."""
    text = fact(asked, "text", str)
    first, second = _dice(asked, text)()
    end = record(text).end
    turn = Turn(seat=end.seat or 0, dice=(first, second), deed=Blank(), singly=True)
    singly = next_action(end)[0] == "dice" and singly_fault(end.state, turn) is None
    return standing_row(draft.enter(text, f"{first}+{second}" if singly else f"{first}{second}"), tongue)


def enter_move(asked: Row, tongue: Tongue) -> Row:
    """Return the text with the move of the player who is on."""
    try:
        return standing_row(_with_move(fact(asked, "text", str), fact(asked, "entry", str)), tongue)
    except draft.NotLegalError as error:
        raise AskedError(reason(error), plays=list(error.plays)) from error


def _with_move(text: str, entry: str) -> str:
    """Return the text with the move of the player who is on; ValueError for anything that is no move.

    A comment and a mark on the last move are taken too. NotLegalError for a play that is not legal.
    """
    entry = entry.strip()
    parsed = parse_entry(entry)
    if isinstance(parsed, MarkEntry) or (entry.startswith("#") and len(entry.splitlines()) == 1):
        return draft.enter(text, entry)
    end = record(text).end
    wants, _ = next_action(end)
    when = WHEN.get(parsed.name) if isinstance(parsed, DeedEntry) and parsed.seat is None else None
    if isinstance(parsed, PlayEntry):
        when = "play"
    if when is None or when != wants:
        raise ValueError(REFUSALS.get(wants, ROLL_FIRST))
    if isinstance(parsed, DeedEntry) and parsed.name == "resign" and not end.state.turns:
        raise ValueError(phrase("A game can be resigned after the first turn."))
    if isinstance(parsed, DeedEntry) and parsed.name == "double" and not double_wins(text):
        raise ValueError(phrase("The cube is already high enough to win the match; a double gains nothing."))
    changed = draft.enter(text, entry)
    if wants == "play":
        turn = record(changed).last_turn
        if turn is None or not isinstance(turn.deed, Play | CannotMove):
            raise ValueError(REFUSALS["play"])
    return changed


def answer(asked: Row, tongue: Tongue) -> Row:
    """Return the text with all that the engine does until the other side has something to do."""
    text, seat, level = fact(asked, "text", str), fact(asked, "seat", int), fact(asked, "level", str)
    return standing_row(opponent.answer(text, seat, level, _dice(asked, text)), tongue)


def hint(asked: Row, tongue: Tongue) -> Row:
    """Return the engine's advice at the end of a text: plays, best first, or a sentence about the cube."""
    advice = opponent.hint(fact(asked, "text", str), fact(asked, "level", str)).as_json(tongue)
    plays = [loss_in_words(play, tongue) for play in advice["plays"]]
    return {"plays": plays, "words": "" if plays else tongue.say(TEXTS["advice"][advice["deed"]])}


def loss(asked: Row, tongue: Tongue) -> Row:
    """Return what an entry loses, in words; empty where it is hardly anything."""
    lost = opponent.loss_of(fact(asked, "text", str), fact(asked, "entry", str))
    return {"loss": tongue.number(lost, 2) if lost >= WORTH_TELLING else ""}


RECORD_TASKS: Mapping[str, Callable[[Row, Tongue], Row]] = {
    "write/begin": begin,
    "write/open": open_record,
    "write/enter": enter,
    "write/stand": stand,
    "write/without": without,
    "write/head": head,
    "write/film": mark_turn,
    "write/ranked": rank,
    "write/meant": find_meant,
    "live": spectator_view,
    "play/throw": throw,
    "play/enter": enter_move,
    "play/answer": answer,
    "play/hint": hint,
    "play/loss": loss,
}
