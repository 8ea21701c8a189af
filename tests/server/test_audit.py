"""Tests of the audit log, in process: the events of requests, field by field as from kube-apiserver."""

import json
import logging
import re
from hashlib import sha256

import httpx
import pytest
from tests.server.in_process import InProcess

from kapivara.authorization.modes import AuthorizationMode
from kapivara.authorization.user_info import UserInfo
from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.server.audit.auditing import AuditLog
from kapivara.server.audit.options import read_policy_file
from kapivara.server.audit.writing import AuditMode, AuditWriter
from kapivara.server.auth.authentication import Access
from kapivara.server.auth.authorization import Authorization
from kapivara.server.http1.head import parse_head
from kapivara.server.metrics.audit_counts import AuditCounts
from kapivara.server.metrics.metrics import Metrics
from kapivara.server.routing.caller import KNOWN
from kapivara.storage.memory import MemoryStorage
from kapivara.values.deadline import Deadline

MAPS = "/api/v1/namespaces/default/configmaps"
ADMIN = {"username": "admin", "uid": "admin", "groups": ["system:masters", "system:authenticated"]}
ALLOWED = {"authorization.k8s.io/decision": "allow", "authorization.k8s.io/reason": ""}
ALL = "rules: [{level: RequestResponse}]"
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")


class Audited:
    """A server with an audit in memory, and a client with its token."""

    def __init__(self, folder, policy, mode=AuditMode.BLOCKING):
        file = folder / "policy.yaml"
        file.write_text(f"apiVersion: audit.k8s.io/v1\nkind: Policy\n{policy}\n")
        self.lines = []
        self.is_full = False
        self.counts = AuditCounts()
        bob = UserInfo("bob", "b1", ("system:authenticated",))
        access = Access("hidden", users={sha256(b"bobs").digest(): bob})
        self.app = Application(
            Registry(MemoryStorage()),
            access=access,
            metrics=Metrics(),
            authorization=Authorization(AuthorizationMode.RBAC),
        )
        self.writer = AuditWriter(self, mode, self.counts)
        self.log = AuditLog(self.app, read_policy_file(file), self.writer)
        transport = InProcess(self.log)
        headers = {"Authorization": "Bearer hidden", "User-Agent": "probe/1"}
        self.client = httpx.Client(transport=transport, base_url="http://localhost", headers=headers)

    def write(self, line):
        if self.is_full:
            raise OSError(28, "No space left on device")
        self.lines.append(line)

    def close(self):
        """Does nothing, so that written events stay."""

    def events(self):
        """Returns all events without the parts that change from run to run."""
        self.writer.close()
        told = [json.loads(line) for line in self.lines]
        for each in told:
            assert all(MOMENT.fullmatch(each.pop(name)) for name in ("requestReceivedTimestamp", "stageTimestamp"))
        return told

    def last(self):
        return self.events()[-1]


@pytest.fixture
def audited(tmp_path):
    return lambda policy=ALL, **options: Audited(tmp_path, policy, **options)


def config_map(name="a", **more):
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, **more}


def test_a_creation_with_all_that_is_told(audited):
    server = audited()
    answer = server.client.post(f"{MAPS}?fieldValidation=Warn", json=config_map(data={"k": "v"}, unknown=1))
    received, complete = server.events()
    common = {
        "kind": "Event",
        "apiVersion": "audit.k8s.io/v1",
        "level": "RequestResponse",
        "auditID": answer.headers["Audit-Id"],
        "requestURI": f"{MAPS}?fieldValidation=Warn",
        "verb": "create",
        "user": ADMIN,
        "userAgent": "probe/1",
    }
    reference = {"resource": "configmaps", "namespace": "default", "apiVersion": "v1"}
    assert received == {**common, "stage": "RequestReceived", "objectRef": reference}
    assert complete == {
        **common,
        "stage": "ResponseComplete",
        "objectRef": {**reference, "name": "a"},
        "responseStatus": {"metadata": {}, "code": 201},
        "requestObject": config_map(data={"k": "v"}),
        "responseObject": answer.json(),
        "annotations": ALLOWED,
    }
    fields = [*json.loads(server.lines[-1])]
    assert fields[:5] == ["kind", "apiVersion", "level", "auditID", "stage"]
    assert fields[-1] == "annotations"


