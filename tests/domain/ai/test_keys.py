"""Keys are sealed for their user and provider, go to their own address alone, and say four characters of themselves."""

import base64
from dataclasses import replace

import pytest

from notesvc import crypto, database, errors
from notesvc.config import Settings
from notesvc.domain import policy
from notesvc.domain.accounts import deletion, users
from notesvc.domain.ai import calls, keys, prompts, setup
from notesvc.domain.caller import Caller
from notesvc.models import AiCall, AiKey, AiPrompt, User

KEY = "sk-canary-1234567890abcd"
OTHER = "sk-other-1234567890wxyz"


def stored() -> bytes:
    return repr(database.execute("SELECT * FROM ai_keys").fetchall()).encode()


def test_a_key_comes_back_to_who_calls_the_model_and_is_stored_sealed(caller: Caller) -> None:
    row = keys.put(caller, "openai", {"api_key": f" {KEY}\n", "model": "small"})
    assert keys.secret_of(row) == KEY
    assert row.last4 == "abcd"
    assert KEY.encode() not in stored()
    assert base64.urlsafe_b64encode(KEY.encode())[:-4] not in stored()
    assert KEY not in repr(setup.endpoint_for(caller.user_id))


def test_no_key_opens_for_another_user_or_provider(caller: Caller, stranger: Caller) -> None:
    for user, key in ((caller, KEY), (stranger, OTHER)):
        for provider in ("openai", "anthropic"):
            keys.put(user, provider, {"api_key": key, "model": "small"})
    mine = keys.of(caller.user_id, "openai")
    for sealed in (keys.of(stranger.user_id, "openai").sealed, keys.of(caller.user_id, "anthropic").sealed):
        AiKey.update(sealed=sealed).where((AiKey.user == caller.user_id) & (AiKey.provider == "openai")).execute()
        with pytest.raises(errors.Busy):
            setup.endpoint_for(caller.user_id, "openai")
    AiKey.update(sealed=mine.sealed).where((AiKey.user == caller.user_id) & (AiKey.provider == "openai")).execute()
    assert setup.endpoint_for(caller.user_id, "openai").endpoint.api_key == KEY


@pytest.mark.parametrize("sealed", ["", "x", "§", "AAAA", "A" * 80])
def test_what_is_damaged_does_not_open(caller: Caller, sealed: str) -> None:
    keys.put(caller, "openai", {"api_key": KEY, "model": "small"})
    AiKey.update(sealed=sealed).execute()
    with pytest.raises(errors.Busy):
        setup.endpoint_for(caller.user_id)


def test_another_secret_key_of_the_service_opens_nothing(workspace: Settings, caller: Caller) -> None:
    keys.put(caller, "openai", {"api_key": KEY, "model": "small"})
    crypto.open_seal("another key of at least 32 characters")
    with pytest.raises(errors.Busy):
        setup.endpoint_for(caller.user_id)
    # What is set up can still be seen, and a new key be set.
    assert setup.choose(caller.user_id).model == "small"
    keys.put(caller, "openai", {"api_key": OTHER, "model": "small"})
    assert setup.endpoint_for(caller.user_id).endpoint.api_key == OTHER


def test_a_key_stays_while_the_address_does_and_is_never_sent_to_another(caller: Caller) -> None:
    first, second = "https://one.example.org/v1", "https://two.example.org/v1"
    keys.put(caller, "compatible", {"api_key": KEY, "base_url": f"{first}/", "model": "m"})
    keys.put(caller, "compatible", {"base_url": first, "model": "n"})
    assert setup.endpoint_for(caller.user_id).endpoint.api_key == KEY
    assert setup.endpoint_to_test(caller.user_id, "compatible", None, first).api_key == KEY
    assert setup.endpoint_to_test(caller.user_id, "compatible", None, None).base_url == first
    assert setup.endpoint_to_test(caller.user_id, "compatible", None, second).api_key is None
    keys.put(caller, "compatible", {"base_url": second, "model": "n"})
    chosen = setup.endpoint_for(caller.user_id)
    assert (chosen.endpoint.base_url, chosen.endpoint.api_key, chosen.model) == (second, None, "n")
    assert keys.of(caller.user_id, "compatible").last4 is None


def test_a_key_goes_with_embeddings_to_its_own_server_alone(caller: Caller) -> None:
    own = {"base_url": "https://one.example.org/v1", "embeddings_model": "e", "model": "m", "api_key": KEY}
    for url, key in (
        ("https://one.example.org/other/v1", KEY),
        ("https://one.example.org:8443/v1", None),
        ("http://one.example.org/v1", None),
        ("https://evil.example.org/v1", None),
    ):
        keys.put(caller, "compatible", {**own, "embeddings_url": url})
        found = setup.embeddings_for(caller.user_id)
        assert found is not None
        assert (found.endpoint.base_url, found.endpoint.api_key, found.model) == (url, key, "e")


def test_a_short_key_shows_nothing_of_itself(caller: Caller) -> None:
    assert keys.put(caller, "ollama", {"api_key": "12345678901"}).last4 is None


