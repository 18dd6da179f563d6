"""Which model is asked, where and with whose key: what the user has set up, else what the administrator has."""

from dataclasses import dataclass, replace
from typing import Literal

from notesvc import errors
from notesvc.ai import known
from notesvc.ai.endpoint import Endpoint, is_model
from notesvc.ai_values import BUILT_IN, PROVIDERS
from notesvc.domain import policy
from notesvc.domain.ai import keys
from notesvc.models import AiKey

By = Literal["user", "administrator"]
NOTHING = "no language model is set up: choose a provider in the settings, under AI"


@dataclass(frozen=True, slots=True)
class ChosenModel:
    """A model, where it is asked, and who has set it up."""

    endpoint: Endpoint
    model: str
    by: By


@dataclass(frozen=True, slots=True)
class Choice:
    """The same before its key is opened; `row` is where the user's own key stands."""

    provider: str
    base_url: str
    model: str
    by: By
    row: AiKey | None = None


@dataclass(frozen=True, slots=True)
class ProviderSetup:
    """A provider as its user sees it. `base_url` is where texts go, None while no address is known; `models` are those
    that the administrator lets users choose from, none where any may be."""

    provider: str
    needs_key: bool
    has_own_address: bool
    base_url: str | None
    by: By | None = None
    has_key: bool = False
    last4: str | None = None
    model: str | None = None
    models: tuple[str, ...] = ()
    embeddings_url: str | None = None
    embeddings_model: str | None = None


def choose(user_id: str, provider: str | None = None, model: str | None = None) -> Choice:
    """The model that answers the user. Without a provider: the one that the user set last, else the administrator's.

    Raises InvalidInput that names `provider` or `model`, and says what to set up.
    """
    _refuse_unknown(provider, model)
    for row in keys.of_user(user_id):
        if row.provider == provider or (provider is None and (model or row.model)):
            return _own(row, model)
    if provider is not None and provider != policy.current().ai_provider:
        raise errors.InvalidInput("provider", f"{provider} is not set up: do so in the settings, under AI")
    return _administrators(model)


def usual(user_id: str) -> Choice | None:
    """The model that answers when nothing else is said; None while nothing is set up."""
    try:
        return choose(user_id)
    except errors.InvalidInput:
        return None


def endpoint_for(user_id: str, provider: str | None = None, model: str | None = None) -> ChosenModel:
    """The same, with the key. Raises InvalidInput, and Busy for a key that does not open."""
    found = choose(user_id, provider, model)
    key = policy.current().ai_key if found.row is None else keys.secret_of(found.row)
    return ChosenModel(_endpoint(found.provider, found.base_url, key), found.model, found.by)


def endpoint_with_key(provider: str | None, api_key: str | None) -> Endpoint:
    """A built-in provider at its own address, with a key that comes with the request and is kept nowhere.

    Raises InvalidInput.
    """
    if provider not in BUILT_IN:
        raise errors.InvalidInput("provider", f"must be one of {', '.join(BUILT_IN)} for a key of your own")
    if api_key is None:
        raise errors.InvalidInput("apiKey", "is needed without a session")
    return _endpoint(provider, address_of(provider) or "", keys.check_key(api_key))


def anonymous(provider: str | None, api_key: str | None) -> Endpoint:
    """The same, for somebody without a session.

    Raises NotAuthenticated where the administrator wants everybody to sign in, InvalidInput.
    """
    if not policy.current().ai_anonymous:
        raise errors.NotAuthenticated("Sign in first.")
    return endpoint_with_key(provider, api_key)


def embeddings_for(user_id: str) -> ChosenModel | None:
    """Where the user's texts become vectors, None where no address is set. The provider's key goes along to its own
    server alone."""
    for row in keys.of_user(user_id):
        if row.embeddings_url is not None:
            url = str(row.embeddings_url)
            key = keys.secret_of(row) if keys.is_same_server(url, _address(row)) else None
            return ChosenModel(_endpoint("compatible", url, key), str(row.embeddings_model), "user")
    return None


