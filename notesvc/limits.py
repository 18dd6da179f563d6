"""The numbers that callers and operators meet; those of a mechanism alone stand in its file.

`NOTESVC_MAX_<NAME>` settings replace those named MAX_<NAME> when the settings are read (`config.py`).
"""

KIB = 1024
MIB = 1024 * KIB

# Sizes of what a request may carry, in bytes.
MAX_BODY = 2 * MIB
MAX_ATTACHMENT = 32 * MIB
MAX_IMPORT = 512 * MIB

# Connections of each web process, and of the worker of rooms: how many, and how many of one address (IPv6 by its /64)
# where no proxy is trusted (in the worker: that are in no room yet); how long one may be idle, send a head, and be
# slower with a body or an answer than so many bytes a second; how long and how much is listened to after the last
# answer.
MAX_CONNECTIONS = 8_000
MAX_CONNECTIONS_PER_ADDRESS = 128
MAX_IDLE_SECONDS = 75
MAX_HEAD_SECONDS = 10
MAX_SLOW_SECONDS = 20
SLOWEST_BYTES_PER_SECOND = KIB
LINGER_SECONDS = 2
LINGER_BYTES = 16 * MIB

# What a head may have, and the body of a request that needs no account; what of a body and of all bodies waits in
# memory until it is whole, and of all others on disk; what an answer, and all, may keep for clients who read slowly.
HEAD_BYTES = 64 * KIB
PUBLIC_BODY = 32 * KIB
BODY_IN_MEMORY = 256 * KIB
BODIES_IN_MEMORY = 64 * MIB
MAX_SPOOLED = 2 * 1024 * MIB
ANSWER_IN_MEMORY = MIB
ANSWERS_IN_MEMORY = 256 * MIB

# Notes and folders: what one is like, and how many somebody may have; bytes of attachments, and of imports that wait.
MAX_NOTES = 200_000
MAX_FOLDERS = 20_000
MAX_STORED = 100 * 1024 * MIB
MAX_WAITING = 2 * 1024 * MIB
MAX_NAME = 500
MAX_FOLDER_DEPTH = 64
MAX_TAGS = 200
MAX_PROPERTIES = 64 * KIB
MAX_PEOPLE = 10_000
PERSON_ALIASES = 50
PERSON_NOTES = 20_000
FORMER_HANDLES = 50
FILE_NAME = 255
MAX_ICON = 64
UPLOAD_AWAITED_SECONDS = 86_400
MAX_COVER = 2_000
SORT_ORDER_STEP = 1024
LARGEST_INTEGER = 2**53 - 1

# Notes longer than this, in characters, are answered as one raw block: converting more takes too long.
DERIVED_CHARACTERS = 256 * KIB

# What reading a note as blocks, and writing blocks as markdown, may take of a processor, in seconds: beyond it the note
# is one raw block, and the markdown is written without looking for what was there before.
DERIVED_SECONDS = 0.3
DOCUMENT_SECONDS = 5.0

# What rendering a note as a page may take of a processor, in seconds: beyond it the page is plain text and says so.
PAGE_SECONDS = 10.0

# Characters of text that a write works through while others wait for it; what is more it does before.
TEXT_IN_TRANSACTION = 20_000

# Links, tags, mentions and what may be one: so many of a note are looked at, and so many names of people for it.
LINKS_PER_NOTE = 50_000
NAMES_PER_NOTE = 20_000

# JSON that a request may carry, and that properties may be: how deep (blocks go 32 deep, each of them two levels), and
# how many names in a form.
JSON_DEPTH = 100
FORM_NAMES = 100

