"""Attachments on real servers: uploaded, carried, served, moved and brought home."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any

import flask
import pytest

from notesvc import file_store
from notesvc.config import Settings
from notesvc.domain import policy
from notesvc.domain.storage import fetching
from notesvc.domain.storage.carrier import Carrier
from notesvc.models import Attachment
from tests.backends.conftest import Running, has_bucket, running
from tests.backends.places import HERE, Spot, spot_of
from tests.backends.servers import Server, seaweedfs, wsgidav
from tests.loops import apart
from tests.service import wait_until
from tests.web.conftest import Member

pytestmark = pytest.mark.every_case

__all__ = ["running"]
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 400


@pytest.fixture
def kind() -> str:
    """What depends on the kind of database is tested with the domain."""
    return "sqlite"


@pytest.fixture(params=["seaweedfs", "wsgidav"])
def spot(request: pytest.FixtureRequest, running: Running) -> Spot:
    """A place on a server."""
    return spot_of(running.server(request.param))


@pytest.fixture(autouse=True)
def networks(app: flask.Flask, workspace: Settings) -> Iterator[None]:
    """This machine may be asked."""
    policy.open_policy(replace(workspace, storage_networks=HERE))
    fetching._failures.clear()
    yield
    fetching._failures.clear()


def form(spot: Spot, **changed: Any) -> dict[str, Any]:
    where = {"address": spot.where.address, "user": spot.where.user, "secret": spot.where.secret}
    if spot.kind == "s3":
        where |= {"bucket": spot.where.bucket, "prefix": spot.where.prefix}
    return {"part": "attachments", "backend": spot.kind, **where, **changed}


def read(member: Member, url: str, **headers: str) -> tuple[int, bytes, str]:
    """Status, bytes and type of a file."""
    answer = apart(member.web.get, url, headers=headers)
    found = answer.status_code, answer.data, answer.headers["Content-Type"]
    answer.close()
    return found


def carry() -> None:
    carrier = Carrier()
    while carrier.work_some(lambda: False):
        pass


def forget_copies() -> None:
    for row in Attachment.select():
        file_store.remove(str(row.content_hash))


def test_a_file_goes_there_is_served_and_comes_home(owner: Member, spot: Spot) -> None:
    owner.step_up()
    before = owner.file(content=PNG).get_json()
    tested = apart(owner.web.post, "/api/storage/test", json=form(spot))
    assert tested.get_json()["ok"] is True, tested.text
    answer = apart(owner.web.put, "/api/storage/config", json=form(spot))
    assert answer.status_code == 200, answer.text
    found = answer.get_json()["attachments"]
    assert (found["backend"], found["hasSecret"], answer.get_json()["move"]["state"]) == (spot.kind, True, "planned")
    assert spot.where.secret not in answer.text + owner.web.get("/api/data/export").text
    apart(carry)
    move = owner.web.get("/api/storage/migrate").get_json()
    assert (move["state"], move["done"], move["total"], move["doneBytes"]) == ("done", 1, 1, len(PNG))
    after = owner.file(name="b.txt", content=b"later").get_json()
    assert owner.web.get("/api/storage/config").get_json()["attachments"]["waiting"] == 1
    apart(carry)
    assert owner.web.get("/api/storage/config").get_json()["attachments"]["waiting"] == 0
    forget_copies()
    assert read(owner, before["url"]) == (200, PNG, "image/png")
    forget_copies()
    assert read(owner, before["url"], Range="bytes=8-11") == (206, PNG[8:12], "image/png")
    direct = owner.web.get(f"{after['url']}?direct=1")
    assert (direct.status_code, direct.get_json()["code"]) == (409, "capability_unsupported")
    assert (direct.get_json()["capability"], direct.get_json()["backend"]) == ("direct_link", spot.kind)
    forget_copies()
    assert (
        apart(owner.web.put, "/api/storage/config", json={"part": "attachments", "backend": "local"}).status_code == 200
    )
    apart(carry)
    assert owner.web.get("/api/storage/migrate").get_json()["state"] == "done"
    assert [read(owner, each["url"])[1] for each in (before, after)] == [PNG, b"later"]


@pytest.mark.process
@pytest.mark.parametrize("serve", [wsgidav, seaweedfs])
def test_uploads_wait_while_the_server_is_away_and_reads_say_what_to_do(
    owner: Member, tmp_path: Path, serve: Callable[[Path], AbstractContextManager[Server]]
) -> None:
    (tmp_path / "server").mkdir()
    with serve(tmp_path / "server") as server:
        assert server.program is not None
        if server.bucket:
            wait_until(lambda: has_bucket(server), "the bucket is there")
        spot = spot_of(server)
        owner.step_up()
        before = owner.file(content=PNG).get_json()
        assert apart(owner.web.put, "/api/storage/config", json=form(spot)).status_code == 200
        apart(carry)
        forget_copies()
        server.program.stop()
        answer = owner.file(name="b.txt", content=b"later")
        assert answer.status_code == 201
        away = apart(owner.web.get, before["url"])
        assert (away.status_code, away.get_json()["code"]) == (503, "busy")
        assert "own storage" in away.get_json()["detail"]
        assert "that the server runs" in away.get_json()["detail"]
        assert read(owner, answer.get_json()["url"])[:2] == (200, b"later")
        apart(carry)
        part = owner.web.get("/api/storage/config").get_json()["attachments"]
        assert (part["state"], part["cause"], part["waiting"]) == ("behind", "unreachable", 1)
        server.program.start()
        fetching._failures.clear()
        wait_until(lambda: apart(is_all_carried, owner), "all is carried")
        forget_copies()
        assert [read(owner, url)[1] for url in (before["url"], answer.get_json()["url"])] == [PNG, b"later"]


def is_all_carried(owner: Member) -> bool:
    carry()
    part = owner.web.get("/api/storage/config").get_json()["attachments"]
    return (part["state"], part["waiting"]) == ("ok", 0)


def test_a_wrong_secret_and_another_users_place_are_refused(owner: Member, stranger: Member, spot: Spot) -> None:
    for member in (owner, stranger):
        member.step_up()
    wrong = apart(owner.web.put, "/api/storage/config", json=form(spot, secret="wrong-canary"))
    assert wrong.status_code == 422
    assert wrong.get_json()["errors"][0]["field"] == "secret"
    assert "wrong-canary" not in wrong.text
    assert apart(owner.web.put, "/api/storage/config", json=form(spot)).status_code == 200
    theirs = apart(stranger.web.put, "/api/storage/config", json=form(spot))
    assert theirs.status_code == 422
    assert stranger.web.get("/api/storage/config").get_json()["attachments"]["backend"] == "local"
    without = {name: value for name, value in form(spot).items() if name != "secret"}
    assert apart(owner.web.put, "/api/storage/config", json=without).status_code == 200
    assert apart(owner.web.put, "/api/storage/config", json=without | {"user": "other"}).status_code == 422
