"""Shares as their owners see them: made, changed, frozen anew, revoked, looked over."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from notesvc import clock, crypto, database, errors, limits
from notesvc.domain import access, changes
from notesvc.domain.caller import Caller
from notesvc.domain.shares import away, freezing, stored_pages
from notesvc.domain.shares.freezing import Freeze, Made
from notesvc.models import Share

Theme = Literal["paper", "book", "slate"]

_SLUG = re.compile(r"[a-z0-9](?:[a-z0-9-]{1,62}[a-z0-9])")
_SLUG_BYTES = 16
# Names that would be taken for the service's own.
_NO_SLUGS = frozenset({"admin", "api", "app", "assets", "about", "help", "login", "notesvc", "sign-in", "support"})
_SETTINGS = ("expires_at", "is_indexed", "theme", "may_be_linked", "has_feed", "slug")
_CHANGEABLE = (*_SETTINGS, "password_hash", "expiry_told_at", "view_limit", "views_left")


def create(
    caller: Caller, target: tuple[Literal["note", "folder"], str], settings: Mapping[str, Any], base: str
) -> "Ready":
    """A share of a note or folder, to be made and stored.

    Raises NotFound, Forbidden (a note of somebody else), InvalidInput, Conflict (`name_taken`).
    """
    kind, target_id = target
    if kind == "note":
        access.own_live_note(caller, target_id)
    else:
        access.folder_to_change(caller, target_id)
    _refuse_full(caller)
    share = Share(
        id=clock.new_id(),
        owner=caller.user_id,
        note=target_id if kind == "note" else None,
        folder=target_id if kind == "folder" else None,
        slug=crypto.random_secret(_SLUG_BYTES),
        is_indexed=False,
        theme="paper",
        may_be_linked=False,
        has_feed=kind == "folder",
        generation=0,
        frozen_number=0,
        warnings=[],
        freeze_done=0,
        freeze_total=0,
        views=0,
        created_at=clock.now(),
    )
    _apply(share, settings)
    return Ready(share, base, is_new=True)


class Ready:
    """A share that is to be frozen; what is more than a request can make, `store` leaves to the jobs."""

    def __init__(self, share: Share, base: str, is_new: bool = False) -> None:
        self.share, self._is_new = share, is_new
        self._freeze = Freeze(share, base)
        self._is_for_jobs = self._freeze.pages > limits.SHARE_PAGES_AT_ONCE
        self._made: list[Made] = []

    def make(self) -> None:
        """Make the pages: the slow part, before any transaction. Raises Busy for a damaged note."""
        if not self._is_for_jobs:
            self._made = list(self._freeze.made())
            self._is_for_jobs = away.are_away(str(self.share.owner_id), self._freeze.files.taken)

    def store(self) -> Share:
        """Show the pages, in the current transaction; answers the share as it is then. Raises Conflict, NotFound."""
        share = self.share
        if self._is_new:
            _refuse_taken(share)
            share.save(force_insert=True)
            changes.next_number(str(share.owner_id))
        elif Share.get_or_none((Share.id == share.id) & Share.revoked_at.is_null()) is None:
            raise errors.NotFound
        if self._is_for_jobs:
            freezing.want(share, self._freeze.pages)
        else:
            freezing.at_once(share, self._freeze, self._made)
        return Share.get_by_id(share.id)


def refresh(caller: Caller, share_id: str, base: str) -> Ready:
    """The share with what it would show now, to be made and stored. Raises NotFound, InvalidInput."""
    return Ready(_own(caller, share_id), base)


def change(caller: Caller, share_id: str, settings: Mapping[str, Any]) -> Share:
    """Change what a share is like; who knew an old password must know the new one.

    Raises NotFound, InvalidInput, Conflict (`name_taken`).
    """
    hashed = _hash_of(settings)
    pages = _pages_to_be(_own(caller, share_id), settings)
    with database.transaction(caller.user_id):
        share = _own(caller, share_id)
        was_linked, slug = _may_be_linked(share), str(share.slug)
        _apply(share, settings, hashed)
        if share.slug != slug:
            _refuse_taken(share)
            stored_pages.move(share, pages)
            freezing.begin_anew(share)
        if "password" in settings or "view_limit" in settings:
            database.execute("DELETE FROM share_passes WHERE share_id = ?", (share.id,))
        if was_linked and not _may_be_linked(share):
            stored_pages.unlink(caller.user_id, slug)
        # Only these: what visitors count meanwhile stays.
        share.save(only=[getattr(Share, name) for name in _CHANGEABLE])
        changes.next_number(caller.user_id)
        return share


def revoke(caller: Caller, share_id: str) -> None:
    """End a share: its address answers as if it had never been. A revoked one stays as it is. Raises NotFound."""
    with database.transaction(caller.user_id):
        share = access.own_share(caller, share_id)
        if share.revoked_at is None:
            _revoke(share)
            changes.next_number(caller.user_id)


def revoke_all(caller: Caller) -> None:
    """End all of the caller's shares."""
    with database.transaction(caller.user_id):
        for share in Share.select().where((Share.owner == caller.user_id) & Share.revoked_at.is_null()):
            _revoke(share)
        changes.next_number(caller.user_id)


