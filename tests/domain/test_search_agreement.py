"""Many notes, found in the same order on both databases, whoever else writes there."""

import random
from pathlib import Path
from typing import Any

import pytest

from notesvc import database, limits, migrate
from notesvc.domain import search
from notesvc.domain.caller import Caller
from tests.conftest import settings_of
from tests.domain.conftest import MakeNote, add_user
from tests.domain.found import stamp, titles
from tests.domain.random_notes import WORDS, fill

QUERIES = [
    *WORDS,
    *("plan tea", "gar har", "lights OR tea", "planning -tea", "title:plan", '"plan garden"', "plan (tea OR light)"),
    *("plam", "-plan", "tea has:task", "is:journal OR gardens", "the plan of a garden"),
]


def test_both_databases_find_the_same_in_the_same_order(
    instance: Path, sqlite_url: str, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SEARCH_RANKED", 20)
    monkeypatch.setattr(limits, "SEARCH_RANKED_FOR_ONE", 10)
    alone, beside_others = (orders(instance, url, others) for url, others in ((sqlite_url, 0), (postgres_url, 40)))
    assert {q: beside_others[q] for q in QUERIES} == {q: alone[q] for q in QUERIES}
    assert len(alone["plan"]) > limits.SEARCH_RANKED_FOR_ONE


def orders(instance: Path, url: str, others: int) -> dict[str, Any]:
    """What each query finds, page by page, and the scores."""
    settings = settings_of(instance, NOTESVC_DATABASE_URL=url)
    database.open_database(settings)
    migrate.migrate(settings, is_adopted=True)
    with database.connection():
        if others:
            fill(add_user("other"), others, random.Random(1))
        caller = add_user("owner")
        fill(caller, 120, random.Random(20261121))
        found = {q: pages(caller, q) for q in QUERIES}
    database.disconnect()
    return found


def pages(caller: Caller, q: str) -> list[tuple[str, float, str, str | None]]:
    found = search.search(caller, q, 40)
    hits = found.hits
    while found.next_cursor:
        found = search.search(caller, q, 40, found.next_cursor)
        hits += found.hits
    assert len({hit.note[0] for hit in hits}) == len(hits) == found.total
    return [(hit.note[1], hit.score, hit.snippet, found.searched_for) for hit in hits]


def test_the_best_of_many_are_found_by_where_and_how_often_they_say_it(caller: Caller, make_note: MakeNote) -> None:
    best = [
        make_note("Kettle"),
        make_note("About kettles", "x"),
        make_note("Boiler", "x", properties={"aliases": ["kettle"]}),
        make_note("Heading", "## The kettle\n\nx"),
        make_note("Often", "kettle, kettle and kettle"),
    ]
    others = [make_note(f"Note {number}", "a kettle somewhere") for number in range(limits.SEARCH_RANKED_FOR_ONE + 20)]
    for number, note in enumerate([*best, *others]):
        stamp(note, number)
    found = titles(caller, "kettle")
    assert found[:3] == ["Kettle", "Boiler", "About kettles"]
    assert set(found[3:5]) == {"Heading", "Often"}
    # The others are alike: there the latest change comes first.
    assert found[5:] == [f"Note {number}" for number in reversed(range(len(others)))]
