"""Providers, keys, prompts and usage as clients see them."""

from collections.abc import Iterator
from dataclasses import replace
from ipaddress import ip_network
from typing import Any

import flask
import pytest

from notesvc import clock, crypto, limits
from notesvc.config import Settings
from notesvc.domain import policy
from notesvc.domain.ai import calls
from tests.ai.fakes import FakeProvider, Reply, fake_provider
from tests.loops import apart
from tests.web.conftest import Member

KEY = "sk-canary-1234567890abcd"


@pytest.fixture
def kind() -> str:
    """What depends on the kind of database is tested with the domain."""
    return "sqlite"


@pytest.fixture
def provider(app: flask.Flask, workspace: Settings) -> Iterator[FakeProvider]:
    """A provider on this machine, which the administrator allows to be asked."""
    policy.open_policy(replace(workspace, ai_networks=(ip_network("127.0.0.0/8"),)))
    with fake_provider() as found:
        yield found


def put(member: Member, provider: str = "openai", **body: Any) -> Any:
    return member.web.put(f"/api/ai/keys/{provider}", json=body)


def test_a_key_is_set_shown_by_four_characters_and_forgotten(owner: Member, stranger: Member) -> None:
    owner.step_up()
    first = put(owner, apiKey=KEY, model="gpt-5")
    assert first.status_code == 200
    assert first.get_json() == {
        "provider": "openai",
        "needsKey": True,
        "hasOwnAddress": True,
        "baseUrl": "https://api.openai.com/v1",
        "by": "user",
        "hasKey": True,
        "last4": "abcd",
        "model": "gpt-5",
        "models": [],
        "embeddingsUrl": None,
        "embeddingsModel": None,
    }
    assert owner.web.get("/api/ai/keys/openai").get_json() == first.get_json()
    listed = owner.web.get("/api/ai/providers")
    assert listed.get_json()["chosen"] == {
        "provider": "openai",
        "baseUrl": "https://api.openai.com/v1",
        "model": "gpt-5",
        "by": "user",
    }
    assert first.get_json() in listed.get_json()["providers"]
    assert KEY not in first.text + listed.text + owner.web.get("/api/data/export").text
    assert stranger.web.get("/api/ai/keys/openai").status_code == 404
    assert stranger.web.get("/api/ai/providers").get_json()["chosen"] is None
    assert [owner.web.delete("/api/ai/keys/openai").status_code for _ in range(2)] == [204, 404]
    assert owner.web.get("/api/ai/providers").get_json()["chosen"] is None


def test_the_administrators_key_is_told_to_nobody(workspace: Settings, owner: Member) -> None:
    policy.open_policy(replace(workspace, ai_provider="openai", ai_key=KEY, ai_model=("a", "b")))
    answer = owner.web.get("/api/ai/providers")
    assert KEY not in answer.text
    assert KEY[-4:] not in answer.text
    (found,) = [each for each in answer.get_json()["providers"] if each["by"]]
    assert (found["by"], found["last4"], found["models"], found["model"]) == ("administrator", None, ["a", "b"], "a")
    assert answer.get_json()["chosen"]["by"] == "administrator"
    assert owner.web.get("/api/ai/keys/openai").status_code == 404


def test_a_test_asks_for_the_models_with_the_key_that_is_given(owner: Member, provider: FakeProvider) -> None:
    body = {"provider": "compatible", "baseUrl": provider.base_url("compatible"), "apiKey": KEY}
    answer = apart(owner.web.post, "/api/ai/providers/test", json=body)
    assert answer.get_json()["ok"] is True
    assert [model["id"] for model in answer.get_json()["models"]] == provider.models
    assert provider.asked[0].headers["authorization"] == f"Bearer {KEY}"
    provider.reply = Reply(status=401, body=f'{{"error": {{"message": "Incorrect key {KEY}"}}}}'.encode())
    refused = apart(owner.web.post, "/api/ai/providers/test", json=body)
    assert (refused.status_code, refused.get_json()["ok"], refused.get_json()["cause"]) == (200, False, "bad_key")
    assert KEY not in refused.text


def test_a_stored_key_is_sent_to_its_own_address_alone(owner: Member, provider: FakeProvider) -> None:
    owner.step_up()
    assert put(owner, "ollama", baseUrl=provider.url, apiKey=KEY).status_code == 200
    with fake_provider() as other:
        for base_url, asked, key in ((provider.url, provider, KEY), (other.url, other, None), (None, provider, KEY)):
            body = {"provider": "ollama"} | ({"baseUrl": base_url} if base_url else {})
            assert apart(owner.web.post, "/api/ai/providers/test", json=body).get_json()["ok"] is True
            assert asked.asked[-1].headers.get("authorization") == (key and f"Bearer {key}")


def test_an_address_within_is_not_asked_unless_it_is_allowed(
    workspace: Settings, owner: Member, provider: FakeProvider
) -> None:
    policy.open_policy(workspace)
    body = {"provider": "compatible", "baseUrl": provider.base_url("compatible")}
    answer = apart(owner.web.post, "/api/ai/providers/test", json=body)
    assert (answer.get_json()["ok"], answer.get_json()["cause"]) == (False, "not_allowed")
    assert apart(owner.web.post, "/api/ai/providers/find").get_json() == {"servers": []}
    assert provider.asked == []


def test_tests_are_counted(owner: Member, stranger: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "AI_TESTS_PER_USER", "2 per minute")
    body = {"provider": "openai"}
    statuses = [owner.web.post("/api/ai/providers/test", json=body).status_code for _ in range(3)]
    assert statuses == [422, 422, 429]
    assert stranger.web.post("/api/ai/providers/test", json=body).status_code == 422


