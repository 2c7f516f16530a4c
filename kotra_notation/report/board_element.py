"""The script of `<kotra-board>`, an element that draws a position in a page that kotra did not make."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from kotra_notation.report.live import bare_table, board_facts
from kotra_notation.report.rendering import script_json
from kotra_notation.report.templating import environment, with_measures
from kotra_notation.report.text_layout import colours
from kotra_notation.words.tongues import N_, Tongue

STYLE = (
    ":host{display:block;max-width:40rem}:host([hidden]){display:none}:host([dark]){color-scheme:dark}"
    "svg{display:block;width:100%;height:auto}"
)
NONE = N_("“{id}” is no position id.")


def board_script(tongue: Tongue, theme: str) -> str:
    """Return the script; ValueError for an unknown theme."""
    facts = board_facts(tongue, lettered=False)
    facts["texts"]["none"] = tongue.say(NONE)
    values: dict[str, Any] = {
        "facts": facts,
        "style": STYLE + colours(theme),
        "table": bare_table(lettered=False),
    }
    script = (
        environment(tongue)
        .get_template("element.js")
        .render(lettered=False, **{name: Markup(script_json(value)) for name, value in values.items()})
    )
    return with_measures(script)
