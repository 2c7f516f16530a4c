"""The token of a desk is kept for its folder, in a file that nobody else may read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kotra_notation.desk.settings import TOKEN, kept_token

posix = pytest.mark.skipif(os.name != "posix", reason="rights of files are those of POSIX")


def only(cache: Path) -> Path:
    (path,) = cache.iterdir()
    return path


def test_a_folder_has_the_same_token_at_each_start(tmp_path: Path) -> None:
    cache, day = tmp_path / "cache" / "kotra", tmp_path / "day"
    token = kept_token(cache, day)
    assert TOKEN.fullmatch(token)
    assert kept_token(cache, day) == token
    others = {kept_token(cache, tmp_path / "other"), kept_token(cache, None), kept_token(None, day)}
    assert len({token, *others}) == 4


@posix
def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    kept_token(tmp_path, None)
    assert only(tmp_path).stat().st_mode & 0o777 == 0o600


@posix
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o622])
def test_a_file_that_others_can_read_or_write_is_not_believed(tmp_path: Path, mode: int) -> None:
    token = kept_token(tmp_path, None)
    only(tmp_path).chmod(mode)
    assert kept_token(tmp_path, None) != token
    assert only(tmp_path).stat().st_mode & 0o777 == 0o600


@posix
@pytest.mark.parametrize("words", ["", "x", "x" * 33, "../" * 11])
def test_what_is_no_token_is_not_taken(tmp_path: Path, words: str) -> None:
    kept_token(tmp_path, None)
    only(tmp_path).write_text(words, encoding="ascii")
    assert kept_token(tmp_path, None) != words


@posix
def test_a_link_is_not_followed(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    kept_token(cache, None)
    path = only(cache)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("x" * 32, encoding="ascii")
    elsewhere.chmod(0o600)
    path.unlink()
    path.symlink_to(elsewhere)
    assert kept_token(cache, None) != "x" * 32
    assert elsewhere.read_text(encoding="ascii") == "x" * 32


def test_where_nothing_can_be_kept_each_start_has_its_own(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    cache = tmp_path / "file" / "cache"
    assert kept_token(cache, None) != kept_token(cache, None)
