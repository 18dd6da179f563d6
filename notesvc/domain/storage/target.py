"""A place that a user names: what it needs to be one, and whether two are the same."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from notesvc import errors, limits
from notesvc.ai.endpoint import is_base_url

KINDS = {"attachments": ("local", "s3", "webdav"), "mirror": ("none", "folder", "s3", "webdav")}
NOTHING = {"attachments": "local", "mirror": "none"}
"""What a part is where its user has set up nothing."""

_TAKES = {
    "s3": ("address", "bucket", "region", "prefix", "user", "secret"),
    "webdav": ("address", "user", "secret"),
}
_NEEDS = {"s3": ("address", "bucket", "user", "secret"), "webdav": ("address",)}
_ALL = _TAKES["s3"]
_BUCKET = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{1,254}")
_REGION = re.compile(r"[A-Za-z0-9-]{1,60}")
_USUAL_REGION = "us-east-1"

Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Target:
    """A place, and what opens it. `address` is without a final slash, `prefix` without any at its ends."""

    part: str
    backend: str
    mode: str | None = None
    address: str | None = None
    bucket: str | None = None
    region: str | None = None
    prefix: str | None = None
    user: str | None = None
    secret: str | None = field(default=None, repr=False)

    @property
    def is_elsewhere(self) -> bool:
        """Whether there is anything to be opened."""
        return self.backend not in NOTHING.values()

    @property
    def where(self) -> tuple[str | None, ...]:
        """What makes it another place: whoever opens it there, and from which region, does not."""
        return (self.backend, self.address, self.bucket, self.prefix)


def check(fields: Fields, *, secret_is_known: bool = False) -> Target:
    """The place that a form names: `part, backend, mode, address, bucket, region, prefix, user, secret`.

    Raises InvalidInput that names the field.
    """
    part, backend = str(fields["part"]), str(fields["backend"])
    if backend not in KINDS[part]:
        raise errors.InvalidInput("backend", f"must be one of {', '.join(KINDS[part])} for {part}")
    given = {name: fields[name] for name in _ALL if fields.get(name) not in (None, "")}
    for name in given:
        if name not in _TAKES.get(backend, ()):
            raise errors.InvalidInput(name, f"is not for {backend}")
    for name in _NEEDS.get(backend, ()):
        if name not in given and not (name == "secret" and secret_is_known):
            raise errors.InvalidInput(name, f"is needed for {backend}")
    return Target(
        part,
        backend,
        _mode(part, backend, fields.get("mode")),
        **{name: _CHECKS[name](str(value)) for name, value in given.items()},
        **({"region": _USUAL_REGION} if backend == "s3" and "region" not in given else {}),
    )


def overlap(one: Target, other: Target) -> bool:
    """Whether one place lies within the other: what each of them sweeps would be the other's."""
    if one.backend != other.backend or not one.is_elsewhere or one.bucket != other.bucket:
        return False
    if one.backend == "folder":
        return False
    first, second = (f"{each.address}/{each.prefix or ''}".rstrip("/") + "/" for each in (one, other))
    return first.startswith(second) or second.startswith(first)


def _mode(part: str, backend: str, given: str | None) -> str | None:
    if part == "attachments" or backend == "none":
        if given is not None:
            raise errors.InvalidInput("mode", "is for mirrors alone")
        return None
    return given or "two_way"


def _address(text: str) -> str:
    address = text.strip().rstrip("/")
    if not is_base_url(address):
        raise errors.InvalidInput("address", "must be an http or https address, without a password or a query")
    return address


def _bucket(text: str) -> str:
    if not _BUCKET.fullmatch(text) or ".." in text:
        raise errors.InvalidInput("bucket", "is no name of a bucket")
    return text


def _region(text: str) -> str:
    if not _REGION.fullmatch(text):
        raise errors.InvalidInput("region", "is no name of a region, such as us-east-1")
    return text


def _prefix(text: str) -> str | None:
    prefix = unicodedata.normalize("NFC", text).strip("/")
    parts = prefix.split("/") if prefix else []
    is_path = all(part not in ("", ".", "..") and part == part.strip() for part in parts)
    if not is_path or not prefix.isprintable() or "\\" in prefix or len(prefix) > limits.STORAGE_PREFIX:
        raise errors.InvalidInput("prefix", f"must be a folder, of at most {limits.STORAGE_PREFIX} characters")
    return prefix or None


def _user(text: str) -> str:
    return _credential("user", text)


def _secret(text: str) -> str:
    return _credential("secret", text)


def _credential(name: str, text: str) -> str:
    if not text.isprintable() or len(text) > limits.STORAGE_SECRET:
        raise errors.InvalidInput(name, f"must have at most {limits.STORAGE_SECRET} characters that can be seen")
    return text


_CHECKS = {
    "address": _address,
    "bucket": _bucket,
    "region": _region,
    "prefix": _prefix,
    "user": _user,
    "secret": _secret,
}
