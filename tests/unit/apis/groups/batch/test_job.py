"""Tests of jobs and cron jobs: defaults, selectors, generations, warnings and rows."""

from __future__ import annotations

import pytest
from tests.unit.apis.steps import Object, cells, columns, kind_named, prepared, sent, updated

from kapivara.apis.machinery.kinds.garbage_collection import GarbageCollectionPolicy
from kapivara.field import Operation, Verb
from kapivara.values import ABSENT, copy_json

JOB, CRON_JOB = kind_named("Job"), kind_named("CronJob")
CREATE, UPDATE = Operation(Verb.CREATE), Operation(Verb.UPDATE)
META = {"name": "one", "uid": "u-1"}
LABELS = {
    "batch.kubernetes.io/controller-uid": "u-1",
    "batch.kubernetes.io/job-name": "one",
    "controller-uid": "u-1",
    "job-name": "one",
}
TEMPLATE = {"spec": {"containers": [{"name": "c", "image": "i"}]}}


@pytest.mark.parametrize(
    ("given", "filled"),
    [
        pytest.param({}, {"completions": 1, "parallelism": 1, "backoffLimit": 6}, id="nothing"),
        pytest.param({"parallelism": 3}, {"parallelism": 3}, id="parallel"),
        pytest.param({"completions": 3}, {"completions": 3, "parallelism": 1}, id="completions"),
        pytest.param({"backoffLimitPerIndex": 1}, {"backoffLimit": 2**31 - 1}, id="per-index"),
        pytest.param({"podFailurePolicy": {"rules": []}}, {"podReplacementPolicy": "Failed"}, id="failure-policy"),
        pytest.param({"completionMode": "Indexed"}, {"completionMode": "Indexed", "suspend": False}, id="mode"),
    ],
)
def test_defaults(given: Object, filled: Object) -> None:
    spec = sent(JOB, spec={"template": TEMPLATE, **given})["spec"]
    assert spec.items() >= filled.items()
    assert ("completions" in spec) == ("completions" in given or "parallelism" not in given)


def test_conditions_hold_unless_told_otherwise() -> None:
    patterns = [{"type": "a"}, {"type": "b", "status": "False"}]
    policy = {"rules": [{"action": "Ignore", "onPodConditions": patterns}]}
    (rule,) = sent(JOB, spec={"podFailurePolicy": policy})["spec"]["podFailurePolicy"]["rules"]
    assert [each["status"] for each in rule["onPodConditions"]] == ["True", "False"]


def test_cron_jobs_have_their_own_defaults_only() -> None:
    spec = sent(CRON_JOB, spec={"schedule": "@daily"})["spec"]
    told = (
        spec["concurrencyPolicy"],
        spec["suspend"],
        spec["successfulJobsHistoryLimit"],
        spec["failedJobsHistoryLimit"],
    )
    assert told == ("Allow", False, 3, 1)
    assert "parallelism" not in spec["jobTemplate"]["spec"]


def test_pods_are_selected_by_their_job() -> None:
    obj = prepared(JOB, metadata=META, spec={"template": TEMPLATE})
    assert obj["spec"]["template"]["metadata"]["labels"] == LABELS
    assert obj["spec"]["selector"] == {"matchLabels": {"batch.kubernetes.io/controller-uid": "u-1"}}
    assert "labels" not in obj["metadata"]


def test_labels_are_shared_with_the_template_unless_copied() -> None:
    template = {"metadata": {"labels": {"a": "b"}}, **TEMPLATE}
    assert prepared(JOB, metadata=META, spec={"template": template})["metadata"]["labels"] == {"a": "b", **LABELS}
    copied = copy_json(sent(JOB, metadata=META, spec={"template": template}))
    JOB.prepare_for_create(copied)
    assert copied["metadata"]["labels"] == {"a": "b"}


def test_what_is_told_of_labels_and_selectors_stays() -> None:
    template = {"metadata": {"labels": {"job-name": "mine"}}, **TEMPLATE}
    selector = {"matchLabels": {"x": "y"}}
    obj = prepared(JOB, metadata={**META, "labels": {"q": "r"}}, spec={"template": template, "selector": selector})
    assert obj["spec"]["template"]["metadata"]["labels"] == {**LABELS, "job-name": "mine"}
    assert obj["spec"]["selector"]["matchLabels"] == {"x": "y", "batch.kubernetes.io/controller-uid": "u-1"}
    assert obj["metadata"]["labels"] == {"q": "r"}
    manual = prepared(JOB, metadata=META, spec={"template": TEMPLATE, "selector": selector, "manualSelector": True})
    assert (manual["spec"]["selector"], "labels" in manual["spec"]["template"]["metadata"]) == (selector, False)


