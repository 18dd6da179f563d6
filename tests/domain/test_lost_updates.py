"""Writers who know an old revision are refused, and what was accepted is in the note or in a version."""

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from notesvc import errors
from notesvc.config import Settings
from notesvc.domain import access, history, notes, trash
from notesvc.domain.accounts import users
from notesvc.domain.caller import Caller
from notesvc.domain.links import resolution
from notesvc.domain.preconditions import Precondition
from notesvc.models import NoteVersion
from tests import searching

WRITERS = st.integers(0, 2)
WORDS = st.lists(st.sampled_from(["alpha", "beta", "gamma", "délta", "語", "[[Beta]]", "#tag"]), min_size=3, max_size=8)


class Writers(RuleBasedStateMachine):
    """Three writers with their own idea of one note's revision."""

    caller: Caller

    def __init__(self) -> None:
        super().__init__()
        note, _ = notes.create(self.caller, {"name": "Shared", "content": "the first text"})
        self.note_id = str(note.id)
        self.known = [note.etag] * 3
        self.now, self.number = note.etag, 0
        self.accepted = {"the first text"}

    @rule(writer=WRITERS)
    def read(self, writer: int) -> None:
        self.known[writer] = access.note_to_read(self.caller, self.note_id).etag

    @rule(writer=WRITERS, words=WORDS)
    def save(self, writer: int, words: list[str]) -> None:
        self.number += 1
        text = f"{self.number * 1111} {' '.join(words)}"
        if self.write(writer, {"content": text}):
            self.accepted.add(text)

    @rule(writer=WRITERS, name=st.sampled_from(["Alpha", "Beta", "Gamma"]))
    def rename(self, writer: int, name: str) -> None:
        before = str(access.body_of(access.note_to_read(self.caller, self.note_id)).content)
        if self.write(writer, {"name": name}):
            after = str(access.body_of(access.note_to_read(self.caller, self.note_id)).content)
            self.accepted = {after if text == before else text for text in self.accepted}

    @rule()
    def throw_away_and_restore(self) -> None:
        trash.delete_note(self.caller, self.note_id)
        with pytest.raises(errors.NotFound):
            notes.change(self.caller, self.note_id, {"content": "x"})
        trash.restore(self.caller, self.note_id)
        self.now = access.note_to_read(self.caller, self.note_id).etag

    @rule(writer=WRITERS)
    def restore_the_oldest(self, writer: int) -> None:
        oldest = history.versions_of(self.caller, self.note_id)[-1]
        note = notes.restore_version(self.caller, str(oldest.id))
        self.known[writer] = self.now = note.etag

    def write(self, writer: int, fields: dict[str, Any]) -> bool:
        """Whether it was accepted; it must be refused exactly when the writer's revision is old."""
        guard = Precondition(etags=frozenset([self.known[writer]]))
        if self.known[writer] != self.now:
            with pytest.raises(errors.PreconditionFailed):
                notes.change(self.caller, self.note_id, fields, "manual", guard)
            return False
        self.now = self.known[writer] = notes.change(self.caller, self.note_id, fields, "manual", guard).etag
        return True

    @invariant()
    def what_was_accepted_is_still_there(self) -> None:
        kept = {row.content for row in NoteVersion.select().where(NoteVersion.note == self.note_id)}
        kept.add(str(access.body_of(access.note_to_read(self.caller, self.note_id)).content))
        assert self.accepted <= kept

    @invariant()
    def the_revision_is_what_the_last_write_said(self) -> None:
        assert access.note_to_read(self.caller, self.note_id).etag == self.now


@pytest.mark.search
def test_no_accepted_edit_disappears(workspace: Settings) -> None:
    user = users.register(email="a@example.org", password="correct horse", name="A")
    run_state_machine_as_test(
        type("TheirWriters", (Writers,), {"caller": users.caller_of(user)}),
        settings=settings(
            max_examples=searching.examples(25), stateful_step_count=25, suppress_health_check=list(HealthCheck)
        ),
    )


def test_a_link_means_the_nearest_note(workspace: Settings) -> None:
    user = users.register(email="a@example.org", password="correct horse", name="A")
    caller = users.caller_of(user)
    made, _ = notes.create(caller, {"name": "a/b"})
    resolver = resolution.Resolver(caller.user_id)
    assert resolver.resolve("A/B", None) == made.id
    assert resolver.resolve("b", None) is None
