"""The passages that a question is answered from: the caller's own notes, the best of them, the same everywhere."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from notesvc import database, limits, migrate
from notesvc.domain import trash
from notesvc.domain.ai import questions, retrieval
from notesvc.domain.ai.passages import Passage
from notesvc.domain.caller import Caller
from notesvc.domain.sharing import collaborators
from tests.conftest import settings_of
from tests.domain.conftest import MakeNote, add_user
from tests.domain.random_notes import WORDS, fill


def test_it_finds_the_passage_under_its_heading(caller: Caller, make_note: MakeNote) -> None:
    about = "# Kitchen\n\nThe kettle boils.\n\n## Garden\n\nWater the roses on Mondays.\n"
    note = make_note("House", about)
    make_note("Other", "Nothing of the sort.")
    found = retrieval.find(caller.user_id, "When do I have to water the roses?")
    assert found == [Passage(1, str(note.id), "House", "Garden", "Water the roses on Mondays.")]


def test_only_own_live_notes_are_looked_at(caller: Caller, stranger: Caller, make_note: MakeNote) -> None:
    shared = make_note("Theirs", "The harbour is deep.", by=stranger)
    collaborators.admit(None, shared, caller.user_id, "viewer")
    gone = make_note("Gone", "The harbour was deep.")
    trash.delete_note(caller, str(gone.id))
    assert retrieval.find(caller.user_id, "How deep is the harbour?") == []
    own = make_note("Own", "The harbour is shallow.")
    assert ids(retrieval.find(caller.user_id, "How deep is the harbour?")) == [own.id]
    for note in (shared, gone):
        assert retrieval.find(caller.user_id, "How deep is the harbour?", str(note.id)) == []


def test_one_note_may_be_asked_alone(caller: Caller, make_note: MakeNote) -> None:
    first, second = make_note("First", "The harbour is deep."), make_note("Second", "A harbour, and a garden.")
    assert ids(retrieval.find(caller.user_id, "the harbour?", str(second.id))) == [second.id]
    assert retrieval.find(caller.user_id, "the garden?", str(first.id)) == []


@pytest.mark.parametrize("question", ["", "What is it?", "Was ist das?", "\0", "!?", "zeppelins", "飛行船はどこ?"])
def test_without_a_hit_there_is_nothing(caller: Caller, make_note: MakeNote, question: str) -> None:
    make_note("What is it", "What it is, und was das ist. ここに")
    assert retrieval.find(caller.user_id, question) == []


def test_other_forms_and_long_words_with_the_same_beginning_are_found(caller: Caller, make_note: MakeNote) -> None:
    note = make_note("Vault", "All is encrypted.")
    for question in ("Does it encrypt?", "Which encryption is there?"):
        assert ids(retrieval.find(caller.user_id, question)) == [note.id]


@pytest.mark.parametrize(
    ("title", "text", "question"),
    [
        ("返金", "購入から7日以内であれば全額返金します。", "購入した後に返金してもらえますか?"),
        ("猫", "黒い猫がいます", "猫?"),
        ("القوالب", "القالب ملف جاهز.", "كيف أستعمل قالبا؟"),
        ("Häuser", "Die Miete steigt.", "Wie hoch sind die Mieten der Hauser?"),
    ],
)
def test_questions_of_many_scripts_find(
    caller: Caller, make_note: MakeNote, title: str, text: str, question: str
) -> None:
    note = make_note(title, text)
    make_note("Another", "Something else. これは別のノートです。 شيء آخر.")
    assert ids(retrieval.find(caller.user_id, question)) == [note.id]


def test_passages_keep_to_their_budget_and_stand_in_their_notes(caller: Caller, make_note: MakeNote) -> None:
    chance = random.Random(5)
    texts = {}
    for number in range(20):
        parts = [f"## Part {part}\n\n{' '.join(chance.choices(WORDS, k=150))}." for part in range(chance.randint(1, 8))]
        note = make_note(f"Note {number}", "\n\n".join(parts))
        texts[str(note.id)] = "\n\n".join(parts)
    found = retrieval.find(caller.user_id, "the plan of a garden, with tea")
    assert [each.n for each in found] == list(range(1, len(found) + 1))
    assert len(set(ids(found))) == limits.ASK_NOTES
    assert limits.ASK_CHARACTERS / 2 < sum(len(each.text) for each in found) <= limits.ASK_CHARACTERS
    for each in found:
        assert f"## {each.heading}\n\n{each.text}" in texts[each.note_id]


def test_a_long_question_is_bounded(caller: Caller, make_note: MakeNote) -> None:
    note = make_note("Tea", "Tea is served at four.")
    assert ids(retrieval.find(caller.user_id, "tea " + " ".join(f"nothing{n}" for n in range(5_000)))) == [note.id]
    assert len(questions.read("漢字仮名交文" * 400)) <= questions.MOST


def test_both_databases_find_the_same_whoever_else_writes_there(
    instance: Path, sqlite_url: str, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ASK_CANDIDATES", 20)
    asked = [
        "the plan of a garden",
        "Which lights has the teahouse?",
        "全文検索の方法",
        "planning Häuser",
        "كيف أجد القالب؟",
    ]
    alone = answers(instance, sqlite_url, asked, others=0)
    assert answers(instance, postgres_url, asked, others=30) == alone
    assert all(alone), list(map(len, alone))


def answers(instance: Path, url: str, asked: Sequence[str], others: int) -> list[list[tuple[object, ...]]]:
    settings = settings_of(instance, NOTESVC_DATABASE_URL=url)
    database.open_database(settings)
    migrate.migrate(settings, is_adopted=True)
    with database.connection():
        if others:
            fill(add_user("other"), others, random.Random(1))
        caller = add_user("owner")
        fill(caller, 80, random.Random(20261123))
        found = [retrieval.find(caller.user_id, question) for question in asked]
    database.disconnect()
    return [[(each.n, each.title, each.heading, each.text) for each in passages] for passages in found]


def ids(found: Sequence[Passage]) -> list[str]:
    return [each.note_id for each in found]
