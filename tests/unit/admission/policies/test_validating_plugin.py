"""Tests of ValidatingAdmissionPolicy: which writes match, the variables of expressions, and the actions."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.admission.policies.policy_server import CONFIG_MAPS, add_policy, config_map, denial, with_policy

from kapivara import Api
from kapivara.meta import GroupVersionResource
from kapivara.registry.requests.request import Request


def deny(expression: str, **more: Any) -> dict[str, Any]:
    return {"validations": [{"expression": expression, **more}]}


@pytest.mark.parametrize(
    ("validation", "told"),
    [
        pytest.param({"expression": "has(object.data)"}, "failed expression: has(object.data)", id="no message"),
        pytest.param({"expression": "false", "message": " plain "}, "plain", id="message"),
        pytest.param(
            {"expression": "false", "messageExpression": "'it is ' + object.metadata.name"}, "it is one", id="made"
        ),
        pytest.param(
            {"expression": "false", "message": "plain", "messageExpression": "string(object.data.x)"},
            "plain",
            id="not made",
        ),
        pytest.param(
            {"expression": "false", "message": "plain", "messageExpression": r"'two\nlines'"}, "plain", id="two lines"
        ),
        pytest.param(
            {"expression": "false", "message": "plain", "messageExpression": "'%s'.format(['x' + ' '])"}, "x", id="cut"
        ),
        pytest.param(
            {"expression": "object.data.x == 'y'"},
            "expression 'object.data.x == 'y'' resulted in error: no such key: data",
            id="failure",
        ),
    ],
)
def test_what_a_denial_tells(validation: dict[str, Any], told: str) -> None:
    assert denial(with_policy(validations=[validation]), config_map()) == told


@pytest.mark.parametrize(
    ("reason", "code"), [(None, 422), ("Invalid", 422), ("Forbidden", 403), ("RequestEntityTooLarge", 413)]
)
def test_reasons_have_codes(reason: str | None, code: int) -> None:
    status = (
        with_policy(**deny("false", message="no", **({"reason": reason} if reason else {}))).create(config_map()).status
    )
    assert status is not None
    assert (status.code, status.reason) == (code, reason or "Invalid")
    assert status.message.startswith("configmaps \"one\" is forbidden: ValidatingAdmissionPolicy 'policy' with binding")
    assert [cause.message for cause in status.causes] == [status.message.partition("forbidden: ")[2]]


@pytest.mark.parametrize(
    "holds",
    [
        pytest.param("object.metadata.name == 'one' && oldObject == null", id="objects"),
        pytest.param("!has(oldObject.metadata)", id="nothing of none"),
        pytest.param("has(object.metadata.uid) && has(object.metadata.creationTimestamp)", id="completed"),
        pytest.param("request.operation == 'CREATE' && request.name == 'one' && request.dryRun", id="request"),
        pytest.param("request.kind.kind == 'ConfigMap' && request.resource.resource == 'configmaps'", id="kind"),
        pytest.param("!has(request.subResource) && request.namespace == 'default'", id="place"),
        pytest.param("request.options.kind == 'CreateOptions' && request.options.dryRun == ['All']", id="options"),
        pytest.param("request.userInfo.username == 'admin' && 'system:masters' in request.userInfo.groups", id="user"),
        pytest.param("namespaceObject.metadata.name == 'default'", id="namespace"),
        pytest.param("type(namespaceObject.metadata.creationTimestamp) == string", id="time"),
        pytest.param("!has(namespaceObject.metadata.UID)", id="uid"),
        pytest.param("authorizer.group('').resource('pods').namespace('a').check('get').allowed()", id="authorizer"),
        pytest.param("authorizer.requestResource.check('create').allowed()", id="own resource"),
        pytest.param("!authorizer.serviceAccount('a', 'b').path('/x').check('get').allowed()", id="account"),
        pytest.param("!authorizer.path('/x').check('get').errored()", id="no failure"),
    ],
)
def test_what_expressions_know(holds: str) -> None:
    assert denial(with_policy(**deny(holds)), config_map()) == ""


def test_variables_are_made_of_variables_and_only_where_they_are_read() -> None:
    variables = [
        {"name": "n", "expression": "int(object.data.n)"},
        {"name": "twice", "expression": "variables.n * 2"},
        {"name": "bad", "expression": "object.data.bad"},
    ]
    api = with_policy(variables=variables, **deny("variables.twice < 5 || variables.bad == 'x'"))
    assert denial(api, config_map(n="2")) == ""
    problem = 'composited variable "bad" fails to evaluate: no such key: bad'
    assert denial(api, config_map(n="3")).endswith(problem)


def condition(expression: str) -> dict[str, Any]:
    return {"matchConditions": [{"name": "only", "expression": expression}]}


SELECTED = {"matchLabels": {"app": "web"}}
ELSEWHERE = {"matchLabels": {"kubernetes.io/metadata.name": "elsewhere"}}


@pytest.mark.parametrize(
    ("said", "is_asked"),
    [
        pytest.param({}, True, id="everything"),
        pytest.param({"rule": {"operations": ["UPDATE", "DELETE"]}}, False, id="operations"),
        pytest.param({"rule": {"operations": ["*"], "apiGroups": ["*"], "resources": ["*"]}}, True, id="all"),
        pytest.param({"rule": {"resources": ["*/*"]}}, True, id="all with parts"),
        pytest.param({"rule": {"resources": ["configmaps/*"]}}, True, id="parts, and the whole"),
        pytest.param({"rule": {"resources": ["configmaps/status"]}}, False, id="part"),
        pytest.param({"rule": {"apiVersions": ["v2"]}}, False, id="versions"),
        pytest.param({"rule": {"scope": "Cluster"}}, False, id="scope"),
        pytest.param({"rule": {"resourceNames": ["one"]}}, True, id="names"),
        pytest.param({"rule": {"resourceNames": ["two"]}}, False, id="other names"),
        pytest.param({"match": {"excludeResourceRules": [CONFIG_MAPS]}}, False, id="excluded"),
        pytest.param({"match": {"objectSelector": SELECTED}}, False, id="labels"),
        pytest.param({"match": {"namespaceSelector": ELSEWHERE}}, False, id="labels of the namespace"),
        pytest.param({"binding": {"matchResources": {"objectSelector": SELECTED}}}, False, id="binding"),
        pytest.param({"binding": {"policyName": "other"}}, False, id="not bound"),
        pytest.param(condition("object.metadata.name == 'two'"), False, id="condition"),
        pytest.param(condition("object.metadata.name == 'one'"), True, id="condition holds"),
        pytest.param({"failurePolicy": "Ignore", **condition("object.data.x == 'y'")}, False, id="condition fails"),
    ],
)
def test_which_writes_policies_are_asked_about(said: dict[str, Any], is_asked: bool) -> None:
    assert bool(denial(with_policy(**said, **deny("false")), config_map())) is is_asked


def test_several_conditions_that_fail_are_told_together() -> None:
    conditions = [{"name": name, "expression": f"object.data.{name} == 'y'"} for name in ("a", "b")]
    told = denial(with_policy(matchConditions=conditions, **deny("false")), config_map(c="x"))
    assert told == (
        "[expression 'object.data.a == 'y'' resulted in error: no such key: a, "
        "expression 'object.data.b == 'y'' resulted in error: no such key: b]"
    )


def test_other_versions_are_met_unless_the_exact_one_is_wanted() -> None:
    rule = {"apiGroups": ["autoscaling"], "apiVersions": ["v2"], "resources": ["horizontalpodautoscalers"]}
    target = {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}
    body = {"apiVersion": "autoscaling/v1", "kind": "HorizontalPodAutoscaler"}
    body |= {"metadata": {"name": "one", "namespace": "default"}, "spec": {"maxReplicas": 2, "scaleTargetRef": target}}
    told = "object.apiVersion + ' ' + request.kind.version + ' ' + request.requestKind.version"
    validation = deny("object.spec.metrics.size() == 0", messageExpression=told)
    assert denial(with_policy(rule=rule, **validation), body) == "autoscaling/v2 v2 v1"
    assert denial(with_policy(rule=rule, match={"matchPolicy": "Exact"}, **validation), body) == ""


PARAMETERS: dict[str, Any] = {"paramKind": {"apiVersion": "v1", "kind": "ConfigMap"}}
LIMIT = deny("int(object.data.n) <= int(params.data.max)", messageExpression="'at most ' + params.data.max")


def limited(max_: str, name: str = "limit") -> dict[str, Any]:
    return config_map(name=name, labels={"role": "limit"}, n="0", max=max_)


@pytest.mark.parametrize(
    ("reference", "told"),
    [
        pytest.param({"name": "limit"}, "at most 2", id="by name"),
        pytest.param({"name": "limit", "namespace": "default"}, "at most 2", id="by namespace"),
        pytest.param({"selector": {"matchLabels": {"role": "limit"}}}, "at most 2", id="by labels"),
        pytest.param({"name": "none", "parameterNotFoundAction": "Allow"}, "", id="none, allowed"),
        pytest.param(
            {"name": "none"},
            "failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction",
            id="none, denied",
        ),
    ],
)
def test_parameters(reference: dict[str, Any], told: str) -> None:
    api = Api()
    assert api.create(limited("2")).ok
    add_policy(api, binding={"paramRef": {"parameterNotFoundAction": "Deny", **reference}}, **PARAMETERS, **LIMIT)
    assert denial(api, config_map(n="3")) == told


def test_every_parameter_counts() -> None:
    api = Api()
    for name, most in (("a", "5"), ("b", "2")):
        assert api.create(limited(most, name)).ok
    selector = {"selector": {"matchLabels": {"role": "limit"}}, "parameterNotFoundAction": "Deny"}
    add_policy(api, binding={"paramRef": selector}, **PARAMETERS, **LIMIT)
    assert denial(api, config_map(n="3")) == "at most 2"


def test_a_kind_of_parameters_that_nobody_serves() -> None:
    unknown = {"paramKind": {"apiVersion": "acme.test/v1", "kind": "Limit"}}
    problem = "failed to find resource referenced by paramKind: 'acme.test/v1, Kind=Limit'"
    assert denial(with_policy(**unknown, **deny("true")), config_map()) == f"failed to configure policy: {problem}"
    assert denial(with_policy(failurePolicy="Ignore", **unknown, **deny("true")), config_map()) == ""


def test_warnings_are_given_and_nothing_is_denied() -> None:
    api = with_policy(binding={"validationActions": ["Warn", "Audit"]}, **deny("false", message="no"))
    created = api.create(config_map())
    assert created.ok
    assert created.warnings == ("Validation failed for ValidatingAdmissionPolicy 'policy' with binding 'policy': no",)


@pytest.mark.parametrize(("policy", "told"), [("Fail", True), ("Ignore", False)])
def test_failures_count_unless_they_are_ignored(policy: str, told: bool) -> None:
    api = with_policy(failurePolicy=policy, **deny("object.data.x == 'y'"))
    assert bool(denial(api, config_map())) is told


def test_audit_annotations_that_fail_deny_whatever_the_binding_does() -> None:
    annotation = {"key": "k", "valueExpression": "string(object.data.x)"}
    api = with_policy(binding={"validationActions": ["Warn"]}, auditAnnotations=[annotation])
    assert denial(api, config_map()) == "expression 'string(object.data.x)' resulted in error: no such key: data"
    assert denial(api, config_map(x="1")) == ""


def test_what_costs_too_much_is_a_failure() -> None:
    loop = "[0,1,2,3,4,5,6,7,8,9]"
    nested = f"{loop}.all(a, {loop}.all(b, {loop}.all(c, {loop}.all(d, {loop}.all(e, {loop}.all(f, a >= 0))))))"
    told = denial(with_policy(**deny(nested)), config_map())
    assert told == f"expression '{nested}' resulted in error: operation cancelled: actual cost limit exceeded"


def test_deletions_are_asked_about_with_the_old_object() -> None:
    api = with_policy(
        rule={"operations": ["DELETE"]}, **deny("object == null && !has(oldObject.data)", message="locked")
    )
    assert api.create(config_map(x="1")).ok
    status = api.delete("v1", "ConfigMap", "one", namespace="default").status
    assert status is not None
    assert status.message.endswith("denied request: locked")
    assert api.create(config_map(name="two")).ok
    assert api.delete("v1", "ConfigMap", "two", namespace="default").ok


def test_policies_are_not_asked_about_policies() -> None:
    everything = {"operations": ["*"], "apiGroups": ["*"], "apiVersions": ["*"], "resources": ["*"]}
    api = with_policy(rule=everything, **deny("false"))
    assert denial(api, config_map())
    for kind in ("ValidatingAdmissionPolicyBinding", "ValidatingAdmissionPolicy"):
        assert api.delete("admissionregistration.k8s.io/v1", kind, "policy").ok
    assert denial(api, config_map()) == ""


def test_a_policy_that_changes_counts_as_it_is_now() -> None:
    api = with_policy(**deny("false", message="old"))
    assert denial(api, config_map()) == "old"
    stored = api.get("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", "policy").object
    assert stored is not None
    stored["spec"]["validations"][0]["message"] = "new"
    assert api.update(stored).ok
    assert denial(api, config_map()) == "new"


@pytest.mark.parametrize(
    ("subresource", "query", "told"),
    [
        pytest.param("exec", {"command": ["ls", "-l"]}, "PodExecOptions ls -l true", id="exec"),
        pytest.param("attach", {"stdout": ["false"]}, "PodAttachOptions  false", id="attach"),
        pytest.param("portforward", {"ports": ["80"]}, "PodPortForwardOptions  false", id="portforward"),
    ],
)
def test_connections_are_asked_about(subresource: str, query: dict[str, list[str]], told: str) -> None:
    message = "request.kind.kind + ' ' + object.?command.orValue([]).join(' ') + ' ' + string(has(object.stdout))"
    rule = {"operations": ["CONNECT"], "resources": ["pods/*"]}
    api = with_policy(rule=rule, **deny("false", messageExpression=message))
    body = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "one", "namespace": "default"}}
    assert api.create({**body, "spec": {"containers": [{"name": "main", "image": "app:1"}]}}).ok
    pods = GroupVersionResource("", "v1", "pods")
    request = Request("create", pods, namespace="default", name="one", subresource=subresource, query=query)
    status = api.registry.handle(request).status
    assert status is not None
    assert status.message.endswith(f"denied request: {told}")
