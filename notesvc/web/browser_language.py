"""Which language a browser asks for, and what the service has said in it."""

from flask import request

from notesvc import languages, sentences
from notesvc.languages import Language


def of_request() -> Language | None:
    """The one that it likes best of those that the service speaks; None where it names none of them."""
    liked = (languages.of_tag(tag) for tag in request.accept_languages.values())
    return next((each for each in liked if each is not None), None)


def in_words(told: str | None) -> str | None:
    """What was told, in the language of the request; None where it asks for none, or nothing is known of it."""
    language = of_request()
    return None if told is None or language is None else sentences.remarks(told, language)
