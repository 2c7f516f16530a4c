"""What is said of a proposal: how sure it is, where it is for, and which findings it explains."""

from __future__ import annotations

from kotra_notation.features.fix.job import Fixing, ProposalPlace
from kotra_notation.repair import RepairChoice
from kotra_notation.words.phrases import shortened
from kotra_notation.words.tongues import N_, Tongue

# Of the findings that a repair explains so many are named.
SHOWN = 5

WORDS = {
    "sure": N_("sure"),
    "likely": N_("likely"),
    "open": N_("open: decide"),
    "marked": N_("left as it is"),
}


def standing(choice: RepairChoice, tongue: Tongue) -> str:
    """How much of all that may have been a choice is, and how good it is as a play where that is known."""
    if choice.loss is None:
        return _share(choice, tongue)
    if choice.loss < 0.0005:
        return tongue.say("{share}; the best play", share=_share(choice, tongue))
    points = tongue.number(choice.loss, 3)
    return tongue.say("{share}; loses {points} as a play", share=_share(choice, tongue), points=points)


def _share(choice: RepairChoice, tongue: Tongue) -> str:
    """Return how much of all that may have been a choice is; nothing is certain."""
    percent = 100 * choice.share
    if percent > 99:
        return tongue.say("over 99 %")
    return (
        tongue.say("{number} %", number=tongue.number(round(percent)))
        if percent >= 1
        else tongue.say("under 1 %")
    )


def proposal_place(fixed: Fixing, place: ProposalPlace, tongue: Tongue) -> str:
    """The match, the game and the turn that a proposal is for, and whose it is."""
    proposal = place.proposal
    match = fixed.reading.matches[place.match]
    where = [tongue.say("match {number}", number=place.match + 1)] if len(fixed.reading.matches) > 1 else []
    where.append(tongue.say("game {number}", number=proposal.game))
    where += [tongue.say("turn {number}", number=proposal.turn)] if proposal.turn else []
    colours = tongue.say("White"), tongue.say("Black")
    if proposal.seat is not None:
        where.append(match.players[proposal.seat].name or colours[proposal.seat])
    return ", ".join(map(shortened, where))


def explained(place: ProposalPlace, tongue: Tongue) -> str:
    """The findings that go away with the repair."""
    codes = [
        tongue.say("{code} on line {line}", code=finding.code, line=finding.span.line)
        if finding.span
        else finding.code
        for finding in place.proposal.explains
    ]
    more = len(codes) - SHOWN
    codes[SHOWN:] = [tongue.say("and so on ({number} more)", number=more)] if more > 0 else []
    return f" {tongue.say('It explains {findings}.', findings=', '.join(codes))}" if codes else ""
