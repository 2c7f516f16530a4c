"""A desk with an archive, asked while a test runs, and the words of its pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

from httpx import Client

from tests import desk_served


@contextmanager
def asking(archive: Path, processes: int = 1) -> Iterator[Client]:
    """What asks the desk of an archive."""
    with desk_served.served(archive=archive, processes=processes) as desk, desk_served.asking(desk) as client:
        yield client


def said(text: str) -> str:
    """The words of a page."""
    shown = re.sub(r"<(style|script)>.*?</\1>", "", text, flags=re.S)
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", shown)))


def get(client: Client, path: str, status: int = 200, **wishes: str | int) -> str:
    answer = client.get(f"archive/{path}".rstrip("/") + (f"?{urlencode(wishes)}" if wishes else ""))
    assert answer.status_code == status, said(answer.text)
    return answer.text
