"""What the page of a search holds of its results, to be read before any script has come."""

from collections.abc import Mapping
from typing import Any

import flask
import orjson
from flask import request
from markupsafe import Markup

from notesvc import languages, limits
from notesvc.domain import folders, people, search, tags
from notesvc.domain.accounts import users
from notesvc.domain.caller import Caller
from notesvc.text.first_view import search as first_view
from notesvc.text.first_view.result import Surroundings
from notesvc.text.first_view.words import Words
from notesvc.web import browser_language, origins
from notesvc.web.access import present_caller
from notesvc.web.search import answer

# As many as the app asks for at once (`clients/web/src/search/results.ts`).
_RESULTS = 30


def view(words: Mapping[str, Words]) -> Markup | None:
    """The results as HTML for whoever is signed in; None where nothing is asked for.

    What another site has led here to is not searched before the app does it: how long a page takes would tell that site
    what somebody's notes hold. Raises InvalidInput, and Busy for what takes longer than a page should wait.
    """
    caller, q = present_caller(), request.args.get("q", "").strip()
    if caller is None or not q or origins.is_foreign(flask.current_app.config["NOTESVC"]):
        return None
    found = search.search(caller, q, _RESULTS, milliseconds=limits.SEARCH_FIRST_VIEW_MILLISECONDS)
    # What the app is answered, to the last name.
    body = orjson.loads(orjson.dumps(answer(found)))
    shown = first_view.Shown(q, body, _around(caller, body), people.has_any(caller))
    return first_view.page(shown, words, _language(caller))


def _language(caller: Caller) -> languages.Language:
    """The account's, else the browser's. Another one may have been chosen on the device."""
    return users.language_of(caller.user_id) or browser_language.of_request() or languages.USUAL


def _around(caller: Caller, body: Mapping[str, Any]) -> Surroundings:
    notes = [each["note"] for each in body["results"]]
    has_path = any(note["parentId"] for note in notes)
    has_tags = any(note["tags"] for note in notes)
    return Surroundings(
        paths={branch.id: branch.path for branch in folders.tree(caller)} if has_path else {},
        colors=tags.colors(caller) if has_tags else {},
    )
