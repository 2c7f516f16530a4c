"""Edits, of which a repair consists: events in place of others, the slip behind it, its cost, its words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache

from kotra_notation import model
from kotra_notation.board.points import spell_figures
from kotra_notation.findings import Nouns, Phrase, phrase
from kotra_notation.implied import GameOrder
from kotra_notation.installation import read_table
from kotra_notation.model import Event, Game, ScoreClaim, Span
from kotra_notation.rules import Ruleset
from kotra_notation.rules.old_icelandic import title
from kotra_notation.rules.spelling import hop_text
from kotra_notation.values import dataclass
from kotra_notation.words.phrases import shorten

# The place of what stands at the head of a game, before its events.
HEAD = -1


@dataclass(frozen=True, slots=True)
class RepairCosts:
    """Costs by name: of `slips` in turns, of those of the `stakes`, of what is `left`, and what costs `more`.

    Low is likely. `unseen` is a slip in a turn that is lawful as written; `unlike` a play that has nothing
    in common with the text that could not be read. `habits`: what people look at when they choose a play.
    """

    slips: Mapping[str, float]
    stakes: Mapping[str, float]
    left: Mapping[str, float]
    more: Mapping[str, float]
    habits: Mapping[str, float]


@cache
def costs() -> RepairCosts:
    """Return the costs as they were fitted."""
    return RepairCosts(**read_table(__file__, "costs.toml"))


def cost_of(kind: str) -> float:
    """Return the cost of a kind of slip, or of a play that could not be read."""
    table = costs()
    return next(known[kind] for known in (table.slips, table.stakes, table.more) if kind in known)


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A repair: `new` events replace the `old` ones, the first at `place`.

    An edit without changes explains what stays: a play that `stood`, a lost turn, or missing `rows`.
    """

    kind: str
    place: int
    old: tuple[Event, ...]
    new: tuple[Event, ...]
    cost: float
    rows: tuple[int, ...] = ()

    @property
    def changes(self) -> bool:
        """Return whether the record is any different after it."""
        return self.old != self.new

    @property
    def moves(self) -> bool:
        """Return whether it puts in a turn and moves what stands behind it, from where nobody can be sure."""
        return self.kind == "turn-lost" and bool(self.old)


@dataclass(frozen=True, slots=True, kw_only=True)
class WordEdit(Edit):
    """A word at the beginning of a cell that is spelled otherwise; the meaning is what was read already."""

    cell: Span
    word: str
    spelled: str

    @property
    def changes(self) -> bool:
        """A word is always another."""
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderEdit(Edit):
    """Games of a match moved; what is said in them stays."""

    order: GameOrder

    @property
    def changes(self) -> bool:
        """Some game always stands elsewhere."""
        return True


def apply_edits(game: Game, edits: Iterable[Edit]) -> Game:
    """Return the game with its edits made; what is put in stands before what is exchanged at the place."""
    events: list[Event] = list(game.events)
    score = game.score
    for edit in sorted(edits, key=lambda edit: (edit.place, bool(edit.old)))[::-1]:
        if edit.place != HEAD:
            events[edit.place : edit.place + len(edit.old)] = edit.new
        elif isinstance(edit.new[0], ScoreClaim):
            score = edit.new[0]
    return replace(game, score=score, events=tuple(events))


# A slip that concerns many turns shows the first few.
SHOWN = 3

# Edits that give a turn other dice, and leave its play.
OTHER_DICE = ("die", "die-unread")


@cache
def reasons() -> Mapping[str, Mapping[str, str]]:
    """Return why a place was written wrong, by the kind of slip; `last` at the end of a game."""
    return read_table(__file__, "reasons.toml")


def why(kind: str, *, last: bool = False) -> Phrase:
    """Return the sentence that says what slip explains a place; `last` if no turn or double follows."""
    return phrase((last and reasons()["last"].get(kind)) or reasons()["why"][kind])


def written_text(edit: Edit, ruleset: Ruleset) -> Phrase:
    """Return what stands in the record at the place of an edit."""
    match edit:
        case WordEdit(word=word):
            return phrase("{word}", word=shorten(word))
        case OrderEdit(order=order):
            return _games(order.moved)
    return _events(edit.old, edit.new, ruleset)


def meant_text(edit: Edit, ruleset: Ruleset) -> Phrase:
    """Return what an edit puts there."""
    match edit:
        case WordEdit(spelled=spelled):
            return phrase("{word}", word=spelled)
        case OrderEdit(order=order):
            return _games([order.places[here] for here in order.moved])
    if len(edit.rows) == 1:
        return phrase("row {number}, the turns of both sides", number=edit.rows[0])
    if edit.rows:
        first, last = edit.rows[0], edit.rows[-1]
        return phrase("rows {first} to {last}, the turns of both sides", first=first, last=last)
    return _events(edit.new, edit.old, ruleset) if edit.changes else phrase("leave it as written")


def _games(places: Sequence[int]) -> Phrase:
    return phrase("games {numbers}", numbers=", ".join(str(place + 1) for place in places))


