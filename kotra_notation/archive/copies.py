"""Which matches of an archive are copies of one another, found once and kept beside the tables.

The file `copies.json` says of which parts it was made; for other parts the copies are found anew. It can be
deleted at any time, and where it cannot be written nothing is kept.
"""

from __future__ import annotations

import json
from contextlib import suppress
from hashlib import sha256

from kotra_notation.archive.sameness import sameness
from kotra_notation.archive.store import Store

FILE = "copies.json"
# The records of each match that has several, by their numbers: first the one to keep.
Groups = list[list[int]]


def copy_groups(store: Store) -> Groups:
    """Return the groups of records of one match, of each group first the record to keep."""
    path, made_of = store.folder / FILE, _parts(store)
    with suppress(OSError, ValueError, TypeError, KeyError):
        said = json.loads(path.read_text(encoding="utf-8"))
        if said["parts"] == made_of:
            return [[int(match) for match in group] for group in said["groups"]]
    groups = [
        [same_match.best, *sorted(other.record for other in same_match.others)]
        for same_match in sameness(store).groups
    ]
    with suppress(OSError):
        store.write_beside(FILE, json.dumps({"parts": made_of, "groups": groups}).encode())
    return groups


def _parts(store: Store) -> str:
    """Return what tells these parts from others: the name of each is a digest of its tables."""
    return sha256(" ".join(sorted(store.manifest.parts)).encode()).hexdigest()
