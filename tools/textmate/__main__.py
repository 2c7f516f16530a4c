"""`python -m tools.textmate` writes `editors/vscode/syntaxes` anew."""

from __future__ import annotations

import json
from pathlib import Path

from tools.textmate.kotra import kotra
from tools.textmate.mat import mat

FOLDER = Path(__file__).parents[2] / "editors" / "vscode" / "syntaxes"


def files() -> dict[Path, str]:
    """What each file holds."""
    return {
        FOLDER / f"{name}.tmLanguage.json": json.dumps(grammar, ensure_ascii=False, indent=1) + "\n"
        for name, grammar in (("kotra", kotra()), ("kotra-mat", mat()))
    }


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
