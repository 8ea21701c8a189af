"""Tests of the official asynchronous client: typed calls, custom objects, watches beside writes."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.clients.conftest import PATIENCE, website

from kapivara import Api

kubernetes_asyncio = pytest.importorskip("kubernetes_asyncio")
client = kubernetes_asyncio.client


def test_a_watch_beside_writes(websites: Api, kubeconfig: Path) -> None:
    assert asyncio.run(asyncio.wait_for(watch_and_write(kubeconfig), PATIENCE)) == [
        ("ADDED", "one"),
        ("MODIFIED", "one"),
        ("DELETED", "one"),
    ]


async def watch_and_write(kubeconfig: Path) -> list[tuple[str, str]]:
    async with await kubernetes_asyncio.config.new_client_from_config(str(kubeconfig)) as api_client:
        custom = client.CustomObjectsApi(api_client)
        resource = ("example.com", "v1", "default", "websites")
        listed = await custom.list_namespaced_custom_object(*resource)

        async def follow() -> list[tuple[str, str]]:
            told: list[tuple[str, str]] = []
            version = listed["metadata"]["resourceVersion"]
            async with kubernetes_asyncio.watch.Watch() as watch:
                stream = watch.stream(custom.list_namespaced_custom_object, *resource, resource_version=version)
                async for event in stream:
                    told.append((event["type"], event["object"]["metadata"]["name"]))
                    if event["type"] == "DELETED":
                        return told
            return told

        following = asyncio.create_task(follow())
        await custom.create_namespaced_custom_object(*resource, website("one"))
        await custom.patch_namespaced_custom_object(
            *resource, "one", {"spec": {"title": "New"}}, _content_type="application/merge-patch+json"
        )
        await custom.delete_namespaced_custom_object(*resource, "one")
        return await following


def test_typed(kapivara_api: Api, kubeconfig: Path) -> None:
    asyncio.run(asyncio.wait_for(use_typed_calls(kubeconfig), PATIENCE))


async def use_typed_calls(kubeconfig: Path) -> None:
    async with await kubernetes_asyncio.config.new_client_from_config(str(kubeconfig)) as api_client:
        core = client.CoreV1Api(api_client)
        await core.create_namespace({"metadata": {"name": "team"}})
        made = await asyncio.gather(*(core.create_namespaced_config_map("team", named(each)) for each in range(20)))
        assert len({each.metadata.uid for each in made}) == 20
        listed = await core.list_namespaced_config_map("team", field_selector="metadata.name=n7")
        assert [each.metadata.name for each in listed.items] == ["n7"]
        with pytest.raises(client.ApiException) as caught:
            await core.read_namespaced_config_map("nobody", "team")
        assert caught.value.status == 404


def named(number: int) -> dict[str, Any]:
    return {"metadata": {"name": f"n{number}"}}
