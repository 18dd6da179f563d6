"""Mail addresses: confirming one, and changing to another."""

from typing import Any

from pydantic import Field

from notesvc import errors, limits
from notesvc.domain.accounts import addresses, sign_ups
from notesvc.domain.caller import Caller
from notesvc.web import access, browser_language, cookies, forms, passwords
from notesvc.web.access import PUBLIC, SESSION, STEPPED_UP
from notesvc.web.area import Area

area = Area("addresses", "/api")


class Verification(forms.Form):
    """POST verify-email; `password` only for the link of a sign-up."""

    token: str = Field(max_length=100, description="What the mailed link carries.")
    password: str | None = Field(
        None,
        max_length=limits.PASSWORD_LONGEST,
        description="The password that was chosen at the sign-up; absent for the link of an account.",
    )


class NewAddress(forms.Form):
    """POST email."""

    email: str = Field(max_length=limits.EMAIL_LONGEST, description="The new mail address.")


@area.post(
    "/auth/verify-email",
    access=PUBLIC,
    counts=passwords.count_link,
    form=Verification,
    answers={200: cookies.SignedIn},
    refusals=(401,),
)
def verify(form: Verification) -> Any:
    """Confirm an address: with the session of its account, or a sign-up with the password that was chosen."""
    if form.password is not None:
        user = sign_ups.confirm(form.token, form.password, browser_language.of_request())
        return cookies.sign_in(user, cookies.signed_in(user))
    caller = access.present_caller()
    if caller is None:
        raise errors.NotAuthenticated("Sign in to confirm this address.")
    return cookies.signed_in(addresses.confirm(caller, form.token))


@area.post("/account/verify-email", access=SESSION, answers={202: passwords.Receipt})
def send_again(caller: Caller) -> Any:
    """Send the link that confirms the address once more."""
    passwords.count_mail(caller.user_id)
    addresses.ask_to_verify(caller)
    return {"asked": True}


@area.post("/account/email", access=STEPPED_UP, form=NewAddress, answers={202: passwords.Receipt})
def change(caller: Caller, form: NewAddress) -> Any:
    """Ask for another address: it is used from the moment that a mail to it was answered; the old one is told."""
    passwords.count_mail(form.email)
    addresses.ask_to_change(caller, form.email)
    return {"asked": True}
