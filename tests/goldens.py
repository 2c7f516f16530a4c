"""Golden files: what was made once and looked at, held against what is made now.

`pytest --update-golden` writes them anew. Where one differs, what was made is kept beside it as `*.actual`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "golden"
Golden = Callable[[str, str], None]


def compared(path: Path, text: str, *, update: bool) -> None:
    """Hold a text against its golden file; AssertionError where they differ."""
    actual = path.with_name(path.name + ".actual")
    if update:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    held = path.read_bytes() if path.exists() else None
    if held == text.encode():
        actual.unlink(missing_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    actual.write_bytes(text.encode())
    what = "differs from what was made" if held is not None else "is not there"
    raise AssertionError(f"{path.name} {what}: see {actual.name}; if it is right, run pytest --update-golden")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """What holds a text against the golden file of a name."""
    update = bool(request.config.getoption("--update-golden"))

    def hold(name: str, text: str) -> None:
        compared(FOLDER / name, text, update=update)

    return hold
