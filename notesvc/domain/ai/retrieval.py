"""The passages of a user's notes that a question is answered from."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from notesvc import database, errors, limits
from notesvc.ai.causes import ProviderError
from notesvc.domain import note_bodies
from notesvc.domain.ai import candidates, passages, questions, vectors
from notesvc.domain.ai.candidates import Candidates
from notesvc.domain.ai.passages import Passage, Piece
from notesvc.domain.ai.relevance import Relevance
from notesvc.domain.search import index, order
from notesvc.text import fold

_TITLE_COUNTS = 2
_FUSED = 10


class _ScoredPiece(NamedTuple):
    """A piece of the note in that place of the order, and its own place in it."""

    score: float
    note: int
    place: int
    piece: Piece


def find(user_id: str, question: str, note_id: str | None = None) -> list[Passage]:
    """The passages of the user's own live notes that say most of what the question asks for, numbered from 1.

    They come from the best notes, the best first, and in each in the order of its text; all together they have at most
    `limits.ASK_CHARACTERS`. With `note_id` only that note is looked at. Empty where nothing is found. The same on every
    database, whoever else writes there. Where the user has vectors made, what the words find is put in order by them
    too: the question goes to their server, so this is not for within a transaction or an event loop.

    Raises Busy when it takes too long, or for a damaged note.
    """
    wanted = questions.read(question[: limits.ASK_QUESTION])
    if not wanted:
        return []
    try:
        with database.time_limit(limits.SEARCH_MILLISECONDS):
            found = candidates.choose(user_id, wanted, limits.ASK_CANDIDATES, note_id)
            ranked = _rank(found)
    except TimeoutError as error:
        raise errors.Busy("Looking through the notes took too long. Ask a shorter question.") from error
    best = _fuse(ranked, _likeness(user_id, question, ranked))[: limits.ASK_NOTES]
    return _number_passages(user_id, best, found.relevance)


def _rank(found: Candidates) -> list[str]:
    """The ids of the notes, those first whose texts fit best."""
    condition, parameters = order.among(found.numbers)
    rows = database.execute(
        f"SELECT n.id, n.number, s.title, s.names, substr(s.body, 1, {limits.ASK_TEXT}) "
        f"FROM {index.texts_table()} s JOIN notes n ON n.number = s.number WHERE s.{condition}",
        parameters,
    ).fetchall()
    ranked = sorted(zip(_scores(rows, found.relevance), rows, strict=True), key=lambda each: (-each[0], -each[1][1]))
    return [str(row[0]) for _, row in ranked]


def _likeness(user_id: str, question: str, note_ids: Sequence[str]) -> dict[str, float]:
    """By meaning, where the user has vectors made. Words alone do while their server does not answer."""
    if len(note_ids) < 2:
        return {}
    try:
        return vectors.likeness(user_id, question, note_ids)
    except (ProviderError, errors.OverBudget):
        return {}


def _fuse(ranked: Sequence[str], likeness: Mapping[str, float]) -> list[str]:
    """Both orders in one, by reciprocal ranks; a note without a vector has its place among the words alone."""
    score = {note_id: 1 / (_FUSED + place) for place, note_id in enumerate(ranked)}
    for place, note_id in enumerate(sorted(likeness, key=lambda note_id: (-likeness[note_id], note_id))):
        score[note_id] += 1 / (_FUSED + place)
    return sorted(ranked, key=lambda note_id: -score[note_id])


def _scores(rows: Sequence[Any], relevance: Relevance) -> list[float]:
    lengths = [1 + row[4].count(" ") for row in rows]
    usual = max(1.0, sum(lengths) / max(1, len(lengths)))
    return [relevance.score(_said(row, relevance), length / usual) for row, length in zip(rows, lengths, strict=True)]


def _said(row: Any, relevance: Relevance) -> Counter[int]:
    _, _, title, names, body = row
    said = relevance.counts(body)
    for text, times in ((title, _TITLE_COUNTS), (names, 1)):
        for at, count in relevance.counts(text).items():
            said[at] += times * count
    return said


def _number_passages(user_id: str, note_ids: Sequence[str], relevance: Relevance) -> list[Passage]:
    # What was deleted meanwhile is left out.
    notes = [
        (note, body)
        for note, body in note_bodies.of_notes(note_ids)
        if str(note.owner_id) == user_id and note.deleted_at is None
    ]
    scored = [_of_note(at, str(body.content), relevance) for at, (_, body) in enumerate(notes)]
    chosen = sorted(_that_fit(scored), key=lambda each: (each.note, each.place))
    return [
        Passage(n, str(notes[each.note][0].id), str(notes[each.note][0].name), each.piece.heading, each.piece.text)
        for n, each in enumerate(chosen, 1)
    ]


def _of_note(at: int, content: str, relevance: Relevance) -> list[_ScoredPiece]:
    """The pieces of a note, the best first."""
    pieces = passages.cut(content)
    usual = passages.LONGEST / 2
    scores = [
        relevance.score(
            relevance.counts(fold.fold_for_index(f"{each.heading or ''}\n{each.text}")), len(each.text) / usual
        )
        for each in pieces
    ]
    scored = [
        _ScoredPiece(score, at, place, piece) for place, (score, piece) in enumerate(zip(scores, pieces, strict=True))
    ]
    return sorted(scored, key=lambda each: (-each.score, each.place))


def _that_fit(scored: Sequence[Sequence[_ScoredPiece]]) -> Iterator[_ScoredPiece]:
    """The best piece of each note, then the best of the others that say something, as far as there is room."""
    first = [pieces[0] for pieces in scored if pieces]
    others = [each for pieces in scored for each in pieces[1:] if each.score > 0]
    others.sort(key=lambda each: (-each.score, each.note, each.place))
    room = limits.ASK_CHARACTERS
    for each in [*first, *others]:
        if len(each.piece.text) <= room:
            room -= len(each.piece.text)
            yield each
