"""Nobody's change of a folder, and no move, is silently overwritten."""

from typing import Any

from tests.web.conftest import Member

FOLDERS = "/api/workspace/folders"


def made(owner: Member, name: str = "Plans") -> tuple[str, str]:
    """A folder's address and ETag."""
    answer = owner.web.post(FOLDERS, json={"name": name})
    return f"{FOLDERS}/{answer.get_json()['id']}", answer.headers["ETag"]


def change(owner: Member, address: str, body: dict[str, Any], **headers: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return owner.web.patch(address, json=body, headers=named)


def etag_in_tree(owner: Member, address: str) -> str:
    folders = owner.web.get(FOLDERS).get_json()["folders"]
    return str(next(each["etag"] for each in folders if address.endswith(each["id"])))


def test_a_change_on_an_old_etag_is_412_with_the_folder_as_it_stands(owner: Member) -> None:
    address, old = made(owner)
    changed = change(owner, address, {"name": "Ideas"}, If_Match=old)
    assert changed.status_code == 200
    refused = change(owner, address, {"name": "Other"}, If_Match=old)
    assert (refused.status_code, refused.get_json()["code"]) == (412, "precondition_failed")
    assert refused.get_json()["current"] == changed.get_json()
    assert refused.headers["ETag"] == changed.headers["ETag"] == etag_in_tree(owner, address) != old
    assert change(owner, address, {"name": "Other"}, If_Match=refused.headers["ETag"]).status_code == 200


def test_its_updated_at_serves_as_well(owner: Member) -> None:
    address, _ = made(owner)
    seen = change(owner, address, {"icon": "x"}).get_json()["updatedAt"]
    assert change(owner, address, {"icon": "y"}, If_Unmodified_Since=seen).status_code == 200
    assert change(owner, address, {"icon": "z"}, If_Unmodified_Since="2022-01-01T10:00:00.000Z").status_code == 412


def test_deleting_on_an_old_etag_deletes_nothing(owner: Member) -> None:
    address, old = made(owner)
    change(owner, address, {"name": "Ideas"})
    assert owner.web.delete(address, headers={"If-Match": old}).status_code == 412
    assert owner.web.delete(address, headers={"If-Match": etag_in_tree(owner, address)}).status_code == 204


def test_being_given_another_place_among_its_siblings_is_a_change(owner: Member) -> None:
    address, old = made(owner)
    change(owner, address, {"sortOrder": 77})
    assert etag_in_tree(owner, address) != old
    change(owner, address, {"sortOrder": 77}, If_Match="*")
    assert change(owner, address, {"sortOrder": 1}, If_Match=old).status_code == 412


def test_a_move_on_an_old_etag_moves_nothing(owner: Member) -> None:
    note, folder = owner.note(content="one"), owner.folder()
    address = f"/api/workspace/notes/{note['id']}"
    old = owner.web.get(address).headers["ETag"]
    owner.web.patch(address, json={"content": "two two"})
    refused = owner.web.post(f"{address}/move", json={"parentId": folder["id"]}, headers={"If-Match": old})
    assert (refused.status_code, refused.get_json()["current"]["content"]) == (412, "two two")
    assert refused.get_json()["current"]["parentId"] is None
    on_this = {"If-Match": refused.headers["ETag"]}
    assert owner.web.post(f"{address}/move", json={"parentId": folder["id"]}, headers=on_this).status_code == 200
