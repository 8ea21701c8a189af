"""Types with their own JSON encoding (times, quantities, raw values), and the zero values of all types.

The shapes of `codec.known_shapes` define how such a type is decoded, compared and printed; generated validators,
hand-written functions and zero values use them.
"""

from __future__ import annotations

from kapivara.codec import known_shapes
from kapivara.codec.shapes import Custom
from kapivara.generator.model.natives import NILABLE, native_type
from kapivara.generator.model.types import META, Type, TypeKind, TypeName
from kapivara.values import JsonValue

_MACHINERY = "k8s.io/apimachinery/pkg"
KNOWN = {
    TypeName("time", "Time"): "GO_TIME",
    TypeName("time", "Duration"): "GO_DURATION",
    TypeName(META, "Time"): "TIME",
    TypeName(META, "MicroTime"): "MICRO_TIME",
    TypeName(META, "Duration"): "DURATION",
    TypeName(META, "FieldsV1"): "FIELDS_V1",
    TypeName(META, "ObjectMeta"): "OBJECT_META",
    TypeName(f"{_MACHINERY}/api/resource", "Quantity"): "QUANTITY",
    TypeName(f"{_MACHINERY}/util/intstr", "IntOrString"): "INT_OR_STRING",
    TypeName(f"{_MACHINERY}/runtime", "RawExtension"): "RAW_EXTENSION",
}
"""The name in `codec.known_shapes` of the shape of each type that any package may use."""
_ZEROS: dict[str, JsonValue] = {"string": "", "bool": False, "float": 0.0, "float32": 0.0, "float64": 0.0}


def known_shape(kind: Type) -> str | None:
    """Returns the name of a type's shape in `codec.known_shapes`; None for all other types.

    A struct has the JSON encoding of a type that is embedded in it, whatever other fields it has: Go promotes the
    methods of the embedded type. The least deeply embedded one counts, unless there are two.
    """
    found = KNOWN.get(kind.name)
    if found is not None or kind.kind is not TypeKind.STRUCT:
        return found
    level, seen = [kind], {id(kind)}
    while level := [each.type for struct in level for each in struct.members if each.embedded]:
        promoted = [name for each in level if (name := KNOWN.get(each.name)) and _is_custom(name)]
        if promoted:
            return promoted[0] if len(promoted) == 1 else None
        level = list(
            {id(each): each for each in level if each.kind is TypeKind.STRUCT and id(each) not in seen}.values()
        )
        seen.update(map(id, level))
    return None


def has_own_json(kind: Type) -> bool:
    """Returns whether a type has its own JSON encoding, which hides its fields."""
    name = known_shape(kind)
    return name is not None and _is_custom(name)


def zero_value(kind: Type) -> JsonValue:
    """Returns the JSON value of a field of the type that is not given."""
    native = native_type(kind)
    if native.kind in NILABLE:
        return None
    if native.kind is TypeKind.BUILTIN:
        return _ZEROS.get(native.name.name, 0)
    name = known_shape(native)
    shape = None if name is None else getattr(known_shapes, name)
    return shape.empty() if isinstance(shape, Custom) else {}


def _is_custom(name: str) -> bool:
    return isinstance(getattr(known_shapes, name), Custom)
