"""Accounts, for administrators."""

from typing import Annotated, Any

from flask import current_app
from pydantic import BeforeValidator, Field

from notesvc import errors, limits, shapes
from notesvc.domain.accounts import administration
from notesvc.domain.accounts.administration import Account
from notesvc.domain.caller import Caller
from notesvc.web import forms, idempotency_keys, passwords
from notesvc.web.access import ADMINISTRATOR, STEPPED_UP_ADMINISTRATOR
from notesvc.web.area import Answer, Area, page_size

area = Area("accounts", "/api/admin/users")


Bytes = Annotated[int, Field(ge=0, le=limits.LARGEST_INTEGER), BeforeValidator(forms.whole)]


class AccountsQuery(forms.Page):
    """GET users; `q` is part of an address, handle or name."""

    q: str | None = Field(None, max_length=limits.SEARCH_QUERY, description="Part of an address, a handle or a name.")


class NewAccount(forms.Form):
    """POST users."""

    email: str = Field(max_length=254, description="The mail address; a mail to it says how to choose a password.")
    name: forms.FilledName = Field(description="How others see the user.")
    handle: str | None = Field(None, description="What others write after `@`; made from the address where absent.")
    is_admin: bool = Field(False, description="Whether the account is an administrator's.")


class AccountChange(forms.Form):
    """PATCH users/{id}; a quota of null is none."""

    is_disabled: bool = Field(
        False, description="True ends all sessions and keys and lets nobody in; false lets the user in again."
    )
    is_admin: bool = Field(False, description="Whether the user is an administrator.")
    quota_bytes: Bytes | None = Field(None, description="What attachments may take, in bytes; null for what all may.")


class AccountShape(shapes.Shape):
    """A user as administrators see them: nothing of what they write."""

    id: shapes.Id = Field(description="The user's id.")
    email: str = Field(description="The mail address.")
    name: str = Field(description="How others see the user.")
    handle: str = Field(description="What others write after `@`.")
    is_admin: bool = Field(description="Whether the user is an administrator.")
    created_at: shapes.Time = Field(description="When it was made.")
    disabled_at: shapes.Time | None = Field(description="Since when the user cannot come in; null where they can.")
    deletion_at: shapes.Time | None = Field(
        description="When the account goes for good; null where its user has not asked for that."
    )
    email_verified: bool = Field(description="Whether a mail to the address was answered.")
    has_password: bool = Field(description="Whether the account can be entered by a password.")
    has_second_factor: bool = Field(description="Whether signing in asks for a code.")
    last_seen_at: shapes.Time | None = Field(description="When the user was last seen; null where never.")
    notes: int = Field(description="How many notes the user has.")
    attachment_bytes: shapes.Int64 = Field(description="What the user's attachments take, in bytes.")
    quota_bytes: shapes.Int64 | None = Field(description="What they may take, in bytes; null for what all may.")


class AccountList(shapes.Shape):
    """A page of users, by address."""

    users: list[AccountShape] = Field(description="The users on this page.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


@area.get("", access=ADMINISTRATOR, query=AccountsQuery, answers={200: AccountList})
def users(_: Caller, query: AccountsQuery) -> Any:
    """All users, by address; or those whose address, handle or name holds `q`."""
    size = page_size(query.limit, limits.PAGE, limits.PAGE_MOST)
    found, cursor = administration.page(query.q, query.cursor, size)
    return AccountList.of(users=[_shape(each) for each in found], next_cursor=cursor)


@area.post(
    "",
    access=STEPPED_UP_ADMINISTRATOR,
    form=NewAccount,
    headers=("Idempotency-Key",),
    answers={201: AccountShape, 200: AccountShape},
    refusals=(409,),
)
def add(caller: Caller, form: NewAccount) -> Any:
    """Make an account; its user is sent a mail with which to choose a password."""
    if not current_app.config["NOTESVC"].password_sign_in:
        raise errors.Forbidden("Passwords are for administrators only here: send an invite instead.")

    def make() -> Answer:
        made = administration.make(caller, email=form.email, name=form.name, handle=form.handle, is_admin=form.is_admin)
        return Answer(_shape(administration.one(str(made.id))), 201)

    return idempotency_keys.once(caller, idempotency_keys.of_address(form), make, lock="users")


@area.get("/<id:user_id>", access=ADMINISTRATOR, answers={200: AccountShape})
def user(_: Caller, user_id: str) -> Any:
    """A user."""
    return _shape(administration.one(user_id))


@area.patch(
    "/<id:user_id>",
    access=STEPPED_UP_ADMINISTRATOR,
    form=AccountChange,
    answers={200: AccountShape},
    refusals=(409,),
)
def change(caller: Caller, user_id: str, form: AccountChange) -> Any:
    """Disable or enable, make or unmake an administrator, bound what attachments may take."""
    administration.change(caller, user_id, form.given())
    return _shape(administration.one(user_id))


@area.post("/<id:user_id>/password-reset", access=STEPPED_UP_ADMINISTRATOR, answers={202: passwords.Receipt})
def send_reset(caller: Caller, user_id: str) -> Any:
    """Send the user a link with which to set a new password."""
    administration.send_reset(caller, user_id)
    return passwords.Receipt.of(asked=True)


def _shape(account: Account) -> dict[str, Any]:
    user = account.user
    return AccountShape.of(
        user,
        email_verified=user.email_verified_at is not None,
        has_password=user.password_hash is not None,
        has_second_factor=account.has_second_factor,
        last_seen_at=account.seen_at,
        notes=account.notes,
        attachment_bytes=account.attachment_bytes,
    )
