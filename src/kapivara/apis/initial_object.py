"""An object that every server has from its start, and who comes to manage it."""

from __future__ import annotations

from kapivara.values import JsonObject
from kapivara.values.record import record


@record
class InitialObject:
    """An object as it is created; its status, where it tells one, is applied by `status_manager` after that."""

    obj: JsonObject
    manager: str = "kube-apiserver"
    status_manager: str = ""
