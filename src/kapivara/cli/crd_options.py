"""The options of `kapivara gen --crd`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from kapivara.cli.command import Option, ProjectValue
from kapivara.cli.options import feature_gates_option
from kapivara.cli.usage_error import BadValueError
from kapivara.cli.value_readers import read_integer
from kapivara.values.record import record


@record
class CrdOptions:
    """How definitions are made; `descriptions` is their greatest length, None where it does not matter.

    They are put to a server with these `feature_gates`, unless they stay `unchecked`.
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
        raise BadValueError(f"{text!r} is less than nothing: 0 leaves descriptions out")
    return length


CRD_OPTIONS = (
    Option(
        "--crd",
        "Make CustomResourceDefinitions from Go types with kubebuilder's markers, as controller-gen does.",
        is_switch=True,
    ),
    Option(
        "--crd-descriptions",
        "Of definitions, cut descriptions to so many bytes, behind a whole sentence; 0 leaves them out.",
        metavar="LENGTH",
        read=_read_length,
        project=ProjectValue.TEXT,
    ),
    Option(
        "--crd-floats",
        "Of definitions, allow float32 and float64, which clients read differently.",
        is_switch=True,
        project=ProjectValue.TEXT,
    ),
    Option(
        "--crd-embedded-metadata",
        "Of definitions, spell out the metadata of objects inside of others, so that it is not pruned.",
        is_switch=True,
        project=ProjectValue.TEXT,
    ),
    Option(
        "--crd-unknown-markers",
        "Of definitions, pass over markers of kubebuilder that nobody knows, as controller-gen does.",
        is_switch=True,
        project=ProjectValue.TEXT,
    ),
    Option(
        "--crd-unchecked",
        "Write definitions that the server would refuse, too.",
        is_switch=True,
        project=ProjectValue.TEXT,
    ),
    feature_gates_option(),
)
