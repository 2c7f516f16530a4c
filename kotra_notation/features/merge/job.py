"""`kn.merge`: several records of one match made into one, in any notation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from string import ascii_uppercase

from kotra_notation.api import supplied
from kotra_notation.compare.merging import Merged, MergeDecision, Prefer, merge_matches
from kotra_notation.compare.same.sketches import Resemblance, resemblance, sketch
from kotra_notation.errors import KotraError, NotWritten
from kotra_notation.findings import Finding, Severity, phrase, sentences
from kotra_notation.formats import find_format, write_matches
from kotra_notation.formats.format import Content, Reading
from kotra_notation.jobs.engine import losses_of
from kotra_notation.jobs.files import STDIN, Given, Opened, printable
from kotra_notation.jobs.guarding import LIMIT, guard
from kotra_notation.jobs.notations import notation_of_name, read_only_notation
from kotra_notation.jobs.paths import ending
from kotra_notation.jobs.records import choose_match, read_matches
from kotra_notation.jobs.rows import Row, Table, Tabular, row
from kotra_notation.jobs.sources import open_source
from kotra_notation.model import Event, Match, ScoreClaim, Turn
from kotra_notation.repair.edits import event_text
from kotra_notation.replay import Frame, GameReplay, Replay, replay
from kotra_notation.rules import Ruleset
from kotra_notation.values import dataclass
from kotra_notation.words.phrases import oneline, told
from kotra_notation.words.tongues import ENGLISH, Tongue

# Conflicts of merged records in which plays differ: what each of them loses, where an engine is there.


def play_losses(merged: Merged, replayed: Replay) -> dict[int, tuple[float | None, ...]]:
    """Return by conflict what each of its versions loses as a play, where they can be compared."""
    asked = {
        number: list(_frames(decision, merged.match, replayed.find_game(decision.game)))
        for number, decision in enumerate(merged.decisions)
        if decision.open
        and all(len(events) == 1 and isinstance(events[0], Turn) for _, events in decision.versions)
    }
    if not asked:
        return {}
    all_losses = iter(losses_of([frame for frames in asked.values() for frame in frames]))
    by_conflict = {}
    for number, frames in asked.items():
        losses = tuple([losses[0] if losses else None for losses in [next(all_losses) for _ in frames]])
        if sum(loss is not None for loss in losses) > 1:
            by_conflict[number] = losses
    return by_conflict


def _frames(decision: MergeDecision, match: Match, replayed: GameReplay) -> Iterator[Frame]:
    """The turn of each version, in the merged game."""
    game = match.games[replayed.place]
    at = next(index for index, event in enumerate(game.events) if event is decision.taken[0])
    for _, (event,) in decision.versions:
        other = replace(game, events=(*game.events[:at], event, *game.events[at + 1 :]))
        yield from replayed.again(other).frames_at([at])


VERSION = 1
LETTERS = ascii_uppercase

# Whoever names two records says that they are of one match: less has to speak for it than in an archive.
ENOUGH = 12.0


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeSources:
    """The records to merge, and the notation of the result; `record_of` has for each file its record."""

    paths: tuple[str, ...]
    record_of: tuple[int, ...]
    matches: tuple[Match, ...]
    format: str
    dialect: str | None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class MergedRecord(Tabular):
    """The result of `merge`: its `content`, the losses of its notation, and the errors left.

    `sources` are the records; `merged` has the decisions. `lost` has what the notation cannot hold, `wrong`
    the number of errors under `ruleset`. `losses` has the equity each version of a conflict loses, by the
    place of the conflict in the decisions.
    """

    sources: MergeSources
    merged: Merged
    content: Content
    lost: tuple[Finding, ...]
    wrong: int
    ruleset: Ruleset
    losses: Mapping[int, tuple[float | None, ...]]

    @property
    def match(self) -> Match:
        """Return the merged match."""
        return self.merged.match

    @property
    def conflicts(self) -> tuple[MergeDecision, ...]:
        """Return the open decisions; there the first record is kept and marked."""
        return tuple(self.merged.conflicts)

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return what `kotra merge --json` prints."""
        return {
            "version": VERSION,
            "records": [
                {"letter": LETTERS[at], "path": printable(path), "swapped": at in self.merged.swapped}
                for at, path in enumerate(self.sources.paths)
            ],
            "decisions": [
                self._decision_row(decision, self.losses.get(number), tongue)
                for number, decision in enumerate(self.merged.decisions)
            ],
            "headers": [row(header, "what kept said") for header in self.merged.kept],
            "summary": {
                "decided": len(self.merged.decisions) - len(self.merged.conflicts),
                "conflicts": len(self.merged.conflicts),
                "times_left_out": self.merged.times,
                "findings": self.wrong,
            },
        }

    def _decision_row(
        self, decision: MergeDecision, losses: Sequence[float | None] | None, tongue: Tongue
    ) -> Row:
        def words(events: Sequence[Event]) -> list[str]:
            return [event_words(event, self.match, self.ruleset, tongue) for event in events]

        versions = [
            {
                "records": [LETTERS[record] for record in records],
                "events": words(events),
                "loss": None if loss is None else round(loss, 4),
            }
            for (records, events), loss in zip(
                decision.versions, losses or [None] * len(decision.versions), strict=True
            )
        ]
        return {
            "game": decision.game,
            "turn": decision.turn or None,
            "versions": versions,
            "taken": words(decision.taken),
            "version": decision.chosen,
            "by": decision.by or None,
        }

    def _table(self) -> Table:
        rows = [
            (decision["game"], decision["turn"] or "", ", ".join(decision["taken"]), decision["by"] or "?")
            for decision in self.as_json()["decisions"]
        ]
        return Table(("game", "turn", "taken", "by"), rows)


