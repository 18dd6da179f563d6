"""Providers of language models: what is set up, keys, and whether a provider answers."""

import asyncio
from typing import Any, Literal

from pydantic import Field

from notesvc import limits, shapes
from notesvc.ai import causes, client
from notesvc.domain import policy
from notesvc.domain.ai import keys, setup
from notesvc.domain.caller import Caller
from notesvc.web import forms, rates
from notesvc.web.access import SESSION, STEPPED_UP
from notesvc.web.area import Area

area = Area("ai_settings", "/api/ai")

Provider = Literal["openai", "anthropic", "google", "ollama", "compatible"]
By = Literal["user", "administrator"]


class KeyFields(forms.Form):
    """PUT keys/{provider}: all that is to be set; what is left out is not set, but for the key."""

    api_key: str | None = Field(
        None,
        description="The key. Left out, the stored one stays as long as `baseUrl` does; null takes it away.",
    )
    base_url: str | None = Field(
        None, description="The address, for `ollama` and `compatible`; the others have their own."
    )
    model: str | None = Field(None, description="The model that answers when none is named.")
    embeddings_url: str | None = Field(
        None, description="An OpenAI-compatible address that makes vectors of notes, to find them by their meaning."
    )
    embeddings_model: str | None = Field(None, description="The model there.")


class ProviderTest(forms.Form):
    """POST providers/test."""

    provider: Provider = Field(description="The provider.")
    api_key: str | None = Field(None, description="The key; left out, the stored one, for its own address alone.")
    base_url: str | None = Field(None, description="The address, for `ollama` and `compatible`.")


class ProviderShape(shapes.Shape):
    """A provider, as it is set up by its user or else by the administrator."""

    provider: Provider = Field(description="The provider.")
    needs_key: bool = Field(description="Whether it answers nobody without a key.")
    has_own_address: bool = Field(description="Whether its address is fixed; else one is set.")
    base_url: str | None = Field(description="Where texts are sent; null while no address is known.")
    by: By | None = Field(description="Who has set it up; null where nobody has.")
    has_key: bool = Field(description="Whether the user has stored a key.")
    last4: str | None = Field(description="The last four characters of that key; null where none, or it is short.")
    model: str | None = Field(description="The model that answers when none is named; null where none is set.")
    models: list[str] = Field(description="The models that the administrator allows; empty: any.")
    embeddings_url: str | None = Field(description="Where vectors of notes are made; null for nowhere.")
    embeddings_model: str | None = Field(description="The model there.")


class ModelChoice(shapes.Shape):
    """A model, and where texts go that it answers."""

    provider: Provider = Field(description="The provider.")
    base_url: str = Field(description="Where texts are sent.")
    model: str = Field(description="The model.")
    by: By = Field(description="Who has set it up.")


class ProviderList(shapes.Shape):
    """All providers, and which model answers when nothing else is said."""

    providers: list[ProviderShape] = Field(description="All providers that there are.")
    chosen: ModelChoice | None = Field(description="The model that answers; null while nothing is set up.")


class ModelShape(shapes.Shape):
    """A model of a provider."""

    id: str = Field(description="Its name.")
    context: int | None = Field(description="How many tokens it reads; null where the provider does not say.")


class ProviderTestResult(shapes.Shape):
    """Whether the provider answers, with its models, or why not."""

    ok: bool = Field(description="Whether it answers.")
    models: list[ModelShape] = Field(description="Its models.")
    cause: str | None = Field(
        description="Why it does not answer.", json_schema_extra={"enum": [*causes.DETAILS, None]}
    )
    detail: str | None = Field(description="The same in a sentence.")


class LocalServer(shapes.Shape):
    """A server of models on the machine of the service."""

    provider: Provider = Field(description="Which provider to set up for it.")
    base_url: str = Field(description="Its address.")
    models: list[ModelShape] = Field(description="Its models.")


class LocalServerList(shapes.Shape):
    """The servers of models that were found."""

    servers: list[LocalServer] = Field(description="The servers, in networks that the administrator allows.")


@area.get("/providers", access=SESSION, answers={200: ProviderList})
def list_providers(caller: Caller) -> Any:
    """Which providers are set up, by whom, and which model answers."""
    return ProviderList.of(providers=setup.of_user(caller.user_id), chosen=setup.usual(caller.user_id))


@area.post("/providers/test", access=SESSION, form=ProviderTest, answers={200: ProviderTestResult})
def test_provider(caller: Caller, form: ProviderTest) -> Any:
    """Ask a provider for its models: costs nothing, and tells whether the key is good."""
    rates.count(limits.AI_TESTS_PER_USER, "ai_test", caller.user_id)
    endpoint = setup.endpoint_to_test(caller.user_id, form.provider, form.api_key, form.base_url)
    try:
        models = asyncio.run(client.models(endpoint))
    except causes.ProviderError as error:
        return ProviderTestResult.of(ok=False, models=[], cause=error.cause, detail=error.detail)
    return ProviderTestResult.of(ok=True, models=models, cause=None, detail=None)


@area.post("/providers/find", access=SESSION, answers={200: LocalServerList})
def find_servers(caller: Caller) -> Any:
    """Look for servers of models on the machine of the service, where the administrator allows that."""
    rates.count(limits.AI_TESTS_PER_USER, "ai_test", caller.user_id)
    return LocalServerList.of(servers=asyncio.run(client.find_local(policy.current().ai_networks)))


@area.get("/keys/<provider>", access=SESSION, answers={200: ProviderShape})
def read_key(caller: Caller, provider: str) -> Any:
    """What the caller has set up for a provider; never the key itself."""
    return ProviderShape.of(setup.of_row(keys.of(caller.user_id, provider)))


@area.put("/keys/<provider>", access=STEPPED_UP, form=KeyFields, answers={200: ProviderShape})
def put_key(caller: Caller, provider: str, form: KeyFields) -> Any:
    """Set a provider up."""
    return ProviderShape.of(setup.of_row(keys.put(caller, provider, form.given())))


@area.delete("/keys/<provider>", access=SESSION, answers={204: None})
def remove_key(caller: Caller, provider: str) -> Any:
    """Forget a provider and its key."""
    keys.remove(caller, provider)
