"""Visits to public links: what is found under an address, who may see it, and the views that are taken of it.

A share that is revoked, expired, used up, or whose note, folder or owner is gone or shut, is not there.
"""

import hashlib
import hmac
from typing import Literal, NamedTuple

from notesvc import clock, crypto, database, errors, limits
from notesvc.domain.shares import views
from notesvc.models import SharePass

PassKind = Literal["password", "view"]

OPEN_KEY = "o"
"""The key to the files of a share that is open to all."""

_LIVE = """
s.revoked_at IS NULL AND s.generation > 0 AND (s.expires_at IS NULL OR s.expires_at > ?)
    AND (s.note_id IS NULL OR n.id IS NOT NULL) AND (s.folder_id IS NULL OR d.id IS NOT NULL)
"""
_FROM = """
FROM shares s JOIN users u ON u.id = s.owner_id AND u.disabled_at IS NULL AND u.deletion_at IS NULL
LEFT JOIN notes n ON n.id = s.note_id AND n.deleted_at IS NULL
LEFT JOIN folders d ON d.id = s.folder_id AND d.deleted_at IS NULL
"""
_SHARE = """
s.id, s.owner_id, s.slug, s.generation, s.password_hash, s.view_limit, s.views_left, s.is_indexed, s.theme, s.has_feed,
(SELECT f.title FROM share_pages f WHERE f.share_id = s.id AND f.generation = s.generation AND f.path = ''), s.folder_id
"""
_FIND = f"SELECT {_SHARE} {_FROM} WHERE s.slug = ? AND {_LIVE}"
_FIND_PAGE = f"""
SELECT {_SHARE}, p.etag, p.html, p.title {_FROM}
JOIN share_pages p ON p.share_id = s.id AND p.generation = s.generation AND p.path = ?
LEFT JOIN notes t ON t.id = p.note_id AND t.deleted_at IS NULL
WHERE s.slug = ? AND (p.note_id IS NULL OR t.id IS NOT NULL) AND {_LIVE}
"""
_FIND_FILE = """
SELECT f.name, f.content_hash FROM share_files f JOIN notes t ON t.id = f.note_id AND t.deleted_at IS NULL
WHERE f.share_id = ? AND f.generation = ? AND f.number = ?
"""
_TAKE = """
UPDATE shares SET views_left = views_left - 1 WHERE id = ? AND views_left > 0 AND revoked_at IS NULL
    AND (expires_at IS NULL OR expires_at > ?) RETURNING views_left
"""
_FIELDS = 12


class Found(NamedTuple):
    """A share that is there, whether or not this visitor may see it; `title` is that of its front page."""

    id: str
    owner_id: str
    slug: str
    generation: int
    password_hash: str | None
    view_limit: int | None
    views_left: int | None
    is_indexed: bool
    theme: str
    has_feed: bool
    title: str
    folder_id: str | None

    @property
    def is_open(self) -> bool:
        return self.password_hash is None and self.view_limit is None

    @property
    def is_site(self) -> bool:
        return self.folder_id is not None

    @property
    def is_used_up(self) -> bool:
        return self.views_left == 0


class FoundPage(NamedTuple):
    """A page of a share; `html` is gzipped."""

    share: Found
    etag: str
    html: bytes
    title: str


def find(slug: str) -> Found | None:
    """The share of that address, if it is there; a share that is used up is there for those who took a view."""
    if "\x00" in slug:
        return None
    row = database.execute(_FIND, (slug, clock.now())).fetchone()
    return None if row is None else Found._make(row)


def find_page(slug: str, path: str) -> FoundPage | None:
    """The page, if it is there, by one statement."""
    if "\x00" in slug or "\x00" in path:
        return None
    row = database.execute(_FIND_PAGE, (path, slug, clock.now())).fetchone()
    return None if row is None else FoundPage(Found._make(row[:_FIELDS]), row[12], bytes(row[13]), row[14])


def find_file(share: Found, number: int) -> tuple[str, str] | None:
    """Name and content hash of a file of the share, if the note that shows it is not in the trash."""
    row = database.execute(_FIND_FILE, (share.id, share.generation, number)).fetchone()
    return None if row is None else (str(row[0]), str(row[1]))


def open_with(share: Found, password: str) -> str:
    """A pass for whoever knows the password. Raises NotAuthenticated, and RateLimited where many try at once."""
    if not crypto.password_fits(share.password_hash, password):
        raise errors.NotAuthenticated("This is not the password.")
    with database.transaction(share.owner_id):
        return _pass(share, "password", limits.SHARE_PASS_SECONDS)


def has_pass(share: Found, kind: PassKind, secret: str) -> bool:
    """Whether the secret lets its holder in."""
    if not secret:
        return False
    row = SharePass.get_or_none(
        (SharePass.token_hash == crypto.digest(secret))
        & (SharePass.share == share.id)
        & (SharePass.kind == kind)
        & (SharePass.expires_at > clock.now())
    )
    return row is not None


def take_view(share: Found, path: str, host: str) -> tuple[FoundPage, str] | None:
    """The page, for one view less, and a pass to the other pages of a site; None where none was left."""
    with database.transaction(share.owner_id):
        if not database.execute(_TAKE, (share.id, clock.now())).fetchall():
            return None
        page = find_page(share.slug, path)
        if page is None:
            # Nothing was seen, so nothing is taken.
            database.execute("UPDATE shares SET views_left = views_left + 1 WHERE id = ?", (share.id,))
            return None
        views.write({(share.id, clock.now()[:10], host): 1})
        return page, _pass(share, "view", limits.SHARE_VIEW_SECONDS) if share.is_site else ""


def key_of(share: Found, secret_key: str, windows_ago: int = 0) -> str:
    """The key in the addresses of the share's files: they are fetched without cookies, so the address opens them.

    It is good until the end of the next hour, or of the next ten minutes where views are counted.
    """
    if share.is_open:
        return OPEN_KEY
    length = 3_600 if share.view_limit is None else limits.SHARE_VIEW_SECONDS
    window = clock.timestamp_ms() // (length * 1_000) - windows_ago
    said = f"share {share.id} {share.generation} {share.password_hash} {window}"
    return hmac.new(secret_key.encode(), said.encode(), hashlib.sha256).hexdigest()[:32]


def opens_files(share: Found, secret_key: str, key: str) -> bool:
    """Whether the key opens the share's files now."""
    return any(crypto.same(key_of(share, secret_key, ago), key) for ago in (0, 1))


def _pass(share: Found, kind: PassKind, seconds: int) -> str:
    secret = crypto.random_secret()
    expires_at = clock.from_now(seconds)
    SharePass.create(token_hash=crypto.digest(secret), share=share.id, kind=kind, expires_at=expires_at)
    return secret
