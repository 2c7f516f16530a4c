"""Pseudonyms of a key, the same in all that it writes; `facts/commands/anonymize.toml` has the rest."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import kotra_notation as kn
from tests.calls import kotra

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


def test_a_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    record, key = tmp_path / "1.kotra", tmp_path / "names.key"
    record.write_text(f"{HEAD}game 1\nW 31: 8/5 6/5\n", encoding="utf-8")
    assert kotra("anonymize", record, tmp_path / "open.kotra", "--key", key).exit_code == 0
    made = key.read_bytes()
    assert key.stat().st_mode & 0o077 == 0 or os.name == "nt"
    assert b"Anna" not in made
    assert kotra("anonymize", record, tmp_path / "open.kotra", "--key", key, "--force").exit_code == 0
    assert key.read_bytes() == made
    assert sorted(one.name for one in tmp_path.iterdir()) == ["1.kotra", "names.key", "open.kotra"]


@pytest.mark.parametrize("content", [b"", b"Anna is A\n", b"kotra key 1: 00\n"])
def test_another_file_is_no_key_and_stays_as_it_was(content: bytes, tmp_path: Path) -> None:
    record, key = tmp_path / "1.kotra", tmp_path / "names.txt"
    record.write_text(f"{HEAD}game 1\nW 31: 8/5 6/5\n", encoding="utf-8")
    key.write_bytes(content)
    done = kotra("anonymize", record, tmp_path / "open.kotra", "--key", key)
    assert (done.exit_code, key.read_bytes()) == (2, content)
    assert done.stderr == f"kotra: {key}: not a kotra key file; name a file that does not exist yet.\n"
    assert not (tmp_path / "open.kotra").exists()


def test_a_key_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="key: no such folder"):
        kn.anonymize(f"{HEAD}game 1\n", "kotra", key=tmp_path / "nowhere" / "key")
