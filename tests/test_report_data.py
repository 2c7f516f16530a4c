"""docs/report.md says what there is: options, templates with their blocks, what the report as JSON holds."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from typer import Context
from typer.core import TyperGroup
from typer.main import get_command

from kotra_notation.board import Position
from kotra_notation.cli.app import app
from kotra_notation.installation import folder
from kotra_notation.report.rendering import VERSION, position
from kotra_notation.report.templating import APART
from kotra_notation.report.view import Page
from tests.calls import SOUND, kotra
from tests.papers import model_of, rendered
from tests.records import write_files
from tests.sample_pages import KINDS

TEXT = (Path(__file__).parent.parent / "docs/report.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"{%-? block (\w+)")
START = Position(points=(0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0))


def kinds(hint: Any) -> Iterator[type]:
    """The classes of the view model that a type is made of."""
    if isinstance(hint, type) and is_dataclass(hint) and hint is not Position:
        yield hint
    for one in get_args(hint):
        yield from kinds(one)


def view_classes() -> list[type]:
    """The page and every class that is in it."""
    classes: list[type] = [Page]
    for one in classes:
        inner = [kind for hint in get_type_hints(one).values() for kind in kinds(hint)]
        classes += [kind for kind in dict.fromkeys(inner) if kind not in classes]
    return classes


def fits(value: Any, hint: Any) -> bool:
    """Whether a value of JSON is what a field is declared to be."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return any(fits(value, one) for one in inner)
    if origin is tuple and inner[-1] is Ellipsis:
        return isinstance(value, list) and all(fits(one, inner[0]) for one in value)
    if origin is tuple:
        return isinstance(value, list) and all(map(fits, value, inner)) and len(value) == len(inner)
    if origin is dict:
        return isinstance(value, dict) and all(fits(one, inner[1]) for one in value.values())
    if hint is Position:
        return isinstance(value, dict) and list(value) == list(position(START))
    if is_dataclass(hint):
        names = [one.name for one in fields(hint)]
        hints = get_type_hints(hint)
        return (
            isinstance(value, dict) and list(value) == names and all(fits(value[n], hints[n]) for n in names)
        )
    return type(value) is (type(None) if hint is None else hint)


def listed_fields() -> Iterator[str]:
    """The fields of the table; one that begins with a dot belongs to the class named before it."""
    for cell in re.findall(r"^\| (`(?:[A-Z]\w+|position)\.\w+`.*?) \|", TEXT, re.M):
        owner = ""
        for word in re.findall(r"`([^`]+)`", cell):
            owner = word.partition(".")[0] or owner
            yield f"{owner}.{word.partition('.')[2]}"


def test_every_field_is_described_and_no_other() -> None:
    real = [f"{kind.__name__}.{one.name}" for kind in view_classes() for one in fields(kind)]
    real += [f"position.{name}" for name in position(START)]
    assert sorted(listed_fields()) == sorted(real)


@pytest.mark.parametrize("name", KINDS)
def test_a_sample_has_the_fields_of_the_view_model(name: str) -> None:
    written = json.loads(rendered(model_of(name), "json"))
    assert written.pop("version") == VERSION
    assert fits(written, Page)


def test_a_position_of_kotra_has_its_identifiers() -> None:
    names = {"xgid": "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:10", "gnubg_id": "4HPwATDgc/ABMA"}
    names |= {"text": START.text(), "ogid": START.ogid(), "gnubg_match_id": START.gnubg_match_id()}
    facts = {"seat": 0, "dice": None, "cube": {"value": 1, "owner": None}, "offer": None}
    assert position(START) == names | facts | {"pips": [167, 167], "off": [0, 0]}


def test_a_position_of_the_old_game_has_its_text_only() -> None:
    written = json.loads(rendered(model_of("sound/forn-islenska.kotra"), "json"))
    final = written["final"]["position"]
    assert final["text"]
    assert [final[name] for name in ("xgid", "ogid", "gnubg_id", "gnubg_match_id")] == [None] * 4


def test_every_option_is_described_and_no_other() -> None:
    command = get_command(app)
    assert isinstance(command, TyperGroup)
    report: Any = command.get_command(Context(command), "report")
    real = [one.opts[0] for one in report.params if one.param_type_name == "option"]
    cells = re.findall(r"^\| (`-.*?) \|", TEXT, re.M)
    told = [word for cell in cells for word in re.findall(r"`(-[-\w]+)", cell)]
    assert sorted([*told, "--help-all"]) == sorted(real)


def test_every_template_is_described_with_its_blocks() -> None:
    rows = re.findall(r"^\| ((?:`[\w.]+`(?:, )?)+) \| [^|]+ \|(.*)\|$", TEXT, re.M)
    told = {
        name: set(re.findall(r"`(\w+)`", blocks))
        for names, blocks in rows
        for name in re.findall(r"`([\w.]+\.\w+)`", names)
    }
    assert told == {
        path.name: set(BLOCK.findall(path.read_text(encoding="utf-8")))
        for path in folder("templates").iterdir()
        if not path.name.startswith(APART)
    }


def test_the_example_of_a_template_runs(tmp_path: Path) -> None:
    (example,) = re.findall(r"```jinja\n(.*?)```", TEXT, re.S)
    write_files(tmp_path, {"body.html.j2": example, "match.mat": SOUND})
    result = kotra("report", tmp_path / "match.mat", "-o", "-", "--template", tmp_path)
    assert "<footer>Kotrufélagið, Anna – Bjarni</footer>" in result.stdout


def test_what_is_said_of_the_match_is_there() -> None:
    assert set() < set(re.findall(r"`page\.(\w+)`", TEXT)) <= Page.__dataclass_fields__.keys()
