"""The checks of each level, by version of Kubernetes.

Upstream: pod-security-admission/policy/registry.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.admission.pod_security import baseline, restricted
from kapivara.admission.pod_security.policy import BASELINE, PRIVILEGED, RESTRICTED, Demand
from kapivara.admission.pod_security.restricted import Check, not_on_windows, not_with_own_users
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.admission.pod_security.violations import Violation
    from kapivara.apis.groups.core.v1 import zz_generated_types as v1
    from kapivara.meta.v1.zz_generated_types import ObjectMeta

_NEWEST: Final = 37


@record(eq=False)
class _Row:
    """A check of a level, with its forms by the minor version that introduced them; it may replace a baseline check."""

    name: str
    level: str
    since: dict[int, Check]
    replaces: str = ""

    def at(self, minor: int) -> Check | None:
        """Returns the form at a version; None if the check did not exist yet."""
        return next((check for since, check in reversed(self.since.items()) if since <= minor), None)


_CHECKS: Final = (
    _Row("appArmorProfile", BASELINE, {0: baseline.app_armor_profile}),
    _Row("capabilities_baseline", BASELINE, {0: baseline.capabilities}),
    _Row("hostNamespaces", BASELINE, {0: baseline.host_namespaces}),
    _Row("hostPathVolumes", BASELINE, {0: baseline.host_path_volumes}),
    _Row("hostPorts", BASELINE, {0: baseline.host_ports}),
    _Row("hostProbesAndHostLifecycle", BASELINE, {34: baseline.host_probes_and_lifecycle}),
    _Row("privileged", BASELINE, {0: baseline.privileged}),
    _Row("procMount", BASELINE, {0: baseline.proc_mount, 35: baseline.proc_mount_35}),
    _Row("seLinuxOptions", BASELINE, {0: baseline.selinux_options, 31: baseline.selinux_options_31}),
    _Row("seccompProfile_baseline", BASELINE, {0: baseline.seccomp_annotations, 19: baseline.seccomp_profile}),
    _Row(
        "sysctls",
        BASELINE,
        {
            0: baseline.sysctls,
            27: baseline.sysctls_27,
            29: baseline.sysctls_29,
            32: baseline.sysctls_32,
            37: baseline.sysctls_37,
        },
    ),
    _Row("windowsHostProcess", BASELINE, {0: baseline.windows_host_process}),
    _Row(
        "allowPrivilegeEscalation",
        RESTRICTED,
        {8: restricted.privilege_escalation, 25: not_on_windows(restricted.privilege_escalation)},
    ),
    _Row(
        "capabilities_restricted",
        RESTRICTED,
        {22: restricted.capabilities, 25: not_on_windows(restricted.capabilities)},
        replaces="capabilities_baseline",
    ),
    _Row("procMount_restricted", RESTRICTED, {35: baseline.proc_mount}, replaces="procMount"),
    _Row("restrictedVolumes", RESTRICTED, {0: restricted.volumes}, replaces="hostPathVolumes"),
    _Row(
        "runAsNonRoot",
        RESTRICTED,
        {0: restricted.run_as_non_root, 35: not_with_own_users(restricted.run_as_non_root)},
    ),
    _Row("runAsUser", RESTRICTED, {23: restricted.run_as_user, 35: not_with_own_users(restricted.run_as_user)}),
    _Row(
        "seccompProfile_restricted",
        RESTRICTED,
        {19: restricted.seccomp, 25: not_on_windows(restricted.seccomp)},
        replaces="seccompProfile_baseline",
    ),
)
"""In the order of violations in errors: baseline before restricted, by name."""


def violations(demand: Demand, metadata: ObjectMeta, spec: v1.PodSpec) -> list[Violation]:
    """Returns the violations of a pod at a level and version."""
    if demand.level == PRIVILEGED:
        return []
    minor = _NEWEST if demand.minor is None else min(demand.minor, _NEWEST)
    strict = demand.level == RESTRICTED
    replaced = {each.replaces for each in _CHECKS if strict and each.at(minor) is not None}
    found = []
    for row in _CHECKS:
        check = row.at(minor)
        if check is None or (row.level == RESTRICTED and not strict) or row.name in replaced:
            continue
        if (violation := check(metadata, spec)) is not None:
            found.append(violation)
    return found


def joined(found: list[Violation]) -> str:
    """Joins violations with their details."""
    return ", ".join(map(str, found))
