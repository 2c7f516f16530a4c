"""The words a score sheet has for events, results and times, and a page for what is done about a cube."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite

from kotra_notation import model
from kotra_notation.board.points import spell_figures
from kotra_notation.compare.difference import Derived, DifferenceKind, RemarkCount, Saying
from kotra_notation.replay import Frame
from kotra_notation.report.cleaning import apart
from kotra_notation.rules.old_icelandic import title
from kotra_notation.rules.ruleset import Facts
from kotra_notation.rules.spelling import hop_text, play_text
from kotra_notation.statistics.counts import Idleness, idle
from kotra_notation.statistics.cubes import FAULTS, PROPER
from kotra_notation.words.tongues import N_, Tongue

DIGITS = 3  # of an equity, where its analysis names no others
RESIGNS = {
    1: N_("Offers to resign a single game"),
    2: N_("Offers to resign a gammon"),
    3: N_("Offers to resign a backgammon"),
    None: N_("Offers to resign"),
}
DOUBLES = N_("Doubles to {value}"), N_("Doubles")
REDOUBLES = N_("Redoubles to {value}"), N_("Redoubles")
BEAVERS = N_("Beavers to {value}"), N_("Beavers")
RACCOONS = N_("Raccoons to {value}"), N_("Raccoons")
PLAIN = {
    model.Take: N_("Takes"),
    model.Drop: N_("Drops"),
    model.Draw: N_("Drawn"),
    model.SetPosition: N_("Position set up"),
}
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
CHOICES = {
    "no double": N_("No double"),
    "double/take": N_("Double, take"),
    "double/pass": N_("Double, drop"),
    "double/beaver": N_("Double, beaver"),
}
REDOUBLED = {
    "no double": N_("No redouble"),
    "double/take": N_("Redouble, take"),
    "double/pass": N_("Redouble, drop"),
    "double/beaver": N_("Redouble, beaver"),
}
ACCEPTED = ("double/take", "double/beaver")
ANSWERS = {"take": N_("Take"), "pass": N_("Drop")}

_REDOUBLE_PROPER = {
    "no-double-take": N_("No redouble, take"),
    "no-double-beaver": N_("No redouble, beaver"),
    "double-take": N_("Redouble, take"),
    "double-pass": N_("Redouble, drop"),
    "too-good-take": N_("Too good to redouble, take"),
    "too-good-pass": N_("Too good to redouble, drop"),
}
_REDOUBLE_FAULTS = {
    "missed-double-take": N_("missed redouble (take)"),
    "missed-double-pass": N_("missed redouble (drop)"),
    "early-double": N_("wrong redouble, too early"),
    "late-double": N_("wrong redouble, too good"),
}

# What is said of a cube that was rightly left alone, by what is right; then where it would be a redouble.
_HOLD = (N_("No double: {hold}; if taken {take}."), N_("No redouble: {hold}; if taken {take}."))
_TOO_GOOD = (
    N_("Too good to double: {hold}; if dropped {drop}."),
    N_("Too good to redouble: {hold}; if dropped {drop}."),
)
NOTHING_TO_DO = {
    "no-double-take": _HOLD,
    "no-double-beaver": _HOLD,
    "too-good-take": _TOO_GOOD,
    "too-good-pass": _TOO_GOOD,
}


def capital(text: str) -> str:
    """Return a text as it begins a line."""
    return text[:1].upper() + text[1:]


def dice_text(turn: model.Turn) -> str:
    """Return the dice as two figures, a lone first die as one."""
    first, second = turn.dice
    return spell_figures(turn.dice) if second else str(first)


def turn_words(turn: model.Turn, frame: Frame, tongue: Tongue, *, paths: bool = False) -> str:
    """Return a turn in words: steps joined if understood; `paths` numbers the old game's points."""
    match turn.deed:
        case model.Play(half=half) as play:
            if frame.steps and not any(finding.code[0] == "P" for finding in frame.findings):
                facts = _facts(frame, paths)
                words = play_text(facts, frame.before.seen_by(turn.seat), frame.steps, turn.seat)
            else:
                words = _as_written(frame, play, turn.seat, paths)
            return tongue.say("{play}, declared half", play=words) if half else words
        case model.CannotMove():
            return tongue.say("cannot move")
        case model.Blank():
            danced = idle(frame, turn, frame.before.seen_by(turn.seat)) is Idleness.DANCE
            return tongue.say("cannot move") if danced else "–"
        case model.NotRecorded():
            return tongue.say("not recorded")
        case model.Reached(illegal=illegal):
            return tongue.say("illegal play") if illegal else tongue.say("play given as a position")
        case model.Unread(text=text):
            return apart(text)


