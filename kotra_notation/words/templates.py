"""A language for the templates of a page: `{{ _("Text") }}`, `{% trans %}`, numbers and dates as filters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotra_notation.words.tongues import Tongue

if TYPE_CHECKING:
    from jinja2 import Environment


def install(environment: Environment, tongue: Tongue) -> None:
    """Let the templates of an environment speak; facts are escaped, the texts of the catalogues are ours.

    In their texts facts stand as `%(name)s` and a per cent sign twice, as Jinja asks; the texts of Python
    have braces. Only those without facts can be the same.
    """
    environment.add_extension("jinja2.ext.i18n")
    environment.policies["ext.i18n.trimmed"] = True
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        tongue.catalogue.gettext, tongue.catalogue.ngettext, newstyle=True
    )
    environment.filters |= {"number": tongue.number, "points": tongue.points, "date": tongue.date}
    environment.globals["lang"] = tongue.language
