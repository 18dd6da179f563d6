"""Which language a browser asks for, and what the service has said in it."""

from functools import lru_cache

from flask import request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from notesvc import languages, sentences
from notesvc.languages import Language


def of_request() -> Language | None:
    """The one that it likes best of those that the service speaks; None where it names none of them."""
    return of_header(request.headers.get("Accept-Language", ""))


@lru_cache(maxsize=256)
def of_header(accepted: str) -> Language | None:
    """The same, of what `Accept-Language` says."""
    liked = (languages.of_tag(tag) for tag in parse_accept_header(accepted, LanguageAccept).values())
    return next((each for each in liked if each is not None), None)


def in_words(told: str | None) -> str | None:
    """What was told, in the language of the request; None where it asks for none, or nothing is known of it."""
    language = of_request()
    return None if told is None or language is None else sentences.remarks(told, language)