def event_words(frame: Frame, tongue: Tongue, *, paths: bool = False) -> str | None:
    """Return what an event other than a turn is called; None for remarks and claims."""
    say, nouns = tongue.say, frame.before.setting.ruleset.facts.nouns.facts
    match frame.event:
        case model.Double(value=value):
            offer = frame.after.stakes.offer
            value = value or (offer.value if offer else None)
            return _name_raise(
                REDOUBLES if frame.before.stakes.cube.owner is not None else DOUBLES, value, tongue
            )
        case model.Beaver(value=value, level=level):
            return _name_raise(RACCOONS if level > 1 else BEAVERS, value, tongue)
        case model.Take() | model.Drop() | model.Draw() | model.SetPosition() as event:
            return say(PLAIN[type(event)])
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
        case model.VoidThrow(reason=reason):
            return say(VOID[reason], **nouns)
        case model.Ruling(outcome=outcome, play=play, text=text):
            words = _as_written(frame, play, 1 - frame.before.viewer, paths) if play else ""
            return say(RULED[outcome], play=words or apart(text))
        case model.PhaseStart(phase=phase):
            return say(PHASES[phase])
        case _:
            return None


def _name_raise(texts: tuple[str, str], value: int | None, tongue: Tongue) -> str:
    """Return what raising the cube is called, with its new value if that is known."""
    return tongue.say(texts[0], value=value) if value else tongue.say(texts[1])


def _facts(frame: Frame, paths: bool) -> Facts:
    facts = frame.before.setting.ruleset.facts
    return replace(facts, paths=True) if paths else facts


def _as_written(frame: Frame, play: model.Play, seat: int, paths: bool) -> str:
    """Return a play as it was written."""
    facts = _facts(frame, paths)
    return " ".join(hop_text(facts, hop, seat) for hop in play.hops)


def kind_word(kind: str, tongue: Tongue) -> str:
    """Return how a game ended, or what was awarded in it, in words."""
    return tongue.say(KINDS.get(kind) or title(kind))


def points_won(name: str, points: float, how: str, tongue: Tongue) -> str:
    """Return the result of a game in words."""
    number = tongue.count("{number} point", "{number} points", points)
    return tongue.say(N_("{name} wins {points} ({how})"), name=name, points=number, how=how)


def score_text(score: tuple[float, float], tongue: Tongue) -> str:
    """Return a score as it is written; the points beyond the length of a match are in it (MOD-MATCH-1)."""
    return f"{tongue.points(score[0])}–{tongue.points(score[1])}"


def clock_words(clock: model.Clock, tongue: Tongue) -> str:
    """Return a reading of a clock in words."""
    words = [tongue.say(N_("used {time}"), time=clock_text(clock.used))] if clock.used is not None else []
    words += [tongue.say(N_("{time} left"), time=clock_text(clock.left))] if clock.left is not None else []
    return ", ".join(words)


def clock_text(seconds: float) -> str:
    """Return a time as clocks show it."""
    if not isfinite(seconds):
        return "–"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def proper_words(proper: str, tongue: Tongue, again: bool) -> str:
    """Return what is right, in words; `again` where the side that may double owns the cube."""
    return tongue.say(_REDOUBLE_PROPER[proper] if again else PROPER[proper])


def fault_words(kind: str, tongue: Tongue, again: bool) -> str:
    """Return what went wrong, as a sentence begins with it."""
    words = _REDOUBLE_FAULTS.get(kind) if again else None
    return capital(tongue.say(words or FAULTS[kind]))


