"""Tests of the rules of claims and claim templates."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.alone import Alone
from tests.unit.apis.refusals import refused, refused_change
from tests.unit.apis.steps import kind_named

from kapivara.apis.groups.resource.claim_rules import validate_claim_spec, validate_selector, validate_selectors
from kapivara.apis.groups.resource.class_rules import validate_class
from kapivara.field import FieldPath
from kapivara.values.deadline import Deadline, DeadlineExceededError

EXACT = {"deviceClassName": "c"}
ONE = {"name": "r", "exactly": EXACT}
REQUEST = "spec.devices.requests[0]"
LABEL = (
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with "
    "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
)
NO_REQUEST = "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'"


def told(**devices: Any) -> list[str]:
    return refused("ResourceClaim", spec={"devices": devices})


@pytest.mark.parametrize(
    ("request_", "errors"),
    [
        pytest.param(ONE, [], id="good"),
        pytest.param(
            {"name": "r"},
            [f"{REQUEST}: Required value: exactly one of `exactly` or `firstAvailable` is required"],
            id="none",
        ),
        pytest.param(
            {**ONE, "firstAvailable": [{"name": "s", **EXACT}]},
            [
                f"{REQUEST}: Invalid value: null: exactly one of `exactly` or `firstAvailable` is required, "
                "but multiple fields are set"
            ],
            id="both",
        ),
        pytest.param({**ONE, "name": "a/b"}, [f'{REQUEST}.name: Invalid value: "a/b": {LABEL}'], id="name"),
        pytest.param({"name": "r", "exactly": {}}, [f"{REQUEST}.exactly.deviceClassName: Required value"], id="class"),
        pytest.param(
            {"name": "r", "exactly": {**EXACT, "allocationMode": "All", "count": 2}},
            [f"{REQUEST}.exactly.count: Invalid value: 2: must not be specified when allocationMode is 'All'"],
            id="count of all",
        ),
        pytest.param(
            {"name": "r", "exactly": {**EXACT, "count": -1}},
            [f"{REQUEST}.exactly.count: Invalid value: -1: must be greater than zero"],
            id="count",
        ),
        pytest.param(
            {"name": "r", "exactly": {**EXACT, "allocationMode": "Some"}},
            [f'{REQUEST}.exactly.allocationMode: Unsupported value: "Some": supported values: "All", "ExactCount"'],
            id="mode, told once",
        ),
        pytest.param(
            {"name": "r", "firstAvailable": [{"name": "s", "deviceClassName": ""}]},
            [f"{REQUEST}.firstAvailable[0].deviceClassName: Required value"],
            id="class of an alternative, told once",
        ),
        pytest.param(
            {"name": "r", "exactly": {**EXACT, "tolerations": [{"operator": "Exists", "value": "v"}]}},
            [f'{REQUEST}.exactly.tolerations[0].value: Invalid value: "v": must be empty for operator `Exists`'],
            id="toleration",
        ),
    ],
)
def test_requests(request_: Any, errors: list[str]) -> None:
    assert told(requests=[request_]) == errors


def test_as_many_requests_as_allowed() -> None:
    assert told(requests=[ONE] * 33) == ["spec.devices.requests: Too many: 33: must have at most 32 items"]


@pytest.mark.parametrize(
    ("names", "errors"),
    [
        (["r", "s", "s/t"], []),
        (["x"], [f'[0]: Invalid value: "x": {NO_REQUEST}']),
        (["r/t"], [f'[0]: Invalid value: "r/t": {NO_REQUEST}']),
        (["s/t/u"], [f'[0]: Invalid value: "s/t/u": {NO_REQUEST}']),
        (["r", "r"], ['[1]: Duplicate value: "r"']),
    ],
)
def test_references_to_requests(names: list[str], errors: list[str]) -> None:
    requests = [ONE, {"name": "s", "firstAvailable": [{"name": "t", **EXACT}]}]
    constraint = {"requests": names, "matchAttribute": "x.test/a"}
    config = {"requests": names, "opaque": {"driver": "x.test", "parameters": {}}}
    assert told(requests=requests, constraints=[constraint]) == [
        f"spec.devices.constraints[0].requests{each}" for each in errors
    ]
    assert told(requests=requests, config=[config]) == [f"spec.devices.config[0].requests{each}" for each in errors]


def test_constraints_name_an_attribute() -> None:
    both = 'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set'
    assert told(requests=[ONE], constraints=[{}]) == [f"spec.devices.constraints[0]: Required value: {both}"]
    [error] = told(requests=[ONE], constraints=[{"matchAttribute": "model"}])
    assert error.endswith("a fully qualified name must be a domain and a name separated by a slash")


@pytest.mark.parametrize(
    ("config", "error"),
    [
        ({}, "opaque: Required value"),
        ({"opaque": {"driver": "", "parameters": {}}}, "opaque.driver: Required value"),
        (
            {"opaque": {"driver": "x" * 64, "parameters": {}}},
            "opaque.driver: Too long: may not be more than 63 characters",
        ),
        ({"opaque": {"driver": "x"}}, "opaque.parameters: Required value"),
        (
            {"opaque": {"driver": "x", "parameters": {"a": "b" * 10240}}},
            "opaque.parameters: Too long: may not be more than 10240 bytes",
        ),
        (
            {"opaque": {"driver": "x", "parameters": [1]}},
            'opaque.parameters: Invalid value: "<value omitted>": must be a valid JSON object',
        ),
    ],
)
def test_configuration(config: Any, error: str) -> None:
    assert told(requests=[ONE], config=[config]) == [f"spec.devices.config[0].{error}"]


def test_what_is_asked_for_stays() -> None:
    other = {"devices": {"requests": [{**ONE, "name": "s"}]}}
    old = {"spec": {"devices": {"requests": [ONE]}}}
    [error] = refused_change("ResourceClaim", old, spec=other)
    assert error.endswith("field is immutable")
    [error] = refused_change("ResourceClaimTemplate", {"spec": {"spec": old["spec"]}}, spec={"spec": other})
    assert error.startswith('spec: Invalid value: {"Spec":{"Devices":{"Requests":[{"Name":"s","Exactly":{')
    assert error.endswith("field is immutable")


def test_templates_have_labels_and_no_names() -> None:
    spec = {"metadata": {"name": "x", "labels": {"a": "b"}}, "spec": {"devices": {"requests": [{"name": "r"}]}}}
    assert refused("ResourceClaimTemplate", spec=spec) == [
        "spec.metadata.name: Forbidden: cannot be set",
        f"spec.spec.{REQUEST.removeprefix('spec.')}: Required value: "
        "exactly one of `exactly` or `firstAvailable` is required",
    ]


class Labelled(Alone):
    """Surroundings whose namespaces all have the same labels."""

    assumes_namespaces = False

    def __init__(self, labels: dict[str, str]):
        super().__init__()
        self.labels = labels

    def get(self, resource: Any, name: str, namespace: str = "") -> Any:
        return {"metadata": {"name": name, "labels": self.labels}}


@pytest.mark.parametrize("kind", ["ResourceClaim", "ResourceClaimTemplate"])
def test_admin_access_takes_a_label(kind: str) -> None:
    spec: Any = {"devices": {"requests": [ONE, {"name": "s", "exactly": {**EXACT, "adminAccess": True}}]}}
    if kind.endswith("Template"):
        spec = {"spec": spec}
    label = "resource.kubernetes.io/admin-access"
    refusal = f"Forbidden: admin access to devices requires the `{label}: true` label on the containing namespace"
    assert refused(kind_named(kind, surroundings=Labelled({})), spec=spec) == [
        f"spec.devices.requests[1].adminAccess: {refusal}"
    ]
    assert refused(kind_named(kind, surroundings=Labelled({label: "true"})), spec=spec) == []
    assert refused(kind, spec=spec) == []


PATH = FieldPath.of("e")
WANTED: Any = [{"cel": {"expression": "true"}}]
TYPE = "must evaluate to bool or the unknown type, not"


@pytest.mark.parametrize(
    "expression",
    [
        "device.driver == 'x'",
        'device.attributes["x"].foo',
        'device.attributes["x"].foo.isGreaterThan(semver("1.0.0"))',
        'device.capacity["x"].foo.compareTo(quantity("1Gi")) >= 0',
        "device.allowMultipleAllocations",
        'cel.bind(d, device.attributes["x"], d.a && d.b)',
        'device.attributes.all(d, device.attributes.all(e, device.attributes[d].all(a, a == "x")))',
    ],
)
def test_good_ones(expression: str) -> None:
    assert validate_selector(expression, PATH) == []


@pytest.mark.parametrize(
    ("expression", "told"),
    [
        ("device.driver", f'Invalid value: "device.driver": {TYPE} string'),
        ("dyn(true)", f'Invalid value: "dyn(true)": {TYPE} dyn'),
        ("device.attributes", f'"device.attributes": {TYPE} map(string, map(string, google.protobuf.Any))'),
        ("device.nope", "compilation failed: ERROR: <input>:1:7: undefined field 'nope'\n | device.nope\n | ......^"),
        ("", "ERROR: <input>:1:0: Syntax error: mismatched input '<EOF>' expecting"),
        (
            'device.attributes["x"].foo.all(a, true)',
            "1:23: expression of type 'any' cannot be range of a comprehension (must be list, map, or dynamic)",
        ),
        ('"%d".format([device.attributes["x"].foo]) == ""', "used on integers, was given google.protobuf.Any\n"),
        ('int("a") == 1', "Internal error: program instantiation failed: "),
        (
            "device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, "
            "device.attributes.all(d, true))))",
            "e: Forbidden: too complex, exceeds cost limit",
        ),
        ("true" + " " * 10240, "e: Too long: may not be more than 10240 bytes"),
    ],
)
def test_bad_ones(expression: str, told: str) -> None:
    [error] = validate_selector(expression, PATH)
    assert told in str(error)


def test_lists_of_them() -> None:
    assert [str(each) for each in validate_selectors([{}, {"cel": {"expression": "1"}}], PATH)] == [
        "e[0].cel: Required value",
        f'e[1].cel.expression: Invalid value: "1": {TYPE} int',
    ]
    assert validate_selectors([{"cel": {"expression": "1"}}], PATH, is_known=True) == []
    assert [str(each) for each in validate_selectors([{}] * 33, PATH)] == [
        "e: Too many: 33: must have at most 32 items"
    ]


def test_nobody_waits_for_hundreds_of_them() -> None:
    deadline = Deadline()
    deadline.cancel()
    spec: Any = {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "c", "selectors": WANTED}}]}}
    alternative: Any = {"name": "r", "firstAvailable": [{"name": "s", "deviceClassName": "c", "selectors": WANTED}]}
    for work in (
        lambda: validate_selectors(WANTED, PATH, deadline),
        lambda: validate_class({"selectors": WANTED}, None, deadline),
        lambda: validate_claim_spec(spec, PATH, deadline),
        lambda: validate_claim_spec({"devices": {"requests": [alternative]}}, PATH, deadline),
    ):
        with pytest.raises(DeadlineExceededError):
            work()
