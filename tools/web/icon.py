"""The icon of kotra: two points of a board, a checker on each."""

from __future__ import annotations

from resvg_py import svg_to_bytes

SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">\
<rect width="512" height="512" rx="96" fill="#f4ead7"/>\
<path d="M96 448 176 96l80 352z" fill="#b9935a"/><path d="M256 448 336 96l80 352z" fill="#7c4a2d"/>\
<circle cx="176" cy="376" r="72" fill="#fffdf8" stroke="#3b2a1a" stroke-width="14"/>\
<circle cx="336" cy="376" r="72" fill="#3b2a1a" stroke="#fffdf8" stroke-width="14"/></svg>
"""


def icon_svg() -> str:
    return SVG


def icon_png(size: int) -> bytes:
    return bytes(svg_to_bytes(svg_string=SVG, width=size, height=size))
