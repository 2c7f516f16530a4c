"""`kn.fix`: what is proposed for the matches of a file, and the file with the proposals that were chosen."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import unified_diff
from functools import partial

from kotra_notation.errors import KotraError
from kotra_notation.features.check.job import by_match, errors_in
from kotra_notation.findings import Finding
from kotra_notation.formats import find_format, read_source
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.patching import patch_file, with_games_moved
from kotra_notation.formats.patching.sheet import WordChange
from kotra_notation.ignores import Ignored, without_ignored
from kotra_notation.implied import GameOrder
from kotra_notation.jobs.engine import losses_of
from kotra_notation.jobs.files import Given, Opened, printable
from kotra_notation.jobs.guarding import LIMIT, guard
from kotra_notation.jobs.notations import ConvertOptions, notation_of_name, write_contents
from kotra_notation.jobs.records import choose_match, read_matches
from kotra_notation.jobs.rows import Row, Table, Tabular, ignored_row, row
from kotra_notation.jobs.sources import open_source
from kotra_notation.model import Match
from kotra_notation.repair.edits import Edit, OrderEdit, WordEdit, apply_edits, meant_text, why, written_text
from kotra_notation.repair.effort import Purse
from kotra_notation.repair.proposals import Proposal, RepairChoice, ordered_by_play, proposals
from kotra_notation.repair.repairs import Repairs, repair
from kotra_notation.rules import Ruleset
from kotra_notation.rules.named import Rules, ruleset_of
from kotra_notation.values import dataclass
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import ENGLISH, Tongue

VERSION = 1

# How sure a repair has to be to be made, by the word that asks for it; open ones are for people to decide.
DEGREES = {"sure": ("sure",), "likely": ("sure", "likely")}

UNENDED = "\\ No newline at end of file"


@dataclass(frozen=True, slots=True)
class ProposalPlace:
    """A proposal and its match, from 0."""

    match: int
    proposal: Proposal


@dataclass(frozen=True, slots=True)
class Fixing:
    """A file, its reading, and the proposals for its matches, which count from 0.

    Findings in `ignored`, and those with `unwanted` codes, get no proposal.
    """

    file: Opened
    source: Source
    reading: Reading
    repairs: Mapping[int, Repairs]
    places: tuple[ProposalPlace, ...]
    ignored: tuple[Ignored, ...] = ()
    unwanted: Sequence[str] = ()

    @property
    def hurried(self) -> int:
        """Return how many games were searched with little effort."""
        return sum(len(searched.hurried) for searched in self.repairs.values())

    @property
    def passed_over(self) -> int:
        """Return how many games in which something is wrong were not searched."""
        return sum(len(searched.passed_over) for searched in self.repairs.values())

    @property
    def name(self) -> str:
        """The path as it can be printed."""
        return printable(self.file.path)

    def outline(self) -> Fixing:
        """Return the proposals without what was played."""
        repairs = {
            match: replace(searched, replayed=searched.replayed.outline(), games=())
            for match, searched in self.repairs.items()
        }
        return replace(self, reading=self.reading.outline(), repairs=repairs)


# Returns the edit to make at a place, or None.
Decision = Callable[[ProposalPlace], Edit | None]


@dataclass(frozen=True, slots=True, repr=False)
class Fixed(Tabular):
    """A fixed record: `data` is the file with the repairs made, and all other bytes unchanged.

    `proposed.places` has every proposal; `decide` returns the edit made at a place, or None.
    """

    proposed: Fixing
    decide: Decision
    data: bytes
    errors_left: int

    @property
    def changed(self) -> bool:
        """Return whether anything was changed."""
        return self.data != self.proposed.file.data

    @property
    def text(self) -> str:
        """Return the fixed record as text."""
        return Source(self.data, self.proposed.file.path).text

    @property
    def diff(self) -> str:
        """Return the changes as a unified diff."""
        return difference(self.proposed, self.data, self.proposed.name)

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return what `kotra fix --json` prints."""
        return fix_row(self.proposed, self.decide, self.data, self.proposed.name, tongue)

    def _table(self) -> Table:
        rows = [
            (
                proposal["line"] or "",
                proposal["confidence"],
                proposal["written"],
                proposal["choices"][0]["meant"],
            )
            for proposal in self.as_json()["proposals"]
        ]
        return Table(("line", "confidence", "written", "probably meant"), rows)


