"""The folder tree."""

from typing import Any

from flask import Response

from notesvc.domain import changes, folders, resources, trash
from notesvc.domain.caller import Caller
from notesvc.models import Folder
from notesvc.web import forms, idempotency_keys, paging, preconditions
from notesvc.web.access import SESSION
from notesvc.web.area import Answer, Area

area = Area("folders", "/api/workspace/folders")


@area.get(
    "", access=SESSION, query=forms.Page, headers=("If-None-Match",), answers={200: resources.FolderTree, 304: None}
)
def tree(caller: Caller, query: forms.Page) -> Any:
    """All folders in display order, depth first."""
    return tree_answer(caller, query)


def tree_answer(caller: Caller, query: forms.Page) -> Response | Answer:
    """The tree, or 304 for a reader who has it; the sync interface answers the same."""
    etag = f'"folders-{changes.current_number(caller.user_id)}"'
    unchanged = preconditions.not_modified(etag)
    if unchanged:
        return unchanged
    branches, cursor = paging.page(query, "folders", folders.tree(caller), lambda branch: branch.id)
    rows = [(*fields, *place) for fields, *place in branches]
    return Answer(resources.FolderTree.of(folders=rows, next_cursor=cursor), headers={"ETag": etag})


@area.post(
    "",
    access=SESSION,
    form=forms.NewFolder,
    headers=("Idempotency-Key",),
    sends=("ETag",),
    answers={201: resources.FolderShape, 200: resources.FolderShape},
    refusals=(404, 409),
)
def create(caller: Caller, form: forms.NewFolder) -> Any:
    """A new folder, with its ETag."""
    key = idempotency_keys.of_address(form)
    return idempotency_keys.once(caller, key, lambda: _answer(folders.create(caller, form.given()), 201))


@area.patch(
    "/<id:folder_id>",
    access=SESSION,
    form=forms.FolderChange,
    headers=("If-Match", "If-Unmodified-Since"),
    answers={200: resources.FolderShape},
    refusals=(409, 412),
)
def change(caller: Caller, folder_id: str, form: forms.FolderChange) -> Any:
    """Change name, parent, place or icon."""
    return _answer(folders.change(caller, folder_id, form.given(), preconditions.from_request()), 200)


@area.delete(
    "/<id:folder_id>",
    access=SESSION,
    headers=("If-Match", "If-Unmodified-Since"),
    answers={204: None},
    refusals=(412,),
)
def delete(caller: Caller, folder_id: str) -> Any:
    """Move the folder and what is in it to the trash."""
    trash.delete_folder(caller, folder_id, preconditions.from_request())


def _answer(folder: Folder, status: int) -> Answer:
    return Answer(resources.FolderShape.of(folder), status, {"ETag": folder.etag})
