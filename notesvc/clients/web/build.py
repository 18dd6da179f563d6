"""Builds the web app into `notesvc/static`, or runs npm for it: `build.py run check`."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

import packages  # noqa: E402

PACKAGE = packages.Package(
    "web",
    packages.STATIC,
    ("src", "public", "index.html", "package.json", "package-lock.json", "vite.config.ts", "builtPages.ts", "builtSearch.ts", "licences.ts", "stripSuggestionStyles.ts"),
    lambda package: package.npm("run", "--silent", "build"),
)

if __name__ == "__main__":
    PACKAGE.run(sys.argv[1:])
