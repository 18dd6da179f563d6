"""Whether a stored text is still the one that was saved: a damaged page is our trouble, never a wrong answer."""

import logging

from notesvc import errors
from notesvc.text.reading import rich_hash

Text = tuple[str | bytes | None, str | None]
"""A stored text, as it is or as UTF-8, or none, and the hash that was stored with it."""

log = logging.getLogger("notesvc")


def are_intact(*texts: Text) -> bool:
    """Whether each text has the hash that was stored with it."""
    return all(rich_hash(text) == expected for text, expected in texts)


def refuse_damaged(what: str, *texts: Text) -> None:
    """Raise Busy, and name `what` in the log, where a text has not the hash that was stored with it."""
    if not are_intact(*texts):
        raise refusal(what)


def refusal(what: str) -> errors.Busy:
    """The refusal of something damaged, which it names in the log, too."""
    tell(what)
    return errors.Busy(f"What is stored of {what} is damaged; `notesvc check` on the server says more.")


def tell(what: str) -> None:
    """Name something damaged in the log."""
    log.error("what is stored is damaged", extra={"fields": {"event": "damaged_text", "where": what}})
