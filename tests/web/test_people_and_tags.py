"""People and tags over HTTP."""

from typing import Any

import pytest

from tests.web.conftest import Member


def kinds(owner: Member, note: dict[str, Any], kind: str) -> set[str]:
    links = owner.web.get(f"/api/workspace/notes/{note['id']}/links").get_json()["links"]
    return {link["targetLabel"] for link in links if link["kind"] == kind}


def content(owner: Member, note: dict[str, Any]) -> str:
    return str(owner.web.get(f"/api/workspace/notes/{note['id']}").get_json()["content"])


def tags(owner: Member) -> dict[str, int]:
    rows = owner.web.get("/api/workspace/tags").get_json()["tags"]
    return {row["tag"]: row["count"] for row in rows}


def test_the_longest_name_that_fits_is_mentioned(owner: Member) -> None:
    short, long = owner.person("Ann"), owner.person("Ann Lee")
    note = owner.note(content="$Ann Lee, $Ann and $Annabel; `$Ann` costs $5")
    assert kinds(owner, note, "person") == {short["id"], long["id"]}
    assert owner.web.get(f"/api/workspace/people/{long['id']}").get_json()["count"] == 1


def test_a_name_without_a_person_is_plain_text_until_there_is_one(owner: Member) -> None:
    note = owner.note(content="met $Zoë Kravitz. twice")
    assert kinds(owner, note, "person") == set()
    person = owner.person("Zoë Kravitz")
    assert person["count"] == 1
    assert kinds(owner, note, "person") == {person["id"]}


def test_names_in_scripts_without_spaces_are_found(owner: Member) -> None:
    person = owner.person("田中")
    note = owner.note(content="昨日、$田中さんと話した")
    assert kinds(owner, note, "person") == {person["id"]}


def test_renaming_a_person_rewrites_the_mentions(owner: Member) -> None:
    person = owner.person("Ann Lee", aliases=["Annie"])
    note = owner.note(content="$Ann Lee and $Annie, not `$Ann Lee`")
    owner.web.patch(f"/api/workspace/people/{person['id']}", json={"name": "Ann Park"})
    assert content(owner, note) == "$Ann Park and $Annie, not `$Ann Lee`"
    assert kinds(owner, note, "person") == {person["id"]}


def test_deleting_a_person_leaves_plain_text(owner: Member) -> None:
    person = owner.person("Ann")
    note = owner.note(content="$Ann")
    assert owner.web.delete(f"/api/workspace/people/{person['id']}").status_code == 204
    assert content(owner, note) == "$Ann"
    assert kinds(owner, note, "person") == set()


def test_a_mention_that_a_new_name_would_give_to_somebody_else_keeps_the_old_one(owner: Member) -> None:
    ann, bob_lee = owner.person("Ann"), owner.person("Bob Lee")
    note = owner.note(content="$Ann Lee and $Ann", richContent=None)
    changed = owner.web.patch(f"/api/workspace/people/{ann['id']}", json={"name": "Bob"}).get_json()
    assert (changed["name"], changed["aliases"]) == ("Bob", ["Ann"])
    assert content(owner, note) == "$Ann Lee and $Bob"
    assert kinds(owner, note, "person") == {ann["id"]}
    assert owner.web.get(f"/api/workspace/people/{bob_lee['id']}").get_json()["count"] == 0


def test_a_longer_name_doubles_no_word(owner: Member) -> None:
    ann = owner.person("Ann")
    note = owner.note(content="$Ann Lee, $Ann")
    changed = owner.web.patch(f"/api/workspace/people/{ann['id']}", json={"name": "Ann Lee"}).get_json()
    assert changed["aliases"] == []
    assert content(owner, note) == "$Ann Lee, $Ann Lee"
    assert kinds(owner, note, "person") == {ann["id"]}


def test_after_somebody_is_deleted_their_mentions_mean_who_has_the_beginning_of_the_name(owner: Member) -> None:
    short, long = owner.person("Qx"), owner.person("Qx Comer")
    note = owner.note(content="$Qx Comer")
    assert kinds(owner, note, "person") == {long["id"]}
    owner.web.delete(f"/api/workspace/people/{long['id']}")
    assert kinds(owner, note, "person") == {short["id"]}


@pytest.mark.parametrize("name", ["5 Cent", "$Bob", "@bob", "🚀 Bob", "<b>", "x" * 121])
def test_a_name_that_nothing_can_mention_is_refused(owner: Member, name: str) -> None:
    ann = owner.person("Ann")
    note = owner.note(content="$Ann")
    refused = [
        (owner.web.post("/api/workspace/people", json={"name": name}), "name"),
        (owner.web.post("/api/workspace/people", json={"name": "Bea", "aliases": [name]}), "aliases"),
        (owner.web.patch(f"/api/workspace/people/{ann['id']}", json={"name": name}), "name"),
        (owner.web.patch(f"/api/workspace/people/{ann['id']}", json={"aliases": ["Annie", name]}), "aliases"),
    ]
    assert [(answer.status_code, answer.get_json()["errors"][0]["field"]) for answer, _ in refused] == [
        (422, field) for _, field in refused
    ]
    assert content(owner, note) == "$Ann"
    assert [each["name"] for each in owner.web.get("/api/workspace/people").get_json()["people"]] == ["Ann"]