@pytest.mark.parametrize(
    ("provider", "fields", "named"),
    [
        ("openai", {}, "apiKey"),
        ("openai", {"api_key": "two words"}, "apiKey"),
        ("openai", {"api_key": "line\r\nX-Header: 1"}, "apiKey"),
        ("openai", {"api_key": "clé"}, "apiKey"),
        ("openai", {"api_key": "x" * 501}, "apiKey"),
        ("openai", {"api_key": KEY, "base_url": "https://evil.example.org"}, "baseUrl"),
        ("openai", {"api_key": KEY, "model": "x\n"}, "model"),
        ("compatible", {}, "baseUrl"),
        ("compatible", {"base_url": "file:///etc/passwd"}, "baseUrl"),
        ("compatible", {"base_url": "https://user:word@x.org"}, "baseUrl"),
        ("compatible", {"base_url": "https://x.org/?a=b"}, "baseUrl"),
        ("compatible", {"base_url": "https://"}, "baseUrl"),
        ("ollama", {"embeddings_url": "http://localhost:1"}, "embeddingsModel"),
        ("ollama", {"embeddings_model": "e"}, "embeddingsUrl"),
        ("ollama", {"embeddings_url": "x", "embeddings_model": "e"}, "embeddingsUrl"),
    ],
)
def test_what_cannot_be_is_refused_by_its_name_and_changes_nothing(
    caller: Caller, provider: str, fields: dict[str, str | None], named: str
) -> None:
    with pytest.raises(errors.InvalidInput) as refusal:
        keys.put(caller, provider, fields)
    assert refusal.value.errors[0]["field"] == named
    assert AiKey.select().count() == 0


def test_an_unknown_provider_and_one_that_is_not_set_are_not_there(caller: Caller, stranger: Caller) -> None:
    keys.put(caller, "openai", {"api_key": KEY})
    for act in (
        lambda: keys.put(caller, "other", {"api_key": KEY}),
        lambda: keys.of(stranger.user_id, "openai"),
        lambda: keys.remove(stranger, "openai"),
        lambda: keys.remove(caller, "google"),
    ):
        with pytest.raises(errors.NotFound):
            act()
    keys.remove(caller, "openai")
    assert AiKey.select().count() == 0


def test_with_the_account_all_rows_go(workspace: Settings, caller: Caller, stranger: Caller) -> None:
    for user in (caller, stranger):
        keys.put(user, "openai", {"api_key": KEY, "model": "m"})
        prompts.create(user, "P", "x")
        calls.reserve(user.user_id, "fix", "openai", "m", estimate=1, request_id="r")
    User.update(deletion_at="2000-01-01T00:00:00.000Z").where(User.id == caller.user_id).execute()
    assert deletion.sweep(workspace) == 1
    for table in (AiKey, AiPrompt, AiCall):
        assert [str(row.user_id) for row in table.select()] == [stranger.user_id]
    assert users.by_id(stranger.user_id)


def test_what_was_set_last_answers_else_the_administrators(workspace: Settings, caller: Caller) -> None:
    with pytest.raises(errors.InvalidInput, match="no language model is set up"):
        setup.endpoint_for(caller.user_id)
    policy.open_policy(replace(workspace, ai_provider="openai", ai_key="of-the-administrator", ai_model=("a", "b")))
    assert setup.endpoint_for(caller.user_id).by == "administrator"
    assert setup.endpoint_for(caller.user_id, model="b").model == "b"
    with pytest.raises(errors.InvalidInput, match="model: must be one that the administrator chose: a, b"):
        setup.endpoint_for(caller.user_id, model="dear")
    with pytest.raises(errors.InvalidInput, match="provider: google is not set up"):
        setup.endpoint_for(caller.user_id, "google")
    with pytest.raises(errors.InvalidInput, match="provider: must be one of"):
        setup.endpoint_for(caller.user_id, "other")
    keys.put(caller, "google", {"api_key": KEY, "model": "g"})
    keys.put(caller, "anthropic", {"api_key": KEY, "model": "c"})
    keys.put(caller, "ollama", {"embeddings_url": "http://localhost:11434/v1", "embeddings_model": "e"})
    found = setup.endpoint_for(caller.user_id)
    assert (found.endpoint.provider, found.model, found.by) == ("anthropic", "c", "user")
    assert setup.endpoint_for(caller.user_id, "openai").endpoint.api_key == "of-the-administrator"
    with pytest.raises(errors.InvalidInput, match="model: choose a model of ollama"):
        setup.endpoint_for(caller.user_id, "ollama")
    keys.put(caller, "google", {"model": "h"})
    assert setup.endpoint_for(caller.user_id).model == "h"


def test_without_a_session_only_fixed_addresses_are_asked(workspace: Settings) -> None:
    policy.open_policy(replace(workspace, ai_addresses={"google": "https://gateway.example.org"}))
    assert setup.anonymous("openai", KEY).base_url == "https://api.openai.com/v1"
    assert setup.anonymous("google", KEY).base_url == "https://gateway.example.org"
    for provider in ("ollama", "compatible", "other", None):
        with pytest.raises(errors.InvalidInput, match="provider"):
            setup.anonymous(provider, KEY)
    with pytest.raises(errors.InvalidInput, match="apiKey"):
        setup.anonymous("openai", None)
    policy.open_policy(replace(workspace, ai_anonymous=False))
    with pytest.raises(errors.NotAuthenticated):
        setup.anonymous("openai", KEY)


def test_settings_and_providers_know_the_same_names() -> None:
    known = setup.known.PROVIDERS
    assert tuple(known) == setup.PROVIDERS
    assert tuple(name for name in known if known[name].base_url) == setup.BUILT_IN