# Lists: what one page holds when the request does not say, and at most.
NOTES_PAGE = 1_000
NOTES_PAGE_MOST = 5_000
PAGE = 100
PAGE_MOST = 200
SEARCH_PAGE = 25
SEARCH_PAGE_MOST = 100
SEARCH_QUERY = 256
# Of what a search finds, how many notes are read to rank them, and how much of each. For one word what the index says
# is nearly all; how near several stand to each other only the texts tell.
SEARCH_RANKED_FOR_ONE = 30
SEARCH_RANKED = 50
SEARCH_RANKED_TEXT = 20_000
# Asking the own notes: characters of a question that are read, notes that are looked at closely and how much of each
# (folded), notes that passages are taken from, and characters of all passages together.
ASK_QUESTION = 2_000
ASK_CANDIDATES = 100
ASK_TEXT = 40_000
ASK_NOTES = 8
ASK_CHARACTERS = 12_000
EVENTS_PAGE = 25
EVENTS_PAGE_MOST = 200
RECENTS = 50
# First words of notes, in characters, and of how many notes at once; how much of a text they are looked for in. Tasks
# that are due: how many are listed, and of how many notes with tasks.
BEGINNING = 160
BEGINNINGS = 100
BEGINNING_SOURCE = 1_500
MENTION_SOURCE = 20_000
TASKS = 200
TASK_NOTES = 2_000
SEARCH_MILLISECONDS = 5_000
# A page waits less for what it is to show at once.
SEARCH_FIRST_VIEW_MILLISECONDS = 1_000
SNIPPET_SOURCE = 200_000
BACKLINK_NOTES = 500
BACKLINK_SNIPPETS = 3
# Processor time for finding the places in linking texts, and again in those that only mention the name.
BACKLINK_SECONDS = 2.0
LINK_ROWS = 20_000
FORMER_TEXT_SECONDS = 3_600
FORMER_TEXT_CHARACTERS = 20_000_000
UNLINKED_NOTES = 50
UNLINKED_EXAMINED = 200
UNLINKED_SHORTEST_NAME = 3
LINKED_NOTES = 1_000
LINKED_CHARACTERS = 3_000_000
LINKED_MENTIONS_SHOWN = 200
GRAPH_DEPTH_MOST = 5
GRAPH_NODES = 500
GRAPH_NODES_MOST = 5_000

# Versions: given.
VERSIONS_PER_NOTE = 200
AUTOSAVE_WINDOW_SECONDS = 60

# Trash, in days.
TRASH_DAYS = 30

# Stored files that no attachment names: days until they are set aside, and then removed. More at once than this many,
# and than this share of all, go only when a person says so.
ORPHANED_FILE_DAYS = 30
FILE_TRASH_DAYS = 7
SWEEP_FEW_FILES = 10
SWEEP_MOST_SHARE = 0.1

# Backups elsewhere: days that objects stay which no backup names, and backups that cannot be read; files of
# attachments, and notes, that each weekly trial compares; characters of a passphrase.
BACKUP_ORPHAN_DAYS = 7
BACKUP_UNREADABLE_DAYS = 30
BACKUP_TRIED_FILES = 200
BACKUP_TRIED_NOTES = 200
BACKUP_PASSPHRASE_SHORTEST = 12

# The secret key, in bytes.
SECRET_KEY_SHORTEST = 32

# Sharing: collaborators and invited addresses of a note, and how often somebody may ask to be let in.
COLLABORATORS = 100
REQUESTS_PER_USER = "20 per hour"
INVITATIONS_PER_USER = "120 per hour"
REQUEST_AGAIN_DAYS = 7

