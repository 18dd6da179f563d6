"""What the links of one note lead to: plain values, so that they can travel to another process."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

Kind = Literal["note", "image", "audio", "video", "file"]


@dataclass(frozen=True, slots=True)
class Target:
    """Where a link leads: `address` is a path of this service, such as `/notes/<id>` or `/files/<id>/a.png`."""

    address: str
    kind: Kind = "note"


@dataclass(frozen=True, slots=True)
class Links:
    """Everything that a note may refer to, looked up beforehand by the caller.

    `wiki` is keyed by the title or file name as written, `notes` by note id, `people` by the title key of each
    name and alias (as for `inline.match_person`), `users` by handle in lower case. A wiki or note link that is
    absent is shown as missing, a person or user as plain text.
    """

    wiki: Mapping[str, Target] = field(default_factory=dict)
    notes: Mapping[str, Target] = field(default_factory=dict)
    people: Mapping[str, Target] = field(default_factory=dict)
    users: Mapping[str, Target] = field(default_factory=dict)
    remote_images: bool = False

    def as_json(self) -> dict[str, Any]:
        """The same in plain JSON values; `from_json` reads it back."""
        return {
            "wiki": _plain(self.wiki),
            "notes": _plain(self.notes),
            "people": _plain(self.people),
            "users": _plain(self.users),
            "remote_images": self.remote_images,
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Links":
        """The links that `as_json` wrote; raises KeyError or TypeError when it is something else."""
        return cls(
            wiki=_targets(values["wiki"]),
            notes=_targets(values["notes"]),
            people=_targets(values["people"]),
            users=_targets(values["users"]),
            remote_images=bool(values["remote_images"]),
        )


NO_LINKS = Links()


def _plain(targets: Mapping[str, Target]) -> dict[str, dict[str, str]]:
    return {key: asdict(target) for key, target in targets.items()}


def _targets(values: Mapping[str, Mapping[str, Any]]) -> dict[str, Target]:
    return {key: Target(**value) for key, value in values.items()}
