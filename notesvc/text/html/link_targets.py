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

    `wiki` is keyed by the title or file name as written, `notes` by note id; a link that is absent is shown as
    missing. `people` holds the title keys of names and aliases (as for `inline.Names`): no formula begins with one.
    """

    wiki: Mapping[str, Target] = field(default_factory=dict)
    notes: Mapping[str, Target] = field(default_factory=dict)
    people: frozenset[str] = frozenset()
    remote_images: bool = False

    def as_json(self) -> dict[str, Any]:
        """The same in plain JSON values; `from_json` reads it back."""
        return {
            "wiki": _plain(self.wiki),
            "notes": _plain(self.notes),
            "people": sorted(self.people),
            "remote_images": self.remote_images,
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Links":
        """The links that `as_json` wrote; raises KeyError or TypeError when it is something else."""
        return cls(
            wiki=_targets(values["wiki"]),
            notes=_targets(values["notes"]),
            people=frozenset(values["people"]),
            remote_images=bool(values["remote_images"]),
        )


NO_LINKS = Links()


def _plain(targets: Mapping[str, Target]) -> dict[str, dict[str, str]]:
    return {key: asdict(target) for key, target in targets.items()}


def _targets(values: Mapping[str, Mapping[str, Any]]) -> dict[str, Target]:
    return {key: Target(**value) for key, value in values.items()}
