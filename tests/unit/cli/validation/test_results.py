"""At which field a warning of the server is told."""

from __future__ import annotations

import pytest

from kapivara.cli.inputs.manifests import manifests_in
from kapivara.cli.reports.result_text import error_text
from kapivara.cli.validation.results import placed_warnings
from kapivara.codec import read_documents

TEXT = """\
apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  nodeSelector:
    beta.kubernetes.io/arch: arm
  container: []
  containers:
    - name: a
      env:
        - name: A
        - name: A
"""


@pytest.mark.parametrize(
    ("warning", "field", "place"),
    [
        ('unknown field "spec.container"', "spec.container", (7, 3)),
        ('duplicate field "metadata.name"', "metadata.name", (3, 12)),
        ('spec.containers[0].env[1]: hides previous definition of "A"', "spec.containers[0].env[1]", (12, 11)),
        (
            "spec.nodeSelector[beta.kubernetes.io/arch]: deprecated since v1.14",
            "spec.nodeSelector[beta.kubernetes.io/arch]",
            (6, 5),
        ),
        ("spec.hostname: is missing", "spec.hostname", (4, 1)),
        ("v1 Pod is deprecated in v1.99+", "", (1, 1)),
        ("nobody: knows this field", "", (1, 1)),
        ("spec of a Pod: no path", "", (1, 1)),
    ],
)
def test_places(warning: str, field: str, place: tuple[int, int]) -> None:
    (document,) = read_documents(TEXT.encode(), "a.yaml")
    (manifest,) = manifests_in(document)
    (found,) = placed_warnings([warning], manifest)
    assert (found.field, (found.place.line, found.place.column)) == (field, place)
    assert error_text(found) == warning


def test_formats_are_found_in_their_definition() -> None:
    text = (
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a.b}\n"
        "spec:\n  versions:\n  - schema:\n      openAPIV3Schema:\n        properties:\n"
        "          a.b: {format: int32}\n          c.d/e:\n            type: string\n            format: odd\n"
    )
    (document,) = read_documents(text.encode(), "a.yaml")
    (manifest,) = manifests_in(document)
    here, nowhere = placed_warnings(['unrecognized format "odd"', 'unrecognized format "other"'], manifest)
    assert (here.place.line, here.place.column, here.message) == (12, 13, 'unrecognized format "odd"')
    assert (nowhere.place.line, nowhere.place.column) == (1, 1)
