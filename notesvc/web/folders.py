"""The folder tree."""

from typing import Any

from flask import Response

from notesvc.domain import changes, folders, trash
from notesvc.domain.caller import Caller
from notesvc.web import forms, preconditions, shapes
from notesvc.web.access import SESSION
from notesvc.web.area import Answer, Area

area = Area("folders", "/api/workspace/folders")


@area.get("", access=SESSION, headers=("If-None-Match",), answers={200: shapes.FolderTree, 304: None})
def tree(caller: Caller) -> Any:
    """All folders in display order, depth first."""
    return tree_answer(caller)


def tree_answer(caller: Caller) -> Response | Answer:
    """The tree, or 304 for a reader who has it; the sync interface answers the same."""
    etag = f'"folders-{changes.current_number(caller.user_id)}"'
    unchanged = preconditions.not_modified(etag)
    return unchanged or Answer(shapes.folder_tree(folders.tree(caller)), headers={"ETag": etag})


@area.post("", access=SESSION, form=forms.NewFolder, answers={201: shapes.FolderShape}, refusals=(404,))
def create(caller: Caller, form: forms.NewFolder) -> Any:
    """A new folder."""
    return shapes.folder(folders.create(caller, form.given()))


@area.patch(
    "/<id:folder_id>",
    access=SESSION,
    form=forms.FolderChange,
    answers={200: shapes.FolderShape},
    refusals=(409,),
)
def change(caller: Caller, folder_id: str, form: forms.FolderChange) -> Any:
    """Change name, parent, place or icon."""
    return shapes.folder(folders.change(caller, folder_id, form.given()))


@area.delete("/<id:folder_id>", access=SESSION, answers={204: None})
def delete(caller: Caller, folder_id: str) -> Any:
    """Move the folder and what is in it to the trash."""
    trash.delete_folder(caller, folder_id)
