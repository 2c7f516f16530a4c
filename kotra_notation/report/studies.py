"""Studies: the evaluations of a decision in the record, as the page shows them beside its stop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace

from kotra_notation.equity.cubeful import Chances, cube_points
from kotra_notation.equity.match_table import stake_of
from kotra_notation.model import Beaver, Drop, Take
from kotra_notation.replay import Frame
from kotra_notation.report.cleaning import one_line
from kotra_notation.report.event_words import (
    ACCEPTED,
    ANSWERS,
    CHOICES,
    DIGITS,
    NOTHING_TO_DO,
    REDOUBLED,
    fault_words,
    kind_word,
    proper_words,
)
from kotra_notation.report.page_findings import met_position
from kotra_notation.report.view import DecisionStudy, Stop, StudiedChoice
from kotra_notation.statistics.analysis import Analysis
from kotra_notation.statistics.conventions import XG, Convention
from kotra_notation.statistics.decisions import Fault, Fortune, WeighedChoice, WeighedDecision, best_and_made
from kotra_notation.statistics.questions import SIDES, chances_of_other_side, our_spelling
from kotra_notation.statistics.scales import both_sides
from kotra_notation.values import dataclass
from kotra_notation.words.phrases import n_
from kotra_notation.words.tongues import N_, Tongue

Place = tuple[int, int]  # the number of the game, and the index of the event in it

# The classes of a page by the names of customs; what is no more than doubtful has none.
GRADES = {"error": "wrong", "blunder": "blunder"}
# What is counted, by its name as one.
COUNTED = {
    "blunder": n_("{number} blunder", "{number} blunders", by="number"),
    "error": n_("{number} error", "{number} errors", by="number"),
    "joker": n_("{number} joker", "{number} jokers", by="number"),
    "anti-joker": n_("{number} anti-joker", "{number} anti-jokers", by="number"),
}


def counted_word(name: str, number: int, tongue: Tongue) -> str:
    """Return the name of an error or a roll as it stands behind a number."""
    if name not in COUNTED:
        return tongue.say(name)
    return (
        tongue.count(COUNTED[name].one, COUNTED[name].many, number)
        .removeprefix(tongue.points(number))
        .strip()
    )


FEW = 0.005  # what comes more seldom is not told
UNBROKEN = "\u00a0"
HEADINGS = {"play": N_("Play"), "cube": N_("Cube"), "answer": N_("Take or drop?")}
NONE = "–"
ANSWERING = (Take, Drop, Beaver)
TAKE_POINT = N_("Take point {live} %: {name} wins {win} %.")
TAKE_POINTS = N_("Take point {live} to {dead} % (live to dead cube): {name} wins {win} %.")


@dataclass(slots=True)
class Studied:
    """The evaluation of one event; `held` is that of the cube before it, `custom` names the errors.

    `decision` is the one that the faults come from, `roll` the luck of the throw.
    """

    studies: list[DecisionStudy] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    luck: str = ""
    fortune: str = ""
    fortune_word: str = ""
    held: Studied | None = None
    custom: Convention = XG
    decision: WeighedDecision | None = None
    roll: Fortune | None = None

    @property
    def worst(self) -> float:
        """The greatest loss, 0 where there is none."""
        return max((fault.loss or 0 for fault in self.faults), default=0)

    def with_studies(self, stop: Stop, tongue: Tongue) -> Stop:
        """Return the stop with what is known of it; of several faults the worst is marked."""
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


def studies_by_place(
    analysis: Analysis,
    heard: Analysis,
    games: Sequence[Sequence[Frame]],
    names: tuple[str, str],
    tongue: Tongue,
) -> Mapping[Place, Studied]:
    """Return what is known, by place: `analysis` is what all engines said, `heard` what is counted of it."""
    known: dict[Place, Studied] = {}
    several = len({decision.engine for decision in analysis.decisions}) > 1
    custom = analysis.custom(XG)

    def at(game: int, place: int) -> Studied:
        return known.setdefault((analysis.numbers[game], place), Studied(custom=custom))

    def decision_entry(decision: WeighedDecision) -> Studied:
        """Return the entry of who made a play, or doubled, or did not double before a throw."""
        entry = at(decision.game, decision.place)
        if decision.cube is None or decision.cube.doubled is not False:
            return entry
        entry.held = entry.held or Studied()
        return entry.held

    def answer_entry(decision: WeighedDecision) -> Studied:
        """Return the entry of the answer to a double."""
        frames, place = games[decision.game], decision.place
        answers = (at for at in range(place + 1, len(frames)) if isinstance(frames[at].event, ANSWERING))
        return at(decision.game, next(answers, place))

    for decision in analysis.decisions:
        frame = games[decision.game][decision.place]
        words = _DecisionWords(decision, frame, custom, names, tongue, several)
        decision_entry(decision).studies.append(words.study())
        if decision.cube and decision.cube.doubled and decision.cube.taken is not None:
            answer_entry(decision).studies += words.answer()
    for decision in heard.decisions:
        for fault in decision.faults if decision.lawful and not decision.again else ():
            entry = decision_entry(decision) if fault.seat == decision.seat else answer_entry(decision)
            entry.faults.append(fault)
            entry.decision = decision
    for fortune in heard.fortunes:
        if fortune.luck is not None:
            _lucky(at(fortune.game, fortune.place), fortune, fortune.luck, tongue)
    return known


def _lucky(entry: Studied, fortune: Fortune, luck: float, tongue: Tongue) -> None:
    custom, shown = entry.custom, format_signed(luck, tongue, entry.custom.places)
    entry.roll = fortune
    entry.luck = tongue.say(N_("Luck: {luck}"), luck=shown)
    if custom.counts(fortune) and (line := custom.fortune(luck)):
        entry.fortune = "lucky" if luck > 0 else "unlucky"
        entry.fortune_word = f"{tongue.say(line.name)} {shown}"


def _as_written(study: DecisionStudy, stop: Stop) -> DecisionStudy:
    """Return the study with the play that was made spelled as the list spells it."""
    if study.aspect != "play" or not stop.certain or stop.codes:
        return study
    choices = [replace(choice, text=stop.text) if choice.played else choice for choice in study.choices]
    return replace(study, choices=tuple(choices))


def redoubles(frame: Frame) -> bool:
    """Return whether a double in this place would be a redouble."""
    return frame.before.stakes.cube.owner is not None


class _DecisionWords:
    """One decision in words; the engine is named where `several` speak."""

    def __init__(
        self,
        decision: WeighedDecision,
        frame: Frame,
        custom: Convention,
        names: tuple[str, str],
        tongue: Tongue,
        several: bool,
    ) -> None:
        self.decision, self.frame, self.custom, self.tongue = decision, frame, custom, tongue
        self.names = names
        self.engine = decision.engine if several else ""
        self.again = redoubles(frame)

    def study(self) -> DecisionStudy:
        """Return the decision as the side met it that played, or that might double."""
        decision = self.decision
        shown = best_and_made(decision)
        mixed = len({choice.level for choice in shown if choice.level}) > 1
        return DecisionStudy(
            aspect=decision.aspect,
            heading=self.tongue.say(HEADINGS[decision.aspect]),
            choices=tuple([self._choice(choice) for choice in shown]),
            mixed=mixed,
            verdict=self._verdict(),
            right=self._proper() if decision.cube else our_spelling(decision.best.text, self.frame),
            brief=self._brief(),
            source=self._source("" if mixed else decision.level),
        )

    def answer(self) -> Iterator[DecisionStudy]:
        """Yield the decision as the side met it that had to take or drop, if its equities are known."""
        cube, tongue = self.decision.cube, self.tongue
        if cube is None or cube.take is None or cube.pass_ is None or cube.in_mwc:
            return
        taken = chances_of_other_side(self._chances_if_taken())
        worth = {"take": (-cube.take, taken), "pass": (-cube.pass_, ())}
        best = max(equity for equity, _ in worth.values())
        made = "take" if cube.taken else "pass"
        choices = [
            StudiedChoice(
                text=tongue.say(ANSWERS[action]),
                equity=format_signed(equity, tongue),
                loss=self._loss(best - equity) if best > equity else "",
                chances=percents(action_chances, tongue),
                level="",
                played=action == made,
                best=equity == best,
            )
            for action, (equity, action_chances) in sorted(worth.items(), key=lambda item: -item[1][0])
        ]
        yield DecisionStudy(
            aspect="answer",
            heading=tongue.say(HEADINGS["answer"]),
            choices=tuple(choices),
            verdict=" ".join(
                [*self._faults(1 - self.decision.seat, again=False), self._take_point()]
            ).rstrip(),
            right=choices[0].text,
            source=self._source(self.decision.level),
        )

    def _source(self, level: str) -> str:
        return ", ".join(map(one_line, filter(None, [self.engine, level])))

    def _choice(self, choice: WeighedChoice) -> StudiedChoice:
        text, tongue = choice.text, self.tongue
        if self.decision.aspect == "play":
            text = our_spelling(text, self.frame)
        elif text in CHOICES:
            text = tongue.say((REDOUBLED if self.again else CHOICES)[text])
        if choice.equity is None and choice.mwc is not None:
            shown, lost = percent(choice.mwc, tongue), choice.mwc_loss
            loss = f"−{percent(lost, tongue)}" if lost and lost > 0 else ""
        else:
            shown = "" if choice.equity is None else format_signed(choice.equity, tongue, self.custom.places)
            loss = self._loss(choice.loss) if choice.loss and choice.loss > 0 else ""
        return StudiedChoice(
            text=one_line(text),
            equity=shown,
            loss=loss,
            chances=percents(choice.chances, tongue),
            outcomes=outcome_words(choice.outcomes, tongue),
            level=one_line(choice.level),
            played=choice.played,
            best=choice is self.decision.best,
        )

    def _proper(self) -> str:
        """Return what is right at the cube."""
        cube = self.decision.cube
        return proper_words(cube.proper, self.tongue, self.again) if cube and cube.proper else ""

    def _verdict(self) -> str:
        """Return what is right at the cube, what went wrong, and the take point of a cube to be turned."""
        proper, cube = self._proper(), self.decision.cube
        sentences = [self.tongue.say(N_("Right: {action}."), action=proper)] if proper else []
        sentences += self._faults(self.decision.seat, self.again)
        if cube and (cube.doubled or self.decision.faults or (cube.proper or "").startswith("double")):
            sentences.append(self._take_point())
        return " ".join(filter(None, sentences))

    def _chances_if_taken(self) -> tuple[float, ...]:
        """Return the chances of who may double behind a take; none if they are not all known."""
        decision = self.decision
        chances = next((choice.chances for choice in decision.choices if choice.text in ACCEPTED), ())
        return chances if len(chances) == SIDES else ()

    def _take_point(self) -> str:
        """Return the take point of the other side, at the gammons of this position, and its chance to win."""
        chances, seat = self._chances_if_taken(), self.decision.seat
        if not chances:
            return ""
        position = met_position(self.frame)
        side = cube_points(stake_of(position.standing, position.cube, seat), Chances(*chances)).sides[1]
        if side.take_live is None or side.take_dead is None:
            return ""
        live, dead, win = (
            self.tongue.number(100 * share, 1) for share in (side.take_live, side.take_dead, 1 - chances[0])
        )
        text = TAKE_POINT if live == dead else TAKE_POINTS
        return self.tongue.say(text, live=live, dead=dead, win=win, name=self.names[1 - seat])

    def _faults(self, seat: int, again: bool) -> Iterator[str]:
        """Yield what a side did wrong at the cube."""
        for fault in self.decision.faults:
            if fault.seat == seat and fault.kind and fault.kind != "play" and fault.loss is not None:
                words = fault_words(fault.kind, self.tongue, again)
                yield self.tongue.say(N_("{fault}: {loss}."), fault=words, loss=self._loss(fault.loss))

    def _brief(self) -> str:
        """Return one sentence on a cube that was not turned and that nobody would turn; else nothing."""
        cube, tongue = self.decision.cube, self.tongue
        if cube is None or cube.doubled or self.decision.faults or cube.proper not in NOTHING_TO_DO:
            return ""
        if not cube.in_mwc and cube.margin is not None and cube.margin > -XG.close:
            return ""
        values = {"hold": cube.no_double, "take": cube.take, "drop": cube.pass_}
        shown = percent if cube.in_mwc else format_signed
        texts = {name: "" if value is None else shown(value, tongue) for name, value in values.items()}
        return tongue.say(NOTHING_TO_DO[cube.proper][self.again], **texts)

    def _loss(self, loss: float) -> str:
        """Return what was lost, with as many places as tell whether it is called an error."""
        return f"−{self.tongue.number(loss, self.custom.places_for(loss))}"


def percents(chances: Sequence[float], tongue: Tongue) -> tuple[str, ...]:
    """Return all six chances: to win, a gammon, a backgammon; to lose so. Empty if they are not all known."""
    if len(chances) != SIDES:
        return ()
    win, gammon, backgammon, *lost = chances
    return tuple([tongue.number(100 * chance, 1) for chance in (win, gammon, backgammon, 1 - win, *lost)])


def outcome_words(outcomes: Mapping[str, float], tongue: Tongue) -> tuple[str, ...]:
    """Return what may be won and what may be lost of a game of the old game, by name, in per cent."""
    return tuple(
        ", ".join(
            f"{outcome_name(name, tongue)} {percent(share, tongue).replace(' ', UNBROKEN)}"
            for name, share in shares.items()
            if share >= FEW
        )
        or NONE
        for shares in (both_sides(outcomes) if outcomes else ())
    )


def outcome_name(name: str, tongue: Tongue) -> str:
    """Return what an outcome is called, a half win by half of its form."""
    half = name.removeprefix("half_")
    return kind_word(name, tongue) if half == name else f"½ {kind_word(half, tongue)}"


def format_signed(number: float, tongue: Tongue, digits: int = DIGITS) -> str:
    """Return a number with its sign, as equities are written."""
    return tongue.signed_number(number, digits)


def percent(share: float, tongue: Tongue) -> str:
    """Return a share as a percentage."""
    return f"{tongue.number(100 * share, 1)} %"
