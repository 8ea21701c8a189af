"""An operator in kopf: each Website becomes a ConfigMap with its page, which goes when the Website does.

kapivara serve & export KUBECONFIG=…; kubectl create -f websites.yaml; kopf run websites_operator.py
"""

from __future__ import annotations

import os
from html import escape
from typing import Any

import kopf
from kubernetes import client, config

WEBSITES = ("example.com", "v1", "websites")
LOOK_SECONDS = float(os.environ.get("LOOK_SECONDS", "60"))


@kopf.on.startup()
def configure(settings: kopf.OperatorSettings, **_: Any) -> None:
    settings.posting.level = 100  # no Events of its own


@kopf.on.login()
def login(**options: Any) -> kopf.ConnectionInfo | None:
    return kopf.login_with_kubeconfig(**options)


@kopf.on.resume(*WEBSITES)
@kopf.on.create(*WEBSITES)
@kopf.on.update(*WEBSITES, field="spec")
def write_page(spec: kopf.Spec, name: str, namespace: str, patch: kopf.Patch, status: kopf.Status, **_: Any) -> None:
    """Writes the page, whether it is there or not."""
    page = f"{name}-page"
    paragraphs = "".join(f"<p>{escape(each)}</p>" for each in spec.get("paragraphs", []))
    body = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": page},
        "data": {"index.html": f"<h1>{escape(spec['title'])}</h1>{paragraphs}"},
    }
    core().patch_namespaced_config_map(
        page, namespace, body, field_manager="websites", force=True, _content_type="application/apply-patch+yaml"
    )
    patch.status["page"] = page
    patch.status["written"] = status.get("written", 0) + 1


@kopf.on.delete(*WEBSITES)
def remove_page(name: str, namespace: str, **_: Any) -> None:
    """Removes the page; kopf's finalizer keeps the Website until that is done."""
    try:
        core().delete_namespaced_config_map(f"{name}-page", namespace)
    except client.ApiException as error:
        if error.status != 404:
            raise


@kopf.timer(*WEBSITES, interval=LOOK_SECONDS)
def look(status: kopf.Status, patch: kopf.Patch, **_: Any) -> None:
    """Counts how often the Website was looked at."""
    patch.status["looks"] = status.get("looks", 0) + 1


def core() -> client.CoreV1Api:
    """A client of the cluster that KUBECONFIG names."""
    return client.CoreV1Api(config.new_client_from_config(os.environ["KUBECONFIG"]))
