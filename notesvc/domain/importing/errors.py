"""Why an archive, or one entry of it, is not read; the texts are for the person who sent it."""

from notesvc import errors, trouble


class ArchiveRefusedError(Exception):
    """The whole archive is refused: it cannot be read, or is made to do harm."""


class EntryRefusedError(Exception):
    """One entry is refused; the others go on."""


def passing(error: Exception) -> str | None:
    """What is the matter on our side, in words, where it may pass by itself; None for everything else."""
    if isinstance(error, errors.Busy):
        return error.detail
    cause = trouble.cause_of(error)
    return cause and cause.words
