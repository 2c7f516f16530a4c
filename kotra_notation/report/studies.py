"""What evaluations in the record say of its decisions, as the page shows it beside each stop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kotra_notation.model import Beaver, Drop, Take
from kotra_notation.replay import Frame
from kotra_notation.report.cleaning import one_line
from kotra_notation.report.event_words import (
    ACCEPTED,
    ANSWERS,
    CHOICES,
    NOTHING_TO_DO,
    REDOUBLED,
    fault_words,
    kind_word,
    proper_words,
)
from kotra_notation.report.view import DecisionStudy, Stop, StudiedChoice
from kotra_notation.statistics.analysis import Analysis
from kotra_notation.statistics.conventions import XG, Convention
from kotra_notation.statistics.cubes import CubeVerdict
from kotra_notation.statistics.decisions import Fault, Fortune, WeighedChoice, WeighedDecision, best_and_made
from kotra_notation.statistics.questions import SIDES, flipped, our_spelling
from kotra_notation.statistics.scales import both_sides
from kotra_notation.words.tongues import N_, Tongue

Place = tuple[int, int]  # the number of the game, and the index of the event in it

# The classes of a page by the names of customs; what is no more than doubtful has none.
GRADES = {"error": "wrong", "blunder": "blunder"}
FEW = 0.005  # what comes more seldom is not told
UNBROKEN = "\u00a0"
HEADINGS = {"play": N_("Play"), "cube": N_("Cube"), "answer": N_("Take or drop?")}
DIGITS = 3
NONE = "–"


@dataclass(slots=True)
class Studied:
    """All that is known of one event by evaluation; `held` is that of a cube left alone before it.

    Errors are named by the `custom`.
    """

    studies: list[DecisionStudy] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    luck: str = ""
    fortune: str = ""
    fortune_word: str = ""
    held: Studied | None = None
    custom: Convention = XG

    @property
    def worst(self) -> float:
        """The greatest loss, 0 where there is none."""
        return max((fault.loss or 0 for fault in self.faults), default=0)

    def joined(self, stop: Stop, tongue: Tongue) -> Stop:
        """The stop with what is known of it; of several faults the gravest is marked."""
        worst = self.worst
        grade = self.custom.error(worst)
        if grade and grade.key not in GRADES:
            grade = None
        return replace(
            stop,
            studies=tuple([_as_written(study, stop) for study in self.studies]),
            luck=self.luck,
            fortune=self.fortune or stop.fortune,
            fortune_word=self.fortune_word or stop.fortune_word,
            grade=GRADES[grade.key] if grade else "",
            grade_word=tongue.say(grade.name) if grade else "",
            loss=f"−{tongue.number(worst, self.custom.places)}" if grade else "",
        )


def studied(
    analysis: Analysis, heard: Analysis, games: Sequence[Sequence[Frame]], tongue: Tongue
) -> Mapping[Place, Studied]:
    """Return what is known, by place: `found` is what all engines said, `heard` what is counted of it."""
    known: dict[Place, Studied] = {}
    engine = len({decision.engine for decision in analysis.decisions}) > 1
    custom = analysis.custom(XG)

    def at(game: int, place: int, *, held: bool = False) -> Studied:
        one = known.setdefault((game + 1, place), Studied(custom=custom))
        if held and one.held is None:
            one.held = Studied()
        return one.held if held and one.held else one

    def answer(decision: WeighedDecision) -> Studied:
        place = _answer(games[decision.game], decision.place)
        return at(decision.game, decision.place if place is None else place)

    for decision in analysis.decisions:
        frame = games[decision.game][decision.place]
        held = decision.cube is not None and decision.cube.doubled is False
        at(decision.game, decision.place, held=held).studies.append(
            _study(decision, frame, custom, tongue, engine=engine)
        )
        if decision.cube and decision.cube.doubled and decision.cube.taken is not None:
            answer(decision).studies += _answered(decision, custom, tongue, engine=engine)
    for decision in heard.decisions:
        held = decision.cube is not None and decision.cube.doubled is False
        for fault in decision.faults if decision.lawful and not decision.again else ():
            place = (
                at(decision.game, decision.place, held=held)
                if fault.seat == decision.seat
                else answer(decision)
            )
            place.faults.append(fault)
    for fortune in heard.fortunes:
        if fortune.luck is not None:
            _lucky(at(fortune.game, fortune.place), fortune, fortune.luck, tongue)
    return known


def _lucky(here: Studied, fortune: Fortune, luck: float, tongue: Tongue) -> None:
    custom, shown = here.custom, signed(luck, tongue, here.custom.places)
    here.luck = tongue.say(N_("Luck: {luck}"), luck=shown)
    if custom.counts(fortune) and (line := custom.fortune(luck)):
        here.fortune = "lucky" if luck > 0 else "unlucky"
        here.fortune_word = f"{tongue.say(line.name)} {shown}"


def _as_written(study: DecisionStudy, stop: Stop) -> DecisionStudy:
    """The study with the play that was made spelled as the list spells it."""
    if study.aspect != "play" or not stop.certain or stop.codes:
        return study
    return replace(
        study,
        choices=tuple(
            [replace(choice, text=stop.text) if choice.played else choice for choice in study.choices]
        ),
    )


def _answer(frames: Sequence[Frame], place: int) -> int | None:
    """Return where the double at a place is answered."""
    return next(
        (at for at in range(place + 1, len(frames)) if isinstance(frames[at].event, Take | Drop | Beaver)),
        None,
    )


def _source(decision: WeighedDecision, *, engine: bool, mixed: bool = False) -> str:
    """Return how deeply was looked, unless each choice says it, and who did where several speak."""
    said = [decision.engine if engine else "", "" if mixed else decision.level]
    return ", ".join(map(one_line, filter(None, said)))


def _study(
    decision: WeighedDecision, frame: Frame, custom: Convention, tongue: Tongue, *, engine: bool
) -> DecisionStudy:
    shown = best_and_made(decision)
    again = redoubles(frame)
    mixed = len({choice.level for choice in shown if choice.level}) > 1
    return DecisionStudy(
        aspect=decision.aspect,
        heading=tongue.say(HEADINGS[decision.aspect]),
        choices=tuple([_choice(choice, decision, frame, custom, tongue, again=again) for choice in shown]),
        mixed=mixed,
        verdict=_verdict(decision, custom, tongue, again=again),
        right=_right(decision, frame, tongue, again=again),
        brief=_brief(decision, tongue, again=again),
        source=_source(decision, engine=engine, mixed=mixed),
    )


def redoubles(frame: Frame) -> bool:
    """Return whether a double in this place would be a redouble."""
    return frame.before.stakes.cube.owner is not None


def _choice(
    choice: WeighedChoice,
    decision: WeighedDecision,
    frame: Frame,
    custom: Convention,
    tongue: Tongue,
    *,
    again: bool,
) -> StudiedChoice:
    text = choice.text
    if decision.aspect == "play":
        text = our_spelling(text, frame)
    elif text in CHOICES:
        text = tongue.say(REDOUBLED[text] if again else CHOICES[text])
    if choice.equity is None and choice.mwc is not None:
        shown, lost = percent(choice.mwc, tongue), choice.mwc_loss
        less = f"−{percent(lost, tongue)}" if lost and lost > 0 else ""
    else:
        places = custom.places
        shown = signed(choice.equity, tongue, places) if choice.equity is not None else ""
        less = _less(choice.loss, custom, tongue) if choice.loss and choice.loss > 0 else ""
    return StudiedChoice(
        text=one_line(text),
        equity=shown,
        loss=less,
        chances=shares(choice.chances, tongue),
        outcomes=outcome_words(choice.outcomes, tongue),
        level=one_line(choice.level),
        played=choice.played,
        best=choice is decision.best,
    )


def _answered(
    decision: WeighedDecision, custom: Convention, tongue: Tongue, *, engine: bool
) -> Iterator[DecisionStudy]:
    """The same decision as the side met it that had to answer: to take or to drop."""
    cube = decision.cube
    if cube is None or cube.take is None or cube.pass_ is None or cube.in_mwc:
        return
    chances = next((choice.chances for choice in decision.choices if choice.text in ACCEPTED), ())
    taken = flipped(chances) if len(chances) == SIDES else ()
    worth = {"take": (-cube.take, taken), "pass": (-cube.pass_, ())}
    best = max(equity for equity, _ in worth.values())
    made = "take" if cube.taken else "pass"
    choices = [
        StudiedChoice(
            text=tongue.say(ANSWERS[action]),
            equity=signed(equity, tongue),
            loss=_less(best - equity, custom, tongue) if best > equity else "",
            chances=shares(its, tongue),
            level="",
            played=action == made,
            best=equity == best,
        )
        for action, (equity, its) in sorted(worth.items(), key=lambda item: -item[1][0])
    ]
    yield DecisionStudy(
        aspect="answer",
        heading=tongue.say(HEADINGS["answer"]),
        choices=tuple(choices),
        verdict=" ".join(_faults(decision, 1 - decision.seat, custom, tongue, again=False)),
        right=choices[0].text,
        source=_source(decision, engine=engine),
    )


def shares(chances: Sequence[float], tongue: Tongue) -> tuple[str, ...]:
    """To win, with a gammon, with a backgammon; to lose so. Empty where they are not all known."""
    if len(chances) != SIDES:
        return ()
    win, gammon, backgammon, lost_gammon, lost_backgammon = chances
    return tuple(
        [
            tongue.number(100 * one, 1)
            for one in (win, gammon, backgammon, 1 - win, lost_gammon, lost_backgammon)
        ]
    )


def outcome_words(outcomes: Mapping[str, float], tongue: Tongue) -> tuple[str, ...]:
    """Return what may be won and what may be lost of a game of the old game, by name, in per cent."""
    if not outcomes:
        return ()

    def words(shares: Mapping[str, float]) -> str:
        told = [
            f"{outcome_name(name, tongue)} {percent(share, tongue).replace(' ', UNBROKEN)}"
            for name, share in shares.items()
            if share >= FEW
        ]
        return ", ".join(told) or NONE

    won, lost = both_sides(outcomes)
    return words(won), words(lost)


def outcome_name(name: str, tongue: Tongue) -> str:
    """Return what an outcome is called, a half win by half of its form."""
    half = name.removeprefix("half_")
    return kind_word(name, tongue) if half == name else f"½ {kind_word(half, tongue)}"


def _right(decision: WeighedDecision, frame: Frame, tongue: Tongue, *, again: bool) -> str:
    """Return what should have been done, in words."""
    if decision.cube is None:
        return our_spelling(decision.best.text, frame)
    return proper_words(decision.cube.proper, tongue, again) if decision.cube.proper else ""


def _verdict(decision: WeighedDecision, custom: Convention, tongue: Tongue, *, again: bool) -> str:
    """Return what is right at the cube, and what went wrong, in words."""
    parts = []
    if decision.cube and decision.cube.proper:
        right = proper_words(decision.cube.proper, tongue, again)
        parts.append(tongue.say(N_("Right: {action}."), action=right))
    parts += _faults(decision, decision.seat, custom, tongue, again=again)
    return " ".join(parts)


def _faults(
    decision: WeighedDecision, seat: int, custom: Convention, tongue: Tongue, *, again: bool
) -> Iterator[str]:
    """Yield what a side did wrong at the cube."""
    for fault in decision.faults:
        if fault.seat == seat and fault.kind and fault.kind != "play" and fault.loss is not None:
            yield tongue.say(
                N_("{fault}: {loss}."),
                fault=fault_words(fault.kind, tongue, again),
                loss=_less(fault.loss, custom, tongue),
            )


def _brief(decision: WeighedDecision, tongue: Tongue, *, again: bool) -> str:
    """A cube that was rightly held, and not closely, in one sentence; else nothing."""
    cube = decision.cube
    if cube is None or cube.doubled or not _plain(cube) or decision.faults:
        return ""
    values = {"hold": cube.no_double, "take": cube.take, "drop": cube.pass_}
    told = {
        name: (percent(value, tongue) if cube.in_mwc else signed(value, tongue)) if value is not None else ""
        for name, value in values.items()
    }
    return tongue.say(NOTHING_TO_DO[cube.proper or ""][again], **told)


def _plain(cube: CubeVerdict) -> bool:
    """Return whether nobody would think of turning the cube, by XG's custom of what is close."""
    far = cube.in_mwc or cube.margin is None or cube.margin <= -XG.close
    return far and cube.proper in NOTHING_TO_DO


def signed(number: float, tongue: Tongue, digits: int = DIGITS) -> str:
    """A number with its sign, as equities are written."""
    sign = "−" if number < 0 else "+"
    return f"{sign}{tongue.number(abs(number), digits)}"


def _less(loss: float, custom: Convention, tongue: Tongue) -> str:
    """Return what was lost, with as many places as tell whether it is called an error."""
    return f"−{tongue.number(loss, custom.places_for(loss))}"


def percent(share: float, tongue: Tongue) -> str:
    """A share as a percentage."""
    return f"{tongue.number(100 * share, 1)} %"
