"""The seed of this run: another one each time, and the one that is given where a run is to be repeated."""

from __future__ import annotations

import os
from random import SystemRandom

# Workers of one run get it by the environment.
SEED = int(os.environ.setdefault("KOTRA_SEED", str(SystemRandom().randrange(2**32))))
