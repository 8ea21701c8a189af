"""DaemonSet as a built-in kind, with an annotation that counts the changes of its template.

The annotation was a field once: it is read as a number, and clients cannot change it.
Upstream: pkg/registry/apps/daemonset/{strategy.go,storage/storage.go}, pkg/apis/apps/v1/conversion.go
Convert_v1_DaemonSet_To_apps_DaemonSet (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from kapivara.apis.groups.apps.number_annotations import read_number
from kapivara.apis.shared.pods.template_kind import TemplateKind
from kapivara.codec.typed.described import described
from kapivara.field import ErrorList
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.apps.v1.zz_generated_types import DaemonSet
    from kapivara.apis.machinery.tables.table import Cell, TableLayout

TEMPLATE_GENERATION = "deprecated.daemonset.template.generation"

_TEMPLATE = described("apis.groups.core.v1").struct("PodTemplateSpec")
_MORE = "More info: https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/"
_COLUMNS = (
    (
        "Desired",
        "desiredNumberScheduled",
        "The total number of nodes that should be running the daemon pod (including nodes correctly running the daemon "
        f"pod). {_MORE}",
    ),
    (
        "Current",
        "currentNumberScheduled",
        "The number of nodes that are running at least 1 daemon pod and are supposed to run the daemon pod. " + _MORE,
    ),
    (
        "Ready",
        "numberReady",
        "numberReady is the number of nodes that should be running the daemon pod and have one or more of the daemon "
        "pod running with a Ready Condition.",
    ),
    ("Up-to-date", "updatedNumberScheduled", "The total number of nodes that are running updated daemon pod"),
    (
        "Available",
        "numberAvailable",
        "The number of nodes that should be running the daemon pod and have one or more of the daemon pod running and "
        "available (ready for at least spec.minReadySeconds)",
    ),
)
_NODE_SELECTOR = (
    "NodeSelector is a selector which must be true for the pod to fit on a node. Selector which must match a node's "
    "labels for the pod to be scheduled on that node. More info: "
    "https://kubernetes.io/docs/concepts/configuration/assign-pod-node/"
)
_SELECTOR = (
    "A label query over pods that are managed by the daemon set. Must match in order to be controlled. It must match "
    "the pod template's labels. More info: "
    "https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors"
)


class DaemonSetKind(TemplateKind):
    """A pod on every node."""

    warns_of_names = False
    field_annotations = (TEMPLATE_GENERATION,)
    shown_when_blank: ClassVar = {"metadata": {"annotations": {TEMPLATE_GENERATION: "0"}}}

    def apply_defaults(self, obj: JsonObject) -> None:
        """Fills in defaults, and reads the template generation; its default is 0."""
        super().apply_defaults(obj)
        metadata = _as_daemon_set(obj)["metadata"]
        given = metadata.get("annotations", {}).get(TEMPLATE_GENERATION)
        _set_count(obj, 0 if given is None else read_number(given))

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Resets the status, and starts the template generation."""
        super().prepare_for_create(obj)
        _set_count(obj, max(_count(obj), 1))

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps the status, and increases the generation and the template generation on changes."""
        super().prepare_for_update(new, old)
        _set_count(new, _count(old) + self._differ(new, old))

    def changes_template(self, new: JsonObject, old: JsonObject) -> bool:
        """Returns True if an update changes the template."""
        return _count(new) != _count(old)

    def _differ(self, new: JsonObject, old: JsonObject) -> bool:
        from kapivara.validate.parts.values import same  # only updates need it

        return not same(_TEMPLATE, new["spec"]["template"], old["spec"]["template"])

    def prepare_for_status_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps all except metadata and status, and the template generation."""
        super().prepare_for_status_update(new, old)
        _set_count(new, _count(old))

    def spec_errors(self, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates a daemon set, given the old object, if any."""
        from kapivara.apis.groups.apps.daemon_set_rules import validate_daemon_set  # only writes need it

        return validate_daemon_set(_as_daemon_set(new), old if old is ABSENT else _as_daemon_set(old))

    def status_errors(self, new: JsonObject, old: JsonObject) -> ErrorList:
        """Validates a new status against the old one."""
        from kapivara.apis.groups.apps.daemon_set_rules import validate_daemon_set_status  # status updates are rare

        return validate_daemon_set_status(_as_daemon_set(new), _as_daemon_set(old))

    def make_table(self) -> TableLayout:
        """Returns the columns: name, counts of pods, node selector, age and template.

        Upstream: pkg/printers/internalversion/printers.go printDaemonSet.
        """
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column
        from kapivara.apis.machinery.tables.template_columns import selector_column, template_columns

        counts = (Column(name, "integer", _number(field), description=text) for name, field, text in _COLUMNS)
        return TableLayout(
            (
                name_column(),
                *counts,
                Column("Node Selector", "string", _node_selector, description=_NODE_SELECTOR),
                age_column(self.surroundings),
                *template_columns(self.template_of),
                selector_column(lambda obj: obj["spec"].get("selector"), _SELECTOR),
            )
        )


KIND = DaemonSetKind


def _as_daemon_set(obj: JsonObject) -> DaemonSet:
    return cast("DaemonSet", obj)


def _count(obj: JsonObject) -> int:
    """Returns the template generation."""
    return int(_as_daemon_set(obj)["metadata"].get("annotations", {}).get(TEMPLATE_GENERATION, 0))


def _set_count(obj: JsonObject, count: int) -> None:
    metadata = _as_daemon_set(obj)["metadata"]
    metadata["annotations"] = {**metadata.get("annotations", {}), TEMPLATE_GENERATION: str(count)}


def _number(field: str) -> Cell:
    return lambda obj: obj["status"].get(field, 0)


def _node_selector(obj: JsonObject) -> str:
    from kapivara.meta.selector_objects import labels_text

    return labels_text(_as_daemon_set(obj)["spec"]["template"]["spec"].get("nodeSelector"))