def fix(
    source: Given,
    *,
    format: str | None = None,
    rules: Rules = None,
    make: str = "likely",
    match: int | None = None,
    ignore: Iterable[str] = (),
) -> Fixed:
    """Find and fix transcription errors; raise ValueError if the record has no match.

    `make` chooses which repairs are made: "sure" ones, or "likely" ones too. `match` limits the repairs to
    one match, from 1. `ignore` skips findings whose codes begin with one of its items, as the record's own
    ignores do. No file is written.
    """
    ruleset, decide = ruleset_of(rules), by_degree(make)
    file = open_source(source)
    with guard(LIMIT, len(file.data)):
        reading = read_matches(file, format, ruleset)
        if match is not None:
            choose_match(file.path, reading, match)
        return fix_proposed(fixing(file, reading, ruleset, match, tuple(ignore)), decide, ruleset)


def fix_proposed(proposed: Fixing, decide: Decision, rules: Ruleset | None) -> Fixed:
    """Make what is decided of the proposals; ValueError where the notation does not allow it."""
    data = proposed.file.data
    if proposed.places:
        data = data_of(proposed, plan_fixes(proposed, decide))
    return Fixed(proposed, decide, data, errors_left(proposed, data, rules))


def fixing(
    file: Opened, reading: Reading, rules: Ruleset | None, only: int | None, ignore: Sequence[str] = ()
) -> Fixing:
    """Return the proposals for a file that was read, or one match of it; none for codes to `ignore`."""
    repairs: dict[int, Repairs] = {}
    places: list[ProposalPlace] = []
    ignored: list[Ignored] = []
    effort, read = Purse.of(reading.matches), by_match(reading.findings)
    for number, match in enumerate(reading.matches):
        if only in (None, number + 1):
            done = repairs[number] = repair(match, rules, effort, read.get(number + 1, []))
            proposed = ordered_by_play(proposals(done), done, losses_of)
            replayed, of_reader, left_out = without_ignored(done.replayed, reading, number + 1, ignore)
            ignored += left_out
            counting = {id(finding) for finding in (*of_reader, *replayed.findings)}
            places += [
                ProposalPlace(number, proposal) for proposal in proposed if _is_wanted(proposal, counting)
            ]
    source = Source(file.data, file.path)
    return Fixing(file, source, reading, repairs, tuple(places), tuple(ignored), ignore)


def _is_wanted(proposal: Proposal, counting: Container[int]) -> bool:
    """Return whether a proposal explains anything that counts, or more than findings."""
    return not proposal.explains or any(id(finding) in counting for finding in proposal.explains)


def by_degree(degree: str) -> Decision:
    """The first choice wherever it is sure enough."""
    if degree not in DEGREES:
        raise KotraError(
            "Repairs must be {choices}, not {word}.", choices=", ".join(DEGREES), word=repr(degree)
        )
    return partial(_edit_if_sure, DEGREES[degree])


def _edit_if_sure(degrees: Sequence[str], place: ProposalPlace) -> Edit | None:
    return place.proposal.edit if place.proposal.confidence in degrees else None


def in_notation(file: Opened, reading: Reading, target: str) -> tuple[Opened, Reading, list[Finding]]:
    """Return a file and its reading as they are to be fixed, and what is lost by that.

    A record whose own notation cannot be changed is first written in the one that the target's name asks for;
    places and findings are then those of the new file.
    """
    asked = notation_of_name(target)
    if asked is None or find_format(reading.format).changeable or not find_format(asked).changeable:
        return file, reading, []
    (content,), lost = write_contents(reading, ConvertOptions(asked))
    data = content.encode() if isinstance(content, str) else content
    return Opened(target, data), read_source(Source(data, target), asked), lost


@dataclass(frozen=True, slots=True)
class FixPlan:
    """The changes decided for a file: its matches with other events, words respelled, and games moved."""

    matches: tuple[Match, ...]
    words: tuple[WordChange, ...]
    orders: Mapping[int, GameOrder]

    def changes(self, reading: Reading) -> bool:
        """Return whether anything is decided that changes a file that was read."""
        return bool(self.words or self.orders) or self.matches != reading.matches


