"""Visitors of public links: passwords, counted views, and what is (not) kept about them."""

import logging
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from notesvc import clock, database
from notesvc.config import Settings
from notesvc.domain.shares import views
from notesvc.web.request_log import JsonLines
from tests.domain.other import writing_elsewhere
from tests.service import wait_until
from tests.web.conftest import Member
from tests.web.published import PERSON, enter, look, now, path_of, share, shown, text, ticket_of

PASSWORD = "open sesame"
PNG = b"\x89PNG\r\n\x1a\nrest"
POLICY = ("default-src 'none'", "sandbox allow-forms", "frame-ancestors 'none'", "style-src 'self'")


@pytest.fixture
def visitor(anonymous: FlaskClient) -> FlaskClient:
    return anonymous


def test_every_answer_has_the_policy_and_asks_for_no_cookie(owner: Member, visitor: FlaskClient) -> None:
    folder = owner.folder("Site")
    owner.note("One", "text", parentId=folder["id"])
    link = share(owner, folder)
    pages = ["", "one", "search?q=x", "feed.xml", "style.css", "absent"]
    for address in ["/s/absent", "/s/", *(path_of(link, page) for page in pages)]:
        for method in ("GET", "HEAD", "POST"):
            answer = visitor.open(address, method=method, headers=PERSON)
            policy = answer.headers["Content-Security-Policy"]
            assert all(part in policy for part in POLICY), (method, address)
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert "Set-Cookie" not in answer.headers
            assert "<script" not in text(answer)


def test_the_session_of_whoever_looks_makes_no_difference(owner: Member, visitor: FlaskClient) -> None:
    link = share(owner, owner.note("Report", "words"), password=PASSWORD)
    mine, theirs = look(owner.web, path_of(link)), look(visitor, path_of(link))
    assert (mine.status_code, mine.data) == (theirs.status_code, theirs.data)
    assert mine.status_code == 401


def test_robots_are_kept_out_unless_they_are_let_in(owner: Member, visitor: FlaskClient) -> None:
    note = owner.note("Report", "words")
    closed, listed = share(owner, note), share(owner, note, robots=True)
    hidden = share(owner, note, robots=True, password=PASSWORD)
    assert look(visitor, path_of(closed)).headers["X-Robots-Tag"] == "noindex"
    assert "X-Robots-Tag" not in look(visitor, path_of(listed)).headers
    assert look(visitor, path_of(hidden)).headers["X-Robots-Tag"] == "noindex"


def test_a_page_that_is_known_is_not_sent_again(owner: Member, visitor: FlaskClient) -> None:
    note = owner.note("Report", "words")
    link = share(owner, note)
    first = look(visitor, path_of(link))
    assert (first.headers["Cache-Control"], first.headers["Content-Encoding"]) == ("private, no-cache", "gzip")
    etag = first.headers["ETag"]
    for known in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        for encoding in ("gzip", "identity"):
            again = look(visitor, path_of(link), **{"If-None-Match": known, "Accept-Encoding": encoding})
            assert (again.status_code, again.data) == (304, b""), known
    plain = look(visitor, path_of(link), **{"Accept-Encoding": "gzip;q=0"})
    assert "Content-Encoding" not in plain.headers
    assert plain.text == text(first)
    head = visitor.head(path_of(link), headers=PERSON)
    assert (head.status_code, head.data, head.headers["ETag"]) == (200, b"", first.headers["ETag"])


def test_a_password_opens_pages_and_files_to_who_knows_it(app: Flask, owner: Member, visitor: FlaskClient) -> None:
    file = owner.file(content=PNG).get_json()
    folder = owner.folder("Site")
    owner.note("One", f"secret words ![]({file['url']})", parentId=folder["id"])
    link = share(owner, folder, password=PASSWORD)
    assert link["hasPassword"] is True
    for page in ("", "one", "absent", "search?q=secret"):
        shut = look(visitor, path_of(link, page))
        assert shut.status_code == 401
        assert "secret words" not in text(shut)
    assert look(visitor, path_of(link, "a/o/1")).status_code == 404
    assert look(visitor, path_of(link, "feed.xml")).status_code == 404
    wrong = enter(visitor, path_of(link, "one"), password="open sesam")
    assert (wrong.status_code, "not the password" in text(wrong)) == (401, True)
    right = enter(visitor, path_of(link, "one"), password=PASSWORD)
    assert (right.status_code, right.headers["Location"]) == (303, path_of(link, "one"))
    cookie = right.headers["Set-Cookie"]
    assert all(part in cookie for part in ("HttpOnly", "SameSite=Lax", f"Path={path_of(link)}")), cookie
    opened = look(visitor, path_of(link, "one"))
    assert (opened.status_code, opened.headers["Cache-Control"]) == (200, "no-store")
    assert "secret words" in text(opened)
    picture = re.search(r'src="(/s/[^"]+/a/[0-9a-f]{32}/1)"', text(opened))
    assert picture
    # The sandbox fetches without cookies.
    alone = look(app.test_client(), picture[1])
    assert (alone.status_code, alone.data, alone.headers["Cache-Control"]) == (200, PNG, "no-store")
    assert look(app.test_client(), path_of(link, "one")).status_code == 401
    owner.web.patch(f"/api/workspace/shares/{link['id']}", json={"password": "another one"})
    assert look(visitor, path_of(link, "one")).status_code == 401
    assert look(visitor, picture[1]).status_code == 404
    owner.web.patch(f"/api/workspace/shares/{link['id']}", json={"password": None})
    assert "secret words" in shown(visitor, link, "one")


