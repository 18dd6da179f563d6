"""Places of users whose accounts are gone: what the service has put there goes, too, within some days."""

import logging

from notesvc import belonging, clock, database, kept_databases, limits
from notesvc.config import Settings
from notesvc.domain.storage import carrying, placing
from notesvc.domain.storage.trouble import PlaceError
from notesvc.errors import Busy
from notesvc.models import LeftPlace, StoragePart

log = logging.getLogger("notesvc")
_DAY = 86_400
_SAME = ("id", "owner_id", "backend", "address", "bucket", "region", "prefix", "user_name", "sealed", "capabilities")
_NOT_OURS = ("other_marker", "no_marker")


def note_places(owner_id: str) -> None:
    """Take note of all places where files of the user's attachments may lie, in the transaction in which they end."""
    until = clock.from_now(limits.LEFT_PLACE_DAYS * _DAY)
    mine = (StoragePart.owner == owner_id) & (StoragePart.part == "attachments") & (StoragePart.backend != "local")
    for part in StoragePart.select().where(mine):
        LeftPlace.create(**{name: getattr(part, name) for name in _SAME}, given_up_at=until)


def sweep(settings: Settings) -> None:
    """Empty the places that were left; one that does not answer is tried again the next time, for some days."""
    if not belonging.is_sure(settings):
        return
    kept = set(kept_databases.files(settings))
    for place in LeftPlace.select().order_by(LeftPlace.id):
        try:
            is_over = _empty(place, kept)
        except (PlaceError, Busy) as error:
            cause = error.cause if isinstance(error, PlaceError) else "bad_credentials"
            is_over = cause in _NOT_OURS
            _tell("place_not_left", place, cause)
        if is_over or str(place.given_up_at) <= clock.now():
            if not is_over:
                _tell("place_given_up", place, "its days are over")
            with database.transaction():
                LeftPlace.delete().where(LeftPlace.id == place.id).execute()


def _empty(place: LeftPlace, kept: set[str]) -> bool:
    """Remove what we have put there, and in the end the mark; whether nothing is left. What a database names that a
    restore has kept stays as long as it does."""
    part = StoragePart(part="attachments", **{name: getattr(place, name) for name in _SAME})
    with carrying.open_place(part) as backend:
        assert backend is not None
        stays = False
        for content_hash, _ in list(placing.listing(backend)):
            if content_hash in kept:
                stays = True
            else:
                backend.remove(placing.key_of(content_hash))
        if not stays:
            placing.leave(backend)
        return not stays


def _tell(event: str, place: LeftPlace, cause: str) -> None:
    fields = {"event": event, "place": str(place.id), "kind": str(place.backend), "cause": cause}
    log.warning("the place of an account that is gone was not emptied", extra={"fields": fields})
