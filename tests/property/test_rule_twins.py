"""Compares hand-written rules with declared ones on random writes; `scripts/bench twins` tries many more."""

from __future__ import annotations

import json
import logging
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.server.in_process import client_of

from bench.twins import TWINS, examples_of
from kapivara.apis.groups.autoscaling.v1 import zz_generated_validations as autoscaling
from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.server.metrics.metrics import Metrics
from kapivara.storage.memory import MemoryStorage
from kapivara.testing import compare_twins, load_types
from kapivara.values import ABSENT

PAIRS = 250
SCALE = "/api/v1/namespaces/default/replicationcontrollers/one/scale"
CONTROLLER = {
    "apiVersion": "v1",
    "kind": "ReplicationController",
    "metadata": {"name": "one"},
    "spec": {
        "selector": {"app": "a"},
        "template": {
            "metadata": {"labels": {"app": "a"}},
            "spec": {"containers": [{"name": "a", "image": "b"}]},
        },
    },
}


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("recording", "api_version", "kind", "subresources"), TWINS)
def test_twins_say_the_same(
    recording: str, api_version: str, kind: str, subresources: tuple[str, ...], seed: int
) -> None:
    examples = examples_of(recording, api_version, kind)
    run = compare_twins(api_version, kind, examples, pairs=PAIRS, seed=seed, subresources=subresources)
    assert [each.text for each in run.differences] == []
    assert run.total("create", 201) > PAIRS / 4
    assert run.total("create", 422) > PAIRS / 20
    assert run.total("update", 200) > PAIRS / 4
    assert run.total("update", 422) > 0


def test_the_same_seed_makes_the_same_writes() -> None:
    first, again, other = (
        compare_twins("v1", "ReplicationController", [CONTROLLER], pairs=60, seed=n) for n in (3, 3, 4)
    )
    assert first.answers == again.answers != other.answers


def test_kinds_and_examples_must_be_good() -> None:
    with pytest.raises(LookupError, match="Widget of v1 is not served"):
        compare_twins("v1", "Widget", [])
    with pytest.raises(ValueError, match="no example of ReplicationController can be created"):
        compare_twins("v1", "ReplicationController", [{"kind": "ReplicationController"}])


def mutated_rules(root: Path, folder: Path) -> Any:
    """Builds the validators of autoscaling/v1 from types with one wrong tag."""
    types = root / "src/kapivara/apis/groups/autoscaling/v1"
    for name in ("doc.go", "types.go"):
        shutil.copy(types / name, folder)
    text = (folder / "types.go").read_text()
    scale = text.index("type ScaleSpec struct")
    changed = text[:scale] + text[scale:].replace("minimum=0", "minimum=1", 1)
    assert changed != text
    (folder / "types.go").write_text(changed)
    scale_type = load_types(folder)["Scale"]
    return lambda _name, op, new, old=None: scale_type.validate(op, new, ABSENT if old is None else old)


def test_a_tag_that_was_changed_moves_the_metric_and_the_log_names_the_field(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(autoscaling, "validate", mutated_rules(root, tmp_path))
    metrics = Metrics()
    app = client_of(Application(Registry(MemoryStorage(), observer=metrics), metrics=metrics))

    def send(method: str, path: str, body: Any) -> Any:
        headers = {"accept": "application/json", "content-type": "application/json"}
        return app.request(method, path, content=json.dumps(body).encode(), headers=headers)

    assert send("POST", "/api/v1/namespaces/default/replicationcontrollers", CONTROLLER).status_code == 201
    scale = {"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {"name": "one", "namespace": "default"}}
    assert send("PUT", SCALE, {**scale, "spec": {"replicas": 2}}).status_code == 200
    assert metrics.validation_counts.mismatches == {}
    with caplog.at_level(logging.ERROR, "kapivara"):
        assert send("PUT", SCALE, {**scale, "spec": {"replicas": 0}}).status_code == 422
    assert metrics.validation_counts.mismatches == {"scale_scale_update": 1}
    (line,) = caplog.messages
    assert 'resource="replicationcontrollers/scale" version="v1" namespace="default" name="one"' in line
    assert line.endswith('user="admin" field="spec.replicas"')
