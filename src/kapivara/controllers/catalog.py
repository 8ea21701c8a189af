"""The controllers, in the order in which they observe writes; a module is imported only if its controller is on.

Those of upstream's controller manager have their upstream names; `event-ttl` and the last one do work of an API server
itself. Upstream: cmd/kube-controller-manager/names/controller_names.go, pkg/controlplane/apiserver/server.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.controllers.controller import Controller, Means

ALL = "*"


class UnknownControllerError(Exception):
    """An unknown controller name; the message is for users."""


@record
class ControllerRow:
    """A controller: its name, and its module, whose class is `CONTROLLER`."""

    name: str
    module: str

    def load(self, means: Means) -> Controller:
        """Imports the module and creates the controller."""
        controller: Controller = import_module(self.module).CONTROLLER(means)
        return controller


CONTROLLERS = (
    ControllerRow("namespace-controller", "kapivara.controllers.namespace_deletion"),
    ControllerRow("garbage-collector-controller", "kapivara.controllers.garbage_collection"),
    ControllerRow("serviceaccount-controller", "kapivara.controllers.service_accounts"),
    ControllerRow("root-ca-certificate-publisher-controller", "kapivara.controllers.root_certificates"),
    ControllerRow("clusterrole-aggregation-controller", "kapivara.controllers.role_aggregation"),
    ControllerRow("event-ttl", "kapivara.controllers.event_expiry"),
    ControllerRow("kube-apiserver-identity-lease-garbage-collector", "kapivara.controllers.lease_expiry"),
)


def choose_controllers(given: Iterable[str]) -> tuple[ControllerRow, ...]:
    """Returns the requested controllers: `*` for all, `name` for one more, `-name` to exclude one.

    The first entry about a controller wins, and one without an entry is off, so `-*` alone leaves none. Upstream:
    controller-manager/app/helper.go IsControllerEnabled (1.37).
    """
    given = tuple(given)
    known = {row.name for row in CONTROLLERS}
    for each in given:
        if each.removeprefix("-") not in known | {ALL}:
            raise UnknownControllerError(f"there is no controller {each!r}: there are {', '.join(sorted(known))}")
    return tuple(row for row in CONTROLLERS if _is_on(row.name, given))


def _is_on(name: str, given: tuple[str, ...]) -> bool:
    for each in given:
        if each.removeprefix("-") == name:
            return not each.startswith("-")
    return ALL in given
