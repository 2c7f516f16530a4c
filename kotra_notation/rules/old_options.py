"""The options of the old Icelandic game, and the values they have in each dialect."""

from __future__ import annotations

from dataclasses import replace

from kotra_notation.rules.old_icelandic import FORMS
from kotra_notation.rules.options import ANY, DICE, ONOFF, OPENING, UNLIMITED, WITHOUT_CUBE, Option
from kotra_notation.rules.ruleset import OptionValue

NAMES = tuple(FORMS)
OLD_RULES = {"dice.cocked": "FORN-DICE-4", "dice.max_use": "FORN-USE-1", "dice.higher_die": "FORN-USE-3"}


OLD_ROWS = (
    *OPENING,
    *(replace(option, rule=OLD_RULES[option.name]) for option in DICE),
    Option(
        "first_throw.double",
        ("normal", "one-man"),
        "FORN-FIRST-1",
        "Whether a double as a side's first throw, other than 6-6, is played with one man.",
    ),
    Option(
        "first_throw.six_six",
        ("normal", "four-to-7th"),
        "FORN-FIRST-2",
        "Whether a 6-6 as a side's first throw takes four men to the seventh point.",
    ),
    Option(
        "five_off.rule",
        (UNLIMITED,),
        "FORN-FIVE-1",
        "What is forbidden until five men have left the start.",
        members=("stack", "leave-far", "pass-11"),
    ),
    Option(
        "five_off.count", ("off-start", "never-dead"), "FORN-FIVE-2", "Whether dead men count among the five."
    ),
    Option(
        "stack.rule",
        ("zone", "twelfth", UNLIMITED),
        "FORN-STACK-2",
        "Where two men may stand: from the 12th point on, or anywhere once a man has stood on that point.",
    ),
    Option(
        "stack.latch",
        ("once", "while"),
        "FORN-STACK-3",
        "Whether the man on the 12th point must stay there for `stack.rule=twelfth`.",
    ),
    Option(
        "stack.check",
        ("turn-end", "each-step"),
        "FORN-STACK-5",
        "Whether a man may land on another of its own side in the middle of a turn.",
    ),
    Option(
        "prime_break",
        ("off", "six"),
        "FORN-PRIME-2",
        "Whether a man behind a block of six may land on one of its points and hit the men there.",
    ),
    Option(
        "prime_break.when",
        ("always", "no-other-play"),
        "FORN-PRIME-3",
        "Whether a block may be broken only if the throw cannot be played any other way.",
    ),
    Option(
        "entry.onto",
        ("free", "empty"),
        "FORN-ENTER-2",
        "Whether a dead man may hit a single man of the other side where it enters.",
    ),
    Option(
        "entry.own",
        ("never", "start", "touch", "always"),
        "FORN-ENTER-3",
        "Whether a dead man may enter on men of its own side: on the start point, in passing, or anywhere.",
    ),
    Option(
        "bearoff.zone", ("quarter", "half"), "FORN-OFF-1", "Where all men must be before one is borne off."
    ),
    Option(
        "jan.count",
        ("enterable", "empty"),
        "FORN-JAN-1",
        "Which points are compared with the dead men for jan: those they may enter on, or only empty ones.",
    ),
    Option(
        "jan.enemy_points",
        ("closed", "open"),
        "FORN-JAN-2",
        "Whether points made by the other side count as points to enter on.",
    ),
    Option("jan.test", ("step", "turn"), "FORN-JAN-4", "Whether jan ends the game at once."),
    Option(
        "jan.stor_label", ONOFF, "FORN-JAN-3", "Whether jan with no point to enter on is called stór jan."
    ),
    Option("forms.end_game", ONOFF, "FORN-FORM-2", "Whether a formation ends the game."),
    Option("forms.litil", ONOFF, "FORN-FORM-1", "Whether litli meistari counts (8 on 24, 7 on 23)."),
    Option(
        "half.forms",
        (UNLIMITED,),
        "FORN-HALF-1",
        "Which formations may be declared with a part of the throw, for half the points.",
        members=NAMES,
    ),
    Option("half.value", ("half", "3.5"), "FORN-HALF-2", "What a half múkur scores (stutti or langi)."),
    Option(
        "one_die",
        ("off", "after-throws", "always"),
        "FORN-HALF-3",
        "When the dice are thrown one after the other.",
    ),
    Option(
        "mor.condition",
        ("dead-man", "hit-in-throw", "off"),
        "FORN-MOR-1",
        "What earns mor: a dead man of the other side, or a hit with the winning throw.",
    ),
    Option("mor.on_jan", ONOFF, "FORN-MOR-3", "Whether the points for mor are added to those for jan."),
    Option("after", ONOFF, "FORN-AFTER-1", "Whether the loser of an úttekt may throw on for a formation."),
    Option(
        "after.limits",
        ("number",),
        "FORN-AFTER-2",
        "The last after-throw with which each formation still counts.",
        keys=NAMES,
    ),
    Option(
        "after.claim",
        ("best", "first", "all"),
        "FORN-AFTER-4",
        "Which of several formations reached in the after-throws counts.",
    ),
    Option("last_throw", ONOFF, "FORN-LAST-1", "Whether the side that threw second gets one more throw."),
    Option("last_throw.draw_points", ("number",), "FORN-LAST-2", "What each side scores in a draw."),
    *(
        Option(f"points.{kind}", ("number",), "FORN-SCORE-1", f"What {what} scores.")
        for kind, what in (
            ("uttekt", "úttekt"),
            ("rasslangur", "rasslangur (langi hryggur)"),
            ("langi", "langi múkur"),
            ("stutti", "stutti múkur"),
            ("meistari", "meistari"),
            ("litil", "litli meistari"),
            ("jan", "jan"),
            ("mor", "mor"),
        )
    ),
    Option("match.target", (UNLIMITED, "number"), "FORN-SCORE-4", "The points at which a sitting is over."),
    Option(
        "view.direction",
        ("towards", "away"),
        "FORN-GEO-2",
        "Whether the men come home towards the player or away; it only changes how boards are drawn.",
    ),
    Option("deadlock", ("draw", "off"), "FORN-END-3", "Whether a game in which nobody can play is drawn."),
)
OLD: dict[str, Option] = {option.name: option for option in OLD_ROWS}

