"""What the test of a place finds, held against what was measured of each server by hand."""

import contextlib
import socket
from dataclasses import replace
from pathlib import Path

import pytest

from notesvc.backends import features
from notesvc.backends.probe import probe
from notesvc.backends.table import Where
from tests.backends.conftest import Running
from tests.backends.places import HERE, Spot, spot_of
from tests.backends.qualities import QUALITIES
from tests.outside.raw_server import saying

pytestmark = pytest.mark.every_case

STEPS = """write read list large create_once create_race replace replace_race cut_upload tags range names_case
names_spelling delete""".split()  # noqa: SIM905 - a table of words


def test_it_finds_what_the_server_is_like_and_leaves_nothing(spot: Spot) -> None:
    finding = probe(spot.kind, spot.where, HERE)
    assert finding.ok, finding.steps
    assert [step.name for step in finding.steps] == STEPS
    assert finding.capabilities == QUALITIES[spot.name], finding.steps
    with contextlib.closing(spot.backend()) as backend:
        assert list(backend.entries()) == []
    # What an S3 server keeps beyond what it lists is its own affair: of several writes at once rclone's may keep one.
    if spot.kind != "s3" and spot.files is not None and spot.files.is_dir():
        assert list(spot.files.iterdir()) == []


def test_wrong_credentials_are_told(running: Running) -> None:
    for name in ("seaweedfs", "wsgidav"):
        spot = spot_of(running.server(name)).with_(secret="wrong")
        finding = probe(spot.kind, spot.where, HERE)
        assert (finding.ok, finding.cause, finding.steps[0].name) == (False, "bad_credentials", "write")


def test_a_place_that_is_not_there_is_told(running: Running, tmp_path: Path) -> None:
    dav = spot_of(running.server("wsgidav"))
    for kind, where in (
        ("s3", replace(spot_of(running.server("seaweedfs")).where, bucket="nosuchbucket")),
        ("webdav", replace(dav.where, address=f"{dav.where.address}/none")),
        ("folder", Where(root=tmp_path / "none")),
    ):
        assert probe(kind, where, HERE).cause == "no_such_place"


def test_nobody_at_the_address_is_told() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{closed.getsockname()[1]}"
    for kind in ("s3", "webdav"):
        assert probe(kind, Where(address, "u", "s", "b"), HERE).cause == "unreachable"
        assert probe(kind, Where(address, "u", "s", "b"), ()).cause == "not_allowed"


@pytest.mark.parametrize("kind", ["s3", "webdav"])
@pytest.mark.parametrize(
    ("said", "cause"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 20\r\n\r\n<html>Log in</html>\n", "garbled"),
        (b"HTTP/1.1 302 Found\r\nLocation: /login\r\nContent-Length: 0\r\n\r\n", "redirected"),
        (b"HTTP/1.1 507 Full\r\nContent-Length: 0\r\n\r\n", "full"),
        (b"HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n", "busy"),
    ],
)
def test_what_is_no_such_server_is_told(kind: str, said: bytes, cause: str) -> None:
    with saying(lambda connection: (connection.recv(65_536), connection.sendall(said))[0]) as port:
        where = Where(f"http://127.0.0.1:{port}/dav", "u", "s", "b")
        assert probe(kind, where, HERE).cause == cause


def test_every_kind_has_the_same_rows() -> None:
    names = """attachments two_way whole_reads range direct_link names_case names_spelling largest_file history search
    rooms sharing""".split()  # noqa: SIM905 - a table of words
    table = features.table()
    assert list(table) == ["database", "folder", "s3", "webdav"]
    assert all([row.name for row in rows] == names for rows in table.values())
    for name, kind in (("rclone_s3", "s3"), ("seaweedfs", "s3"), ("wsgidav", "webdav")):
        rows = {row.name: row.holds for row in features.found(kind, QUALITIES[name])}
        assert list(rows) == names
        assert rows["two_way"] is (name != "rclone_s3")
