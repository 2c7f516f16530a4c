"""Random lawful games of the old kind: dice and plays chosen so that every way to win comes up.

The engine gives the plays and says what they win; `old_oracle` is asked in the tests whether that is so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal

from kotra_notation import model as m
from kotra_notation.board import BAR, Memory, Position, Turning
from kotra_notation.fast.judges import legal_plays
from kotra_notation.model import Game, Hop, Match, Player
from kotra_notation.replay.begins import Begins
from kotra_notation.rules import CompletePlay, Node, Ruleset, from_other_side, marks, named, throw_of
from kotra_notation.rules.old_icelandic import FORMS
from kotra_notation.rules.old_outcome import first_ends, form, half_wins
from kotra_notation.rules.ruleset import Award, Course, Made, Setting, Stakes, State

NAMES = ("Auðun", "Bergþóra", "Dalla", "Eyjólfur", "Guðrún", "Hafur", "Jórunn", "Ketill")
DIALECTS = ("forn-1977", "forn-de", "davidsson")
CUSTOMS = (
    "after=on",
    "last_throw=on",
    "one_die=after-throws",
    "one_die=always",
    "half.forms=stutti+langi+meistari+rasslangur",
    "half.value=3.5",
    "forms.end_game=on",
    "forms.end_game=off",
    "forms.litil=on",
    "jan.test=turn",
    "mor.on_jan=on",
    "after.claim=all",
    "after.claim=first",
    "after.limits=20",
    "next_first=loser",
    "next_first=winner",
    "next_first=alternate",
    "stack.latch=while",
    "stack.rule=none",
    "entry.own=touch",
    "dice.higher_die=on",
    "dice.max_use=off",
    "bearoff.zone=half",
    "prime_break=off",
)
GOALS = ("race", "race", "hit", *FORMS)
MOST_TURNS = 600


@dataclass
class Making:
    """One game as it is made up."""

    random: Random
    ruleset: Ruleset
    state: State
    goals: tuple[str, str]
    events: list[m.Event] = field(default_factory=list)
    noted: int = 0

    def set_up(self, seat: int) -> None:
        """Begin from a board on which one side is near the end and the other near a form."""
        ruleset = self.ruleset
        white, black = near_ends(self.random, self.goals)
        men = (white, black)
        points = [0] * 26
        for index in range(1, 26):
            points[index] += men[0].get(index, 0)
        for index, count in men[1].items():
            if index and count:
                points[ruleset.facts.turning.index(index)] -= count
        seen = tuple(points)
        memory = Memory(unlocked=(True, True), began=seat, main=self.state.course.main)
        shown = Position(points=seen, turning=ruleset.facts.turning, memory=memory)
        self.events.append(m.SetPosition(position=shown.passed() if seat else shown))
        self.state = replace(
            self.state,
            points=shown.seen_by(seat),
            marks=marks.marks_of(memory, seat),
            turns=1,
            course=replace(self.state.course, began=seat),
        )

    def play(self) -> None:
        """The game from the first throw to its end, or until nobody wants to go on."""
        while self.state.ending is None:
            seat = self.state.viewer
            if self.state.turns >= MOST_TURNS or self._stops():
                break
            self.turn(seat)
            self.note()
        ending = self.state.ending or self.state.course.won
        if ending is None:
            self.events.append(m.ResultClaim(seat=0, points=2))
        elif ending.winner is None:
            self.events.append(m.Draw())

    def _stops(self) -> bool:
        """Nobody is obliged to throw on after an úttekt."""
        return self.state.course.phase == "after" and self.random.random() < 0.01

    def turn(self, seat: int) -> None:
        state, phase = self.state, self.state.course.phase
        node = state.node(seat)
        dice, throws = self.chosen_dice(node)
        custom = self.ruleset.options["one_die"]
        if (
            (custom == "always" or (custom == "after-throws" and phase == "after"))
            and state.turns
            and self.random.random() < 0.8
        ):
            self.singly(seat, node, dice)
            return
        halves = half_wins(self.ruleset, throw_of(self.ruleset, node, dice))
        if halves and phase != "last" and self.random.random() < 0.9:
            play = self.random.choice(sorted(halves.values(), key=str))
            self.made(seat, node, play, dice, half=True)
            return
        self.made(seat, node, self.best(throws, seat), dice)

    def singly(self, seat: int, node: Node, dice: tuple[int, int]) -> None:
        """Throw one die after the other; the first alone where it wins."""
        alone = legal_plays(self.ruleset, throw_of(self.ruleset, node, (dice[0], 0), singly=True))
        winning = [play for play in alone.values() if form(play.node.points, self.ruleset.options)]
        new = [play for play in winning if self.wins_alone(seat, node, play)]
        if new:
            self.wins_by_first(seat, node, new[0], dice)
            return
        plays = legal_plays(self.ruleset, throw_of(self.ruleset, node, dice, singly=True))
        self.made(seat, node, self.best(list(plays.values()), seat), dice, singly=True)

    def wins_by_first(self, seat: int, node: Node, first: CompletePlay, dice: tuple[int, int]) -> None:
        """A form by the first die; the second is not thrown, or takes nothing of it away (FORN-HALF-3)."""
        half = self.random.random() < 0.3
        if first_ends(self.state.course, self.ruleset.options) or self.random.random() < 0.5:
            self.made(seat, node, first, (dice[0], 0), singly=True, half=half)
            return
        throw = throw_of(self.ruleset, node, dice, singly=True)
        rest = throw._replace(numbers=throw.numbers[1:], start=first.node)
        second = self.best(list(legal_plays(self.ruleset, rest).values()), seat)
        both = CompletePlay(second.node, first.steps + second.steps)
        self.made(seat, node, both, dice, singly=True, half=half, first=first.node)

    def wins_alone(self, seat: int, node: Node, play: CompletePlay) -> bool:
        before = self.state
        after = self.after(seat, node, play, half=False, lone=True)
        return len(after.course.all_awards) > len(before.course.all_awards)

    def chosen_dice(self, node: Node) -> tuple[tuple[int, int], list[CompletePlay]]:
        """Of a few throws the one that suits the side best."""
        seat = self.state.viewer
        tries = []
        for _ in range(self.random.choice((1, 3, 6))):
            dice = self.random.randint(1, 6), self.random.randint(1, 6)
            if self.state.turns == 0 and self.opening_kept:
                while dice[0] == dice[1]:
                    dice = self.random.randint(1, 6), self.random.randint(1, 6)
            plays = list(legal_plays(self.ruleset, throw_of(self.ruleset, node, dice)).values())
            tries.append((max(self.worth(play.node, seat) for play in plays), dice, plays))
        _, dice, plays = max(tries, key=lambda one: one[0])
        return dice, plays

    @property
    def opening_kept(self) -> bool:
        kept = self.ruleset.options["opening.dice"] == "keep"
        return kept and self.state.setting.starter is None

    def best(self, plays: list[CompletePlay], seat: int) -> CompletePlay:
        if self.random.random() < 0.1:
            return self.random.choice(plays)
        return max(plays, key=lambda play: (self.worth(play.node, seat), self.random.random()))

    def worth(self, node: Node, seat: int) -> float:
        """How well a board suits what the side is after."""
        points = node.points
        goal = self.goals[seat]
        dead = -points[0]
        if goal == "race" or self.state.course.phase == "last":
            return -sum(i * n for i, n in enumerate(points) if n > 0) - 30 * max(points[BAR], 0)
        if goal == "hit":
            held = sum(points[i] > 1 for i in range(7, 13))
            return 20 * dead + 8 * held - sum(n == 1 for n in points[1:19]) * 0.5
        places = sorted((i for i, n in FORMS[goal].men.items() for _ in range(n)), reverse=True)
        stand = sorted((i for i in range(26) for _ in range(max(points[i], 0))), reverse=True)
        stand += [0] * (15 - len(stand))
        passed_by = sum(max(there - here, 0) for here, there in zip(stand, places, strict=True))
        far = sum(max(here - there, 0) for here, there in zip(stand, places, strict=True))
        return -far - 40 * passed_by - 15 * dead

    def after(
        self, seat: int, node: Node, play: CompletePlay, *, half: bool, lone: bool, first: Node | None = None
    ) -> State:
        state = self.state
        course = state.course if state.course.began is not None else replace(state.course, began=seat)
        seen = from_other_side(self.ruleset, play.node)
        after = replace(
            state,
            points=tuple(seen.points),
            marks=seen.marks,
            seat=1 - seat,
            turns=state.turns + 1,
            course=course,
        )
        return self.ruleset.outcome(
            after, Made(seat=seat, before=node, after=play.node, half=half, lone=lone, first=first)
        )

    def made(
        self,
        seat: int,
        node: Node,
        play: CompletePlay,
        dice: tuple[int, int],
        *,
        half: bool = False,
        singly: bool = False,
        first: Node | None = None,
    ) -> None:
        deed: m.Deed = m.Play(hops=hops(node, play), half=half) if play.steps else m.CannotMove()
        lone = singly and dice[1] == 0
        self.state = self.after(seat, node, play, half=half and not singly, lone=lone, first=first)
        self.events.append(m.Turn(seat=seat, dice=dice, deed=deed, singly=singly))

    def note(self) -> None:
        """Write down what has been won, and which throws begin."""
        course = self.state.course
        won = self.state.ending or course.won
        new = course.all_awards[self.noted :]
        for award in new:
            if award.kind in FORMS and (won is None or award in course.late):
                self.claim(award, next((one.points for one in new if one.kind == "mor"), 0.0))
        self.noted = len(course.all_awards)
        ends = won is not None and won.winner is not None
        if ends and not any(isinstance(event, m.ResultClaim) for event in self.events) and not self.drawn:
            assert won is not None
            assert won.winner is not None
            self.events.append(m.ResultClaim(seat=won.winner, points=won.points, kind=won.kind))
        waits = self.state.ending is None and course.phase != "play"
        begun = [event for event in self.events if isinstance(event, m.PhaseStart)]
        if waits and (not begun or begun[-1].phase != course.phase) and course.phase_seat is not None:
            phase: Literal["after", "last"] = "last" if course.phase == "last" else "after"
            self.events.append(m.PhaseStart(phase=phase, seat=course.phase_seat))

    def claim(self, award: Award, mor: float) -> None:
        """Write down a form: its mor is counted in, or noted for itself."""
        apart = mor and self.random.random() < 0.3
        points = award.points if apart else award.points + mor
        self.events.append(m.AwardClaim(seat=award.seat, kind=award.kind, points=points))
        if apart:
            self.events.append(m.AwardClaim(seat=award.seat, kind="mor", points=mor))

    @property
    def drawn(self) -> bool:
        """Whether the win may still become a draw."""
        return self.state.ending is None and self.state.course.phase == "last"


def near_ends(random: Random, goals: tuple[str, str]) -> tuple[dict[int, int], dict[int, int]]:
    """Men of both sides by own index, each near what it is after; no point holds both colours."""
    sides: list[dict[int, int]] = []
    for goal in goals:
        need = FORMS[goal].men if goal in FORMS else random.choice(({1: 2}, {2: 1, 1: 2}, {4: 1, 3: 2}))
        men = [index for index, count in need.items() for _ in range(count)]
        for place in random.sample(range(len(men)), min(len(men), random.choice((1, 1, 2, 3)))):
            men[place] += random.randint(1, 8)
        if goal == "hit":
            men = [*range(7, 13), *range(7, 13), 12, 12, 13]
        counts: dict[int, int] = {}
        for index in men:
            counts[index] = counts.get(index, 0) + 1
        sides.append(counts)
    white, black = sides
    for index in list(black):
        if white.get(Turning.TWELVE.index(index)):
            moved = black.pop(index)
            free = next(i for i in range(24, 0, -1) if not white.get(Turning.TWELVE.index(i)))
            black[free] = black.get(free, 0) + moved
    if random.random() < 0.5:
        side = random.choice((white, black))
        index = random.choice([index for index, count in side.items() if count])
        side[index] -= 1
        side[BAR] = 1
    return white, black


def hops(node: Node, play: CompletePlay) -> tuple[Hop, ...]:
    """The steps of a play with their hit marks."""
    points, found = list(node.points), []
    for source, target, _ in play.steps:
        taken = -points[target] if target and points[target] < 0 else 0
        points[source] -= 1
        if target:
            points[target] = max(points[target], 0) + 1
        found.append(Hop(source, target, taken))
    return tuple(found)


Maker = Callable[[Random, Ruleset, State, tuple[str, str]], Making]


def random_old_match(
    seed: int,
    rules: str | None = None,
    *,
    games: int | None = None,
    customs: bool = True,
    making: Maker = Making,
) -> Match:
    """A lawful sitting; the same seed gives the same one. `customs`: with options that some follow.

    `making` makes each of its games.
    """
    random = Random(seed)
    specification = rules or random.choice(DIALECTS)
    if customs and rules is None:
        chosen: dict[str, str] = {}
        for custom in random.sample(CUSTOMS, random.choice((0, 0, 1, 2, 4))):
            chosen.setdefault(custom.partition("=")[0], custom)
        specification = ",".join([specification, *chosen.values()])
    ruleset = named(specification).ruleset
    begins, score = Begins(ruleset), (0.0, 0.0)
    played: list[Game] = []
    for number in range(1, (games or random.randint(1, 3)) + 1):
        game = begun(random, ruleset, begins, making)
        game.play()
        course, ending = game.state.course, game.state.ending or game.state.course.won
        head = m.ScoreClaim(score=score)
        played.append(Game(number=number, score=head, events=tuple(game.events)))
        if ending is None:
            score = (score[0] + course.total(0) + 2, score[1] + course.total(1))
            begins = replace(begins, open=True)
        else:
            score = (score[0] + course.total(0), score[1] + course.total(1))
            begins = begins.after(course, ending)
    players = random.sample(NAMES, 2)
    return Match(
        players=(Player(name=players[0]), Player(name=players[1])), rules=specification, games=tuple(played)
    )


def begun(random: Random, ruleset: Ruleset, begins: Begins, maker: Maker) -> Making:
    """A game at its beginning, who begins being settled."""
    facts = ruleset.facts
    setting = Setting(ruleset=ruleset, starter=begins.starter, main=begins.main)
    starter = random.randrange(2) if begins.starter is None else begins.starter
    state = State(
        points=facts.start,
        seat=starter,
        turns=0,
        stakes=Stakes(),
        setting=setting,
        marks=facts.marks,
        course=Course(main=begins.main),
    )
    making = maker(random, ruleset, state, (random.choice(GOALS), random.choice(GOALS)))
    if random.random() < 0.6:
        making.set_up(starter)
    elif begins.starter is None and not making.opening_kept:
        low, high = sorted(random.sample(range(1, 7), 2))
        first, other = (low, high) if ruleset.options["opening.first"] == "low" else (high, low)
        if random.random() < 0.2:
            making.events.append(m.Opening(dice=(3, 3)))
        making.events.append(m.Opening(dice=(first, other) if starter == 0 else (other, first)))
    return making
