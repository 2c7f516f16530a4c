"""A record without persons: names, their parts, headers, authors, and what may stay."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.anonymous import Anonymous, anonymous
from kotra_notation.model import Comment, Match
from tests.calls import kotra

HEAD = "kotra 1\nwhite: Anna Jónsdóttir\nblack: The Bear\n"


def masked(text: str, names: tuple[str, str] = ("A", "B")) -> Anonymous:
    return anonymous(kn.read(f"{HEAD}{text}\n".encode()).matches[0], names)


def comments(match: Match) -> list[str]:
    return [event.text for game in match.games for event in game.events if isinstance(event, Comment)]


def test_players_are_called_otherwise() -> None:
    done = masked("game 1", ("Hvítur", "Svartur"))
    assert [player.name for player in done.match.players] == ["Hvítur", "Svartur"]


def test_names_go_from_comments_with_their_parts() -> None:
    done = masked("game 1\nW 31: 8/5 6/5\n# anna jónsdóttir beats The Bear; Jónsdóttir smiles at the hannah.")
    assert comments(done.match) == ["A beats B; A smiles at the hannah."]
    assert done.changes["names within texts"] == 3


def test_headers_that_may_point_at_persons_go() -> None:
    done = masked("event: Anna Open\nplace: Akureyri\nmat:Match ID: 17\nwhite rating: 1800\ngame 1")
    assert done.match.info == (("event", "A Open"),)
    assert done.match.players[0].rating is None
    assert done.changes["headers removed"] == 2


def test_names_of_headers_are_names_too() -> None:
    done = masked('"mat:Player 1": Bear Bryndísarson\ngame 1\nW 31: 8/5 6/5\n# Bryndísarson sighs.')
    assert comments(done.match) == ["B sighs."]


def test_other_authors_are_not_named() -> None:
    done = masked("game 1\nW 31: 8/5 6/5\n#[The Bear] Hm.\n#[Grettir] Ha.")
    authors = [event.author for event in done.match.games[0].events if isinstance(event, Comment)]
    assert authors == ["B", "N. N."]


def test_persons_of_headers_go_from_comments_too() -> None:
    said = "# Ýmir wrote; ask y@kotra.is, says ANNA."
    done = masked(f"transcriber: Ýmir Ósk\ngame 1\nW 31: 8/5 6/5\n{said}")
    assert comments(done.match) == ["N. N. wrote; ask (address) says A."]


def test_names_go_from_marks_and_analyses() -> None:
    text = 'game 1\nW 31: 8/5 6/5\nmark "Anna smiles"\neval play by "Anna 2.0" who="The Bear"'
    done = masked(text)
    assert "Anna" not in repr(done.match.games)
    assert "Bear" not in repr(done.match.games)


def test_the_match_is_the_same_otherwise() -> None:
    text = "length: 1\ngame 1 0-0\nW 31: 8/5 6/5\nB doubles 2\nW drops\nB wins 1"
    match = kn.read(f"{HEAD}{text}\n".encode()).matches[0]
    assert masked(text).match.games == match.games


def test_what_was_changed_is_said(tmp_path: Path) -> None:
    source = tmp_path / "m.kotra"
    source.write_text(f"{HEAD}place: Akureyri\nlength: 1\ngame 1 0-0\nW 31: 8/5 6/5\nW wins 1\n", "utf-8")
    result = kotra("anonymize", source, tmp_path / "open.mat", "--names", "Ari", "Bragi")
    assert result.exit_code == 0
    assert "names of players: 2" in result.stderr
    assert "headers removed: 1" in result.stderr
    written = (tmp_path / "open.mat").read_text("utf-8")
    assert "Ari" in written
    assert "Anna" not in written
    assert "the target is the source itself" in kotra("anonymize", source, source).stderr


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
