"""Builds the clients into `notesvc/static` when their sources have changed; also the package's build hook.

Run as `python notesvc/clients/build.py`; with `--keep-packages` those who work on the clients. The web app comes first: its build empties the folder.
"""

import sys
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parent)]

from clipper.build import PACKAGE as CLIPPER  # noqa: E402
from web.build import PACKAGE as WEB  # noqa: E402


def build(*, keeps_packages: bool = False) -> None:
    """Build what is missing or stale."""
    for package in (WEB, CLIPPER):
        if keeps_packages:
            package.install()
        package.build()


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # not in a package build
    pass
else:

    class Clients(BuildHookInterface):  # type: ignore[misc, type-arg]
        """What hatchling runs before it packs: a wheel, and an editable install, carry the built clients."""

        PLUGIN_NAME = "custom"

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            build()


if __name__ == "__main__":
    build(keeps_packages="--keep-packages" in sys.argv)
