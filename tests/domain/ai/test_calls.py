"""Budgets hold for all who reserve at once, in any process; calls of other days, users and models do not count."""

import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace

import pytest

from notesvc import clock, database, errors, limits
from notesvc.config import Settings
from notesvc.domain import policy
from notesvc.domain.ai import calls
from notesvc.domain.caller import Caller
from notesvc.models import AiCall
from tests import programs
from tests.domain.ai import reserver
from tests.places import PROJECT
from tests.service import environment

BUDGET = 1_000
PROCESSES = 4
NOON = clock.milliseconds_of("2026-11-23T12:00:00.000Z")
HOUR = 3_600_000
SetClock = Callable[[int], None]


@pytest.fixture(autouse=True)
def still_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock stands still, so that no new day begins within a test."""
    moment = clock.timestamp_ms()
    monkeypatch.setattr(clock, "timestamp_ms", lambda: moment)


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """Sets the time, in milliseconds since 1970."""
    return lambda moment: monkeypatch.setattr(clock, "timestamp_ms", lambda: moment)


def allow(workspace: Settings, daily: int = 0, monthly: int = 0) -> None:
    policy.open_policy(replace(workspace, ai_daily_tokens=daily, ai_monthly_tokens=monthly))


def reserve(user_id: str, estimate: int, model: str = "small", provider: str = "openai") -> str:
    return calls.reserve(user_id, "fix", provider, model, estimate=estimate, request_id="r")


def counted(user_id: str) -> dict[str, int]:
    """What counts, by model."""
    statement = f"SELECT model, sum({calls.COUNTED}) FROM ai_calls WHERE user_id = ? GROUP BY model"
    return {model: int(tokens) for model, tokens in database.execute(statement, (user_id,)).fetchall()}


def reserving(workspace: Settings, user_id: str, seed: str) -> AbstractContextManager["subprocess.Popen[str]"]:
    chosen = {"NOTESVC_DATABASE_URL": workspace.database_url, "NOTESVC_AI_DAILY_TOKENS": str(BUDGET)}
    command = [sys.executable, "-m", "tests.domain.ai.reserver", user_id, seed]
    kept = environment(workspace.instance, chosen)
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    return programs.running(command, cwd=PROJECT, env=kept, text=True, **pipes)


def let_go(process: "subprocess.Popen[str]") -> None:
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


@pytest.mark.process
def test_eight_who_reserve_at_once_never_pass_the_budget(workspace: Settings, caller: Caller) -> None:
    with ExitStack() as stack:
        started = [stack.enter_context(reserving(workspace, caller.user_id, str(n))) for n in range(PROCESSES)]
        for process in started:
            let_go(process)
        while any(process.poll() is None for process in started):
            assert max(counted(caller.user_id).values(), default=0) <= BUDGET
            database.release()
            database.connect()
    assert [process.returncode for process in started] == [0] * PROCESSES
    found = counted(caller.user_id)
    assert max(found.values()) <= BUDGET
    tried = PROCESSES * reserver.THREADS * reserver.MODELS
    assert len(found) == reserver.MODELS
    assert 2 * reserver.MODELS <= AiCall.select().count() < tried


def test_what_is_left_is_given_to_the_last_token(workspace: Settings, caller: Caller) -> None:
    allow(workspace, daily=BUDGET)
    reserve(caller.user_id, BUDGET - 1)
    reserve(caller.user_id, 1)
    with pytest.raises(errors.OverBudget):
        reserve(caller.user_id, 1)


@pytest.mark.process
def test_what_a_killed_process_reserved_stays_counted(workspace: Settings, caller: Caller) -> None:
    with reserving(workspace, caller.user_id, reserver.KILLED) as process:
        let_go(process)
        assert process.wait(timeout=60) == -9
    allow(workspace, daily=BUDGET)
    assert calls.budget(caller.user_id, "openai", "m0").left_today == BUDGET - 70


def test_a_call_counts_as_its_estimate_until_it_is_settled(workspace: Settings, caller: Caller) -> None:
    allow(workspace, daily=100, monthly=1_000)
    call = reserve(caller.user_id, 90)
    with pytest.raises(errors.OverBudget, match="10 are left"):
        reserve(caller.user_id, 11)
    calls.settle(call, 20, 10)
    assert calls.budget(caller.user_id, "openai", "small") == (100, 1_000, 70, 970)
    calls.settle(call, 0, 0)
    assert calls.budget(caller.user_id, "openai", "small").left_today == 70
    # A model that used more than was foreseen leaves nothing, and not less than that.
    calls.settle(reserve(caller.user_id, 70), 100, 50)
    assert calls.budget(caller.user_id, "openai", "small").left_today == 0


def test_budgets_are_of_a_user_and_a_model(workspace: Settings, caller: Caller, stranger: Caller) -> None:
    allow(workspace, daily=100)
    reserve(caller.user_id, 100)
    for user, model, provider in (
        (stranger, "small", "openai"),
        (caller, "large", "openai"),
        (caller, "small", "compatible"),
    ):
        reserve(user.user_id, 100, model, provider)
    with pytest.raises(errors.OverBudget):
        reserve(caller.user_id, 1)


def test_calls_of_yesterday_and_of_last_month_do_not_count(
    workspace: Settings, caller: Caller, set_clock: SetClock
) -> None:
    allow(workspace, daily=100, monthly=150)
    set_clock(NOON)
    reserve(caller.user_id, 100)
    with pytest.raises(errors.OverBudget, match="in a day") as refusal:
        reserve(caller.user_id, 1)
    assert refusal.value.retry_after == 12 * 3_600
    set_clock(NOON + 12 * HOUR - 1)
    with pytest.raises(errors.OverBudget) as refusal:
        reserve(caller.user_id, 1)
    assert refusal.value.retry_after == 1
    set_clock(NOON + 12 * HOUR)
    reserve(caller.user_id, 50)
    with pytest.raises(errors.OverBudget, match="in a month") as refusal:
        reserve(caller.user_id, 1)
    following = clock.milliseconds_of("2026-12-01T00:00:00.000Z")
    assert refusal.value.retry_after == (following - NOON - 12 * HOUR) / 1000
    set_clock(following)
    reserve(caller.user_id, 100)


def test_without_a_budget_nothing_is_refused(workspace: Settings, caller: Caller) -> None:
    reserve(caller.user_id, 10**12)
    assert calls.budget(caller.user_id, "openai", "small") == (None, None, None, None)


def test_figures_that_are_none_do_no_harm(workspace: Settings, caller: Caller) -> None:
    allow(workspace, daily=100)
    calls.settle(reserve(caller.user_id, 50), -(10**30), 10**30)
    assert calls.budget(caller.user_id, "openai", "small").left_today == 0
    assert counted(caller.user_id) == {"small": 10**9}


def test_old_calls_are_swept(workspace: Settings, caller: Caller, set_clock: SetClock) -> None:
    set_clock(NOON)
    old = reserve(caller.user_id, 1)
    set_clock(NOON + HOUR)
    kept = reserve(caller.user_id, 1)
    set_clock(NOON + limits.AI_CALL_DAYS * 24 * HOUR + 1)
    calls.sweep()
    assert [row.id for row in AiCall.select()] == [kept] != [old]
