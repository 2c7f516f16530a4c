"""A picture as PNG, with the package of the extra `png`."""

from __future__ import annotations

from kotra_notation.words import phrase

INSTALL = 'pip install "kotra-notation[png]"'


def png(svg: str) -> bytes:
    """An SVG without custom properties, which the package does not know, as PNG; ValueError without it."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise ValueError(
            phrase("A PNG needs the package {package}: {command}", package="resvg-py", command=INSTALL)
        ) from None
    return bytes(svg_to_bytes(svg_string=svg))
