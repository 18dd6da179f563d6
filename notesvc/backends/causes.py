"""Why a place for files did not do what it was asked, in the same words for every kind."""

# What a person can do about it. Never the server's own words: those may quote a key or an address.
DETAILS = {
    "bad_credentials": "The server refuses these credentials. Enter them again, or make new ones there.",
    "forbidden": "The server knows these credentials, but does not allow them this. Ask whoever runs it.",
    "no_such_place": "There is no such bucket or folder on the server. Make it there, or enter another name.",
    "not_allowed": (
        "The address lies in a network that this service may not ask. "
        "The administrator can allow it: NOTESVC_STORAGE_NETWORKS."
    ),
    "unreachable": "Nobody answers at the address. Check the address, and that the server runs.",
    "bad_certificate": "The certificate at the address is not valid for it. Check the address.",
    "timeout": "The server took too long to answer. It is tried again.",
    "truncated": "The connection broke off. It is tried again.",
    "garbled": "What came back is no answer of such a server. Check that the address is the right one.",
    "redirected": "The address leads to another one, which is not followed. Enter the address it leads to.",
    "bad_region": "The bucket lies in another region. Enter that region, and the address that belongs to it.",
    "clock_skew": "The clocks of this machine and of the server differ too much. Set them right.",
    "full": "There is no space left there. Free some, or get more.",
    "too_large": "The file is larger than the server takes.",
    "bad_name": "The server does not take this name for a file.",
    "busy": "The server is busy with it, or has it locked. It is tried again later.",
    "damaged": "What is stored there is not what was put there.",
}

_TEMPORARY = frozenset({"unreachable", "timeout", "truncated", "busy"})


class BackendError(Exception):
    """Nothing is known to have been done; `cause` is a key of DETAILS, `retry_after` in seconds."""

    def __init__(self, cause: str, detail: str = "", retry_after: int | None = None) -> None:
        super().__init__(cause)
        self.cause = cause
        self.detail = detail or DETAILS[cause]
        self.retry_after = retry_after

    @property
    def is_temporary(self) -> bool:
        """Whether waiting alone may help; anything else needs a person."""
        return self.cause in _TEMPORARY


class MissingError(Exception):
    """There is no file of that key."""


class ChangedError(Exception):
    """The file is not what the caller had seen: somebody else has written, made or removed it. Nothing was changed."""
