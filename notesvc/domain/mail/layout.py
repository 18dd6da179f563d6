"""What mails say: a kind of mail, a letter; each as plain text and as simple HTML."""

import html
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage

from notesvc import languages, mail_server
from notesvc.domain.mail import words
from notesvc.languages import Language


@dataclass(frozen=True, slots=True)
class Letter:
    """What is said to whom; `link` is an address of the service that the reader may open."""

    recipient: str
    subject: str
    paragraphs: tuple[str, ...]
    link: str | None = None
    closing: str = ""
    language: Language = languages.USUAL


_HTML = """\
<!doctype html>
<html lang="{language}" dir="{direction}">
<body style="font-family: sans-serif; color: #222; max-width: 36em; line-height: 1.5; overflow-wrap: anywhere">
{body}
</body></html>
"""


def as_message(letter: Letter, sender: str) -> EmailMessage:
    """The letter as a message. Raises ValueError for a recipient that is no plain address (no header is added)."""
    if not mail_server.is_address(letter.recipient):
        raise ValueError("the recipient is no mail address")
    message = EmailMessage()
    message["Subject"] = letter.subject
    message["From"] = Address("notesvc", addr_spec=sender)
    message["To"] = Address(addr_spec=letter.recipient)
    # Out-of-office answers to what a program sent help nobody (RFC 3834).
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(_as_text(letter))
    message.add_alternative(_as_html(letter), subtype="html")
    # Last: setting the content takes away what was said of it before.
    message["Content-Language"] = letter.language
    return message


def _as_text(letter: Letter) -> str:
    parts = [words.IN[letter.language].greeting, *letter.paragraphs]
    if letter.link:
        parts.append(letter.link)
    if letter.closing:
        parts.append(letter.closing)
    return "\n\n".join(parts) + "\n"


def _as_html(letter: Letter) -> str:
    """Every text escaped, the link in full: nothing in it is of the reader's or a stranger's making."""
    parts = [f"<p>{html.escape(text)}</p>" for text in (words.IN[letter.language].greeting, *letter.paragraphs)]
    if letter.link:
        address = html.escape(letter.link)
        parts.append(f'<p><a dir="ltr" href="{address}">{address}</a></p>')
    if letter.closing:
        parts.append(f'<p style="color: #666">{html.escape(letter.closing)}</p>')
    direction = "rtl" if languages.is_rtl(letter.language) else "ltr"
    return _HTML.format(language=letter.language, direction=direction, body="\n".join(parts))
