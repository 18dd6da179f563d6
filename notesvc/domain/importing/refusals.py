"""Why an archive, or one entry of it, is not read; the texts are for the person who sent it."""


class ArchiveRefused(Exception):
    """The whole archive is refused: it cannot be read, or is made to do harm."""


class EntryRefused(Exception):
    """One entry is refused; the others go on."""
