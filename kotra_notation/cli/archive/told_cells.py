"""The answers to named questions as people read them: heads in their language, shares as percentages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kotra_notation.archive.ask.questions.catalogue import Question
from kotra_notation.archive.ask.questions.columns import Form
from kotra_notation.cli.archive.answering import Cell
from kotra_notation.cli.archive.cells import shown_cell
from kotra_notation.words.tongues import Tongue


def heads(question: Question, tongue: Tongue) -> list[str]:
    """What stands above the columns."""
    return [tongue.say(column.head) for column in question.columns]


def cells(question: Question, tongue: Tongue) -> Mapping[str, Cell]:
    """How the values of each column are shown."""
    return {
        name: _shower(column.form, tongue)
        for name, column in zip(question.names, question.columns, strict=True)
    }


def _shower(form: Form, tongue: Tongue) -> Cell:
    def cell(value: Any) -> str:
        if value is None or isinstance(value, str | bool):
            return shown_cell(value)
        match form:
            case Form.SHARE:
                return tongue.say("{number} %", number=tongue.number(100 * value, 1))
            case Form.CHANCE:
                return tongue.number(value, 4) if value >= 0.0001 else tongue.say("below 0.0001")
            case Form.NUMBER if isinstance(value, float):
                return tongue.number(value, 2)
            case _:
                return tongue.number(value) if isinstance(value, float) else str(value)

    return cell
