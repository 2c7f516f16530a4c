"""A session of writing, step by step at random, and beside it a simple model of what was done."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import kotra_notation as kn
from kotra_notation import model as m
from kotra_notation.jobs.rows import finding_row
from kotra_notation.record import draft
from kotra_notation.record.draft.view import DraftStanding

RULES = (
    "modern",
    "modern,auto_doubles=2",
    "modern,texas=on,beavers=on,raccoons=on",
    "modern,variant=hypergammon,beavers=on",
    "modern,variant=nackgammon,cube.limit=4",
    "modern,dice.max_use=off",
    "modern,next_first=loser",
    "forn-1977",
    "forn-1977,after=on,last_throw=on",
    "forn-1977,one_die=after-throws,after=on",
    "forn-de",
    "forn-de,last_throw=on,after.claim=all",
    "forn-de,stack.latch=while,match.target=20",
    "davidsson",
    "davidsson,next_first=alternate,half.forms=stutti+langi,forms.end_game=on",
)
# Boards near the end of a game, so that sessions come to all that ends one.
MODERN_ENDS = (
    "W: 3x2 1x1 off12; B: 2x2 1x1 off12",
    "W: 6x2 5x3 off10; B: 24x1 4x2 off12",
    "W: 2x2 1x13; B: 22x1 6x14",
    "W: 1x2 off13; B: 6x8 5x7",
)
OLD_ENDS = (
    "W: x2 off13; B: l2 off13",
    "W: v5 w5 x4 u1; B: j5 k5 l4 i1",
    "W: t3 u3 v3 w3 x2 s1; B: m15",
    "W: x2 off13; B: h3 i3 j3 k3 l2 g1",
    "W: w2 x1 off12; B: m3 n2 q10",
)
DERIVED = (m.ResultClaim, m.AwardClaim, m.PhaseStart, m.AutomaticDouble, m.Draw)
STEPS = 30


class Session:
    """Steps of writing chosen at random; `done` is the model: what the record must say, event by event.

    `legal` as long as nothing was done that the rules do not allow; `typed` holds the texts before.
    """

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.rules = self.random.choice(RULES)
        self.old = not self.rules.startswith("modern")
        length = None if self.old else self.random.choice((0, 0, 1, 3, 5))
        self.text = self.head = draft.begin(("Anna", "Björn"), length, self.rules)
        self.done: list[m.Event] = []
        self.typed: list[str] = []
        self.legal = True
        self.remarked = False

    def run(self) -> None:
        """All steps, each held against the model."""
        for _ in range(STEPS):
            self.step()
            self.agree()

    def step(self) -> None:
        """One thing that somebody may do next."""
        here = draft.standing(self.text)
        others: list[Callable[[DraftStanding], None]] = [self.take_back, self.comment]
        if self.random.random() < 0.08 and here.turns:
            others += [self.correct, self.take_out, self.stand]
        if self.random.random() < 0.2:
            self.random.choice(others)(here)
            return
        match here.wants:
            case "opening" | "dice":
                self.throw(here)
            case "play":
                self.play(here)
            case "answer":
                self.answer(here)
            case "game":
                self.enter("g")
            case _:
                self.take_back(here)

    def enter(self, entry: str, *, line: int | None = None, stands: bool = False) -> None:
        before = self.text
        self.text = draft.enter(self.text, entry, line=line, stands=stands)
        self.typed = [] if line is not None or self.remarked else [*self.typed, before]
        self.remarked = False

    # What may be done

    def throw(self, here: DraftStanding) -> None:
        random, fresh = self.random, here.turns == () or here.wants == "opening"
        seat = here.seat
        if fresh and self.random.random() < 0.5 and not here.turns and self.legal:
            board = random.choice(OLD_ENDS if self.old else MODERN_ENDS)
            side = random.choice("WB")
            if "hypergammon" not in self.rules:
                self.enter(f"setup {board}; {side} to play")
                self.done.append(self.events()[-1])
                return
        if here.may_double and random.random() < 0.2:
            self.enter("d")
            self.done.append(m.Double(seat=seat or 0, value=here.cube[0] * 2))
            return
        if seat is not None and random.random() < 0.05:
            size = None if self.old else random.choice((1, 2, 3))
            self.enter(f"r{size or ''}")
            self.done.append(m.Resignation(seat=seat, size=size))
            return
        first, second = random.randint(1, 6), random.randint(1, 6)
        self.enter(f"{first}{second}")
        if seat is not None:
            self.done.append(self.thrown(m.Turn(seat=seat, dice=(first, second), deed=m.Blank())))
        elif first == second or self.rules.startswith(("forn-1977", "davidsson")):
            self.done.append(m.Opening(dice=(first, second)))
        else:
            high, low = max(first, second), min(first, second)
            if self.tied():
                self.done.append(m.Opening(dice=(first, second)))
            self.done.append(self.thrown(m.Turn(seat=int(second > first), dice=(high, low), deed=m.Blank())))

    def tied(self) -> bool:
        """Whether an opening throw of this game was a tie, so that the next one is written too."""
        return any(isinstance(event, m.Opening) for event in self.done)

    def thrown(self, turn: m.Turn) -> m.Turn:
        """The throw as it waits; where no number of it can be played, as that is written."""
        waits = draft.standing(self.text).wants == "play"
        return turn if waits else m.Turn(seat=turn.seat, dice=turn.dice, deed=m.CannotMove())

    def play(self, here: DraftStanding) -> None:
        place, turn = self.waiting()
        if not here.plays:
            self.enter("????")
            self.done[place] = m.Turn(seat=turn.seat, dice=turn.dice, deed=m.NotRecorded())
            self.legal = False
            return
        play = self.random.choice(here.plays)
        # Of two checkers that land on a point the first hits, whichever of them goes on.
        landings = re.findall(r"/(\w+)", play.text)
        plain = len(play.steps) == len(landings) == len(set(landings))
        bare = play.text.replace("*", "") if plain else play.text
        only = len(here.plays) == 1 and self.random.random() < 0.5
        self.enter("" if only else bare)
        self.done[place] = self.events()[place] if only else self.read(turn, play.text)

    def waiting(self) -> tuple[int, m.Turn]:
        """The throw that waits, and its place in the model; a remark behind it is taken back first."""
        place = max(place for place, one in enumerate(self.done) if isinstance(one, m.Turn))
        turn = self.done[place]
        assert isinstance(turn, m.Turn)
        assert turn.deed == m.Blank()
        self.remarked = place < len(self.done) - 1
        return place, turn

    def read(self, turn: m.Turn, cell: str) -> m.Event:
        """A turn as a reader takes it from a line that is written by hand."""
        line = (
            f"kotra 1\nrules: {self.rules}\ngame 1\n{'WB'[turn.seat]} {turn.dice[0]}{turn.dice[1]}: {cell}\n"
        )
        return kn.read(line).matches[0].games[0].events[0]

    def answer(self, here: DraftStanding) -> None:
        seat = here.seat or 0
        if here.offer == "resignation":
            accepted = self.random.random() < 0.5
            self.enter("y" if accepted else "n")
            self.done.append(m.ResignationAnswer(seat=seat, accepted=accepted))
        elif here.may_beaver and self.random.random() < 0.4:
            beavers = [one.level for one in self.done if isinstance(one, m.Beaver)]
            level = 1 if here.offer == "double" else beavers[-1] + 1
            value = here.cube[0] * 4
            self.enter("b")
            self.done.append(m.Beaver(seat=seat, value=value, level=level))
        elif self.random.random() < 0.7:
            self.enter("t")
            self.done.append(m.Take(seat=seat))
        else:
            self.enter("p")
            self.done.append(m.Drop(seat=seat))

    def comment(self, here: DraftStanding) -> None:
        self.enter("# kaffi")
        self.done.append(m.Comment(text="kaffi"))

    def take_back(self, here: DraftStanding) -> None:
        if not self.typed:
            return
        before = self.typed.pop()
        self.text = draft.take_back(self.text)
        if self.text != before and before.splitlines()[-1].startswith("game "):
            before = self.typed.pop()  # a game that nothing is left of is taken back with what began it
        assert self.text == before
        self.done = self.events()

    def stand(self, here: DraftStanding) -> None:
        """An illegal play that stood on purpose."""
        if here.wants != "play" or not here.plays:
            return
        place, turn = self.waiting()
        remarked, self.remarked = self.remarked, False
        cell = "m/n a/b" if self.old else "24/23 6/1"
        before = self.text
        try:
            draft.enter(self.text, cell)
        except draft.NotLegalError:
            pass
        else:
            return
        assert before == self.text
        self.remarked = remarked
        self.enter(cell, stands=True)
        self.done[place : place + 1] = [self.read(turn, cell), m.Ruling(outcome="stood")]
        self.legal = False

    def correct(self, here: DraftStanding) -> None:
        """Another play in the place of an earlier one."""
        rows = [one for one in here.turns if "/" in one.play]
        if not rows:
            return
        row = self.random.choice(rows)
        lines = self.text.splitlines()
        above = "\n".join(lines[: row.line - 1]) + "\n"
        waiting = draft.standing(draft.enter(above, f"{'WB'[row.seat or 0]} {row.dice}:", stands=True))
        if not waiting.plays:
            return
        cell = self.random.choice(waiting.plays).text
        self.enter(cell, line=row.line)
        now = self.text.splitlines()
        assert now[: row.line - 1] == lines[: row.line - 1]
        assert now[row.line : len(lines)] == lines[row.line :]
        assert now[row.line - 1] == f"{'WB'[row.seat or 0]} {row.dice}: {cell}"
        self.done = self.events()
        self.legal = False

    def take_out(self, here: DraftStanding) -> None:
        row = self.random.choice(here.turns)
        lines = self.text.splitlines()
        self.text = draft.without(self.text, row.line)
        assert self.text.splitlines() == lines[: row.line - 1] + lines[row.line :]
        self.done, self.typed, self.legal = self.events(), [], False

    # What must be so

    def events(self) -> list[m.Event]:
        """What the record says that was done and remarked, without what follows from it."""
        (match,) = kn.read(self.text).matches or (m.Match(),)
        events = [*match.remarks, *(one for game in match.games for one in game.events)]
        return [one for one in events if not isinstance(one, DERIVED)]

    def agree(self) -> None:
        """The record says what was done, and `kotra check` what the standing says."""
        assert self.events() == self.done, (self.rules, self.text)
        found = kn.check(self.text).findings
        shown = draft.standing(self.text, meant=True).findings
        assert list(map(finding_row, shown)) == list(map(finding_row, found)), self.text
        quick = draft.standing(self.text).findings
        assert [(one.code, one.span, one.severity) for one in quick] == [
            (one.code, one.span, one.severity) for one in found
        ], self.text
        if self.legal:
            unfinished = {"S408", "S416", "N106", "P244", "D506", "S407", "C311", "S420"}
            wrong = [f"{one.code} {one.message}" for one in found if one.code not in unfinished]
            assert not wrong, (wrong, self.rules, self.text)