def test_merging_makes_one_person_of_two(owner: Member) -> None:
    gone, kept = owner.person("A. Lee", aliases=["Lee"], email="a@example.org"), owner.person("Ann Lee")
    note = owner.note(content="$A. Lee, $Lee, $Ann Lee")
    merged = owner.web.post(f"/api/workspace/people/{gone['id']}/merge", json={"into": kept["id"]}).get_json()
    assert (merged["aliases"], merged["email"], merged["count"]) == (["A. Lee", "Lee"], "a@example.org", 1)
    assert kinds(owner, note, "person") == {kept["id"]}
    assert owner.web.get(f"/api/workspace/people/{gone['id']}").status_code == 404


def test_two_people_never_share_a_name(owner: Member) -> None:
    owner.person("Ann", aliases=["Annie"])
    for body in ({"name": "ANN"}, {"name": "annie"}, {"name": "Other", "aliases": ["Ann"]}):
        answer = owner.web.post("/api/workspace/people", json=body)
        assert (answer.status_code, answer.get_json()["code"]) == (409, "name_taken")
    assert len(owner.web.get("/api/workspace/people").get_json()["people"]) == 1


def test_both_kinds_of_tag_become_links_of_one_tag(owner: Member) -> None:
    note = owner.note(content="#Über #x9 `#code` a#b # Heading #12", tags=["ÜBER", "#field"])
    assert note["tags"] == ["ÜBER", "field"]
    assert kinds(owner, note, "tag") == {"über", "x9", "field"}


def test_renaming_a_tag_rewrites_texts_arrays_and_children(owner: Member) -> None:
    note = owner.note(content="#old #old/child #older `#old`", tags=["old", "keep"])
    answer = owner.web.post("/api/workspace/tags/old/rename", json={"name": "new"})
    assert answer.get_json() == {"tag": "new", "color": None, "count": 1}
    assert content(owner, note) == "#new #new/child #older `#old`"
    assert tags(owner) == {"new": 1, "new/child": 1, "older": 1, "keep": 1}


def test_a_rename_that_makes_a_tag_below_too_long_is_refused(owner: Member) -> None:
    below = "qq/twenty-chars-long-xx"
    note = owner.note(content=f"#{below}", tags=["qq", below])
    refused = owner.web.post("/api/workspace/tags/qq/rename", json={"name": "q-much-longer-name-x"})
    assert refused.status_code == 422
    assert below in refused.get_json()["errors"][0]["message"]
    assert content(owner, note) == f"#{below}"
    assert owner.web.patch(f"/api/workspace/notes/{note['id']}", json={"tags": ["qq", below]}).status_code == 200


def test_the_tags_below_keep_their_slash_however_the_name_is_folded(owner: Member) -> None:
    note = owner.note(content="#Straße/neu", tags=["Straße", "Straße/neu"])
    assert owner.web.post("/api/workspace/tags/strasse/rename", json={"name": "weg"}).status_code == 200
    found = owner.web.get(f"/api/workspace/notes/{note['id']}").get_json()
    assert (found["content"], found["tags"]) == ("#weg/neu", ["weg", "weg/neu"])


def test_renaming_onto_another_tag_merges(owner: Member) -> None:
    both, one = owner.note(content="#aa", tags=["aa", "bb"]), owner.note(content="#bb")
    owner.web.put("/api/workspace/tags/aa/color", json={"color": "#FF0000"})
    answer = owner.web.post("/api/workspace/tags/aa/rename", json={"name": "bb"})
    assert answer.get_json() == {"tag": "bb", "color": "#ff0000", "count": 2}
    assert owner.web.get(f"/api/workspace/notes/{both['id']}").get_json()["tags"] == ["bb"]
    assert kinds(owner, one, "tag") == {"bb"}


def test_a_colour_makes_no_member(owner: Member) -> None:
    answer = owner.web.put("/api/workspace/tags/Blue%2Fsky/color", json={"color": "#00aaFF"})
    assert answer.get_json() == {"tag": "blue/sky", "color": "#00aaff", "count": 0}


@pytest.mark.parametrize("color", ["red", "#fff", "#12345g", "url(x)", 5])
def test_a_colour_is_six_hex_digits(owner: Member, color: Any) -> None:
    assert owner.web.put("/api/workspace/tags/aa/color", json={"color": color}).status_code == 422


def test_tags_of_the_trash_do_not_count(owner: Member) -> None:
    note = owner.note(content="#gone")
    owner.web.delete(f"/api/workspace/notes/{note['id']}")
    assert "gone" not in tags(owner)
