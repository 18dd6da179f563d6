"""What is told of usage is what the calls say, however they are grouped."""

import random
from dataclasses import replace

import pytest

from notesvc import clock, errors, limits
from notesvc.config import Settings
from notesvc.domain import policy
from notesvc.domain.ai import calls, usage
from notesvc.domain.caller import Caller
from tests import searching

DAY = 24 * 3_600_000
BEGINNING = clock.milliseconds_of("2026-11-01T00:00:00.000Z")


def call(user_id: str, model: str = "small", cause: str | None = None, used: tuple[int, int] | None = (3, 4)) -> str:
    made = calls.reserve(user_id, "fix", "openai", model, estimate=10, request_id="r-1")
    if used is not None:
        calls.settle(made, *used, cause)
    return made


@pytest.mark.search
def test_every_grouping_holds_all_calls_of_its_span_and_no_others(
    workspace: Settings, caller: Caller, stranger: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy.open_policy(replace(workspace, ai_prices={"small": (1.0, 10.0), "large": (2.0, 20.0)}))
    chance = random.Random(seed := searching.seed(0))
    expected: list[tuple[str, str, str, tuple[int, int]]] = []
    for _ in range(60):
        moment = BEGINNING + chance.randrange(10 * DAY)
        monkeypatch.setattr(clock, "timestamp_ms", lambda now=moment: now)
        action, model = chance.choice(["fix", "ask"]), chance.choice(["small", "large"])
        tokens = (chance.randrange(1000), chance.randrange(1000))
        user = chance.choice([caller, caller, stranger])
        made = calls.reserve(user.user_id, action, "openai", model, estimate=5, request_id="r")
        calls.settle(made, *tokens)
        if user is caller:
            expected.append((clock.now()[:10], model, action, tokens))
    first, last = "2026-11-03", "2026-11-07"
    within = [each for each in expected if first <= each[0] <= last]
    found = usage.of_span(caller, first, last)
    for name, place in (("days", 0), ("models", 1), ("actions", 2)):
        told = {key[1] if name == "models" else key: part[:3] for key, part in getattr(found, name).items()}
        assert told == {
            key: (
                sum(each[place] == key for each in within),
                sum(each[3][0] for each in within if each[place] == key),
                sum(each[3][1] for each in within if each[place] == key),
            )
            for key in {each[place] for each in within}
        }, f"seed {seed}"
    prices = {"small": (1, 10), "large": (2, 20)}
    cost = sum(prices[m][0] * tokens[0] + prices[m][1] * tokens[1] for _, m, _, tokens in within) / 1_000_000
    assert found.total.cost == pytest.approx(cost), f"seed {seed}"


def test_a_cost_is_told_only_where_every_price_is_known(workspace: Settings, caller: Caller) -> None:
    policy.open_policy(replace(workspace, ai_prices={"small": (1.0, 1.0)}))
    call(caller.user_id, "small")
    call(caller.user_id, "other")
    found = usage.of_span(caller, None, None)
    assert found.models["openai", "small"].cost == 0.000007
    assert found.models["openai", "other"].cost is None
    assert found.total.cost is None


def test_what_is_reserved_is_told_apart_from_what_was_used(workspace: Settings, caller: Caller) -> None:
    call(caller.user_id, used=None)
    call(caller.user_id)
    assert usage.of_span(caller, None, None).total[:4] == (2, 3, 4, 10)


@pytest.mark.parametrize(("first", "last"), [("2026-02-02", "2026-02-01"), ("2020-01-01", "2026-01-01")])
def test_a_span_is_bounded(workspace: Settings, caller: Caller, first: str, last: str) -> None:
    with pytest.raises(errors.InvalidInput, match="from"):
        usage.of_span(caller, first, last)


def test_the_first_days_there_are_can_be_asked_for(workspace: Settings, caller: Caller) -> None:
    assert usage.of_span(caller, None, "0001-01-02").total == (0, 0, 0, 0, None)


def test_failures_are_told_page_by_page_and_for_so_many_days(
    workspace: Settings, caller: Caller, stranger: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = clock.timestamp_ms() - (limits.AI_ERROR_DAYS * DAY + 1)
    with monkeypatch.context() as patch:
        patch.setattr(clock, "timestamp_ms", lambda: old)
        call(caller.user_id, cause="timeout")
    call(caller.user_id)
    call(stranger.user_id, cause="bad_key")
    made = [call(caller.user_id, cause=cause) for cause in ("timeout", "refused", "bad_key")]
    first, cursor = usage.failures(caller, None, 2)
    second, end = usage.failures(caller, cursor, 2)
    assert sorted(row[0] for row in [*first, *second]) == sorted(made)
    assert (len(first), len(second), end) == (2, 1, None)
    assert {row[5:] for row in first} <= {(cause, "r-1") for cause in ("timeout", "refused", "bad_key")}
