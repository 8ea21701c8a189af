"""The shapes that every kind shares: type and object metadata.

Upstream: apimachinery/pkg/apis/meta/v1/types.go TypeMeta, ObjectMeta, OwnerReference, ManagedFieldsEntry (1.37).
"""

from kapivara.codec.raw_json import as_it_is, in_document_order, same_document
from kapivara.codec.shapes import (
    ANYTHING,
    BOOL,
    INT64,
    STRING,
    STRING_MAP,
    STRINGS,
    Custom,
    Field,
    ListOf,
    Struct,
    always,
    embed,
    optional,
    pointer,
)
from kapivara.codec.time_text import read_exact_time, read_time, same_instant

TIME = Custom("v1.Time", read_time, exact=read_exact_time, same=same_instant)
UID = STRING.named("types.UID")
FIELDS_V1 = Custom("v1.FieldsV1", as_it_is, same=same_document, show=in_document_order, verbatim=True)

TYPE_META: tuple[Field, ...] = embed("TypeMeta", (optional("kind", STRING), optional("apiVersion", STRING)))

OWNER_REFERENCE = Struct(
    "v1.OwnerReference",
    (
        always("apiVersion", STRING),
        always("kind", STRING),
        always("name", STRING),
        always("uid", UID),
        pointer("controller", BOOL),
        pointer("blockOwnerDeletion", BOOL),
    ),
)

MANAGED_FIELDS_ENTRY = Struct(
    "v1.ManagedFieldsEntry",
    (
        optional("manager", STRING),
        optional("operation", STRING.named("v1.ManagedFieldsOperationType")),
        optional("apiVersion", STRING),
        pointer("time", TIME),
        optional("fieldsType", STRING),
        pointer("fieldsV1", FIELDS_V1),
        optional("subresource", STRING),
    ),
)

OBJECT_META = Struct(
    "v1.ObjectMeta",
    (
        optional("name", STRING),
        optional("generateName", STRING),
        optional("namespace", STRING),
        optional("selfLink", STRING),
        optional("uid", UID),
        optional("resourceVersion", STRING),
        optional("generation", INT64),
        optional("creationTimestamp", TIME),
        pointer("deletionTimestamp", TIME),
        pointer("deletionGracePeriodSeconds", INT64),
        optional("labels", STRING_MAP),
        optional("annotations", STRING_MAP),
        optional("ownerReferences", ListOf(OWNER_REFERENCE)),
        optional("finalizers", STRINGS),
        optional("managedFields", ListOf(MANAGED_FIELDS_ENTRY)),
    ),
)


def kind_shape(go_name: str, *fields: Field) -> Struct:
    """Declares a kind: type and object metadata, and then its own fields."""
    return Struct(go_name, (*TYPE_META, optional("metadata", OBJECT_META), *fields))


def internal_shape(kind: Struct) -> Struct:
    """Returns a kind's internal type, which is not made for JSON: the fields of the metadata stand among its own."""
    metadata = embed("ObjectMeta", tuple(OBJECT_META.tables.by_name.values()))
    return Struct(kind.go_name, (*TYPE_META, *metadata, pointer("Spec", ANYTHING), pointer("Status", ANYTHING)))
