"""The grammar of `.kotra` for TextMate.

A statement is known by its first word, and coloured by the terminals of its rule in `grammar/kotra.lark`.
What may hold a text of any length (a play, a string, a position) is spelled here: no line is slow to search.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kotra_notation import ignores
from kotra_notation.board import BAR as ON_THE_BAR
from kotra_notation.board import OFF as BORNE_OFF
from kotra_notation.formats.kotra import other_words, positions, spelling, statements
from kotra_notation.formats.kotra.spelling import ENDS
from kotra_notation.formats.plays import parser
from kotra_notation.rules.named import RULESETS
from kotra_notation.rules.old_options import OLD
from kotra_notation.rules.options import MODERN
from tools.textmate import patterns as p
from tools.textmate.colours import BLACK, HEADER, PRINTED, VALUE, WHITE, WORDS
from tools.textmate.patterns import Language, Pattern, include, one_of, way_of

KOTRA = Language("kotra")
GRAMMAR = parser("kotra", "line", "deed", "short", "ways")
TERMINALS = {one.name: one.pattern.to_regexp() for one in GRAMMAR.terminals}
PRIORITIES = {one.name: one.priority for one in GRAMMAR.terminals}

# What has a pattern of its own, by the name of the pattern, and what stands in none.
OWN = {
    "SEAT": "seat",
    "WAY": "way",
    "MARK": "mark",
    "NOTE": "comment",
    "STRING": "string",
    "PROPERTY": "property",
    "CHANCES": "shares",
    "OUTCOMES": "shares",
    "BOARD": "board",
    "SHORT": "short",
}
AT_THE_BEGINNING = {"KEY", "PERSON", "SPOKEN", "_COLON", "_NUMBERING"}
# What the rest of a line is, by the statement.
REST = {"setup": "position", "ruling": "deed"}
# The statements whose patterns are spelled here.
SPELLED = {"header", "person", "turn", "spoken_turn", "comment"}

START = rf"^\s*(?:({TERMINALS['_NUMBERING']})\s+)?"


def seat(number: int) -> str:
    """The words for a side."""
    letters = [letter for letter, of in statements.SPOKEN_SEATS.items() if of == number]
    return f"(?=[{''.join(letter + letter.lower() for letter in letters)}]){TERMINALS['SEAT']}"


def person(number: int) -> str:
    """The words for a player in headers."""
    return one_of(name for name, of in statements.PEOPLE.items() if of == number)


def expansions(rule: str) -> list[list[str]]:
    """What a rule of the grammar may be, each as the names of its parts."""
    return [[part.name for part in one.expansion] for one in GRAMMAR.rules if one.origin.name == rule]


def terminals(rule: str, seen: set[str] | None = None) -> set[str]:
    """The terminals that a rule is made of, however deep."""
    seen = set() if seen is None else seen
    for name in {name for parts in expansions(rule) for name in parts} - seen:
        seen.add(name)
        terminals(name, seen)
    return seen & TERMINALS.keys()


def statement(rule: str) -> Pattern:
    """A statement: it begins with its first word and the side before it, and ends with the line."""
    after, first = set(), set()
    for parts in expansions(rule):
        if parts[0] == "SEAT":
            after.add(TERMINALS[parts[1]])
        else:
            first.add(TERMINALS[parts[0]])
    ways = [*sorted(first), *([rf"{TERMINALS['SEAT']}\s+(?:{'|'.join(sorted(after))})"] if after else [])]
    order = list(TERMINALS)
    names = sorted(terminals(rule), key=lambda name: (name == "REST", -PRIORITIES[name], order.index(name)))
    inside = [REST[rule] if name == "REST" else OWN.get(name, name) for name in names]
    return KOTRA.line(
        "entity.name.section.game" if rule == "game" else f"meta.{rule}",
        f"{START}(?={'|'.join(ways)})",
        [p.NUMBERING],
        include(*dict.fromkeys(["comment", *inside, "mark"])),
    )


def turns() -> Iterator[Pattern]:
    """A side, its dice in figures or by their names, and what was done with them."""
    single = f"(?:{one_of(name for names in spelling.NAMES for name in names)})"
    double = f"(?:{one_of(name for names in spelling.DOUBLES for name in names)})"
    names = rf"{single}\s+(?:og\s+)?{single}|{double}\s+(?:{one_of(spelling.ALL)})|{spelling.TWELVE}"
    for rule, thrown in (("turn", TERMINALS["DICE"]), ("spoken_turn", rf"(?i:{names})(?=\s*:)")):
        yield KOTRA.line(
            f"meta.{rule}",
            rf"{START}(?:({seat(0)})|({seat(1)}))\s+({thrown})\s*(:?)",
            [p.NUMBERING, WHITE, BLACK, p.DICE, "punctuation.separator.dice"],
            include("deed"),
        )


def headers() -> Iterator[Pattern]:
    """Headers of rules, whose words are known, of persons, and all others."""
    ours = one_of(["rules", *(key for key, meant in other_words.HEADERS.items() if meant == "rules")])
    known = [
        KOTRA.word(rf"(?:{one_of(RULESETS)})(?![\w-])", "support.constant.ruleset"),
        KOTRA.word(rf"(?:{one_of([*MODERN, *OLD])})(?![\w.])", "variable.parameter.option"),
        KOTRA.match("[=,+]", "punctuation.separator.option"),
        KOTRA.match(r"[^\s=,+]+", VALUE),
    ]
    rest = [KOTRA.match(".+", VALUE)]
    yield KOTRA.line("meta.rules", rf"{START}((?:{ours})[^\S\n]*:)", [p.NUMBERING, HEADER], known)
    who = rf"(?:({person(0)})|({person(1)}))\s+"
    key = rf"({TERMINALS['KEY']})\s*"
    yield KOTRA.line("meta.person", f"{START}{who}{key}", [p.NUMBERING, WHITE, BLACK, HEADER], rest)
    yield KOTRA.line("meta.header", f"{START}{key}", [p.NUMBERING, HEADER], rest)


def printed() -> Iterator[Pattern]:
    """What our own pages print in Icelandic, and lines in the words of the sources."""
    inner = {
        "seat": include("seat"),
        "play": include("deed", "position"),
        "rest": include("mark", "_TO", "INT"),
    }
    for regex in [*(regex for regex, _ in other_words.LINES), other_words.words_of_sources()]:
        groups = KOTRA.captures(p.NUMBERING)
        for name, number in regex.groupindex.items():
            inside = {"patterns": inner[name]} if name in inner else {"name": KOTRA.scoped(PRINTED[name])}
            groups[str(number + 1)] = inside
        bare = re.sub(r"\(\?P<\w+>", "(", regex.pattern).replace(".+", "[^#]+").replace(".*", "[^#]*")
        whole = rf"{START}(?i:{bare})(?=\s*(?:#|$))"
        yield KOTRA.match(whole, "keyword.other.printed") | {"captures": groups}


def deed() -> list[Pattern]:
    """What stands behind the colon of a turn."""
    own = ("_UNKNOWN", "mark", "_CANNOT", "_NO_HOPS", "HALF", "_ILLEGAL", "_REACHES", "_UNREAD")
    names = {name.strip("_").lower(): scope for name, scope in WORDS.items()}
    words = [KOTRA.match(f"(?i:{regex.pattern})", names[said.strip()]) for regex, said in other_words.DEEDS]
    words.append(KOTRA.match(f"(?i:{other_words.deeds_of_sources().pattern})", names["cannot"]))
    return [*include("comment", *own), *words, *include("board", "string", "way", "short")]


def comment() -> Pattern:
    """A comment, with its author and language, and what it asks to ignore."""
    asked = ignores.ASKED.pattern.removesuffix("(.*)")
    return KOTRA.line(
        "comment.line.number-sign",
        r"(#)(?:(\+)(?=\s|$)|(\[)([^\];]*)(?:(;)([^\];]*))?(\]))?",
        [
            "punctuation.definition.comment",
            "punctuation.definition.comment.more",
            "punctuation.definition.credit",
            "entity.name.type.author",
            "punctuation.separator.language",
            "constant.language.language",
            "punctuation.definition.credit",
        ],
        [
            KOTRA.match(rf"(?<=#|\])(?i:{asked})", "keyword.other.ignore")
            | {"captures": KOTRA.captures("constant.other.finding")}
        ],
    )


def way() -> Pattern:
    """The way of a man: points, hits, how many men."""
    ends = {at: one_of(word for word, of in ENDS.items() if of == at) for at in (ON_THE_BAR, BORNE_OFF)}
    parts = [
        KOTRA.match(f"(?i:{ends[ON_THE_BAR]})", p.BAR),
        KOTRA.match(f"(?i:{ends[BORNE_OFF]})", p.OFF),
        KOTRA.match(r"\*(?:-?[0-9]{1,18})?", p.HIT),
        KOTRA.match(r"\([0-9]+\)", p.COUNT),
        KOTRA.match("/", p.HOP),
        KOTRA.match("[a-xA-X]|-?[0-9]{1,18}", p.POINT),
    ]
    return way_of(TERMINALS["WAY"], parts)


def position() -> list[Pattern]:
    """A position: the men of each side, an id, and what belongs to it beside them."""
    words = {word for name in positions.PARTS for word in name.split()} | {"men"}
    return [
        *include("comment", "string", "property"),
        KOTRA.match(r"XGID=[^\s\]]+|(?<![^\s\[])[\w+/]{14}(?::[\w+/]{12})?(?![^\s\]])", "constant.other.id"),
        KOTRA.match(r"(?<!\w)(?:[0-9]{1,2}x|bar|off|[a-x])[0-9]{1,18}(?!\w)", "constant.other.men"),
        KOTRA.match("[:;]", "punctuation.separator.position"),
        KOTRA.word(rf"(?:{one_of(words)})(?!\w)", "keyword.other.position"),
        *include("seat", "PAIR", "INT"),
        KOTRA.match(r"[^\s\"#:;\]]+", "constant.other.position"),
    ]


def span(begin: str, end: str, scope: str, inside: list[Pattern]) -> Pattern:
    """From a sign to another, or to the end of the line where that does not come."""
    return {"begin": begin, "end": f"{end}|$", "name": KOTRA.scoped(scope), "patterns": inside}


def repository() -> dict[str, Pattern]:
    """The patterns that others refer to by their names."""
    escape = KOTRA.match(r'\\(?:["\\nt]|u\{[0-9a-fA-F]{1,6}\})', "constant.character.escape")
    key_value = ("entity.other.attribute-name", "punctuation.separator.key-value")
    of_shares = [
        *include("string"),
        KOTRA.match(r"-?[^\W\d_]\w*(?=:)", "support.constant.outcome"),
        KOTRA.match(r"[^\s():\"]+", WORDS["NUMBER"]),
    ]
    return {
        "seat": {"patterns": [KOTRA.word(seat(0), WHITE), KOTRA.word(seat(1), BLACK)]},
        "mark": KOTRA.match(TERMINALS["MARK"], p.MARK),
        "comment": comment(),
        "string": span('"', '"', "string.quoted.double", [escape]),
        "property": {"match": r"(?<!\S)([^\W\d_][\w.:-]*)(=)(?=\")", "captures": KOTRA.captures(*key_value)},
        "shares": span(r"\(", r"\)", "punctuation.section.shares", of_shares),
        "board": span(r"\[", r"\]", "punctuation.section.board", include("position")),
        "position": {"patterns": position()},
        "way": way(),
        "short": KOTRA.match(r"[^\s#!?]+", "string.unquoted.short"),
        "deed": {"patterns": deed()},
        **{name: KOTRA.word(TERMINALS[name], scope) for name, scope in WORDS.items() if name != "_UNKNOWN"},
        "_UNKNOWN": KOTRA.match(TERMINALS["_UNKNOWN"], WORDS["_UNKNOWN"]),
    }


def kotra() -> Pattern:
    """The grammar, as it is written to a file."""
    rules = [parts[0] for parts in expansions("_statement") if parts[0] not in SPELLED]
    return {
        "information_for_contributors": [p.WRITTEN],
        "name": "Kotra",
        "scopeName": "source.kotra",
        "patterns": [*include("comment"), *printed(), *turns(), *headers(), *map(statement, rules)],
        "repository": repository(),
    }
