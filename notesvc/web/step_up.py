"""Proving oneself once more, for what a stolen session must not be able to do."""

from typing import Any

from flask import current_app
from pydantic import Field, model_validator

from notesvc import limits, shapes
from notesvc.domain.accounts import passkey_sign_in, second_factor
from notesvc.domain.accounts import step_up as stepping_up
from notesvc.domain.caller import Caller
from notesvc.web import browser_secret, cookies, forms, passkeys, rates
from notesvc.web.access import SESSION
from notesvc.web.area import Area
from notesvc.web.webauthn_json import AuthenticationResponse, RequestOptions

area = Area("step_up", "/api/auth")


class StepUp(forms.Form):
    """POST step-up: a password, a code of the second factor, or what a passkey signed."""

    password: str | None = Field(
        None, max_length=limits.PASSWORD_LONGEST, description="The password; one of the three."
    )
    code: str | None = Field(
        None, max_length=limits.CODE_LONGEST, description="A code of the authenticator app, or a recovery code."
    )
    passkey: AuthenticationResponse | None = Field(None, description="What a passkey signed.")

    @model_validator(mode="after")
    def _one_proof(self) -> "StepUp":
        if [self.password, self.code, self.passkey].count(None) != 2:
            raise ValueError("send either a password, a code or a passkey")
        return self


class SteppedUp(shapes.Shape):
    """For how many seconds sensitive things may be done now."""

    seconds: int = Field(description="For how many seconds.")


@area.post("/step-up", access=SESSION, form=StepUp, answers={200: SteppedUp}, on_full_disk=True)
def step_up(caller: Caller, form: StepUp) -> Any:
    """Open this session, and no other, for sensitive things for ten minutes."""
    count_try(caller)
    return cookies.with_secret(SteppedUp.of(seconds=limits.STEP_UP_SECONDS), 200, _prove(caller, form))


@area.post("/step-up/passkey/options", access=SESSION, answers={200: RequestOptions}, on_full_disk=True)
def passkey_options(caller: Caller) -> Any:
    """What one of the caller's passkeys is to sign so that it opens this session for sensitive things."""
    passkeys.count_challenge()
    browser = browser_secret.present_or_new()
    options = passkey_sign_in.step_up_options(current_app.config["NOTESVC"], caller, browser)
    return passkeys.bound(options, browser)


def _prove(caller: Caller, form: StepUp) -> str:
    """The session's new cookie. Raises NotAuthenticated."""
    if form.passkey is not None:
        credential = form.passkey.model_dump(by_alias=True)
        return passkey_sign_in.step_up(current_app.config["NOTESVC"], caller, browser_secret.present(), credential)
    if form.code is not None:
        rates.count(limits.CODES_PER_ACCOUNT, "code", caller.user_id)
        return second_factor.by_code(caller, form.code)
    return stepping_up.by_password(caller, form.password or "")


def count_try(caller: Caller) -> None:
    """Count an attempt by its session: a thief's guesses do not lock the owner's browser out."""
    rates.count(limits.STEP_UPS_PER_SESSION, "step-up", str(caller.session_hash))
