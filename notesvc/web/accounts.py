"""Accounts, for administrators."""

from typing import Annotated, Any

from flask import current_app
from pydantic import Field

from notesvc import errors, limits
from notesvc.domain import accounts
from notesvc.domain.accounts import Account
from notesvc.domain.caller import Caller
from notesvc.web import forms, passwords, shapes
from notesvc.web.access import ADMINISTRATOR, STEPPED_UP_ADMINISTRATOR
from notesvc.web.area import Area, page_size

area = Area("accounts", "/api/admin/users")


class AccountsQuery(forms.Page):
    """GET users; `q` is part of an address, handle or name."""

    q: str | None = Field(None, max_length=limits.SEARCH_QUERY)


class NewAccount(forms.Form):
    """POST users."""

    email: str = Field(max_length=254)
    name: forms.FilledName
    handle: str | None = None
    is_admin: bool = False


class AccountChange(forms.Form):
    """PATCH users/{id}; a quota of null is none."""

    is_disabled: bool = False
    is_admin: bool = False
    quota_bytes: Annotated[forms.Number, Field(ge=0)] | None = None


class AccountShape(shapes.Shape):
    """A user as administrators see them: nothing of what they write."""

    id: str
    email: str
    name: str
    handle: str
    is_admin: bool
    created_at: str
    disabled_at: str | None
    deletion_at: str | None
    email_verified: bool
    has_password: bool
    has_second_factor: bool
    last_seen_at: str | None
    notes: int
    attachment_bytes: int
    quota_bytes: int | None


class AccountList(shapes.Shape):
    """A page of users, by address."""

    users: list[AccountShape]
    next_cursor: str | None


@area.get("", access=ADMINISTRATOR, query=AccountsQuery, answers={200: AccountList})
def users(_: Caller, query: AccountsQuery) -> Any:
    """All users, by address; or those whose address, handle or name holds `q`."""
    size = page_size(query.limit, limits.PAGE, limits.PAGE_MOST)
    found, cursor = accounts.page(query.q, query.cursor, size)
    return {"users": [_shape(each) for each in found], "nextCursor": cursor}


@area.post("", access=STEPPED_UP_ADMINISTRATOR, form=NewAccount, answers={201: AccountShape}, refusals=(409,))
def make(caller: Caller, form: NewAccount) -> Any:
    """Make an account; its user is sent a mail with which to choose a password."""
    if not current_app.config["NOTESVC"].password_sign_in:
        raise errors.Forbidden("Passwords are for administrators only here: send an invite instead.")
    made = accounts.make(caller, email=form.email, name=form.name, handle=form.handle, is_admin=form.is_admin)
    return _shape(accounts.one(str(made.id)))


@area.get("/<id:user_id>", access=ADMINISTRATOR, answers={200: AccountShape})
def user(_: Caller, user_id: str) -> Any:
    """A user."""
    return _shape(accounts.one(user_id))


@area.patch(
    "/<id:user_id>",
    access=STEPPED_UP_ADMINISTRATOR,
    form=AccountChange,
    answers={200: AccountShape},
    refusals=(409,),
)
def change(caller: Caller, user_id: str, form: AccountChange) -> Any:
    """Disable or enable, make or unmake an administrator, bound what attachments may take."""
    accounts.change(caller, user_id, form.given())
    return _shape(accounts.one(user_id))


@area.post("/<id:user_id>/password-reset", access=STEPPED_UP_ADMINISTRATOR, answers={202: passwords.Asked})
def send_reset(caller: Caller, user_id: str) -> Any:
    """Send the user a link with which to set a new password."""
    accounts.send_reset(caller, user_id)
    return {"asked": True}


def _shape(account: Account) -> dict[str, Any]:
    user = account.user
    return {
        "id": user.id,
        "email": user.email,
        "name": user.name,
        "handle": user.handle,
        "isAdmin": bool(user.is_admin),
        "createdAt": user.created_at,
        "disabledAt": user.disabled_at,
        "deletionAt": user.deletion_at,
        "emailVerified": user.email_verified_at is not None,
        "hasPassword": user.password_hash is not None,
        "hasSecondFactor": account.has_second_factor,
        "lastSeenAt": account.seen_at,
        "notes": account.notes,
        "attachmentBytes": account.attachment_bytes,
        "quotaBytes": user.quota_bytes,
    }
