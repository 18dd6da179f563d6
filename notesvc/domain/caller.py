"""Who is asking: the first argument of every domain routine."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Caller:
    """A signed-in user or the holder of a key; `origin` is what versions name as the writer's means."""

    user_id: str
    name: str
    handle: str
    is_admin: bool = False
    origin: str = "web"
    session_hash: str | None = None
    token_id: str | None = None
    is_stepped_up: bool = False
    # Whether the key is a device's, which keeps a mirror of the workspace.
    is_device: bool = False

    def through(self, origin: str) -> "Caller":
        """The same user writing by another means, such as `import`."""
        return replace(self, origin=origin)


OPERATOR = Caller("", "operator", "", is_admin=True, origin="command")
"""Whoever runs commands on the machine of the service; nobody's account."""

SERVICE = Caller("", "service", "", origin="service")
"""The service itself, of its own accord."""
