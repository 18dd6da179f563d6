"""What was used of models and what went wrong, read from the calls."""

from collections.abc import Callable, Iterable
from datetime import date, timedelta
from typing import Any, NamedTuple

from notesvc import clock, database, errors, limits
from notesvc.domain import cursors, policy
from notesvc.domain.ai import calls
from notesvc.domain.caller import Caller

_USUAL_DAYS = 30
_A_MILLION = 1_000_000
_ROWS = """
SELECT substr(at, 1, 10), provider, model, action, count(*), sum(input), sum(output),
    sum(CASE state WHEN 'reserved' THEN reserved ELSE 0 END)
FROM ai_calls WHERE {whose} at >= ? AND at < ? GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
"""
_USERS = "SELECT count(DISTINCT user_id) FROM ai_calls WHERE at >= ? AND at < ?"
_ERRORS = """
SELECT id, at, action, provider, model, cause, request_id FROM ai_calls
WHERE user_id = ? AND cause IS NOT NULL AND at >= ? AND (at, id) < (?, ?) ORDER BY at DESC, id DESC LIMIT ?
"""
_AFTER_ALL = ("9", "")


class Tokens(NamedTuple):
    """How much was used; `reserved` is of calls that have not ended, or whose process was killed. `cost` is in the
    administrator's currency, None where a price is missing."""

    requests: int = 0
    input: int = 0
    output: int = 0
    reserved: int = 0
    cost: float | None = 0.0

    def plus(self, other: "Tokens") -> "Tokens":
        """Both together."""
        cost = None if self.cost is None or other.cost is None else round(self.cost + other.cost, 6)
        return Tokens(
            self.requests + other.requests,
            self.input + other.input,
            self.output + other.output,
            self.reserved + other.reserved,
            cost,
        )


class Usage(NamedTuple):
    """What was used in a span of days: by day, by provider and model, by action, and in all."""

    first: str
    last: str
    days: dict[str, Tokens]
    models: dict[tuple[str, str], Tokens]
    actions: dict[str, Tokens]
    total: Tokens


def of_span(caller: Caller, first: str | None, last: str | None) -> Usage:
    """What the caller used from the first day to the last (UTC), both included; usually the last 30 days.

    Raises InvalidInput.
    """
    span = _span(first, last)
    return _usage(span, _ROWS.format(whose="user_id = ? AND"), (caller.user_id, *_bounds(span)))


def of_everybody(first: str | None, last: str | None) -> tuple[Usage, int]:
    """The sums of all users, for an administrator, and how many users they are of. Raises InvalidInput."""
    span = _span(first, last)
    users = database.execute(_USERS, _bounds(span)).fetchone()
    return _usage(span, _ROWS.format(whose=""), _bounds(span)), int(users[0])


def failures(caller: Caller, cursor: str | None, size: int) -> tuple[list[Any], str | None]:
    """A page of the caller's calls that failed in the last `limits.AI_ERROR_DAYS`, newest first, and the cursor of the
    next page. Raises InvalidInput for a cursor that is none."""
    before = cursors.decode("ai_errors", cursor, (str, str)) if cursor else _AFTER_ALL
    since = clock.from_now(-limits.AI_ERROR_DAYS * 86_400)
    rows = database.execute(_ERRORS, (caller.user_id, since, *before, size + 1)).fetchall()
    page = rows[:size]
    following = cursors.encode("ai_errors", (page[-1][1], page[-1][0])) if len(rows) > size else None
    return page, following


def budgets(caller: Caller, found: Usage) -> dict[tuple[str, str], calls.Budget]:
    """The budget of each model that was used."""
    return {key: calls.budget(caller.user_id, *key) for key in found.models}


def _span(first: str | None, last: str | None) -> tuple[date, date]:
    today = date.fromisoformat(clock.now()[:10])
    end = date.fromisoformat(last) if last else today
    start = date.fromisoformat(first) if first else max(date.min, _before(end, _USUAL_DAYS - 1))
    if not 0 <= (end - start).days < limits.AI_CALL_DAYS:
        raise errors.InvalidInput("from", f"must be a day before `to`, and within {limits.AI_CALL_DAYS} days of it")
    return start, end


def _bounds(span: tuple[date, date]) -> tuple[str, str]:
    """What the times of the days lie between: texts sort as they do, and "~" comes after every one of the last."""
    return span[0].isoformat(), f"{span[1].isoformat()}~"


def _usage(span: tuple[date, date], statement: str, parameters: tuple[str, ...]) -> Usage:
    found = [(row[:4], _tokens(row)) for row in database.execute(statement, parameters).fetchall()]
    nothing = Tokens(cost=0.0 if policy.current().ai_prices else None)
    return Usage(
        span[0].isoformat(),
        span[1].isoformat(),
        _sums(found, lambda key: key[0]),
        _sums(found, lambda key: (key[1], key[2])),
        _sums(found, lambda key: key[3]),
        _sums(found, lambda key: "").get("", nothing),
    )


def _before(day: date, days: int) -> date:
    try:
        return day - timedelta(days=days)
    except OverflowError:
        return date.min


def _tokens(row: Any) -> Tokens:
    requests, input, output, reserved = map(int, row[4:])
    price = policy.current().ai_prices.get(row[2])
    cost = None if price is None else round((input * price[0] + output * price[1]) / _A_MILLION, 6)
    return Tokens(requests, input, output, reserved, cost)


def _sums(found: Iterable[tuple[Any, Tokens]], key_of: Callable[[Any], Any]) -> dict[Any, Tokens]:
    sums: dict[Any, Tokens] = {}
    for key, tokens in found:
        sums[key_of(key)] = sums.get(key_of(key), Tokens()).plus(tokens)
    return sums
