"""What no authenticator of the user made, or not here, or not now, opens nothing (WebAuthn, section 7)."""

from collections.abc import Callable
from typing import Any

import flask
import pytest

from tests.web import passkeys
from tests.web.authenticator import PRESENT, VERIFIED, Authenticator
from tests.web.conftest import Member


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


@pytest.fixture
def authenticator(owner: Member) -> Authenticator:
    """Holds the one passkey of the owner."""
    made = Authenticator()
    passkeys.added(owner, made)
    return made


@pytest.mark.parametrize(
    "lie",
    [
        {"origin": "http://localhost:8001"},
        {"origin": "https://localhost:8000"},
        {"origin": "https://evil.example"},
        {"party": "evil.example"},
        {"flags": PRESENT},
        {"flags": 0},
        {"more": {"type": "webauthn.get"}},
        {"more": {"crossOrigin": True}},
    ],
    ids=str,
)
def test_what_was_made_elsewhere_or_without_looking_is_not_kept(owner: Member, lie: dict[str, Any]) -> None:
    owner.step_up()
    answer = passkeys.keep(owner, Authenticator(**lie).make(passkeys.creation(owner)))
    assert (answer.status_code, answer.get_json()["errors"][0]["field"]) == (422, "credential")
    assert passkeys.listed(owner) == []


@pytest.mark.parametrize("field", ["clientDataJSON", "attestationObject"])
@pytest.mark.parametrize("nonsense", ["AAAA", "bnVsbA", "W10", "A" * 16_384, "e30", "oA"])
def test_nonsense_is_refused_not_a_failure_of_ours(owner: Member, field: str, nonsense: str) -> None:
    owner.step_up()
    made = Authenticator().make(passkeys.creation(owner))
    made["response"][field] = nonsense
    assert passkeys.keep(owner, made).status_code == 422


@pytest.mark.parametrize(
    "body",
    [
        {"name": "x"},
        {"name": "", "credential": {}},
        {"name": "x" * 81, "credential": {}},
        {"name": "x", "credential": {"id": "%", "rawId": "a", "type": "public-key", "response": {}}},
        {"name": "x", "credential": {"id": "a", "rawId": "a", "type": "password", "response": {}}},
    ],
)
def test_what_is_no_passkey_is_refused(owner: Member, body: dict[str, Any]) -> None:
    assert owner.step_up().web.post("/api/account/passkeys", json=body).status_code == 422


@pytest.mark.parametrize(
    "lie",
    [
        {"origin": "http://localhost:8001"},
        {"origin": "http://127.0.0.1:8000"},
        {"origin": "https://evil.example"},
        {"party": "evil.example"},
        {"flags": PRESENT},
        {"flags": VERIFIED},
        {"more": {"type": "webauthn.create"}},
        {"more": {"crossOrigin": True}},
    ],
    ids=str,
)
def test_what_was_signed_elsewhere_or_without_looking_opens_nothing(
    app: flask.Flask, authenticator: Authenticator, lie: dict[str, Any]
) -> None:
    liar = Authenticator(keys=authenticator.keys, **lie)
    assert passkeys.refused(passkeys.come_in(app.test_client(), liar))
    assert passkeys.come_in(app.test_client(), authenticator).status_code == 200


def flipped(encoded: str) -> str:
    return ("A" if encoded[20] != "A" else "B").join((encoded[:20], encoded[21:]))


def without(name: str) -> Callable[[dict[str, Any]], None]:
    return lambda signed: signed["response"].update({name: None})


def with_flipped(name: str) -> Callable[[dict[str, Any]], None]:
    return lambda signed: signed["response"].update({name: flipped(signed["response"][name])})


@pytest.mark.parametrize(
    "tamper",
    [
        with_flipped("signature"),
        with_flipped("authenticatorData"),
        with_flipped("clientDataJSON"),
        with_flipped("userHandle"),
        without("userHandle"),
        lambda signed: signed.update(id=flipped(signed["id"])),
        lambda signed: signed.update(rawId=flipped(signed["rawId"])),
        lambda signed: signed["response"].update(signature="AAAA"),
        lambda signed: signed["response"].update(authenticatorData="AAAA"),
    ],
)
def test_what_was_tampered_with_opens_nothing(
    app: flask.Flask, authenticator: Authenticator, tamper: Callable[[dict[str, Any]], None]
) -> None:
    browser = app.test_client()
    signed = authenticator.sign(passkeys.request(browser))
    tamper(signed)
    assert passkeys.refused(passkeys.present(browser, signed))
    assert browser.get("/api/auth/session").status_code == 401


def test_another_key_under_the_same_id_opens_nothing(app: flask.Flask, authenticator: Authenticator) -> None:
    forger = Authenticator()
    forger.make({"challenge": "x", "rp": {"id": "localhost"}, "user": {"id": "AAAA"}})
    forger.keys[0].id, forger.keys[0].handle = authenticator.keys[0].id, authenticator.keys[0].handle
    assert passkeys.refused(passkeys.come_in(app.test_client(), forger))


def test_a_try_that_fails_spends_its_challenge(app: flask.Flask, authenticator: Authenticator) -> None:
    browser = app.test_client()
    options = passkeys.request(browser)
    wrong = authenticator.sign(options)
    with_flipped("signature")(wrong)
    assert passkeys.refused(passkeys.present(browser, wrong))
    assert passkeys.refused(passkeys.present(browser, authenticator.sign(options)))


def test_a_challenge_nobody_made_opens_nothing(app: flask.Flask, authenticator: Authenticator) -> None:
    browser = app.test_client()
    options = passkeys.request(browser) | {"challenge": "A" * 43}
    assert passkeys.refused(passkeys.present(browser, authenticator.sign(options)))


def test_a_passkey_that_nobody_has_gets_the_same_answer(app: flask.Flask, owner: Member) -> None:
    unknown = Authenticator()
    unknown.make({"challenge": "x", "rp": {"id": "localhost"}, "user": {"id": "AAAA"}})
    assert passkeys.refused(passkeys.come_in(app.test_client(), unknown))
