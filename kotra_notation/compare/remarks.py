"""Remarks of two records about the same thing: comments, marks, times, evaluations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isclose

from kotra_notation.compare.difference import REMARKS, DifferenceKind
from kotra_notation.model import Candidate, Comment, Evaluation, Event

CLOSE = 0.0015  # notations round numbers, some of them to three places

Said = dict[DifferenceKind, list[Event]]
Differing = tuple[DifferenceKind, tuple[Event, ...], tuple[Event, ...]]


def by_kind(remarks: Sequence[Event]) -> Said:
    """Remarks by what they are."""
    said: Said = {}
    for remark in remarks:
        said.setdefault(REMARKS[type(remark)], []).append(remark)
    return said


def differing(a: Sequence[Event], b: Sequence[Event]) -> Iterator[Differing]:
    """Yield what is said differently, kind by kind; what both say is left out."""
    if a == b:
        return
    one, other = by_kind(a), by_kind(b)
    for kind in dict.fromkeys((*one, *other)):
        left = _without(one.get(kind, []), other.get(kind, []))
        right = _without(other.get(kind, []), one.get(kind, []))
        if kind is DifferenceKind.COMMENTS and _lines(left) == _lines(right):
            continue
        if left or right:
            yield kind, tuple(left), tuple(right)


def _without(some: Sequence[Event], others: Sequence[Event]) -> list[Event]:
    """Those of some remarks that the others do not have, each counted."""
    rest = list(others)
    left = []
    for event in some:
        same = next((place for place, other in enumerate(rest) if said_alike(event, other)), None)
        if same is None:
            left.append(event)
        else:
            del rest[same]
    return left


def said_alike(event: Event, other: Event) -> bool:
    """Return whether two remarks say the same."""
    if isinstance(event, Comment) and isinstance(other, Comment):
        return _lines([event]) == _lines([other]) and _agree(event.author, other.author)
    if isinstance(event, Evaluation) and isinstance(other, Evaluation):
        return _evaluated(event, other)
    return event == other


def _agree(one: str | None, other: str | None) -> bool:
    """Return whether two values do not contradict each other; what is not said does not."""
    return one is None or other is None or one == other


def _lines(comments: Sequence[Event]) -> list[str]:
    """The lines of comments as they are read, however they are set and parted."""
    texts = [comment.text for comment in comments if isinstance(comment, Comment)]
    return [" ".join(line.split()) for text in texts for line in text.splitlines() if line.strip()]


def _evaluated(evaluation: Evaluation, other: Evaluation) -> bool:
    same = (evaluation.aspect, evaluation.source, dict(evaluation.extras)) == (
        other.aspect,
        other.source,
        dict(other.extras),
    )
    return (
        same
        and _near(evaluation.luck, other.luck)
        and len(evaluation.candidates) == len(other.candidates)
        and all(map(_weighed, evaluation.candidates, other.candidates))
    )


def _weighed(candidate: Candidate, other: Candidate) -> bool:
    words = (candidate.choice, candidate.level, dict(candidate.extras)) == (
        other.choice,
        other.level,
        dict(other.extras),
    )
    return (
        words
        and _near(candidate.equity, other.equity)
        and len(candidate.chances) == len(other.chances)
        and all(map(_near, candidate.chances, other.chances))
        and candidate.outcomes.keys() == other.outcomes.keys()
        and all(_near(share, other.outcomes[name]) for name, share in candidate.outcomes.items())
    )


def _near(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return isclose(one, other, rel_tol=0, abs_tol=CLOSE)
