"""What stands on a screen of Textual, as the text that a reader sees."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from textual.app import App

CELL = re.compile(r"[0-9.]+")


def seen_text(app: App[None]) -> str:
    """The lines of the screen, from the picture of it that Textual exports."""
    rows: dict[float, dict[float, str]] = {}
    for one in ElementTree.fromstring(app.export_screenshot()).iter("{http://www.w3.org/2000/svg}text"):
        if "clip-path" in one.attrib:
            rows.setdefault(float(one.attrib["y"]), {})[float(one.attrib["x"])] = "".join(one.itertext())
    lines = []
    for _, parts in sorted(rows.items()):
        line = ""
        for left, text in sorted(parts.items()):
            line = line.ljust(round(left / 12.2)) + text.replace("\xa0", " ")
        lines.append(line.rstrip())
    return "\n".join(lines) + "\n"
