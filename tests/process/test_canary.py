"""Secrets that were used, and secrets that were sent where none belongs, are found nowhere afterwards."""

import base64
import json
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.ai.fakes import FakeProvider, Reply, fake_provider
from tests.commands import call
from tests.process.member import JSON, PASSWORD, Member, cookie_of, register
from tests.process.wire import Reply as HttpReply
from tests.process.wire import Wire
from tests.service import Service

ADMINISTRATORS = {
    "NOTESVC_AI_PROVIDER": "openai",
    "NOTESVC_AI_KEY": f"canary-administrator-{secrets.token_hex(16)}",
    "NOTESVC_AI_MODEL": "small",
}
FOUND_BY_PURPOSE = "a word that is stored because it was meant to be"


class Planted:
    """Every secret that was planted, by what it is."""

    def __init__(self) -> None:
        self.secrets: dict[str, str] = {}

    def new(self, what: str) -> str:
        """A secret of our own invention, in the letters of a key."""
        return self.keep(what, f"canary{len(self.secrets)}{secrets.token_hex(16)}")

    def keep(self, what: str, secret: str) -> str:
        assert len(secret) > 12
        self.secrets[what] = secret
        return secret


def written(secret: str) -> Iterator[bytes]:
    """The secret in the ways it may have been written down."""
    plain = secret.encode()
    yield plain
    yield quote(secret, safe="").encode()
    yield plain.hex().encode()
    # Inside other base64, the letters depend on where the secret begins.
    yield from (base64.b64encode(b"\0" * shift + plain)[4:-4] for shift in range(3))


def places(instance: Path) -> dict[str, bytes]:
    """Every file of the instance, the log and the output, as bytes."""
    contents = {}
    for folder, _, names in os.walk(instance.parent):
        for path in (Path(folder, name) for name in names):
            # The service goes on: a file may get its final name while this one looks.
            with suppress(FileNotFoundError):
                contents[str(path.relative_to(instance.parent))] = path.read_bytes()
    return contents


def found(planted: Planted, instance: Path) -> list[tuple[str, str]]:
    everything = places(instance)
    return [
        (what, place)
        for what, secret in planted.secrets.items()
        for way in written(secret)
        for place, content in everything.items()
        if way in content
    ]


@pytest.fixture
def provider() -> Iterator[FakeProvider]:
    """A provider of language models, which stands for a built-in one."""
    with fake_provider() as running:
        yield running


@pytest.fixture
def service(start: Callable[..., Service], provider: FakeProvider) -> Service:
    """The service with several workers."""
    there = {"NOTESVC_AI_NETWORKS": "127.0.0.0/8", "NOTESVC_AI_ADDRESSES": f"openai={provider.base_url('openai')}"}
    return start(NOTESVC_WORKERS="4", **there, **ADMINISTRATORS)


@pytest.fixture
def planted() -> Planted:
    return Planted()


def use(service: Service, instance: Path, planted: Planted) -> Member:
    """Everything that a secret opens, done once."""
    owner = register(service, password=planted.new("password"))
    planted.keep("session", owner.cookie)
    again = sign_in(service, "owner@example.org", planted.secrets["password"])
    planted.keep("second session", again.cookie)
    invite = call(instance, "user", "invite").stdout.split()[-1]
    planted.keep("invite", invite)
    guest = register(service, "guest@example.org", planted.new("password of a guest"), invite=invite)
    planted.keep("session of a guest", guest.cookie)
    known = register_again(service, planted)
    planted.keep("cookie that opens nothing", known)
    for what in ("active", "revoked", "rotated"):
        use_key(owner, planted, what)
    guest.ask("POST", "/api/auth/logout")
    owner.note("Kept", FOUND_BY_PURPOSE)
    return owner


def sign_in(service: Service, email: str, password: str) -> Member:
    with Wire(service.url) as wire:
        reply = wire.ask("POST", "/api/auth/login", JSON, json.dumps({"email": email, "password": password}).encode())
    assert reply.status == 200
    return Member(service.url, cookie_of(reply))


def register_again(service: Service, planted: Planted) -> str:
    """The cookie that somebody gets who registers an address that has an account."""
    invite = planted.keep("another invite", call(service.instance, "user", "invite").stdout.split()[-1])
    body = {"email": "guest@example.org", "password": planted.new("another password"), "name": "x", "invite": invite}
    with Wire(service.url) as wire:
        return cookie_of(wire.ask("POST", "/api/auth/register", JSON, json.dumps(body).encode()))


