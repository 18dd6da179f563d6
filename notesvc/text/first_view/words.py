"""What the app says, by the same rules as its own (`clients/web/src/i18n`): values, forms of numbers, directions."""

import re
from collections.abc import Mapping

Words = Mapping[str, str]
"""The words of one language by their names; `{{name}}` stands for a value."""

_VALUE = re.compile(r"\{\{(\w+)\}\}")
_RIGHT_TO_LEFT = frozenset({"ar"})
_EXACT = {0: "zero", 1: "one"}


def direction(language: str) -> str:
    """How the language is written, as HTML calls it."""
    return "rtl" if language in _RIGHT_TO_LEFT else "ltr"


def said(text: str, language: str, **values: str) -> str:
    """The words with their values, which keep their own direction where the language is written from right to left."""

    def value(found: re.Match[str]) -> str:
        given = values.get(found[1], "")
        return f"\N{FIRST STRONG ISOLATE}{given}\N{POP DIRECTIONAL ISOLATE}" if language in _RIGHT_TO_LEFT else given

    return _VALUE.sub(value, text)


def count_words(words: Words, name: str, language: str, count: int) -> str:
    """The words in the form for so many: exactly none or one first, then that of the grammar, else that for others."""
    forms = (_EXACT.get(count, ""), _form(language, count), "other")
    found = next(words[f"{name}_{form}"] for form in forms if f"{name}_{form}" in words)
    return _VALUE.sub(str(count), found)


def _form(language: str, count: int) -> str:
    """The form that Unicode's rules (CLDR) give a whole number in the languages whose words have more than two."""
    if language != "ar":
        return "other"
    rest = count % 100
    if count == 2:
        return "two"
    return "few" if 3 <= rest <= 10 else "many" if rest >= 11 else "other"
