"""The second factor of an account: codes of an authenticator app, recovery codes."""

from typing import Any

from pydantic import Field

from notesvc import limits, shapes
from notesvc.domain.accounts import passkeys, second_factor, users
from notesvc.domain.caller import Caller
from notesvc.web import forms, qr_codes, rates
from notesvc.web.access import SESSION, STEPPED_UP
from notesvc.web.area import Area

area = Area("second_factor", "/api/account")


class Code(forms.Form):
    """POST totp/confirm."""

    code: str = Field(max_length=limits.CODE_LONGEST, description="A code of the authenticator app.")


class Security(shapes.Shape):
    """What protects the account."""

    has_password: bool = Field(description="Whether the account can be entered by a password.")
    email_verified: bool = Field(description="Whether a mail to the address was answered.")
    second_factor: bool = Field(description="Whether signing in asks for a code.")
    recovery_codes_left: int = Field(description="How many recovery codes have not been used.")
    passkeys: int = Field(description="How many passkeys open the account.")


class TotpSecret(shapes.Shape):
    """What an authenticator app is given: the secret by hand, an address to open, or that address as a QR code (an SVG
    in a data: address)."""

    secret: str = Field(description="The secret, to be typed.")
    otpauth_uri: str = Field(description="The address that opens an authenticator app.")
    qr_code: str = Field(description="That address as a QR code: an SVG picture in a `data:` address.")


class RecoveryCodes(shapes.Shape):
    """Codes that stand in for the app, each once; shown this once."""

    recovery_codes: list[str] = Field(description="The codes.")


@area.get("/security", access=SESSION, answers={200: Security})
def security(caller: Caller) -> Any:
    """What protects the account."""
    user = users.by_id(caller.user_id)
    return Security.of(
        has_password=user.password_hash is not None,
        email_verified=user.email_verified_at is not None,
        second_factor=second_factor.is_on(caller.user_id),
        recovery_codes_left=second_factor.recovery_codes_left(caller.user_id),
        passkeys=passkeys.count(caller.user_id),
    )


@area.post("/totp", access=STEPPED_UP, answers={201: TotpSecret})
def start(caller: Caller) -> Any:
    """A secret for an authenticator app; it counts once a code of it was confirmed."""
    secret, address = second_factor.start(caller)
    return TotpSecret.of(secret=secret, otpauth_uri=address, qr_code=qr_codes.as_image(address))


@area.post("/totp/confirm", access=STEPPED_UP, form=Code, answers={200: RecoveryCodes})
def confirm(caller: Caller, form: Code) -> Any:
    """Ask for codes from now on; the recovery codes are shown this once."""
    rates.count(limits.CODES_PER_ACCOUNT, "code", caller.user_id)
    return RecoveryCodes.of(recovery_codes=second_factor.confirm(caller, form.code))


@area.delete("/totp", access=STEPPED_UP, answers={204: None})
def remove(caller: Caller) -> Any:
    """Ask for no codes any more."""
    second_factor.remove(caller)


@area.post("/recovery-codes", access=STEPPED_UP, answers={200: RecoveryCodes})
def new_recovery_codes(caller: Caller) -> Any:
    """New recovery codes in place of the old ones, shown this once."""
    return RecoveryCodes.of(recovery_codes=second_factor.new_recovery_codes(caller))
