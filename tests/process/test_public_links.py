"""Public links on the running service: views that many take at once, kills while pages are frozen, the commands."""

import gzip
import random
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest

from notesvc import limits
from tests.commands import call
from tests.kept import Services
from tests.process.member import Member, register
from tests.process.wire import Reply, Wire
from tests.service import Service, wait_until

VIEWS = 200
PROCESSES = 8
FORM = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Dest": "document"}
ROUNDS = 6
PAGE = {"Accept-Encoding": "gzip, br", "Sec-Fetch-Dest": "document", "User-Agent": "Mozilla/5.0"}


@pytest.fixture(params=["sqlite", "postgres"])
def service(request: pytest.FixtureRequest, services: Services) -> Service:
    more = {"NOTESVC_WORKERS": str(PROCESSES), "NOTESVC_TRUSTED_PROXIES": "1"}
    return services.empty(str(request.param), **more)


@pytest.fixture(params=["sqlite", "postgres"])
def here(request: pytest.FixtureRequest, services: Services) -> Service:
    """A service without a proxy."""
    return services.empty(str(request.param))


def share(member: Member, note_or_folder: str, **settings: object) -> dict[str, object]:
    return dict(member.make(f"/api/workspace/{note_or_folder}/shares", **settings))


def told(reply: Reply) -> dict[str, str]:
    """The headers, but for those that are about the connection and the moment."""
    return {name: value for name, value in reply.headers.items() if name not in ("Date", "Connection", "Server")}


def whole(service: Service, path: str) -> bytes:
    """A request as a browser sends it."""
    lines = "".join(f"{name}: {value}\r\n" for name, value in PAGE.items())
    return f"GET {path} HTTP/1.1\r\nHost: {urlsplit(service.url).netloc}\r\n{lines}\r\n".encode()


def look(service: Service, path: str) -> Reply:
    with Wire(service.url) as wire:
        return wire.ask("GET", path)


def text(service: Service, path: str) -> str:
    """The page, which has to be there."""
    reply = look(service, path)
    assert reply.status == 200, (path, reply.status)
    return reply.body.decode()


def progress(member: Member) -> int:
    """How many pages are made of the only link; all of them where no freeze is under way."""
    [link] = member.get("/api/workspace/shares")["shares"]
    return int(link["freezing"]["done"] if link["freezing"] else link["pages"])


def test_many_processes_give_exactly_as_many_views_as_there_are(service: Service) -> None:
    owner = register(service)
    note = owner.note("Report", "words for few")
    link = share(owner, f"notes/{note['id']}", viewLimit=VIEWS)
    path = f"/s/{link['slug']}"
    ticket = re.search(r'name="ticket" value="([^"]+)"', text(service, path))
    assert ticket
    body = f"ticket={ticket[1]}".encode()

    def press(number: int) -> list[int]:
        # Each from a place of its own: one source may take so many a minute.
        headers = {**FORM, "X-Forwarded-For": f"198.51.100.{number}"}
        with Wire(service.url) as wire:
            replies = [wire.ask("POST", path, headers, body) for _ in range(40)]
        assert all((b"words for few" in reply.body) == (reply.status == 200) for reply in replies)
        return [reply.status for reply in replies]

    with ThreadPoolExecutor(PROCESSES) as threads:
        statuses = [status for found in threads.map(press, range(PROCESSES)) for status in found]
    assert (statuses.count(200), statuses.count(404)) == (VIEWS, PROCESSES * 40 - VIEWS)
    [told] = owner.get("/api/workspace/shares")["shares"]
    assert (told["views"], told["viewsLeft"], told["state"]) == (VIEWS, 0, "used_up")


