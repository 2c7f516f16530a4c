"""Patching SGF: properties of nodes, whole nodes of the main line, and the letters of plays."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import groupby
from typing import NamedTuple

from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.patching.exchange import Hand
from kotra_notation.formats.patching.lines import Habits, Patch
from kotra_notation.formats.patching.sheet import Sheet
from kotra_notation.formats.patching.work import Changes, EventChange, RefusedError, Work
from kotra_notation.formats.sgf.headers import RU
from kotra_notation.formats.sgf.tree import Places, Scanner, text_of
from kotra_notation.formats.sgf.values import parse_hops, spell_hops
from kotra_notation.model import Action, Event, Extra, ResultClaim, Span

_WORD = re.compile(r"KN\[[^\]]*\]")


class NodeRange(NamedTuple):
    """The extent of a node in the text of the file, to the end of its last property."""

    start: int
    end: int


class Trees:
    """The trees of a file by the place where they begin."""

    def __init__(self, source: Source) -> None:
        text, _ = text_of(source)
        self.places = Places(text)
        self.trees = {self.places.span(tree.start, tree.start + 1): tree for tree in Scanner(text).trees()}

    def nodes(self, span: Span | None, work: Work) -> list[NodeRange]:
        """Return the nodes of the main line of the tree that begins at a place."""
        tree = self.trees.get(span) if span else None
        if tree is None or not tree.nodes:
            raise RefusedError
        return [
            NodeRange(*[self._offset(at, work) for at in (node.start, max([node.start + 1, *ends]))])
            for node in tree.nodes
            for ends in [[prop.end for prop in node.properties]]
        ]

    def _offset(self, index: int, work: Work) -> int:
        line = bisect_right(self.places.starts, index)
        return work.sheet.offset(line, index - self.places.starts[line - 1] + 1)


class NodePatcher:
    """The nodes of one game, and the changes to be made in them."""

    def __init__(self, work: Work, changes: Changes, nodes: list[NodeRange]) -> None:
        self.work, self.sheet, self.changes, self.nodes = work, work.sheet, changes, nodes
        self.starts = [node.start for node in nodes]
        self.by_node: dict[int, list[EventChange]] = {}
        for step in changes.steps:
            if step.old is not None:
                self.by_node.setdefault(self._node(step), []).append(step)

    def _node(self, step: EventChange) -> int:
        if step.old is None or step.old.span is None:
            raise RefusedError
        span = step.old.span
        return max(bisect_right(self.starts, self.sheet.offset(span.line, span.column)) - 1, 0)

    def patch(self) -> None:
        """Make all changes."""
        self.work.score(self.changes)
        for step in self.changes.steps:
            if step.old is None or step.old.span is None or step.same:
                continue
            if step.new is not None:
                self.work.exchange(step.old.span, self.work.new_text(self.changes, step))
            else:
                self._remove(step, step.old.span)
        last = 0  # the last node that stays
        for new, run in groupby(self.changes.steps, key=lambda step: step.old is None):
            steps = list(run)
            if new:
                self._insert(last, steps)
            else:
                last = max([last, *[self._node(step) for step in steps if step.new is not None]])

    def _remove(self, step: EventChange, span: Span) -> None:
        number = self._node(step)
        if isinstance(step.old, Extra) and not number and not self.work.coarse:
            return  # a word of the root that comes to be what it has to be
        together = self.by_node[number]
        if number and all(other.new is None for other in together):
            if together[0] is step:
                node, before = self.nodes[number], self.nodes[number - 1].end
                blank = self.sheet.text[before : node.start].isspace()
                self.sheet.exchange(before if blank else node.start, node.end, "")
            return
        beside = [other for other in together if other.old is not None and other.old.span == span]
        if any(other.new is not None for other in beside):
            self._end_otherwise(span)
            return
        word = _WORD.match(self.sheet.text, self.sheet.offset(span.line, span.end_column))
        self.work.exchange(span._replace(end_column=span.end_column + (len(word[0]) if word else 0)), "")

    def _end_otherwise(self, span: Span) -> None:
        """Have the result say otherwise how the game ended, as a resignation or not."""
        steps = [step for step in self.changes.steps if step.old is not None and step.old.span == span]
        claim = next((step for step in steps if isinstance(step.new, ResultClaim)), None)
        now = self.work.after.event(self.changes.number, claim.after or 0) if claim else None
        if now is None:
            raise RefusedError
        self.work.exchange(span, now.text)

    def _insert(self, before: int, steps: list[EventChange]) -> None:
        """Put new nodes behind the last one that stays."""
        parts: list[str] = []
        at_root: list[str] = []
        for step in steps:
            assert step.after is not None
            written = self.work.after.event(self.changes.number, step.after)
            if written is None or not isinstance(step.new, Action | ResultClaim):
                raise RefusedError
            line = self.work.after.lines[written.span.line - 1]
            word = _WORD.match(line, written.span.end_column - 1)
            text = written.text + (word[0] if word else "")
            if not text.startswith(("RE", "CV")):
                parts.append(text)
            elif text not in at_root[-1:]:
                at_root.append(text)
        gap = self._gap(before)
        node, root = self.nodes[before], self.nodes[0]
        if at_root:
            self.sheet.exchange(root.end, root.end, "".join(at_root))
        if parts:
            self.sheet.exchange(node.end, node.end, "".join([f"{gap};{part}" for part in parts]))

    def _gap(self, number: int) -> str:
        for first, second in ((number, number + 1), (number - 1, number)):
            if first >= 0 and second < len(self.nodes):
                between = self.sheet.text[self.nodes[first].end : self.nodes[second].start]
                if not between.strip():
                    return between
        return self.sheet.line_end(1)


def hand(text: str, dialect: str | None) -> Hand:
    """Return the hand of every file: letters, without anything between them."""
    return Hand(
        dice=re.compile(r"[A-Za-z]+\s*\[\s*([0-9])\s*([0-9])\s*"), reads=parse_hops, spells=spell_hops,
        words=re.compile(r"[a-z]{2}"), points=re.compile(r"[a-z]"), between="", gap="",
        tail=re.compile(r"\s*\]\s*\Z"),
    )  # fmt: skip


def engine(source: Source, reading: Reading, sheet: Sheet) -> Patch:
    """Return what makes the changes of a game in its tree."""
    trees = Trees(source)
    return lambda work, changes: NodePatcher(work, changes, trees.nodes(changes.old.span, work)).patch()


def as_written(event: Event) -> Event | None:
    """Return the event, but for the rules of a root, which are kept only where the scores need none."""
    return None if isinstance(event, Extra) and event.key == RU else event


def renumber(text: str, old: int, new: int) -> str:
    """Return the text of a tree with another number in its root, which counts from 0."""
    return re.sub(rf"\[\s*game\s*:\s*{old - 1}\s*\]", f"[game:{new - 1}]", text, count=1)


HABITS = Habits(hand=hand, engine=engine, anew=False, stated=as_written, renumber=renumber)
