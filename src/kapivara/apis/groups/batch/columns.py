"""The column that the Tables of jobs and cron jobs share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kapivara.apis.machinery.tables.table import Column
from kapivara.apis.machinery.tables.template_columns import selector_column
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.batch.v1.zz_generated_types import JobSpec

_SELECTOR = (
    "A label query over pods that should match the pod count. Normally, the system sets this field for you. More info: "
    "https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors"
)


def pods_selector_column(spec_of: Callable[[JsonObject], JobSpec]) -> Column:
    """Returns the column with the selector of a job's pods."""
    return selector_column(lambda obj: spec_of(obj).get("selector"), _SELECTOR)