def test_a_kill_leaves_the_old_pages_or_the_new_ones_whole(service: Service) -> None:
    """Whatever was killed while pages were frozen anew, all of them are of one edition, and the next one comes."""
    dice = random.Random(7)
    owner = register(service)
    folder = owner.make("/api/workspace/folders", name="Site")["id"]
    notes = [
        owner.note(f"Page {number}", "edition 0", parentId=folder)["id"]
        for number in range(limits.SHARE_PAGES_AT_ONCE + 20)
    ]
    link = share(owner, f"folders/{folder}")
    paths = [f"/s/{link['slug']}/page-{number}" for number in range(len(notes))]
    wait_until(lambda: look(service, paths[0]).status == 200, "the site was not frozen")
    for edition in range(1, ROUNDS + 1):
        for note_id in notes:
            owner.ask("PATCH", f"/api/workspace/notes/{note_id}", {"content": f"edition {edition}"})
        owner.make(f"/api/workspace/shares/{link['id']}/refresh")
        moment = dice.randrange(len(notes))
        wait_until(lambda: progress(owner) >= moment, "the freeze did not get so far")  # noqa: B023
        service.kill()
        service.start()
        owner.url = service.url
        found = [int(re.search(r"edition (\d+)", text(service, path))[1]) for path in paths]  # type: ignore[index]
        # The new edition may come while they are read, once and for all.
        assert set(found) <= {edition - 1, edition}
        assert found == sorted(found)
        wait_until(lambda: f"edition {edition}" in text(service, paths[-1]), "the site was not frozen anew")  # noqa: B023
    with Wire(service.url) as wire:
        assert wire.ask("GET", paths[0], {**PAGE, "X-Forwarded-Host": "evil.example"}).status == 421
    assert call(service.instance, "check", **service.settings).returncode == 0


def test_pages_answered_by_the_loop_are_those_of_the_threads(here: Service) -> None:
    owner = register(here)
    note = owner.note("Report", "words " * 20_000)
    link = share(owner, f"notes/{note['id']}", robots=True)
    path = f"/s/{link['slug']}"
    with Wire(here.url) as wire:
        for language in ("en", "de"):
            asked = {**PAGE, "Accept-Language": language}
            # A range is what the loop leaves to threads, as it does what has to be put into words first.
            threads = wire.ask("GET", path, {**asked, "Range": "bytes=0-1"})
            plain = wire.ask("GET", path, asked)
            assert plain.status == threads.status == 200
            assert (plain.body, told(plain)) == (threads.body, told(threads))
            assert f'<html lang="{language}">' in gzip.decompress(plain.body).decode()
        known = {**asked, "If-None-Match": plain.headers["ETag"]}
        again = wire.ask("GET", path, known)
        assert again.status == 304
        assert told(again) == told(wire.ask("GET", path, {**known, "Range": "bytes=0-1"}))
        for host in ("evil.example", "127.0.0.1.evil.example"):
            assert wire.ask("GET", path, {**PAGE, "Host": host}).status == 421
        views = wait_until(lambda: owner.get("/api/workspace/shares")["shares"][0]["views"] == 6, "not counted")
        assert views
        assert owner.ask("DELETE", f"/api/workspace/shares/{link['id']}").status == 204
        assert wire.ask("GET", path, PAGE).status == 404


def test_requests_sent_ahead_are_answered_in_their_order(here: Service) -> None:
    owner = register(here)
    note = owner.note("Report", "words " * 20_000)
    link = share(owner, f"notes/{note['id']}")
    path = f"/s/{link['slug']}"
    dice = random.Random(3)
    with Wire(here.url) as wire:
        asked = [dice.choice((path, f"{path}?a", f"{path}/nothing", "/healthz")) for _ in range(600)]
        sender = threading.Thread(target=lambda: wire.send(b"".join(whole(here, each) for each in asked)))
        sender.start()
        statuses = [wire.reply().status for _ in asked]
        sender.join()
    assert statuses == [404 if each.endswith("nothing") else 200 for each in asked]


def test_links_are_listed_and_ended_by_commands(services: Services) -> None:
    service = services.empty()
    owner = register(service)
    note = owner.note("Report", "words")
    link = share(owner, f"notes/{note['id']}")
    path = f"/s/{link['slug']}"
    [line] = call(service.instance, "share", "list").stdout.splitlines()
    assert line.split("\t")[:3] == [link["id"], "@owner", "active"]
    assert line.endswith(f"{path}\tReport")
    assert call(service.instance, "share", "revoke", str(link["id"])).returncode == 0
    assert look(service, path).status == 404
    assert "\trevoked\t" in call(service.instance, "share", "list").stdout
    refused = call(service.instance, "share", "revoke", "nothing")
    assert (refused.returncode, refused.stderr) == (1, "notesvc: no public link has the id nothing\n")