# Public links: how many of a user, pages of a site, and of those so many are frozen while the request waits; how
# long those may go on who knew the password, and those who took a view.
SHARES = 1_000
SHARE_PAGES = 2_000
SHARE_PAGES_AT_ONCE = 20
SHARE_WARNINGS = 100
SHARE_VIEWS_MOST = 1_000_000
SHARE_PASS_SECONDS = 43_200
SHARE_VIEW_SECONDS = 600
SHARE_PASSWORD_SHORTEST = 4
SHARE_EXPIRY_WARNING_SECONDS = 86_400
SHARE_REVOKED_DAYS = 90
SHARE_SEARCH_RESULTS = 50
SHARE_FEED_ENTRIES = 50
SHARE_DAYS_MOST = 400
SHARE_HOSTS_PER_DAY = 200
# Pictures of diagrams that a browser leaves for public pages: how many, and each in bytes and in pixels a side.
DIAGRAMS = 500
DIAGRAM_BYTES = 512 * KIB
DIAGRAM_SIDE = 4_000
DIAGRAM_SOURCE = 50_000
FREEZES_PER_USER = "20 per hour"
SHARE_GUESSES = "10 per 15 minutes"
SHARE_VIEWS_PER_SOURCE = "60 per minute"
SHARE_SEARCHES = "20 per minute"

# Notifications: how long they and the events of streams are kept, and how long before its end a key is warned of.
NOTIFICATIONS_PAGE = 50
NOTIFICATION_DAYS = 90
MENTION_CHARACTERS = 200
KEY_WARNING_DAYS = 7
EVENT_DAYS = 3
EVENTS_AT_ONCE = 500
WATCHES = 1_000

# Streams of events: per user and machine, by threads where no other process takes them, seconds between beats and
# between looks at sessions, bytes that may wait for a client who reads slowly.
STREAMS_PER_USER = 6
STREAMS_BY_THREADS = 32
STREAM_BEAT_SECONDS = 15
STREAM_SESSION_SECONDS = 2
STREAM_BUFFER = MIB

# Sync tokens: given.
ACTIVE_TOKENS = 20
TOKEN_NAME = 80
CAPTURES_PER_MINUTE = 30
EXPORTS_PER_MINUTE = 10
FOLDERS_PER_MINUTE = 60
VERIFIES_PER_MINUTE = 60
ACTIVITY_PER_MINUTE = 60
EVENTS_PER_USER = 10_000

# Sync tokens: beyond the given ones.
TAG_READS_PER_MINUTE = 60
LOOKUPS_PER_MINUTE = 60
ATTACHES_PER_MINUTE = 120
LOOKUP_NOTES = 10

# What devices do for each key and minute; rows of a page of changes, and characters of its texts; seconds that a device
# may wait for a change, and how many of a user's may; writes of a batch, and seconds after which no more are begun;
# seconds for which activity sums up in one line.
CHANGES_PER_MINUTE = 120
MIRROR_NOTES_PER_MINUTE = 600
MIRROR_FOLDERS_PER_MINUTE = 120
MIRROR_FILES_PER_MINUTE = 600
CHANGES_PAGE = 500
WAIT_SECONDS = 30
WAITS_PER_USER = 20
BATCHES_PER_MINUTE = 60
BATCH_WRITES = 100
BATCH_SECONDS = 20
MIRROR_EVENT_SECONDS = 3_600
CHANGES_CHARACTERS = 4 * MIB

# Guessing: attempts per window, by source address and by account; credentials that are no key, by address.
SIGN_INS_PER_ADDRESS = "20 per 5 minutes"
SIGN_INS_PER_ACCOUNT = "10 per 15 minutes"
SIGN_INS_FROM_ANYWHERE = "100 per hour"
REGISTRATIONS_PER_ADDRESS = "10 per hour"
STEP_UPS_PER_SESSION = "10 per 15 minutes"
CODES_PER_ACCOUNT = "10 per 15 minutes"
PASSKEY_CHALLENGES_PER_ADDRESS = "120 per 5 minutes"
DEVICE_CODES_PER_ADDRESS = "60 per 10 minutes"
DEVICE_POLLS_PER_ADDRESS = "600 per minute"
WRONG_DEVICE_CODES = "5 per 10 minutes"
MAILS_PER_ADDRESS = "20 per hour"
MAILS_PER_RECIPIENT = "5 per hour"
LINKS_PER_ADDRESS = "30 per 15 minutes"
BAD_TOKENS_PER_ADDRESS = "600 per minute"

