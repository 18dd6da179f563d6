"""Which backups stay, and what goes: 7 days, 4 weeks and 12 months by default, and never the last that was tried."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import date

from notesvc import clock, limits
from notesvc.backups.place import Place, moment_of

_DAY = 86_400.0


@dataclass(frozen=True)
class Removal:
    """What has gone: backups, and objects that were in none."""

    backups: tuple[str, ...]
    objects: int


def kept(backup_ids: Iterable[str], keep: tuple[int, int, int]) -> set[str]:
    """Of backups by their moments those that stay: the newest of all, and the newest of each of the last so many days,
    weeks and months that have one."""
    newest_first = sorted(backup_ids, reverse=True)
    found = set(newest_first[:1])
    for count, period in zip(keep, _PERIODS, strict=True):
        seen: list[object] = []
        for backup_id in newest_first:
            of = period(date.fromisoformat(backup_id[:10]))
            if of not in seen and len(seen) < count:
                seen.append(of)
                found.add(backup_id)
    return found


def tidy(place: Place, keep: tuple[int, int, int], protected: Collection[str] = ()) -> Removal:
    """Remove the backups that need not stay, and objects that were in none for a week.

    Those of the last day stay, and those `protected`.

    One that cannot be read counts for none, and stays for a month: as long as one is there, no object goes, since
    nobody knows what it needs. Needs the turn (`turn.alone`).
    """
    found = [place.backup(backup_id) for backup_id in place.backup_ids()]
    stay = kept((each.id for each in found if each.manifest), keep) | {*protected}
    stay |= {each.id for each in found if moment_of(each.id) > clock.from_now(-_DAY)}
    going = [each for each in found if each.id not in stay and (each.manifest or _is_past(each.id))]
    for each in going:
        place.remove_backup(each.id)
    rest = [each for each in found if each not in going]
    if any(each.manifest is None for each in rest):
        return Removal(tuple(each.id for each in going), 0)
    named = {name for each in rest if each.manifest for name in place.objects_of(each.manifest)}
    return Removal(tuple(each.id for each in going), _sweep(place, named))


def _is_past(backup_id: str) -> bool:
    return moment_of(backup_id) < clock.from_now(-limits.BACKUP_UNREADABLE_DAYS * _DAY)


def _sweep(place: Place, named: set[str]) -> int:
    """Remove the objects that have been in no backup for a week; since when they are is written down there."""
    before, now = place.orphans(), clock.now()
    since = {name: before.get(name, now) for name in place.objects().keys() - named}
    due = [name for name, at in since.items() if clock.later(at, limits.BACKUP_ORPHAN_DAYS * _DAY) <= now]
    for name in due:
        place.remove(name)
        del since[name]
    if since != before:
        place.put_orphans(since)
    return len(due)


_PERIODS: tuple[Callable[[date], object], ...] = (
    lambda day: day,
    lambda day: day.isocalendar()[:2],
    lambda day: (day.year, day.month),
)
