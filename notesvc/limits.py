"""Every number the service enforces. `NOTESVC_MAX_<NAME>` settings replace those named MAX_<NAME>."""

from collections.abc import Mapping

KIB = 1024
MIB = 1024 * KIB

# Sizes of what a request may carry, in bytes (contract, section 13).
MAX_BODY = 2 * MIB
MAX_ATTACHMENT = 32 * MIB
MAX_IMPORT = 512 * MIB

# Notes and folders.
MAX_NAME = 500
MAX_FOLDER_DEPTH = 64
MAX_TAGS = 200
MAX_PROPERTIES = 64 * KIB
MAX_PEOPLE = 10_000
PERSON_ALIASES = 50
PERSON_NOTES = 20_000
FILE_NAME = 255
MAX_ICON = 64
MAX_COVER = 2_000
SORT_ORDER_STEP = 1024
LARGEST_INTEGER = 2**53 - 1

# Notes longer than this, in characters, are answered as one raw block: converting more takes too long.
DERIVED_CHARACTERS = 256 * KIB

# JSON that a request may carry.
JSON_DEPTH = 100

# Lists: what one page holds when the request does not say, and at most.
NOTES_PAGE = 1_000
NOTES_PAGE_MOST = 5_000
PAGE = 100
PAGE_MOST = 500
SEARCH_PAGE = 25
SEARCH_PAGE_MOST = 100
SEARCH_QUERY = 256
EVENTS_PAGE = 25
EVENTS_PAGE_MOST = 200
RECENTS = 50
SEARCH_MILLISECONDS = 5_000
SNIPPET_SOURCE = 200_000
BACKLINK_NOTES = 500
BACKLINK_SNIPPETS = 3
LINK_ROWS = 20_000
UNLINKED_NOTES = 50
UNLINKED_EXAMINED = 200
UNLINKED_SHORTEST_NAME = 3
GRAPH_DEPTH_MOST = 5
GRAPH_NODES = 500
GRAPH_NODES_MOST = 5_000

# Versions (contract, section 3): given.
VERSIONS_PER_NOTE = 200
AUTOSAVE_WINDOW_SECONDS = 60

# Trash, in days.
TRASH_DAYS = 30

# Sync tokens (contract, section 4): given.
ACTIVE_TOKENS = 20
TOKEN_NAME = 80
CAPTURES_PER_MINUTE = 30
EXPORTS_PER_MINUTE = 10
FOLDERS_PER_MINUTE = 60
VERIFIES_PER_MINUTE = 60
ACTIVITY_PER_MINUTE = 60
EVENTS_PER_USER = 10_000

# Guessing: attempts per window, by source address and by account; credentials that are no key, by address.
SIGN_INS_PER_ADDRESS = "20 per 5 minutes"
SIGN_INS_PER_ACCOUNT = "10 per 15 minutes"
REGISTRATIONS_PER_ADDRESS = "10 per hour"
BAD_TOKENS_PER_ADDRESS = "600 per minute"

# Passwords and sessions.
PASSWORD_SHORTEST = 10
PASSWORD_LONGEST = 1_024
PASSWORD_HASHES_AT_ONCE = 2
PASSWORD_WAIT_SECONDS = 5
SESSION_DAYS = 30
SESSION_SEEN_SECONDS = 300

# The database, in seconds.
LOCK_WAIT_SECONDS = 5.0
RATE_LOCK_WAIT_SECONDS = 0.5
RETRY_AFTER_SECONDS = 2
CLOCK_DOUBT_SECONDS = 300

# Archives (import).
ARCHIVE_ENTRIES = 200_000
ARCHIVE_UNPACKED = 4 * 1024 * MIB
ARCHIVE_RATIO = 200
IMPORT_BATCH_SECONDS = 0.05
IMPORT_BATCH_NOTES = 50
IMPORT_BATCH_BYTES = 8 * MIB
IMPORT_PAUSE_SECONDS = 0.005
IMPORT_SLICE_SECONDS = 5
IMPORT_LEASE_SECONDS = 20
IMPORT_CRASHES = 10
IMPORT_DAYS = 90
IMPORTS_WAITING = 10

_NAMES_A_SETTING_MAY_CHANGE = frozenset(name for name in dir() if name.startswith("MAX_"))


def override(values: Mapping[str, int]) -> None:
    """Replace limits by name (`{"MAX_BODY": 1048576}`). Raises KeyError for a name that is no such limit."""
    for name, value in values.items():
        if name not in _NAMES_A_SETTING_MAY_CHANGE:
            raise KeyError(name)
        globals()[name] = value
