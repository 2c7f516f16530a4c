"""A match with a stranger's words in every place that can hold words, and attacks to put there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from kotra_notation import model as m
from kotra_notation.board import Memory, Position
from referees.seeds import SEED

T = TypeVar("T")

MARK = "Anna"  # stands where a stranger's words go
TAG = "is"  # and this where the name of a language goes

RUN = "window.pwned=1"
ATTACKS = {
    "script": f"<script>{RUN}</script>",
    "script end": f"</script><script>{RUN}</script>",
    "attribute": f"\"><img src=x onerror='{RUN}'>",
    "attribute, single": f"' onmouseover='{RUN}' autofocus onfocus='{RUN}' x='",
    "attribute, bare": f"x onfocus={RUN} autofocus tabindex=1",
    "backtick": f"`><img src=x onerror={RUN}>`",
    "style end": f"</style><img src=x onerror={RUN}>",
    "css": "red;background:url(https://kotra.invalid/x);}*{display:none}/*",
    "css import": "@import 'https://kotra.invalid/x.css';:root{--ink:red}",
    "svg": f"</text></svg><svg onload={RUN}><script>{RUN}</script>",
    "svg title": f"</title></desc><foreignObject><img src=x onerror={RUN}></foreignObject>",
    "svg use": "<use href='data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg></svg>#x'/>",
    "math": f"<math><mtext><table><mglyph><style><img src=x onerror={RUN}>",
    "url": f"javascript:{RUN}",
    "url, data": f"data:text/html,<script>{RUN}</script>",
    "url, spaced": f" java\tscript:{RUN}//",
    "link": "https://kotra.invalid/",
    "template": "{{ 7*7 }}{% raw %}{% endraw %}{# x #}${7*7}<%= 7*7 %>",
    "format": "{0.__class__}{name}%s%(name)s{",
    "comment": f"--><script>{RUN}</script><!--",
    "comment open": "<!-- <script>",
    "cdata": f"]]><script>{RUN}</script><![CDATA[",
    "json": f'"}}];{RUN};[{{"a":"',
    "json escapes": '\\"\\u003cscript\\u003e\\',
    "line separators": f"a\u2028{RUN}\u2029b\x85c\x0bd",
    "entities": "&lt;script&gt;&#60;script&#62;&amp;&nbsp;&quot;",
    "entities, double": f"&lt;img src=x onerror={RUN}&gt;",
    "meta": "<meta http-equiv=refresh content='0;url=https://kotra.invalid/'>",
    "base": "<base href='https://kotra.invalid/'>",
    "frame": f"<iframe srcdoc='<script>parent.{RUN}</script>'></iframe>",
    "form": "<form action=https://kotra.invalid/><input name=attributes><button>",
    "clobber": "<a id=location name=location href=x><img name=querySelector>",
    "textarea": f"</textarea></title></noscript></template><img src=x onerror={RUN}>",
    "noscript": f'<noscript><p title="</noscript><img src=x onerror={RUN}>">',
    "nulls": f"<scr\0ipt>{RUN}</scr\0ipt>\0\x01\x1b[31m\x7f",
    "surrogate": "a\ud800b\udfffc",
    "noncharacter": "a\ufffeb\uffff",
    "object property": "__proto__",
    "id": "g1-t1",
    "path": "../../etc/passwd\\..\\x",
    "overlong": "o" * 100_000,
    "overlong words": "orð " * 25_000,
}
BIDI = {
    "override": "\u202edesrever",
    "embedding": "\u202b\u202babc",
    "isolate, open": "\u2067\u2067abc",
    "pops": "\u202c\u202c\u2069\u2069abc",
    "letters": "אבג 7",
    "marks": "\u200f\u061cabc",
}
ALL = ATTACKS | BIDI
HUGE = {name: text for name, text in ALL.items() if len(text) > 50_000}
SMALL = {name: text for name, text in ALL.items() if name not in HUGE}

POSITION = Position(
    points=(0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0),
    offer=MARK,
    memory=Memory(scored=(frozenset({MARK}), frozenset({MARK})), phase=MARK),
)
PLAY = m.Play(hops=(m.Hop(8, 5), m.Hop(6, 5)))
CANDIDATES = (
    m.Candidate(choice=MARK, equity=0.1, chances=(0.5, 0.1, 0.0, 0.1, 0.0), level=MARK, extras={MARK: MARK}),
    m.Candidate(choice="8/5 6/5", equity=0.0, outcomes={MARK: 0.5}, level=MARK),
)
ANNOTATIONS: tuple[m.Annotation, ...] = (
    m.Comment(text=MARK, author=MARK, language=TAG),
    m.Comment(text=f"{MARK}\n{MARK}"),
    m.Mark(sign=MARK),
    m.Mark(sign=MARK, aspect="cube"),
    m.Mark(sign="diagram"),
    m.Evaluation(aspect="play", candidates=CANDIDATES, luck=0.1, source=MARK, extras={MARK: MARK}),
    m.Evaluation(aspect="cube", candidates=CANDIDATES, source=MARK),
    m.Evaluation(aspect="position", candidates=CANDIDATES, source=MARK),
    m.Clock(seat=0, left=60, used=5),
    m.Video(seconds=12, source=MARK),
    m.Extra(key=MARK, value=MARK),
    m.Extra(key=f"mat:{MARK}", value=MARK),
)
HEADERS = (
    "event",
    "round",
    "place",
    "date",
    "time",
    "transcriber",
    "annotator",
    "source",
    MARK,
    f"mat:{MARK}",
)
EVENTS: tuple[m.Event, ...] = (
    *ANNOTATIONS,
    m.Turn(seat=0, dice=(3, 1), deed=PLAY, text=MARK),
    *ANNOTATIONS,
    m.Turn(seat=1, dice=(6, 4), deed=m.Play(hops=(m.Hop(24, 13),)), text=MARK),
    m.Ruling(outcome="stood", text=MARK),
    m.Turn(seat=0, dice=(3, 1), deed=m.Play(hops=(m.Hop(13, 8),)), text=MARK),
    m.Ruling(outcome="corrected", play=PLAY, text=MARK),
    m.Turn(seat=1, dice=(6, 4), deed=m.Unread(text=MARK), text=MARK),
    m.Double(seat=0, value=2),
    *ANNOTATIONS,
    m.Take(seat=1),
    m.Turn(seat=0, dice=(5, 2), deed=m.Reached(position=POSITION), text=MARK),
    m.SetPosition(position=POSITION),
    m.AwardClaim(seat=0, kind=MARK, points=1),
    m.Forfeit(seat=0, reason=MARK, points=1),
    m.ResultClaim(seat=1, points=1, kind=MARK),
    *ANNOTATIONS,
)
MATCH = m.Match(
    players=(
        m.Player(name=MARK, rating=MARK, extras={MARK: MARK}),
        m.Player(name=MARK, rating=MARK, extras={MARK: MARK}),
    ),
    length=5,
    rules=MARK,
    info=tuple((key, MARK) for key in HEADERS),
    remarks=ANNOTATIONS,
    games=(
        m.Game(number=1, score=m.ScoreClaim(score=(0, 0)), events=EVENTS),
        m.Game(number=2, events=EVENTS),
    ),
)

HEAD = replace(MATCH, games=())  # what stands before the games, which is soon made into a page


def in_turn(words: Sequence[str]) -> m.Match:
    """A match with a game for each of these words, and the word in every place of it that can hold words."""
    bare = [event for event in EVENTS if event not in ANNOTATIONS]
    places = (0, 1, len(bare) // 2, len(bare))
    games = []
    for number, text in enumerate(words):
        at = places[(number + SEED) % len(places)]
        events = (*bare[:at], *ANNOTATIONS, *bare[at:])
        games.append(poisoned(m.Game(number=number + 1, events=events), text))
    return replace(MATCH, length=0, games=tuple(games))


def interleaved(words: Sequence[str]) -> m.Match:
    """A match of one game, a word for each of its events: little where a page is dear."""
    events = [poisoned(event, words[(at + SEED) % len(words)]) for at, event in enumerate(EVENTS)]
    return replace(MATCH, length=0, games=(m.Game(number=1, events=tuple(events)),))


def some_of(texts: Mapping[str, str], chosen: Sequence[str]) -> list[str]:
    """The chosen of the texts, each in its place, and harmless words in the places of the others."""
    return [text if name in chosen else f"{MARK}{at}" for at, (name, text) in enumerate(texts.items())]


def culprits(names: Sequence[str], broken: Callable[[Sequence[str]], bool]) -> list[str]:
    """The first of the names that breaks what holds without it, found by halving; none where all is well."""
    if not names or not broken(names):
        return []
    while len(names) > 1:
        half = len(names) // 2
        found = next((some for some in (names[:half], names[half:]) if broken(some)), None)
        if found is None:  # only several of them together do
            break
        names = found
    return list(names)


def poisoned(value: T, text: str, tag: str = TAG) -> T:
    """The same value with the words in place of every mark, and the tag as every language."""
    return _poisoned(value, {MARK: text, TAG: tag})  # type: ignore[no-any-return]


def _poisoned(value: Any, words: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return words.get(value) or value.replace(MARK, words[MARK])
    if is_dataclass(value) and not isinstance(value, type):
        changed = {one.name: _poisoned(getattr(value, one.name), words) for one in fields(value) if one.init}
        return replace(value, **changed)
    if isinstance(value, Mapping):
        return {_poisoned(key, words): _poisoned(one, words) for key, one in value.items()}
    if isinstance(value, frozenset):
        return frozenset(_poisoned(one, words) for one in value)
    if type(value) is tuple:
        return tuple(_poisoned(one, words) for one in value)
    return value


def strings(value: Any) -> Iterator[str]:
    """Every string in a value of the model."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from strings(tuple(value.items()))
    elif isinstance(value, tuple | frozenset):
        for one in value:
            yield from strings(one)
    elif is_dataclass(value):
        for field in fields(value):
            yield from strings(getattr(value, field.name))


def objects(value: Any) -> Iterator[Any]:
    """Every value of the model in a value."""
    if isinstance(value, tuple):
        for one in value:
            yield from objects(one)
    elif is_dataclass(value):
        yield value
        for field in fields(value):
            yield from objects(getattr(value, field.name))
