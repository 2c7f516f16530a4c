"""What an editor shows where the pointer rests: the board, the finding with its rule and its page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kotra_notation.explained import page
from kotra_notation.findings import Finding
from kotra_notation.model import Span
from kotra_notation.record.editing.edited_text import EditedText, EventPlace
from kotra_notation.replay.frames import COLOURS, Frame
from kotra_notation.report.boards import wording
from kotra_notation.report.cleaning import bare
from kotra_notation.report.page_findings import arrows, met
from kotra_notation.rules.catalogue import rule
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import Tongue

# A board that is as wide as the windows in which editors show such a text.
ROOM = 60


class Hover(NamedTuple):
    """A text in Markdown, and the place it is about."""

    markdown: str
    span: Span


def hover(text: EditedText, line: int, column: int, tongue: Tongue) -> Hover | None:
    """Return what is said of a place, both counted from 1; None where there is nothing to say."""
    findings, place = text.findings_at(line, column), text.event_at(line, column)
    if not findings and place is None:
        return None
    parts = [_finding(finding, tongue) for finding in findings]
    if place is not None:
        parts.append(_board(text, place, tongue))
    # The page of the first finding is long, and stands last.
    if findings and (read := page(findings[0].code, tongue.language)):
        parts.append(read.strip())
    span = next((finding.span for finding in findings if finding.span), None) or (
        place.span if place else Span(line)
    )
    return Hover("\n\n---\n\n".join(parts), span)


def _finding(finding: Finding, tongue: Tongue) -> str:
    message, hint = finding.told(tongue)
    lines = [f"**{finding.code} {finding.kind.name}**  {_plain(message)}"]
    if plays := ", ".join(f"`{play}`" for play in finding.expected if play):
        lines.append(tongue.say("expected: {plays}", plays=plays))
    lines += [_plain(said) for said in (hint, told(finding.meant, tongue) if finding.meant else "") if said]
    if finding.rule and (text := rule(finding.rule)):
        lines.append(f"**{text.id} {text.title}.** {text.text}")
    return "\n\n".join(lines)


def _plain(text: str) -> str:
    """A sentence on one line, in which nothing that a stranger wrote is a link, a picture or code.

    Stars are left alone: behind a point none begins anything, and many editors show what stands before them.
    """
    return re.sub(r"[\\`<\[]", r"\\\g<0>", " ".join(bare(text).split()))


def _board(text: EditedText, place: EventPlace, tongue: Tongue) -> str:
    """The board that an event met, between fences, with the score above it."""
    frame = text.frame(place)
    drawn = met(frame).diagram(
        room=ROOM, names=_names(text, place, tongue), wording=wording(tongue), arrows=arrows(frame)
    )
    return "\n\n".join([*_about(text, place, frame, tongue), f"```text\n{drawn}```"])


def _about(text: EditedText, place: EventPlace, frame: Frame, tongue: Tongue) -> Iterator[str]:
    game, match = text.game(place), text.replay(place).match
    score = "–".join(map(tongue.points, game.score_before))
    words = [tongue.say("game {number}", number=game.number), tongue.say("score {score}", score=score)]
    if match.length:
        words.append(tongue.say("{length}-point match", length=match.length))
    if game.crawford:
        words.append(tongue.say("Crawford game"))
    if turn := frame.before.turns + 1:
        words.insert(1, tongue.say("turn {number}", number=turn))
    yield ", ".join(words)
    if not frame.certain:
        yield tongue.say("The position is uncertain here.")


def _names(text: EditedText, place: EventPlace, tongue: Tongue) -> tuple[str, str]:
    one, other = (
        bare(player.name) or tongue.say(colour)
        for player, colour in zip(text.replay(place).match.players, COLOURS, strict=True)
    )
    return one, other
