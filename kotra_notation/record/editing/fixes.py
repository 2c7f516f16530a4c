"""Fixes that an editor offers at a place: the proposals of `kotra fix`, or that it stands or is ignored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import accumulate
from typing import NamedTuple

from kotra_notation.features.fix.job import Decision, Fixing, by_degree, data_of, plan_fixes
from kotra_notation.findings import Finding, Severity
from kotra_notation.formats.patching import patch_file
from kotra_notation.jobs.guarding import is_fault
from kotra_notation.model import Comment, Event, Ruling, Span, Turn
from kotra_notation.record import count_common
from kotra_notation.record.editing import EditedText, EventPlace, judge
from kotra_notation.repair.edits import Edit, meant_text, why
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import N_, Tongue

IGNORE = "kotra: ignore {code}"
# How a comment is put behind a line, by notation.
BEHIND_LINE = {"kotra": " # {comment}", "mat": " ; {comment}"}
# How it is put behind what it is about.
BEHIND_EVENT = {"sgf": "C[{comment}]"}
# The line before which it stands where it is of the whole match.
HEAD_LINE = {"kotra": 2, "mat": 1}
TITLES = {
    "sure": N_("Almost certainly meant: {play}"),
    "likely": N_("Probably meant: {play}"),
    "open": N_("Perhaps meant: {play}"),
}


class TextChange(NamedTuple):
    """Another text between two places, each a line and a column from 1."""

    start: tuple[int, int]
    end: tuple[int, int]
    text: str


class Fix(NamedTuple):
    """A change with its title, the findings that are gone with it, and whether it is the one to choose first.

    `kind` is `meant`, `stands`, `ignored`, or `all` for everything that `kotra fix` would change.
    """

    kind: str
    title: str
    changes: tuple[TextChange, ...]
    explains: tuple[Finding, ...] = ()
    first: bool = False


def fixes(text: EditedText, first: int, last: int, tongue: Tongue) -> list[Fix]:
    """Return the changes for the lines from the first to the last, the likeliest first."""
    here = [finding for finding in text.findings if finding.span and first <= finding.span.line <= last]
    if not here or not text.format:
        return []
    accepted = [fix for finding in here for fix in _accept_fixes(text, finding, tongue)]
    return [*_propose_fixes(text, first, last, tongue), *accepted, *_all(text, tongue)]


def _propose_fixes(text: EditedText, first: int, last: int, tongue: Tongue) -> Iterator[Fix]:
    proposed = text.proposals
    for place in proposed.places:
        proposal = place.proposal
        lines = [finding.span.line for finding in proposal.explains if finding.span]
        lines += [proposal.span.line] if proposal.span else []
        if proposal.confidence not in TITLES or not any(first <= line <= last for line in lines):
            continue
        ruleset = proposed.repairs[place.match].replayed.ruleset
        edits = [choice.edit for choice in proposal.choices if choice.edit.changes]
        for number, edit in enumerate(edits):
            degree = "open" if number else proposal.confidence
            if changes := _changes(text, proposed, _decide_only(place, edit)):
                title = tongue.say(TITLES[degree], play=told(meant_text(edit, ruleset), tongue))
                reason = told(why(edit.kind, last=proposal.last), tongue)
                yield Fix("meant", f"{title}. {reason}", changes, proposal.explains, degree != "open")


def _decide_only(place: object, edit: Edit) -> Decision:
    return lambda other: edit if other is place else None


def _all(text: EditedText, tongue: Tongue) -> Iterator[Fix]:
    proposed, decide = text.proposals, by_degree("likely")
    edits = [edit for place in proposed.places if (edit := decide(place)) and edit.changes]
    if len(edits) > 1 and (changes := _changes(text, proposed, decide)):
        title = tongue.count("Apply {number} probable fix", "Apply all {number} probable fixes", len(edits))
        yield Fix("all", title, changes)


def _changes(text: EditedText, proposed: Fixing, decide: Decision) -> tuple[TextChange, ...]:
    return _changes_of(text, lambda: data_of(proposed, plan_fixes(proposed, decide)))


def _changes_of(text: EditedText, write: Callable[[], bytes]) -> tuple[TextChange, ...]:
    """Return the changes to what is written anew; none where the notation cannot hold it."""
    try:
        data = write()
    except ValueError as error:
        if is_fault(error):
            raise
        return ()
    return changes_to(text, data.decode("utf-8", "surrogatepass"))


def _accept_fixes(text: EditedText, found: Finding, tongue: Tongue) -> Iterator[Fix]:
    """Yield ways to leave a finding as it is: the play stood, or it is not to be counted."""
    span = found.span or Span(0)
    here = [event for event in text.events if event.span.line == span.line]
    covering = (event for event in here if event.span.column <= span.column < max(event.span.end_column, 2))
    place = next(covering, None)
    of_play = found.code.startswith("P") and found.severity is not Severity.NOTE
    if of_play and place is not None and isinstance(place.event, Turn):
        changes = _with(text, place, Ruling(outcome="stood"))
        if changes and _fewer(text, changes, lambda finding: finding.severity is Severity.ERROR):
            yield Fix("stands", tongue.say("Mark as allowed to stand"), changes, (found,))
    for changes in _ignoring(text, found, place):
        if changes and _fewer(text, changes, lambda finding: finding.code == found.code):
            title = tongue.say("Ignore {code} here", code=found.code)
            yield Fix("ignored", title, changes, (found,))
            return


def _ignoring(
    text: EditedText, finding: Finding, place: EventPlace | None
) -> Iterator[tuple[TextChange, ...]]:
    """Yield ways of having a finding ignored: behind its line, at the head, or in any comment."""
    comment = IGNORE.format(code=finding.code)
    if finding.span and text.format in BEHIND_LINE:
        line = text.lines[finding.span.line - 1].rstrip()
        end = len(line) + 1 - (text.shift if finding.span.line == 1 else 0)
        behind = BEHIND_LINE[text.format].format(comment=comment)
        yield (TextChange((finding.span.line, end), (finding.span.line, end), behind),)
        head = (HEAD_LINE[text.format], 1)
        yield (TextChange(head, head, f"{behind.strip()}\n"),)
    if place is not None and text.format in BEHIND_EVENT:
        after = (place.span.line, place.span.end_column)
        yield (TextChange(after, after, BEHIND_EVENT[text.format].format(comment=comment)),)
    elif place is not None:
        yield _with(text, place, Comment(text=comment))


def _with(text: EditedText, place: EventPlace, event: Event) -> tuple[TextChange, ...]:
    """Return the changes that put an event behind another; none where the notation cannot hold it."""
    matches = list(text.checked.reading.matches)
    games = list(matches[place.match].games)
    events = list(games[place.game].events)
    events.insert(place.place + 1, event)
    games[place.game] = replace(games[place.game], events=tuple(events))
    matches[place.match] = replace(matches[place.match], games=tuple(games))
    return _changes_of(text, lambda: patch_file(text.source, text.checked.reading, matches))


def _fewer(text: EditedText, changes: Sequence[TextChange], those: Callable[[Finding], bool]) -> bool:
    """Return whether the changes leave fewer of those findings, and bring no others."""
    after = judge(apply_changes(text, changes), text.checked.path, hints=False).findings
    left, were = (sum(map(those, findings)) for findings in (after, text.findings))
    return left < were and len(after) <= len(text.findings)


def changes_to(text: EditedText, other: str) -> tuple[TextChange, ...]:
    """Return the changes from a text to another: of each run of lines that differ, as little as can be."""
    old, new = (whole.splitlines(keepends=True) for whole in (text.text, other))
    changes: list[TextChange] = []
    offsets = [0, *accumulate(map(len, old))]
    for tag, first, last, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            was, now = "".join(old[first:last]), "".join(new[start:end])
            before = count_common(was, now)
            behind = count_common(was[before:][::-1], now[before:][::-1])
            begin, stop = text.place(offsets[first] + before), text.place(offsets[last] - behind)
            changes.append(TextChange(begin, stop, now[before : len(now) - behind]))
    return tuple(changes)


def apply_changes(text: EditedText, changes: Sequence[TextChange]) -> str:
    """Return the text with changes, none of which touches another."""
    result = text.text
    for change in sorted(changes, reverse=True):
        start, end = text.offset(*change.start), text.offset(*change.end)
        result = result[:start] + change.text + result[end:]
    return result
