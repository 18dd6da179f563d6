"""Calls of models, counted: tokens are reserved before a call and settled after it. Nothing that was said is kept."""

from datetime import timedelta
from typing import NamedTuple

from notesvc import clock, database, errors, limits
from notesvc.domain import policy
from notesvc.models import AiCall

# What somebody's own server may say of itself at most.
_MOST_TOKENS = 10**9
_AT_ONCE = 500

# What counts of a row: what was used, and what a call took that has not ended, or whose process was killed.
COUNTED = "CASE state WHEN 'reserved' THEN reserved ELSE input + output END"
_USED = f"""
SELECT coalesce(sum(CASE WHEN at >= ? THEN {COUNTED} ELSE 0 END), 0), coalesce(sum({COUNTED}), 0)
FROM ai_calls WHERE user_id = ? AND provider = ? AND model = ? AND at >= ?
"""
_SETTLE = """
UPDATE ai_calls SET state = 'settled', input = ?, output = ?, cause = ? WHERE id = ? AND state = 'reserved'
"""
_SWEEP = "DELETE FROM ai_calls WHERE id IN (SELECT id FROM ai_calls WHERE at < ? LIMIT ?)"


class Budget(NamedTuple):
    """What a user may use of one model in a day and in a month (UTC), and what is left; None for any number."""

    daily: int | None
    monthly: int | None
    left_today: int | None
    left_this_month: int | None


def reserve(user_id: str, action: str, provider: str, model: str, *, estimate: int, request_id: str) -> str:
    """Count a call that is about to be made as its estimate of tokens, and answer its id.

    However many reserve at once, together they never pass a budget. Raises OverBudget.
    """
    call_id, now, tokens = clock.new_id(), clock.now(), max(0, min(estimate, _MOST_TOKENS))
    with database.transaction(f"ai {user_id}"):
        _refuse_beyond(budget(user_id, provider, model), tokens)
        AiCall.insert(
            id=call_id,
            user=user_id,
            at=now,
            action=action,
            provider=provider,
            model=model,
            request_id=request_id,
            state="reserved",
            reserved=tokens,
            input=0,
            output=0,
        ).execute()
    return call_id


def settle(call_id: str, input: int, output: int, cause: str | None = None) -> None:
    """Count what the call has used in place of its estimate; `cause` where it failed. Once settled, it stays so."""
    used = [max(0, min(tokens, _MOST_TOKENS)) for tokens in (input, output)]
    with database.transaction():
        database.execute(_SETTLE, (*used, cause, call_id))


def budget(user_id: str, provider: str, model: str) -> Budget:
    """The budget of a user and a model at this moment."""
    daily, monthly = policy.current().ai_daily_tokens or None, policy.current().ai_monthly_tokens or None
    if daily is None and monthly is None:
        return Budget(None, None, None, None)
    now = clock.now()
    since = (_day(now), user_id, provider, model, _month(now))
    today, this_month = map(int, database.execute(_USED, since).fetchone())
    return Budget(daily, monthly, _left(daily, today), _left(monthly, this_month))


def sweep() -> None:
    """Forget the calls that are older than `limits.AI_CALL_DAYS`."""
    before = clock.from_now(-limits.AI_CALL_DAYS * 86_400)
    gone = _AT_ONCE
    while gone == _AT_ONCE:
        with database.transaction():
            gone = database.execute(_SWEEP, (before, _AT_ONCE)).rowcount


def _refuse_beyond(found: Budget, tokens: int) -> None:
    now = clock.now()
    if found.left_this_month is not None and tokens > found.left_this_month:
        raise errors.OverBudget(_words("month", found.left_this_month), _until(now, _month(now), 32))
    if found.left_today is not None and tokens > found.left_today:
        raise errors.OverBudget(_words("day", found.left_today), _until(now, _day(now), 1))


def _words(span: str, left: int) -> str:
    return f"This would pass the budget of tokens that this service allows for the model in a {span}; {left} are left."


def _left(allowed: int | None, used: int) -> int | None:
    return None if allowed is None else max(0, allowed - used)


def _day(stamp: str) -> str:
    return f"{stamp[:10]}T00:00:00.000Z"


def _month(stamp: str) -> str:
    return f"{stamp[:7]}-01T00:00:00.000Z"


def _until(now: str, start: str, days: int) -> int:
    """Seconds until the next day or month begins, rounded up."""
    following = clock.written(clock.parse(start) + timedelta(days=days))
    end = _day(following) if days == 1 else _month(following)
    return -(-(clock.milliseconds_of(end) - clock.milliseconds_of(now)) // 1000)