def use_key(owner: Member, planted: Planted, what: str) -> None:
    key_id, key = owner.key(f"{what} key")
    planted.keep(f"{what} key", key["Authorization"].split()[1])
    with Wire(owner.url) as wire:
        for method, path, body in (
            ("GET", "/api/sync/verify", b""),
            ("GET", "/api/sync/folders", b""),
            ("GET", "/api/sync/export", b""),
            ("POST", "/api/sync/capture", b'{"markdown": "a clip"}'),
            ("POST", "/api/sync/capture", b'{"markdown": ""}'),
        ):
            assert wire.ask(method, path, {**JSON, **key}, body).status < 500
    if what == "revoked":
        owner.ask("DELETE", f"/api/sync/tokens/{key_id}")
    if what == "rotated":
        rotated = owner.ask("POST", f"/api/sync/tokens/{key_id}/rotate").json()
        planted.keep("successor of the rotated key", rotated["secret"])


def use_models(owner: Member, provider: FakeProvider, planted: Planted) -> None:
    """Keys of language models that are stored, tested, brought along and refused, by us and by a provider that repeats
    them; and what a model is asked and answers."""
    planted.keep("key of the administrator", ADMINISTRATORS["NOTESVC_AI_KEY"])
    owner.step_up()
    given = {"baseUrl": provider.base_url("compatible"), "apiKey": planted.new("key of a model")}
    assert owner.ask("PUT", "/api/ai/keys/compatible", {**given, "model": "m"}).status == 200
    assert owner.ask("POST", "/api/ai/providers/test", {"provider": "compatible"}).json()["ok"] is True
    provider.reply = Reply([planted.new("an answer")])
    for more in (
        {},
        {"provider": "openai"},
        {"provider": "openai", "apiKey": planted.new("key that is brought along")},
    ):
        assert b"event: done" in ask_model(owner, planted, **more).body
    for status in (401, 302, 500):
        key = planted.new(f"key that is answered {status}")
        provider.reply = Reply(status=status, body=f'{{"error": {{"message": "{key}"}}}}'.encode(), headers={"x": key})
        body = {"provider": "compatible", **given, "apiKey": key}
        tested = owner.ask("POST", "/api/ai/providers/test", body)
        assert (tested.status, tested.json()["ok"], key.encode() in tested.body) == (200, False, False)
        failed = ask_model(owner, planted, provider="openai", model="m", apiKey=key)
        assert (b"event: error" in failed.body, key.encode() in failed.body) == (True, False)
    for what, wrong in (("blanks", {"model": "m"}), ("an unknown field", {"key": 1}), ("an address", {"baseUrl": "x"})):
        key = planted.new(f"key with {what}")
        reply = owner.ask(
            "PUT", "/api/ai/keys/openai", {"apiKey": f"{key} {key}" if what == "blanks" else key, **wrong}
        )
        assert (reply.status, key.encode() in reply.body) == (422, False), what
    shown = [owner.ask("GET", f"/api/ai/{path}").body for path in ("providers", "keys/compatible", "errors", "usage")]
    assert shown[2].count(b"requestId") == 3
    assert not any(secret.encode() in each for each in shown for secret in planted.secrets.values())


def ask_model(owner: Member, planted: Planted, **more: str) -> HttpReply:
    text = planted.new(f"text for a model {len(planted.secrets)}")
    return owner.ask("POST", "/api/ai", {"action": "summarize", "text": text, **more})


def send_astray(service: Service, planted: Planted) -> None:
    """Secrets where none belongs: in addresses, headers and bodies of requests that fail."""
    new = planted.new
    with Wire(service.url) as wire:
        for path in (
            "/api/sync/verify",
            "/api/workspace/notes",
            "/nowhere",
            "/healthz",
            "/files/x",
            "/api/sync/export",
        ):
            wire.ask("GET", f"{path}?access_token={new(f'query of {path}')}")
            wire.ask("GET", f"{path}/{new(f'path below {path}')}")
        for name, form in {
            "Authorization": "Bearer {}",
            "authorization": "Basic {}",
            "Cookie": "notesvc={}",
            "Referer": "https://x.example/?token={}",
            "Idempotency-Key": "{}",
            "If-Match": "{}",
            "X-Api-Key": "{}",
            "X-Forwarded-For": "{}",
            "User-Agent": "{}",
        }.items():
            headers = {name: form.format(new(f"header {name}"))}
            wire.ask("GET", "/api/sync/verify", headers)
            wire.ask("POST", "/api/auth/login", {**JSON, **headers}, b"{}")
        for body in bodies(new):
            for path in ("/api/auth/login", "/api/auth/register", "/api/sync/tokens", "/api/sync/capture", "/api/ai"):
                wire.ask("POST", path, JSON, body)


