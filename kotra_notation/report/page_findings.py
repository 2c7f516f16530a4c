"""Findings as the page shows them: the sentence, the rule in words, the board and the nearest plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from kotra_notation.board import BAR, OFF, Position
from kotra_notation.explained import rule
from kotra_notation.fast.judges import legal_plays
from kotra_notation.findings import Finding, Phrase, Severity
from kotra_notation.model import Play, SetPosition, Turn
from kotra_notation.repair import Hints, with_hint
from kotra_notation.replay import Frame
from kotra_notation.replay.turns import throw_of_turn
from kotra_notation.report.cleaning import apart
from kotra_notation.report.view import Arrow, Diagram, Nearest, PageFinding
from kotra_notation.rules.spelling import play_text
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import N_, Tongue

SEVERITIES = {Severity.ERROR: N_("Error"), Severity.WARNING: N_("Warning"), Severity.NOTE: N_("Note")}
DRAWN = 30  # findings of a page that have boards; the others link to the large one
NEAREST_DRAWN = 3


def severity_word(severity: Severity, tongue: Tongue) -> str:
    """Return what a severity is called."""
    return tongue.say(SEVERITIES[severity])


def page_finding(
    finding: Finding,
    hints: Hints | None,
    tongue: Tongue,
    *,
    anchor: str = "",
    frame: Frame | None = None,
    drawn: bool = False,
) -> PageFinding:
    """Return a finding with its frame, and boards to draw; without `hints` it says what was meant."""
    text = rule(finding.rule) if finding.rule else None
    known = with_hint(finding, hints) if hints else finding
    # What a stranger wrote is kept from turning the rest.
    facts = {name: _apart(fact) for name, fact in known.facts.items()}
    strangers = known.at(player=_apart(known.player), written=_apart(known.written), facts=facts)
    words = strangers.told(tongue)
    on_board = frame if frame and drawn and finding.code[0] in "PC" else None
    return PageFinding(
        code=finding.code,
        name=finding.kind.name,
        severity=finding.severity.value,
        severity_word=severity_word(finding.severity, tongue),
        message=words.message,
        hint=words.hint,
        meant=told(known.meant, tongue),
        place=_place(finding, tongue),
        anchor=anchor or (f"g{finding.game}" if finding.game else ""),
        nearest=_nearest(finding, on_board, tongue),
        rule=finding.rule or "",
        rule_title=text.title if text else "",
        rule_text=text.text if text else "",
        diagram=diagram(on_board) if on_board else None,
    )


def _apart(fact: object) -> object:
    """Return a fact set apart; a phrase is ours and stays one, to be told in the language of the page."""
    return apart(fact) if isinstance(fact, str) and not isinstance(fact, Phrase) else fact


def _place(finding: Finding, tongue: Tongue) -> str:
    parts = [tongue.say("game {number}", number=finding.game)] if finding.game else []
    parts += [tongue.say("turn {number}", number=finding.turn)] if finding.turn else []
    parts += [tongue.say("line {number}", number=finding.span.line)] if finding.span else []
    return ", ".join(parts)


def diagram(frame: Frame, caption: str = "") -> Diagram:
    """Return the board that an event met, with what was played on it."""
    return Diagram(position=met_position(frame), arrows=arrows(frame), caption=caption)


def met_position(frame: Frame) -> Position:
    """Return the position that an event met, seen by the side that acted, or the one it set up."""
    event, before = frame.event, frame.before
    if isinstance(event, SetPosition):
        return frame.after.position
    dice = event.dice if isinstance(event, Turn) and event.has_possible_dice else None
    position = before.thrown(dice)
    if getattr(event, "seat", position.seat) != position.seat and not position.offer:
        position = replace(position.passed(), dice=dice)
    return position


def arrows(frame: Frame) -> tuple[Arrow, ...]:
    """Return the steps of a turn, or the play as written if it leads elsewhere and men may stand so."""
    event = frame.event
    if not isinstance(event, Turn):
        return ()
    moves = [(step.source, step.target) for step in frame.steps]
    if isinstance(event.deed, Play) and (not moves or frame.findings):
        hops = [hop[:2] for hop in event.deed.hops if OFF < hop.source <= BAR and OFF <= hop.target < BAR]
        if not moves or (len(hops) == len(event.deed.hops) and _shifts(hops) != _shifts(moves)):
            moves = hops
    return tuple([(event.seat, source, target) for source, target in moves])


def _shifts(moves: Iterable[tuple[int, int]]) -> Counter[int]:
    """Return how many men the moves add to each point."""
    shifts = Counter(target for _, target in moves)
    shifts.subtract(source for source, _ in moves)
    return Counter({point: count for point, count in shifts.items() if count})


def _nearest(finding: Finding, frame: Frame | None, tongue: Tongue) -> tuple[Nearest, ...]:
    """Return the nearest legal plays, the first few of them with their boards."""
    if finding.code[0] != "P":
        return ()
    arrows = _arrows(frame, set(finding.expected[:NEAREST_DRAWN])) if frame else {}
    board = diagram(frame) if frame else None
    return tuple(
        Nearest(
            play=play or tongue.say("no legal play"),
            diagram=Diagram(position=board.position, arrows=arrows[play])
            if board and play in arrows
            else None,
        )
        for play in finding.expected
    )


def _arrows(frame: Frame, wanted: set[str]) -> dict[str, tuple[Arrow, ...]]:
    """Return the arrows of the plays of these texts."""
    turn = frame.event
    if not isinstance(turn, Turn) or not turn.has_possible_dice:
        return {}
    state, seat = frame.before, turn.seat
    ruleset, node = state.setting.ruleset, state.node(seat)
    by_text: dict[str, tuple[Arrow, ...]] = {}
    for play in legal_plays(ruleset, throw_of_turn(ruleset, node, turn)).values():
        text = play_text(ruleset.facts, state.seen_by(seat), play.steps, seat)
        if text in wanted:
            by_text[text] = tuple((seat, step.source, step.target) for step in play.steps)
    return by_text