# Administration: lines of the audit log on windows that are used up, over all addresses; what an invite can hold.
THROTTLES_RECORDED = "60 per hour"
INVITE_USES_MOST = 1_000
INVITE_DAYS_MOST = 365

# Passwords and sessions.
EMAIL_LONGEST = 254
PASSWORD_SHORTEST = 10
PASSWORD_LONGEST = 1_024
PASSWORD_HASHES_AT_ONCE = 1
PASSWORD_HASHES_WAITING = 16
SESSION_DAYS = 30
SESSION_SEEN_SECONDS = 300
STEP_UP_SECONDS = 600
RECOVERY_CODES = 10
CODE_LONGEST = 40
PASSKEYS = 20
PASSKEY_NAME = 80
PASSKEY_CHALLENGE_SECONDS = 300
PASSKEY_ANSWER = 16 * KIB
DEVICE_CODE_SECONDS = 600
DEVICE_POLL_SECONDS = 5
DEVICE_NAME = 80
DEVICE_BODY = 4_096
MAIL_LINK_SECONDS = 1_800
SIGN_UP_SECONDS = 86_400
DELETION_DAYS = 7

# Mail: how long each attempt waits for the next, how long a server may take, how long things are kept.
MAIL_RETRY_SECONDS = (60, 300, 900, 3_600, 10_800, 21_600, 43_200)
MAIL_SERVER_SECONDS = 20
MAIL_FAILED_DAYS = 30
MAIL_KEPT_DAYS = 30

# External identity providers.
PROVIDER_SECONDS = 8
PROVIDER_KEPT_SECONDS = 3_600
PROVIDER_ANEW_SECONDS = 10
PROVIDER_SUBJECT = 255
ATTEMPT_SECONDS = 600

# Language models: own prompts of a user, the longest instruction and key; how long errors are shown and calls are
# counted; how often somebody may test a provider or look for local ones.
AI_PROMPTS = 100
AI_INSTRUCTION = 10_000
AI_KEY = 500
AI_ERROR_DAYS = 90
AI_CALL_DAYS = 400
AI_TESTS_PER_USER = "20 per minute"
# Vectors of notes: seconds without a change before one is made, passages of a note and texts of a request at most,
# seconds for a request of the job and for that of a question, pauses after a failure.
AI_VECTOR_QUIET_SECONDS = 120
AI_VECTOR_PASSAGES = 24
AI_VECTOR_BATCH = 32
AI_VECTOR_SECONDS = 120.0
AI_QUESTION_SECONDS = 5.0
AI_VECTOR_PAUSE = 30
AI_VECTOR_PAUSE_MOST = 3_600

# What a model is asked: the longest text, calls a minute, answers at once of a user, and of all where threads serve
# them; and all of this for who has no session.
AI_CHARACTERS = 200_000
AI_CALLS_PER_USER = "60 per minute"
AI_AT_ONCE = 4
AI_BY_THREADS = 8
AI_SECONDS = 900
AI_GUEST_CHARACTERS = 20_000
AI_GUEST_TOKENS = 1_000
AI_GUEST_CALLS = "10 per minute"
AI_GUEST_AT_ONCE = 2
AI_GUEST_SECONDS = 120

# Places for files: the longest folder within a bucket, and user or secret; how often a user may have one tested, how
# many tests of a user, and of all, may run at once in a process; the same of files that are fetched; bytes of copies
# that are kept here, and seconds for which an upload stays here anyway; for how many days a place is kept that
# attachments were moved away from; seconds between tries, at first and at most.
MAX_FILE_CACHE = 1024 * MIB
STORAGE_PREFIX = 200
STORAGE_SECRET = 500
STORAGE_TESTS_PER_USER = "10 per minute"
STORAGE_TESTS_AT_ONCE = 2
STORAGE_TESTS_OF_ALL = 8
FETCHES_PER_USER = 12
FETCHES_AT_ONCE = 24
COPY_SECONDS = 3_600
STORAGE_PAUSE = 60
MIRROR_SECONDS = 60
MIRROR_QUIET_SECONDS = 5
MIRROR_FULL_SECONDS = 600
STORAGE_PAUSE_MOST = 3_600
FORMER_PLACE_DAYS = 30
LEFT_PLACE_DAYS = 7

