"""What the kinds share that hold a template of pods: what is dropped from it, and what is warned of.

Upstream: the strategies of pkg/registry/apps and pkg/registry/batch, which are alike in this (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.kind import Kind
from kapivara.apis.pods.features import drop_disabled_template_fields
from kapivara.content.names import is_dns1123_label
from kapivara.field import ErrorList, FieldPath, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    import kapivara.apis.core.v1.zz_generated_types as v1

_NAME = (
    "metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is "
    "recommended: "
)


class TemplateKind(Kind):
    """A kind whose objects hold a template of pods. Changes of its spec are counted.

    `template_path` is where it stands; `warns_of_names` tells that names are warned of that hosts should not have.
    """

    counted = ("spec",)
    keeps_empties = True  # messages show templates, and labels that are not selected
    template_path: tuple[str, ...] = ("spec", "template")
    warns_of_names = True

    def template_of(self, obj: JsonObject) -> v1.PodTemplateSpec:
        """Returns the template of an object."""
        template = obj
        for step in self.template_path:
            template = template[step]
        return template  # type: ignore[return-value]  # what stands at the path

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Empties the status, starts generations, and drops what belongs to disabled features."""
        drop_disabled_template_fields(self.template_of(obj), None)
        super().prepare_for_create(obj)

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps the status, drops what belongs to disabled features, and counts changes of the spec."""
        drop_disabled_template_fields(self.template_of(new), self.template_of(old))
        super().prepare_for_update(new, old)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Judges the metadata and the spec, or a write of the status."""
        errors = super().validate(operation, new, old)
        if operation.subresource != "status":
            return errors + self.spec_errors(new, old)
        return errors if old is ABSENT else errors + self.status_errors(new, old)

    def spec_errors(self, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Judges an object but for its metadata, given the old one, if there is one: by its template alone."""
        from kapivara.apis.pods.rules.pod_template import validate_pod_template_spec  # where nothing is written, none

        before = old if old is ABSENT else self.template_of(old)
        return validate_pod_template_spec(self.template_of(new), before, FieldPath.of(*self.template_path))

    def status_errors(self, new: JsonObject, old: JsonObject) -> ErrorList:  # noqa: ARG002  some have no rules
        """Judges a new status against the old one."""
        return []

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:
        """Warns of a name that pods cannot well have, and of what is odd about them; not where nothing has changed."""
        if operation.subresource == "status":
            return []
        if old is ABSENT:
            return [*self._name_warnings(new["metadata"]["name"]), *self.template_warnings(new)]
        return self.template_warnings(new) if self.changes_template(new, old) else []

    def _name_warnings(self, name: str) -> list[str]:
        problems = is_dns1123_label(name) if self.warns_of_names else []
        return [f"{_NAME}[{' '.join(problems)}]"] if problems else []

    def changes_template(self, new: JsonObject, old: JsonObject) -> bool:
        """Tells whether an update is one that is warned of: by its generation."""
        return bool(new["metadata"].get("generation") != old["metadata"].get("generation"))

    def template_warnings(self, obj: JsonObject) -> list[str]:
        """Warns of what is odd about the pods."""
        from kapivara.apis.pods.warnings import template_warnings  # here, not above: where pods are read, few are odd

        return template_warnings(self.template_of(obj), FieldPath.of(*self.template_path))