def plan_fixes(fixed: Fixing, decide: Decision) -> FixPlan:
    """The matches with what was decided, and what is to be changed in their text beside that."""
    edits: dict[tuple[int, int], list[Edit]] = {}
    words: list[WordChange] = []
    orders: dict[int, GameOrder] = {}
    for place in fixed.places:
        edit = decide(place)
        match edit:
            case WordEdit(cell=cell, word=word, spelled=spelled):
                words.append(WordChange(cell, word, spelled))
            case OrderEdit(order=order):
                orders[place.match] = order
            case Edit() if edit.changes:
                game = fixed.repairs[place.match].replayed.find_game(place.proposal.game)
                edits.setdefault((place.match, game.place), []).append(edit)
    matches = []
    for number, match in enumerate(fixed.reading.matches):
        games = [apply_edits(game, edits.get((number, at), ())) for at, game in enumerate(match.games)]
        matches.append(replace(match, games=tuple(games)))
    return FixPlan(tuple(matches), tuple(words), orders)


def data_of(fixed: Fixing, plan: FixPlan) -> bytes:
    """The file with what was decided and all else as it was; ValueError where its notation allows none."""
    data = patch_file(fixed.source, fixed.reading, plan.matches, plan.words)
    if not plan.orders:
        return data
    source = replace(fixed.source, data=data)
    return with_games_moved(source, read_source(source, fixed.reading.format), plan.orders)


def errors_left(fixed: Fixing, data: bytes, rules: Ruleset | None) -> int:
    """Return how many errors there are in the mended file."""
    return errors_in(data, fixed.file.path, fixed.reading.format, rules, fixed.unwanted)


def difference(fixed: Fixing, data: bytes, target: str) -> str:
    """Return what is changed in the text of the file, as a unified diff."""
    before, after = (Source(content, fixed.file.path).text for content in (fixed.file.data, data))
    return render_diff(before, after, fixed.name, target)


def patch(fixed: Fixing, data: bytes, target: str) -> bytes:
    """Return the unified diff with the bytes as they are in the file, whatever they stand for."""
    parts = (fixed.file.data, data, fixed.name.encode(), target.encode())
    return render_diff(*[part.decode("latin-1") for part in parts]).encode("latin-1")


def fix_row(
    fixed: Fixing, decide: Decision, data: bytes | None, target: str, tongue: Tongue = ENGLISH
) -> Row:
    """Return every proposal, whether it is made, and the difference it makes in the file."""
    return {
        "version": VERSION,
        "path": fixed.name,
        **row(fixed.reading, "format dialect"),
        "proposals": [_proposal_row(fixed, place, decide, tongue) for place in fixed.places],
        "searched_less": row(fixed, "hurried passed_over"),
        **({"ignored": [ignored_row(entry, tongue) for entry in fixed.ignored]} if fixed.ignored else {}),
        "diff": None if data is None else difference(fixed, data, target),
    }


def _proposal_row(fixed: Fixing, place: ProposalPlace, decide: Decision, tongue: Tongue) -> Row:
    proposal = place.proposal
    ruleset = fixed.repairs[place.match].replayed.ruleset
    span = proposal.span
    return {
        "match": place.match + 1,
        **row(proposal, "game turn seat"),
        "line": span.line if span else None,
        "column": span.column if span else None,
        "end_column": span.end_column if span else None,
        "confidence": proposal.confidence,
        "made": decide(place) is not None,
        "written": told(written_text(proposal.edit, ruleset), tongue),
        "choices": [_choice_row(choice, proposal, ruleset, tongue) for choice in proposal.choices],
        "explains": [
            {"code": finding.code, "line": finding.span.line if finding.span else None}
            for finding in proposal.explains
        ],
    }


def _choice_row(choice: RepairChoice, proposal: Proposal, ruleset: Ruleset, tongue: Tongue) -> Row:
    return {
        "kind": choice.edit.kind,
        "meant": told(meant_text(choice.edit, ruleset), tongue),
        "why": told(why(choice.edit.kind, last=proposal.last), tongue),
        "share": round(choice.share, 4),
        "loss": None if choice.loss is None else round(choice.loss, 4),
        "changes": choice.edit.changes,
    }


def render_diff(before: str, after: str, name: str, target: str) -> str:
    """Return a unified diff of two texts."""
    return "".join(unified_diff(_lines(before), _lines(after), name, target))


def _lines(text: str) -> list[str]:
    """The lines as `patch` counts them, with their ends; the last has one too, as a diff needs it."""
    *lines, last = text.split("\n")
    return [line + "\n" for line in lines] + ([f"{last}\n{UNENDED}\n"] if last else [])
