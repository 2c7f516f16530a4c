"""`python -m tools.mean_nets OLD NEW SHARE OUT`: nets whose weights for contact lie between those of two.

Nets that went on learning err in part by chance, each in its own way; between the two they err less. The
other nets are the new ones. `OUT` tells which were taken, and how much of the new.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from kotra_notation.engine.nets import Net, Nets, read


def between(old: Nets, new: Nets, share: float) -> Nets:
    """The new nets, that for contact only as far from the old one as `share` says."""
    layers = [
        (weights * (1 - share) + later * share, biases * (1 - share) + latest * share)
        for (weights, biases), (later, latest) in zip(
            old["contact"].layers, new["contact"].layers, strict=True
        )
    ]
    about = {**new.about, "between": [old.digest, new.digest, share]}
    return Nets({**new.nets, "contact": Net(layers)}, about)


def main() -> None:
    """Write the nets between those of two files."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("old", "new"):
        parser.add_argument(name, type=lambda name: read(Path(name).read_bytes()))
    parser.add_argument("share", type=float)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    options.out.write_bytes(between(options.old, options.new, options.share).as_bytes())


if __name__ == "__main__":
    main()
