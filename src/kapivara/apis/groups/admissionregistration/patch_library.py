"""The CEL functions that only expressions of patches can use.

Upstream: apiserver/pkg/cel/library/jsonpatch.go (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.cel.functions import Overload
from kapivara.cel.library.declare import function, library
from kapivara.cel.types import STRING


def _escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


JSON_PATCH_FUNCTIONS: Final = library(
    function(
        "jsonpatch.escapeKey",
        Overload("string_jsonpatch_escapeKey_string", (STRING,), STRING, _escape),
        doc="Escapes a key for the path of a JSON patch.",
    )
)
