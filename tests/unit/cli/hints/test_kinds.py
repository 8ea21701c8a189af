"""What is said of kinds that no server with the usual flags has, and which field is blamed."""

from __future__ import annotations

import pytest

from kapivara.apis.catalog.rows import CATALOG
from kapivara.apis.catalog.unserved_versions import unserved_versions
from kapivara.cli.hints.kinds import KindGuide, KnownKind

WIDGETS = KnownKind("shop.example.com", ("v2", "v1"), "Widget", ("widgets", "wd"))
GUIDE = KindGuide([WIDGETS])
NO_SERVER = "kube-apiserver v1.37.0"

CASES = [
    # removed
    ("extensions/v1beta1", "Ingress", "apiVersion", "was removed in 1.22, use networking.k8s.io/v1"),
    ("extensions/v1beta1", "DaemonSet", "apiVersion", "was removed in 1.16, use apps/v1"),
    ("autoscaling/v2beta2", "HorizontalPodAutoscaler", "apiVersion", "in 1.26, use autoscaling/v2 or autoscaling/v1"),
    ("flowcontrol.apiserver.k8s.io/v1beta1", "FlowSchema", "apiVersion", "use flowcontrol.apiserver.k8s.io/v1"),
    ("events.k8s.io/v1beta1", "Event", "apiVersion", "was removed in 1.25, use events.k8s.io/v1"),
    ("policy/v1beta1", "PodSecurityPolicy", "apiVersion", "was removed in 1.25, without a replacement"),
    ("scheduling.k8s.io/v1alpha1", "Workload", "apiVersion", "use scheduling.k8s.io/v1beta1, which is off by default"),
    ("apiextensions.k8s.io/v1beta1", "CustomResourceDefinition", "apiVersion", "use apiextensions.k8s.io/v1"),
    # off by default
    (
        "coordination.k8s.io/v1beta1",
        "LeaseCandidate",
        "apiVersion",
        "is off by default: only servers with --runtime-config=coordination.k8s.io/v1beta1=true have it",
    ),
    (
        "scheduling.k8s.io/v1beta1",
        "PodGroup",
        "apiVersion",
        "--runtime-config=scheduling.k8s.io/v1beta1=true and --feature-gates=GenericWorkload=true have it",
    ),
    ("resource.k8s.io/v1beta1", "ResourceClaim", "apiVersion", "=true have it; use resource.k8s.io/v1"),
    # versions
    ("apps/v2", "Deployment", "apiVersion", f"apps/v2 is newer than {NO_SERVER}: use apps/v1"),
    ("lifecycle.k8s.io/v1", "Eviction", "apiVersion", "use lifecycle.k8s.io/v1alpha1, which is off by default"),
    ("apps/v1beta3", "Deployment", "apiVersion", "there is no apps/v1beta3 Deployment: use apps/v1"),
    ("V1", "Pod", "apiVersion", "there is no V1 Pod: use v1"),
    ("shop.example.com/v3", "Widget", "apiVersion", "use shop.example.com/v2 or shop.example.com/v1"),
    ("a/b/c", "Pod", "apiVersion", "'a/b/c' is not an API version: write VERSION, or GROUP/VERSION"),
    # groups
    ("v1", "Deployment", "apiVersion", "Deployment is in apps/v1, not v1"),
    ("apps/v1", "Event", "apiVersion", "Event is in v1 and events.k8s.io/v1, not apps/v1"),
    ("app/v1", "Deployment", "apiVersion", "Deployment is in apps/v1, not app/v1"),
    ("v1/apps", "Deployment", "apiVersion", "Deployment is in apps/v1, not v1/apps"),
    ("network.k8s.io/v1", "Ingress", "apiVersion", "Ingress is in networking.k8s.io/v1, not network.k8s.io/v1"),
    ("shop.exmple.com/v1", "Widget", "apiVersion", "Widget is in shop.example.com/v2 and shop.example.com/v1, not"),
    # kinds
    ("apps/v1", "Deploymnet", "kind", "Deploymnet in apps/v1: did you mean Deployment?"),
    ("apps/v1", "deployments", "kind", "deployments in apps/v1: did you mean Deployment?"),
    ("v1", "config_map", "kind", "did you mean ConfigMap?"),
    ("v1", "svc", "kind", "did you mean Service?"),
    ("v1", "Deploymnet", "kind", "Deploymnet in v1: did you mean Deployment in apps/v1?"),
    ("shop.example.com/v1", "widget", "kind", "did you mean Widget?"),
    ("shop.example.com/v1", "wd", "kind", "did you mean Widget?"),
    ("v1", "PodList", "kind", "is a list of objects and must have a list `items`"),
    ("policy/v1", "Eviction", "kind", "is not an object of its own: write it through pods/eviction"),
    ("apps/v1", "Xyzzy", "kind", f"{NO_SERVER} has no Xyzzy in apps/v1: it has ControllerRevision, DaemonSet, "),
    ("v1", "Xyzzy", "kind", f"{NO_SERVER} has no Xyzzy in v1"),
    # groups that definitions may have
    ("serving.knative.dev/v1", "Service", "kind", "there is no CRD of kind Service in group serving.knative.dev"),
    ("networking.istio.io/v1", "Gateway", "kind", "name the file of its CustomResourceDefinition with --crds PATH"),
    ("example.org/v1", "Widgt", "kind", "there is no CRD of kind Widgt in group example.org"),
]


@pytest.mark.parametrize(("api_version", "kind", "field", "text"), CASES, ids=[" ".join(case[:2]) for case in CASES])
def test_what_is_known_is_told(api_version: str, kind: str, field: str, text: str) -> None:
    found = GUIDE.judge(api_version, kind)
    assert found.field == field
    assert text in found.message


def test_long_names_take_no_time() -> None:
    assert GUIDE.judge("v1", "Pod" * 100_000).field == "kind"


def test_nothing_that_is_served_is_told_to_be_gone() -> None:
    served = {(row.gvr(version).api_version, row.kind) for row in CATALOG for version in row.versions}
    assert not served & unserved_versions().keys()


def test_what_is_gone_names_what_is_served() -> None:
    served = {row.gvr(version).api_version for row in CATALOG for version in row.versions}
    named = {each.instead for each in unserved_versions().values() if each.instead}
    assert named <= served
