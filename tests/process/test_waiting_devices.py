"""Devices that wait for a change, over real processes, on both databases."""

import http.client
import json
import select
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from notesvc import limits
from tests.kept import Services
from tests.process import processes, sockets
from tests.process.member import Member, register
from tests.service import Service, wait_until

FLOW = "urn:ietf:params:oauth:grant-type:device_code"


class Waiter:
    """A request for changes that is on its way."""

    def __init__(self, url: str, secret: str, cursor: str, seconds: int = 30) -> None:
        split = urlsplit(url)
        self.connection = http.client.HTTPConnection(str(split.hostname), split.port, timeout=60)
        headers = {"Authorization": f"Bearer {secret}", "Accept-Encoding": "gzip"}
        self.connection.request("GET", f"/api/sync/changes?cursor={cursor}&wait={seconds}", headers=headers)

    def answer(self) -> tuple[int, Any]:
        """The status and what came; waits for it."""
        response = self.connection.getresponse()
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        body = response.read()
        self.connection.close()
        is_json = response.headers["Content-Type"] != "text/plain; charset=utf-8"
        return response.status, json.loads(body) if is_json else body.decode()


def first_answered(waiters: list[Waiter]) -> Waiter:
    """The one to which the service says something first; waits for it."""
    readable, _, _ = select.select([each.connection.sock for each in waiters], [], [], 60)
    return next(each for each in waiters if each.connection.sock in readable)


class Device:
    """A desktop client that was approved."""

    def __init__(self, owner: Member) -> None:
        self.owner = owner
        given = self._send("code", "client_id=notes-desktop&device_name=Laptop")
        body = {"userCode": given["user_code"], "approve": True}
        assert owner.step_up().ask("POST", "/api/auth/device/approve", body).status == 204
        device_code = given["device_code"]
        form = f"grant_type={FLOW}&device_code={device_code}&client_id=notes-desktop"
        self.secret = str(self._send("token", form)["access_token"])

    def _send(self, what: str, form: str) -> Any:
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.owner.ask("POST", f"/api/auth/device/{what}", form.encode(), headers).json()

    def read(self, query: str = "") -> Any:
        headers = {"Authorization": f"Bearer {self.secret}"}
        return self.owner.ask("GET", f"/api/sync/changes{query}", headers=headers).json()

    def wait(self, seconds: int = 30) -> Waiter:
        """Wait for what comes after all that is there now."""
        page = self.read()
        while page["more"]:
            page = self.read(f"?cursor={page['cursor']}")
        return Waiter(self.owner.url, self.secret, page["cursor"], seconds)


@pytest.fixture
def running(services: Services, kind: str) -> Service:
    """Two web processes of few threads each, over a database of either kind."""
    return services.empty(kind, NOTESVC_REGISTRATION="open", NOTESVC_WORKERS="2", NOTESVC_THREADS="4")


@pytest.fixture
def owner(running: Service) -> Member:
    return register(running)


@pytest.fixture
def device(owner: Member) -> Device:
    return Device(owner)


@pytest.fixture
def waiting(device: Device) -> Iterator[list[Waiter]]:
    """More of them than there are threads in all."""
    waiters = [device.wait() for _ in range(12)]
    yield waiters
    for each in waiters:
        each.connection.close()


def test_a_change_ends_all_waits_and_they_hold_no_thread(owner: Member, device: Device, waiting: list[Waiter]) -> None:
    for _ in range(10):
        assert owner.ask("GET", "/api/workspace/notes").status == 200
    made = owner.note("New")
    for each in waiting:
        status, page = each.answer()
        assert (status, page["more"], page["notes"]) == (200, True, [])
    assert [note["id"] for note in device.read(f"?cursor={page['cursor']}")["notes"]] == [made["id"]]


def test_a_folder_and_a_file_end_a_wait_too(owner: Member, device: Device) -> None:
    for act in (
        lambda: owner.make("/api/workspace/folders", name="F"),
        lambda: owner.upload("/api/workspace/attachments", "a.png", b"x"),
    ):
        waiter = device.wait()
        act()
        # What comes before the service has read the question stands in its answer.
        page = waiter.answer()[1]
        assert page["more"] or page["folders"] or page["attachments"]


def test_a_wait_ends_in_its_time_and_only_where_there_is_nothing_new(owner: Member, device: Device) -> None:
    status, page = device.wait(1).answer()
    assert (status, page["more"]) == (200, False)
    owner.note("New")
    assert [note["name"] for note in device.read(f"?cursor={page['cursor']}&wait=30")["notes"]] == ["New"]


def test_a_revoked_key_ends_its_wait(owner: Member, device: Device) -> None:
    waiter = device.wait()
    owner.ask("DELETE", "/api/sync/tokens")
    status, problem = waiter.answer()
    assert (status, problem["code"]) == (401, "invalid_token")


def test_one_too_many_of_a_users_waits_is_refused(owner: Member, device: Device) -> None:
    waiters = [device.wait() for _ in range(limits.WAITS_PER_USER + 1)]
    # Two processes read them in an order of their own.
    refused = first_answered(waiters)
    status, words = refused.answer()
    assert (status, "Too many requests" in words) == (429, True)
    waiters.remove(refused)
    waiters.pop().connection.close()

    def is_let_in() -> bool:
        return device.wait(1).answer()[0] == 200

    wait_until(is_let_in, "no place became free")
    for each in waiters:
        each.connection.close()


def test_a_stop_answers_early(running: Service, device: Device) -> None:
    waiter = device.wait()
    streams = processes.child(running, "streams")
    wait_until(lambda: sockets.is_held_by(streams, waiter.connection.sock), "the wait was not handed over")
    running.process.terminate()
    status, page = waiter.answer()
    assert (status, page["more"]) == (200, False)
    wait_until(lambda: not processes.alive({streams}), "the process of the streams did not end")
