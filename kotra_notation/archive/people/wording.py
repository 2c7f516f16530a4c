"""The words for what speaks for two spellings being one person, and what against."""

from __future__ import annotations

from kotra_notation.archive.people.evidence import Evidence, Link, NameGround
from kotra_notation.words.phrases import oneline
from kotra_notation.words.tongues import N_, Tongue

SENTENCES = {
    NameGround.LETTERS: N_("The letters are the same but for case, accents and spaces."),
    NameGround.ORDER: N_("The words stand in another order."),
    NameGround.NICK: N_("One stands beside the other in brackets or quotes."),
    NameGround.INITIALS: N_("One has initials for words of the other."),
    NameGround.PART: N_("One has only some words of the other."),
    NameGround.TYPO: N_("One letter is another, is missing, or is changed over with the next."),
}


def reason(link: Link, tongue: Tongue) -> str:
    """All that speaks for two spellings being one person, and against it."""
    return " ".join(_sentence(evidence, tongue) for evidence in link.evidence)


def _sentence(evidence: Evidence, tongue: Tongue) -> str:
    """Return what speaks for two spellings being one person, or against it."""
    number, event = evidence.times, oneline(evidence.event or "")
    match evidence.ground:
        case NameGround.TWICE:
            return tongue.count(
                "{number} match is recorded under both.", "{number} matches are recorded under both.", number
            )
        case NameGround.HEADER:
            return tongue.count(
                "In {number} match a header has the one where its column has the other.",
                "In {number} matches a header has the one where its column has the other.",
                number,
            )
        case NameGround.OPPONENTS:
            return tongue.count(
                "Both have played {number} opponent of the same name.",
                "Both have played {number} opponents of the same names.",
                number,
            )
        case NameGround.MEETING:
            return tongue.say("In one event, on one date, both met the same opponent.")
        case NameGround.EACH_OTHER:
            return tongue.count(
                "But they have played each other in {number} match, so they are two.",
                "But they have played each other in {number} matches, so they are two.",
                number,
            )
        case NameGround.AT_ONCE:
            return tongue.say(
                "But in one round of {event} they sat at different tables, on one date.", event=event
            )
        case NameGround.THAT_DAY:
            return tongue.say("But at {event} they sat at different tables on one date.", event=event)
        case NameGround.STRANGER:
            return tongue.say("But that header has other names too, or this one stands over many columns.")
        case NameGround.FREQUENT:
            return tongue.count(
                "But the rarer stands in {number} match, as often as no slip does.",
                "But the rarer stands in {number} matches, as often as no slip does.",
                number,
            )
        case _:
            return tongue.say(SENTENCES[evidence.ground])
