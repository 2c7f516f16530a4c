"""`kn.check`: files read and replayed, and what was found in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from kotra_notation.board.figure import Table, Tabular
from kotra_notation.fast.proof import Proof, prove_record
from kotra_notation.features.check.match_rows import match_row, proved_row
from kotra_notation.findings import Finding, Severity, finding, select_findings, sentences
from kotra_notation.formats import find_format
from kotra_notation.formats.format import Reading, Source
from kotra_notation.ignores import Ignored, apply_ignores
from kotra_notation.jobs import DONE, FOUND
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE, Given, Opened, Trouble, nothing_to_check, printable
from kotra_notation.jobs.guarding import LIMIT, NotDoneError, guard
from kotra_notation.jobs.rows import Row, Rowed, ignored_row, row
from kotra_notation.jobs.sources import open_sources
from kotra_notation.reading import read_in_full, unexplained_wins
from kotra_notation.replay import Replay, replay, replay_edited
from kotra_notation.rules import Ruleset
from kotra_notation.rules.named import Rules, ruleset_of
from kotra_notation.values import dataclass
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import ENGLISH, Tongue

if TYPE_CHECKING:
    from kotra_notation.engine.weighing import Weigher
    from kotra_notation.features.analyse.job import EachGame
    from kotra_notation.features.check.plugins import Plugin
    from kotra_notation.replay.kept import KeptGames

VERSION = 1


class Judging(NamedTuple):
    """Rules to judge a file by, and the codes of findings that are wanted and unwanted."""

    rules: Ruleset | None
    select: Sequence[str]
    ignore: Sequence[str]


@dataclass(frozen=True, slots=True)
class Checked:
    """One checked file: its reading, a replay of each match, and all findings.

    `findings` are in file order, with suggestions in `meant`. `ignored` has findings ignored by the record or
    the caller. `stats` is filled if an engine level was given. `proof` is set for a file that was proved
    sound without a replay. `unselected` counts errors and warnings that were not asked for.
    """

    path: str
    reading: Reading
    replays: tuple[Replay, ...]
    findings: tuple[Finding, ...]
    stats: tuple[Rowed, ...] = ()
    proof: Proof | None = None
    ignored: tuple[Ignored, ...] = ()
    unselected: int = 0

    def count(self, severity: Severity) -> int:
        """Return the number of findings of a severity."""
        return sum(finding.severity is severity for finding in self.findings)

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the row of the file in `kotra check --json`."""
        reading = self.reading
        return {
            "path": printable(self.path),
            "format": reading.format or None,
            **row(reading, "dialect encoding"),
            "matches": self._matches(tongue),
            "positions": len(reading.positions),
            **row(self, "findings", tongue),
            **({"ignored": [ignored_row(entry, tongue) for entry in self.ignored]} if self.ignored else {}),
        }

    def _matches(self, tongue: Tongue) -> list[Row]:
        rows = [proved_row(self.proof)] if self.proof else [match_row(match) for match in self.replays]
        if not self.stats:
            return rows
        return [
            {**match, "stats": stats.as_json(tongue)} for match, stats in zip(rows, self.stats, strict=True)
        ]


class SoundFile(Checked):
    """A file that was proved sound: it is read and replayed when somebody asks for its content."""

    __slots__ = ("_file", "_proved", "_whole")
    _file: Opened
    _proved: Checked
    _whole: Checked

    def __init__(self, file: Opened, proved: Checked) -> None:
        super().__init__(file.path, proved.reading, (), (), proof=proved.proof)
        object.__setattr__(self, "_file", file)
        object.__setattr__(self, "_proved", proved)

    def __reduce__(self) -> tuple[Any, ...]:
        return SoundFile, (self._file, self._proved)

    @property
    def reading(self) -> Reading:
        """Return the reading of the file; computed on first use."""
        return self._check().reading

    @property
    def replays(self) -> tuple[Replay, ...]:
        """Return a replay of each match; computed on first use."""
        return self._check().replays

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the row of the file in `kotra check --json`."""
        return self._proved.as_json(tongue)

    def _check(self) -> Checked:
        if not hasattr(self, "_whole"):
            object.__setattr__(self, "_whole", check_file(self._file))
        return self._whole


@dataclass(frozen=True, repr=False)
class Check(Tabular):
    """The result of `check`: the `files` checked, and `troubles` with files that could not be.

    `passed_over` counts files in folders whose format is unknown. Checking nothing is a trouble too.
    """

    files: tuple[Checked, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    passed_over: int = 0

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """Return all findings, in the order of the files."""
        return tuple(finding for file in self.files for finding in file.findings)

    @property
    def sound(self) -> bool:
        """Return whether at least one file was checked, all were, and none has an error."""
        judged = bool(self.files) and not self.troubles
        return judged and all(finding.severity is not Severity.ERROR for finding in self.findings)

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the data of `kotra check --json`."""
        rows = [file.as_json(tongue) for file in self.files]
        return document(rows, self.files, self.passed_over, troubles=self.troubles, tongue=tongue)

    def _table(self) -> Table:
        rows: list[tuple[object, ...]] = [
            (
                printable(file.path),
                finding.span.line if finding.span else "",
                finding.code,
                finding.severity,
                finding.message,
            )
            for file in self.files
            for finding in file.findings
        ]
        rows += [(printable(trouble.path), "", "", "error", trouble.why) for trouble in self.troubles]
        return Table(("file", "line", "code", "severity", "finding"), rows)


