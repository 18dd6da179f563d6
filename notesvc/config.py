"""Settings: from the environment, else from `notesvc.toml` in the instance folder, else the default."""

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from notesvc import ai_values, backup_values, limits, secret_file, setting_names, storage_values
from notesvc.errors import SettingError
from notesvc.setting_values import LOOPBACK, Values

REGISTRATION_MODES = ("open", "invite", "closed")
_CHANGEABLE_LIMITS = frozenset(name for name in vars(limits) if name.startswith("MAX_"))


@dataclass(frozen=True)
class Settings:
    """What the operator chose. Field names are the setting's name without `NOTESVC_`, in lower case."""

    instance: Path
    host: str
    port: int
    base_url: str
    share_url: str | None
    collab_port: int
    collab_url: str
    database_url: str
    redis_url: str | None
    secret_key: str = field(repr=False)
    registration: str | None
    trusted_origins: tuple[str, ...]
    trusted_proxies: int
    workers: int
    threads: int
    allow_old_sqlite: bool
    smtp_url: str | None = field(repr=False)
    mail_from: str
    google_client_id: str | None
    google_client_secret: str | None = field(repr=False)
    github_client_id: str | None
    github_client_secret: str | None = field(repr=False)
    github_url: str
    oidc_issuer: str | None
    oidc_client_id: str | None
    oidc_client_secret: str | None = field(repr=False)
    oidc_name: str
    password_sign_in: bool
    storage_networks: tuple[IPv4Network | IPv6Network, ...]
    mirror_root: Path | None
    ai_networks: tuple[IPv4Network | IPv6Network, ...]
    ai_provider: str | None
    ai_key: str | None = field(repr=False)
    ai_base_url: str | None
    ai_model: tuple[str, ...]
    ai_addresses: Mapping[str, str] = field(hash=False)
    ai_daily_tokens: int
    ai_monthly_tokens: int
    ai_prices: Mapping[str, tuple[float, float]] = field(hash=False)
    ai_anonymous: bool
    backup_to: str | None
    backup_endpoint: str | None
    backup_region: str
    backup_user: str | None
    backup_secret: str | None = field(repr=False)
    backup_passphrase: str | None = field(repr=False)
    backup_passphrase_file: str | None
    backup_hour: int
    backup_keep: tuple[int, int, int]

    @property
    def is_sqlite(self) -> bool:
        return self.database_url.startswith("sqlite:")

    @property
    def database_path(self) -> Path:
        """The SQLite file; meaningful only when `is_sqlite`."""
        return Path(self.database_url.removeprefix("sqlite:///"))

    @property
    def rooms_path(self) -> Path:
        """The SQLite file of the rooms; meaningful only when `is_sqlite`."""
        return self.database_path.with_name(self.database_path.name + "-rooms")

    @property
    def collab_urls(self) -> tuple[str, ...]:
        """The addresses of all workers that have rooms."""
        return tuple(self.collab_url.split())

    @property
    def share_address(self) -> str:
        """What the addresses of public links begin with."""
        return self.share_url or self.base_url

    @property
    def secure(self) -> bool:
        """Whether people reach the service over https."""
        return self.base_url.startswith("https:")

    @property
    def listens_beyond_loopback(self) -> bool:
        return self.host not in LOOPBACK

    @property
    def attachments(self) -> Path:
        return self.instance / "attachments"

    @property
    def backups(self) -> Path:
        return self.instance / "backups"

    @property
    def mails(self) -> Path:
        """Where mails are kept when no server sends them."""
        return self.instance / "mails"

    @property
    def imports(self) -> Path:
        return self.instance / "imports"


