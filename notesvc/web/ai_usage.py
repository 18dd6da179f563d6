"""What language models have used, and what went wrong."""

from typing import Any

from pydantic import Field

from notesvc import limits, shapes
from notesvc.domain import policy
from notesvc.domain.ai import usage
from notesvc.domain.caller import Caller
from notesvc.web import forms
from notesvc.web.access import ADMINISTRATOR, SESSION
from notesvc.web.area import Area, page_size
from notesvc.web.days import Day

area = Area("ai_usage", "/api/ai")
administration = Area("ai_administration", "/api/admin")


class UsageQuery(forms.Query):
    """GET usage."""

    first: Day | None = Field(None, alias="from", description="The first day (UTC); 30 days where absent.")
    last: Day | None = Field(None, alias="to", description="The last day (UTC); today where absent.")


class TokensShape(shapes.Shape):
    """How much was used."""

    requests: int = Field(description="How many calls were made.")
    input: shapes.Int64 = Field(description="Tokens that were read.")
    output: shapes.Int64 = Field(description="Tokens that were written.")
    reserved: shapes.Int64 = Field(description="The estimate of calls that have not ended, or broke off unheard.")
    cost: float | None = Field(description="By the administrator's prices; null where one is missing.")


class DayOfUsage(TokensShape):
    """What was used on a day."""

    date: shapes.Day = Field(description="The day, in UTC.")


class UsageOfAction(TokensShape):
    """What an action used."""

    action: str = Field(description="The action.")


class BudgetShape(shapes.Shape):
    """How many tokens a model may use, and how many are left; null for any number."""

    daily: shapes.Int64 | None = Field(description="In a day (UTC).")
    monthly: shapes.Int64 | None = Field(description="In a month (UTC).")
    left_today: shapes.Int64 | None = Field(description="What is left today.")
    left_this_month: shapes.Int64 | None = Field(description="What is left this month.")


class UsageOfModel(TokensShape):
    """What a model used."""

    provider: str = Field(description="The provider.")
    model: str = Field(description="The model.")
    budget: BudgetShape = Field(description="Its budget.")


class Allowance(shapes.Shape):
    """How many tokens the administrator allows for each model; null for any number."""

    daily: shapes.Int64 | None = Field(description="In a day (UTC).")
    monthly: shapes.Int64 | None = Field(description="In a month (UTC).")


class UsageShape(shapes.Shape):
    """What the caller used in a span of days."""

    first: shapes.Day = Field(alias="from", description="The first day.")
    last: shapes.Day = Field(alias="to", description="The last day.")
    days: list[DayOfUsage] = Field(description="The days on which something was used.")
    models: list[UsageOfModel] = Field(description="The models that were used.")
    actions: list[UsageOfAction] = Field(description="The actions that were used.")
    total: TokensShape = Field(description="All together.")
    budget: Allowance = Field(description="What the administrator allows for each model.")


class SumOfModel(TokensShape):
    """What all users used of a model."""

    provider: str = Field(description="The provider.")
    model: str = Field(description="The model.")


class UsageOfEverybody(shapes.Shape):
    """What all users used in a span of days: sums alone."""

    first: shapes.Day = Field(alias="from", description="The first day.")
    last: shapes.Day = Field(alias="to", description="The last day.")
    users: int = Field(description="How many users it is of.")
    days: list[DayOfUsage] = Field(description="The days on which something was used.")
    models: list[SumOfModel] = Field(description="The models that were used.")
    total: TokensShape = Field(description="All together.")


class FailureShape(shapes.Shape):
    """A call that failed; nothing of what was said."""

    id: shapes.Id = Field(description="The call's id.")
    at: shapes.Time = Field(description="When it was made.")
    action: str = Field(description="What was asked for.")
    provider: str = Field(description="The provider.")
    model: str = Field(description="The model.")
    cause: str = Field(description="Why it failed.")
    request_id: str = Field(description="The request's id, as in the log of the service.")


class FailureList(shapes.Shape):
    """A page of the calls that failed, newest first."""

    errors: list[FailureShape] = Field(description="The calls on this page.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


@area.get("/usage", access=SESSION, query=UsageQuery, answers={200: UsageShape})
def read_usage(caller: Caller, query: UsageQuery) -> Any:
    """Tokens and requests by day, model and action, and what is left of the budget."""
    found = usage.of_span(caller, query.first, query.last)
    budgets = usage.budgets(caller, found)
    return UsageShape.of(
        first=found.first,
        last=found.last,
        days=_days(found),
        models=[
            UsageOfModel.of(tokens, provider=key[0], model=key[1], budget=BudgetShape.of(budgets[key]))
            for key, tokens in found.models.items()
        ],
        actions=[UsageOfAction.of(tokens, action=action) for action, tokens in found.actions.items()],
        total=TokensShape.of(found.total),
        budget=Allowance.of(
            daily=policy.current().ai_daily_tokens or None, monthly=policy.current().ai_monthly_tokens or None
        ),
    )


@area.get("/errors", access=SESSION, query=forms.Page, answers={200: FailureList})
def list_errors(caller: Caller, query: forms.Page) -> Any:
    """The calls that failed in the last 90 days, newest first."""
    size = page_size(query.limit, limits.EVENTS_PAGE, limits.EVENTS_PAGE_MOST)
    rows, cursor = usage.failures(caller, query.cursor, size)
    return FailureList.of(errors=rows, next_cursor=cursor)


@administration.get("/ai-usage", access=ADMINISTRATOR, query=UsageQuery, answers={200: UsageOfEverybody})
def read_usage_of_everybody(caller: Caller, query: UsageQuery) -> Any:
    """What all users used of language models together, by day and model."""
    found, users = usage.of_everybody(query.first, query.last)
    return UsageOfEverybody.of(
        first=found.first,
        last=found.last,
        users=users,
        days=_days(found),
        models=[
            SumOfModel.of(tokens, provider=provider, model=model) for (provider, model), tokens in found.models.items()
        ],
        total=TokensShape.of(found.total),
    )


def _days(found: usage.Usage) -> list[dict[str, Any]]:
    return [DayOfUsage.of(tokens, date=day) for day, tokens in found.days.items()]
