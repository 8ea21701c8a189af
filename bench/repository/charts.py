"""Charts: their own files, and the manifests that Helm renders for each release."""

from __future__ import annotations

from bench.repository.templates import count_documents, read_template
from bench.repository.tree import Tree

_PARTS = ("web", "store", "agent", "jobs")
DOCUMENTS = sum(count_documents(read_template(f"charts/{part}.yaml")) for part in _PARTS)
"""The number of documents of a release."""


def add_releases(tree: Tree, count: int) -> None:
    """Adds releases, each of a chart of its own."""
    for number in range(count):
        chart, namespace = f"shop{number:02}", f"team-{number % 7}"
        values = tree.values(chart=chart, release=f"prod-{chart}", namespace=namespace)
        tree.add_other(f"charts/{chart}/Chart.yaml", "charts/Chart.yaml", values)
        tree.add_other(f"charts/{chart}/values.yaml", "charts/values.yaml", values)
        for part in _PARTS:
            tree.add(f"rendered/{chart}.yaml", f"charts/{part}.yaml", values, (number, count))
