"""Facts about the whole instance."""

from notesvc import clock
from notesvc.models import InstanceFact

RESTORED_AT = "restored_at"
_GRACE_SECONDS = 7 * 86_400


def was_restored_lately() -> bool:
    """Whether a backup was restored in the last week: keys made after that backup may be good and are unknown."""
    fact = InstanceFact.get_or_none(InstanceFact.name == RESTORED_AT)
    return fact is not None and clock.later(str(fact.value), _GRACE_SECONDS) > clock.now()


def remember(name: str, value: str) -> None:
    """Keep a fact, in place of an older one of that name."""
    InstanceFact.insert(name=name, value=value).on_conflict(
        conflict_target=[InstanceFact.name], preserve=[InstanceFact.value]
    ).execute()
