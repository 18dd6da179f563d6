"""The mails that the service has sent, read as their recipients would."""

import re
from dataclasses import dataclass
from email import message_from_bytes, policy

from notesvc.config import Settings
from notesvc.domain.mail import sender


@dataclass(frozen=True)
class Received:
    """A mail."""

    to: str
    subject: str
    text: str

    @property
    def token(self) -> str:
        """The token of its link."""
        found = re.search(r"#(?:new&)?token=(\S+)", self.text)
        assert found is not None, self.text
        return found[1]


def delivered(settings: Settings) -> list[Received]:
    """What has been sent since the last time, oldest first."""
    while sender.send_due(settings):
        pass
    found = []
    for path in sorted(settings.mails.glob("*.eml")):
        message = message_from_bytes(path.read_bytes(), policy=policy.default)
        body = message.get_body(("plain",))
        assert body is not None
        found.append(Received(str(message["To"]), str(message["Subject"]), str(body.get_content())))
        path.unlink()
    return found


def only(settings: Settings) -> Received:
    """The one mail that has been sent since the last time."""
    [mail] = delivered(settings)
    return mail