def check(
    source: Given | Iterable[Given],
    *,
    format: str | None = None,
    rules: Rules = None,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    level: str | None = None,
    plugins: Iterable[str] = (),
) -> Check:
    """Read and replay files, folders, texts or bytes; return the findings of each.

    `select` keeps findings whose codes begin with one of its items (`P203`, `P2`, `P`); `ignore` drops them.
    With a `level`, the engine also analyses every match. `plugins` names plug-ins to run. A file that cannot
    be read becomes a trouble; the others are still checked. Raise ValueError for an unknown format or rule
    set.
    """
    ruleset = ruleset_of(rules)
    if format is not None:
        find_format(format)
    engine = engine_if_asked(level)
    asked = plugins_of(plugins)
    select, ignore = tuple(select), tuple(ignore)
    done: list[Checked] = []
    troubles: list[Trouble] = []
    passed_over = 0
    plain = not (format or ruleset or engine or asked)
    for file in open_sources(source, MAX_SIZE * MEGABYTE):
        if isinstance(file, Trouble):
            troubles.append(file)
            continue
        if plain and (proved := sound_file(file)):
            done.append(SoundFile(file, proved))
            continue
        try:
            with guard(LIMIT, len(file.data)):
                checked = check_file(
                    file, format=format, rules=ruleset, select=select, ignore=ignore, plugins=asked
                )
            if engine:
                with guard(None):
                    checked = with_stats(checked, engine, ruleset)
        except NotDoneError as error:
            troubles.append(Trouble(file.path, sentences(error.found)))
            continue
        if checked.reading.format or not file.searched:
            done.append(checked)
        else:
            passed_over += 1
    if not (done or troubles):
        troubles.append(nothing_to_check(passed_over))
    return Check(tuple(done), tuple(troubles), passed_over)


def check_file(
    file: Opened,
    *,
    format: str | None = None,
    rules: Ruleset | None = None,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    plugins: Sequence[Plugin] = (),
    hints: bool = True,
    kept: KeptGames | None = None,
) -> Checked:
    """A file read and replayed; ValueError for a format that does not exist.

    Without `hints` nobody asks what was probably meant. Games that are `kept` are not judged again.
    """
    reading = read_in_full(Source(file.data, file.path), format, rules)
    replays = tuple([replay_edited(match, rules, kept) for match in reading.matches])
    findings = [*findings_with_hints(reading, replays, hints=hints, kept=kept)]
    findings += unexplained_wins(reading, replays)
    for at, replayed in enumerate(replays, 1):
        findings += [each.at(match=at) for plugin in plugins for each in plugin.check(replayed)]
    findings, ignored = apply_ignores(findings, reading.matches, ignore)
    wanted = tuple(select_findings(sort_findings(findings), select))
    unselected = len(errors_among(findings, strict=True)) - len(errors_among(wanted, strict=True))
    missed = tuple(
        [entry for entry in ignored if entry.by_record or select_findings([entry.finding], select)]
    )
    return Checked(file.path, reading, replays, wanted, ignored=missed, unselected=unselected)


def sort_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings by the matches and the lines that they are of."""
    return tuple(sorted(findings, key=lambda item: (item.match or 0, item.span.line if item.span else 0)))


def plugins_of(names: Iterable[str]) -> Sequence[Plugin]:
    """The plug-ins of these names; ValueError for one that is not installed, or cannot be loaded."""
    if not (wanted := tuple(names)):
        return ()
    from kotra_notation.features.check.plugins import plugins

    return plugins(wanted)


def engine_if_asked(level: str | None) -> Weigher | None:
    """The engine at a level, where one is asked for."""
    if level is None:
        return None
    from kotra_notation.jobs.engine import open_engine

    return open_engine(level)


def with_stats(
    checked: Checked, engine: Weigher, rules: Ruleset | None = None, each: EachGame | None = None
) -> Checked:
    """Return the file with the engine's numbers for each match; `each` is handed the games."""
    from kotra_notation.features.analyse.job import stats_by_engine

    return replace(
        checked,
        stats=tuple([stats_by_engine(match, engine, rules, each) for match in checked.reading.matches]),
    )


