"""Tests of hand-written and declared rules in a server: its responses, metrics and log."""

import json
import logging

import pytest
from prometheus_client.parser import text_string_to_metric_families
from tests.server.in_process import client_of

from kapivara.apis.groups.certificates.v1 import zz_generated_validations as certificates
from kapivara.apis.groups.storage.v1 import zz_generated_validations as storage
from kapivara.apis.machinery.server.feature_gates import FeatureGates, RolloutStage
from kapivara.field import FieldPath, invalid
from kapivara.meta import GroupVersionResource
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import Request
from kapivara.registry.write import pipeline
from kapivara.server.app import Application
from kapivara.server.metrics.metrics import Metrics
from kapivara.storage.memory import MemoryStorage
from kapivara.values.deadline import Deadline

CLASSES = "/apis/storage.k8s.io/v1/storageclasses"
PREFIX = "apiserver_validation_"
MISMATCHES = f"{PREFIX}declarative_validation_mismatch_total"
DISCREPANCIES = f"{PREFIX}declarative_validation_parity_discrepancies_total"
PANICS = f"{PREFIX}declarative_validation_panic_total"
PANICS_BY_IDENTIFIER = f"{PREFIX}declarative_validation_panics_total"
DUPLICATES = f"{PREFIX}duplicate_validation_error_total"
SECONDS = "apiserver_request_validation_duration_seconds_count"


class Server:
    """An application and its metrics."""

    def __init__(self, **options):
        metrics = Metrics()
        self.app = Application(Registry(MemoryStorage(), observer=metrics, **options), metrics=metrics)

    def send(self, path, body, method="POST"):
        headers = {"accept": "application/json", "content-type": "application/json"}
        return client_of(self.app).request(method, path, content=json.dumps(body).encode(), headers=headers)

    def counted(self, name):
        """Returns the samples of a metric, by identifier."""
        text = client_of(self.app).request("GET", "/metrics", headers={}).text
        families = text_string_to_metric_families(text)
        samples = (each for family in families for each in family.samples if each.name == name)
        return {each.labels.get("validation_identifier", ""): each.value for each in samples}


def storage_class(name="one", provisioner="example.com/disk"):
    metadata = {"name": name}
    return {"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": metadata, "provisioner": provisioner}


def declare(monkeypatch, module, kind, say):
    """Makes the declared rules of a kind return other errors."""
    found = module.TYPES[kind]
    monkeypatch.setitem(module.TYPES, kind, type(found)(found.shape, lambda *_: False, say, found.paths, None))


def say_too_short(op, path, new, old):
    return [
        invalid(FieldPath.of("provisioner"), new["provisioner"], "too short")
        .with_origin("minLength")
        .marked(level="beta")
    ]


def fail(op, path, new, old):
    raise ZeroDivisionError("oops " * 1000)


def test_rules_that_agree_are_counted_for_nothing_but_their_time():
    server = Server()
    (before,) = server.counted(SECONDS).values()
    assert server.send(CLASSES, storage_class()).status_code == 201
    assert server.send(CLASSES, storage_class("two", "")).status_code == 422
    assert (server.counted(MISMATCHES), server.counted(DISCREPANCIES)) == ({"": 0}, {})
    assert (server.counted(PANICS), server.counted(DUPLICATES)) == ({"": 0}, {"": 0})
    assert server.counted(SECONDS) == {"": before + 2}


def test_a_mismatch_is_counted_and_logged_once(monkeypatch, caplog):
    declare(monkeypatch, storage, "StorageClass", say_too_short)
    server = Server()
    with caplog.at_level(logging.ERROR, "kapivara"):
        answer = server.send(CLASSES, storage_class())
    assert (answer.status_code, "provisioner: Invalid value" in answer.text) == (422, True)
    assert server.counted(MISMATCHES) == {"": 1}
    assert server.counted(DISCREPANCIES) == {"storageclass_create": 1}
    (line,) = caplog.messages
    assert line.startswith("Unexpected difference between hand written validation and declarative validation")
    assert line.endswith(
        'resource="storageclasses.storage.k8s.io" version="v1" name="one" user="admin" field="provisioner"'
    )


def test_a_write_that_is_tried_again_is_counted_and_logged_once(monkeypatch, caplog):
    declare(monkeypatch, storage, "StorageClass", say_too_short)
    names = iter(("one", "one", "two"))
    monkeypatch.setattr(pipeline, "generate_name", lambda _: next(names))
    server = Server(rollout_stage=RolloutStage.COMPARE)
    (before,) = server.counted(SECONDS).values()
    unnamed = storage_class() | {"metadata": {"generateName": "any"}}
    assert [server.send(CLASSES, unnamed).status_code for _ in range(2)] == [201, 201]
    assert server.counted(MISMATCHES) == {"": 2}
    assert server.counted(SECONDS) == {"": before + 2}
    assert [line.rpartition("name=")[2].partition(" ")[0] for line in caplog.messages] == ['"one"', '"two"']


