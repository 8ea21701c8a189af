"""CronJob as a built-in kind. Upstream: pkg/registry/batch/cronjob/{strategy.go,storage/storage.go} (1.37)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.groups.batch.spec import drop_disabled_fields, spec_warnings
from kapivara.apis.shared.pods.template_kind import TemplateKind
from kapivara.field import ErrorList, FieldPath, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.batch.v1.zz_generated_types import CronJob, JobSpec
    from kapivara.apis.machinery.tables.table import Column, TableLayout

_ZONE_IN_SCHEDULE = (
    "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see "
    "https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details"
)
_TIME_ZONE = (
    "The time zone name for the given schedule, see https://en.wikipedia.org/wiki/List_of_tz_database_time_zones. If "
    "not specified, this will default to the time zone of the kube-controller-manager process. The set of valid time "
    "zone names and the time zone offset is loaded from the system-wide time zone database by the API server during "
    "CronJob validation and the controller manager during execution. If no system-wide time zone database can be found "
    "a bundled version of the database is used instead. If the time zone name becomes invalid during the lifetime of a "
    "CronJob or due to a change in host configuration, the controller will stop creating new new Jobs and will create "
    "a system event with the reason UnknownTimeZone. More information can be found in "
    "https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#time-zones"
)
_SUSPEND = (
    "This flag tells the controller to suspend subsequent executions, it does not apply to already started executions. "
    " Defaults to false."
)
_LAST = "Information when was the last time the job was successfully scheduled."


class CronJobKind(TemplateKind):
    """A schedule for jobs."""

    template_path = ("spec", "jobTemplate", "spec", "template")

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Resets the status, and drops the fields of disabled features."""
        super().prepare_for_create(obj)
        drop_disabled_fields(_job_spec(obj), None)

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps the status, and increases the generation if the spec changed."""
        drop_disabled_fields(_job_spec(new), _job_spec(old))
        super().prepare_for_update(new, old)

    def spec_errors(self, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates a cron job, given the old object, if any; the status is not validated."""
        from kapivara.apis.groups.batch.cron_job_rules import validate_cron_job  # only writes need it

        return validate_cron_job(_as_cron_job(new), old if old is ABSENT else _as_cron_job(old))

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:
        """Warns of pods, and of updates with a time zone in the schedule, which new objects may not have."""
        if operation.subresource == "status":
            return []
        in_zone = old is not ABSENT and "TZ" in _as_cron_job(new)["spec"]["schedule"]
        return super().warnings(operation, new, old) + [_ZONE_IN_SCHEDULE] * in_zone

    def template_warnings(self, obj: JsonObject) -> list[str]:
        """Warns of too many pods, and of the pod template."""
        path = FieldPath.of(*self.template_path[:-1])
        return spec_warnings(_job_spec(obj), path) + super().template_warnings(obj)

    def make_table(self) -> TableLayout:
        """Returns the columns: name, schedule, time zone, suspension, active jobs, last schedule, age and template.

        Upstream: pkg/printers/internalversion/printers.go printCronJob.
        """
        from kapivara.apis.groups.batch.columns import pods_selector_column
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column
        from kapivara.apis.machinery.tables.template_columns import template_columns

        schedule = "The schedule in Cron format, see https://en.wikipedia.org/wiki/Cron."
        active = "A list of pointers to currently running jobs."
        return TableLayout(
            (
                name_column(),
                Column("Schedule", "string", lambda obj: _as_cron_job(obj)["spec"]["schedule"], description=schedule),
                Column("Timezone", "string", _time_zone, description=_TIME_ZONE),
                Column("Suspend", "boolean", _suspended, description=_SUSPEND),
                Column("Active", "integer", _active, description=active),
                self._last_schedule_column(),
                age_column(self.surroundings),
                *template_columns(self.template_of),
                pods_selector_column(_job_spec),
            )
        )

    def _last_schedule_column(self) -> Column:
        from kapivara.apis.machinery.tables.ages import age_of
        from kapivara.apis.machinery.tables.table import Column

        def last(obj: JsonObject) -> str:
            time = _as_cron_job(obj)["status"].get("lastScheduleTime")
            return age_of(time, self.surroundings.now()) if time else "<none>"

        return Column("Last Schedule", "string", last, description=_LAST)


KIND = CronJobKind


def _as_cron_job(obj: JsonObject) -> CronJob:
    return cast("CronJob", obj)


def _job_spec(obj: JsonObject) -> JobSpec:
    return _as_cron_job(obj)["spec"]["jobTemplate"]["spec"]


def _time_zone(obj: JsonObject) -> str:
    return _as_cron_job(obj)["spec"].get("timeZone", "<none>")


def _suspended(obj: JsonObject) -> str:
    """Returns `suspend` as a text. Kept: the column has the type boolean."""
    return str(_as_cron_job(obj)["spec"].get("suspend", "<unset>"))


def _active(obj: JsonObject) -> int:
    return len(_as_cron_job(obj)["status"].get("active", ()))
