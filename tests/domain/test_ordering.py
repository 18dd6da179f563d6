"""Places among siblings: a move renumbers nobody where it need not."""

from notesvc.domain import notes, ordering
from notesvc.domain.caller import Caller
from notesvc.models import Note
from tests.domain.conftest import MakeNote


def test_new_siblings_leave_gaps_so_that_moves_between_them_renumber_nobody(
    caller: Caller, make_note: MakeNote
) -> None:
    first, *others = [str(make_note(f"Note {number}").id) for number in range(6)]
    before = {note.id: note.revision for note in Note.select() if note.id != first}
    for beside in others:
        notes.move(caller, first, None, (None, beside))
    assert {note.id: note.revision for note in Note.select() if note.id != first} == before
    assert [note.id for note in Note.select().order_by(Note.sort_order)] == [*others, first]


def test_where_there_is_no_gap_the_fewest_neighbours_give_way() -> None:
    crowd = [("a", 1), ("b", 2), ("c", 3), ("d", 9)]
    assert ordering.spread(crowd, 1) == (2, [("b", 3), ("c", 4)])
    assert ordering.spread(crowd, 3) == (6, [])
