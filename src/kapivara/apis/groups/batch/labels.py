"""The labels of a job's pods. Upstream: pkg/apis/batch/types.go (1.37)."""

from __future__ import annotations

from typing import Final

CONTROLLER_UID: Final = "batch.kubernetes.io/controller-uid"
JOB_NAME: Final = "batch.kubernetes.io/job-name"
OLD_CONTROLLER_UID: Final = "controller-uid"
OLD_JOB_NAME: Final = "job-name"
