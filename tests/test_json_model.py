"""The model as JSON: everything comes back, the schema holds, and what does not fit is said in its place."""

from __future__ import annotations

import json
import re

import jsonschema
import pytest
from hypothesis import given, settings

import kotra_notation as kn
from kotra_notation import model
from kotra_notation.formats import json_model
from kotra_notation.formats.format import Reading, Source
from referees import models
from referees.games import quick_match
from tests.calls import kotra
from tests.records import SAMPLES, content, in_kotra, names, only, rows

SCHEMA = jsonschema.Draft202012Validator(json_model.schema())
PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
EVENT = "matches[0].games[0].events[0]"
LARGE = 10**30


def written(*matches: model.Match) -> str:
    writing = json_model.write(matches)
    assert writing.findings == ()
    return str(writing.content)


def read(text: str) -> Reading:
    return json_model.read(Source(text.encode("utf-8", "surrogatepass")))


def match_of(*events: model.Event) -> model.Match:
    return model.Match(games=(model.Game(events=events),))


def said(reading: Reading) -> list[str]:
    return [f"{finding.facts.get('what')}: {finding.facts.get('why')}" for finding in reading.findings]


@given(models.matches)
@settings(max_examples=300)
def test_every_match_comes_back(match: model.Match) -> None:
    text = written(match)
    if PAIR.search(repr(match)):
        return
    reading = read(text)
    assert (reading.findings, reading.matches) == ((), (match,))
    assert written(*reading.matches) == text


@given(models.matches)
@settings(max_examples=40)
def test_the_schema_holds_for_every_match(match: model.Match) -> None:
    SCHEMA.validate(json.loads(written(match)))


def test_the_schema_is_a_schema_and_printed() -> None:
    jsonschema.Draft202012Validator.check_schema(json_model.schema())
    assert not SCHEMA.is_valid({"kotra": 1, "matches": [{"length": LARGE}]})
    result = kotra("formats", "json", "--schema")
    assert json.loads(result.stdout) == json_model.schema()


@pytest.mark.parametrize("arguments", [["mat", "--schema"], ["--schema"], ["jsn", "--schema"]])
def test_a_schema_that_is_not_there_is_a_complaint(arguments: list[str]) -> None:
    result = kotra("formats", *arguments)
    assert result.exit_code == 2
    assert "json" in result.stderr


def test_a_turn_reads_well_and_a_match_has_a_line_an_event() -> None:
    way = (model.Hop(25, 22), model.Hop(8, 2, 1), model.Hop(6, 0), model.Hop(4, 1, 2))
    turn = model.Turn(seat=1, dice=(6, 3), deed=model.Play(hops=way))
    deed = '{"type": "play", "hops": "bar/22 8/2* 6/off 4/1*2"}'
    line = f'{{"type": "turn", "seat": 1, "dice": [6, 3], "deed": {deed}}}'
    assert line in written(match_of(turn)).splitlines()
    match = quick_match(1)
    assert len(written(match).splitlines()) > sum(len(game.events) for game in match.games)


@pytest.mark.parametrize("more", ["", "!"])
def test_the_text_of_a_turn_is_written_where_it_says_more_and_comes_back(more: str) -> None:
    turn = model.Turn(
        seat=0, dice=(3, 1), deed=model.Play(hops=(model.Hop(8, 5), model.Hop(6, 5))), text=f"8/5 6/5{more}"
    )
    document = written(match_of(turn))
    assert ("text" in document) is bool(more)
    (again,) = read(document).matches[0].games[0].events
    assert isinstance(again, model.Turn)
    assert again.text == turn.text


@pytest.mark.parametrize("number", [float("inf"), float("-inf"), float("nan"), 1e300, -0.0, 0.1])
def test_numbers_come_back(number: float) -> None:
    match = match_of(model.Video(seconds=number), model.Evaluation(aspect="luck", luck=number))
    first, other = read(written(match)).matches[0].games[0].events
    assert isinstance(first, model.Video)
    assert isinstance(other, model.Evaluation)
    assert str(first.seconds) == str(other.luck) == str(number)


@pytest.mark.parametrize("text", ["\ud800", "\udfff x", "\u2028\x85\ufeff", "\x00\x1f\x7f", '"\\'])
def test_hostile_strings_come_back(text: str) -> None:
    match = model.Match(info=((text, text),), games=(model.Game(events=(model.Comment(text=text),)),))
    document = written(match)
    document.encode()
    assert read(document).matches == (match,)


