"""A picture as PNG, with the package of the extra `png`."""

from __future__ import annotations

import re
from importlib.util import find_spec
from struct import pack
from zlib import crc32

from kotra_notation.errors import KotraError

PREVIEW = (1200, 630)
_SIZE = re.compile(r' width="[0-9]+" height="[0-9]+"')
# A picture begins with so many bytes of signature and header; behind them it says which program wrote it.
HEADER = 33
_TEXT = b"tEXtSoftware\0kotra-notation"
SOFTWARE = pack(">I", len(_TEXT) - 4) + _TEXT + pack(">I", crc32(_TEXT))
INSTALL = 'pip install "kotra-notation[png]"'


def drawable() -> bool:
    """Return whether the package is there."""
    return find_spec("resvg_py") is not None


def png(svg: str) -> bytes:
    """An SVG without custom properties, which the package does not know, as PNG; ValueError without it."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise KotraError(
            "A PNG needs the package {package}: {command}", package="resvg-py", command=INSTALL
        ) from None
    data = bytes(svg_to_bytes(svg_string=svg))
    return data[:HEADER] + SOFTWARE + data[HEADER:]


def preview(svg: str, ground: str) -> str:
    """A picture in the shape that programs show beside a link, on a ground of its own colour."""
    wide, high = PREVIEW
    inner = _SIZE.sub(f' width="{wide}" height="{high}"', svg, count=1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}">'
        f'<rect width="{wide}" height="{high}" fill="{ground}"/>{inner}</svg>'
    )
