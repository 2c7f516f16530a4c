"""A picture as PNG, with the package of the extra `png`."""

from __future__ import annotations

from kotra_notation.cli.failing import fail

INSTALL = 'pip install "kotra-notation[png]"'


def png(svg: str) -> bytes:
    """An SVG without custom properties, which the package does not know, as PNG; or a complaint."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        fail("A PNG needs the package {package}: {command}", package="resvg-py", command=INSTALL)
    return bytes(svg_to_bytes(svg_string=svg))