# Rooms: tokens and rights in seconds, sizes in bytes, what one connection, user and room may have.
ROOM_TOKEN_SECONDS = 300
ROOM_HELLO_SECONDS = 5
MAX_ROOM_STRANGERS = 500
MAX_ROOM_MESSAGE = MIB
MAX_ROOM_STATE = 16 * MIB
MAX_ROOM_MEMORY = 1024 * MIB
MAX_ROOM_MEMORY_PER_USER = 512 * MIB
ROOM_MESSAGES_PER_SECOND = 1_000
ROOM_MESSAGES_AT_ONCE = 2_000
ROOM_BYTES_PER_SECOND = 4 * MIB
ROOM_BYTES_AT_ONCE = 16 * MIB
ROOM_CONNECTIONS = 250
ROOM_CONNECTIONS_PER_USER = 200
ROOM_QUEUE_BYTES = 32 * MIB
ROOM_AWARENESS_BYTES = 4 * KIB
ROOM_AWARENESS_CLIENTS = 4
ROOM_AWARENESS_ENTRIES = 64
ROOM_AWARENESS_PER_SECOND = 50
ROOM_AWARENESS_AT_ONCE = 200
ROOM_QUIET_SECONDS = 1.5
ROOM_SAVE_SECONDS = 3.5
ROOM_LOG_BYTES = 256 * KIB
ROOM_LOG_UPDATES = 1_000
ROOM_RIGHTS_SECONDS = 3.0
ROOM_WATCH_SECONDS = 0.5
ROOM_CONVERSION_SECONDS = 30
ROOM_CONVERSION_MEMORY = 1024 * MIB
ROOM_PLACE_SECONDS = 2.0
ROOM_DAYS = 30
# What an update may cost: looked at on the loop up to so many bytes, parts and steps; in processor seconds else, the
# update itself and the document that it leaves. How many bytes a block adds to its text at most, roughly.
ROOM_UPDATE_BYTES = 8 * KIB
ROOM_UPDATE_PARTS = 200
ROOM_UPDATE_STEPS = 100_000
ROOM_UPDATE_SECONDS = 0.3
ROOM_LOAD_SECONDS = 2.0
ROOM_TRIAL_SECONDS = 3.0
ROOM_STRAIN_SECONDS = 0.25
ROOM_WAITING_BYTES = 8 * MIB
ROOM_BLOCK_BYTES = 300

# The database, in seconds.
LOCK_WAIT_SECONDS = 5.0
RATE_LOCK_WAIT_SECONDS = 0.5
RATE_RETRY_SECONDS = 1.0
RETRY_AFTER_SECONDS = 2
CLOCK_DOUBT_SECONDS = 300

# Held back on the disk: what is freed when it is full, so that people can sign in and delete.
MAX_BALLAST = 32 * MIB
# More than that must be free, or be freed within the database, before anything else is written again.
BALLAST_MARGIN = 8 * MIB

# Archives (import).
ARCHIVE_ENTRIES = 200_000
ARCHIVE_UNPACKED = 4 * 1024 * MIB
ARCHIVE_RATIO = 200
IMPORT_BATCH_SECONDS = 0.05
IMPORT_BATCH_NOTES = 50
IMPORT_BATCH_BYTES = 8 * MIB
IMPORT_READ_CHARACTERS = 512 * KIB
IMPORT_VERSIONS_BYTES = 48 * MIB
IMPORT_PAUSE_SECONDS = 0.005
IMPORT_SLICE_SECONDS = 5
IMPORT_LEASE_SECONDS = 20
IMPORT_CRASHES = 10
IMPORT_DAYS = 90
IMPORTS_WAITING = 10
