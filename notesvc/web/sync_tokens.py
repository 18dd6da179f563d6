"""The keys of the sync interface, managed by their owner's session."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from notesvc import clock, limits
from notesvc.domain import sync_tokens
from notesvc.domain.caller import Caller
from notesvc.models import SyncToken
from notesvc.web import forms, shapes
from notesvc.web.access import SESSION
from notesvc.web.area import Area

area = Area("sync_tokens", "/api/sync/tokens")


def _short(name: str) -> str:
    if len(name) > limits.TOKEN_NAME:
        raise ValueError(f"must be at most {limits.TOKEN_NAME} characters")
    return name


def _in_future(moment: str) -> str:
    if moment <= clock.now():
        raise ValueError("must be in the future")
    return moment


class NewToken(forms.Form):
    """POST tokens."""

    name: Annotated[forms.FilledName, AfterValidator(_short), Field(json_schema_extra={"maxLength": limits.TOKEN_NAME})]
    can_write: bool
    expires_at: Annotated[forms.Moment, AfterValidator(_in_future)] | None = None


class TokenSummary(shapes.Shape):
    """A key without its secret."""

    id: str
    name: str
    prefix: str
    scopes: list[str]
    kind: Literal["api", "device"]
    state: Literal["active", "revoked", "expired"]
    created_at: str
    expires_at: str | None
    last_used_at: str | None
    revoked_at: str | None


class TokenList(shapes.Shape):
    """All keys, newest first."""

    tokens: list[TokenSummary]


class OneToken(shapes.Shape):
    """A key."""

    token: TokenSummary


class TokenWithSecret(OneToken):
    """A new key with its secret, shown this once."""

    secret: str


class Revoked(shapes.Shape):
    """How many keys were revoked."""

    revoked: int


@area.get("", access=SESSION, answers={200: TokenList})
def tokens(caller: Caller) -> Any:
    """All keys, newest first."""
    return {"tokens": [summary(token) for token in sync_tokens.tokens_of(caller)]}


@area.post("", access=SESSION, form=NewToken, answers={201: TokenWithSecret}, refusals=(409,))
def create(caller: Caller, form: NewToken) -> Any:
    """A new key; its secret is shown this once."""
    token, secret = sync_tokens.create(caller, form.name, form.can_write, form.expires_at)
    return {"token": summary(token), "secret": secret}


@area.delete("", access=SESSION, answers={200: Revoked})
def revoke_all(caller: Caller) -> Any:
    """Revoke every active key at once."""
    return {"revoked": sync_tokens.revoke_all(caller)}


@area.delete("/<id:token_id>", access=SESSION, answers={200: OneToken})
def revoke(caller: Caller, token_id: str) -> Any:
    """Revoke a key; revoking again changes nothing."""
    return {"token": summary(sync_tokens.revoke(caller, token_id))}


@area.post("/<id:token_id>/rotate", access=SESSION, answers={201: TokenWithSecret}, refusals=(409,))
def rotate(caller: Caller, token_id: str) -> Any:
    """A new key of the same name, scopes and expiry in place of this one."""
    token, secret = sync_tokens.rotate(caller, token_id)
    return {"token": summary(token), "secret": secret}


def summary(token: SyncToken) -> dict[str, Any]:
    """TokenSummary."""
    return {
        "id": token.id,
        "name": token.name,
        "prefix": token.prefix,
        "scopes": token.scope_names,
        "kind": token.kind,
        "state": token.state_at(clock.now()),
        "createdAt": token.created_at,
        "expiresAt": token.expires_at,
        "lastUsedAt": token.last_used_at,
        "revokedAt": token.revoked_at,
    }