def test_guesses_are_limited_for_each_share_and_source(owner: Member, visitor: FlaskClient) -> None:
    note = owner.note()
    link, other = share(owner, note, password=PASSWORD), share(owner, note, password=PASSWORD)
    statuses = [enter(visitor, path_of(link), password=f"guess {n}").status_code for n in range(11)]
    assert statuses == [401] * 10 + [429]
    late = enter(visitor, path_of(link), password=PASSWORD)
    assert late.status_code == 429
    assert int(late.headers["Retry-After"]) <= 900
    assert late.mimetype == "text/html"
    assert enter(visitor, path_of(other), password=PASSWORD).status_code == 303
    assert database.execute("SELECT count(*) FROM audit_entries WHERE kind = 'throttled'").fetchone()[0] == 0


def test_only_the_button_takes_a_view(owner: Member, visitor: FlaskClient) -> None:
    link = share(owner, owner.note("Report", "words for few"), viewLimit=2)
    path = path_of(link)
    cover = look(visitor, path)
    assert (cover.status_code, "words for few" in text(cover)) == (200, False)
    look(visitor, path, **{"Sec-Purpose": "prefetch;prerender"})
    visitor.head(path, headers=PERSON)
    look(visitor, path, **{"User-Agent": "Slackbot-LinkExpanding 1.0"})
    # A form that some other page sends blindly is shown the button.
    assert "words for few" not in text(enter(visitor, path))
    assert "words for few" not in text(enter(visitor, path, ticket="0" * 32))
    assert (now(owner, link)["viewsLeft"], now(owner, link)["views"]) == (2, 0)
    for left in (1, 0):
        opened = enter(visitor, path, ticket=ticket_of(cover))
        assert (opened.status_code, opened.headers["Cache-Control"]) == (200, "no-store")
        assert "words for few" in text(opened)
        assert now(owner, link)["viewsLeft"] == left
    assert now(owner, link)["state"] == "used_up"
    assert enter(visitor, path, ticket=ticket_of(cover)).status_code == 404
    absent = look(visitor, "/s/AAAAAAAAAAAAAAAAAAAAAA")
    assert look(visitor, path).data == absent.data
    more = owner.web.patch(f"/api/workspace/shares/{link['id']}", json={"viewLimit": 5}).get_json()
    assert (more["viewsLeft"], more["state"]) == (3, "active")


def test_a_view_of_a_site_is_of_all_its_pages_for_a_while(app: Flask, owner: Member, visitor: FlaskClient) -> None:
    folder = owner.folder("Site")
    file = owner.file(content=PNG).get_json()
    owner.note("One", f"first words ![]({file['url']})", parentId=folder["id"])
    link = share(owner, folder, viewLimit=1)
    cover = look(visitor, path_of(link))
    opened = enter(visitor, path_of(link), ticket=ticket_of(cover))
    assert opened.status_code == 200
    page = text(look(visitor, path_of(link, "one")))
    assert "first words" in page
    picture = re.search(r'src="(/s/[^"]+/a/[0-9a-f]{32}/1)"', page)
    assert picture
    assert look(app.test_client(), picture[1]).data == PNG
    assert look(app.test_client(), path_of(link, "one")).status_code == 404
    with database.transaction():
        database.execute("UPDATE share_passes SET expires_at = ?", (clock.from_now(-1),))
    assert look(visitor, path_of(link, "one")).status_code == 404


