"""The options of `kapivara gen --crd`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from kapivara.cli.framework.command import Option, ProjectValue
from kapivara.cli.framework.errors import BadValueError
from kapivara.cli.options.server import feature_gates_option
from kapivara.cli.options.value_readers import read_integer
from kapivara.values.record import record


@record
class CrdOptions:
    """How to generate CRDs; `descriptions` is the maximum length of descriptions in bytes, None for no limit.

    Generated CRDs are validated by a server with these `feature_gates`, unless `unchecked`.
    """

    descriptions: int | None
    floats: bool
    embedded_metadata: bool
    unknown_markers: bool
    unchecked: bool
    feature_gates: Mapping[str, bool] = MappingProxyType({})


def _read_length(text: str) -> int:
    length = read_integer(text)
    if length < 0:
        raise BadValueError(f"{text!r} is negative: give 0 to omit descriptions")
    return length


CRD_OPTIONS = (
    Option(
        "--crd",
        "Generate CustomResourceDefinitions from Go types with kubebuilder markers, as controller-gen does.",
        is_switch=True,
    ),
    Option(
        "--crd-descriptions",
        "In CRDs, cut descriptions to this many bytes, after a whole sentence; 0 omits them.",
        metavar="LENGTH",
        read=_read_length,
        project=ProjectValue.TEXT,
    ),
    Option(
        "--crd-floats",
        "In CRDs, allow float32 and float64, which clients read differently.",
        is_switch=True,
        project=ProjectValue.TEXT,
    ),
    Option(
        "--crd-embedded-metadata",
        "In CRDs, write out the metadata of embedded objects, so that it is not pruned.",
        is_switch=True,
        project=ProjectValue.TEXT,
    ),
    Option(
        "--crd-unknown-markers",
        "Ignore unknown kubebuilder markers, as controller-gen does.",
        is_switch=True,
        project=ProjectValue.TEXT,
    ),
    Option(
        "--crd-unchecked",
        "Write CRDs even if the API server would reject them.",
        is_switch=True,
        project=ProjectValue.TEXT,
    ),
    feature_gates_option(),
)
