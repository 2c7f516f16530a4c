"""The text of an export of matches: each as it comes for programs, all summed up by kind for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import typer

from kotra_notation.cli import speaking
from kotra_notation.cli.archive.rewriting import Rewritten
from kotra_notation.cli.failing import DONE, FAILED, FOUND, complain
from kotra_notation.cli.losses import alike
from kotra_notation.cli.speaking import count, say, severity, spoken, tell
from kotra_notation.findings import Finding
from kotra_notation.jobs.files import printable
from kotra_notation.jobs.rows import Row, document, plain
from kotra_notation.words.phrases import told

# So many sources that are gone are named; the rest is counted.
NAMED = 10


class ExportCount:
    """Keeps count, and prints it: on standard error where the matches go to standard output."""

    def __init__(self, output: str, *, aloud: bool) -> None:
        self._json = output == "json"
        self._err = not aloud
        self._matches = self._refused = 0
        self._grave = False
        self._first: dict[str, Finding] = {}
        self._times: Counter[str] = Counter()
        self._in: Counter[str] = Counter()
        if self._json:
            self._say('{"version": 1, "matches": [')

    def add(self, one: Rewritten, written: Sequence[str]) -> None:
        """Count a match, and what its files are called."""
        if self._json:
            comma = "," if self._matches + self._refused else ""
            self._say(f"{comma}{document(_row(one, written), None)}")
        self._grave = self._grave or any(found.severity == "error" for found in one.findings)
        if one.trouble:
            self._refused += 1
            if not self._json and self._refused <= NAMED:
                complain("not exported: {why}", about=printable(one.path), why=tell(one.trouble))
            return
        self._matches += 1
        for found, times in alike(one.findings):
            self._first.setdefault(found.code, found)
            self._times[found.code] += times
        self._in.update({found.code for found in one.findings})

    def finish(self) -> int:
        """Print what was done; the status."""
        if self._json:
            data = {
                "matches": self._matches,
                "refused": self._refused,
                "findings": dict(sorted(self._times.items())),
            }
            self._say(f'], "summary": {document(data, None)}}}')
        else:
            self._sum()
        return FAILED if self._refused else FOUND if self._grave else DONE

    def _sum(self) -> None:
        for code, first in sorted(self._first.items()):
            complain(
                "{severity} {code} {name}, {times} in {matches}; the first: {message}",
                severity=severity(first),
                code=code,
                name=first.kind.name,
                times=count("{number} time", "{number} times", self._times[code]),
                matches=count("{number} match", "{number} matches", self._in[code]),
                message=first.told(spoken()).message,
            )
        parts = [count("{number} match written", "{number} matches written", self._matches)]
        if self._refused:
            parts.append(count("{number} not exported", "{number} not exported", self._refused))
        self._say(say("{parts}.", parts=", ".join(parts)))

    def _say(self, text: str) -> None:
        typer.echo(text, err=self._err)


def _row(one: Rewritten, written: Sequence[str]) -> Row:
    return {
        "match": one.known.match,
        "path": printable(one.path),
        "number": one.known.number,
        "written": [printable(name) for name in written],
        "refused": told(one.trouble, speaking.written()) or None,
        "findings": plain(one.findings, speaking.written()),
    }