def _events(events: Sequence[model.Event], others: Sequence[model.Event], ruleset: Ruleset) -> Phrase:
    """Return the events that are not the same in both; of many the first few."""
    differing = [event for event in events if event not in others] or list(events)
    texts = [event_text(event, ruleset) for event in differing[:SHOWN]]
    more = len(differing) - SHOWN
    texts += [phrase("and so on ({number} more)", number=more)] if more > 0 else []
    return join_phrases(texts) if texts else phrase("nothing")


def join_phrases(texts: Sequence[Phrase]) -> Phrase:
    """Return phrases side by side."""
    first, *rest = texts
    return phrase("{first} | {rest}", first=first, rest=join_phrases(rest)) if rest else first


def event_text(event: model.Event, ruleset: Ruleset) -> Phrase:
    """Return an event as a line of a record would say it, without the name of its side."""
    match event:
        case model.Turn(dice=(first, second), deed=deed, text=text, seat=seat):
            dice = spell_figures((first, second)) if second else str(first)
            return phrase("{dice}: {play}", dice=dice, play=_deed_text(deed, ruleset, seat) or shorten(text))
        case model.ResultClaim(points=None, lost=lost):
            return phrase("loses") if lost else phrase("wins")
        case model.ResultClaim(points=points, lost=lost):
            won = f"{points:g}"
            return phrase("loses {points}", points=won) if lost else phrase("wins {points}", points=won)
        case model.AwardClaim(kind=kind, points=None):
            return phrase("scores {award}", award=shorten(title(kind)))
        case model.AwardClaim(kind=kind, points=points):
            return phrase("scores {award} {points}", award=shorten(title(kind)), points=f"{points:g}")
        case model.ScoreClaim(score=(first, second)):
            return phrase("{score}", score=f"{first:g}-{second:g}")
        case _:
            return cube_text(event) or ending_text(event) or other_text(event, ruleset.facts.nouns)


def _deed_text(deed: model.Deed, ruleset: Ruleset, seat: int) -> str | Phrase:
    match deed:
        case model.Play(hops=hops):
            return shorten(" ".join(hop_text(ruleset.facts, hop, seat) for hop in hops))
        case model.CannotMove():
            return phrase("cannot move")
        case model.Blank():
            return phrase("no play recorded")
        case model.NotRecorded():
            return "????"
        case model.Unread(text=text):
            return shorten(text)
        case model.Reached(illegal=illegal):
            return phrase("illegal play") if illegal else phrase("play given as a position")


def cube_text(event: model.Event) -> Phrase | None:
    """Return an action with the cube in words; None where an event is none."""
    match event:
        case model.Double(value=value):
            return phrase("doubles to {value}", value=value) if value else phrase("doubles")
        case model.Beaver(value=value, level=1):
            return phrase("beavers to {value}", value=value) if value else phrase("beavers the cube")
        case model.Beaver(value=value):
            return phrase("raccoons to {value}", value=value) if value else phrase("raccoons the cube")
        case model.Take():
            return phrase("takes")
        case model.Drop():
            return phrase("drops")
        case model.AutomaticDouble(value=value):
            return phrase("Automatic double to {value}", value=value) if value else phrase("Automatic double")
        case _:
            return None


def ending_text(event: model.Event) -> Phrase | None:
    """Return an end of a game otherwise than by play, in words; None where an event is none."""
    match event:
        case model.Resignation(size=1):
            return phrase("offers to resign a single game")
        case model.Resignation(size=2):
            return phrase("offers to resign a gammon")
        case model.Resignation(size=3):
            return phrase("offers to resign a backgammon")
        case model.Resignation():
            return phrase("offers to resign")
        case model.ResignationAnswer(accepted=accepted):
            return phrase("accepts the resignation") if accepted else phrase("refuses the resignation")
        case model.Settlement(points=points):
            return phrase("settles for {points}", points=points)
        case model.Forfeit(scope=scope):
            return phrase("forfeits the match") if scope == "match" else phrase("forfeits the game")
        case model.Draw():
            return phrase("Drawn")
        case _:
            return None


def other_text(event: model.Event, nouns: Nouns) -> Phrase:
    """Return any other event in words, remarks by what they say."""
    match event:
        case model.Opening(dice=(first, second)):
            return phrase("Opening {roll} {first}–{second}", first=first, second=second).reword(nouns)
        case model.VoidThrow(reason=reason):
            return (
                phrase("has cocked dice") if reason == "cocked" else phrase("{rolls} too early").reword(nouns)
            )
        case model.Ruling(outcome="stood"):
            return phrase("Ruling: the play stands")
        case model.Ruling(outcome="corrected", text=text):
            return phrase("Ruling: corrected to {play}", play=shorten(text))
        case model.Ruling():
            return phrase("Ruling: in dispute")
        case model.SetPosition():
            return phrase("Position set up")
        case model.PhaseStart(phase=phase):
            return phrase("begins the after-throws") if phase == "after" else phrase("begins the last throw")
        case model.Evaluation():
            return phrase("an evaluation")
        case model.Clock():
            return phrase("a clock reading")
        case model.Video():
            return phrase("a place in a recording")
        case model.Comment(text=text) | model.Mark(sign=text) | model.Extra(value=text):
            return phrase("{word}", word=shorten(text))
        case _:
            raise TypeError(event)
