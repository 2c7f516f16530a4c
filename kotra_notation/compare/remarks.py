"""Remarks of two records about the same thing: comments, marks, times, evaluations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isclose

from kotra_notation.compare.difference import REMARKS, DifferenceKind, contradict
from kotra_notation.model import Candidate, Comment, Evaluation, Event

CLOSE = 0.0015  # notations round numbers, some of them to three places


def differing(
    a: Sequence[Event], b: Sequence[Event]
) -> Iterator[tuple[DifferenceKind, tuple[Event, ...], tuple[Event, ...]]]:
    """Yield what is said differently, kind by kind; what both say is left out."""
    if a == b:
        return
    for kind in dict.fromkeys(REMARKS[type(remark)] for remark in (*a, *b)):
        own, others = ([each for each in remarks if REMARKS[type(each)] is kind] for remarks in (a, b))
        left, right = _without(own, others), _without(others, own)
        if kind is DifferenceKind.COMMENTS and _lines(left) == _lines(right):
            continue
        if left or right:
            yield kind, tuple(left), tuple(right)


def _without(remarks: Sequence[Event], others: Sequence[Event]) -> list[Event]:
    """Return the remarks that the others do not have, each counted."""
    rest = list(others)
    left = []
    for event in remarks:
        same = next((place for place, other in enumerate(rest) if said_alike(event, other)), None)
        if same is None:
            left.append(event)
        else:
            del rest[same]
    return left


def said_alike(event: Event, other: Event) -> bool:
    """Return whether two remarks say the same."""
    if isinstance(event, Comment) and isinstance(other, Comment):
        return _lines([event]) == _lines([other]) and not contradict(event.author, other.author)
    if isinstance(event, Evaluation) and isinstance(other, Evaluation):
        return _same_evaluation(event, other)
    return event == other


def _lines(comments: Sequence[Event]) -> list[str]:
    """Return the lines of comments as they are read, however they are set and parted."""
    texts = [comment.text for comment in comments if isinstance(comment, Comment)]
    return [" ".join(line.split()) for text in texts for line in text.splitlines() if line.strip()]


def _same_evaluation(evaluation: Evaluation, other: Evaluation) -> bool:
    return (
        (evaluation.aspect, evaluation.source) == (other.aspect, other.source)
        and dict(evaluation.extras) == dict(other.extras)
        and _near(evaluation.luck, other.luck)
        and len(evaluation.candidates) == len(other.candidates)
        and all(map(_same_candidate, evaluation.candidates, other.candidates))
    )


def _same_candidate(candidate: Candidate, other: Candidate) -> bool:
    return (
        (candidate.choice, candidate.level) == (other.choice, other.level)
        and dict(candidate.extras) == dict(other.extras)
        and _near(candidate.equity, other.equity)
        and len(candidate.chances) == len(other.chances)
        and all(map(_near, candidate.chances, other.chances))
        and candidate.outcomes.keys() == other.outcomes.keys()
        and all(_near(share, other.outcomes[name]) for name, share in candidate.outcomes.items())
    )


def _near(value: float | None, other: float | None) -> bool:
    if value is None or other is None:
        return value is other
    return isclose(value, other, rel_tol=0, abs_tol=CLOSE)
