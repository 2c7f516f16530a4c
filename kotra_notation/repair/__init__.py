"""Repair: what was most probably played where a record cannot be right as it stands."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from kotra_notation.findings import Finding, Severity, phrase
from kotra_notation.late import LateModule
from kotra_notation.model import Turn, Unread
from kotra_notation.repair.edits import join_phrases, meant_text, why
from kotra_notation.repair.effort import Effort
from kotra_notation.repair.missing import JUMP
from kotra_notation.repair.proposals import TYPOS, Proposal, findings_of, proposals_for
from kotra_notation.repair.repairs import WrongGame, repairs, wrong_games
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
    def _search_result(self) -> tuple[Sequence[Proposal], Sequence[int]]:
        """The proposals, and the games for which nothing was left to be spent."""
        if self._kept is not None:
            return kept_proposals(self._replay, self._effort, self._found, self._kept)
        searched = repairs(self._replay, self._effort, self._found)
        proposed = [proposal for game in searched.games for proposal in proposals_for(game, self._replay)]
        return proposed, searched.passed_over

    @property
    def left_out(self) -> Sequence[int]:
        """The games, by number, for which no hints were looked for."""
        return self._search_result[1]

    @cached_property
    def _proposals(self) -> dict[object, Proposal]:
        """The proposals by the findings they explain, and by the lines of what they are about."""
        proposals: dict[object, Proposal] = {}
        for proposal in self._search_result[0]:
            proposals |= {id(finding): proposal for finding in proposal.explains}
            line = proposal.span.line if proposal.span else None
            if any(isinstance(old, Turn) and isinstance(old.deed, Unread) for old in proposal.edit.old):
                proposals["unreadable-cell", line] = proposal
            if proposal.edit.kind == "stood":
                proposals["stood", line] = proposal
            if proposal.edit.kind in OF_ROWS:
                proposals[JUMP, line] = proposal
        return proposals

    def hint(self, finding: Finding) -> str:
        """Return what was probably meant where something was found, a phrase; empty if nobody knows."""
        if finding.severity is Severity.NOTE:
            return ""
        line = finding.span.line if finding.span else None
        proposal = self._proposals.get(id(finding))
        if proposal is None and line is not None:
            name = "stood" if finding.facts.get("fate") == "stood" else finding.kind.name
            proposal = self._proposals.get((name, line))
        if proposal is None:
            return ""
        hint, span = _hint_text(proposal, self._replay), proposal.span
        if hint and span and line is not None and span.line != line:
            return phrase("Line {line}: {hint}", line=span.line, hint=hint)
        return hint


def with_hint(finding: Finding, hints: Hints) -> Finding:
    """Return the finding with what was probably meant, in place of what the replay takes it for."""
    if not (hint := hints.hint(finding)):
        return finding
    if finding.facts.get("fate") not in TAKEN_FOR:
        return finding.at(meant=hint)
    facts = {name: fact for name, fact in finding.facts.items() if name != "fate"}
    return finding.at(meant=hint, facts=facts)


def _hint_text(proposal: Proposal, replay: Replay) -> str:
    first = proposal.choices[0].edit
    play, reason = meant_text(first, replay.ruleset), why(first.kind, last=proposal.last)
    if first.rows:
        return phrase("Probably missing: {play}.", play=play)
    match proposal.confidence:
        case "sure":
            return phrase("Almost certainly meant: {play}. {why}", play=play, why=reason)
        case "likely":
            return phrase("Probably meant: {play}. {why}", play=play, why=reason)
        case "marked":
            typos = [choice.edit for choice in proposal.choices if choice.edit.kind in TYPOS]
            if not typos:
                return ""
            play = meant_text(typos[0], replay.ruleset)
            if proposal.last:
                return phrase("If it is a typo, {play} was meant.", play=play)
            return phrase(
                "If it is a typo, {play} was meant. Else it was allowed to stand: later plays fit it.",
                play=play,
            )
        case _:
            short = [choice.edit for choice in proposal.choices if len(choice.edit.new) <= MOST_TURNS]
            if not short:
                return phrase("Perhaps: {why}", why=reason)
            plays = [meant_text(edit, replay.ruleset) for edit in short]
            return phrase("Possible: {plays}.", plays=join_phrases(list(dict.fromkeys(plays))))


# What was proposed for the games of a text that is edited, and is proposed again.

# How many stories and turns may still be followed.
Left = tuple[int, int]


class KeptProposals(NamedTuple):
    """The proposals for a game, the findings each explains by index, its line, and the effort spent."""

    proposals: tuple[Proposal, ...]
    explained: tuple[tuple[int, ...], ...]
    line: int
    begun: Left
    ended: Left

    def spend(self, effort: Effort) -> bool:
        """Spend what the search has cost; False where with so much left it might end otherwise."""
        stories, turns = (begun - ended for begun, ended in zip(self.begun, self.ended, strict=True))
        enough = min(effort.stories - stories, effort.turns - turns) > 0 and min(self.ended) > 0
        if not enough and (effort.stories, effort.turns) != self.begun:
            return False
        effort.stories -= stories
        effort.turns -= turns
        return True


def kept_proposals(
    written: Replay, effort: Callable[[], Effort], findings: Iterable[Finding], kept: KeptGames
) -> tuple[list[Proposal], list[int]]:
    """Return the proposals for a match, and games not searched; kept ones are, if the effort might differ."""
    proposed: list[Proposal] = []
    passed_over: list[int] = []
    for wrong in wrong_games(written, findings):
        left = effort()
        own = findings_of(written.find_game(wrong.number), written)
        key = _key(wrong, own, kept)
        known: KeptProposals | None = kept.get(key.said) if key else None
        if left.spent:
            passed_over.append(wrong.number)
            continue
        if key and known and known.spend(left):
            # As it was proposed, for the game where it stands now, and of the findings that it has now.
            for proposal, explained in zip(known.proposals, known.explained, strict=True):
                moved = kept_games.move_lines(proposal, key.line - known.line)
                proposed.append(replace(moved, explains=tuple([own[index] for index in explained])))
            continue
        before = left.stories, left.turns
        of_game = tuple(proposals_for(wrong.repair(left), written))
        proposed += of_game
        if key:
            indexes = {id(finding): index for index, finding in enumerate(own)}
            explains = [tuple([indexes[id(finding)] for finding in each.explains]) for each in of_game]
            ended = left.stories, left.turns
            kept.put(key.said, KeptProposals(of_game, tuple(explains), key.line, before, ended))
    return proposed, passed_over


def _key(wrong: WrongGame, own: Sequence[Finding], kept: KeptGames) -> GameKey | None:
    """Return the key of all that proposals for a game follow from; None where other games are among it."""
    replayed = None if wrong.misstated or wrong.numbers else kept.key_of(wrong.replay)
    if replayed is None:
        return None
    following = None if wrong.following is None else wrong.following.score
    keys = tuple([_finding_key(finding, replayed.line) for finding in own])
    return kept_games.GameKey(("proposals", replayed.said, following, keys), replayed.line)


def _finding_key(finding: Finding, line: int) -> Hashable:
    span = finding.span
    place = None if span is None else (span.line - line, span.column, span.end_column)
    return finding.code, finding.severity, finding.turn, place
