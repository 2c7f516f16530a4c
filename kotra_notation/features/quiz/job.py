"""`kn.quiz`: the worst errors of records that bring an analysis, as questions."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import PurePath
from random import Random

from kotra_notation.errors import KotraError
from kotra_notation.features.quiz.choosing import QuizItem
from kotra_notation.formats import find_format
from kotra_notation.formats.format import Source
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE, STDIN, Given, Opened, Trouble, printable
from kotra_notation.jobs.guarding import LIMIT, NotDoneError, guard
from kotra_notation.jobs.rows import Row, Table, Tabular, row
from kotra_notation.jobs.sources import open_sources
from kotra_notation.model import CHANCES, Evaluation, Match
from kotra_notation.reading import read_in_full
from kotra_notation.replay import replay
from kotra_notation.report.wishes import record_language
from kotra_notation.rules import Ruleset
from kotra_notation.statistics.analysis import analysis
from kotra_notation.statistics.counts import frames_of
from kotra_notation.statistics.questions import QuizAnswer, least_shown, questions
from kotra_notation.values import dataclass
from kotra_notation.words import phrase, reason
from kotra_notation.words.tongues import ENGLISH, Tongue, preferred_language, tongue

VERSION = 1
KINDS = ("play", "cube")
MOST, LEAST = 20, 0.05
DIGITS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class QuizOptions:
    """Which decisions to ask: at most `most` that lost at least `least`, the worst first.

    `player` and `by` stand in the name of the player, or of the program that weighed. `kind` is play or
    cube. With a `seed` the decisions that were chosen come in an order that is drawn from it. `format` is
    the notation of the records, found by content unless named, and `rules` overrule those that they state.
    A file may take `limit` seconds.
    """

    most: int = MOST
    least: float = LEAST
    player: str = ""
    by: str = ""
    kind: str | None = None
    seed: int | None = None
    format: str | None = None
    rules: Ruleset | None = None
    limit: float = LIMIT


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Quiz(Tabular):
    """The questions of a quiz, and the records they come from.

    `weighed` decisions were candidates; `unanalysed` of the `matches` have no analysis. `players` and
    `engines` are the names in the analysed ones. `passed_over` counts files in folders that hold no match.
    """

    decisions: tuple[QuizItem, ...]
    weighed: int
    matches: int
    unanalysed: int
    players: tuple[str, ...]
    engines: tuple[str, ...]
    language: str
    troubles: tuple[Trouble, ...] = ()
    passed_over: int = 0

    def page(self, language: str | None = None, theme: str = "paper") -> str:
        """Return the quiz as an HTML page; raise ValueError for an unknown language or theme."""
        from kotra_notation.features.quiz.choosing import html

        return html(self.decisions, tongue(language or self.language), theme)

    def cards(self, language: str | None = None, theme: str = "paper") -> bytes:
        """Return an Anki package, a card for each decision; raise ValueError if genanki is not installed."""
        from kotra_notation.features.quiz.choosing import package

        return package(self.decisions, tongue(language or self.language), theme)

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the decisions and their choices, in the order of the questions."""
        return {
            "version": VERSION,
            **row(self, "matches unanalysed weighed", tongue),
            "decisions": [_row(decision) for decision in self.decisions],
        }

    def _table(self) -> Table:
        rows = [
            (
                decision.player,
                decision.question.kind,
                decision.question.chosen.text,
                f"{decision.question.loss:.3f}",
            )
            for decision in self.decisions
        ]
        return Table(("player", "kind", "made", "loss"), rows)


def quiz(
    source: Given | Match | Iterable[Given],
    *,
    most: int = MOST,
    least: float = LEAST,
    player: str = "",
    by: str = "",
    kind: str | None = None,
    seed: int | None = None,
    format: str | None = None,
) -> Quiz:
    """Return the worst errors of analysed records as a quiz, each decision once.

    `source` is a match, or paths, texts or bytes in the given or recognised `format`. `most` limits the
    number of questions, `least` the equity lost. `player`, `kind` (play or cube) and `by` (part of an
    engine's name) select decisions. With a `seed` the order is random, otherwise worst first. Raise
    ValueError for an unknown format or kind.
    """
    options = QuizOptions(most=most, least=least, player=player, by=by, kind=kind, seed=seed, format=format)
    if isinstance(source, Match):
        return gather_quiz(source, options)
    return gather_quiz(open_sources(source, MAX_SIZE * MEGABYTE), options)


def gather_quiz(source: Match | Iterable[Opened | Trouble], options: QuizOptions) -> Quiz:
    """A quiz of a match or of files that were opened; ValueError for a format or a kind there is not."""
    if options.kind not in (None, *KINDS):
        raise KotraError(
            "{kind} is not a kind of decision; known: {kinds}.",
            kind=repr(options.kind),
            kinds=", ".join(KINDS),
        )
    if options.format is not None:
        find_format(options.format)
    work = _QuizGathering(options)
    if isinstance(source, Match):
        work.match(source, "", 1, 1)
    else:
        for file in source:
            work.file(file)
    return work.quiz()


