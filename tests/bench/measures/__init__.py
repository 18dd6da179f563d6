"""What is measured, by name; each measure is a function from the ground it stands on to rows of the table."""

from collections.abc import Callable

from tests.bench.ground import Ground
from tests.bench.measures import (
    ask,
    desktop,
    export,
    growth,
    idle,
    importing,
    lighthouse,
    lists,
    mirror,
    models,
    public_links,
    rename,
    rest,
    rooms,
    search,
    sign_in,
    webapp,
    writes,
)
from tests.bench.table import Row

Measure = Callable[[Ground], list[Row]]

# In this order: what only reads comes before what writes.
ALL: dict[str, Measure] = {
    "export": export.measure,
    "search": search.measure,
    "ask": ask.measure,
    "lists": lists.measure,
    "desktop": desktop.measure,
    "mirror": mirror.measure,
    "models": models.measure,
    "public-links": public_links.measure,
    "rename": rename.measure,
    "web-app": webapp.measure,
    "lighthouse": lighthouse.measure,
    "save": writes.save,
    "create": writes.create,
    "capture": writes.capture,
    "import": importing.measure,
    "growth": growth.measure,
    "sign-in": sign_in.measure,
    "rooms": rooms.measure,
    "idle": idle.measure,
    "rest": rest.measure,
}
