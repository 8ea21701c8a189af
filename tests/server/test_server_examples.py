"""Tests that the files in examples/server match the program, as far as possible without a daemon."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from configparser import ConfigParser

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from tests.server.in_process import InProcess

from kapivara.registry.observer import WebhookConversion
from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.server.metrics.metrics import Metrics
from kapivara.storage.memory import MemoryStorage

SELECTOR = re.compile(r"([a-z_:]+)\{([^}]*)\}")
GROUPED = re.compile(r"by \(([a-z_, ]+)\)")
LABEL = re.compile(r"([a-z_]+)(?:=~|!~|!=|=)\"")
OF_PROMETHEUS = {"job", "instance", "le"}


@pytest.fixture(scope="module")
def known():
    """Returns the labels of all series of a server, by their names."""
    metrics = Metrics()
    metrics.audit.errors = 1
    metrics.audit.levels["Metadata"] = 1
    metrics.observe_conversion(WebhookConversion("capybaras.zoo.example.com", "v1", "v2", True), 0.1)
    metrics.observe_webhook_call("", 0.1)
    app = Application(Registry(MemoryStorage()), metrics=metrics)
    client = httpx.Client(transport=InProcess(app), base_url="http://localhost")
    body = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}
    client.post("/api/v1/namespaces/default/configmaps", json=body)
    client.get("/api/v1/configmaps?watch=1&timeoutSeconds=1")
    found: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(client.get("/metrics").text):
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


def test_every_query_of_the_dashboard_names_series_and_labels_that_there_are(root, known):
    dashboard = json.loads((root / "examples" / "server" / "grafana-dashboard.json").read_text())
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    assert len(queries) >= 15
    for query in queries:
        selected = SELECTOR.findall(query)
        assert selected, query
        for name, selector in selected:
            assert name in known, query
            labels = known[name] | OF_PROMETHEUS
            assert {*LABEL.findall(selector)} <= labels, query
            grouped = {each for group in GROUPED.findall(query) for each in group.split(", ")}
            assert grouped <= labels, query


def test_the_panels_of_the_dashboard_do_not_overlap(root):
    panels = json.loads((root / "examples" / "server" / "grafana-dashboard.json").read_text())["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    taken = [
        (x, y)
        for place in (panel["gridPos"] for panel in panels)
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len({*taken}) == len(taken)
    assert max(x for x, _ in taken) == 23


def test_the_unit_is_one_that_systemd_takes(root, tmp_path):
    text = (root / "examples" / "server" / "kapivara.service").read_text()
    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read_string(text)
    assert unit["Service"]["ExecStart"].endswith("kapivara serve --config /etc/kapivara/kapivara.toml")
    assert (unit["Service"]["DynamicUser"], unit["Service"]["StateDirectory"]) == ("yes", "kapivara")
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not there to look at all of it")
    copy = tmp_path / "kapivara.service"
    copy.write_text(text.replace("/opt/kapivara/bin/kapivara", "/bin/true"))
    looked = subprocess.run(["systemd-analyze", "verify", copy], capture_output=True, text=True, check=False)
    assert [line for line in looked.stderr.splitlines() if "kapivara" in line] == []


def test_the_image_is_made_of_files_that_there_are(root):
    lines = (root / "examples" / "server" / "Containerfile").read_text().splitlines()
    copied = [line.split()[1:-1] for line in lines if line.startswith("COPY") and "--from" not in line]
    assert [name for names in copied for name in names if not (root / name).exists()] == []
    assert "USER 10001:10001" in lines
    check = next(json.loads(line.partition("CMD ")[2]) for line in lines if line.startswith("HEALTHCHECK"))
    compile(check[2], "healthcheck", "exec")
    assert "/livez" in check[2]