def sound_file(file: Opened) -> Checked | None:
    """Return a file that is proved sound at once, without its content; None tells nothing of it."""
    try:
        record = prove_record(file.data)
    except Exception:
        return None  # a fault is reported where the file is read
    if not record:
        return None
    reading = Reading(format=record.format, dialect=record.dialect, encoding=record.encoding)
    return Checked(file.path, reading, (), (), proof=record.proof)


def unjudged_file(path: str, found: Finding) -> Checked:
    """Return what is shown of a file that was not judged: the finding that says why."""
    return Checked(path, Reading(findings=(found,)), (), (found,))


def status_of(findings: Iterable[Finding], *, strict: bool) -> int:
    """Return the exit status for some findings."""
    return FOUND if errors_among(findings, strict=strict) else DONE


def errors_among(findings: Iterable[Finding], *, strict: bool) -> tuple[Finding, ...]:
    """Return the findings that are errors; if `strict`, warnings are errors too."""
    severities = {Severity.ERROR, Severity.WARNING} if strict else {Severity.ERROR}
    return tuple([finding for finding in findings if finding.severity in severities])


def errors_in(data: bytes, path: str, format: str, rules: Ruleset | None, ignore: Sequence[str] = ()) -> int:
    """Return how many errors count in a record, without what helps to mend them."""
    reading = read_in_full(Source(data, path), format, rules)
    findings = list(reading.findings)
    for number, match in enumerate(reading.matches, 1):
        findings += [finding.at(match=number) for finding in replay(match, rules).findings]
    left, _ = apply_ignores(findings, reading.matches, ignore)
    return sum(finding.severity is Severity.ERROR for finding in left)


def findings_with_hints(
    reading: Reading, replays: Sequence[Replay], *, hints: bool = True, kept: KeptGames | None = None
) -> Iterator[Finding]:
    """Yield the findings of the reader and the replays; with `hints`, with what was probably meant."""
    of_replays = [(at, item) for at, replayed in enumerate(replays, 1) for item in replayed.findings]
    everything = (*reading.findings, *(item for _, item in of_replays))
    if not (hints and replays) or all(item.severity is Severity.NOTE for item in everything):
        yield from reading.findings
        yield from (item.at(match=at) for at, item in of_replays)
        return
    # Sound records do without the search, and a cold start does without loading it.
    from kotra_notation.repair import Hints, with_hint
    from kotra_notation.repair.effort import HintPurse

    read, purse = by_match(reading.findings), HintPurse()
    known = [
        Hints(replayed, purse.for_match(), read.get(at, []), kept) for at, replayed in enumerate(replays, 1)
    ]
    for item in reading.findings:
        yield with_hint(item, known[item.match - 1] if item.match else known[0])
    for at, item in of_replays:
        yield with_hint(item, known[at - 1]).at(match=at)
    places = [(item.match, item) for item in reading.findings] + of_replays
    asked = sorted({at for at, item in places if at and item.severity is not Severity.NOTE})
    for at in asked:
        if known[at - 1].left_out:
            number = known[at - 1].left_out[0]
            span = replays[at - 1].match.games[replays[at - 1].find_game(number).place].span
            yield finding("hints-left-out", span=span).at(match=at, game=number)
            return


def by_match(findings: Iterable[Finding]) -> dict[int | None, list[Finding]]:
    """The findings of a reader by the number of their match."""
    groups: dict[int | None, list[Finding]] = {}
    for item in findings:
        groups.setdefault(item.match, []).append(item)
    return groups


def document(
    rows: list[Row],
    checked: Sequence[Checked],
    passed_over: int,
    across: Sequence[Finding] = (),
    troubles: Sequence[Trouble] = (),
    tongue: Tongue = ENGLISH,
) -> Row:
    """Return the JSON document: the files, those that could not be checked, and the numbers of findings."""
    total = Counter(finding.severity for done in checked for finding in done.findings)
    total.update(finding.severity for finding in across)
    return {
        "version": VERSION,
        "files": rows,
        "unchecked": [
            {"path": printable(trouble.path) or None, "why": told(trouble.why, tongue)}
            for trouble in troubles
        ],
        "summary": {
            "files": len(checked),
            "passed_over": passed_over,
            "unchecked": len(troubles),
            "errors": total[Severity.ERROR],
            "warnings": total[Severity.WARNING],
            "notes": total[Severity.NOTE],
            "ignored": sum(len(file.ignored) for file in checked),
        },
    }
