"""Several machines over one Postgres: with folders of their own, and with the one that they have to share."""

import io
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.commands import call
from tests.process.member import Member, multipart, register
from tests.service import Service, wait_until

_SECRET = "s" * 40
_UPLOADS = "/api/workspace/attachments"


@pytest.fixture
def machines(tmp_path: Path, postgres_url: str) -> Iterator[Callable[[bool], list[Member]]]:
    """Two services: `machines(True)` share their attachments. The same person is signed in at both."""
    services: list[Service] = []

    def begin(are_shared: bool) -> list[Member]:
        for name in ("one", "two"):
            folder = tmp_path / name
            folder.mkdir(mode=0o700)
            if are_shared:
                (tmp_path / "shared").mkdir(mode=0o700, exist_ok=True)
                (folder / "attachments").symlink_to(tmp_path / "shared")
            settings = {"NOTESVC_DATABASE_URL": postgres_url, "NOTESVC_SECRET_KEY": _SECRET, "NOTESVC_WORKERS": "1"}
            services.append(Service(folder, settings))
            services[-1].start()
        member = register(services[0])
        return [Member(service.url, member.cookie) for service in services]

    yield begin
    for each in services:
        each.end()


def imported(member: Member, number: int) -> str:
    """The id of an import of one note."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr(f"note {number}.md", "text")
    body, headers = multipart("vault.zip", archive.getvalue())
    reply = member.ask("POST", "/api/data/import", body, headers)
    assert reply.status == 202, reply.body
    return str(reply.json()["id"])


def ended(member: Member, job_id: str) -> Any:
    def look() -> Any:
        found = member.get(f"/api/data/imports/{job_id}")
        return found if found["state"] not in ("queued", "running") else None

    return wait_until(look, "the import goes on")


def test_with_folders_of_their_own_each_imports_what_it_received_and_says_what_is_wrong(
    machines: Callable[[bool], list[Member]], tmp_path: Path, postgres_url: str
) -> None:
    one, two = machines(False)
    for each in (one, two):
        wait_until(lambda each=each: "not share" in str(each.get("/readyz")), "it does not say that nothing is shared")
    jobs = [imported(member, number) for number, member in enumerate((one, two, one, two))]
    assert [ended(one, job)["state"] for job in jobs] == ["done"] * 4
    made = one.upload(_UPLOADS, "a.bin", b"bytes").json()
    assert one.ask("GET", made["url"]).body == b"bytes"
    absent = two.ask("GET", made["url"])
    assert (absent.status, "not shared" in absent.json()["detail"]) == (503, True)
    assert absent.headers["Retry-After"]
    checked = call(tmp_path / "two", "check", NOTESVC_DATABASE_URL=postgres_url, NOTESVC_SECRET_KEY=_SECRET)
    assert checked.returncode == 1
    assert "do not share their attachments" in checked.stdout


def test_with_a_shared_folder_a_file_is_there_for_all(machines: Callable[[bool], list[Member]]) -> None:
    one, two = machines(True)
    made = one.upload(_UPLOADS, "a.bin", b"bytes").json()
    assert two.ask("GET", made["url"]).body == b"bytes"
    jobs = [imported(member, number) for number, member in enumerate((one, two))]
    assert [ended(two, job)["state"] for job in jobs] == ["done"] * 2
    assert "not share" not in str(two.get("/readyz"))
