"""The second factor: an authenticator app, and recovery codes for the day it is lost."""

import base64
import os
from collections.abc import Collection
from typing import Literal

from notesvc import clock, crypto, database, errors, limits
from notesvc.domain import audit, notifications
from notesvc.domain.accounts import one_time_codes, sessions, users
from notesvc.domain.caller import Caller
from notesvc.domain.mail import outbox
from notesvc.models import RecoveryCode, SecondFactor, User

_PURPOSE = "second factor"
_RECOVERY_BYTES = 10
_IS_ON = "SELECT 1 FROM second_factors WHERE user_id = ? AND sealed IS NOT NULL"


def is_on(user_id: str) -> bool:
    """Whether signing in with a password asks for a code."""
    return database.execute(_IS_ON, (user_id,)).fetchone() is not None


def of_those(user_ids: Collection[str]) -> set[str]:
    """Which of the users are asked for a code."""
    on = SecondFactor.user.in_(list(user_ids)) & SecondFactor.sealed.is_null(False)
    return {str(row.user_id) for row in SecondFactor.select(SecondFactor.user).where(on)} if user_ids else set()


def recovery_codes_left(user_id: str) -> int:
    """How many recovery codes have not been used."""
    return int(RecoveryCode.select().where(RecoveryCode.user == user_id).count())


def start(caller: Caller) -> tuple[str, str]:
    """A new secret and its otpauth address; it counts once a code of it has been shown to `confirm`."""
    secret = one_time_codes.new_secret()
    row = {"user": caller.user_id, "pending": crypto.seal(_PURPOSE, secret), "last_step": 0}
    with database.transaction(caller.user_id):
        SecondFactor.insert(row).on_conflict(
            conflict_target=[SecondFactor.user], preserve=[SecondFactor.pending]
        ).execute()
    return secret, one_time_codes.address(secret, str(users.by_id(caller.user_id).email))


def confirm(caller: Caller, code: str) -> list[str]:
    """Ask for codes from now on; answers the recovery codes, which are shown this once. Raises InvalidInput."""
    with database.transaction(caller.user_id):
        found = SecondFactor.get_or_none(SecondFactor.user == caller.user_id)
        if found is None or found.pending is None:
            raise errors.InvalidInput("code", "comes before its secret")
        step = one_time_codes.step_of(crypto.unseal(_PURPOSE, found.pending), _plain(code), _now())
        if step is None:
            raise errors.InvalidInput("code", "is not the one that the app shows now")
        SecondFactor.update(sealed=found.pending, pending=None, last_step=step).where(
            SecondFactor.user == caller.user_id
        ).execute()
        _tell(caller, "second_factor_on")
        return _new_codes(caller.user_id)


def remove(caller: Caller) -> None:
    """Ask for no codes any more."""
    with database.transaction(caller.user_id):
        if is_on(caller.user_id):
            _tell(caller, "second_factor_off")
        drop(caller.user_id)


def drop(user_id: str) -> None:
    """Forget the user's second factor, in the current transaction."""
    SecondFactor.delete().where(SecondFactor.user == user_id).execute()
    RecoveryCode.delete().where(RecoveryCode.user == user_id).execute()


def new_recovery_codes(caller: Caller) -> list[str]:
    """Fresh recovery codes in place of the old ones. Raises InvalidInput where there is no second factor."""
    with database.transaction(caller.user_id):
        if not is_on(caller.user_id):
            raise errors.InvalidInput("", "there is no second factor")
        audit.record(caller, "recovery_codes_made", caller.user_id)
        return _new_codes(caller.user_id)


def check(user: User, code: str | None) -> None:
    """Let the user pass with the app's code or a recovery code, each good once.

    Raises NotAuthenticated (`second_factor_required`) where one is wanted, or this one is not good.
    """
    if not is_on(str(user.id)):
        return
    if not code:
        raise errors.NotAuthenticated("Enter the code of your authenticator app.", code="second_factor_required")
    if not takes(str(user.id), code):
        raise errors.NotAuthenticated("This code is wrong or used.", code="second_factor_required")


def by_code(caller: Caller, code: str) -> str:
    """Open the caller's session for sensitive things, and answer its new cookie. Raises NotAuthenticated."""
    if not is_on(caller.user_id) or not takes(caller.user_id, code):
        raise errors.NotAuthenticated("This code is wrong or used.", code="bad_credentials")
    return sessions.step_up(caller)


def takes(user_id: str, code: str) -> bool:
    """Whether the code is good now; afterwards it is not any more (RFC 6238, section 5.2)."""
    plain = _plain(code)
    with database.transaction(user_id):
        if len(plain) != one_time_codes.DIGITS:
            spent = (RecoveryCode.user == user_id) & (RecoveryCode.code_hash == crypto.digest(plain))
            return bool(RecoveryCode.delete().where(spent).execute())
        found = SecondFactor.get(SecondFactor.user == user_id)
        step = one_time_codes.step_of(crypto.unseal(_PURPOSE, str(found.sealed)), plain, _now())
        if step is None:
            return False
        unused = (SecondFactor.user == user_id) & (SecondFactor.last_step < step)
        return bool(SecondFactor.update(last_step=step).where(unused).execute())


def _new_codes(user_id: str) -> list[str]:
    """80 bits each: as much as no fast hash gives away."""
    RecoveryCode.delete().where(RecoveryCode.user == user_id).execute()
    codes = [base64.b32encode(os.urandom(_RECOVERY_BYTES)).decode().lower() for _ in range(limits.RECOVERY_CODES)]
    RecoveryCode.insert_many([{"user": user_id, "code_hash": crypto.digest(code)} for code in codes]).execute()
    return ["-".join(code[at : at + 4] for at in range(0, len(code), 4)) for code in codes]


def _plain(code: str) -> str:
    return code.replace(" ", "").replace("-", "").lower()


def _now() -> float:
    return clock.timestamp_ms() / 1000


def _tell(caller: Caller, what: Literal["second_factor_on", "second_factor_off"]) -> None:
    audit.record(caller, what, caller.user_id)
    notifications.security(caller.user_id, what)
    outbox.queue("account_changed", str(users.by_id(caller.user_id).email), what=what)
