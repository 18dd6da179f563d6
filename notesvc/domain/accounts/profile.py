"""What users say about themselves."""

import contextlib
from collections.abc import Mapping
from typing import Any

from notesvc import clock, database, errors, limits
from notesvc.domain.accounts import users
from notesvc.domain.caller import Caller
from notesvc.languages import Language
from notesvc.models import FormerHandle, User


def change(caller: Caller, fields: Mapping[str, Any]) -> User:
    """Change what is named: `name`, `handle`, `language`. Raises InvalidInput, and Conflict (`name_taken`) for a
    handle."""
    with database.transaction("users"):
        user = users.by_id(caller.user_id)
        values: dict[str, Any] = {}
        if "name" in fields:
            values["name"] = str(fields["name"]).strip()
        if "handle" in fields:
            values |= _handle(user, str(fields["handle"]))
        if "language" in fields:
            values["language"] = fields["language"]
        if values:
            User.update(**values, updated_at=clock.now()).where(User.id == user.id).execute()
        return users.by_id(caller.user_id)


def learn_language(user: User, language: Language | None) -> None:
    """Keep the language of the browser that signs in, for an account that has none: one made by somebody else."""
    if language is None or user.language is not None:
        return
    # It can wait for the next time.
    with contextlib.suppress(*database.TROUBLE), database.transaction(str(user.id)):
        User.update(language=language).where((User.id == user.id) & User.language.is_null()).execute()


def _handle(user: User, wanted: str) -> dict[str, str]:
    """The columns of the handle; another way of writing one's own is not taken, and neither is one had before."""
    users.check_handle(wanted)
    key = users.key_of(wanted)
    if key == user.handle_key:
        return {"handle": wanted}
    holder = users.with_handle(wanted)
    if holder is not None and holder.id != user.id:
        raise errors.Conflict("This handle is taken.")
    _keep(user, key)
    return {"handle": wanted, "handle_key": key}


def _keep(user: User, new_key: str) -> None:
    """The handle that is given up stays the user's: texts mention them by it."""
    mine = FormerHandle.user == user.id
    FormerHandle.delete().where(mine & (FormerHandle.handle_key == new_key)).execute()
    if FormerHandle.select().where(mine).count() >= limits.FORMER_HANDLES:
        raise errors.InvalidInput("handle", f"can be changed {limits.FORMER_HANDLES} times")
    FormerHandle.create(handle_key=user.handle_key, user=user.id)
