"""One event in the words a score sheet has for it."""

from __future__ import annotations

from dataclasses import replace

from kotra_notation import model
from kotra_notation.replay import Frame
from kotra_notation.report.cleaning import apart
from kotra_notation.rules.old_icelandic import title
from kotra_notation.rules.ruleset import Facts
from kotra_notation.rules.spelling import hop_text, play_text
from kotra_notation.statistics.tally import Idleness, idle
from kotra_notation.words.tongues import N_, Tongue

RESIGNS = {
    1: N_("Offers to resign a single game"),
    2: N_("Offers to resign a gammon"),
    3: N_("Offers to resign a backgammon"),
    None: N_("Offers to resign"),
}
DOUBLES = {
    False: (N_("Doubles to {value}"), N_("Doubles")),
    True: (N_("Redoubles to {value}"), N_("Redoubles")),
}
BEAVERS = {1: (N_("Beavers to {value}"), N_("Beavers")), 2: (N_("Raccoons to {value}"), N_("Raccoons"))}
VOID = {"cocked": N_("Void {roll}: cocked dice"), "premature": N_("Void {roll}: {rolled} too early")}
RULED = {
    "stood": N_("Ruling: the play stands"),
    "corrected": N_("Ruling: corrected to {play}"),
    "disputed": N_("Ruling: in dispute"),
}
FORFEITS = {
    "game": (N_("Forfeits the game: {reason}"), N_("Forfeits the game")),
    "match": (N_("Forfeits the match: {reason}"), N_("Forfeits the match")),
}
KINDS = {
    "single": N_("single game"),
    "gammon": N_("gammon"),
    "backgammon": N_("backgammon"),
    "drop": N_("drop"),
    "resign": N_("resignation"),
    "settled": N_("settlement"),
    "unfinished": N_("unfinished"),
    "draw": N_("drawn"),
}
PHASES = {"after": N_("After-throws"), "last": N_("Last throw")}


def dice_text(turn: model.Turn) -> str:
    """The dice as two figures; a lone first die is one."""
    first, second = turn.dice
    return f"{first}{second}" if second else str(first)


def played(turn: model.Turn, frame: Frame, tongue: Tongue, *, paths: bool = False) -> str:
    """What a side did with its dice: steps joined where they were understood, else as they were written.

    `paths`: the points of the old game by their numbers.
    """
    match turn.deed:
        case model.Play(hops=hops, half=half):
            before = frame.before
            facts = _facts(frame, paths=paths)
            if frame.steps and not (
                frame.findings and any(finding.code[0] == "P" for finding in frame.findings)
            ):
                words = play_text(facts, before.seen_by(turn.seat), frame.steps, turn.seat)
            else:
                words = " ".join(hop_text(facts, hop, turn.seat) for hop in hops)
            return tongue.say("{play}, declared half", play=words) if half else words
        case model.CannotMove():
            return tongue.say("cannot move")
        case model.Blank():
            danced = idle(frame, turn, frame.before.seen_by(turn.seat)) is Idleness.DANCE
            return tongue.say("cannot move") if danced else "–"
        case model.NotRecorded():
            return tongue.say("not recorded")
        case model.Reached(illegal=illegal):
            return tongue.say("illegal play") if illegal else tongue.say("play known by its position")
        case model.Unread(text=text):
            return apart(text)


def words_of(frame: Frame, tongue: Tongue, *, paths: bool = False) -> str | None:
    """Return what an event other than a turn is called; None for remarks and claims."""
    say, nouns = tongue.say, frame.before.setting.ruleset.facts.nouns.facts
    match frame.event:
        case model.Double(value=value):
            offer = frame.after.stakes.offer
            value = value or (offer.value if offer else None)
            with_value, without = DOUBLES[frame.before.stakes.cube.owner is not None]
            return say(with_value, value=value) if value else say(without)
        case model.Beaver(value=value, level=level):
            with_value, without = BEAVERS[2 if level > 1 else 1]
            return say(with_value, value=value) if value else say(without)
        case model.Take():
            return say("Takes")
        case model.Drop():
            return say("Drops")
        case model.AutomaticDouble(value=value):
            return say("Automatic double to {value}", value=value) if value else say("Automatic double")
        case model.Opening(dice=dice):
            return say("Opening {roll} {first}–{second}", **nouns, first=dice[0], second=dice[1])
        case model.Resignation(size=size):
            return say(RESIGNS.get(size, RESIGNS[None]))
        case model.ResignationAnswer(accepted=accepted):
            return say("Accepts") if accepted else say("Refuses")
        case model.Settlement(points=points):
            return say("Settled for {points}", points=tongue.points(points))
        case model.Forfeit(scope=scope, reason=reason):
            with_reason, without = FORFEITS[scope]
            return say(with_reason, reason=apart(reason)) if reason else say(without)
        case model.Draw():
            return say("Drawn")
        case model.VoidThrow(reason=reason):
            return say(VOID[reason], **nouns)
        case model.Ruling(outcome=outcome, play=play, text=text):
            return say(RULED[outcome], play=_ruled(frame, play, paths=paths) or apart(text))
        case model.SetPosition():
            return say("Position set up")
        case model.PhaseStart(phase=phase):
            return say(PHASES[phase])
        case _:
            return None


def _facts(frame: Frame, *, paths: bool) -> Facts:
    """Return what is asked of the game, points by their numbers where that is wished for."""
    facts = frame.before.setting.ruleset.facts
    return replace(facts, paths=True) if paths else facts


def _ruled(frame: Frame, play: model.Play | None, *, paths: bool) -> str:
    """The play that a ruling names."""
    if play is None:
        return ""
    facts, seat = _facts(frame, paths=paths), 1 - frame.before.viewer
    return " ".join(hop_text(facts, hop, seat) for hop in play.hops)


def kind_word(kind: str, tongue: Tongue) -> str:
    """Return how a game ended, or what was awarded in it, in words."""
    return tongue.say(KINDS.get(kind) or title(kind))


def capital(text: str) -> str:
    """A text that begins a line."""
    return text[:1].upper() + text[1:]
