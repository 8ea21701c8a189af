"""Which template Helm made a document from."""

from __future__ import annotations

from kapivara.cli.inputs.helm_templates import HelmSources

TEXT = b"""\
---
# Source: web/templates/a.yaml
kind: A
---
kind: B
---
# Source: web/templates/c.yaml
# Source: web/templates/other.yaml
kind: C
data: |
  # Source: not/this.yaml
----
"""


def test_documents_by_their_lines() -> None:
    helm = HelmSources(TEXT)
    assert [helm.template_at(line) for line in (1, 3, 5, 9, 12)] == [
        *("", "web/templates/a.yaml", "", "web/templates/c.yaml", "web/templates/c.yaml"),
    ]
    assert [helm.template_before(line) for line in (0, 1, 4)] == ["", "", "web/templates/a.yaml"]


def test_lines_of_other_systems_and_bytes_of_any_kind() -> None:
    assert HelmSources(b"# Source: a\xff.yaml\r\nkind: A\r\n").template_at(2) == "a�.yaml"
    assert HelmSources(b"").template_at(1) == ""
