"""Which versions of a shared note others may read."""

import flask
import pytest

from notesvc import clock
from tests.web.conftest import Member, member
from tests.web.sharing import NOTES, share


@pytest.fixture
def guest(app: flask.Flask) -> Member:
    return member(app, "guest@example.org", "Gus Guest")


@pytest.mark.parametrize("role", ["viewer", "editor"])
def test_versions_from_before_a_note_was_shared_are_its_owners_alone(
    owner: Member, guest: Member, role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = owner.note("Plan", "the secret that was there first")
    path = f"{NOTES}/{made['id']}"
    moment = [clock.timestamp_ms()]
    monkeypatch.setattr(clock, "timestamp_ms", lambda: moment[0])

    def save(content: str) -> None:
        moment[0] += 100_000
        assert owner.web.patch(path, json={"content": content, "reason": "manual"}).status_code == 200

    def versions(member: Member) -> list[str]:
        return [each["id"] for each in member.web.get(f"{path}/versions").get_json()["versions"]]

    save("without it, as it is shared")
    share(owner, made, guest, role)
    save("after it was shared, and read by the guest")
    latest, shared, first = versions(owner)
    assert versions(guest) == [latest, shared]
    for way in ("", "/diff", f"/diff?against={latest}"):
        assert guest.web.get(f"/api/workspace/versions/{first}{way}").status_code == 404
        assert owner.web.get(f"/api/workspace/versions/{first}{way}").status_code == 200
    assert guest.web.get(f"/api/workspace/versions/{latest}/diff?against={first}").status_code == 404
    assert guest.web.post(f"/api/workspace/versions/{first}/restore").status_code == 404
    # Nothing of the one before stands in how the first one they may read differs.
    assert "secret" not in guest.web.get(f"/api/workspace/versions/{shared}/diff").text
    assert guest.web.get(f"/api/workspace/versions/{latest}/diff").status_code == 200
    restored = guest.web.post(f"/api/workspace/versions/{shared}/restore").status_code
    assert restored == (200 if role == "editor" else 403)
