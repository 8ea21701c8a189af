"""Kustomizations: a base with one file per object, overlays, and the rendered overlays."""

from __future__ import annotations

from bench.repository.templates import count_documents, read_template
from bench.repository.tree import Tree

_BASE = ("deployment", "service", "settings", "account", "autoscaler", "policy")
_OVERLAYS = ("staging", "production")
_RENDERED = "kustomize/rendered.yaml"
DOCUMENTS = len(_BASE) + len(_OVERLAYS) * count_documents(read_template(_RENDERED))
"""The number of documents of an application."""


def add_applications(tree: Tree, count: int) -> None:
    """Adds applications, with an overlay and its rendered form for each environment."""
    for number in range(count):
        app = f"app{number:02}"
        values = tree.values(app=app, namespace="base")
        tree.add_other(f"apps/{app}/base/kustomization.yaml", "kustomize/kustomization.yaml", values)
        for name in _BASE:
            tree.add(f"apps/{app}/base/{name}.yaml", f"kustomize/{name}.yaml", values, (number, count))
        for index, overlay in enumerate(_OVERLAYS):
            values = tree.values(app=app, namespace=overlay)
            tree.add_other(f"apps/{app}/overlays/{overlay}/kustomization.yaml", "kustomize/overlay.yaml", values)
            turn = len(_OVERLAYS) * number + index, len(_OVERLAYS) * count
            tree.add(f"apps/{app}/rendered/{overlay}.yaml", _RENDERED, values, turn)
