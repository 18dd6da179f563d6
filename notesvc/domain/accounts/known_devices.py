"""Browsers that a user has signed in with: a new kind of one is told by mail."""

import re

from notesvc import clock, crypto, database
from notesvc.domain import notifications
from notesvc.domain.mail import outbox
from notesvc.models import User

_SHOWN = 120
_KNOWN = "SELECT fingerprint FROM known_browsers WHERE user_id = ?"
_REMEMBER = """
INSERT INTO known_browsers (user_id, fingerprint, seen_at) VALUES (?, ?, ?)
ON CONFLICT (user_id, fingerprint) DO UPDATE SET seen_at = excluded.seen_at
"""


def remember(user: User, address: str, agent: str) -> None:
    """Take note of the browser, in the current transaction; tell the user unless it is known or their first."""
    known = {fingerprint for (fingerprint,) in database.execute(_KNOWN, (user.id,)).fetchall()}
    this = _fingerprint(agent)
    database.execute(_REMEMBER, (user.id, this, clock.now()))
    if known and this not in known:
        notifications.security(str(user.id), "new_device", agent=agent[:_SHOWN], address=address)
        outbox.queue("new_device", str(user.email), agent=agent[:_SHOWN], address=address, at=clock.now())


def _fingerprint(agent: str) -> str:
    """Versions come and go; the browser and its system stay."""
    return crypto.digest(re.sub(r"[\d._]+", "", agent))
