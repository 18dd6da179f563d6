"""Accounts: who may register, with what names and passwords, and who is whom."""

import contextlib
import re
import unicodedata

from notesvc import clock, crypto, database, errors, hosts, languages, limits, mail_server
from notesvc.config import Settings
from notesvc.domain import audit
from notesvc.domain.accounts import deletion_grace, registration, registration_invites, welcome_notes
from notesvc.domain.caller import OPERATOR, Caller
from notesvc.domain.mail import outbox
from notesvc.languages import Language
from notesvc.models import FormerHandle, User
from notesvc.text.fold import title_key

_HANDLE = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,30}[A-Za-z0-9])?")
_EMAIL = re.compile(r"[^\s@\x00-\x20]{1,64}@[^\s@.]+(?:\.[^\s@.]+)*")


class _NotCreatedError(Exception):
    """Undoes what was made for show."""


def register(*, email: str, password: str, name: str, handle: str | None = None, is_admin: bool | None = None) -> User:
    """Make an account with its welcome notes; the first one is the administrator's.

    Raises InvalidInput, and Conflict (`name_taken`) for a handle or an address that is in use.
    """
    check_new_email(email)
    check_password(password)
    hashed = crypto.hash_password(password)
    with database.transaction("users"):
        if is_known(email):
            raise errors.Conflict("This address has an account.")
        user = create(email, hashed, name, handle, is_first() if is_admin is None else is_admin)
        # The administrator vouches for the address.
        User.update(email_verified_at=clock.now()).where(User.id == user.id).execute()
        audit.record(OPERATOR, "account_made", str(user.id))
        return user


def sign_up(
    settings: Settings,
    code: str | None,
    *,
    email: str,
    password: str,
    name: str,
    handle: str | None = None,
    language: Language | None = None,
) -> User | None:
    """Register from outside, if registration lets the code in; None where the address has an account already.

    Neither the answer nor the work may tell which: handles are looked at first, an account is made either way and
    undone where there is one, and either way a mail goes to the address.
    Raises Forbidden, InvalidInput, Conflict (`name_taken`).
    """
    check_new_email(email)
    check_password(password)
    hashed = crypto.hash_password(password)
    with database.transaction("users"):
        admit(settings, code)
        if handle is not None:
            free_handle(handle, email)
        if is_known(email):
            _pretend(email, hashed, name, handle, language)
            return None
        user = create(email, hashed, name, handle, is_first(), language=language)
        outbox.queue("verify", str(user.email), user=str(user.id))
        audit.record_own(str(user.id), "registered")
        return user


def admit(settings: Settings, code: str | None) -> None:
    """Decide whether somebody may register now. Raises Forbidden.

    The first account may always, with the set-up code where anybody but who sits at this machine may come in.
    """
    if is_first():
        wanted = setup_code(settings)
        if wanted is not None and not crypto.same(wanted, code or ""):
            raise errors.Forbidden("The first account needs the set-up code that the service printed at its start.")
        return
    mode = registration.mode(settings)
    if mode == "open":
        return
    if mode == "closed":
        raise errors.Forbidden("Registration is closed.")
    if not code:
        raise errors.Forbidden("Registration needs an invite.")
    registration_invites.use(code)


def setup_code(settings: Settings) -> str | None:
    """The code that the first registration must send; None where none is wanted."""
    if not hosts.may_others_come(settings) or not is_first():
        return None
    return crypto.digest(f"set-up:{settings.secret_key}")[:12]


def is_first() -> bool:
    """Whether nobody has an account yet."""
    return User.select(User.id).limit(1).first() is None


def sign_in(email: str, password: str) -> User:
    """The user whose password this is. The same answer and the same time for an unknown address.

    Raises NotAuthenticated (`bad_credentials`).
    """
    user = User.get_or_none(User.email_key == key_of(email))
    is_right = crypto.password_fits(user.password_hash if user else None, password)
    if user is None or not is_right or user.disabled_at is not None or deletion_grace.is_over(user):
        raise errors.NotAuthenticated("The e-mail address or the password is wrong.", code="bad_credentials")
    if crypto.wants_rehash(str(user.password_hash)):
        # It can wait for the next time.
        with contextlib.suppress(*database.TROUBLE):
            _set_password(user, password)
    return user


def all() -> list[User]:
    """Every account, oldest first."""
    return list(User.select().order_by(User.created_at, User.id))


def by_id(user_id: str) -> User:
    """The account of that id. Raises NotFound."""
    user = User.get_or_none(User.id == user_id)
    if user is None:
        raise errors.NotFound
    return user


def by_email(email: str) -> User:
    """The account of that address. Raises NotFound."""
    user = User.get_or_none(User.email_key == key_of(email))
    if user is None:
        raise errors.NotFound
    return user


