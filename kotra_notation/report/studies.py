"""What evaluations in the record say of its decisions, as the page shows it beside each stop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from kotra_notation.model import Beaver, Drop, Take
from kotra_notation.replay import Frame
from kotra_notation.report.cleaning import apart
from kotra_notation.report.deeds import capital
from kotra_notation.report.view import DecisionStudy, Stop, StudiedChoice
from kotra_notation.statistics import FAULTS, PROPER, XG, Analysis, Fault, WeighedChoice, WeighedDecision
from kotra_notation.statistics.choices import best_and_made
from kotra_notation.words.tongues import N_, Tongue

Place = tuple[int, int]  # the number of the game, and the index of the event in it

GRADES = {"error": "wrong", "blunder": "blunder"}  # the classes of a page by the names of XG's custom
CUBE_CHOICES = {
    "no double": N_("No double"),
    "double/take": N_("Double, take"),
    "double/pass": N_("Double, drop"),
    "double/beaver": N_("Double, beaver"),
}
DIGITS = 3


@dataclass(slots=True)
class Studied:
    """All that is known of one event by evaluation."""

    studies: list[DecisionStudy] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    luck: str = ""

    def joined(self, stop: Stop, tongue: Tongue) -> Stop:
        """The stop with what is known of it; of several faults the gravest is marked."""
        worst = max((fault.loss or 0 for fault in self.faults), default=0)
        grade = XG.error(worst)
        return replace(
            stop,
            studies=tuple(self.studies),
            luck=self.luck,
            grade=GRADES[grade.key] if grade else "",
            grade_word=tongue.say(grade.name) if grade else "",
            loss=f"−{tongue.number(worst, DIGITS)}" if grade else "",
        )


def studied(found: Analysis, games: Sequence[Sequence[Frame]], tongue: Tongue) -> Mapping[Place, Studied]:
    """What is known, by place."""
    known: dict[Place, Studied] = {}

    def at(game: int, place: int) -> Studied:
        return known.setdefault((game + 1, place), Studied())

    for one in found.decisions:
        here = at(one.game, one.place)
        here.studies.append(_study(one, tongue))
        here.faults += [fault for fault in one.faults if fault.seat == one.seat]
        if others := [fault for fault in one.faults if fault.seat != one.seat]:
            answer = _answer(games[one.game], one.place)
            at(one.game, one.place if answer is None else answer).faults += others
    for fortune in found.fortunes:
        if fortune.luck is not None:
            at(fortune.game, fortune.place).luck = tongue.say(
                N_("Luck: {luck}"), luck=signed(fortune.luck, tongue)
            )
    return known


def _answer(frames: Sequence[Frame], place: int) -> int | None:
    """Where the double at a place is answered."""
    return next(
        (at for at in range(place + 1, len(frames)) if isinstance(frames[at].event, Take | Drop | Beaver)),
        None,
    )


def _study(one: WeighedDecision, tongue: Tongue) -> DecisionStudy:
    return DecisionStudy(
        aspect=one.aspect,
        choices=tuple(_choice(choice, one, tongue) for choice in best_and_made(one)),
        verdict=_verdict(one, tongue),
        source=", ".join(map(apart, filter(None, [one.engine, one.level]))),
    )


def _choice(choice: WeighedChoice, decision: WeighedDecision, tongue: Tongue) -> StudiedChoice:
    equity, loss = choice.equity, choice.loss
    if equity is None and choice.mwc is not None:
        shown, lost = percent(choice.mwc, tongue), choice.mwc_loss
        less = f"−{percent(lost, tongue)}" if lost else ""
    else:
        shown = signed(equity, tongue) if equity is not None else ""
        less = signed(-loss, tongue) if loss else ""
    text = tongue.say(CUBE_CHOICES.get(choice.text, "")) or choice.text
    return StudiedChoice(
        text=text,
        equity=shown,
        loss=less,
        chances=tuple(tongue.number(100 * chance, 1) for chance in choice.chances),
        level=choice.level,
        played=choice.played,
        best=choice is decision.best,
    )


def _verdict(one: WeighedDecision, tongue: Tongue) -> str:
    """What is right at the cube, and what went wrong, in words."""
    parts = []
    if one.cube and one.cube.proper:
        parts.append(tongue.say(N_("Right: {action}."), action=tongue.say(PROPER[one.cube.proper])))
    for fault in one.faults:
        if fault.kind and fault.kind != "play" and fault.loss is not None:
            parts.append(
                tongue.say(
                    N_("{fault}: {loss}."),
                    fault=capital(tongue.say(FAULTS[fault.kind])),
                    loss=f"−{tongue.number(fault.loss, DIGITS)}",
                )
            )
    if one.cube and one.cube.worked_out:
        parts.append(tongue.say(N_("These equities are worked out from the chances in the record.")))
    return " ".join(parts)


def signed(number: float, tongue: Tongue, digits: int = DIGITS) -> str:
    """A number with its sign, as equities are written."""
    sign = "−" if number < 0 else "+"
    return f"{sign}{tongue.number(abs(number), digits)}"


def percent(share: float, tongue: Tongue) -> str:
    """A share as a percentage."""
    return f"{tongue.number(100 * share, 1)} %"
