"""IngressClass as a built-in kind.

Upstream: pkg/registry/networking/ingressclass/{strategy.go,storage/storage.go} (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.shared.rules.changes import validate_immutable
from kapivara.field import ErrorList, FieldPath, Operation
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.apis.groups.networking.v1.zz_generated_types import IngressClass
    from kapivara.apis.machinery.tables.table import TableLayout

DEFAULT_CLASS = "ingressclass.kubernetes.io/is-default-class"


class IngressClassKind(Kind):
    """A class of ingresses with its controller."""

    counted = ("spec",)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:  # noqa: ARG002
        """Validates the whole class on create and update; the controller is immutable."""
        from kapivara.apis.groups.networking.ingress_class_rules import validate_ingress_class

        errors: ErrorList = []
        if old is not ABSENT:
            errors += self.validate_changed_metadata(new, old)
            before, now = _controller(old), _controller(new)
            errors += validate_immutable(now, before, FieldPath.of("spec", "controller"))
        errors += self.validate_new_metadata(new)
        return errors + validate_ingress_class(_as_class(new)["spec"])

    def make_table(self) -> TableLayout:
        """Returns the columns: name, controller, parameters and age.

        Upstream: pkg/printers/internalversion/printers.go printIngressClass.
        """
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        controller = "Controller that is responsible for handling this class"
        parameters = "A reference to a resource with additional parameters"
        return TableLayout(
            (
                replace(name_column(), cell=_name),
                Column("Controller", "string", _controller, description=controller),
                Column("Parameters", "string", _parameters, description=parameters),
                age_column(self.surroundings),
            )
        )


KIND = IngressClassKind


def _as_class(obj: JsonObject) -> IngressClass:
    return cast("IngressClass", obj)


def _name(obj: JsonObject) -> str:
    metadata = _as_class(obj)["metadata"]
    is_default = metadata.get("annotations", {}).get(DEFAULT_CLASS) == "true"
    return metadata.get("name", "") + " (default)" * is_default


def _controller(obj: JsonObject) -> str:
    return _as_class(obj)["spec"].get("controller", "")


def _parameters(obj: JsonObject) -> str:
    parameters = _as_class(obj)["spec"].get("parameters")
    if parameters is None:
        return "<none>"
    group = f".{parameters['apiGroup']}" if "apiGroup" in parameters else ""
    return f"{parameters['kind']}{group}/{parameters['name']}"
