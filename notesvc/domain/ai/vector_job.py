"""The job that keeps the vectors of notes up to date, at the pace of each user's server."""

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from notesvc import clock, errors, limits
from notesvc.ai.causes import ProviderError
from notesvc.domain import changes
from notesvc.domain.ai import embedding, setup, vectors
from notesvc.domain.ai.setup import ChosenModel
from notesvc.domain.ai.vectors import Waiting

_ABOUT_TEXTS = ("too_long", "refused")
"""Causes that may lie in one of the texts: each note is then sent by itself."""


class _Pause(NamedTuple):
    until: str
    seconds: float


class Embedder:
    """Remembers between two runs whose server has failed, and whose notes all have their vectors."""

    def __init__(self) -> None:
        self._pauses: dict[tuple[str, str], _Pause] = {}
        self._done: dict[str, tuple[str, int]] = {}

    def work_some(self, should_stop: Callable[[], bool]) -> bool:
        """A batch for each user who has notes that wait; False when there was nothing to do."""
        is_busy = False
        user_ids = vectors.list_users()
        self._done = {user_id: self._done[user_id] for user_id in user_ids if user_id in self._done}
        for user_id in user_ids:
            if should_stop():
                break
            # A key that does not open holds up nobody else.
            with suppress(errors.Busy):
                is_busy |= self._work_for(user_id)
        return is_busy

    def _work_for(self, user_id: str) -> bool:
        chosen = setup.embeddings_for(user_id)
        if chosen is None:
            return False
        made_by = vectors.made_by(chosen)
        state = (made_by, changes.current_number(user_id))
        pause = self._pauses.get((user_id, made_by))
        if self._done.get(user_id) == state or (pause is not None and clock.now() < pause.until):
            return False
        queue = vectors.read_queue(user_id, chosen)
        if not queue.ready:
            if not queue.has_more:
                self._done[user_id] = state
            return False
        try:
            embed_notes(user_id, chosen, queue.ready)
        except (ProviderError, errors.OverBudget) as error:
            self._wait(user_id, made_by, error.retry_after)
        else:
            self._pauses.pop((user_id, made_by), None)
        return True

    def _wait(self, user_id: str, made_by: str, asked: int | None) -> None:
        """Twice as long as the last time, and as long as the server asks for."""
        before = self._pauses.get((user_id, made_by))
        seconds = min(before.seconds * 2 if before else limits.AI_VECTOR_PAUSE, limits.AI_VECTOR_PAUSE_MOST)
        seconds = max(seconds, asked or 0)
        self._pauses[user_id, made_by] = _Pause(clock.from_now(seconds), seconds)


def embed_notes(user_id: str, chosen: ChosenModel, notes: list[Waiting]) -> None:
    """Make and store the vectors of the notes. Raises ProviderError, OverBudget.

    A note whose texts the server does not take gets an empty one, so that no other waits for it.
    """
    texts = [text for note in notes for text in note.texts]
    try:
        made = embedding.embed(user_id, chosen, texts, limits.AI_VECTOR_SECONDS) if texts else []
    except ProviderError as error:
        if error.cause not in _ABOUT_TEXTS:
            raise
        if len(notes) == 1:
            vectors.keep(chosen, [(notes[0], [])])
            return
        for note in notes:
            embed_notes(user_id, chosen, [note])
        return
    each = iter(made)
    vectors.keep(chosen, [(note, [next(each) for _ in note.texts]) for note in notes])
