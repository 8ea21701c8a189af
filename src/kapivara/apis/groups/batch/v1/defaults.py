"""Functions that fill in the defaults of the group batch; `type_defaults` calls them.

Upstream: pkg/apis/batch/v1/defaults.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.groups.batch.v1 import zz_generated_types as v1
    from kapivara.apis.machinery.objects.type_defaults import Fill

_RETRIES: Final = 6
_ALWAYS: Final = 2**31 - 1


def fill_job(job: v1.Job) -> None:
    """Sets one completion, the parallelism and the backoff limit; copies the template's labels to the job.

    Kept: both share the same dict of labels, so that labels added later appear in both.
    """
    spec = job["spec"]
    if "parallelism" not in spec:
        spec.setdefault("completions", 1)
        spec["parallelism"] = 1
    spec.setdefault("backoffLimit", _ALWAYS if "backoffLimitPerIndex" in spec else _RETRIES)
    labels = spec["template"]["metadata"].get("labels")
    if labels and not job["metadata"].get("labels"):
        job["metadata"]["labels"] = labels
    spec.setdefault("completionMode", "NonIndexed")
    spec.setdefault("suspend", False)
    spec.setdefault("podReplacementPolicy", "Failed" if "podFailurePolicy" in spec else "TerminatingOrFailed")
    spec.setdefault("manualSelector", False)


def fill_cron_job(cron_job: v1.CronJob) -> None:
    """Sets the concurrency policy Allow, no suspension, and history limits."""
    spec = cron_job["spec"]
    spec.setdefault("concurrencyPolicy", "Allow")
    spec.setdefault("suspend", False)
    spec.setdefault("successfulJobsHistoryLimit", 3)
    spec.setdefault("failedJobsHistoryLimit", 1)


def fill_condition_pattern(pattern: v1.PodFailurePolicyOnPodConditionsPattern) -> None:
    """Sets the status True."""
    if not pattern.get("status"):
        pattern["status"] = "True"


FILL: Final[Mapping[str, Fill]] = {
    "CronJob": fill_cron_job,
    "Job": fill_job,
    "PodFailurePolicyOnPodConditionsPattern": fill_condition_pattern,
}
