"""The names that annotations may use, with their types, and replacements for unsupported ones."""

from __future__ import annotations

from kapivara.generator.model.types import BUILTIN, BYTE, Type, TypeKind, TypeName, list_of
from kapivara.generator.python.shared_types import NAMES_MODULE

WIDTHS = frozenset(
    (
        *("int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64"),
        *("float32", "float64"),
    )
)
"""Numbers of a fixed width, recognized by name wherever they are imported from or declared."""

ANYTHING = Type(TypeName("", "interface{}"), TypeKind.INTERFACE)

SCALARS: dict[str, Type] = {name: BUILTIN[name] for name in WIDTHS}
SCALARS |= {"str": BUILTIN["string"], "int": BUILTIN["int64"], "float": BUILTIN["float64"], "bool": BUILTIN["bool"]}
SCALARS |= {"bytes": list_of(BYTE), "Any": ANYTHING, "object": ANYTHING}

LISTS = frozenset(("list", "List", "Sequence", "MutableSequence"))
MAPS = frozenset(("dict", "Dict", "Mapping", "MutableMapping"))
WRAPPERS = frozenset(("Annotated", "Final", "Required", "NotRequired", "ReadOnly"))
"""Wrappers whose first argument is the type."""
NO_FIELDS = frozenset(("ClassVar", "InitVar", "KW_ONLY"))
"""Annotations of names in a dataclass that are not fields."""

INSTEAD = {
    "tuple": "use list[T]",
    "Tuple": "use list[T]",
    "set": "use list[T] with +k8s:listType=set",
    "Set": "use list[T] with +k8s:listType=set",
    "frozenset": "use list[T] with +k8s:listType=set",
    "FrozenSet": "use list[T] with +k8s:listType=set",
    "Literal": "use a StrEnum with +k8s:enum",
    "Enum": "use a StrEnum with +k8s:enum",
    "complex": "use str",
    "datetime": f"use Time of {NAMES_MODULE}",
    "date": "use str",
    "timedelta": f"use Duration of {NAMES_MODULE}",
    "Decimal": f"use Quantity of {NAMES_MODULE}, or str",
    "UUID": "use str with +k8s:format=k8s-uuid",
    "TypedDict": "use a dataclass",
    "NamedTuple": "use a dataclass",
    "Callable": "functions have no place in JSON",
    "None": "name the other type of the field: T | None",
}
"""Unsupported names, with hints on replacements."""

KNOWN = frozenset((*SCALARS, *LISTS, *MAPS, *WRAPPERS, *NO_FIELDS, "Optional", "Union"))
