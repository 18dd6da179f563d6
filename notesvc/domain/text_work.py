"""Text work of writes, done ahead of their transactions: nobody's write waits for the reading of another one's text.

A routine that writes is marked `@ahead`. Within its transaction `result` gives what was worked out before. What was
not, and is more than a little, ends the transaction; it is worked out then, and the routine begins anew. So whatever
others change meanwhile, what is written was made from what the transaction has read.
"""

import functools
import threading
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, ParamSpec, TypeVar

from notesvc import database, errors, limits

P = ParamSpec("P")
T = TypeVar("T")

# Each attempt finds at least one more thing to do, unless others change the texts all the time.
_ATTEMPTS = 10


class Work(NamedTuple):
    """Something to be worked out from texts alone."""

    do: Callable[..., Any]
    arguments: tuple[Hashable, ...]

    @property
    def characters(self) -> int:
        return sum(len(text) for text in self.arguments if isinstance(text, str | tuple))


class NotDoneError(Exception):
    """What a transaction needs before it can go on."""

    def __init__(self, wanted: Sequence[Work]) -> None:
        super().__init__(", ".join(sorted({work.do.__name__ for work in wanted})))
        self.wanted = wanted


class _Results(threading.local):
    """What this thread has worked out for the write that it is at; None between writes."""

    found: dict[Work, Any] | None = None
    transaction = 0
    characters = 0


_results = _Results()


def ahead(routine: Callable[P, T]) -> Callable[P, T]:
    """Marks a routine that writes and may be begun anew. Within another one it is part of that one.

    Raises Busy where others change the texts faster than they are worked out.
    """

    @functools.wraps(routine)
    def write(*arguments: P.args, **named: P.kwargs) -> T:
        if database.in_transaction():
            return routine(*arguments, **named)
        with keep_results():
            for _ in range(_ATTEMPTS):
                try:
                    return routine(*arguments, **named)
                except NotDoneError as error:
                    work_out(error)
        raise errors.Busy("Others keep changing the notes that this is about.")

    return write


@contextmanager
def keep_results() -> Iterator[None]:
    """Keep what is worked out until the end of this: for a write, or for several one after the other."""
    if _results.found is not None:
        yield
        return
    _results.found = {}
    try:
        yield
    finally:
        _results.found = None


def result(do: Callable[..., T], *arguments: Hashable) -> T:
    """What the routine answers for these texts. Within a transaction raises NotDoneError unless it is known or short.

    The routine must be pure, and its answer is not to be changed.
    """
    return results(do, [arguments])[0]


def results(do: Callable[..., T], each: Sequence[tuple[Hashable, ...]]) -> list[T]:
    """The same for many: what is missing is asked for together."""
    known = {} if _results.found is None else _results.found
    wanted = [Work(do, arguments) for arguments in each]
    missing = [work for work in wanted if work not in known]
    if missing and database.in_transaction():
        _refuse_too_much(missing)
    for work in missing:
        known[work] = work.do(*work.arguments)
    return [known[work] for work in wanted]


def _refuse_too_much(missing: Sequence[Work]) -> None:
    """Raise NotDoneError unless it is little, with what the same transaction has done already."""
    if _results.transaction != database.transaction_number():
        _results.transaction, _results.characters = database.transaction_number(), 0
    _results.characters += sum(work.characters for work in missing)
    if _results.characters > limits.TEXT_IN_TRANSACTION:
        raise NotDoneError(missing)


def work_out(error: NotDoneError) -> None:
    """Do outside of transactions what one has missed, within `keep_results`."""
    for work in error.wanted:
        result(work.do, *work.arguments)
