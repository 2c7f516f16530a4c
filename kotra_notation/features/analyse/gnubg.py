"""GNU Backgammon as a second engine: the installed program in a process of its own, asked through SGF.

It is given files with names of our own, in a temporary folder, without a shell and without its user's
settings; nothing that a record says in words reaches it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from kotra_notation.engine.analysing import AnalysedGame, with_evaluations
from kotra_notation.errors import KotraError
from kotra_notation.fast.judges import lists_plays
from kotra_notation.features.analyse.gnubg_pieces import Answer, GamePiece, match_answer, pieces
from kotra_notation.formats import find_format, write_matches
from kotra_notation.formats.format import Source
from kotra_notation.jobs.files import why
from kotra_notation.model import Evaluation, Game, Match
from kotra_notation.processes import end_process
from kotra_notation.words import phrase

if TYPE_CHECKING:
    from kotra_notation.replay import GameReplay, Replay
    from kotra_notation.rules import Ruleset

# What it calls itself in a record, what its command is called (the first on Windows), and where to get it.
NAME = "GNU Backgammon"
COMMANDS = ("gnubg-cli", "gnubg")
HOME = "https://www.gnu.org/software/gnubg/"
ARGUMENTS = ("-t", "-q", "-r")
PLIES = {"quick": 0, "normal": 1, "deep": 2}
VARIANTS = ("backgammon", "nackgammon")
LONGEST = 64
# How often it may end over a piece before it is left alone.
MOST_CRASHES = 3
# Seconds: for the question which version it is, for each game, and between two looks at what is there.
AT_FIRST = 60.0
PATIENCE = 900.0
PAUSE = 0.02

VERSION = re.compile(r"^GNU Backgammon ([0-9][0-9A-Za-z.]*)", re.M)
EQUITIES = re.compile(r"^Match equity table: (\S[^\n]*?)\s*$", re.M)
ENGLISH = {"LC_ALL": "C", "LANG": "C", "LANGUAGE": "C"}

# What an analysis rests on is said, and not left to how the program was built.
EVALUATION = ("cubeful on", "noise 0", "deterministic on")
SETTINGS = (
    "set display off",
    "set threads 1",
    "set player 0 human",
    "set player 1 human",
    *(f"set automatic {what} off" for what in ("bearoff", "game", "move", "roll")),
    "set confirm new off",
    "set confirm save off",
    "set invert met off",
    *(f"set analysis {what} on" for what in ("cube", "luck", "moves")),
    *(f"set analysis player {seat} analyse on" for seat in (0, 1)),
    *(
        f"set analysis {what} {setting}"
        for what in ("chequerplay", "cubedecision")
        for setting in ("type evaluation", *(f"evaluation {how}" for how in (*EVALUATION, "prune on")))
    ),
    *(f"set analysis luckanalysis {how}" for how in ("plies 0", *EVALUATION, "prune off")),
)


class Lookahead(NamedTuple):
    """The depth to which the program looks ahead."""

    name: str
    plies: int


class Gnubg:
    """The installed program at a level."""

    name = NAME

    def __init__(self, level: str) -> None:
        self.level = Lookahead(level, PLIES[level])
        self.program = _find_program()

    def knowing(self, ruleset: Ruleset) -> Gnubg:
        """Return the program itself; it refuses games that it does not know when it is asked."""
        return self

    @property
    def source(self) -> str:
        """The name that its evaluations carry in its own files."""
        return self._introduction[0]

    @property
    def settings(self) -> str:
        """Return what an analysis rests on: program, plies, match equities."""
        program, equities = self._introduction
        return f"{program}, {self.level.plies}-ply, {equities}"

    @cached_property
    def _introduction(self) -> tuple[str, str]:
        """Its version, and the match equity table that it uses where nobody chose one."""
        with tempfile.TemporaryDirectory(prefix="kotra-") as folder, self._start(folder, ["show met"]) as it:
            with suppress(subprocess.TimeoutExpired):
                it.wait(AT_FIRST)
            with open(_in(folder, "said"), encoding="utf-8", errors="replace") as file:
                output = file.read()
        version, equities = VERSION.search(output), EQUITIES.search(output)
        if not version or not equities:
            raise KotraError(
                "The program {program} does not respond like GNU Backgammon.", program=self.program
            )
        return f"{NAME} {version[1]}", equities[1]

    def analyse(self, replayed: Replay, *, every: bool = False, begin: int = 0) -> Iterator[AnalysedGame]:
        """The games of a match one by one, with what the program says of them; `every` play, if asked."""
        _check_known(replayed)
        asked = [pieces(replayed, number) for number in range(begin, len(replayed.games))]
        with tempfile.TemporaryDirectory(prefix="kotra-") as folder, ExitStack() as stack:

            def start(commands: list[str]) -> subprocess.Popen[bytes]:
                return stack.enter_context(self._start(folder, [*self._settings(), *commands]))

            asking = Asking(self.source, [piece for some in asked for piece in some], folder, start)
            every_game = islice(zip(replayed.match.games, replayed.games, strict=True), begin, None)
            for (game, played), some in zip(every_game, asked, strict=True):
                yield asking.game(game, played, some, every=every)
        if any(asked) and not asking.believed:
            nothing = phrase("Nothing that GNU Backgammon returned fits the record.")
            raise asking.ended or KotraError(nothing)

    def _settings(self) -> list[str]:
        plies = [
            f"set analysis {what} evaluation plies {self.level.plies}"
            for what in ("chequerplay", "cubedecision")
        ]
        return [*SETTINGS, *plies]

    @contextmanager
    def _start(self, folder: str, commands: Sequence[str]) -> Iterator[subprocess.Popen[bytes]]:
        """The program with commands, in a folder; at the end it has ended, or is ended."""
        with open(_in(folder, "commands"), "w", encoding="ascii") as file:
            file.write("\n".join([*commands, ""]))
        words = [self.program, *ARGUMENTS, "-s", folder, "-c", "commands"]
        with open(_in(folder, "said"), "wb") as output:
            try:
                process = subprocess.Popen(
                    words,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    cwd=folder,
                    env={**os.environ, **ENGLISH},
                    start_new_session=True,
                )
            except OSError as error:
                raise KotraError(
                    "GNU Backgammon ({program}) could not be run: {why}", program=self.program, why=why(error)
                ) from None
            with process:
                try:
                    yield process
                finally:
                    if process.poll() is None:
                        end_process(process)


class EndedError(ValueError):
    """The program has ended without an answer, with a status."""

    def __init__(self, status: int) -> None:
        super().__init__(phrase("GNU Backgammon ended with status {status}.", status=status))
        self.status = status


class Asking:
    """The pieces of a match that the program is asked about in a folder, and what is made of its answers.

    Where it ends over a piece, that one has no answer, and `start` runs it again with those that follow.
    """

    def __init__(
        self,
        source: str,
        flat: Sequence[GamePiece],
        folder: str,
        start: Callable[[list[str]], subprocess.Popen[bytes]],
    ) -> None:
        self.source = source
        self.folder = folder
        self.start = start
        self.texts = [_text(piece.match) for piece in flat]
        for number, text in enumerate(self.texts):
            with open(_in(folder, f"{number}.sgf"), "w", encoding="utf-8") as file:
                file.write(text)
        self.process: subprocess.Popen[bytes] | None = None
        self.number = 0  # of the piece that is asked about next
        self.believed = 0
        self.crashes = 0
        self.ended: EndedError | None = None

    def game(
        self, game: Game, played: GameReplay, some: Sequence[GamePiece], *, every: bool = False
    ) -> AnalysedGame:
        """A game with what is said of it, as soon as that is there."""
        evaluations: dict[int, list[Evaluation]] = {}
        warnings: list[str] = []
        for piece in some:
            answer = self._answer(piece, played, every)
            evaluations |= answer.said
            if answer.why:
                warnings.append(_warning(played, piece.places[len(answer.said)], answer.why))
        self.believed += len(evaluations)

        def is_replaced(place: int, event: Evaluation) -> bool:
            return event.source == self.source and place in evaluations

        weighed = sum(
            evaluation.aspect == "luck" for some_said in evaluations.values() for evaluation in some_said
        )
        done = with_evaluations(game, evaluations, is_replaced)
        return AnalysedGame(done, played.turns, weighed, warnings=tuple(warnings))

    def _answer(self, piece: GamePiece, played: GameReplay, every: bool) -> Answer:
        """Return what is believed of the answer to the next piece."""
        number, self.number = self.number, self.number + 1
        if self.process is None:
            self.process = self.start(
                [
                    command
                    for at in range(number, len(self.texts))
                    for command in (f"load match {at}.sgf", "analyse match", f"save match {at}a.sgf")
                ]
            )
        try:
            text = _wait_for_content(_in(self.folder, f"{number}a.sgf"), self.process)
        except EndedError as ended:
            self.process, self.ended = None, ended
            self.crashes += 1
            if self.crashes > MOST_CRASHES:
                raise
            why_not = phrase("GNU Backgammon stopped here with status {status}", status=ended.status)
            return Answer(said={}, why=why_not)
        (again,) = _read(self.texts[number])
        return match_answer(piece, played.frames, _read(text, self.source), again, every=every)


def _find_program() -> str:
    """Return where the program is."""
    for command in COMMANDS:
        if program := shutil.which(command):
            return os.path.abspath(program)
    raise KotraError("GNU Backgammon is not installed, or not on the PATH: {home}", home=HOME)


def _check_known(replayed: Replay) -> None:
    """Raises ValueError for games that the program does not know, or that it would weigh otherwise."""
    ruleset = replayed.ruleset
    if not lists_plays(ruleset) or ruleset.options["variant"] not in VARIANTS:
        raise KotraError("GNU Backgammon does not know these rules: {rules}.", rules=ruleset.title)
    if (length := replayed.match.length or 0) > LONGEST:
        raise KotraError(
            "GNU Backgammon plays matches up to {longest} points; this one goes to {length}.",
            longest=LONGEST,
            length=length,
        )


def _in(folder: str, name: str) -> str:
    return os.path.join(folder, name)


def _text(match: Match) -> str:
    """A match as SGF."""
    content = write_matches([match], "sgf", None).content
    assert isinstance(content, str)
    return content


def _read(text: str, source: str = "") -> tuple[Match, ...]:
    """The matches of an SGF text, none where another program than the `source` that is expected wrote it."""
    matches = find_format("sgf").read(Source(text.encode(), "")).matches
    others = {
        event.source
        for match in matches
        for game in match.games
        for event in game.events
        if isinstance(event, Evaluation)
    }
    return () if source and others - {source} else matches


def _wait_for_content(path: str, process: subprocess.Popen[bytes]) -> str:
    """Return what the program writes into a file, as soon as that is whole; nothing where it writes none."""
    limit = time.monotonic() + PATIENCE
    while True:
        ended = process.poll() is not None
        text = _content(path)
        if text.rstrip().endswith(")"):
            return text
        if ended:
            if process.returncode:
                raise EndedError(process.returncode)
            return text
        if time.monotonic() > limit:
            raise KotraError(
                "GNU Backgammon took longer than {seconds} seconds for a game.", seconds=round(PATIENCE)
            )
        time.sleep(PAUSE)


def _content(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def _warning(played: GameReplay, index: int, why_not: str) -> str:
    """Return the warning that nothing is taken over from an event of a game on."""
    turn = played.frames[index].before.turns + 1
    return phrase(
        "Game {game}, turn {turn}: {why}; GNU Backgammon's results after this are not used.",
        game=played.number,
        turn=turn,
        why=why_not,
    )
