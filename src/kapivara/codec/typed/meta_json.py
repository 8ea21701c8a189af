"""The metadata types with their own JSON decoding: times and field sets.

`meta/v1/types.go` names them; `known_shapes` has the others of this sort, which fewer objects use. Upstream:
apimachinery/pkg/apis/meta/v1/{time,fieldsv1}.go (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.codec.shapes import Custom
from kapivara.codec.typed.raw_json import as_it_is, in_document_order, same_document
from kapivara.codec.typed.time_text import read_exact_time, read_time, same_instant

_FOLDER = "meta.v1"

TIME: Final = Custom(
    "v1.Time",
    read_time,
    exact=read_exact_time,
    same=same_instant,
    folder=_FOLDER,
    schema={"type": "string", "format": "date-time"},
    message="codec.protobuf.own_messages.TIME",
)
FIELDS_V1: Final = Custom(
    "v1.FieldsV1",
    as_it_is,
    same=same_document,
    show=in_document_order,
    verbatim=True,
    folder=_FOLDER,
    schema={"type": "object"},
    message="codec.protobuf.own_messages.FIELDS_V1",
)