@pytest.mark.parametrize(
    ("level", "told"),
    [
        ("Metadata", {"responseStatus", "annotations"}),
        ("Request", {"responseStatus", "annotations", "requestObject"}),
        ("RequestResponse", {"responseStatus", "annotations", "requestObject", "responseObject"}),
    ],
)
def test_levels_say_how_much_is_told(audited, level, told):
    server = audited(f"rules: [{{level: {level}}}]")
    server.client.post(MAPS, json=config_map())
    received, complete = server.events()
    assert {*complete} - {*received} == told
    assert complete["objectRef"]["name"] == "a"
    assert complete["level"] == level


def test_what_no_rule_is_about_is_not_told_but_has_an_id(audited):
    server = audited("rules: [{level: None, verbs: [get]}, {level: Metadata, verbs: [create]}]")
    assert server.client.get("/version").headers["Audit-Id"]
    assert server.client.get("/api/v1/nodes", headers={"Audit-ID": "mine"}).headers["Audit-Id"] == "mine"
    assert server.events() == []
    assert server.counts.levels == {"None": 2}


def test_stages_and_managed_fields_can_be_left_out(audited):
    server = audited(f"omitStages: [RequestReceived]\nomitManagedFields: true\n{ALL}")
    for name in ("a", "b"):
        server.client.post(MAPS, json=config_map(name))
    server.client.get(MAPS)
    server.client.get(MAPS, headers={"Accept": "application/json;as=Table;v=v1;g=meta.k8s.io"})
    events = server.events()
    assert [each["stage"] for each in events] == ["ResponseComplete"] * 4
    assert "managedFields" not in json.dumps(events)
    assert len(events[2]["responseObject"]["items"]) == len(events[3]["responseObject"]["rows"]) == 2


@pytest.mark.parametrize(
    ("method", "media_type", "sent", "told"),
    [
        ("PATCH", "application/merge-patch+json", b'{"data":{"k":"x"}}', {"data": {"k": "x"}}),
        (
            "PATCH",
            "application/json-patch+json",
            b'[{"op":"add","path":"/data","value":{}}]',
            [{"op": "add", "path": "/data", "value": {}}],
        ),
        (
            "PATCH",
            "application/apply-patch+yaml",
            b"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
            config_map(),
        ),
        (
            "DELETE",
            "application/json",
            b'{"propagationPolicy":"Background"}',
            {"kind": "DeleteOptions", "apiVersion": "meta.k8s.io/__internal", "propagationPolicy": "Background"},
        ),
        ("DELETE", "application/json", b"", None),
    ],
)
def test_what_is_sent_is_told_as_json(audited, method, media_type, sent, told):
    server = audited()
    server.client.post(MAPS, json=config_map(data={"k": "v"}))
    answer = server.client.request(
        method, f"{MAPS}/a?fieldManager=me&force=true" if "apply" in media_type else f"{MAPS}/a",
        content=sent, headers={"Content-Type": media_type},
    )  # fmt: skip
    assert answer.status_code == 200
    event = server.last()
    assert event.get("requestObject") == told
    assert event["responseObject"] == answer.json()
    if method == "DELETE":
        assert event["responseStatus"] == {
            "metadata": {},
            "status": "Success",
            "details": answer.json()["details"],
            "code": 200,
        }


@pytest.mark.parametrize(
    ("body", "code", "names"),
    [
        (b'{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"BAD"}}', 422, True),
        (b'{"apiVersion":"v1","kind":"ConfigMap","meta', 400, False),
        (b'{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a"}}', 400, False),
    ],
)
def test_a_refusal_is_told_with_its_status(audited, body, code, names):
    server = audited("rules: [{level: Metadata}]")
    answer = server.client.post(MAPS, content=body, headers={"Content-Type": "application/json"})
    event, status = server.last(), answer.json()
    assert answer.status_code == code
    wanted = {"metadata": {}, **{each: status[each] for each in ("status", "message", "reason", "code")}}
    assert event["responseStatus"] == wanted | ({"details": status["details"]} if "details" in status else {})
    assert ("name" in event["objectRef"]) == names


@pytest.mark.parametrize("accept", ["application/yaml", "application/vnd.kubernetes.protobuf"])
def test_an_answer_in_another_form_is_told_as_json(audited, accept):
    server = audited()
    server.client.get("/api/v1/namespaces/default", headers={"Accept": accept})
    told = server.last()["responseObject"]
    assert (told["kind"], told["apiVersion"], told["metadata"]["name"]) == ("Namespace", "v1", "default")


def test_documents_and_texts_have_no_object(audited):
    server = audited("omitStages: [RequestReceived]\n" + ALL)
    for path in ("/api", "/version", "/nowhere", "/apis/none.example.com/v1/things"):
        server.client.get(path)
    found = [(each["responseStatus"], "responseObject" in each) for each in server.events()]
    codes = [(200, True), (200, False), (404, False), (404, False)]
    assert found == [({"metadata": {}, "code": code}, has) for code, has in codes]


