"""Addresses of the service as werkzeug matches them."""

from typing import NoReturn

from werkzeug.routing import Rule


class MatchingRule(Rule):
    """A rule that matches addresses and builds none: compiling each rule's two builders took most of making an app."""

    def _compile_builder(self, append_unknown: bool = True) -> object:  # type: ignore[override]
        return _build


def _build(rule: Rule, **_: object) -> NoReturn:
    raise RuntimeError(f"addresses are written out, not built: {rule.rule}")
