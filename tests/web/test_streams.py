"""The stream where there is no process to hand it to: a thread serves it, in the same words."""

from typing import Any

import pytest

from notesvc import limits
from notesvc.web import event_frames
from tests.web.conftest import Member

PATH = "/api/notifications/stream"


@pytest.fixture
def kind() -> str:
    """What streams say is the same on both databases; tests/process tries both."""
    return "sqlite"


def opened(member: Member, last: str | None = None) -> Any:
    return member.web.get(PATH, headers={} if last is None else {"Last-Event-ID": last})


def words(answer: Any) -> str:
    """The next portion of the stream."""
    return str(next(answer.iter_encoded()).decode())


def test_it_says_where_it_begins_and_then_what_happens(owner: Member) -> None:
    with opened(owner) as answer:
        assert (answer.status_code, answer.mimetype) == (200, "text/event-stream")
        assert words(answer).startswith("retry: ")
        note = owner.note("Plan")
        assert f'"noteId":"{note["id"]}"' in words(answer)


def test_it_goes_on_after_the_last_event(owner: Member) -> None:
    owner.note("Plan")
    with opened(owner, "0") as answer:
        assert words(answer).endswith("id: 0\n\n")
        assert "\nevent: workspace\ndata: {" in words(answer)


def test_a_new_stream_names_the_last_event_in_its_address(owner: Member) -> None:
    owner.note("Plan")
    with owner.web.get(f"{PATH}?lastEventId=0") as answer:
        assert words(answer).endswith("id: 0\n\n")
        assert "\nevent: workspace\ndata: {" in words(answer)
    # What a browser sends when it comes back by itself is the later one.
    with owner.web.get(f"{PATH}?lastEventId=0", headers={"Last-Event-ID": "1"}) as answer:
        assert words(answer).endswith("id: 1\n\n")


def test_what_is_no_number_of_ours_means_to_load_everything_anew(owner: Member) -> None:
    with opened(owner, "99999") as answer:
        assert '"change":"contents"' in words(answer)


def test_a_seventh_is_refused(owner: Member, stranger: Member) -> None:
    streams = [opened(owner) for _ in range(limits.STREAMS_PER_USER)]
    for each in streams:
        words(each)
    refused = opened(owner)
    assert (refused.status_code, refused.get_json()["code"]) == (429, "rate_limited")
    with opened(stranger) as other:
        assert other.status_code == 200
        words(other)
    for each in streams:
        each.close()
    with opened(owner) as again:
        assert again.status_code == 200
        words(again)


def test_a_client_that_leaves_before_the_first_event_takes_no_place(owner: Member) -> None:
    for _ in range(limits.STREAMS_PER_USER + 1):
        with opened(owner) as answer:
            assert answer.status_code == 200


def test_it_ends_with_the_session(owner: Member) -> None:
    with opened(owner) as answer:
        words(answer)
        assert owner.web.post("/api/auth/logout").status_code == 204
        assert "".join(piece.decode() for piece in answer.iter_encoded()) == ""


def test_no_text_begins_an_event_of_its_own(owner: Member) -> None:
    frame = event_frames.written(1, "notification", {"note": {"name": "x\n\nid: 9\nevent: evil\r\ndata: \u2028"}})
    assert frame.count(b"\n") == 4
    assert b"\r" not in frame
