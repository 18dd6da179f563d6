"""What the start page shows of texts."""

from tests.web.conftest import Member


def test_notes_begin_with_their_first_words_for_those_who_may_read_them(owner: Member, stranger: Member) -> None:
    plan = owner.note("Plan", "# Plan\n\nSow **beans**.")
    empty, foreign = owner.note("Empty", ""), stranger.note("Foreign", "words")
    asked = ",".join(each["id"] for each in (empty, foreign, plan))
    answer = owner.web.get(f"/api/workspace/beginnings?ids={asked}")
    assert answer.get_json() == {
        "beginnings": [{"id": empty["id"], "text": ""}, {"id": plan["id"], "text": "Sow beans."}]
    }
    shared = {"handle": stranger.user.handle, "role": "viewer"}
    owner.web.post(f"/api/workspace/notes/{plan['id']}/collaborators", json=shared)
    assert (
        stranger.web.get(f"/api/workspace/beginnings?ids={plan['id']}").get_json()["beginnings"][0]["text"]
        == "Sow beans."
    )
    assert owner.web.get("/api/workspace/beginnings?ids=x").status_code == 422


def test_notes_of_a_person_are_told_by_the_words_that_mention_them(owner: Member, stranger: Member) -> None:
    person = owner.web.post("/api/workspace/people", json={"name": "Mira Sol", "aliases": ["Mi"]}).get_json()
    bees = owner.note("Bees", "Far away.\n\nThe hive of **$mira sol** hums. $Mi knows.")
    other = owner.note("Other", "Words of $Mir and nobody.")
    path = f"/api/workspace/beginnings?ids={bees['id']},{other['id']}&person={person['id']}"
    texts = [each["text"] for each in owner.web.get(path).get_json()["beginnings"]]
    assert texts == ["The hive of $mira sol hums. $Mi knows.", "Words of $Mir and nobody."]
    assert stranger.web.get(path).status_code == 404
    assert owner.web.get(f"/api/workspace/beginnings?ids={bees['id']}&person=x").status_code == 422


def test_tasks_are_due_by_day_in_the_notes_of_ones_own(owner: Member, stranger: Member) -> None:
    garden = owner.note("Garden", "- [ ] Later 2026-12-01\n- [ ] Rake 2026-11-25\n- [x] Done 2026-11-20")
    owner.note("Books", "- [ ] Return [[Garden]] book (due 2026-11-24)")
    gone = owner.note("Gone", "- [ ] Gone 2026-11-24")
    owner.web.delete(f"/api/workspace/notes/{gone['id']}")
    stranger.note("Foreign", "- [ ] Foreign 2026-11-24")
    tasks = owner.web.get("/api/workspace/tasks?until=2026-11-30").get_json()["tasks"]
    assert [(task["text"], task["due"], task["noteName"]) for task in tasks] == [
        ("Return Garden book", "2026-11-24", "Books"),
        ("Rake", "2026-11-25", "Garden"),
    ]
    assert tasks[1]["noteId"] == garden["id"]
    read = owner.web.get(f"/api/workspace/notes/{garden['id']}")
    assert (tasks[1]["line"], tasks[1]["etag"]) == (2, read.headers["ETag"])
    assert owner.web.get("/api/workspace/tasks?until=soon").status_code == 422