def test_a_document_without_spans_has_halves_put_together() -> None:
    assert read(written(model.Match(rules="\ud83c\udfb2"))).matches[0].rules == "🎲"
    match = only("7 point match\n\n Game 1\n Anna : 0    Björn : 0\n  1) 31: 8/5 6/5\n")
    assert match.games[0].events[0].span is not None
    assert read(written(match)).matches[0].games[0].events[0].span is None


def test_the_sample_says_what_it_was_made_from_and_a_claim_has_its_type() -> None:
    shown = model.SetPosition(position=kn.position("4HPwATDgc/ABMA"))
    data = json.loads(
        written(model.Match(games=(model.Game(score=model.ScoreClaim(score=(1, 0.5)), events=(shown,)),)))
    )
    assert data["matches"][0]["games"][0]["score"] == {"type": "score-claim", "score": [1, 0.5]}
    match = only((SAMPLES / "notations" / "davidsson.json").read_bytes())
    assert match == only((SAMPLES / "sound" / "forn-davidsson.kotra").read_bytes())


@rows
def test_what_does_not_fit_is_said_and_the_other_events_are_kept(event: str, place: str, line: str) -> None:
    reading = read(f'{{"kotra": 1, "matches": [{{"games": [{{"events": [{event}, {{"type": "draw"}}]}}]}}]}}')
    assert said(reading)[:1] == ([EVENT + place] if place else [])
    assert in_kotra(reading.matches) == ["game", *([line] if line else []), "draw"]


def test_findings_tell_match_and_game_and_are_counted_up_to_a_limit() -> None:
    document = {"kotra": 1, "matches": [{}, {"games": [{}, {"events": [5]}]}]}
    (found,) = read(json.dumps(document)).findings
    assert (found.match, found.game, found.code) == (2, 2, "N113")
    reading = read(json.dumps({"kotra": 1, "matches": [{"games": [{"events": [0] * 100_000}] * 3}]}))
    assert len(reading.findings) == 1001
    assert names(reading.findings)[-1] == "limit-passed"


@rows
def test_numbers_and_keys_of_a_document(text: str, begun: tuple[str, ...], length: int | bool) -> None:
    reading = read(text)
    assert [match.length for match in reading.matches] == ([length or None] if reading.matches else [])
    assert all(line.startswith(words) for line, words in zip(said(reading), begun, strict=True))


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "1" * 400])
def test_a_number_that_is_not_finite_is_said(number: str) -> None:
    event = f'{{"type": "video", "seconds": {number}}}'
    reading = read(f'{{"kotra": 1, "matches": [{{"games": [{{"events": [{event}]}}]}}]}}')
    assert [finding.facts["what"] for finding in reading.findings] == [f"{EVENT}.seconds"]


@rows
def test_the_text_of_a_turn_is_its_play(text: str, kinds: tuple[str, ...]) -> None:
    turn = {"type": "turn", "seat": 0, "dice": [6, 4], "deed": {"type": "play", "hops": "24/18 18/14"}}
    document = {"kotra": 1, "matches": [{"length": 0, "games": [{"events": [{**turn, "text": text}]}]}]}
    assert names(read(json.dumps(document)).findings) == list(kinds)


def test_what_stands_before_a_break_is_kept_wherever_it_is() -> None:
    match = quick_match(2)
    text = written(match)
    reading = read(text[: text.rindex('{"type": "turn"')])
    assert names(reading.findings) == ["file-breaks-off"]
    assert reading.matches[0].players == match.players
    assert reading.matches[0].games[-1].events == match.games[-1].events[:-2]
    text = written(quick_match(3, games=2))
    for place in range(1, len(text) - 2, max(len(text) // 400, 1)):
        assert names(read(text[:place]).findings) == ["file-breaks-off"], place


def test_a_slip_in_the_middle_is_said_in_its_place_and_what_follows_the_document() -> None:
    lines = content([quick_match(2)], "json").splitlines()
    lines[4] = lines[4].replace("[", "(", 1)
    for text, line in (("\n".join(lines), 5), ('{"kotra": 1, "matches": [{}]}\n{}', 2)):
        reading = read(text)
        assert [(one.kind.name, one.span and one.span.line) for one in reading.findings] == [
            ("structure-broken", line)
        ]
    assert len(reading.matches) == 1


@pytest.mark.parametrize("sign", ["[", '{"matches":'])
def test_nesting_is_bounded(sign: str) -> None:
    assert names(read('{"kotra": 1, "matches": ' + sign * 100_000).findings) == ["limit-passed"]
