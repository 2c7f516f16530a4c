"""Some whole commands on damaged records, other ones in each run; the seed repeats them."""

from __future__ import annotations

import os
from random import SystemRandom

from tests.commands import run

NUMBER = int(os.environ.get("KOTRA_COMMANDS", "40"))


def test_no_command_ends_otherwise_than_it_may() -> None:
    seed = int(os.environ.get("KOTRA_SEED") or SystemRandom().randrange(2**32))
    statuses, found = run(NUMBER, seed)
    told = "\n".join(f"{' '.join(one.words)}: {one.why}\n{one.output}" for one in found)
    assert not found, f"KOTRA_SEED={seed} repeats it\n{told}"
    assert statuses.total() >= NUMBER
