"""Tests of the official Python client: typed and dynamic calls, its Watch, and an informer over 410."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.clients.conftest import Aside, until, website

from kapivara import Api

kubernetes = pytest.importorskip("kubernetes")
client = kubernetes.client
WEB = {"label_selector": "app=web"}


@pytest.fixture
def api_client(kubeconfig: Path) -> Iterator[Any]:
    with kubernetes.config.new_client_from_config(str(kubeconfig)) as api_client:
        yield api_client


def test_typed(api_client: Any) -> None:
    core, apps = client.CoreV1Api(api_client), client.AppsV1Api(api_client)
    template = client.V1PodTemplateSpec(
        metadata=client.V1ObjectMeta(labels={"app": "web"}),
        spec=client.V1PodSpec(containers=[client.V1Container(name="web", image="web:1")]),
    )
    selector = client.V1LabelSelector(match_labels={"app": "web"})
    deployment = client.V1Deployment(
        metadata=client.V1ObjectMeta(name="web"), spec=client.V1DeploymentSpec(selector=selector, template=template)
    )
    created = apps.create_namespaced_deployment("default", deployment)
    assert (created.spec.replicas, created.spec.strategy.rolling_update.max_surge) == (1, "25%")
    scaled = apps.patch_namespaced_deployment_scale("web", "default", {"spec": {"replicas": 3}})
    assert scaled.spec.replicas == 3
    created = apps.read_namespaced_deployment("web", "default")
    created.spec.template.spec.containers[0].image = "web:2"
    assert apps.replace_namespaced_deployment("web", "default", created).metadata.generation == 3
    core.create_namespaced_secret("default", {"metadata": {"name": "key"}, "stringData": {"a": "b"}})
    assert core.read_namespaced_secret("key", "default").data == {"a": "Yg=="}
    for name in "abc":
        core.create_namespaced_config_map("default", {"metadata": {"name": name, "labels": {"app": "web"}}})
    page = core.list_namespaced_config_map("default", limit=2, **WEB)
    rest = core.list_namespaced_config_map("default", limit=2, _continue=page.metadata._continue, **WEB)
    assert [each.metadata.name for each in (*page.items, *rest.items)] == ["a", "b", "c"]
    core.delete_collection_namespaced_config_map("default", **WEB)
    assert not core.list_namespaced_config_map("default", **WEB).items
    with pytest.raises(client.ApiException) as caught:
        core.create_namespaced_config_map("default", {"metadata": {"name": "Not A Name"}})
    assert (caught.value.status, caught.value.reason) == (422, "Unprocessable Entity")


def test_dynamic(websites: Api, api_client: Any) -> None:
    dynamic = kubernetes.dynamic.DynamicClient(api_client)
    sites = dynamic.resources.get(api_version="example.com/v1", kind="Website")
    sites.create(website("home"), namespace="default")
    applied = website("home", "Moved", app="web")
    sites.server_side_apply(applied, namespace="default", name="home", field_manager="me", force_conflicts=True)
    assert [site.spec.title for site in sites.get(namespace="default", **WEB).items] == ["Moved"]
    sites.status.patch({"status": {"page": "p"}}, "home", "default", content_type="application/merge-patch+json")
    assert sites.get(name="home", namespace="default").status.page == "p"
    with pytest.raises(kubernetes.dynamic.exceptions.UnprocessibleEntityError):
        sites.create(website("empty", ""), namespace="default")
    sites.delete(name="home", namespace="default")
    with pytest.raises(kubernetes.dynamic.exceptions.NotFoundError):
        sites.get(name="home", namespace="default")


def test_watching(kapivara_api: Api, api_client: Any) -> None:
    core = client.CoreV1Api(api_client)
    begin = core.list_namespaced_config_map("default").metadata.resource_version
    watch, told = kubernetes.watch.Watch(), []

    def follow() -> None:
        for event in watch.stream(
            core.list_namespaced_config_map, "default", resource_version=begin, timeout_seconds=60, **WEB
        ):
            told.append((event["type"], event["object"].metadata.name))
            if event["type"] == "DELETED":
                watch.stop()

    following = Aside(follow)
    for name in ("one", "two"):
        core.create_namespaced_config_map("default", {"metadata": {"name": name, "labels": {"app": "web"}}})
    core.patch_namespaced_config_map("one", "default", {"data": {"a": "b"}})
    core.delete_namespaced_config_map("two", "default")
    following.finish()
    assert told == [("ADDED", "one"), ("ADDED", "two"), ("MODIFIED", "one"), ("DELETED", "two")]


def test_an_informer_lists_again_where_its_version_is_gone(
    websites: Api, api_client: Any, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, str]] = []
    resource = ("example.com", "v1", "default", "websites")
    informer = load_example(root, "informer").Informer(
        client.CustomObjectsApi(api_client), resource, lambda what, obj: told.append((what, obj["metadata"]["name"]))
    )
    websites.create(website("one"))
    follow = informer._follow

    def follow_too_late(version: str) -> str:
        if informer.lists == 1:  # the listed revision is compacted before it is watched
            websites.create(website("two"))
            websites.registry._storage.compact(websites.registry.revision)
        return follow(version)

    monkeypatch.setattr(informer, "_follow", follow_too_late)
    following = Aside(informer.run)
    until(lambda: informer.lists == 2)
    websites.delete("example.com/v1", "Website", "one")
    websites.create(website("three"))
    until(lambda: ("ADDED", "three") in told)
    informer.stop()
    following.finish()
    assert told[:4] == [("ADDED", "one"), ("ADDED", "two"), ("DELETED", "one"), ("ADDED", "three")]
    assert informer.objects.keys() >= {"two", "three"}


def load_example(root: Path, name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, root / f"examples/clients/{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