def endpoint_to_test(user_id: str, provider: str, api_key: str | None, base_url: str | None) -> Endpoint:
    """Where to ask for models before anything is stored. A stored key goes along where it would be sent anyway, and to
    no other address. Raises InvalidInput."""
    _refuse_unknown(provider, None)
    stored = next((row for row in keys.of_user(user_id) if row.provider == provider), None)
    own_address = address_of(provider)
    if own_address is not None:
        keys.refuse_address(provider, base_url)
    if api_key is None and base_url is None and stored is None and provider == policy.current().ai_provider:
        return endpoint_for(user_id, provider).endpoint
    if base_url is None and stored is not None:
        address = _address(stored)
    else:
        address = own_address or keys.base_url_for(provider, base_url)
    if api_key is not None:
        return _endpoint(provider, address, keys.check_key(api_key))
    key = keys.secret_of(stored) if stored is not None and _address(stored) == address else None
    if key is None and known.PROVIDERS[provider].needs_key:
        raise errors.InvalidInput("apiKey", f"is needed: {provider} answers nobody without one")
    return _endpoint(provider, address, key)


def of_user(user_id: str) -> list[ProviderSetup]:
    """Every provider, with what the user or else the administrator has set up."""
    own = {str(row.provider): row for row in keys.of_user(user_id)}
    return [of_row(own[name]) if name in own else _of_administrator(name) for name in PROVIDERS]


def of_row(row: AiKey) -> ProviderSetup:
    """A provider that its user has set up."""
    return replace(
        _bare(str(row.provider)),
        by="user",
        base_url=_address(row),
        has_key=row.sealed is not None,
        last4=row.last4,
        model=row.model,
        embeddings_url=row.embeddings_url,
        embeddings_model=row.embeddings_model,
    )


def address_of(provider: str) -> str | None:
    """The address of a provider that has one of its own, or that the administrator gave it; None for the others."""
    return policy.current().ai_addresses.get(provider) or known.PROVIDERS[provider].base_url


def _own(row: AiKey, model: str | None) -> Choice:
    name = model or row.model
    if name is None:
        raise errors.InvalidInput("model", f"choose a model of {row.provider} in the settings, under AI")
    return Choice(str(row.provider), _address(row), str(name), "user", row)


def _administrators(model: str | None) -> Choice:
    settings = policy.current()
    if settings.ai_provider is None:
        raise errors.InvalidInput("provider", NOTHING)
    if model is not None and model not in settings.ai_model:
        allowed = ", ".join(settings.ai_model)
        raise errors.InvalidInput("model", f"must be one that the administrator chose: {allowed}")
    return Choice(settings.ai_provider, _administrators_address(), model or settings.ai_model[0], "administrator")


def _administrators_address() -> str:
    settings = policy.current()
    assert settings.ai_provider is not None
    return settings.ai_base_url or address_of(settings.ai_provider) or known.OLLAMA_URL


def _of_administrator(name: str) -> ProviderSetup:
    """A provider that its user has not set up."""
    models = policy.current().ai_model
    if name != policy.current().ai_provider:
        return _bare(name)
    return replace(_bare(name), by="administrator", base_url=_administrators_address(), model=models[0], models=models)


def _bare(name: str) -> ProviderSetup:
    """A provider that nobody has set up."""
    provider = known.PROVIDERS[name]
    return ProviderSetup(name, provider.needs_key, provider.base_url is not None, address_of(name))


def _address(row: AiKey) -> str:
    return str(row.base_url or address_of(str(row.provider)))


def _endpoint(provider: str, base_url: str, key: str | None) -> Endpoint:
    return Endpoint(provider, base_url, key, policy.current().ai_networks)


def _refuse_unknown(provider: str | None, model: str | None) -> None:
    if provider is not None and provider not in PROVIDERS:
        raise errors.InvalidInput("provider", f"must be one of {', '.join(PROVIDERS)}")
    if model is not None and not is_model(model):
        raise errors.InvalidInput("model", "is no name of a model")