def test_eight_threads_take_no_more_views_than_there_are(app: Flask, owner: Member) -> None:
    link = share(owner, owner.note("Report", "words"), viewLimit=10)
    ticket = ticket_of(look(app.test_client(), path_of(link)))
    statuses: list[int] = []

    def press() -> None:
        with database.connection():
            client = app.test_client()
            statuses.extend(enter(client, path_of(link), ticket=ticket).status_code for _ in range(4))

    threads = [threading.Thread(target=press) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [200] * 10 + [404] * 22
    assert (now(owner, link)["views"], now(owner, link)["viewsLeft"]) == (10, 0)


def test_views_are_counted_by_day_and_by_who_led_there(
    owner: Member, visitor: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = clock.timestamp_ms()
    monkeypatch.setattr(clock, "timestamp_ms", lambda: moment)
    note = owner.note("Report", "words")
    link = share(owner, note)
    path = path_of(link)
    for referer in ("https://news.example.com/item?id=1", "https://NEWS.example.com/", "not an address", ""):
        look(visitor, path, Referer=referer)
    for headers in (
        {"Sec-Purpose": "prefetch"},
        {"Sec-Fetch-Dest": "empty"},
        {"User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)"},
    ):
        look(visitor, path, **headers)
    visitor.head(path, headers=PERSON)
    views.waiting.write()
    days = owner.web.get(f"/api/workspace/shares/{link['id']}/views?days=7").get_json()["days"]
    assert len(days) == 7
    today = clock.now()[:10]
    assert days[-1] == {"date": today, "views": 4, "referrers": [{"host": "news.example.com", "views": 2}]}
    assert sum(day["views"] for day in days[:-1]) == 0
    assert now(owner, link)["views"] == 4


def test_no_view_is_being_written_once_those_that_wait_are_forgotten(
    workspace: Settings, owner: Member, visitor: FlaskClient
) -> None:
    link = share(owner, owner.note("Report", "words"))
    look(visitor, path_of(link))
    writer = threading.Thread(target=views.waiting.write)
    with writing_elsewhere(workspace, "shares"):
        writer.start()
        wait_until(lambda: not views.waiting._counts, "the view is not taken to be written")
    views.waiting.forget()
    assert now(owner, link)["views"] == 1
    writer.join()


def test_the_owner_is_told_of_the_first_view_and_of_the_end(owner: Member, visitor: FlaskClient) -> None:
    link = share(owner, owner.note("Report", "words"), expiresAt=clock.from_now(7_200))
    for _ in range(2):
        look(visitor, path_of(link))
        views.waiting.write()
    views.remind_of_expiry()
    views.remind_of_expiry()
    told = owner.web.get("/api/notifications").get_json()["notifications"]
    assert sorted(each["kind"] for each in told) == ["share_expiring", "share_viewed"]
    assert {each["data"]["shareId"] for each in told} == {link["id"]}


def test_nothing_that_identifies_a_visitor_is_on_disk(
    workspace: Settings, owner: Member, app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    folder = owner.folder("Site")
    owner.note("One", "words", parentId=folder["id"])
    links = [share(owner, folder), share(owner, folder, password=PASSWORD), share(owner, folder, viewLimit=3)]
    address, agent = "203.0.113.77", "Mozilla/5.0 Peculiar/77"
    headers = {**PERSON, "User-Agent": agent, "Referer": "https://search.example/private-query-77"}
    formatter = JsonLines()
    with caplog.at_level(logging.INFO, logger="notesvc"):
        client = app.test_client()
        given: dict[str, Any] = {"headers": headers, "environ_overrides": {"REMOTE_ADDR": address}}
        for link in links:
            cover = client.get(path_of(link), **given)
            client.get(path_of(link, "search?q=peculiar-query"), **given)
            for _ in range(12):
                client.post(path_of(link), data={"password": "peculiar-guess"}, **given)
        client.post(path_of(links[2]), data={"ticket": ticket_of(cover)}, **given)
        views.waiting.write()
    said = "\n".join(formatter.format(record) for record in caplog.records)
    kept = said.encode() + b"".join(file.read_bytes() for file in files_of(workspace)) + rows_of().encode()
    assert b"search.example" in kept
    for secret in (
        address,
        agent,
        "private-query",
        "peculiar-query",
        "peculiar-guess",
        *(each["slug"] for each in links),
    ):
        where = said if secret in [each["slug"] for each in links] else kept.decode("utf-8", "replace")
        assert secret not in where, secret


def files_of(settings: Settings) -> list[Path]:
    return [file for file in settings.instance.rglob("*") if file.is_file()]


def rows_of() -> str:
    """All that the tables of public links, of the audit log and of what users are told hold."""
    tables = ("share_views", "share_passes", "audit_entries", "notifications")
    return "\n".join(str(row) for table in tables for row in database.execute(f"SELECT * FROM {table}").fetchall())
