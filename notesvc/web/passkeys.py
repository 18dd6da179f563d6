"""Passkeys: those of an account, and signing in with one."""

from typing import Annotated, Any

from flask import current_app
from pydantic import AfterValidator, Field

from notesvc import limits, shapes
from notesvc.domain.accounts import passkey_registration, passkey_sign_in, passkeys
from notesvc.domain.caller import Caller
from notesvc.models import Passkey
from notesvc.web import browser_secret, cookies, forms, paging, rates
from notesvc.web.access import PUBLIC, SESSION, STEPPED_UP
from notesvc.web.area import Answer, Area
from notesvc.web.webauthn_json import AuthenticationResponse, CreationOptions, RegistrationResponse, RequestOptions

area = Area("passkeys", "/api")


def _short(name: str) -> str:
    if len(name) > limits.PASSKEY_NAME:
        raise ValueError(f"must be at most {limits.PASSKEY_NAME} characters")
    return name


Name = Annotated[forms.FilledName, AfterValidator(_short), Field(json_schema_extra={"maxLength": limits.PASSKEY_NAME})]


class NewPasskey(forms.Form):
    """POST passkeys."""

    name: Name = Field(description="What the passkey is called.")
    credential: RegistrationResponse = Field(description="What the browser made.")


class PasskeyChange(forms.Form):
    """PATCH passkeys/{id}."""

    name: Name = Field(description="What the passkey is called.")


class PasskeySignIn(forms.Form):
    """POST passkey."""

    credential: AuthenticationResponse = Field(description="What the browser signed.")


class PasskeyShape(shapes.Shape):
    """A passkey; synced ones are on all devices of their owner, others on one alone."""

    id: shapes.Id = Field(description="The passkey's id.")
    name: str = Field(description="What it is called.")
    is_synced: bool = Field(description="Whether it is on all devices of its owner.")
    created_at: shapes.Time = Field(description="When it was made.")
    last_used_at: shapes.Time | None = Field(description="When it was last used; null where never.")


class PasskeyList(shapes.Shape):
    """A page of the passkeys of an account, oldest first."""

    passkeys: list[PasskeyShape] = Field(description="The passkeys on this page.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


@area.post("/auth/passkey/options", access=PUBLIC, answers={200: RequestOptions}, on_full_disk=True)
def sign_in_options() -> Any:
    """What a passkey is to sign so that it opens a session; the same whoever asks."""
    count_challenge()
    browser = browser_secret.present_or_new()
    return bound(passkey_sign_in.options(current_app.config["NOTESVC"], browser), browser)


@area.post(
    "/auth/passkey",
    access=PUBLIC,
    counts=rates.by_source("SIGN_INS_PER_ADDRESS", "sign-in"),
    form=PasskeySignIn,
    answers={200: cookies.SignedIn},
    refusals=(401,),
    on_full_disk=True,
)
def sign_in(form: PasskeySignIn) -> Any:
    """Sign in with a passkey, which counts as both factors."""
    credential = form.credential.model_dump(by_alias=True)
    user = passkey_sign_in.sign_in(current_app.config["NOTESVC"], browser_secret.present(), credential)
    return cookies.sign_in(user, cookies.signed_in(user))


@area.get("/account/passkeys", access=SESSION, query=forms.Page, answers={200: PasskeyList})
def read(caller: Caller, query: forms.Page) -> Any:
    """The passkeys that open this account."""
    rows, cursor = paging.page(query, "passkeys", passkeys.of_user(caller.user_id), lambda row: str(row.id))
    return PasskeyList.of(passkeys=[_shape(each) for each in rows], next_cursor=cursor)


@area.post("/account/passkeys/options", access=STEPPED_UP, answers={200: CreationOptions}, refusals=(409,))
def options(caller: Caller) -> Any:
    """What the browser is to make for a new passkey."""
    count_challenge()
    browser = browser_secret.present_or_new()
    return bound(passkey_registration.options(current_app.config["NOTESVC"], caller, browser), browser)


@area.post("/account/passkeys", access=STEPPED_UP, form=NewPasskey, answers={201: PasskeyShape}, refusals=(409,))
def add(caller: Caller, form: NewPasskey) -> Any:
    """Let the passkey that the browser made open this account."""
    credential = form.credential.model_dump(by_alias=True)
    browser = browser_secret.present()
    return _shape(passkey_registration.finish(current_app.config["NOTESVC"], caller, browser, form.name, credential))


@area.patch("/account/passkeys/<id:passkey_id>", access=SESSION, form=PasskeyChange, answers={200: PasskeyShape})
def change(caller: Caller, passkey_id: str, form: PasskeyChange) -> Any:
    """Call a passkey something else."""
    return _shape(passkeys.rename(caller, passkey_id, form.name))


@area.delete("/account/passkeys/<id:passkey_id>", access=STEPPED_UP, answers={204: None}, refusals=(409,))
def remove(caller: Caller, passkey_id: str) -> Any:
    """Open this account with that passkey no more; the last way in stays."""
    passkeys.remove(current_app.config["NOTESVC"], caller, passkey_id)


def count_challenge() -> None:
    """Count a challenge that somebody asks for: each is kept for a while."""
    rates.count(limits.PASSKEY_CHALLENGES_PER_ADDRESS, "passkey-challenge", rates.source_address())


def bound(options: dict[str, Any], browser: str) -> Any:
    """The options as an answer; what they ask for comes back from this browser alone."""
    return browser_secret.bind(Answer(options).response(), browser)


def _shape(row: Passkey) -> dict[str, Any]:
    return PasskeyShape.of(row, last_used_at=row.used_at)
