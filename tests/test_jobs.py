"""The commands as functions, and pseudonyms of a key: what a program gets, which is what is printed."""

from __future__ import annotations

import json
import os
import pickle
import typing
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from inspect import getdoc, isclass, isfunction, signature
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.features.check.results import Verdict
from kotra_notation.features.fix.folder import write_mended
from kotra_notation.jobs.files import Opened
from tests.calls import kotra
from tests.records import SAMPLES

SOUND = SAMPLES / "sound" / "reykjavik.mat"
SLIP = SAMPLES / "faulty" / "slip.mat"
MENDED = "31: 7/6 18/15*"


def printed(*words: object) -> str:
    return kotra(*words, LC_ALL="C").stdout


def test_a_folder_is_checked_as_the_command_checks_it() -> None:
    done = kn.check(SAMPLES / "faulty")
    assert not done.sound
    assert done.as_json() == json.loads(printed("check", SAMPLES / "faulty", "--json"))
    assert {found.code for found in kn.check(SAMPLES / "faulty", select=["P"]).findings} < {
        found.code for found in done.findings
    }


def test_a_path_its_text_and_its_bytes_are_checked_alike() -> None:
    found = kn.check(SLIP).findings
    assert [one.code for one in found] == ["P201"]
    assert kn.check(SLIP.read_bytes()).findings == kn.check(SLIP.read_text("utf-8")).findings == found
    assert kn.check([SLIP, SOUND]).findings == found
    assert kn.check(SOUND).sound


def test_what_cannot_be_opened_is_a_trouble_and_the_rest_goes_on(tmp_path: Path) -> None:
    done = kn.check([tmp_path / "nowhere.mat", SOUND])
    assert [(one.path, one.why) for one in done.troubles] == [
        (str(tmp_path / "nowhere.mat"), "no such file (check the spelling)")
    ]
    assert len(done.files) == 1
    assert not done.sound
    (tmp_path / "notes.txt").write_text("Kaffi klukkan fjögur.\n", encoding="utf-8")
    assert kn.check(tmp_path).passed_over == 1
    assert kn.check(tmp_path).as_json()["summary"]["passed_over"] == 1
    assert [one.code for one in kn.check(tmp_path / "notes.txt").findings] == ["N101"]
    with pytest.raises(ValueError, match="no rule set"):
        kn.check(SOUND, rules="modren")
    with pytest.raises(ValueError, match="Did you mean mat"):
        kn.check(SOUND, format="nat")


def test_a_record_is_mended_and_nothing_is_written() -> None:
    before = SLIP.read_bytes()
    done = kn.fix(SLIP)
    assert (done.changed, done.errors_left, MENDED in done.text) == (True, 0, True)
    assert SLIP.read_bytes() == before
    assert kn.check(done.data).sound
    assert done.as_json() == json.loads(printed("fix", SLIP, "--json"))
    assert not kn.fix(SLIP, make="sure", match=1).errors_left
    with pytest.raises(ValueError, match="not 'maybe'"):
        kn.fix(SLIP, make="maybe")
    with pytest.raises(ValueError, match="it is a folder"):
        kn.fix(SAMPLES)


def test_two_records_are_compared() -> None:
    mended = kn.fix(SLIP).data
    done = kn.diff(SLIP, mended)
    assert not done.equal
    assert [one["kind"] for one in done.as_json()["matches"][0]["differences"]] == ["plays"]
    assert kn.diff(SLIP, SLIP).equal
    assert kn.diff(SLIP, mended, only=["cube"]).equal
    other = SAMPLES / "sound" / "reykjavik.mat"
    assert kn.diff(SLIP, other).as_json() == json.loads(printed("diff", SLIP, other, "--json"))


def test_records_of_one_match_are_merged(tmp_path: Path) -> None:
    mended = kn.fix(SLIP).data
    done = kn.merge([SLIP, mended], prefer="legal")
    assert MENDED in str(done.content)
    (tmp_path / "b.mat").write_bytes(mended)
    out = tmp_path / "new.mat"
    data = json.loads(printed("merge", SLIP, tmp_path / "b.mat", "-o", out, "--prefer", "legal", "--json"))
    assert kn.merge([SLIP, tmp_path / "b.mat"], prefer="legal").as_json() == data
    with pytest.raises(ValueError, match="At least two"):
        kn.merge([SLIP])
    with pytest.raises(ValueError, match="different match"):
        kn.merge([SLIP, SAMPLES / "sound" / "forn-1977.kotra"])


