"""Whether a stored text is still the one that was saved: a damaged page is our trouble, never a wrong answer."""

import logging

from notesvc import errors
from notesvc.text.reading import content_hash

log = logging.getLogger("notesvc")


def refuse_damaged(what: str, content: str, expected: str) -> None:
    """Raise Busy, and name `what` in the log, where the text has not the hash that was stored with it."""
    if content_hash(content) != expected:
        raise refusal(what)


def refusal(what: str) -> errors.Busy:
    """The refusal of something damaged, which it names in the log, too."""
    tell(what)
    return errors.Busy(f"What is stored of {what} is damaged; `notesvc check` on the server says more.")


def tell(what: str) -> None:
    """Name something damaged in the log."""
    log.error("what is stored is damaged", extra={"fields": {"event": "damaged_text", "where": what}})
