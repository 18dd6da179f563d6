"""Which language a browser asks for."""

from flask import request

from notesvc import languages
from notesvc.languages import Language


def of_request() -> Language | None:
    """The one that it likes best of those that the service speaks; None where it names none of them."""
    liked = (languages.of_tag(tag) for tag in request.accept_languages.values())
    return next((each for each in liked if each is not None), None)
