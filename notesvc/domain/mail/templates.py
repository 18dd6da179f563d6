"""Every kind of mail, and the letter that it becomes at the moment it is sent.

Links are made here, so that none lies in the outbox; they lead to the configured address, whatever a request said
(ASVS 6.4.1), and their tokens stand behind `#`, which browsers send to nobody.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from notesvc import clock, languages, limits, written_dates
from notesvc.config import Settings
from notesvc.domain import notifications
from notesvc.domain.accounts import sign_ups, users
from notesvc.domain.mail import links as mail_links
from notesvc.domain.mail import words
from notesvc.domain.mail.layout import Letter
from notesvc.domain.mail.words import Said
from notesvc.languages import Language
from notesvc.models import Invitation, Mail, Note, Notification, SignUp, User

Facts = dict[str, str]
_NAME = 100
_MINUTES = limits.MAIL_LINK_SECONDS // 60
_HOURS = limits.SIGN_UP_SECONDS // 3600
# Signs around an address would become part of the link that a mail program makes of it; news are isolated already.
_BARE = {"service", "reset_page", "news"}


@dataclass(frozen=True, slots=True)
class Paper:
    """What a letter is written on: where from, to whom, about what, in which language."""

    settings: Settings
    recipient: str
    facts: Facts
    language: Language

    @property
    def words(self) -> words.Words:
        """All that can be said."""
        return words.IN[self.language]

    def letter(self, said: Said, path: str | None = None, **values: str | int) -> Letter:
        """What is said, its values filled in; `path` is where its link leads."""
        link = None if path is None else f"{self.settings.base_url}{path}"
        paragraphs = tuple(self.fill(text, **values) for text in said.paragraphs)
        return Letter(self.recipient, said.subject, paragraphs, link, said.closing, self.language)

    def fill(self, text: str, **values: str | int) -> str:
        """The text with its values; where it runs from right to left, each keeps its own direction."""
        shown = {
            name: f"\u2068{value}\u2069" if languages.is_rtl(self.language) and name not in _BARE else value
            for name, value in values.items()
        }
        return text.format(**shown)

    def time(self, moment: str) -> str:
        """The moment, as people write it."""
        at = clock.parse(moment)
        return self.words.moment.format(day=written_dates.said(at, self.language), time=f"{at:%H:%M}")


def letter_of(settings: Settings, mail: Mail) -> Letter | None:
    """What the mail says now; None where nothing is to be sent any more."""
    recipient, facts = str(mail.recipient), dict(mail.facts)
    return KINDS[str(mail.kind)](Paper(settings, recipient, facts, _language(recipient, facts)))


def _language(recipient: str, facts: Facts) -> Language:
    """That of whose address it is, else of the account that it is about, else of the request that it comes from."""
    whose = (User.email_key == users.key_of(recipient or facts.get("email", ""))) | (User.id == facts.get("user", ""))
    found = {str(user.id) == facts.get("user"): user.language for user in User.select().where(whose)}
    known = (languages.of_tag(each) for each in (found.get(False), found.get(True), facts.get("language")) if each)
    return next((each for each in known if each is not None), languages.USUAL)


def _sign_up(paper: Paper) -> Letter | None:
    asked = SignUp.get_or_none(SignUp.id == paper.facts["sign_up"])
    if asked is None:
        return None
    if users.is_known(paper.recipient):
        return _account_exists(paper)
    path = f"/verify-email#new&token={sign_ups.mint(asked)}"
    return paper.letter(paper.words.confirm_sign_up, path, hours=_HOURS)


def _account_exists(paper: Paper) -> Letter:
    return paper.letter(paper.words.account_exists, "/sign-in")


def _verify(paper: Paper) -> Letter | None:
    user = User.get_or_none((User.id == paper.facts["user"]) & (User.email == paper.recipient))
    if user is None or user.email_verified_at is not None:
        return None
    path = f"/verify-email#token={mail_links.mint('verify', user, paper.recipient)}"
    return paper.letter(paper.words.confirm_address, path, minutes=_MINUTES)


def _reset(paper: Paper) -> Letter | None:
    user = User.get_or_none(User.email_key == users.key_of(paper.facts["email"]))
    if user is None or user.disabled_at is not None:
        return None
    # To the address that the account has, not to one that only looks like it.
    own = replace(paper, recipient=str(user.email))
    path = f"/reset-password#token={mail_links.mint('reset', user, own.recipient)}"
    return own.letter(own.words.new_password, path, minutes=_MINUTES)


def _change(paper: Paper) -> Letter | None:
    user = User.get_or_none(User.id == paper.facts["user"])
    if user is None:
        return None
    if users.is_known(paper.recipient) and users.key_of(paper.recipient) != user.email_key:
        return paper.letter(paper.words.address_taken)
    path = f"/verify-email#token={mail_links.mint('change', user, paper.recipient)}"
    return paper.letter(paper.words.confirm_new_address, path, handle=f"@{user.handle}", minutes=_MINUTES)


def _change_asked(paper: Paper) -> Letter:
    return paper.letter(paper.words.address_will_change)


def _address_changed(paper: Paper) -> Letter:
    return paper.letter(paper.words.address_changed, new=paper.facts["new"])


def _password_changed(paper: Paper) -> Letter:
    return paper.letter(paper.words.password_changed)


def _new_device(paper: Paper) -> Letter:
    facts = paper.facts
    agent = facts["agent"] or paper.words.unknown_browser
    return paper.letter(paper.words.new_sign_in, at=paper.time(facts["at"]), address=facts["address"], agent=agent)


def _device_approved(paper: Paper) -> Letter:
    may_write = paper.facts.get("may", "read and write") == "read and write"
    said = paper.words.device_may_write if may_write else paper.words.device_may_read
    return paper.letter(said, name=paper.facts["name"][:_NAME])


def _account_changed(paper: Paper) -> Letter:
    return paper.letter(CHANGES[paper.facts["what"]](paper.words))


def _storage_paused(paper: Paper) -> Letter:
    return paper.letter(paper.words.storage_paused, "/settings/storage")


def _account_made(paper: Paper) -> Letter | None:
    user = User.get_or_none((User.id == paper.facts["user"]) & (User.email == paper.recipient))
    if user is None or user.disabled_at is not None or user.password_hash is not None:
        return None
    service = paper.settings.base_url
    return paper.letter(
        paper.words.account_made,
        f"/reset-password#token={mail_links.mint('reset', user, paper.recipient)}",
        service=service,
        handle=f"@{user.handle}",
        minutes=_MINUTES,
        reset_page=f"{service}/forgot-password",
    )


def _deletion_asked(paper: Paper) -> Letter:
    when, handle = paper.time(paper.facts["at"]), f"@{paper.facts['handle']}"
    return paper.letter(paper.words.deletion_asked, "/sign-in", handle=handle, at=when)


def _deletion_undone(paper: Paper) -> Letter:
    return paper.letter(paper.words.deletion_undone)


def _invitation(paper: Paper) -> Letter | None:
    invited = Invitation.get_or_none(Invitation.id == paper.facts["invitation"])
    if invited is None:
        return None
    note = Note.get(Note.id == invited.note_id)
    owner = User.get_by_id(note.owner_id)
    may_change = invited.role == "editor"
    return paper.letter(
        paper.words.invitation_to_change if may_change else paper.words.invitation_to_read,
        f"/notes/{note.id}",
        owner=owner.name[:_NAME],
        handle=f"@{owner.handle}",
        note=note.name[:_NAME],
    )


def _notification(paper: Paper) -> Letter | None:
    told = Notification.get_or_none(Notification.id == paper.facts["notification"])
    if told is None or told.read_at is not None:
        return None
    seen = notifications.by_ids(str(told.user_id), [str(told.id)])[str(told.id)]
    who = f"{str(seen.actor_name)[:_NAME]} (@{seen.actor_handle})" if seen.actor_id else "notesvc"
    news = paper.fill(paper.words.news_kinds[seen.kind], who=who)
    if not seen.note_id:
        return paper.letter(paper.words.news, "", news=paper.fill(paper.words.alone, news=news))
    about = paper.fill(paper.words.about, news=news, note=str(seen.note_name)[:_NAME])
    return paper.letter(paper.words.news, f"/notes/{seen.note_id}", news=about)


def _backup_failed(paper: Paper) -> Letter:
    said = paper.words.backup_failed if paper.facts["of"] == "backup" else paper.words.drill_failed
    return paper.letter(said, service=paper.settings.base_url, detail=paper.facts["detail"])


def _test(paper: Paper) -> Letter:
    return paper.letter(paper.words.test, service=paper.settings.base_url)


CHANGES: dict[str, Callable[[words.Words], Said]] = {
    "identity_added": lambda said: said.identity_added,
    "identity_removed": lambda said: said.identity_removed,
    "passkey_added": lambda said: said.passkey_added,
    "passkey_removed": lambda said: said.passkey_removed,
    "second_factor_on": lambda said: said.second_factor_on,
    "second_factor_off": lambda said: said.second_factor_off,
}
KINDS: dict[str, Callable[[Paper], Letter | None]] = {
    "sign_up": _sign_up,
    "known": _account_exists,
    "verify": _verify,
    "reset": _reset,
    "change": _change,
    "change_asked": _change_asked,
    "changed": _address_changed,
    "password_changed": _password_changed,
    "new_device": _new_device,
    "device_approved": _device_approved,
    "account_changed": _account_changed,
    "storage_paused": _storage_paused,
    "account_made": _account_made,
    "deletion_asked": _deletion_asked,
    "deletion_undone": _deletion_undone,
    "invitation": _invitation,
    "notification": _notification,
    "backup_failed": _backup_failed,
    "test": _test,
}
