"""A mirror at a place that is what it is."""

from contextlib import closing

from notesvc.backends.backend import Backend, Seen
from notesvc.backends.probe import probe
from notesvc.domain.mirror import listing, rounds
from notesvc.domain.mirror.mirror import ORIGIN, Mirror
from tests.backends.places import HERE, Spot
from tests.domain.mirror.rig import INSTANCE, Rig


class RealRig(Rig):
    """A mirror at a real place, and another program there."""

    def at(self, spot: Spot) -> "RealRig":
        finding = probe(spot.kind, spot.where, HERE)
        assert finding.capabilities is not None, finding.steps
        self.spot, self.found = spot, finding.capabilities
        return self

    def backend(self) -> Backend:
        return self.spot.backend(self.found)

    def mirror(self) -> Mirror:
        return Mirror(
            self.part_id, self.caller.through(ORIGIN), self.backend(), self.found, self.found.two_way, INSTANCE
        )

    def peace(self) -> None:
        for _ in range(3):
            mirror = self.mirror()
            with closing(mirror.backend):
                rounds.run(mirror)

    def files(self) -> dict[str, str]:
        with closing(self.backend()) as other:
            keys = [entry.key for entry in other.entries() if listing.is_note(entry.key)]
            return {key: listing.read_file(other, key).form.body for key in keys}

    def edit(self, key: str, old: str, new: str) -> None:
        with closing(self.backend()) as other:
            found = listing.read_file(other, key)
            assert old in found.text
            other.replace(key, found.text.replace(old, new, 1).encode(), Seen(found.tag, found.sha256))