def revoke_for_its_owner(share_id: str) -> None:
    """End anybody's share. Raises NotFound."""
    share = Share.get_or_none(Share.id == share_id)
    if share is None:
        raise errors.NotFound
    revoke(Caller(str(share.owner_id), "", "", origin="command"), share_id)


def of_target(caller: Caller, kind: Literal["note", "folder"], target_id: str) -> list[Share]:
    """The shares of a note or folder that are not revoked, oldest first. Raises NotFound, Forbidden."""
    if kind == "note":
        access.own_note(caller, target_id)
        here = Share.note == target_id
    else:
        access.folder_to_change(caller, target_id)
        here = Share.folder == target_id
    mine = (Share.owner == caller.user_id) & Share.revoked_at.is_null()
    return list(Share.select().where(mine & here).order_by(Share.created_at, Share.id))


def end_of_notes(owner_id: str, note_ids: Sequence[str]) -> None:
    """Other pages lead no more to shares of notes that are erased, in the current transaction."""
    for share in Share.select().where((Share.note.in_(note_ids)) & Share.revoked_at.is_null()):
        stored_pages.unlink(owner_id, str(share.slug))


def sweep() -> None:
    """Forget shares that were revoked long ago, and passes that are over."""
    before = clock.from_now(-limits.SHARE_REVOKED_DAYS * 86_400)
    with database.transaction():
        database.execute("DELETE FROM shares WHERE revoked_at < ?", (before,))
        database.execute("DELETE FROM share_passes WHERE expires_at < ?", (clock.now(),))


def _own(caller: Caller, share_id: str) -> Share:
    """A share that is not revoked."""
    share = access.own_share(caller, share_id)
    if share.revoked_at is not None:
        raise errors.NotFound
    return share


def _pages_to_be(share: Share, settings: Mapping[str, Any]) -> list[stored_pages.MovedPage]:
    """What the share shows under the slug that it is to have: its pages name their addresses."""
    slug = settings.get("slug")
    if slug is None or slug == share.slug:
        return []
    _check_slug(share, slug)
    return stored_pages.pages_under(share, slug)


def _refuse_full(caller: Caller) -> None:
    mine = (Share.owner == caller.user_id) & Share.revoked_at.is_null()
    if Share.select().where(mine).count() >= limits.SHARES:
        raise errors.InvalidInput("", f"there are {limits.SHARES} public links already: revoke some first")


def _hash_of(settings: Mapping[str, Any]) -> str | None:
    password = settings.get("password")
    return None if password is None else crypto.hash_password(password)


def _apply(share: Share, settings: Mapping[str, Any], hashed: str | None = None) -> None:
    """Raises InvalidInput; nothing is stored."""
    slug = settings.get("slug")
    if slug is not None:
        _check_slug(share, slug)
    expires_at = settings.get("expires_at")
    if expires_at is not None and expires_at <= clock.now():
        raise errors.InvalidInput("expiresAt", "must be in the future")
    if "expires_at" in settings and expires_at != share.expires_at:
        share.expiry_told_at = None
    for name in _SETTINGS:
        if name in settings and not (name == "slug" and slug is None):
            setattr(share, name, settings[name])
    if "password" in settings:
        share.password_hash = hashed or _hash_of(settings)
    if "view_limit" in settings:
        _limit(share, settings["view_limit"])


def _limit(share: Share, wanted: int | None) -> None:
    """A limit that is raised or lowered counts the views that were taken."""
    taken = int(share.view_limit or 0) - int(share.views_left or 0)
    share.view_limit = wanted
    share.views_left = None if wanted is None else max(0, wanted - taken)


def _check_slug(share: Share, slug: str) -> None:
    if not share.is_site:
        raise errors.InvalidInput("slug", "is for shares of folders; the address of a note's share cannot be guessed")
    if not _SLUG.fullmatch(slug) or slug in _NO_SLUGS:
        raise errors.InvalidInput("slug", "must have 3 to 64 letters a-z, digits or -, and be no name of the service")


def _refuse_taken(share: Share) -> None:
    """Raise Conflict where the address is another share's, or was another owner's a while ago."""
    row = database.execute(
        "SELECT 1 FROM shares WHERE slug = ? AND id <> ? AND (revoked_at IS NULL OR owner_id <> ?)",
        (share.slug, share.id, share.owner_id),
    ).fetchone()
    if row is not None:
        raise errors.Conflict("This address is taken.")


def _may_be_linked(share: Share) -> bool:
    return bool(share.may_be_linked) and share.is_open and share.expires_at is None


def _revoke(share: Share) -> None:
    stored_pages.unlink(str(share.owner_id), str(share.slug))
    freezing.forget_all(str(share.id))
    database.execute("DELETE FROM share_passes WHERE share_id = ?", (share.id,))
    database.execute(
        "UPDATE shares SET revoked_at = ?, freeze_id = NULL, freeze_wanted_at = NULL WHERE id = ?",
        (clock.now(), share.id),
    )