LABELS = {
    DifferenceKind.NAMES: N_("Names"),
    DifferenceKind.RULES: N_("Rules"),
    DifferenceKind.HEADERS: N_("Headers"),
    DifferenceKind.GAMES: N_("Games"),
    DifferenceKind.SCORE: N_("Score"),
    DifferenceKind.TURNS: N_("Turns"),
    DifferenceKind.DICE: N_("Dice"),
    DifferenceKind.PLAYS: N_("Plays"),
    DifferenceKind.CUBE: N_("Cube"),
    DifferenceKind.ACTIONS: N_("Other actions"),
    DifferenceKind.RESULTS: N_("Results"),
    DifferenceKind.COMMENTS: N_("Comments"),
    DifferenceKind.TIMES: N_("Times"),
    DifferenceKind.MARKS: N_("Marks"),
    DifferenceKind.EVALUATIONS: N_("Evaluations"),
    DifferenceKind.EXTRAS: N_("Other lines"),
}


def event_parts(frame: Frame, names: tuple[str, str], tongue: Tongue) -> tuple[str, str]:
    """Return the dice of an event, where they were thrown, and the words for what was done."""
    if isinstance(frame.event, model.Turn):
        return dice_text(frame.event), turn_words(frame.event, frame, tongue)
    words = event_words(frame, tongue)
    return "", remark(frame.event, names, tongue) if words is None else words


def saying_words(saying: Saying, kind: DifferenceKind, names: tuple[str, str], tongue: Tongue) -> str:
    """Return what a record says, in words; empty where it says nothing."""
    match saying:
        case None:
            return ""
        case str():
            return saying
        case int():
            return tongue.points(saying)
        case tuple():
            return "\n".join(remark(event, names, tongue) for event in saying)
        case RemarkCount(number=number):
            if kind is DifferenceKind.GAMES:
                return tongue.count("{number} turn", "{number} turns", number)
            return tongue.points(number)
        case Derived(score=None, winner=winner, points=points):
            won = tongue.count("{number} point", "{number} points", points)
            return tongue.say(
                N_("{name} wins {points}, according to the plays"), name=names[winner or 0], points=won
            )
        case Derived(score=score):
            return tongue.say(
                N_("{score}, according to the plays"), score=score_text(score or (0, 0), tongue)
            )
        case _:
            return remark(saying, names, tongue)


def _describe_claim(claim: model.ResultClaim, names: tuple[str, str], tongue: Tongue) -> str:
    """Return a result as a record states it."""
    name = names[claim.winner]
    if claim.points is None:
        return tongue.say(N_("{name} wins"), name=name)
    if claim.kind:
        return points_won(name, claim.points, kind_word(claim.kind, tongue), tongue)
    points = tongue.count("{number} point", "{number} points", claim.points)
    return tongue.say(N_("{name} wins {points}"), name=name, points=points)


def remark(event: model.Event, names: tuple[str, str], tongue: Tongue) -> str:
    """A claim or a remark in words."""
    match event:
        case model.ResultClaim():
            return _describe_claim(event, names, tongue)
        case model.AwardClaim(seat=seat, kind=kind, points=points):
            return tongue.say(
                N_("{name}: {award}, {points}"),
                name=names[seat],
                award=kind_word(kind, tongue),
                points=tongue.count("{number} point", "{number} points", points or 0),
            )
        case model.ScoreClaim(score=score):
            return score_text(score, tongue)
        case model.Comment(text=text, author=author):
            return f"{author}: {text}" if author else text
        case model.Mark(sign=sign):
            return tongue.say(N_("diagram")) if sign == "diagram" else sign
        case model.Clock(seat=seat):
            return f"{names[seat]}: {clock_words(event, tongue)}"
        case model.Video(seconds=seconds):
            return tongue.say(N_("{time} in the recording"), time=clock_text(seconds))
        case model.Evaluation():
            return _describe_evaluation(event, tongue)
        case model.Extra(value=value):
            return value
        case _:
            return ""


def _describe_evaluation(evaluation: model.Evaluation, tongue: Tongue) -> str:
    """Return the best choices of an evaluation with their equities."""
    shown = [
        choice.choice
        if choice.equity is None
        else f"{choice.choice} {tongue.signed_number(choice.equity, DIGITS)}"
        for choice in evaluation.candidates[:2]
    ]
    if evaluation.luck is not None:
        shown.append(tongue.say(N_("Luck: {luck}"), luck=tongue.signed_number(evaluation.luck, DIGITS)))
    return ", ".join([*filter(None, [evaluation.source]), *shown])
