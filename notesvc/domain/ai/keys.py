"""Providers that users have set up, with their keys: each sealed so that it opens for its user and provider alone."""

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from notesvc import clock, crypto, database, errors, limits
from notesvc.ai import known
from notesvc.ai.endpoint import is_base_url, is_model
from notesvc.domain import audit
from notesvc.domain.caller import Caller
from notesvc.models import AiKey

_VISIBLE = re.compile(r"[\x21-\x7e]+")
_LAST = 4
# A key of which four characters are more than a part says too much of itself.
_SHOWN_FROM = 12

Fields = Mapping[str, str | None]


def of(user_id: str, provider: str) -> AiKey:
    """What the user has set up for the provider. Raises NotFound."""
    found: AiKey | None = AiKey.get_or_none((AiKey.user == user_id) & (AiKey.provider == provider))
    if found is None:
        raise errors.NotFound
    return found


def of_user(user_id: str) -> list[AiKey]:
    """All that the user has set up, what was set last first."""
    return list(AiKey.select().where(AiKey.user == user_id).order_by(AiKey.updated_at.desc(), AiKey.provider))


def secret_of(row: AiKey) -> str | None:
    """The key, None where it has none. Raises Busy where it does not open: it is another user's, or damaged, or sealed
    by another service."""
    return None if row.sealed is None else crypto.unseal(_purpose(row.user_id, str(row.provider)), str(row.sealed))


def put(caller: Caller, provider: str, fields: Fields) -> AiKey:
    """Set the provider up: `api_key, base_url, model, embeddings_url, embeddings_model`.

    What is not named is not set, but for the key: that stays as long as the address does, since it would be sent to
    another one. Raises NotFound for an unknown provider, InvalidInput.
    """
    if provider not in known.PROVIDERS:
        raise errors.NotFound
    row = {"base_url": _base_url(provider, fields.get("base_url")), **_models(fields)}
    with database.transaction(caller.user_id):
        old = AiKey.get_or_none((AiKey.user == caller.user_id) & (AiKey.provider == provider))
        row |= _key(caller, provider, fields, old if old is not None and old.base_url == row["base_url"] else None)
        # Later than all others, also within one millisecond: what was set last is what is used.
        now = max([clock.now(), *(clock.later(str(each.updated_at), 0.001) for each in of_user(caller.user_id))])
        row |= {"user": caller.user_id, "provider": provider, "updated_at": now}
        AiKey.insert({**row, "created_at": now}).on_conflict(
            conflict_target=[AiKey.user, AiKey.provider],
            preserve=[getattr(AiKey, name) for name in row if name not in ("user", "provider")],
        ).execute()
        audit.record(caller, "ai_key_set", caller.user_id, provider=provider)
        return of(caller.user_id, provider)


def remove(caller: Caller, provider: str) -> None:
    """Forget the provider and its key. Raises NotFound."""
    with database.transaction(caller.user_id):
        of(caller.user_id, provider)
        AiKey.delete().where((AiKey.user == caller.user_id) & (AiKey.provider == provider)).execute()
        audit.record(caller, "ai_key_removed", caller.user_id, provider=provider)


def is_same_server(one: str, other: str) -> bool:
    """Whether two addresses are of one server: a key that is for one may be sent to the other."""
    first, second = urlsplit(one), urlsplit(other)
    return (first.scheme, first.hostname, first.port) == (second.scheme, second.hostname, second.port)


def check_key(text: str) -> str:
    """The key without blanks around it, as pasted ones have them. Raises InvalidInput."""
    key = text.strip()
    if not _VISIBLE.fullmatch(key) or len(key) > limits.AI_KEY:
        raise errors.InvalidInput("apiKey", f"must have 1 to {limits.AI_KEY} visible ASCII characters")
    return key


def check_address(field: str, text: str) -> str:
    """The address without a final slash. Raises InvalidInput."""
    address = text.strip().rstrip("/")
    if not is_base_url(address):
        raise errors.InvalidInput(field, "must be an http or https address, without a password or a query")
    return address


def base_url_for(provider: str, given: str | None) -> str:
    """The address of a provider that has none of its own. Raises InvalidInput."""
    if given is None and provider == "ollama":
        return known.OLLAMA_URL
    if given is None:
        raise errors.InvalidInput("baseUrl", "is needed: this provider has no address of its own")
    return check_address("baseUrl", given)


def refuse_address(provider: str, given: str | None) -> None:
    """Raise InvalidInput for an address of a provider that has its own."""
    if given is not None:
        raise errors.InvalidInput("baseUrl", f"{provider} has its own address; for another one choose compatible")


def _base_url(provider: str, given: str | None) -> str | None:
    if known.PROVIDERS[provider].base_url is None:
        return base_url_for(provider, given)
    refuse_address(provider, given)
    return None


def _models(fields: Fields) -> dict[str, str | None]:
    url, model = fields.get("embeddings_url"), fields.get("embeddings_model")
    if (url is None) != (model is None):
        missing = "embeddingsUrl" if url is None else "embeddingsModel"
        raise errors.InvalidInput(missing, "is needed: address and model of embeddings go together")
    for field, name in (("model", fields.get("model")), ("embeddingsModel", model)):
        if name is not None and not is_model(name):
            raise errors.InvalidInput(field, "is no name of a model")
    return {
        "model": fields.get("model"),
        "embeddings_url": None if url is None else check_address("embeddingsUrl", url),
        "embeddings_model": model,
    }


def _key(caller: Caller, provider: str, fields: Fields, kept: AiKey | None) -> dict[str, str | None]:
    """The sealed key and its end: the new one, or the one that is kept."""
    if "api_key" not in fields and kept is not None:
        return {"sealed": kept.sealed, "last4": kept.last4}
    given = fields.get("api_key")
    if given is None:
        if known.PROVIDERS[provider].needs_key:
            raise errors.InvalidInput("apiKey", f"is needed: {provider} answers nobody without one")
        return {"sealed": None, "last4": None}
    key = check_key(given)
    sealed = crypto.seal(_purpose(caller.user_id, provider), key)
    return {"sealed": sealed, "last4": key[-_LAST:] if len(key) >= _SHOWN_FROM else None}


def _purpose(user_id: str, provider: str) -> str:
    return f"ai key of {user_id} for {provider}"
