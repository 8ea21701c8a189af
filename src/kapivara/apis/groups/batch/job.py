"""Job as a built-in kind; unless `manualSelector` is set, the server generates labels and a selector from its uid.

Upstream: pkg/registry/batch/job/{strategy.go,storage/storage.go}, pkg/api/job (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from kapivara.apis.groups.batch.labels import CONTROLLER_UID, JOB_NAME, OLD_CONTROLLER_UID, OLD_JOB_NAME
from kapivara.apis.groups.batch.spec import drop_disabled_fields, spec_warnings
from kapivara.apis.machinery.kinds.garbage_collection import GarbageCollectionPolicy
from kapivara.apis.shared.pods.template_kind import TemplateKind
from kapivara.field import ErrorList, FieldPath
from kapivara.values import ABSENT, Absent, JsonObject, JsonValue, copy_json

if TYPE_CHECKING:
    from kapivara.apis.groups.batch.v1.zz_generated_types import Job
    from kapivara.apis.machinery.tables.table import Column, TableLayout

_LABELS = (OLD_JOB_NAME, JOB_NAME, OLD_CONTROLLER_UID, CONTROLLER_UID)
_COMPLETIONS = (
    "The number of pods which reached phase Succeeded. The value increases monotonically for a given spec. However, it "
    "may decrease in reaction to scale down of elastic indexed jobs."
)
_STATES = (
    ("Complete", "Complete"),
    ("Failed", "Failed"),
    ("", "Terminating"),
    ("Suspended", "Suspended"),
    ("FailureTarget", "FailureTarget"),
    ("SuccessCriteriaMet", "SuccessCriteriaMet"),
)
"""The conditions that determine a job's state, in order of precedence; the empty name stands for deletion."""


class JobKind(TemplateKind):
    """A number of pods that run to completion."""

    garbage_collection = GarbageCollectionPolicy.ORPHAN_DEPENDENTS
    deletion_warning = (
        "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or "
        "set propagationPolicy=Orphan to suppress this warning"
    )

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Resets the status, and generates the labels and the selector of the pods."""
        super().prepare_for_create(obj)
        job = _as_job(obj)
        drop_disabled_fields(job["spec"], None)
        if not job["spec"]["manualSelector"]:
            _select_by_job(job)

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps the status, and increases the generation if the spec changed."""
        drop_disabled_fields(_as_job(new)["spec"], _as_job(old)["spec"])
        super().prepare_for_update(new, old)

    def keep_generated(self, sent: JsonObject, old: JsonObject) -> None:
        """Copies the generated selector and labels of the old job."""
        spec, before = _struct_in(sent, "spec"), _as_job(old)["spec"]
        if spec is None or spec.get("manualSelector") or before.get("manualSelector"):
            return
        if spec.get("selector") is None and "selector" in before:
            spec["selector"] = copy_json(before["selector"])
        made = before["template"]["metadata"].get("labels", {})
        labels = _struct_in(_struct_in(_struct_in(spec, "template"), "metadata"), "labels")
        for label in _LABELS if labels is not None else ():
            if label in made:
                labels.setdefault(label, made[label])

    def spec_errors(self, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates a job, given the old object, if any."""
        from kapivara.apis.groups.batch.job_rules import validate_job  # only writes need it

        return validate_job(_as_job(new), old if old is ABSENT else _as_job(old))

    def status_errors(self, new: JsonObject, old: JsonObject) -> ErrorList:
        """Validates a new status against the old one."""
        from kapivara.apis.groups.batch.job_status_rules import validate_job_status  # status updates are rare

        return validate_job_status(_as_job(new), _as_job(old))

    def template_warnings(self, obj: JsonObject) -> list[str]:
        """Warns of too many pods, and of the pod template."""
        return spec_warnings(_as_job(obj)["spec"], FieldPath.of("spec")) + super().template_warnings(obj)

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns the name, the namespace and the number of succeeded pods."""
        succeeded = (obj.get("status") or {}).get("succeeded", 0)
        return {**super().selectable_fields(obj), "status.successful": str(succeeded)}

    @property
    def unsupported_field(self) -> str:
        """Quotes the field and names the kind."""
        return 'field label "{field}" not supported for Job'

    def make_table(self) -> TableLayout:
        """Returns the columns: name, status, completions, duration, age and template.

        Upstream: pkg/printers/internalversion/printers.go printJob.
        """
        from kapivara.apis.groups.batch.columns import pods_selector_column
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column
        from kapivara.apis.machinery.tables.template_columns import template_columns

        return TableLayout(
            (
                name_column(),
                Column("Status", "string", _state, description="Status of the job."),
                Column("Completions", "string", _completions, description=_COMPLETIONS),
                self._duration_column(),
                age_column(self.surroundings),
                *template_columns(self.template_of),
                pods_selector_column(lambda obj: _as_job(obj)["spec"]),
            )
        )

    def _duration_column(self) -> Column:
        from kapivara.apis.machinery.tables.ages import age_of
        from kapivara.apis.machinery.tables.table import Column

        def duration(obj: JsonObject) -> str:
            status = _as_job(obj)["status"]
            start = status.get("startTime")
            return age_of(start, status.get("completionTime") or self.surroundings.now()) if start else ""

        return Column("Duration", "string", duration, description="Time required to complete the job.")


KIND = JobKind


def _as_job(obj: JsonObject) -> Job:
    return cast("Job", obj)


def _struct_in(holder: JsonValue, field: str) -> JsonValue:
    """Returns the object in a field, created if absent; None if the value is not an object."""
    if not isinstance(holder, dict):
        return None
    if holder.get(field) is None:
        holder[field] = {}
    return holder[field] if isinstance(holder[field], dict) else None


def _select_by_job(job: Job) -> None:
    """Labels the pods with the job's name and uid and selects them by the uid; keeps existing labels."""
    metadata, spec = job["metadata"], job["spec"]
    labels = spec["template"]["metadata"].setdefault("labels", {})
    for label in (OLD_JOB_NAME, JOB_NAME):
        labels.setdefault(label, metadata.get("name", ""))
    for label in (OLD_CONTROLLER_UID, CONTROLLER_UID):
        labels.setdefault(label, metadata.get("uid", ""))
    selector = spec.get("selector")
    if selector is None:
        selector = spec["selector"] = {}
    selector.setdefault("matchLabels", {}).setdefault(CONTROLLER_UID, metadata.get("uid", ""))


def _state(obj: JsonObject) -> str:
    job = _as_job(obj)
    conditions = reversed(job["status"].get("conditions", []))  # of several conditions with one type, the first counts
    statuses = {each["type"]: each["status"] for each in conditions}
    holding = {condition for condition, status in statuses.items() if status == "True"}
    if job["metadata"].get("deletionTimestamp"):
        holding.add("")
    return next((state for condition, state in _STATES if condition in holding), "Running")


def _completions(obj: JsonObject) -> str:
    job = _as_job(obj)
    succeeded, parallelism = job["status"].get("succeeded", 0), job["spec"].get("parallelism", 0)
    if "completions" in job["spec"]:
        return f"{succeeded}/{job['spec']['completions']}"
    return f"{succeeded}/1 of {parallelism}" if parallelism > 1 else f"{succeeded}/1"
