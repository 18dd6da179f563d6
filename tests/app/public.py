"""Public links made through the interface."""

from typing import Any

from tests.app.visitor import Visitor


def share(ada: Visitor, kind: str, target_id: str, **settings: Any) -> dict[str, Any]:
    answer = ada.ask("POST", f"/api/workspace/{kind}s/{target_id}/shares", settings)
    assert answer.status == 201, answer.text()
    return dict(answer.json())
