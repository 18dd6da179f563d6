"""Search, links, backlinks, the graph and the report over HTTP: names, statuses and what is refused."""

import pytest

from notesvc import clock
from tests.web.conftest import Member

METADATA = {"id", "name", "parentId", "tags", "icon", "updatedAt", "sortOrder"}


def test_search_answers_metadata_snippet_and_score(owner: Member) -> None:
    owner.note("A <title>", "some **xylophone** & `<b>`", tags=["kept"], properties={"aliases": ["Xylophones <&>"]})
    answer = owner.web.get("/api/workspace/search?q=xylophone").get_json()
    (result,) = answer.pop("results")
    assert answer == {"total": 1, "nextCursor": None, "searchedFor": None}
    assert set(result) == {"note", "title", "alsoKnownAs", "snippet", "score"}
    assert set(result["note"]) == METADATA
    assert result["note"]["tags"] == ["kept"]
    assert result["title"] == "A &lt;title&gt;"
    assert result["alsoKnownAs"] == "<mark>Xylophones</mark> &lt;&amp;&gt;"
    assert result["snippet"] == "some <mark>xylophone</mark> &amp; &lt;b&gt;"
    assert result["score"] > 1


def test_search_says_what_it_searched_for_instead(owner: Member) -> None:
    owner.note("Xylophone")
    answer = owner.web.get("/api/workspace/search?q=xylophnoe").get_json()
    assert [result["title"] for result in answer["results"]] == ["<mark>Xylophone</mark>"]
    assert answer["searchedFor"] == "xylophone"


def test_search_goes_on_at_its_cursor(owner: Member) -> None:
    for number in range(3):
        owner.note(f"Note {number}", "xylophone")
    first = owner.web.get("/api/workspace/search?q=xylophone&limit=2").get_json()
    second = owner.web.get(
        "/api/workspace/search", query_string={"q": "xylophone", "cursor": first["nextCursor"]}
    ).get_json()
    assert [len(first["results"]), len(second["results"])] == [2, 1]
    assert second["nextCursor"] is None
    assert second["total"] == 3


def test_search_for_nothing_finds_nothing(owner: Member) -> None:
    for address in ("/api/workspace/search", "/api/workspace/search?q=", "/api/workspace/search?q=%22%22"):
        assert owner.web.get(address).get_json() == {
            "results": [],
            "total": 0,
            "nextCursor": None,
            "searchedFor": None,
        }


@pytest.mark.parametrize("q", ["(" * 500, "a" * 257, "is:gone", "has:luck", "before:soon", "a\x00b"])
def test_search_refuses_what_it_cannot_answer(owner: Member, q: str) -> None:
    answer = owner.web.get("/api/workspace/search", query_string={"q": q})
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["field"] == "q"


def test_links_and_backlinks_are_two_sides_of_one_link(owner: Member) -> None:
    home = owner.note("Homepage")
    source = owner.note("Source", "to [[homepage]] and #topic, the Homepage")
    address = f"/api/workspace/notes/{source['id']}/links"
    assert owner.web.get(address).get_json() == {
        "links": [
            {"sourceNoteId": source["id"], "kind": "tag", "targetLabel": "topic", "targetNoteId": None},
            {"sourceNoteId": source["id"], "kind": "wiki", "targetLabel": "homepage", "targetNoteId": home["id"]},
        ],
        "nextCursor": None,
    }
    found = owner.web.get(f"/api/workspace/notes/{home['id']}/backlinks").get_json()
    (linked,), (unlinked,) = found["linked"], found["unlinked"]
    assert set(linked["note"]) == METADATA
    assert (linked["note"]["id"], linked["count"]) == (source["id"], 1)
    assert linked["snippets"] == ["to <mark>[[homepage]]</mark> and #topic, the Homepage"]
    assert unlinked["snippets"] == ["to [[homepage]] and #topic, the <mark>Homepage</mark>"]


def test_the_graph_is_that_of_a_note_or_of_the_workspace(owner: Member) -> None:
    owner.note("Alone")
    note = owner.note("Source", "#topic")
    around = owner.web.get(f"/api/workspace/graph?noteId={note['id']}&depth=2").get_json()
    assert around == {
        "nodes": [
            {"id": note["id"], "kind": "note", "label": "Source"},
            {"id": "tag:topic", "kind": "tag", "label": "topic"},
        ],
        "edges": [{"source": note["id"], "target": "tag:topic", "kind": "tag"}],
        "truncated": False,
    }
    whole = owner.web.get("/api/workspace/graph?limit=2").get_json()
    assert len(whole["nodes"]) == 2
    assert whole["truncated"] is True


@pytest.mark.parametrize("query", ["depth=6", "depth=0", "depth=x", "limit=0", "noteId=x", "q=x"])
def test_the_graph_refuses_what_it_does_not_know(owner: Member, query: str) -> None:
    assert owner.web.get(f"/api/workspace/graph?{query}").status_code == 422


def test_the_graph_of_an_absent_note_is_not_found(owner: Member) -> None:
    assert owner.web.get(f"/api/workspace/graph?noteId={clock.new_id()}").status_code == 404


def test_the_report_names_notes_with_their_labels(owner: Member) -> None:
    note = owner.note("Source", "[[Nowhere]]")
    report = owner.web.get("/api/workspace/reports/links").get_json()
    labels = {each["note"]["id"]: each["labels"] for each in report["broken"]}
    assert labels[note["id"]] == ["Nowhere"]
    assert set(report["broken"][0]["note"]) == METADATA
    assert report["ambiguous"] == []
    assert note["id"] in [each["id"] for each in report["orphans"]]
