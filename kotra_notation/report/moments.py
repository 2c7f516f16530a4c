"""The key moments of an analysed match with the reason for each, and the match told in two sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from kotra_notation.report.cleaning import apart
from kotra_notation.report.event_words import ACCEPTED
from kotra_notation.report.highlights import moment_place
from kotra_notation.report.overview import Highlight
from kotra_notation.report.studies import Place, Studied, format_signed, outcome_name, percent
from kotra_notation.report.view import GameView, Stop
from kotra_notation.statistics.cubes import NO_DOUBLE
from kotra_notation.statistics.decisions import Fault, Fortune, WeighedDecision
from kotra_notation.statistics.quality import Sum
from kotra_notation.statistics.questions import SIDES, chances_of_other_side
from kotra_notation.statistics.sheet import QualitySheet
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import N_, Tongue

MOST, FEWEST = 10, 5
ROLLS = 3  # the luckiest rolls that are told beside the errors
BLUNDER = "blunder"  # behind the fewest only these are told
TELLING = 0.01  # a difference of chances below it explains nothing
MOSTLY = 2 / 3  # a share of the result above it decided the match
DECIDED = (
    N_("Play decided it: play brought {name} {most}, luck {rest}."),
    N_("Play and luck decided it: play brought {name} {most}, luck {rest}."),
    N_("Luck decided it: luck brought {name} {most}, play {rest}."),
)
BY_LUCK = 2
IN_CHANCES = N_("{share} winning chances")
# The worst error of a match, and of who lost it by play if it is another.
WORST = (
    N_("Worst error: {name}, {error}, {loss}, {place}."),
    N_("Worst by {name}: {error}, {loss}, {place}."),
)
LUCKIEST = {
    "lucky": N_("Luckiest roll: {name}, {dice}, {luck}, {place}."),
    "unlucky": N_("Unluckiest roll: {name}, {dice}, {luck}, {place}."),
}

# Where the better play gains: an index of the chances, its weight, and the sentence.
GAINS = (
    (0, 2, N_("The best play wins {more} %, this one {less} %.")),
    (1, 1, N_("The best play wins a gammon in {more} %, this one in {less} %.")),
    (3, -1, N_("The best play loses a gammon in {more} %, this one in {less} %.")),
)
WINS = N_("The best play wins {outcome} in {more} %, this one in {less} %.")
LOSES = N_("The best play loses {outcome} in {more} %, this one in {less} %.")
# The chances of who erred at the cube, then why it was wrong.
CHANCES = N_("{name} wins {win} %.")
WITH_GAMMONS = N_("{name} wins {win} %, {gammon} % with a gammon.")
AND_LOSES = N_("{name} wins {win} % and loses a gammon in {lost} %.")
CUBE_REASONS = {
    "missed-double-take": N_("Enough to double, and {other} can take."),
    "missed-double-pass": N_("Enough to double, and {other} has to drop."),
    "early-double": N_("Not enough to double."),
    "late-double": N_("Playing on is worth more than doubling."),
    "wrong-take": N_("Dropping costs less."),
    "wrong-pass": N_("Taking costs less."),
}
DOUBLE_TOO = N_("The double was an error too ({loss}).")
ANSWER_TOO = N_("The answer was an error too ({loss}).")
ERROR = N_("{choice} (right: {right})")
POINTS = "{number} point", "{number} points"
LUCK = N_("{luck} better than an average roll."), N_("{luck} worse than an average roll.")


@dataclass(frozen=True, slots=True)
class _Moment:
    """A stop that mattered by `weight`: a fault or a roll; `also` is the wrong double or answer with it."""

    weight: float
    game: int
    stop: Stop
    fault: Fault | None = None
    decision: WeighedDecision | None = None
    fortune: Fortune | None = None
    places: int = 3
    also: _Moment | None = None


def key_moments(
    games: Sequence[GameView],
    known: Mapping[Place, Studied],
    names: tuple[str, str],
    length: int | None,
    tongue: Tongue,
) -> tuple[Highlight, ...]:
    """Return the worst errors of a match, then its luckiest rolls; what mattered most first."""
    errors = sorted(_errors(games, known), key=lambda moment: -moment.weight)
    shown = [*errors[:FEWEST], *(moment for moment in errors[FEWEST:MOST] if moment.stop.grade == BLUNDER)]
    least = min((moment.weight for moment in shown), default=0.0)
    rolls = sorted(_rolls(games, known), key=lambda moment: -moment.weight)[:ROLLS]
    shown += [moment for moment in rolls if moment.weight >= least]
    words = _MomentWords(names, length, tongue)
    return tuple([words.highlight(moment) for moment in shown])


def _errors(games: Sequence[GameView], known: Mapping[Place, Studied]) -> list[_Moment]:
    """Return the errors of a match; a wrong double that was wrongly answered is one."""
    moments: list[_Moment] = []
    for game in games:
        before: _Moment | None = None
        for stop in game.stops:
            moment = _error(stop, game.number, known) if stop.grade else None
            if moment and before and stop.deed in ("take", "drop") and before.stop.deed == "double":
                worse, other = (moment, before) if moment.weight > before.weight else (before, moment)
                moments[-1] = replace(worse, also=other)
            elif moment:
                moments.append(moment)
            before = moment
    return moments


def _error(stop: Stop, game: int, known: Mapping[Place, Studied]) -> _Moment | None:
    studied = known[(game, stop.place)]
    entry = studied.held if stop.deed == "hold" else studied
    if not entry or not entry.faults:
        return None
    fault = max(entry.faults, key=lambda fault: fault.loss or 0)
    weight = (fault.loss or 0) * (fault.stake or 1) if fault.mwc_loss is None else fault.mwc_loss
    return _Moment(weight, game, stop, fault, entry.decision)


def _rolls(games: Sequence[GameView], known: Mapping[Place, Studied]) -> Iterator[_Moment]:
    """Yield the rolls that were very lucky or unlucky."""
    for game in games:
        for stop in game.stops:
            studied = known[(game.number, stop.place)] if stop.fortune and stop.luck else None
            fortune = studied and studied.roll
            if studied and fortune and fortune.luck is not None:
                weight = fortune.luck * (fortune.stake or 1) if fortune.mwc is None else fortune.mwc
                places = studied.custom.places
                yield _Moment(abs(weight), game.number, stop, fortune=fortune, places=places)


class _MomentWords:
    """Key moments in words."""

    def __init__(self, names: tuple[str, str], length: int | None, tongue: Tongue) -> None:
        self.names, self.length, self.tongue = names, length, tongue

    def highlight(self, moment: _Moment) -> Highlight:
        """Return a moment as the page shows it."""
        stop, fault, fortune = moment.stop, moment.fault, moment.fortune
        aspect = "cube" if stop.deed in ("hold", "double") else "answer" if stop.cube else "play"
        study = next((study for study in stop.studies if study.aspect == aspect), None)
        choice = apart(stop.text)
        text = f"{stop.dice}: {choice}" if stop.dice else choice
        right = apart(study.right) if study and fault else ""
        return Highlight(
            anchor=stop.anchor,
            seat=stop.seat,
            grade=stop.grade if fault else stop.fortune,
            grade_word=stop.grade_word if fault else stop.fortune_word,
            cube=stop.cube,
            loss=stop.loss
            if fault
            else format_signed((fortune and fortune.luck) or 0, self.tongue, moment.places),
            mwc=self._worth(fault, fortune),
            place=moment_place(moment.game, stop, self.tongue),
            text=text,
            right=right,
            why=self._reason(moment),
            error=self.tongue.say(ERROR, choice=text, right=right) if fault and study else "",
        )

    def _worth(self, fault: Fault | None, fortune: Fortune | None) -> str:
        """Return what an error or a roll brought: in chances to win the match, or for money in points."""
        known = fault or fortune
        mwc = (fault and fault.mwc_loss and -fault.mwc_loss) or (fortune and fortune.mwc) or 0.0
        equity = (fault and fault.loss and -fault.loss) or (fortune and fortune.luck) or 0.0
        points = round(equity * ((known and known.stake) or 0), 2)
        if not mwc and not points:
            return ""
        shown = percent(abs(mwc), self.tongue) if mwc else self.tongue.count(*POINTS, abs(points))
        return f"{'−' if (mwc or points) < 0 else '+'}{shown}"

    def _reason(self, moment: _Moment) -> str:
        """Return why a moment mattered: what the better choice gains, or how lucky a roll was."""
        fault, decision, fortune = moment.fault, moment.decision, moment.fortune
        if fortune:
            luck = (fortune.luck if fortune.mwc is None else fortune.mwc) or 0
            points = self.tongue.number(abs(luck), 2)
            shown = points if fortune.mwc is None else percent(abs(luck), self.tongue)
            return self.tongue.say(LUCK[luck < 0], luck=shown)
        if not fault or not decision:
            return ""
        sentences = [self._gain(decision) if decision.cube is None else self._cube(fault, decision)]
        if (also := moment.also) and also.fault:
            text = DOUBLE_TOO if also.stop.deed == "double" else ANSWER_TOO
            sentences.append(self.tongue.say(text, loss=also.stop.loss))
            sentences.append(self._cube_reason(also.fault))
        return " ".join(filter(None, sentences))

    def _gain(self, decision: WeighedDecision) -> str:
        """Return in which chance the best play is most ahead of the one that was made."""
        best, played = decision.best, decision.choice_made
        gains: list[tuple[float, float, float, str, str]] = []
        if played and best.outcomes and played.outcomes:
            for name in sorted({*best.outcomes, *played.outcomes} - {"draw"}):
                sign, text = (-1, LOSES) if name.startswith("-") else (1, WINS)
                more, less = best.outcomes.get(name, 0.0), played.outcomes.get(name, 0.0)
                gains.append((sign * (more - less), more, less, text, name.removeprefix("-")))
        elif played and len(best.chances) == len(played.chances) == SIDES:
            for index, weight, text in GAINS[: 1 if self.length == 1 else 3]:
                more, less = best.chances[index], played.chances[index]
                gains.append((weight * (more - less), more, less, text, ""))
        gain, more, less, text, name = max(gains, default=(0.0, 0.0, 0.0, "", ""))
        if gain < TELLING:
            return ""
        outcome = outcome_name(name, self.tongue) if name else ""
        return self.tongue.say(text, more=self._number(more), less=self._number(less), outcome=outcome)

    def _cube(self, fault: Fault, decision: WeighedDecision) -> str:
        """Return why a cube action was wrong, by the chances of who acted."""
        answered = fault.seat != decision.seat
        wanted = ACCEPTED if answered else (NO_DOUBLE, *ACCEPTED)
        chances = next(
            (choice.chances for text in wanted for choice in decision.choices if choice.text == text), ()
        )
        if len(chances) != SIDES or fault.kind not in CUBE_REASONS:
            return ""
        if answered:
            chances = chances_of_other_side(chances)
        facts = {"win": chances[0], "gammon": chances[1], "lost": chances[3]}
        shown = CHANCES
        if facts["lost" if answered else "gammon"] >= TELLING:
            shown = AND_LOSES if answered else WITH_GAMMONS
        numbers = {name: self._number(share) for name, share in facts.items()}
        return f"{self.tongue.say(shown, name=self.names[fault.seat], **numbers)} {self._cube_reason(fault)}"

    def _cube_reason(self, fault: Fault) -> str:
        reason = CUBE_REASONS.get(fault.kind, "")
        return self.tongue.say(reason, other=self.names[1 - fault.seat]) if reason else ""

    def _number(self, share: float) -> str:
        return self.tongue.number(100 * share, 1)


def story(
    sheet: QualitySheet,
    winner: int | None,
    moments: Sequence[Highlight],
    names: tuple[str, str],
    tongue: Tongue,
) -> tuple[str, ...]:
    """Return what decided the match, luck or play, if it was won; its worst error; the roll that won it."""
    sentences: list[str] = []
    decided = None if winner is None else _what_decided(sheet, winner)
    if decided and winner is not None:
        how, play, luck = decided
        most, rest = (luck, play) if how == BY_LUCK else (play, luck)
        shown = _amount(most, sheet, tongue)
        if sheet.length:
            shown = tongue.say(IN_CHANCES, share=shown)
        facts = {"name": names[winner], "most": shown, "rest": _amount(rest, sheet, tongue)}
        sentences.append(tongue.say(DECIDED[how], **facts))
    errors = [moment for moment in moments if moment.error and moment.seat is not None]
    told = errors[:1]
    if decided and decided[0] != BY_LUCK and told and told[0].seat == winner:
        told += [moment for moment in errors if moment.seat != winner][:1]
    sentences += [_sentence(text, moment, names, tongue) for text, moment in zip(WORST, told, strict=False)]
    if decided and not told:
        sentences.append(tongue.say(N_("All errors were small.")))
    if decided and decided[0] == BY_LUCK:
        lucky = (
            moment
            for moment in moments
            if moment.grade in LUCKIEST and (moment.seat == winner) == (moment.grade == "lucky")
        )
        sentences += [_sentence(LUCKIEST[roll.grade], roll, names, tongue) for roll in islice(lucky, 1)]
    return tuple(sentences)


def _sentence(text: str, moment: Highlight, names: tuple[str, str], tongue: Tongue) -> str:
    """Return a moment in a sentence."""
    share = moment.mwc or moment.loss
    return tongue.say(
        text,
        name=names[moment.seat or 0],
        error=moment.error,
        dice=moment.text,
        loss=share,
        luck=share,
        place=moment.place,
    )


def _what_decided(sheet: QualitySheet, winner: int) -> tuple[int, float, float] | None:
    """Return how a match was decided, an index of `DECIDED`, and what play and luck brought the winner.

    Luck is what the engine says of it, or else the rest of the result. All is unknown where a turn was not
    evaluated.
    """
    if any(side.weighed < side.thrown for side in sheet.sides):
        return None
    won = sheet.sides[winner].result.won
    own, theirs = (_cost(sheet.sides[seat].total, sheet) for seat in (winner, 1 - winner))
    if not won or won < 0 or own is None or theirs is None:
        return None
    lucky, unlucky = (_cost(sheet.sides[seat].luck, sheet) for seat in (winner, 1 - winner))
    play = theirs - own
    luck = won - play if lucky is None or unlucky is None else lucky - unlucky
    share = play / (play + luck if play + luck > 0 else won)
    how = 0 if share >= MOSTLY else 1 if share > 1 - MOSTLY else 2
    return how, play, luck


def _amount(value: float, sheet: QualitySheet, tongue: Tongue) -> str:
    """Return what play or luck brought, in chances to win the match or in points."""
    size = percent(abs(value), tongue) if sheet.length else tongue.count(*POINTS, round(abs(value), 1))
    return f"{'−' if value < 0 else '+'}{size}"


def _cost(total: Sum, sheet: QualitySheet) -> float | None:
    """Return a sum in chances to win the match, or in points."""
    if sheet.length:
        return total.mwc
    return total.equity if total.points is None else total.points
