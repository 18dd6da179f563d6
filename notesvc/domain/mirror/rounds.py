"""A round: look, take in, write out. It may end at any step; the next one goes on from what both sides say."""

from notesvc import database
from notesvc.backends.causes import ChangedError, MissingError
from notesvc.domain import changes
from notesvc.domain.mirror import inward, marker, outward, states
from notesvc.domain.mirror.mirror import Mirror
from notesvc.domain.mirror.round_state import Round

_ANEW = ("other_marker", "no_marker")


def run(mirror: Mirror, *, writes: bool = True) -> None:
    """A whole round. `writes`: also the way out, which a full disk there may forbid.

    Raises PauseError, BackendError, Busy, StopError; what was done until then stays done.
    """
    accepts = states.accepts_of(mirror.part_id)
    if accepts in _ANEW:
        # What the files are is found out anew, by the notes that they name: none counts as deleted.
        states.forget_notes(mirror.part_id)
    marker.refuse_other(mirror, is_known=states.is_known(mirror.part_id), takes_over=accepts in _ANEW)
    entries = {entry.key: entry for entry in mirror.backend.entries()}
    number = changes.current_number(mirror.owner_id)
    work = Round(mirror, entries)
    if mirror.is_two_way:
        inward.take_in(work, accepts_deletions=accepts in ("deletions", "empty"))
    else:
        _forget_missing(work)
    if writes:
        _write_out(work, number)
    states.end_round(mirror.part_id, number if writes else None)


def run_out(mirror: Mirror) -> None:
    """The way out alone, soon after a change here: nobody looks what is there, and nothing that is there is lost.

    Raises as `run` does.
    """
    marker.refuse_other(mirror, is_known=True)
    number = changes.current_number(mirror.owner_id)
    _write_out(Round(mirror, None), number)
    states.note_number(mirror.part_id, number)


def _write_out(work: Round, number: int) -> None:
    try:
        outward.write_out(work)
        work.files.write_out(work.places)
    except (ChangedError, MissingError):
        # Somebody is at the very file: the next round finds out.
        return


def _forget_missing(work: Round) -> None:
    """One way only: a file that is gone there is written again."""
    with database.transaction(work.mirror.owner_id):
        for row in work.rows.by_note.values():
            if row.is_there and row.key not in (work.entries or {}):
                row.tag = row.sha256 = None
                work.rows.put(row)