@pytest.mark.parametrize(
    ("kind", "wrap"),
    [(JOB, lambda spec: spec), (CRON_JOB, lambda spec: {"schedule": "@daily", "jobTemplate": {"spec": spec}})],
    ids=["Job", "CronJob"],
)
def test_disabled_features_and_generations(kind, wrap) -> None:
    spec = wrap({"template": TEMPLATE, "scheduling": {}})
    old = prepared(kind, metadata=META, spec=spec, status={"active": 3 if kind is JOB else []})
    assert "scheduling" not in str(old)
    assert (old["metadata"]["generation"], old["status"]) == (1, {})
    assert updated(kind, old, spec={**copy_json(old["spec"]), "suspend": True})["metadata"]["generation"] == 2
    assert updated(kind, old, status={"active": 3} if kind is JOB else {})["metadata"]["generation"] == 1


def test_a_job_leaves_its_pods_alone() -> None:
    assert JOB.garbage_collection is GarbageCollectionPolicy.ORPHAN_DEPENDENTS


@pytest.mark.parametrize(
    ("completions", "mode", "warned"), [(100_001, "Indexed", True), (100_001, "NonIndexed", False)]
)
def test_too_many_pods(completions: int, mode: str, warned: bool) -> None:
    spec = {"template": TEMPLATE, "completions": completions, "parallelism": 10_001, "completionMode": mode}
    found = JOB.warnings(CREATE, prepared(JOB, metadata=META, spec=spec), ABSENT)
    assert [text.startswith("spec: In Indexed Jobs with") for text in found] == [True] * warned
    cron = prepared(CRON_JOB, spec={"schedule": "@daily", "jobTemplate": {"spec": spec}})
    assert [text.partition(":")[0] for text in CRON_JOB.warnings(CREATE, cron, ABSENT)] == [
        "spec.jobTemplate.spec"
    ] * warned


def test_a_time_zone_in_the_schedule() -> None:
    old = prepared(CRON_JOB, spec={"schedule": "TZ=UTC 0 0 * * *", "jobTemplate": {"spec": {"template": TEMPLATE}}})
    assert CRON_JOB.warnings(CREATE, old, ABSENT) == []
    (text,) = CRON_JOB.warnings(UPDATE, old, old)
    assert text.startswith("cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead")


def test_field_selectors() -> None:
    obj = sent(JOB, metadata={"name": "one", "namespace": "ns"}, status={"succeeded": 4})
    assert JOB.selectable_fields(obj) == {"metadata.name": "one", "metadata.namespace": "ns", "status.successful": "4"}
    assert CRON_JOB.field_labels is None


def condition(name: str, status: str = "True") -> Object:
    return {"type": name, "status": status}


@pytest.mark.parametrize(
    ("conditions", "deleted", "state"),
    [
        ([], False, "Running"),
        ([condition("Failed"), condition("Complete")], False, "Complete"),
        ([condition("Suspended")], True, "Terminating"),
        ([condition("Suspended")], False, "Suspended"),
        ([condition("Complete", "False"), condition("Complete"), condition("FailureTarget")], False, "FailureTarget"),
        ([condition("SuccessCriteriaMet")], False, "SuccessCriteriaMet"),
    ],
)
def test_states(conditions: list[Object], deleted: bool, state: str) -> None:
    obj = prepared(JOB, metadata=META, spec={"template": TEMPLATE})
    obj["status"]["conditions"] = conditions
    obj["metadata"] |= {"deletionTimestamp": "2030-01-02T03:04:05Z"} if deleted else {}
    assert cells(JOB, obj)[1] == state


@pytest.mark.parametrize(
    ("spec", "status", "row"),
    [
        ({}, {"succeeded": 1}, ["1/1", ""]),
        ({"parallelism": 3}, {}, ["0/1 of 3", ""]),
        ({"parallelism": 1}, {"startTime": "2030-01-02T03:03:05Z"}, ["0/1", "60s"]),
        (
            {"completions": 5},
            {"startTime": "2030-01-02T03:03:05Z", "completionTime": "2030-01-02T03:03:15Z"},
            ["0/5", "10s"],
        ),
    ],
)
def test_rows_of_jobs(spec: Object, status: Object, row: list[str]) -> None:
    obj = prepared(JOB, metadata=META, spec={"template": TEMPLATE, **spec})
    obj["status"] |= status
    assert cells(JOB, obj)[2:4] == row
    assert cells(JOB, obj)[5:] == ["c", "i", "batch.kubernetes.io/controller-uid=u-1"]


def test_rows_of_cron_jobs() -> None:
    obj = prepared(CRON_JOB, spec={"schedule": "@daily", "jobTemplate": {"spec": {"template": TEMPLATE}}})
    assert cells(CRON_JOB, obj) == ["one", "@daily", "<none>", "False", 0, "<none>", "<unknown>", "c", "i", "<none>"]
    obj["spec"] |= {"timeZone": "Etc/UTC", "suspend": True}
    obj["status"] |= {"active": [{"name": "a"}], "lastScheduleTime": "2030-01-02T03:03:05Z"}
    assert cells(CRON_JOB, obj)[2:6] == ["Etc/UTC", "True", 1, "60s"]
    assert columns(CRON_JOB)[-1] == "Selector"
    assert JOB.unsupported_field.format(field="spec.x") == 'field label "spec.x" not supported for Job'