def merge(
    sources: Given | Iterable[Given],
    *others: Given,
    to: str | None = None,
    prefer: int | str | None = None,
    match: int | None = None,
    format: str | None = None,
) -> MergedRecord:
    """Merge several records of a match into one: `merge(a, b)` or `merge([a, b])`.

    `sources` is a list, or the first record with the `others` after it. Raise ValueError if they are of
    different matches. `to` is the notation of the result; it and the names default to those of the first
    record. `prefer` decides conflicts: the number of a record, from 0, or "legal" for the one with fewest
    faults. `match` picks one match of each file, from 1.
    """
    first = sources if isinstance(sources, Iterable) and not isinstance(sources, str | bytes) else [sources]
    files = [open_source(source) for source in (*first, *others)]
    if not 2 <= len(files) <= len(LETTERS):
        raise KotraError("At least two and at most {most} records can be merged.", most=len(LETTERS))
    if prefer is not None and prefer not in ("legal", *range(len(files))):
        raise KotraError(
            "Name the record to prefer by its letter (from Python its number from 0), or write legal, "
            "not {word}.",
            word=repr(prefer),
        )
    with guard(LIMIT, sum(len(file.data) for file in files)):
        return merged_records(prepare_merge(files, format, to, STDIN, match), prefer)


def prepare_merge(
    files: Sequence[Opened], from_: str | None, to: str | None, out: str, number: int | None
) -> MergeSources:
    """The matches of some files, all of one match; ValueError where they are not, or cannot be written.

    A file that goes on where the first ends is joined to it, and the two are one record. The notation of the
    result is the one asked for, else the one that the name of the file says, else that of the first file.
    """
    readings = [read_matches(file, from_) for file in files]
    matches = [readings[0].matches[choose_match(files[0].path, readings[0], number) - 1]]
    paths, record_of = [files[0].path], [0]
    for file, reading in zip(files[1:], readings[1:], strict=True):
        if match := _join(matches[0], reading):
            record_of.append(0)
            matches[0] = match
            paths[0] += f" + {file.path}"
        elif match := _like(matches[0], reading):
            record_of.append(len(matches))
            matches.append(match)
            paths.append(file.path)
        else:
            raise KotraError(
                "{file}: this is a different match (too few rolls in common).", file=printable(file.path)
            )
    name, _, dialect = (to or "").partition(":")
    if not to:
        name, dialect = _notation(files[0], readings[0], out)
    return MergeSources(
        paths=tuple(paths),
        record_of=tuple(record_of),
        matches=tuple(matches),
        format=name,
        dialect=dialect or None,
    )


