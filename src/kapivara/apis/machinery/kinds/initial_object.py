"""An object that every server creates at its start, with its field managers."""

from __future__ import annotations

from kapivara.values import JsonObject
from kapivara.values.record import record


@record
class InitialObject:
    """An object to create. `status_manager` applies its status, if it has one, after the creation."""

    obj: JsonObject
    manager: str = "kube-apiserver"
    status_manager: str = ""
