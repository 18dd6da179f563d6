"""Places for backups as people write them: a folder, `s3://bucket/folder`, `webdav(s)://host/folder`."""

from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

from notesvc.backends.backend import Backend
from notesvc.backends.table import Where
from notesvc.backends.table import open_backend as open_kind
from notesvc.config import Settings
from notesvc.errors import SettingError

# Whoever runs the service says where its backups go: on their own network, too.
_ANYWHERE = (ip_network("0.0.0.0/0"), ip_network("::/0"))
_AMAZON = "https://s3.{region}.amazonaws.com"
_SCHEMES = {"webdav": "http", "webdavs": "https"}


def open_backend(settings: Settings, target: str) -> Backend:
    """A client of the target; nothing is asked yet. Raises SettingError for what is none."""
    if "://" not in target:
        return _folder(Path(target).expanduser().absolute())
    parts = urlsplit(target)
    if parts.username or parts.password or parts.query or parts.fragment:
        raise SettingError("the place of the backups is an address alone: NOTESVC_BACKUP_USER and _SECRET open it")
    if parts.scheme not in ("s3", *_SCHEMES) or not parts.netloc:
        raise SettingError(f"{target} is no place for backups: a folder, s3://bucket/folder, webdav(s)://host/folder")
    if not settings.backup_user or not settings.backup_secret:
        raise SettingError(f"{target} wants NOTESVC_BACKUP_USER and NOTESVC_BACKUP_SECRET")
    login = Where(user=settings.backup_user, secret=settings.backup_secret, region=settings.backup_region)
    if parts.scheme in _SCHEMES:
        address = f"{_SCHEMES[parts.scheme]}://{parts.netloc}{parts.path}"
        return open_kind("webdav", replace(login, address=address), _ANYWHERE)
    address = settings.backup_endpoint or _AMAZON.format(region=settings.backup_region)
    where = replace(login, address=address, bucket=parts.netloc, prefix=parts.path)
    return open_kind("s3", where, _ANYWHERE)


def _folder(folder: Path) -> Backend:
    if not folder.is_dir():
        raise SettingError(f"there is no folder {folder}: make it, or see that its disk is there")
    return open_kind("folder", Where(root=folder))
