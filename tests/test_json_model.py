"""The model as JSON: everything comes back, the schema holds, and what does not fit is said in its place."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from typer.testing import CliRunner

import kotra_notation as kn
from kotra_notation.cli.app import app
from kotra_notation.formats import FORMATS, json_model, recognise
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import (
    Blank,
    Comment,
    Evaluation,
    Game,
    Hop,
    Match,
    Play,
    ScoreClaim,
    SetPosition,
    Turn,
    Unread,
    Video,
)
from referees import models
from referees.games import quick_match

SAMPLES = Path(__file__).parent.parent / "samples"
SCHEMA = jsonschema.Draft202012Validator(json_model.schema())
PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def written(*matches: Match) -> str:
    writing = json_model.write(matches)
    assert writing.findings == ()
    return str(writing.content)


def read(text: str) -> Reading:
    return json_model.read(Source(text.encode("utf-8", "surrogatepass")))


def read_event(**event: Any) -> Reading:
    return read(json.dumps({"kotra": 1, "matches": [{"games": [{"events": [event]}]}]}))


def events(reading: Reading) -> tuple[Any, ...]:
    return reading.matches[0].games[0].events


def said(reading: Reading) -> list[str]:
    return [f"{one.facts.get('what')}: {one.facts.get('why')}" for one in reading.findings]


TURN = {"type": "turn", "seat": 0, "dice": [3, 1], "deed": {"type": "play", "hops": "8/5 6/5"}}


# what is written


@given(models.matches)
@settings(max_examples=300)
def test_every_match_comes_back(match: Match) -> None:
    text = written(match)
    if PAIR.search(repr(match)):
        return
    reading = read(text)
    assert reading.findings == ()
    assert reading.matches == (match,)
    assert written(*reading.matches) == text


@given(models.matches)
@settings(max_examples=40)
def test_the_schema_holds_for_every_match(match: Match) -> None:
    SCHEMA.validate(json.loads(written(match)))


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(json_model.schema())


def test_a_turn_reads_well() -> None:
    turn = Turn(seat=1, dice=(6, 3), deed=Play(hops=(Hop(25, 22), Hop(8, 2, 1), Hop(6, 0), Hop(4, 1, 2))))
    text = written(Match(games=(Game(events=(turn,)),)))
    deed = '{"type": "play", "hops": "bar/22 8/2* 6/off 4/1*2"}'
    assert f'{{"type": "turn", "seat": 1, "dice": [6, 3], "deed": {deed}}}' in text.splitlines()


def test_the_text_of_a_turn_is_kept_where_it_says_more() -> None:
    turn = Turn(seat=0, dice=(3, 1), deed=Play(hops=(Hop(8, 5), Hop(6, 5))), text="8/5 6/5!")
    (again,) = events(read(written(Match(games=(Game(events=(turn,)),)))))
    assert again.text == "8/5 6/5!"


def test_a_text_that_the_hops_spell_is_left_out_and_comes_back() -> None:
    turn = Turn(seat=0, dice=(3, 1), deed=Play(hops=(Hop(8, 5), Hop(6, 5))), text="8/5 6/5")
    text = written(Match(games=(Game(events=(turn,)),)))
    assert "text" not in text
    assert events(read(text))[0].text == "8/5 6/5"


@pytest.mark.parametrize("number", [float("inf"), float("-inf"), 1e300, -0.0, 0.1])
def test_numbers_come_back(number: float) -> None:
    match = Match(games=(Game(events=(Video(seconds=number),)),))
    (again,) = events(read(written(match)))
    assert str(again.seconds) == str(number)


def test_no_number_at_all_comes_back() -> None:
    match = Match(games=(Game(events=(Evaluation(aspect="luck", luck=float("nan")),)),))
    (again,) = events(read(written(match)))
    assert again.luck != again.luck


@pytest.mark.parametrize("text", ["\ud800", "\udfff x", "\u2028\x85\ufeff", "\x00\x1f\x7f", '"\\'])
def test_hostile_strings_come_back(text: str) -> None:
    match = Match(info=((text, text),), games=(Game(events=(Comment(text=text),)),))
    document = written(match)
    document.encode()
    assert read(document).matches == (match,)


def test_two_halves_of_a_character_become_the_character() -> None:
    assert read(written(Match(rules="\ud83c\udfb2"))).matches[0].rules == "🎲"


def test_a_match_has_a_line_an_event() -> None:
    match = quick_match(1)
    text = written(match)
    assert len(text.splitlines()) > sum(len(game.events) for game in match.games)


def test_spans_are_left_out() -> None:
    (match,) = kn.read("7 point match\n\n Game 1\n Anna : 0    Björn : 0\n  1) 31: 8/5 6/5\n").matches
    assert match.games[0].events[0].span is not None
    assert events(read(written(match)))[0].span is None


# recognition


def test_a_document_is_recognised() -> None:
    for text in (written(Match()), '{"$schema": "x", "kotra": 1, "matches": []}', '{"matches":[],"kotra":1}'):
        assert recognise(Source(text.encode())) is FORMATS["json"]


@pytest.mark.parametrize("text", ["{}", "[]", '{"match_length": 7}', '{"kotra": "x"}', "kotra 1\n"])
def test_other_documents_are_not(text: str) -> None:
    assert not json_model.looks_like(Source(text.encode()))


# what does not fit


@pytest.mark.parametrize(
    ("change", "place", "why"),
    [
        ({"seat": 2}, "matches[0].games[0].events[0].seat", "2 is not one of 0, 1"),
        ({"seat": True}, "matches[0].games[0].events[0].seat", "true is not one of 0, 1"),
        ({"dice": [3]}, "matches[0].games[0].events[0].dice", "an array is not an array of 2"),
        ({"dice": [3, "1"]}, "matches[0].games[0].events[0].dice[1]", '"1" is not a whole number'),
        ({"dice": [3, 1.5]}, "matches[0].games[0].events[0].dice[1]", "1.5 is not a whole number"),
        ({"type": "move"}, "matches[0].games[0].events[0]", 'its type, "move", is not allowed here'),
        ({"type": []}, "matches[0].games[0].events[0]", "its type, an array, is not allowed here"),
    ],
)
def test_a_value_that_does_not_fit_is_said_and_its_event_left_out(
    change: dict[str, Any], place: str, why: str
) -> None:
    reading = read_event(**{**TURN, **change})
    assert said(reading) == [f"{place}: {why}"]
    assert events(reading) == ()


def test_a_finding_tells_the_match_and_the_game() -> None:
    document = {"kotra": 1, "matches": [{}, {"games": [{}, {"events": [5]}]}]}
    (found,) = read(json.dumps(document)).findings
    assert (found.match, found.game, found.code) == (2, 2, "N113")


def test_the_other_events_are_kept() -> None:
    document = {"kotra": 1, "matches": [{"games": [{"events": [TURN, {"type": "take"}, TURN]}]}]}
    reading = read(json.dumps(document))
    assert len(events(reading)) == 2
    assert said(reading) == ["matches[0].games[0].events[1]: it lacks seat"]


def test_a_play_that_does_not_fit_is_unread() -> None:
    reading = read_event(**{**TURN, "deed": {"type": "play", "hops": "8-5"}})
    assert [turn.deed for turn in events(reading)] == [Unread(text="8-5")]
    assert said(reading) == ['matches[0].games[0].events[0].deed.hops: "8-5" is not a play such as 8/5 6/5']


def test_a_field_that_may_be_missing_is_left_out_alone() -> None:
    reading = read_event(type="comment", text="Gott!", language=5)
    assert events(reading) == (Comment(text="Gott!"),)
    assert said(reading) == ["matches[0].games[0].events[0].language: 5 is not a string"]


def test_a_key_that_is_not_known_is_said_and_the_event_kept() -> None:
    reading = read_event(**TURN, span=[1, 2, 3])
    assert len(events(reading)) == 1
    assert said(reading) == ['matches[0].games[0].events[0]: it has an unknown key, "span"']


def test_a_key_that_stands_twice_is_said_and_the_last_counts() -> None:
    reading = read('{"kotra": 1, "matches": [{"length": 5, "length": 7}]}')
    assert reading.matches[0].length == 7
    assert said(reading) == ['matches[0]: it has the key "length" more than once']


@pytest.mark.parametrize("number", [10**30, -(10**18)])
def test_numbers_of_more_figures_than_any_notation_reads_are_refused(number: int) -> None:
    dice = read_event(type="turn", seat=0, dice=[number, 1], deed={"type": "blank"})
    assert said(dice) == [f"matches[0].games[0].events[0].dice[0]: {number} has more than 18 digits"]
    document = {"kotra": 1, "matches": [{"length": number}]}
    assert [one.code for one in read(json.dumps(document)).findings] == ["N113"]
    assert not SCHEMA.is_valid(document)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "1" * 400])
def test_a_number_that_is_not_finite_is_said(number: str) -> None:
    event = f'{{"type": "video", "seconds": {number}}}'
    reading = read(f'{{"kotra": 1, "matches": [{{"games": [{{"events": [{event}]}}]}}]}}')
    assert [one.facts["what"] for one in reading.findings] == ["matches[0].games[0].events[0].seconds"]


def test_a_number_of_very_many_digits_is_said() -> None:
    reading = read(f'{{"kotra": 1, "matches": [{{"length": {"9" * 5000}}}]}}')
    assert [one.facts["what"] for one in reading.findings] == ["matches[0].length"]


def test_a_board_has_26_places() -> None:
    reading = read_event(type="set-position", position={"points": [0] * 25})
    assert said(reading) == ["matches[0].games[0].events[0].position.points: an array is not an array of 26"]


def test_a_whole_number_may_be_written_with_a_point() -> None:
    assert read('{"kotra": 1.0, "matches": [{"length": 7.0}]}').matches[0].length == 7


@pytest.mark.parametrize("version", ["2", '"1"', "null"])
def test_another_version_is_said(version: str) -> None:
    assert said(read(f'{{"kotra": {version}, "matches": []}}')) == ["kotra: its version is not 1"]


def test_mistakes_are_counted_up_to_a_limit() -> None:
    document = {"kotra": 1, "matches": [{"games": [{"events": [0] * 100_000}] * 3}]}
    reading = read(json.dumps(document))
    assert len(reading.findings) == 1001
    assert reading.findings[-1].kind.name == "limit-passed"


# texts that break off or are no JSON


def test_what_stands_before_a_break_is_kept() -> None:
    match = quick_match(2)
    text = written(match)
    reading = read(text[: text.rindex('{"type": "turn"')])
    assert [found.kind.name for found in reading.findings] == ["file-breaks-off"]
    assert reading.matches[0].players == match.players
    assert reading.matches[0].games[-1].events == match.games[-1].events[:-2]


def test_a_text_may_break_off_anywhere() -> None:
    text = written(quick_match(3, games=2))
    for place in range(1, len(text) - 2, max(len(text) // 400, 1)):
        assert [found.kind.name for found in read(text[:place]).findings] == ["file-breaks-off"], place


def test_a_slip_in_the_middle_is_said_in_its_place() -> None:
    lines = written(quick_match(2)).splitlines()
    lines[4] = lines[4].replace("[", "(", 1)
    (found,) = read("\n".join(lines)).findings
    assert found.kind.name == "structure-broken"
    assert [one.span.line for one in (found,) if one.span] == [5]


def test_what_follows_the_document_is_said() -> None:
    reading = read('{"kotra": 1, "matches": [{}]}\n{}')
    assert len(reading.matches) == 1
    assert [(one.kind.name, one.span and one.span.line) for one in reading.findings] == [
        ("structure-broken", 2)
    ]


@pytest.mark.parametrize("sign", ["[", '{"matches":'])
def test_nesting_is_bounded(sign: str) -> None:
    reading = read('{"kotra": 1, "matches": ' + sign * 100_000)
    assert [one.kind.name for one in reading.findings] == ["limit-passed"]


@given(models.texts)
def test_any_text_is_read(text: str) -> None:
    read('{"kotra": 1, "matches": ' + text)


# the command


def test_the_schema_is_printed() -> None:
    result = CliRunner().invoke(app, ["formats", "json", "--schema"])
    assert json.loads(result.stdout) == json_model.schema()


@pytest.mark.parametrize("arguments", [["mat", "--schema"], ["--schema"], ["jsn", "--schema"]])
def test_a_schema_that_is_not_there_is_a_complaint(arguments: list[str]) -> None:
    result = CliRunner().invoke(app, ["formats", *arguments])
    assert result.exit_code == 2
    assert "json" in result.stderr


def test_a_claim_at_the_head_of_a_game_has_its_type() -> None:
    match = Match(
        games=(
            Game(
                score=ScoreClaim(score=(1, 0.5)),
                events=(SetPosition(position=kn.position("4HPwATDgc/ABMA")),),
            ),
        )
    )
    data = json.loads(written(match))
    assert data["matches"][0]["games"][0]["score"] == {"type": "score-claim", "score": [1, 0.5]}


def test_a_play_that_nothing_is_said_of_is_blank() -> None:
    reading = read_event(**{**TURN, "deed": {"type": "blank"}})
    assert [turn.deed for turn in events(reading)] == [Blank()]


def test_the_sample_says_what_it_was_made_from() -> None:
    reading = kn.read(SAMPLES / "notations" / "davidsson.json")
    assert reading.findings == ()
    assert reading.matches == kn.read(SAMPLES / "sound" / "forn-davidsson.kotra").matches


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("24/18/14", []),
        ("1/7/11", []),
        ("31hefe", []),
        ("24/14*", []),
        ("24/18 24/20", ["witness-disagrees"]),
        ("a/g/l", ["witness-disagrees"]),
    ],
)
def test_the_text_of_a_turn_is_its_play(text: str, kinds: list[str]) -> None:
    turn = {"type": "turn", "seat": 0, "dice": [6, 4], "deed": {"type": "play", "hops": "24/18 18/14"}}
    document = {"kotra": 1, "matches": [{"length": 0, "games": [{"events": [{**turn, "text": text}]}]}]}
    found = json_model.read(Source(json.dumps(document).encode())).findings
    assert [one.kind.name for one in found] == kinds
