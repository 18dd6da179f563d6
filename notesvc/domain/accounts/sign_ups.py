"""Accounts that somebody asked for: they come to be when their address is proven, not before.

Nobody can thus hold an account under another's address, and sign-up tells nobody which addresses have one.
"""

from notesvc import clock, crypto, database, errors, limits
from notesvc.config import Settings
from notesvc.domain import audit
from notesvc.domain.accounts import users
from notesvc.domain.mail import outbox
from notesvc.languages import Language
from notesvc.models import SignUp, User


def ask(
    settings: Settings,
    code: str | None,
    *,
    email: str,
    password: str,
    name: str,
    handle: str | None,
    language: Language | None = None,
) -> None:
    """Keep what was asked for and send a link to the address. Raises Forbidden, InvalidInput, Conflict."""
    users.check_new_email(email)
    users.check_password(password)
    hashed = crypto.hash_password(password)
    with database.transaction("users"):
        users.admit(settings, code)
        if handle is not None:
            users.free_handle(handle, email)
        SignUp.delete().where(SignUp.expires_at <= clock.now()).execute()
        made = SignUp.create(
            id=clock.new_id(),
            email=email.strip(),
            email_key=users.key_of(email),
            password_hash=hashed,
            name=name,
            handle=handle,
            expires_at=clock.from_now(limits.SIGN_UP_SECONDS),
        )
        outbox.queue("sign_up", made.email, sign_up=str(made.id), language=language or "")


def mint(sign_up: SignUp) -> str:
    """The token of the link that confirms this sign-up; an older one is good no more."""
    token = crypto.random_secret(32)
    with database.transaction():
        SignUp.update(token_hash=crypto.digest(token)).where(SignUp.id == sign_up.id).execute()
    return token


def confirm(token: str, password: str, language: Language | None = None) -> User:
    """Make the account. The password shows that the one who asked is the one who has the mail: a stranger's
    sign-up under my address is not completed by my opening the link.

    Raises InvalidInput, Unauthenticated (`bad_credentials`).
    """
    found = SignUp.get_or_none(SignUp.token_hash == crypto.digest(token))
    if found is None or found.expires_at <= clock.now():
        raise errors.InvalidInput("token", "is used, too old, or was never valid")
    if not crypto.password_fits(str(found.password_hash), password):
        raise errors.NotAuthenticated("This is not the password that was chosen.", code="bad_credentials")
    with database.transaction("users"):
        # All that were asked for under this address: its owner has come.
        taken = SignUp.delete().where(SignUp.email_key == found.email_key).execute()
        if not taken or users.is_known(str(found.email)):
            raise errors.InvalidInput("token", "is used, too old, or was never valid")
        handle = found.handle if found.handle and not users.is_taken(found.handle) else None
        user = users.create(
            str(found.email), str(found.password_hash), str(found.name), handle, False, language=language
        )
        User.update(email_verified_at=clock.now()).where(User.id == user.id).execute()
        audit.record_own(str(user.id), "registered")
    return users.by_id(str(user.id))
