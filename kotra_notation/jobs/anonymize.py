"""`kn.anonymize`: a record without the persons in it, in any notation."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from kotra_notation import model
from kotra_notation.anonymous import anonymous
from kotra_notation.findings import Finding
from kotra_notation.formats.format import Content
from kotra_notation.jobs.contents import ConvertOptions, contents, read_for
from kotra_notation.jobs.files import Given, Opened, one_given
from kotra_notation.jobs.guarding import LIMIT, guarded
from kotra_notation.jobs.pseudonyms import key_of, pseudonym
from kotra_notation.jobs.rows import Row, row
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, N_, Tongue

NAMES = ("A", "B")

# What is changed in a record, as the command line says it.
CHANGES = (
    N_("names of players"),
    N_("ratings and other facts of players"),
    N_("headers taken out"),
    N_("names within texts"),
    N_("addresses"),
    N_("lines of other programs, and videos"),
    N_("authors of comments"),
)


@dataclass(frozen=True, slots=True)
class Anonymized:
    """The record as it is written, what the notation could not hold, and how often what was changed.

    `changes` counts by kinds of things: names, headers, words in comments.
    """

    content: Content
    findings: tuple[Finding, ...]
    changes: Mapping[str, int]

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """The findings and the changes."""
        return row(self, "findings changes", tongue)


def anonymize(
    source: Given,
    to: str,
    *,
    names: tuple[str, str] = NAMES,
    key: str | os.PathLike[str] | None = None,
    format: str | None = None,
) -> Anonymized:
    """A record without the persons in it, in a notation such as `mat`; ValueError where it cannot be.

    `names` stand where those of the players stood. With a `key`, which is a file, each player has a
    pseudonym, the same in every record; a file that is not there yet is made.
    """
    name, _, dialect = to.partition(":")
    file = one_given(source)
    with guarded(LIMIT, len(file.data)):
        return anonymize_file(file, ConvertOptions(name, dialect or None, format), names, key_at(key))


def key_at(path: str | os.PathLike[str] | None) -> bytes | None:
    """The key in a file, where one is named; ValueError where it holds none and none can be made."""
    return None if path is None else key_of(os.fspath(path))


def anonymize_file(
    file: Opened, options: ConvertOptions, names: tuple[str, str] = NAMES, key: bytes | None = None
) -> Anonymized:
    """The same of a file that is open, by a key where there is one."""
    reading = read_for(file, options)
    done = [anonymous(match, _called(match, names, key)) for match in reading.matches]
    files, lost = contents(replace(reading, matches=tuple(one.match for one in done)), options)
    changes: Counter[str] = Counter()
    for one in done:
        changes.update(one.changes)
    return Anonymized(files[0], tuple(lost), dict(changes))


def _called(match: model.Match, names: tuple[str, str], key: bytes | None) -> tuple[str, str]:
    """What the players of a match are called; who has no name has no pseudonym."""
    if key is None:
        return names
    one, other = [
        pseudonym(player.name, key) if player.name.strip() else name
        for player, name in zip(match.players, names, strict=True)
    ]
    return one, other