def load(environment: Mapping[str, str] | None = None, *, makes: bool = True) -> Settings:
    """Read all settings and apply the limits; `makes` a folder and key that are missing. Raises SettingError."""
    environment = os.environ if environment is None else environment
    instance = Path(environment.get("NOTESVC_INSTANCE") or "instance").expanduser().resolve()
    _apply_limits(values := Values(environment, _file(instance / "notesvc.toml")))
    host, port = values.text("HOST", "127.0.0.1"), values.port("PORT", 8000)
    collab_port = values.port("COLLAB_PORT", port + 1 if port else 0)
    base_url = values.url("BASE_URL", address_of(host, port))
    return Settings(
        instance=instance,
        host=host,
        port=port,
        base_url=base_url,
        share_url=values.other_host("SHARE_URL", base_url),
        collab_port=collab_port,
        collab_url=values.sockets("COLLAB_URL", _collab_address(base_url, collab_port)),
        database_url=_database_url(values, instance),
        redis_url=values.optional("REDIS_URL"),
        secret_key=_secret_key(values, instance, makes),
        registration=values.choice("REGISTRATION", REGISTRATION_MODES),
        trusted_origins=_origins(values.text("TRUSTED_ORIGINS", "")),
        trusted_proxies=values.integer("TRUSTED_PROXIES", 0, 0, 10),
        workers=values.integer("WORKERS", 2, 1, 64),
        threads=values.integer("THREADS", 64, 2, 4096),
        allow_old_sqlite=values.flag("ALLOW_OLD_SQLITE"),
        smtp_url=values.mail_server("SMTP_URL"),
        mail_from=values.address("MAIL_FROM", f"notesvc@{urlsplit(base_url).hostname}"),
        google_client_id=values.optional("GOOGLE_CLIENT_ID"),
        google_client_secret=values.with_its("GOOGLE_CLIENT_SECRET", "GOOGLE_CLIENT_ID"),
        github_client_id=values.optional("GITHUB_CLIENT_ID"),
        github_client_secret=values.with_its("GITHUB_CLIENT_SECRET", "GITHUB_CLIENT_ID"),
        github_url=values.provider("GITHUB_URL", "https://github.com") or "",
        oidc_issuer=values.provider("OIDC_ISSUER"),
        oidc_client_id=values.with_its("OIDC_CLIENT_ID", "OIDC_ISSUER"),
        oidc_client_secret=values.with_its("OIDC_CLIENT_SECRET", "OIDC_CLIENT_ID"),
        oidc_name=values.text("OIDC_NAME", "Single sign-on"),
        password_sign_in=values.flag("PASSWORD_SIGN_IN", "yes"),
        **(storage_values.read(values) | backup_values.read(values)),
        **ai_values.read(values),
    )


def _file(path: Path) -> Mapping[str, Any]:
    if not path.exists():
        return {}
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingError(f"{path.name} cannot be read: {error}") from error
    # In the environment it may be somebody else's: platforms set NOTESVC_PORT_8000_TCP for a service of that name.
    found = {name.removeprefix("NOTESVC_").upper(): value for name, value in given.items()}
    known = {each.name.upper() for each in fields(Settings)}
    if unknown := [name for name in sorted(found.keys() - known) if not name.startswith("MAX_")]:
        hint = setting_names.hint(unknown[0], known - {"INSTANCE"}, str.lower)
        raise SettingError(f"{path.name}: {unknown[0].lower()} is no setting of this service{hint}")
    return found


def _apply_limits(values: Values) -> None:
    chosen = {name: values.integer(name, 0, 1, 2**40) for name in values.names() if name.startswith("MAX_")}
    if unknown := sorted(chosen.keys() - _CHANGEABLE_LIMITS):
        hint = setting_names.hint(unknown[0], _CHANGEABLE_LIMITS, "NOTESVC_{}".format)
        raise SettingError(f"NOTESVC_{unknown[0]} is no limit of this service{hint}")
    for name, value in chosen.items():
        setattr(limits, name, value)


def address_of(host: str, port: int) -> str:
    """The address of a service that listens there, without TLS."""
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


def _collab_address(base_url: str, collab_port: int) -> str:
    parts = urlsplit(base_url)
    scheme = "wss" if parts.scheme == "https" else "ws"
    host = parts.hostname or "127.0.0.1"
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{collab_port}"


def _database_url(values: Values, instance: Path) -> str:
    url = values.text("DATABASE_URL", f"sqlite:///{instance / 'notesvc.sqlite'}")
    if url.startswith("sqlite:///") and len(url) > len("sqlite:///"):
        return f"sqlite:///{Path(url.removeprefix('sqlite:///')).expanduser().resolve()}"
    if url.startswith(("postgresql://", "postgres://")):
        return url
    raise SettingError("NOTESVC_DATABASE_URL must begin with sqlite:/// or postgresql://")


def _secret_key(values: Values, instance: Path, makes: bool) -> str:
    secret_file.prepare(instance, makes)
    key = values.optional("SECRET_KEY")
    if key is None:
        return secret_file.current(instance / "secret_key", _database_url(values, instance))
    if len(key.encode()) < limits.SECRET_KEY_SHORTEST:
        raise SettingError(
            f"NOTESVC_SECRET_KEY is too short: it needs at least {limits.SECRET_KEY_SHORTEST} characters"
        )
    return key


def _origins(text: str) -> tuple[str, ...]:
    origins = tuple(origin.rstrip("/") for origin in re.split(r"[\s,]+", text) if origin)
    for origin in origins:
        if not re.fullmatch(r"[a-z][a-z0-9+.-]*://[^/?#\s]*", origin, re.IGNORECASE):
            raise SettingError(f"NOTESVC_TRUSTED_ORIGINS holds {origin!r}, which is no origin")
    return origins
