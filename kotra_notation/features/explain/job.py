"""`kn.explain`: the page of a kind of finding, the words of a rule, or what an option or a word means."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kotra_notation.errors import KotraError
from kotra_notation.explained import RuleText, codes, page, rule, rule_ids, sources
from kotra_notation.words import nearest_word
from kotra_notation.words.phrases import told
from kotra_notation.words.terms import known_words, meanings, terms
from kotra_notation.words.tongues import ENGLISH, Tongue, tongue

# The marks in a rule of what it rests on, which the document explains in its head.
SOURCED = re.compile(r"\b[SX][0-9]\b|\([EIA]\)")

# Words that people look up, with what they mean: a code, or a command that tells more.
OTHERWISE = {"incomplete": "S408", "unfinished": "S408"}
ELSEWHERE = {
    **dict.fromkeys(("format", "notation", "notations"), "kotra formats"),
    **dict.fromkeys(("ruling", "shorthand", "video"), "kotra formats kotra"),
}

# What is meant for a code: it has a number, or a part in capital letters.
CODED = re.compile(r".*[0-9]|[A-Z]+-[A-Z]+")

# The beginning of codes, such as P or P2.
FAMILY = re.compile(r"[A-Za-z][0-9]{0,2}")


def explain(word: str, *, language: str = "en") -> str:
    """Return what `kotra explain` prints: the page of a finding (Markdown), a rule, an option or a word.

    `word` is a code such as P203, the name of a finding, a rule such as MOD-CUBE-2, a rule set, an option, or
    a word of the game. Rules are in English. Raise ValueError for an unknown word or language.
    """
    word = str(word)
    text = explanation(word, tongue(language))
    if text is None:
        if near := _nearest(word, tongue(language)):
            raise KotraError("unknown code or word: {code}. Did you mean {near}?", code=repr(word), near=near)
        raise KotraError("unknown code or word: {code}.", code=repr(word))
    return text


def explanation(word: str, tongue: Tongue = ENGLISH) -> str | None:
    """Return what a word means, None for an unknown one."""
    word = OTHERWISE.get(word.casefold(), word)
    if text := page(word, tongue.language):
        return text
    if words := rule(word.upper()):
        return _rules([words], tongue)
    if kinds := [code for code in codes() if FAMILY.fullmatch(word) and code.startswith(word.upper())]:
        return "\n".join(map(_line, kinds))
    family = [rule(name) for name in rule_ids() if name.rsplit("-", 1)[0] == word.upper()]
    if texts := [text for text in family if text]:
        return _rules(texts, tongue)
    if known := meanings(word) or meanings(word.replace("-", " ")):
        meant = [
            _entry(", ".join(term.names), tongue.say(term.meaning), term.rules, tongue) for term in known
        ]
        values = [_values(name) for term in known for name in term.names]
        return "\n\n".join([*meant, *filter(None, values)])
    return _option(word, tongue) or _ruleset(word, tongue)


def _nearest(word: str, tongue: Tongue) -> str:
    """Return what was probably meant; a word is not taken for a finding that only looks like it."""
    from kotra_notation.findings import KINDS
    from kotra_notation.rules import OPTIONS, RULESETS

    if elsewhere := ELSEWHERE.get(word.casefold()):
        return elsewhere
    if CODED.match(word):
        return nearest_word(word.upper(), [*codes(), *rule_ids()], 0.6)
    options = [name for known in OPTIONS.values() for name in known]
    words = known_words()
    if tongue.language == "en":
        words = [name for term in terms() for name in term.names if name.isascii()]
    folded = word.casefold()
    return nearest_word(folded, [*words, *options, *RULESETS], 0.75) or nearest_word(folded, KINDS, 0.8)


def _entry(head: str, text: str, rules: Sequence[str], tongue: Tongue) -> str:
    where = f"\n\n{tongue.say('In the rules: {rules}.', rules=', '.join(rules))}" if rules else ""
    return f"{head}\n\n{text}{where}"


def _option(name: str, tongue: Tongue) -> str | None:
    """Return an option's meaning, values, and value in each rule set; None if there is no such option."""
    from kotra_notation.rules import OPTIONS

    name = name.casefold().partition("=")[0]
    if not (rows := _values(name)):
        return None
    option = next(known[name] for known in OPTIONS.values() if name in known)
    return _entry(
        name, f"{tongue.say(option.meaning)} ({told(option.ways, tongue)})\n\n{rows}", [option.rule], tongue
    )


def _values(name: str) -> str:
    """Return a line for each value of an option, with the rule sets that have it, or nothing."""
    from kotra_notation.rules import OPTIONS, RULESETS, option_text

    values: dict[str, list[str]] = {}
    for ruleset in RULESETS.values():
        if name in OPTIONS[ruleset.name]:
            values.setdefault(f"{name}={option_text(ruleset.options[name])}", []).append(ruleset.name)
    width = max(map(len, values), default=0)
    return "\n".join(f"    {value:<{width}}  {', '.join(names)}" for value, names in values.items())


def _ruleset(name: str, tongue: Tongue) -> str | None:
    """Return a rule set's title and source; None if there is no such rule set."""
    from kotra_notation.rules import RULESETS

    if (ruleset := RULESETS.get(name.casefold())) is None:
        return None
    source = tongue.say("Source: {source}", source=tongue.say(ruleset.source))
    return f"{ruleset.name}\n\n{tongue.say(ruleset.title)}\n{source}\n\n    kotra rules {ruleset.name}"


def _line(code: str) -> str:
    """Return a kind of a family with the sentence that its page begins with."""
    title, _, meaning, *_ = (page(code) or "").split("\n\n")
    return f"{title.removeprefix('# ')}: {meaning}"


def _rules(rules: Sequence[RuleText], tongue: Tongue) -> str:
    """Return the words of rules, which are English, and the meaning of the marks in them."""
    text = "\n\n".join(f"{rule.id}  {rule.title}\n\n{rule.text}" for rule in rules)
    if tongue is not ENGLISH:
        text = f"{tongue.say('The rules are in English only.')}\n\n{text}"
    return f"{text}\n\n{sources()}" if any(SOURCED.search(rule.text) for rule in rules) else text