def test_a_write_that_is_begun_again_is_counted_and_logged_once(monkeypatch, caplog):
    now = [0.0]

    def take_long(*judged):
        now[0] += 1
        return say_too_short(*judged)

    declare(monkeypatch, storage, "StorageClass", take_long)
    metrics, deadline = Metrics(), Deadline(60, lambda: now[0])
    registry = Registry(MemoryStorage(), observer=metrics, rollout_stage=RolloutStage.COMPARE)
    resource = GroupVersionResource("storage.k8s.io", "v1", "storageclasses")
    request = Request("create", resource, body=json.dumps(storage_class()).encode(), deadline=deadline)
    deadline.begin_turn(0.5)
    cut = registry.handle(request)
    assert (cut.code, now, deadline.end_turn()) == (504, [1.0], True)
    assert registry.handle(request).code == 201
    assert metrics.validation_counts.mismatches == {"storageclass_create": 1}
    assert len(caplog.messages) == 1


@pytest.mark.parametrize(
    ("options", "code", "mismatches"),
    [
        pytest.param({}, 422, 1, id="levels"),
        pytest.param({"feature_gates": FeatureGates({"DeclarativeValidationBeta": False})}, 201, 1, id="without beta"),
        pytest.param({"rollout_stage": RolloutStage.OFF}, 201, 0, id="off"),
        pytest.param({"rollout_stage": RolloutStage.COMPARE}, 201, 1, id="compare"),
        pytest.param({"rollout_stage": RolloutStage.TAKEOVER}, 422, 1, id="takeover"),
    ],
)
def test_stages(options, code, mismatches, monkeypatch):
    declare(monkeypatch, storage, "StorageClass", say_too_short)
    server = Server(**options)
    assert server.send(CLASSES, storage_class()).status_code == code
    assert server.counted(MISMATCHES) == {"": mismatches}


def test_where_rules_are_declared_twice_a_failure_lets_the_hand_written_ones_decide(monkeypatch, caplog):
    declare(monkeypatch, storage, "StorageClass", fail)
    server = Server()
    assert server.send(CLASSES, storage_class()).status_code == 201
    assert server.send(CLASSES, storage_class("two", "")).status_code == 422
    assert server.counted(PANICS) == {"": 2}
    assert server.counted(PANICS_BY_IDENTIFIER) == {"storageclass_create": 2}
    assert server.counted(MISMATCHES) == {"": 0}
    assert "Declarative validation failed" in caplog.messages[0]


@pytest.mark.parametrize("stage", [RolloutStage.LEVELS, RolloutStage.OFF])
def test_where_a_rule_is_only_declared_a_failure_refuses_the_write(stage, monkeypatch):
    from kapivara.apis.groups.core.v1 import zz_generated_validations as core

    declare(monkeypatch, core, "Node", fail)
    server = Server(rollout_stage=stage)
    answer = server.send("/api/v1/nodes", {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "one"}})
    (cause,) = answer.json()["details"]["causes"]
    assert (answer.status_code, cause["reason"]) == (422, "InternalError")
    assert cause["message"].startswith("Internal error: panic during declarative validation: ZeroDivisionError: oops")
    assert len(cause["message"]) < 600
    assert server.counted(PANICS_BY_IDENTIFIER) == {"node_create": 1}


def test_where_it_is_off_rules_that_are_declared_twice_do_not_run(monkeypatch):
    declare(monkeypatch, storage, "StorageClass", fail)
    server = Server(rollout_stage=RolloutStage.OFF)
    assert server.send(CLASSES, storage_class()).status_code == 201
    assert server.send(CLASSES, storage_class("two", "")).status_code == 422
    assert server.counted(PANICS) == {"": 0}


def test_errors_that_are_told_twice_are_counted(monkeypatch, caplog):
    error = invalid(FieldPath.of("provisioner"), "x", "odd").with_origin("minimum")
    declare(monkeypatch, storage, "StorageClass", lambda *_: [error, error, error])
    server = Server()
    with caplog.at_level(logging.INFO, "kapivara"):
        answer = server.send(CLASSES, storage_class())
    assert len(answer.json()["details"]["causes"]) == 3
    assert server.counted(DUPLICATES) == {"": 2}
    (line,) = caplog.messages
    assert line.startswith('Found duplicate validation error resource="storageclasses.storage.k8s.io"')


def test_taken_over_rules_fail_closed(monkeypatch):
    declare(monkeypatch, storage, "StorageClass", fail)
    server = Server(rollout_stage=RolloutStage.TAKEOVER)
    assert server.send(CLASSES, storage_class()).status_code == 422


def test_names_cannot_break_a_line_of_the_log(monkeypatch, caplog):
    declare(monkeypatch, certificates, "CertificateSigningRequest", say_nothing_good)
    Server().send(
        "/apis/certificates.k8s.io/v1/certificatesigningrequests",
        {
            "apiVersion": "certificates.k8s.io/v1",
            "kind": "CertificateSigningRequest",
            "metadata": {"name": "a\nfield=b"},
            "spec": {"request": "", "signerName": "example.com/x"},
        },
    )
    (line,) = [each for each in caplog.messages if each.startswith("Unexpected")]
    assert r'name="a\nfield=b"' in line
    assert "\n" not in line


def say_nothing_good(op, path, new, old):
    return [invalid(FieldPath.of("spec", "x"), "", "no").with_origin("minimum").marked(level="alpha")] * 30
