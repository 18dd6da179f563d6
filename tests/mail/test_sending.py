"""Mails leave by a real server: taken, refused, silent, over TLS, or kept where there is none."""

import dataclasses
import smtplib
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from notesvc import clock, limits, mail_server
from notesvc.config import Settings
from notesvc.domain.mail import layout, outbox, sender, templates
from notesvc.domain.mail.layout import Letter
from notesvc.models import Mail
from tests.mail import servers

TO = "ada@example.org"


def by(settings: Settings, scheme: str, port: int, user: str = "") -> Settings:
    return dataclasses.replace(settings, smtp_url=f"{scheme}://{user}127.0.0.1:{port}")


def body_of(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    assert part is not None
    return str(part.get_content())


def later(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    moment = clock.timestamp_ms() + int(seconds * 1000)
    monkeypatch.setattr(clock, "timestamp_ms", lambda: moment)


def test_a_mail_reaches_its_recipient_and_leaves_the_outbox(workspace: Settings, free_port: int) -> None:
    outbox.queue("test", TO)
    with servers.serving(servers.Taking(), free_port) as server:
        assert sender.send_due(by(workspace, "smtp", free_port)) == 1
    assert server.recipients == [TO]
    assert server.taken[0]["Subject"] == "notesvc can send mail"
    assert workspace.base_url in body_of(server.taken[0], "plain")
    assert workspace.base_url in body_of(server.taken[0], "html")
    assert outbox.waiting() == 0


def test_a_refusal_for_now_is_tried_again_later_and_not_before(
    workspace: Settings, free_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    outbox.queue("test", TO)
    with servers.serving(servers.Taking(refusing=["451 try later"]), free_port) as server:
        settings = by(workspace, "smtp", free_port)
        assert sender.send_due(settings) == 0
        assert sender.send_due(settings) == 0
        assert Mail.get().error == "451 try later"
        later(monkeypatch, limits.MAIL_RETRY_SECONDS[0] + 1)
        assert sender.send_due(settings) == 1
    assert len(server.taken) == 1


def test_a_refusal_for_good_is_kept_for_the_administrator(workspace: Settings, free_port: int) -> None:
    outbox.queue("test", TO)
    outbox.queue("test", "next@example.org")
    with servers.serving(servers.Taking(refusing=["550 no such user"]), free_port) as server:
        assert sender.send_due(by(workspace, "smtp", free_port)) == 1
    assert server.recipients == ["next@example.org"]
    assert [(mail.recipient, mail.error) for mail in outbox.failures()] == [(TO, "550 no such user")]


def test_it_gives_up_when_the_last_wait_is_over(
    workspace: Settings, free_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    outbox.queue("test", TO)
    for wait in limits.MAIL_RETRY_SECONDS:
        assert outbox.waiting() == 1
        sender.send_due(by(workspace, "smtp", free_port))
        later(monkeypatch, wait + 1)
    assert len(outbox.failures()) == 1
    later(monkeypatch, limits.MAIL_FAILED_DAYS * 86_400)
    sender.sweep(workspace)
    assert outbox.failures() == []


def test_a_silent_server_is_not_waited_for_long(
    workspace: Settings, free_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAIL_SERVER_SECONDS", 0.3)
    outbox.queue("test", TO)
    with servers.serving(servers.Silent(), free_port):
        assert sender.send_due(by(workspace, "smtp", free_port)) == 0
    assert outbox.waiting() == 1


@pytest.mark.parametrize("scheme", ["smtps", "smtp+starttls"])
def test_tls_is_spoken_and_the_certificate_checked(
    workspace: Settings, free_port: int, monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    context, trusted = servers.certificate(workspace.instance)
    is_starttls = scheme == "smtp+starttls"
    settings = by(workspace, scheme, free_port, "notes:p%40ss%2Fword@" if is_starttls else "")
    outbox.queue("test", TO)
    with servers.serving(servers.Taking(), free_port, context, is_starttls) as server:
        assert sender.send_due(settings) == 0
        assert "CERTIFICATE_VERIFY_FAILED" in Mail.get().error
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
        later(monkeypatch, limits.MAIL_RETRY_SECONDS[0] + 1)
        assert sender.send_due(settings) == 1
    assert server.recipients == [TO]


def test_a_server_without_starttls_gets_nothing(workspace: Settings, free_port: int) -> None:
    outbox.queue("test", TO)
    with servers.serving(servers.Taking(), free_port) as server:
        assert sender.send_due(by(workspace, "smtp+starttls", free_port)) == 0
    assert server.taken == []


def test_a_wrong_password_of_ours_is_trouble_for_now(
    workspace: Settings, free_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    context, trusted = servers.certificate(workspace.instance)
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
    outbox.queue("test", TO)
    with servers.serving(servers.Taking(), free_port, context, starttls=True):
        assert sender.send_due(by(workspace, "smtp+starttls", free_port, "notes:wrong@")) == 0
    assert outbox.waiting() == 1
    assert "wrong" not in Mail.get().error


def test_without_a_server_a_mail_is_a_file_for_its_owner_alone(workspace: Settings) -> None:
    outbox.queue("test", TO)
    assert sender.send_due(workspace) == 1
    [path] = workspace.mails.glob("*.eml")
    assert path.stat().st_mode & 0o777 == 0o600
    message = message_from_bytes(path.read_bytes(), policy=policy.default)
    assert message["To"] == TO


def test_two_senders_send_a_mail_once(workspace: Settings) -> None:
    outbox.queue("test", TO)
    mail = Mail.get()
    assert sender._claim(mail)
    assert not sender._claim(mail)


@pytest.mark.parametrize(
    "recipient",
    [
        "a,b@example.org",
        "a@example.org,b@example.org",
        "a@example.org\r\nBcc: b@example.org",
        "a@example.org\nSubject: x",
        "Ada <a@example.org>",
        "a;b@example.org",
        "",
        "a@",
        "a(comment)@example.org",
        "\u2028@example.org",
    ],
)
def test_a_recipient_that_would_say_more_is_refused(recipient: str) -> None:
    with pytest.raises(ValueError):
        layout.as_message(Letter(recipient, "x", ("y",)), "notes@example.org")


def test_a_mail_to_such_a_recipient_fails_at_once(workspace: Settings) -> None:
    outbox.queue("test", "a@example.org\r\nBcc: b@example.org")
    assert sender.send_due(workspace) == 0
    assert len(outbox.failures()) == 1


def test_a_subject_with_a_line_break_is_refused() -> None:
    with pytest.raises(ValueError):
        layout.as_message(Letter(TO, "x\r\nBcc: b@example.org", ("y",)), "notes@example.org")


def test_what_people_wrote_is_escaped_in_html() -> None:
    hostile = "<script>alert(1)</script><img src=x onerror=alert(1)>\" & '"
    letter = Letter(TO, "x", (hostile,), link="https://x/?a=1&b=<", closing=hostile)
    shown = body_of(layout.as_message(letter, "notes@example.org"), "html")
    assert "<script" not in shown
    assert "<img" not in shown
    assert "&lt;script&gt;" in shown
    assert 'href="https://x/?a=1&amp;b=&lt;"' in shown


def test_a_long_link_survives_the_way(workspace: Settings, free_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    link = "https://notes.example.org/reset-password?token=" + "A_-9" * 30
    monkeypatch.setitem(templates.KINDS, "test", lambda *_: Letter(TO, "Größe ✓", ("Grüße",), link=link))
    outbox.queue("test", TO)
    with servers.serving(servers.Taking(), free_port) as server:
        sender.send_due(by(workspace, "smtp", free_port))
    assert link in body_of(server.taken[0], "plain")
    assert link in body_of(server.taken[0], "html")
    assert server.taken[0]["Subject"] == "Größe ✓"


def test_what_has_become_needless_is_not_sent(workspace: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(templates.KINDS, "test", lambda *_: None)
    outbox.queue("test", TO)
    assert sender.send_due(workspace) == 0
    assert outbox.waiting() == 0
    assert not list(workspace.mails.glob("*"))


def test_old_files_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "old.eml").write_text("x")
    monkeypatch.setattr(limits, "MAIL_KEPT_DAYS", -1)
    assert mail_server.sweep(tmp_path) == 1


def test_refusals_of_all_recipients_are_read() -> None:
    error = smtplib.SMTPRecipientsRefused({TO: (550, b"no")})
    assert mail_server._is_final(error)
    assert mail_server._reason(error) == "550 no"
