"""One key for one code, however many ask at once; no code is guessed."""

import contextlib
import dataclasses
import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from notesvc import database, errors
from notesvc.domain import sync_tokens
from notesvc.domain.accounts import device_codes
from notesvc.domain.caller import Caller


def redeem(device_code: str) -> str:
    """The secret of a key, or the refusal, asked on a connection of its own."""
    with database.connection():
        try:
            return device_codes.redeem("notes-desktop", device_code)[0]
        except device_codes.DeviceFlowError as refusal:
            return str(refusal)
        finally:
            database.db.close()


def test_twenty_parallel_polls_get_one_key(caller: Caller) -> None:
    asked = device_codes.ask("notes-desktop", "Laptop", "", "127.0.0.1")
    device_codes.decide(dataclasses.replace(caller, is_stepped_up=True), asked.user_code, approve=True)
    with ThreadPoolExecutor(20) as many:
        answers = list(many.map(redeem, [asked.device_code] * 20))
    assert sorted(answers)[:19] == ["invalid_grant"] * 19
    assert [token.kind for token in sync_tokens.tokens_of(caller)] == ["device"]
    assert sync_tokens.authenticate(max(answers), "sync:device").user_id == caller.user_id


@pytest.mark.parametrize("kind", ["sqlite"])
def test_ten_thousand_random_codes_find_nothing_of_sixty_that_live(caller: Caller) -> None:
    for _ in range(60):
        device_codes.ask("notes-desktop", "Laptop", "", "127.0.0.1")
    letters = random.Random(8628)
    found = []
    # One transaction for all, so that the disk is not what is tried.
    with database.transaction():
        for _ in range(10_000):
            with contextlib.suppress(errors.NotFound):
                found.append(device_codes.look("".join(letters.choices("BCDFGHJKLMNPQRSTVWXZ", k=8))))
    assert found == []


@pytest.mark.parametrize("kind", ["sqlite"])
def test_the_codes_that_live_are_found(caller: Caller) -> None:
    asked = device_codes.ask("notes-desktop", "Laptop", "", "127.0.0.1")
    assert device_codes.look(asked.user_code).name == "Laptop"
