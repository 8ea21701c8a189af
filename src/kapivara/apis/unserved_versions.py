"""Built-in kinds in versions that no server has by default: removed by now, or off until somebody switches them on.

Upstream: the prerelease lifecycle of each group in k8s.io/api, and the Deprecated API Migration Guide for versions that
are not even there any more (1.37).
"""

from __future__ import annotations

from kapivara.apis.catalog import CATALOG
from kapivara.apis.gathered_versions import OTHER_VERSIONS
from kapivara.values.record import record
from kapivara.version import KUBERNETES

_FORGOTTEN = """\
apiextensions.k8s.io/v1beta1 CustomResourceDefinition 1.22
apiregistration.k8s.io/v1beta1 APIService 1.22
autoscaling/v2beta1 HorizontalPodAutoscaler 1.25
autoscaling/v2beta2 HorizontalPodAutoscaler 1.26
batch/v2alpha1 CronJob 1.21
extensions/v1beta1 PodSecurityPolicy 1.16
policy/v1beta1 PodSecurityPolicy 1.25
settings.k8s.io/v1alpha1 PodPreset 1.20
"""
"""What the sources of Kubernetes no longer hold, as rows of the generated table."""


@record
class UnservedVersion:
    """A kind in a version that is not served: the release that removed it, empty where it is only off.

    `instead` is the `apiVersion` that has the kind today, empty where none does.
    """

    removed_in: str
    instead: str


def find_unserved(api_version: str, kind: str) -> UnservedVersion | None:
    """Returns what became of a kind in a version; None where no server ever had it, or all have it."""
    for row in (*OTHER_VERSIONS.splitlines(), *_FORGOTTEN.splitlines()):
        version, name, release, *instead = row.split()
        if (version, name) == (api_version, kind):
            gone = release != "-" and _number(release) <= _number(KUBERNETES)
            return UnservedVersion(release if gone else "", _serving(kind, *instead, api_version))
    return None


def serving_versions(kind: str) -> list[str]:
    """Lists each `apiVersion` that has a kind, the preferred one of a group first."""
    return [row.gvr(version).api_version for row in CATALOG if row.kind == kind for version in row.versions]


def _serving(kind: str, *wanted: str) -> str:
    """Returns the first `apiVersion` that has a kind, those of the groups that are wanted before others."""
    served = serving_versions(kind)
    groups = [each.rpartition("/")[0] for each in wanted]
    ours = [each for group in groups for each in served if each.rpartition("/")[0] == group]
    return (ours or served or [""])[0]


def _number(release: str) -> tuple[int, int]:
    major, minor = release.removeprefix("v").split(".")[:2]
    return int(major), int(minor)
