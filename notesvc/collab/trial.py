"""Tries what may break or stop the worker: in a child process, which may be broken and is stopped in time."""

import time
from collections.abc import Sequence
from typing import Any

from pycrdt import Doc

from notesvc.collab import native
from notesvc.collab.items import Items
from notesvc.collab.shape import Shape
from notesvc.collab.survey import Survey, UnfitUpdateError, clocks_of


def trial(state: bytes, size: int) -> tuple[dict[str, Any], bytes]:
    """What it would mean to apply an update to a document: `state` is the document's, of that size, and the update.

    `refused` says why it must not be; `lacks`, that it rests on something that never came. Else `seconds` of
    processor time for it, and to `load` the document anew afterwards.
    """
    before, change = state[:size], state[size:]
    document: Doc[Any] = Doc()
    document.apply_update(before)
    try:
        found = Survey(change)
        if found.lacks(clocks_of(document.get_state())):
            return {"lacks": True}, b""
        shape = Shape(document)
        started = time.process_time()
        shape.apply(document, change)
        seconds = time.process_time() - started
    except (UnfitUpdateError, ValueError, RuntimeError) as error:
        return {"refused": str(error)[:200]}, b""
    shape.drop()
    known = clocks_of(document.get_state())
    if any(known.get(client, 0) < end for client, (_, end) in found.clocks.items()):
        return {"refused": "some of it stands on itself"}, b""
    if shape.is_strange:
        return {"refused": "this is neither blocks nor text"}, b""
    return {"seconds": seconds, "load": load_seconds(document.get_update())}, b""


def load(state: bytes, sizes: Sequence[int]) -> tuple[dict[str, Any], bytes]:
    """A stored document, which came as its state and the updates since, each of such a size, as one; what is to be
    known of its items, and about how many there are. `damaged` says why there is none.
    """
    document: Doc[Any] = Doc()
    items, known, at, structs = Items(), dict[int, int](), 0, 0
    try:
        for size in sizes:
            change = state[at : at + size]
            at += size
            found = Survey(change, known, is_own=True)
            if found.lacks(known):
                raise UnfitUpdateError("some of it is missing")
            items.add(items.new_in(found))
            structs += found.structs
            known |= {client: max(end, known.get(client, 0)) for client, (_, end) in found.clocks.items()}
            with native.sound():
                document.apply_update(change)
        with native.sound():
            whole, clocks = document.get_update(), clocks_of(document.get_state())
    except (native.BrokenDocumentError, UnfitUpdateError) as error:
        return {"damaged": str(error)[:200]}, b""
    if clocks != known:
        return {"damaged": "some of it waits"}, b""
    return {**items.all()._asdict(), "structs": structs}, whole


def load_seconds(state: bytes) -> float:
    """The processor time that it takes to load a document. Raises what the library does."""
    started = time.process_time()
    document: Doc[Any] = Doc()
    document.apply_update(state)
    document.get_update()
    return time.process_time() - started
