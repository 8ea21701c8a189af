"""The internal types of built-in kinds, into which the server decodes bodies without a version.

Upstream: apimachinery/pkg/runtime/serializer/json/json.go Decode, the internal types of pkg/apis (1.37).
"""

from __future__ import annotations

from kapivara.codec.shapes import ANYTHING, Struct, embed, pointer
from kapivara.codec.typed.described import described


def internal_shape(kind: Struct) -> Struct:
    """Returns the internal type of a kind, which is not made for JSON: the metadata's fields are its own fields."""
    meta = described("meta.v1")
    embedded = (*embed(meta.struct("TypeMeta")), *embed(meta.struct("ObjectMeta")))
    return Struct(kind.go_name, (*embedded, pointer("Spec", ANYTHING), pointer("Status", ANYTHING)))
