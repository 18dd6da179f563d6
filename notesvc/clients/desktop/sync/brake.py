"""Stops a round that would delete much, until a person has said yes."""

from notesvc.clients.desktop.sync.desk import Desk
from notesvc.clients.desktop.sync.errors import BrakeError
from notesvc.clients.desktop.sync.matching import Matches
from notesvc.clients.desktop.sync.state import Thing

MANY = 20
SHARE = 0.25
FEW = 3
"""More deletions than `MANY` at once stop a round, and more than this share of all notes, unless they are so few."""

_NAMES = 10


def check(desk: Desk, matches: Matches, files: Matches) -> None:
    """Raise BrakeError where more would be deleted than the person has accepted."""
    here = [each for each in desk.tree.notes.values() if each.is_here]
    gone = [each for each in here if each.id not in matches.paths and _counts(desk, each)]
    deleted = [each for each in here if each.is_coming == 2 and each.id in matches.paths]
    # An empty folder is more likely one that is not mounted than one whose last note was deleted.
    is_empty = bool(gone) and not matches.paths and not matches.new
    if is_empty or _is_much(len(gone), len(here)):
        _stop(desk, "here", gone)
    if _is_much(len(deleted), len(here)):
        _stop(desk, "in the service", deleted)
    _check_files(desk, files)


def _check_files(desk: Desk, matches: Matches) -> None:
    here = [each for each in desk.tree.attachments.values() if each.is_here]
    gone = [each for each in here if each.id not in matches.paths and _counts(desk, each)]
    deleted = [each for each in here if each.is_coming == 2 and each.id in matches.paths]
    for side, things in (("here", gone), ("in the service", deleted)):
        if _is_much(len(things), len(here)):
            _stop(desk, side, things)


def _counts(desk: Desk, thing: Thing) -> bool:
    return thing.is_coming == 0 and not thing.is_begun and desk.is_gone(thing)


def _is_much(count: int, total: int) -> bool:
    return count > MANY or (count > FEW and count > SHARE * total)


def _stop(desk: Desk, side: str, things: list[Thing]) -> None:
    if len(things) > desk.options.accepts_deletes:
        raise BrakeError(side, len(things), sorted(each.name for each in things)[:_NAMES])
