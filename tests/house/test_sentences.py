"""Every sentence that the service may tell a person has words in every language."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from pydantic import BaseModel
from pydantic_core import PydanticKnownError
from werkzeug import exceptions

import notesvc.web
from notesvc import sentences
from notesvc.backends import causes
from notesvc.domain.exporting import damage, missing
from notesvc.domain.exporting import warnings as export_warnings
from notesvc.domain.mirror import left_files, pauses
from notesvc.domain.shares import warnings
from notesvc.domain.storage import capabilities, trouble
from notesvc.languages import LANGUAGES
from notesvc.web import bodies, errors, forms
from tests.house.sentences import refused_fields, told
from tests.house.sources import assert_none

OTHERS = tuple(language for language in LANGUAGES if language != "en")
_VALUE = re.compile(r"\{(\d+)(?::(?:size|words))?\}")
_OTHER_SIGN = re.compile(r"(?<!\{)\{(?!\{)|(?<!\})\}(?!\})")
# Expressions in the place of a sentence, which hand on one that is found where it stands.
_HANDED_ON = {
    "<'; '.join(remarks)>",
    "<(trouble.DATABASE_AWAY if found[0] is None else trouble.DATABASE_REPLACED).words>",
    "<DETAILS[cause]>",
    "<_Entry(member, old_id=_text(fields.get('id')), name=name(fields.get('tag' if member.name == 'tags' else 'name'), "
    "''), parent=_text(parent), path=_text(fields.get('path')), sort_order=number(fields.get('sortOrder'), "
    "ordering.STEP), is_readable=isinstance(value, dict))>",
    "<(each.start, each.end, _address(target, each) + each.fragment)>",
    "<Item(*row[1:])>",
    "<Item(0, path, 'other', outcome, reason=reason)>",
    "<above>",
    "<capabilities.NO_DIRECT_LINK>",
    "<cause.words>",
    "<detail>",
    "<draft.remark>",
    "<entry.refusal>",
    "<error.detail>",
    "<error.message>",
    "<errors.NotFound().detail>",
    "<kinds[name].message>",
    "<message>",
    "<capabilities.ONE_WAY>",
    "<passing(error)>",
    "<quotas.reason(table)>",
    "<reason>",
    "<refusal.detail>",
    "<report.message>",
    "<schema.HREF.message>",
    "<schema.WIDTH.message>",
    "<self._archive.entry(index).refusal>",
    "<self._job.message>",
    "<str(error)>",
    "<str(error.description or '')>",
    "<str(refusal)>",
    "<trouble.DATABASE_BUSY.words>",
    "<trouble.DISK_FULL.words>",
    "<trouble.READ_ONLY.words>",
    "<why>",
    "<writer.why_not(self._context.caller, draft)>",
}
# Put together of sentences, each of which is translated by itself.
_PUT_TOGETHER = {"{}: {}", "{}; {}"}
# What a kind of value, or a rule for it, can be told to break.
_BROKEN: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = {
    "model": (("missing", {}), ("model_type", {"class_name": "Form"})),
    "str": (("string_type", {}),),
    "min_length": (
        ("string_too_short", {"min_length": 1}),
        ("string_too_short", {"min_length": 2}),
        ("too_short", {"field_type": "List", "min_length": 1, "actual_length": 0}),
        ("too_short", {"field_type": "List", "min_length": 2, "actual_length": 0}),
    ),
    "max_length": (
        ("string_too_long", {"max_length": 1}),
        ("string_too_long", {"max_length": 2}),
        ("too_long", {"field_type": "List", "max_length": 1, "actual_length": 2}),
        ("too_long", {"field_type": "List", "max_length": 2, "actual_length": 3}),
    ),
    "pattern": (("string_pattern_mismatch", {"pattern": "^a$"}),),
    "int": (("int_type", {}), ("int_parsing", {}), ("int_from_float", {}), ("int_parsing_size", {})),
    "ge": (("greater_than_equal", {"ge": 1}),),
    "le": (("less_than_equal", {"le": 1}),),
    "bool": (("bool_type", {}), ("bool_parsing", {})),
    "list": (("list_type", {}),),
    "dict": (("dict_type", {}),),
    "literal": (("literal_error", {"expected": "'a' or 'b'"}),),
}
_BREAKS_NOTHING = {
    "any",
    "default",
    "function-after",
    "function-before",
    "model-field",
    "model-fields",
    "no-info",
    "nullable",
}
_RULES = ("min_length", "max_length", "pattern", "gt", "ge", "lt", "le", "multiple_of")


def _forms() -> Iterator[type[BaseModel]]:
    for module in pkgutil.walk_packages(notesvc.web.__path__, "notesvc.web."):
        importlib.import_module(module.name)
    waiting: list[type[BaseModel]] = [forms.Form, forms.Query]
    while waiting:
        yield (form := waiting.pop())
        waiting += form.__subclasses__()


def _rules(schema: Any) -> Iterator[str]:
    """The kinds of values and the rules that a form has."""
    if isinstance(schema, dict):
        if isinstance(schema.get("type"), str):
            yield from (schema["type"], *(rule for rule in _RULES if rule in schema))
        for value in schema.values():
            yield from _rules(value)
    elif isinstance(schema, list | tuple):
        for value in schema:
            yield from _rules(value)


@cache
def _of_forms() -> frozenset[str]:
    rules = {rule for form in _forms() for rule in _rules(form.__pydantic_core_schema__)} - _BREAKS_NOTHING
    found = (PydanticKnownError(kind, values) for rule in rules for kind, values in _BROKEN[rule])  # type: ignore[arg-type]
    return frozenset(bodies.message_of(error.type, error.message()) for error in found)


def _of_tables() -> set[str]:
    tables = (causes.DETAILS, trouble.DETAILS, left_files.DETAILS, pauses.DETAILS, errors.TITLES)
    of_werkzeug = (
        exceptions.BadRequest,
        exceptions.MethodNotAllowed,
        exceptions.RequestEntityTooLarge,
        exceptions.RequestedRangeNotSatisfiable,
    )
    return {
        *warnings.ALL,
        *(sentence for table in tables for sentence in table.values()),
        *(str(each.description) for each in of_werkzeug),
        capabilities.NO_DIRECT_LINK,
        capabilities.ONE_WAY,
        *(export_warnings.ABOUT, damage.ABOUT, missing.ABOUT, missing.NOT_REACHED, missing.NOT_STORED),
    }


def _fits(sentence: str, told: str) -> bool:
    return re.fullmatch(re.escape(sentence).replace(r"\{\}", ".*"), told) is not None


def _names(form: type[BaseModel]) -> Iterator[str]:
    yield from (str(field.alias or name) for name, field in form.model_fields.items())
    yield from (name for names in forms.further_names(form) for name in names)


@cache
def _of_source() -> frozenset[str]:
    return frozenset(sentence for _, sentence in told()) - _PUT_TOGETHER


def test_every_expression_that_is_told_hands_on_a_sentence_that_is_found_elsewhere() -> None:
    assert_none({each for each in _of_source() if each.startswith("<")} ^ _HANDED_ON)


def test_every_sentence_that_is_told_has_words() -> None:
    wanted = {each for each in _of_source() if not each.startswith("<")}
    assert len(wanted) > 250
    missing = [
        f"{language}: {each}" for language in OTHERS for each in sorted(wanted - sentences.words_of(language).keys())
    ]
    assert_none(missing)


def test_what_forms_and_tables_tell_has_words() -> None:
    wanted = sorted(_of_forms() | _of_tables())
    missing = [
        f"{language}: {each}" for language in OTHERS for each in wanted if sentences.said(each, language) is None
    ]
    assert_none(missing)


def test_no_sentence_is_kept_that_nobody_tells() -> None:
    unused = [
        f"{language}: {each}"
        for language in LANGUAGES
        for each in sentences.words_of(language).keys() - _of_source() - _of_tables()
        if not any(_fits(each, told) for told in _of_forms())
    ]
    assert_none(unused)


def test_words_have_the_values_of_the_sentence() -> None:
    wrong = [
        f"{language}: {words}"
        for language in LANGUAGES
        for sentence, words in sentences.words_of(language).items()
        if not _has_its_values(sentence, words)
    ]
    assert_none(wrong)


def _has_its_values(sentence: str, words: str) -> bool:
    used = {int(number) for number in _VALUE.findall(words)}
    return not _OTHER_SIGN.search(_VALUE.sub("", words)) and used <= set(range(sentence.count("{}")))


def test_every_field_that_can_be_refused_has_a_name() -> None:
    fields = {name for form in _forms() for name in _names(form)} | set(refused_fields())
    unnamed = [
        f"{language}: {field}"
        for language in LANGUAGES
        for field in sorted(fields)
        if sentences.label(field, language) is None
    ]
    assert_none(unnamed)
