"""Passwords: forgotten, set anew by mail, changed."""

from typing import Any

from pydantic import Field

from notesvc import crypto, limits
from notesvc.domain import passwords, users
from notesvc.domain.caller import Caller
from notesvc.web import cookies, forms, rates, shapes
from notesvc.web.access import PUBLIC, STEPPED_UP
from notesvc.web.area import Area

area = Area("passwords", "/api")


class Forgotten(forms.Form):
    """POST forgot-password."""

    email: str = Field(max_length=limits.EMAIL_LONGEST)


class Reset(forms.Form):
    """POST reset-password; `revokeKeys` also ends what programs may do."""

    token: str = Field(max_length=100)
    password: str = Field(max_length=limits.PASSWORD_LONGEST)
    revoke_keys: bool = False


class NewPassword(forms.Form):
    """POST password."""

    password: str = Field(max_length=limits.PASSWORD_LONGEST)
    revoke_keys: bool = False


class Asked(shapes.Shape):
    """What was asked for is under way; the same whether or not there is anything to do."""

    asked: bool


@area.post("/auth/forgot-password", access=PUBLIC, form=Forgotten, answers={202: Asked})
def forgot(form: Forgotten) -> Any:
    """Send a link to set a new password; the answer tells nobody whether the address has an account."""
    count_mail(form.email)
    users.check_email(form.email)
    passwords.ask_to_reset(form.email)
    return {"asked": True}


@area.post("/auth/reset-password", access=PUBLIC, form=Reset, answers={204: None})
def reset(form: Reset) -> Any:
    """Set a new password by a mailed link; every session of the account ends."""
    rates.count(limits.LINKS_PER_ADDRESS, "link", rates.source_address())
    passwords.reset(form.token, form.password, form.revoke_keys)


@area.post("/account/password", access=STEPPED_UP, form=NewPassword, answers={204: None})
def change(caller: Caller, form: NewPassword) -> Any:
    """Set a new password; all other sessions of the account end."""
    return cookies.with_secret(None, 204, passwords.change(caller, form.password, form.revoke_keys))


def count_mail(recipient: str) -> None:
    """Count a mail that a visitor asks for: by the visitor, and by the visitor and the recipient."""
    rates.count(limits.MAILS_PER_ADDRESS, "mail", rates.source_address())
    whose = crypto.digest(users.key_of(recipient))
    rates.count(limits.MAILS_PER_RECIPIENT, "mail-to", rates.source_address(), whose)
