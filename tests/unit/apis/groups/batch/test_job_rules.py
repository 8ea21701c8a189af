"""Tests of the rules of jobs and cron jobs: creates and updates."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused, refused_change

SELECTOR = {"matchLabels": {"app": "x"}}
ON_EXIT = {"onExitCodes": {"operator": "In", "values": [1]}}


def pods(**spec: Any) -> dict[str, Any]:
    inner = {"restartPolicy": "Never", "containers": [{"name": "a", "image": "x:1"}], **spec}
    return {"metadata": {"labels": {"app": "x"}}, "spec": inner}


def job(**spec: Any) -> dict[str, Any]:
    """Returns the spec of a job with its own selector, since a job without a server has no uid for generated labels."""
    return {"manualSelector": True, "selector": SELECTOR, "template": pods(), **spec}


def indexed(**spec: Any) -> dict[str, Any]:
    return job(completionMode="Indexed", completions=5, parallelism=2, **spec)


def told(place: str, *texts: str) -> list[str]:
    return [f"{place}.{text}" for text in texts]


@pytest.mark.parametrize(
    ("spec", "errors"),
    [
        pytest.param({}, [], id="good"),
        pytest.param(
            {"backoffLimit": -1}, ["backoffLimit: Invalid value: -1: must be greater than or equal to 0"], id="number"
        ),
        pytest.param(
            {"managedBy": "x"},
            ['managedBy: Invalid value: "x": must be a domain-prefixed path (such as "acme.io/foo")'],
            id="manager",
        ),
        pytest.param(
            {"managedBy": f"a.b/{'c' * 60}"}, ["managedBy: Too long: may not be more than 63 bytes"], id="long manager"
        ),
        pytest.param(
            {"completionMode": "Odd"},
            ['completionMode: Unsupported value: "Odd": supported values: "NonIndexed", "Indexed"'],
            id="mode",
        ),
        pytest.param(
            {"backoffLimitPerIndex": 1},
            ["backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode"],
            id="limit without indexes",
        ),
        pytest.param(
            {"successPolicy": {"rules": [{"succeededCount": 1}]}},
            [
                'successPolicy: Invalid value: {"Rules":[{"SucceededIndexes":null,"SucceededCount":1}]}: requires '
                "indexed "
                "completion mode"
            ],
            id="success without indexes",
        ),
        pytest.param(
            {"podReplacementPolicy": "Odd"},
            ['podReplacementPolicy: Unsupported value: "Odd": supported values: "Failed", "TerminatingOrFailed"'],
            id="replacement",
        ),
        pytest.param(
            {"template": pods(restartPolicy="Always")},
            ['template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"'],
            id="restart",
        ),
        pytest.param(
            {"selector": {"matchLabels": {"app": "y"}}},
            ['template.metadata.labels: Invalid value: {"app":"x"}: `selector` does not match template `labels`'],
            id="selector",
        ),
    ],
)
def test_new_jobs(spec: dict[str, Any], errors: list[str]) -> None:
    assert refused("Job", spec=job(**spec)) == told("spec", *errors)


@pytest.mark.parametrize(
    ("spec", "errors"),
    [
        pytest.param({}, [], id="good"),
        pytest.param(
            {"completions": None}, ["completions: Required value: when completion mode is Indexed"], id="how many"
        ),
        pytest.param(
            {"parallelism": 100_001},
            [
                "parallelism: Invalid value: 100001: must be less than or equal to 100000 when completion mode is "
                "Indexed"
            ],
            id="at once",
        ),
        pytest.param(
            {"backoffLimitPerIndex": 1, "maxFailedIndexes": 6},
            ["maxFailedIndexes: Invalid value: 6: must be less than or equal to completions"],
            id="failures",
        ),
        pytest.param(
            {"backoffLimitPerIndex": 1, "completions": 100_001, "parallelism": 10_001},
            [
                "maxFailedIndexes: Required value: must be specified when completions is above 100000",
                "parallelism: Invalid value: 10001: must be less than or equal to 10000 when completions are "
                "above 100000 "
                "and used with backoff limit per index",
            ],
            id="very many",
        ),
        pytest.param(
            {
                "successPolicy": {
                    "rules": [{}, {"succeededIndexes": "0-9"}, {"succeededIndexes": "0-1", "succeededCount": 3}]
                }
            },
            [
                "successPolicy.rules[0]: Required value: at least one of succeededCount or succeededIndexes must "
                "be specified",
                'successPolicy.rules[1].succeededIndexes: Invalid value: "0-9": error parsing succeededIndexes: '
                "too large index: "
                '"9"',
                "successPolicy.rules[2].succeededCount: Invalid value: 3: must be less than or equal to 2 (the "
                "number of "
                "indexes in the specified succeededIndexes field)",
            ],
            id="success",
        ),
    ],
)
def test_indexed_jobs(spec: dict[str, Any], errors: list[str]) -> None:
    assert refused("Job", spec={**indexed(), **spec}) == told("spec", *errors)


def test_pods_of_indexed_jobs_need_names() -> None:
    metadata = {"name": "a" * 62, "namespace": "default"}
    [error] = refused("Job", metadata=metadata, spec=indexed())
    assert error.endswith(f"will not able to create pod with invalid DNS label: {'a' * 62}-4")


@pytest.mark.parametrize(
    ("rule", "errors"),
    [
        pytest.param({"action": "Count", **ON_EXIT}, [], id="good"),
        pytest.param(
            ON_EXIT,
            ['.action: Required value: valid values: ["Count" "FailIndex" "FailJob" "Ignore"]'],
            id="no action",
        ),
        pytest.param(
            {"action": "FailIndex", **ON_EXIT},
            ['.action: Invalid value: "FailIndex": requires the backoffLimitPerIndex to be set'],
            id="fail index",
        ),
        pytest.param(
            {"action": "Ignore"},
            [": Invalid value: specifying one of OnExitCodes and OnPodConditions is required"],
            id="neither",
        ),
        pytest.param(
            {"action": "Ignore", "onPodConditions": [{"type": "A", "status": "Odd"}]},
            ['.onPodConditions[0].status: Unsupported value: "Odd": supported values: "False", "True", "Unknown"'],
            id="condition",
        ),
        pytest.param(
            {"action": "Ignore", "onExitCodes": {"operator": "In", "values": [2, 0, 2], "containerName": "b"}},
            [
                '.onExitCodes.containerName: Invalid value: "b": must be one of the container or initContainer '
                "names in the "
                "pod template",
                ".onExitCodes.values[1]: Invalid value: 0: must not be 0 for the In operator",
                ".onExitCodes.values[2]: Duplicate value: 2",
                ".onExitCodes.values: Invalid value: [2,0,2]: must be ordered",
            ],
            id="codes",
        ),
    ],
)
def test_failures_of_pods(rule: dict[str, Any], errors: list[str]) -> None:
    found = refused("Job", spec=job(podFailurePolicy={"rules": [rule]}))
    assert found == [f"spec.podFailurePolicy.rules[0]{each}" for each in errors]


def test_labels_that_the_server_makes_must_be_its_own() -> None:
    template = pods()
    template["metadata"]["labels"] = {"job-name": "other"}
    metadata = {"name": "one", "namespace": "default", "uid": "u"}
    [error] = refused("Job", metadata=metadata, spec={"template": template})
    assert error.startswith("spec.template.metadata.labels[job-name]: Invalid value: {")
    assert error.endswith("must be 'one'")


@pytest.mark.parametrize(
    ("new", "errors"),
    [
        pytest.param({"parallelism": 5}, [], id="parallelism"),
        pytest.param({"completions": 2}, ["completions: Invalid value: 2: field is immutable"], id="completions"),
        pytest.param({"managedBy": "a.b/c"}, ['managedBy: Invalid value: "a.b/c": field is immutable'], id="manager"),
        pytest.param(
            {"podFailurePolicy": {"rules": []}},
            ['podFailurePolicy: Invalid value: {"Rules":[]}: field is immutable'],
            id="policy",
        ),
    ],
)
def test_what_stays_of_a_job(new: dict[str, Any], errors: list[str]) -> None:
    assert refused_change("Job", {"spec": job(completions=1)}, spec=job(**{"completions": 1, **new})) == told(
        "spec", *errors
    )


def test_indexed_jobs_scale_with_what_runs_at_once() -> None:
    old = {"spec": indexed()}
    assert refused_change("Job", old, spec={**indexed(), "completions": 3, "parallelism": 3}) == []
    [error] = refused_change("Job", old, spec={**indexed(), "completions": 3})
    assert error == "spec.completions: Invalid value: 3: can only be modified in tandem with spec.parallelism"


MOVED = pods(nodeSelector={"a": "b"}, tolerations=[{"operator": "Exists"}])
ENLARGED = pods(containers=[{"name": "a", "image": "x:1", "resources": {"limits": {"cpu": "1"}}}])


@pytest.mark.parametrize(
    ("spec", "status", "template", "place"),
    [
        pytest.param({"suspend": True}, {}, MOVED, "", id="moved"),
        pytest.param({"suspend": True}, {}, ENLARGED, "", id="enlarged"),
        pytest.param({"suspend": True}, {}, pods(hostname="h"), "spec.template.spec", id="renamed"),
        pytest.param({}, {}, MOVED, "spec.template", id="running"),
        pytest.param({"suspend": True}, {"active": 1}, MOVED, "spec.template", id="pods are left"),
        pytest.param({"suspend": True}, {"startTime": "2024-01-01T00:00:00Z"}, MOVED, "spec.template", id="started"),
        pytest.param(
            {"suspend": True},
            {
                "startTime": "2024-01-01T00:00:00Z",
                "conditions": [
                    {"type": "Suspended", "status": "True", "lastProbeTime": None, "lastTransitionTime": None}
                ],
            },
            MOVED,
            "",
            id="at rest again",
        ),
    ],
)
def test_templates_change_where_no_pods_are(
    spec: dict[str, Any], status: dict[str, Any], template: dict[str, Any], place: str
) -> None:
    found = refused_change("Job", {"spec": job(**spec), "status": status}, spec=job(template=template, **spec))
    assert [each.partition(": ")[0] for each in found] == ([place] if place else [])


def cron_job(**spec: Any) -> dict[str, Any]:
    return {"schedule": "* * * * *", "jobTemplate": {"spec": {"template": pods()}}, **spec}


@pytest.mark.parametrize(
    ("spec", "errors"),
    [
        pytest.param({"timeZone": "Europe/Paris"}, [], id="good"),
        pytest.param({"schedule": ""}, ["schedule: Required value"], id="no schedule"),
        pytest.param(
            {"schedule": "x"}, ['schedule: Invalid value: "x": expected exactly 5 fields, found 1: [x]'], id="schedule"
        ),
        pytest.param(
            {"schedule": "TZ=UTC * * * * *"},
            [
                'schedule: Invalid value: "TZ=UTC * * * * *": cannot use TZ or CRON_TZ in schedule, use timeZone '
                "field instead"
            ],
            id="zone in schedule",
        ),
        pytest.param(
            {"timeZone": ""}, ['timeZone: Invalid value: "": timeZone must be nil or non-empty string'], id="no zone"
        ),
        pytest.param({"timeZone": "A B"}, ['timeZone: Invalid value: "A B": unknown time zone A B'], id="zone"),
        pytest.param(
            {"timeZone": "local"},
            [
                'timeZone: Invalid value: "local": timeZone must be an explicit time zone as defined in '
                "https://www.iana.org/time-zones",
                'timeZone: Invalid value: "local": unknown time zone local',
            ],
            id="here",
        ),
        pytest.param(
            {"concurrencyPolicy": "Odd"},
            ['concurrencyPolicy: Unsupported value: "Odd": supported values: "Allow", "Forbid", "Replace"'],
            id="concurrency",
        ),
        pytest.param(
            {"jobTemplate": {"spec": {"template": pods(), "selector": SELECTOR, "manualSelector": True}}},
            [
                'jobTemplate.spec.selector: Invalid value: {"matchLabels":{"app":"x"}}: `selector` will be '
                "auto-generated",
                'jobTemplate.spec.manualSelector: Unsupported value: true: supported values: "nil", "false"',
            ],
            id="selector",
        ),
        pytest.param(
            {"failedJobsHistoryLimit": -1},
            ["failedJobsHistoryLimit: Invalid value: -1: must be greater than or equal to 0"],
            id="history",
        ),
    ],
)
def test_new_cron_jobs(spec: dict[str, Any], errors: list[str]) -> None:
    assert refused("CronJob", spec=cron_job(**spec)) == told("spec", *errors)


def test_names_of_cron_jobs_are_short() -> None:
    metadata = {"name": "a" * 53, "namespace": "default"}
    [error] = refused("CronJob", metadata=metadata, spec=cron_job())
    assert error.endswith("must be no more than 52 characters")
    old = {"metadata": {**metadata, "resourceVersion": "1"}, "spec": cron_job()}
    assert refused_change("CronJob", old) == []


def test_a_zone_may_stay_in_a_schedule() -> None:
    old = {"spec": cron_job(schedule="TZ=UTC * * * * *")}
    assert refused_change("CronJob", old, spec=cron_job(schedule="TZ=UTC 1 * * * *")) == []
    [error] = refused_change("CronJob", old, spec=cron_job(schedule="TZ=UTC 1 * * * *", timeZone="UTC"))
    assert error.endswith("cannot use both timeZone field and TZ or CRON_TZ in schedule")