def language_of(user_id: str) -> Language | None:
    """The language of that account; None where it has none, or there is no such account."""
    user = User.get_or_none(User.id == user_id)
    return None if user is None else languages.of_tag(user.language)


def invite(uses: int = 1, days: int = 7) -> str:
    """A code of the operator's with which so many people may register within so many days."""
    return registration_invites.create(OPERATOR, uses, days)[1]


def caller_of(user: User, origin: str = "web") -> Caller:
    """The user as the caller of domain routines."""
    return Caller(str(user.id), str(user.name), str(user.handle), bool(user.is_admin), origin)


def key_of(name: str) -> str:
    """What two look-alike addresses or handles share: NFKC, case folded, invisible characters dropped."""
    text = unicodedata.normalize("NFKC", name)
    text = "".join(letter for letter in text if unicodedata.category(letter) not in ("Cf", "Cc"))
    return title_key(unicodedata.normalize("NFKC", text)).strip(" .")


def create(
    email: str,
    password_hash: str | None,
    name: str,
    handle: str | None,
    is_admin: bool,
    *,
    language: Language | None = None,
) -> User:
    """The account with its welcome notes, in the current transaction; `language` is None where it is not known.

    Raises InvalidInput, Conflict.
    """
    now = clock.now()
    chosen = free_handle(handle, email)
    user = User.create(
        id=clock.new_id(),
        email=email.strip(),
        email_key=key_of(email),
        handle=chosen,
        handle_key=key_of(chosen),
        name=name.strip(),
        password_hash=password_hash,
        is_admin=is_admin,
        created_at=now,
        updated_at=now,
        language=language,
    )
    welcome_notes.plant(caller_of(user), language)
    return user


def is_known(email: str) -> bool:
    """Whether the address has an account."""
    return User.get_or_none(User.email_key == key_of(email)) is not None


def check_email(email: str) -> None:
    """Raise InvalidInput for what is no mail address."""
    if not _EMAIL.fullmatch(email.strip()) or len(email) > limits.EMAIL_LONGEST:
        raise errors.InvalidInput("email", "must be an e-mail address")


def check_new_email(email: str) -> None:
    """Raise InvalidInput for what no account may have as its address: mail has to reach it, and nobody mistake it."""
    check_email(email)
    if not mail_server.is_address(email.strip()):
        raise errors.InvalidInput("email", "must be an e-mail address, without letters of other scripts")


def check_password(password: str) -> None:
    """Raise InvalidInput for a password that is too short or too long."""
    if not limits.PASSWORD_SHORTEST <= len(password) <= limits.PASSWORD_LONGEST:
        raise errors.InvalidInput(
            "password", f"must have {limits.PASSWORD_SHORTEST} to {limits.PASSWORD_LONGEST} characters"
        )


def check_handle(wanted: str) -> None:
    """Raise InvalidInput for what cannot be a handle."""
    if not _HANDLE.fullmatch(wanted) or len(wanted) < 2:
        raise errors.InvalidInput("handle", "must have 2 to 32 letters a-z, digits, . - or _")


def free_handle(wanted: str | None, email: str) -> str:
    """The wanted handle, else a free one made from the address. Raises InvalidInput, Conflict (`name_taken`)."""
    if wanted is not None:
        check_handle(wanted)
        if is_taken(wanted):
            raise errors.Conflict("This handle is taken.")
        return wanted
    stem = re.sub(r"[^a-z0-9]+", "-", email.split("@")[0].lower()).strip("-")[:24] or "user"
    stem = stem if len(stem) > 1 else f"{stem}-user"
    number, handle = 1, stem
    while is_taken(handle):
        number += 1
        handle = f"{stem}{number}"
    return handle


def is_taken(handle: str) -> bool:
    """Whether the handle, or one that looks like it, is somebody's, or was."""
    return with_handle(handle) is not None


def with_handle(handle: str) -> User | None:
    """Who has the handle, or had it before."""
    key = key_of(handle)
    user: User | None = User.get_or_none(User.handle_key == key)
    if user is not None:
        return user
    former = FormerHandle.get_or_none(FormerHandle.handle_key == key)
    return None if former is None else User.get_or_none(User.id == former.user_id)


def _pretend(email: str, password_hash: str, name: str, handle: str | None, language: Language | None) -> None:
    """The work of an account that is not made, and a mail to the one that is there, in the current transaction."""
    with contextlib.suppress(_NotCreatedError), database.savepoint():
        made = create(f"{crypto.random_secret(8)}{email}", password_hash, name, handle, False, language=language)
        audit.record_own(str(made.id), "registered")
        raise _NotCreatedError
    known = by_email(email)
    outbox.queue("known", str(known.email), user=str(known.id))


def _set_password(user: User, password: str) -> None:
    hashed = crypto.hash_password(password)
    with database.transaction(str(user.id)):
        User.update(password_hash=hashed, updated_at=clock.now()).where(User.id == user.id).execute()
