"""One game as a fold: every event gives a frame, whatever is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from kotra_notation.board import Points, turned
from kotra_notation.findings import Finding, Severity, finding
from kotra_notation.model import (
    AutomaticDouble,
    AwardClaim,
    Beaver,
    Blank,
    Clock,
    Comment,
    Double,
    Draw,
    Drop,
    Evaluation,
    Event,
    Extra,
    Forfeit,
    Game,
    Mark,
    NotRecorded,
    Opening,
    PhaseStart,
    Play,
    Reached,
    Resignation,
    ResignationAnswer,
    ResultClaim,
    Ruling,
    ScoreClaim,
    SetPosition,
    Settlement,
    Take,
    Turn,
    Unread,
    Video,
    VoidThrow,
)
from kotra_notation.replay import offers, readings
from kotra_notation.replay.frames import Frame
from kotra_notation.replay.turns import Verdict, fault_of, judged, possible_dice
from kotra_notation.rules import Step, cube, outcome
from kotra_notation.rules.spelling import play_text
from kotra_notation.rules.state import Ending, Setting, Stakes, State

CUBE_ACTIONS = (Double, Beaver, Take, Drop)


class GameFold:
    """The fold over the events of one game; `state`, `certain` and `frames` are as far as it has come."""

    def __init__(self, game: Game, setting: Setting, stakes: Stakes, *, hits_marked: bool) -> None:
        start = setting.ruleset.facts.start
        self.state = State(points=start, seat=None, turns=0, stakes=stakes, setting=setting)
        self.events: Sequence[Event] = game.events
        self.hits_marked = hits_marked
        self.certain = True
        self.lawful = True
        self.stakes_certain = True
        self.frames: list[Frame] = []
        self.claims: list[ResultClaim] = []
        self._found: list[Finding] = []
        self._steps: tuple[Step, ...] = ()
        self._opened: Opening | None = None
        self._ties = 0
        self._last: Turn | None = None
        self._index = 0
        self._said_over = False
        self._skip: set[int] = set()

    def run(self) -> None:
        """Fold all events."""
        for index, event in enumerate(self.events):
            self._index = index
            before = self.state
            self._steps = ()
            self._apply(event)
            found: tuple[Finding, ...] = ()
            if self._found:
                found = tuple(self._placed(one, event, before) for one in self._found)
                self._found = []
            self.frames.append(Frame(event, before, self.state, found, self.certain, self._steps))

    def _placed(self, found: Finding, event: Event, before: State) -> Finding:
        turn = before.turns + isinstance(event, (Turn, *CUBE_ACTIONS))
        return found.at(span=found.span or event.span, turn=turn or None)

    def _apply(self, event: Event) -> None:
        match event:
            case Turn():
                self._turn(event)
            case Double() | Beaver() | Take() | Drop():
                self._cube_action(event)
            case Opening():
                self._opening(event)
            case AutomaticDouble():
                thrown = self._ties > 0 and self.state.stakes.automatic > 0
                self._ties -= thrown
                self._ruled(offers.automatic_double(self.state, event, thrown=thrown))
            case Resignation():
                self._ruled(offers.resignation(self.state, event))
            case ResignationAnswer():
                self._ruled(offers.resignation_answer(self.state, event))
            case Settlement(seat=seat, points=points):
                self._end(Ending(winner=seat, kind="settled", points=points))
            case Forfeit(seat=seat, points=points):
                if points is not None:
                    self._end(Ending(winner=1 - seat, kind="resign", points=points))
            case Draw():
                self._end(Ending(winner=None, kind="settled", points=0))
            case SetPosition():
                self._set_position(event)
            case Ruling():
                self._ruling(event)
            case VoidThrow():
                self._void_throw(event)
            case ResultClaim():
                self.claims.append(event)
            case (
                PhaseStart()
                | ScoreClaim()
                | AwardClaim()
                | Comment()
                | Mark()
                | Evaluation()
                | Clock()
                | Video()
                | Extra()
            ):
                pass
            case _:
                assert_never(event)

    def _end(self, ending: Ending) -> None:
        self.state = replace(self.state, ending=ending)

    # the opening

    def _opening(self, event: Opening) -> None:
        first, second = event.dice
        self._opened = event
        if first != second:
            return
        self._ties += 1
        stakes = self.state.stakes
        allowed = self.state.setting.ruleset.options["auto_doubles"]
        if isinstance(allowed, int) and stakes.automatic < allowed:
            self.state = replace(self.state, stakes=cube.automatically_doubled(stakes))

    def _check_opening(self, turn: Turn) -> None:
        """The higher of two unequal dice begins and plays both (MOD-OPEN-1)."""
        opened = self._opened
        if turn.dice[0] == turn.dice[1] and possible_dice(turn.dice):
            self._say(finding("opening-double", seat=turn.seat, dice=f"{turn.dice[0]}{turn.dice[1]}"))
        elif opened and opened.dice[0] != opened.dice[1]:
            starter = 0 if opened.dice[0] > opened.dice[1] else 1
            if starter != turn.seat or sorted(opened.dice) != sorted(turn.dice):
                dice = f"{opened.dice[0]}-{opened.dice[1]}"
                self._say(finding("opening-mismatch", seat=turn.seat, dice=dice, starter=starter))

    # turns

    def _turn(self, turn: Turn) -> None:
        if self._index in self._skip:
            return
        if self._over(turn):
            return
        state = self.state
        if state.stakes.offer or state.stakes.resigned:
            state = self._answered_by_play(turn)
        ruleset = state.setting.ruleset
        turning = ruleset.facts.turning
        points = state.points
        if state.seat is None:
            if turn.seat:
                points = turned(points, turning)
            if state.turns == 0:
                self._check_opening(turn)
        elif turn.seat != state.seat:
            in_turn = self._out_of_turn(turn)
            if in_turn is None:
                return
            points = in_turn
        verdict = judged(ruleset, points, turn)
        if verdict.lawful and verdict.known and verdict.points is not None:
            after = verdict.points
            self._steps = verdict.steps
            if self.certain and (verdict.hits or self.hits_marked):
                self._check_hits(turn, verdict)
        else:
            doubtful = self._doubtful_turn(turn, points, verdict)
            if doubtful is None:
                return
            after = doubtful
        self._last = turn
        self.state = State(
            points=turned(after, turning),
            seat=1 - turn.seat,
            turns=state.turns + 1,
            stakes=state.stakes,
            setting=state.setting,
        )
        if self.certain and max(after) <= 0:
            self._end(outcome.borne_off(self.state, turn.seat))

    def _over(self, turn: Turn) -> bool:
        """Whether the game has ended before this turn; a throw noted after the end is no play."""
        if not (self.state.ending or self.claims):
            return False
        if not isinstance(turn.deed, (NotRecorded, Blank)) and not self._said_over and self.certain:
            self._said_over = True
            self._say(finding("action-after-end", seat=turn.seat, written=turn.text))
        return True

    def _answered_by_play(self, turn: Turn) -> State:
        """What playing on says to an offer: a double is taken, a beaver accepted, a resignation refused."""
        state = self.state
        offer = state.stakes.offer
        if offer and not (offer.level and turn.seat != offer.seat):
            self._say(offers.unanswered(state))
        self.state = replace(state, stakes=replace(cube.accepted(state.stakes), resigned=None))
        return self.state

    def _rest(self) -> list[Turn]:
        """The turns of the game behind the event at hand."""
        return [event for event in self.events[self._index + 1 :] if isinstance(event, Turn)]

    def _out_of_turn(self, turn: Turn) -> Points | None:
        """The board for a second turn in succession; None if it only repeats the first."""
        state = self.state
        if self._last == turn:
            self._say(finding("turn-twice", seat=turn.seat, written=turn.text))
            return None
        self._say(finding("turn-missing", seat=turn.seat, other=1 - turn.seat, written=turn.text))
        points = state.seen_by(turn.seat)
        ruleset = state.setting.ruleset
        self.lawful = False
        self.certain = (
            self.certain and readings.run(ruleset, points, turn.seat, [turn, *self._rest()]) is None
        )
        return points

    def _doubtful_turn(self, turn: Turn, points: Points, verdict: Verdict) -> Points | None:
        """The board after a turn that is unlawful or not recorded, one finding; None if it was no turn."""
        rest = self._rest()
        if not rest and isinstance(turn.deed, (Blank, NotRecorded)):
            return points
        if not self.certain:
            return self._followed(turn, points, verdict)
        ruling = self._ruling_of_this()
        if ruling and ruling.outcome == "corrected" and ruling.play:
            return self._corrected(turn, points, ruling)
        if self._written_twice(turn, points, rest):
            return None
        reading = readings.read(self.state.setting.ruleset, points, turn, verdict.points, rest)
        self._steps = reading.steps
        self.lawful = self.lawful and reading.fate == "slip"
        self.certain = reading.fate != "uncertain"
        meant = ""
        if reading.play:
            meant = play_text(self.state.setting.ruleset, points, reading.steps, turn.seat)
        self._say_fault(turn, points, verdict, fate=reading.fate, meant=meant, ruling=ruling)
        return reading.points

    def _say_fault(
        self, turn: Turn, points: Points, verdict: Verdict, *, fate: str, meant: str, ruling: Ruling | None
    ) -> None:
        if not verdict.known:
            if not isinstance(turn.deed, Unread):
                written = turn.text
                expected = [meant] if meant else []
                self._say(
                    finding(
                        "play-unknown",
                        seat=turn.seat,
                        written=written,
                        fate=fate,
                        meant=meant,
                        expected=expected,
                    )
                )
            return
        fault = fault_of(self.state.setting.ruleset, points, turn)
        fault = fault.at(facts={**fault.facts, "fate": fate, "meant": meant})
        if meant:
            others = [play for play in fault.expected if play != meant]
            fault = fault.at(expected=(meant, *others)[:5])
        if ruling and ruling.outcome == "stood":
            fault = fault.at(severity=Severity.WARNING)
        self._say(fault)

    def _followed(self, turn: Turn, points: Points, verdict: Verdict) -> Points:
        """The board as far as a text can be followed while the position is uncertain."""
        if isinstance(turn.deed, Reached):
            self.certain = True
        if isinstance(turn.deed, Play) and not possible_dice(turn.dice):
            self._say(fault_of(self.state.setting.ruleset, points, turn))
        return points if verdict.points is None else verdict.points

    def _written_twice(self, turn: Turn, points: Points, rest: list[Turn]) -> bool:
        """Whether an unlawful turn repeats the side's last one, and the game goes on lawfully without it."""
        earlier = [frame.event for frame in self.frames if isinstance(frame.event, Turn)][-2:]
        if len(earlier) < 2 or earlier[0] != turn:
            return False
        both = rest[:1] == earlier[1:]
        ruleset = self.state.setting.ruleset
        if readings.run(ruleset, points, turn.seat, rest[1:] if both else rest) is not None:
            return False
        self._say(finding("turn-twice", seat=turn.seat, written=turn.text))
        if both:
            self._skip.add(self.events.index(rest[0], self._index + 1))
        return True

    def _check_hits(self, turn: Turn, verdict: Verdict) -> None:
        """Hit marks left out or put in are notes; the board decides (MOD-HIT-1)."""
        if not isinstance(turn.deed, Play):
            return
        marked = {hop.target for hop in turn.deed.hops if hop.taken}
        hit = set(verdict.hits)
        if marked == hit:
            return
        for name, points in (("hit-invented", marked - hit), ("hit-unmarked", hit - marked)):
            if points and (name == "hit-invented" or self.hits_marked):
                shown = ", ".join(str(point) for point in sorted(points, reverse=True))
                self._say(finding(name, seat=turn.seat, written=turn.text, point=shown))

    # rulings, void throws, set positions

    def _ruling_of_this(self) -> Ruling | None:
        """The ruling that follows the event at hand, remarks between them passed over."""
        for event in self.events[self._index + 1 :]:
            if isinstance(event, Ruling):
                return event
            if not isinstance(event, (Comment, Mark, Clock, Video, Evaluation, Extra)):
                return None
        return None

    def _corrected(self, turn: Turn, points: Points, ruling: Ruling) -> Points:
        """The board after the play that took the place of an unlawful one."""
        assert ruling.play is not None
        ruleset = self.state.setting.ruleset
        fault = fault_of(ruleset, points, turn)
        facts = {**fault.facts, "fate": "corrected", "meant": ruling.text}
        self._say(fault.at(severity=Severity.NOTE, facts=facts))
        right = replace(turn, deed=ruling.play, text=ruling.text, span=ruling.span)
        verdict = judged(ruleset, points, right)
        self._steps = verdict.steps
        if not verdict.lawful:
            self._say(fault_of(ruleset, points, right))
        return points if verdict.points is None else verdict.points

    def _ruling(self, event: Ruling) -> None:
        """A ruling on a play that was lawful has nothing to rule on (MOD-IRR-2)."""
        faults = [found for frame in self.frames[-8:] for found in frame.findings if found.code[0] == "P"]
        if not faults and self._last is not None:
            self._say(finding("lawful-play-disputed", seat=self._last.seat, written=self._last.text))

    def _void_throw(self, event: VoidThrow) -> None:
        """A premature throw is void unless the rules of the event let it stand (MOD-IRR-3)."""
        stands = self.state.setting.ruleset.options["premature_roll"] == "stands"
        if event.reason == "premature" and stands:
            self._say(finding("throw-not-void", seat=event.seat))

    def _set_position(self, event: SetPosition) -> None:
        position = event.position
        self.certain = True
        self.state = replace(
            self.state,
            points=position.seen_by(0),
            seat=None,
            turns=max(self.state.turns, 1),
            stakes=replace(self.state.stakes, cube=position.cube, offer=None),
            setting=replace(self.state.setting, men=position.men),
            ending=None,
        )

    # the cube

    def _cube_action(self, event: Double | Beaver | Take | Drop) -> None:
        if self.state.ending or self.claims:
            if not self._said_over and self.certain:
                self._said_over = True
                self._say(finding("action-after-end", seat=event.seat))
            return
        match event:
            case Double():
                if self.state.stakes.offer:
                    self._say(offers.unanswered(self.state))
                    self.state = replace(self.state, stakes=cube.accepted(self.state.stakes))
                thrown = self._last is not None and self._last.seat == event.seat
                after_throw = thrown and isinstance(self._last and self._last.deed, (Blank, NotRecorded))
                self._ruled(offers.double(self.state, event, after_throw=after_throw))
            case Beaver():
                self._ruled(offers.beaver(self.state, event))
            case Take():
                self._ruled(offers.take(self.state, event))
            case Drop():
                self._ruled(offers.drop(self.state, event))

    def _ruled(self, ruled: offers.Ruled) -> None:
        for found in ruled.findings:
            self._say(found)
        self.stakes_certain = self.stakes_certain and not ruled.doubtful
        self.state = replace(self.state, stakes=ruled.stakes, ending=ruled.ending or self.state.ending)

    def _say(self, found: Finding) -> None:
        self._found.append(found)
