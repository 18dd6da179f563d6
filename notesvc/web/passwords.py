"""Passwords: forgotten, set anew by mail, changed."""

from typing import Any

from pydantic import Field

from notesvc import crypto, limits, shapes
from notesvc.domain.accounts import passwords, users
from notesvc.domain.caller import Caller
from notesvc.web import browser_language, cookies, forms, rates
from notesvc.web.access import PUBLIC, STEPPED_UP
from notesvc.web.area import Area

area = Area("passwords", "/api")

count_link = rates.by_source("LINKS_PER_ADDRESS", "link")
count_mail_by_source = rates.by_source("MAILS_PER_ADDRESS", "mail")


class Forgotten(forms.Form):
    """POST forgot-password."""

    email: str = Field(max_length=limits.EMAIL_LONGEST, description="The mail address of the account.")


class Reset(forms.Form):
    """POST reset-password; without `keepKeys` every key of a program ends."""

    token: str = Field(max_length=100, description="What the mailed link carries.")
    password: str = Field(max_length=limits.PASSWORD_LONGEST, description="The new password.")
    keep_keys: bool = Field(False, description="Whether programs keep their keys.")


class NewPassword(forms.Form):
    """POST password; without `keepKeys` every key of a program ends."""

    password: str = Field(max_length=limits.PASSWORD_LONGEST, description="The new password.")
    keep_keys: bool = Field(False, description="Whether programs keep their keys.")


class Receipt(shapes.Shape):
    """What was asked for is under way; the same whether or not there is anything to do."""

    asked: bool = Field(description="Always true.")


@area.post("/auth/forgot-password", access=PUBLIC, counts=count_mail_by_source, form=Forgotten, answers={202: Receipt})
def forgot(form: Forgotten) -> Any:
    """Send a link to set a new password; the answer tells nobody whether the address has an account."""
    count_mail_to(form.email)
    users.check_email(form.email)
    passwords.ask_to_reset(form.email, browser_language.of_request())
    return Receipt.of(asked=True)


@area.post("/auth/reset-password", access=PUBLIC, counts=count_link, form=Reset, answers={204: None})
def reset(form: Reset) -> Any:
    """Set a new password by a mailed link; every session of the account ends."""
    passwords.reset(form.token, form.password, form.keep_keys)


@area.post("/account/password", access=STEPPED_UP, form=NewPassword, answers={204: None})
def change(caller: Caller, form: NewPassword) -> Any:
    """Set a new password; all other sessions of the account end."""
    return cookies.with_secret(None, 204, passwords.change(caller, form.password, form.keep_keys))


def count_mail(recipient: str) -> None:
    """Count a mail that a visitor asks for: by the visitor, and by the visitor and the recipient."""
    count_mail_by_source()
    count_mail_to(recipient)


def count_mail_to(recipient: str) -> None:
    """Count a mail by the visitor and the recipient."""
    whose = crypto.digest(users.key_of(recipient))
    rates.count(limits.MAILS_PER_RECIPIENT, "mail-to", rates.source_address(), whose)
