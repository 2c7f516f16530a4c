"""Hints: what was probably meant where something was found."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from kotra_notation.findings import Finding, Phrase, Severity, phrase
from kotra_notation.late import LateModule
from kotra_notation.model import Turn, Unread
from kotra_notation.repair.effort import Effort
from kotra_notation.repair.missing import JUMP
from kotra_notation.repair.proposals import Proposal, findings_of, proposals_for
from kotra_notation.repair.repairs import WrongGame, repairs, wrong_games
from kotra_notation.repair.wording import listed, meant, why
from kotra_notation.replay import Replay

if TYPE_CHECKING:
    from kotra_notation.replay import kept as kept_games
    from kotra_notation.replay.kept import GameKey, KeptGames
else:
    # Only texts that are edited ask for it.
    kept_games = LateModule("kotra_notation.replay.kept")

# What may be behind a row whose number is not the next.
OF_ROWS = frozenset({"row-lost", "rows-swapped", "turn-doubled"})
# What exchanges more turns is no reading that fits into a sentence beside others.
MOST_TURNS = 4
# What the replay takes an unlawful play for, as it looks no further than the plays behind it.
TAKEN_FOR = frozenset({"slip", "idle", "stood"})


class Hints:
    """The proposals for a replayed match by the findings they explain; they are made when asked for."""

    def __init__(
        self,
        replay: Replay,
        effort: Callable[[], Effort] = Effort,
        findings: Iterable[Finding] = (),
        kept: KeptGames | None = None,
    ) -> None:
        self._replay = replay
        self._found = findings
        self._effort = effort
        self._kept = kept

    @cached_property
    def _searched(self) -> tuple[Sequence[Proposal], Sequence[int]]:
        """The proposals, and the games for which nothing was left to be spent."""
        if self._kept is not None:
            return kept_proposals(self._replay, self._effort, self._found, self._kept)
        done = repairs(self._replay, self._effort, self._found)
        return [
            proposal for game in done.games for proposal in proposals_for(game, self._replay)
        ], done.passed_over

    @property
    def _proposals(self) -> Sequence[Proposal]:
        return self._searched[0]

    @property
    def left_out(self) -> Sequence[int]:
        """The games, by number, for which no hints were looked for."""
        return self._searched[1]

    @cached_property
    def _by_finding(self) -> dict[int, Proposal]:
        return {id(finding): proposal for proposal in self._proposals for finding in proposal.explains}

    @cached_property
    def _unread(self) -> dict[int, Proposal]:
        """The proposals for what could not be read, by lines."""
        return {
            proposal.span.line: proposal
            for proposal in self._proposals
            if proposal.span and _of_unread(proposal)
        }

    @cached_property
    def _numbered(self) -> dict[int, Proposal]:
        """The proposals for rows, by the lines where their numbers jump."""
        return {
            proposal.span.line: proposal
            for proposal in self._proposals
            if proposal.span and proposal.edit.kind in OF_ROWS
        }

    def hint(self, finding: Finding) -> str:
        """Return what was probably meant where something was found, a phrase; nothing where nobody knows."""
        if finding.severity is Severity.NOTE:
            return ""
        proposal = self._by_finding.get(id(finding))
        if proposal is None and finding.code == "N103" and finding.span:
            proposal = self._unread.get(finding.span.line)
        if proposal is None and finding.kind.name == JUMP and finding.span:
            proposal = self._numbered.get(finding.span.line)
        if proposal is None:
            return ""
        hint, place = _hint_text(proposal, self._replay), proposal.span
        if place and finding.span and place.line != finding.span.line:
            return phrase("Line {line}: {hint}", line=place.line, hint=hint)
        return hint


def _of_unread(proposal: Proposal) -> bool:
    return any(isinstance(one, Turn) and isinstance(one.deed, Unread) for one in proposal.edit.old)


def hinted(finding: Finding, hints: Hints) -> Finding:
    """Return the finding with what was probably meant, in place of what the replay takes it for."""
    if not (hint := hints.hint(finding)):
        return finding
    if finding.facts.get("fate") not in TAKEN_FOR:
        return finding.at(meant=hint)
    facts = {name: fact for name, fact in finding.facts.items() if name != "fate"}
    return finding.at(meant=hint, facts=facts)


def _hint_text(proposal: Proposal, replay: Replay) -> Phrase:
    first = proposal.choices[0].edit
    play, reason = meant(first, replay.ruleset), why(first.kind)
    if first.rows:
        return phrase("Probably missing: {play}.", play=play)
    match proposal.confidence:
        case "sure":
            return phrase("Almost certainly meant: {play}. {why}", play=play, why=reason)
        case "likely":
            return phrase("Probably meant: {play}. {why}", play=play, why=reason)
        case _:
            short = [choice.edit for choice in proposal.choices if len(choice.edit.new) <= MOST_TURNS]
            if not short:
                return phrase("Perhaps: {why}", why=reason)
            plays = [meant(edit, replay.ruleset) for edit in short]
            return phrase("It may be any of these: {plays}.", plays=listed(list(dict.fromkeys(plays))))


# What was proposed for the games of a text that is edited, and is proposed again.

# How many stories and turns may still be followed.
Left = tuple[int, int]


class KeptProposals(NamedTuple):
    """The proposals for a game that began in a line, and the cost of the search for them.

    Of each proposal the findings that it explains are told by their places among all of the game.
    """

    proposals: tuple[Proposal, ...]
    explained: tuple[tuple[int, ...], ...]
    line: int
    begun: Left
    ended: Left

    def spend(self, effort: Effort) -> bool:
        """Spend what the search has cost; False where with so much left it might end otherwise."""
        stories, turns = (begun - ended for begun, ended in zip(self.begun, self.ended, strict=True))
        enough = min(effort.stories - stories, effort.turns - turns) > 0 and min(self.ended) > 0
        if not enough and _left(effort) != self.begun:
            return False
        effort.stories -= stories
        effort.turns -= turns
        return True


def kept_proposals(
    written: Replay, effort: Callable[[], Effort], findings: Iterable[Finding], kept: KeptGames
) -> tuple[list[Proposal], list[int]]:
    """Return the proposals for a match, and the games not searched; those kept are not searched again.

    A search that was ended because all was spent is made again where it may find more, or less.
    """
    proposed: list[Proposal] = []
    passed_over: list[int] = []
    for wrong in wrong_games(written, findings):
        left = effort()
        here = findings_of(written.games[wrong.number - 1], written)
        key = _key(wrong, here, kept)
        known: KeptProposals | None = kept.get(key.said) if key else None
        if left.spent:
            passed_over.append(wrong.number)
            continue
        if key and known and known.spend(left):
            proposed += _again(known, here, key.line - known.line)
            continue
        before = _left(left)
        of_game = tuple(proposals_for(wrong.repaired(left), written))
        proposed += of_game
        if key:
            explained = _explained(of_game, here)
            kept.put(key.said, KeptProposals(of_game, explained, key.line, before, _left(left)))
    return proposed, passed_over


def _left(effort: Effort) -> Left:
    return effort.stories, effort.turns


def _key(wrong: WrongGame, here: Sequence[Finding], kept: KeptGames) -> GameKey | None:
    """Return the key of all that proposals for a game follow from; None where other games are among it."""
    replayed = None if wrong.misstated or wrong.numbers else kept.noted(wrong.replay)
    if replayed is None:
        return None
    following = None if wrong.following is None else wrong.following.score
    keys = tuple([_place(finding, replayed.line) for finding in here])
    return kept_games.GameKey(("proposals", replayed.said, following, keys), replayed.line)


def _place(finding: Finding, line: int) -> Hashable:
    span = finding.span
    place = None if span is None else (span.line - line, span.column, span.end_column)
    return finding.code, finding.severity, finding.turn, place


def _explained(proposals: Sequence[Proposal], here: Sequence[Finding]) -> tuple[tuple[int, ...], ...]:
    places = {id(finding): place for place, finding in enumerate(here)}
    return tuple([tuple([places[id(finding)] for finding in proposal.explains]) for proposal in proposals])


def _again(known: KeptProposals, here: Sequence[Finding], lines: int) -> list[Proposal]:
    """Return what was proposed, for the game where it stands now, and of the findings that it has now."""
    return [
        replace(kept_games.moved(proposal, lines), explains=tuple([here[place] for place in explained]))
        for proposal, explained in zip(known.proposals, known.explained, strict=True)
    ]
