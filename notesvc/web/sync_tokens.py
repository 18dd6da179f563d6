"""The keys of the sync interface, managed by their owner's session."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from notesvc import clock, limits, shapes
from notesvc.domain import sync_tokens
from notesvc.domain.caller import Caller
from notesvc.domain.idempotency import Key
from notesvc.models import SyncToken
from notesvc.web import forms, idempotency_keys, paging
from notesvc.web.access import SESSION
from notesvc.web.area import Answer, Area

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

    name: Annotated[
        forms.FilledName, AfterValidator(_short), Field(json_schema_extra={"maxLength": limits.TOKEN_NAME})
    ] = Field(description="What the key is called.")
    can_write: bool = Field(description="Whether it may write; else it only reads.")
    expires_at: Annotated[forms.Moment, AfterValidator(_in_future)] | None = Field(
        None, description="Until when it is good; null or absent for ever."
    )


class TokenSummary(shapes.Shape):
    """A key without its secret."""

    id: shapes.Id = Field(description="The key's id.")
    name: str = Field(description="What the key is called.")
    prefix: str = Field(description="How its secret begins.")
    scopes: list[str] = Field(description="What it may do.")
    kind: Literal["api", "device"] = Field(description="Whether a person made it, or the device flow.")
    state: Literal["active", "revoked", "expired"] = Field(description="Whether it is good.")
    created_at: shapes.Time = Field(description="When it was made.")
    expires_at: shapes.Time | None = Field(description="Until when it is good; null for ever.")
    last_used_at: shapes.Time | None = Field(description="When it was last used; null where never.")
    revoked_at: shapes.Time | None = Field(description="When it was revoked; null where it was not.")


class TokenList(shapes.Shape):
    """A page of the keys, newest first."""

    tokens: list[TokenSummary] = Field(description="The keys on this page.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


class OneToken(shapes.Shape):
    """A key."""

    token: TokenSummary = Field(description="The key.")


class TokenWithSecret(OneToken):
    """A new key with its secret, shown this once: null where a repeated Idempotency-Key answers with the first key."""

    secret: str | None = Field(
        description="The secret, shown this once; null for a repeated Idempotency-Key: it is kept nowhere."
    )


class RevokedKeys(shapes.Shape):
    """How many keys were revoked."""

    revoked: int = Field(description="How many keys were revoked.")


@area.get("", access=SESSION, query=forms.Page, answers={200: TokenList})
def tokens(caller: Caller, query: forms.Page) -> Any:
    """All keys, newest first."""
    rows, cursor = paging.page(query, "tokens", sync_tokens.tokens_of(caller), lambda token: str(token.id))
    return TokenList.of(tokens=[_summary(token) for token in rows], next_cursor=cursor)


@area.post(
    "",
    access=SESSION,
    form=NewToken,
    headers=("Idempotency-Key",),
    answers={201: TokenWithSecret, 200: TokenWithSecret},
    refusals=(403, 409),
)
def create(caller: Caller, form: NewToken) -> Any:
    """A new key; its secret is shown this once. One that may write wants a step-up."""
    key = idempotency_keys.of_address(form)
    return _made_once(caller, key, lambda: sync_tokens.create(caller, form.name, form.can_write, form.expires_at))


@area.delete("", access=SESSION, answers={200: RevokedKeys})
def revoke_all(caller: Caller) -> Any:
    """Revoke every active key at once."""
    return RevokedKeys.of(revoked=sync_tokens.revoke_all(caller))


@area.delete("/<id:token_id>", access=SESSION, answers={200: OneToken})
def revoke(caller: Caller, token_id: str) -> Any:
    """Revoke a key; revoking again changes nothing."""
    return OneToken.of(token=_summary(sync_tokens.revoke(caller, token_id)))


@area.post(
    "/<id:token_id>/rotate",
    access=SESSION,
    headers=("Idempotency-Key",),
    answers={201: TokenWithSecret, 200: TokenWithSecret},
    refusals=(403, 409),
)
def rotate(caller: Caller, token_id: str) -> Any:
    """A new key of the same name, scopes and expiry in place of this one; if it may write, after a step-up."""
    return _made_once(caller, idempotency_keys.of_address(), lambda: sync_tokens.rotate(caller, token_id))


def _made_once(caller: Caller, key: Key | None, make: Callable[[], tuple[SyncToken, str]]) -> Answer:
    """The secret is kept nowhere, so a repeat of the key cannot tell it: who has missed it rotates the new key."""

    def attempt() -> Answer:
        token, secret = make()
        return Answer(TokenWithSecret.of(token=_summary(token), secret=secret), 201)

    return idempotency_keys.once(caller, key, attempt, shown_once=("secret",))


def _summary(token: SyncToken) -> dict[str, Any]:
    return TokenSummary.of(token, scopes=token.scope_names, state=token.state_at(clock.now()))