def test_with_another_secret_key_what_is_set_up_is_shown_and_what_needs_the_key_is_503(
    workspace: Settings, owner: Member
) -> None:
    owner.step_up()
    put(owner, apiKey=KEY, model="m")
    crypto.open_seal("another key of at least 32 characters")
    assert owner.web.get("/api/ai/providers").get_json()["chosen"]["model"] == "m"
    answer = owner.web.post("/api/ai/providers/test", json={"provider": "openai"})
    assert (answer.status_code, answer.get_json()["code"]) == (503, "busy")
    assert "Retry-After" in answer.headers


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "apiKey"),
        ({"apiKey": KEY, "baseUrl": "https://x.org"}, "baseUrl"),
        ({"apiKey": KEY, "secret": 1}, "secret"),
    ],
)
def test_what_cannot_be_set_is_refused_by_its_name(owner: Member, body: dict[str, Any], field: str) -> None:
    owner.step_up()
    answer = put(owner, **body)
    assert (answer.status_code, answer.get_json()["errors"][0]["field"]) == (422, field)
    assert KEY not in answer.text


def test_a_prompt_is_made_changed_and_removed(owner: Member) -> None:
    made = owner.web.post("/api/ai/prompts", json={"name": "Minutes", "instruction": "Write {{text}}"}).get_json()
    where = f"/api/ai/prompts/{made['id']}"
    changed = owner.web.patch(where, json={"name": "Notes"}).get_json()
    assert (changed["name"], changed["instruction"]) == ("Notes", "Write {{text}}")
    assert owner.web.get(where).get_json() == changed
    assert owner.web.get("/api/ai/prompts").get_json() == {"prompts": [changed], "nextCursor": None}
    assert owner.web.patch(where, json={"instruction": "{{x}}"}).status_code == 422
    assert owner.web.patch(where, json={"name": None}).status_code == 422
    assert [owner.web.delete(where).status_code for _ in range(2)] == [204, 404]


def test_exports_hold_the_prompts_and_no_key(owner: Member, stranger: Member) -> None:
    put(owner.step_up(), apiKey=KEY, model="m")
    first = owner.web.get("/api/data/export")
    made = owner.web.post("/api/ai/prompts", json={"name": "Minutes", "instruction": "{{text}}"}).get_json()
    # A prompt is a change of the workspace: an export that was kept is not taken for the present one.
    second = owner.web.get("/api/data/export", headers={"If-None-Match": first.headers["ETag"]})
    assert second.status_code == 200
    assert (first.get_json()["prompts"], second.get_json()["prompts"]) == ([], [made])
    assert KEY not in second.text
    assert stranger.web.get("/api/data/export").get_json()["prompts"] == []


def test_usage_budget_and_errors_are_the_callers_own(
    workspace: Settings, owner: Member, stranger: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = clock.timestamp_ms()
    monkeypatch.setattr(clock, "timestamp_ms", lambda: moment)
    policy.open_policy(replace(workspace, ai_daily_tokens=100, ai_prices={"m": (1.0, 2.0)}))
    made = calls.reserve(str(owner.user.id), "fix", "openai", "m", estimate=50, request_id="r-1")
    calls.settle(made, 30, 5, "timeout")
    found = owner.web.get("/api/ai/usage").get_json()
    tokens = {"requests": 1, "input": 30, "output": 5, "reserved": 0, "cost": 0.00004}
    assert found["total"] == tokens
    assert found["days"] == [{**tokens, "date": found["to"]}]
    assert found["actions"] == [{**tokens, "action": "fix"}]
    budget = {"daily": 100, "monthly": None, "leftToday": 65, "leftThisMonth": None}
    assert found["models"] == [{**tokens, "provider": "openai", "model": "m", "budget": budget}]
    assert found["budget"] == {"daily": 100, "monthly": None}
    assert owner.web.get("/api/ai/usage?from=2026-01-01&to=2026-01-02").get_json()["total"]["requests"] == 0
    (error,) = owner.web.get("/api/ai/errors").get_json()["errors"]
    assert (error["cause"], error["requestId"], error["model"]) == ("timeout", "r-1", "m")
    assert stranger.web.get("/api/ai/usage").get_json()["total"] == dict.fromkeys(tokens, 0)
    assert stranger.web.get("/api/ai/errors").get_json() == {"errors": [], "nextCursor": None}


def test_administrators_see_sums_and_nobody_in_particular(
    workspace: Settings, administrator: Member, owner: Member, stranger: Member
) -> None:
    for member, model in ((owner, "a"), (owner, "a"), (stranger, "a"), (stranger, "b")):
        made = calls.reserve(str(member.user.id), "fix", "openai", model, estimate=50, request_id="r-1")
        calls.settle(made, 30, 5)
    answer = administrator.web.get("/api/admin/ai-usage")
    found = answer.get_json()
    assert (found["users"], found["total"]["requests"], found["total"]["input"]) == (2, 4, 120)
    assert [(each["model"], each["requests"]) for each in found["models"]] == [("a", 3), ("b", 1)]
    assert not any(str(member.user.id) in answer.text for member in (owner, stranger))
    assert administrator.web.get("/api/ai/usage").get_json()["total"]["requests"] == 0
    assert owner.web.get("/api/admin/ai-usage").status_code == 404


@pytest.mark.parametrize("query", ["from=2026-02-30", "from=20260101", "from=x", "from=2026-01-02&to=2026-01-01"])
def test_days_that_are_none_are_refused(owner: Member, query: str) -> None:
    assert owner.web.get(f"/api/ai/usage?{query}").status_code == 422
