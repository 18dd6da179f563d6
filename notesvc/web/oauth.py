"""Signing in at external providers: the way there, the way back, and the identities of an account."""

from typing import Any
from urllib.parse import urlencode

from flask import current_app
from pydantic import BaseModel, ConfigDict, Field

from notesvc import errors, limits, shapes
from notesvc.domain.accounts import identities, provider_sign_in
from notesvc.domain.accounts.provider_sign_in import SignInIntent
from notesvc.domain.caller import Caller
from notesvc.models import User
from notesvc.providers.person import ProviderError
from notesvc.web import access, browser_language, browser_secret, cookies, forms, paging, rates
from notesvc.web.access import PUBLIC, SESSION, STEPPED_UP
from notesvc.web.area import Answer, Area
from notesvc.web.local_path import HOME, local_path

area = Area("oauth", "/api")
_AFTER_LINKING = "/settings/security"


class Start(forms.Query):
    """GET oauth/{provider}; `invite` also carries the set-up code of the very first account."""

    next: str | None = Field(None, description="Where to be afterwards: a path of the web app.")
    invite: str | None = Field(
        None, max_length=100, description="The code of an invite, or the set-up code of the very first account."
    )


class Callback(BaseModel):
    """What the provider sends back; it may send more."""

    model_config = ConfigDict(extra="ignore")

    state: str = Field("", description="What the way there carried.")
    code: str = Field("", description="What the provider gives for the sign-in.")
    iss: str | None = Field(None, description="Who the provider says it is (RFC 9207).")
    error: str | None = Field(None, description="Why the provider refuses.")


class Next(forms.Form):
    """Where to be afterwards."""

    next: str | None = Field(None, max_length=2_000, description="Where to be afterwards: a path of the web app.")


class Elsewhere(shapes.Shape):
    """Where the browser goes now."""

    url: str = Field(description="Where the browser goes now.")


class IdentityShape(shapes.Shape):
    """Who somebody is at a provider."""

    provider: str = Field(description="The provider: `google`, `github` or `oidc`.")
    email: str | None = Field(description="The address that the provider tells; null where none.")
    created_at: shapes.Time = Field(description="When it was linked.")
    last_used_at: shapes.Time | None = Field(description="When it was last used; null where never.")


