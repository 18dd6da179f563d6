"""What stops a mirror until its owner goes on, in words for them."""

DETAILS = {
    "deletions": "Many files are gone at once. Go on, and their notes go to the trash; or put the files back.",
    "empty": "All files are gone. Go on, and their notes go to the trash; or put the files back.",
    "no_marker": "This is not the folder that it was: its file .notesvc is gone. Go on, and all is written anew.",
    "other_marker": "The folder is the mirror of another workspace or service. Go on only if that one has ended.",
    "credentials": "The server refuses the service. Enter what opens it again, or go on where it has been mended.",
}
REFUSALS = frozenset({"bad_credentials", "forbidden"})
"""Causes for which nothing is tried again by itself: trying may lock the account there."""
