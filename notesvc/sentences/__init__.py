"""What the service says, in the language of a person.

The source says it in English, and that is what programs are told. The English sentence is the key of its translations
in the files beside this one, with `{}` for each value: so that one which was stored is found, too.
docs/decisions/0046-what-the-service-says.md says why.
"""

import functools
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from notesvc.languages import LANGUAGES, Language, is_rtl

_FOLDER = Path(__file__).parent
# What is longer is a text that somebody has sent.
_LONGEST = 2_000
_BLOCK = re.compile(r"richContent\[(\d+)\]")
_UNITS = ("bytes", "kilobytes", "megabytes", "gigabytes")
_STEP = 1_024
_ISOLATED = "\u2068{}\u2069"


@dataclass(frozen=True, slots=True)
class _Catalogue:
    """What one language has; `shapes` are the sentences with values, the most exact ones first."""

    sentences: dict[str, str]
    shapes: list[tuple[re.Pattern[str], str]]
    fields: dict[str, str]
    values: dict[str, str]
    forms: dict[str, str]
    sizes: dict[str, str]


def said(text: str, language: Language) -> str | None:
    """The sentence in that language; None for one that it does not have."""
    if len(text) > _LONGEST:
        return None
    field, colon, message = text.partition(": ")
    if colon and label(field, language) and (rest := _found(message, language)):
        return of_field(field, rest, language)
    return _found(text, language)


def remarks(text: str, language: Language) -> str | None:
    """Several sentences that stand in one line, with a semicolon between them."""
    parts = [said(part, language) for part in text.split("; ")]
    between = _catalogue(language).forms["remarks"]
    return said(text, language) if None in parts else between.join(filter(None, parts))


def of_field(field: str, sentence: str, language: Language) -> str:
    """The sentence with the name of the field that it is about."""
    name = label(field, language)
    return sentence if name is None else _catalogue(language).forms["field"].format(name, sentence)


def label(field: str, language: Language) -> str | None:
    """What people call the field at the head of a path such as `richContent[2].props.url`."""
    catalogue = _catalogue(language)
    if block := _BLOCK.match(field):
        return catalogue.forms["block"].format(int(block[1]) + 1)
    return catalogue.fields.get(re.split(r"[.\[]", field, maxsplit=1)[0])


def words_of(language: Language) -> dict[str, str]:
    """The sentences that the language has, with its words."""
    return _catalogue(language).sentences


def _found(text: str, language: Language) -> str | None:
    catalogue = _catalogue(language)
    if text in catalogue.sentences:
        return catalogue.sentences[text]
    for shape, words in catalogue.shapes:
        if match := shape.fullmatch(text):
            return words.format(*(_Value(value, language) for value in match.groups()))
    # What the source says is English.
    return text[:1].upper() + text[1:] if language == "en" else None


class _Value:
    """A value within a sentence: as it is, as `size` of so many bytes, or as `words` of ours."""

    def __init__(self, text: str, language: Language) -> None:
        self._text = text
        self._language = language

    def __format__(self, spec: str) -> str:
        if spec == "words":
            return self._in_words()
        text = self._as_size() if spec == "size" else self._text
        return _ISOLATED.format(text) if is_rtl(self._language) else text

    def _in_words(self) -> str:
        catalogue = _catalogue(self._language)
        known = catalogue.values.get(self._text) or _found(self._text, self._language)
        names = (label(name, self._language) or name for name in self._text.split(", "))
        return known or catalogue.forms["list"].join(names)

    def _as_size(self) -> str:
        if not self._text.isdecimal():
            return self._text
        number, power = float(self._text), 0
        while number >= _STEP and power < len(_UNITS) - 1:
            number, power = number / _STEP, power + 1
        sizes = _catalogue(self._language).sizes
        digits = f"{number:.1f}".removesuffix(".0") if number < 10 else f"{number:.0f}"
        return f"{digits.replace('.', sizes['point'])} {sizes[_UNITS[power]]}"


@functools.cache
def _catalogue(language: Language) -> _Catalogue:
    assert language in LANGUAGES
    parts = tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    sentences = parts.pop("sentences")
    valued = sorted((key for key in sentences if "{}" in key), key=lambda key: len(key.replace("{}", "")), reverse=True)
    return _Catalogue(sentences, [(_shape(key), sentences[key]) for key in valued], **parts)


def _shape(key: str) -> re.Pattern[str]:
    return re.compile("(.*?)".join(re.escape(part) for part in key.split("{}")), re.DOTALL)