class Identities(shapes.Shape):
    """A page of the identities of an account."""

    accounts: list[IdentityShape] = Field(description="The identities on this page.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


@area.get(
    "/auth/oauth/<provider>",
    access=PUBLIC,
    query=Start,
    sends=("Location",),
    answers={302: None},
    refusals=(404,),
    on_full_disk=True,
)
def start(provider: str, query: Start) -> Any:
    """Go to an external provider to sign in.

    What keeps from it is said by the sign-in page: a browser goes here, not a program.
    """
    try:
        rates.count(limits.SIGN_INS_PER_ADDRESS, "provider", rates.source_address())
        language = browser_language.of_request()
        intent = SignInIntent("sign-in", local_path(query.next), invite=query.invite, language=language)
        return _leave(provider, intent)
    except ProviderError as problem:
        return _redirect(_sign_in_page(problem.code, local_path(query.next)))
    except errors.RateLimited as refusal:
        return _redirect(_sign_in_page(refusal.code, local_path(query.next)))


@area.get(
    "/auth/oauth/<provider>/callback",
    access=PUBLIC,
    query=Callback,
    sends=("Location",),
    answers={302: None},
    on_full_disk=True,
)
def callback(provider: str, query: Callback) -> Any:
    """Come back from an external provider; what goes wrong is said by the sign-in page."""
    intent = None
    try:
        intent, kept = provider_sign_in.take(provider, query.state, browser_secret.present())
        if query.error is not None or not query.code:
            raise ProviderError("provider_refused")
        settings = current_app.config["NOTESVC"]
        person = provider_sign_in.ask(settings, provider, kept, query.code, query.iss)
        back = provider_sign_in.finish(settings, provider, intent, person, access.present_caller())
    except ProviderError as problem:
        if intent is None or intent.purpose == "sign-in":
            return _redirect(_sign_in_page(problem.code, intent.next if intent else HOME))
        return _redirect(_with_problem(intent.next, problem))
    if back.user is not None and back.is_code_wanted:
        browser = browser_secret.present_or_new()
        provider_sign_in.wait_for_code(browser, back.user)
        return browser_secret.bind(_redirect(_sign_in_page("", back.intent.next)), browser)
    if back.user is not None:
        return cookies.sign_in_on(_redirect(_after_sign_in(back.intent.next, back.user)), back.user)
    response = _redirect(back.intent.next)
    if back.secret is not None:
        cookies.put(response, back.secret)
    return response


@area.post("/auth/step-up/<provider>", access=SESSION, form=Next, answers={200: Elsewhere}, refusals=(404,))
def step_up(caller: Caller, provider: str, form: Next) -> Any:
    """Where to prove oneself at a provider; the session that comes back is open for sensitive things."""
    return _go(caller, provider, "step-up", form.next)


@area.post("/account/accounts/<provider>", access=STEPPED_UP, form=Next, answers={200: Elsewhere}, refusals=(404,))
def link(caller: Caller, provider: str, form: Next) -> Any:
    """Where to sign in at a provider so that it becomes a way into this account."""
    return _go(caller, provider, "link", form.next)


@area.get("/account/accounts", access=SESSION, query=forms.Page, answers={200: Identities})
def accounts(caller: Caller, query: forms.Page) -> Any:
    """The providers through which this account can be entered."""
    rows, cursor = paging.page(query, "accounts", identities.of_user(caller.user_id), lambda each: str(each.provider))
    found = [IdentityShape.of(each, last_used_at=each.used_at) for each in rows]
    return Identities.of(accounts=found, next_cursor=cursor)


@area.delete("/account/accounts/<provider>", access=STEPPED_UP, answers={204: None}, refusals=(404, 409))
def unlink(caller: Caller, provider: str) -> Any:
    """Enter this account through that provider no more; the last way in stays."""
    identities.remove(current_app.config["NOTESVC"], caller, provider)


def _go(caller: Caller, provider: str, purpose: str, wanted: str | None) -> Any:
    intent = SignInIntent(purpose, local_path(wanted or _AFTER_LINKING), session_hash=caller.session_hash)
    browser = browser_secret.present_or_new()
    try:
        url = provider_sign_in.begin(current_app.config["NOTESVC"], provider, browser, intent)
    except ProviderError as problem:
        url = _with_problem(intent.next, problem)
    return browser_secret.bind(Answer(Elsewhere.of(url=url)).response(), browser)


def _leave(provider: str, intent: SignInIntent) -> Any:
    browser = browser_secret.present_or_new()
    return browser_secret.bind(
        _redirect(provider_sign_in.begin(current_app.config["NOTESVC"], provider, browser, intent)), browser
    )


def _redirect(address: str) -> Any:
    return Answer(None, 302, {"Location": address, "Cache-Control": "no-store"}).response()


def _sign_in_page(problem: str, wanted: str) -> str:
    """The page that says what went wrong; without a problem, the one that asks for a code."""
    after = {} if wanted == HOME else {"next": wanted}
    said = {"problem": problem} if problem else {"code": "wanted"}
    return f"/sign-in?{urlencode({**said, **after})}"


def _after_sign_in(path: str, user: User) -> str:
    """The page says so where an account that was to be deleted is kept by this sign-in."""
    return path if user.deletion_at is None else _with(path, "broughtBack", "yes")


def _with_problem(path: str, problem: ProviderError) -> str:
    base, _, _ = path.partition("#")
    return _with(base, "problem", problem.code)


def _with(path: str, name: str, value: str) -> str:
    """The path with a further parameter, before what stands behind `#`."""
    base, mark, place = path.partition("#")
    return f"{base}{'&' if '?' in base else '?'}{urlencode({name: value})}{mark}{place}"
