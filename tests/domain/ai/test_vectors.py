"""A vector a note, made by the user's own server, puts what a question finds in a better order, and fails quietly."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from ipaddress import ip_network
from typing import Any, TypeVar

import pytest

from notesvc import clock, database, limits
from notesvc.config import Settings
from notesvc.domain import notes, policy, trash
from notesvc.domain.ai import keys, retrieval, vectors
from notesvc.domain.ai.vector_job import Embedder
from notesvc.domain.caller import Caller
from notesvc.models import Note
from notesvc.text import fold
from tests import loops
from tests.ai.fakes import FakeProvider, Reply, fake_provider
from tests.domain.conftest import MakeNote

Answer = TypeVar("Answer")

ANIMALS = {"cat": 0, "kitten": 0, "pet": 0, "boat": 1, "ship": 1, "harbour": 1}
MODEL = "small-one"


@pytest.fixture
def server(workspace: Settings) -> Iterator[FakeProvider]:
    """A server of embeddings that knows what a few words are about."""
    policy.open_policy(replace(workspace, ai_networks=(ip_network("127.0.0.0/8"),)))
    with fake_provider() as provider:
        provider.vector = meaning
        yield provider
    policy.open_policy(workspace)


def meaning(text: str) -> list[float]:
    vector = [0.0, 0.0, 0.1]
    for word in fold.tokens(text):
        if word in ANIMALS:
            vector[ANIMALS[word]] += 1
    return vector


def set_up(user: Caller, server: FakeProvider, model: str = MODEL) -> None:
    url = server.base_url("compatible")
    keys.put(user, "compatible", {"base_url": url, "embeddings_url": url, "embeddings_model": model})


def after(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    later = clock.timestamp_ms() + int(seconds * 1000)
    monkeypatch.setattr(clock, "timestamp_ms", lambda: later)


def apart(act: Callable[..., Answer], *arguments: Any) -> Answer:
    """Do it in a thread with a connection of its own."""

    def connected() -> Answer:
        with database.connection():
            return act(*arguments)

    return loops.apart(connected)


def work(embedder: Embedder | None = None) -> None:
    """Let the job work until it has nothing to do."""
    embedder = embedder or Embedder()
    while apart(embedder.work_some, lambda: False):
        pass


def embedded() -> dict[str, int]:
    """The notes with a vector, and of which revision it is."""
    return dict(database.execute("SELECT note_id, revision FROM ai_vectors WHERE length(vector) > 0").fetchall())


def titles(user: Caller, question: str) -> list[str]:
    return [each.title for each in apart(retrieval.find, user.user_id, question)]


def test_a_note_that_means_it_comes_before_those_that_say_it(
    caller: Caller, make_note: MakeNote, server: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(12):
        make_note(f"Ship {number}", "The boat sleeps in the harbour, food and food.")
    make_note("Kitten", "A cat, with a very long story around it until something is said of its food.")
    assert "Kitten" not in titles(caller, "food for a small pet")
    set_up(caller, server)
    after(monkeypatch, limits.AI_VECTOR_QUIET_SECONDS + 1)
    work()
    assert "Kitten" in titles(caller, "food for a small pet")
    assert "food for a small pet" in server.prompts()


def test_notes_of_the_user_alone_go_there_once_nobody_writes(
    caller: Caller, stranger: Caller, make_note: MakeNote, server: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(caller, server)
    old, gone = make_note("Old cat", "# Food\n\nFish."), make_note("Gone", "secret of the trash")
    make_note("Theirs", "secret of the stranger", by=stranger)
    empty = make_note("", "")
    trash.delete_note(caller, str(gone.id))
    after(monkeypatch, limits.AI_VECTOR_QUIET_SECONDS + 1)
    new = make_note("New", "still being written")
    embedder = Embedder()
    work(embedder)
    assert embedded() == {old.id: revision(old)}
    assert "secret" not in server.prompts()
    assert "still being" not in server.prompts()
    assert [asked.body["input"] for asked in server.asked] == [["Old cat\nFood\nFish."]]
    after(monkeypatch, limits.AI_VECTOR_QUIET_SECONDS + 1)
    work(embedder)
    assert embedded() == {old.id: revision(old), new.id: revision(new)}
    notes.change(caller, str(old.id), {"content": "Birds."})
    after(monkeypatch, limits.AI_VECTOR_QUIET_SECONDS + 1)
    work(embedder)
    assert embedded()[str(old.id)] == revision(old)
    assert server.asked[-1].body["input"] == ["Old cat\nBirds."]
    count = len(server.asked)
    work(embedder)
    assert len(server.asked) == count
    assert database.execute("SELECT count(*) FROM ai_vectors WHERE note_id = ?", (empty.id,)).fetchone()[0] == 1


def test_another_model_makes_them_anew_and_no_address_forgets_them(
    caller: Caller, make_note: MakeNote, server: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(caller, server)
    make_note("Cat", "A cat."), make_note("Boat", "A boat.")
    after(monkeypatch, limits.AI_VECTOR_QUIET_SECONDS + 1)
    work()
    set_up(caller, server, "large-one")
    assert apart(vectors.likeness, caller.user_id, "pet", list(embedded())) == {}
    work()
    assert sorted(apart(vectors.likeness, caller.user_id, "pet", list(embedded())).values())[1] > 0.9
    keys.remove(caller, "compatible")
    vectors.sweep()
    assert embedded() == {}


def test_a_server_in_trouble_is_left_alone_for_longer_each_time(
    caller: Caller, make_note: MakeNote, server: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(caller, server)
    make_note("Cat", "A cat."), make_note("Boat", "A boat with a cat.")
    after(monkeypatch, limits.AI_VECTOR_QUIET_SECONDS + 1)
    server.reply = Reply(status=503)
    embedder = Embedder()
    for pause in (limits.AI_VECTOR_PAUSE, 2 * limits.AI_VECTOR_PAUSE, 4 * limits.AI_VECTOR_PAUSE):
        asked = len(server.asked)
        work(embedder)
        after(monkeypatch, pause - 1)
        work(embedder)
        assert len(server.asked) == asked + 1
        after(monkeypatch, 1)
    assert [row[0] for row in database.execute("SELECT cause FROM ai_calls").fetchall()] == ["provider_down"] * 3
    server.reply = Reply()
    work(embedder)
    assert len(embedded()) == 2
    server.reply = Reply(status=503)
    assert len(titles(caller, "Where is the cat?")) == 2


def test_a_text_that_the_server_refuses_holds_up_no_other(
    caller: Caller, make_note: MakeNote, server: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(caller, server)
    bad, good = make_note("Bad", "poison"), make_note("Good", "A cat.")
    after(monkeypatch, limits.AI_VECTOR_QUIET_SECONDS + 1)
    too_long = Reply(status=413, body=b"{}")
    server.replies = lambda asked: too_long if "poison" in str(asked.body) else Reply()
    work()
    assert list(embedded()) == [good.id]
    assert apart(vectors.likeness, caller.user_id, "pet", [str(bad.id), str(good.id)]).keys() == {good.id}


def test_vectors_keep_to_the_budget(
    workspace: Settings, caller: Caller, make_note: MakeNote, server: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy.open_policy(replace(policy.current(), ai_daily_tokens=20))
    set_up(caller, server)
    make_note("Cat", "A cat."), make_note("Boat", "A long story of a boat and a cat. " * 10)
    after(monkeypatch, limits.AI_VECTOR_QUIET_SECONDS + 1)
    work()
    assert server.asked == []
    assert len(titles(caller, "cat and boat")) == 2


def test_one_who_is_disabled_sends_nothing(
    caller: Caller, make_note: MakeNote, server: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(caller, server)
    make_note("Cat", "A cat.")
    database.execute("UPDATE users SET disabled_at = ? WHERE id = ?", (clock.now(), caller.user_id))
    after(monkeypatch, limits.AI_VECTOR_QUIET_SECONDS + 1)
    work()
    assert server.asked == []


def revision(note: Note) -> int:
    return int(database.execute("SELECT revision FROM notes WHERE id = ?", (note.id,)).fetchone()[0])
