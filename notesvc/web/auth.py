"""Registering, signing in and out."""

from typing import Any, Literal

from flask import current_app
from pydantic import Field

from notesvc import crypto, errors, limits
from notesvc.domain import collaborators, registration, relying_party, second_factor, sessions, sign_ups, users
from notesvc.domain.caller import Caller
from notesvc.providers.known import providers
from notesvc.web import cookies, forms, passwords, rates, shapes
from notesvc.web.access import PUBLIC, SESSION
from notesvc.web.area import Area

area = Area("auth", "/api/auth")


class Registration(forms.Form):
    """POST register; `invite` also carries the set-up code of the very first account."""

    email: str = Field(max_length=limits.EMAIL_LONGEST)
    password: str = Field(max_length=limits.PASSWORD_LONGEST)
    name: forms.FilledName
    handle: str | None = None
    invite: str | None = None


class SignIn(forms.Form):
    """POST login."""

    email: str = Field(max_length=limits.EMAIL_LONGEST)
    password: str = Field(max_length=limits.PASSWORD_LONGEST)
    code: str | None = Field(None, max_length=limits.CODE_LONGEST)


class Registered(shapes.Shape):
    """What was registered; the same whether or not the address had an account. With `confirm`, a mail is on its way
    whose link makes the account."""

    registered: bool
    confirm: bool


class Ways(shapes.Shape):
    """How somebody without a session can come in; passkeys work at `passkeyHost` alone, if at all. Without `mail`,
    what would be mailed lies with the administrator."""

    registration: Literal["open", "invite", "closed"]
    is_first: bool
    needs_code: bool
    providers: list[str]
    oidc_name: str
    password: bool
    mail: bool
    passkey_host: str | None


@area.get("/ways", access=PUBLIC, answers={200: Ways})
def ways() -> Any:
    """How one can come in: who may register, whether nobody has an account yet, what is set up."""
    settings = current_app.config["NOTESVC"]
    party = relying_party.of(settings)
    return {
        "registration": registration.mode(settings),
        "isFirst": users.is_first(),
        "needsCode": users.setup_code(settings) is not None,
        "providers": list(providers(settings)),
        "oidcName": settings.oidc_name,
        "password": settings.password_sign_in,
        "mail": settings.smtp_url is not None,
        "passkeyHost": party.id if party else None,
    }


@area.post("/register", access=PUBLIC, form=Registration, answers={201: Registered}, refusals=(403, 409))
def register(form: Registration) -> Any:
    """Make an account and sign in."""
    rates.count(limits.REGISTRATIONS_PER_ADDRESS, "register", rates.source_address())
    settings = current_app.config["NOTESVC"]
    if not settings.password_sign_in and not users.is_first():
        raise errors.Forbidden("Sign in through one of the providers.")
    asked: dict[str, Any] = {"email": form.email, "password": form.password, "name": form.name, "handle": form.handle}
    if settings.smtp_url is not None and not users.is_first():
        passwords.count_mail(form.email)
        sign_ups.ask(settings, form.invite, **asked)
        return {"registered": True, "confirm": True}
    user = users.sign_up(settings, form.invite, **asked)
    answer = {"registered": True, "confirm": False}
    if user is None:
        # An address that has an account gets the same answer, with a cookie that opens nothing.
        return cookies.with_secret(answer, 201, sessions.decoy())
    return cookies.sign_in(user, answer, 201)


@area.post("/login", access=PUBLIC, form=SignIn, answers={200: cookies.SignedIn}, refusals=(401, 403))
def login(form: SignIn) -> Any:
    """Sign in with e-mail address and password."""
    settings = current_app.config["NOTESVC"]
    rates.count(limits.SIGN_INS_PER_ADDRESS, "sign-in", rates.source_address())
    # Only the digest: people type their password into the wrong field.
    account = crypto.digest(users.key_of(form.email))
    rates.count(limits.SIGN_INS_PER_ACCOUNT, "sign-in-account", rates.source_address(), account)
    user = users.sign_in(form.email, form.password)
    if form.code:
        # By account: only who knows the password gets here, so no stranger can use the attempts up.
        rates.count(limits.CODES_PER_ACCOUNT, "code", str(user.id))
    second_factor.check(user, form.code)
    if not settings.password_sign_in and not user.is_admin:
        raise errors.Forbidden("Sign in through one of the providers.")
    return cookies.sign_in(user, cookies.signed_in(user))


@area.post("/logout", access=PUBLIC, answers={204: None})
def logout() -> Any:
    """End this session."""
    cookies.end_present()
    return cookies.with_secret(None, 204, "")


@area.get("/session", access=SESSION, answers={200: cookies.SignedIn})
def session(caller: Caller) -> Any:
    """Who is signed in."""
    collaborators.claim(caller.user_id)
    return cookies.signed_in(users.by_id(caller.user_id))
