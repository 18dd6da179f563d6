"""One vector a note, the mean of its passages', for users who have set an address where vectors are made."""

import math
from array import array
from collections.abc import Iterable, Sequence
from operator import mul
from typing import NamedTuple

from notesvc import clock, database, limits
from notesvc.domain.ai import embedding, passages, setup
from notesvc.domain.ai.setup import ChosenModel

_AT_ONCE = 500
_MOST_NOTES = 32

_USERS = """
SELECT DISTINCT k.user_id FROM ai_keys k JOIN users u ON u.id = k.user_id
WHERE k.embeddings_url IS NOT NULL AND u.disabled_at IS NULL ORDER BY k.user_id
"""
_WAITING = """
SELECT n.id, n.revision, n.name, n.updated_at FROM notes n LEFT JOIN ai_vectors v ON v.note_id = n.id
WHERE n.owner_id = ? AND n.deleted_at IS NULL
    AND (v.note_id IS NULL OR v.revision <> n.revision OR v.made_by <> ?)
ORDER BY n.updated_at, n.id LIMIT ?
"""
# The note may be gone meanwhile.
_KEEP = """
INSERT INTO ai_vectors (note_id, made_by, revision, vector) SELECT n.id, ?, ?, ? FROM notes n WHERE n.id = ?
ON CONFLICT (note_id) DO UPDATE SET made_by = excluded.made_by, revision = excluded.revision, vector = excluded.vector
"""
_SWEEP = """
DELETE FROM ai_vectors WHERE note_id IN (
    SELECT v.note_id FROM ai_vectors v JOIN notes n ON n.id = v.note_id
    WHERE NOT EXISTS (SELECT 1 FROM ai_keys k WHERE k.user_id = n.owner_id AND k.embeddings_url IS NOT NULL) LIMIT ?
)
"""


class Waiting(NamedTuple):
    """A revision of a note that has no vector yet, and the texts that make it."""

    note_id: str
    revision: int
    texts: list[str]


class Queue(NamedTuple):
    """Notes that may be embedded now, and whether any others wait for later."""

    ready: list[Waiting]
    has_more: bool


def list_users() -> list[str]:
    """The ids of the users whose notes have vectors."""
    return [str(row[0]) for row in database.execute(_USERS).fetchall()]


def read_queue(user_id: str, chosen: ChosenModel) -> Queue:
    """Some of the user's live notes without a vector of that server for their revision, the oldest change first.

    Notes that were changed a moment ago come later: somebody may be writing.
    """
    rows = database.execute(_WAITING, (user_id, made_by(chosen), _MOST_NOTES)).fetchall()
    before = clock.from_now(-limits.AI_VECTOR_QUIET_SECONDS)
    quiet = [row for row in rows if row[3] < before]
    ready: list[Waiting] = []
    count = 0
    for note_id, revision, title, _ in quiet:
        texts = _texts(str(title), _content(note_id))
        count += len(texts)
        if ready and count > limits.AI_VECTOR_BATCH:
            break
        ready.append(Waiting(str(note_id), int(revision), texts))
    return Queue(ready, len(rows) > len(ready))


def keep(chosen: ChosenModel, found: Iterable[tuple[Waiting, Sequence[Sequence[float]]]]) -> None:
    """Store the mean of the vectors of each note's texts."""
    rows = [(made_by(chosen), note.revision, _mean(each), note.note_id) for note, each in found]
    with database.transaction():
        for row in rows:
            database.execute(_KEEP, row)


def likeness(user_id: str, question: str, note_ids: Sequence[str]) -> dict[str, float]:
    """How near the user's notes are to the question, of those that have a vector; empty where none are made.

    Raises ProviderError, OverBudget.
    """
    chosen = setup.embeddings_for(user_id)
    stored = _read(note_ids, made_by(chosen)) if chosen is not None else {}
    if chosen is None or not stored:
        return {}
    asked = _unit(embedding.embed(user_id, chosen, [question], limits.AI_QUESTION_SECONDS)[0])
    return {note_id: sum(map(mul, asked, each)) for note_id, each in stored.items() if len(each) == len(asked)}


def sweep() -> None:
    """Forget the vectors of users who have no address for them any more."""
    gone = _AT_ONCE
    while gone == _AT_ONCE:
        with database.transaction():
            gone = database.execute(_SWEEP, (_AT_ONCE,)).rowcount


def made_by(chosen: ChosenModel) -> str:
    """What makes vectors that can be compared: the model and its server."""
    return f"{chosen.model} {chosen.endpoint.base_url}"


def _content(note_id: str) -> str:
    row = database.execute("SELECT content FROM note_bodies WHERE note_id = ?", (note_id,)).fetchone()
    return str(row[0]) if row else ""


def _texts(title: str, content: str) -> list[str]:
    pieces = passages.cut(content)[: limits.AI_VECTOR_PASSAGES]
    texts = ["\n".join(filter(None, (title, each.heading, each.text))) for each in pieces]
    return texts or ([title] if title.strip() else [])


def _read(note_ids: Sequence[str], made: str) -> dict[str, "array[float]"]:
    rows = database.execute(
        f"SELECT note_id, vector FROM ai_vectors WHERE made_by = ? AND note_id IN ({database.marks(note_ids)})",
        (made, *note_ids),
    ).fetchall()
    return {str(row[0]): array("f", bytes(row[1])) for row in rows if row[1]}


def _mean(vectors: Sequence[Sequence[float]]) -> bytes:
    units = [unit for each in vectors if (unit := _unit(each))]
    return array("f", _unit([math.fsum(column) for column in zip(*units, strict=True)])).tobytes()


def _unit(vector: Sequence[float]) -> Sequence[float]:
    """The vector at the length 1; nothing where it has none."""
    length = math.hypot(*vector)
    return [number / length for number in vector] if length > 0 and math.isfinite(length) else []