FORN_1977: dict[str, OptionValue] = {
    **WITHOUT_CUBE,
    "opening.first": "low",
    "opening.dice": "fresh",
    "next_first": "throw",
    "dice.cocked": "both",
    "dice.max_use": True,
    "dice.higher_die": False,
    "first_throw.double": "normal",
    "first_throw.six_six": "normal",
    "five_off.rule": frozenset({"stack"}),
    "five_off.count": "off-start",
    "stack.rule": "zone",
    "stack.latch": "once",
    "stack.check": "turn-end",
    "prime_break": False,
    "prime_break.when": "always",
    "entry.onto": "free",
    "entry.own": "never",
    "bearoff.zone": "quarter",
    "jan.count": "enterable",
    "jan.enemy_points": "closed",
    "jan.test": "step",
    "jan.stor_label": False,
    "forms.end_game": False,
    "forms.litil": False,
    "half.forms": frozenset(),
    "half.value": "half",
    "one_die": False,
    "mor.condition": "dead-man",
    "mor.on_jan": False,
    "after": False,
    "after.limits": (("meistari", 15), ("stutti", 10), ("langi", 5), ("rasslangur", 1)),
    "after.claim": "best",
    "last_throw": False,
    "last_throw.draw_points": 0,
    "points.uttekt": 2,
    "points.rasslangur": 3,
    "points.langi": 5,
    "points.stutti": 7,
    "points.meistari": 13,
    "points.litil": 3,
    "points.jan": 15,
    "points.mor": 2,
    "match.target": None,
    "deadlock": "draw",
    "view.direction": "towards",
}

FORN_DE: dict[str, OptionValue] = {
    **FORN_1977,
    "opening.first": "high",
    "opening.dice": "keep",
    "next_first": "winner-main",
    "first_throw.double": "one-man",
    "first_throw.six_six": "four-to-7th",
    "five_off.rule": frozenset({"leave-far"}),
    "stack.rule": "twelfth",
    "prime_break": "six",
    "jan.stor_label": True,
    "forms.end_game": True,
    "forms.litil": True,
    "half.forms": frozenset({"stutti", "langi"}),
    "mor.condition": "hit-in-throw",
    "after": True,
    "after.limits": (("meistari", 13), ("stutti", 7), ("langi", 5)),
    "last_throw.draw_points": 2,
}

DAVIDSSON: dict[str, OptionValue] = {
    **FORN_1977,
    "five_off.rule": frozenset({"pass-11", "stack"}),
    "entry.onto": "empty",
}

# What another option leaves nothing to decide: the idle one (with a value, where only that is idle), the
# reason, and the reason's value.
WITHOUT_EFFECT: tuple[tuple[str, OptionValue, str, OptionValue], ...] = (
    ("dice.higher_die", ANY, "dice.max_use", False),
    ("five_off.count", ANY, "five_off.rule", frozenset()),
    ("five_off.rule", frozenset({"stack"}), "stack.rule", None),
    ("stack.latch", ANY, "stack.rule", None),
    ("stack.latch", ANY, "stack.rule", "zone"),
    ("stack.check", ANY, "stack.rule", None),
    ("prime_break.when", ANY, "prime_break", False),
    ("jan.enemy_points", ANY, "jan.count", "empty"),
    ("half.value", ANY, "half.forms", frozenset()),
    ("mor.on_jan", ANY, "mor.condition", False),
    ("points.mor", ANY, "mor.condition", False),
    ("points.litil", ANY, "forms.litil", False),
    ("after.limits", ANY, "after", False),
    ("after.claim", ANY, "after", False),
    ("last_throw.draw_points", ANY, "last_throw", False),
)
