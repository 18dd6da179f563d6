"""Who may register: what the operator set, else what an administrator chose."""

from notesvc import config, database
from notesvc.config import Settings
from notesvc.domain import audit, instance
from notesvc.domain.caller import Caller
from notesvc.models import InstanceFact

USUAL = "invite"
_FACT = "registration"


def mode(settings: Settings) -> str:
    """`open`, `invite` or `closed`: the setting where there is one, else the choice, else `invite`."""
    return settings.registration or chosen_mode() or USUAL


def chosen_mode() -> str | None:
    """What an administrator chose; None where nobody has."""
    fact = InstanceFact.get_or_none(InstanceFact.name == _FACT)
    return str(fact.value) if fact is not None and fact.value in config.REGISTRATION_MODES else None


def choose(caller: Caller, wanted: str) -> None:
    """Keep an administrator's choice, which counts where the setting is not set."""
    with database.transaction():
        instance.remember(_FACT, wanted)
        audit.record(caller, "registration_changed", None, mode=wanted)