def bodies(new: Callable[[str], str]) -> Iterator[bytes]:
    right = {"email": "owner@example.org", "password": new("wrong password")}
    yield json.dumps(right).encode()
    yield json.dumps({"email": f"{new('password as an address')}@example.org", "password": "x" * 12}).encode()
    yield json.dumps({**right, new("name of an unknown field"): 1, "code": new("second factor")}).encode()
    yield json.dumps({**right, "name": "x", "invite": new("invite that is none")}).encode()
    yield json.dumps({"action": "fix", "text": "x", "provider": "nobody", "apiKey": new("key of a model")}).encode()
    yield json.dumps({"password": [new("password in a list")]}).encode()
    yield f'{{"password": "{new("password in broken JSON")}"'.encode()
    yield f'{{"password": "{new("password in no UTF-8")}'.encode() + b'\xff"}'


def send_malformed(service: Service, planted: Planted) -> None:
    """What gunicorn refuses before the application sees it, and what ends in the middle."""
    new = planted.new
    start = "POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    for request in (
        f"GET /?access_token={new('request line')} HTTQ/1.1\r\n\r\n",
        f"{new('a line')}\r\n\r\n",
        f"GET /healthz {new('line of four words')} HTTP/1.1\r\n\r\n",
        f"GET /healthz HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {new('folded header')}\r\n more\r\n\r\n",
        f"GET /healthz HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {new('header with NUL')}\0\r\n\r\n",
        f"GET /healthz HTTP/1.1\r\nHost: localhost\r\nBearer {new('name of a header')}: x\r\n\r\n",
        f"GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: {new('expectation')}\r\n\r\n",
        f"{start}Transfer-Encoding: {new('coding')}\r\n\r\n",
        f"{start}Content-Length: {new('length')}\r\n\r\n",
        f"{start}Transfer-Encoding: chunked\r\n\r\n{new('size of a chunk')}\r\n",
        f"{start}Transfer-Encoding: chunked\r\n\r\n5;x={new('extension of a chunk')}\r\nabcde\r\n0\r\n\r\n",
        f'{start}Transfer-Encoding: chunked\r\n\r\n5\r\n{{"password": "{new("overlong chunk")}',
        f'{start}Content-Length: 900\r\n\r\n{{"password": "{new("half a body")}',
    ):
        with Wire(service.url) as wire:
            wire.send(request.encode())
            wire.ended()


def test_no_secret_is_kept_anywhere(service: Service, provider: FakeProvider, instance: Path, planted: Planted) -> None:
    owner = use(service, instance, planted)
    use_models(owner, provider, planted)
    send_astray(service, planted)
    send_malformed(service, planted)
    assert call(instance, "backup").returncode == 0
    owner.ask("GET", "/api/data/export")
    assert found(planted, instance) == []
    assert service.stop() == 0
    assert call(instance, "check").returncode == 0
    assert len(planted.secrets) > 50
    assert found(planted, instance) == []


def test_the_key_of_the_instance_is_in_its_own_files_alone(service: Service, instance: Path) -> None:
    register(service)
    assert call(instance, "backup").returncode == 0
    service.stop()
    planted = Planted()
    planted.keep("secret key", (instance / "secret_key").read_text().strip())
    # A backup holds the key as well: without it, nothing that is sealed could be opened after a restore.
    assert {Path(place).name for _, place in found(planted, instance)} == {"secret_key"}


def test_the_search_finds_what_is_stored(service: Service, instance: Path) -> None:
    register(service).note("Kept", FOUND_BY_PURPOSE)
    assert call(instance, "backup").returncode == 0
    planted = Planted()
    planted.keep("text", FOUND_BY_PURPOSE)
    stored = {place for _, place in found(planted, instance)}
    assert any("/backups/" in place for place in stored)
    assert any(place.endswith(("notesvc.sqlite", "notesvc.sqlite-wal")) for place in stored)


def test_a_password_is_stored_as_argon2id(service: Service, instance: Path) -> None:
    register(service)
    everything = b"".join(places(instance).values())
    assert b"$argon2id$" in everything
    assert PASSWORD.encode() not in everything
