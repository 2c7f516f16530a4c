"""What is said of a finding by what was probably meant at its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from kotra_notation.findings import Finding, Phrase, Severity, phrase
from kotra_notation.late import LateModule
from kotra_notation.model import Turn, Unread
from kotra_notation.repair.effort import Effort
from kotra_notation.repair.proposals import Proposal, proposals_for
from kotra_notation.repair.repairs import repairs
from kotra_notation.repair.rows import JUMP
from kotra_notation.repair.wording import listed, meant, why
from kotra_notation.replay import Replay

if TYPE_CHECKING:
    from kotra_notation.repair import kept as kept_games
    from kotra_notation.replay.kept import KeptGames
else:
    # Only texts that are edited ask for it.
    kept_games = LateModule("kotra_notation.repair.kept")

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
            return kept_games.kept_proposals(self._replay, self._effort, self._found, self._kept)
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
    """The finding with what was probably meant, in place of what the replay takes it for."""
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
