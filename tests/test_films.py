"""Recordings: a page leads to the moment of a turn, on hosts that are known and nowhere else."""

from __future__ import annotations

import json
import re

import kotra_notation as kn
from tests.records import rows

HEAD = "kotra 1\n{header}game 1 0-0\nW 31: 8/5 6/5\nvideo 7:45{source}\nB 64: 24/14\n"
LINK = re.compile(r'<a href="(http[^"]*)">([^<]*)</a>')


def shown(header: str = "", source: str = "") -> str:
    quoted = f" {json.dumps(source)}" if source else ""
    text = HEAD.format(header=f"video: {header}\n" if header else "", source=quoted)
    return kn.report(kn.replay(kn.read(text).matches[0]))


@rows
def test_a_page_leads_to_the_moment_in_a_recording(source: str, moment: str) -> None:
    assert LINK.findall(shown(source=source)) == [(moment, moment)]
    assert LINK.findall(shown(header=source)) == [(moment, moment), (source, source)]


@rows
def test_no_other_address_of_a_record_becomes_a_link(source: str) -> None:
    for text in (shown(source=source), shown(header=source)):
        assert "7:45 in the recording" in text
        assert LINK.findall(text) == []


def test_the_tag_of_a_match_text_is_the_header_and_comes_back() -> None:
    tagged = '; [Video "https://youtu.be/kotra2026"]\n 1 point match\n Game 1\n Anna : 0      Bjarni : 0\n'
    (match,) = kn.read(f"{tagged}  1) 31: 8/5 6/5           64: 24/18 18/14\n").matches
    assert dict(match.info)["video"] == "https://youtu.be/kotra2026"
    writing = kn.write(match, "mat")
    assert '; [Video "https://youtu.be/kotra2026"]' in str(writing.content)
    assert writing.findings == ()
