"""The base class of kinds with a pod template.

Upstream: the strategies of pkg/registry/apps and pkg/registry/batch, which are alike in this (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.shared.pods.features import drop_disabled_template_fields
from kapivara.content.names import is_dns1123_label
from kapivara.field import ErrorList, FieldPath, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_NAME = (
    "metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is "
    "recommended: "
)


class TemplateKind(Kind):
    """A kind whose objects hold a pod template. Changes to the spec increase the generation.

    `template_path` is the path of the template; with `warns_of_names`, names that are unsuitable as host names cause a
    warning.
    """

    counted = ("spec",)
    keeps_empties = True  # messages print templates
    template_path: tuple[str, ...] = ("spec", "template")
    warns_of_names = True

    def template_of(self, obj: JsonObject) -> v1.PodTemplateSpec:
        """Returns the pod template of an object."""
        template = obj
        for step in self.template_path:
            template = template[step]
        return template  # type: ignore[return-value]  # the value at the path

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Resets the status, starts the generation, and drops the fields of disabled features."""
        drop_disabled_template_fields(self.template_of(obj), None)
        super().prepare_for_create(obj)

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps the status, drops the fields of disabled features, and increases the generation if the spec changed."""
        drop_disabled_template_fields(self.template_of(new), self.template_of(old))
        super().prepare_for_update(new, old)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the metadata and the spec, or a status update."""
        errors = super().validate(operation, new, old)
        if operation.subresource != "status":
            return errors + self.spec_errors(new, old)
        return errors if old is ABSENT else errors + self.status_errors(new, old)

    def spec_errors(self, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates an object except its metadata, given the old object, if any; by default only the template."""
        from kapivara.apis.shared.pods.rules.pod_template import validate_pod_template_spec  # reading does not need it

        before = old if old is ABSENT else self.template_of(old)
        return validate_pod_template_spec(self.template_of(new), before, FieldPath.of(*self.template_path))

    def status_errors(self, new: JsonObject, old: JsonObject) -> ErrorList:  # noqa: ARG002  not all kinds have rules
        """Validates a new status against the old one."""
        return []

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:
        """Returns warnings about the name and the pod template; for an update only if the object changed."""
        if operation.subresource == "status":
            return []
        if old is ABSENT:
            return [*self._name_warnings(new["metadata"]["name"]), *self.template_warnings(new)]
        return self.template_warnings(new) if self.changes_template(new, old) else []

    def _name_warnings(self, name: str) -> list[str]:
        problems = is_dns1123_label(name) if self.warns_of_names else []
        return [f"{_NAME}[{' '.join(problems)}]"] if problems else []

    def changes_template(self, new: JsonObject, old: JsonObject) -> bool:
        """Returns True if an update changed the generation, so that it gets warnings."""
        return bool(new["metadata"].get("generation") != old["metadata"].get("generation"))

    def template_warnings(self, obj: JsonObject) -> list[str]:
        """Returns the warnings about the pod template."""
        from kapivara.apis.shared.pods.warnings.pod_warnings import template_warnings  # reading does not need it

        return template_warnings(self.template_of(obj), FieldPath.of(*self.template_path))
