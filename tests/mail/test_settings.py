"""What the operator may say about mail."""

from pathlib import Path

import pytest

from notesvc.errors import SettingError
from tests.conftest import settings_of


@pytest.mark.parametrize(
    "url", ["http://x", "smtp://", "smtp://h:port", "smtp://h:99999999", "mail.example.org", "smtps://:25"]
)
def test_a_server_that_is_none_stops_the_start(instance: Path, url: str) -> None:
    with pytest.raises(SettingError, match="NOTESVC_SMTP_URL"):
        settings_of(instance, NOTESVC_SMTP_URL=url)


def test_a_refused_setting_does_not_show_its_password(instance: Path) -> None:
    with pytest.raises(SettingError) as refused:
        settings_of(instance, NOTESVC_SMTP_URL="smtpx://user:hidden-word@host")
    assert "hidden-word" not in str(refused.value)


def test_mails_come_from_the_host_of_the_base_url(instance: Path) -> None:
    assert settings_of(instance, NOTESVC_BASE_URL="https://notes.example.org:8443").mail_from == (
        "notesvc@notes.example.org"
    )


@pytest.mark.parametrize("address", ["x", "Ada <a@x.org>", "a@x.org\nBcc: b@x.org", "a,b@x.org"])
def test_the_sender_is_a_plain_address(instance: Path, address: str) -> None:
    with pytest.raises(SettingError, match="NOTESVC_MAIL_FROM"):
        settings_of(instance, NOTESVC_MAIL_FROM=address)


def test_the_settings_do_not_show_the_password_of_the_server(instance: Path) -> None:
    assert "hidden-word" not in repr(settings_of(instance, NOTESVC_SMTP_URL="smtp://user:hidden-word@host"))
