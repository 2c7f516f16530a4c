"""One game as a fold: every event gives a frame, whatever is wrong with it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import assert_never, get_args

from kotra_notation import model
from kotra_notation.alarm import heed_stop
from kotra_notation.fast.judges import FramedTurn, plain_turns
from kotra_notation.findings import Finding
from kotra_notation.replay import awards, doubts, game_events, objections, offers, set_up, turns, wins
from kotra_notation.replay.frames import Frame, Passage, plain_steps
from kotra_notation.replay.game_so_far import BoardSoFar, CubeSoFar, GameClaims
from kotra_notation.rules import Node, cube, end_turn, outcome
from kotra_notation.rules.ruleset import Course, Made, Setting, Stakes, State

# What nobody can do any more when the game has ended; a match may be forfeited at any time.
ENDED = (
    *(model.Opening, model.VoidThrow, model.AutomaticDouble, model.Resignation, model.ResignationAnswer),
    *(model.Settlement, model.Forfeit, model.SetPosition),
)
# After these a resignation that was refused is of the past.
DONE = (model.Turn, model.Resignation, *get_args(model.CubeAction))


class GameFold:
    """The fold over the events of one game, as far as it has come.

    `written` is what the record has; `board`, `cube` and `claims` are what has come of it beside the `state`.
    Frames are made of the events at the places in `framed`, and every turn is noted in the `track`, if any.
    """

    def __init__(
        self,
        game: model.Game,
        setting: Setting,
        stakes: Stakes,
        *,
        hits_marked: bool,
        framed: Collection[int] = (),
        track: list[Passage] | None = None,
    ) -> None:
        facts = setting.ruleset.facts
        self.setting = setting
        self.state = State(
            points=facts.start,
            seat=None,
            turns=0,
            stakes=stakes,
            setting=setting,
            marks=facts.marks,
            course=Course(main=setting.main),
        )
        self.written = game_events.GameEvents(game.events, hits_marked)
        self.board = BoardSoFar()
        self.cube = CubeSoFar(game_events.OpeningThrows(self.written))
        self.claims = GameClaims()
        self.findings: list[Finding] = []
        self.frames: list[Frame] = []
        self._framed = frozenset(framed)
        self._track = track
        self._index = 0
        self._found: list[Finding] = []

    def run(self) -> None:
        """Fold all events; runs of plain turns are made at speed."""
        events, count = self.written.events, len(self.written.events)
        premature = iter(sorted(self.written.before_premature))
        stop = next(premature, count)
        index = 0
        while index < count:
            heed_stop()
            board = self.board
            if index < stop and board.certain and not (self._is_ended or board.repeated or board.void):
                index = self._pass_over(index, stop)
                if index == count:
                    break
            event, before = events[index], self.state
            self._index = index
            board.steps = ()
            self._apply(event)
            findings = tuple([self._place_finding(finding, event, before) for finding in self._found])
            if findings:
                self._found = []
                self.findings.extend(findings)
            if self._track is not None and isinstance(event, model.Turn) and self.state.turns > before.turns:
                certain = board.certain
                self._track.append(Passage.between(index, event.seat, before, self.state, certain=certain))
            if index in self._framed:
                frame = Frame(event, before, self.state, findings, board.certain, board.steps)
                self.frames.append(frame)
            if index == stop:
                if isinstance(event, model.Turn):
                    board.earlier = event, before
                stop = next(premature, count)
            index += 1

    def _pass_over(self, index: int, stop: int) -> int:
        """Make all plainly legal turns from here up to `stop`; return the place behind them."""
        stakes, tracked = self.state.stakes, self._track is not None
        run = plain_turns(self.state, self.written.events, index, stop, tracked=tracked, framed=self._framed)
        if run is None:
            return index
        self.board.last, self.cube.refused = run.last, None
        self.state = run.state
        faults = objections.hit_faults(run, self.written.hits_marked)
        self.findings += faults
        self.frames += [self._plain_frame(turn, faults) for turn in run.framed]
        if self._track is not None:
            self._track += [Passage(*turn, stakes) for turn in run.tracked]
        if run.borne_off:
            self.state = replace(self.state, ending=outcome.borne_off(self.state, run.last.seat))
            if run.end - 1 in self._framed:
                self.frames[-1] = replace(self.frames[-1], after=self.state)
        return run.end

    def _plain_frame(self, framed: FramedTurn, faults: list[Finding]) -> Frame:
        """The frame of a turn of a run, with those of the faults of the run that are of it."""
        turn, before = self.written.events[framed.event_no], framed.before
        assert isinstance(turn, model.Turn)
        if framed.hop_by_hop:
            steps = plain_steps(turn, before.points)
        else:
            steps = turns.judge_turn(before.setting.ruleset, Node(before.points, before.marks), turn).steps
        of_turn = tuple(fault for fault in faults if fault.turn == framed.after.turns)
        return Frame(turn, before, framed.after, of_turn, True, steps)

    def _place_finding(self, finding: Finding, event: model.Event, before: State) -> Finding:
        turn = before.turns + isinstance(event, model.Turn | model.CubeAction)
        return finding.at(span=finding.span or event.span, turn=turn or None)

    def _apply(self, event: model.Event) -> None:
        if isinstance(event, ENDED) and self._too_late(event):
            self._say_over(event)
            return
        if isinstance(event, DONE):
            self.cube.refused = None
        match event:
            case model.Turn():
                self._turn(event)
            case model.Double() | model.Beaver() | model.Take() | model.Drop():
                self._cube_action(event)
            case model.Opening():
                self._set_stakes(self.cube.opening.throw(self.state, event))
            case model.AutomaticDouble():
                self._set_stakes(self.cube.opening.double(self.state, event))
            case model.Resignation():
                self._say(offers.size_fault(event, self.setting))
                self._set_stakes(offers.resignation(self.state, event))
            case model.ResignationAnswer():
                self.cube.refused = None if event.accepted else event
                self._set_stakes(answer := offers.resignation_answer(self.state, event))
                self.cube.given_up = event.accepted and not answer.findings
            case model.Settlement():
                self._apply_decision(offers.settlement(self.state, event), event.points)
            case model.Forfeit():
                self.claims.forfeit = event
                self._apply_decision(offers.forfeit(self.state, event), event.points)
            case model.Draw():
                self.claims.drawn = event
                self._apply_decision(
                    offers.draw(self.state, event, sure=self.board.certain), self.claims.agreed
                )
            case model.SetPosition():
                self._set_position(event)
            case model.Ruling():
                self._ruling(event)
            case model.VoidThrow():
                self.board.void = event
                self._say(
                    game_events.throw_fault(event, self.state, self.board.earlier, sure=self.board.certain)
                )
            case model.ResultClaim():
                self.claims.add_result(event, mor_apart=self.written.mor_apart(self._index, event.winner))
            case model.AwardClaim():
                apart = self.written.mor_apart(self._index, event.seat)
                self._say(self.claims.add_award(event, self.state, sure=self.board.sure, mor_apart=apart))
            case model.PhaseStart():
                self._phase_start(event)
            case model.ScoreClaim():
                ended = bool(self.claims.results or self.claims.drawn or self.claims.forfeit)
                self.claims.add_score(event, self.state, ended=ended)
            case (
                model.Comment()
                | model.Mark()
                | model.Evaluation()
                | model.Clock()
                | model.Video()
                | model.Extra()
            ):
                pass
            case _:
                assert_never(event)

    def _say(self, *findings: Finding | None) -> None:
        self._found += [finding for finding in findings if finding is not None]

    def _apply_decision(self, done: offers.Decided, points: float | None) -> None:
        self.claims.agreed = points
        self._say(*done.findings)
        if done.ending is not None and self.state.ending is None:
            self.state = replace(self.state, ending=done.ending)

    def _turn(self, turn: model.Turn) -> None:
        if self._index in self.board.repeated:
            return
        noted = isinstance(turn.deed, model.NotRecorded | model.Blank)
        if self._over(turn, noted=noted):
            if noted:
                self._say(*objections.dice_faults(self.setting.ruleset, self.state.node(turn.seat), turn))
            return
        if self.state.stakes.offer or self.state.stakes.resigned:
            self._answered_by_play(turn)
        state = self.state
        node = self._board_for(turn)
        if node is None:
            return
        if self.board.void and self.board.void.seat == turn.seat:
            self._say(game_events.rethrown_fault(self.board.void, turn, state))
            self.board.void = None
        if turn.singly:
            self._say(wins.singly_fault(state, turn))
        after = self._play_turn(turn, node)
        if after is None:
            return
        self.board.last = turn
        self.state = end_turn(self.state, turn.seat, after)
        if self.board.certain:
            whole = turn is not self.board.faulty
            self._win(turn, wins.turn_made(state.setting.ruleset, node, turn, after, whole=whole))

    def _win(self, turn: model.Turn, made: Made) -> None:
        """Note what a turn has won, with its place."""
        before = self.state.course
        self.state = self.state.setting.ruleset.outcome(self.state, made)
        if self.state.course is not before:
            new = awards.new_awards(before, self.state.course)
            self.claims.won.at += [awards.WonAt(award, turn.span, self.state.turns) for award in new]
            if wins.ended_by_first(before, made, new, self.setting.ruleset.options):
                self._say(objections.second_thrown(self.setting.ruleset, made.before, turn))

    def _board_for(self, turn: model.Turn) -> Node | None:
        """The board as the mover of a turn sees it; None if it is no turn."""
        state = self.state
        node = state.node(turn.seat)
        if state.seat == turn.seat:
            return node
        if state.seat is None:
            if state.turns == 0:
                self._say(game_events.opening_fault(self.cube.opening, turn, state))
            return node
        if state.course.won is not None:
            self._say_over(turn)
            return None
        return self._settle_turn(turn, doubts.out_of_turn(state.setting.ruleset, node, turn, self._around))

    def _play_turn(self, turn: model.Turn, node: Node) -> Node | None:
        """The board after a turn, lawful or not; None if it is no turn."""
        ruleset = self.state.setting.ruleset
        if not self.board.certain:
            settled = doubts.uncertain(ruleset, node, turn)
            self.board.certain = settled.certain
            return self._settle_turn(turn, settled)
        verdict = turns.judge_turn(ruleset, node, turn)
        unaware = None if verdict.lawful else wins.judge_unaware_turn(ruleset, node, turn)
        if unaware and not awards.jan_said(self.written.behind(self._index), turn.seat):
            self._overlook(turn, jan_stands=wins.jan_stands(ruleset, unaware))
            verdict = unaware
        if not verdict.lawful or verdict.node is None:
            return self._settle_turn(turn, doubts.unlawful(ruleset, node, turn, verdict, self._around))
        self.board.steps = verdict.steps
        if not verdict.landings_fit:
            self._say(objections.landing_fault(ruleset, node, turn, verdict))
        if isinstance(turn.deed, model.Reached):
            self._say(*set_up.reached_faults(turn, turn.deed))
        if verdict.hits or self.written.hits_marked:
            self._say(*objections.mark_faults(turn, node.points, verdict.hits, self.written.hits_marked))
        return verdict.node

    def _overlook(self, turn: model.Turn, *, jan_stands: bool) -> None:
        """The record plays on where a step has made the other side jan."""
        self._say(wins.missed_jan_fault(self.state, turn.seat).at(span=turn.span))
        self.board.overlooked = True
        self.state = wins.unaware(self.state, None if jan_stands else turn.seat)

    def _settle_turn(self, turn: model.Turn, settled: doubts.Settled) -> Node | None:
        if settled.findings:
            self._say(*settled.findings)
            self.board.faulty = turn
        self.board.steps = settled.steps
        self.board.certain = self.board.certain and settled.certain
        self.board.lawful = self.board.lawful and settled.lawful
        self.board.repeated.update(self.written.turns_behind(self._index, settled.repeated))
        return settled.node

    @property
    def _around(self) -> doubts.TurnsAround:
        return self.written.around(self._index)

    def _over(self, event: model.Turn | model.CubeAction, *, noted: bool = False) -> bool:
        """Return whether the game has ended before this; a throw merely `noted` after the end is right."""
        if self.state.ending is None and (not self._is_ended or self.state.course.won is not None):
            return False
        if isinstance(event, model.Turn) and self._goes_on():
            return False
        if not noted:
            self._say_over(event)
        return True

    @property
    def _is_ended(self) -> bool:
        """Return whether the players have ended the game: by a result, a resignation, or a forfeit."""
        return bool(self.claims.results or self.cube.given_up or self.claims.forfeit)

    def _too_late(self, event: model.Event) -> bool:
        """Return whether the game had ended before something that only players within one do."""
        if isinstance(event, model.Forfeit) and (self.claims.forfeit is not None or event.scope == "match"):
            return self.claims.forfeit is not None
        if self.state.ending is None:
            left = self.cube.given_up or self.claims.forfeit is not None
            return left or (isinstance(event, model.SetPosition) and self._is_ended)
        return True

    def _say_over(self, event: model.Event) -> None:
        """Say once that a record goes on after the end."""
        if self.board.certain and not self.board.said_over:
            self.board.said_over = True
            self._say(wins.beyond_end(self.state, event))

    def _goes_on(self) -> bool:
        """Return whether the record goes on unaware of the win that has ended the game; that is said once."""
        award = wins.overlooked_award(self.state, self.claims.seats)
        if award is None:
            return False
        if not self.board.overlooked:
            last = self.board.last.span if self.board.last else None
            self._say(awards.played_on_fault(award).at(span=last, turn=self.state.turns))
        self.board.overlooked = True
        self.state = wins.unaware(self.state, award.seat)
        return True

    def _phase_start(self, event: model.PhaseStart) -> None:
        if self.board.certain:
            self.state, fault = wins.phase_begun(self.state, event)
            self.board.said_over = self.board.said_over or fault is not None
            self._say(fault)

    def _answered_by_play(self, turn: model.Turn) -> None:
        """Answer an offer by playing on: a double is taken, a beaver accepted, a resignation refused."""
        offer = self.state.stakes.offer
        if offer and not (offer.level and turn.seat != offer.seat):
            self._say(offers.unanswered_double(self.state))
        self.state = replace(self.state, stakes=replace(cube.accept(self.state.stakes), resigned=None))

    def _ruling(self, ruling: model.Ruling) -> None:
        """Say what is wrong with a ruling on the play before it."""
        last, faulty = self.board.last, self.board.faulty
        late, again = self.written.too_late(self._index, faulty), last is self.board.ruled_on
        self._say(doubts.ruling_fault(ruling, last, faulty, late=late, again=again, sure=self.board.certain))
        self.board.ruled_on = last

    def _set_position(self, event: model.SetPosition) -> None:
        """A position takes the place of the board; what it differs in from the game so far is said."""
        then, twice = set_up.following(self.written.events, self._index)
        known = self.state.turns and self.board.certain
        differs = set_up.differences(event, self.state, then) if known else []
        contradicted = list(set_up.contradictions(event, self.state.setting, then, twice=twice))
        self._say(*contradicted)
        if known and not (differs or contradicted):
            return
        if self.state.stakes.offer and not event.position.offer:
            self._say(offers.unanswered_double(self.state))
        if not (self.written.show_only or contradicted):
            self._say(set_up.set_up_finding(event, differs))
        self.board.certain = True
        self.state = set_up.state_of(event, self.state, then)

    def _cube_action(self, event: model.CubeAction) -> None:
        if self._over(event):
            return
        if isinstance(event, model.Double | model.Beaver):
            self.cube.offered = event
        self._set_stakes(offers.cube_action(self.state, event, self.board.last, sure=self.cube.certain))

    def _set_stakes(self, ruled: offers.Ruled) -> None:
        self._say(*ruled.findings)
        self.cube.certain = self.cube.certain and not ruled.doubtful
        self.state = replace(self.state, stakes=ruled.stakes, ending=ruled.ending or self.state.ending)
