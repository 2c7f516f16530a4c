"""Where a man lands on the way: by a number of the throw, in every spelling, or it is said."""

from __future__ import annotations

import pytest

from kotra_notation.findings import Finding
from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Source
from kotra_notation.implied import Spelling
from kotra_notation.replay import complete_match, replay
from referees.transcripts import bare
from tests.records import rows


def test_the_finding_names_the_landing_and_what_ends_where_the_play_does() -> None:
    (found,) = bare("W 62: 24/20/16", "W wins 1").findings
    assert (found.facts["step"], found.expected) == ("24/20", ("24/16",))


@rows
def test_in_other_notations_too(format: str, text: str) -> None:
    reading = read_source(Source(text.encode()), format)
    found: list[Finding] = [*reading.findings, *(one for m in reading.matches for one in replay(m).findings)]
    assert "landing-not-thrown" in [one.kind.name for one in found]


@pytest.mark.parametrize("to", ["kotra", "json", "mat", "sgf"])
def test_a_false_landing_is_false_in_every_notation_written_from_it_or_said_to_be_lost(to: str) -> None:
    plays = ("W 31: 8/5 6/5", "B 31: 8/5 6/5", "W 33: 24/20/18 13/7", "B 31: 24/23 13/10", "W wins 1")
    text = "\n".join(("kotra 1", "length: 3", "game 1 0-0", *plays, ""))
    (match,) = read_source(Source(text.encode()), "kotra").matches
    written = write_matches([complete_match(replay(match), Spelling(single_steps=True))], to)
    content = written.content
    source = Source(content if isinstance(content, bytes) else content.encode())
    found = [one for again in read_source(source, to).matches for one in replay(again).findings]
    said = {one.kind.name for one in (*found, *written.findings)}
    assert said & {"landing-not-thrown", "die-not-thrown", "event-lost", "game-not-expressible"}