def test_a_record_is_converted_tried_and_made_anonymous() -> None:
    done = kn.convert(SOUND, "sgf")
    assert kn.read(done.content).format == "sgf"
    assert done.findings == ()
    assert " A : 0" in str(kn.anonymize(SOUND, "mat").content)
    with pytest.raises(ValueError, match="Did you mean sgf"):
        kn.convert(SOUND, "sgff")
    with pytest.raises(kn.LossRefused, match="allows no loss"):
        kn.convert(SAMPLES / "sound" / "forn-1977.kotra", "sgf", strict=True)


def test_records_of_one_match_are_found() -> None:
    folders = [SAMPLES / name for name in ("faulty", "notations", "sound")]
    done = kn.same(folders)
    assert done.as_json() == json.loads(printed("same", *folders, "--json"))
    assert done.groups


def test_a_folder_is_published(tmp_path: Path) -> None:
    made = kn.publish(str(SAMPLES / "faulty"), str(tmp_path / "site"), kn.PublishOptions(language="en"))
    assert (tmp_path / "site" / "index.html").exists()
    assert made.faulty
    assert not made.troubled


@pytest.mark.parametrize(
    "make",
    [
        lambda: kn.check(SLIP),
        lambda: kn.fix(SLIP),
        lambda: kn.diff(SLIP, kn.fix(SLIP).data),
        lambda: kn.merge([SLIP, kn.fix(SLIP).data]),
        lambda: kn.convert(SAMPLES / "sound" / "skyringar.kotra", "mat"),
        lambda: kn.same(SAMPLES / "faulty"),
    ],
)
def test_a_result_shows_itself_in_a_notebook(make: Callable[[], object]) -> None:
    made = make()
    assert is_dataclass(made)
    shown = made._repr_html_()  # type: ignore[union-attr]
    assert shown.startswith("<table>")
    assert "<td>" in shown
    hostile = kn.check(SLIP.read_text("utf-8").replace("Anna", "<b>"))
    assert "<b>" not in hostile._repr_html_()


def types(hint: object) -> Iterator[type]:
    """The classes of ours within a type; a protocol is fulfilled without being imported."""
    for part in typing.get_args(hint):
        yield from types(part)
    protocol = getattr(hint, "_is_protocol", False)
    if isclass(hint) and hint.__module__.startswith("kotra_notation") and not protocol:
        yield hint


def test_every_public_name_is_explained_with_types_from_the_top() -> None:
    missing = [
        f"{name}: {one.__name__}"
        for name in kn.__all__
        if isfunction(function := getattr(kn, name))
        for hint in typing.get_type_hints(function).values()
        for one in types(hint)
        if one.__name__ not in kn.__all__
    ]
    assert missing == []
    assert [name for name in kn.__all__ if not getdoc(getattr(kn, name))] == []
    assert all(signature(getattr(kn, name)) for name in kn.__all__ if isfunction(getattr(kn, name)))
    assert pickle.loads(pickle.dumps(kn.convert(SOUND, "sgf"))) == kn.convert(SOUND, "sgf")


def test_strictly_warnings_count_as_errors_and_notes_do_not() -> None:
    warned, noted = Verdict(warnings=1), Verdict(notes=1)
    assert (warned.status(strict=False), warned.status(strict=True)) == (0, 1)
    assert (noted.status(strict=False), noted.status(strict=True)) == (0, 0)
    assert Verdict(errors=1).status(strict=False) == 1
    assert Verdict(failed=True).status(strict=False) == 2


def test_a_link_that_leads_nowhere_is_no_place_for_what_was_there(tmp_path: Path) -> None:
    record, kept = tmp_path / "a.mat", tmp_path / "a.mat.orig"
    record.write_bytes(SLIP.read_bytes())
    kept.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(kn.KotraError, match="already exists"):
        write_mended(Opened(str(record), record.read_bytes()), str(record), b"another\n")
    assert record.read_bytes() == SLIP.read_bytes()


def test_a_refusal_has_a_class_and_names_no_option(tmp_path: Path) -> None:
    (tmp_path / "a.mat").write_bytes(SOUND.read_bytes())
    (tmp_path / "letter.txt").write_text("Dear Anna", encoding="utf-8")
    site = tmp_path.parent / "site"
    site.mkdir()
    (site / "index.html").write_text("mine", encoding="utf-8")
    calls: list[tuple[type[kn.KotraError], Callable[[], object]]] = [
        (kn.FileExists, lambda: kn.publish(str(tmp_path), str(site))),
        (kn.UnknownFormat, lambda: kn.read(tmp_path / "letter.txt")),
        (kn.UnknownFormat, lambda: kn.read(tmp_path / "a.mat", format="mot")),
        (kn.NotWritten, lambda: kn.convert(tmp_path / "a.mat", "bgblitz-text")),
    ]
    for kind, call in calls:
        with pytest.raises(kind) as refused:
            call()
        assert "--" not in str(refused.value)
        assert type(pickle.loads(pickle.dumps(refused.value))) is type(refused.value)