class _QuizGathering:
    """Decisions gathered from the matches read so far."""

    def __init__(self, options: QuizOptions) -> None:
        self.options = options
        self.found: dict[str, QuizItem] = {}
        self.troubles: list[Trouble] = []
        self.players: dict[str, None] = {}
        self.engines: dict[str, None] = {}
        self.language = ""
        self.matches = self.unanalysed = self.weighed = self.passed_over = 0

    def file(self, file: Opened | Trouble) -> None:
        """Read a file; what cannot be read is among the troubles."""
        if isinstance(file, Trouble):
            self.troubles.append(file)
            return
        options = self.options
        try:
            with guard(options.limit, len(file.data)):
                reading = read_in_full(Source(file.data, file.path), options.format, options.rules)
                if not reading.matches and file.searched:
                    self.passed_over += 1
                elif not reading.matches:
                    self.troubles.append(Trouble(file.path, phrase("there is no match in it")))
                name = "" if file.path == STDIN else PurePath(printable(file.path)).name
                for number, match in enumerate(reading.matches, 1):
                    self.match(match, name, number, len(reading.matches))
        except NotDoneError as error:
            self.troubles.append(Trouble(file.path, reason(error)))

    def match(self, match: Match, source: str, number: int, count: int) -> None:
        """Take what can be asked of a match."""
        self.matches += 1
        if not _has_analysis(match):
            self.unanalysed += 1
            return
        replayed = replay(match, self.options.rules)
        frames = frames_of(replayed)
        analysed = analysis(replayed, frames)
        first, second = match.players
        names = first.name, second.name
        self.language = self.language or record_language(match)
        self.players |= dict.fromkeys(filter(None, names))
        self.engines |= dict.fromkeys(analysed.engines)
        for question in questions(analysed, frames, self.options.by):
            item = QuizItem(question=question, source=source, match=number, matches=count, players=names)
            self.weighed += self._is_asked_about(item)
            kept = self.found.get(item.key)
            if self._is_wanted(item) and (kept is None or kept.question.loss < item.question.loss):
                self.found[item.key] = item

    def _is_wanted(self, item: QuizItem) -> bool:
        options = self.options
        return item.question.loss >= max(
            options.least * item.question.unit, least_shown(item.question.chosen.places)
        ) and self._is_asked_about(item)

    def _is_asked_about(self, item: QuizItem) -> bool:
        """Return whether a decision is of the player and kind asked about, however little it lost."""
        kind = "play" if item.question.kind == "play" else "cube"
        return self.options.player.casefold() in item.player.casefold() and self.options.kind in (None, kind)

    def quiz(self) -> Quiz:
        """The worst of what was found."""
        options = self.options
        chosen = sorted(
            self.found.values(), key=lambda item: (-item.question.loss / item.question.unit, item.key)
        )
        del chosen[max(options.most, 0) :]
        if options.seed is not None:
            Random(options.seed).shuffle(chosen)
        return Quiz(
            decisions=tuple(_put_doubles_first(chosen)),
            weighed=self.weighed,
            matches=self.matches,
            unanalysed=self.unanalysed,
            players=tuple(self.players),
            engines=tuple(self.engines),
            language=self.language or preferred_language(os.environ),
            troubles=tuple(self.troubles),
            passed_over=self.passed_over,
        )


def _put_doubles_first(chosen: list[QuizItem]) -> list[QuizItem]:
    """Put a double before its answer, which would tell that it was an error; else keep the order."""
    doubles = {item.roll: item for item in chosen if item.question.kind == "double"}
    ordered: dict[str, QuizItem] = {}
    for item in chosen:
        if item.question.kind == "take" and item.roll in doubles:
            ordered.setdefault(doubles[item.roll].key, doubles[item.roll])
        ordered.setdefault(item.key, item)
    return list(ordered.values())


def _has_analysis(match: Match) -> bool:
    """Return whether a record says anything of the worth of a choice."""
    return any(
        isinstance(event, Evaluation) and event.candidates for game in match.games for event in game.events
    )


def _row(item: QuizItem) -> Row:
    question, position = item.question, item.question.position
    standing = position.standing
    return {
        "key": item.key,
        "kind": question.kind,
        "xgid": position.spellings()["xgid"],
        "position": position.text(),
        "dice": list(position.dice) if position.dice else None,
        "seat": question.seat,
        "player": item.player or None,
        "file": item.source or None,
        "match": item.match,
        "game": question.number,
        "turn": question.turn,
        "score": list(standing.score),
        "length": standing.length,
        "crawford": standing.crawford,
        "cube": {"value": position.cube.value, "owner": position.cube.owner},
        "engine": question.engine or None,
        "loss": round(question.loss, DIGITS),
        "choices": [_choice(answer) for answer in question.answers],
    }


def _choice(answer: QuizAnswer) -> Row:
    chances = dict(zip(CHANCES, answer.chances, strict=True)) if len(answer.chances) == len(CHANCES) else None
    return {
        "text": answer.text,
        "equity": round(answer.equity, DIGITS),
        "loss": round(answer.loss, DIGITS),
        "chances": chances or dict(answer.outcomes) or None,
        "level": answer.level or None,
        "played": answer.made,
        "right": answer.right,
    }
