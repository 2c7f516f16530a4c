"""Patching SGF: properties of nodes, and whole nodes of the main line."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import groupby
from typing import NamedTuple

from kotra_notation.formats.format import Source
from kotra_notation.formats.patching.changes import Changes, EventChange
from kotra_notation.formats.patching.work import RefusedError, Work
from kotra_notation.formats.sgf.drafts import Places
from kotra_notation.formats.sgf.text import text_of
from kotra_notation.formats.sgf.tree import Scanner, Tree
from kotra_notation.model import Action, Extra, ResultClaim, Span

_WORD = re.compile(r"KN\[[^\]]*\]")


class NodePlace(NamedTuple):
    """Where a node begins, and where its last property ends, in the text of the file."""

    start: int
    end: int


class Trees:
    """The trees of a file by the place where they begin."""

    def __init__(self, source: Source) -> None:
        self.text, _ = text_of(source)
        self.places = Places(self.text)
        self.trees: dict[Span, Tree] = {}
        for tree in Scanner(self.text).trees():
            self.trees[self.places.span(tree.start, tree.start + 1)] = tree

    def nodes(self, span: Span | None, work: Work) -> list[NodePlace]:
        """The nodes of the main line of the tree that begins at a place."""
        tree = self.trees.get(span) if span else None
        if tree is None or not tree.nodes:
            raise RefusedError
        return [
            NodePlace(
                self._offset(node.start, work),
                self._offset(max([node.start + 1, *[one.end for one in node.properties]]), work),
            )
            for node in tree.nodes
        ]

    def _offset(self, place: int, work: Work) -> int:
        """Return where in the file a place of the text that was read stands."""
        line = bisect_right(self.places.starts, place)
        return work.sheet.offset(line, place - self.places.starts[line - 1] + 1)


def patch(work: Work, changes: Changes, trees: Trees) -> None:
    """Make the changes of a game in its tree."""
    Nodes(work, changes, trees.nodes(changes.old.span, work)).patch()


class Nodes:
    """The nodes of one game."""

    def __init__(self, work: Work, changes: Changes, nodes: list[NodePlace]) -> None:
        self.work = work
        self.sheet = work.sheet
        self.changes = changes
        self.nodes = nodes
        self.starts = [node.start for node in nodes]
        self.by_node: dict[int, list[EventChange]] = {}
        for step in changes.steps:
            if step.old is not None:
                self.by_node.setdefault(self._node(step), []).append(step)

    def _node(self, step: EventChange) -> int:
        """The number of the node in which an event stands."""
        assert step.old is not None
        if step.old.span is None:
            raise RefusedError
        return max(bisect_right(self.starts, self._place(step.old.span)) - 1, 0)

    def _place(self, span: Span) -> int:
        return self.sheet.offset(span.line, span.column)

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
        before = 0
        for new, run in groupby(self.changes.steps, key=lambda step: step.old is None):
            steps = list(run)
            if new:
                self._insert(before, steps)
                continue
            kept = [self._node(step) for step in steps if step.new is not None]
            before = max([before, *kept])

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
        sharing = [other for other in together if other.old is not None and other.old.span == span]
        if any(other.new is not None for other in sharing):
            self._end_otherwise(span)
            return
        end = self._place(span._replace(column=span.end_column))
        word = _WORD.match(self.sheet.text, end)
        self.work.exchange(span._replace(end_column=span.end_column + (len(word[0]) if word else 0)), "")

    def _end_otherwise(self, span: Span) -> None:
        """Have the result say otherwise how the game ended, as a resignation or not."""
        claims = [
            step
            for step in self.changes.steps
            if step.old is not None and step.old.span == span and isinstance(step.new, ResultClaim)
        ]
        now = self.work.after.event(self.changes.number, claims[0].after or 0) if claims else None
        if now is None:
            raise RefusedError
        self.work.exchange(span, now.text)

    def _insert(self, before: int, steps: list[EventChange]) -> None:
        """New nodes behind the last one that stays."""
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
            kept = at_root if text.startswith(("RE", "CV")) else parts
            if text not in kept[-1:] or kept is parts:
                kept.append(text)
        gap = self._gap(before)
        node = self.nodes[before]
        if at_root:
            root = self.nodes[0]
            self.sheet.exchange(root.end, root.end, "".join(at_root))
        if parts:
            self.sheet.exchange(node.end, node.end, "".join([f"{gap};{part}" for part in parts]))

    def _gap(self, number: int) -> str:
        """Return what stands between nodes around here."""
        for one, other in ((number, number + 1), (number - 1, number)):
            if one >= 0 and other < len(self.nodes):
                between = self.sheet.text[self.nodes[one].end : self.nodes[other].start]
                if not between.strip():
                    return between
        return self.sheet.line_end(1)
