"""Storage: where the caller's attachments lie and where the mirror is, and moving attachments between places."""

from contextlib import closing
from typing import Any

from notesvc import errors, limits
from notesvc.backends.causes import BackendError
from notesvc.backends.probe import Finding
from notesvc.domain.caller import Caller
from notesvc.domain.storage import capabilities, mirror_status, moves, opening, overview, parts, placing
from notesvc.domain.storage.target import Target
from notesvc.domain.storage.trouble import DETAILS, PlaceError
from notesvc.turns import Turns
from notesvc.web import browser_language, rates
from notesvc.web.access import SESSION, STEPPED_UP
from notesvc.web.area import Area
from notesvc.web.storage_shapes import (
    CapabilityTable,
    LeftFileShape,
    MoveShape,
    StorageConfig,
    StorageFields,
    StoragePartShape,
    StorageTestResult,
)

area = Area("storage", "/api/storage")

# Which field of the form a person corrects.
_FIELD_OF_CAUSE = {
    "bad_credentials": "secret",
    "forbidden": "secret",
    "no_such_place": "bucket",
    "other_marker": "prefix",
}
_turns = Turns()


@area.get("/config", access=SESSION, answers={200: StorageConfig})
def read_config(caller: Caller) -> Any:
    """Both parts without secrets, how they do, and what is known of their places."""
    return _config(caller)


@area.put("/config", access=STEPPED_UP, form=StorageFields, answers={200: StorageConfig}, refusals=(409,))
def put_config(caller: Caller, form: StorageFields) -> Any:
    """Set a part; refused unless its test passes. Attachments begin to be moved."""
    target = parts.target_to_test(caller.user_id, form.given())
    held = _what_holds(caller, target)
    if target.part == "attachments" and target.is_elsewhere:
        _claim(caller, target)
    parts.put(caller, target, held)
    return _config(caller)


@area.get("/capabilities", access=SESSION, answers={200: CapabilityTable})
def read_capabilities(caller: Caller) -> Any:
    """What each kind of place can do."""
    return CapabilityTable.of(backends=capabilities.whole_table())


@area.post("/test", access=STEPPED_UP, form=StorageFields, answers={200: StorageTestResult})
def test_place(caller: Caller, form: StorageFields) -> Any:
    """Write, read and delete at a place, and tell what holds there; nothing is stored."""
    target = parts.target_to_test(caller.user_id, form.given())
    if not target.is_elsewhere:
        return StorageTestResult.of(ok=True, capabilities=None, steps=[], cause=None)
    outcome = _outcome(caller, target)
    found = outcome.capabilities
    rows = None if found is None else capabilities.found(target.backend, found)
    return StorageTestResult.of(ok=outcome.ok, capabilities=rows, steps=outcome.steps, cause=outcome.cause)


@area.post("/mirror/accept", access=STEPPED_UP, answers={200: StorageConfig}, refusals=(404,))
def accept_mirror(caller: Caller) -> Any:
    """Have the mirror go on after it has paused."""
    mirror_status.accept(caller)
    return _config(caller)


@area.post("/migrate", access=STEPPED_UP, answers={200: MoveShape})
def start_move(caller: Caller) -> Any:
    """Go on with moving attachments to the place that is set."""
    return MoveShape.of(overview.move_view(moves.start(caller)))


@area.get("/migrate", access=SESSION, answers={200: MoveShape}, refusals=(404,))
def read_move(caller: Caller) -> Any:
    """How far the last move of attachments is."""
    found = overview.move_of(caller.user_id)
    if found is None:
        raise errors.NotFound
    return MoveShape.of(found)


@area.delete("/migrate", access=SESSION, answers={204: None}, refusals=(404,))
def cancel_move(caller: Caller) -> Any:
    """Leave attachments where they are; what is at the new place already stays there."""
    moves.cancel(caller)


def _config(caller: Caller) -> dict[str, Any]:
    found = overview.of(caller.user_id)
    left = [LeftFileShape.of(file, words=browser_language.in_words(file.detail)) for file in found.mirror.left_files]
    return StorageConfig.of(found, mirror=StoragePartShape.of(found.mirror, left_files=left))


def _what_holds(caller: Caller, target: Target) -> Any:
    """What holds at the place. Raises CapabilityUnsupported, InvalidInput naming what to correct."""
    if not target.is_elsewhere:
        return None
    outcome = _outcome(caller, target)
    if outcome.capabilities is None:
        raise _refusal(target, outcome.cause or "garbled")
    if target.mode == "two_way" and not outcome.capabilities.two_way:
        raise errors.CapabilityUnsupported("two_way", target.backend, capabilities.ONE_WAY)
    return outcome.capabilities


def _claim(caller: Caller, target: Target) -> None:
    """Have the place bear the caller's mark. Raises InvalidInput where it bears another one, or does not answer."""
    try:
        with closing(opening.open_target(caller.user_id, target)) as backend:
            placing.claim(backend, parts.owner_mark(caller.user_id))
    except (PlaceError, BackendError) as error:
        raise _refusal(target, error.cause) from error


def _refusal(target: Target, cause: str) -> errors.InvalidInput:
    """What to correct: the field that the cause is about."""
    field = _FIELD_OF_CAUSE.get(cause, "address")
    is_within_bucket = field in ("bucket", "prefix")
    return errors.InvalidInput("address" if is_within_bucket and target.backend != "s3" else field, DETAILS[cause])


def _outcome(caller: Caller, target: Target) -> Finding:
    rates.count(limits.STORAGE_TESTS_PER_USER, "storage_test", caller.user_id)
    with _turns.one(caller.user_id, limits.STORAGE_TESTS_AT_ONCE, limits.STORAGE_TESTS_OF_ALL):
        return opening.test(caller.user_id, target)
