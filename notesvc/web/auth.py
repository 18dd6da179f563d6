"""Registering, signing in and out."""

import time
from typing import Any, Literal

from flask import current_app
from pydantic import Field

from notesvc import crypto, errors, limits, shapes
from notesvc.domain.accounts import (
    provider_sign_in,
    registration,
    relying_party,
    second_factor,
    sessions,
    sign_ups,
    users,
)
from notesvc.domain.caller import Caller
from notesvc.domain.sharing import collaborators
from notesvc.providers.known import providers
from notesvc.web import browser_language, browser_secret, cookies, forms, passwords, rates
from notesvc.web.access import PUBLIC, SESSION
from notesvc.web.area import Area
from notesvc.web.durations import Durations

area = Area("auth", "/api/auth")

_sign_ups = Durations()


class Registration(forms.Form):
    """POST register; `invite` also carries the set-up code of the very first account."""

    email: str = Field(max_length=limits.EMAIL_LONGEST, description="The mail address: plain ASCII.")
    password: str = Field(max_length=limits.PASSWORD_LONGEST, description="The password.")
    name: forms.FilledName = Field(description="How others see the user.")
    handle: str | None = Field(None, description="What others write after `@`; made from the address where absent.")
    invite: str | None = Field(None, description="The code of an invite, or the set-up code of the very first account.")


class SignIn(forms.Form):
    """POST login."""

    email: str = Field(max_length=limits.EMAIL_LONGEST, description="The mail address of the account.")
    password: str = Field(max_length=limits.PASSWORD_LONGEST, description="The password.")
    code: str | None = Field(
        None,
        max_length=limits.CODE_LONGEST,
        description="A code of the authenticator app, or a recovery code, where the account asks for one.",
    )


class SignInCode(forms.Form):
    """POST login/code."""

    code: str = Field(
        max_length=limits.CODE_LONGEST, description="A code of the authenticator app, or a recovery code."
    )


class RegistrationOutcome(shapes.Shape):
    """What was registered; the same whether or not the address had an account. With `confirm`, a mail is on its way
    whose link makes the account."""

    registered: bool = Field(description="Always true.")
    confirm: bool = Field(
        description="Whether a mail is on its way whose link finishes the sign-up; else the browser is signed in."
    )


class Ways(shapes.Shape):
    """How somebody without a session can come in; passkeys work at `passkeyHost` alone, if at all. Without `mail`,
    what would be mailed lies with the administrator."""

    registration: Literal["open", "invite", "closed"] = Field(description="Who may register.")
    is_first: bool = Field(description="Whether nobody has an account yet: the first one is the administrator's.")
    needs_code: bool = Field(
        description="Whether the first account needs the set-up code that the service prints at its start."
    )
    providers: list[str] = Field(description="The external providers that are set up: `google`, `github`, `oidc`.")
    oidc_name: str = Field(description="What the further OpenID issuer is called.")
    password: bool = Field(description="Whether everybody may sign in by password; else administrators alone.")
    mail: bool = Field(description="Whether the service can send mails.")
    passkey_host: str | None = Field(description="The host for which passkeys are; null where there are none.")


@area.get("/ways", access=PUBLIC, answers={200: Ways})
def ways() -> Any:
    """How one can come in: who may register, whether nobody has an account yet, what is set up."""
    settings = current_app.config["NOTESVC"]
    party = relying_party.of(settings)
    return Ways.of(
        registration=registration.mode(settings),
        is_first=users.is_first(),
        needs_code=users.setup_code(settings) is not None,
        providers=list(providers(settings)),
        oidc_name=settings.oidc_name,
        password=settings.password_sign_in,
        mail=settings.smtp_url is not None,
        passkey_host=party.id if party else None,
    )


@area.post(
    "/register",
    access=PUBLIC,
    counts=rates.by_source("REGISTRATIONS_PER_ADDRESS", "register"),
    form=Registration,
    answers={201: RegistrationOutcome},
    refusals=(403, 409),
)
def register(form: Registration) -> Any:
    """Make an account and sign in."""
    settings = current_app.config["NOTESVC"]
    if not settings.password_sign_in and not users.is_first():
        raise errors.Forbidden("Sign in through one of the providers.")
    asked: dict[str, Any] = {"email": form.email, "password": form.password, "name": form.name, "handle": form.handle}
    asked["language"] = browser_language.of_request()
    if settings.smtp_url is not None and not users.is_first():
        passwords.count_mail(form.email)
        sign_ups.ask(settings, form.invite, **asked)
        return RegistrationOutcome.of(registered=True, confirm=True)
    started = time.perf_counter()
    user = users.sign_up(settings, form.invite, **asked)
    answer = RegistrationOutcome.of(registered=True, confirm=False)
    if user is None:
        # An address that has an account gets the same answer in the same time, with a cookie that opens nothing.
        time.sleep(_sign_ups.rest(started))
        return cookies.with_secret(answer, 201, sessions.decoy())
    signed_in = cookies.sign_in(user, answer, 201)
    _sign_ups.add(started)
    return signed_in


@area.post(
    "/login",
    access=PUBLIC,
    counts=rates.by_source("SIGN_INS_PER_ADDRESS", "sign-in"),
    form=SignIn,
    answers={200: cookies.SignedIn},
    refusals=(401, 403),
    on_full_disk=True,
)
def login(form: SignIn) -> Any:
    """Sign in with e-mail address and password."""
    settings = current_app.config["NOTESVC"]
    # Only the digest: people type their password into the wrong field.
    key, source = users.key_of(form.email), rates.source_address()
    account = crypto.digest(key)
    rates.count(limits.SIGN_INS_PER_ACCOUNT, "sign-in-account", source, account)
    # Either way one window is counted, so that the work does not tell whether there is such an account.
    is_known = sessions.was_begun_from(source, key)
    place = ("sign-in-known", source, account) if is_known else ("sign-in-anywhere", account)
    with rates.guesses_counted(limits.SIGN_INS_FROM_ANYWHERE, *place):
        user = users.sign_in(form.email, form.password)
    if form.code:
        # By account: only who knows the password gets here, so no stranger can use the attempts up.
        rates.count(limits.CODES_PER_ACCOUNT, "code", str(user.id))
    second_factor.check(user, form.code)
    if not settings.password_sign_in and not user.is_admin:
        raise errors.Forbidden("Sign in through one of the providers.")
    return cookies.sign_in(user, cookies.signed_in(user))


@area.post(
    "/login/code",
    access=PUBLIC,
    counts=rates.by_source("SIGN_INS_PER_ADDRESS", "sign-in"),
    form=SignInCode,
    answers={200: cookies.SignedIn},
    refusals=(401, 403),
    on_full_disk=True,
)
def login_code(form: SignInCode) -> Any:
    """Finish a sign-in through a provider with a code, where the account has a second factor."""
    browser = browser_secret.present()
    user = provider_sign_in.user_awaited(browser)
    rates.count(limits.CODES_PER_ACCOUNT, "code", str(user.id))
    second_factor.check(user, form.code)
    provider_sign_in.await_no_more(browser)
    return cookies.sign_in(user, cookies.signed_in(user))


@area.post("/logout", access=PUBLIC, answers={204: None}, on_full_disk=True)
def logout() -> Any:
    """End this session."""
    cookies.end_present()
    return cookies.with_secret(None, 204, "")


@area.get("/session", access=SESSION, answers={200: cookies.SignedIn})
def session(caller: Caller) -> Any:
    """Who is signed in."""
    collaborators.claim(caller.user_id)
    return cookies.signed_in(users.by_id(caller.user_id))