def test_who_is_nobody_is_told_once(audited):
    server = audited()
    server.client.get("/api/v1/nodes", headers={"Authorization": "Bearer guessed"})
    (event,) = server.events()
    assert (event["stage"], event["user"], event["responseStatus"]["code"]) == ("ResponseStarted", {}, 401)
    assert "annotations" not in event
    assert "guessed" not in json.dumps(event)


def test_a_timeout_that_is_none_is_told_once(audited):
    server = audited()
    server.client.get("/api/v1/nodes?timeout=bad")
    (event,) = server.events()
    assert (event["stage"], event["user"], event["responseStatus"]["code"]) == ("ResponseStarted", {}, 400)


def test_decisions_are_annotated(audited):
    server = audited("omitStages: [RequestReceived]\nrules: [{level: Metadata}]")
    bob = {"Authorization": "Bearer bobs"}
    server.client.get("/api/v1/nodes", headers=bob)
    server.client.get("/api", headers=bob)
    server.client.get("/api/v1/nodes", headers={**bob, "Impersonate-User": "jane"})
    server.client.get("/api/v1/nodes", headers={"Impersonate-User": "jane", "Impersonate-Group": "devs"})
    forbidden, allowed, refused, acting = server.events()
    assert forbidden["annotations"] == {**ALLOWED, "authorization.k8s.io/decision": "forbid"}
    assert allowed["annotations"]["authorization.k8s.io/reason"] == (
        'RBAC: allowed by ClusterRoleBinding "system:discovery" of ClusterRole "system:discovery" '
        'to Group "system:authenticated"'
    )
    assert "annotations" not in refused
    assert "impersonatedUser" not in refused
    assert acting["user"] == ADMIN
    assert acting["impersonatedUser"] == {"username": "jane", "groups": ["devs", "system:authenticated"]}
    assert acting["authenticationMetadata"] == {"impersonationConstraint": "impersonate:user-info"}
    assert acting["annotations"]["authorization.k8s.io/decision"] == "forbid"


def test_a_watch_is_told_as_it_begins_and_as_it_ends(audited):
    server = audited()
    server.client.get(f"{MAPS}?watch=1&timeoutSeconds=1&resourceVersion=0", headers={"Audit-ID": "begun"})
    server.client.get(f"{MAPS}?watch=1&labelSelector=,", headers={"Audit-ID": "refused"})
    told: dict[str, list[tuple[str, int | None]]] = {}
    for each in server.events():
        told.setdefault(each["auditID"], []).append((each["stage"], each.get("responseStatus", {}).get("code")))
    assert told["begun"][:2] == [("RequestReceived", None), ("ResponseStarted", 200)]
    assert told["refused"] == [("RequestReceived", None), ("ResponseStarted", 400), ("ResponseComplete", 400)]


def test_who_goes_before_there_is_an_answer_is_told(audited):
    server = audited()
    head = parse_head(f"POST {MAPS} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n".encode())
    head.sender = KNOWN
    exchange = server.log.begin(head, Deadline())
    assert exchange.reads_body
    del exchange  # as for a connection that is lost during the body
    event = server.last()
    assert (event["stage"], event["responseStatus"]) == (
        "ResponseComplete",
        {"metadata": {}, "status": "Success", "message": "Connection closed early", "code": 200},
    )


def test_a_defect_is_a_panic(audited, monkeypatch, caplog):
    server = audited()
    monkeypatch.setattr(Registry, "answer", lambda *_, **__: {}["secret"])
    with caplog.at_level(logging.CRITICAL):
        assert server.client.get(MAPS).status_code == 500
    event = server.last()
    assert event["stage"] == "Panic"
    assert event["responseStatus"] == {
        "metadata": {},
        "status": "Failure",
        "message": "APIServer panic'd: KeyError",
        "reason": "InternalError",
        "code": 500,
    }


@pytest.mark.parametrize(("mode", "code"), [(AuditMode.BLOCKING_STRICT, 500), (AuditMode.BLOCKING, 404)])
def test_a_log_that_is_full_refuses_requests_in_strict_mode_alone(audited, mode, code, caplog):
    server = audited(mode=mode)
    server.is_full = True
    with caplog.at_level(logging.CRITICAL):
        answer = server.client.get(f"{MAPS}/none")
    assert answer.status_code == code
    assert server.counts.rejected == (code == 500)
    if code == 500:
        assert answer.json()["message"] == "Internal error occurred: failed to store audit event"
