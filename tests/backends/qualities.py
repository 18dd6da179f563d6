"""What the servers are like, as the test of a place finds it."""

from dataclasses import replace

from notesvc.backends.backend import Capabilities

_WHOLE = Capabilities(
    replaces="condition",
    creates_once=True,
    ranges=True,
    tags="exact",
    tells_case=True,
    keeps_spelling=True,
    puts_whole=True,
    largest=None,
    direct_links=False,
)
QUALITIES = {
    "folder": replace(_WHOLE, replaces="swap"),
    "seaweedfs": _WHOLE,
    "rclone_s3": replace(_WHOLE, replaces=None, creates_once=False),
    "apache": replace(_WHOLE, replaces="swap"),
    "wsgidav": replace(_WHOLE, replaces="swap", tags="coarse"),
    "rclone_webdav": replace(_WHOLE, replaces="swap", keeps_spelling=False),
}
