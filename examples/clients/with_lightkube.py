"""lightkube: applies a Website, watches it being changed, and deletes it.

python with_lightkube.py     with KUBECONFIG pointing at a server that has ../operator/websites.yaml
"""

from __future__ import annotations

from lightkube import ApiError, Client, KubeConfig
from lightkube.generic_resource import create_namespaced_resource
from lightkube.models.meta_v1 import ObjectMeta
from lightkube.types import PatchType

Website = create_namespaced_resource("example.com", "v1", "Website", "websites")


def main(kubeconfig: str | None = None) -> None:
    config = KubeConfig.from_env() if kubeconfig is None else KubeConfig.from_file(kubeconfig)
    client = Client(config=config, field_manager="example")
    home = client.apply(Website(metadata=ObjectMeta(name="home", namespace="default"), spec={"title": "Home"}))
    client.patch(Website, "home", {"spec": {"title": "Moved"}}, patch_type=PatchType.MERGE)
    for event, site in client.watch(Website, resource_version=home.metadata.resourceVersion, server_timeout=30):
        print(event, site.spec["title"])
        break
    print([site.metadata.name for site in client.list(Website)])
    client.delete(Website, "home")
    try:
        client.create(Website(metadata=ObjectMeta(name="empty", namespace="default"), spec={"title": ""}))
    except ApiError as error:
        print(error.status.details.causes[0].field)


if __name__ == "__main__":
    main()