HEAD = "kotra 1\nwhite: Anna Jónsdóttir\nblack: The Bear\n"


def players(path: Path, key: Path) -> list[str]:
    done = kn.anonymize(path, "kotra", key=key)
    return [player.name for player in kn.read(done.content).matches[0].players]


def test_a_pseudonym_is_the_same_in_every_file_that_is_written_with_the_key(tmp_path: Path) -> None:
    first, second = tmp_path / "1.kotra", tmp_path / "2.kotra"
    first.write_text(f"{HEAD}game 1\nW 31: 8/5 6/5\n# Anna Jónsdóttir smiles.\n", encoding="utf-8")
    second.write_text("kotra 1\nwhite: Guðrún\nblack: anna  JÓNSDÓTTIR\ngame 1\n", encoding="utf-8")
    anna, bear = players(first, tmp_path / "key")
    gudrun, again = players(second, tmp_path / "key")
    assert again == anna
    assert len({anna, bear, gudrun}) == 3
    assert anna not in players(first, tmp_path / "another key")
    assert f"{anna} smiles." in str(kn.anonymize(first, "kotra", key=tmp_path / "key").content)


def test_a_key_is_made_once_for_its_owner_alone_or_refused(tmp_path: Path) -> None:
    record, key = tmp_path / "1.kotra", tmp_path / "names.key"
    record.write_text(f"{HEAD}game 1\nW 31: 8/5 6/5\n", encoding="utf-8")
    assert kotra("anonymize", record, tmp_path / "open.kotra", "--key", key).exit_code == 0
    made = key.read_bytes()
    assert key.stat().st_mode & 0o077 == 0 or os.name == "nt"
    assert b"Anna" not in made
    assert kotra("anonymize", record, tmp_path / "open.kotra", "--key", key, "--force").exit_code == 0
    assert key.read_bytes() == made
    assert sorted(one.name for one in tmp_path.iterdir()) == ["1.kotra", "names.key", "open.kotra"]
    with pytest.raises(ValueError, match="key: no such folder"):
        kn.anonymize(f"{HEAD}game 1\n", "kotra", key=tmp_path / "nowhere" / "key")


@pytest.mark.parametrize("content", [b"", b"Anna is A\n", b"kotra key 1: 00\n"])
def test_another_file_is_no_key_and_stays_as_it_was(content: bytes, tmp_path: Path) -> None:
    record, key = tmp_path / "1.kotra", tmp_path / "names.txt"
    record.write_text(f"{HEAD}game 1\nW 31: 8/5 6/5\n", encoding="utf-8")
    key.write_bytes(content)
    done = kotra("anonymize", record, tmp_path / "open.kotra", "--key", key)
    assert (done.exit_code, key.read_bytes()) == (2, content)
    assert done.stderr == f"kotra: {key}: not a kotra key file; name a file that does not exist yet.\n"
    assert not (tmp_path / "open.kotra").exists()


NAMED = """kotra 1
white: Anna Jónsdóttir
black: Bjarni
transcriber: Anna Jónsdóttir
game 1 0-0
W 31: 8/5 6/5 !
# Anna was well rested, says anna@example.org
#[Bjarni] So was Bjarni.
#[Ýmir] Nobody asked Jónsdóttir.
B 64: 24/14
ruling corrected 24/18 13/9
B 11: unread "as Bjarni likes"
video 1:02 "anna.mp4"
B forfeits game "Bjarni left with Anna"
W wins 1
"""


def test_a_name_leaves_every_text_of_a_record_and_the_rest_stays() -> None:
    left_out = ("transcriber: Anna Jónsdóttir\n", 'video 1:02 "anna.mp4"\n')
    hidden = {"anna@example.org": "(address)", "Ýmir": "N. N.", "Anna Jónsdóttir": "A", "Bjarni": "B"}
    masked = NAMED
    for name, mask in (dict.fromkeys(left_out, "") | hidden | {"Jónsdóttir": "A", "Anna": "A"}).items():
        masked = masked.replace(name, mask)
    assert kn.anonymize(NAMED.encode(), to="kotra").content == masked.replace("game 1", "\ngame 1")
