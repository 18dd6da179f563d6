"""An account's authenticator app."""

from notesvc import clock
from notesvc.domain.accounts import one_time_codes
from tests.web.conftest import Member


def now_code(secret: str, steps_on: int = 0) -> str:
    return one_time_codes.code_at(secret, clock.timestamp_ms() // 30_000 + steps_on)


def turn_on(owner: Member) -> tuple[str, list[str]]:
    """The secret and the recovery codes."""
    owner.step_up()
    made = owner.web.post("/api/account/totp").get_json()
    for _ in range(2):  # the half minute may end between the making of a code and the look at it
        answer = owner.web.post("/api/account/totp/confirm", json={"code": now_code(made["secret"], -1)})
        if answer.status_code == 200:
            break
    assert answer.status_code == 200, answer.text
    return made["secret"], answer.get_json()["recoveryCodes"]