def _notation(file: Opened, reading: Reading, out: str) -> tuple[str, str]:
    """The notation of a result of that name, and its dialect: where the name allows it those of the base."""
    if only := read_only_notation(out):
        raise NotWritten("{format} can be read but not written.", format=only)
    known = find_format(reading.format)
    asked = notation_of_name(out)
    if asked and not (known.write and ending(out) in known.suffixes):
        return asked, ""
    if known.write is None:
        raise NotWritten(
            "{file}: {format} can be read but not written.",
            file=printable(file.path),
            format=phrase(known.title),
        )
    return reading.format, reading.dialect if reading.dialect in known.dialects else ""


def _like(base: Match, reading: Reading) -> Match | None:
    """Return the match of a file that is the one of the base, or None."""
    sketched = sketch(base)
    alike: list[tuple[Resemblance, Match]] = []
    for match in reading.matches:
        if likeness := resemblance(sketched, sketch(match), ENOUGH):
            alike.append((likeness, match))
    return max(alike, key=lambda pair: pair[0].matched)[1] if alike else None


def _join(base: Match, reading: Reading) -> Match | None:
    """Return the base with the games of a file that go before or behind its own by the score, or None."""
    for match in reading.matches:
        for first, second in ((base, match), (match, base)):
            if _goes_on(first, second):
                return replace(base, games=(*first.games, *second.games))
    return None


def _goes_on(first: Match, second: Match) -> bool:
    """Return whether a match begins at the score at which another of the same players ends."""
    names = [[player.name.strip().casefold() for player in match.players] for match in (first, second)]
    if names[0] != names[1] or first.length != second.length or not (first.games and second.games):
        return False
    claim, replayed = second.games[0].score, replay(first)
    ended = replayed.games[-1].winner is not None
    return claim is not None and any(claim.score) and ended and tuple(claim.score) == tuple(replayed.score)


def merged_records(sources: MergeSources, prefer: Prefer, tongue: Tongue = ENGLISH) -> MergedRecord:
    """The merged records, their differences noted in them; ValueError if a notation cannot hold them."""
    names = [Path(path).stem if path != STDIN else LETTERS[at] for at, path in enumerate(sources.paths)]
    ruleset = replay(sources.matches[0]).ruleset

    if isinstance(prefer, int):
        prefer = sources.record_of[prefer]

    def mark(decision: MergeDecision) -> str:
        versions = version_words(decision, sources.matches[0], ruleset, names, tongue)
        return tongue.say("The records differ here: {versions}.", versions="; ".join(versions))

    done = merge_matches(sources.matches, names, prefer=prefer, mark=mark)
    writing = write_matches([supplied(done.match, sources.format)], sources.format, sources.dialect)
    grave = next((finding for finding in writing.findings if finding.severity is Severity.ERROR), None)
    if grave is not None:
        raise KotraError(sentences(grave))
    replayed = replay(done.match)
    wrong = sum(finding.severity is not Severity.NOTE for finding in replayed.findings)
    return MergedRecord(
        sources=sources,
        merged=done,
        content=writing.content,
        lost=writing.findings,
        wrong=wrong,
        ruleset=replayed.ruleset,
        losses=play_losses(done, replayed),
    )


def version_words(
    decision: MergeDecision, match: Match, ruleset: Ruleset, names: Sequence[str], tongue: Tongue
) -> list[str]:
    """Return each version with the records that have it."""
    return [
        f"{', '.join(names[record] for record in records)}: {events_words(events, match, ruleset, tongue)}"
        for records, events in decision.versions
    ]


def events_words(events: Sequence[Event], match: Match, ruleset: Ruleset, tongue: Tongue) -> str:
    """Return what happened, one thing after the other."""
    return ", ".join(event_words(event, match, ruleset, tongue) for event in events) or tongue.say("nothing")


def event_words(event: Event, match: Match, ruleset: Ruleset, tongue: Tongue) -> str:
    """Return what happened, and by whom."""
    seat = getattr(event, "seat", None)
    name = oneline(match.players[seat].name) if seat is not None else ""
    if isinstance(event, ScoreClaim):
        return f"{event.score[0]:g}–{event.score[1]:g}"
    words = told(event_text(event, ruleset), tongue)
    return f"{name} {words}" if name else words
