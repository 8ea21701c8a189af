"""Types of packages that nearly all API packages import, for those whose sources are not at hand.

They are given as Go declarations, a file beside this one for each package: what their kinds are, their fields where
those are seen in JSON, and the tags of v1.37.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

_MACHINERY = "k8s.io/apimachinery/pkg"

FILES: Mapping[str, str] = MappingProxyType(
    {
        "encoding/json": "json.go",
        "k8s.io/api/core/v1": "core_v1.go",
        "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1": "apiextensions_v1.go",
        f"{_MACHINERY}/api/resource": "resource.go",
        f"{_MACHINERY}/apis/meta/v1": "meta_v1.go",
        f"{_MACHINERY}/runtime": "runtime.go",
        f"{_MACHINERY}/runtime/schema": "schema.go",
        f"{_MACHINERY}/types": "types.go",
        f"{_MACHINERY}/util/intstr": "intstr.go",
        "net": "net.go",
        "time": "time.go",
    }
)
"""The packages, by import path."""
SHARED = frozenset(path for path in FILES if path.startswith("k8s.io/"))
"""The packages that are looked into wherever they are imported, without being named."""


def declarations_of(path: str) -> bytes | None:
    """Returns the Go declarations of a package; None where nothing is known about it."""
    name = FILES.get(path)
    return None if name is None else (Path(__file__).parent / name).read_bytes()
